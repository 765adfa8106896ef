//! Runs of ids, played together or one after the other, and what they found gathered again.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use mctslab_arena::{Status, Store};
use mctslab_lab::{Lab, LabError, Run, RunState, replay};
use serde_json::Value;

use super::document::seconds;
use super::{PaperRun, StartedPaper};
use crate::document::PaperDocument;
use crate::evidence::PaperEvidence;

/// What the runs of an id have found.
pub(super) struct PlayedPaper<'a> {
    pub paper: PaperRun<'a>,
    pub found: FoundRuns,
}

/// The documents of finished runs and what runs took, by their keys.
#[derive(Default)]
pub(super) struct FoundRuns {
    pub documents: BTreeMap<String, Value>,
    pub cpu: BTreeMap<String, Duration>,
    /// How long the games took by the clock, where nobody measured the processor.
    pub clock: Option<Duration>,
}

/// Plays ids by `play`, and says what came of them, and whether all of it was played. All runs
/// whose results do not depend on the speed of the machine are played together; `play` is asked
/// with `true` to play one of the others on one thread.
pub fn run_papers<E: From<LabError>>(
    lab: &Lab,
    papers: Vec<StartedPaper<'_>>,
    store: Option<&Path>,
    play: impl FnMut(Vec<Run>, bool) -> Result<Vec<Run>, E>,
) -> Result<(Vec<PaperDocument>, bool), E> {
    add_to_papers(lab, papers, store, |_| None, play)
}

/// The same, added to documents that were written before: rows that are not run now keep what was
/// counted of them, and the claims are judged by all of it.
pub fn add_to_papers<E: From<LabError>>(
    lab: &Lab,
    papers: Vec<StartedPaper<'_>>,
    store: Option<&Path>,
    base: impl Fn(&str) -> Option<PaperDocument>,
    play: impl FnMut(Vec<Run>, bool) -> Result<Vec<Run>, E>,
) -> Result<(Vec<PaperDocument>, bool), E> {
    let (played, whole) = play_papers(lab, papers, store, play)?;
    let mut documents = Vec::new();
    for PlayedPaper { paper, found } in &played {
        let mut evidence = match base(paper.name()) {
            Some(document) => PaperEvidence { staged: false, ..paper.evidence_of(lab, &document)? },
            None => PaperEvidence::default(),
        };
        evidence.add(vec![paper.stage_counts(found)]);
        let document = paper.document(&**lab.hints(), &evidence, found.documents.len());
        documents.push(PaperDocument { clock_seconds: found.clock.map(seconds), ..document });
    }
    Ok((documents, whole))
}

/// Plays ids by `play`: what their runs have found, and whether all of it was played.
pub(super) fn play_papers<'a, E: From<LabError>>(
    lab: &Lab,
    papers: Vec<StartedPaper<'a>>,
    store: Option<&Path>,
    mut play: impl FnMut(Vec<Run>, bool) -> Result<Vec<Run>, E>,
) -> Result<(Vec<PlayedPaper<'a>>, bool), E> {
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
    let mut all = Vec::new();
    for (paper, runs) in ids.into_iter().zip(by_paper) {
        let found = match store {
            None => found_in_runs(&paper, &runs),
            Some(path) => {
                drop(runs);
                found_in_store(lab, &Store::open_existing(path).map_err(LabError::from)?, &paper)?
            }
        };
        all.push(PlayedPaper { paper, found });
    }
    Ok((all, whole))
}

/// What came of an id whose runs are in a store.
fn found_in_store(lab: &Lab, store: &Store, paper: &PaperRun<'_>) -> Result<FoundRuns, LabError> {
    let (mut found, mut measured) = (FoundRuns::default(), true);
    for planned in &paper.runs {
        let Some(run) = planned.number else { continue };
        if store.run(run)?.status == Status::Finished {
            found.documents.insert(planned.key.text(), replay(lab, store, run)?.document().json());
        }
        match store.cpu(run)? {
            Some(cpu) => {
                found.cpu.insert(planned.key.text(), cpu);
            }
            None => measured = false,
        }
    }
    if !measured {
        let runs = paper.runs.iter().filter_map(|planned| planned.number);
        found.clock = runs.map(|run| clock_of_games(store, run)).sum::<Result<Option<Duration>, LabError>>()?;
    }
    Ok(found)
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
fn found_in_runs(paper: &PaperRun<'_>, runs: &[Run]) -> FoundRuns {
    let mut found = FoundRuns::default();
    for (planned, run) in paper.runs.iter().zip(runs) {
        if run.state() == RunState::Over {
            found.documents.insert(planned.key.text(), run.document().json());
        }
        found.cpu.insert(planned.key.text(), run.cpu());
    }
    found
}
