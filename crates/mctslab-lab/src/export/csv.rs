//! Games as CSV: a line of headings, then a line for each game.

use super::Out;
use super::rows::{CellValue, GameRows};
use crate::error::LabError;

/// Writes the games of a run.
pub fn write_csv(out: Out<'_>, rows: &mut GameRows<'_>) -> Result<(), LabError> {
    let headings: Vec<String> = rows.columns().into_iter().map(|column| column.name).collect();
    writeln!(out, "{}", headings.join(","))?;
    rows.each(|rows, row| {
        let fields: Vec<String> = rows.cells(&row).into_iter().map(field).collect();
        Ok(writeln!(out, "{}", fields.join(","))?)
    })
}

/// A field with quotes where commas, quotes or line ends ask for them.
fn field(cell: Option<CellValue>) -> String {
    match cell {
        None => String::new(),
        Some(CellValue::Whole(number)) => number.to_string(),
        Some(CellValue::Real(number)) => number.to_string(),
        Some(CellValue::Text(text)) if text.contains([',', '"', '\n', '\r']) => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Some(CellValue::Text(text)) => text,
    }
}
