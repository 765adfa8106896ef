//! The policy of a search: its choice in each position.

use std::collections::HashMap;
use std::ops::Range;

use mctslab_core::hash::StateHash;
use mctslab_core::rng::mix;
use mctslab_core::{Agent, Budget, Game};

use crate::SampleError;

/// The policies of one agent with one budget, each made when it is first needed.
///
/// A policy is the softmax of the visits of the moves, without those below nine tenths of the most
/// visits. The search behind it is seeded by the sample, the position and the budget, so that
/// within a sample it is always the same, and no two samples share their random numbers: a position
/// that belongs to several of them is searched anew for each. Its first simulation is of the
/// position itself, as in the thesis, and gives no information about its moves: an agent that grows
/// a tree below it has one iteration less.
pub(super) struct Policies<G: Game> {
    agent: Box<dyn Agent<G>>,
    seed: u64,
    budget: u64,
    /// The place in `moves` of the policy of a state.
    known: HashMap<G::State, Range<usize>, StateHash>,
    moves: Vec<(G::Move, f64)>,
    legal: Vec<G::Move>,
}

impl<G: Game> Policies<G> {
    /// The policies of an agent.
    pub(super) fn new(agent: Box<dyn Agent<G>>) -> Policies<G> {
        let known = HashMap::with_hasher(StateHash);
        Policies { agent, seed: 0, budget: 0, known, moves: Vec::new(), legal: Vec::new() }
    }

    /// Begins another sample, which has a seed of its own, or another budget.
    pub(super) fn start(&mut self, seed: u64, budget: u64) {
        self.seed = seed;
        self.budget = budget;
        self.known.clear();
        self.moves.clear();
    }

    /// The policy in an undecided state, as a place for [`Policies::choice`].
    pub(super) fn policy(&mut self, game: &G, state: &G::State) -> Result<Range<usize>, SampleError> {
        if let Some(known) = self.known.get(state) {
            return Ok(known.clone());
        }
        let first = self.moves.len();
        self.legal.clear();
        game.moves(state, &mut self.legal);
        if let [only] = self.legal[..] {
            self.moves.push((only, 1.0));
        } else {
            self.search(game, state)?;
        }
        let policy = first..self.moves.len();
        self.known.insert(state.clone(), policy.clone());
        Ok(policy)
    }

    /// A move that a policy may choose, and its probability.
    pub(super) fn choice(&self, place: usize) -> (G::Move, f64) {
        self.moves[place]
    }

    fn search(&mut self, game: &G, state: &G::State) -> Result<(), SampleError> {
        self.agent.new_game(mix(&[self.seed, game.hash(state), self.budget]));
        let iterations = self.budget.saturating_sub(1).max(1);
        let mut budget = Budget { iterations: Some(iterations), ..Budget::default() };
        let chosen = self.agent.choose(game, state, &mut budget)?;
        let thoughts = self.agent.thoughts(game);
        let most = thoughts.moves.iter().map(|thought| thought.visits).max().unwrap_or(0);
        if most == 0 {
            // The policy of an agent that counts no visits is the move that it plays.
            self.moves.push((chosen, 1.0));
            return Ok(());
        }
        let first = self.moves.len();
        for thought in thoughts.moves.iter().filter(|thought| 10 * thought.visits >= 9 * most) {
            self.moves.push((thought.mv, libm::exp(thought.visits as f64 - most as f64)));
        }
        let sum: f64 = self.moves[first..].iter().map(|(_, weight)| weight).sum();
        self.moves[first..].iter_mut().for_each(|(_, weight)| *weight /= sum);
        Ok(())
    }
}
