//! The moves of one iteration, from the root of the tree to the end of the playout, for parts that learn from them.

use mctslab_core::{Game, Player};

/// Moves by code: a number below players × [`Game::index_bound`] that says who made which move.
#[derive(Default)]
pub struct Trail {
    codes: Vec<u32>,
    in_tree: usize,
    on: bool,
    marks: Vec<f32>,
}

impl Trail {
    /// A trail that records only if `on`: most searches have no use for it.
    pub fn new(on: bool) -> Trail {
        Trail { on, ..Trail::default() }
    }

    /// A trail for a part that need not know the order of a playout: where all of that is told at once, its moves are marks by
    /// code instead. Without marks it is like any other.
    pub fn with_marks(marks: Vec<f32>) -> Trail {
        Trail { on: true, marks, ..Trail::default() }
    }

    /// The marks, none if a playout must be told in order: 1 for a move that was made, 0 for the others. Who learns from them
    /// sets them back.
    #[inline]
    pub fn marks(&mut self) -> &mut [f32] {
        &mut self.marks
    }

    /// All moves but those that are marks, in order, and the marks.
    #[inline]
    pub fn all_and_marks(&mut self) -> (&[u32], &mut [f32]) {
        (&self.codes, &mut self.marks)
    }

    /// Whether moves are recorded.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Forgets all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.codes.clear();
        self.in_tree = 0;
    }

    /// Records a move if the trail is on.
    #[inline]
    pub fn push<G: Game>(&mut self, game: &G, player: Player, mv: G::Move) {
        if self.on {
            self.codes.push(code(game, player, mv));
        }
    }

    /// Says that the moves so far were made in the tree; all others are those of the playout.
    #[inline]
    pub fn leave_tree(&mut self) {
        self.in_tree = self.codes.len();
    }

    /// Forgets the moves of the playout.
    #[inline]
    pub fn back_to_tree(&mut self) {
        self.codes.truncate(self.in_tree);
    }

    /// Forgets all moves but the first `count`.
    #[inline]
    pub fn back_to(&mut self, count: usize) {
        self.codes.truncate(count);
        self.in_tree = self.in_tree.min(count);
    }

    /// All moves, in order.
    #[inline]
    pub fn all(&self) -> &[u32] {
        &self.codes
    }

    /// The moves made below the tree, in order.
    #[inline]
    pub fn playout(&self) -> &[u32] {
        &self.codes[self.in_tree..]
    }
}

/// The code of a move: who made it, and which it was.
#[inline]
pub fn code<G: Game>(game: &G, player: Player, mv: G::Move) -> u32 {
    (player.index() * game.index_bound() + game.index(mv)) as u32
}

/// One more than the largest code of a game.
pub fn code_bound<G: Game>(game: &G) -> usize {
    game.players() * game.index_bound()
}

/// Who made the move of that code.
#[inline]
pub fn mover<G: Game>(game: &G, code: u32) -> Player {
    Player::new(code as usize / game.index_bound())
}
