//! What people and programs see: documents, text, JSON, errors.

use std::io::{self, Write};
use std::path::Path;

use anstyle::{AnsiColor, Style};
use anyhow::Context;
use mctslab_core::program::hints;
use mctslab_core::spec::SpecError;
use mctslab_core::text::printable;
use mctslab_lab::arena::StoreError;
use mctslab_lab::registry::RegistryError;
use mctslab_lab::{LabError, cure, cure_of_registry, cure_of_store, write_whole};
pub(crate) use mctslab_page::{BOLD, DIM, grouped};
use serde_json::Value;

use crate::cli::Options;
use crate::hints::CommandHints;

const RED: Style = AnsiColor::Red.on_default().bold();

/// Prints text on standard output, with colours where they are wanted. A reader that went away is
/// no error.
pub(crate) fn emit(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        outcome => outcome.context("cannot write to standard output"),
    }
}

/// How many characters a line of standard output has: what `COLUMNS` says, or the terminal. A file
/// has lines of any length.
pub(crate) fn width() -> Option<usize> {
    let named = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
    named.or_else(terminal).filter(|width| *width > 0)
}

/// Prints one JSON document on a line of its own.
pub(crate) fn emit_json(value: &Value) -> anyhow::Result<()> {
    emit(&format!("{value}\n"))
}

/// What is printed: one JSON document on a line of its own where that is wanted, else text.
pub(crate) fn printed(options: &Options, json: impl Fn() -> Value, text: impl Fn() -> String) -> String {
    if options.json { format!("{}\n", json()) } else { text() }
}

/// Prints a remark on standard error, unless remarks are not wanted.
pub(crate) fn note(options: &Options, text: &str) {
    if !options.quiet {
        // A remark that cannot be printed is no reason to stop.
        drop(writeln!(anstream::stderr().lock(), "{DIM}{}{DIM:#}", hints(&printable(text))));
    }
}

/// Prints an error and returns its exit code: 2 for what was asked wrongly, 1 for what went wrong.
pub(crate) fn fail(error: &anyhow::Error) -> u8 {
    let line = format!("{RED}error:{RED:#} {}{}\n", hints(&printable(&format!("{error:#}"))), hint(error));
    // Nothing can be done about an error that cannot be printed.
    drop(anstream::stderr().lock().write_all(line.as_bytes()));
    if is_usage(error) { 2 } else { 1 }
}

/// Whether something impossible was asked for, rather than something possible going wrong.
fn is_usage(error: &anyhow::Error) -> bool {
    let lab = error.downcast_ref::<LabError>().is_some_and(LabError::is_usage);
    let registry = error.downcast_ref::<RegistryError>().is_some_and(RegistryError::is_usage);
    lab || registry || error.is::<SpecError>()
}

/// What to type, where libraries can only say what is wrong.
fn hint(error: &anyhow::Error) -> String {
    if let Some(error) = error.downcast_ref::<LabError>() {
        return cure(error, &CommandHints);
    }
    let registry = error.downcast_ref::<RegistryError>().map(|error| cure_of_registry(error, &CommandHints));
    let store = error.downcast_ref::<StoreError>().map(|error| cure_of_store(error, &CommandHints));
    registry.or(store).unwrap_or_default()
}

/// An error about what was asked.
pub(crate) fn usage(error: impl std::fmt::Display) -> anyhow::Error {
    LabError::Request(error.to_string()).into()
}

/// Writes a file that is there whole or not at all, and that is not the store.
pub(crate) fn write_file(
    path: &Path,
    store: &Path,
    content: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), LabError>,
) -> anyhow::Result<()> {
    write_whole(path, store, content).map_err(|error| match error {
        LabError::Place { path, error } => {
            anyhow::Error::from(error).context(format!("cannot write `{}`; name another file with -o", path.display()))
        }
        LabError::Write(error) => anyhow::Error::from(error).context(format!("cannot write `{}`", path.display())),
        LabError::OntoStore(_) => usage(format!("{error}: name another file with -o")),
        error => error.into(),
    })
}
