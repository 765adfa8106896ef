//! What came of an id, as a document: rows, claims and figures with their numbers.

use std::collections::BTreeMap;
use std::time::Duration;

use mctslab_lab::{Hints, Recipe};
use serde_json::Value;

use super::PaperRun;
use super::measure::measure;
use super::play::FoundRuns;
use crate::document::{
    DerivedRow, PaperDocument, PaperFigure, PaperPoint, PaperRow, PaperSeries, PlayedRun, RowReadingOf, rounded,
};
use crate::evidence::{PaperEvidence, StageCounts};
use crate::expand::{Derivation, ExpandedRow, Figure, ListOf, SeriesSource, Source};
use crate::measured::{CONFIDENCE, Measured};
use crate::places::describe;
use crate::raw::RawSample;
use crate::settings::RunKey;

impl PaperRun<'_> {
    /// What finished runs have counted.
    pub(super) fn stage_counts(&self, found: &FoundRuns) -> StageCounts {
        let documents = &found.documents;
        let played = self.runs.iter().filter(|planned| documents.contains_key(&planned.key.text()));
        let played = played.map(|planned| PlayedRun {
            run: planned.key.text(),
            plan: planned.fingerprint.clone(),
            stage: self.stage,
            seed: self.settings.seed,
            scale: self.settings.scale_of(&planned.key.label),
            turn: 0,
            cpu_seconds: found.cpu.get(&planned.key.text()).copied().map(seconds),
            version: planned.plan.version.clone(),
            machine: machine(),
        });
        let sample = |row: &ExpandedRow| {
            let Source::Runs(runs, reading) = &row.source else { return None };
            let all: Option<Vec<&Value>> = runs.iter().map(|key| documents.get(&key.text())).collect();
            let counts = reading.counts(&all.filter(|_| self.chosen.contains(&row.key))?)?;
            Some((row.key.text(), RawSample { turn: 0, stage: self.stage, seed: self.settings.seed, counts }))
        };
        let listed = |figure: &Figure| {
            let series = figure.series.iter().filter_map(|(name, source)| match source {
                SeriesSource::List { run, list } => {
                    let points = points_of(documents.get(&run.text())?, list);
                    Some(PaperSeries { name: name.clone(), points })
                }
                SeriesSource::Rows(_) => None,
            });
            let (title, x, y) = (figure.title.clone(), figure.x.clone(), figure.y.clone());
            PaperFigure { title, x, y, log_x: figure.log_x, series: series.collect(), ..PaperFigure::default() }
        };
        let figures = self.expanded.figures.iter().map(listed).filter(|figure| !figure.series.is_empty());
        StageCounts {
            played: played.collect(),
            samples: self.expanded.rows.iter().filter_map(sample).collect(),
            figures: figures.collect(),
        }
    }

    /// What has been counted of the id, as a document; so many of the runs are finished.
    pub(super) fn document(&self, hints: &dyn Hints, evidence: &PaperEvidence, finished: usize) -> PaperDocument {
        let measured = measure(&self.expanded.rows, &evidence.counts(evidence.turn));
        let (id, settings) = (self.id.id, &self.settings);
        let cpu = evidence.played.iter().map(|run| run.cpu_seconds).sum::<Option<f64>>();
        let mut document = PaperDocument {
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
            command: self.command(hints),
            seed: settings.seed,
            scale: settings.scale,
            budget: settings.budget,
            budgets: settings.budgets.clone().or(id.budgets.first().cloned()),
            time: settings.time,
            version: env!("CARGO_PKG_VERSION").to_string(),
            machine: machine(),
            cpu_seconds: cpu.map(rounded),
            clock_seconds: None,
            experiment: self.experiment,
            runs: self.runs.len(),
            finished,
            turn: evidence.turn,
            played: evidence.played.clone(),
            cut: self.cut(),
            rows: self.expanded.rows.iter().map(|row| self.row(row, evidence, &measured)).collect(),
            claims: self.claims(evidence),
            figures: self.expanded.figures.iter().map(|figure| self.figure(figure, evidence, &measured)).collect(),
            errors: self.id.errors().iter().map(|error| error.text.clone()).collect(),
        };
        describe(&mut document, id);
        document
    }

    /// What to type to run it again.
    fn command(&self, hints: &dyn Hints) -> String {
        let settings = &self.settings;
        let mut recipe = Recipe::new("paper run", [self.id.name().to_string()]);
        let other = |value: f64| (value != 1.0).then(|| value.to_string());
        recipe.option_if("scale", other(settings.scale).as_ref());
        let scales: Vec<String> = settings.scales.iter().map(|(words, scale)| format!("{words}={scale}")).collect();
        if !scales.is_empty() {
            recipe.text("scale-of", &scales.join(","));
        }
        recipe.option_if("budget", other(settings.budget).as_ref());
        recipe.option_if("budgets", settings.budgets.as_ref());
        recipe.option_if("profile", settings.profile.as_ref());
        for (name, is_on) in [("time", settings.time), ("sample", settings.sample)] {
            if is_on {
                recipe.switch(name);
            }
        }
        if !settings.rows.is_empty() {
            recipe.text("rows", &settings.rows.join(","));
        }
        if settings.seed != 1 {
            recipe.option("seed", &settings.seed.to_string());
        }
        if self.staged {
            recipe.switch("decide");
        }
        hints.repeat(&recipe)
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
        let (all, run) = (self.expanded.rows.len(), self.chosen.len());
        if run < all {
            let which = match (settings.sample, settings.rows.as_slice(), &settings.profile) {
                (true, _, _) => "only the core rows".to_string(),
                (_, [], Some(profile)) => format!("only the profile {profile}"),
                (_, names, _) => format!("only rows with {}", names.join(" or ")),
            };
            cut.push(format!("{which}: {run} of {all} rows were run"));
        }
        cut
    }

    /// Whether the runs of a row were played; a row that follows from others has none.
    fn was_run(row: &ExpandedRow, evidence: &PaperEvidence) -> bool {
        let Source::Runs(runs, _) = &row.source else { return false };
        runs.iter().all(|run| evidence.played.iter().any(|played| played.run == run.text()))
    }

    fn row(&self, row: &ExpandedRow, evidence: &PaperEvidence, measured: &BTreeMap<String, Measured>) -> PaperRow {
        let key = row.key.text();
        let measured_row = measured.get(&key);
        let ends = measured_row.map(|one| one.interval(CONFIDENCE));
        let difference = measured_row.zip(row.published).and_then(|(one, published)| {
            // Seconds of another machine differ for reasons that no standard error knows.
            let (error, own) = (one.error().filter(|_| !self.id.timed())?, row.published_error.unwrap_or(0.0));
            let both = f64::sqrt(error * error + own * own);
            (both > 0.0).then(|| rounded((one.value() - published) / both))
        });
        let (reading, follows) = match &row.source {
            Source::Runs(_, reading) => (Some(RowReadingOf { kind: reading.kind, scale: reading.scale }), None),
            Source::Rows(derivation, of) => (None, Some(derived_of(row, derivation, of))),
        };
        let note = match &row.source {
            Source::Rows(_, of) if row.partial && measured_row.is_some() => {
                let there = of.iter().filter(|key| measured.contains_key(&key.text())).count();
                let part = (there < of.len()).then(|| format!("of {there} of {} rows", of.len()));
                let notes: Vec<String> = part.into_iter().chain(row.note.clone()).collect();
                (!notes.is_empty()).then(|| notes.join("; "))
            }
            _ => row.note.clone(),
        };
        PaperRow {
            label: row.key.label.clone(),
            profile: row.key.profile.clone(),
            published: row.published,
            plus_minus: row.plus_minus,
            published_error: row.published_error.map(rounded),
            also: row.also.clone(),
            measured: measured_row.map(|one| rounded(one.value())).filter(|value| value.is_finite()),
            beyond: measured_row.is_some_and(|one| one.value() == f64::INFINITY),
            low: ends.map(|ends| ends.0).filter(|end| end.is_finite()).map(rounded),
            high: ends.map(|ends| ends.1).filter(|end| end.is_finite()).map(rounded),
            difference,
            fitted: row.fitted.clone(),
            reason: row.reason.clone(),
            note,
            tolerance: Some(row.tolerance).filter(|tolerance| *tolerance > 0.0),
            not_run: measured_row.is_none() && !Self::was_run(row, evidence),
            reading,
            follows,
            raw: evidence.samples.get(&key).cloned().unwrap_or_default(),
            place: None,
        }
    }

    fn figure(&self, figure: &Figure, evidence: &PaperEvidence, measured: &BTreeMap<String, Measured>) -> PaperFigure {
        let known = evidence.figures.iter().find(|known| known.title == figure.title);
        let series = figure.series.iter().map(|(name, source)| {
            let points = match source {
                SeriesSource::Rows(rows) => rows.iter().filter_map(|(x, key)| self.point(*x, key, measured)).collect(),
                SeriesSource::List { .. } => {
                    let known = known.and_then(|known| known.series.iter().find(|series| series.name == *name));
                    known.map(|series| series.points.clone()).unwrap_or_default()
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
            ..PaperFigure::default()
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

/// How a row follows from others.
fn derived_of(row: &ExpandedRow, derivation: &Derivation, of: &[RunKey]) -> DerivedRow {
    let (kind, x) = match derivation {
        Derivation::Difference => ("difference", Vec::new()),
        Derivation::Ratio => ("ratio", Vec::new()),
        Derivation::Mean => ("mean", Vec::new()),
        Derivation::Pooled => ("pooled", Vec::new()),
        Derivation::RSquared(x) => ("r-squared", x.clone()),
    };
    DerivedRow { kind: kind.to_string(), of: of.iter().map(RunKey::text).collect(), x, partial: row.partial }
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
