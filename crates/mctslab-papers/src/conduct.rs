//! An id as an experiment: its runs in the store, and what came of them.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::time::Duration;

use mctslab_arena::{ExperimentRow, Plan, Status, Store};
use mctslab_core::program::program;
use mctslab_lab::{Lab, LabError, Request, Run, RunState, replay, resume, start};
use serde_json::Value;

use crate::claim::{Claim, ClaimRow};
use crate::document::{PaperClaim, PaperDocument, PaperFigure, PaperPoint, PaperRow, PaperSeries, rounded};
use crate::expand::{Derivation, Expanded, ExpandedRow, Figure, ListOf, SeriesSource, Source, wrong};
use crate::library::PaperId;
use crate::measured::{CONFIDENCE, Measured};
use crate::settings::{PaperSettings, RunKey, has_words};

/// An id that is being run.
pub struct PaperRun<'a> {
    id: PaperId<'a>,
    settings: PaperSettings,
    expanded: Expanded,
    /// The runs with their plans, and their numbers in the store.
    runs: Vec<(RunKey, Plan, Option<i64>)>,
    /// Rows that are not run.
    left_out: usize,
    experiment: Option<i64>,
}

/// An id with those of its runs that are to be played.
pub type StartedPaper<'a> = (PaperRun<'a>, Vec<Run>);

/// Plans an id, and starts those of its runs that the store does not have finished, or goes on with
/// them. Without a store all are played.
pub fn start_paper<'a>(
    lab: &Lab,
    id: PaperId<'a>,
    settings: &PaperSettings,
    store: Option<&Path>,
) -> Result<StartedPaper<'a>, LabError> {
    let mut expanded = id.expand(lab, settings)?;
    let all = expanded.rows.len();
    choose(id, settings, &mut expanded)?;
    let plan = |(key, request): &(RunKey, Request)| {
        let inside = |error| LabError::Cell { label: format!("{}: {}", id.name(), key.text()), error: Box::new(error) };
        request.allow_engines(&format!("the paper `{}`", id.paper.key), settings.engines_allowed)?;
        Ok((key.clone(), lab.plan(request).map_err(inside)?, None))
    };
    let runs = expanded.runs.iter().map(plan).collect::<Result<Vec<_>, LabError>>()?;
    let left_out = all - expanded.rows.len();
    let mut paper = PaperRun { id, settings: settings.clone(), expanded, runs, left_out, experiment: None };
    let Some(path) = store else {
        let runs = paper.runs.iter().map(|(_, plan, _)| Run::new(lab, plan.clone(), None)).collect::<Result<_, _>>()?;
        return Ok((paper, runs));
    };
    let to_play = paper.start(lab, path)?;
    Ok((paper, to_play))
}

/// The same of several ids. Where one of them lacks the profile or the budgets that are asked for,
/// or real seconds, it is left out, and a remark says so; if all lack it, that is the error.
pub fn start_papers<'a>(
    lab: &Lab,
    ids: &[PaperId<'a>],
    settings: &PaperSettings,
    store: Option<&Path>,
) -> Result<(Vec<StartedPaper<'a>>, Vec<String>), LabError> {
    let (mut papers, mut remarks, mut first) = (Vec::new(), Vec::new(), None);
    for id in ids {
        match id.check(settings) {
            Ok(()) => papers.push(start_paper(lab, *id, settings, store)?),
            Err(error) => {
                remarks.push(format!("left out: {error}"));
                first.get_or_insert(error);
            }
        }
    }
    match first {
        Some(error) if papers.is_empty() => Err(error),
        _ => Ok((papers, remarks)),
    }
}

