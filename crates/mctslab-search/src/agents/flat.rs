//! Flat Monte Carlo: every legal move is tried equally often, and the best mean payoff wins.
//!
//! No tree grows. The moves are tried in turn, in an order shuffled anew for every choice, so that
//! a budget that does not divide evenly favours none of them; with fewer iterations than moves,
//! only moves that were tried are played. Of equal means a random one is taken. It plays games of
//! any number of players. Abramson, "Expected-Outcome: A General Model of Static Evaluation"
//! (1990).

use std::time::Duration;

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Budget, Failure, Game, MoveThought, Next, Player, Rng, Thoughts, Unit, Watch};

use super::budget::{ITERS, TIME, budget};
use super::{AgentFamily, AgentInfo};
use crate::PartCatalog;
use crate::playout::Policy;
use crate::trail::Trail;

/// `flat` in the list of agents, with its options.
pub(super) struct Flat;

impl AgentFamily for Flat {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: "flat",
            doc: "Monte Carlo without a tree: every move is tried equally often",
            params: &[ITERS, TIME, Param::new("playout", Kind::Part("playout"), "uniform", "the policy of playouts")],
        },
        source: include_str!("flat.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args, parts: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError> {
        let (iters, time) = budget(args)?;
        let policy = parts.playout(game, args.choice("playout"), false)?;
        Ok(Box::new(FlatSearch {
            iters,
            time,
            trail: Trail::new(policy.learns()),
            policy,
            rng: Rng::new(0),
            moves: Vec::new(),
            tallies: Vec::new(),
            order: Vec::new(),
            best: Vec::new(),
            state: game.initial(),
            chosen: None,
        }))
    }
}

/// What a move brought so far.
#[derive(Clone, Copy, Default)]
struct MoveTally {
    visits: u64,
    sum: f64,
}

impl MoveTally {
    fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.sum / self.visits as f64)
    }
}

/// `flat` as it plays one game, with what it keeps from move to move.
struct FlatSearch<G: Game> {
    // fixed
    iters: Option<u64>,
    time: Option<Duration>,
    policy: Box<dyn Policy<G>>,
    // of the last choice
    rng: Rng,
    moves: Vec<G::Move>,
    tallies: Vec<MoveTally>,
    chosen: Option<G::Move>,
    // reused by every iteration
    order: Vec<usize>,
    best: Vec<usize>,
    state: G::State,
    trail: Trail,
}

impl<G: Game> FlatSearch<G> {
    fn begin(&mut self, game: &G, root: &G::State) {
        self.moves.clear();
        game.moves(root, &mut self.moves);
        self.tallies.clear();
        self.tallies.resize(self.moves.len(), MoveTally::default());
        self.order.clear();
        self.order.extend(0..self.moves.len());
        self.rng.shuffle(&mut self.order);
        self.policy.forget();
    }

    /// One playout after move number `place`.
    fn sample(&mut self, game: &G, root: &G::State, player: Player, place: usize, watch: &mut Watch<'_>) {
        self.state.clone_from(root);
        self.trail.clear();
        self.trail.push(game, player, self.moves[place]);
        self.trail.leave_tree();
        game.play(&mut self.state, self.moves[place]);
        let payoffs = if game.turn(&self.state).is_some() {
            self.policy.playout_within(game, &mut self.state, &mut self.rng, &mut self.trail, watch)
        } else {
            game.payoffs(&self.state)
        };
        if self.policy.learns() {
            self.policy.learn(game, &self.trail, &payoffs);
        }
        self.tallies[place].visits += 1;
        self.tallies[place].sum += payoffs.of(player);
    }

    /// Notes the places of the best means.
    fn rank(&mut self) {
        let most = self.tallies.iter().filter_map(MoveTally::mean).fold(f64::NEG_INFINITY, f64::max);
        self.best.clear();
        self.best.extend((0..self.tallies.len()).filter(|&place| self.tallies[place].mean() == Some(most)));
    }
}

impl<G: Game> Agent<G> for FlatSearch<G> {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.policy.new_game();
        self.moves.clear();
        self.chosen = None;
    }

    fn choose(&mut self, game: &G, root: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        let player = game.turn(root).ok_or_else(Failure::game_over)?;
        self.begin(game, root);
        let mut watch = budget.watch(self.iters, self.time);
        for done in 0.. {
            let place = self.order[done % self.order.len()];
            self.sample(game, root, player, place, &mut watch);
            match watch.iteration() {
                Next::On => {}
                Next::Show => {
                    self.rank();
                    self.chosen = self.best.first().map(|&place| self.moves[place]);
                    budget.show(&self.thoughts(game));
                }
                Next::Over => break,
            }
        }
        self.rank();
        self.chosen = self.rng.pick(&self.best).map(|place| self.moves[place]);
        self.chosen.ok_or_else(Failure::game_over)
    }

    fn thoughts(&self, _: &G) -> Thoughts<G::Move> {
        let thought = |(&mv, tally): (&G::Move, &MoveTally)| MoveThought {
            mv,
            visits: tally.visits,
            value: tally.mean(),
            proven: None,
        };
        let moves: Vec<_> = self.moves.iter().zip(&self.tallies).map(thought).collect();
        let iterations = moves.iter().map(|thought| thought.visits).sum();
        Thoughts { iterations, unit: Unit::Iterations, bytes: 0, moves, line: self.chosen.into_iter().collect() }
    }
}
