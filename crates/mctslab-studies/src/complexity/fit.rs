//! The strength of a target by a fitted curve.
//!
//! The touchstone's score against the target rises with its iterations. A posterior over such
//! curves ([`mctslab_stats::crossing`]) is kept; the next batch is played where it is expected to
//! narrow the interval of the crossing most for its price; and the study ends as soon as both ends
//! of the 95 % interval are as near to the estimate as was asked for. Most games are therefore
//! played near the crossing, where a game is worth most, and few elsewhere.
//!
//! The price of a game is the iterations of both sides for a move, the target's taken to be those
//! of its equal. Decisions are taken between batches, from nothing but the games before.

use std::collections::BTreeMap;

use mctslab_stats::crossing::{Pass, PlaceResults, Posterior, log_odds};

use super::curve_verdict::{FAR, Levelled, PlayedLevel, Reading, next_for_level};
use super::fall_check::Look;
use super::fall_check;
use super::level::{Level, Outcome, dispersion};

/// Games of the first batches; later ones grow with the games played.
const BATCH: u64 = 32;
const GROWTH: u64 = 16;
/// Where to begin.
const FIRST: u64 = 16;
/// Until the goal is in sight, levels are this many doublings apart.
const DOUBLINGS_APART: f64 = 2.0;
/// The goal is in sight at a level that reaches it with this probability, or fails to.
const IN_SIGHT: f64 = 0.1;
/// Levels for each doubling among which the next is chosen.
const FINENESS: f64 = 8.0;
/// Places for each doubling at which the curve is computed.
const PLACES: f64 = 16.0;
/// What a game costs beside its iterations, in iterations for a move.
const OVERHEAD: f64 = 20.0;
/// No interval is called narrow after fewer games than this: the spread of results is not known
/// well enough.
const FEWEST: u64 = 400;
/// Results this many standard deviations from level are not level, however often they are looked
/// at.
const LOPSIDED: f64 = 4.0;
/// An end is near enough if it is within this many iterations of the estimate, whatever the
/// precision.
const HALF: f64 = 0.5;

/// What is asked of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitPlan {
    /// The fewest iterations.
    pub min: u64,
    /// The most iterations.
    pub max: u64,
    /// The score to be reached. If it is not one half, the target is the touchstone with the fewest
    /// iterations.
    pub goal: f64,
    /// Both ends of the interval are to lie within this share of the estimate.
    pub precision: f64,
    /// Scores no farther than this from the goal are level with it.
    pub level: f64,
    /// A curve that falls again is looked for up to these iterations at least.
    pub look: u64,
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
    /// The interval is as narrow as was asked for.
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

/// What is known of the target's strength, in iterations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComplexityEstimate {
    /// The estimate; `None` if it is out of what was played.
    pub estimate: Option<f64>,
    /// The lower end of the 95 % interval; `None` if it is open.
    pub low: Option<f64>,
    /// The upper end; `None` if it is open.
    pub high: Option<f64>,
    /// Whether the score is level with the goal over the whole stretch, or from the estimate on.
    pub level: bool,
}

impl ComplexityEstimate {
    /// Whether a true value is not excluded.
    pub fn holds(&self, iterations: f64) -> bool {
        self.low.is_none_or(|low| low <= iterations) && self.high.is_none_or(|high| iterations <= high)
    }
}

/// A batch that was played, and what was known after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitStep {
    /// Iterations of the touchstone.
    pub iterations: u64,
    /// Games.
    pub games: u64,
    /// What was known.
    pub strength: ComplexityEstimate,
}

/// What is known after some games.
#[derive(Clone, Debug)]
struct Evidence {
    posterior: Posterior,
    reading: Reading,
    played: PlayedLevel,
}

