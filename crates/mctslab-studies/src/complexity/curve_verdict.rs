//! What a fitted curve says of the touchstone's iterations, as far as it was played: the crossing,
//! level stretches, and the ends.
//!
//! Places are doublings. All shares are probabilities of the posterior at single places. An end
//! that lies outside of what was played is open, unless it is the end of what is allowed.

use mctslab_stats::crossing::{Pass, Posterior, log_odds, pass};

use super::fit::FitPlan;

/// How probable it is that the crossing lies beyond an end of its interval, for the kind of curve
/// that makes it most probable.
const END: f64 = 0.027;
/// How probable it is that the curve is not level, where it is called level, and that it is, where
/// it is said to have left.
const TAIL: f64 = 0.02;
/// The same where what is seen at one place is taken to hold for all places before it or after it,
/// because the curve rises.
const RISING: f64 = 0.01;
/// A stretch that is called level has at least this many doublings.
const STRETCH: f64 = 1.0;
/// Where a level stretch may begin and where it must have begun differ by no more than this many
/// doublings, and likewise at its end.
const BLUR: f64 = 1.0;
/// Beside a crossing the curve must be seen to leave what is level within this many doublings: a
/// level stretch might hide there.
const HIDE: f64 = 0.5;
/// A stretch that goes on for this many doublings, or up to the most iterations, is level from its
/// beginning on.
pub(crate) const FAR: f64 = 3.0;
/// How sure it is that the target is out of range: surer than an interval, since the question is
/// asked after every batch.
const OUT: f64 = 0.998;

/// The least and the most that were played, in doublings, and whether they are the ends of what is
/// allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlayedLevel {
    pub(crate) bottom: f64,
    pub(crate) top: f64,
    pub(crate) at_min: bool,
    pub(crate) at_max: bool,
}

/// A stretch over which the score is level with one half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stretch {
    /// Where it begins for sure, and where it may begin at the earliest; `None`: before all that
    /// was played.
    pub(crate) begin: f64,
    pub(crate) earliest: Option<f64>,
    /// Where it ends for sure, and where it may end at the latest; `None`: after all that was
    /// played.
    pub(crate) end: f64,
    pub(crate) latest: Option<f64>,
}

/// What a curve says.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    /// The crossing: the lower end of its interval, its median, the upper end.
    pub(crate) low: Pass,
    pub(crate) middle: Pass,
    pub(crate) high: Pass,
    /// Whether the fewest iterations are already beyond the goal, by more than what is level, and
    /// the most short of it.
    pub(crate) below: bool,
    pub(crate) above: bool,
    /// The longest stretch that is level.
    pub(crate) stretch: Option<Stretch>,
    /// Where the curve is first as probably as not at the lower and the upper end of what is level.
    pub(crate) nearly: [Pass; 2],
    /// Where the curve may at the earliest, and at the latest, be level, if a level stretch is
    /// suspected.
    pub(crate) wide: Option<(Pass, Pass)>,
    /// Where to play to see that no level stretch hides beside the crossing; `None` if the curve
    /// comes to it and leaves it so steeply that none can.
    pub(crate) hiding: Option<f64>,
}

