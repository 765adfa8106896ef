//! The yardstick: one agent with any number of iterations.

use mctslab_core::spec::{Spec, SpecError, Value};

/// More iterations than this are not asked of a touchstone.
pub const MOST_ITERATIONS: u64 = (1 << COPIES) - 1;
/// In versions before 0.3 the number of an agent held its iterations below this bit, and above it
/// which copy it was.
const COPIES: u32 = 28;

/// An agent with any number of iterations.
#[derive(Clone, Debug, PartialEq)]
pub struct Touchstone {
    spec: Spec,
    place: usize,
}

impl Touchstone {
    /// The touchstone of a resolved spec; the error says why it cannot be one.
    pub fn new(resolved: &str) -> Result<Touchstone, SpecError> {
        let spec = Spec::parse(resolved)?;
        let counted =
            |key: &str| spec.args.iter().position(|arg| arg.key == key && matches!(arg.value, Value::Number(_)));
        let limited = counted("time").is_some();
        match counted("iters") {
            Some(place) if !limited => Ok(Touchstone { spec, place }),
            Some(_) => {
                let reason = "has a time limit: a touchstone is measured in iterations alone, so leave `time` out";
                Err(SpecError::combination(resolved, reason))
            }
            None => {
                let reason =
                    "has no number of iterations to vary: a touchstone takes `iters`, as `mcts`, `uct` and `flat` do";
                Err(SpecError::combination(resolved, reason))
            }
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
        assert!(Touchstone::new("random").unwrap_err().to_string().contains("no number of iterations"));
        assert!(
            Touchstone::new("uct(iters=none,time=10)").unwrap_err().to_string().contains("no number of iterations")
        );
        assert!(Touchstone::new("uct(iters=5,time=10)").unwrap_err().to_string().contains("a time limit"));
    }
}
