//! Documents: what was found, written once for the terminal, for programs and for pages.
//!
//! A document is a value that serde writes. What its JSON holds are its fields; what its text and
//! its page show beyond that comes from the games that it was made of. Each kind of study has a
//! type of its own, and so have experiments, comparisons and papers. All of them are [`Document`]s,
//! so that a front end prints, stores or serves a run without knowing its kind.
//!
//! Keys of JSON are sorted by their names: a document is first a [`serde_json::Value`]. Where their
//! order matters, as for the columns of tables, [`Document::ordered_json`] keeps that of the type.

mod about;
mod game_matrix;
mod key_number;
mod reproduce;
mod settings;

pub use self::about::About;
pub use self::game_matrix::GameMatrix;
pub use self::key_number::KeyNumber;
pub use self::reproduce::{reproduce_run, reproduce_samples, reproduce_study, settings_html, settings_with};
pub use self::settings::{COUNT_FORFEITS, Settings};
use std::time::Duration;

use mctslab_page::Page;
use serde::Serialize;
use serde_json::Value;

/// How the text of a document is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextOptions {
    /// Everything, not only what matters most.
    pub verbose: bool,
    /// How long the run took, if it was played just now.
    pub elapsed: Option<Duration>,
}

/// What a run found.
pub trait Document {
    /// For programs: one JSON document.
    fn json(&self) -> Value;

    /// The same as text with keys in the order in which the document declares them, which is that
    /// of its tables and their columns.
    fn ordered_json(&self) -> String {
        self.json().to_string()
    }

    /// The key of the table that matters most, if it is not the first one that the document
    /// declares.
    fn main_table(&self) -> Option<&'static str> {
        None
    }

    /// For people: text for a terminal, with its styles.
    fn text(&self, options: &TextOptions) -> String;

    /// For people: a page in sections. As a file it is HTML that needs nothing else.
    fn page(&self) -> Page;

    /// What was found, in a line: for lists of many runs.
    fn headline(&self) -> String;

    /// The one number of the run, if there is such a number: experiments show it in a table of
    /// games and players.
    fn key_number(&self) -> Option<KeyNumber> {
        None
    }

    /// Why the run says nothing although it ended, and what would help, if that is so.
    fn failure(&self) -> Option<String> {
        None
    }
}

/// Any value as JSON text, with keys in the order in which it declares them.
pub fn ordered_json_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("maps with text as keys, lists, numbers and text can always be written")
}

/// Any value as JSON.
pub fn json_of(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("maps with text as keys, lists, numbers and text can always be written")
}
