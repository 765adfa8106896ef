//! Games as an Apache Parquet file: the columns of the CSV, compressed by Zstandard.
//!
//! Rows are gathered into groups, and each group is written before the next is begun, so that
//! memory does not grow with the run. The columns are flat, so Arrow is not needed: that keeps half
//! of the dependencies of the format out.

use std::sync::Arc;

use ::parquet::basic::{Compression, ZstdLevel};
use ::parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::parser::parse_message_type;

use super::Out;
use super::rows::{CellValue, ColumnKind, ExportColumn, GameRows};
use crate::error::LabError;

/// Rows of a group.
const GROUP: usize = 50_000;

/// The cells of a row.
type ColumnCells = Vec<Option<CellValue>>;

/// Writes the games of a run.
pub fn write_parquet(out: Out<'_>, rows: &mut GameRows<'_>) -> Result<(), LabError> {
    let columns = rows.columns();
    let schema = parse_message_type(&schema(&columns))?;
    let properties = WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default())).build();
    let mut writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;
    let mut group: Vec<ColumnCells> = Vec::new();
    rows.each(|rows, row| {
        group.push(rows.cells(&row));
        if group.len() >= GROUP {
            write_group(&mut writer, &columns, &mut group)?;
        }
        Ok(())
    })?;
    if !group.is_empty() {
        write_group(&mut writer, &columns, &mut group)?;
    }
    writer.close()?;
    Ok(())
}

fn schema(columns: &[ExportColumn]) -> String {
    let field = |column: &ExportColumn| {
        let kind = match column.kind {
            ColumnKind::Whole => ("int64", " (INTEGER(64, false))"),
            ColumnKind::Real => ("double", ""),
            ColumnKind::Text => ("binary", " (STRING)"),
        };
        let needed = if column.optional { "optional" } else { "required" };
        format!("    {needed} {} {}{};\n", kind.0, column.name, kind.1)
    };
    format!("message games {{\n{}}}", columns.iter().map(field).collect::<String>())
}

/// Writes rows as one group, column by column, and forgets them.
fn write_group(
    writer: &mut SerializedFileWriter<Out<'_>>,
    columns: &[ExportColumn],
    rows: &mut Vec<ColumnCells>,
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    for (place, column) in columns.iter().enumerate() {
        let cells = rows.iter_mut().map(|row| row[place].take());
        match column.kind {
            ColumnKind::Whole => write_column::<Int64Type>(&mut group, cells, |cell| match cell {
                CellValue::Whole(number) => Some(number as i64),
                _ => None,
            })?,
            ColumnKind::Real => write_column::<DoubleType>(&mut group, cells, |cell| match cell {
                CellValue::Real(number) => Some(number),
                _ => None,
            })?,
            ColumnKind::Text => write_column::<ByteArrayType>(&mut group, cells, |cell| match cell {
                CellValue::Text(text) => Some(ByteArray::from(text.into_bytes())),
                _ => None,
            })?,
        }
    }
    rows.clear();
    group.close()?;
    Ok(())
}

/// Writes the next column. What is missing has level 0; columns that miss nothing pay no heed to
/// levels.
fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Out<'_>>,
    cells: impl Iterator<Item = Option<CellValue>>,
    value: impl Fn(CellValue) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let values: Vec<Option<T::T>> = cells.map(|cell| cell.and_then(&value)).collect();
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let present: Vec<T::T> = values.into_iter().flatten().collect();
    let mut column = group.next_column()?.expect("as many columns as the schema has");
    column.typed::<T>().write_batch(&present, Some(&levels), None)?;
    column.close()
}