/// A fit in progress.
#[derive(Clone, Debug)]
pub struct Fit {
    plan: FitPlan,
    levels: BTreeMap<u64, Level>,
    dispersion: f64,
    known: Option<Evidence>,
    status: Option<FitStatus>,
    /// Whether the interval was narrow after two batches in a row.
    confirmed: bool,
    /// The batch at work.
    batch: Option<(u64, u64)>,
    path: Vec<FitStep>,
    games: u64,
}

impl Fit {
    /// A fit before its first game.
    pub fn new(plan: FitPlan) -> Fit {
        let (levels, path) = (BTreeMap::new(), Vec::new());
        Fit { plan, levels, dispersion: 1.0, known: None, status: None, confirmed: false, batch: None, path, games: 0 }
    }

    /// The iterations and the number of games of the next batch; `None` if the fit is over.
    pub fn next_batch(&mut self) -> Option<(u64, u64)> {
        if let Some((iterations, games)) = self.batch.take() {
            // What is narrow by chance after one batch is seldom so after the next.
            let narrow = self.is_narrow();
            self.learn();
            self.confirmed = narrow && self.is_narrow();
            self.status = self.verdict();
            self.path.push(FitStep { iterations, games, strength: self.strength() });
        }
        if self.status.is_some() {
            return None;
        }
        let rest = self.plan.games - self.games;
        let whole = |games: u64| (games.div_ceil(self.plan.cycle) * self.plan.cycle).min(rest);
        // Looking far above the crossing costs much, and a few games are often enough.
        let batch = if let Some(unseen) = self.unseen() {
            (unseen, whole(2 * BATCH))
        } else {
            let games = whole(BATCH.max(self.games / GROWTH));
            (self.choose(games as f64), games)
        };
        self.batch = Some(batch);
        self.batch
    }

    /// Where to look for a curve that falls again, once everything else is known.
    fn unseen(&self) -> Option<u64> {
        let Evidence { reading, played, .. } = self.known.as_ref()?;
        let levelled = reading.stretch.and_then(|stretch| stretch.verdict(played)).is_some();
        self.look().next.filter(|_| levelled || self.is_narrow())
    }

    /// Takes the next game of the batch.
    pub fn add(&mut self, outcome: &Outcome) {
        let Some((iterations, _)) = self.batch else { return };
        let fresh = || Level::new(iterations, self.plan.seats);
        self.levels.entry(iterations).or_insert_with(fresh).add(outcome, self.plan.cycle);
        self.games += 1;
    }

    /// Takes a game that another version chose to play, at its own level; [`Fit::conclude`] follows
    /// the last one.
    pub fn observe(&mut self, iterations: u64, outcome: &Outcome) {
        self.batch = Some((iterations, 0));
        self.add(outcome);
        self.batch = None;
    }

    /// Ends a fit of games that another version chose to play.
    pub fn conclude(&mut self) {
        self.learn();
        self.confirmed = true;
        self.status = self.verdict();
        self.give_up();
    }

    fn learn(&mut self) {
        let (Some((&bottom, _)), Some((&top, _))) = (self.levels.first_key_value(), self.levels.last_key_value())
        else {
            return;
        };
        self.dispersion = dispersion(self.levels.values(), self.plan.cycle);
        let points: Vec<PlaceResults> = self.levels.values().map(Level::point).collect();
        let mirrored = self.plan.goal != 0.5;
        let first = if mirrored { self.plan.min } else { (bottom / 2).max(self.plan.min) };
        let places = candidates(first, top.saturating_mul(4).min(self.plan.max), PLACES);
        let places: Vec<f64> = places.into_iter().map(doublings).collect();
        let posterior = Posterior::new(&points, &places, mirrored, log_odds(self.plan.goal), self.dispersion);
        let played = PlayedLevel {
            bottom: doublings(if mirrored { self.plan.min } else { bottom }),
            top: doublings(top),
            at_min: mirrored || bottom == self.plan.min,
            at_max: top == self.plan.max,
        };
        let reading = Reading::new(&posterior, &self.plan, &played);
        self.known = Some(Evidence { posterior, reading, played });
    }