/// Keeps the rows that the settings ask for, and what they need.
fn choose(id: PaperId<'_>, settings: &PaperSettings, expanded: &mut Expanded) -> Result<(), LabError> {
    let wanted = |row: &ExpandedRow| {
        let profile = settings.profile.is_none() || row.key.profile == settings.profile;
        let named = settings.rows.is_empty() || settings.rows.iter().any(|part| has_words(&row.key.label, part));
        profile && (named || matches!(row.source, Source::Rows(..))) && (!settings.sample || row.core)
    };
    let whole = settings.profile.is_none() && settings.rows.is_empty() && !settings.sample;
    let mut chosen: HashSet<RunKey> = expanded
        .rows
        .iter()
        .filter(|row| matches!(row.source, Source::Runs(..)) && wanted(row))
        .map(|row| row.key.clone())
        .collect();
    if chosen.is_empty() {
        let words = if settings.sample {
            "is marked `core`".to_string()
        } else {
            format!("contains {}", settings.rows.join(" or "))
        };
        return Err(wrong(id.id, &format!("no row {words}; `paper show {}` lists the rows", id.name())));
    }
    loop {
        let before = chosen.len();
        for row in &expanded.rows {
            if row.follows_from(&chosen) {
                chosen.insert(row.key.clone());
            }
        }
        if chosen.len() == before {
            break;
        }
    }
    expanded.rows.retain(|row| chosen.contains(&row.key));
    expanded.rows.iter_mut().for_each(|row| row.keep(&chosen));
    let needed: HashSet<RunKey> = expanded.rows.iter().flat_map(|row| runs_of(&row.source)).cloned().collect();
    expanded.runs.retain(|(key, _)| needed.contains(key) || (whole && !settings.sample));
    let profile = |claim: &Claim| settings.profile.is_none() || claim.profile == settings.profile;
    expanded.claims.retain(|claim| profile(claim) && claim.rows.iter().any(|key| chosen.contains(key)));
    Ok(())
}

fn runs_of(source: &Source) -> &[RunKey] {
    match source {
        Source::Runs(runs, _) => runs,
        Source::Rows(..) => &[],
    }
}

impl PaperRun<'_> {
    /// Its name.
    pub fn name(&self) -> &str {
        self.id.name()
    }

    /// Whether its runs are to be played one after the other on one thread.
    pub fn timed(&self) -> bool {
        self.id.timed()
    }

    /// Its number among the experiments of the store.
    pub fn experiment(&self) -> Option<i64> {
        self.experiment
    }

    /// How many runs it has.
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// Whether it has no runs.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Finds the runs that earlier experiments of this id have, starts the others, and returns
    /// those that are not finished.
    fn start(&mut self, lab: &Lab, path: &Path) -> Result<Vec<Run>, LabError> {
        let store = Store::open(path)?;
        let earlier: Vec<ExperimentRow> =
            store.experiments()?.into_iter().filter(|row| row.name == self.id.name()).collect();
        let stored: Vec<(i64, i64)> =
            earlier.iter().flat_map(|row| row.runs.iter().map(|(_, run)| (row.experiment, *run))).collect();
        let mut plans = Vec::new();
        for (experiment, run) in stored {
            plans.push((experiment, run, store.run(run)?.plan));
        }
        for (_, plan, number) in &mut self.runs {
            *number = plans.iter().rev().find(|(_, _, stored)| stored == plan).map(|(_, run, _)| *run);
        }
        let same = |row: &ExperimentRow| {
            let of: HashSet<i64> = row.runs.iter().map(|(_, run)| *run).collect();
            of.len() == self.runs.len() && self.runs.iter().all(|(_, _, run)| run.is_some_and(|run| of.contains(&run)))
        };
        self.experiment = earlier.iter().rev().find(|row| same(row)).map(|row| row.experiment);
        let linked = self.experiment.is_some();
        let number = match self.experiment {
            Some(number) => number,
            None => store.keep_experiment(self.id.name(), &self.experiment_file(), env!("CARGO_PKG_VERSION"))?,
        };
        self.experiment = Some(number);
        let mut to_play = Vec::new();
        for (key, plan, run) in &mut self.runs {
            match run {
                Some(run) if store.run(*run)?.status == Status::Finished => {}
                Some(run) => to_play.push(resume(lab, path, *run, true)?),
                None => {
                    let started = start(lab, plan.clone(), Some(path))?;
                    *run = started.store().map(mctslab_arena::OpenRun::number);
                    to_play.push(started);
                }
            }
            if let (false, Some(run)) = (linked, *run) {
                store.keep_experiment_run(number, &key.text(), run)?;
            }
        }
        Ok(to_play)
    }

    /// The runs as the file of an experiment, which `experiment resume` can go on with.
    fn experiment_file(&self) -> String {
        let mut file = toml::Table::new();
        file.insert("name".to_string(), self.id.name().into());
        let table = |(key, plan, _): &(RunKey, Plan, Option<i64>)| {
            let request = self.expanded.runs.iter().find(|(run, _)| run == key).map(|(_, request)| request);
            let text = |text: &String| toml::Value::from(text.clone());
            let list = |one: &String| toml::Value::Array(vec![text(one)]);
            let mut table = toml::Table::new();
            table.insert("label".to_string(), key.text().into());
            table.insert("seed".to_string(), toml::Value::Integer(plan.seed as i64));
            if let Some(request) = request {
                table.insert("games".to_string(), list(&request.game));
                table.insert("studies".to_string(), list(&request.study));
                table.insert("agents".to_string(), toml::Value::Array(request.agents.iter().map(text).collect()));
                let optional = [
                    ("touchstone", &request.touchstone),
                    ("openings", &request.openings),
                    ("clock", &request.clock),
                    ("adjudicate", &request.adjudicate),
                    ("resign", &request.resign),
                ];
                table.extend(
                    optional.iter().filter_map(|(name, value)| Some(((*name).to_string(), text(value.as_ref()?)))),
                );
            }
            toml::Value::Table(table)
        };
        file.insert("tables".to_string(), toml::Value::Array(self.runs.iter().map(table).collect()));
        file.to_string()
    }
}

