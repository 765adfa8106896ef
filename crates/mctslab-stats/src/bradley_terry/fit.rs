//! The maximum of the likelihood by Newton's method.
//!
//! Win, draw and loss have weights exp(x/2), ν and exp(−x/2) with x linear in strengths and seat,
//! so the logarithmic likelihood of all values together is that of a multinomial logit: concave,
//! with the derivatives written out below. The prior adds a · ln(σ(v)·σ(−v)) for each
//! strength and the seat, with a = `PRIOR_RESULTS`, and the same of ln(ν/2) for the draws.

use std::f64::consts::{LN_2, LN_10};

use super::{Encounter, RatingEstimate};
use crate::matrix::Cholesky;
use crate::normal::Z95;

/// The wins, and the losses, against an average player that are added for each player.
const PRIOR_RESULTS: f64 = 0.25;

/// Probabilities of one game.
pub(super) struct Chances {
    pub(super) win: f64,
    pub(super) draw: f64,
    pub(super) loss: f64,
    /// The logarithm of the sum of the three weights.
    log_total: f64,
    /// x of the formula.
    x: f64,
}

/// The maximum of the likelihood: values are strengths by player, then seat advantage, then ln ν,
/// if these are fitted.
pub(super) struct RatingFit {
    pub(super) values: Vec<f64>,
    seat: Option<usize>,
    draw: Option<usize>,
    information: Cholesky,
}

impl RatingFit {
    /// The most likely values, by Newton's method with steps that are halved until the likelihood
    /// rises.
    pub(super) fn new(players: usize, encounters: &[Encounter], seat: bool) -> RatingFit {
        let seat = seat.then_some(players);
        let drawn = encounters.iter().any(|one| one.draws > 0.0);
        let draw = drawn.then_some(players + usize::from(seat.is_some()));
        let size = players + usize::from(seat.is_some()) + usize::from(drawn);
        let mut fit = RatingFit { values: vec![0.0; size], seat, draw, information: Cholesky::of(&[]) };
        let mut likelihood = fit.likelihood(&fit.values, encounters);
        for _ in 0..200 {
            let (gradient, information) = fit.derivatives(encounters);
            fit.information = Cholesky::of(&information);
            let step = fit.information.solve(&gradient);
            // Twice what the full step would gain by the quadratic model.
            let gain: f64 = step.iter().zip(&gradient).map(|(s, g)| s * g).sum();
            if gain < 1e-18 {
                break;
            }
            let Some((values, better)) = fit.climb(&step, likelihood, encounters) else { break };
            fit.values = values;
            likelihood = better;
        }
        fit
    }

    /// The longest of the step, its half, its quarter and so on that makes the likelihood greater.
    fn climb(&self, step: &[f64], likelihood: f64, encounters: &[Encounter]) -> Option<(Vec<f64>, f64)> {
        let mut length = 1.0;
        while length > 1e-9 {
            let values: Vec<f64> = self.values.iter().zip(step).map(|(value, s)| value + length * s).collect();
            let reached = self.likelihood(&values, encounters);
            if reached > likelihood {
                return Some((values, reached));
            }
            length /= 2.0;
        }
        None
    }

    /// The number of values.
    pub(super) fn size(&self) -> usize {
        self.values.len()
    }

    /// ν; 0 if no game was drawn.
    pub(super) fn nu(&self) -> f64 {
        self.draw.map_or(0.0, |place| libm::exp(self.values[place]))
    }

    /// The probabilities of a game under these values.
    pub(super) fn chances(&self, values: &[f64], first: usize, second: usize) -> Chances {
        let x = values[first] - values[second] + self.seat.map_or(0.0, |place| values[place]);
        let log_draw = self.draw.map_or(f64::NEG_INFINITY, |place| values[place]);
        let top = (x.abs() / 2.0).max(log_draw);
        let [win, draw, loss] = [x / 2.0, log_draw, -x / 2.0].map(|log| libm::exp(log - top));
        let total = win + draw + loss;
        Chances { win: win / total, draw: draw / total, loss: loss / total, log_total: top + libm::log(total), x }
    }

    /// The number of values that get a quarter of a win and a loss: strengths and seat.
    fn held(&self) -> usize {
        self.size() - usize::from(self.draw.is_some())
    }

    /// The logarithm of likelihood times prior.
    fn likelihood(&self, values: &[f64], encounters: &[Encounter]) -> f64 {
        let games: f64 = encounters
            .iter()
            .map(|one| {
                let chances = self.chances(values, one.first, one.second);
                let log_draw = self.draw.map_or(0.0, |place| values[place]);
                (one.wins - one.losses) * chances.x / 2.0 + one.draws * log_draw
                    - (one.wins + one.draws + one.losses) * chances.log_total
            })
            .sum();
        // ln(σ(v)·σ(−v)), written so that large values do not overflow.
        let held: f64 = values[..self.held()].iter().map(|v| -v.abs() - 2.0 * libm::log1p(libm::exp(-v.abs()))).sum();
        let draw = self.draw.map_or(0.0, |place| {
            let log_nu = values[place] - LN_2;
            -log_nu.abs() - 2.0 * libm::log1p(libm::exp(-log_nu.abs()))
        });
        games + PRIOR_RESULTS * (held + draw)
    }