    /// Where the next batch is worth most for its price.
    fn choose(&self, games: f64) -> u64 {
        let (min, max) = (self.plan.min, self.plan.max);
        let Some(Evidence { posterior, reading, played }) = &self.known else {
            return FIRST.max(2 * min).clamp(min, max);
        };
        let goal = log_odds(self.plan.goal);
        // First the goal must come in sight from both sides.
        let place = |x: f64| (libm::exp2(x).round() as u64).clamp(min, max);
        if !played.at_max && posterior.above_at(played.top, goal) < IN_SIGHT {
            return place(played.top + DOUBLINGS_APART);
        }
        if !played.at_min && posterior.above_at(played.bottom, goal) > 1.0 - IN_SIGHT {
            return place(played.bottom - DOUBLINGS_APART);
        }
        if self.plan.goal == 0.5
            && let Some(next) = next_for_level(posterior, &self.plan, played, reading)
        {
            return place(next);
        }
        if let (true, Some(hiding)) = (self.is_near(), reading.hiding) {
            return place(hiding.min(played.top + 1.0));
        }
        let equal = libm::exp2(self.middle()).clamp(min as f64, max as f64);
        let mut worth = vec![0.0; posterior.places().len()];
        for end in self.ends(reading, played) {
            for (sum, one) in worth.iter_mut().zip(posterior.worth(end, games, self.dispersion)) {
                *sum += one;
            }
        }
        // Far above the crossing nothing is learnt of it.
        let reach =
            reading.nearly[0].place().map_or(f64::INFINITY, |near| near + FAR).clamp(played.top, played.top + 1.0);
        let (first, last) = (place(played.bottom - 1.0), place(reach));
        let gain =
            |iterations: u64| worth[posterior.nearest(doublings(iterations))] / (iterations as f64 + equal + OVERHEAD);
        let all =
            candidates(first.min(last), last, FINENESS).into_iter().map(|iterations| (gain(iterations), iterations));
        all.fold((f64::NEG_INFINITY, min), |best, next| if next.0 > best.0 { next } else { best }).1
    }

    /// The places of which more is to be known: the ends of the interval, and those of what may be
    /// level.
    fn ends(&self, reading: &Reading, played: &PlayedLevel) -> Vec<f64> {
        let end = |pass: Pass| match pass {
            Pass::Before if played.at_min => None,
            Pass::Before => Some(played.bottom),
            Pass::At(x) => Some(x),
            Pass::After if played.at_max => None,
            Pass::After => Some(played.top + 1.0),
        };
        let mut ends: Vec<f64> = [reading.low, reading.high].into_iter().filter_map(end).collect();
        if self.plan.goal == 0.5 {
            ends.extend(reading.nearly.into_iter().chain([reading.middle]).filter_map(end));
        }
        if ends.is_empty() {
            // A target that seems to be beyond the most iterations is judged there, and not at the
            // least, where games are cheap.
            ends = if reading.low == Pass::After { vec![played.top] } else { vec![played.bottom, played.top] };
        }
        ends
    }

    /// The middle of what is known of the crossing, in doublings.
    fn middle(&self) -> f64 {
        let Some(Evidence { reading, played, .. }) = &self.known else { return 0.0 };
        match reading.middle {
            Pass::Before => played.bottom,
            Pass::At(x) => x.clamp(played.bottom, played.top),
            Pass::After => played.top,
        }
    }

    /// What was seen above the crossing, and where to look next. A step of a ladder is not looked
    /// beyond.
    fn look(&self) -> Look {
        let Some(Evidence { posterior, reading, .. }) = &self.known else { return Look::default() };
        let (0.5, Some(beyond)) = (self.plan.goal, reading.high.place()) else { return Look::default() };
        fall_check::look(&self.levels, posterior, &self.plan, self.middle(), beyond, self.dispersion)
    }

