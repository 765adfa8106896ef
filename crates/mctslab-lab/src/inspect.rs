//! The one door for results that come from elsewhere: from a store, from worker processes and from
//! executors.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use mctslab_arena::{CheckRecord, Inspect, Plan, ResultError, Round, TaskResult};
use mctslab_registry::AnyGame;

use crate::error::LabError;
use crate::lab::Lab;
use crate::reader::Reader;
use crate::study::Study;
use crate::study_context::StudyContext;

/// No more runs than this are kept in mind.
const MOST_RUNS: usize = 16;

/// What is wrong with a result of a round, if something is. Of a game it is asked whether it is the
/// one that was to be played, not what its moves were.
pub fn check_result(
    study: &dyn Study,
    context: StudyContext<'_>,
    round: &Round,
    result: &TaskResult,
) -> Result<(), ResultError> {
    round.check(result)?;
    check_own(study, context, round, result)
}

/// The same of a result that the round has found to be its own.
fn check_own(
    study: &dyn Study,
    context: StudyContext<'_>,
    round: &Round,
    result: &TaskResult,
) -> Result<(), ResultError> {
    match (result, round.own_work()) {
        (TaskResult::Own { task, found }, Some(work)) => {
            study.check(context, work, *task, found).map_err(ResultError::Sample)
        }
        _ => Ok(()),
    }
}

/// Who looks at the results of one run.
struct Inspector {
    plan: Arc<Plan>,
    game: Arc<dyn AnyGame>,
    study: Box<dyn Study>,
    games: Box<dyn CheckRecord>,
}

impl Inspector {
    fn new(reader: &Reader, plan: &Arc<Plan>) -> Result<Inspector, LabError> {
        let game = reader.game(plan)?;
        let (study, games) = (reader.study(plan, &game)?, Arc::clone(&game).replayer(plan)?);
        Ok(Inspector { plan: Arc::clone(plan), game, study, games })
    }
}

/// What looks at the results of other processes before they are believed: games are followed move
/// by move, and samples are checked by their study.
pub fn inspector(lab: &Lab) -> Arc<Inspect> {
    let reader = Reader::new(lab);
    let known: Mutex<HashMap<usize, Inspector>> = Mutex::default();
    Arc::new(move |job, result| {
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.get(&job.run).is_none_or(|one| !Arc::ptr_eq(&one.plan, &job.plan)) {
            if known.len() >= MOST_RUNS {
                known.clear();
            }
            let new = Inspector::new(&reader, &job.plan).map_err(|error| ResultError::Sample(error.to_string()))?;
            known.insert(job.run, new);
        }
        let Some(Inspector { plan, game, study, games }) = known.get_mut(&job.run) else { return Ok(()) };
        match result {
            TaskResult::Game(record) => games.check(record),
            TaskResult::Own { .. } => check_own(&**study, StudyContext { plan, game }, &job.round, result),
        }
    })
}
