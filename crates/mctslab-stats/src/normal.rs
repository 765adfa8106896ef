//! The normal distribution, and quantiles of Student's distribution.
//!
//! Φ(x) = erfc(−x/√2)/2, which keeps its relative precision in the lower tail. The quantile starts
//! from a logistic guess and is polished by Newton steps on ln Φ, which is almost a parabola in the
//! tail, kept inside a bracket.
//!
//! Student's 97.5 % point starts from the expansion of Abramowitz and Stegun, "Handbook of
//! Mathematical Functions" (1964), 26.7.5, which errs by less than 3e-7 from 20 degrees of freedom
//! on. Below that, Newton steps solve P(|T| > t) = 0.05. The expansion lies below the solution and
//! the tail is convex there, so the steps climb to it without overshooting.

use std::f64::consts::{PI, SQRT_2};

/// The 97.5 % point of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The density φ(x).
pub fn density(x: f64) -> f64 {
    libm::exp(-0.5 * x * x) / libm::sqrt(2.0 * PI)
}

/// The cumulative distribution Φ(x).
pub fn cumulative(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// The point below which a share `p` of the distribution lies; the infinities at 0 and 1.
///
/// ```
/// # use mctslab_stats::normal::quantile;
/// assert!((quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-12);
/// assert_eq!(quantile(0.0), f64::NEG_INFINITY);
/// ```
pub fn quantile(p: f64) -> f64 {
    if p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    if p > 0.5 {
        // The lower tail is the precise one.
        return -quantile(1.0 - p);
    }
    // Φ(−39) is zero in double precision.
    let (mut low, mut high) = (-39.0, 0.0);
    let mut x = (libm::log(p / (1.0 - p)) / 1.702).max(-37.0);
    for _ in 0..200 {
        let below = cumulative(x);
        let error = libm::log(below / p);
        if error > 0.0 {
            high = x;
        } else {
            low = x;
        }
        let newton = x - error * below / density(x);
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if (next - x).abs() <= 1e-15 * (1.0 + x.abs()) {
            return next;
        }
        x = next;
    }
    x
}

/// The 97.5 % point of Student's distribution with `freedom` degrees of freedom, at least one, to
/// seven digits or better.
///
/// ```
/// # use mctslab_stats::normal::student95;
/// assert!((student95(1.0) - 12.706_205).abs() < 1e-6);
/// ```
pub fn student95(freedom: f64) -> f64 {
    let v = freedom.max(1.0);
    let first = student_expansion(v, Z95);
    if v >= 20.0 { first } else { refined(first, v, 0.05) }
}

/// The point that Student's distribution with `freedom` degrees of freedom, at least one, exceeds
/// to both sides with probability `1 − confidence`: for intervals of any confidence.
///
/// ```
/// # use mctslab_stats::normal::student;
/// assert!((student(1.0, 0.99) - 63.656_741).abs() < 1e-5);
/// assert!((student(30.0, 0.999) - 3.645_959).abs() < 1e-6);
/// ```
pub fn student(freedom: f64, confidence: f64) -> f64 {
    let v = freedom.clamp(1.0, 1e9);
    let first = student_expansion(v, quantile(f64::midpoint(1.0, confidence)));
    if v >= 400.0 { first } else { refined(first, v, 1.0 - confidence) }
}

/// Newton's method from a first guess: the point that is exceeded to both sides with the
/// probability `outside`.
fn refined(first: f64, v: f64, outside: f64) -> f64 {
    let log_beta = libm::lgamma(v / 2.0) + libm::lgamma(0.5) - libm::lgamma(f64::midpoint(v, 1.0));
    let mut t = first;
    for _ in 0..60 {
        let (tail, slope) = student_tail(t, v, log_beta);
        // The tail is convex: a step from the left of the point never passes it, and one from the
        // right must not pass zero.
        let step = ((tail - outside) / slope).max(-t / 2.0);
        t += step;
        if step.abs() <= 1e-12 * t {
            break;
        }
    }
    t
}

/// Four terms of the expansion in 1/v about the normal point `z`.
fn student_expansion(v: f64, z: f64) -> f64 {
    let z2 = z * z;
    let first = z * (z2 + 1.0) / 4.0;
    let second = z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
    let third = z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
    let fourth = z * ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) / 92_160.0;
    z + (first + (second + (third + fourth / v) / v) / v) / v
}

/// P(|T| > t) with v degrees of freedom, and its slope there. The tail is the incomplete beta
/// function I(v/2, 1/2) at x = v/(v + t²); its series has positive terms only. `log_beta` is ln
/// B(v/2, 1/2).
fn student_tail(t: f64, v: f64, log_beta: f64) -> (f64, f64) {
    let (a, x) = (v / 2.0, v / (v + t * t));
    let (mut term, mut sum, mut n) = (1.0, 1.0, 0.0);
    while term > 1e-16 * sum {
        term *= x * (a + 0.5 + n) / (a + 1.0 + n);
        sum += term;
        n += 1.0;
    }
    let scale = libm::exp(a * libm::log(x) - log_beta) * libm::sqrt(1.0 - x);
    // The density of |T|, 2·x^((v + 1)/2)/(√v·B): with √(x/v) = √(1 − x)/t this is twice the scale
    // over t.
    (scale / a * sum, 2.0 * scale / t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quantile_undoes_the_distribution() {
        for p in [1e-300, 1e-20, 1e-6, 0.001, 0.02425, 0.3, 0.5, 0.55, 0.9, 0.999_999] {
            let back = cumulative(quantile(p));
            assert!((back / p - 1.0).abs() < 1e-9, "{p} came back as {back}");
        }
    }

    #[test]
    fn points_of_student() {
        // Published tables, and for broken numbers the quadrature of the density.
        let table = [
            (1.0, 12.706_205),
            (1.5, 6.016_663),
            (2.0, 4.302_653),
            (2.5, 3.574_655),
            (3.0, 3.182_446),
            (4.0, 2.776_445),
            (5.0, 2.570_582),
            (7.3, 2.345_067),
            (10.0, 2.228_139),
            (12.4, 2.171_043),
            (20.0, 2.085_963),
            (30.0, 2.042_272),
            (45.5, 2.013_493),
            (120.0, 1.979_930),
            (f64::INFINITY, 1.959_964),
        ];
        for (freedom, point) in table {
            assert!((student95(freedom) - point).abs() < 1e-6, "{freedom}: {}, not {point}", student95(freedom));
        }
        assert_eq!(student95(0.3), student95(1.0), "one degree of freedom is the least");
        let points: Vec<f64> = (10..1000).map(|tenth| student95(f64::from(tenth) / 10.0)).collect();
        assert!(points.is_sorted_by(|a, b| a > b), "more is known, so less is allowed for");
    }
}
