//! Alpha-beta to the end of the game with a table of positions already solved.
//!
//! The table compares whole states, not hashes, so a result is a proof. It grows with use up to its
//! size in memory, and of two entries that fall on one place the newer is kept.

use mctslab_core::{Game, Player, Watch};

use super::improves;

/// Why a position is not solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsolved {
    /// It has more or longer lines of play than allowed to look at.
    TooLarge {
        /// Positions visited before giving up.
        positions: u64,
    },
    /// The watch said stop.
    Stopped,
}

/// Lines of play are followed for this many plies: far more would not fit on a thread's stack.
const MAX_DEPTH: u32 = 1000;

/// Entries that are allocated together.
const CHUNK: usize = 1024;

/// Bounds of the exact value of a position, for the first player.
struct SolvedState<S> {
    state: S,
    low: f64,
    high: f64,
    /// Entries of earlier games are as good as none.
    game: u32,
}

/// A part of the table.
type Chunk<S> = Box<[Option<SolvedState<S>>]>;

/// A solver for two-player games.
pub struct Exhaustive<G: Game> {
    // fixed
    most: u64,
    bytes: usize,
    places: usize,
    // grows with use
    table: Vec<Option<Chunk<G::State>>>,
    used: usize,
    /// Some entries take more memory than their place.
    owning: bool,
    // changes from game to game and search to search
    game: u32,
    positions: u64,
    buffers: Vec<Vec<G::Move>>,
}

impl<G: Game> Exhaustive<G> {
    /// A solver that gives up after `most` positions and whose table takes at most about `bytes`.
    pub fn new(most: u64, bytes: usize) -> Exhaustive<G> {
        let places = (bytes / size_of::<Option<SolvedState<G::State>>>()).max(CHUNK);
        let places = 1usize << places.ilog2();
        let table = std::iter::repeat_with(|| None).take(places / CHUNK).collect();
        Exhaustive { most, bytes, places, table, used: 0, owning: false, game: 0, positions: 0, buffers: Vec::new() }
    }

    /// Forgets what is solved, so that a game does not depend on those played before.
    pub fn forget(&mut self) {
        self.game += 1;
        if self.owning {
            // What earlier games left takes room that entries of this game would have.
            self.table.fill_with(|| None);
            (self.used, self.owning) = (0, false);
        }
    }

    /// Positions visited by [`Exhaustive::solve`] since the budget was last renewed.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Allows as many positions again as at the start. What is solved stays known.
    pub fn renew(&mut self) {
        self.positions = 0;
    }

    /// The exact value for the first player under best play of both.
    pub fn solve(&mut self, game: &G, state: &G::State) -> Result<f64, Unsolved> {
        self.solve_within(game, state, &mut Watch::idle())
    }

    /// The same, as long as the watch allows.
    pub fn solve_within(&mut self, game: &G, state: &G::State, watch: &mut Watch<'_>) -> Result<f64, Unsolved> {
        self.value(game, state, 0, 0.0, 1.0, watch)
    }

    fn value(
        &mut self,
        game: &G,
        state: &G::State,
        depth: u32,
        mut alpha: f64,
        mut beta: f64,
        watch: &mut Watch<'_>,
    ) -> Result<f64, Unsolved> {
        if watch.node() {
            return Err(Unsolved::Stopped);
        }
        let Some(player) = game.turn(state) else { return Ok(game.payoffs(state).of(Player::FIRST)) };
        let place = self.place(game, state);
        let (mut low, mut high) = (0.0, 1.0);
        if let Some(known) = self.known(place).filter(|known| known.state == *state) {
            (low, high) = (known.low, known.high);
            if low >= beta || low == high {
                return Ok(low);
            }
            if high <= alpha {
                return Ok(high);
            }
            alpha = alpha.max(low);
            beta = beta.min(high);
        }
        self.positions += 1;
        if self.positions > self.most || depth >= MAX_DEPTH {
            return Err(Unsolved::TooLarge { positions: self.positions - 1 });
        }
        let value = self.best(game, state, player, depth, alpha, beta, watch)?;
        if value > alpha {
            low = value;
        }
        if value < beta {
            high = value;
        }
        self.remember(game, place, SolvedState { state: state.clone(), low, high, game: self.game });
        Ok(value)
    }

    /// What the table has at that place from this game.
    fn known(&self, place: usize) -> Option<&SolvedState<G::State>> {
        let chunk = self.table[place / CHUNK].as_ref()?;
        chunk[place % CHUNK].as_ref().filter(|known| known.game == self.game)
    }

    /// Puts an entry into the table if memory allows.
    fn remember(&mut self, game: &G, place: usize, known: SolvedState<G::State>) {
        let own = |known: &SolvedState<G::State>| game.state_bytes(&known.state) - size_of::<G::State>();
        let chunk = &mut self.table[place / CHUNK];
        let entry = size_of::<Option<SolvedState<G::State>>>();
        self.owning |= own(&known) > 0;
        let mut wanted = own(&known) + if chunk.is_none() { CHUNK * entry } else { 0 };
        let old = chunk.as_ref().and_then(|chunk| chunk[place % CHUNK].as_ref()).map_or(0, own);
        if self.used + wanted > self.bytes + old {
            return;
        }
        wanted -= old.min(wanted);
        self.used += wanted;
        let chunk = chunk.get_or_insert_with(|| std::iter::repeat_with(|| None).take(CHUNK).collect());
        chunk[place % CHUNK] = Some(known);
    }

    #[expect(clippy::too_many_arguments, reason = "the loop of one node, named apart from what surrounds it")]
    fn best(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        depth: u32,
        mut alpha: f64,
        mut beta: f64,
        watch: &mut Watch<'_>,
    ) -> Result<f64, Unsolved> {
        let mut moves = self.buffers.pop().unwrap_or_default();
        moves.clear();
        game.moves(state, &mut moves);
        let mut best = if player == Player::FIRST { f64::NEG_INFINITY } else { f64::INFINITY };
        let mut next = state.clone();
        let mut failure = None;
        for &mv in &moves {
            next.clone_from(state);
            game.play(&mut next, mv);
            let value = match self.value(game, &next, depth + 1, alpha, beta, watch) {
                Ok(value) => value,
                Err(error) => {
                    failure = Some(error);
                    break;
                }
            };
            if improves(player, value, best) {
                best = value;
            }
            if player == Player::FIRST {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            // Nothing beats a win.
            if alpha >= beta || (player == Player::FIRST && best >= 1.0) || (player != Player::FIRST && best <= 0.0) {
                break;
            }
        }
        self.buffers.push(moves);
        failure.map_or(Ok(best), Err)
    }

    fn place(&self, game: &G, state: &G::State) -> usize {
        // The high bits of a product are the well mixed ones.
        let hash = game.hash(state).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> (64 - self.places.ilog2())) as usize
    }
}
