//! Numbers that a statistic cannot be made of.

use thiserror::Error;

use crate::{bradley_terry, trueskill};

/// What is wrong with them.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum StatsError {
    /// The hypotheses of a sequential test.
    #[error("elo0 = {elo0} must be below elo1 = {elo1}, both within -2000 to 2000")]
    Hypotheses {
        /// The smaller difference.
        elo0: f64,
        /// The greater difference.
        elo1: f64,
    },
    /// The errors that a sequential test may make.
    #[error("alpha = {alpha} and beta = {beta} must be above 0, and their sum below 1")]
    ErrorRates {
        /// How often it may err under the first hypothesis.
        alpha: f64,
        /// How often under the second.
        beta: f64,
    },
    /// Results of a player that there is not, of a player against itself, or counts that are no
    /// counts.
    #[error("encounter {number} makes no sense among {players} players: {encounter:?}")]
    Encounter {
        /// Its place in the list.
        number: usize,
        /// How many players there are.
        players: usize,
        /// What was found.
        encounter: bradley_terry::Encounter,
    },
    /// Constants of TrueSkill out of their range.
    #[error("sigma and beta must be above 0, tau at least 0, draws from 0 to below 1: {0:?}")]
    Constants(trueskill::Constants),
}
