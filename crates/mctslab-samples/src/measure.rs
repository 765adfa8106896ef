//! The contract of measures and their samplers.

use std::sync::Arc;

use mctslab_arena::Plan;
use mctslab_core::rng::mix;
use mctslab_core::spec::SpecError;
use mctslab_core::{Agent, Game};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{SampleError, SampleFacts, Wrong};

/// A measurement on single games, positions or trees.
pub trait Measure: Clone + Serialize + DeserializeOwned {
    /// The result of a measurement.
    type Sample: DeserializeOwned;

    /// Whether a sample can be one of this measure, wherever it comes from; the error says what is
    /// wrong with it. Documents rely on what is checked here.
    fn check(&self, sample: &Self::Sample, facts: &SampleFacts) -> Result<(), Wrong>;

    /// The sampler in a game; the error says why there can be none.
    fn sampler<G: Game>(&self, table: SampleTable<G>) -> Result<Box<dyn Sampler>, SampleError>;

    /// The number of samples in a game, if it is limited: then only those with lower numbers exist.
    /// The error says why there are none. It is called without any agent.
    fn available<G: Game>(&self, _game: &G, _plan: &Plan) -> Result<Option<u64>, SampleError> {
        Ok(None)
    }
}

/// The key of a sample's times. It is the last key of the sample, and neither exported nor
/// compared: everything before it is the same on every machine.
pub const TIMING: &str = "timing";

/// Takes samples, one after the other.
pub trait Sampler: Send {
    /// The sample with that number as one JSON object. All of it except [`TIMING`] depends on the
    /// run's seed and the number alone.
    fn sample(&mut self, number: u64) -> Result<String, SampleError>;
}

/// The constructor of an agent from its spec.
pub type BuildAgent<G> = dyn Fn(&str) -> Result<Box<dyn Agent<G>>, SpecError> + Send + Sync;

/// The game, the plan and the agents from which a sampler is made.
pub struct SampleTable<G: Game> {
    /// The game.
    pub game: Arc<G>,
    /// The plan of the run: its seed, its agents, its openings.
    pub plan: Arc<Plan>,
    /// Makes agents for the game.
    pub build: Arc<BuildAgent<G>>,
}

impl<G: Game> SampleTable<G> {
    /// The agent at a place of the plan's list.
    pub fn agent(&self, place: usize) -> Result<Box<dyn Agent<G>>, SampleError> {
        let spec = self.plan.agents.get(place);
        let spec = spec.ok_or_else(|| SampleError::Request(format!("the plan has no agent {place}")))?;
        Ok((self.build)(spec)?)
    }

    /// The seed of all random choices of a sample.
    pub fn seed(&self, number: u64) -> u64 {
        mix(&[self.plan.seed, number])
    }
}

/// A sample in its stored form.
pub(crate) fn written(sample: &impl Serialize) -> String {
    serde_json::to_string(sample).expect("numbers and texts can always be written")
}
