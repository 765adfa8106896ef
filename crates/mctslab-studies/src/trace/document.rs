//! A trace: what an agent thought at each of its moves, a curve for each setting.

use std::fmt::Write;

use mctslab_lab::{About, Document, TextOptions, json_of, ordered_json_of};
use mctslab_page::{BOLD, DIM, Page, grouped, table};
use mctslab_stats::Running;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::curve::{Curve, Quantity, Step};
use crate::shared::{ForfeitRow, IntervalEnds, Parameters, Results, forfeit_lines, repeats_warning};

/// Moves of a curve that a short text shows.
const SHORT: usize = 8;
/// What marks a move that few games reached.
const MARK: &str = "*";
pub(super) const RARE: &str = "reached by fewer than 5 % of the games";

/// What came of a trace.
#[derive(Serialize)]
pub(crate) struct TraceDocument<'a> {
    pub(super) game: &'a str,
    pub(super) against: &'a str,
    pub(super) seed: u64,
    pub(super) curves: Vec<TraceCurve<'a>>,
    pub(super) forfeits: Vec<ForfeitRow>,
    #[serde(skip)]
    pub(super) about: About<'a>,
    #[serde(skip)]
    pub(super) parts: &'a [Curve],
}

/// The games of one setting.
#[derive(Serialize)]
pub(super) struct TraceCurve<'a> {
    pub(super) name: &'a str,
    spec: &'a str,
    /// The options in which curves differ.
    parameters: Map<String, Value>,
    games: u64,
    #[serde(flatten)]
    results: Results,
    #[serde(flatten)]
    ends: IntervalEnds,
    moves: Vec<Value>,
}

impl<'a> TraceDocument<'a> {
    /// The document of these curves.
    pub(crate) fn new(about: About<'a>, parts: &'a [Curve]) -> TraceDocument<'a> {
        let count = parts.len();
        let (agents, names) = (&about.settings.agents, about.names);
        let parameters = Parameters::of(&agents[..count.min(agents.len())], &names[..count.min(names.len())]);
        let curve = |(place, curve): (usize, &Curve)| {
            let tally = curve.summary().total(place);
            TraceCurve {
                name: about.name(place),
                spec: about.name(place),
                parameters: parameters.values[place].clone(),
                games: tally.games(),
                results: Results::of(tally),
                ends: IntervalEnds::of(curve.summary().interval_of(place, count)),
                moves: curve
                    .steps()
                    .iter()
                    .enumerate()
                    .map(|(number, step)| row(number + 1, step, curve.is_rare(step)))
                    .collect(),
            }
        };
        TraceDocument {
            game: about.game,
            against: about.name(count),
            seed: about.settings.seed,
            curves: parts.iter().enumerate().map(curve).collect(),
            forfeits: parts.iter().flat_map(|curve| ForfeitRow::all(curve.summary().forfeits())).collect(),
            about,
            parts,
        }
    }

    /// The quantities of which anything is known.
    pub(super) fn known(&self) -> Vec<Quantity> {
        let steps = || self.parts.iter().flat_map(Curve::steps);
        Quantity::ALL.into_iter().filter(|&quantity| steps().any(|step| step.mean(quantity).count() > 0)).collect()
    }

    pub(super) fn played(&self) -> u64 {
        self.curves.iter().map(|curve| curve.games).sum()
    }

    pub(super) fn name(&self, agent: usize) -> String {
        self.curves.get(agent).map_or(self.against, |curve| curve.name).to_string()
    }

    /// What a curve is, in a line.
    pub(super) fn heading(&self, place: usize) -> String {
        let TraceCurve { name, games, results, ends, .. } = &self.curves[place];
        format!("{name}: score {} ({}), {} games", results.score_cell(), ends.cell(), grouped(*games))
    }

    /// The cells of some moves of a curve: number, games, and each quantity with its standard
    /// error.
    pub(super) fn cells(&self, place: usize, moves: &[usize]) -> Vec<Vec<String>> {
        let (curve, known) = (&self.parts[place], self.known());
        let row = |&number: &usize| {
            let step = &curve.steps()[number];
            let mark = if curve.is_rare(step) { MARK } else { "" };
            let mut cells = vec![(number + 1).to_string(), format!("{}{mark}", grouped(step.reached()))];
            cells.extend(known.iter().map(|&quantity| cell(step.mean(quantity), quantity.digits())));
            cells
        };
        moves.iter().map(row).collect()
    }

    pub(super) fn columns(&self) -> Vec<(&'static str, bool)> {
        let known = self.known().into_iter().map(|quantity| (quantity.name(), true));
        [("move", true), ("games", true)].into_iter().chain(known).collect()
    }

    /// The moves of a curve that a text shows: all of them, or some from the first to the last that
    /// is not rare.
    fn shown(&self, place: usize, verbose: bool) -> Vec<usize> {
        let curve = &self.parts[place];
        if verbose {
            return (0..curve.steps().len()).collect();
        }
        let usual = curve.steps().iter().filter(|step| !curve.is_rare(step)).count();
        let mut moves: Vec<usize> = (0..SHORT).map(|part| part * usual.saturating_sub(1) / (SHORT - 1)).collect();
        moves.dedup();
        moves.retain(|&number| number < usual);
        moves
    }

    /// What a reader should know: that the run is unfinished, and games that repeat each other.
    pub(super) fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if let Some(row) = self.about.unfinished() {
            let games: u64 = self.parts.iter().map(|curve| curve.summary().games()).sum();
            let rest = grouped(row.planned.saturating_sub(games));
            remarks.push(format!("{}: {rest} of {} games are still to play", row.status, grouped(row.planned)));
        }
        for (place, curve) in self.parts.iter().enumerate() {
            let warning = repeats_warning(curve.summary(), self.about.settings);
            remarks.extend(warning.map(|warning| format!("{}: {warning}", self.curves[place].name)));
        }
        remarks
    }
}

