//! What came of a table or figure of a paper: published and measured numbers side by side, and a
//! verdict on every claim.
//!
//! The document holds all that its text, its page and its Markdown show, so that they can be made
//! from stored JSON alone: `docs/papers/data` has one file for each id.

mod blocks;
mod claims;
mod collection;
mod figures;
mod markdown;
mod page;
mod report;
mod shape;
mod summary;
mod text;

pub(crate) use self::collection::read_paper;
pub use self::collection::{PaperCollection, VerdictTally};
#[cfg(test)]
pub(crate) use self::shape::count_cells;
pub(crate) use self::summary::SummaryWords;
use mctslab_lab::{Document, TextOptions, json_of, ordered_json_of};
use mctslab_page::Page;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::claim::ClaimVerdict;
use crate::raw::RawSample;
use crate::row_reading::{ReadingKind, RowScale};

/// A table or figure of a paper, run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaperDocument {
    /// Its name.
    pub id: String,
    /// The key of the paper.
    pub paper: String,
    /// The paper's authors.
    pub authors: Vec<String>,
    /// The paper's title.
    pub paper_title: String,
    /// The year in which it appeared.
    pub year: u32,
    /// What the table or figure is about.
    pub title: String,
    /// Which table or figure it is.
    pub published_in: String,
    /// How it was run.
    pub note: String,
    /// What it takes at scale 1, in words.
    pub cpu: String,
    /// Whether numbers depend on the speed of the machine.
    pub timed: bool,
    /// What to type to run it again.
    pub command: String,
    /// The seed.
    pub seed: u64,
    /// Sample sizes were multiplied by this.
    pub scale: f64,
    /// Iterations per move were multiplied by this.
    pub budget: f64,
    /// Which budgets were used, where there are several.
    pub budgets: Option<String>,
    /// Whether moves were given real seconds.
    pub time: bool,
    /// The version that ran it.
    pub version: String,
    /// The machine that ran it.
    pub machine: String,
    /// What its runs took of the processor, added up over all threads; `null` if that was not
    /// measured.
    #[serde(default)]
    pub cpu_seconds: Option<f64>,
    /// How long its threads played by the clock, in documents that were written before the other
    /// was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_seconds: Option<f64>,
    /// Its number among the experiments of the store.
    #[serde(skip_serializing, default)]
    pub experiment: Option<i64>,
    /// Runs.
    pub runs: usize,
    /// Runs that are finished.
    pub finished: usize,
    /// How often samples were added to it.
    #[serde(default)]
    pub turn: u32,
    /// The runs that its samples come from.
    #[serde(default)]
    pub played: Vec<PlayedRun>,
    /// What was not run as the paper has it.
    pub cut: Vec<String>,
    /// Numbers, published and measured.
    pub rows: Vec<PaperRow>,
    /// Claims with their verdicts.
    pub claims: Vec<PaperClaim>,
    /// Figures, as curves.
    pub figures: Vec<PaperFigure>,
    /// Known errors of the paper that concern these rows.
    pub errors: Vec<String>,
}

/// A run that samples come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedRun {
    /// What it is called, with its profile.
    pub run: String,
    /// The fingerprint of what it is, whatever its size and seed.
    pub plan: String,
    /// Which sample of it this is: 1 has the paper's seed.
    pub stage: u32,
    /// The seed.
    pub seed: u64,
    /// Its size was multiplied by this.
    pub scale: f64,
    /// Which addition to the document it belongs to.
    pub turn: u32,
    /// What it took of the processor; `null` if that was not measured.
    pub cpu_seconds: Option<f64>,
    /// The version that played it.
    pub version: String,
    /// The machine that added it.
    pub machine: String,
}

/// How the number of a row is read from what was counted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowReadingOf {
    /// Which number it is.
    #[serde(rename = "as")]
    pub kind: ReadingKind,
    /// What is done with it.
    #[serde(flatten)]
    pub scale: RowScale,
}

/// How a number follows from other rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DerivedRow {
    /// What is computed.
    pub kind: String,
    /// From which rows, each with its profile.
    pub of: Vec<String>,
    /// The numbers of a straight line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub x: Vec<f64>,
    /// Whether the rows that there are suffice.
    #[serde(default, skip_serializing_if = "is_false")]
    pub partial: bool,
}

