//! The yardstick: one agent with any number of iterations.

use mctslab_core::spec::{Spec, Value};

/// More iterations than this cannot be asked of a touchstone: its number in a run says how many it has.
pub const MOST_ITERATIONS: u64 = (1 << COPIES) - 1;
/// Agent numbers hold the copy above this bit, and the iterations below it.
pub(super) const COPIES: u32 = 28;
/// The number of the target in a run.
pub(super) const TARGET: usize = 0;

/// An agent with any number of iterations.
#[derive(Clone, Debug, PartialEq)]
pub struct Touchstone {
    spec: Spec,
    place: usize,
}

impl Touchstone {
    /// The touchstone of a resolved spec; the error says why it cannot be one.
    pub fn new(resolved: &str) -> Result<Touchstone, String> {
        let spec = Spec::parse(resolved).map_err(|error| error.to_string())?;
        let counted =
            |key: &str| spec.args.iter().position(|arg| arg.key == key && matches!(arg.value, Value::Number(_)));
        let limited = counted("time").is_some();
        match counted("iters") {
            Some(place) if !limited => Ok(Touchstone { spec, place }),
            Some(_) => Err(format!("`{resolved}` has a limit of time: a touchstone is counted in iterations alone")),
            None => Err(format!(
                "`{resolved}` has no number of iterations to vary: a touchstone takes `iters`, as `mcts`, `uct` and `flat` do"
            )),
        }
    }

    /// The spec with this number of iterations.
    pub fn with(&self, iterations: u64) -> String {
        let mut spec = self.spec.clone();
        spec.args[self.place].value = Value::Number(iterations.to_string());
        spec.to_string()
    }

    /// How many iterations an agent has that is this touchstone but for them.
    pub fn iterations_of(&self, resolved: &str) -> Option<u64> {
        let spec = Spec::parse(resolved).ok()?;
        let Value::Number(text) = &spec.args.get(self.place)?.value else { return None };
        let iterations: u64 = text.parse().ok()?;
        (self.with(iterations) == resolved).then_some(iterations)
    }
}

/// The number in a run of a copy of the touchstone: copies in one game are different agents.
pub(super) fn number(iterations: u64, copy: usize) -> usize {
    debug_assert!((1..=MOST_ITERATIONS).contains(&iterations));
    iterations as usize | (copy << COPIES)
}

/// The iterations of the touchstone with this number.
pub(super) fn iterations_of(number: usize) -> u64 {
    number as u64 & MOST_ITERATIONS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_are_put_in_and_read_back() {
        let touchstone =
            Touchstone::new("uct(iters=1000,time=none,playout=mast(eps=0.4),c=0.4)").expect("a touchstone");
        let other = touchstone.with(52);
        assert_eq!(other, "uct(iters=52,time=none,playout=mast(eps=0.4),c=0.4)");
        assert_eq!(touchstone.iterations_of(&other), Some(52));
        assert_eq!(touchstone.iterations_of("uct(iters=52,time=none,playout=mast(eps=0.4),c=0.5)"), None);
        assert_eq!(touchstone.iterations_of("random"), None);
    }

    #[test]
    fn what_has_no_iterations_is_refused() {
        assert!(Touchstone::new("random").unwrap_err().contains("no number of iterations"));
        assert!(Touchstone::new("uct(iters=none,time=10)").unwrap_err().contains("no number of iterations"));
        assert!(Touchstone::new("uct(iters=5,time=10)").unwrap_err().contains("limit of time"));
    }

    #[test]
    fn numbers_tell_iterations_and_copies() {
        assert_eq!(number(1234, 0), 1234);
        assert_eq!(iterations_of(number(MOST_ITERATIONS, 7)), MOST_ITERATIONS);
        assert_ne!(number(5, 0), number(5, 1));
    }
}
