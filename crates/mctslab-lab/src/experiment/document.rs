//! An experiment: a table of all its runs, with what each of them found.

use maud::{Markup, html};
use mctslab_page::{BOLD, Cell, Page, Table, Tone, grouped, note, table, utc, warning};
use serde::Serialize;
use serde_json::Value;

use crate::document::{Document, GameMatrix, KeyNumber, TextOptions, json_of, ordered_json_of};
use crate::study::common_unit;

/// What came of an experiment.
#[derive(Serialize)]
pub struct ExperimentDocument {
    /// Its number in the store, if it is in one.
    pub experiment: Option<i64>,
    /// What it is called.
    pub name: String,
    /// When it was started, in seconds since 1970.
    pub started: u64,
    /// Its runs in the order of the file.
    pub rows: Vec<ExperimentRun>,
}

/// A run of an experiment.
#[derive(Serialize)]
pub struct ExperimentRun {
    /// What it is called in the experiment.
    pub label: String,
    /// Its number in the store, if it is in one.
    pub run: Option<i64>,
    /// The game.
    pub game: String,
    /// The agents as they were typed.
    pub agents: Vec<String>,
    /// The study.
    pub study: String,
    /// `finished`, `interrupted` or `running`.
    pub status: String,
    /// Tasks that are done.
    pub games: u64,
    /// What they are called.
    #[serde(skip)]
    pub unit: &'static str,
    /// What was found, in a line.
    pub found: String,
    /// The one number of it, if there is one.
    #[serde(skip)]
    pub key: Option<KeyNumber>,
    /// All that was found.
    pub document: Value,
}

impl ExperimentDocument {
    fn title(&self) -> String {
        let number = self.experiment.map(|number| format!("Experiment {number}: ")).unwrap_or_default();
        format!("{number}{}", self.name)
    }

    /// What the tasks of its runs are called.
    fn unit(&self) -> &'static str {
        common_unit(self.rows.iter().map(|row| row.unit))
    }

    fn unfinished(&self) -> usize {
        self.rows.iter().filter(|row| row.status != "finished").count()
    }

    fn more(&self) -> Option<String> {
        let (left, all) = (self.unfinished(), self.rows.len());
        (left > 0).then(|| format!("{left} of {all} runs are not finished"))
    }

    /// Runs of one study and one table that have a number to compare, in games and players; with a
    /// heading and the study.
    fn matrices(&self) -> Vec<(String, String, GameMatrix)> {
        let mut groups: Vec<(String, String, GameMatrix)> = Vec::new();
        for row in &self.rows {
            let Some(key) = &row.key else { continue };
            let table = row.label.split(" / ").next().unwrap_or_default();
            let heading = format!("{table}: {}", key.what);
            let place = groups.iter().position(|group| (&group.0, &group.1) == (&heading, &row.study));
            let place = place.unwrap_or_else(|| {
                groups.push((heading, row.study.clone(), GameMatrix::default()));
                groups.len() - 1
            });
            groups[place].2.add(key.clone(), row.run.map(ExperimentDocument::page_of));
        }
        groups.retain(|(_, _, matrix)| matrix.runs() > 1);
        groups
    }

    /// A row for each run. The page of a run has its game, agents and study with every option: here
    /// they would hide what was found.
    fn list(&self) -> Markup {
        let columns = [("label", false), ("run", true), ("found", false), ("status", false), (self.unit(), true)];
        let mut table = Table::new(&columns).stacked();
        for row in &self.rows {
            let label = Cell::from(row.label.as_str());
            let run = row.run.map_or_else(
                || Cell::from(""),
                |run| Cell::from(format!("run {run}")).linking(&ExperimentDocument::page_of(run)),
            );
            let tone = if row.status == "finished" { Tone::Plain } else { Tone::Open };
            let status = Cell::from(row.status.as_str()).toned(tone);
            table.row([label, run, Cell::from(row.found.as_str()), status, Cell::from(grouped(row.games))]);
        }
        table.html()
    }

    /// The name of the page of a run, beside the page of the experiment.
    pub fn page_of(run: i64) -> String {
        format!("run-{run}.html")
    }
}

impl Document for ExperimentDocument {
    fn json(&self) -> Value {
        json_of(self)
    }

    fn ordered_json(&self) -> String {
        ordered_json_of(self)
    }

    fn text(&self, options: &TextOptions) -> String {
        let columns = [("run", true), ("label", false), ("status", false), (self.unit(), true), ("found", false)];
        let row = |row: &ExperimentRun| {
            let run = row.run.map_or_else(|| "-".to_string(), |run| run.to_string());
            vec![run, row.label.clone(), row.status.clone(), grouped(row.games), row.found.clone()]
        };
        let elapsed = options.elapsed.map(|time| format!(", {:.1} s", time.as_secs_f64())).unwrap_or_default();
        let head = format!("{BOLD}{}{BOLD:#}  {} runs{elapsed}\n\n", self.title(), self.rows.len());
        let more = self.more().map(|more| format!("\n{more}\n")).unwrap_or_default();
        head + &table(&columns, self.rows.iter().map(row).collect()) + &more
    }

    fn page(&self) -> Page {
        let mut page = Page::new(&self.title());
        if let Some(more) = self.more() {
            page.push(warning(&format!("{more}.")));
        }
        page.push(note(&format!("{} runs, started {}.", self.rows.len(), utc(self.started))));
        for (number, (heading, study, matrix)) in self.matrices().iter().enumerate() {
            let body = html! { (note(study)) (matrix.plot()) (matrix.table()) };
            page.section(&format!("table-{}", number + 1), heading, body);
        }
        page.section("result", "Runs", self.list());
        page
    }

    fn headline(&self) -> String {
        format!("{} runs", self.rows.len())
    }
}

/// The experiments of a store, as a list.
pub struct ExperimentList {
    /// Each of them, in the order in which they were started.
    pub entries: Vec<ExperimentEntry>,
}

/// An experiment of the list.
#[derive(Serialize)]
pub struct ExperimentEntry {
    /// Its number.
    pub experiment: i64,
    /// What it is called.
    pub name: String,
    /// When it was started, in seconds since 1970.
    pub started: u64,
    /// How many runs it has.
    pub runs: usize,
    /// How many of them are finished.
    pub finished: usize,
    /// The version of mctslab that started it.
    pub version: String,
}

impl ExperimentList {
    /// A table for a terminal.
    pub fn text(&self) -> String {
        let columns = [("experiment", true), ("started", false), ("runs", true), ("finished", true), ("name", false)];
        let cells = |entry: &ExperimentEntry| {
            let started = utc(entry.started).chars().take(16).collect();
            let (runs, finished) = (entry.runs.to_string(), entry.finished.to_string());
            vec![entry.experiment.to_string(), started, runs, finished, entry.name.clone()]
        };
        table(&columns, self.entries.iter().map(cells).collect())
    }
}

impl ExperimentEntry {
    /// For programs.
    pub fn json(&self) -> Value {
        json_of(self)
    }
}
