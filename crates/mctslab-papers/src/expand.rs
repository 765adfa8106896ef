//! From the file of a paper to runs, rows, claims and figures: every value filled in, every
//! reference looked up.

use std::collections::HashSet;

use mctslab_lab::{Lab, LabError, Request};

use crate::claim::{Claim, ClaimKind};
use crate::error::WrongPart;
use crate::file::{ClaimFile, DerivedFile, IdFile, RowFile, RunFile, Scalar, SeriesFile};
use crate::path::Path;
use crate::published::PublishedNumber;
use crate::row_reading::{ReadingKind, RowReading, RowScale};
use crate::settings::{PaperSettings, RunKey};
use crate::values::{NoValue, Values, combinations};

/// The profile of programs as their authors meant them; claims about it are reported apart.
const CORRECTED: &str = "corrected";
const OTHER_PROGRAM: &str = "It is about the corrected program, which the authors did not run.";

/// What an id is made of.
#[derive(Debug)]
pub(super) struct Expanded {
    pub runs: Vec<ExpandedRun>,
    pub rows: Vec<ExpandedRow>,
    pub claims: Vec<Claim>,
    pub figures: Vec<Figure>,
}

/// A run: what is asked for, and what that is at the paper's size with the seed 1, by which runs of
/// any size and seed are known to be samples of the same.
#[derive(Clone, Debug)]
pub(super) struct ExpandedRun {
    pub key: RunKey,
    pub request: Request,
    pub plain: String,
}

/// A row: what was published, and where the number comes from.
#[derive(Clone, Debug)]
pub(super) struct ExpandedRow {
    pub key: RunKey,
    pub source: Source,
    pub published: Option<f64>,
    pub plus_minus: Option<f64>,
    /// The standard error of the published number, if it is known.
    pub published_error: Option<f64>,
    pub also: Option<String>,
    pub tolerance: f64,
    pub core: bool,
    pub fitted: Option<String>,
    pub reason: Option<String>,
    pub note: Option<String>,
    /// Whether the published number is that of another row, shown once more.
    pub again: bool,
    /// Whether it may follow from a part of its rows.
    pub partial: bool,
}

/// Where a number comes from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// Documents of runs.
    Runs(Vec<RunKey>, RowReading),
    /// Other rows.
    Rows(Derivation, Vec<RunKey>),
}

/// What follows from rows.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Derivation {
    Difference,
    Ratio,
    Mean,
    Pooled,
    /// Of a straight line over these numbers.
    RSquared(Vec<f64>),
}

/// A figure with its curves.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    pub title: String,
    pub x: String,
    pub y: String,
    pub log_x: bool,
    pub series: Vec<(String, SeriesSource)>,
}

/// Where the points of a curve come from.
#[derive(Clone, Debug)]
pub(super) enum SeriesSource {
    Rows(Vec<(f64, RunKey)>),
    List { run: RunKey, list: ListOf },
}

/// A list of points in a document: objects with these keys, or numbers that are this step apart.
#[derive(Clone, Debug)]
pub(super) struct ListOf {
    pub list: Path,
    pub x: Option<String>,
    pub y: Option<String>,
    pub step: Option<Path>,
}

/// Fills in everything of an id; the error says where the file is wrong, and what is valid.
pub(super) fn expand(lab: &Lab, id: &IdFile, settings: &PaperSettings) -> Result<Expanded, LabError> {
    let plain = PaperSettings { seed: 1, scale: 1.0, scales: Vec::new(), ..settings.clone() };
    let mut expander = Expander { lab, id, settings, plain: &plain, runs: Vec::new(), rows: Vec::new() };
    let mut expanded = Expanded { runs: Vec::new(), rows: Vec::new(), claims: Vec::new(), figures: Vec::new() };
    for profile in expander.profiles() {
        for run in id.runs.iter().filter(|run| belongs(run.profiles.as_deref(), profile)) {
            expander.runs(run, profile)?;
        }
    }
    refuse_twice(id, "runs", expander.runs.iter().map(|run| &run.key))?;
    for profile in expander.profiles() {
        for row in id.rows.iter().filter(|row| belongs(row.profiles.as_deref(), profile)) {
            expander.rows(row, profile)?;
        }
        for row in id.derived.iter().filter(|row| belongs(row.profiles.as_deref(), profile)) {
            expander.derived(row, profile)?;
        }
    }
    refuse_twice(id, "rows", expander.rows.iter().map(|row| &row.key))?;
    for profile in expander.profiles() {
        for claim in id.claims.iter().filter(|claim| belongs(claim.profiles.as_deref(), profile)) {
            expanded.claims.extend(expander.claims(claim, profile)?);
        }
    }
    for figure in &id.figures {
        let mut series = Vec::new();
        for profile in expander.profiles() {
            for one in figure.series.iter().filter(|one| belongs(one.profiles.as_deref(), profile)) {
                series.extend(expander.series(one, profile)?);
            }
        }
        let (title, x, y) = (figure.title.clone(), figure.x.clone(), figure.y.clone());
        expanded.figures.push(Figure { title, x, y, log_x: figure.log_x, series });
    }
    expander.check_references()?;
    (expanded.runs, expanded.rows) = (expander.runs, expander.rows);
    Ok(expanded)
}

