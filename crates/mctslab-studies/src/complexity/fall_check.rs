//! Looking above the crossing: does the curve fall again?
//!
//! Two places are played, 1.5 and 3.25 doublings above the crossing, so that a fall that begins
//! within three doublings and lasts for two meets at least one of them. Each is played until the
//! score there is clearly not below 0.475, or clearly below the goal, or for as many games as show
//! a score of 0.45 with a probability of 90 %.

use std::collections::BTreeMap;

use mctslab_stats::crossing::{Posterior, log_odds};

use super::fit::{FitPlan, doublings};
use super::level::Level;

/// Where to look, in doublings above the crossing: first, and how much farther then.
const FIRST: f64 = 1.5;
const FURTHER: f64 = 1.75;
/// How far below the goal a score is no fall yet.
const HARMLESS: f64 = 0.025;
/// How sure a place is clear, and how sure it is a fall.
const CLEAR: f64 = 0.975;
const FALLEN: f64 = 0.9975;
/// Games at one place, if results are those of a coin, beyond which nothing more is expected.
const ENOUGH: f64 = 1600.0;
/// Levels this near to a place, in doublings, were played there.
const NEAR: f64 = 0.3;

/// What was seen above the crossing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Look {
    /// Iterations at which to play next; `None` if everything was seen.
    pub(crate) next: Option<u64>,
    /// The most iterations up to which the curve was looked at.
    pub up_to: Option<u64>,
    /// Iterations at which the score is below the goal again.
    pub fall: Option<u64>,
}

pub(crate) fn look(
    levels: &BTreeMap<u64, Level>,
    posterior: &Posterior,
    plan: &FitPlan,
    crossing: f64,
    beyond: f64,
    dispersion: f64,
) -> Look {
    let mut seen = Look::default();
    let goal = log_odds(plan.goal);
    let harmless = log_odds(plan.goal - HARMLESS);
    for (&iterations, level) in levels {
        let x = doublings(iterations);
        if x > beyond && level.count.games() > 0 {
            seen.up_to = Some(iterations);
            if seen.fall.is_none() && posterior.above_at(x, goal) <= 1.0 - FALLEN {
                seen.fall = Some(iterations);
            }
        }
    }
    let last = (crossing + FIRST + FURTHER).max(doublings(plan.look.max(1)));
    let mut place = crossing + FIRST;
    while seen.fall.is_none() {
        let iterations = (libm::exp2(place).round() as u64).min(plan.max);
        let x = doublings(iterations);
        if x <= beyond {
            break;
        }
        let games: u64 = levels
            .iter()
            .filter(|(near, _)| (doublings(**near) - x).abs() <= NEAR)
            .map(|(_, level)| level.count.games())
            .sum();
        let enough = games as f64 >= ENOUGH * dispersion.min(1.0);
        let clear = games >= 32 && posterior.above_at(x, harmless) >= CLEAR;
        if !enough && !clear {
            let nearest = levels.keys().copied().find(|&near| (doublings(near) - x).abs() <= NEAR);
            seen.next = Some(nearest.unwrap_or(iterations));
            return seen;
        }
        if iterations == plan.max || place >= last {
            break;
        }
        place = (place + FURTHER).min(last);
    }
    seen
}
