//! One game of a stored run, played again.

use mctslab_core::View;
use mctslab_core::text::printable;
use mctslab_page::{BOLD, draw};
use mctslab_registry::{AnyGame, RegistryError};
use serde::Serialize;
use serde_json::Value;

use crate::document::json_of;
use crate::export::GameRow;

/// One game of a stored run.
#[derive(Serialize)]
pub struct GameDocument {
    run: i64,
    fixture: u64,
    /// The number of the agent in each seat.
    seats: Vec<usize>,
    /// Its name.
    agents: Vec<String>,
    start: String,
    moves: Vec<String>,
    position: String,
    payoffs: Vec<f64>,
    plies: u32,
    reason: &'static str,
    message: Option<String>,
    /// The same; equal agents of a match differ by their place in the list.
    names: Vec<String>,
    #[serde(skip)]
    end: View,
}

impl GameDocument {
    /// The document of a game of a run; the error says which of its moves cannot be made again.
    pub fn new(game: &dyn AnyGame, run: i64, row: GameRow) -> Result<GameDocument, RegistryError> {
        let GameRow { record, start, players, .. } = row;
        let mut state = game.state(start.as_deref())?;
        let start = state.text();
        let moves: Vec<String> = record.moves.split_whitespace().map(str::to_string).collect();
        for mv in &moves {
            state = state.play(mv)?;
        }
        Ok(GameDocument {
            run,
            fixture: record.fixture,
            seats: players.iter().map(|player| player.number).collect(),
            agents: players.iter().map(|player| player.plain.clone()).collect(),
            start,
            moves,
            position: state.text(),
            payoffs: record.payoffs.as_slice().to_vec(),
            plies: record.plies,
            reason: record.reason.text(),
            message: record.forfeit.map(|forfeit| forfeit.failure.message),
            names: players.into_iter().map(|player| player.name).collect(),
            end: state.view(),
        })
    }

    /// For programs.
    pub fn json(&self) -> Value {
        json_of(self)
    }

    /// For people: who played, what, and the board at the end.
    pub fn text(&self) -> String {
        let seats = self.names.iter().zip(&self.payoffs).enumerate();
        // Names come from the store, which may be anybody's.
        let seats: Vec<String> =
            seats.map(|(seat, (name, payoff))| format!("seat {seat}: {}, payoff {payoff}", printable(name))).collect();
        let message = self.message.as_ref().map(|message| format!(": {message}")).unwrap_or_default();
        format!(
            "{BOLD}game {} of run {}{BOLD:#}, {} plies, {}{message}\n{}\nstart: {}\nmoves: {}\n\n{}",
            self.fixture,
            self.run,
            self.plies,
            self.reason,
            seats.join("\n"),
            printable(&self.start),
            printable(&self.moves.join(" ")),
            draw(&self.end)
        )
    }
}
