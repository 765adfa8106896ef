//! Whether a text can be a sample: what comes from a store, a worker or a cluster may hold
//! anything.
//!
//! A sample that passes is one that documents can be made of: its lists are as long as each other
//! and as the measure asks for, its numbers lie where such numbers can lie, and its seats exist.

use serde::de::DeserializeOwned;

/// No count in a sample is greater: sums of many samples stay within 64 bits.
const MOST: u64 = 1_000_000_000_000;
/// Means of values that are at most 1 may be greater by their rounding.
const ROUNDING: f64 = 1e-9;

/// What is known of a run without asking anybody.
#[derive(Clone, Copy, Debug)]
pub struct SampleFacts {
    /// The seats of its game.
    pub seats: usize,
    /// No game is longer than this many plies.
    pub max_plies: u32,
    /// The agents of its plan.
    pub agents: usize,
}

/// What is wrong with a text that should be a sample, in words.
pub type Wrong = String;

/// The sample that a text is.
pub(crate) fn read<S: DeserializeOwned>(text: &str) -> Result<S, Wrong> {
    serde_json::from_str(text).map_err(|error| format!("it cannot be read: {error}"))
}

/// `Ok` if something holds, or else what was found in its place.
pub(crate) fn hold(holds: bool, wrong: impl FnOnce() -> Wrong) -> Result<(), Wrong> {
    if holds { Ok(()) } else { Err(wrong()) }
}

/// A list of the length that it must have.
pub(crate) fn length(what: &str, found: usize, expected: usize) -> Result<(), Wrong> {
    hold(found == expected, || format!("{found} {what}, expected {expected}"))
}

/// A count that is no greater than it can be.
pub(crate) fn at_most(what: &str, found: u64, most: u64) -> Result<(), Wrong> {
    hold(found <= most, || format!("{found} {what}, expected at most {most}"))
}

/// A count of which nothing more is known.
pub(crate) fn count(what: &str, found: u64) -> Result<(), Wrong> {
    at_most(what, found, MOST)
}

/// Payoffs, or means of them.
pub(crate) fn payoffs<'a>(what: &str, found: impl IntoIterator<Item = &'a f64>) -> Result<(), Wrong> {
    for payoff in found {
        hold((-ROUNDING..=1.0 + ROUNDING).contains(payoff), || {
            format!("{payoff} as {what}, expected a number from 0 to 1")
        })?;
    }
    Ok(())
}

/// Numbers that are not negative.
pub(crate) fn not_negative<'a>(what: &str, found: impl IntoIterator<Item = &'a f64>) -> Result<(), Wrong> {
    for number in found {
        hold((0.0..=MOST as f64).contains(number), || {
            format!("{number} as {what}, expected a number from 0 to {MOST}")
        })?;
    }
    Ok(())
}
