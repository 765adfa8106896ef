//! Alpha-beta to a depth (Knuth, Moore, "An analysis of alpha-beta pruning", 1975): minimax that
//! skips what cannot change the result. With a table it also skips what it has searched before, and
//! looks first at the move that was best then.

use mctslab_core::{Eval, Game, Player, Watch};

use super::frames::Frames;
use super::improves;
use super::table::{Bound, TableEntry, TranspositionTable};

/// A search of a two-player game, valued by an estimate.
pub struct AlphaBetaSearch<G: Game> {
    // fixed
    eval: Eval<G>,
    // lasts from search to search
    table: Option<TranspositionTable>,
    frames: Frames<G>,
    positions: u64,
    // of the search at hand
    estimated: bool,
}

impl<G: Game> AlphaBetaSearch<G> {
    /// A search that values unfinished positions by `eval`.
    pub fn new(eval: Eval<G>) -> AlphaBetaSearch<G> {
        AlphaBetaSearch { eval, table: None, frames: Frames::new(), positions: 0, estimated: false }
    }

    /// The same search with a table of at most about `bytes`.
    #[must_use]
    pub fn with_table(self, bytes: usize) -> AlphaBetaSearch<G> {
        AlphaBetaSearch { table: Some(TranspositionTable::new(bytes)), ..self }
    }

    /// Forgets what the table knows, so that a game does not depend on those played before.
    pub fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.forget();
        }
    }

    /// Bytes that the table takes.
    pub fn bytes(&self) -> usize {
        self.table.as_ref().map_or(0, TranspositionTable::bytes)
    }

    /// Positions visited since the last call, finished ones and those found in the table included.
    pub fn take_positions(&mut self) -> u64 {
        std::mem::take(&mut self.positions)
    }

    /// Whether the last search rests on an estimate, so that a deeper one might find another value.
    pub fn estimated(&self) -> bool {
        self.estimated
    }

    /// The minimax value for the first player at `depth` if it lies strictly between `alpha` and
    /// `beta`; otherwise a bound on it that lies on the same side of the window.
    pub fn value(&mut self, game: &G, state: &G::State, depth: u32, alpha: f64, beta: f64) -> f64 {
        let watch = &mut Watch::idle();
        self.value_within(game, state, depth, alpha, beta, watch).expect("nothing ends the search early")
    }

    /// The same, or nothing if the watch says stop.
    pub fn value_within(
        &mut self,
        game: &G,
        state: &G::State,
        depth: u32,
        alpha: f64,
        beta: f64,
        watch: &mut Watch<'_>,
    ) -> Option<f64> {
        self.estimated = false;
        self.visit(game, state, depth, alpha, beta, watch)
    }

    fn visit(
        &mut self,
        game: &G,
        state: &G::State,
        depth: u32,
        alpha: f64,
        beta: f64,
        watch: &mut Watch<'_>,
    ) -> Option<f64> {
        self.positions += 1;
        if watch.node() {
            return None;
        }
        let Some(player) = game.turn(state) else { return Some(game.payoffs(state).of(Player::FIRST)) };
        if depth == 0 {
            self.estimated = true;
            return Some(self.eval.of(game, state, Player::FIRST));
        }
        let Some(table) = &self.table else {
            return self.best(game, state, player, depth, alpha, beta, None, watch).map(|(value, _)| value);
        };
        let key = game.hash(state);
        let known = table.get(key);
        if let Some(known) = known
            && let Some(value) = known.answer(depth, alpha, beta)
        {
            self.estimated |= !known.lasting;
            return Some(value);
        }
        let around = std::mem::replace(&mut self.estimated, false);
        let (value, mv) = self.best(game, state, player, depth, alpha, beta, known.map(|known| known.mv), watch)?;
        let bound = if value <= alpha {
            Bound::Upper
        } else if value >= beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        // Estimates lie strictly between 0 and 1: a won or lost game is a proof, whatever else was
        // looked at.
        let lasting = !self.estimated || value == 0.0 || value == 1.0;
        self.estimated = around || !lasting;
        let entry = TableEntry::new(key, value, mv as u32, depth as u8, bound, lasting);
        self.table.as_mut().expect("it was there above").put(entry);
        Some(value)
    }

    /// The value of an unfinished position, as [`AlphaBetaSearch::value`], and the index of a move
    /// that has it.
    #[expect(clippy::too_many_arguments, reason = "the loop of one node, named apart from what surrounds it")]
    fn best(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        depth: u32,
        mut alpha: f64,
        mut beta: f64,
        hint: Option<u32>,
        watch: &mut Watch<'_>,
    ) -> Option<(f64, usize)> {
        let mut frame = self.frames.take(game, state);
        if let Some(place) = hint.and_then(|hint| frame.moves.iter().position(|&mv| game.index(mv) == hint as usize)) {
            frame.moves[..=place].rotate_right(1);
        }
        let mut best = if player == Player::FIRST { f64::NEG_INFINITY } else { f64::INFINITY };
        let mut best_move = 0;
        let mut in_time = true;
        for &mv in &frame.moves {
            frame.next.clone_from(state);
            game.play(&mut frame.next, mv);
            let Some(value) = self.visit(game, &frame.next, depth - 1, alpha, beta, watch) else {
                in_time = false;
                break;
            };
            if improves(player, value, best) {
                best = value;
                best_move = game.index(mv);
            }
            if player == Player::FIRST {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        self.frames.give_back(frame);
        in_time.then_some((best, best_move))
    }
}
