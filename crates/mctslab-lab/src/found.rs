//! What runs found, whether they came to their end or were stopped, and what a store has of them.

use mctslab_arena::Store;
use mctslab_page::Page;

use crate::anchor::Anchor;
use crate::document::{Document, Settings};
use crate::error::LabError;
use crate::export::GameRows;
use crate::game_document::GameDocument;
use crate::lab::Lab;
use crate::replay::{Stored, replay, replay_for_page};
use crate::run::{Run, RunState};
use crate::run_list::RunList;
use crate::start::compare;
use crate::study::GAMES;

/// Does something with what runs of one kind found, several of them in one document. Of a run that
/// was stopped the store says, because it also has games that an earlier runner played.
pub fn with_found<T>(
    lab: &Lab,
    runs: Vec<Run>,
    anchor: Option<Anchor>,
    then: impl FnOnce(&dyn Document) -> T,
) -> Result<T, LabError> {
    let [run] = runs.as_slice() else {
        return Ok(then(&*compare(lab, runs.iter().map(|run| (run.about(), run.study())).collect())?));
    };
    let place = run.store().map(|open| (open.number(), open.store().path().to_path_buf()));
    let Some((number, path)) = place.filter(|_| run.state() == RunState::Stopped) else {
        return Ok(then(&*run.study().document(run.about().anchored(anchor))));
    };
    drop(runs);
    let store = Store::open_existing(&path)?;
    let replayed = replay(lab, &store, number)?;
    Ok(then(&*replayed.study.document(replayed.about().anchored(anchor))))
}

/// One game of a stored run.
pub fn stored_game(lab: &Lab, store: &Store, run: i64, number: u64) -> Result<GameDocument, LabError> {
    let stored = Stored::new(lab, store, run)?;
    let (row, unit) = (&stored.row, stored.settings.unit);
    if let Some(found) = GameRows::new(&stored)?.one(number)? {
        return Ok(GameDocument::new(&*stored.game, run, found)?);
    }
    Err(if unit == GAMES {
        LabError::NoGame(format!(
            "run {run} has no game {number}: it has {} of {} games, numbered from 0",
            row.games, row.planned
        ))
    } else {
        LabError::Request(format!(
            "run {run} has {unit}, not games, and none of them holds a game {number}: `{}` prints them",
            lab.hints().export(run)
        ))
    })
}

/// The page of a stored run, or of several runs of one kind.
pub fn stored_page(lab: &Lab, store: &Store, runs: &[i64], anchor: Option<&str>) -> Result<Page, LabError> {
    if let [run] = runs {
        let replayed = replay_for_page(lab, store, *run)?;
        let anchor = replayed.stored.anchor(anchor)?;
        return Ok(replayed.study.document(replayed.about().anchored(anchor)).page());
    }
    let replayed = runs.iter().map(|run| replay(lab, store, *run)).collect::<Result<Vec<_>, LabError>>()?;
    Ok(compare(lab, replayed.iter().map(|one| (one.about(), &*one.study)).collect())?.page())
}

/// Does something with the list of the runs in a store.
pub fn with_runs<T>(lab: &Lab, store: &Store, then: impl FnOnce(&RunList<'_>) -> T) -> Result<T, LabError> {
    let mut rows = Vec::new();
    store.runs(|row| {
        let settings = Settings::of(lab, &row.plan, &row.command);
        rows.push((row, settings));
    })?;
    Ok(then(&RunList::new(&rows)))
}

/// The number of the run that was started last.
pub fn last_run(store: &Store) -> Result<i64, LabError> {
    let mut last = None;
    store.runs(|row| last = Some(row.run))?;
    let path = store.path().display();
    last.ok_or_else(|| LabError::Request(format!("there is no run in the store `{path}`: nothing was recorded there")))
}
