//! A measured number with an interval of any confidence, and what follows from several of them.
//!
//! Intervals of sums, differences and ratios come from the intervals of the parts ("MOVER": Zou and
//! Donner, "Construction of confidence limits about effect measures: a general approach", 2008):
//! the lower end of a + b is a + b − √((a − l)² + (b − l')²), where l and l' are the lower ends of
//! a and b. So they are as lopsided as those of their parts, and serve results near 0 and 1. A
//! ratio is a difference of logarithms.

use mctslab_stats::normal::{quantile, student};
use mctslab_stats::{Pairs, Scores};

/// The confidence of every interval that is shown.
pub(super) const CONFIDENCE: f64 = 0.95;

/// A measured number.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Measured {
    /// Payoffs of independent games.
    Games(Scores),
    /// Pairs of games, each of which counts as this share of one.
    Pairs(Pairs, f64),
    /// A mean with its standard error and degrees of freedom.
    Mean { mean: f64, error: f64, freedom: f64 },
    /// A value with the ends of its 95 % interval; an end that is not there is open.
    OpenEnds { value: f64, low: Option<f64>, high: Option<f64> },
    /// A rank correlation of that number of cases.
    Correlation { value: f64, cases: f64 },
    /// A number without an error.
    Exact(f64),
    /// An offset and multiples of independent numbers.
    Sum { offset: f64, terms: Vec<(f64, Measured)> },
    /// One divided by the other.
    Ratio(Box<(Measured, Measured)>),
    /// The logarithm to base 2.
    Log2(Box<Measured>),
}

/// A lower and an upper end, which may be infinite.
pub(super) type OpenEnds = (f64, f64);

impl Measured {
    /// The mean of values, each an independent measurement that is known to `step`, by which it can
    /// differ; `None` of none.
    ///
    /// Values whose spread is less than that of rounding, s²/12, are taken to have that of
    /// rounding. If all n values agree and each was found between bounds that are `width` apart,
    /// the next may yet differ, by half of that: with the probability 1/(n + 1) by the rule of
    /// succession. One value, and values that are all equal without anybody knowing how they could
    /// differ, say nothing about their spread: then both ends are open.
    pub(super) fn of_values(values: &[f64], step: Option<f64>, width: Option<f64>) -> Option<Measured> {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let equal = values.windows(2).all(|two| two[0] == two[1]);
        let unseen = width.filter(|_| equal).map(|width| width * width / 4.0 / (count + 1.0));
        match values {
            [] => None,
            [one] => Some(Measured::OpenEnds { value: *one, low: None, high: None }),
            [one, ..] if step.is_none() && unseen.is_none() && equal => {
                Some(Measured::OpenEnds { value: *one, low: None, high: None })
            }
            _ => {
                let seen = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (count - 1.0);
                let rounding = step.map_or(0.0, |step| step * step / 12.0);
                let variance = seen.max(rounding).max(unseen.unwrap_or(0.0));
                Some(Measured::Mean { mean, error: (variance / count).sqrt(), freedom: count - 1.0 })
            }
        }
    }

    /// This times a number, plus another.
    pub(super) fn scaled(self, times: f64, plus: f64) -> Measured {
        if times == 1.0 && plus == 0.0 { self } else { Measured::Sum { offset: plus, terms: vec![(times, self)] } }
    }

    /// The games of all of them as one; `None` if one is no score of games. Numbers that were
    /// scaled alike stay scaled.
    pub(super) fn pooled(parts: &[Measured]) -> Option<Measured> {
        match parts.first()? {
            Measured::Pairs(..) => {
                let (mut sum, mut weighted) = (Pairs::default(), 0.0);
                for part in parts {
                    let Measured::Pairs(pairs, weight) = part else { return None };
                    sum.counts.iter_mut().zip(pairs.counts).for_each(|(sum, count)| *sum += count);
                    weighted += weight * pairs.len() as f64;
                }
                let weight = weighted / (sum.len() as f64).max(1.0);
                Some(Measured::Pairs(sum, weight))
            }
            Measured::Games(_) => {
                let mut sum = Scores::default();
                for part in parts {
                    let Measured::Games(one) = part else { return None };
                    sum = Scores {
                        games: sum.games + one.games,
                        sum: sum.sum + one.sum,
                        squares: sum.squares + one.squares,
                    };
                }
                Some(Measured::Games(sum))
            }
            Measured::Sum { offset, terms } if terms.len() == 1 => {
                let times = terms[0].0;
                let inner = parts.iter().map(|part| match part {
                    Measured::Sum { offset: other, terms }
                        if other == offset && terms.len() == 1 && terms[0].0 == times =>
                    {
                        Some(terms[0].1.clone())
                    }
                    _ => None,
                });
                Some(Measured::pooled(&inner.collect::<Option<Vec<_>>>()?)?.scaled(times, *offset))
            }
            _ => None,
        }
    }

