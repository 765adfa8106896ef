//! Games as they are exported and shown: who sat where by name, who won, and all of it as cells of
//! a table. docs/export.md describes the columns, which are the same for every format that has
//! columns.

use std::collections::HashMap;

use mctslab_arena::{Numbered, Record, TaskResult};
use mctslab_page::distinct_names;
use mctslab_registry::StartText;
use mctslab_registry::samples::HasGame;

use crate::error::LabError;
use crate::names::agent_name;
use crate::replay::Stored;
use crate::touchstone::Touchstone;

/// An agent as it is exported.
#[derive(Clone)]
pub struct SeatedAgent {
    /// Its number: its place in the list of agents; in a study 0 is the target, and the others are
    /// numbered as they appear.
    pub number: usize,
    /// Its name, which several agents of a match may share.
    pub plain: String,
    /// The same; equal agents of a match differ by their place in the list.
    pub name: String,
}

/// A game with all that is exported of it.
pub struct GameRow {
    /// The game as the store has it.
    pub record: Record,
    /// Where it started, unless it was the initial position.
    pub start: Option<String>,
    /// Who sat where.
    pub players: Vec<SeatedAgent>,
    /// Iterations of the touchstone, in a study.
    pub iterations: Option<u64>,
    /// Iterations of the touchstone in the target's place, on a ladder.
    pub rival: Option<u64>,
}

impl GameRow {
    /// The seat that was paid most, if it is one alone of several.
    pub fn winner(&self) -> Option<usize> {
        let payoffs = self.record.payoffs.as_slice();
        let best = payoffs.iter().copied().fold(0.0, f64::max);
        let mut first = payoffs.iter().enumerate().filter(|&(_, &payoff)| payoff == best).map(|(seat, _)| seat);
        let winner = first.next().filter(|_| payoffs.len() > 1)?;
        first.next().is_none().then_some(winner)
    }

    /// How long the game took.
    pub fn milliseconds(&self) -> f64 {
        self.record.duration.as_micros() as f64 / 1000.0
    }
}

/// What is in a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// Whole numbers of 64 bits.
    Whole,
    /// Numbers.
    Real,
    /// Text.
    Text,
}

/// What is in a cell.
pub enum CellValue {
    /// A whole number of 64 bits.
    Whole(u64),
    /// A number.
    Real(f64),
    /// Text.
    Text(String),
}

/// A column of the formats that have columns.
pub struct ExportColumn {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub kind: ColumnKind,
    /// Whether some games have nothing there.
    pub optional: bool,
}

/// The games of a run as rows.
pub struct GameRows<'a> {
    stored: &'a Stored<'a>,
    start: Box<StartText<'a>>,
    /// By the numbers that records hold.
    players: HashMap<usize, SeatedAgent>,
    touchstone: Option<Touchstone>,
}

