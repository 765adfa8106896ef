//! What came of an id, as a document: rows, claims and figures with their numbers.

use std::collections::BTreeMap;
use std::time::Duration;

use mctslab_core::program::program;
use serde_json::Value;

use super::PaperRun;
use crate::claim::{Claim, ClaimRow};
use crate::document::{PaperClaim, PaperDocument, PaperFigure, PaperPoint, PaperRow, PaperSeries, rounded};
use crate::expand::{ExpandedRow, Figure, ListOf, SeriesSource};
use crate::measured::{CONFIDENCE, Measured};
use crate::settings::RunKey;

impl PaperRun<'_> {
    pub(super) fn document(&self, documents: &BTreeMap<String, Value>, cpu: Option<Duration>) -> PaperDocument {
        let measured = self.measure(documents);
        let (id, settings) = (self.id.id, &self.settings);
        PaperDocument {
            id: id.id.clone(),
            paper: self.id.paper.key.clone(),
            authors: self.id.paper.authors.clone(),
            paper_title: self.id.paper.title.clone(),
            year: self.id.paper.year,
            title: id.title.clone(),
            published_in: id.published_in.clone(),
            note: id.note.trim().to_string(),
            cpu: id.cpu.clone(),
            timed: id.timed || settings.time,
            command: self.command(),
            seed: settings.seed,
            scale: settings.scale,
            budget: settings.budget,
            budgets: settings.budgets.clone().or(id.budgets.first().cloned()),
            time: settings.time,
            version: env!("CARGO_PKG_VERSION").to_string(),
            machine: machine(),
            cpu_seconds: cpu.map(seconds),
            clock_seconds: None,
            experiment: self.experiment,
            runs: self.runs.len(),
            finished: documents.len(),
            cut: self.cut(),
            rows: self.expanded.rows.iter().map(|row| self.row(row, measured.get(&row.key.text()))).collect(),
            claims: self.expanded.claims.iter().map(|claim| self.claim(claim, &measured)).collect(),
            figures: self.expanded.figures.iter().map(|figure| self.figure(figure, documents, &measured)).collect(),
            errors: self.id.errors().iter().map(|error| error.text.clone()).collect(),
        }
    }

    /// What to type to run it again.
    fn command(&self) -> String {
        let settings = &self.settings;
        let mut command = format!("{} paper run {}", program(), self.id.name());
        let mut add = |wanted: bool, text: String| {
            if wanted {
                command = format!("{command} {text}");
            }
        };
        add(settings.scale != 1.0, format!("--scale {}", settings.scale));
        let scales: Vec<String> = settings.scales.iter().map(|(words, scale)| format!("{words}={scale}")).collect();
        add(!scales.is_empty(), format!("--scale-of \"{}\"", scales.join(",")));
        add(settings.budget != 1.0, format!("--budget {}", settings.budget));
        add(settings.budgets.is_some(), format!("--budgets {}", settings.budgets.as_deref().unwrap_or_default()));
        add(settings.profile.is_some(), format!("--profile {}", settings.profile.as_deref().unwrap_or_default()));
        add(settings.time, "--time".to_string());
        add(settings.sample, "--sample".to_string());
        add(!settings.rows.is_empty(), format!("--rows \"{}\"", settings.rows.join(",")));
        add(settings.seed != 1, format!("--seed {}", settings.seed));
        command
    }

    /// What was not run as the paper has it.
    fn cut(&self) -> Vec<String> {
        let settings = &self.settings;
        let mut cut = Vec::new();
        if settings.scale != 1.0 {
            cut.push(format!("sample sizes are {} times those of the paper", settings.scale));
        }
        for (words, scale) in &settings.scales {
            cut.push(format!("sample sizes of rows with {words} are {scale} times those of the paper"));
        }
        if settings.budget != 1.0 {
            cut.push(format!("iterations per move are {} times those of the paper", settings.budget));
            if !self.id.id.budgets.is_empty() && settings.budget < 1.0 {
                let words = "an agent whose iterations no longer cover one pass over the moves at the root is another agent, not a smaller one";
                cut.push(words.to_string());
            }
        }
        if self.left_out > 0 {
            let all = self.left_out + self.expanded.rows.len();
            let which = match (settings.sample, settings.rows.as_slice(), &settings.profile) {
                (true, _, _) => "only the core rows".to_string(),
                (_, [], Some(profile)) => format!("only the profile {profile}"),
                (_, names, _) => format!("only rows with {}", names.join(" or ")),
            };
            cut.push(format!("{which}: {} of {all} rows were run", self.expanded.rows.len()));
        }
        cut
    }

    fn row(&self, row: &ExpandedRow, measured: Option<&Measured>) -> PaperRow {
        let ends = measured.map(|one| one.interval(CONFIDENCE));
        let difference = measured.zip(row.published).and_then(|(one, published)| {
            // Seconds of another machine differ for reasons that no standard error knows.
            let error = one.error().filter(|error| *error > 0.0 && !self.id.timed())?;
            Some(rounded((one.value() - published) / error))
        });
        PaperRow {
            label: row.key.label.clone(),
            profile: row.key.profile.clone(),
            published: row.published,
            plus_minus: row.plus_minus,
            also: row.also.clone(),
            measured: measured.map(|one| rounded(one.value())).filter(|value| value.is_finite()),
            beyond: measured.is_some_and(|one| one.value() == f64::INFINITY),
            low: ends.map(|ends| ends.0).filter(|end| end.is_finite()).map(rounded),
            high: ends.map(|ends| ends.1).filter(|end| end.is_finite()).map(rounded),
            difference,
            fitted: row.fitted.clone(),
            reason: row.reason.clone(),
            note: row.note.clone(),
        }
    }

    fn claim(&self, claim: &Claim, measured: &BTreeMap<String, Measured>) -> PaperClaim {
        let seen = |key: &RunKey| {
            let row = self.expanded.rows.iter().find(|row| row.key == *key);
            ClaimRow {
                label: key.label.clone(),
                measured: measured.get(&key.text()).cloned(),
                published: row.and_then(|row| row.published),
                tolerance: row.map_or(0.0, |row| row.tolerance),
            }
        };
        let (rows, than): (Vec<ClaimRow>, Vec<ClaimRow>) =
            (claim.rows.iter().map(seen).collect(), claim.than.iter().map(seen).collect());
        let judged = claim.judge(&rows, &than);
        let row_of = |key: &RunKey| self.expanded.rows.iter().find(|row| row.key == *key);
        let reason = || {
            let mut reasons: Vec<String> =
                claim.rows.iter().filter_map(row_of).filter_map(|row| row.reason.clone()).collect();
            reasons.dedup();
            (reasons.len() == 1).then(|| reasons.remove(0))
        };
        PaperClaim {
            id: claim.id.clone(),
            text: claim.text.clone(),
            kind: claim.kind.name().to_string(),
            profile: claim.profile.clone(),
            verdict: judged.verdict,
            estimate: judged.estimate.filter(|estimate| estimate.is_finite()).map(rounded),
            low: judged.ends.map(|ends| ends.0).filter(|end| end.is_finite()).map(rounded),
            high: judged.ends.map(|ends| ends.1).filter(|end| end.is_finite()).map(rounded),
            tolerance: claim.tolerance(),
            nearest: judged.row,
            rows: claim.rows.len(),
            measured: judged.measured,
            second: claim.second,
            fitted: claim.fitted.clone(),
            reason: claim.reason.clone().or_else(reason),
        }
    }

    fn figure(
        &self,
        figure: &Figure,
        documents: &BTreeMap<String, Value>,
        measured: &BTreeMap<String, Measured>,
    ) -> PaperFigure {
        let series = figure.series.iter().map(|(name, source)| {
            let points = match source {
                SeriesSource::Rows(rows) => rows.iter().filter_map(|(x, key)| self.point(*x, key, measured)).collect(),
                SeriesSource::List { run, list } => {
                    documents.get(&run.text()).map(|document| points_of(document, list)).unwrap_or_default()
                }
            };
            PaperSeries { name: name.clone(), points }
        });
        PaperFigure {
            title: figure.title.clone(),
            x: figure.x.clone(),
            y: figure.y.clone(),
            log_x: figure.log_x,
            series: series.filter(|series| !series.points.is_empty()).collect(),
        }
    }

    fn point(&self, x: f64, key: &RunKey, measured: &BTreeMap<String, Measured>) -> Option<PaperPoint> {
        let row = self.expanded.rows.iter().find(|row| row.key == *key)?;
        let one = measured.get(&key.text());
        let ends = one.map(|one| one.interval(CONFIDENCE));
        let finite = |end: Option<f64>| end.filter(|end| end.is_finite()).map(rounded);
        let (low, high) = (finite(ends.map(|ends| ends.0)), finite(ends.map(|ends| ends.1)));
        let point = PaperPoint {
            x,
            measured: one.map(|one| rounded(one.value())).filter(|value| value.is_finite()),
            low,
            high,
            published: row.published,
        };
        (point.measured.is_some() || point.published.is_some()).then_some(point)
    }
}

