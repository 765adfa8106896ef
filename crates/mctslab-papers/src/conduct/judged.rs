//! The verdicts on the claims of an id.

use std::collections::BTreeMap;

use super::PaperRun;
use super::measure::measure;
use crate::claim::Claim;
use crate::document::{ClaimCriterion, PaperClaim, rounded};
use crate::evidence::{ClaimLook, PaperEvidence};
use crate::expand::{Expanded, ExpandedRow};
use crate::judge::{ClaimRow, Judgement};
use crate::measured::Measured;
use crate::settings::RunKey;

impl PaperRun<'_> {
    /// All claims, each judged by what its last look saw.
    pub(super) fn claims(&self, evidence: &PaperEvidence) -> Vec<PaperClaim> {
        let mut by_turn: BTreeMap<u32, BTreeMap<String, Measured>> = BTreeMap::new();
        let claim = |claim: &Claim| {
            let look = evidence.look(&claim.key());
            let measured =
                by_turn.entry(look.turn).or_insert_with(|| measure(&self.expanded.rows, &evidence.counts(look.turn)));
            self.claim(claim, measured, look, evidence.confidence(look))
        };
        self.expanded.claims.iter().map(claim).collect()
    }

    fn claim(
        &self,
        claim: &Claim,
        measured: &BTreeMap<String, Measured>,
        look: ClaimLook,
        confidence: f64,
    ) -> PaperClaim {
        let judged = judged_by(&self.expanded, claim, measured, confidence);
        let row_of = |key: &RunKey| self.expanded.rows.iter().find(|row| row.key == *key);
        let reason = || {
            let mut reasons: Vec<String> =
                claim.rows.iter().filter_map(row_of).filter_map(|row| row.reason.clone()).collect();
            reasons.dedup();
            (reasons.len() == 1).then(|| reasons.remove(0))
        };
        let (low, high, within, least) = (claim.low, claim.high, claim.within, claim.least);
        PaperClaim {
            id: claim.id.clone(),
            text: claim.text.clone(),
            kind: claim.kind.name().to_string(),
            profile: claim.profile.clone(),
            verdict: judged.verdict,
            estimate: judged.estimate.filter(|estimate| estimate.is_finite()).map(rounded),
            low: judged.ends.map(|ends| ends.0).filter(|end| end.is_finite()).map(rounded),
            high: judged.ends.map(|ends| ends.1).filter(|end| end.is_finite()).map(rounded),
            tolerance: claim.tolerance(),
            nearest: judged.row,
            rows: claim.rows.len(),
            measured: judged.measured,
            second: claim.second,
            fitted: claim.fitted.clone(),
            reason: claim.reason.clone().or_else(reason),
            because: claim.because.clone(),
            criterion: Some(ClaimCriterion { low, high, within, least, none_outside: claim.none_outside }),
            of: claim.rows.iter().map(RunKey::text).collect(),
            than: claim.than.iter().map(RunKey::text).collect(),
            look: look.look,
            turn: look.turn,
            confidence: Some(confidence),
            needs: None,
        }
    }
}

/// What these numbers say about a claim.
pub(super) fn judged_by(
    expanded: &Expanded,
    claim: &Claim,
    measured: &BTreeMap<String, Measured>,
    confidence: f64,
) -> Judgement {
    let (rows, than) = claim_rows(expanded, claim, measured);
    claim.judge(&rows, &than, confidence)
}

/// The rows of a claim, and those that are subtracted from them.
pub(super) fn claim_rows(
    expanded: &Expanded,
    claim: &Claim,
    measured: &BTreeMap<String, Measured>,
) -> (Vec<ClaimRow>, Vec<ClaimRow>) {
    let seen = |key: &RunKey| {
        let row: Option<&ExpandedRow> = expanded.rows.iter().find(|row| row.key == *key);
        ClaimRow {
            label: key.label.clone(),
            measured: measured.get(&key.text()).cloned(),
            published: row.and_then(|row| row.published),
            published_error: row.and_then(|row| row.published_error).unwrap_or(0.0),
            tolerance: row.map_or(0.0, |row| row.tolerance),
        }
    };
    let of = |keys: &[RunKey]| keys.iter().map(seen).collect();
    (of(&claim.rows), of(&claim.than))
}
