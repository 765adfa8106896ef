//! Games as CSV: a line of headings, then a line for each game.

use super::{Cell, Out, Rows};
use crate::LabError;

/// Writes the games of a run.
pub fn write_csv(out: Out<'_>, rows: &mut Rows<'_>) -> Result<(), LabError> {
    let headings: Vec<String> = rows.columns().into_iter().map(|column| column.name).collect();
    writeln!(out, "{}", headings.join(","))?;
    rows.each(|rows, row| {
        let fields: Vec<String> = rows.cells(&row).into_iter().map(field).collect();
        Ok(writeln!(out, "{}", fields.join(","))?)
    })
}

/// A field with quotes where commas, quotes or line ends ask for them.
fn field(cell: Option<Cell>) -> String {
    match cell {
        None => String::new(),
        Some(Cell::Whole(number)) => number.to_string(),
        Some(Cell::Real(number)) => number.to_string(),
        Some(Cell::Text(text)) if text.contains([',', '"', '\n', '\r']) => format!("\"{}\"", text.replace('"', "\"\"")),
        Some(Cell::Text(text)) => text,
    }
}
