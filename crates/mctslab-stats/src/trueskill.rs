//! TrueSkill for two players: a belief about each one's skill, updated game by game.
//!
//! A skill is believed to be normal with mean μ and deviation σ; a game is won by the greater of
//! two performances, which scatter around the skills with deviation β, and drawn when they are less
//! than ε apart. With c² = σ1² + σ2² + 2β², ε = Φ⁻¹((p + 1)/2)·√2·β for a share p of draws between
//! equals, and e = ε/c:
//! - win: t = (μw − μl)/c, v = φ(t − e)/Φ(t − e), w = v·(v + t − e);
//! - draw: v and w of the normal distribution cut off on both sides, at −e − t and e − t;
//! - each player: s = σ² + τ², μ ± (s/c)·v, σ = √(s·(1 − w·s/c²)).
//!
//! Both updates use the ratings from before the game. Match quality, the probability of a draw
//! relative to two equals whose skills are known, is √(2β²/(2β² + σ1² + σ2²))·exp(−(μ1 −
//! μ2)²/(2·(2β² + σ1² + σ2²))).
//!
//! Source: Herbrich, Minka and Graepel, "TrueSkill: A Bayesian Skill Rating System" (2006). As in
//! the two-player calculator that Lanzi, "Evaluating the Complexity of Players' Strategies using
//! MCTS Iterations" (2019), used, the drift τ enters the variance s of each player but not c; other
//! implementations add it to c² as well, which changes the fourth digit.

use crate::StatsError;
use crate::normal::{cumulative, density, quantile};

/// The constants of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constants {
    /// Mean skill of a new player.
    pub mu: f64,
    /// Deviation of a new player's skill; above 0.
    pub sigma: f64,
    /// Deviation of a performance around the skill; above 0.
    pub beta: f64,
    /// Drift: the standard deviation of the change of a skill from one game to the next; 0 or
    /// above.
    pub tau: f64,
    /// The probability of a draw between equals, from 0 to below 1.
    pub draw_probability: f64,
}

/// The model with checked constants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrueSkill {
    constants: Constants,
    /// ε: the difference of performances below which a game is drawn.
    margin: f64,
}

/// The belief about a player's skill.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Mean.
    pub mu: f64,
    /// Deviation.
    pub sigma: f64,
}

impl Default for Constants {
    /// The published constants: μ 25, σ 25/3, β 25/6, τ 25/300, draws 0.10.
    fn default() -> Constants {
        Constants { mu: 25.0, sigma: 25.0 / 3.0, beta: 25.0 / 6.0, tau: 25.0 / 300.0, draw_probability: 0.10 }
    }
}

impl Default for TrueSkill {
    fn default() -> TrueSkill {
        TrueSkill::of(Constants::default())
    }
}

impl TrueSkill {
    /// The model with these constants. The error names the range that one of them violates.
    pub fn new(constants: Constants) -> Result<TrueSkill, StatsError> {
        let Constants { mu, sigma, beta, tau, draw_probability } = constants;
        let finite = [mu, sigma, beta, tau].iter().all(|constant| constant.is_finite());
        if finite && sigma > 0.0 && beta > 0.0 && tau >= 0.0 && (0.0..1.0).contains(&draw_probability) {
            return Ok(TrueSkill::of(constants));
        }
        Err(StatsError::Constants(constants))
    }

    fn of(constants: Constants) -> TrueSkill {
        let margin = quantile(f64::midpoint(constants.draw_probability, 1.0)) * libm::sqrt(2.0) * constants.beta;
        TrueSkill { constants, margin }
    }

    /// The rating of a new player.
    pub fn fresh(&self) -> Rating {
        Rating { mu: self.constants.mu, sigma: self.constants.sigma }
    }

    /// The ratings of winner and loser after their game.
    pub fn win(&self, winner: Rating, loser: Rating) -> (Rating, Rating) {
        let c = self.scatter(winner, loser);
        let (v, w) = cut_below((winner.mu - loser.mu - self.margin) / c);
        (self.moved(winner, v, w, c), self.moved(loser, -v, w, c))
    }

    /// The ratings of both after a draw.
    pub fn draw(&self, first: Rating, second: Rating) -> (Rating, Rating) {
        let c = self.scatter(first, second);
        let (v, w) = cut_both((first.mu - second.mu) / c, self.margin / c);
        (self.moved(first, v, w, c), self.moved(second, -v, w, c))
    }

    /// The evenness of a game between the two, from 0 to 1.
    ///
    /// ```
    /// # use mctslab_stats::trueskill::TrueSkill;
    /// let skill = TrueSkill::default();
    /// assert!((skill.quality(skill.fresh(), skill.fresh()) - 0.447).abs() < 5e-4);
    /// ```
    pub fn quality(&self, first: Rating, second: Rating) -> f64 {
        let noise = 2.0 * self.constants.beta * self.constants.beta;
        let total = noise + first.sigma * first.sigma + second.sigma * second.sigma;
        let gap = first.mu - second.mu;
        libm::sqrt(noise / total) * libm::exp(-gap * gap / (2.0 * total))
    }

    /// c: the deviation of the difference of two performances.
    fn scatter(&self, first: Rating, second: Rating) -> f64 {
        libm::sqrt(
            first.sigma * first.sigma + second.sigma * second.sigma + 2.0 * self.constants.beta * self.constants.beta,
        )
    }