    /// This minus another.
    pub(super) fn minus(&self, other: &Measured) -> Measured {
        Measured::Sum { offset: 0.0, terms: vec![(1.0, self.clone()), (-1.0, other.clone())] }
    }

    /// The number.
    pub(super) fn value(&self) -> f64 {
        match self {
            Measured::Games(scores) => scores.mean().unwrap_or(f64::NAN),
            Measured::Pairs(pairs, _) => pairs.mean().unwrap_or(f64::NAN),
            Measured::Mean { mean, .. } => *mean,
            Measured::OpenEnds { value, .. } | Measured::Correlation { value, .. } | Measured::Exact(value) => *value,
            Measured::Sum { offset, terms } => {
                offset + terms.iter().map(|(times, term)| times * term.value()).sum::<f64>()
            }
            Measured::Ratio(parts) => parts.0.value() / parts.1.value(),
            Measured::Log2(inner) => libm::log2(inner.value()),
        }
    }

    /// The interval of that confidence.
    pub(super) fn interval(&self, confidence: f64) -> OpenEnds {
        match self {
            Measured::Games(scores) => ends(scores.interval_at(confidence)),
            Measured::Pairs(pairs, weight) => ends(pairs.weighted_interval_at(*weight, confidence)),
            Measured::Mean { mean, error, freedom } => {
                let half = student(*freedom, confidence) * error;
                (mean - half, mean + half)
            }
            Measured::OpenEnds { value, low, high } => {
                // The ends are known for one confidence: elsewhere they are as far out as those of
                // a normal distribution.
                let factor = quantile(f64::midpoint(1.0, confidence)) / quantile(f64::midpoint(1.0, CONFIDENCE));
                let out = |end: f64| value + factor * (end - value);
                (low.map_or(f64::NEG_INFINITY, out), high.map_or(f64::INFINITY, out))
            }
            Measured::Correlation { value, cases } => correlation_ends(*value, *cases, confidence),
            Measured::Exact(value) => (*value, *value),
            Measured::Sum { terms, .. } => self.sum_ends(terms, confidence),
            Measured::Ratio(parts) => ratio_ends(&parts.0, &parts.1, confidence),
            Measured::Log2(inner) => {
                let (low, high) = inner.interval(confidence);
                (libm::log2(low.max(0.0)), libm::log2(high))
            }
        }
    }

    fn sum_ends(&self, terms: &[(f64, Measured)], confidence: f64) -> OpenEnds {
        let (mut down, mut up) = (0.0, 0.0);
        for (times, term) in terms {
            let (value, (low, high)) = (term.value(), term.interval(confidence));
            let (below, above) = (times.abs() * (value - low), times.abs() * (high - value));
            let (below, above) = if *times < 0.0 { (above, below) } else { (below, above) };
            // What was added to a result may put its value outside of its interval, by a trifle.
            down += below.max(0.0) * below.max(0.0);
            up += above.max(0.0) * above.max(0.0);
        }
        let value = self.value();
        (value - f64::sqrt(down), value + f64::sqrt(up))
    }

    /// The standard error that belongs to the 95 % interval; `None` if an end is open.
    pub(super) fn error(&self) -> Option<f64> {
        if let Measured::Mean { error, .. } = self {
            return Some(*error);
        }
        let (low, high) = self.interval(CONFIDENCE);
        let half = (high - low) / 2.0;
        half.is_finite().then(|| half / quantile(f64::midpoint(1.0, CONFIDENCE)))
    }
}

fn ends(interval: mctslab_stats::Interval) -> OpenEnds {
    (interval.low, interval.high)
}

/// By Fisher's transformation, with the variance of Fieller, Hartley and Pearson (1957) for ranks:
/// 1.06/(n − 3).
fn correlation_ends(value: f64, cases: f64, confidence: f64) -> OpenEnds {
    if cases <= 3.0 {
        return (-1.0, 1.0);
    }
    let half = quantile(f64::midpoint(1.0, confidence)) * (1.06 / (cases - 3.0)).sqrt();
    let middle = libm::atanh(value.clamp(-1.0 + 1e-12, 1.0 - 1e-12));
    (libm::tanh(middle - half), libm::tanh(middle + half))
}

