//! The file of a paper, as it is written: `docs/papers-format.md` describes every key.

use std::collections::BTreeMap;

use mctslab_lab::Conditions;
use serde::Deserialize;

use crate::document::FigureKind;

/// A paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PaperFile {
    pub key: String,
    pub authors: Vec<String>,
    pub title: String,
    pub year: u32,
    #[serde(default)]
    pub source: String,
    #[serde(default)]
    pub summary: SummaryFile,
    #[serde(default)]
    pub errors: Vec<KnownError>,
    #[serde(default)]
    pub ids: Vec<IdFile>,
    /// The file as it stands.
    #[serde(skip)]
    pub text: String,
}

/// What people say about the run of the paper, at the beginning of its page.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SummaryFile {
    /// What was found, in a sentence.
    #[serde(default)]
    pub finding: String,
    /// Why claims failed.
    #[serde(default)]
    pub failed: Vec<String>,
    /// What was done differently than in the paper.
    #[serde(default)]
    pub differently: Vec<String>,
}

/// A known error of the paper, and the rows that it concerns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KnownError {
    pub text: String,
    #[serde(default)]
    pub rows: Vec<String>,
}

/// A table or figure.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IdFile {
    pub id: String,
    pub title: String,
    pub published_in: String,
    #[serde(default)]
    pub cpu: String,
    #[serde(default)]
    pub note: String,
    #[serde(default)]
    pub timed: bool,
    /// What stands behind ± in the paper, if not the standard error.
    #[serde(default)]
    pub plus_minus_is: PlusMinus,
    /// Of how many games or cases its published numbers are, where rows do not say it.
    pub published_n: Option<Scalar>,
    #[serde(default)]
    pub budgets: Vec<String>,
    #[serde(default)]
    pub profiles: BTreeMap<String, toml::Table>,
    #[serde(default)]
    pub axes: BTreeMap<String, AxisEntries>,
    #[serde(default)]
    pub texts: Vec<TextPlace>,
    #[serde(default)]
    pub runs: Vec<RunFile>,
    #[serde(default)]
    pub rows: Vec<RowFile>,
    #[serde(default)]
    pub derived: Vec<DerivedFile>,
    #[serde(default)]
    pub claims: Vec<ClaimFile>,
    #[serde(default)]
    pub figures: Vec<FigureFile>,
}

/// What a number behind ± is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PlusMinus {
    /// The standard error of the number.
    #[default]
    StandardError,
    /// Half of its 95 % interval.
    Interval,
    /// The standard deviation of single values.
    StandardDeviation,
}

/// The entries of an axis.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum AxisEntries {
    /// Entries with names and values.
    Listed(Vec<toml::Table>),
    /// Numbers from 0 on.
    Count {
        /// How many, at scale 1.
        count: u64,
    },
}

/// Where published numbers stand in the text of the paper.
#[derive(Clone, Debug, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TextPlace {
    pub from: String,
    pub to: Option<String>,
}

/// A value that may be a number or a text with values in angle brackets.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Scalar {
    Integer(i64),
    Float(f64),
    Text(String),
}

impl Scalar {
    /// As a text that may hold values in angle brackets.
    pub(super) fn text(&self) -> String {
        match self {
            Scalar::Integer(number) => number.to_string(),
            Scalar::Float(number) => number.to_string(),
            Scalar::Text(text) => text.clone(),
        }
    }
}

/// Whether a row is one of the few that a sample runs: all of it, or the combinations with these
/// entries of axes.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Core {
    All(bool),
    Entries(BTreeMap<String, Scalar>),
}

impl Default for Core {
    fn default() -> Core {
        Core::All(false)
    }
}

