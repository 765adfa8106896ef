//! Scores in [0, 1] and their log-odds.

/// The score with the given log-odds.
pub fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-odds))
}

/// The log-odds of a score strictly between 0 and 1.
pub fn log_odds(score: f64) -> f64 {
    libm::log(score / (1.0 - score))
}

/// ln(1 + e^odds), without overflow.
pub(super) fn softplus(odds: f64) -> f64 {
    odds.max(0.0) + libm::log1p(libm::exp(-odds.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_odds_and_scores_undo_each_other() {
        for score in [1e-9, 0.1, 0.5, 0.6, 0.999] {
            assert!((logistic(log_odds(score)) - score).abs() < 1e-12);
        }
        assert_eq!(softplus(800.0), 800.0);
        assert!((softplus(0.3) - (1.0 + 0.3_f64.exp()).ln()).abs() < 1e-15);
    }
}
