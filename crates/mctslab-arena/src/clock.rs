//! Clocks: a time for all moves of a game, and an increment for each move made.

use std::fmt;
use std::time::Duration;

/// A time control, written `SECONDS+INCREMENT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time on the clock before the first move.
    pub base: Duration,
    /// Time that a move adds.
    pub increment: Duration,
}

/// The error of a clock that cannot be read.
#[derive(Debug, thiserror::Error, Clone, PartialEq, Eq)]
#[error("cannot read the clock `{0}`: expected seconds and increment, as in `60+0.5`, the first above 0")]
pub struct ClockError(String);

/// The longest time that a clock can show, in seconds.
const MAX_SECONDS: f64 = 1e6;

impl Clock {
    /// Reads `60+0.5` or `60`; the error says what was found and what was expected.
    ///
    /// ```
    /// # use mctslab_arena::Clock;
    /// assert_eq!(Clock::parse("60+0.5").expect("a clock").to_string(), "60+0.5");
    /// assert_eq!(Clock::parse("5").expect("a clock").to_string(), "5+0");
    /// assert!(Clock::parse("-1+2").is_err() && Clock::parse("soon").is_err() && Clock::parse("0+0").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Clock, ClockError> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (seconds(base), seconds(increment)) {
            (Some(base), Some(increment)) if !base.is_zero() => Ok(Clock { base, increment }),
            _ => Err(ClockError(text.to_string())),
        }
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let number: f64 = text.trim().parse().ok()?;
    (0.0..=MAX_SECONDS).contains(&number).then(|| Duration::from_secs_f64(number))
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}
