//! What a claim needs to be decided: more of those rows that leave it open.

use std::collections::{BTreeMap, BTreeSet};

use super::judged::claim_rows;
use super::measure::measure;
use crate::claim::Claim;
use crate::evidence::{PaperEvidence, confidence_of_look};
use crate::expand::{Expanded, Source};
use crate::settings::RunKey;

/// The samples that a claim needs before its next look.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Needs {
    /// The rows that are read from runs, with the stage that is needed of each.
    pub rows: BTreeMap<String, u32>,
    /// How many times as much would probably have to be counted of these rows in all; infinite if
    /// the number lies on the edge of the tolerance.
    pub wanted: BTreeMap<String, f64>,
}

/// What an open claim needs for its next look; nothing if it has all that a look needs.
pub(super) fn needs_of(expanded: &Expanded, claim: &Claim, evidence: &PaperEvidence) -> Needs {
    let look = evidence.look(&claim.key());
    let leaves = leaves_of(expanded, claim.rows.iter().chain(&claim.than));
    let last = |key: &String| {
        let seen = evidence.samples.get(key).into_iter().flatten().filter(|sample| sample.turn <= look.turn);
        seen.map(|sample| sample.stage).max().unwrap_or(0)
    };
    let unmeasured = leaves.iter().filter(|key| last(key) == 0);
    let mut needs = Needs { rows: unmeasured.map(|key| (key.clone(), 1)).collect(), wanted: BTreeMap::new() };
    if look.look == 0 || !needs.rows.is_empty() {
        return needs;
    }
    let measured = measure(&expanded.rows, &evidence.counts(look.turn));
    let (rows, than) = claim_rows(expanded, claim, &measured);
    let next = confidence_of_look(look.look + 1);
    for open in claim.open_rows(&rows, &than, next) {
        let keys = open.places.iter().flat_map(|place| [claim.rows.get(*place), claim.than.get(*place)]);
        for key in leaves_of(expanded, keys.flatten()) {
            needs.rows.insert(key.clone(), last(&key) + 1);
            let wanted = needs.wanted.entry(key).or_insert(1.0);
            *wanted = wanted.max(open.wanted);
        }
    }
    needs
}

impl Needs {
    /// The rows of which the needed sample is not there yet.
    pub(super) fn missing(&self, evidence: &PaperEvidence) -> BTreeMap<String, u32> {
        let there = |key: &str, stage: u32| {
            evidence.samples.get(key).is_some_and(|samples| samples.iter().any(|sample| sample.stage >= stage))
        };
        self.rows.iter().filter(|(key, stage)| !there(key, **stage)).map(|(key, stage)| (key.clone(), *stage)).collect()
    }
}

/// The rows read from runs that these rows follow from.
pub(super) fn leaves_of<'a>(expanded: &Expanded, keys: impl Iterator<Item = &'a RunKey>) -> BTreeSet<String> {
    let mut leaves = BTreeSet::new();
    for key in keys {
        match expanded.rows.iter().find(|row| row.key == *key).map(|row| &row.source) {
            Some(Source::Rows(_, of)) => leaves.extend(leaves_of(expanded, of.iter())),
            Some(Source::Runs(..)) => {
                leaves.insert(key.text());
            }
            None => {}
        }
    }
    leaves
}
