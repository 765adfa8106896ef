//! Checks of samples: a text from a store, a worker or a cluster may contain anything.
//!
//! Documents can be made of a sample that passes: its lists have consistent lengths and those of
//! the measure, its numbers are in their ranges, and its seats exist.

use serde::de::DeserializeOwned;

/// An upper bound of the counts in a sample: sums of many samples stay within 64 bits.
const MAX_COUNT: u64 = 1_000_000_000_000;
/// The rounding error by which means of values that are at most 1 may be greater.
const ROUNDING: f64 = 1e-9;

/// The facts about a run by which its samples are checked.
#[derive(Clone, Copy, Debug)]
pub struct SampleFacts {
    /// The seats of its game.
    pub seats: usize,
    /// An upper bound of the number of plies of a game.
    pub max_plies: u32,
    /// The agents of its plan.
    pub agents: usize,
}

/// The error in a text that should be a sample, in words.
pub type Wrong = String;

/// Reads the sample in a text.
pub(crate) fn read<S: DeserializeOwned>(text: &str) -> Result<S, Wrong> {
    serde_json::from_str(text).map_err(|error| format!("it cannot be read: {error}"))
}

/// `Ok` if the condition holds, else an error with what was found.
pub(crate) fn hold(holds: bool, wrong: impl FnOnce() -> Wrong) -> Result<(), Wrong> {
    if holds { Ok(()) } else { Err(wrong()) }
}

/// Checks the length of a list.
pub(crate) fn length(what: &str, found: usize, expected: usize) -> Result<(), Wrong> {
    hold(found == expected, || format!("{found} {what}, expected {expected}"))
}

/// Checks that a count is at most `most`.
pub(crate) fn at_most(what: &str, found: u64, most: u64) -> Result<(), Wrong> {
    hold(found <= most, || format!("{found} {what}, expected at most {most}"))
}

/// Checks a count without a bound of its own.
pub(crate) fn count(what: &str, found: u64) -> Result<(), Wrong> {
    at_most(what, found, MAX_COUNT)
}

/// Checks payoffs, or means of them.
pub(crate) fn payoffs<'a>(what: &str, found: impl IntoIterator<Item = &'a f64>) -> Result<(), Wrong> {
    for payoff in found {
        hold((-ROUNDING..=1.0 + ROUNDING).contains(payoff), || {
            format!("{payoff} as {what}, expected a number from 0 to 1")
        })?;
    }
    Ok(())
}

/// Checks that numbers are not negative.
pub(crate) fn not_negative<'a>(what: &str, found: impl IntoIterator<Item = &'a f64>) -> Result<(), Wrong> {
    for number in found {
        hold((0.0..=MAX_COUNT as f64).contains(number), || {
            format!("{number} as {what}, expected a number from 0 to {MAX_COUNT}")
        })?;
    }
    Ok(())
}
