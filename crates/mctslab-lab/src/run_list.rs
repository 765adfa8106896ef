//! The runs of a store, as a list.

use mctslab_arena::{RunRow, Status};
use mctslab_page::{grouped, table, table_within, utc};
use serde::Serialize;
use serde_json::Value;

use crate::agents::Agents;
use crate::document::{Settings, json_of};
use crate::study::{TASKS, common_unit};

/// The runs of a store.
pub struct RunList<'a> {
    runs: Vec<RunEntry<'a>>,
}

/// A run of the list.
#[derive(Serialize)]
pub struct RunEntry<'a> {
    run: i64,
    command: &'a str,
    game: &'a str,
    status: String,
    games: u64,
    planned: u64,
    seed: u64,
    agents: &'a [String],
    names: &'a [String],
    format: &'a str,
    openings: &'a str,
    clock: Option<&'a str>,
    adjudicate: Option<&'a str>,
    resign: Option<&'a str>,
    stop: Option<&'a str>,
    version: &'a str,
    build: Option<&'a str>,
    machine: &'a str,
    started: u64,
    #[serde(skip)]
    settings: &'a Settings,
    #[serde(skip)]
    is_bound: bool,
}

impl<'a> RunList<'a> {
    /// The list of these runs.
    pub fn new(rows: &'a [(RunRow, Settings)]) -> RunList<'a> {
        RunList { runs: rows.iter().map(|(row, settings)| RunEntry::of(row, settings)).collect() }
    }

    /// The runs one by one.
    pub fn runs(&self) -> &[RunEntry<'a>] {
        &self.runs
    }

    /// A table for a terminal, in lines of at most `width` characters: one of few columns if all do
    /// not fit. Where runs of several kinds are listed, each says what it counts.
    pub fn text(&self, width: Option<usize>) -> String {
        let unit = common_unit(self.runs.iter().map(|run| run.settings.unit));
        let mixed = unit == TASKS;
        let columns = [
            ("run", true),
            ("started", false),
            ("command", false),
            ("status", false),
            (if mixed { "done" } else { unit }, true),
            ("planned", true),
            ("seed", true),
            ("game", false),
            ("agents", false),
        ];
        let whole = table(&columns, self.runs.iter().map(|run| run.cells(mixed)).collect());
        let longest = whole.lines().skip(1).map(|line| line.chars().count()).max().unwrap_or_default();
        if width.is_none_or(|width| longest <= width) {
            return whole;
        }
        let columns = [("run", true), ("started", false), ("status", false), (columns[4].0, true), ("what", false)];
        table_within(&columns, self.runs.iter().map(|run| run.few_cells(mixed)).collect(), width)
    }
}

impl<'a> RunEntry<'a> {
    fn of(row: &'a RunRow, settings: &'a Settings) -> RunEntry<'a> {
        // A study of strength decides while it is played what it plays; until then there is a bound
        // only.
        let decides = settings.has_touchstone();
        let is_bound = decides && row.status != Status::Finished;
        RunEntry {
            run: row.run,
            command: &settings.command,
            game: &settings.game,
            status: row.status.to_string(),
            games: row.games,
            planned: if decides && !is_bound { row.games } else { row.planned },
            seed: settings.seed,
            agents: &settings.agents,
            names: &settings.names,
            format: &settings.format,
            openings: &settings.openings,
            clock: settings.clock.as_deref(),
            adjudicate: settings.adjudicate.as_deref(),
            resign: settings.resign.as_deref(),
            stop: settings.stop.as_deref(),
            version: &settings.version,
            build: row.build.as_deref(),
            machine: &row.machine,
            started: row.started,
            settings,
            is_bound,
        }
    }

    /// For programs.
    pub fn json(&self) -> Value {
        json_of(self)
    }

    fn cells(&self, mixed: bool) -> Vec<String> {
        // To the minute: `2026-03-01 12:30`.
        let started: String = utc(self.started).chars().take(16).collect();
        let many = self.settings.unit;
        let unit = if self.games == 1 { many.trim_end_matches('s') } else { many };
        let unit = if mixed { format!(" {unit}") } else { String::new() };
        let bound = if self.is_bound { "at most " } else { "" };
        vec![
            self.run.to_string(),
            started,
            format!("{} {}", self.command, self.settings.short_format).trim_end().to_string(),
            self.status.clone(),
            format!("{}{unit}", grouped(self.games)),
            format!("{bound}{}", grouped(self.planned)),
            self.seed.to_string(),
            self.settings.short_game.clone(),
            agents(self.settings),
        ]
    }
}

impl RunEntry<'_> {
    /// The same in few columns: who plays what with which seed in one of them.
    fn few_cells(&self, mixed: bool) -> Vec<String> {
        let cells = self.cells(mixed);
        let [run, started, command, status, done, planned, seed, game, agents] = cells.as_slice() else { return cells };
        let done = if done.starts_with(planned.as_str()) { done.clone() } else { format!("{done} of {planned}") };
        let seed = if seed == "1" { String::new() } else { format!(", seed {seed}") };
        let agents = if agents.is_empty() { String::new() } else { format!(": {agents}") };
        let what = format!("{command} {game}{agents}{seed}");
        vec![run.clone(), started.clone(), status.clone(), done, what]
    }
}

/// The names of the agents, as many and as much of them as a line holds.
fn agents(settings: &Settings) -> String {
    const LONGEST: usize = 40;
    const MOST: usize = 4;
    // On a ladder the touchstone plays against itself.
    let names = &settings.names;
    let names = if settings.kind == Some(Agents::Touchstone) { &names[names.len().min(1)..] } else { &names[..] };
    let cut = |name: &String| {
        if name.chars().count() <= LONGEST {
            return name.clone();
        }
        name.chars().take(LONGEST - 1).chain(['…']).collect()
    };
    let shown: Vec<String> = names.iter().take(MOST).map(cut).collect();
    let more = names.len() - shown.len();
    shown.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
}
