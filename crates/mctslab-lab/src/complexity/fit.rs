//! The strength of a target by a fitted curve.
//!
//! The touchstone's score against the target rises with its iterations. A posterior over such curves ([`mctslab_stats::crossing`]) is
//! kept; the next batch is played where it is expected to narrow the range of the crossing most for its price; and the study ends as
//! soon as the 95 % range is as narrow as was asked for. Most games so are played near the crossing, where a game tells most, and
//! few elsewhere.
//!
//! The price of a game is the iterations of both sides for a move, the target's taken to be those of its equal. Decisions are taken
//! between batches, from nothing but the games before.

use std::collections::BTreeMap;

use mctslab_stats::crossing::{Point, Posterior, Question, Range};

use super::level::{Level, Outcome, dispersion};

/// Games of the first batches; later ones grow with the games played.
const BATCH: u64 = 32;
const GROWTH: u64 = 16;
/// Where to begin.
const FIRST: u64 = 16;
/// No level is tried that is more than so many doublings above those that were.
const LEAP: f64 = 2.0;
/// Levels for each doubling among which the next is chosen.
const FINENESS: f64 = 8.0;
/// What a game costs beside its iterations, as so many iterations for a move.
const OVERHEAD: f64 = 20.0;
/// A step of a ladder starts at the rival itself, against which the score is one half: this counts like so many games.
const MIRROR: f64 = 1000.0;
/// How sure a verdict is.
const OUTSIDE: f64 = 0.05;
/// How sure it is that a crossing is out of range.
const NEARLY_SURE: f64 = 0.975;
/// How sure it is that a curve is level over a stretch.
const SURE: f64 = 0.95;
/// The ends of a level stretch are told to so many doublings, if that is wider than what was asked for.
const LEVEL_END: f64 = 0.4;

/// What is asked of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitPlan {
    /// The fewest iterations.
    pub min: u64,
    /// The most iterations.
    pub max: u64,
    /// The score to be reached. If it is not one half, the target is the touchstone with the fewest iterations.
    pub goal: f64,
    /// The range is to lie within this share of the estimate.
    pub precision: f64,
    /// No more games than this.
    pub games: u64,
    /// Games of a cycle.
    pub cycle: u64,
    /// Seats.
    pub seats: usize,
}

/// How a fit ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FitStatus {
    /// The range is as narrow as was asked for.
    Ok,
    /// The fewest iterations are already better.
    BelowRange,
    /// The most iterations are not as good.
    AboveRange,
    /// The score comes level with the goal and stays there.
    NoCrossing,
    /// The games ran out, or the time.
    BudgetSpent,
}

impl FitStatus {
    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            FitStatus::Ok => "ok",
            FitStatus::BelowRange => "below-range",
            FitStatus::AboveRange => "above-range",
            FitStatus::NoCrossing => "no-crossing",
            FitStatus::BudgetSpent => "budget-spent",
        }
    }
}

/// A batch that was played, and what was known after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Iterations of the touchstone.
    pub iterations: u64,
    /// Games.
    pub games: u64,
    /// The estimate in iterations, and its range.
    pub estimate: f64,
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// A fit in progress.
#[derive(Clone, Debug)]
pub struct Fit {
    plan: FitPlan,
    levels: BTreeMap<u64, Level>,
    dispersion: f64,
    posterior: Posterior,
    status: Option<FitStatus>,
    /// The batch at work.
    batch: Option<(u64, u64)>,
    path: Vec<Step>,
    games: u64,
}

impl Fit {
    /// A fit before its first game.
    pub fn new(plan: FitPlan) -> Fit {
        let posterior = Posterior::new(question(&plan), &[], 1.0);
        let (levels, path) = (BTreeMap::new(), Vec::new());
        Fit { plan, levels, dispersion: 1.0, posterior, status: None, batch: None, path, games: 0 }
    }

