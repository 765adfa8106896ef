//! A smooth curve with one scale of wiggliness, given scores at some places.
//!
//! The log-odds follow a straight line plus `scale` times integrated Brownian motion. With its
//! slope the curve is a Markov process in two numbers (value and slope), so that everything is a
//! pass forward (the filter) and a pass back (the smoother of Rauch, Tung and Striebel, 1965) over
//! the places, in a time proportional to their number. At a corner the slope jumps: only its
//! variance grows there. Scores are not normal but binomial: their likelihood is replaced by a
//! normal one around the most likely curve, which Newton's method finds (Laplace's approximation;
//! Rasmussen and Williams, "Gaussian Processes for Machine Learning", 2006, section 3.4, has the
//! dense form of the same).

use super::PlaceResults;
use super::odds::{logistic, softplus};

/// The greatest change of the log-odds at which Newton's method ends.
const SETTLED_CHANGE: f64 = 1e-5;
/// The greatest number of its steps.
const MAX_STEPS: usize = 60;
/// The greatest change of log-odds in one step of Newton's method.
const MAX_STRIDE: f64 = 2.0;
/// The standard deviation of the jump of the slope at a corner, per doubling.
const CORNER_DEVIATION: f64 = 1.5;
/// The least weight of a result, so that none is divided by zero.
const LEAST_WEIGHT: f64 = 1e-9;

/// The distribution of value and slope at a place: their means and their covariance matrix [[a, b],
/// [b, c]].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SplineState {
    pub(super) mean: [f64; 2],
    pub(super) a: f64,
    pub(super) b: f64,
    pub(super) c: f64,
}

impl SplineState {
    /// The distribution at a distance farther on, before any result there.
    fn ahead(&self, distance: f64, scale: f64) -> SplineState {
        let (h, noise) = (distance, scale * scale);
        SplineState {
            mean: [self.mean[0] + h * self.mean[1], self.mean[1]],
            a: self.a + h * (2.0 * self.b + h * self.c) + noise * h * h * h / 3.0,
            b: self.b + h * self.c + noise * h * h / 2.0,
            c: self.c + noise * h,
        }
    }

    /// The distribution after the value was observed with a variance.
    fn seen(&self, value: f64, variance: f64) -> SplineState {
        let whole = self.a + variance;
        let (gain, gain_slope) = (self.a / whole, self.b / whole);
        let surprise = value - self.mean[0];
        SplineState {
            mean: [self.mean[0] + gain * surprise, self.mean[1] + gain_slope * surprise],
            a: self.a * (variance / whole),
            b: self.b * (variance / whole),
            c: self.c - gain_slope * self.b,
        }
    }
}

/// A 2x2 matrix by rows.
pub(super) type Matrix = [[f64; 2]; 2];

pub(super) fn product(left: &Matrix, right: &Matrix) -> Matrix {
    let cell = |row: usize, column: usize| left[row][0] * right[0][column] + left[row][1] * right[1][column];
    [[cell(0, 0), cell(0, 1)], [cell(1, 0), cell(1, 1)]]
}

/// The gain of the smoother: the change of the estimate here per change of the estimate at the next
/// place.
fn gain(here: &SplineState, next: &SplineState, distance: f64) -> Matrix {
    // Covariance of here and next, times the inverse of what was expected next.
    let cross = [[here.a + distance * here.b, here.b], [here.b + distance * here.c, here.c]];
    let determinant = next.a * next.c - next.b * next.b;
    let inverse = [[next.c / determinant, -next.b / determinant], [-next.b / determinant, next.a / determinant]];
    product(&cross, &inverse)
}

/// A result as a normal observation of the log-odds.
#[derive(Clone, Copy, Debug)]
struct Sight {
    value: f64,
    variance: f64,
}

/// The way in which a curve bends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bends {
    /// The scale of the motion.
    pub(super) scale: f64,
    /// The place of a corner, if there is one.
    pub(super) corner: Option<f64>,
}

impl Bends {
    /// The distribution at `x`, from that at a place before it, without any result at `x`.
    fn ahead(self, state: &SplineState, from: f64, x: f64) -> SplineState {
        let Some(corner) = self.corner.filter(|&corner| from < corner && corner <= x) else {
            return state.ahead(x - from, self.scale);
        };
        let mut there = state.ahead(corner - from, self.scale);
        there.c += CORNER_DEVIATION * CORNER_DEVIATION;
        there.ahead(x - corner, self.scale)
    }
}

/// The results as normal observations, made for the most likely curve of one kind.
#[derive(Clone, Debug)]
pub(super) struct Sights {
    all: Vec<Sight>,
    /// The excess of the logarithm of the results' probability over that of the observations.
    excess: f64,
}

/// The curve of one kind.
#[derive(Clone, Debug)]
pub(super) struct Spline {
    /// The smoothed states, one for each place.
    pub(super) states: Vec<SplineState>,
    /// `gains[i]` leads from place i + 1 back to place i.
    pub(super) gains: Vec<Matrix>,
}

