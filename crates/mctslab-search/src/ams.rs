//! Adaptive multistage sampling (Chang, Fu, Hu, Marcus 2005): a bandit in every position down to a
//! depth, without a tree.
//!
//! A position is sampled by sampling each of its moves once, then again and again the move that
//! UCB1 prefers, and is worth the mean of all these samples to each player. A sample of a move is
//! the worth of the position after it, found in the same way one ply less deep; at depth 0 by a
//! playout or an estimate. [`crate::agents`] documents it as `ams`.

use std::collections::HashMap;
use std::time::Duration;

use mctslab_core::hash::StateHash;
use mctslab_core::{Budget, Eval, Game, MoveThought, Next, Player, Rng, Thoughts, Unit, Watch};

use crate::playout::Policy;
use crate::trail::Trail;

/// Values for all players.
type SampleValues = [f64; Player::MOST];

/// How positions at depth 0 are valued.
pub enum Leaf<G: Game> {
    /// By a playout.
    Playout(Box<dyn Policy<G>>),
    /// By an estimate.
    Estimate(Eval<G>),
}

/// How to sample.
#[derive(Clone, Copy, Debug)]
pub struct AmsSettings {
    /// Lines of play per move; no limit if `None`.
    pub iters: Option<u64>,
    /// Time per move; no limit if `None`.
    pub time: Option<Duration>,
    /// Plies down to the leaves, at least 1.
    pub depth: u32,
    /// Samples by UCB1 in each position below the root, after the first of each move; no limit if
    /// `None`.
    pub inner: Option<u64>,
    /// Exploration constant.
    pub c: f64,
    /// The final move is the one with the greatest sum of samples, counted from a draw, in place of
    /// the greatest mean.
    pub by_sum: bool,
    /// A sample that is asked for when the budget is spent counts as a draw; otherwise it is not
    /// taken.
    pub late_draws: bool,
    /// Positions remember their samples.
    pub table: bool,
    /// Bytes at which the table stops growing: positions that are met after that are sampled afresh
    /// whenever they are met, as all are without a table.
    pub memory: usize,
}

/// The samples of one move.
#[derive(Clone, Copy, Debug, Default)]
struct Arm {
    count: u64,
    sums: SampleValues,
}

/// The moves of a position: a range of the arms.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: usize,
    end: usize,
    /// Whether it stays when the position has been sampled.
    kept: bool,
}

/// The moves of no position.
const NOTHING: Span = Span { start: 0, end: 0, kept: false };

/// The sampler.
pub struct Ams<G: Game> {
    settings: AmsSettings,
    leaf: Leaf<G>,
    rng: Rng,
    // of one search
    lines: u64,
    spent: bool,
    arms: Vec<Arm>,
    moves: Vec<G::Move>,
    known: HashMap<(u64, u32), Span, StateHash>,
    /// Whether the table has come to its bound. It stays so for the rest of the search: what is
    /// kept must lie before all that is not.
    full: bool,
    root: Span,
    // of one line of play
    states: Vec<G::State>,
    path: Vec<(Player, G::Move)>,
    trail: Trail,
    state: G::State,
}

impl<G: Game> Ams<G> {
    /// A sampler.
    pub fn new(game: &G, settings: AmsSettings, leaf: Leaf<G>) -> Ams<G> {
        let learns = matches!(&leaf, Leaf::Playout(policy) if policy.learns());
        Ams {
            settings,
            leaf,
            rng: Rng::new(0),
            lines: 0,
            spent: false,
            arms: Vec::new(),
            moves: Vec::new(),
            known: HashMap::default(),
            full: false,
            root: NOTHING,
            states: vec![game.initial(); settings.depth as usize + 1],
            path: Vec::new(),
            trail: Trail::new(learns),
            state: game.initial(),
        }
    }