/// Plays ids by `play`, and says what came of them, and whether all of it was played. All runs
/// whose results do not depend on the speed of the machine are played together; `play` is asked
/// with `true` to play one of the others on one thread.
pub fn run_papers<E: From<LabError>>(
    lab: &Lab,
    papers: Vec<StartedPaper<'_>>,
    store: Option<&Path>,
    mut play: impl FnMut(Vec<Run>, bool) -> Result<Vec<Run>, E>,
) -> Result<(Vec<PaperDocument>, bool), E> {
    let (mut ids, mut owners, mut together, mut alone) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (place, (paper, runs)) in papers.into_iter().enumerate() {
        if paper.timed() {
            alone.extend(runs.into_iter().map(|run| (place, run)));
        } else {
            owners.extend(runs.iter().map(|_| place));
            together.extend(runs);
        }
        ids.push(paper);
    }
    let mut played: Vec<(usize, Run)> = Vec::new();
    if !together.is_empty() {
        played.extend(owners.into_iter().zip(play(together, false)?));
    }
    for (place, run) in alone {
        let stopped = played.iter().any(|(_, run)| run.state() != RunState::Over);
        let runs = if stopped { vec![run] } else { play(vec![run], true)? };
        played.extend(runs.into_iter().map(|run| (place, run)));
    }
    let whole = played.iter().all(|(_, run)| run.state() == RunState::Over);
    let mut by_paper: Vec<Vec<Run>> = ids.iter().map(|_| Vec::new()).collect();
    for (place, run) in played {
        by_paper[place].push(run);
    }
    let mut documents = Vec::new();
    for (paper, runs) in ids.iter().zip(by_paper) {
        documents.push(match store {
            None => conclude_paper_of_runs(paper, &runs),
            Some(path) => {
                drop(runs);
                conclude_paper(lab, &Store::open_existing(path).map_err(LabError::from)?, paper)?
            }
        });
    }
    Ok((documents, whole))
}

/// What came of an id whose runs are in a store.
fn conclude_paper(lab: &Lab, store: &Store, paper: &PaperRun<'_>) -> Result<PaperDocument, LabError> {
    let mut documents = BTreeMap::new();
    for (key, _, run) in &paper.runs {
        let Some(run) = *run else { continue };
        if store.run(run)?.status == Status::Finished {
            documents.insert(key.text(), replay(lab, store, run)?.document().json());
        }
    }
    let runs = || paper.runs.iter().filter_map(|(_, _, run)| *run);
    let cpu = runs().map(|run| store.cpu(run)).sum::<Result<Option<Duration>, _>>()?;
    let clock = match cpu {
        None => runs().map(|run| clock_of_games(store, run)).sum::<Result<Option<Duration>, LabError>>()?,
        Some(_) => None,
    };
    Ok(PaperDocument { clock_seconds: clock.map(seconds), ..paper.document(&documents, cpu) })
}

