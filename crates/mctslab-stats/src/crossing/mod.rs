//! The place where a rising curve crosses a goal: the posterior over smooth curves, given scores at
//! some places.
//!
//! The player's effort x is a logarithm (doublings of its iterations). The log-odds of its expected
//! score are a straight line plus integrated Brownian motion: a curve that may bend anywhere. How
//! much it bends, the scale of the motion, is not assumed: the posterior is a mixture over a few
//! scales, each with the weight that the results give it. Near the crossing the slope may also
//! jump, at one place: each place for such a corner is one more part of the mixture. Scores count
//! as if each game were a coin with the curve's expectation, whose variance is `dispersion` times
//! that of a coin: draws and seats that are worth something make it smaller.
//!
//! All questions are about single places: how probable is it that the curve is above a value there?
//! The curve crosses a value somewhere between the places where that probability passes one small
//! and one great share. The mixture is an average over all kinds of curves;
//! [`Posterior::bounds_above`] gives the bounds over each kind that the results leave plausible,
//! which is needed where a curve has its corner just at the crossing.

mod odds;
mod spline;

use crate::normal;
pub use odds::{log_odds, logistic};
use spline::{Bends, Maker, Sights, Spline, SplineState, product};

/// The scales of wiggliness, per doubling to the power 3/2.
const SCALES: [f64; 6] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0];
/// The median of the prior of the scale, with tails like those of Cauchy's distribution.
const USUAL_SCALE: f64 = 1.5;
/// The frequency of corners, per doubling: for every five curves without one near the crossing
/// there are two with one. Elsewhere the motion stands for corners.
const CORNERS_PER_DOUBLING: f64 = 0.4;
/// The greatest distance of a corner from the crossing, in doublings.
const MAX_CORNER_DISTANCE: f64 = 0.5;
/// The scale with which a curve bends away from its corner.
const CORNERED_SCALE: f64 = 0.5;
/// The share of the weight of the heaviest kind from which kinds of curves count as plausible.
const PLAUSIBLE_SHARE: f64 = 0.05;
/// The difference from the greatest weight, as a logarithm, beyond which kinds of curves are left
/// out.
const NEGLIGIBLE_LOG_WEIGHT: f64 = 7.0;
/// The prior of the curve at the least effort tried: a standard deviation of the log-odds.
const START_SPREAD: f64 = 4.0;
/// The prior of the slope there: mean and standard deviation, per doubling.
const SLOPE_PRIOR: (f64, f64) = (0.6, 1.2);
/// The variance that stands for exactly known log-odds.
const EXACT_VARIANCE: f64 = 1e-10;

/// Results at one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaceResults {
    /// The place.
    pub x: f64,
    /// Games.
    pub games: f64,
    /// The sum of scores, each in [0, 1].
    pub points: f64,
}

/// The place where a curve passes a value, among the places of the posterior.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pass {
    /// Before the first place.
    Before,
    /// At this place.
    At(f64),
    /// After the last place.
    After,
}

impl Pass {
    /// The place, if it is known.
    pub fn place(self) -> Option<f64> {
        if let Pass::At(x) = self { Some(x) } else { None }
    }
}

/// The posterior distribution of the curve.
#[derive(Clone, Debug)]
pub struct Posterior {
    places: Vec<f64>,
    /// The curves of all kinds with enough weight, with their weights.
    splines: Vec<(f64, Spline)>,
}