    /// The iterations and the number of games of the next batch; `None` if the fit is over.
    pub fn next_batch(&mut self) -> Option<(u64, u64)> {
        if let Some((iterations, games)) = self.batch.take() {
            self.learn();
            let Range { low, high } = self.range();
            self.path.push(Step { iterations, games, estimate: self.estimate(), low, high });
            self.status = self.verdict();
        }
        if self.status.is_some() {
            return None;
        }
        let cycles = BATCH.max(self.games / GROWTH).div_ceil(self.plan.cycle);
        let games = (cycles * self.plan.cycle).min(self.plan.games - self.games);
        let iterations = self.choose(games as f64);
        self.batch = Some((iterations, games));
        self.batch
    }

    /// Takes the next game of the batch.
    pub fn add(&mut self, outcome: &Outcome) {
        let Some((iterations, _)) = self.batch else { return };
        let fresh = || Level::new(iterations, self.plan.seats);
        self.levels.entry(iterations).or_insert_with(fresh).add(outcome, self.plan.cycle);
        self.games += 1;
    }

    fn learn(&mut self) {
        self.dispersion = dispersion(self.levels.values(), self.plan.cycle);
        let mut points: Vec<Point> = self.levels.values().map(Level::point).collect();
        if self.plan.goal != 0.5 {
            points.push(Point { x: libm::log2(self.plan.min as f64), games: MIRROR, points: MIRROR / 2.0 });
        }
        self.posterior = Posterior::new(question(&self.plan), &points, self.dispersion);
    }

    /// Where the next batch tells most for its price.
    fn choose(&self, games: f64) -> u64 {
        let (min, max) = (self.plan.min, self.plan.max);
        let Some((&top, _)) = self.levels.last_key_value() else { return FIRST.max(2 * min).clamp(min, max) };
        // What seems out of range is settled at its end.
        if self.posterior.under_range() > NEARLY_SURE {
            return min;
        }
        if self.posterior.over_range() > NEARLY_SURE && leap(top) >= max {
            return max;
        }
        if self.is_narrow()
            && let Some(unseen) = self.unseen()
        {
            return unseen;
        }
        let range = self.posterior.range(OUTSIDE);
        let width = range.high - range.low;
        let clip = Range { low: range.low - width, high: range.high + width };
        let equal = libm::exp2(self.posterior.estimate()).clamp(min as f64, max as f64);
        let reach = leap(top);
        let gain = |iterations: u64| {
            let worth = self.posterior.worth(libm::log2(iterations as f64), games, self.dispersion, clip);
            worth / (iterations as f64 + equal + OVERHEAD)
        };
        // Beyond the clipped range there is nothing to learn that is not learnt cheaper nearer by.
        let near = |doublings: f64| (libm::exp2(doublings) as u64).clamp(min, max);
        let (first, last) = (near(clip.low - 1.0), near(clip.high + 1.0).min(reach.max(min)));
        let all = candidates(first.min(last), last).into_iter().map(|iterations| (gain(iterations), iterations));
        all.fold((f64::NEG_INFINITY, min), |best, next| if next.0 > best.0 { next } else { best }).1
    }

    /// Whether there were games enough with these iterations, or others between the two.
    fn seen(&self, from: u64, to: u64) -> bool {
        from <= to && self.levels.range(from..=to).any(|(_, level)| level.count.games() >= BATCH)
    }

    /// A level away from the crossing that was never looked at: a curve that falls there would not be noticed.
    fn unseen(&self) -> Option<u64> {
        let (min, max, estimate) = (self.plan.min, self.plan.max, self.estimate());
        let (below, above) = ((estimate / 4.0).round() as u64, (estimate * 4.0).round() as u64);
        let (below, above) = (below.clamp(min, max), above.clamp(min, max));
        if (below as f64) < estimate / 2.0 && !self.seen(min, below.max((estimate / 2.5) as u64)) {
            return Some(below);
        }
        (above as f64 > estimate * 2.0 && !self.seen(above.min((estimate * 2.5) as u64), max)).then_some(above)
    }

    fn is_narrow(&self) -> bool {
        let asked = libm::log2((1.0 + self.plan.precision) / (1.0 - self.plan.precision));
        // A range that ends at the end of what is allowed may only seem narrow.
        narrow(self.posterior.range(OUTSIDE), asked) && narrow(self.posterior.crossing_range(OUTSIDE), asked)
    }

