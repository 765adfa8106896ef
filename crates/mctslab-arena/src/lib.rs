//! The arena: scheduling games, playing one game, playing many on all cores, and storing the
//! results.
//!
//! A [`Fixture`] is a pure function of its number and the run's seed, and every game starts its
//! agents afresh, so the records of a run do not depend on the number of threads or processes that
//! play it. A [`Plan`] is a run as data; a [`Course`] hands out games in rounds; a [`Job`] is some
//! of them; a [`Crew`] plays jobs; a [`Store`] keeps plans and results. A resumed run still has to
//! play its tasks minus its results.

mod adjudicate;
mod clock;
mod crew;
mod descriptors;
mod digests;
pub mod engines;
mod fixture;
mod forfeits;
mod game_observer;
pub mod interrupt;
mod opening_error;
mod openings;
mod plan;
mod record;
mod referee;
mod replayer;
mod result_error;
mod schedule;
mod seats;
mod start_watch;
mod stop;
mod stopwatch;
pub mod store;
mod summary;
mod task_set;

pub use adjudicate::{ADJUDICATIONS, Adjudication, RESIGNATIONS, adjudication_spec, resignation_spec};
pub use clock::{Clock, ClockError};
pub use crew::job::{Flags, Inspect, Job, JobFailure, JobPlayer, MakePlayer, TaskResult};
pub use crew::processes::WorkerCrew;
pub use crew::threads::{LocalCrew, panic_message};
pub use crew::worker::Identity;
pub use crew::{Crew, CrewError, JobEnd, Report, worker};
pub use fixture::Fixture;
pub use forfeits::{ForfeitCounts, Forfeits, count_forfeit, forfeited};
pub use game_observer::{GameObserver, ShownMove};
pub use opening_error::{OpeningError, OpeningFileFault, OpeningLineFault};
pub use openings::{OPENINGS, Opening, Openings, Starts, read_position};
pub use plan::{Plan, PlanError};
pub use record::{Forfeit, Reason, Record};
pub use referee::{Conditions, Referee, Team, play_games};
pub use replayer::{CheckRecord, Replayer};
pub use result_error::ResultError;
pub use schedule::{Course, CourseError, CoursePlan, Format, Numbered, PlayedRound, PlayedTable, Round, TieBreak};
pub use seats::Seats;
pub use start_watch::{NoStart, StartWatch};
pub use stop::{STOPS, Stop, StopError, StopMeasure, StopState, StopVerdict};
pub use stopwatch::Took;
pub use store::{ExperimentRow, OpenRun, RunRow, Status, Store, StoreError, now, remove_locks};
pub use summary::{Summary, Tally};
pub use task_set::TaskSet;
