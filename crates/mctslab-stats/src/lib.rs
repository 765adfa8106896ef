//! Statistics of games: pure functions over numbers, without any knowledge of games or agents.
//!
//! Which function answers which question:
//! - How well did one agent do, and how certain is that? `Scores::interval`, or `Pairs::interval`
//!   for games in pairs.
//! - What is that in Elo, and is the agent the better one? `elo::EloDifference`,
//!   `elo::likelihood_of_superiority`.
//! - Is it significant? `significance::p_value`, and `significance::holm` when many questions are
//!   asked at once.
//! - Which of many scores is the best, how certain is that, and which are worse?
//!   `probabilities_of_largest`, `Estimate::p_value_of_highest`.
//! - When may a match stop? `Sprt`.
//! - How strong are many agents that met each other? `bradley_terry::rate`.
//! - At which effort does a player reach a score? `crossing::Posterior`.
//! - What is the mean of values that are too many to store? `Running`; of all positions of all
//!   games, `RatioOfSums`.
//! - Are two quantities correlated? `Correlation`.
//! - What is typical where there are a few extreme values, and do two quantities rise together?
//!   `median_and_error`, `median_interval`, `spearman`.
//! - Are two agents equally strong, updated game after game? `trueskill`.

pub mod bradley_terry;
pub mod chi_square;
pub mod crossing;
pub mod elo;
pub mod normal;
pub mod pairs;
pub mod range;
pub mod score;
pub mod significance;
pub mod sprt;
pub mod trueskill;

mod correlation;
mod error;
mod estimate;
mod graph;
mod largest;
mod matrix;
mod mean;
mod median;
mod rank;
mod ratio;
mod running;

pub use correlation::Correlation;
pub use elo::{EloDifference, elo};
pub use error::StatsError;
pub use estimate::Estimate;
pub use largest::probabilities_of_largest;
pub use mean::mean_and_error;
pub use median::{OpenInterval, median_and_error, median_interval};
pub use pairs::Pairs;
pub use rank::{RankCorrelation, spearman};
pub use ratio::RatioOfSums;
pub use running::Running;
pub use score::{Interval, Scores};
pub use sprt::{Sprt, SprtReport, Verdict};
