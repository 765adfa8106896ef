//! What has been counted of an id so far: the samples of its rows, and the looks that its claims
//! have had at them.
//!
//! It comes from runs, and from documents that were written before: the raw counts in a document
//! are enough to go on from. A sample is known by the run that it came from, whose text without
//! size and seed has a fingerprint; where a file, or what an agent is by default, has changed
//! since, the sample no longer belongs to the row and is left out.

use std::collections::{BTreeMap, BTreeSet};

use mctslab_arena::Plan;

use crate::document::{PaperDocument, PaperFigure, PlayedRun};
use crate::expand::{ExpandedRow, Source};
use crate::raw::{RawCounts, RawSample, merged_samples};

/// The error that a claim may make over all its looks together.
const ERROR: f64 = 0.05;

/// A look of a claim at the samples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ClaimLook {
    /// Which look it is, from 1; 0 if the claim is looked at once, with all that there is.
    pub look: u32,
    /// The turn up to which samples were seen.
    pub turn: u32,
}

/// The confidence of the intervals of a look. The k-th look may err with 0.05/2^k, so that all of
/// them together err with no more than 0.05.
pub(super) fn confidence_of_look(look: u32) -> f64 {
    1.0 - ERROR / f64::powi(2.0, look as i32)
}

/// What has been counted so far.
#[derive(Clone, Debug, Default)]
pub(super) struct PaperEvidence {
    /// How often something was added.
    pub turn: u32,
    /// Runs that were played.
    pub played: Vec<PlayedRun>,
    /// The samples of each row, by its key.
    pub samples: BTreeMap<String, Vec<RawSample>>,
    /// The last look of each claim.
    pub looks: BTreeMap<String, ClaimLook>,
    /// Figures, whose lists are in no row.
    pub figures: Vec<PaperFigure>,
    /// Whether claims are judged in stages.
    pub staged: bool,
}

/// What a stage of runs has counted.
#[derive(Clone, Debug, Default)]
pub(super) struct StageCounts {
    pub played: Vec<PlayedRun>,
    pub samples: Vec<(String, RawSample)>,
    pub figures: Vec<PaperFigure>,
}

impl PaperEvidence {
    /// What a document holds of these rows; `plans` are the fingerprints of the runs as they are
    /// now.
    pub(super) fn of(
        document: &PaperDocument,
        rows: &[ExpandedRow],
        plans: &BTreeMap<String, String>,
    ) -> PaperEvidence {
        let same = |run: &&PlayedRun| plans.get(&run.run) == Some(&run.plan);
        let played: Vec<PlayedRun> = document.played.iter().filter(same).cloned().collect();
        let known: BTreeSet<(&str, u32)> = played.iter().map(|run| (run.run.as_str(), run.stage)).collect();
        let mut samples = BTreeMap::new();
        for row in rows {
            let (Source::Runs(runs, _), key) = (&row.source, row.key.text()) else { continue };
            let Some(stored) = document.rows.iter().find(|row| row.key() == key) else { continue };
            let first =
                |sample: &&RawSample| runs.iter().any(|run| known.contains(&(run.text().as_str(), sample.stage)));
            let kept: Vec<RawSample> = stored.raw.iter().filter(first).cloned().collect();
            if !kept.is_empty() {
                samples.insert(key, kept);
            }
        }
        let look =
            |claim: &crate::document::PaperClaim| (claim.key(), ClaimLook { look: claim.look, turn: claim.turn });
        let looks = document.claims.iter().filter(|claim| claim.look > 0).map(look).collect();
        PaperEvidence { turn: document.turn, played, samples, looks, figures: document.figures.clone(), staged: true }
    }

    /// Adds what runs have counted; what is there already is not added again. Rows whose first
    /// sample is another one begin anew, and so do the looks of claims.
    pub(super) fn add(&mut self, counts: Vec<StageCounts>) {
        self.turn += 1;
        for stage in counts {
            for run in stage.played {
                self.played.retain(|known| !(known.run == run.run && known.stage == run.stage));
                self.played.push(PlayedRun { turn: self.turn, ..run });
            }
            for (key, sample) in stage.samples {
                let samples = self.samples.entry(key).or_default();
                let same = |known: &RawSample| known.stage == sample.stage && known.counts == sample.counts;
                if samples.iter().any(same) {
                    continue;
                }
                if samples.iter().any(|known| known.stage == sample.stage) {
                    samples.clear();
                    self.looks.clear();
                }
                samples.push(RawSample { turn: self.turn, ..sample });
            }
            for figure in stage.figures {
                self.figures.retain(|known| known.title != figure.title);
                self.figures.push(figure);
            }
        }
    }

    /// What was counted of each row up to a turn.
    pub(super) fn counts(&self, turn: u32) -> BTreeMap<String, Vec<RawCounts>> {
        let of = |(key, samples): (&String, &Vec<RawSample>)| {
            let until = samples.iter().filter(|sample| sample.turn <= turn);
            Some((key.clone(), merged_samples(until)?))
        };
        self.samples.iter().filter_map(of).collect()
    }

    /// The confidence of the intervals of a look. What is shown of a claim before its first look in
    /// stages has that of the first.
    pub(super) fn confidence(&self, look: ClaimLook) -> f64 {
        confidence_of_look(if self.staged { look.look.max(1) } else { look.look })
    }

    /// The last look of a claim; of one without any, all that there is.
    pub(super) fn look(&self, claim: &str) -> ClaimLook {
        self.looks.get(claim).copied().unwrap_or(ClaimLook { look: 0, turn: self.turn })
    }
}

/// A fingerprint of what a run is, whatever its size and its seed: the game, the study, the
/// conditions and the agents with all their options (FNV-1a: Fowler, Noll and Vo).
pub(super) fn fingerprint(plain: &str, plan: &Plan) -> String {
    let text = format!("{plain}\n{}", plan.agents.join("\n"));
    let add = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, add))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(stage: u32, hits: u64) -> (String, RawSample) {
        let counts = vec![RawCounts::Share { hits, cases: 10 }];
        ("row".to_string(), RawSample { turn: 0, stage, seed: u64::from(stage), counts })
    }

    fn stage(samples: Vec<(String, RawSample)>) -> Vec<StageCounts> {
        vec![StageCounts { samples, ..StageCounts::default() }]
    }

    #[test]
    fn samples_are_added_once_and_seen_by_turns() {
        let mut evidence = PaperEvidence::default();
        evidence.add(stage(vec![sample(1, 2)]));
        evidence.add(stage(vec![sample(1, 2), sample(2, 5)]));
        let hits = |turn: u32| match evidence.counts(turn).get("row").map(Vec::as_slice) {
            Some([RawCounts::Share { hits, cases }]) => (*hits, *cases),
            _ => (0, 0),
        };
        assert_eq!([hits(0), hits(1), hits(2)], [(0, 0), (2, 10), (7, 20)]);
        // The first sample of another seed or size is another row's beginning.
        evidence.add(stage(vec![sample(1, 3)]));
        assert_eq!(evidence.samples["row"].len(), 1);
    }

    #[test]
    fn looks_share_an_error_of_five_percent() {
        assert_eq!([0, 1, 2].map(confidence_of_look), [0.95, 0.975, 0.9875]);
        let all: f64 = (1..60).map(|look| 1.0 - confidence_of_look(look)).sum();
        assert!(all <= 0.05 + 1e-12, "{all}");
    }
}