    /// Whether both ends are as near as was asked for, and no level stretch can hide beside them.
    fn is_narrow(&self) -> bool {
        self.is_near() && self.known.as_ref().is_some_and(|known| known.reading.hiding.is_none())
    }

    /// Whether both ends are as near as was asked for.
    fn is_near(&self) -> bool {
        let Some(known @ Evidence { played, reading, .. }) = &self.known else { return false };
        let (bottom, top) = (libm::exp2(played.bottom), libm::exp2(played.top));
        if reading.low == Pass::After || reading.high == Pass::Before {
            return false;
        }
        let end = |pass: Pass| match pass {
            Pass::Before => played.at_min.then_some(bottom),
            Pass::At(x) if x < played.bottom => played.at_min.then_some(bottom),
            Pass::At(x) if x > played.top => played.at_max.then_some(top),
            Pass::At(x) => Some(libm::exp2(x)),
            Pass::After => played.at_max.then_some(top),
        };
        let (Some(low), Some(middle), Some(high)) = (end(reading.low), end(reading.middle), end(reading.high)) else {
            return false;
        };
        let near = (self.plan.precision * middle).max(HALF);
        // Beyond the end of what is allowed the curve goes on: there an interval only seems narrow.
        let sharp = |x: f64| {
            let posterior = &known.posterior;
            let (_, spread) = posterior.moments()[posterior.nearest(x)];
            1.96 * spread / posterior.slope(x).max(0.05) <= libm::log2(1.0 + self.plan.precision)
        };
        if (reading.high == Pass::After && !sharp(played.top)) || (reading.low == Pass::Before && !sharp(played.bottom))
        {
            return false;
        }
        middle - low <= near && high - middle <= near
    }

    fn verdict(&self) -> Option<FitStatus> {
        let Evidence { reading, played, .. } = self.known.as_ref()?;
        if reading.below || self.is_lopsided(self.plan.min, 1.0) {
            return Some(FitStatus::BelowRange);
        }
        if reading.above || self.is_lopsided(self.plan.max, -1.0) {
            return Some(FitStatus::AboveRange);
        }
        match reading.stretch.and_then(|stretch| stretch.verdict(played)) {
            Some(Levelled::Between(..)) if self.look().next.is_none() => return Some(FitStatus::Ok),
            Some(Levelled::From(..)) => return Some(FitStatus::NoCrossing),
            _ => {}
        }
        if self.is_narrow() && self.look().next.is_none() && self.confirmed && self.games >= FEWEST.min(self.plan.games)
        {
            return Some(FitStatus::Ok);
        }
        (self.games >= self.plan.games).then_some(match (reading.low, reading.high) {
            (Pass::After, _) if played.at_max => FitStatus::AboveRange,
            _ => FitStatus::BudgetSpent,
        })
    }

    /// Whether the results at one level alone put it beyond the goal (1) or short of it (-1), by
    /// more than what is level. Where nearly all games are won or lost, the curve's log-odds are
    /// known badly, but not on which side they are.
    fn is_lopsided(&self, iterations: u64, side: f64) -> bool {
        let Some(level) = self.levels.get(&iterations).filter(|level| level.count.games() >= 2 * BATCH) else {
            return false;
        };
        let games = level.count.games() as f64 + 2.0;
        let score = (level.points + 1.0) / games;
        let spread = (self.dispersion.max(0.5) * score * (1.0 - score) / games).sqrt();
        self.plan.goal == 0.5 && side * (score - 0.5) - self.plan.level > LOPSIDED * spread
    }

    /// Ends the fit: the time is up.
    pub fn give_up(&mut self) {
        self.status.get_or_insert(FitStatus::BudgetSpent);
    }

    /// How the fit ended, if it did.
    pub fn status(&self) -> Option<FitStatus> {
        self.status
    }

