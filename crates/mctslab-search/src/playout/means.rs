//! What each move was worth on average: the table of `mast`, and of the single moves of `nst`.
//!
//! An array over the codes of moves (who made which move). The means that a playout compares are
//! kept ready in an array of their own, small enough for the fastest cache, and are brought up to
//! date when something is learned: choosing divides nothing.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Game, Payoffs, Player};

use super::keys::Keys;
use super::pool::{Group, Pool};
use crate::trail::{Trail, code_bound};

pub(super) const UPDATE: Param = Param::new("update", Kind::Choice(UPDATES), "playout", "which moves are learned from");
pub(crate) const SUMS: Param = Param::new("sums", Kind::Choice(SUMMINGS), "own", "what playouts are added to");
pub(crate) const DECAY: Param = Param::new(
    "decay",
    Kind::Real { min: 0.0, max: 1.0 },
    "0",
    "share of what was seen that still counts in the next search",
);

const UPDATES: &[Entry] =
    &[Entry::word("playout", "those of the playout"), Entry::word("all", "those of the playout and those in the tree")];

const SUMMINGS: &[Entry] = &[
    Entry::word("own", "to the sum of each of their moves"),
    Entry::word(
        "shared",
        "to one sum of all moves first seen in the same playout, each over a count of its own: a slip in a program",
    ),
];

/// Which moves are learned from, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Learning {
    /// Tree moves too.
    pub(super) all: bool,
    /// Sums are shared by what was first seen in the same playout.
    pub(super) pooled: bool,
    /// The share of counts that the next search keeps.
    pub(super) decay: f64,
}

impl Learning {
    /// What the options say, of the playout that has them.
    pub(super) fn build(args: &Args) -> Result<Learning, SpecError> {
        let learning = Learning {
            all: args.choice("update").name() == "all",
            pooled: args.choice("sums").name() == "shared",
            decay: args.real("decay"),
        };
        if learning.all && args.choice("keys").name() == "piece" {
            let reason = "`keys=piece` knows the moves of playouts only; use `update=playout`";
            return Err(SpecError::combination(args.name(), reason));
        }
        if learning.pooled && learning.decay > 0.0 {
            let reason = "`sums=shared` forgets all before the next search; use `decay=0`";
            return Err(SpecError::combination(args.name(), reason));
        }
        Ok(learning)
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

/// Sums of groups of moves in place of sums of their own.
struct Pooled {
    pool: Pool,
    /// By code.
    groups: Vec<Group>,
    /// The codes that were seen.
    seen: Vec<u32>,
}

/// Means of rewards by move.
pub(super) struct Means {
    keys: Keys,
    decay: f64,
    bound: usize,
    ready: Vec<f32>,
    totals: Vec<MoveTotal>,
    pooled: Option<Pooled>,
}

/// A move never seen is better than any other.
const UNSEEN: f32 = f32::INFINITY;

impl Means {
    /// A table for a game in which nothing was seen.
    pub(super) fn new<G: Game>(game: &G, keys: Keys, learning: Learning) -> Means {
        let (bound, codes) = (game.index_bound(), code_bound(game));
        let total = |code| MoveTotal { sum: 0.0, count: 0, player: Player::new(code / bound) };
        let pooled = || Pooled { pool: Pool::new(game.players()), groups: vec![0; codes], seen: Vec::new() };
        Means {
            keys,
            decay: learning.decay,
            bound,
            ready: vec![UNSEEN; codes],
            totals: (0..codes).map(total).collect(),
            pooled: learning.pooled.then(pooled),
        }
    }

    /// Takes a look at a move of a playout that is about to be made.
    #[inline]
    pub(super) fn see<G: Game>(&mut self, game: &G, state: &G::State, mv: G::Move) {
        self.keys.see(game, state, mv);
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

    /// How many codes there are.
    pub(super) fn codes(&self) -> usize {
        self.totals.len()
    }

    /// Whether the move of that index is the same whoever makes it.
    #[inline]
    pub(super) fn is_shared(&self, index: usize) -> bool {
        self.keys.is_shared(index)
    }

    /// The sums that moves share, if they do.
    #[inline]
    pub(super) fn pool(&self) -> Option<&Pool> {
        self.pooled.as_ref().map(|pooled| &pooled.pool)
    }

    /// The same, to be added to.
    pub(super) fn pool_mut(&mut self) -> Option<&mut Pool> {
        self.pooled.as_mut().map(|pooled| &mut pooled.pool)
    }

    /// Takes note of what moves brought. Where sums are shared, nothing of it is ready before
    /// [`Means::settle`].
    pub(super) fn learn(&mut self, codes: &[u32], payoffs: &Payoffs) {
        if self.pooled.is_some() {
            return self.learn_pooled(codes, payoffs);
        }
        if matches!(self.keys, Keys::Player) {
            for &code in codes {
                self.add(code as usize, payoffs);
            }
            return;
        }
        for &code in codes {
            let (_, index) = self.split(code);
            if self.is_shared(index) {
                for place in (index..self.totals.len()).step_by(self.bound) {
                    self.add(place, payoffs);
                }
            } else {
                self.add(code as usize, payoffs);
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

    fn learn_pooled(&mut self, codes: &[u32], payoffs: &Payoffs) {
        let Some(mut pooled) = self.pooled.take() else { return };
        pooled.pool.open(payoffs);
        for &code in codes {
            let (_, index) = self.split(code);
            let is_new = self.totals[code as usize].count == 0;
            if !is_new {
                pooled.pool.add_last(pooled.groups[code as usize]);
            }
            let shared = self.is_shared(index);
            let places = if shared { index..self.totals.len() } else { code as usize..code as usize + 1 };
            for place in places.step_by(self.bound) {
                self.totals[place].count += 1;
                if is_new {
                    pooled.groups[place] = pooled.pool.last();
                    pooled.seen.push(place as u32);
                }
            }
        }
        self.pooled = Some(pooled);
    }

    /// Makes the means of shared sums ready, once all of a playout was learned.
    pub(super) fn settle(&mut self) {
        let Some(pooled) = &self.pooled else { return };
        for &place in &pooled.seen {
            let place = place as usize;
            let MoveTotal { count, player, .. } = self.totals[place];
            self.ready[place] = pooled.pool.value(pooled.groups[place], player, count);
        }
    }

    /// Forgets everything but the share of it that the next search keeps. Counts are rounded down.
    pub(super) fn forget(&mut self) {
        if self.decay == 0.0 {
            return self.clear();
        }
        for (total, ready) in self.totals.iter_mut().zip(&mut self.ready) {
            let left = faded(total.count, self.decay);
            if left == 0 {
                (total.sum, *ready) = (0.0, UNSEEN);
            } else {
                total.sum *= f64::from(left) / f64::from(total.count);
            }
            total.count = left;
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.ready.fill(UNSEEN);
        for total in &mut self.totals {
            (total.sum, total.count) = (0.0, 0);
        }
        if let Some(pooled) = &mut self.pooled {
            pooled.pool.forget();
            pooled.seen.clear();
        }
    }
}

/// What is left of a count.
pub(super) fn faded(count: u32, decay: f64) -> u32 {
    (f64::from(count) * decay) as u32
}