impl Posterior {
    /// The posterior after these results at these places, both sorted; the places of the results
    /// are added. Corners are considered where the curve crosses the log-odds `goal`. If the player
    /// is `mirrored`, it meets itself at the first place, where its score is one half exactly.
    pub fn new(points: &[PlaceResults], places: &[f64], mirrored: bool, goal: f64, dispersion: f64) -> Posterior {
        let places = merged(places, points);
        let mut start = SplineState {
            mean: [0.0, SLOPE_PRIOR.0],
            a: START_SPREAD * START_SPREAD,
            b: 0.0,
            c: SLOPE_PRIOR.1 * SLOPE_PRIOR.1,
        };
        if mirrored {
            start.a = EXACT_VARIANCE;
        }
        let mut points: Vec<PlaceResults> = points.iter().map(open_ended).collect();
        // The process starts at the first place.
        if points.first().is_none_or(|point| point.x > places[0]) {
            points.insert(0, PlaceResults { x: places[0], games: 0.0, points: 0.0 });
        }
        let maker = Maker { start, points: &points, dispersion };
        let mut mode: Vec<f64> = points.iter().map(guess).collect();
        let all = scale_shares().map(|(scale, share)| {
            let bends = Bends { scale, corner: None };
            let sights = maker.sights(bends, &mut mode);
            Kind { log_weight: maker.evidence(bends, &sights) + libm::log(share), bends, sights }
        });
        let mut kinds: Vec<Kind> = all.collect();
        let smooth = Posterior { splines: mixture(&maker, &kinds, &places), places };
        let Pass::At(crossing) = smooth.pass(goal, 0.5) else { return smooth };
        // A corner near the crossing. The results were made normal for a curve without one, which
        // matters little: where scores are near one half their weights hardly depend on the curve.
        let Some(base) = kinds.iter().find(|kind| kind.bends.scale == CORNERED_SCALE) else { return smooth };
        let sights = base.sights.clone();
        let near = smooth.places.windows(2).filter(|pair| (pair[1] - crossing).abs() <= MAX_CORNER_DISTANCE);
        kinds.extend(near.map(|pair| {
            let bends = Bends { scale: CORNERED_SCALE, corner: Some(pair[1]) };
            let share = CORNERS_PER_DOUBLING * (pair[1] - pair[0]);
            Kind { log_weight: maker.evidence(bends, &sights) + libm::log(share), bends, sights: sights.clone() }
        }));
        Posterior { splines: mixture(&maker, &kinds, &smooth.places), places: smooth.places }
    }

    /// The places at which the posterior is computed; between them it is interpolated.
    pub fn places(&self) -> &[f64] {
        &self.places
    }

    /// The probabilities, at all places, that the log-odds of the curve are above a value.
    pub fn above(&self, odds: f64) -> Vec<f64> {
        let mut chances = vec![0.0; self.places.len()];
        for (weight, spline) in &self.splines {
            for (chance, state) in chances.iter_mut().zip(&spline.states) {
                *chance += weight * normal::cumulative((state.mean[0] - odds) / state.a.sqrt());
            }
        }
        chances
    }

    /// The least and the greatest of these probabilities among the kinds of curves that the results
    /// leave plausible.
    pub fn bounds_above(&self, odds: f64) -> [Vec<f64>; 2] {
        let (mut least, mut most) = (vec![1.0_f64; self.places.len()], vec![0.0_f64; self.places.len()]);
        let heaviest = self.splines.iter().map(|(weight, _)| *weight).fold(0.0, f64::max);
        for (_, spline) in self.splines.iter().filter(|(weight, _)| *weight >= PLAUSIBLE_SHARE * heaviest) {
            for (place, state) in spline.states.iter().enumerate() {
                let chance = normal::cumulative((state.mean[0] - odds) / state.a.sqrt());
                least[place] = least[place].min(chance);
                most[place] = most[place].max(chance);
            }
        }
        [least, most]
    }

    /// The probability that the log-odds at `x` are above a value.
    pub fn above_at(&self, x: f64, odds: f64) -> f64 {
        let place = self.nearest(x);
        self.splines
            .iter()
            .map(|(weight, spline)| {
                let state = &spline.states[place];
                weight * normal::cumulative((state.mean[0] - odds) / state.a.sqrt())
            })
            .sum()
    }

    /// The first place where the curve is above these log-odds with a probability of `share`.
    pub fn pass(&self, odds: f64, share: f64) -> Pass {
        pass(&self.places, &self.above(odds), share)
    }

    /// Mean and standard deviation of the log-odds at all places.
    pub fn moments(&self) -> Vec<(f64, f64)> {
        (0..self.places.len()).map(|place| self.moments_at(place)).collect()
    }

