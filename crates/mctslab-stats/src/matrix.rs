//! Symmetric positive definite matrices: the Cholesky decomposition and linear equations.

/// A lower triangle L with L·Lᵀ = A.
pub(crate) struct Cholesky {
    rows: Vec<Vec<f64>>,
}

impl Cholesky {
    /// Decomposes a symmetric matrix, of which the lower triangle is read. A pivot that vanishes by
    /// rounding is raised, so that an almost singular matrix gives large numbers, not invalid ones.
    pub(crate) fn of(matrix: &[Vec<f64>]) -> Cholesky {
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(matrix.len());
        for (i, source) in matrix.iter().enumerate() {
            let mut row = vec![0.0; i + 1];
            for j in 0..i {
                let sum: f64 = (0..j).map(|k| row[k] * rows[j][k]).sum();
                row[j] = (source[j] - sum) / rows[j][j];
            }
            let sum: f64 = row[..i].iter().map(|x| x * x).sum();
            row[i] = libm::sqrt((source[i] - sum).max(1e-14 * source[i].abs()).max(f64::MIN_POSITIVE));
            rows.push(row);
        }
        Cholesky { rows }
    }

    /// x with A·x = `right`.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let n = self.rows.len();
        let mut x = right.to_vec();
        for i in 0..n {
            let sum: f64 = (0..i).map(|k| self.rows[i][k] * x[k]).sum();
            x[i] = (x[i] - sum) / self.rows[i][i];
        }
        for i in (0..n).rev() {
            let sum: f64 = (i + 1..n).map(|k| self.rows[k][i] * x[k]).sum();
            x[i] = (x[i] - sum) / self.rows[i][i];
        }
        x
    }

    /// cᵀ·A⁻¹·c: the variance of a contrast `c` when A is the information.
    pub(crate) fn quadratic(&self, contrast: &[f64]) -> f64 {
        self.solve(contrast).iter().zip(contrast).map(|(x, c)| x * c).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_by_hand() {
        let cholesky = Cholesky::of(&[vec![4.0, 2.0], vec![2.0, 3.0]]);
        let x = cholesky.solve(&[2.0, 5.0]);
        assert!((x[0] + 0.5).abs() < 1e-12 && (x[1] - 2.0).abs() < 1e-12, "{x:?}");
        assert!((cholesky.quadratic(&[1.0, -1.0]) - 11.0 / 8.0).abs() < 1e-12);
    }
}