/// A ratio of positive numbers; where the divisor may be zero the upper end is open.
fn ratio_ends(above: &Measured, below: &Measured, confidence: f64) -> OpenEnds {
    let distance = |part: &Measured| {
        let (value, (low, high)) = (part.value(), part.interval(confidence));
        (libm::log(value) - libm::log(low.max(0.0)), libm::log(high) - libm::log(value))
    };
    let (a, b) = (distance(above), distance(below));
    let ratio = above.value() / below.value();
    let root = |x: f64, y: f64| f64::sqrt(x * x + y * y);
    let end = |factor: f64| if factor.is_nan() { f64::NAN } else { ratio * libm::exp(factor) };
    let (low, high) = (end(-root(a.0, b.1)), end(root(a.1, b.0)));
    (if low.is_nan() { f64::NEG_INFINITY } else { low }, if high.is_nan() { f64::INFINITY } else { high })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: OpenEnds, wanted: OpenEnds) {
        assert!((found.0 - wanted.0).abs() < 1e-4 && (found.1 - wanted.1).abs() < 1e-4, "{found:?}, not {wanted:?}");
    }

    #[test]
    fn intervals_of_each_kind() {
        near(Measured::Games(Scores::of_results(50, 0, 50)).interval(0.95), (0.4018, 0.5982));
        // Four values: t(3) = 3.18245, s = 1.29099, s/√4 = 0.645497.
        near(
            Measured::of_values(&[1.0, 2.0, 3.0, 4.0], None, None).expect("values").interval(0.95),
            (0.44574, 4.55426),
        );
        assert_eq!(Measured::OpenEnds { value: 10.0, low: Some(8.0), high: None }.interval(0.95), (8.0, f64::INFINITY));
        // Fisher: atanh(0.5) = 0.549306, 1.959964·√(1.06/97) = 0.204888.
        near(Measured::Correlation { value: 0.5, cases: 100.0 }.interval(0.95), (0.33142, 0.63764));
        near(Measured::Exact(3.0).interval(0.99), (3.0, 3.0));
        assert_eq!(Measured::of_values(&[], None, None), None);
        let ends = |values: &[f64]| Measured::of_values(values, None, None).map(|one| one.interval(0.95));
        assert_eq!(ends(&[2.0]), Some((f64::NEG_INFINITY, f64::INFINITY)));
    }

    #[test]
    fn equal_values_are_no_point() {
        let unknown = Measured::of_values(&[19.0, 19.0, 19.0], None, None).expect("values");
        assert_eq!((unknown.value(), unknown.interval(0.95)), (19.0, (f64::NEG_INFINITY, f64::INFINITY)));
        // Known to one: t(2) = 4.30265, √(1/12)/√3 = 1/6.
        let whole = Measured::of_values(&[19.0, 19.0, 19.0], Some(1.0), None).expect("values");
        near(whole.interval(0.95), (19.0 - 0.71711, 19.0 + 0.71711));
        // Found between bounds that are 8 apart: 4/√(3 + 1)/√3.
        let bracket = Measured::of_values(&[19.0, 19.0, 19.0], Some(1.0), Some(8.0)).expect("values");
        near(bracket.interval(0.95), (19.0 - 4.96827, 19.0 + 4.96827));
        // What is spread more than by rounding keeps its own spread.
        let spread = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(Measured::of_values(&spread, Some(1.0), None), Measured::of_values(&spread, None, None));
        // Numbers that are exact can say so.
        assert_eq!(Measured::of_values(&[5.0, 5.0], Some(0.0), None).expect("values").interval(0.95), (5.0, 5.0));
    }

    #[test]
    fn sums_and_differences_of_symmetric_parts_add_their_variances() {
        let mean = |mean: f64, error: f64| Measured::Mean { mean, error, freedom: 1e9 };
        let difference = mean(5.0, 3.0).minus(&mean(2.0, 4.0));
        near(difference.interval(0.95), (3.0 - 1.959_964 * 5.0, 3.0 + 1.959_964 * 5.0));
        let percent = mean(0.5, 0.01).scaled(-100.0, 100.0);
        near(percent.interval(0.95), (50.0 - 1.959_964, 50.0 + 1.959_964));
        assert!((difference.error().expect("ends") - 5.0).abs() < 1e-6);
    }

    #[test]
    fn a_difference_turns_the_ends_of_what_is_subtracted() {
        let (a, b) = (Measured::Exact(10.0), Measured::OpenEnds { value: 4.0, low: Some(3.0), high: Some(9.0) });
        near(a.minus(&b).interval(0.95), (1.0, 7.0));
        let ratio = Measured::Ratio(Box::new((a, b)));
        near(ratio.interval(0.95), (10.0 / 9.0, 10.0 / 3.0));
        near(Measured::Log2(Box::new(Measured::Exact(8.0))).interval(0.95), (3.0, 3.0));
    }

    #[test]
    fn more_confidence_is_wider() {
        let all = [
            Measured::Games(Scores::of_results(0, 0, 100)),
            Measured::Pairs(Pairs { counts: [3, 0, 9, 1, 2] }, 1.0),
            Measured::Mean { mean: 0.0, error: 1.0, freedom: 4.0 },
            Measured::Correlation { value: -0.2, cases: 40.0 },
        ];
        for one in all {
            let (narrow, wide) = (one.interval(0.95), one.interval(0.999));
            assert!(wide.0 <= narrow.0 && wide.1 > narrow.1, "{one:?}: {narrow:?}, {wide:?}");
        }
    }
}
