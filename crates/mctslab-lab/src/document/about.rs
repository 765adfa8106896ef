//! What a document is about.

use mctslab_arena::{RunRow, Status, now};
use mctslab_page::utc;

use super::settings::Settings;
use crate::anchor::Anchor;

/// The run that a document is about, whether it is in a store or not.
#[derive(Clone, Debug)]
pub struct About<'a> {
    /// What was asked for.
    pub settings: &'a Settings,
    /// What the agents are called.
    pub names: &'a [String],
    /// The game, with those of its options that are not as usual.
    pub game: &'a str,
    /// Its number in the store, if it has one.
    pub run: Option<i64>,
    /// How far it is and where it was started, if the document is made from a store.
    pub row: Option<&'a RunRow>,
    /// When it was started, in seconds since 1970; of a run that was played just now, when it
    /// ended.
    pub started: u64,
    /// The agent that ratings are relative to, if one was named.
    pub anchor: Option<Anchor>,
    /// Whether it was played just now and stopped before its end.
    pub stopped: bool,
}

impl<'a> About<'a> {
    /// A run that was played just now, with its number in the store if it has one.
    pub fn played(settings: &'a Settings, run: Option<i64>) -> About<'a> {
        let (names, game) = (settings.names.as_slice(), settings.short_game.as_str());
        About { settings, names, game, run, row: None, started: now(), anchor: None, stopped: false }
    }

    /// A run of the store.
    pub fn stored(settings: &'a Settings, row: &'a RunRow) -> About<'a> {
        About { row: Some(row), started: row.started, ..About::played(settings, Some(row.run)) }
    }

    /// The same with ratings relative to an agent.
    pub fn anchored(self, anchor: Option<Anchor>) -> About<'a> {
        About { anchor, ..self }
    }

    /// The name of the agent at a place of the list.
    pub fn name(&self, place: usize) -> &'a str {
        self.names.get(place).map_or("", String::as_str)
    }

    /// The resolved spec of the agent at a place of the list.
    pub fn agent(&self, place: usize) -> &'a str {
        self.settings.agents.get(place).map_or("", String::as_str)
    }

    /// How far the run is, unless it is finished or nothing is known of a store.
    pub fn unfinished(&self) -> Option<&'a RunRow> {
        self.row.filter(|row| row.status != Status::Finished)
    }

    /// How it stands with a run that has not come to its end: `interrupted`.
    pub fn open_status(&self) -> Option<String> {
        let stored = self.unfinished().map(|row| row.status.to_string());
        stored.or_else(|| self.stopped.then(|| Status::Interrupted.to_string()))
    }

    /// The day of the run: `2026-03-01`.
    pub fn day(&self) -> String {
        utc(self.started).chars().take_while(|letter| *letter != ' ').collect()
    }

    /// `run 3`, or the study itself where there is no store.
    pub fn place(&self) -> String {
        self.run.map_or_else(|| format!("this {}", self.settings.command), |run| format!("run {run}"))
    }

    /// A title that begins with the number of the run.
    pub fn title(&self, rest: &str) -> String {
        self.run.map_or_else(|| rest.to_string(), |run| format!("Run {run}: {rest}"))
    }

    /// `run` and `status`, as far as they are known.
    pub fn place_facts(&self) -> Vec<(&'static str, String)> {
        let run = self.run.map(|run| ("run", run.to_string()));
        let status = self.row.map(|row| ("status", row.status.to_string()));
        run.into_iter().chain(status).collect()
    }

    /// The version, with the commit where it is known: `0.5.0 (abc1234 2026-03-01)`.
    fn version(&self) -> String {
        let build = self.row.and_then(|row| row.build.as_deref()).map(|build| format!(" ({build})"));
        self.settings.version.clone() + &build.unwrap_or_default()
    }

    /// `seed`, `version`, `machine` and `started`, as far as they are known.
    pub fn origin_facts(&self) -> Vec<(&'static str, String)> {
        let mut facts = vec![("seed", self.settings.seed.to_string()), ("version", self.version())];
        facts.extend(self.row.map(|row| ("machine", row.machine.clone())));
        facts.push(("started", utc(self.started)));
        facts
    }

    /// `seed 1, started …, mctslab 0.2.0, linux, finished`, as far as it is known.
    pub fn origin(&self) -> String {
        let settings = self.settings;
        let (seed, when, version) = (settings.seed, utc(self.started), self.version());
        let place = self.row.map(|row| format!(", {}, {}", row.machine, row.status)).unwrap_or_default();
        format!("seed {seed}, started {when}, mctslab {version}{place}")
    }
}