/// The first of these labels, and how many more there are.
fn some_of(labels: impl Iterator<Item = String>) -> String {
    const SHOWN: usize = 12;
    let labels: Vec<String> = labels.map(|label| format!("`{label}`")).collect();
    let more = labels.len().saturating_sub(SHOWN);
    let shown = labels.into_iter().take(SHOWN).collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}

pub(super) fn belongs(profiles: Option<&[String]>, profile: Option<&str>) -> bool {
    profiles.is_none_or(|all| profile.is_some_and(|profile| all.iter().any(|one| one == profile)))
}

fn refuse_twice<'a>(id: &IdFile, what: &str, keys: impl Iterator<Item = &'a RunKey>) -> Result<(), LabError> {
    let mut seen = HashSet::new();
    for key in keys {
        if !seen.insert(key) {
            return Err(wrong(id, &format!("two {what} are called `{}`: labels are unique", key.label)));
        }
    }
    Ok(())
}

pub(super) fn wrong(id: &IdFile, what: &str) -> LabError {
    LabError::Request(format!("`{}`: {what}", id.id))
}

struct Expander<'a> {
    lab: &'a Lab,
    id: &'a IdFile,
    settings: &'a PaperSettings,
    /// The same settings with the paper's size and the seed 1.
    plain: &'a PaperSettings,
    runs: Vec<ExpandedRun>,
    rows: Vec<ExpandedRow>,
}

