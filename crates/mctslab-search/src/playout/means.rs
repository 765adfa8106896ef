//! What each move was worth on average: the table of `mast`, and of the single moves of `nst`.
//!
//! An array over the codes of moves (who made which move). The means that a playout compares are
//! kept ready in an array of their own, small enough for the fastest cache, and are brought up to
//! date when something is learned: choosing divides nothing.

use mctslab_core::spec::{Args, Entry, Kind, Param};
use mctslab_core::{Game, Payoffs, Player};

use crate::trail::{Trail, code_bound};

pub(super) const UPDATE: Param = Param::new("update", Kind::Choice(UPDATES), "playout", "which moves are learned from");
pub(super) const KEYS: Param = Param::new("keys", Kind::Choice(KEYINGS), "player", "what counts as the same move");

const UPDATES: &[Entry] =
    &[Entry::word("playout", "those of the playout"), Entry::word("all", "those of the playout and those in the tree")];

const KEYINGS: &[Entry] = &[
    Entry::word("player", "the same move of the same player"),
    Entry::word("move", "the same move, whoever made it; every player has a mean of what it paid to that player"),
];

/// Which moves are learned from, and what counts as the same move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Learning {
    /// Tree moves too.
    pub(super) all: bool,
    /// Whoever made them.
    pub(super) shared: bool,
}

impl Learning {
    /// What the options say.
    pub(super) fn build(args: &Args) -> Learning {
        Learning { all: args.choice("update").name() == "all", shared: args.choice("keys").name() == "move" }
    }

    /// The moves of the trail to learn from.
    #[inline]
    pub(super) fn moves<'a>(&self, trail: &'a Trail) -> &'a [u32] {
        if self.all { trail.all() } else { trail.playout() }
    }
}

/// The sum behind a mean.
#[derive(Clone, Copy, Debug)]
struct MoveTotal {
    sum: f64,
    count: u32,
    /// Whose mean it is. Kept here because the division that would tell it from the code is slow.
    player: Player,
}

/// Means of rewards by move.
pub(super) struct Means {
    learning: Learning,
    bound: usize,
    ready: Vec<f32>,
    totals: Vec<MoveTotal>,
}

/// A move never seen is better than any other.
const UNSEEN: f32 = f32::INFINITY;

impl Means {
    /// A table for a game in which nothing was seen.
    pub(super) fn new<G: Game>(game: &G, learning: Learning) -> Means {
        let (bound, codes) = (game.index_bound(), code_bound(game));
        let total = |code| MoveTotal { sum: 0.0, count: 0, player: Player::new(code / bound) };
        Means { learning, bound, ready: vec![UNSEEN; codes], totals: (0..codes).map(total).collect() }
    }

    /// The means of the moves that `player` may make, by [`Game::index`].
    #[inline]
    pub(super) fn of(&self, player: Player) -> &[f32] {
        let first = player.index() * self.bound;
        &self.ready[first..first + self.bound]
    }

    /// Who made the move of a code, and its [`Game::index`].
    #[inline]
    pub(super) fn split(&self, code: u32) -> (Player, usize) {
        let player = self.totals[code as usize].player;
        (player, code as usize - player.index() * self.bound)
    }

    /// Takes note of what moves brought.
    pub(super) fn learn(&mut self, codes: &[u32], payoffs: &Payoffs) {
        if !self.learning.shared {
            for &code in codes {
                self.add(code as usize, payoffs);
            }
            return;
        }
        for &code in codes {
            let (_, index) = self.split(code);
            for place in (index..self.totals.len()).step_by(self.bound) {
                self.add(place, payoffs);
            }
        }
    }

    #[inline]
    fn add(&mut self, place: usize, payoffs: &Payoffs) {
        let total = &mut self.totals[place];
        total.sum += payoffs.of(total.player);
        total.count += 1;
        self.ready[place] = (total.sum / f64::from(total.count)) as f32;
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.ready.fill(UNSEEN);
        for total in &mut self.totals {
            (total.sum, total.count) = (0.0, 0);
        }
    }
}
