//! What the page of a study keeps of its games in one pass: lengths, and for each level the first
//! game that each side won and the first drawn one. Which level lies near the crossing is only
//! known at the end.

use std::collections::BTreeMap;

use mctslab_arena::Record;

use super::curve_numbers::TrialSummary;
use super::method::Method;
use super::study::ComplexityStudy;

/// How a game of a study ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ending {
    /// The target was paid more than the touchstone.
    TargetWon,
    /// The touchstone was paid more.
    TouchstoneWon,
    /// Both were paid alike; of several touchstones the mean counts.
    Drawn,
}

/// Who plays: the iterations of the touchstone in the target's place, if there is one, and those of
/// the touchstone.
type SeatTable = (Option<u64>, u64);

/// What was kept of the games of a study.
#[derive(Clone, Debug, Default)]
pub(crate) struct ComplexityGames {
    /// How many games had so many plies.
    pub lengths: BTreeMap<u32, u64>,
    /// How many games were forfeited.
    pub forfeits: u64,
    forfeited: Option<Record>,
    firsts: BTreeMap<SeatTable, BTreeMap<Ending, Record>>,
}

impl ComplexityGames {
    /// Takes note of the next game, which is the last one that the study was given.
    pub(crate) fn add(&mut self, record: &Record, study: &ComplexityStudy) {
        *self.lengths.entry(record.plies).or_default() += 1;
        if record.forfeit.is_some() {
            self.forfeits += 1;
            self.forfeited.get_or_insert_with(|| record.clone());
            return;
        }
        let (Some(outcome), Some(batch)) = (study.outcome(record), study.batches().last()) else { return };
        let ending = match outcome.score.total_cmp(&0.5) {
            std::cmp::Ordering::Less => Ending::TargetWon,
            std::cmp::Ordering::Equal => Ending::Drawn,
            std::cmp::Ordering::Greater => Ending::TouchstoneWon,
        };
        let firsts = self.firsts.entry((batch.rival, batch.level.iterations)).or_default();
        firsts.entry(ending).or_insert_with(|| record.clone());
    }

    /// A game of each ending, played as near to the crossing as one was, and a forfeited one; each
    /// with why it was chosen.
    pub(crate) fn samples(&self, study: &ComplexityStudy) -> Vec<(&Record, String)> {
        let (rival, iterations) = crossing_of(study);
        let far = |table: &SeatTable| {
            let doublings = libm::log2(table.1 as f64) - libm::log2(iterations);
            (table.0 != rival, doublings.abs())
        };
        let mut samples = Vec::new();
        for ending in [Ending::TargetWon, Ending::TouchstoneWon, Ending::Drawn] {
            let tables = self.firsts.iter().filter_map(|(table, games)| Some((far(table), games.get(&ending)?)));
            let nearest = tables.min_by(|(a, _), (b, _)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
            samples.extend(nearest.map(|(_, record)| {
                let words = if record.seats.len() > 2 { paid_words(ending) } else { words(ending, rival.is_some()) };
                (record, words.to_string())
            }));
        }
        samples.extend(self.forfeited.as_ref().map(|record| (record, "forfeited".to_string())));
        samples
    }
}

fn words(ending: Ending, on_ladder: bool) -> &'static str {
    match (ending, on_ladder) {
        (Ending::Drawn, _) => "drawn",
        (Ending::TargetWon, false) => "won by the target",
        (Ending::TouchstoneWon, false) => "won by the touchstone",
        (Ending::TargetWon, true) => "won by the step before",
        (Ending::TouchstoneWon, true) => "won by the step that was tried",
    }
}

/// With several touchstones in a game nobody need have won or drawn: payoffs are compared.
fn paid_words(ending: Ending) -> &'static str {
    match ending {
        Ending::TargetWon => "the target scored above the mean of the others",
        Ending::TouchstoneWon => "the target scored below the mean of the others",
        Ending::Drawn => "the target scored the mean of the others",
    }
}

/// The table at which both sides are most alike.
fn crossing_of(study: &ComplexityStudy) -> (Option<u64>, f64) {
    let batch = study.batches().last();
    let last = batch.map_or(1.0, |batch| batch.level.iterations as f64);
    let found = match study.method() {
        Method::Fit(fit) => Some(fit.estimate()),
        Method::Bisection(bisection) => TrialSummary::of(bisection.trials()).estimate,
        Method::Ladder(_) => None,
    };
    (batch.and_then(|batch| batch.rival), found.unwrap_or(last))
}