/// How long the games of a run took by the clock; `None` if it has other results.
fn clock_of_games(store: &Store, run: i64) -> Result<Option<Duration>, LabError> {
    let mut sum = Some(Duration::ZERO);
    store.results(run, 0..u64::MAX, |result| {
        sum = sum.zip(result.game()).map(|(sum, game)| sum + game.duration);
        Ok::<(), LabError>(())
    })?;
    Ok(sum)
}

fn seconds(time: Duration) -> f64 {
    rounded(time.as_secs_f64())
}

/// What came of an id whose runs are in no store, in the order in which they were started.
fn conclude_paper_of_runs(paper: &PaperRun<'_>, runs: &[Run]) -> PaperDocument {
    let over = paper.runs.iter().zip(runs).filter(|(_, run)| run.state() == RunState::Over);
    let documents = over.map(|((key, ..), run)| (key.text(), run.document().json())).collect();
    paper.document(&documents, Some(runs.iter().map(Run::cpu).sum()))
}

impl PaperRun<'_> {
    fn document(&self, documents: &BTreeMap<String, Value>, cpu: Option<Duration>) -> PaperDocument {
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

    /// The numbers of all rows that were measured.
    fn measure(&self, documents: &BTreeMap<String, Value>) -> BTreeMap<String, Measured> {
        let mut measured = BTreeMap::new();
        // Derived rows may follow from derived rows that are listed later.
        for _ in 0..4 {
            for row in &self.expanded.rows {
                let found = match &row.source {
                    Source::Runs(runs, reading) => {
                        let all: Option<Vec<&Value>> = runs.iter().map(|key| documents.get(&key.text())).collect();
                        all.and_then(|all| reading.of(&all))
                    }
                    Source::Rows(derivation, rows) => {
                        let parts: Option<Vec<Measured>> =
                            rows.iter().map(|key| measured.get(&key.text()).cloned()).collect();
                        parts.and_then(|parts| derive(derivation, &parts))
                    }
                };
                if let Some(found) = found {
                    measured.insert(row.key.text(), found);
                }
            }
        }
        measured
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

/// What follows from rows.
fn derive(derivation: &Derivation, parts: &[Measured]) -> Option<Measured> {
    match (derivation, parts) {
        (Derivation::Difference, [one, other]) => Some(one.minus(other)),
        (Derivation::Ratio, [one, other]) => Some(Measured::Ratio(Box::new((one.clone(), other.clone())))),
        (Derivation::Mean, _) => {
            let weight = 1.0 / parts.len() as f64;
            Some(Measured::Sum { offset: 0.0, terms: parts.iter().map(|part| (weight, part.clone())).collect() })
        }
        (Derivation::Pooled, _) => Measured::pooled(parts),
        (Derivation::RSquared(x), _) => {
            Some(Measured::Exact(r_squared(x, &parts.iter().map(Measured::value).collect::<Vec<_>>())))
        }
        _ => None,
    }
}

/// The share of the variance that a straight line explains.
fn r_squared(x: &[f64], y: &[f64]) -> f64 {
    let count = x.len() as f64;
    let mean = |values: &[f64]| values.iter().sum::<f64>() / count;
    let (middle_x, middle_y) = (mean(x), mean(y));
    let sum = |a: &[f64], am: f64, b: &[f64], bm: f64| a.iter().zip(b).map(|(a, b)| (a - am) * (b - bm)).sum::<f64>();
    let (xy, xx, yy) = (sum(x, middle_x, y, middle_y), sum(x, middle_x, x, middle_x), sum(y, middle_y, y, middle_y));
    xy * xy / (xx * yy)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_times_of_govani_are_nearly_on_a_line() {
        let x = [500.0, 1000.0, 2000.0, 3000.0, 4000.0, 5000.0];
        let found = r_squared(&x, &[0.306, 1.014, 1.974, 2.591, 4.1, 5.24]);
        assert!((found - 0.988).abs() < 5e-4, "{found}");
        assert!((r_squared(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0]) - 1.0).abs() < 1e-12);
    }
}
