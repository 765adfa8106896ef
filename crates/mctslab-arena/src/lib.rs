//! The arena: which games are to be played, playing one, playing many on all cores, and keeping them.
//!
//! A [`Fixture`] is a pure function of its number and the run's seed, and every game starts its agents afresh, so the records
//! of a run do not depend on how many threads play it. A [`Course`] hands out the games in rounds; [`play_rounds`] plays them; a
//! [`Run`] writes them to a [`Store`] and sums them up. What a resumed run still has to play is its games minus its records.

mod adjudicate;
mod clock;
mod contest;
mod descriptors;
mod digests;
mod done;
pub mod engines;
mod fixture;
mod forfeits;
mod openings;
mod pool;
mod record;
mod referee;
mod run;
mod schedule;
mod seats;
mod settings;
mod start_watch;
mod stop;
pub mod store;
mod summary;

pub use adjudicate::{ADJUDICATIONS, Adjudication, RESIGNATIONS, adjudication_spec, resignation_spec};
pub use clock::Clock;
pub use contest::Contest;
pub use done::Done;
pub use fixture::Fixture;
pub use forfeits::{ForfeitCounts, Forfeits, count_forfeit};
pub use openings::{OPENINGS, Opening, OpeningError, Openings, Starts};
pub use pool::{Director, Ending, Panic, Table, play_rounds};
pub use record::{Forfeit, Reason, Record};
pub use referee::{Names, Referee, Team};
pub use run::{Agenda, Run, RunError, Watch};
pub use schedule::{Course, FORMATS, Format, Plan, PlayedRound, PlayedTable, Round, TieBreak};
pub use seats::Seats;
pub use settings::{Settings, SettingsError, Terms};
pub use start_watch::NoStart;
pub use stop::{Measure, STOPS, Stop, StopState, StopVerdict};
pub use store::{OpenRun, RunRow, Status, Store, StoreError, now, remove_locks};
pub use summary::{Summary, Tally};