    /// Draws from `seed` from now on, and forgets the last search.
    pub fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        if let Leaf::Playout(policy) = &mut self.leaf {
            policy.new_game();
        }
        self.clear();
    }

    /// Whether nothing is left to chance or to the clock.
    pub fn is_deterministic(&self) -> bool {
        matches!(self.leaf, Leaf::Estimate(_)) && self.settings.time.is_none()
    }

    /// Samples the moves of `state` until the budget is spent, or no position wants another sample,
    /// and returns the best, of equals the first; `None` if the game is over.
    pub fn search(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Option<G::Move> {
        self.clear();
        let player = game.turn(state)?;
        if let Leaf::Playout(policy) = &mut self.leaf {
            policy.forget();
        }
        let mut watch = budget.watch(self.settings.iters, self.settings.time);
        self.states[0].clone_from(state);
        self.root = self.span(game, 0);
        self.sample_root(game, player, budget, &mut watch);
        self.best(player).or_else(|| self.moves.first().copied())
    }

    /// Samples the moves of the root, and shows what was found to who wants to see it.
    fn sample_root(&mut self, game: &G, player: Player, budget: &mut Budget<'_, G::Move>, watch: &mut Watch<'_>) {
        self.sample_each(game, 0, player, self.root, watch);
        while !self.spent {
            let (place, before) = (self.prefer(player, self.root), self.lines);
            self.sample_move(game, 0, player, place, watch);
            if self.lines == before {
                // With `inner` 0 and a table, what was sampled once is never sampled again.
                break;
            }
            if watch.is_due() {
                budget.show(&self.thoughts(game));
            }
        }
    }

    /// What the last search found out about each move, for the player who was to move.
    pub fn thoughts(&self, game: &G) -> Thoughts<G::Move> {
        let Some(player) = game.turn(&self.states[0]).filter(|_| self.root.end > 0) else {
            return Thoughts::default();
        };
        let thought = |place: usize| {
            let arm = &self.arms[place];
            let value = (arm.count > 0).then(|| arm.sums[player.index()] / arm.count as f64);
            MoveThought { mv: self.moves[place], visits: arm.count, value, proven: None }
        };
        Thoughts {
            iterations: self.lines,
            bytes: (size_of_val(&*self.arms) + size_of_val(&*self.moves)) as u64,
            unit: Unit::Iterations,
            moves: (self.root.start..self.root.end).map(thought).collect(),
            line: self.best(player).into_iter().collect(),
        }
    }

    fn clear(&mut self) {
        self.lines = 0;
        self.spent = false;
        self.arms.clear();
        self.moves.clear();
        self.known.clear();
        self.full = false;
        self.root = NOTHING;
        self.path.clear();
    }

    /// The first of the best moves of the root.
    fn best(&self, player: Player) -> Option<G::Move> {
        let score = |arm: &Arm| {
            let (sum, count) = (arm.sums[player.index()], arm.count as f64);
            if self.settings.by_sum { sum - 0.5 * count } else { sum / count }
        };
        let mut best = None;
        let mut most = f64::NEG_INFINITY;
        for place in self.root.start..self.root.end {
            let arm = &self.arms[place];
            if arm.count > 0 && score(arm) > most {
                (best, most) = (Some(self.moves[place]), score(arm));
            }
        }
        best
    }

    /// The arms of the position at that level: those it has, or new ones.
    fn span(&mut self, game: &G, level: usize) -> Span {
        let key = self.settings.table.then(|| (game.hash(&self.states[level]), level as u32));
        if let Some(span) = key.and_then(|key| self.known.get(&key)) {
            return *span;
        }
        let start = self.moves.len();
        game.moves(&self.states[level], &mut self.moves);
        self.full |= self.bytes() > self.settings.memory;
        let key = key.filter(|_| !self.full);
        let span = Span { start, end: self.moves.len(), kept: key.is_some() };
        self.arms.resize(span.end, Arm::default());
        if let Some(key) = key {
            self.known.insert(key, span);
        }
        span
    }

    /// What the table takes, with the moves that were just listed.
    fn bytes(&self) -> usize {
        let (arm, entry) = (size_of::<Arm>() + size_of::<G::Move>(), size_of::<((u64, u32), Span)>() + 1);
        // A table of hashes is at most seven eighths full.
        self.moves.len() * arm + self.known.len() * entry * 8 / 7
    }

    /// Samples every move of a position that has no sample yet.
    fn sample_each(&mut self, game: &G, level: usize, player: Player, span: Span, watch: &mut Watch<'_>) {
        for place in span.start..span.end {
            if self.spent && !self.settings.late_draws {
                return;
            }
            if self.arms[place].count == 0 {
                self.sample_move(game, level, player, place, watch);
            }
        }
    }

    /// Samples every move of a position that has no sample yet, then those that UCB1 prefers.
    fn sample_moves(&mut self, game: &G, level: usize, player: Player, span: Span, watch: &mut Watch<'_>) {
        self.sample_each(game, level, player, span, watch);
        let most = self.settings.inner.unwrap_or(u64::MAX);
        let mut done = 0;
        while done < most && !self.spent {
            let place = self.prefer(player, span);
            self.sample_move(game, level, player, place, watch);
            done += 1;
        }
    }

    /// The place of the move with the greatest mean + c · sqrt(ln N / n), of equals the first. All
    /// have samples.
    fn prefer(&self, player: Player, span: Span) -> usize {
        let arms = &self.arms[span.start..span.end];
        let total: u64 = arms.iter().map(|arm| arm.count).sum();
        let log = libm::log(total as f64);
        let (mut best, mut most) = (span.start, f64::NEG_INFINITY);
        for (place, arm) in arms.iter().enumerate() {
            let count = arm.count as f64;
            let bound = arm.sums[player.index()] / count + self.settings.c * (log / count).sqrt();
            if bound > most {
                (best, most) = (span.start + place, bound);
            }
        }
        best
    }

    fn sample_move(&mut self, game: &G, level: usize, player: Player, place: usize, watch: &mut Watch<'_>) {
        let mv = self.moves[place];
        let (above, below) = self.states.split_at_mut(level + 1);
        below[0].clone_from(&above[level]);
        game.play(&mut below[0], mv);
        self.path.push((player, mv));
        if let Some(values) = self.value(game, level + 1, watch) {
            let arm = &mut self.arms[place];
            arm.count += 1;
            for (sum, value) in arm.sums.iter_mut().zip(values) {
                *sum += value;
            }
        }
        self.path.pop();
    }

    /// What the position at that level is worth to each player; `None` if the budget is spent and
    /// nothing was sampled.
    fn value(&mut self, game: &G, level: usize, watch: &mut Watch<'_>) -> Option<SampleValues> {
        let mut values = [0.0; Player::MOST];
        let Some(player) = game.turn(&self.states[level]) else {
            if !self.spent {
                self.count_line(watch);
            }
            values[..game.players()].copy_from_slice(game.payoffs(&self.states[level]).as_slice());
            return Some(values);
        };
        if self.spent {
            // Asked for at all only if late samples are draws.
            return Some([0.5; Player::MOST]);
        }
        if level == self.settings.depth as usize {
            let values = self.leaf(game, level, watch);
            self.count_line(watch);
            return Some(values);
        }
        let span = self.span(game, level);
        self.sample_moves(game, level, player, span, watch);
        let mut count = 0;
        for arm in &self.arms[span.start..span.end] {
            count += arm.count;
            for (value, sum) in values.iter_mut().zip(arm.sums) {
                *value += sum;
            }
        }
        if !span.kept {
            self.arms.truncate(span.start);
            self.moves.truncate(span.start);
        }
        (count > 0).then(|| values.map(|sum| sum / count as f64))
    }

    /// One more line of play has come to its end.
    fn count_line(&mut self, watch: &mut Watch<'_>) {
        self.lines += 1;
        match watch.iteration() {
            Next::On => {}
            // The root shows it, which alone knows what it comes to.
            Next::Show => watch.put_off(),
            Next::Over => self.spent = true,
        }
    }

    fn leaf(&mut self, game: &G, level: usize, watch: &mut Watch<'_>) -> SampleValues {
        let mut values = [0.0; Player::MOST];
        let state = &self.states[level];
        match &mut self.leaf {
            Leaf::Estimate(eval) => {
                for (player, value) in values[..game.players()].iter_mut().enumerate() {
                    *value = eval.of(game, state, Player::new(player));
                }
            }
            Leaf::Playout(policy) => {
                self.trail.clear();
                for &(player, mv) in &self.path {
                    self.trail.push(game, player, mv);
                }
                self.trail.leave_tree();
                self.state.clone_from(state);
                let payoffs = policy.playout_within(game, &mut self.state, &mut self.rng, &mut self.trail, watch);
                policy.learn(game, &self.trail, &payoffs);
                values[..game.players()].copy_from_slice(payoffs.as_slice());
            }
        }
        values
    }
}
