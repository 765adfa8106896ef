//! What came of a run, for people and for programs.

pub(crate) mod complexity;
mod cross;
mod duel;
mod pairs;

use std::fmt::Write;
use std::time::Duration;

use mctslab_core::Fault;
use mctslab_registry::arena::{Course, ForfeitCounts, Forfeits, Settings, Summary};
use mctslab_registry::{AnyGame, RegistryError, short_game};
use serde_json::{Value, json};

use crate::output::{BOLD, DIM, grouped};
use crate::running::plays_alike;

/// A run summed up.
pub(crate) struct Outcome<'a> {
    settings: &'a Settings,
    names: &'a [String],
    summary: &'a Summary,
    course: &'a Course,
    effective: u64,
}

impl<'a> Outcome<'a> {
    pub(crate) fn new(
        game: &dyn AnyGame,
        settings: &'a Settings,
        names: &'a [String],
        summary: &'a Summary,
        course: &'a Course,
    ) -> anyhow::Result<Outcome<'a>> {
        let fixed = settings.agents.iter().map(|agent| plays_alike(game, agent));
        let fixed = fixed.collect::<Result<Vec<bool>, RegistryError>>()?;
        let repeated = if fixed.iter().all(|&fixed| fixed) { summary.duplicates() } else { 0 };
        Ok(Outcome { settings, names, summary, course, effective: summary.games() - repeated })
    }

    /// Different games, if all agents always play alike; else all games.
    pub(crate) fn effective(&self) -> u64 {
        self.effective
    }

    /// One document.
    pub(crate) fn json(&self) -> Value {
        let mut document = if self.settings.command == "match" { duel::json(self) } else { cross::json(self) };
        let shared = json!({
            "game": self.settings.game, "games": self.summary.games(), "seed": self.settings.seed,
            "openings": self.settings.openings, "duplicates": self.summary.duplicates(),
            "effective_games": self.effective, "plies_mean": self.summary.plies_mean(),
            "forfeits": forfeits_json(self.summary.forfeits()),
            "stopped": self.course.verdict().map(|verdict| json!({
                "rule": self.settings.stop, "verdict": verdict.word, "llr": verdict.llr,
            })),
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
        let games = self.summary.games();
        if let Some(verdict) = self.course.verdict() {
            let _ = writeln!(text, "{}", verdict.text);
        }
        text.push_str(&forfeit_lines(self.summary.forfeits(), |agent| self.names[agent].clone()));
        let _ = writeln!(text, "identical games: {} of {}", grouped(self.summary.duplicates()), grouped(games));
        if self.effective < games {
            let cure = if self.settings.openings == "none" { " Use --openings." } else { "" };
            let _ = writeln!(
                text,
                "The agents always play alike: these are only {} different games, and the intervals are too narrow.{cure}",
                self.effective
            );
        }
        let seatings = self.course.seatings();
        let (each, rest) = (self.settings.games, self.settings.games % seatings);
        if rest > 0 {
            let _ = writeln!(text, "{each} games do not divide into {seatings} seatings: {rest} over.");
        }
    }
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
