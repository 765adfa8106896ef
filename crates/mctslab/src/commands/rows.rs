//! Games as they are exported and shown: who sat where by name, who won, and all of it as cells of a table. docs/export.md describes
//! the columns, which are the same for every format that has columns.

use std::collections::HashMap;

use mctslab_lab::complexity::Study;
use mctslab_lab::report::distinct_names;
use mctslab_registry::arena::{Openings, Record, RunRow, Store, StoreError};
use mctslab_registry::{AnyGame, StartText, short_agent};

use crate::running::usage;
use crate::studying;

/// An agent as it is exported.
#[derive(Clone)]
pub(super) struct Player {
    /// Its number: its place in the list of agents; in a study 0 is the target, and the others are numbered as they appear.
    pub(super) number: usize,
    /// Its spec without defaults.
    pub(super) spec: String,
    /// The same; equal agents of a match are told apart by their place in the list.
    pub(super) name: String,
}

/// A game with all that is exported of it.
pub(super) struct Row {
    /// The game as the store has it.
    pub(super) record: Record,
    /// Where it started, unless it was the initial position.
    pub(super) start: Option<String>,
    /// Who sat where.
    pub(super) players: Vec<Player>,
    /// Iterations of the touchstone, in a study.
    pub(super) iterations: Option<u64>,
    /// Iterations of the touchstone in the target's place, on a ladder.
    pub(super) rival: Option<u64>,
}

impl Row {
    /// The seat that was paid most, if it is one alone of several.
    pub(super) fn winner(&self) -> Option<usize> {
        let payoffs = self.record.payoffs.as_slice();
        let best = payoffs.iter().copied().fold(0.0, f64::max);
        let mut first = payoffs.iter().enumerate().filter(|&(_, &payoff)| payoff == best).map(|(seat, _)| seat);
        let winner = first.next().filter(|_| payoffs.len() > 1)?;
        first.next().is_none().then_some(winner)
    }

    pub(super) fn milliseconds(&self) -> f64 {
        self.record.duration.as_micros() as f64 / 1000.0
    }
}

/// What is in a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Whole numbers of 64 bits.
    Whole,
    /// Numbers.
    Real,
    /// Text.
    Text,
}

/// What is in a cell.
pub(super) enum Cell {
    Whole(u64),
    Real(f64),
    Text(String),
}

/// A column: its name, what is in it, and whether some games have nothing there.
#[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "other formats need the name alone"))]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) optional: bool,
}

