//! The max-robust child: the move with both the most visits and the greatest mean (Chaslot et al.
//! 2008, after Coulom).
//!
//! If no move has both when the budget is spent, the search goes on until one has, or until `extra`
//! more budgets are spent; then the most visited move is played. Govani (2015) names the same rule
//! "both highest visits and reward" on one page and "greatest ratio of wins to visits", which is
//! `mean`, on another.

use mctslab_core::spec::{Entry, Kind, Param};

use super::{Finish, FinishRow, Mean, Visits};
use crate::tree::Node;

pub(super) const ROW: FinishRow = FinishRow {
    entry: Entry {
        name: "max-robust",
        doc: "the move with both the most visits and the greatest mean; the search goes on until there is one",
        params: &[Param::new(
            "extra",
            Kind::Real { min: 0.0, max: 100.0 },
            "1",
            "how many further budgets this may take",
        )],
    },
    source: include_str!("max_robust.rs"),
    build: |args| Box::new(MaxRobust::new(args.real("extra"))),
};

/// The rule with its bound.
pub struct MaxRobust {
    extra: f64,
}

impl MaxRobust {
    /// Searching on for at most `extra` budgets more.
    pub fn new(extra: f64) -> MaxRobust {
        MaxRobust { extra }
    }
}

impl Finish for MaxRobust {
    fn score(&self, child: &Node) -> f64 {
        Visits.score(child)
    }

    fn extra(&self) -> f64 {
        self.extra
    }

    fn is_settled(&self, children: &[Node]) -> bool {
        let most = |rule: &dyn Finish| children.iter().map(|child| rule.rank(child)).fold((0, -1.0), top);
        let (visits, mean) = (most(&Visits), most(&Mean));
        children.iter().any(|child| Visits.rank(child) == visits && Mean.rank(child) == mean)
    }
}

fn top(a: (u8, f64), b: (u8, f64)) -> (u8, f64) {
    if b > a { b } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::testing::children;

    #[test]
    fn settled_is_what_both_rules_agree_on() {
        let rule = MaxRobust::new(1.0);
        assert!(rule.is_settled(&children(&[(10, 0.6), (5, 0.5)])));
        assert!(!rule.is_settled(&children(&[(10, 0.4), (5, 0.5)])));
        assert!(rule.is_settled(&children(&[(10, 0.5), (10, 0.6)])), "as many visits, and the greater mean");
    }
}
