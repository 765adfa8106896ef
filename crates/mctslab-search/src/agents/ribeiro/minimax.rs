//! The minimax opponent of a study of Ataxx, with its mistake or without.
//!
//! Looks `depth` plies ahead at every line of play. A won game is worth +∞, a lost one -∞, any
//! other position the share of all stones on the board that one side holds. With `view=faithful`
//! this is the side that made the last move, as in the program of the study: at depth 2, or any
//! even depth, that is the opponent, so the player seeks what is good for the opponent, and a game
//! that the opponent has won is worth +∞ to it. With `view=corrected` it is the searching player.
//! The first of the best moves in `order` is played; the shares of two plies are so few numbers
//! that this decides most moves. `order=stones` is the order of the program in
//! `ataxx(clones=per-source)` (see `ribeiro`).
//!
//! With `view=faithful` a player who has to pass has lost for whoever made him pass, as in the
//! program, which finds no move there; with `view=corrected` a pass is a move like any other.
//!
//! The program's driver stops a game in which this player repeats itself: moves are entered in a
//! list, and after more than six in a row that are in it the stones are counted; the list is
//! emptied when it holds more than six. Here that is a rule of the match, `repeats` among the
//! adjudications.
//!
//! Source: Ribeiro, Figueiredo, "Performance of Monte Carlo Tree Search Algorithms when Playing the
//! Game Ataxx" (2018), and their program. Lines that cannot change the move are skipped. It plays
//! every game of two players that counts stones, seeds or pieces. The value of a move is its share,
//! 1 for +∞ and 0 for -∞, and nothing where it is only known to be no better than one before; with
//! `view=faithful` it may be the opponent's share.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Budget, Failure, Game, Player, Thoughts, Watch};

use super::order::{ORDERS, Order};
use crate::PartCatalog;
use crate::agents::ratings::MoveRatings;
use crate::agents::{AgentFamily, AgentInfo};

/// `ribeiro-minimax` in the list of agents, with its options.
pub(in crate::agents) struct RibeiroMinimax;

const NAME: &str = "ribeiro-minimax";
const VIEWS: &[Entry] = &[
    Entry::word("faithful", "of the side that made the last move: the opponent at even depths"),
    Entry::word("corrected", "of the searching player"),
];

impl AgentFamily for RibeiroMinimax {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: NAME,
            doc: "full-width search by the share of stones; ataxx and other games that count stones",
            params: &[
                Param::new("depth", Kind::Integer { min: 1, max: 20 }, "2", "plies to look ahead"),
                Param::new("view", Kind::Choice(VIEWS), "faithful", "whose share of the stones is counted"),
                Param::new(
                    "order",
                    Kind::Choice(ORDERS),
                    "stones",
                    "the order of moves, which decides between moves of equal value",
                ),
            ],
        },
        source: include_str!("minimax.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args, _: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError> {
        let counts = game.score(&game.initial(), Player::FIRST).is_some();
        if !counts || game.players() != 2 || game.payoff_sum() != Some(1.0) {
            let reason = "needs a game of two players that counts what they hold: \
                          `ataxx`, `othello`, `awari` or `skirmish`";
            return Err(SpecError::combination(NAME, reason));
        }
        let level = || RibeiroLevel { state: game.initial(), moves: Vec::new() };
        Ok(Box::new(RibeiroMinimaxSearch::<G> {
            faithful: args.choice("view").name() == "faithful",
            levels: (0..args.integer("depth")).map(|_| level()).collect(),
            order: Order::new(game, args.choice("order")),
            moves: Vec::new(),
            scratch: Vec::new(),
            ratings: MoveRatings::of_shares(),
        }))
    }

    fn is_deterministic(_: &Args) -> bool {
        true
    }
}

/// A position on the way down, and its moves.
struct RibeiroLevel<G: Game> {
    state: G::State,
    moves: Vec<G::Move>,
}

/// `ribeiro-minimax` as it plays one game, with what it keeps from move to move.
struct RibeiroMinimaxSearch<G: Game> {
    faithful: bool,
    /// One for each ply to look ahead.
    levels: Vec<RibeiroLevel<G>>,
    order: Order<G>,
    moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
    ratings: MoveRatings<G::Move>,
}