    /// The middle of what is known, in iterations, whether or not it is an estimate to be reported.
    pub fn estimate(&self) -> f64 {
        libm::exp2(self.middle())
    }

    /// What is known of the target's strength.
    pub fn strength(&self) -> ComplexityEstimate {
        let Some(Evidence { reading, played, .. }) = &self.known else {
            return ComplexityEstimate { estimate: None, low: None, high: None, level: false };
        };
        let (min, max) = (self.plan.min as f64, self.plan.max as f64);
        // One iteration is the least there is: an interval that reaches it is not open.
        let least = (played.at_min && self.plan.min == 1).then_some(1.0);
        match self.status {
            Some(FitStatus::BelowRange) => {
                return ComplexityEstimate { estimate: None, low: None, high: Some(min), level: false };
            }
            Some(FitStatus::AboveRange) => {
                return ComplexityEstimate { estimate: None, low: Some(max), high: None, level: false };
            }
            _ => {}
        }
        let narrow = self.is_narrow();
        if let Some(levelled) = reading.stretch.and_then(|stretch| stretch.verdict(played))
            && !(narrow && self.status == Some(FitStatus::Ok) && matches!(levelled, Levelled::From(..)))
        {
            let number = |x: f64| (x > doublings(self.plan.min) + 1e-9).then(|| libm::exp2(x)).or(least);
            return match levelled {
                Levelled::Between(from, to) => ComplexityEstimate {
                    estimate: Some(libm::exp2(from)),
                    low: number(from),
                    high: Some(libm::exp2(to)),
                    level: true,
                },
                Levelled::From(from, earliest) => ComplexityEstimate {
                    estimate: Some(libm::exp2(from)),
                    low: earliest.map_or(least, number),
                    high: None,
                    level: true,
                },
            };
        }
        let (low, high) = match reading.wide {
            Some(ends) if !narrow => ends,
            _ => (reading.low, reading.high),
        };
        let low = match low {
            Pass::At(x) if x >= played.bottom && x <= played.top => Some(libm::exp2(x)),
            Pass::Before | Pass::At(_) => least,
            Pass::After => Some(libm::exp2(played.top)),
        };
        let high = match high {
            Pass::At(x) if x <= played.top && x >= played.bottom => Some(libm::exp2(x)),
            Pass::Before => Some(libm::exp2(played.bottom)),
            Pass::At(x) if x < played.bottom => Some(libm::exp2(played.bottom)),
            _ => None,
        };
        let estimate = match reading.middle {
            Pass::At(x) if x <= played.top && x >= played.bottom => Some(libm::exp2(x)),
            Pass::Before if played.at_min => Some(min),
            Pass::After if played.at_max && narrow => Some(max),
            _ => None,
        };
        // Nothing is played between two whole numbers of iterations, so a curve that crosses
        // between them says little of where it does: ends are moved outwards to whole numbers.
        ComplexityEstimate { estimate, low: low.map(f64::floor), high: high.map(f64::ceil), level: false }
    }

    /// The curve as far as it is known; `None` before the first batch.
    pub fn posterior(&self) -> Option<&Posterior> {
        self.known.as_ref().map(|known| &known.posterior)
    }

    /// The iterations up to which a fall of the curve was looked for, and where it was found.
    pub fn looked(&self) -> Look {
        self.look()
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
    pub fn path(&self) -> &[FitStep] {
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

pub(crate) fn doublings(iterations: u64) -> f64 {
    libm::log2(iterations as f64)
}

/// Numbers of iterations, evenly spaced on the scale of doublings: each of the small ones, then
/// this many for each doubling.
fn candidates(min: u64, max: u64, fineness: f64) -> Vec<u64> {
    let first = doublings(min);
    let steps = ((doublings(max) - first) * fineness) as u64;
    let mut all: Vec<u64> = (0..=steps).map(|step| libm::exp2(first + step as f64 / fineness).round() as u64).collect();
    all.push(max);
    all.dedup();
    all
}