/// A number, published and measured.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaperRow {
    /// What it is called.
    pub label: String,
    /// The profile, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// The number that was published.
    pub published: Option<f64>,
    /// What stands behind ± there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plus_minus: Option<f64>,
    /// The standard error of the published number, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_error: Option<f64>,
    /// What else was published about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub also: Option<String>,
    /// The number that was measured.
    pub measured: Option<f64>,
    /// Whether it is larger than everything that was tried: then the measured number is `null`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub beyond: bool,
    /// The lower end of its 95 % interval; `null` if it is open.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// Measured minus published, in standard errors of both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<f64>,
    /// Why this row confirms nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fitted: Option<String>,
    /// Why the published number cannot be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What a reader must know about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// How far an exact number may be from the published one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
    /// Whether it was left out.
    #[serde(default, skip_serializing_if = "is_false")]
    pub not_run: bool,
    /// How it is read from what was counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<RowReadingOf>,
    /// How it follows from other rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follows: Option<DerivedRow>,
    /// What was counted, sample by sample.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub raw: Vec<RawSample>,
    /// Where it stands in the tables of a page, by the file of the paper.
    #[serde(skip)]
    pub place: Option<RowPlace>,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowPlace {
    /// The title of the table.
    pub table: String,
    /// What its rows are; it keeps tables without a title apart.
    pub axis: String,
    /// Whether the published number is that of another row, shown once more.
    pub again: bool,
    /// The row.
    pub row: String,
    /// The column.
    pub column: String,
}

/// The profile of programs as their authors meant them.
const CORRECTED: &str = "corrected";

/// Whether a row is about the program as its authors ran it, and shows its number for the first
/// time.
fn is_own(row: &PaperRow) -> bool {
    row.profile.as_deref() != Some(CORRECTED) && row.place.as_ref().is_none_or(|place| !place.again)
}

impl PaperRow {
    /// The label with the profile, which names the row.
    pub fn key(&self) -> String {
        key_of(&self.label, self.profile.as_deref())
    }
}

/// A label with the profile, where there is one.
fn key_of(label: &str, profile: Option<&str>) -> String {
    profile.map_or_else(|| label.to_string(), |profile| format!("{label} @{profile}"))
}

/// A claim with its verdict.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaperClaim {
    /// Its name.
    pub id: String,
    /// What is claimed.
    pub text: String,
    /// How it is judged.
    pub kind: String,
    /// The profile, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// What became of it.
    pub verdict: ClaimVerdict,
    /// The number that the verdict rests on.
    pub estimate: Option<f64>,
    /// The lower end of its interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// Where the number must lie.
    pub tolerance: String,
    /// The row that is nearest to failing, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    /// Rows that it is about.
    pub rows: usize,
    /// Rows of these that were measured.
    pub measured: usize,
    /// Whether it is a second reading, which counts nowhere.
    #[serde(default, skip_serializing_if = "is_false")]
    pub second: bool,
    /// Why it confirms nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fitted: Option<String>,
    /// Why it cannot be reached, or was judged otherwise than in the paper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Why it is reported apart from the claims that count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// The tolerance in numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criterion: Option<ClaimCriterion>,
    /// The rows that it is about, each with its profile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<String>,
    /// The rows that are subtracted from these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub than: Vec<String>,
    /// How often it was looked at, if it was judged in stages.
    #[serde(default)]
    pub look: u32,
    /// The last addition of samples that its verdict rests on.
    #[serde(default)]
    pub turn: u32,
    /// The confidence of a single interval at that look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// What an open claim probably needs to be decided, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<String>,
}

/// The tolerance of a claim, as the file has it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimCriterion {
    /// The least number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// The largest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// The distance from the published number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<f64>,
    /// In how many rows it must hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<usize>,
    /// Whether one row that lies outside refutes it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub none_outside: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl PaperClaim {
    /// Whether the verdict counts: not that of a fitted setting, of a second reading, of another
    /// program than the authors', or of what is no claim of the paper.
    pub fn counts(&self) -> bool {
        self.fitted.is_none() && !self.second && self.because.is_none()
    }

    /// Its name with the profile, which is unique in its id.
    pub fn key(&self) -> String {
        let second = if self.second { ", second reading" } else { "" };
        format!("{}{second}", key_of(&self.id, self.profile.as_deref()))
    }
}

/// A figure.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaperFigure {
    /// What it shows.
    pub title: String,
    /// The horizontal axis.
    pub x: String,
    /// The vertical axis.
    pub y: String,
    /// Whether the horizontal axis is logarithmic.
    pub log_x: bool,
    /// The curves.
    pub series: Vec<PaperSeries>,
    /// What stands above the drawing, by the file of the paper, if that is not the title.
    #[serde(skip)]
    pub heading: String,
    /// How it is drawn, by the file of the paper.
    #[serde(skip)]
    pub kind: FigureKind,
    /// The names of the places along the horizontal axis, where these are no numbers.
    #[serde(skip)]
    pub names: Vec<String>,
}

/// How a figure is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FigureKind {
    /// A line for each series.
    #[default]
    Lines,
    /// A group of bars for each place, with a bar for each series.
    Bars,
    /// A row of coloured cells for each series.
    HeatMap,
    /// Bars without gaps, a drawing for each series.
    Histogram,
}

/// A curve.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaperSeries {
    /// What it is called.
    pub name: String,
    /// Its points.
    pub points: Vec<PaperPoint>,
}

/// A point of a curve.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaperPoint {
    /// Where it stands.
    pub x: f64,
    /// The number that was measured.
    pub measured: Option<f64>,
    /// The lower end of its 95 % interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The number that was published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<f64>,
}

