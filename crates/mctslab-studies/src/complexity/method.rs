//! The methods that strength is measured by, and what their intervals are.

use super::bisection::Bisection;
use super::fit::Fit;
use super::ladder::Ladder;

/// A method at work.
#[derive(Clone, Debug)]
pub(crate) enum Method {
    /// A fitted curve.
    Fit(Fit),
    /// The paper's bisection.
    Bisection(Bisection),
    /// A skill ladder.
    Ladder(Ladder),
}

/// How sure intervals are.
pub(crate) const CONFIDENCE: f64 = 0.95;

/// Where the measure comes from.
pub(crate) const REFERENCE: &str = "P. L. Lanzi, Evaluating the Complexity of Players' Strategies using MCTS Iterations, IEEE Conference on Games, 2019";

impl Method {
    /// No more games than this are played.
    pub(crate) fn most_games(&self) -> u64 {
        match self {
            Method::Fit(fit) => fit.plan().games,
            Method::Ladder(ladder) => ladder.plan().fit.games * (ladder.plan().steps as u64 + 1),
            // Each match halves the range at best; nobody knows the bounds before they are found.
            Method::Bisection(bisection) => {
                let plan = bisection.plan();
                plan.games * plan.trials * 20 * (1 + u64::from(plan.second.is_some()))
            }
        }
    }

    /// What the interval of this method is, in a sentence that can be cited.
    pub(crate) fn interval_definition(&self) -> &'static str {
        match self {
            Method::Fit(_) => {
                "An interval that holds the iterations at which the touchstone scores one half, in 95 % of studies: where the posterior \
                 probability that the touchstone's expected score is above one half passes 2.7 % and 97.3 %, each for the plausible kind \
                 of curve that puts it farthest out, moved outwards to whole numbers; of a level stretch, one that holds all \
                 iterations with an expected score within `level` of one half."
            }
            Method::Bisection(_) => {
                "The mean of the trials and Student's 97.5 % point of its standard error to both sides: how far trials differ, and no confidence \
                 interval of the strength. A trial ends at the lower of its last two bounds, so that its mean is 1 to 2 % below a level match."
            }
            Method::Ladder(_) => {
                "Of a step: as for the method fit, given the step before. Of the number of steps: errors of all steps added up. Of where \
                 more iterations stop helping: the most iterations that a larger number beats, and the fewest that none beats, each 99.8 % sure."
            }
        }
    }

    /// What the interval assumes.
    pub(crate) fn assumptions(&self) -> &'static str {
        match self {
            Method::Bisection(_) => "Trials are independent and normally distributed.",
            _ => {
                "Games are independent given the seats; log-odds of the expected score follow a rising curve over doublings of the \
                 iterations (a line plus integrated Brownian motion of unknown scale, with at most one corner near the crossing); the spread of whole cycles of seats is the same \
                 share of a coin's at all levels."
            }
        }
    }
}