impl Reading {
    /// What the posterior says, as far as it was played.
    pub(crate) fn new(posterior: &Posterior, plan: &FitPlan, played: &PlayedLevel) -> Reading {
        let goal = log_odds(plan.goal);
        let places = posterior.places();
        let crossing = posterior.above(goal);
        let [short, beyond] = [-plan.level, plan.level].map(|off| posterior.above(log_odds(plan.goal + off)));
        let (bottom, top) = (posterior.nearest(played.bottom), posterior.nearest(played.top));
        let stretch = (plan.goal == 0.5).then(|| stretch(places, &short, &beyond, bottom, top)).flatten();
        let inside = &places[bottom..=top];
        let [least, most] = posterior.bounds_above(goal);
        let low = low_end(inside, &most[bottom..=top], END);
        let high = high_end(inside, &least[bottom..=top], END);
        let middle = middle(inside, &crossing[bottom..=top]);
        // Between two neighbouring places nothing can hide, however far they are apart.
        let near = |end: f64, at: usize, next: usize| (places[at] - end).abs() <= HIDE || at == next;
        let before = (bottom..=top).rev().find(|&at| low.place().is_some_and(|low| places[at] <= low));
        let enters = match (low.place(), before) {
            (Some(low), Some(next)) => {
                (bottom..=next).rev().find(|&at| short[at] <= TAIL).is_some_and(|at| near(low, at, next))
            }
            _ => low == Pass::Before && played.at_min,
        };
        let after = (bottom..=top).find(|&at| high.place().is_some_and(|high| places[at] >= high));
        let leaves = match (high.place(), after) {
            (Some(high), Some(next)) => {
                (next..=top).find(|&at| beyond[at] >= 1.0 - TAIL).is_some_and(|at| near(high, at, next))
            }
            _ => high == Pass::After && played.at_max,
        };
        // The farthest place at which it would be seen, or the next one where there is none so
        // near.
        let first = (bottom..=top).find(|&at| low.place().is_some_and(|low| places[at] >= low - HIDE)).zip(before);
        let last = (bottom..=top).rfind(|&at| high.place().is_some_and(|high| places[at] <= high + HIDE)).zip(after);
        let hiding = match (enters, leaves) {
            // Only at one half is there a reason for a curve to be level: equals play each other.
            _ if plan.goal != 0.5 => None,
            (true, true) => None,
            (_, false) => {
                last.map_or(high.place().map(|high| high + HIDE), |(last, next)| Some(places[last.max(next)]))
            }
            (false, true) => first.map_or(Some(played.bottom), |(first, next)| Some(places[first.min(next)])),
        };
        Reading {
            low,
            middle,
            high,
            hiding,
            wide: (plan.goal == 0.5)
                .then(|| suspected(posterior, &posterior.moments(), plan, bottom, top))
                .flatten()
                .map(|_| (low_end(inside, &short[bottom..=top], TAIL), high_end(inside, &beyond[bottom..=top], TAIL))),
            below: played.at_min && beyond[bottom] >= OUT,
            above: played.at_max && short[top] <= 1.0 - OUT,
            stretch,
            nearly: [pass(inside, &short[bottom..=top], 0.5), pass(inside, &beyond[bottom..=top], 0.5)],
        }
    }
}

/// The places among which the crossing lies for sure. A rising curve that is short of the goal at a
/// place is short of it at all places before, and beyond it likewise, so chances that are sure
/// enough (0.25 %) for all places of a stretch together bound the crossing.
fn bounds(chances: &[f64]) -> (usize, usize) {
    let beyond = chances.iter().position(|&chance| chance >= 1.0 - SHARP).unwrap_or(chances.len());
    let short = chances[..beyond].iter().rposition(|&chance| chance <= SHARP).unwrap_or(0);
    (short, (beyond + 1).min(chances.len()))
}

/// The lower end of the crossing's interval. Where the curve is level with the goal over a stretch,
/// chances at its places go up and down, and some of them pass a small share by chance; so the
/// interval begins where the chance first exceeds `tail`.
fn low_end(places: &[f64], chances: &[f64], tail: f64) -> Pass {
    let (short, _) = bounds(chances);
    pass(&places[short..], &chances[short..], tail)
}

/// The upper end: where the chance last falls short of `1 - tail`.
fn high_end(places: &[f64], chances: &[f64], tail: f64) -> Pass {
    let (_, until) = bounds(chances);
    match chances[..until].iter().rposition(|&chance| chance < 1.0 - tail) {
        None => Pass::Before,
        Some(last) if last + 1 == chances.len() => Pass::After,
        Some(last) => pass(&places[last..], &chances[last..], 1.0 - tail),
    }
}

