//! The mean of a sample and its standard error.

/// The mean and its standard error, s/√n with the sample's own standard deviation s; no error for
/// fewer than two values.
///
/// ```
/// # use mctslab_stats::mean_and_error;
/// assert_eq!(mean_and_error(&[1.0, 2.0, 3.0, 4.0, 5.0]), (3.0, Some(0.5_f64.sqrt())));
/// assert_eq!(mean_and_error(&[7.0]), (7.0, None));
/// ```
pub fn mean_and_error(values: &[f64]) -> (f64, Option<f64>) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (mean, (values.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt()))
}
