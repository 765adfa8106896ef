//! What a search found, as text and numbers.

use super::AnyState;
use crate::{Game, Player, Thoughts, Unit};

/// The result of one search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport {
    /// The position searched.
    pub position: String,
    /// How many players the game has.
    pub players: usize,
    /// Who was to move.
    pub to_move: usize,
    /// The move chosen; empty while a search goes on that has none to offer yet.
    pub best: String,
    /// The size of the search, in its unit.
    pub iterations: u64,
    /// What the search and the visits of its moves are counted in.
    pub unit: Unit,
    /// Memory the search took.
    pub bytes: u64,
    /// Every move looked at.
    pub moves: Vec<MoveReport>,
    /// The line of play expected.
    pub line: Vec<String>,
}

/// One move of a [`SearchReport`].
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReport {
    /// The move.
    pub text: String,
    /// How often it was tried, or how many positions were looked at below it.
    pub visits: u64,
    /// Expected payoff of the player to move.
    pub value: Option<f64>,
    /// Exact payoff, where proven.
    pub proven: Option<f64>,
}

impl SearchReport {
    /// A move of an agent that says nothing else about it.
    pub fn of_move(state: &dyn AnyState, best: String) -> SearchReport {
        SearchReport {
            position: state.text(),
            players: state.players(),
            to_move: state.turn().unwrap_or_default(),
            best,
            iterations: 0,
            unit: Unit::Nodes,
            bytes: 0,
            moves: Vec::new(),
            line: Vec::new(),
        }
    }

    pub(super) fn new<G: Game>(
        game: &G,
        state: &G::State,
        best: Option<G::Move>,
        thoughts: &Thoughts<G::Move>,
    ) -> SearchReport {
        let moves = thoughts.moves.iter().map(|thought| MoveReport {
            text: game.move_text(state, thought.mv),
            visits: thought.visits,
            value: thought.value,
            proven: thought.proven,
        });
        let mut reached = state.clone();
        let mut line = Vec::new();
        for &mv in &thoughts.line {
            line.push(game.move_text(&reached, mv));
            game.play(&mut reached, mv);
        }
        SearchReport {
            position: game.state_text(state),
            players: game.players(),
            to_move: game.turn(state).map_or(0, Player::index),
            best: best.map_or_else(String::new, |mv| game.move_text(state, mv)),
            iterations: thoughts.iterations,
            unit: thoughts.unit,
            bytes: thoughts.bytes,
            moves: moves.collect(),
            line,
        }
    }
}
