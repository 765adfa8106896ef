//! Games as an Apache Parquet file: the columns of the CSV, compressed by Zstandard.
//!
//! Rows are gathered into groups, and each group is written before the next is begun, so that memory does not grow with the run. The
//! columns are flat, so Arrow is not needed: that keeps half of the dependencies of the format out.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use mctslab_registry::StartText;
use mctslab_registry::arena::{Record, Store};
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::export::{milliseconds, payoffs, start_of};

/// Rows of a group.
const GROUP: usize = 50_000;

const SCHEMA: &str = "message games {
    required int64 fixture (INTEGER(64, false));
    required binary seats (STRING);
    optional int64 opening (INTEGER(64, false));
    optional binary start (STRING);
    required int64 seed (INTEGER(64, false));
    required binary payoffs (STRING);
    required int32 plies (INTEGER(32, false));
    required binary reason (STRING);
    required binary moves (STRING);
    required double duration_ms;
}";

/// Writes the games of a run to a file.
pub(super) fn write(path: &Path, run: i64, store: &Store, start: &StartText<'_>) -> anyhow::Result<()> {
    let name = || format!("cannot write `{}`", path.display());
    let schema = parse_message_type(SCHEMA).context("the schema is wrong")?;
    let properties = WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default())).build();
    let file = File::create(path).with_context(name)?;
    let mut writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties)).with_context(name)?;
    let mut rows: Vec<(Record, Option<String>)> = Vec::new();
    store.games(run, 0..u64::MAX, |record| -> anyhow::Result<()> {
        let begin = start_of(&record, start);
        rows.push((record, begin));
        if rows.len() >= GROUP {
            write_group(&mut writer, &rows).with_context(name)?;
            rows.clear();
        }
        Ok(())
    })?;
    if !rows.is_empty() {
        write_group(&mut writer, &rows).with_context(name)?;
    }
    writer.close().with_context(name)?;
    Ok(())
}

/// Writes rows as one group, column by column in the order of the schema.
fn write_group(writer: &mut SerializedFileWriter<File>, rows: &[(Record, Option<String>)]) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    let all = || rows.iter().map(|(record, _)| record);
    let text = |text: &str| ByteArray::from(text.as_bytes().to_vec());
    column::<Int64Type>(&mut group, all().map(|record| Some(record.fixture as i64)))?;
    column::<ByteArrayType>(&mut group, all().map(|record| Some(text(&record.seats.to_string()))))?;
    column::<Int64Type>(&mut group, all().map(|record| record.opening.map(|number| number as i64)))?;
    column::<ByteArrayType>(&mut group, rows.iter().map(|(_, start)| start.as_deref().map(text)))?;
    column::<Int64Type>(&mut group, all().map(|record| Some(record.seed as i64)))?;
    column::<ByteArrayType>(&mut group, all().map(|record| Some(text(&payoffs(record)))))?;
    column::<Int32Type>(&mut group, all().map(|record| Some(record.plies as i32)))?;
    column::<ByteArrayType>(&mut group, all().map(|record| Some(text(record.reason.text()))))?;
    column::<ByteArrayType>(&mut group, all().map(|record| Some(text(&record.moves))))?;
    column::<DoubleType>(&mut group, all().map(|record| Some(milliseconds(record))))?;
    group.close()?;
    Ok(())
}

/// Writes the next column. What is missing has level 0; columns that miss nothing pay no heed to levels.
fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    values: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetError> {
    let values: Vec<Option<T::T>> = values.collect();
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let present: Vec<T::T> = values.into_iter().flatten().collect();
    let mut column = group.next_column()?.expect("as many columns as the schema has");
    column.typed::<T>().write_batch(&present, Some(&levels), None)?;
    column.close()
}
