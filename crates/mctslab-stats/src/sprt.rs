//! The sequential probability ratio test of two Elo differences: when a match may stop.
//!
//! H0 is the hypothesis that the first agent is `elo0` points stronger, H1 that it is `elo1` >
//! `elo0` points stronger. The test may be applied after any number of games: the match ends for H1
//! when the logarithm of the likelihood ratio reaches ln((1 − β)/α), for H0 when it falls to
//! ln(β/(1 − α)); then a true H0 is rejected with probability α and a true H1 with probability β,
//! about (Wald, "Sequential Tests of Statistical Hypotheses", 1945).
//!
//! An Elo difference fixes the expected score s only, not how often games are drawn or how games of
//! a pair depend on each other. So each hypothesis gets the distribution that fits the observed
//! frequencies f best among those with its mean (generalised test; Van den Bergh, "A Practical
//! Introduction to the GSPRT", 2017):
//!
//! p(v) = f(v) / (1 + θ·(v − s)), θ solves Σ f(v)·(v − s)/(1 + θ·(v − s)) = 0, LLR = n·Σ
//! f(v)·ln(p1(v)/p0(v)),
//!
//! with values v = 0, 1/2, 1 of single games, and 0, 1/4, 1/2, 3/4, 1 of pairs with seats swapped.
//! Empty cells count 0.001, as in Fishtest. The normal approximation n·(s1 − s0)·(2m − s0 −
//! s1)/(2v) is reported as well, to compare with other programs. Elo is logistic. The error rates
//! hold for the first decision: a match that continues after it must not be tested again.

use crate::StatsError;
use crate::elo::expected_score;
use crate::pairs::Pairs;

/// The count that stands for an empty cell.
const EMPTY_CELL_COUNT: f64 = 1e-3;

/// A test of two Elo differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The smaller difference is accepted.
    AcceptH0,
    /// The greater difference is accepted.
    AcceptH1,
    /// Neither yet: more games are needed.
    Continue,
}

/// The state of a test after some games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtReport {
    /// The logarithm of the likelihood ratio, by maximum likelihood, which decides.
    pub llr: f64,
    /// The logarithm of the likelihood ratio by the normal approximation.
    pub normal_llr: f64,
    /// The bound at or below which H0 is accepted.
    pub lower: f64,
    /// The bound at or above which H1 is accepted.
    pub upper: f64,
    /// The decision.
    pub verdict: Verdict,
}

