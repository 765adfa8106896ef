//! The games of a run, row by row in the order of their numbers, as CSV, as JSON lines or as a Parquet file.
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

/// Where an export goes to.
pub type Out<'a> = &'a mut (dyn Write + Send);
