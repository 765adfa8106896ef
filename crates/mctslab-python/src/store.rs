//! The store, read.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use mctslab_lab::arena::{RunRow, Store, TaskResult};
use mctslab_lab::export::{CellValue, GameRows};
use mctslab_lab::{LabError, RunList, Settings, Stored, TextOptions, replay, replay_for_page};
use mctslab_page::{Page, Section};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{exception, lab_error, store_error};
use crate::lab::lab;
use crate::outcome::StudyOutcome;
use crate::waiting::interruptible;

/// The runs of a store, as JSON.
#[pyfunction]
pub(crate) fn store_runs(py: Python<'_>, store: PathBuf) -> PyResult<String> {
    interruptible(py, move |_| {
        let lab = lab();
        let mut rows: Vec<(RunRow, Settings)> = Vec::new();
        let opened = Store::open_existing(&store).map_err(store_error)?;
        opened
            .runs(|row| {
                let settings = Settings::of(&lab, &row.plan, &row.command);
                rows.push((row, settings));
            })
            .map_err(store_error)?;
        let list = RunList::new(&rows);
        Ok(list.runs().iter().map(mctslab_lab::RunEntry::json).collect::<serde_json::Value>().to_string())
    })
}

/// What a run found.
#[pyfunction]
pub(crate) fn store_document(
    py: Python<'_>,
    store: PathBuf,
    run: i64,
    anchor: Option<String>,
) -> PyResult<StudyOutcome> {
    interruptible(py, move |_| {
        let opened = Store::open_existing(&store).map_err(store_error)?;
        let replayed = replay(&lab(), &opened, run).map_err(lab_error)?;
        let anchor = replayed.stored.anchor(anchor.as_deref()).map_err(lab_error)?;
        let document = replayed.study.document(replayed.about().anchored(anchor));
        let found = StudyOutcome::of(&replayed.stored.row.command, &*document, &TextOptions::default());
        Ok(StudyOutcome { runs: vec![run], ..found })
    })
}

/// A page for Python: the whole file, and id, heading and HTML of each section.
pub(crate) type PageParts = (String, Vec<(String, String, String)>);

/// The parts of a page.
pub(crate) fn parts_of(page: &Page) -> PageParts {
    let section = |section: &Section| (section.id.clone(), section.heading.clone(), section.html());
    (page.html(), page.sections().iter().map(section).collect())
}

/// The page of a run, with the games that it shows.
#[pyfunction]
pub(crate) fn store_page(py: Python<'_>, store: PathBuf, run: i64) -> PyResult<PageParts> {
    interruptible(py, move |_| {
        let opened = Store::open_existing(&store).map_err(store_error)?;
        Ok(parts_of(&replay_for_page(&lab(), &opened, run).map_err(lab_error)?.document().page()))
    })
}

/// Cells of one column.
struct Kept {
    place: usize,
    name: String,
    cells: Vec<Option<CellValue>>,
}

/// The games of a run by column: those with numbers from `first` to `end` (not included), and the
/// columns that are named.
#[pyfunction]
pub(crate) fn store_games(
    py: Python<'_>,
    store: PathBuf,
    run: i64,
    columns: Option<Vec<String>>,
    first: u64,
    end: Option<u64>,
) -> PyResult<Py<PyDict>> {
    let kept = interruptible(py, move |stop| read_games(&store, run, columns, first..end.unwrap_or(u64::MAX), stop))?;
    let table = PyDict::new(py);
    for Kept { name, cells, .. } in kept {
        py.check_signals()?;
        let cell = |cell: Option<CellValue>| match cell {
            None => Ok(py.None()),
            Some(CellValue::Whole(number)) => number.into_py_any(py),
            Some(CellValue::Real(number)) => number.into_py_any(py),
            Some(CellValue::Text(text)) => text.into_py_any(py),
        };
        table.set_item(name, cells.into_iter().map(cell).collect::<PyResult<Vec<_>>>()?)?;
    }
    Ok(table.unbind())
}

fn read_games(
    store: &std::path::Path,
    run: i64,
    columns: Option<Vec<String>>,
    games: Range<u64>,
    stop: &AtomicBool,
) -> PyResult<Vec<Kept>> {
    let opened = Store::open_existing(store).map_err(store_error)?;
    let stored = Stored::new(&lab(), &opened, run).map_err(lab_error)?;
    let mut rows = GameRows::new(&stored).map_err(lab_error)?;
    let all: Vec<String> = rows.columns().into_iter().map(|column| column.name).collect();
    let wanted = columns.unwrap_or_else(|| all.clone());
    let mut kept = Vec::new();
    for name in wanted {
        let Some(place) = all.iter().position(|known| *known == name) else {
            let message = format!("no column `{name}`: run {run} has {}", all.join(", "));
            return Err(exception("UsageError", message));
        };
        kept.push(Kept { place, name, cells: Vec::new() });
    }
    rows.each(|rows, row| {
        if stop.load(Ordering::Relaxed) {
            return Err(interrupted());
        }
        if games.contains(&row.record.fixture) {
            let mut cells: Vec<Option<CellValue>> = rows.cells(&row);
            for column in &mut kept {
                column.cells.push(cells[column.place].take());
            }
        }
        Ok(())
    })
    .map_err(lab_error)?;
    Ok(kept)
}

/// The results of a run's own kind of task, as JSON by their numbers; none where its tasks are
/// games.
#[pyfunction]
pub(crate) fn store_results(
    py: Python<'_>,
    store: PathBuf,
    run: i64,
    first: u64,
    end: Option<u64>,
) -> PyResult<Vec<(u64, String)>> {
    let wanted = first..end.unwrap_or(u64::MAX);
    interruptible(py, move |stop| {
        let opened = Store::open_existing(&store).map_err(store_error)?;
        let stored = Stored::new(&lab(), &opened, run).map_err(lab_error)?;
        let mut found = Vec::new();
        stored
            .results(|result, _| {
                if stop.load(Ordering::Relaxed) {
                    return Err(interrupted());
                }
                if let TaskResult::Own { task, found: text } = result
                    && wanted.contains(&task)
                {
                    found.push((task, text));
                }
                Ok(())
            })
            .map_err(lab_error)?;
        Ok(found)
    })
}

/// Ends reading for somebody who does not wait any more.
fn interrupted() -> LabError {
    LabError::Request("interrupted".to_string())
}
