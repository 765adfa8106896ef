//! Playing jobs: games by the registry, and tasks of a study's own kind by the study.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use mctslab_arena::{Flags, Job, JobFailure, JobPlayer, MakePlayer, Plan, TaskResult, panic_message};
use mctslab_registry::AnyGame;

use crate::error::LabError;
use crate::lab::Lab;
use crate::study::Study;
use crate::study_context::StudyContext;

/// Plays the jobs of one plan.
struct TaskPlayer {
    game: Arc<dyn AnyGame>,
    study: Box<dyn Study>,
    games: Box<dyn JobPlayer>,
}

/// What makes players for the threads of a crew and for worker processes.
pub fn make_player(lab: &Lab) -> Arc<MakePlayer> {
    let lab = lab.clone();
    Arc::new(move |plan| {
        let player = TaskPlayer::new(&lab, plan).map_err(|error| JobFailure::Refused(error.to_string()))?;
        Ok(Box::new(player))
    })
}

impl TaskPlayer {
    fn new(lab: &Lab, plan: &Plan) -> Result<TaskPlayer, LabError> {
        let game = lab.catalog().game(&plan.game)?;
        let study = lab.study(plan, &game)?;
        let games = Arc::clone(&game).player(plan)?;
        Ok(TaskPlayer { game, study, games })
    }
}

impl JobPlayer for TaskPlayer {
    fn play(&mut self, job: &Job, flags: &Flags, results: &mut dyn FnMut(TaskResult)) -> Result<(), JobFailure> {
        let Some(work) = job.round.own_work() else { return self.games.play(job, flags, results) };
        let context = StudyContext { plan: &job.plan, game: &self.game };
        for task in job.tasks.clone() {
            if flags.is_stopped() {
                break;
            }
            let found = catch_unwind(AssertUnwindSafe(|| self.study.perform(context, work, task)));
            let found = found.map_err(|panic| JobFailure::Panic {
                task: Some(task),
                agent: None,
                message: panic_message(&*panic),
            })?;
            let found = found.map_err(|error| JobFailure::Refused(error.to_string()))?;
            results(TaskResult::Own { task, found });
        }
        Ok(())
    }
}