impl Sprt {
    /// A test of `elo0` against the greater `elo1` with the error probabilities `alpha` under the
    /// first and `beta` under the second. The error names what is wrong with the four numbers.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, StatsError> {
        // Beyond this the expected scores are 0 and 1 in all digits, and one loss would refute the
        // hypothesis.
        let sane = |elo: f64| elo.abs() <= 2000.0;
        if !(sane(elo0) && sane(elo1) && elo0 < elo1) {
            return Err(StatsError::Hypotheses { elo0, elo1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(StatsError::ErrorRates { alpha, beta });
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The two Elo differences, the smaller first.
    pub fn differences(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The two bounds, lower and upper.
    pub fn bounds(&self) -> (f64, f64) {
        (libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha))
    }

    /// The state after single games.
    pub fn games(&self, wins: u64, draws: u64, losses: u64) -> SprtReport {
        self.report([losses, draws, wins])
    }

    /// The state after pairs of games with seats swapped.
    pub fn pairs(&self, pairs: &Pairs) -> SprtReport {
        self.report(pairs.counts)
    }

    /// The state after results counted by value, from 0 to 1 in equal steps.
    fn report<const N: usize>(&self, counts: [u64; N]) -> SprtReport {
        let (lower, upper) = self.bounds();
        let (llr, normal_llr) = if counts.iter().all(|&count| count == 0) {
            (0.0, 0.0)
        } else {
            let cells = PairCells(counts.map(|count| if count == 0 { EMPTY_CELL_COUNT } else { count as f64 }));
            let (s0, s1) = (expected_score(self.elo0), expected_score(self.elo1));
            (cells.llr(s0, s1), cells.normal_llr(s0, s1))
        };
        let verdict = if llr >= upper {
            Verdict::AcceptH1
        } else if llr <= lower {
            Verdict::AcceptH0
        } else {
            Verdict::Continue
        };
        SprtReport { llr, normal_llr, lower, upper, verdict }
    }
}

/// Counts by value, all above zero; the values are 0 to 1 in equal steps.
struct PairCells<const N: usize>([f64; N]);

impl<const N: usize> PairCells<N> {
    /// Values and counts.
    fn iter(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.0.iter().enumerate().map(|(place, &count)| (place as f64 / (N - 1) as f64, count))
    }

    fn llr(&self, s0: f64, s1: f64) -> f64 {
        let (tilt0, tilt1) = (self.tilt(s0), self.tilt(s1));
        // p1/p0: the frequencies cancel.
        self.iter().map(|(v, count)| count * libm::log((1.0 + tilt0 * (v - s0)) / (1.0 + tilt1 * (v - s1)))).sum()
    }

    fn normal_llr(&self, s0: f64, s1: f64) -> f64 {
        let games: f64 = self.0.iter().sum();
        let mean = self.iter().map(|(v, count)| v * count).sum::<f64>() / games;
        let variance = self.iter().map(|(v, count)| count * (v - mean) * (v - mean)).sum::<f64>() / games;
        games * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// θ of the best distribution with mean `s`: all its probabilities are positive between −1/(1 −
    /// s) and 1/s, where the sum to be made zero falls from +∞ to −∞.
    fn tilt(&self, s: f64) -> f64 {
        let (mut low, mut high) = (-1.0 / (1.0 - s), 1.0 / s);
        let mut tilt = 0.0;
        for _ in 0..200 {
            let (mut value, mut slope) = (0.0, 0.0);
            for (v, count) in self.iter() {
                let ratio = (v - s) / (1.0 + tilt * (v - s));
                value += count * ratio;
                slope -= count * ratio * ratio;
            }
            if value > 0.0 {
                low = tilt;
            } else {
                high = tilt;
            }
            let newton = tilt - value / slope;
            let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
            if (next - tilt).abs() <= 1e-15 * (1.0 + tilt.abs()) {
                break;
            }
            tilt = next;
        }
        tilt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05).expect("a test")
    }

    #[test]
    fn the_ratio_is_that_of_fishtest() {
        // Computed with `LLRcalc.LLR_logistic` of Fishtest: pairs, elo0, elo1, ratio.
        let pairs = [
            ([3, 20, 50, 22, 5], 0.0, 20.0, 0.040_320_372_416_706_79),
            ([3, 20, 50, 22, 5], 0.0, 5.0, 0.178_380_224_381_881_25),
            ([3, 20, 50, 22, 5], -10.0, 10.0, 0.934_472_911_388_982_9),
            ([0, 10, 30, 12, 0], 0.0, 20.0, -0.270_414_536_288_852_04),
            ([12, 40, 60, 30, 8], 0.0, 20.0, -2.997_301_135_158_272_3),
            ([12, 40, 60, 30, 8], -10.0, 10.0, -2.057_973_200_426_021_6),
        ];
        for (counts, elo0, elo1, expected) in pairs {
            let report = test(elo0, elo1).pairs(&Pairs { counts });
            assert!((report.llr - expected).abs() < 1e-9, "{counts:?}: {report:?}, expected {expected}");
            assert!(
                (report.normal_llr - expected).abs() < 0.02 + 0.05 * expected.abs(),
                "{counts:?}: {report:?}, expected {expected}"
            );
        }
        let report = test(0.0, 20.0).games(50, 40, 30);
        assert!((report.llr - 1.433_371_799_770_413_6).abs() < 1e-9, "{report:?}");
    }

    #[test]
    fn without_draws_it_is_walds_test_of_a_coin() {
        // Two cells leave no freedom: w·ln(s1/s0) + l·ln((1 − s1)/(1 − s0)), but for the thousandth
        // of a draw.
        let (s0, s1) = (expected_score(0.0), expected_score(30.0));
        let by_hand = 70.0 * libm::log(s1 / s0) + 50.0 * libm::log((1.0 - s1) / (1.0 - s0));
        let report = test(0.0, 30.0).games(70, 0, 50);
        assert!((report.llr - by_hand).abs() < 1e-4, "{report:?}, by hand {by_hand}");
    }

    #[test]
    fn bounds_and_verdicts() {
        let (lower, upper) = test(0.0, 10.0).bounds();
        assert!((upper - 2.944_438_979_166_44).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
        let (lower, upper) = Sprt::new(0.0, 10.0, 0.01, 0.2).expect("a test").bounds();
        assert!((lower - libm::log(0.2 / 0.99)).abs() < 1e-12 && (upper - libm::log(80.0)).abs() < 1e-12);
        assert_eq!(test(0.0, 50.0).games(300, 50, 100).verdict, Verdict::AcceptH1);
        assert_eq!(test(0.0, 50.0).games(100, 50, 300).verdict, Verdict::AcceptH0);
        assert_eq!(test(0.0, 50.0).games(5, 5, 5).verdict, Verdict::Continue);
    }

    #[test]
    fn one_sided_results_give_finite_ratios() {
        let sprt = test(-5.0, 5.0);
        assert_eq!(sprt.games(0, 0, 0).llr, 0.0);
        for (wins, draws, losses) in [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1000, 0, 0), (0, 1000, 0), (0, 0, 1000)] {
            let report = sprt.games(wins, draws, losses);
            assert!(report.llr.is_finite() && report.normal_llr.is_finite(), "{wins} {draws} {losses}: {report:?}");
            let sign = wins as f64 - losses as f64;
            assert!(report.llr * sign > 0.0 || (sign == 0.0 && report.llr.abs() < 1e-9), "{report:?}");
        }
    }

    #[test]
    fn senseless_hypotheses_are_refused() {
        for (elo0, elo1, alpha, beta) in
            [(5.0, 5.0, 0.05, 0.05), (0.0, f64::NAN, 0.05, 0.05), (0.0, 5.0, 0.0, 0.05), (0.0, 5.0, 0.5, 0.5)]
        {
            assert!(Sprt::new(elo0, elo1, alpha, beta).is_err(), "{elo0} {elo1} {alpha} {beta}");
        }
    }
}