/// The middle of what is known of the crossing.
fn middle(places: &[f64], chances: &[f64]) -> Pass {
    let (short, until) = bounds(chances);
    let mut rising = chances[short..until].to_vec();
    for place in 1..rising.len() {
        rising[place] = rising[place].max(rising[place - 1]);
    }
    pass(&places[short..until], &rising, 0.5)
}

/// What is sure for all places of a stretch together.
const SHARP: f64 = 0.0025;

/// The longest stretch of what was played that is level for sure. A rising curve that has come near
/// the goal at one place, and is no farther at a later one, is level at all places between the two.
fn stretch(places: &[f64], short: &[f64], beyond: &[f64], bottom: usize, top: usize) -> Option<Stretch> {
    let mut come = vec![false; places.len()];
    for place in bottom..=top {
        // Results that say that the curve has fallen again are believed.
        let still = place > bottom && come[place - 1] && short[place] > TAIL;
        come[place] = still || short[place] >= 1.0 - RISING;
    }
    let mut left = vec![true; places.len()];
    for place in (bottom..=top).rev() {
        let not_yet = place < top && !left[place + 1] && beyond[place] < 1.0 - TAIL;
        left[place] = !not_yet && beyond[place] > RISING;
    }
    let level = |place: usize| {
        let (reached, stayed) = (come[place] || short[place] >= 1.0 - TAIL, !left[place] || beyond[place] <= TAIL);
        reached && stayed
    };
    let (first, last) = longest_run(places, bottom, top, level)?;
    let between = |place: usize, chances: &[f64], share: f64| {
        pass(&places[place..=place + 1], &chances[place..=place + 1], share).place().unwrap_or(places[place])
    };
    let earliest = (bottom..first).rfind(|&place| short[place] <= TAIL).map(|place| between(place, short, TAIL));
    // A curve that leaves suddenly is rounded off, and seems to leave a little earlier.
    let latest = (last + 1..=top)
        .find(|&place| beyond[place] >= 1.0 - SHARP)
        .map(|place| between(place - 1, beyond, 1.0 - SHARP));
    Some(Stretch { begin: places[first], earliest, end: places[last], latest })
}

/// Where to play next to learn whether a stretch is level, and where it begins and ends; `None` if
/// none is suspected.
pub(crate) fn next_for_level(
    posterior: &Posterior,
    plan: &FitPlan,
    played: &PlayedLevel,
    reading: &Reading,
) -> Option<f64> {
    let places = posterior.places();
    let moments = posterior.moments();
    let (bottom, top) = (posterior.nearest(played.bottom), posterior.nearest(played.top));
    let (from, to) = suspected(posterior, &moments, plan, bottom, top)?;
    if from <= played.bottom + 1e-9 && !played.at_min {
        return Some(played.bottom - 1.0);
    }
    let vaguest = |from: f64, to: f64| {
        let among = (bottom..=top).filter(|&place| places[place] >= from && places[place] <= to);
        among.max_by(|&one, &other| moments[one].1.total_cmp(&moments[other].1)).map(|place| places[place])
    };
    let sure = reading.stretch.filter(|sure| sure.end - sure.begin >= STRETCH - 1e-9);
    let begin = sure.map_or(from, |sure| sure.begin.max(from));
    let further = (played.top + 1.0).min(begin + FAR + 0.1).max(played.top);
    let open = to >= played.top - 1e-9 && !played.at_max && to - begin < FAR;
    let Some(sure) = sure else {
        if open {
            return Some(further);
        }
        // The curve rises: it is level between two places if it has come near the goal at the first
        // and is still near it at the second. These are a little inside of what is suspected,
        // except at an end of what is allowed.
        let inside = ((to - from - STRETCH) / 2.0).clamp(0.0, INSIDE);
        let first = if from <= played.bottom + 1e-9 { from } else { from + inside };
        let last = if to >= played.top - 1e-9 { to } else { to - inside };
        let has_come = posterior.above_at(first, log_odds(0.5 - plan.level)) >= 1.0 - RISING;
        let has_left = posterior.above_at(last, log_odds(0.5 + plan.level)) > RISING;
        return match (has_come, has_left) {
            (false, _) => Some(first),
            (true, true) => Some(last),
            (true, false) => vaguest(from, to),
        };
    };
    let whole = played.at_min && sure.begin <= played.bottom + 1e-9;
    if !whole && sure.earliest.is_none_or(|earliest| sure.begin - earliest > BLUR) {
        return match sure.earliest {
            Some(earliest) => vaguest(earliest + 1e-9, sure.begin - 1e-9),
            None => vaguest(played.bottom, sure.begin - 1e-9),
        };
    }
    match sure.latest {
        Some(latest) if latest - sure.end > BLUR => vaguest(sure.end + 1e-9, latest - 1e-9),
        None if sure.end < played.top - 1e-9 => vaguest(sure.end + 1e-9, played.top),
        None if open => Some(further),
        _ => vaguest(from, to),
    }
}