/// A move as JSON: every mean with its standard error and the number of games that it is over.
fn row(number: usize, step: &Step, rare: bool) -> Value {
    let mut row = Map::from_iter([("move".to_string(), json!(number)), ("n".to_string(), json!(step.reached()))]);
    row.insert("rare".to_string(), json!(rare));
    for quantity in Quantity::ALL {
        let mean = step.mean(quantity);
        let value = mean.mean().map(|value| json!({"mean": value, "se": mean.error(), "n": mean.count()}));
        row.insert(quantity.name().to_string(), value.unwrap_or(Value::Null));
    }
    Value::Object(row)
}

/// A mean with its standard error as a cell.
fn cell(mean: &Running, digits: usize) -> String {
    match (mean.mean(), mean.error()) {
        (Some(value), Some(error)) => format!("{value:.digits$} ± {error:.digits$}"),
        (Some(value), None) => format!("{value:.digits$}"),
        (None, _) => "-".to_string(),
    }
}

impl Document for TraceDocument<'_> {
    fn json(&self) -> Value {
        json_of(self)
    }

    fn ordered_json(&self) -> String {
        ordered_json_of(self)
    }

    fn text(&self, options: &TextOptions) -> String {
        let (game, played) = (self.game, grouped(self.played()));
        let mut text = format!("{BOLD}{game}{BOLD:#}  {played} games against {}, seed {}", self.against, self.seed);
        if let Some(time) = options.elapsed {
            let _ = write!(text, "{DIM}, {:.1} s{DIM:#}", time.as_secs_f64());
        }
        text.push('\n');
        for place in 0..self.curves.len() {
            let moves = self.shown(place, options.verbose);
            let _ = write!(text, "\n{}\n{}", self.heading(place), table(&self.columns(), self.cells(place, &moves)));
        }
        let _ = writeln!(
            text,
            "\n{DIM}means with standard errors over games, by the number of the agent's move; {MARK} {RARE}{DIM:#}"
        );
        text += &forfeit_lines(&self.forfeits, |agent| self.name(agent));
        for remark in self.remarks() {
            let _ = writeln!(text, "{remark}");
        }
        text
    }

    fn page(&self) -> Page {
        self.html()
    }

    fn headline(&self) -> String {
        let first = |place: usize| {
            let value = self.parts[place].steps().first().and_then(|step| step.mean(Quantity::Value).mean());
            let value = value.map_or_else(String::new, |value| format!(", first move {value:.3}"));
            format!("{} scores {}{value}", self.curves[place].name, self.curves[place].results.score_cell())
        };
        (0..self.curves.len()).map(first).collect::<Vec<String>>().join("; ")
    }
}
