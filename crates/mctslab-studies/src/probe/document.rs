//! What searches of many positions found, and what they cost.

use mctslab_core::View;
use mctslab_lab::{About, Document, TextOptions, json_of, ordered_json_of};
use mctslab_page::{BOLD, DIM, Page, counted, grouped, table};
use mctslab_registry::samples::probe::{Probe, ProbeSample};
use mctslab_stats::Running;
use serde::Serialize;
use serde_json::Value;

use crate::shared::MeanValue;
use super::findings::{Agreement, Budgets, ProbeRow, Share, Smallest, search_row};

/// What the columns mean.
pub(super) const MEANING: &str = "\
Best move: the chosen move keeps the value of the solved position. Positions where every move does are skipped.
Block: the chosen move stops an immediate win of the next player. Positions where all moves or none do are skipped.
Line: the expected line of play ends the game with the value of the solved position.
Each share is of the searches that it applies to, with its 95 % interval.";

/// Searches of many positions.
#[derive(Serialize)]
pub(crate) struct ProbeDocument<'a> {
    pub(super) game: &'a str,
    pub(super) agent: &'a str,
    agent_name: &'a str,
    /// Searches, each of one position.
    positions: u64,
    /// Positions drawn again because the game was over.
    resampled: u64,
    /// Positions that were solved.
    solved: u64,
    iterations: MeanValue,
    moves: MeanValue,
    pub(super) rows: Vec<ProbeRow>,
    smallest: Option<Smallest>,
    /// How often two final rules choose the same move.
    agreement: Vec<Agreement>,
    /// What depends on how fast the machine is.
    timing: ProbeSeconds,
    #[serde(skip)]
    pub(super) about: About<'a>,
    #[serde(skip)]
    measure: &'a Probe,
    #[serde(skip)]
    pub(super) missed: &'a [Missed],
}

#[derive(Serialize)]
struct ProbeSeconds {
    /// The least time of each search.
    seconds: MeanValue,
    /// The iterations of each search by its least time.
    iterations_per_second: MeanValue,
}

/// A position in which the search failed, to be drawn.
pub(crate) struct Missed {
    pub(super) words: String,
    pub(super) view: View,
}

impl Missed {
    /// The position of a sample.
    pub(crate) fn new(number: usize, sample: &ProbeSample, view: View) -> Missed {
        let best = sample.solved.as_ref().map(|solved| ("best", &solved.best));
        let right = best.or(sample.blocks.as_ref().map(|blocks| ("a block", blocks)));
        let right = right.map(|(what, moves)| format!("; {what}: {}", moves.join(", "))).unwrap_or_default();
        Missed { words: format!("Sample {number}: chosen {}{right}", sample.search.choice), view }
    }
}

