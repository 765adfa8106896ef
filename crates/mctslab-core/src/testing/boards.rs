//! Laws of the board that is drawn, of which clicks are derived.

use crate::Game;

/// Only the last move is highlighted, and only on cells that were there before it, so that a move
/// can be made by clicking them. A move that highlights no cell is a button.
pub(super) fn moves_can_be_clicked<G: Game>(game: &G, state: &G::State, at: &dyn Fn() -> String) {
    let before = game.view(state, None);
    assert!(before.highlighted().is_empty(), "{}: a cell is highlighted without a last move", at());
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    for mv in moves {
        let mut after = state.clone();
        game.play(&mut after, mv);
        for place in game.view(&after, Some(mv)).highlighted() {
            let text = game.move_text(state, mv);
            assert!(before.cell(place).is_some(), "{}: `{text}` highlights {place:?}, which was not there", at());
        }
    }
}
