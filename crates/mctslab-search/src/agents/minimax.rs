//! Minimax to a depth, without pruning; max^n for more than two players.
//!
//! Looks at every line of play of `depth` plies, values the ends by `eval` (exactly where the game
//! is over), lets every player take what pays him most (Shannon, "Programming a computer for
//! playing chess", 1950; max^n: Luckhardt, Irani, "An algorithmic solution of N-person games",
//! 1986), and plays one of the best moves: the first, the last, or a random one, as `ties` says.
//! Below the root, where ties matter to third players only, the first is taken. `alphabeta` finds
//! the same values. A search that is stopped plays the best of the moves whose values it has found.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Budget, Failure, Game, MoveThought, Rng, Thoughts};

use super::{AgentFamily, AgentInfo};
use crate::PartCatalog;
use crate::minimax::{EVAL, MaxN};

/// `minimax` in the list of agents, with its options.
pub(super) struct MinimaxAgent;

const DEPTH: Param = Param::new("depth", Kind::Integer { min: 1, max: 100 }, "4", "plies to look ahead");
const TIES: &[Entry] = &[
    Entry::word("first", "the first in the game's list of moves"),
    Entry::word("last", "the last in the game's list of moves"),
    Entry::word("random", "each equally likely"),
];

impl AgentFamily for MinimaxAgent {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: "minimax",
            doc: "full-width search to a depth, any number of players",
            params: &[
                DEPTH,
                EVAL,
                Param::new("ties", Kind::Choice(TIES), "first", "which of the best moves is played"),
            ],
        },
        source: include_str!("minimax.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args, parts: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError> {
        let ties = args.choice("ties");
        let ties = match ties.name() {
            "last" => MinimaxTies::Last,
            "random" => MinimaxTies::Random,
            "first" => MinimaxTies::First,
            _ => ties.unlisted(),
        };
        Ok(Box::new(MinimaxSearch {
            depth: args.integer("depth") as u32,
            ties,
            search: MaxN::new(parts.eval(game, args.choice("eval"))?),
            rng: Rng::new(0),
            legal: Vec::new(),
            best: Vec::new(),
            next: game.initial(),
            thoughts: Thoughts::default(),
        }))
    }

    fn is_deterministic(args: &Args) -> bool {
        args.choice("ties").name() != "random"
    }
}

/// Which of equally good moves is played.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MinimaxTies {
    First,
    Last,
    Random,
}

/// `minimax` as it plays one game, with what it keeps from move to move.
struct MinimaxSearch<G: Game> {
    depth: u32,
    ties: MinimaxTies,
    search: MaxN<G>,
    rng: Rng,
    legal: Vec<G::Move>,
    best: Vec<G::Move>,
    next: G::State,
    thoughts: Thoughts<G::Move>,
}

impl<G: Game> MinimaxSearch<G> {
    /// One of the moves with the greatest value.
    fn pick(&mut self) -> Option<G::Move> {
        let moves = &self.thoughts.moves;
        let most = moves.iter().filter_map(|thought| thought.value).fold(f64::NEG_INFINITY, f64::max);
        self.best.clear();
        self.best.extend(moves.iter().filter(|thought| thought.value == Some(most)).map(|thought| thought.mv));
        match self.ties {
            MinimaxTies::First => self.best.first().copied(),
            MinimaxTies::Last => self.best.last().copied(),
            MinimaxTies::Random => self.rng.pick(&self.best),
        }
    }
}

impl<G: Game> Agent<G> for MinimaxSearch<G> {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        let player = game.turn(state).ok_or_else(Failure::game_over)?;
        self.legal.clear();
        game.moves(state, &mut self.legal);
        self.thoughts.moves.clear();
        self.thoughts.iterations = 1;
        let (depth, mut watch) = (budget.depth(self.depth), budget.watch(None, None));
        for place in 0..self.legal.len() {
            let mv = self.legal[place];
            self.next.clone_from(state);
            game.play(&mut self.next, mv);
            let values = self.search.values_within(game, &self.next, depth - 1, &mut watch);
            let visits = self.search.take_positions();
            self.thoughts.iterations += visits;
            let Some(values) = values else { break };
            self.thoughts.moves.push(MoveThought { mv, visits, value: Some(values[player.index()]), proven: None });
            if watch.is_due() {
                budget.show(&self.thoughts);
            }
        }
        let chosen = self.pick().or(self.legal.first().copied()).ok_or_else(Failure::game_over)?;
        self.thoughts.line.clear();
        self.thoughts.line.push(chosen);
        Ok(chosen)
    }

    fn thoughts(&self, _: &G) -> Thoughts<G::Move> {
        self.thoughts.clone()
    }

    fn deterministic(&self) -> bool {
        self.ties != MinimaxTies::Random
    }
}

/// The first of the moves with the greatest value, of at least one.
pub(super) fn first_best<M: Copy>(moves: &[MoveThought<M>]) -> M {
    let mut best = &moves[0];
    for thought in &moves[1..] {
        if thought.value > best.value {
            best = thought;
        }
    }
    best.mv
}
