//! What known players are worth in iterations of `mcts`, to compare a number with: measured by this
//! program with seed 1, to ±10 %.

use mctslab_core::spec::Spec;

/// Players with what they are worth, weakest first.
type KnownPlayers = &'static [(&'static str, &'static str)];

/// The games that were measured, by the options that matter.
const KNOWN: &[(&str, KnownPlayers)] = &[
    (
        "connect-four(width=7,height=6,max-plies=0)",
        &[("random", "1 to 6"), ("nfriends-floyd(port=transposed)", "19"), ("score4(depth=1)", "47")],
    ),
    (
        "awari(rules=tournament,grand-slam=void,starved=owner,repeat=split,win=25,max-plies=none)",
        &[("random", "1 to 2"), ("divilly", "30"), ("mancala-alphabeta(depth=2)", "209")],
    ),
    ("othello(size=6,opening=fixed,max-plies=0)", &[("random", "1 to 2"), ("othello-simple", "26")]),
];

/// Known players of a game with their worth, weakest first; none if the game was not measured.
pub(crate) fn known_players(game: &str) -> KnownPlayers {
    let Ok(game) = Spec::parse(game) else { return &[] };
    let is_measured = |known: &str| Spec::parse(known).is_ok_and(|known| game.includes(&known));
    KNOWN.iter().find(|(known, _)| is_measured(known)).map_or(&[], |(_, players)| players)
}

#[cfg(test)]
mod tests {
    use mctslab_registry::Catalog;

    use super::*;

    #[test]
    fn measured_games_are_known_and_stay_so_with_another_option() {
        let catalog = Catalog::standard();
        for (spec, measured) in [
            ("connect-four", true),
            ("awari", true),
            ("othello(size=6)", true),
            ("othello", false),
            ("connect-four(width=6)", false),
        ] {
            let resolved = catalog.game(spec).expect("a game").spec().to_string();
            assert_eq!(!known_players(&resolved).is_empty(), measured, "{resolved}");
            let later = resolved.replacen(')', ",later=1)", 1);
            assert_eq!(!known_players(&later).is_empty(), measured, "{later}");
        }
    }
}
