//! Claims, judged on the published numbers in place of measured ones: a claim that the paper's own
//! numbers do not bear out is badly put, or the paper contradicts itself.

use std::collections::BTreeMap;

use mctslab_lab::{Lab, LabError};

use super::judged::judged_by;
use super::measure::{derive, with_derived};
use crate::claim::{Claim, ClaimVerdict};
use crate::expand::{ExpandedRow, Source};
use crate::library::PaperId;
use crate::measured::Measured;
use crate::settings::{PaperSettings, RunKey};

/// What a claim would be if the published numbers had been measured, with their own errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimAsPublished {
    /// The claim, with its profile.
    pub claim: String,
    /// Whether it counts.
    pub counts: bool,
    /// Its verdict; `None` if the paper prints no number of its rows.
    pub verdict: Option<ClaimVerdict>,
}

impl PaperId<'_> {
    /// Judges all claims on the published numbers.
    pub fn claims_as_published(self, lab: &Lab) -> Result<Vec<ClaimAsPublished>, LabError> {
        let expanded = self.expand(lab, &PaperSettings::default())?;
        let numbers = published_numbers(&expanded.rows);
        let judge = |claim: &Claim| {
            let judged = judged_by(&expanded, &of_published_rows(claim, &numbers), &numbers, 0.95);
            let verdict = Some(judged.verdict).filter(|verdict| *verdict != ClaimVerdict::NotRun);
            ClaimAsPublished { claim: claim.key(), counts: claim.counts(), verdict }
        };
        Ok(expanded.claims.iter().map(judge).collect())
    }
}

/// The same claim about those of its rows that have a published number.
fn of_published_rows(claim: &Claim, numbers: &BTreeMap<String, Measured>) -> Claim {
    let known = |key: &&RunKey| numbers.contains_key(&key.text());
    if claim.than.is_empty() {
        return Claim { rows: claim.rows.iter().filter(known).cloned().collect(), ..claim.clone() };
    }
    let pairs = claim.rows.iter().zip(&claim.than).filter(|(row, than)| known(row) && known(than));
    let (rows, than) = pairs.map(|(row, than)| (row.clone(), than.clone())).unzip();
    Claim { rows, than, ..claim.clone() }
}

/// The published numbers with their errors, and what follows from them.
fn published_numbers(rows: &[ExpandedRow]) -> BTreeMap<String, Measured> {
    let number = |row: &ExpandedRow| {
        let mean = row.published?;
        Some(match row.published_error {
            Some(error) => Measured::Mean { mean, error, freedom: f64::INFINITY },
            None => Measured::Exact(mean),
        })
    };
    let mut numbers: BTreeMap<String, Measured> =
        rows.iter().filter_map(|row| Some((row.key.text(), number(row)?))).collect();
    // The error of a published mean or difference is that of its parts.
    for row in rows.iter().filter(|row| row.published_error.is_none()) {
        let (Source::Rows(derivation, of), Some(mean)) = (&row.source, row.published) else { continue };
        let parts: Option<Vec<Measured>> = of.iter().map(|key| numbers.get(&key.text()).cloned()).collect();
        let error = parts.and_then(|parts| derive(derivation, &parts)?.error());
        if let Some(error) = error.filter(|error| *error > 0.0) {
            numbers.insert(row.key.text(), Measured::Mean { mean, error, freedom: f64::INFINITY });
        }
    }
    with_derived(rows, numbers)
}
