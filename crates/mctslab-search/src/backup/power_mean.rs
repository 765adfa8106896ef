//! The power mean of the children: (sum of n/N · value^p) to the power of 1/p, n visits of a child
//! and N of all (Dam, Klink, D'Eramo, Peters, Pajarinen, "Generalized Mean Estimation in
//! Monte-Carlo Tree Search", 2020). With p = 1 it is the mean, without the node's own first visit;
//! with growing p it comes near the greatest. Values below 0 count as 0. For one or two players.

use mctslab_core::spec::{Entry, Kind, Param};

use super::{Backup, BackupRow, Combine};
use crate::tree::Node;

pub(super) const ROW: BackupRow = BackupRow {
    entry: Entry {
        name: "power-mean",
        doc: "the power mean of the children, weighted by visits (Dam et al. 2020); one or two players",
        params: &[Param::new("p", Kind::Real { min: 1.0, max: 100.0 }, "2", "1: the mean; greater: nearer the best")],
    },
    source: include_str!("power_mean.rs"),
    build: |args| Backup::Combined(Combine { parameter: args.real("p"), of: power_mean }),
};

fn power_mean(p: f64, children: &[Node]) -> f64 {
    let (mut sum, mut visits) = (0.0, 0.0);
    for child in children.iter().filter(|child| child.visits() > 0) {
        let count = f64::from(child.visits());
        sum += count * libm::pow(child.mean().max(0.0), p);
        visits += count;
    }
    libm::pow(sum / f64::max(visits, 1.0), 1.0 / p)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::testing::children;

    #[test]
    fn the_formula_by_hand() {
        // (3 · 0.5² + 1 · 1²) / 4 = 0.4375, whose root is 0.66144.
        let nodes = children(&[(3, 0.5), (1, 1.0), (0, 0.0)]);
        assert!((power_mean(2.0, &nodes) - 0.661_438).abs() < 1e-6);
        assert!((power_mean(1.0, &nodes) - 0.625).abs() < 1e-12);
    }
}