/// What does not change during a search.
struct TwoPlySearch<'a, 'w, G> {
    game: &'a G,
    watch: &'a mut Watch<'w>,
    faithful: bool,
    searcher: Player,
    positions: u64,
}

impl<G: Game> TwoPlySearch<'_, '_, G> {
    /// The value of a position where the search ends, reached by a move of `last`.
    fn estimate(&self, state: &G::State, last: Player) -> f64 {
        let side = if self.faithful { last } else { self.searcher };
        if self.game.turn(state).is_none() {
            match self.game.payoffs(state).of(side) {
                1.0 => return f64::INFINITY,
                0.0 => return f64::NEG_INFINITY,
                _ => {}
            }
        }
        let held = |player| f64::from(self.game.score(state, player).unwrap_or(0));
        let (own, other) = (held(side), held(side.other()));
        if own + other == 0.0 { 0.5 } else { own / (own + other) }
    }

    /// The value of the first of the levels, reached by a move of `last`, if it lies strictly
    /// between `alpha` and `beta`; otherwise a bound on it that lies on the same side. There are as
    /// many other levels as plies to look ahead. Nothing if the watch says stop.
    fn value(&mut self, levels: &mut [RibeiroLevel<G>], last: Player, mut alpha: f64, mut beta: f64) -> Option<f64> {
        self.positions += 1;
        if self.watch.node() {
            return None;
        }
        let (RibeiroLevel { state, moves }, below) = levels.split_first_mut().expect("there is a level for each ply");
        let player = match self.game.turn(state) {
            Some(player) if !below.is_empty() => player,
            _ => return Some(self.estimate(state, last)),
        };
        moves.clear();
        self.game.moves(state, moves);
        if self.faithful && is_pass(self.game, state, moves) {
            return Some(if player == self.searcher { f64::NEG_INFINITY } else { f64::INFINITY });
        }
        let mut best = if player == self.searcher { f64::NEG_INFINITY } else { f64::INFINITY };
        for &mv in &*moves {
            below[0].state.clone_from(state);
            self.game.play(&mut below[0].state, mv);
            let value = self.value(below, player, alpha, beta)?;
            if player == self.searcher {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}

/// Whether the only move is to pass.
fn is_pass<G: Game>(game: &G, state: &G::State, moves: &[G::Move]) -> bool {
    matches!(moves, [only] if matches!(game.move_text(state, *only).as_str(), "0000" | "pass"))
}

impl<G: Game> Agent<G> for RibeiroMinimaxSearch<G> {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        let searcher = game.turn(state).ok_or_else(Failure::game_over)?;
        self.moves.clear();
        self.order.start();
        self.order.list(game, state, &mut self.scratch, &mut self.moves);
        self.ratings.clear();
        let mut most = None;
        let depth = budget.depth(self.levels.len() as u32);
        let levels = &mut self.levels[..depth as usize];
        let mut watch = budget.watch(None, None);
        for &mv in &self.moves {
            levels[0].state.clone_from(state);
            game.play(&mut levels[0].state, mv);
            let mut search = TwoPlySearch { game, watch: &mut watch, faithful: self.faithful, searcher, positions: 0 };
            let alpha = most.unwrap_or(f64::NEG_INFINITY);
            let Some(value) = search.value(levels, searcher, alpha, f64::INFINITY) else {
                self.ratings.push_passed_over(mv, search.positions);
                break;
            };
            if most.is_none_or(|most| value > most) {
                self.ratings.push(mv, value, search.positions);
                most = Some(value);
            } else {
                self.ratings.push_passed_over(mv, search.positions);
            }
        }
        self.ratings.first_best().or(self.moves.first().copied()).ok_or_else(Failure::game_over)
    }

    fn thoughts(&self, _: &G) -> Thoughts<G::Move> {
        self.ratings.thoughts()
    }

    fn deterministic(&self) -> bool {
        true
    }
}