/// What the export of a run needs to know.
pub(super) struct Rows<'a> {
    store: &'a Store,
    row: &'a RunRow,
    game: &'a dyn AnyGame,
    start: Box<StartText<'a>>,
    /// By the numbers that records hold.
    players: HashMap<usize, Player>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(store: &'a Store, row: &'a RunRow, game: &'a dyn AnyGame) -> anyhow::Result<Rows<'a>> {
        let settings = &row.settings;
        let openings = Openings::parse(&settings.openings).map_err(usage)?;
        let start = game.openings(&openings, settings.seed)?;
        let mut players = HashMap::new();
        let specs: Vec<String> = settings.agents.iter().map(|agent| short_agent(game, agent)).collect();
        // Of a study the target alone is listed: touchstones have a number for each of their iterations.
        let listed = if studying::is_study(settings) { 1 } else { specs.len() };
        for (number, name) in distinct_names(&specs).into_iter().take(listed).enumerate() {
            let spec = specs[number].clone();
            let name = if studying::is_study(settings) { spec.clone() } else { name };
            players.insert(number, Player { number, spec, name });
        }
        Ok(Rows { store, row, game, start, players })
    }

    /// Hands over every game in the order of their numbers.
    pub(super) fn each(&mut self, mut each: impl FnMut(&Self, Row) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let (store, run) = (self.store, self.row.run);
        store.games(run, 0..u64::MAX, |record| {
            let row = self.row_of(record)?;
            each(self, row)
        })
    }

    /// One game, with the numbers that its agents have among all games.
    pub(super) fn one(&mut self, fixture: u64) -> anyhow::Result<Option<Row>> {
        let (store, run) = (self.store, self.row.run);
        let first = if studying::is_study(&self.row.settings) { 0 } else { fixture };
        let mut last = None;
        store.games(run, first..fixture.saturating_add(1), |record| {
            last = Some(self.row_of(record)?);
            Ok::<(), StoreError>(())
        })?;
        Ok(last.filter(|row| row.record.fixture == fixture))
    }

    fn row_of(&mut self, record: Record) -> Result<Row, StoreError> {
        let settings = &self.row.settings;
        let study = studying::is_study(settings);
        let agents = if study { usize::MAX } else { settings.agents.len() };
        if !record.fits(agents, self.game.players()) {
            return Err(self.store.damaged(record.fixture));
        }
        let players = record.seats.iter().map(|number| self.player(number)).collect();
        let iterations = |number: Option<usize>| number.filter(|_| study).and_then(Study::iterations_of);
        // The numbers of those who take the target's place are above all others, and the target's own is below.
        let (rival, touchstone) = if self.is_ladder() {
            (iterations(record.seats.iter().max()), iterations(record.seats.iter().min()))
        } else {
            (None, iterations(record.seats.iter().max()))
        };
        let start = record.opening.map(|number| (self.start)(Some(number)));
        Ok(Row { start, players, iterations: touchstone, rival, record })
    }

    /// The agent that records call by a number.
    fn player(&mut self, number: usize) -> Player {
        let next = self.players.len();
        let (settings, game) = (&self.row.settings, self.game);
        let named = self.players.entry(number).or_insert_with(|| {
            let spec = short_agent(game, &studying::agent_name(settings, number));
            Player { number: next, name: spec.clone(), spec }
        });
        named.clone()
    }

    fn is_ladder(&self) -> bool {
        self.row.settings.format.starts_with("ladder")
    }

    /// The columns in their order.
    pub(super) fn columns(&self) -> Vec<Column> {
        let column = |name: &str, kind: Kind, optional: bool| Column { name: name.to_string(), kind, optional };
        let seats = |what: &str, kind: Kind| {
            let one = |seat: usize| column(&format!("seat{seat}_{what}"), kind, false);
            (0..self.game.players()).map(one).collect::<Vec<Column>>()
        };
        let mut columns = vec![column("fixture", Kind::Whole, false)];
        if studying::is_study(&self.row.settings) {
            columns.push(column("iterations", Kind::Whole, true));
        }
        if self.is_ladder() {
            columns.push(column("rival_iterations", Kind::Whole, true));
        }
        columns.extend([column("opening", Kind::Whole, true), column("start", Kind::Text, true)]);
        columns.push(column("seed", Kind::Whole, false));
        columns.extend(seats("agent", Kind::Text));
        columns.extend(seats("payoff", Kind::Real));
        columns.extend([column("winner", Kind::Whole, true), column("winner_agent", Kind::Text, true)]);
        columns.extend([column("plies", Kind::Whole, false), column("reason", Kind::Text, false)]);
        columns.extend([column("duration_ms", Kind::Real, false), column("moves", Kind::Text, false)]);
        columns
    }

    /// The cells of a game, one for each column.
    pub(super) fn cells(&self, row: &Row) -> Vec<Option<Cell>> {
        let whole = |number: u64| Some(Cell::Whole(number));
        let text = |text: &str| Some(Cell::Text(text.to_string()));
        let (record, winner) = (&row.record, row.winner());
        let mut cells = vec![whole(record.fixture)];
        if studying::is_study(&self.row.settings) {
            cells.push(row.iterations.map(Cell::Whole));
        }
        if self.is_ladder() {
            cells.push(row.rival.map(Cell::Whole));
        }
        cells.extend([record.opening.map(Cell::Whole), row.start.clone().map(Cell::Text), whole(record.seed)]);
        cells.extend(row.players.iter().map(|player| text(&player.name)));
        cells.extend(record.payoffs.as_slice().iter().map(|&payoff| Some(Cell::Real(payoff))));
        cells.push(winner.map(|seat| Cell::Whole(seat as u64)));
        cells.push(winner.and_then(|seat| text(&row.players[seat].name)));
        cells.extend([whole(u64::from(record.plies)), text(record.reason.text())]);
        cells.extend([Some(Cell::Real(row.milliseconds())), text(&record.moves)]);
        cells
    }
}
