//! The numbers of rows: read from what was counted, or derived from other rows.

use std::collections::{BTreeMap, BTreeSet};

use crate::expand::{Derivation, ExpandedRow, Source};
use crate::measured::Measured;
use crate::raw::RawCounts;
use crate::row_reading::measured_of;

/// The numbers of all rows of which something was counted, by their keys.
pub(super) fn measure(rows: &[ExpandedRow], counts: &BTreeMap<String, Vec<RawCounts>>) -> BTreeMap<String, Measured> {
    let read = |row: &ExpandedRow| match &row.source {
        Source::Runs(_, reading) => measured_of(reading.kind, reading.scale, counts.get(&row.key.text())?),
        Source::Rows(..) => None,
    };
    let leaves = rows.iter().filter_map(|row| Some((row.key.text(), read(row)?))).collect();
    with_derived(rows, leaves)
}

/// Adds what follows from rows. Derived rows may follow from derived rows that are listed later.
pub(super) fn with_derived(
    rows: &[ExpandedRow],
    mut measured: BTreeMap<String, Measured>,
) -> BTreeMap<String, Measured> {
    let given: BTreeSet<String> = measured.keys().cloned().collect();
    for _ in 0..4 {
        for row in rows.iter().filter(|row| !given.contains(&row.key.text())) {
            let Source::Rows(derivation, of) = &row.source else { continue };
            let parts: Vec<Measured> = of.iter().filter_map(|key| measured.get(&key.text()).cloned()).collect();
            let enough = parts.len() == of.len() || row.partial && !parts.is_empty();
            if let Some(found) = enough.then(|| derive(derivation, &parts)).flatten() {
                measured.insert(row.key.text(), found);
            }
        }
    }
    measured
}

/// What follows from rows.
pub(super) fn derive(derivation: &Derivation, parts: &[Measured]) -> Option<Measured> {
    match (derivation, parts) {
        (Derivation::Difference, [one, other]) => Some(one.minus(other)),
        (Derivation::Ratio, [one, other]) => Some(Measured::Ratio(Box::new((one.clone(), other.clone())))),
        (Derivation::Mean, _) => {
            let weight = 1.0 / parts.len() as f64;
            Some(Measured::Sum { offset: 0.0, terms: parts.iter().map(|part| (weight, part.clone())).collect() })
        }
        // Numbers that are no counts, as published ones, have a mean.
        (Derivation::Pooled, _) => Measured::pooled(parts).or_else(|| derive(&Derivation::Mean, parts)),
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