    /// Mean and standard deviation of the log-odds at the place with this number.
    pub fn moments_at(&self, place: usize) -> (f64, f64) {
        let (mut mean, mut square) = (0.0, 0.0);
        for (weight, spline) in &self.splines {
            let state = &spline.states[place];
            mean += weight * state.mean[0];
            square += weight * (state.mean[0] * state.mean[0] + state.a);
        }
        (mean, (square - mean * mean).max(0.0).sqrt())
    }

    /// The expected score at `x`, and a 95 % interval of it.
    pub fn score(&self, x: f64) -> (f64, f64, f64) {
        let (mean, spread) = self.moments_at(self.nearest(x));
        let half = normal::Z95 * spread;
        (logistic(mean), logistic(mean - half), logistic(mean + half))
    }

    /// The slope of the log-odds at `x`, per unit of it.
    pub fn slope(&self, x: f64) -> f64 {
        let place = self.nearest(x);
        self.splines.iter().map(|(weight, spline)| weight * spline.states[place].mean[1]).sum()
    }

    /// The value of games at every place for the knowledge of the curve at `end`: the expected
    /// decrease of the standard deviation of the log-odds at the end by this many games there, with
    /// this dispersion, divided by the slope.
    pub fn worth(&self, end: f64, games: f64, dispersion: f64) -> Vec<f64> {
        let at = self.nearest(end);
        let slope = self.slope(end).max(LEAST_SLOPE);
        let mut worth = vec![0.0; self.places.len()];
        for (weight, spline) in &self.splines {
            let states = &spline.states;
            let spread = states[at].a.sqrt();
            let mut add = |place: usize, covariance: f64| {
                let score = logistic(states[place].mean[0]);
                let noise = dispersion / (games * (score * (1.0 - score)).max(1e-3));
                let less = covariance * covariance / (states[place].a + noise);
                worth[place] += weight * (spread - (spread * spread - less).max(0.0).sqrt()) / slope;
            };
            add(at, states[at].a);
            // Towards the start: each state's covariance with the value at the end.
            let mut covariance = [states[at].a, states[at].b];
            for place in (0..at).rev() {
                let gain = &spline.gains[place];
                covariance = [0, 1].map(|row: usize| gain[row][0] * covariance[0] + gain[row][1] * covariance[1]);
                add(place, covariance[0]);
            }
            // Away from it: the product of all gains on the way.
            let mut way = [[1.0, 0.0], [0.0, 1.0]];
            for (place, state) in states.iter().enumerate().skip(at + 1) {
                way = product(&way, &spline.gains[place - 1]);
                add(place, way[0][0] * state.a + way[0][1] * state.b);
            }
        }
        worth
    }

    /// The number of the place nearest to `x`.
    pub fn nearest(&self, x: f64) -> usize {
        let after = self.places.partition_point(|&place| place < x).min(self.places.len() - 1);
        if after > 0 && x - self.places[after - 1] < self.places[after] - x { after - 1 } else { after }
    }
}

/// The least slope by which a number is divided.
const LEAST_SLOPE: f64 = 0.05;

/// The place where probabilities first reach a share.
pub fn pass(places: &[f64], chances: &[f64], share: f64) -> Pass {
    let Some(found) = chances.iter().position(|&chance| chance >= share) else { return Pass::After };
    if found == 0 {
        return Pass::Before;
    }
    // Probits are nearly straight between two places.
    let probit = |chance: f64| normal::quantile(chance.clamp(1e-12, 1.0 - 1e-12));
    let (low, high, aim) = (probit(chances[found - 1]), probit(chances[found]), probit(share));
    let part = if high > low { ((aim - low) / (high - low)).clamp(0.0, 1.0) } else { 1.0 };
    Pass::At(places[found - 1] + part * (places[found] - places[found - 1]))
}

/// Curves of one kind: how they bend, and their fit to the results.
struct Kind {
    /// The logarithm of prior and evidence, up to a constant.
    log_weight: f64,
    bends: Bends,
    sights: Sights,
}

