//! The games of a run, row by row in the order of their numbers, as CSV, as JSON lines or as a Parquet file; samples as JSON lines.
//! docs/export.md describes what is in them.

mod csv;
mod jsonl;
#[cfg(feature = "parquet")]
mod parquet;
mod rows;
mod samples;

use std::io::Write;

pub use rows::{CellValue, Column, ColumnKind, GameRow, GameRows, SeatedAgent};

pub use self::csv::write_csv;
pub use self::jsonl::write_jsonl;
#[cfg(feature = "parquet")]
pub use self::parquet::write_parquet;
pub use self::samples::write_samples;

/// Refuses to write a Parquet file: this build has none.
#[cfg(not(feature = "parquet"))]
pub fn write_parquet(_out: Out<'_>, _rows: &mut GameRows<'_>) -> Result<(), crate::LabError> {
    let cure = "build with `--features parquet`, or take CSV or JSON lines";
    Err(crate::LabError::Request(format!("this build has no Parquet: {cure}")))
}

/// Where an export goes to.
pub type Out<'a> = &'a mut (dyn Write + Send);
