//! Room for a recursive search: one position and one list of moves for every ply, used again and
//! again.

use mctslab_core::Game;

/// What one ply of a search needs.
pub(super) struct Frame<G: Game> {
    /// The position after the move that is being looked at; of no meaning before the first.
    pub(super) next: G::State,
    /// The legal moves.
    pub(super) moves: Vec<G::Move>,
}

/// The frames that no ply uses at the moment.
pub(super) struct Frames<G: Game>(Vec<Frame<G>>);

impl<G: Game> Frames<G> {
    /// None yet.
    pub(super) fn new() -> Frames<G> {
        Frames(Vec::new())
    }

    /// A frame with the legal moves of `state`.
    pub(super) fn take(&mut self, game: &G, state: &G::State) -> Frame<G> {
        let mut frame = self.0.pop().unwrap_or_else(|| Frame { next: state.clone(), moves: Vec::new() });
        frame.moves.clear();
        game.moves(state, &mut frame.moves);
        frame
    }

    /// Takes a frame back.
    pub(super) fn give_back(&mut self, frame: Frame<G>) {
        self.0.push(frame);
    }
}