/// A stretch is judged this many doublings inside of where it is suspected.
const INSIDE: f64 = 0.5;

/// A stretch that may well be level: from where to where.
fn suspected(
    posterior: &Posterior,
    moments: &[(f64, f64)],
    plan: &FitPlan,
    bottom: usize,
    top: usize,
) -> Option<(f64, f64)> {
    let places = posterior.places();
    let off = log_odds(0.5 + plan.level);
    let best = (bottom..=top).map(|place| moments[place].1).fold(f64::INFINITY, f64::min);
    let near = |place: usize| {
        let (mean, spread) = moments[place];
        mean.abs() <= off + spread * if spread > 2.0 * best { 2.0 } else { 0.5 }
    };
    let (first, last) = longest_run(places, bottom, top, near)?;
    let best_known = (first..=last).map(|place| moments[place].1).fold(f64::INFINITY, f64::min);
    (places[last] - places[first] >= STRETCH && best_known <= VAGUE).then_some((places[first], places[last]))
}

/// Where the log-odds are known worse than this, nothing is suspected yet.
const VAGUE: f64 = 0.08;

/// The longest run of places, from `bottom` to `top`, of which all are as wanted.
fn longest_run(places: &[f64], bottom: usize, top: usize, wanted: impl Fn(usize) -> bool) -> Option<(usize, usize)> {
    let mut longest: Option<(usize, usize)> = None;
    let mut begin = None;
    for place in bottom..=top {
        if !wanted(place) {
            begin = None;
            continue;
        }
        let from = *begin.get_or_insert(place);
        if longest.is_none_or(|(first, last)| places[place] - places[from] > places[last] - places[first]) {
            longest = Some((from, place));
        }
    }
    longest
}

/// How a level stretch is reported.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Levelled {
    /// From here to there, both ends in doublings; the first may be the fewest iterations.
    Between(f64, f64),
    /// From here on; it may begin at the second place already, `None` if that is before all that
    /// was played.
    From(f64, Option<f64>),
}

impl Stretch {
    /// What can be said of the stretch, if its ends are known well enough.
    pub(crate) fn verdict(&self, played: &PlayedLevel) -> Option<Levelled> {
        let whole = played.at_min && self.begin <= played.bottom + 1e-9;
        let begun = whole || self.earliest.is_some_and(|earliest| self.begin - earliest <= BLUR);
        if self.end - self.begin < STRETCH - 1e-9 {
            return None;
        }
        let earliest = if whole { Some(played.bottom) } else { self.earliest };
        match self.latest {
            Some(latest) if latest - self.end <= BLUR && begun => {
                Some(Levelled::Between(earliest.unwrap_or(self.begin), latest))
            }
            None if begun => {
                let on = self.end >= played.top - 1e-9 && (played.at_max || self.end - self.begin >= FAR - 1e-9);
                on.then_some(Levelled::From(self.begin, earliest))
            }
            _ => None,
        }
    }
}
