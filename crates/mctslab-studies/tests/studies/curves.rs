//! Players of known curves: the touchstone's score against them is a function of its iterations.

use mctslab_core::Rng;
use mctslab_studies::{Fit, FitPlan, Outcome};

/// A curve of log-odds over doublings: straight between its corners, level before the first and
/// after the last.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    /// Corners: doublings, log-odds.
    pub(crate) corners: Vec<(f64, f64)>,
    /// The share of draws.
    pub(crate) draws: f64,
    /// What the better seat is worth, in log-odds.
    pub(crate) seat: f64,
}

impl Curve {
    /// A curve through these corners, without draws and with equal seats.
    pub(crate) fn through(corners: &[(f64, f64)]) -> Curve {
        Curve { corners: corners.to_vec(), draws: 0.0, seat: 0.0 }
    }

    /// The log-odds after `x` doublings.
    pub(crate) fn odds(&self, x: f64) -> f64 {
        let after = self.corners.partition_point(|corner| corner.0 < x);
        let (Some(&(x1, y1)), true) = (self.corners.get(after), after > 0) else {
            return self.corners[after.min(self.corners.len() - 1)].1;
        };
        let (x0, y0) = self.corners[after - 1];
        y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    }

    /// The first and the last iterations, up to `max`, at which the score is one half; `None` if it
    /// never is.
    pub(crate) fn halves(&self, max: u64) -> Option<(f64, f64)> {
        let last = (max as f64).log2();
        let places = (0..=16_384).map(|step| last * f64::from(step) / 16_384.0);
        let level: Vec<(f64, f64)> = places.map(|x| (x, self.odds(x))).collect();
        let first = level.iter().find(|(_, odds)| *odds >= -1e-12)?.0;
        let end = level.iter().rfind(|(_, odds)| *odds <= 1e-12)?.0;
        Some((first.exp2(), end.max(first).exp2()))
    }

    /// One game.
    pub(crate) fn game(&self, iterations: u64, seat: usize, rng: &mut Rng) -> Outcome {
        let odds = self.odds((iterations as f64).log2()) + if seat == 1 { self.seat } else { -self.seat };
        let score = result(odds, self.draws, rng);
        Outcome { score, seat, plies: 10 }
    }

    /// Plays a fit against the player.
    pub(crate) fn fit(&self, plan: FitPlan, seed: u64) -> Fit {
        let mut rng = Rng::new(seed);
        let mut fit = Fit::new(plan);
        while let Some((iterations, games)) = fit.next_batch() {
            for game in 0..games {
                fit.add(&self.game(iterations, (game % 2) as usize, &mut rng));
            }
        }
        fit
    }

    /// A random rising curve: plateaus, steps, slopes from 0.1 to 2 per doubling, level at first or
    /// not; most cross one half between 2 and 600 iterations, one in ten may be level there, some
    /// saturate above one half and some below it.
    pub(crate) fn random(seed: u64) -> Curve {
        let mut rng = Rng::new(seed);
        let mut between = |low: f64, high: f64| low + (high - low) * rng.unit();
        let mut corners = vec![(0.0, 0.0)];
        if between(0.0, 1.0) < 0.7 {
            corners.push((between(0.5, 4.0), 0.0));
        }
        let usual = between(0.1_f64.ln(), 2.0_f64.ln()).exp();
        while corners.last().is_some_and(|corner| corner.0 < 17.0) {
            let (x, y) = *corners.last().expect("a corner");
            let kind = between(0.0, 1.0);
            corners.push(if kind < 0.2 {
                (x + between(0.5, 3.0), y)
            } else if kind < 0.35 {
                (x + 0.2, y + between(0.3, 1.5))
            } else {
                let (length, slope) = (between(0.7, 4.0), (usual * between(-0.7, 0.7).exp()).clamp(0.1, 2.0));
                (x + length, y + slope * length)
            });
        }
        let (draws, seat) = (between(-0.8, 0.8).max(0.0), between(0.0, 0.6));
        let mut curve = Curve { corners, draws, seat };
        let (low, high) = (curve.odds(1.0), curve.odds(9.2));
        let place = between(1.0, 9.2);
        let down = if between(0.0, 1.0) < 0.1 { curve.odds(place) } else { between(low, high) };
        let (kind, above, below) = (between(0.0, 1.0), between(0.05, 1.5), between(-0.5, -0.1));
        let cap = match kind {
            kind if kind < 0.3 => above,
            kind if kind < 0.36 => below,
            kind if kind < 0.4 => 0.0,
            _ => f64::INFINITY,
        };
        for corner in &mut curve.corners {
            corner.1 = (corner.1 - down).min(cap);
        }
        curve
    }
}

/// The result of a game with these log-odds and this share of draws.
pub(crate) fn result(odds: f64, draws: f64, rng: &mut Rng) -> f64 {
    let mean = 1.0 / (1.0 + (-odds).exp());
    // Draws come off wins and losses alike, as far as there are any.
    let draws = draws.min(2.0 * mean.min(1.0 - mean));
    let roll = rng.unit();
    if roll < mean - draws / 2.0 {
        1.0
    } else if roll < mean + draws / 2.0 {
        0.5
    } else {
        0.0
    }
}

/// A fit with these demands, for two seats.
pub(crate) fn plan(precision: f64, max: u64, games: u64) -> FitPlan {
    FitPlan { min: 1, max, goal: 0.5, precision, level: 0.01, look: 0, games, cycle: 2, seats: 2 }
}
