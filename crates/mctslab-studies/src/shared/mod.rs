//! What the documents of several studies share: rows of tables, means, faults, games shown again.

mod faults;
mod forfeits;
mod mean;
mod parameters;
mod repeats;
mod replays;
mod results;

pub(crate) use self::faults::{FORFEITS, Faults, clearly_broken, fault_words, no_verdict};
pub(crate) use self::forfeits::{ForfeitRow, all_forfeited, forfeit_lines, forfeit_table};
pub(crate) use self::mean::MeanValue;
pub(crate) use self::parameters::Parameters;
pub(crate) use self::repeats::{repeats_text, repeats_warning};
pub(crate) use self::replays::{play_moves, replay, replay_of_game};
pub(crate) use self::results::{IntervalEnds, Results, range_text, row};