impl<'a> ProbeDocument<'a> {
    /// What these samples say.
    pub(crate) fn new(
        about: About<'a>,
        measure: &'a Probe,
        samples: &'a [ProbeSample],
        missed: &'a [Missed],
    ) -> ProbeDocument<'a> {
        let mean = |value: &dyn Fn(&ProbeSample) -> f64| {
            let mut values = Running::default();
            for sample in samples {
                values.add(value(sample));
            }
            MeanValue::from(&values)
        };
        let mut rows = vec![search_row("own", "own choice".to_string(), samples, |sample| Some(&sample.search))];
        let rules = samples.first().map_or(&[][..], |sample| &sample.rules);
        rows.extend(rules.iter().map(|rule| {
            let of = |sample: &'a ProbeSample| sample.rules.iter().find(|one| one.rule == rule.rule);
            let (best, block) = (|sample| of(sample)?.best, |sample| of(sample)?.block);
            ProbeRow {
                kind: "rule",
                name: rule.rule.clone(),
                best: Share::of(samples.iter().map(best)),
                block: Share::of(samples.iter().map(block)),
                line: Share::of(std::iter::empty()),
            }
        }));
        rows.extend(measure.budgets.iter().enumerate().map(|(place, budget)| {
            search_row("budget", budget.to_string(), samples, move |sample| sample.budgets.get(place))
        }));
        let smallest = (!measure.budgets.is_empty()).then(|| Smallest {
            best: Budgets::of(samples, &measure.budgets, |search| search.best),
            line: Budgets::of(samples, &measure.budgets, |search| search.line),
        });
        ProbeDocument {
            game: about.game,
            agent: about.agent(0),
            agent_name: about.name(0),
            positions: samples.len() as u64,
            resampled: samples.iter().map(|sample| sample.redrawn).sum(),
            solved: samples.iter().filter(|sample| sample.solved.is_some()).count() as u64,
            iterations: mean(&|sample| sample.search.iterations as f64),
            moves: mean(&|sample| sample.moves as f64),
            rows,
            smallest,
            agreement: Agreement::all(samples),
            timing: ProbeSeconds {
                seconds: mean(&|sample| sample.timing.seconds),
                iterations_per_second: mean(&|sample| sample.search.iterations as f64 / sample.timing.seconds),
            },
            about,
            measure,
            missed,
        }
    }

    /// Where the positions come from.
    pub(super) fn origin(&self) -> String {
        let Probe { after, enumerate, from, .. } = self.measure;
        let again = if self.resampled > 0 {
            format!(" ({} were replaced because the game was over)", grouped(self.resampled))
        } else {
            String::new()
        };
        let (positions, listed) = (self.positions, from.len() as u64);
        let searches = counted(positions, "search", "searches");
        let plies = counted((*after).into(), "ply", "plies");
        match (from.is_empty(), enumerate) {
            (false, _) => format!("{searches} of {}", counted(listed, "listed position", "listed positions")),
            (_, true) => format!("all {} after {plies}", counted(positions, "position", "positions")),
            _ if *after == 0 => format!("{searches} of the initial position"),
            _ => format!("{} after {plies}{again}", counted(positions, "random position", "random positions")),
        }
    }

    pub(super) fn cost(&self) -> String {
        let [iterations, _] = self.iterations.cells(1);
        let milliseconds =
            |value: Option<f64>| value.map_or_else(|| "-".to_string(), |value| format!("{:.3}", 1000.0 * value));
        let MeanValue { mean, se, .. } = self.timing.seconds;
        format!(
            "{iterations} iterations and {} ms (s.e. {}) per search, {} legal moves; {} of {} positions solved",
            milliseconds(mean),
            milliseconds(se),
            self.moves.cells(1)[0],
            grouped(self.solved),
            grouped(self.positions)
        )
    }

    pub(super) fn cells(&self) -> Vec<Vec<String>> {
        let name = |row: &ProbeRow| match row.kind {
            "budget" => format!("{} iterations", row.name.parse().map_or_else(|_| row.name.clone(), grouped)),
            "rule" => format!("by {}", row.name),
            _ => row.name.clone(),
        };
        self.rows.iter().map(|row| vec![name(row), row.best.text(), row.block.text(), row.line.text()]).collect()
    }

    pub(super) fn smallest_texts(&self) -> Vec<String> {
        let of = |smallest: &Smallest| [smallest.best.text("best move"), smallest.line.text("line")];
        self.smallest.iter().flat_map(of).flatten().collect()
    }
}

pub(super) const COLUMNS: [(&str, bool); 4] = [("", false), ("best move", true), ("block", true), ("line", true)];

impl Document for ProbeDocument<'_> {
    fn json(&self) -> Value {
        json_of(self)
    }

    fn ordered_json(&self) -> String {
        ordered_json_of(self)
    }

    fn text(&self, options: &TextOptions) -> String {
        let elapsed =
            options.elapsed.map(|time| format!("  {DIM}{:.1} s{DIM:#}", time.as_secs_f64())).unwrap_or_default();
        let (agent, headline) = (self.about.name(0), self.headline());
        let head = format!("{}, {agent}{elapsed}\n{BOLD}{headline}{BOLD:#}\n", self.game);
        let found = table(&COLUMNS, self.cells());
        let smallest = self.smallest_texts().join("\n");
        let gap = if smallest.is_empty() { "" } else { "\n" };
        format!("{head}{}\n{}\n\n{found}{gap}{smallest}{gap}\n{DIM}{MEANING}{DIM:#}\n", self.origin(), self.cost())
    }

    fn page(&self) -> Page {
        self.html()
    }

    fn headline(&self) -> String {
        let own = &self.rows[0];
        let found = |share: &Share, what: &str| share.mean.mean.map(|mean| format!("{what} in {:.1} %", 100.0 * mean));
        let parts = [found(&own.best, "best move"), found(&own.block, "needed block"), found(&own.line, "line")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let found = if parts.is_empty() { "no position had a best move to find".to_string() } else { parts.join(", ") };
        format!("{found}; {}", counted(self.positions, "search", "searches"))
    }
}