impl Core {
    /// Whether it holds for these entries; `name` gives the name of an axis' entry.
    pub(super) fn holds(&self, name: impl Fn(&str) -> Option<String>) -> bool {
        match self {
            Core::All(all) => *all,
            Core::Entries(wanted) => wanted.iter().all(|(axis, entry)| name(axis) == Some(entry.text())),
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RunFile {
    pub label: String,
    #[serde(default)]
    pub each: Vec<String>,
    pub profiles: Option<Vec<String>>,
    pub game: String,
    pub study: String,
    #[serde(default)]
    pub agents: Vec<String>,
    pub seed: Option<Scalar>,
    #[serde(flatten)]
    pub conditions: Conditions,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RowFile {
    pub label: String,
    #[serde(default)]
    pub each: Vec<String>,
    pub profiles: Option<Vec<String>>,
    pub run: Option<String>,
    #[serde(default)]
    pub runs: Vec<String>,
    #[serde(default)]
    pub each_run: Vec<String>,
    pub path: String,
    #[serde(rename = "as")]
    pub reading: String,
    pub n_path: Option<String>,
    pub times: Option<Scalar>,
    pub divide: Option<Scalar>,
    pub plus: Option<Scalar>,
    #[serde(default)]
    pub log2: bool,
    #[serde(default)]
    pub from_one: bool,
    pub resolution: Option<f64>,
    pub bracket: Option<[String; 2]>,
    pub published: Option<Scalar>,
    pub plus_minus: Option<Scalar>,
    pub published_n: Option<Scalar>,
    pub also: Option<String>,
    pub tolerance: Option<Scalar>,
    #[serde(default)]
    pub core: Core,
    pub fitted: Option<String>,
    pub reason: Option<String>,
    pub note: Option<String>,
    #[serde(default)]
    pub again: bool,
    /// The title of its table, its row and its column there, where they do not follow from the
    /// axes.
    pub table: Option<String>,
    pub row: Option<String>,
    pub column: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DerivedFile {
    pub label: String,
    #[serde(default)]
    pub each: Vec<String>,
    pub profiles: Option<Vec<String>>,
    pub kind: String,
    pub of: Vec<String>,
    #[serde(default)]
    pub over: Vec<String>,
    #[serde(default)]
    pub partial: bool,
    #[serde(default)]
    pub x: Vec<f64>,
    pub published: Option<Scalar>,
    pub plus_minus: Option<Scalar>,
    pub also: Option<String>,
    pub fitted: Option<String>,
    pub reason: Option<String>,
    pub note: Option<String>,
    #[serde(default)]
    pub again: bool,
    /// The title of its table, its row and its column there, where they do not follow from the
    /// axes.
    pub table: Option<String>,
    pub row: Option<String>,
    pub column: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the file")]
pub(super) struct ClaimFile {
    pub id: String,
    pub text: String,
    pub kind: String,
    #[serde(default)]
    pub rows: Vec<String>,
    #[serde(default)]
    pub over: Vec<String>,
    #[serde(default)]
    pub than: Vec<String>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub within: Option<f64>,
    pub least: Option<usize>,
    #[serde(default)]
    pub none_outside: bool,
    #[serde(default)]
    pub split: bool,
    #[serde(default)]
    pub second: bool,
    pub fitted: Option<String>,
    pub reason: Option<String>,
    /// Whether it is one of the paper's own claims, about the program as its authors ran it.
    #[serde(default = "yes")]
    pub counts: bool,
    /// Why it does not count.
    pub because: Option<String>,
    pub profiles: Option<Vec<String>>,
}

fn yes() -> bool {
    true
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FigureFile {
    pub title: String,
    pub x: String,
    pub y: String,
    #[serde(default)]
    pub log_x: bool,
    /// What stands above the drawing, where the title says what a drawing shows.
    #[serde(default)]
    pub heading: String,
    /// How it is drawn.
    #[serde(default)]
    pub kind: FigureKind,
    /// The names of the places along the horizontal axis.
    #[serde(default)]
    pub x_names: Vec<String>,
    #[serde(default)]
    pub series: Vec<SeriesFile>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeriesFile {
    pub name: String,
    pub profiles: Option<Vec<String>>,
    #[serde(default)]
    pub each: Vec<String>,
    #[serde(default)]
    pub rows: Vec<String>,
    #[serde(default)]
    pub over: Vec<String>,
    pub x: Option<Scalar>,
    pub run: Option<String>,
    pub list: Option<String>,
    pub x_key: Option<String>,
    pub y_key: Option<String>,
    pub x_step: Option<String>,
}