/// The points of a list in a document: numbers, or means with their standard errors.
fn points_of(document: &Value, of: &ListOf) -> Vec<PaperPoint> {
    let elements = of.list.select(document).into_iter().flat_map(|value| match value {
        Value::Array(list) => list.iter().collect(),
        one => vec![one],
    });
    let step = of.step.as_ref().and_then(|path| path.one(document)).and_then(Value::as_f64).unwrap_or(1.0);
    let inner = |element: &'_ Value, key: &Option<String>| match key {
        Some(key) => element.get(key).cloned(),
        None => Some(element.clone()),
    };
    let point = |(place, element): (usize, &Value)| {
        let at = of.x.as_ref().map_or(Some(place as f64 * step), |key| element.get(key)?.as_f64())?;
        let value = inner(element, &of.y)?;
        let mean = value.as_f64().or_else(|| value.get("mean")?.as_f64())?;
        let error = value.get("se").or_else(|| element.get("se")).and_then(Value::as_f64);
        let half = error.map(|error| 1.96 * error);
        let (low, high) = (half.map(|half| rounded(mean - half)), half.map(|half| rounded(mean + half)));
        Some(PaperPoint { x: at, measured: Some(rounded(mean)), low, high, published: None })
    };
    elements.enumerate().filter_map(point).collect()
}

pub(super) fn seconds(time: Duration) -> f64 {
    rounded(time.as_secs_f64())
}

/// What the numbers were measured on: the processor and its cores.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name.trim().to_string()));
    format!("{} ({cores} cores)", model.unwrap_or_else(|| std::env::consts::ARCH.to_string()))
}
