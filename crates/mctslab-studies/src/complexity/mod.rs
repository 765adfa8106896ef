//! How strong is a player? The number of iterations at which plain Monte Carlo tree search plays
//! equally well.
//!
//! A `ComplexityStudy` is a run: it hands out batches of games between the target and a
//! `Touchstone`, and its `Method` decides from their results what comes next. [`Fit`] is the
//! method to use; [`Bisection`] is the one that was published; a [`Ladder`] measures a game in
//! place of a player.

mod agent_numbers;
mod as_study;
mod bisection;
mod bisection_findings;
mod bisection_row;
mod comparison;
mod curve_numbers;
mod curve_verdict;
mod document;
mod fall_check;
mod first_move;
mod fit;
mod fit_findings;
mod fit_row;
mod goodness;
mod ladder;
mod ladder_findings;
mod ladder_row;
mod level;
mod method;
mod overview;
mod page;
mod ratio;
mod reference_players;
mod replays;
mod saturation;
mod shown_games;
mod study;
mod verdict;

pub(crate) use self::as_study::{GAMES, ITERATIONS, PRECISION, SHARE};
pub use self::bisection::{Bisection, BisectionBounds, BisectionPlan, Criterion, Purpose, Trial};
pub(crate) use self::bisection_row::BISECTION;
pub(crate) use self::document::ComplexityDocument;
pub(crate) use self::first_move::{FirstMoveRow, first_move_by_strength};
pub use self::fit::{ComplexityEstimate, Fit, FitPlan, FitStatus};
pub(crate) use self::fit_row::FIT;
pub use self::goodness::Goodness;
pub use self::ladder::{Ladder, LadderPlan};
pub(crate) use self::ladder_row::LADDER;
pub use self::level::Outcome;
pub(crate) use self::method::Method;
pub use self::saturation::Saturation;
pub(crate) use self::study::ComplexityStudy;
