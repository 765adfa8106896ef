//! A spec of a game or an agent: one that was read is written so that it reads as the same.

use mctslab_core::spec::Spec;

use crate::LAB;

pub(crate) fn law(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    if let Ok(spec) = Spec::parse(text) {
        assert_eq!(Spec::parse(&spec.to_string()).as_ref(), Ok(&spec), "{text:?}");
    }
    if let Ok(game) = LAB.game(text) {
        let short = game.catalog().short_game(game.spec());
        for again in [game.spec(), &short] {
            let found = LAB.game(again).map(|found| found.spec().to_string());
            assert_eq!(found.ok().as_deref(), Some(game.spec()), "{text:?} written as {again:?}");
        }
    }
    let game = LAB.game("tic-tac-toe").expect("a game");
    if let Ok(agent) = game.agent(text) {
        assert_eq!(game.agent(&agent).ok().as_deref(), Some(agent.as_str()), "{text:?}");
    }
}
