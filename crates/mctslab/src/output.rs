//! What people and programs see: text, tables, JSON, errors.

use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, Table, presets};
use mctslab_core::text::printable;
pub(crate) use mctslab_lab::report::grouped;
use mctslab_registry::RegistryError;

use crate::cli::Options;

/// Bold, for headings.
pub(crate) const BOLD: Style = Style::new().bold();
/// For remarks beside the matter.
pub(crate) const DIM: Style = Style::new().dimmed();
const RED: Style = AnsiColor::Red.on_default().bold();

/// Prints text on standard output, with colours where they are wanted. A reader that went away is no error.
pub(crate) fn emit(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        outcome => Ok(outcome?),
    }
}

/// Prints one JSON document on a line of its own.
pub(crate) fn emit_json(value: &serde_json::Value) -> anyhow::Result<()> {
    emit(&format!("{value}\n"))
}

/// Prints a remark on standard error, unless remarks are not wanted.
pub(crate) fn note(options: &Options, text: &str) {
    if !options.quiet {
        // A remark that cannot be printed is no reason to stop.
        drop(writeln!(anstream::stderr().lock(), "{DIM}{}{DIM:#}", printable(text)));
    }
}

/// Prints an error and returns its exit code: 2 for what was asked wrongly, 1 for what went wrong.
pub(crate) fn fail(error: &anyhow::Error) -> ExitCode {
    let usage = error.downcast_ref::<RegistryError>().is_some_and(RegistryError::is_usage) || error.is::<Usage>();
    let line = format!("{RED}error:{RED:#} {}\n", printable(&format!("{error:#}")));
    // Nothing can be done about an error that cannot be printed.
    drop(anstream::stderr().lock().write_all(line.as_bytes()));
    ExitCode::from(if usage { 2 } else { 1 })
}

/// A request that makes no sense.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// A table without lines: columns are `(heading, aligned right)`.
pub(crate) fn table(columns: &[(&str, bool)], rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(columns.iter().map(|(heading, _)| *heading));
    for row in rows {
        table.add_row(row.iter().map(|cell| printable(cell).into_owned()));
    }
    for (column, (_, right)) in table.column_iter_mut().zip(columns) {
        column.set_cell_alignment(if *right { CellAlignment::Right } else { CellAlignment::Left });
        column.set_padding((0, 2));
    }
    let mut lines: Vec<String> = table.to_string().lines().map(|line| line.trim_end().to_string()).collect();
    if let Some(heading) = lines.first_mut() {
        *heading = format!("{DIM}{heading}{DIM:#}");
    }
    lines.join("\n") + "\n"
}

/// A count per second as people say it: `6.71 M`, `482 k`.
pub(crate) fn rate(number: f64) -> String {
    match number {
        n if n >= 1e8 => format!("{:.0} M", n / 1e6),
        n if n >= 1e6 => format!("{:.2} M", n / 1e6),
        n if n >= 1e5 => format!("{:.0} k", n / 1e3),
        n if n >= 1e3 => format!("{:.1} k", n / 1e3),
        n => format!("{n:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_cannot_command_a_terminal() {
        let text = table(&[("agent", false)], vec![vec!["\u{1b}[2Jgone".to_string()]]);
        assert!(text.contains("\\u{1b}[2Jgone"), "{text:?}");
    }
}
