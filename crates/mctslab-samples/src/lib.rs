//! Samples: measurements on one game, one position or one tree.
//!
//! A [`Measure`] is a measurement as data; with a game and its agents it becomes a [`Sampler`]. A
//! sample is a pure function of the run's seed and of its own number, so that it does not depend on
//! who takes it, when, or together with which others. A measure is one file and one row of the list
//! below; the study that uses it is in the laboratory.

mod check;
mod error;
#[cfg(test)]
mod every_game;
mod final_rules;
pub mod hex_equations;
mod measure;
mod played;
pub mod positions;
mod tactics;
#[cfg(test)]
mod testing;
pub mod uniform;

pub use check::{SampleFacts, Wrong};
pub use error::SampleError;
pub use measure::{BuildAgent, Measure, SampleTable, Sampler, TIMING};
pub use played::{HasGame, PlayedGame};

use mctslab_arena::Plan;
use mctslab_core::Game;
use serde::{Deserialize, Serialize};

macro_rules! measures {
    ($($module:ident::$measure:ident,)*) => {
        $(pub mod $module;)*

        /// Any of the measures.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum AnyMeasure {
            $(#[doc = concat!("See [`", stringify!($module), "`].")] $measure($module::$measure),)*
        }

        $(impl From<$module::$measure> for AnyMeasure {
            fn from(measure: $module::$measure) -> AnyMeasure {
                AnyMeasure::$measure(measure)
            }
        })*

        impl AnyMeasure {
            /// The sampler of this measure in a game.
            pub fn sampler<G: Game>(&self, table: SampleTable<G>) -> Result<Box<dyn Sampler>, SampleError> {
                match self {
                    $(AnyMeasure::$measure(measure) => measure.sampler(table),)*
                }
            }

            /// Whether a text can be a sample of this measure in a run; the error says what is
            /// wrong with it.
            pub fn check(&self, found: &str, facts: &SampleFacts) -> Result<(), Wrong> {
                match self {
                    $(AnyMeasure::$measure(measure) => measure.check(&check::read(found)?, facts),)*
                }
            }

            /// The number of samples in a game: see [`Measure::available`].
            pub fn available<G: Game>(&self, game: &G, plan: &Plan) -> Result<Option<u64>, SampleError> {
                match self {
                    $(AnyMeasure::$measure(measure) => measure.available(game, plan),)*
                }
            }
        }
    };
}

measures! {
    outlook::Outlook,
    portrait::Portrait,
    counts::Counts,
    probe::Probe,
    efficiency::Efficiency,
    trace::Trace,
}

impl AnyMeasure {
    /// The text by which a round describes its tasks.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("numbers and texts can always be written")
    }

    /// Reads the text of [`AnyMeasure::text`].
    pub fn parse(text: &str) -> Result<AnyMeasure, SampleError> {
        serde_json::from_str(text)
            .map_err(|error| SampleError::Unknown { text: text.to_string(), error: error.to_string() })
    }
}
