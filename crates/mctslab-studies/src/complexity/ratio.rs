//! How many times as strong one player is as another, from two studies in the same game.
//!
//! The logarithms of two independent estimates are compared; the interval of their difference is
//! made of the ends of both by the method of variance estimates recovery (Zou and Donner,
//! "Construction of confidence limits about effect measures", 2008).

use super::curve_numbers::TrialSummary;
use super::method::Method;
use super::study::ComplexityStudy;

/// How many times as many iterations one player is worth as another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ratio {
    /// The ratio of the estimates.
    pub estimate: f64,
    /// The lower end of the 95 % interval; `None` if it is open.
    pub low: Option<f64>,
    /// The upper end; `None` if it is open.
    pub high: Option<f64>,
}

/// The ratio of the strengths of two studies; `None` if one of them has no estimate.
fn ratio_of(a: &ComplexityStudy, b: &ComplexityStudy) -> Option<Ratio> {
    Some(ratio(ends(a)?, ends(b)?))
}

/// Every two studies in the same game, by their numbers, with the ratio of the strengths where it
/// is known.
pub(crate) fn ratios(studies: &[(&str, &ComplexityStudy)]) -> Vec<(usize, usize, Ratio)> {
    let mut ratios = Vec::new();
    for (a, (game, one)) in studies.iter().enumerate() {
        for (b, (_, other)) in studies.iter().enumerate().skip(a + 1).filter(|(_, (played, _))| played == game) {
            ratios.extend(ratio_of(one, other).map(|ratio| (a, b, ratio)));
        }
    }
    ratios
}

/// The estimate of a study with the ends of its interval.
fn ends(study: &ComplexityStudy) -> Option<(f64, Option<f64>, Option<f64>)> {
    match study.method() {
        Method::Fit(fit) => {
            let strength = fit.strength();
            let estimate = strength.estimate?;
            // The middle of a level stretch stands for it.
            let middle = match (strength.level, strength.low, strength.high) {
                (true, Some(low), Some(high)) => (low * high).sqrt(),
                _ => estimate,
            };
            Some((middle, strength.low, strength.high))
        }
        Method::Bisection(bisection) => {
            let summary = TrialSummary::of(bisection.trials());
            let interval = summary.interval;
            Some((summary.estimate?, interval.map(|ends| ends.0), interval.map(|ends| ends.1)))
        }
        Method::Ladder(_) => None,
    }
}

fn ratio(a: (f64, Option<f64>, Option<f64>), b: (f64, Option<f64>, Option<f64>)) -> Ratio {
    let log = |value: f64| libm::log(value);
    let middle = log(a.0) - log(b.0);
    let reach = |one: Option<f64>, from: f64, other: Option<f64>, to: f64| {
        let (one, other) = (log(one?) - log(from), log(other?) - log(to));
        Some((one * one + other * other).sqrt())
    };
    let low = reach(a.1, a.0, b.2, b.0).map(|below| libm::exp(middle - below));
    let high = reach(a.2, a.0, b.1, b.0).map(|above| libm::exp(middle + above));
    Ratio { estimate: libm::exp(middle), low, high }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_both_add_up_on_the_scale_of_logarithms() {
        let (a, b) = ((100.0, Some(80.0), Some(125.0)), (50.0, Some(40.0), Some(62.5)));
        let found = ratio(a, b);
        assert!((found.estimate - 2.0).abs() < 1e-12);
        let factor = (2.0_f64.sqrt() * 1.25_f64.ln()).exp();
        assert!((found.low.expect("known") - 2.0 / factor).abs() < 1e-9);
        assert!((found.high.expect("known") - 2.0 * factor).abs() < 1e-9);
        assert!(ratio(b, a).low.expect("known") < 0.5);
    }

    #[test]
    fn an_open_end_leaves_an_end_of_the_ratio_open() {
        let found = ratio((100.0, Some(80.0), None), (50.0, Some(40.0), Some(60.0)));
        assert!(found.low.is_some() && found.high.is_none());
    }
}
