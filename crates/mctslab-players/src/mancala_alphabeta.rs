//! Alpha-beta for Awari by captured seeds alone.
//!
//! Looks `depth` plies ahead and values a position by the seeds that the searching player has
//! captured minus those of his opponent. At the end of the game seeds that go to the owner of their
//! row count as captured; a game that was cut short counts as it stands. A win is worth no more
//! than its seeds. Moves are tried in the order of the pits, and the first one whose value is the
//! value of the position is played.
//!
//! Source: the minimax player for Awari of Lanzi, "Evaluating the Complexity of Players' Strategies
//! using MCTS Iterations" (2019), which he measured at 278 to 288 iterations of `mcts`. The program
//! that he cites plays Kalah and reads its depth from a file: here are its search and its estimate
//! with the rules of Awari, where nobody moves twice in a row. The paper's depth is unknown.
//! Measured with the default rules, depth 2 is level with 225 iterations of `mcts` and depth 3 with
//! about 370; depth 2 is the nearer of the two, and the example that comes with that program. The
//! value of a move is 1/2 + d / (2 (|d| + 10)) with d the difference in seeds, and nothing where it
//! is only known to be no better than one before; it orders the moves and is no payoff.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Budget, Failure, Game, Player, Thoughts, Watch};
use mctslab_games::awari::pits;
use mctslab_games::awari::{Awari, State};
use mctslab_search::PartCatalog;
use mctslab_search::agents::ratings::MoveRatings;
use mctslab_search::agents::specific::{refuse, serve};
use mctslab_search::agents::{AgentFamily, AgentInfo};

/// `mancala-alphabeta` in the list of agents, with its options.
pub(super) struct MancalaAlphaBeta;

const NAME: &str = "mancala-alphabeta";
/// More than all seeds.
const MORE_THAN_ALL_SEEDS: i32 = 100;

impl AgentFamily for MancalaAlphaBeta {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: NAME,
            doc: "pruned search by captured seeds; awari only",
            params: &[Param::new("depth", Kind::Integer { min: 1, max: 30 }, "2", "plies to look ahead")],
        },
        source: include_str!("mancala_alphabeta.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args, _: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError> {
        let depth = args.integer("depth") as usize;
        let build = |game: &Awari| -> Box<dyn Agent<Awari>> {
            let levels = (0..depth).map(|_| MancalaLevel { state: game.initial(), moves: Vec::new() }).collect();
            Box::new(MancalaAlphaBetaAgent {
                levels,
                moves: Vec::new(),
                positions: 0,
                ratings: MoveRatings::of_points(10.0),
            })
        };
        serve(game, build).ok_or_else(|| refuse(NAME, "awari"))
    }

    fn is_deterministic(_: &Args) -> bool {
        true
    }
}

/// A position on the way down, and its moves.
struct MancalaLevel {
    state: State,
    moves: Vec<u8>,
}

/// `mancala-alphabeta` as it plays one game, with what it keeps from move to move.
struct MancalaAlphaBetaAgent {
    /// One for each ply to look ahead.
    levels: Vec<MancalaLevel>,
    moves: Vec<u8>,
    positions: u64,
    ratings: MoveRatings<u8>,
}

/// How many more seeds a player has than his opponent.
fn lead(game: &Awari, state: &State, player: Player) -> i32 {
    let captured = || [Player::FIRST, Player::SECOND].map(|player| pits::store(state.row(player)));
    let over = game.turn(state).is_none();
    let [first, second] = if over { game.settled(state).unwrap_or_else(captured) } else { captured() };
    let lead = first as i32 - second as i32;
    if player == Player::FIRST { lead } else { -lead }
}

/// The lead of the player to move in the first of the levels, looking as many plies ahead as there
/// are others, if it lies strictly between `alpha` and `beta`; otherwise a bound on it that lies on
/// the same side. Of no meaning once the watch says stop.
fn search(
    game: &Awari,
    levels: &mut [MancalaLevel],
    (positions, watch): (&mut u64, &mut Watch<'_>),
    mover: Player,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    *positions += 1;
    if watch.node() {
        return 0;
    }
    let [MancalaLevel { state, moves }, below @ ..] = levels else { return 0 };
    if below.is_empty() || game.turn(state).is_none() {
        return lead(game, state, mover);
    }
    moves.clear();
    game.moves(state, moves);
    let mut best = -MORE_THAN_ALL_SEEDS;
    for &mv in &*moves {
        below[0].state.clone_from(state);
        game.play(&mut below[0].state, mv);
        let value = -search(game, below, (positions, watch), mover.other(), -beta, -alpha);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta || watch.is_over() {
            break;
        }
    }
    best
}

impl Agent<Awari> for MancalaAlphaBetaAgent {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, game: &Awari, state: &State, budget: &mut Budget<'_, u8>) -> Result<u8, Failure> {
        let player = game.turn(state).ok_or_else(Failure::game_over)?;
        self.moves.clear();
        game.moves(state, &mut self.moves);
        self.ratings.clear();
        let mut most = -MORE_THAN_ALL_SEEDS;
        let depth = budget.depth(self.levels.len() as u32);
        let levels = &mut self.levels[..depth as usize];
        let mut watch = budget.watch(None, None);
        for &mv in &self.moves {
            levels[0].state.clone_from(state);
            game.play(&mut levels[0].state, mv);
            self.positions = 0;
            let counts = (&mut self.positions, &mut watch);
            let value = -search(game, levels, counts, player.other(), -MORE_THAN_ALL_SEEDS, -most);
            if watch.is_over() {
                self.ratings.push_passed_over(mv, self.positions);
                break;
            }
            if value > most {
                self.ratings.push(mv, f64::from(value), self.positions);
                most = value;
            } else {
                self.ratings.push_passed_over(mv, self.positions);
            }
        }
        self.ratings.first_best().or(self.moves.first().copied()).ok_or_else(Failure::game_over)
    }

    fn thoughts(&self, _: &Awari) -> Thoughts<u8> {
        self.ratings.thoughts()
    }

    fn deterministic(&self) -> bool {
        true
    }
}
