//! The moves of one iteration, from the root of the tree to the end of the playout, for parts that
//! learn from them.

use std::array::from_fn;

use mctslab_core::{Game, Listener, Player};

/// Moves by code: a number below players × [`Game::index_bound`] that says who made which move.
#[derive(Default)]
pub struct Trail {
    codes: Vec<u32>,
    in_tree: usize,
    on: bool,
    marks: Marks,
}

impl Trail {
    /// A trail that records only if `on`: most searches have no use for it.
    pub fn new(on: bool) -> Trail {
        Trail { on, ..Trail::default() }
    }

    /// A trail for a part that need not know the order of a playout: where all of that is reported
    /// at once, its moves are marks instead. Without marks it is like any other.
    pub fn with_marks(marks: Marks) -> Trail {
        Trail { on: true, marks, ..Trail::default() }
    }

    /// A trail that is on, with the same moves so far, all of them made in the tree, and no marks.
    pub(crate) fn copy_in_order(&self) -> Trail {
        Trail { codes: self.codes.clone(), in_tree: self.codes.len(), on: true, marks: Marks::default() }
    }

    /// The marks, none if a playout must be reported in order. Who learns from them clears them.
    #[inline]
    pub fn marks(&mut self) -> &mut Marks {
        &mut self.marks
    }

    /// All moves but those that are marks, in order, and the marks.
    #[inline]
    pub fn all_and_marks(&mut self) -> (&[u32], &mut Marks) {
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

    /// Records the move of that index if the trail is on.
    #[inline]
    pub fn push_index<G: Game>(&mut self, game: &G, player: Player, index: usize) {
        if self.on {
            self.codes.push(code_of_index(game, player, index));
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

/// Numbers that are added at once.
pub type Lanes = [f32; LANES];

/// How many those are.
pub const LANES: usize = 8;

/// Which moves were made, without an order: for each player a number for each index, 1 for a move
/// that was made and 0 for the others, to be added to tables of such numbers.
#[derive(Default)]
pub struct Marks {
    made: Vec<Lanes>,
    /// Lanes of each player.
    width: usize,
}

impl Marks {
    /// Marks for `players` whose moves have indices below `bound`.
    pub fn new(players: usize, bound: usize) -> Marks {
        let width = bound.div_ceil(LANES);
        Marks { made: vec![[0.0; LANES]; players * width], width }
    }

    /// Whether there is nothing to mark.
    #[inline]
    pub fn is_none(&self) -> bool {
        self.made.is_empty()
    }

    /// The marks of all players, those of each in lanes of their own.
    #[inline]
    pub fn lanes(&self) -> &[Lanes] {
        &self.made
    }

    /// Takes all marks away.
    #[inline]
    pub fn clear(&mut self) {
        self.made.fill([0.0; LANES]);
    }
}

impl Listener for Marks {
    #[inline]
    fn report(&mut self, player: Player, index: usize) {
        if let Some(mark) = self.made.as_flattened_mut().get_mut(player.index() * self.width * LANES + index) {
            *mark = 1.0;
        }
    }

    #[inline]
    fn report_all(&mut self, player: Player, first: usize, set: u64) {
        let mine = &mut self.made[player.index() * self.width..][..self.width];
        let lanes = mine.get_mut(first / LANES..).unwrap_or_default();
        for (byte, lanes) in lanes.iter_mut().take(64 / LANES).enumerate() {
            let bits = (set >> (LANES * byte)) as u32;
            // All bits of the number 1 or none, without a jump.
            let one = |lane: usize| 0u32.wrapping_sub(bits >> lane & 1) & 1f32.to_bits();
            *lanes = from_fn(|lane| f32::from_bits(lanes[lane].to_bits() | one(lane)));
        }
    }
}

/// The code of a move: who made it, and which it was.
#[inline]
pub fn code<G: Game>(game: &G, player: Player, mv: G::Move) -> u32 {
    code_of_index(game, player, game.index(mv))
}

#[inline]
fn code_of_index<G: Game>(game: &G, player: Player, index: usize) -> u32 {
    (player.index() * game.index_bound() + index) as u32
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_told_one_by_one_or_as_a_set_leave_the_same_marks() {
        let set = 0x8000_0000_0300_81a5;
        let (mut single, mut together) = (Marks::new(2, 100), Marks::new(2, 100));
        for player in [Player::FIRST, Player::SECOND] {
            (0..64).filter(|bit| set >> bit & 1 == 1).for_each(|bit| single.report(player, 32 + bit));
            together.report_all(player, 32, set);
        }
        // The empty end of a board that is smaller than its words.
        together.report_all(Player::SECOND, 128, 0);
        assert_eq!(single.lanes(), together.lanes());
        let count = |marks: &Marks| marks.lanes().as_flattened().iter().sum::<f32>();
        assert_eq!(count(&single), 2.0 * set.count_ones() as f32);
        single.clear();
        assert_eq!(count(&single), 0.0);
    }

    #[test]
    fn no_marks_hear_nothing() {
        let mut none = Marks::default();
        none.report(Player::FIRST, 3);
        assert!(none.is_none());
    }
}
