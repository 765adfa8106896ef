//! An Othello player that looks one ply ahead by the worth of the cells.
//!
//! Every cell has a worth. The move is played after which the own stones are worth most, minus
//! those of the opponent; ties at random. The end of the game is scored like any other position.
//!
//! `table=classic` is the common advice for any size of board: a corner is worth 100, the cell
//! diagonally next to it -50, the cells beside it on the edge -20, other cells of the edge 10,
//! cells next to the edge -2 and all inner cells 1. `table=corners` has the corners alone, 100, and
//! 1 everywhere else; with `table=stones` all cells are worth 1, and most stones are turned.
//!
//! Source: the player "Simple" of Lanzi, "Evaluating the Complexity of Players' Strategies using
//! MCTS Iterations" (2019), of which the paper only says that a value function decides on the next
//! move; he measured it at about 30 iterations of `mcts` on 6 x 6. The tables are not his; with the
//! classic one this player is level with 25. The value of a move is 1/2 + s / (2 (|s| + 50)) with s
//! the difference; it orders the moves and is no payoff.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Budget, Failure, Game, Player, Rng, Thoughts};
use mctslab_games::othello::outflank::OutflankCells;
use mctslab_games::othello::{Rules, State};
use mctslab_search::PartCatalog;
use mctslab_search::agents::ratings::MoveRatings;
use mctslab_search::agents::specific::{refuse, serve};
use mctslab_search::agents::{AgentFamily, AgentInfo};

/// `othello-simple` in the list of agents, with its options.
pub(super) struct OthelloSimple;

const NAME: &str = "othello-simple";
const TABLES: &[Entry] = &[
    Entry::word("classic", "corners and edges are good, cells next to corners bad"),
    Entry::word("corners", "corners are good, all else is equal"),
    Entry::word("stones", "all cells are equal"),
];

impl AgentFamily for OthelloSimple {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: NAME,
            doc: "one ply ahead by the worth of the cells; othello only",
            params: &[Param::new("table", Kind::Choice(TABLES), "classic", "the worth of the cells")],
        },
        source: include_str!("othello_simple.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args, _: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError> {
        let table = args.choice("table");
        let worth = match table.name() {
            "classic" => classic,
            "corners" => corners,
            "stones" => |_, _| 1,
            _ => table.unlisted(),
        };
        serve::<G, Rules<u64>>(game, |game| Box::new(OthelloSimpleAgent::new(game, worth)))
            .or_else(|| serve::<G, Rules<u128>>(game, |game| Box::new(OthelloSimpleAgent::new(game, worth))))
            .ok_or_else(|| refuse(NAME, "othello"))
    }
}

/// The worth of a cell by its distances from the nearest edges, the lesser first.
type SquareWorth = fn(u32, u32) -> i32;

fn classic(near: u32, far: u32) -> i32 {
    match (near, far) {
        (0, 0) => 100,
        (0, 1) => -20,
        (0, _) => 10,
        (1, 1) => -50,
        (1, _) => -2,
        _ => 1,
    }
}

fn corners(near: u32, far: u32) -> i32 {
    if (near, far) == (0, 0) { 100 } else { 1 }
}

/// `othello-simple` as it plays one game, with what it keeps from move to move.
struct OthelloSimpleAgent<C> {
    /// Sets of cells with the same worth.
    worths: Vec<(C, i32)>,
    rng: Rng,
    moves: Vec<u8>,
    ratings: MoveRatings<u8>,
}

impl<C: OutflankCells> OthelloSimpleAgent<C> {
    fn new(game: &Rules<C>, worth: SquareWorth) -> OthelloSimpleAgent<C> {
        let mut worths: Vec<(C, i32)> = Vec::new();
        let from_edge = |at: u32| at.min(game.size() - 1 - at);
        for (row, column) in (0..game.size()).flat_map(|row| (0..game.size()).map(move |column| (row, column))) {
            let cell = C::ONE << (row * C::STRIDE + column);
            let (down, across) = (from_edge(row), from_edge(column));
            let worth = worth(down.min(across), down.max(across));
            match worths.iter_mut().find(|(_, known)| *known == worth) {
                Some((cells, _)) => *cells = *cells | cell,
                None => worths.push((cell, worth)),
            }
        }
        OthelloSimpleAgent { worths, rng: Rng::new(0), moves: Vec::new(), ratings: MoveRatings::of_points(50.0) }
    }

    /// What a player's stones are worth, minus the opponent's.
    fn lead(&self, game: &Rules<C>, state: &State<C>, player: Player) -> i32 {
        let [own, enemy] = [player, player.other()].map(|player| game.stones(state, player));
        let lead = |cells: C| (own & cells).count() as i32 - (enemy & cells).count() as i32;
        self.worths.iter().map(|&(cells, worth)| worth * lead(cells)).sum()
    }
}

impl<C: OutflankCells> Agent<Rules<C>> for OthelloSimpleAgent<C> {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, game: &Rules<C>, state: &State<C>, _: &mut Budget<'_, u8>) -> Result<u8, Failure> {
        let player = game.turn(state).ok_or_else(Failure::game_over)?;
        self.moves.clear();
        game.moves(state, &mut self.moves);
        self.ratings.clear();
        for &mv in &self.moves {
            let mut next = *state;
            game.play(&mut next, mv);
            let lead = self.lead(game, &next, player);
            self.ratings.push(mv, f64::from(lead), 1);
        }
        self.ratings.any_best(&mut self.rng).ok_or_else(Failure::game_over)
    }

    fn thoughts(&self, _: &Rules<C>) -> Thoughts<u8> {
        self.ratings.thoughts()
    }
}
