//! The numbers of rows: read from the documents of runs, or derived from other rows.

use std::collections::BTreeMap;

use serde_json::Value;

use super::PaperRun;
use crate::expand::{Derivation, Source};
use crate::measured::Measured;

impl PaperRun<'_> {
    /// The numbers of all rows that were measured.
    pub(super) fn measure(&self, documents: &BTreeMap<String, Value>) -> BTreeMap<String, Measured> {
        let mut measured = BTreeMap::new();
        // Derived rows may follow from derived rows that are listed later.
        for _ in 0..4 {
            for row in &self.expanded.rows {
                let found = match &row.source {
                    Source::Runs(runs, reading) => {
                        let all: Option<Vec<&Value>> = runs.iter().map(|key| documents.get(&key.text())).collect();
                        all.and_then(|all| reading.of(&all))
                    }
                    Source::Rows(derivation, rows) => {
                        let parts: Option<Vec<Measured>> =
                            rows.iter().map(|key| measured.get(&key.text()).cloned()).collect();
                        parts.and_then(|parts| derive(derivation, &parts))
                    }
                };
                if let Some(found) = found {
                    measured.insert(row.key.text(), found);
                }
            }
        }
        measured
    }
}

/// What follows from rows.
fn derive(derivation: &Derivation, parts: &[Measured]) -> Option<Measured> {
    match (derivation, parts) {
        (Derivation::Difference, [one, other]) => Some(one.minus(other)),
        (Derivation::Ratio, [one, other]) => Some(Measured::Ratio(Box::new((one.clone(), other.clone())))),
        (Derivation::Mean, _) => {
            let weight = 1.0 / parts.len() as f64;
            Some(Measured::Sum { offset: 0.0, terms: parts.iter().map(|part| (weight, part.clone())).collect() })
        }
        (Derivation::Pooled, _) => Measured::pooled(parts),
        (Derivation::RSquared(x), _) => {
            Some(Measured::Exact(r_squared(x, &parts.iter().map(Measured::value).collect::<Vec<_>>())))
        }
        _ => None,
    }
}

/// The share of the variance that a straight line explains.
fn r_squared(x: &[f64], y: &[f64]) -> f64 {
    let count = x.len() as f64;
    let mean = |values: &[f64]| values.iter().sum::<f64>() / count;
    let (middle_x, middle_y) = (mean(x), mean(y));
    let sum = |a: &[f64], am: f64, b: &[f64], bm: f64| a.iter().zip(b).map(|(a, b)| (a - am) * (b - bm)).sum::<f64>();
    let (xy, xx, yy) = (sum(x, middle_x, y, middle_y), sum(x, middle_x, x, middle_x), sum(y, middle_y, y, middle_y));
    xy * xy / (xx * yy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_times_of_govani_are_nearly_on_a_line() {
        let x = [500.0, 1000.0, 2000.0, 3000.0, 4000.0, 5000.0];
        let found = r_squared(&x, &[0.306, 1.014, 1.974, 2.591, 4.1, 5.24]);
        assert!((found - 0.988).abs() < 5e-4, "{found}");
        assert!((r_squared(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0]) - 1.0).abs() < 1e-12);
    }
}