/// The curves of all kinds with enough weight, with their weights.
fn mixture(maker: &Maker, kinds: &[Kind], places: &[f64]) -> Vec<(f64, Spline)> {
    let best = kinds.iter().map(|kind| kind.log_weight).fold(f64::NEG_INFINITY, f64::max);
    let kept: Vec<&Kind> = kinds.iter().filter(|kind| kind.log_weight > best - NEGLIGIBLE_LOG_WEIGHT).collect();
    let total: f64 = kept.iter().map(|kind| libm::exp(kind.log_weight - best)).sum();
    let weighted = kept
        .iter()
        .map(|kind| (libm::exp(kind.log_weight - best) / total, maker.spline(kind.bends, places, &kind.sights)));
    weighted.collect()
}

/// The scales, each with its prior probability.
fn scale_shares() -> impl Iterator<Item = (f64, f64)> {
    let last = SCALES.len() - 1;
    let density = move |number: usize| {
        // A scale at an end of the list has half of the room between two neighbours.
        let neighbours = if number == 0 || number == last { 1.0 } else { 2.0 };
        let room = (SCALES[(number + 1).min(last)] - SCALES[number.saturating_sub(1)]) / neighbours;
        let part = SCALES[number] / USUAL_SCALE;
        room / (1.0 + part * part)
    };
    let total: f64 = (0..SCALES.len()).map(density).sum();
    SCALES.into_iter().enumerate().map(move |(number, scale)| (scale, density(number) / total))
}

/// Results that are all won or all lost show that the log-odds are extreme but not how extreme:
/// half a game of the other kind keeps the most likely ones finite, and the normal distribution
/// around them on its side.
fn open_ended(point: &PlaceResults) -> PlaceResults {
    let points = if point.games > 1.0 { point.points.clamp(0.5, point.games - 0.5) } else { point.points };
    PlaceResults { points, ..*point }
}

/// Log-odds to start from.
fn guess(point: &PlaceResults) -> f64 {
    log_odds((point.points + 0.5) / (point.games + 1.0))
}