    fn verdict(&self) -> Option<FitStatus> {
        let (min, max) = (self.plan.min, self.plan.max);
        let (under, over) = (self.posterior.under_range(), self.posterior.over_range());
        let (least, most) = (self.seen(min, min), self.seen(max, max));
        if under > NEARLY_SURE && least {
            return Some(FitStatus::BelowRange);
        }
        if over > NEARLY_SURE && most {
            return Some(FitStatus::AboveRange);
        }
        if let Some(status) = self.level_verdict() {
            return Some(status);
        }
        // A crossing at an end of the range is one only if that end was looked at.
        let inside = (under < OUTSIDE || least) && (over < OUTSIDE || most);
        if inside && self.is_narrow() && self.unseen().is_none() {
            return Some(FitStatus::Ok);
        }
        (self.games >= self.plan.games).then_some(FitStatus::BudgetSpent)
    }

    /// The verdict on a curve that is level with the goal over a stretch.
    fn level_verdict(&self) -> Option<FitStatus> {
        if self.posterior.level_throughout() > SURE {
            return Some(FitStatus::NoCrossing);
        }
        let (below, above) = (self.posterior.level_below() > SURE, self.posterior.level_above() > SURE);
        let asked = libm::log2((1.0 + self.plan.precision) / (1.0 - self.plan.precision)).max(LEVEL_END);
        let told = (below || above) && narrow(self.posterior.crossing_range(OUTSIDE), asked);
        told.then_some(if above { FitStatus::NoCrossing } else { FitStatus::Ok })
    }

    /// Ends the fit: the time is up.
    pub fn give_up(&mut self) {
        self.status.get_or_insert(FitStatus::BudgetSpent);
    }

    /// How the fit ended, if it did.
    pub fn status(&self) -> Option<FitStatus> {
        self.status
    }

    /// The estimate in iterations.
    pub fn estimate(&self) -> f64 {
        libm::exp2(self.posterior.estimate())
    }

    /// The 95 % range in iterations.
    pub fn range(&self) -> Range {
        let Range { low, high } = self.posterior.range(OUTSIDE);
        Range { low: libm::exp2(low), high: libm::exp2(high) }
    }

    /// What is known of the curve.
    pub fn posterior(&self) -> &Posterior {
        &self.posterior
    }

    /// The results by iterations.
    pub fn levels(&self) -> impl Iterator<Item = &Level> {
        self.levels.values()
    }

    /// How scores spread, as a share of how coins would.
    pub fn dispersion(&self) -> f64 {
        self.dispersion
    }

    /// The batches one after the other.
    pub fn path(&self) -> &[Step] {
        &self.path
    }

    /// Games so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// What was asked.
    pub fn plan(&self) -> &FitPlan {
        &self.plan
    }
}

fn question(plan: &FitPlan) -> Question {
    let [lowest, highest] = [plan.min, plan.max].map(|iterations| libm::log2(iterations as f64));
    // Only at one half is there a reason for a curve to be level: equals play each other.
    Question { lowest, highest, goal: plan.goal, flat: plan.goal == 0.5 }
}

/// The most iterations to be tried next, where `top` is the most that were.
fn leap(top: u64) -> u64 {
    libm::exp2(libm::log2(top as f64) + LEAP) as u64
}

/// Whether a range is as narrow as asked, in doublings, or no wider than one iteration.
fn narrow(range: Range, asked: f64) -> bool {
    range.high - range.low <= asked || libm::exp2(range.high) - libm::exp2(range.low) <= 1.0
}

/// Numbers of iterations to choose from: evenly spaced on the scale of doublings, each of the small ones.
fn candidates(min: u64, max: u64) -> Vec<u64> {
    let first = libm::log2(min as f64);
    let steps = ((libm::log2(max as f64) - first) * FINENESS) as u64;
    let mut all: Vec<u64> = (0..=steps).map(|step| libm::exp2(first + step as f64 / FINENESS).round() as u64).collect();
    all.push(max);
    all.dedup();
    all
}