impl<'a> Expander<'a> {
    /// The profiles of the id; one without a name if it has none.
    fn profiles(&self) -> Vec<Option<&'a str>> {
        let names: Vec<Option<&str>> = self.id.profiles.keys().map(|name| Some(name.as_str())).collect();
        if names.is_empty() { vec![None] } else { names }
    }

    /// The values for every combination of axes.
    fn values(&self, each: &'a [String], profile: Option<&'a str>) -> Result<Vec<Values<'a>>, LabError> {
        let all = combinations(&self.id.axes, each, self.settings.scale).map_err(|error| self.no_value(&error))?;
        let table = profile.and_then(|name| Some((name, self.id.profiles.get(name)?)));
        let budgets = self.settings.budgets.as_deref().or(self.id.budgets.first().map(String::as_str));
        let (settings, scale) = (self.settings, self.settings.scale);
        let of = |entries| Values { entries, profile: table, budgets, settings, scale, seatings: 1 };
        Ok(all.into_iter().map(of).collect())
    }

    fn no_value(&self, error: &NoValue) -> LabError {
        wrong(self.id, &format!("`<{}>` cannot be filled in; valid: {}", error.wanted, error.valid))
    }

    fn fill(&self, values: &Values<'_>, text: &str) -> Result<String, LabError> {
        values.fill(text).map_err(|error| self.no_value(&error))
    }

    /// A text that is left out where an entry lacks a value of it.
    fn fill_if_there(&self, values: &Values<'_>, text: Option<&str>) -> Result<Option<String>, LabError> {
        match text.map(|text| values.fill(text)) {
            None => Ok(None),
            Some(Err(error)) if error.absent => Ok(None),
            Some(filled) => filled.map(Some).map_err(|error| self.no_value(&error)),
        }
    }

    fn number(&self, values: &Values<'_>, scalar: Option<&Scalar>) -> Result<Option<f64>, LabError> {
        let Some(text) = self.fill_if_there(values, scalar.map(Scalar::text).as_deref())? else { return Ok(None) };
        let number = text.trim().parse::<f64>().map_err(|_| wrong(self.id, &format!("`{text}` is not a number")))?;
        Ok(Some(number).filter(|number| !number.is_nan()))
    }

    fn runs(&mut self, run: &'a RunFile, profile: Option<&'a str>) -> Result<(), LabError> {
        for mut values in self.values(&run.each, profile)? {
            let label = self.fill(&values, &run.label)?;
            values.scale = self.settings.scale_of(&label);
            let game = self.fill(&values, &run.game)?;
            let inside =
                |error: LabError| LabError::Cell { label: format!("{}: {label}", self.id.id), error: Box::new(error) };
            let players = self.lab.catalog().game(&game).map_err(|error| inside(error.into()))?.players() as u64;
            values.seatings = (1..=players).product();
            let agents = run.agents.iter().map(|agent| self.fill(&values, agent)).collect::<Result<_, _>>()?;
            let seed = match &run.seed {
                None => self.settings.seed,
                Some(seed) => {
                    let text = self.fill(&values, &seed.text())?;
                    text.parse().map_err(|_| wrong(self.id, &format!("`{text}` is not a seed: give a whole number")))?
                }
            };
            let request = Request {
                study: self.fill(&values, &run.study)?,
                agents,
                conditions: run.conditions.map(|text| self.fill(&values, text))?,
                seed,
                game,
            };
            let plain = self.plain_text(run, &Values { settings: self.plain, scale: 1.0, ..values })?;
            self.runs.push(ExpandedRun { key: RunKey::new(label, profile), request, plain });
        }
        Ok(())
    }

    /// What is run, in words that hold for any size and seed.
    fn plain_text(&self, run: &RunFile, values: &Values<'_>) -> Result<String, LabError> {
        let mut texts = vec![self.fill(values, &run.game)?, self.fill(values, &run.study)?];
        for (name, text) in run.conditions.named() {
            if let Some(text) = text {
                texts.push(format!("{name}={}", self.fill(values, text)?));
            }
        }
        Ok(texts.join("\n"))
    }

    fn rows(&mut self, row: &'a RowFile, profile: Option<&'a str>) -> Result<(), LabError> {
        for mut values in self.values(&row.each, profile)? {
            let label = self.fill(&values, &row.label)?;
            values.scale = self.settings.scale_of(&label);
            let mut runs = Vec::new();
            for text in row.run.iter().chain(&row.runs) {
                runs.extend(self.references(text, &row.each_run, &values, profile)?);
            }
            if runs.is_empty() {
                return Err(wrong(self.id, &format!("row `{label}` has no run: add `run = \"LABEL\"`")));
            }
            let reading =
                self.reading(row, &values).map_err(|reason| wrong(self.id, &format!("row `{label}`: {reason}")))?;
            let published = PublishedNumber {
                number: self.number(&values, row.published.as_ref())?,
                plus_minus: self.number(&values, row.plus_minus.as_ref())?,
                plus_minus_is: self.id.plus_minus_is,
                cases: self.number(&values, row.published_n.as_ref().or(self.id.published_n.as_ref()))?,
            };
            let row = ExpandedRow {
                key: RunKey::new(label, profile),
                published: published.number,
                plus_minus: published.plus_minus,
                published_error: published.error(Some((reading.kind, reading.scale))),
                source: Source::Runs(runs, reading),
                also: self.fill_if_there(&values, row.also.as_deref())?,
                tolerance: self.number(&values, row.tolerance.as_ref())?.unwrap_or(0.0),
                core: row.core.holds(|axis| values.fill(&format!("<{axis}>")).ok()),
                fitted: row.fitted.clone(),
                reason: self.fill_if_there(&values, row.reason.as_deref())?,
                note: self.fill_if_there(&values, row.note.as_deref())?,
                again: row.again,
                partial: false,
            };
            self.rows.push(row);
        }
        Ok(())
    }

    fn reading(&self, row: &RowFile, values: &Values<'_>) -> Result<RowReading, WrongPart> {
        let missing = |error: NoValue| WrongPart::new(format!("`<{}>` has no value", error.wanted));
        let path = |text: &str| Path::parse(&values.fill(text).map_err(missing)?);
        let number = |scalar: &Option<Scalar>| {
            self.number(values, scalar.as_ref()).map_err(|error| WrongPart::new(error.to_string()))
        };
        let kind = ReadingKind::parse(&row.reading)?;
        let coarse = row.resolution.is_some() || row.bracket.is_some();
        if coarse && (kind != ReadingKind::Values || row.log2) {
            return Err(WrongPart::new(
                "`resolution` and `bracket` belong to `as = \"values\"`, without `log2`".to_string(),
            ));
        }
        if let Some(step) = row.resolution.filter(|step| !step.is_finite() || *step < 0.0) {
            return Err(WrongPart::new(format!("`resolution = {step}` is negative: give 0 or more")));
        }
        let bracket = row.bracket.as_ref().map(|[lower, upper]| Ok((path(lower)?, path(upper)?))).transpose()?;
        let (times, divide) = (number(&row.times)?.unwrap_or(1.0), number(&row.divide)?.unwrap_or(1.0));
        Ok(RowReading {
            kind,
            path: path(&row.path)?,
            cases: row.n_path.as_deref().map(path).transpose()?,
            scale: RowScale { times: times / divide, plus: number(&row.plus)?.unwrap_or(0.0), log2: row.log2 },
            from_one: row.from_one,
            resolution: row.resolution,
            bracket,
        })
    }

    fn derived(&mut self, row: &'a DerivedFile, profile: Option<&'a str>) -> Result<(), LabError> {
        for values in self.values(&row.each, profile)? {
            let label = self.fill(&values, &row.label)?;
            let mut of = Vec::new();
            for text in &row.of {
                of.extend(self.references(text, &row.over, &values, profile)?);
            }
            let derivation = match (row.kind.as_str(), of.len()) {
                ("difference", 2) => Derivation::Difference,
                ("ratio", 2) => Derivation::Ratio,
                ("mean", 1..) => Derivation::Mean,
                ("pooled", 1..) => Derivation::Pooled,
                ("r-squared", 3..) if row.x.len() == of.len() => Derivation::RSquared(row.x.clone()),
                (kind, count) => {
                    let valid = "difference (2 rows), ratio (2), mean, pooled, r-squared (3 or more, with as many numbers in `x`)";
                    return Err(wrong(
                        self.id,
                        &format!("row `{label}`: `{kind}` of {count} rows is not possible; valid: {valid}"),
                    ));
                }
            };
            if row.partial && !matches!(derivation, Derivation::Mean | Derivation::Pooled) {
                let reason = format!("row `{label}`: `{}` cannot be `partial`; `mean` and `pooled` can", row.kind);
                return Err(wrong(self.id, &reason));
            }
            let published = PublishedNumber {
                number: self.number(&values, row.published.as_ref())?,
                plus_minus: self.number(&values, row.plus_minus.as_ref())?,
                plus_minus_is: self.id.plus_minus_is,
                cases: None,
            };
            let row = ExpandedRow {
                key: RunKey::new(label, profile),
                source: Source::Rows(derivation, of),
                published: published.number,
                plus_minus: published.plus_minus,
                published_error: published.error(None),
                also: self.fill_if_there(&values, row.also.as_deref())?,
                tolerance: 0.0,
                core: false,
                fitted: row.fitted.clone(),
                reason: self.fill_if_there(&values, row.reason.as_deref())?,
                note: self.fill_if_there(&values, row.note.as_deref())?,
                again: row.again,
                partial: row.partial,
            };
            self.rows.push(row);
        }
        Ok(())
    }

    /// The keys that a reference stands for: one, or one for each combination of further axes;
    /// `LABEL @PROFILE` is of another profile.
    fn references(
        &self,
        text: &str,
        over: &'a [String],
        values: &Values<'a>,
        profile: Option<&'a str>,
    ) -> Result<Vec<RunKey>, LabError> {
        let combined = |more: Values<'a>| Values { entries: [values.entries.clone(), more.entries].concat(), ..more };
        let key = |values: Values<'a>| {
            let label = self.fill(&values, text)?;
            match label.rsplit_once(" @") {
                Some((label, other)) if self.id.profiles.contains_key(other) => {
                    Ok(RunKey { label: label.to_string(), profile: Some(other.to_string()) })
                }
                _ => Ok(RunKey::new(label, profile)),
            }
        };
        self.values(over, profile)?.into_iter().map(combined).map(key).collect()
    }

    fn claims(&self, claim: &'a ClaimFile, profile: Option<&'a str>) -> Result<Vec<Claim>, LabError> {
        let none = &self.values(&[], profile)?[0];
        let gather = |texts: &'a [String]| -> Result<Vec<RunKey>, LabError> {
            let all: Vec<Vec<RunKey>> =
                texts.iter().map(|text| self.references(text, &claim.over, none, profile)).collect::<Result<_, _>>()?;
            Ok(all.concat())
        };
        let (mut rows, than) = (gather(&claim.rows)?, gather(&claim.than)?);
        let refuse = |reason: WrongPart| wrong(self.id, &format!("claim `{}`: {reason}", claim.id));
        let kind: ClaimKind = claim.kind.parse().map_err(refuse)?;
        for key in rows.iter().chain(&than) {
            if !self.rows.iter().any(|row| row.key == *key) {
                let rows = some_of(self.rows.iter().map(|row| row.key.text()));
                return Err(refuse(WrongPart::new(format!("there is no row `{}`; valid: {rows}", key.text()))));
            }
        }
        let published = |key: &RunKey| self.rows.iter().find(|row| row.key == *key).and_then(|row| row.published);
        // A cell that the text has lost can be near to nothing.
        if kind == ClaimKind::Exact || claim.within.is_some() {
            rows.retain(|key| published(key).is_some());
        }
        let because = match (claim.counts, &claim.because, profile) {
            (true, None, Some(CORRECTED)) => Some(OTHER_PROGRAM.to_string()),
            (true, None, _) => None,
            (false, Some(because), _) => Some(because.clone()),
            (counts, ..) => {
                let needs =
                    if counts { "`because` belongs to `counts = false`" } else { "`counts = false` needs `because`" };
                return Err(refuse(WrongPart::new(format!("{needs}: say why it does not count"))));
            }
        };
        let one = |id: String, rows: Vec<RunKey>, than: Vec<RunKey>| Claim {
            id,
            text: claim.text.clone(),
            kind,
            rows,
            than,
            low: claim.low,
            high: claim.high,
            within: claim.within,
            least: claim.least,
            none_outside: claim.none_outside,
            second: claim.second,
            fitted: claim.fitted.clone(),
            reason: claim.reason.clone(),
            because: because.clone(),
            profile: profile.map(str::to_string),
        };
        let all = if claim.split {
            let id = |row: &RunKey| format!("{} ({})", claim.id, row.label);
            let than = |place: usize| than.get(place).cloned().into_iter().collect();
            rows.iter().enumerate().map(|(place, row)| one(id(row), vec![row.clone()], than(place))).collect()
        } else {
            vec![one(claim.id.clone(), rows, than)]
        };
        for claim in &all {
            claim.check(published).map_err(refuse)?;
        }
        Ok(all)
    }

    fn series(
        &self,
        series: &'a SeriesFile,
        profile: Option<&'a str>,
    ) -> Result<Vec<(String, SeriesSource)>, LabError> {
        let mut all = Vec::new();
        for values in self.values(&series.each, profile)? {
            let mut name = self.fill(&values, &series.name)?;
            if let Some(profile) = profile.filter(|_| self.id.profiles.len() > 1 && series.profiles.is_none()) {
                name = format!("{name}, {profile}");
            }
            all.push((name, self.series_source(series, &values, profile)?));
        }
        Ok(all)
    }

    fn series_source(
        &self,
        series: &'a SeriesFile,
        values: &Values<'a>,
        profile: Option<&'a str>,
    ) -> Result<SeriesSource, LabError> {
        if let (Some(run), Some(list)) = (&series.run, &series.list) {
            let run = RunKey::new(self.fill(values, run)?, profile);
            let path = |text: &String| {
                Path::parse(&self.fill(values, text)?).map_err(|reason| wrong(self.id, &reason.to_string()))
            };
            let step = series.x_step.as_ref().map(path).transpose()?;
            let list = ListOf { list: path(list)?, x: series.x_key.clone(), y: series.y_key.clone(), step };
            return Ok(SeriesSource::List { run, list });
        }
        let mut points = Vec::new();
        for text in &series.rows {
            let keys = self.references(text, &series.over, values, profile)?;
            for (more, key) in self.values(&series.over, profile)?.into_iter().zip(keys) {
                let all = Values { entries: [values.entries.clone(), more.entries.clone()].concat(), ..more };
                let x = self.number(&all, series.x.as_ref())?;
                let x = x.ok_or_else(|| wrong(self.id, &format!("series `{}` has no number `x`", series.name)))?;
                points.push((x, key));
            }
        }
        if points.is_empty() {
            let reason = format!("series `{}` has neither `rows` nor `run` and `list`", series.name);
            return Err(wrong(self.id, &reason));
        }
        Ok(SeriesSource::Rows(points))
    }

    /// Whether the runs of rows and the rows of derived rows are there.
    fn check_references(&self) -> Result<(), LabError> {
        for row in &self.rows {
            let (kind, missing) = match &row.source {
                Source::Runs(runs, _) => ("run", runs.iter().find(|key| !self.runs.iter().any(|run| run.key == **key))),
                Source::Rows(_, rows) => ("row", rows.iter().find(|key| !self.rows.iter().any(|row| row.key == **key))),
            };
            if let Some(missing) = missing {
                let reason =
                    format!("row `{}` needs the {kind} `{}`, which does not exist", row.key.text(), missing.text());
                return Err(wrong(self.id, &reason));
            }
        }
        Ok(())
    }
}
