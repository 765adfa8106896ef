//! A position of any game and moves in it: a position that was read is written so that it reads as
//! the same, and every listed move can be played.

use mctslab_lab::registry::{AnyGame, AnyState};

use crate::{LAB, chosen};

/// The number of moves that are played from a position.
const MOVES: usize = 4;

pub(crate) fn law(input: &[u8]) {
    let games = LAB.catalog().games();
    let Some((row, text)) = chosen(input, &games) else { return };
    let game = LAB.game(row.entry.name).expect("a listed game");
    let mut lines = text.lines();
    let position = lines.next().filter(|line| !line.is_empty());
    let Ok(mut state) = game.state(position) else { return };
    check(&*game, &*state);
    for line in lines {
        if let Ok(next) = state.play(line) {
            check(&*game, &*next);
            state = next;
        }
    }
}

fn check(game: &dyn AnyGame, state: &dyn AnyState) {
    let text = state.text();
    let again = game.state(Some(&text));
    assert!(again.is_ok_and(|again| again.equals(state) && again.text() == text), "{text:?} is read otherwise");
    let moves = state.moves();
    assert_eq!(state.turn().is_none(), moves.is_empty(), "{text:?}");
    assert_eq!(state.turn().is_none(), state.payoffs().is_some(), "{text:?}");
    for text in moves.iter().take(MOVES) {
        assert!(state.play(text).is_ok(), "{text:?} is listed in {:?}", state.text());
    }
}