/// The data from which a curve is made.
pub(super) struct Maker<'a> {
    /// The distribution at the first place before any game.
    pub(super) start: SplineState,
    /// The results by place; the first place is that of `start`.
    pub(super) points: &'a [PlaceResults],
    /// The variance of a result, as a share of a coin's.
    pub(super) dispersion: f64,
}

impl Maker<'_> {
    /// The curve at all `places`, which are sorted and include those of the points.
    pub(super) fn spline(&self, bends: Bends, places: &[f64], sights: &Sights) -> Spline {
        let (states, gains) = self.smooth(bends, places, &sights.all);
        Spline { states, gains }
    }

    /// The results around the most likely curve. Newton's method starts at `mode` and leaves its
    /// end there.
    pub(super) fn sights(&self, bends: Bends, mode: &mut [f64]) -> Sights {
        let own: Vec<f64> = self.points.iter().map(|point| point.x).collect();
        let mut all = Vec::new();
        for _ in 0..MAX_STEPS {
            all = self.points.iter().zip(mode.iter()).map(|(point, &odds)| self.sight(point, odds)).collect();
            let (states, _) = self.smooth(bends, &own, &all);
            let step = states.iter().zip(mode.iter()).map(|(state, odds)| (state.mean[0] - odds).abs());
            let longest = step.fold(0.0, f64::max);
            let part = (MAX_STRIDE / longest.max(SETTLED_CHANGE)).min(1.0);
            for (odds, state) in mode.iter_mut().zip(&states) {
                *odds += part * (state.mean[0] - *odds);
            }
            if longest < SETTLED_CHANGE {
                break;
            }
        }
        let excess = self.points.iter().zip(&all).zip(mode.iter()).map(|((point, sight), &odds)| {
            (point.points * odds - point.games * softplus(odds)) / self.dispersion
                - normal(sight.value - odds, sight.variance)
        });
        Sights { excess: excess.sum(), all }
    }

    fn sight(&self, point: &PlaceResults, odds: f64) -> Sight {
        let score = logistic(odds);
        let weight = point.games * score * (1.0 - score) / self.dispersion + LEAST_WEIGHT;
        Sight { value: odds + (point.points - point.games * score) / self.dispersion / weight, variance: 1.0 / weight }
    }

    /// Forward and back over the places.
    fn smooth(&self, bends: Bends, places: &[f64], sights: &[Sight]) -> (Vec<SplineState>, Vec<Matrix>) {
        let mut filtered: Vec<SplineState> = Vec::with_capacity(places.len());
        let mut expected: Vec<SplineState> = Vec::with_capacity(places.len());
        let mut point = 0;
        for (place, &x) in places.iter().enumerate() {
            let ahead = match place {
                0 => self.start,
                _ => bends.ahead(&filtered[place - 1], places[place - 1], x),
            };
            expected.push(ahead);
            let mut state = ahead;
            if self.points.get(point).is_some_and(|point| point.x == x) {
                state = state.seen(sights[point].value, sights[point].variance);
                point += 1;
            }
            filtered.push(state);
        }
        let mut gains = vec![[[0.0; 2]; 2]; places.len().saturating_sub(1)];
        for place in (0..gains.len()).rev() {
            let (here, next, later) = (filtered[place], expected[place + 1], filtered[place + 1]);
            let gain = gain(&here, &next, places[place + 1] - places[place]);
            let off = [later.mean[0] - next.mean[0], later.mean[1] - next.mean[1]];
            let less: Matrix = [[later.a - next.a, later.b - next.b], [later.b - next.b, later.c - next.c]];
            let turned = product(&gain, &less);
            let add = |row: usize, column: usize| turned[row][0] * gain[column][0] + turned[row][1] * gain[column][1];
            filtered[place] = SplineState {
                mean: [0, 1].map(|row: usize| here.mean[row] + gain[row][0] * off[0] + gain[row][1] * off[1]),
                a: (here.a + add(0, 0)).max(1e-12),
                b: here.b + add(0, 1),
                c: (here.c + add(1, 1)).max(1e-12),
            };
            gains[place] = gain;
        }
        (filtered, gains)
    }

    /// The logarithm of the probability of the results, up to a constant: that of the observations
    /// that stand for them, corrected by the difference of the two at the most likely curve.
    pub(super) fn evidence(&self, bends: Bends, sights: &Sights) -> f64 {
        let mut state = self.start;
        let mut sum = sights.excess;
        for (place, (point, sight)) in self.points.iter().zip(&sights.all).enumerate() {
            if place > 0 {
                state = bends.ahead(&state, self.points[place - 1].x, point.x);
            }
            sum += normal(sight.value - state.mean[0], state.a + sight.variance);
            state = state.seen(sight.value, sight.variance);
        }
        sum
    }
}

/// The logarithm of a normal density, up to a constant.
fn normal(off: f64, variance: f64) -> f64 {
    -0.5 * (off * off / variance + libm::log(variance))
}
