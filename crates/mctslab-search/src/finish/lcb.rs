//! The move with the greatest lower confidence bound: many visits and a good mean at once.
//!
//! The bound is Wilson's (1927) for a share of wins, with n visits and mean m: (m + z²/2n − z ·
//! sqrt(m(1 − m)/n + z²/4n²)) / (1 + z²/n). Payoffs between 0 and 1 vary less than that, so it is
//! cautious. Moves never tried do not count.

use mctslab_core::spec::{Entry, Kind, Param};

use super::{Finish, FinishRow};
use crate::tree::Node;

pub(super) const ROW: FinishRow = FinishRow {
    entry: Entry {
        name: "lcb",
        doc: "the move with the greatest lower confidence bound of its mean",
        params: &[Param::new("z", Kind::Real { min: 0.0, max: 10.0 }, "1.96", "standard errors below the mean")],
    },
    source: include_str!("lcb.rs"),
    build: |args| Box::new(Lcb::new(args.real("z"))),
};

/// The final choice `lcb`.
pub struct Lcb {
    z: f64,
}

impl Lcb {
    /// Bounds `z` standard errors below the mean.
    pub fn new(z: f64) -> Lcb {
        Lcb { z }
    }
}

impl Finish for Lcb {
    fn score(&self, child: &Node) -> f64 {
        if child.proof().is_some() {
            return child.mean();
        }
        if child.visits() == 0 {
            return -1.0;
        }
        let (n, m, z) = (f64::from(child.visits()), child.mean().clamp(0.0, 1.0), self.z);
        let spread = (m * (1.0 - m) / n + z * z / (4.0 * n * n)).sqrt();
        (m + z * z / (2.0 * n) - z * spread) / (1.0 + z * z / n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::testing::children;

    #[test]
    fn the_bound_by_hand() {
        // Wilson's 95 % interval of 8 in 10 starts at 0.4902 (Newcombe 1998 has the method), of 600
        // in 1000 at 0.5693.
        let nodes = children(&[(10, 0.8), (1000, 0.6), (0, 0.0)]);
        let rule = Lcb::new(1.96);
        assert!((rule.score(&nodes[0]) - 0.4902).abs() < 1e-4, "{}", rule.score(&nodes[0]));
        assert!((rule.score(&nodes[1]) - 0.5693).abs() < 1e-4, "{}", rule.score(&nodes[1]));
        assert_eq!(rule.first(&nodes), Some(1));
        assert_eq!(Lcb::new(0.0).first(&nodes), Some(0), "z = 0 is the greatest mean");
    }
}
