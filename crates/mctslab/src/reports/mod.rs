//! What came of a run, for people and for programs.

pub(crate) mod comparison;
pub(crate) mod complexity;
mod cross;
mod duel;
mod pairs;
mod rounds;

use std::fmt::Write;
use std::time::Duration;

use mctslab_core::Fault;
use mctslab_lab::report::{Anchor, distinct_names, repeats_text, repeats_warning};
use mctslab_registry::arena::{Course, ForfeitCounts, Forfeits, Measure, Settings, StopState, Summary};
use mctslab_registry::short_game;
use serde_json::{Value, json};

use crate::output::{BOLD, DIM, grouped};

/// A run summed up.
pub(crate) struct Outcome<'a> {
    settings: &'a Settings,
    /// The agents as they were typed; equal ones are numbered.
    names: Vec<String>,
    summary: &'a Summary,
    course: &'a Course,
    anchor: Option<Anchor>,
}

impl<'a> Outcome<'a> {
    pub(crate) fn new(
        settings: &'a Settings,
        names: &[String],
        summary: &'a Summary,
        course: &'a Course,
        anchor: Option<Anchor>,
    ) -> Outcome<'a> {
        Outcome { settings, names: distinct_names(names), summary, course, anchor }
    }

    /// One document.
    pub(crate) fn json(&self) -> Value {
        let mut document = if self.settings.command == "match" { duel::json(self) } else { cross::json(self) };
        let stop = self.course.stop().map(|stop| stop.state(self.summary));
        let shared = json!({
            "game": self.settings.game, "games": self.summary.games(), "seed": self.settings.seed,
            "openings": self.settings.openings, "duplicates": self.summary.duplicates(),
            "effective_games": self.summary.effective(), "plies_mean": self.summary.plies_mean(),
            "forfeits": forfeits_json(self.summary.forfeits()),
            "stopped": self.course.verdict().map(|verdict| json!({
                "rule": self.settings.stop, "verdict": verdict.word, "llr": verdict.llr,
            })),
            "sprt": stop.as_ref().and_then(sprt_json), "width": stop.as_ref().and_then(width_json),
        });
        if let (Some(document), Value::Object(shared)) = (document.as_object_mut(), shared) {
            document.extend(shared);
        }
        document
    }

    /// Tables and remarks.
    pub(crate) fn text(&self, time: Option<Duration>) -> String {
        let mut text = format!(
            "{BOLD}{}{BOLD:#}  {} games, seed {}, {:.1} plies a game",
            short_game(&self.settings.game),
            grouped(self.summary.games()),
            self.settings.seed,
            self.summary.plies_mean()
        );
        if let Some(time) = time {
            let _ = write!(text, "{DIM}, {:.1} s{DIM:#}", time.as_secs_f64());
        }
        text.push_str("\n\n");
        text += &if self.settings.command == "match" { duel::tables(self) } else { cross::tables(self) };
        text.push('\n');
        self.push_remarks(&mut text);
        text
    }

    fn push_remarks(&self, text: &mut String) {
        if let Some(stop) = self.course.stop() {
            let now = || stop.state(self.summary).sentence();
            let _ = writeln!(text, "{}", self.course.verdict().map_or_else(now, |verdict| verdict.text.clone()));
        }
        text.push_str(&forfeit_lines(self.summary.forfeits(), |agent| self.names[agent].clone()));
        let _ = writeln!(text, "{}", repeats_text(self.summary));
        if let Some(warning) = repeats_warning(self.summary, &self.settings.openings) {
            let _ = writeln!(text, "{warning}");
        }
        let seatings = self.course.seatings();
        let (each, rest) = (self.settings.games, self.settings.games % seatings);
        if rest > 0 {
            let _ = writeln!(text, "{each} games do not divide into {seatings} seatings: {rest} over.");
        }
    }
}

/// Where a sequential test stands, decided or not.
fn sprt_json(state: &StopState) -> Option<Value> {
    let Measure::Sprt { differences: (elo0, elo1), report } = state.measure else { return None };
    let decision = match state.word() {
        Some("accept-h0") => "accepted h0",
        Some(_) => "accepted h1",
        None => "undecided",
    };
    Some(json!({
        "llr": report.llr, "lower": report.lower, "upper": report.upper, "elo0": elo0, "elo1": elo1, "decision": decision,
    }))
}

/// How wide the widest interval is, where a width was asked for.
fn width_json(state: &StopState) -> Option<Value> {
    let Measure::Width { to, widest } = state.measure else { return None };
    Some(json!({"to": to, "widest": widest, "reached": state.word().is_some()}))
}

/// Who forfeited games, and how.
fn forfeits_json(counts: &ForfeitCounts) -> Vec<Value> {
    let describe = counts.iter().map(|((agent, fault), forfeits)| {
        json!({
            "agent": agent, "fault": fault.name(), "games": forfeits.games,
            "first": forfeits.first, "message": forfeits.message,
        })
    });
    describe.collect()
}

/// The same for people, a line for each fault.
fn forfeit_lines(counts: &ForfeitCounts, name: impl Fn(usize) -> String) -> String {
    let line = |((agent, fault), forfeits): (&(usize, Fault), &Forfeits)| {
        let (name, count, fault) = (name(*agent), grouped(forfeits.games), fault.name());
        let (first, message) = (forfeits.first, &forfeits.message);
        format!("forfeits: `{name}` lost {count} games by {fault}, first game {first}: {message}\n")
    };
    counts.iter().map(line).collect()
}
