//! Elo: strength on a logarithmic scale.

/// The Elo difference that a score stands for: 400 · log10(s / (1 − s)); `None` where it is unbounded.
///
/// ```
/// # use mctslab_stats::elo;
/// assert_eq!(elo(0.5), Some(0.0));
/// assert!((elo(0.75).unwrap() - 190.85).abs() < 0.01);
/// assert_eq!(elo(1.0), None);
/// ```
pub fn elo(score: f64) -> Option<f64> {
    // Adding zero turns the negative zero of an even score into the zero people expect.
    (score > 0.0 && score < 1.0).then(|| 400.0 * libm::log10(score / (1.0 - score)) + 0.0)
}
