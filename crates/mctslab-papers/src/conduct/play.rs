//! Runs of ids, played together or one after the other, and what they found gathered again.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use mctslab_arena::{Status, Store};
use mctslab_lab::{Lab, LabError, Run, RunState, replay};

use super::document::seconds;
use super::{PaperRun, StartedPaper};
use crate::document::PaperDocument;

/// Plays ids by `play`, and says what came of them, and whether all of it was played. All runs
/// whose results do not depend on the speed of the machine are played together; `play` is asked
/// with `true` to play one of the others on one thread.
pub fn run_papers<E: From<LabError>>(
    lab: &Lab,
    papers: Vec<StartedPaper<'_>>,
    store: Option<&Path>,
    mut play: impl FnMut(Vec<Run>, bool) -> Result<Vec<Run>, E>,
) -> Result<(Vec<PaperDocument>, bool), E> {
    let (mut ids, mut owners, mut together, mut alone) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (place, (paper, runs)) in papers.into_iter().enumerate() {
        if paper.timed() {
            alone.extend(runs.into_iter().map(|run| (place, run)));
        } else {
            owners.extend(runs.iter().map(|_| place));
            together.extend(runs);
        }
        ids.push(paper);
    }
    let mut played: Vec<(usize, Run)> = Vec::new();
    if !together.is_empty() {
        played.extend(owners.into_iter().zip(play(together, false)?));
    }
    for (place, run) in alone {
        let stopped = played.iter().any(|(_, run)| run.state() != RunState::Over);
        let runs = if stopped { vec![run] } else { play(vec![run], true)? };
        played.extend(runs.into_iter().map(|run| (place, run)));
    }
    let whole = played.iter().all(|(_, run)| run.state() == RunState::Over);
    let mut by_paper: Vec<Vec<Run>> = ids.iter().map(|_| Vec::new()).collect();
    for (place, run) in played {
        by_paper[place].push(run);
    }
    let mut documents = Vec::new();
    for (paper, runs) in ids.iter().zip(by_paper) {
        documents.push(match store {
            None => conclude_paper_of_runs(paper, &runs),
            Some(path) => {
                drop(runs);
                conclude_paper(lab, &Store::open_existing(path).map_err(LabError::from)?, paper)?
            }
        });
    }
    Ok((documents, whole))
}

/// What came of an id whose runs are in a store.
fn conclude_paper(lab: &Lab, store: &Store, paper: &PaperRun<'_>) -> Result<PaperDocument, LabError> {
    let mut documents = BTreeMap::new();
    for (key, _, run) in &paper.runs {
        let Some(run) = *run else { continue };
        if store.run(run)?.status == Status::Finished {
            documents.insert(key.text(), replay(lab, store, run)?.document().json());
        }
    }
    let runs = || paper.runs.iter().filter_map(|(_, _, run)| *run);
    let cpu = runs().map(|run| store.cpu(run)).sum::<Result<Option<Duration>, _>>()?;
    let clock = match cpu {
        None => runs().map(|run| clock_of_games(store, run)).sum::<Result<Option<Duration>, LabError>>()?,
        Some(_) => None,
    };
    Ok(PaperDocument { clock_seconds: clock.map(seconds), ..paper.document(&documents, cpu) })
}

/// How long the games of a run took by the clock; `None` if it has other results.
fn clock_of_games(store: &Store, run: i64) -> Result<Option<Duration>, LabError> {
    let mut sum = Some(Duration::ZERO);
    store.results(run, 0..u64::MAX, |result| {
        sum = sum.zip(result.game()).map(|(sum, game)| sum + game.duration);
        Ok::<(), LabError>(())
    })?;
    Ok(sum)
}

/// What came of an id whose runs are in no store, in the order in which they were started.
fn conclude_paper_of_runs(paper: &PaperRun<'_>, runs: &[Run]) -> PaperDocument {
    let over = paper.runs.iter().zip(runs).filter(|(_, run)| run.state() == RunState::Over);
    let documents = over.map(|((key, ..), run)| (key.text(), run.document().json())).collect();
    paper.document(&documents, Some(runs.iter().map(Run::cpu).sum()))
}