/// The places together with those of the points.
fn merged(places: &[f64], points: &[PlaceResults]) -> Vec<f64> {
    let mut all: Vec<f64> = places.iter().copied().chain(points.iter().map(|point| point.x)).collect();
    all.sort_by(f64::total_cmp);
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(first: f64, last: f64) -> Vec<f64> {
        let steps = ((last - first) * 16.0) as u32;
        (0..=steps).map(|step| first + f64::from(step) / 16.0).collect()
    }

    /// Exact expectations as results, from which the posterior must find the curve again.
    fn results(odds: impl Fn(f64) -> f64, at: &[f64], games: f64) -> Vec<PlaceResults> {
        at.iter().map(|&x| PlaceResults { x, games, points: games * logistic(odds(x)) }).collect()
    }

    /// The ends of the interval of the crossing of one half, and its middle.
    fn crossing(posterior: &Posterior) -> (f64, f64, f64) {
        let at = |share: f64| posterior.pass(0.0, share).place().expect("it is in sight");
        (at(0.025), at(0.5), at(0.975))
    }

    #[test]
    fn finds_the_crossing_of_straight_and_bent_curves() {
        let straight: fn(f64) -> f64 = |x| 0.6 * (x - 5.0);
        let bent: fn(f64) -> f64 = |x| if x < 4.0 { -0.2 + 1.5 * (x - 4.0) } else { 0.2 * (x - 5.0) };
        let late: fn(f64) -> f64 = |x| if x < 5.5 { 0.1 * (x - 5.0) } else { 0.05 + 2.0 * (x - 5.5) };
        for (name, odds) in [("straight", straight), ("bent before", bent), ("bent after", late)] {
            let at: Vec<f64> = (8..=32).map(|step| f64::from(step) / 4.0).collect();
            let posterior = Posterior::new(&results(odds, &at, 4000.0), &places(2.0, 8.0), false, 0.0, 1.0);
            let (low, middle, high) = crossing(&posterior);
            assert!((middle - 5.0).abs() < 0.3 * (high - low), "{name}: {middle}");
            assert!(low < 5.0 && 5.0 < high, "{name}: {low} to {high}");
        }
    }

    #[test]
    fn the_interval_is_near_the_information_bound_and_shrinks_with_the_root_of_games() {
        let width = |games: f64, dispersion: f64| {
            let at = [4.0, 4.9, 5.0, 5.1, 6.0];
            let posterior =
                Posterior::new(&results(|x| 0.6 * (x - 5.0), &at, games), &places(4.0, 6.0), false, 0.0, dispersion);
            let (low, _, high) = crossing(&posterior);
            high - low
        };
        // 2,000 games at slope 0.15 of the score: one standard deviation is 0.5 / (0.15 sqrt(2000))
        // = 0.075.
        assert!((0.3..0.65).contains(&width(400.0, 1.0)), "{}", width(400.0, 1.0));
        assert!((width(4000.0, 1.0) / width(1000.0, 1.0) - 0.5).abs() < 0.15);
        assert!((width(1000.0, 0.25) / width(4000.0, 1.0) - 1.0).abs() < 0.1, "less noise is more games");
    }

    /// The dense form of the same posterior, for one scale: covariances of the curve, inverted.
    fn dense(points: &[PlaceResults], asked: f64, scale: f64, dispersion: f64) -> (f64, f64) {
        let first = points[0].x;
        let kernel = |a: f64, b: f64| {
            let (a, b) = (a - first, b - first);
            let (less, apart) = (a.min(b), (a - b).abs());
            let motion = scale * scale * (less * less * less / 3.0 + apart * less * less / 2.0);
            motion + START_SPREAD * START_SPREAD + SLOPE_PRIOR.1 * SLOPE_PRIOR.1 * a * b
        };
        let mean = |x: f64| SLOPE_PRIOR.0 * (x - first);
        let mut mode: Vec<f64> = points.iter().map(guess).collect();
        let mut variance = 0.0;
        let mut value = 0.0;
        for _ in 0..50 {
            // Solve (K + W^-1) a = z - m by elimination.
            let size = points.len();
            let sights: Vec<(f64, f64)> = points
                .iter()
                .zip(&mode)
                .map(|(point, &odds)| {
                    let score = logistic(odds);
                    let weight = point.games * score * (1.0 - score) / dispersion;
                    (odds + (point.points - point.games * score) / dispersion / weight, 1.0 / weight)
                })
                .collect();
            let solve = |right: Vec<f64>| {
                let mut rows: Vec<Vec<f64>> = (0..size)
                    .map(|row| {
                        let mut cells: Vec<f64> = (0..size).map(|at| kernel(points[row].x, points[at].x)).collect();
                        cells[row] += sights[row].1;
                        cells.push(right[row]);
                        cells
                    })
                    .collect();
                for pivot in 0..size {
                    let lead = rows[pivot].clone();
                    for (row, cells) in rows.iter_mut().enumerate() {
                        if row != pivot {
                            let factor = cells[pivot] / lead[pivot];
                            for (cell, above) in cells.iter_mut().zip(&lead) {
                                *cell -= factor * above;
                            }
                        }
                    }
                }
                (0..size).map(|row| rows[row][size] / rows[row][row]).collect::<Vec<f64>>()
            };
            let weights = solve(sights.iter().zip(points).map(|(sight, point)| sight.0 - mean(point.x)).collect());
            let at = |x: f64| {
                mean(x) + points.iter().zip(&weights).map(|(point, weight)| kernel(x, point.x) * weight).sum::<f64>()
            };
            mode = points.iter().map(|point| at(point.x)).collect();
            value = at(asked);
            let cross: Vec<f64> = points.iter().map(|point| kernel(asked, point.x)).collect();
            let known: f64 = solve(cross.clone()).iter().zip(&cross).map(|(one, other)| one * other).sum();
            variance = kernel(asked, asked) - known;
        }
        (value, variance)
    }

    #[test]
    fn passes_forward_and_back_are_the_dense_posterior() {
        let points: Vec<PlaceResults> = [(2.0, 32.0, 5.0), (3.5, 64.0, 20.0), (4.0, 200.0, 95.0), (6.0, 40.0, 33.0)]
            .map(|(x, games, points)| PlaceResults { x, games, points })
            .to_vec();
        let places = merged(&[2.0, 3.0, 4.5, 5.0, 7.0], &points);
        let start = SplineState {
            mean: [0.0, SLOPE_PRIOR.0],
            a: START_SPREAD * START_SPREAD,
            b: 0.0,
            c: SLOPE_PRIOR.1 * SLOPE_PRIOR.1,
        };
        let maker = Maker { start, points: &points, dispersion: 0.7 };
        for scale in [0.25, 2.0] {
            let mut mode: Vec<f64> = points.iter().map(guess).collect();
            let bends = Bends { scale, corner: None };
            let sights = maker.sights(bends, &mut mode);
            let spline = maker.spline(bends, &places, &sights);
            for (place, state) in places.iter().zip(&spline.states) {
                let (mean, variance) = dense(&points, *place, scale, 0.7);
                assert!((state.mean[0] - mean).abs() < 1e-5, "{place}: {} and {mean}", state.mean[0]);
                assert!((state.a / variance - 1.0).abs() < 1e-5, "{place}: {} and {variance}", state.a);
            }
        }
    }

    #[test]
    fn a_corner_at_the_crossing_is_plausible() {
        // Steep up to the crossing and nearly level above it: a smooth curve cuts that corner.
        let corner = |x: f64| if x < 5.0 { 2.0 * (x - 5.0) } else { 0.35 * (x - 5.0) };
        let points = results(corner, &[3.0, 4.0, 4.75, 5.25, 5.5, 6.0, 7.0], 800.0);
        let posterior = Posterior::new(&points, &places(2.0, 8.0), false, 0.0, 1.0);
        let at = posterior.nearest(5.0);
        let [least, most] = posterior.bounds_above(0.0);
        let mean = posterior.above(0.0)[at];
        assert!(least[at] < mean && mean < most[at], "{} {mean} {}", least[at], most[at]);
        assert!(mean < 0.2 && most[at] > 0.2, "{mean} {}", most[at]);
    }

    #[test]
    fn a_mirrored_player_scores_one_half_at_its_start() {
        let points = results(|x| 0.4 * x, &[1.0, 2.0], 100.0);
        let posterior = Posterior::new(&points, &places(0.0, 2.0), true, 0.0, 1.0);
        let (score, low, high) = posterior.score(0.0);
        assert!((score - 0.5).abs() < 1e-4 && high - low < 1e-3, "{score}: {low} to {high}");
    }

    #[test]
    fn lopsided_results_leave_the_curve_finite() {
        let points =
            [PlaceResults { x: 0.0, games: 64.0, points: 0.0 }, PlaceResults { x: 4.0, games: 64.0, points: 64.0 }];
        let posterior = Posterior::new(&points, &places(0.0, 8.0), false, 0.0, 1.0);
        assert!(posterior.moments().iter().all(|(mean, spread)| mean.is_finite() && *spread > 0.0));
        assert!(posterior.above_at(0.0, 0.0) < 0.05 && posterior.above_at(4.0, 0.0) > 0.95);
    }

    #[test]
    fn games_near_an_end_are_worth_most() {
        let points = results(|x| 0.8 * (x - 5.0), &[3.0, 4.0, 5.0, 6.0, 7.0], 100.0);
        let posterior = Posterior::new(&points, &places(0.0, 8.0), false, 0.0, 1.0);
        let worth = posterior.worth(5.2, 64.0, 1.0);
        let at = |x: f64| worth[posterior.nearest(x)];
        assert!(at(5.2) > at(4.0) && at(5.2) > at(6.5) && at(4.0) > at(2.0), "{:?}", [2.0, 4.0, 5.2, 6.5].map(at));
    }
}
