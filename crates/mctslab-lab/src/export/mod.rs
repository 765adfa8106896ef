//! The games of a run, row by row in the order of their numbers, as CSV, as JSON lines or as a
//! Parquet file; samples as JSON lines. docs/export.md describes what is in them.

mod csv;
mod jsonl;
#[cfg(feature = "parquet")]
mod parquet;
mod rows;
mod samples;

use std::io::Write;

use crate::error::LabError;
use crate::replay::Stored;
use crate::study::GAMES;

pub use rows::{CellValue, ColumnKind, ExportColumn, GameRow, GameRows, SeatedAgent};

pub use self::csv::write_csv;
pub use self::jsonl::write_jsonl;
#[cfg(feature = "parquet")]
pub use self::parquet::write_parquet;
pub use self::samples::write_samples;

/// Refuses to write a Parquet file: this build has none.
#[cfg(not(feature = "parquet"))]
pub fn write_parquet(_out: Out<'_>, _rows: &mut GameRows<'_>) -> Result<(), LabError> {
    let cure = "build with `--features parquet`, or export CSV or JSON lines";
    Err(LabError::Request(format!("this build has no Parquet: {cure}")))
}

/// In which form games are exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Comma-separated values with a heading.
    Csv,
    /// One JSON object on each line.
    Jsonl,
    /// Apache Parquet.
    Parquet,
}

impl ExportFormat {
    /// All of them, with their names.
    pub const ALL: [(&str, ExportFormat); 3] =
        [("csv", ExportFormat::Csv), ("jsonl", ExportFormat::Jsonl), ("parquet", ExportFormat::Parquet)];
}

/// Writes every game or sample of a run; samples are JSON lines and nothing else.
pub fn write(out: Out<'_>, stored: &Stored<'_>, format: ExportFormat) -> Result<(), LabError> {
    let (run, unit) = (stored.row.run, stored.settings.unit);
    if unit != GAMES && format != ExportFormat::Jsonl {
        let cure = "they can be exported as JSON lines only, with the format `jsonl`";
        return Err(LabError::Request(format!("run {run} has {unit}, not games: {cure}")));
    }
    let rows = || GameRows::new(stored);
    match format {
        _ if unit != GAMES => write_samples(out, stored),
        ExportFormat::Csv => write_csv(out, &mut rows()?),
        ExportFormat::Jsonl => write_jsonl(out, &mut rows()?),
        ExportFormat::Parquet => write_parquet(out, &mut rows()?),
    }
}

/// Where an export goes to.
pub type Out<'a> = &'a mut (dyn Write + Send);
