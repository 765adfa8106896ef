//! The rank correlation of two quantities.

/// A rank correlation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankCorrelation {
    /// The coefficient: from -1, where one falls wherever the other rises, to 1.
    pub rho: f64,
    /// Its standard error; `None` for three pairs.
    pub error: Option<f64>,
    /// The number of pairs.
    pub count: usize,
}

/// Spearman's rank correlation, with mean ranks of equal values; `None` where one of the two does
/// not vary, or for fewer than three pairs.
///
/// The standard error is that of Bonett, Wright, "Sample size requirements for estimating Pearson,
/// Kendall and Spearman correlations" (2000): (1 − ρ²)·√((1 + ρ²/2)/(n − 3)).
///
/// ```
/// # use mctslab_stats::spearman;
/// let risen = spearman(&[(1.0, 1.0), (2.0, 8.0), (3.0, 27.0)]).expect("both vary");
/// assert!((risen.rho - 1.0).abs() < 1e-12);
/// assert_eq!(spearman(&[(1.0, 5.0), (2.0, 5.0), (3.0, 5.0)]), None);
/// ```
pub fn spearman(pairs: &[(f64, f64)]) -> Option<RankCorrelation> {
    let count = pairs.len();
    if count < 3 {
        return None;
    }
    let first = ranks(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
    let second = ranks(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
    // All ranks have this mean, however many are equal.
    let mean = f64::midpoint(count as f64, 1.0);
    let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>();
    let spread = (sum(&first, &first) * sum(&second, &second)).sqrt();
    if spread <= 0.0 {
        return None;
    }
    let rho = (sum(&first, &second) / spread).clamp(-1.0, 1.0);
    let freedom = count as f64 - 3.0;
    let error = (freedom > 0.0).then(|| (1.0 - rho * rho) * ((1.0 + rho * rho / 2.0) / freedom).sqrt());
    Some(RankCorrelation { rho, error, count })
}

/// The rank of each value, 1 for the least; equal values share the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for group in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let rank = before as f64 + f64::midpoint(group.len() as f64, 1.0);
        for &place in group {
            ranks[place] = rank;
        }
        before += group.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hand_counted_correlations() {
        // Squared differences of ranks: 1, 1, 1, 1, so that rho is 1 - 6·4/(4·15) = 0.6.
        let found = spearman(&[(1.0, 20.0), (2.0, 10.0), (3.0, 40.0), (4.0, 30.0)]).expect("both vary");
        assert!((found.rho - 0.6).abs() < 1e-12 && found.count == 4, "{found:?}");
        assert!((found.error.expect("an error") - 0.64 * 1.18_f64.sqrt()).abs() < 1e-12, "{found:?}");
        let fallen = spearman(&[(1.0, 9.0), (2.0, 4.0), (3.0, f64::NEG_INFINITY)]).expect("both vary");
        assert!((fallen.rho + 1.0).abs() < 1e-12 && fallen.error.is_none(), "{fallen:?}");
    }

    #[test]
    fn equal_values_share_their_ranks() {
        assert_eq!(ranks(&[5.0, 1.0, 5.0, 7.0]), [2.5, 1.0, 2.5, 4.0]);
        let found = spearman(&[(1.0, 1.0), (1.0, 2.0), (2.0, 3.0), (2.0, 4.0)]).expect("both vary");
        // Ranks 1.5, 1.5, 3.5, 3.5 against 1 to 4: 4/√(4·5).
        assert!((found.rho - 4.0 / 20.0_f64.sqrt()).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn what_does_not_vary_goes_with_nothing() {
        assert_eq!(spearman(&[(0.0, 1.0), (0.0, 2.0), (0.0, 3.0)]), None);
        assert_eq!(spearman(&[(0.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(spearman(&[]), None);
    }
}
