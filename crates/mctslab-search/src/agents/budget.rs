//! How long an agent may think: iterations or milliseconds per move, declared once for all that
//! take either.

use std::time::Duration;

use mctslab_core::spec::{Args, Kind, Param, SpecError};

/// Iterations per move; none if a time is given.
pub(super) const ITERS: Param =
    Param::new("iters", Kind::Limit { min: 1, max: 1_000_000_000 }, "1000", "iterations per move").yielding_to("time");

/// Milliseconds per move.
pub(super) const TIME: Param =
    Param::new("time", Kind::Limit { min: 1, max: 86_400_000 }, "none", "milliseconds per move");

/// What `args` allow, of which there must be something.
pub(super) fn budget(args: &Args) -> Result<(Option<u64>, Option<Duration>), SpecError> {
    let (iters, time) = (args.limit("iters"), args.limit("time"));
    if iters.is_none() && time.is_none() {
        let reason = "`iters` and `time` are both `none`: the search would never end; give one of them";
        return Err(SpecError::combination(args.name(), reason));
    }
    Ok((iters, time.map(Duration::from_millis)))
}