impl<'a> GameRows<'a> {
    /// The games of a stored run.
    pub fn new(stored: &'a Stored<'a>) -> Result<GameRows<'a>, LabError> {
        let plan = &stored.row.plan;
        let start = stored.game.openings(&plan.openings, plan.seed)?;
        let touchstone = match plan.agents.get(1).filter(|_| stored.settings.has_touchstone()) {
            Some(touchstone) => Some(Touchstone::new(touchstone)?),
            None => None,
        };
        let mut players = HashMap::new();
        if touchstone.is_none() {
            let names = &stored.settings.names;
            for (number, name) in distinct_names(names).into_iter().enumerate() {
                players.insert(number, SeatedAgent { number, plain: names[number].clone(), name });
            }
        }
        Ok(GameRows { stored, start, players, touchstone })
    }

    /// Hands over every game in the order of their numbers.
    pub fn each(&mut self, mut each: impl FnMut(&Self, GameRow) -> Result<(), LabError>) -> Result<(), LabError> {
        self.stored.results(|result, agents| {
            let TaskResult::Game(record) = result else { return Ok(()) };
            let row = self.row_of(record, agents)?;
            each(self, row)
        })
    }

    /// One game, with the numbers that its agents have among all games; of a run of samples the
    /// game that a sample holds.
    pub fn one(&mut self, fixture: u64) -> Result<Option<GameRow>, LabError> {
        match self.stored.result(fixture)? {
            (Some(TaskResult::Game(record)), agents) => Ok(Some(self.row_of(record, &agents)?)),
            (Some(TaskResult::Own { task, found }), agents) => {
                let game = serde_json::from_str::<HasGame>(&found).ok().and_then(|sample| sample.game.record(task));
                game.map(|record| self.row_of(record, &agents)).transpose()
            }
            _ => Ok(None),
        }
    }

    fn row_of(&mut self, record: Record, agents: &[Numbered]) -> Result<GameRow, LabError> {
        let players = record
            .seats
            .iter()
            .map(|number| self.player(number, agents, record.fixture))
            .collect::<Result<Vec<_>, _>>()?;
        // On a ladder the touchstone in the target's place has the fewest iterations, and the
        // target never plays.
        let spec = |number: usize| agents.iter().find(|agent| agent.number == number).map(|agent| &agent.spec);
        let counted = record.seats.iter().filter(|&number| number > 0 && self.touchstone.is_some());
        let iterations: Vec<u64> =
            counted.filter_map(|number| self.touchstone.as_ref()?.iterations_of(spec(number)?)).collect();
        let ladder = self.touchstone.is_some() && !self.stored.settings.has_target();
        let (touchstone, rival) =
            (iterations.iter().max().copied(), iterations.iter().min().copied().filter(|_| ladder));
        let start = record.opening.map(|number| (self.start)(Some(number)));
        Ok(GameRow { start, players, iterations: touchstone, rival, record })
    }

    /// The agent that records call by a number.
    fn player(&mut self, number: usize, agents: &[Numbered], fixture: u64) -> Result<SeatedAgent, LabError> {
        if let Some(known) = self.players.get(&number) {
            return Ok(known.clone());
        }
        let Some(agent) = agents.iter().find(|agent| agent.number == number) else {
            return Err(self.stored.damaged(fixture));
        };
        let name = agent_name(&*self.stored.game, &agent.spec);
        let player = SeatedAgent { number, plain: name.clone(), name };
        self.players.insert(number, player.clone());
        Ok(player)
    }

    /// The columns in their order.
    pub fn columns(&self) -> Vec<ExportColumn> {
        let column =
            |name: &str, kind: ColumnKind, optional: bool| ExportColumn { name: name.to_string(), kind, optional };
        let seats = |what: &str, kind: ColumnKind| {
            let one = |seat: usize| column(&format!("seat{seat}_{what}"), kind, false);
            (0..self.stored.game.players()).map(one).collect::<Vec<ExportColumn>>()
        };
        let mut columns = vec![column("fixture", ColumnKind::Whole, false)];
        if self.touchstone.is_some() {
            columns.push(column("iterations", ColumnKind::Whole, true));
        }
        if self.touchstone.is_some() && !self.stored.settings.has_target() {
            columns.push(column("rival_iterations", ColumnKind::Whole, true));
        }
        columns.extend([column("opening", ColumnKind::Whole, true), column("start", ColumnKind::Text, true)]);
        columns.push(column("seed", ColumnKind::Whole, false));
        columns.extend(seats("agent", ColumnKind::Text));
        columns.extend(seats("payoff", ColumnKind::Real));
        columns.extend([column("winner", ColumnKind::Whole, true), column("winner_agent", ColumnKind::Text, true)]);
        columns.extend([column("plies", ColumnKind::Whole, false), column("reason", ColumnKind::Text, false)]);
        columns.extend([column("duration_ms", ColumnKind::Real, false), column("moves", ColumnKind::Text, false)]);
        columns
    }

    /// The cells of a game, one for each column.
    pub fn cells(&self, row: &GameRow) -> Vec<Option<CellValue>> {
        let whole = |number: u64| Some(CellValue::Whole(number));
        let text = |text: &str| Some(CellValue::Text(text.to_string()));
        let (record, winner) = (&row.record, row.winner());
        let mut cells = vec![whole(record.fixture)];
        if self.touchstone.is_some() {
            cells.push(row.iterations.map(CellValue::Whole));
        }
        if self.touchstone.is_some() && !self.stored.settings.has_target() {
            cells.push(row.rival.map(CellValue::Whole));
        }
        cells.extend([
            record.opening.map(CellValue::Whole),
            row.start.clone().map(CellValue::Text),
            whole(record.seed),
        ]);
        cells.extend(row.players.iter().map(|player| text(&player.name)));
        cells.extend(record.payoffs.as_slice().iter().map(|&payoff| Some(CellValue::Real(payoff))));
        cells.push(winner.map(|seat| CellValue::Whole(seat as u64)));
        cells.push(winner.and_then(|seat| text(&row.players[seat].name)));
        cells.extend([whole(u64::from(record.plies)), text(record.reason.text())]);
        cells.extend([Some(CellValue::Real(row.milliseconds())), text(&record.moves)]);
        cells
    }
}