    /// The gradient, and the observed information (the negative second derivatives), at the present
    /// values.
    fn derivatives(&self, encounters: &[Encounter]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let mut gradient = vec![0.0; self.size()];
        let mut information = vec![vec![0.0; self.size()]; self.size()];
        for one in encounters {
            let chances = self.chances(&self.values, one.first, one.second);
            let games = one.wins + one.draws + one.losses;
            let lean = chances.win - chances.loss;
            let slope = (one.wins - one.losses - games * lean) / 2.0;
            let curve = games * (chances.win + chances.loss - lean * lean) / 4.0;
            let signs = [(Some(one.first), 1.0), (Some(one.second), -1.0), (self.seat, 1.0)];
            let parts = || signs.iter().filter_map(|&(place, sign)| place.map(|place| (place, sign)));
            for (place, sign) in parts() {
                gradient[place] += sign * slope;
                for (other, other_sign) in parts() {
                    information[place][other] += sign * other_sign * curve;
                }
            }
            if let Some(draw) = self.draw {
                gradient[draw] += one.draws - games * chances.draw;
                information[draw][draw] += games * chances.draw * (1.0 - chances.draw);
                for (place, sign) in parts() {
                    let mixed = -sign * games * chances.draw * lean / 2.0;
                    information[draw][place] += mixed;
                    information[place][draw] += mixed;
                }
            }
        }
        for place in 0..self.size() {
            // The draw parameter is held at ν = 2, where equals draw half of their games.
            let centre = if Some(place) == self.draw { LN_2 } else { 0.0 };
            let half = libm::tanh((self.values[place] - centre) / 2.0);
            gradient[place] -= PRIOR_RESULTS * half;
            information[place][place] += PRIOR_RESULTS * (1.0 - half * half) / 2.0;
        }
        (gradient, information)
    }

    /// The contrast of the values on the Elo scale, with its interval; unbounded ends are left
    /// open.
    pub(super) fn estimate(&self, contrast: &[f64], bounded_below: bool, bounded_above: bool) -> RatingEstimate {
        let scale = 400.0 / LN_10;
        // Adding zero turns a negative zero into a positive one.
        let elo = scale * contrast.iter().zip(&self.values).map(|(c, v)| c * v).sum::<f64>() + 0.0;
        let half = scale * Z95 * libm::sqrt(self.information.quadratic(contrast).max(0.0));
        RatingEstimate { elo, low: bounded_below.then_some(elo - half), high: bounded_above.then_some(elo + half) }
    }

    /// The seat's advantage.
    pub(super) fn seat_estimate(&self, bounded_below: bool, bounded_above: bool) -> RatingEstimate {
        let mut contrast = vec![0.0; self.size()];
        if let Some(place) = self.seat {
            contrast[place] = 1.0;
        }
        self.estimate(&contrast, bounded_below, bounded_above)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derivatives_are_those_of_the_likelihood() {
        let games = [(0, 1, [5.0, 2.0, 1.0]), (1, 2, [3.0, 4.0, 2.0]), (2, 0, [1.0, 1.0, 6.0])];
        let encounters =
            games.map(|(first, second, [wins, draws, losses])| Encounter { first, second, wins, draws, losses });
        let mut fit = RatingFit::new(3, &encounters, true);
        let (slope, _) = fit.derivatives(&encounters);
        assert!(slope.iter().all(|value| value.abs() < 1e-6), "at the maximum: {slope:?}");
        // Away from the maximum, compared with numerical differences.
        fit.values = vec![0.7, -0.2, -0.9, 0.3, 0.4];
        let (gradient, information) = fit.derivatives(&encounters);
        let step = 1e-4;
        for place in 0..fit.size() {
            let moved = [-step, step].map(|step| {
                let mut values = fit.values.clone();
                values[place] += step;
                let likelihood = fit.likelihood(&values, &encounters);
                (RatingFit { values, information: Cholesky::of(&[]), ..fit }, likelihood)
            });
            let slope = (moved[1].1 - moved[0].1) / (2.0 * step);
            assert!((slope - gradient[place]).abs() < 1e-6, "{place}: {slope}, {gradient:?}");
            let [below, above] = [0, 1].map(|side| moved[side].0.derivatives(&encounters).0);
            for other in 0..fit.size() {
                let curve = (below[other] - above[other]) / (2.0 * step);
                assert!((curve - information[place][other]).abs() < 1e-6, "{place}, {other}: {curve}");
            }
        }
    }
}
