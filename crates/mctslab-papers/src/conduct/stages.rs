//! Stages: further samples of runs, each of them an ordinary run.
//!
//! Stage 1 of a run has the seed of the command and its scale: it is the run that `paper run`
//! without stages plays. Stage s has the seed plus (s - 1) million, and 2^(s - 2) times the size,
//! so that the first s stages together are 2^(s - 1) times as large as the first. Where samples of
//! a row cannot be merged, stage s alone has that size.

use std::collections::{BTreeMap, HashSet};

use crate::expand::{Expanded, Source};
use crate::settings::{PaperSettings, RunKey};

/// How far the seeds of two stages are apart.
const SEED_STEP: u64 = 1_000_000;

/// Which sample of a run is wanted, and whether two of its samples can be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RunStage {
    pub stage: u32,
    pub merges: bool,
}

impl RunStage {
    /// The settings that its runs have.
    pub(super) fn settings(self, settings: &PaperSettings) -> PaperSettings {
        let factor = self.factor();
        PaperSettings {
            seed: settings.seed.wrapping_add(SEED_STEP * u64::from(self.stage - 1)),
            scale: settings.scale * factor,
            scales: settings.scales.iter().map(|(words, scale)| (words.clone(), scale * factor)).collect(),
            ..settings.clone()
        }
    }

    /// How many times larger it is than the first.
    pub(super) fn factor(self) -> f64 {
        let doublings = if self.merges { self.stage.saturating_sub(2) } else { self.stage - 1 };
        f64::powi(2.0, doublings as i32)
    }
}

/// The runs that samples of rows need, by their stage. `decisive` are the rows that claims rest on:
/// one of them whose samples cannot be merged is enough to make its runs larger.
pub(super) fn runs_by_stage(
    expanded: &Expanded,
    rows: &BTreeMap<String, u32>,
    decisive: &HashSet<String>,
) -> BTreeMap<RunStage, HashSet<RunKey>> {
    let reads = |key: &str| {
        let row = expanded.rows.iter().find(|row| row.key.text() == key)?;
        if let Source::Runs(runs, reading) = &row.source { Some((runs, reading.kind)) } else { None }
    };
    let lasting: Vec<&RunKey> = decisive
        .iter()
        .filter_map(|key| reads(key))
        .filter(|(_, kind)| !kind.merges())
        .flat_map(|(runs, _)| runs)
        .collect();
    let mut stages: BTreeMap<RunStage, HashSet<RunKey>> = BTreeMap::new();
    for (key, stage) in rows {
        for run in reads(key).into_iter().flat_map(|(runs, _)| runs) {
            let merges = !lasting.contains(&run);
            stages.entry(RunStage { stage: *stage, merges }).or_default().insert(run.clone());
        }
    }
    stages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_double_what_there_is() {
        let factors = |merges| (1..=5).map(|stage| RunStage { stage, merges }.factor()).collect::<Vec<_>>();
        assert_eq!(factors(true), [1.0, 1.0, 2.0, 4.0, 8.0], "together 1, 2, 4, 8, 16");
        assert_eq!(factors(false), [1.0, 2.0, 4.0, 8.0, 16.0]);
        let settings =
            PaperSettings { seed: 7, scale: 0.5, scales: vec![("Hex".to_string(), 0.1)], ..PaperSettings::default() };
        let third = RunStage { stage: 3, merges: true }.settings(&settings);
        assert_eq!((third.seed, third.scale, third.scale_of("Hex: a v b")), (2_000_007, 1.0, 0.2));
        assert_eq!(RunStage { stage: 1, merges: false }.settings(&settings), settings);
    }
}