/// A number with six significant digits: documents stay small, and equal on every machine.
pub(crate) fn rounded(number: f64) -> f64 {
    if number == 0.0 || !number.is_finite() {
        return number;
    }
    format!("{number:.5e}").parse().unwrap_or(number)
}

/// A number for people: as many digits as matter.
fn number_text(number: f64) -> String {
    let size = number.abs();
    let digits = match size {
        _ if number == number.round() && size < 1e7 => 0,
        // A zero that was computed.
        _ if size < 1e-9 => return "0".to_string(),
        _ if size >= 1000.0 => 0,
        _ if size >= 100.0 => 1,
        _ if size >= 10.0 => 2,
        _ if size >= 0.01 => 3,
        _ => return format!("{number:.2e}"),
    };
    format!("{number:.digits$}")
}

/// `0.52 [0.49, 0.55]`; an end that is open is shown as `…`.
fn interval_text(number: Option<f64>, low: Option<f64>, high: Option<f64>) -> String {
    let Some(number) = number else { return "-".to_string() };
    let end = |end: Option<f64>| end.map_or_else(|| "…".to_string(), number_text);
    match (low, high) {
        (None, None) => number_text(number),
        _ if low == high => number_text(number),
        _ => format!("{} [{}, {}]", number_text(number), end(low), end(high)),
    }
}

/// What was measured in a row.
fn measured_text(row: &PaperRow) -> String {
    match (row.beyond, row.low) {
        (true, Some(low)) => format!("beyond all that was tried [{}, …]", number_text(low)),
        (true, None) => "beyond all that was tried".to_string(),
        _ => interval_text(row.measured, row.low, row.high),
    }
}

/// `17.5 ± 2.94`.
fn published_text(row: &PaperRow) -> String {
    let Some(published) = row.published else { return String::new() };
    // What was printed is shown with the digits that it has.
    row.plus_minus.map_or_else(|| published.to_string(), |around| format!("{published} ± {around}"))
}

impl PaperDocument {
    /// `Govani (2015), Table 1`.
    pub fn place(&self) -> String {
        format!("{}, {}", self.citation(), self.published_in)
    }

    /// `Debets et al. (2021)`.
    pub fn citation(&self) -> String {
        let names: Vec<&str> = self.authors.iter().filter_map(|name| name.split_whitespace().last()).collect();
        let names = match names.as_slice() {
            [one] => (*one).to_string(),
            [one, other] => format!("{one} and {other}"),
            [first, ..] => format!("{first} et al."),
            [] => self.paper.clone(),
        };
        format!("{names} ({})", self.year)
    }

    /// What its runs took, in seconds.
    fn seconds(&self) -> Option<f64> {
        self.cpu_seconds.or(self.clock_seconds)
    }

    /// What its runs took, to be put behind something else: `, 12 s of CPU time`.
    fn time_text(&self) -> String {
        match (self.cpu_seconds, self.clock_seconds) {
            (Some(seconds), _) => format!(", {} s of CPU time", number_text(seconds)),
            (None, Some(seconds)) => format!(", {} s of all threads by the clock", number_text(seconds)),
            (None, None) => String::new(),
        }
    }

    /// How many claims have which verdict.
    pub fn tally(&self) -> VerdictTally {
        self.claims.iter().collect()
    }

    /// Whether any row has a profile.
    fn has_profiles(&self) -> bool {
        self.rows.iter().any(|row| row.profile.is_some())
    }

    /// The profiles of rows, the corrected program last.
    pub(crate) fn profiles(&self) -> Vec<Option<&str>> {
        let mut profiles: Vec<Option<&str>> = Vec::new();
        for row in &self.rows {
            if !profiles.contains(&row.profile.as_deref()) {
                profiles.push(row.profile.as_deref());
            }
        }
        profiles.sort_by_key(|profile| *profile == Some(CORRECTED));
        profiles
    }

    /// What a reader must know beside the numbers.
    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.finished < self.runs {
            remarks.push(format!(
                "{} of {} runs are not finished: their rows are empty",
                self.runs - self.finished,
                self.runs
            ));
        }
        remarks.extend(self.cut.iter().cloned());
        if self.played.is_empty() && self.rows.iter().all(|row| row.raw.is_empty()) {
            let words = "an earlier version wrote these numbers, without the counts behind them; differences are in standard errors of what was \
                         measured alone";
            remarks.push(words.to_string());
        }
        if self.timed {
            remarks.push(
                "these numbers depend on the speed of the machine: the same seed does not repeat them".to_string(),
            );
        }
        remarks
    }
}

impl Document for PaperDocument {
    fn json(&self) -> Value {
        json_of(self)
    }

    fn ordered_json(&self) -> String {
        ordered_json_of(self)
    }

    fn text(&self, options: &TextOptions) -> String {
        text::text(self, options)
    }

    fn page(&self) -> Page {
        PaperCollection::new(vec![self.clone()]).paper_page(&self.paper)
    }

    fn headline(&self) -> String {
        format!("{}: {}", self.id, self.tally().words())
    }
}
