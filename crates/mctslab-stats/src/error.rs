//! The errors of numbers from which a statistic cannot be made.

use thiserror::Error;

use crate::{bradley_terry, trueskill};

/// The error in the numbers.
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
        /// The probability of an error under the first hypothesis.
        alpha: f64,
        /// The probability of an error under the second hypothesis.
        beta: f64,
    },
    /// Results of an unknown player, of a player against itself, or with invalid counts.
    #[error("encounter {number} makes no sense among {players} players: {encounter:?}")]
    Encounter {
        /// Its place in the list.
        number: usize,
        /// The number of players.
        players: usize,
        /// The encounter.
        encounter: bradley_terry::Encounter,
    },
    /// Constants of TrueSkill out of their range.
    #[error("sigma and beta must be above 0, tau at least 0, draws from 0 to below 1: {0:?}")]
    Constants(trueskill::Constants),
}
