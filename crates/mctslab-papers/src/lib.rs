//! Papers: published numbers and claims as data, the runs that check them, and verdicts that are
//! arithmetic on records.
//!
//! A paper is one TOML file in `papers/`, described in `docs/papers-format.md`. Each of its tables
//! and figures (an *id*) is an experiment: a set of labelled runs in the store, which running it
//! again continues. Rows read numbers from the documents of these runs, claims judge them, and a
//! [`PaperDocument`] shows both.
//!
//! - `file`: the file as it is written; `values`: what stands in angle brackets; `expand`: runs,
//!   rows, claims and figures of an id.
//! - `path`, `row_reading`: places in documents, and how numbers are read there; `raw`: what was
//!   counted; `measured`: numbers with intervals; `published`: the errors of published numbers.
//! - `places`: where rows stand in the tables of a page.
//! - `claim`, `judge`: claims and their verdicts; `evidence`: the samples and looks that verdicts
//!   rest on. - `conduct`: an id as an experiment, and what came of it; `bundle`, `zip_archive`: a
//!   paper as one file.

mod bundle;
mod claim;
mod conduct;
mod document;
mod error;
mod evidence;
mod expand;
mod file;
mod judge;
mod library;
mod measured;
mod pages;
mod path;
mod places;
mod published;
mod raw;
mod row_reading;
mod settings;
mod values;
mod zip_archive;

pub use bundle::bundle_paper;
pub use claim::ClaimVerdict;
pub use conduct::{
    ClaimAsPublished, DecideAudience, PaperRun, StartedPaper, add_to_papers, decide_papers, run_papers, start_paper,
    start_papers,
};
pub use document::{
    ClaimCriterion, DerivedRow, FigureKind, PaperClaim, PaperCollection, PaperDocument, PaperFigure, PaperPoint,
    PaperRow, PaperSeries, PlayedRun, RowPlace, RowReadingOf, VerdictTally,
};
pub use library::{PaperId, PaperLibrary};
pub use pages::{report_papers, save_paper, saved_paper};
pub use raw::{RawCounts, RawSample};
pub use row_reading::{ReadingKind, RowScale};
pub use settings::{PaperSettings, row_scale};
