//! Samples as tasks of a run: how a study that measures games, positions or trees asks for them and
//! reads them.

use std::ops::Range;
use std::sync::Arc;

use mctslab_arena::{Round, TaskResult};
use mctslab_registry::samples::{AnyMeasure, SampleFacts, Sampler};
use serde::de::DeserializeOwned;

use crate::error::LabError;
use crate::study_context::StudyContext;

/// A round of samples of one measure.
pub fn sample_round(measure: impl Into<AnyMeasure>, numbers: Range<u64>) -> Round {
    Round::of_own_tasks(numbers, measure.into().text())
}

/// A result as the sample that it is.
pub fn sample_of<S: DeserializeOwned>(result: &TaskResult) -> Option<S> {
    let TaskResult::Own { found, .. } = result else { return None };
    serde_json::from_str(found).ok()
}

/// What is wrong with a sample of the measure that `work` names, if something is. Work that names
/// no measure has no samples.
pub fn check_sample(context: StudyContext<'_>, work: &str, found: &str) -> Result<(), String> {
    let Ok(measure) = AnyMeasure::parse(work) else { return Ok(()) };
    let (game, agents) = (context.game, context.plan.agents.len());
    measure.check(found, &SampleFacts { seats: game.players(), max_plies: game.max_plies(), agents })
}

/// What takes samples for one thread: the sampler of the last measure is kept for the next sample.
#[derive(Default)]
pub struct Samplers {
    made: Option<(String, Box<dyn Sampler>)>,
}

impl Samplers {
    /// The sample of that number, of the measure that `work` names.
    pub fn take(&mut self, context: StudyContext<'_>, work: &str, number: u64) -> Result<String, LabError> {
        if self.made.as_ref().is_none_or(|(made, _)| made != work) {
            let measure = AnyMeasure::parse(work).map_err(mctslab_registry::RegistryError::from)?;
            self.made = Some((work.to_string(), Arc::clone(context.game).sampler(&measure, context.plan)?));
        }
        let (_, sampler) = self.made.as_mut().expect("it was just made");
        Ok(sampler.sample(number).map_err(mctslab_registry::RegistryError::from)?)
    }
}
