//! What came of runs, as Python is given it.

use mctslab_lab::{Document, TextOptions};
use pyo3::prelude::*;

use crate::state::plain;
use crate::store::PageParts;

/// What runs found, and what is to be known of them besides.
#[pyclass(frozen, get_all, module = "mctslab._mctslab")]
pub(crate) struct StudyOutcome {
    /// The command that runs such studies.
    pub(crate) command: String,
    /// The document of the command line; its keys are in the order in which it declares them.
    pub(crate) json: String,
    /// Its main table; if there is none, the first one is.
    pub(crate) main_table: Option<&'static str>,
    /// What the command line prints.
    pub(crate) text: String,
    /// What was found, in a line.
    pub(crate) headline: String,
    /// The report; none if the store makes it.
    pub(crate) page: Option<PageParts>,
    /// Why it says nothing, if that is so.
    pub(crate) failure: Option<String>,
    /// The numbers of the runs in the store.
    pub(crate) runs: Vec<i64>,
    /// How to go on, if the runs were interrupted.
    pub(crate) interrupted: Option<String>,
    /// What a reader should know of those who played.
    pub(crate) warnings: Vec<String>,
}

impl StudyOutcome {
    /// A document, and nothing of the runs behind it.
    pub(crate) fn of(command: &str, document: &dyn Document, options: &TextOptions) -> StudyOutcome {
        StudyOutcome {
            command: command.to_string(),
            json: document.ordered_json(),
            main_table: document.main_table(),
            text: plain(&document.text(options)),
            headline: plain(&document.headline()),
            page: None,
            failure: document.failure(),
            runs: Vec::new(),
            interrupted: None,
            warnings: Vec::new(),
        }
    }
}