    fn moved(&self, rating: Rating, v: f64, w: f64, c: f64) -> Rating {
        let variance = rating.sigma * rating.sigma + self.constants.tau * self.constants.tau;
        // A drift as large as all other terms together could make the bracket negative.
        let left = (1.0 - w * variance / (c * c)).max(1e-12);
        Rating { mu: rating.mu + variance / c * v, sigma: libm::sqrt(variance * left) }
    }
}

/// v and w of a standard normal number that was observed to be above −x.
fn cut_below(x: f64) -> (f64, f64) {
    let above = cumulative(x);
    if above < 1e-300 {
        // So far in the tail that v is −x and nothing is left to scatter.
        return (-x, 1.0);
    }
    let v = density(x) / above;
    (v, (v * (v + x)).clamp(0.0, 1.0))
}

/// v and w of a difference `t` that was observed to be within ±`e`.
fn cut_both(t: f64, e: f64) -> (f64, f64) {
    // The tail is precise below zero only, so the difference is taken as positive and the sign of v
    // is restored at the end.
    let (gap, sign) = (t.abs(), if t < 0.0 { -1.0 } else { 1.0 });
    let (near, far) = (e - gap, -e - gap);
    let within = cumulative(near) - cumulative(far);
    if within < 1e-300 {
        return (sign * near.min(0.0), 1.0);
    }
    let v = (density(far) - density(near)) / within;
    let w = v * v + (near * density(near) - far * density(far)) / within;
    (sign * v, w.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: (Rating, Rating), expected: [f64; 4], error: f64) {
        let found = [found.0.mu, found.0.sigma, found.1.mu, found.1.sigma];
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < error), "{found:?}, expected {expected:?}");
    }

    #[test]
    fn against_thirty_digits() {
        // The formulas above, evaluated with 30 digits.
        let skill = TrueSkill::default();
        let (strong, weak) = (Rating { mu: 30.0, sigma: 2.0 }, Rating { mu: 22.0, sigma: 5.0 });
        let cases = [
            (
                skill.win(skill.fresh(), skill.fresh()),
                [29.396_015_208_382_98, 7.171_374_368_455_832, 20.603_984_791_617_02, 7.171_374_368_455_832],
            ),
            (skill.draw(skill.fresh(), skill.fresh()), [25.0, 6.457_343_957_590_723, 25.0, 6.457_343_957_590_723]),
            (
                skill.win(strong, weak),
                [30.161_809_586_133_32, 1.976_587_379_821_185, 20.990_162_357_597_77, 4.594_587_885_885_548],
            ),
            (
                skill.win(weak, strong),
                [27.017_561_078_882_98, 4.128_155_097_124_438, 29.196_019_788_248_96, 1.949_984_171_436_146],
            ),
            (
                skill.draw(strong, weak),
                [29.498_388_895_725_51, 1.937_963_528_398_085, 25.130_505_349_206_97, 3.901_456_843_614_619],
            ),
        ];
        for (found, expected) in cases {
            close(found, expected, 1e-9);
        }
        let (second, first) = skill.draw(weak, strong);
        close((first, second), cases[4].1, 1e-9);
    }

    #[test]
    fn close_to_implementations_that_drift_otherwise() {
        // The Python package `trueskill` and Moser's C# library, whose c holds the drift:
        // 29.395832, 7.171476; draw 6.457520.
        let skill = TrueSkill::default();
        close(skill.win(skill.fresh(), skill.fresh()), [29.395_832, 7.171_476, 20.604_168, 7.171_476], 3e-4);
        close(skill.draw(skill.fresh(), skill.fresh()), [25.0, 6.457_520, 25.0, 6.457_520], 3e-4);
    }

    #[test]
    fn quality_of_fresh_players() {
        let skill = TrueSkill::default();
        assert!((skill.quality(skill.fresh(), skill.fresh()) - libm::sqrt(0.2)).abs() < 1e-12);
    }

    #[test]
    fn the_most_surprising_results_leave_numbers() {
        let skill = TrueSkill::default();
        let (high, low) = (Rating { mu: 1e4, sigma: 0.1 }, Rating { mu: -1e4, sigma: 0.1 });
        for (first, second) in
            [skill.win(low, high), skill.win(high, low), skill.draw(low, high), skill.draw(high, low)]
        {
            for value in [first.mu, first.sigma, second.mu, second.sigma] {
                assert!(value.is_finite(), "{first:?} {second:?}");
            }
            assert!(first.sigma > 0.0 && second.sigma > 0.0, "{first:?} {second:?}");
        }
        assert!(skill.win(low, high).0.mu > low.mu && skill.draw(low, high).0.mu > low.mu);
        let certain = TrueSkill::new(Constants { draw_probability: 0.0, tau: 0.0, ..Constants::default() })
            .expect("valid constants");
        let (first, second) = certain.draw(high, high);
        assert!(first.mu.is_finite() && second.sigma.is_finite() && first.sigma > 0.0);
    }
    #[test]
    fn senseless_constants_are_refused() {
        let usual = Constants::default();
        let bad = [
            Constants { draw_probability: 1.0, ..usual },
            Constants { beta: 0.0, ..usual },
            Constants { tau: -1.0, ..usual },
            Constants { mu: f64::NAN, ..usual },
        ];
        for constants in bad {
            assert!(TrueSkill::new(constants).is_err(), "{constants:?}");
        }
    }
}
