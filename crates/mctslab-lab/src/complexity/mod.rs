//! How strong is a player? The number of iterations at which plain Monte Carlo tree search plays
//! equally well.
//!
//! A [`Measurement`] is a run: it hands out batches of games between the target and a
//! [`Touchstone`], and its [`Method`] decides from their results what comes next. [`Fit`] is the
//! method to use; [`Bisection`] is the one that was published; a [`Ladder`] measures a game in
//! place of a player.

mod bisection;
mod cast;
mod fit;
mod goodness;
mod known;
mod ladder;
mod level;
mod look;
mod method;
mod reading;
mod saturation;
mod study;
mod touchstone;

pub use bisection::{Bisection, BisectionBounds, BisectionPlan, Criterion, Evaluation, Purpose, Trial};
pub use fit::{Fit, FitPlan, FitStatus, FitStep, Strength};
pub use goodness::{Goodness, POOR};
pub use known::known_players;
pub use ladder::{Ladder, LadderPlan, Rung, Steps};
pub use level::{Level, LevelCount, Outcome, dispersion};
pub use look::Look;
pub use method::{CONFIDENCE, Method, REFERENCE};
pub use saturation::{Ceiling, Pair, Saturation, Won};
pub use study::{Batch, Measurement};
pub use touchstone::{MOST_ITERATIONS, Touchstone, earlier_agent};
