//! Laws of text: what is written can be read again, and broken text is refused without a panic.

use crate::{Game, Rng};

pub(super) fn states_round_trip<G: Game>(game: &G, state: &G::State, at: &impl Fn() -> String) {
    let text = game.state_text(state);
    assert!(!text.trim().is_empty() && !text.contains('\n'), "{}: a state is one line of text", at());
    match game.parse_state(&text) {
        Ok(read) => assert!(read == *state, "{}: reads as {read:?}, not {state:?}", at()),
        Err(error) => panic!("{}: does not read: {error}", at()),
    }
}

pub(super) fn moves_round_trip<G: Game>(game: &G, state: &G::State, at: &impl Fn() -> String) {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    for mv in moves {
        let text = game.move_text(state, mv);
        assert!(!text.is_empty() && !text.contains(char::is_whitespace), "{}: `{text}` is one word", at());
        assert_eq!(game.parse_move(state, &text).ok(), Some(mv), "{}: `{text}` reads as its move", at());
    }
    let view = game.view(state, None);
    assert!(!view.rows.is_empty() || !view.notes.is_empty(), "{}: there is something to draw", at());
}

/// The failure message for text that was read as a position although it is none.
pub const MUST_REFUSE: &str = "text that is no position must be refused";

pub(super) fn broken_text_is_refused<G: Game>(game: &G, state: &G::State, rng: &mut Rng, at: &impl Fn() -> String) {
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    for text in ["", " ", "\u{0}", "zz99", "-1", "99999999999999999999", "é", "½/½"] {
        assert!(game.parse_move(state, text).is_err(), "{}: `{text}` is no move", at());
        // Where a position may be written as the moves that lead to it, the empty list of moves is
        // the initial one.
        let start = |read: &G::State| text.trim().is_empty() && *read == game.initial();
        assert!(
            game.parse_state(text).as_ref().is_ok_and(start) || game.parse_state(text).is_err(),
            "{}: `{text}` is no state: {MUST_REFUSE}",
            at()
        );
    }
    for _ in 0..4 {
        // Either outcome is allowed; a position that is read must be a state that can be used.
        let text = mutated(&game.state_text(state), rng);
        if let Ok(read) = game.parse_state(&text) {
            let again = game.parse_state(&game.state_text(&read));
            let same = again.is_ok_and(|again| again == read);
            assert!(same, "{}: `{text}` reads as {read:?}, which is written otherwise: {MUST_REFUSE}", at());
            legal.clear();
            game.moves(&read, &mut legal);
            assert_eq!(legal.is_empty(), game.turn(&read).is_none(), "{}: `{text}` is a state", at());
        }
        if let Some(mv) = rng.pick(&legal) {
            let text = mutated(&game.move_text(state, mv), rng);
            drop(game.parse_move(state, &text));
        }
    }
}

/// The text with one to three characters replaced, deleted or doubled.
fn mutated(text: &str, rng: &mut Rng) -> String {
    const POOL: &[u8] = b"xo.-/ 0123456789abcdefghXO;:,#\"(";
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(3) {
        if chars.is_empty() {
            break;
        }
        let at = rng.below(chars.len() as u32) as usize;
        match rng.below(4) {
            0 => drop(chars.remove(at)),
            1 => chars.insert(at, chars[at]),
            2 => chars.truncate(at),
            _ => chars[at] = char::from(POOL[rng.below(POOL.len() as u32) as usize]),
        }
    }
    chars.into_iter().collect()
}
