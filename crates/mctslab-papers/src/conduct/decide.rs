//! Deciding claims: games go where claims are open, in stages.
//!
//! A claim looks at its rows when each row that left it open has a further sample; the k-th look
//! may err with 0.05/2^k, so that all its looks together err with no more than 0.05. A verdict that
//! was reached stays: it rests on the samples of its look. What has been counted is a document, so
//! the command can go on from any document, and a stage that was interrupted goes on in the store.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use mctslab_lab::{Hints, Lab, LabError, Run};

use super::judged::judged_by;
use super::measure::measure;
use super::needs::{Needs, leaves_of, needs_of};
use super::play::play_papers;
use super::runs::planned_run;
use super::select::chosen_rows;
use super::stages::{RunStage, runs_by_stage};
use super::{PaperRun, StartedPaper};
use crate::claim::{Claim, ClaimVerdict};
use crate::document::PaperDocument;
use crate::evidence::{ClaimLook, PaperEvidence, StageCounts};
use crate::expand::Source;
use crate::library::PaperId;
use crate::settings::{PaperSettings, RunKey};

/// What surrounds the deciding of claims: who plays, and who is told.
pub trait DecideAudience<E> {
    /// Plays runs, on one thread if their results depend on the speed of the machine.
    fn play(&mut self, runs: Vec<Run>, timed: bool) -> Result<Vec<Run>, E>;

    /// Whether there is time for more.
    fn goes_on(&self) -> bool;

    /// Takes note of what is going on.
    fn say(&mut self, text: &str);

    /// Takes a document after each stage, and those of all ids at the end.
    fn take(&mut self, document: &PaperDocument) -> Result<(), E>;
}

/// A claim that is not decided, and what its next look takes.
struct OpenClaim {
    name: String,
    /// The samples that are missing.
    missing: BTreeMap<String, u32>,
    /// Seconds of CPU time for them.
    next: f64,
    /// Seconds until it is probably decided; infinite if more games will hardly do it.
    whole: f64,
}

/// Decides the claims of these ids, the cheapest first, until all that count are decided or there
/// is no time left. `base` has what was counted before.
pub fn decide_papers<E: From<LabError>>(
    lab: &Lab,
    ids: &[PaperId<'_>],
    settings: &PaperSettings,
    base: impl Fn(&str) -> Option<PaperDocument>,
    store: Option<&Path>,
    audience: &mut impl DecideAudience<E>,
) -> Result<Vec<PaperDocument>, E> {
    let (mut all, hints) = (Vec::new(), &**lab.hints());
    for id in ids {
        let mut one = Deciding::new(lab, *id, settings, base(id.name()).as_ref())?;
        one.look();
        audience.say(&one.forecast());
        all.push(one);
    }
    let nothing = BTreeMap::new();
    while audience.goes_on() {
        let batches = all.iter().enumerate().filter_map(|(place, one)| Some((place, one.batch()?)));
        let Some((place, batch)) = batches.min_by(|a, b| a.1.0.total_cmp(&b.1.0)) else { break };
        audience.say(&format!("{}: {}", all[place].paper.name(), batch.1));
        let papers = all[place].stages(lab, &batch.2, store)?;
        let (played, whole) = play_papers(lab, papers, store, |runs, timed| audience.play(runs, timed))?;
        let counts = played.iter().map(|one| one.paper.stage_counts(&one.found)).collect();
        all[place].add(counts, if whole { &batch.2 } else { &nothing });
        audience.take(&all[place].document(hints))?;
        if !whole {
            break;
        }
    }
    let documents: Vec<PaperDocument> = all.iter().map(|one| one.document(hints)).collect();
    documents.iter().try_for_each(|document| audience.take(document))?;
    Ok(documents)
}

/// An id whose claims are being decided.
struct Deciding<'a> {
    paper: PaperRun<'a>,
    evidence: PaperEvidence,
    /// Rows of which a finished run counts nothing.
    barren: BTreeSet<String>,
}

/// The cost of the cheapest claim, what is played, and the samples that are needed.
type ClaimBatch = (f64, String, BTreeMap<String, u32>);

impl<'a> Deciding<'a> {
    fn new(
        lab: &Lab,
        id: PaperId<'a>,
        settings: &PaperSettings,
        base: Option<&PaperDocument>,
    ) -> Result<Deciding<'a>, LabError> {
        let expanded = id.expand(lab, settings)?;
        let chosen = chosen_rows(id, settings, &expanded)?;
        let planned = expanded.runs.iter().map(|run| planned_run(lab, id, settings, run));
        let runs = planned.collect::<Result<Vec<_>, _>>()?;
        let plans = runs.iter().map(|run| (run.key.text(), run.fingerprint.clone())).collect();
        let evidence = base.map(|base| PaperEvidence::of(base, &expanded.rows, &plans)).unwrap_or_default();
        let evidence = PaperEvidence { staged: true, ..evidence };
        let settings = settings.clone();
        let paper = PaperRun { id, settings, expanded, runs, chosen, stage: 1, staged: true, experiment: None };
        Ok(Deciding { paper, evidence, barren: BTreeSet::new() })
    }

    /// The claims that are to be decided.
    fn claims(&self) -> impl Iterator<Item = &Claim> {
        let wanted = |claim: &&Claim| {
            let leaves = leaves_of(&self.paper.expanded, claim.rows.iter().chain(&claim.than));
            let chosen: BTreeSet<String> = self.paper.chosen.iter().map(RunKey::text).collect();
            claim.counts() && leaves.is_subset(&chosen)
        };
        self.paper.expanded.claims.iter().filter(wanted)
    }

    /// Whether a claim has not been decided by its last look.
    fn is_open(&self, claim: &Claim) -> bool {
        matches!(self.verdict(claim), ClaimVerdict::Open | ClaimVerdict::NotRun)
    }

    /// The verdict of a claim's last look; open before its first.
    fn verdict(&self, claim: &Claim) -> ClaimVerdict {
        let Some(look) = self.evidence.looks.get(&claim.key()) else { return ClaimVerdict::Open };
        let measured = measure(&self.paper.expanded.rows, &self.evidence.counts(look.turn));
        judged_by(&self.paper.expanded, claim, &measured, self.evidence.confidence(*look)).verdict
    }

    /// Adds what was counted, looks at it, and takes note of rows that were played for nothing.
    fn add(&mut self, counts: Vec<StageCounts>, played: &BTreeMap<String, u32>) {
        self.evidence.add(counts);
        let there = |key: &str, stage: u32| {
            self.evidence.samples.get(key).is_some_and(|samples| samples.iter().any(|sample| sample.stage >= stage))
        };
        let barren = played.iter().filter(|(key, stage)| !there(key, **stage));
        self.barren.extend(barren.map(|(key, _)| key.clone()));
        self.look();
    }

    /// Looks at all claims that have what a look needs.
    fn look(&mut self) {
        let turn = self.evidence.turn;
        let ready = |claim: &&Claim| {
            let needs = needs_of(&self.paper.expanded, claim, &self.evidence);
            let first = !self.evidence.looks.contains_key(&claim.key());
            (first || self.is_open(claim) && !needs.rows.is_empty()) && needs.missing(&self.evidence).is_empty()
        };
        let ready: Vec<String> = self.paper.expanded.claims.iter().filter(ready).map(Claim::key).collect();
        for claim in ready {
            let look = self.evidence.looks.get(&claim).map_or(0, |look| look.look) + 1;
            self.evidence.looks.insert(claim, ClaimLook { look, turn });
        }
    }

    /// Claims that are not decided and could be.
    fn open(&self) -> Vec<OpenClaim> {
        let claims = self.claims().filter(|claim| self.is_open(claim));
        let open = claims.map(|claim| {
            let needs = needs_of(&self.paper.expanded, claim, &self.evidence);
            let missing = needs.missing(&self.evidence);
            let next = self.cost(&missing);
            OpenClaim { name: claim.key(), whole: self.whole_cost(&needs).max(next), missing, next }
        });
        open.collect()
    }

    /// The cheapest open claim, with all others that cost little more.
    fn batch(&self) -> Option<ClaimBatch> {
        let can_be_played =
            |claim: &OpenClaim| !claim.missing.is_empty() && !claim.missing.keys().any(|row| self.barren.contains(row));
        let open: Vec<OpenClaim> = self.open().into_iter().filter(can_be_played).collect();
        let cheapest = open.iter().map(|claim| claim.next).min_by(f64::total_cmp)?;
        let (mut names, mut rows) = (Vec::new(), BTreeMap::new());
        for claim in open.into_iter().filter(|claim| claim.next <= (2.0 * cheapest).max(60.0)) {
            names.push(claim.name);
            for (row, stage) in claim.missing {
                let entry = rows.entry(row).or_insert(stage);
                *entry = stage.min(*entry);
            }
        }
        Some((cheapest, format!("{} of CPU time for {}", duration(self.cost(&rows)), names.join(", ")), rows))
    }

    /// The runs of these samples, started.
    fn stages(
        &self,
        lab: &Lab,
        rows: &BTreeMap<String, u32>,
        store: Option<&Path>,
    ) -> Result<Vec<StartedPaper<'a>>, LabError> {
        let id = self.paper.id;
        let stages = runs_by_stage(&self.paper.expanded, rows, &self.decisive());
        let start = |(stage, runs): (RunStage, HashSet<RunKey>)| {
            let settings = stage.settings(&self.paper.settings);
            let expanded = id.expand(lab, &settings)?;
            let all = expanded.rows.iter().filter(|row| match &row.source {
                Source::Runs(of, _) => of.iter().all(|run| runs.contains(run)),
                Source::Rows(..) => false,
            });
            let chosen = all.map(|row| row.key.clone()).collect();
            PaperRun::plan(lab, id, &settings, (expanded, chosen, runs), stage.stage)?.started(lab, store)
        };
        stages.into_iter().map(start).collect()
    }

    /// The rows that the claims rest on.
    fn decisive(&self) -> HashSet<String> {
        let leaves = |claim: &Claim| leaves_of(&self.paper.expanded, claim.rows.iter().chain(&claim.than));
        self.paper.expanded.claims.iter().filter(|claim| claim.counts()).flat_map(leaves).collect()
    }

    /// Seconds that samples of rows take, each run counted once.
    fn cost(&self, rows: &BTreeMap<String, u32>) -> f64 {
        let stages = runs_by_stage(&self.paper.expanded, rows, &self.decisive());
        let settings = &self.paper.settings;
        let of = |(stage, runs): (RunStage, HashSet<RunKey>)| {
            runs.iter().map(|run| self.rate(run) * settings.scale_of(&run.label) * stage.factor()).sum::<f64>()
        };
        stages.into_iter().map(of).sum()
    }

    /// Seconds until a claim is probably decided, from how much its rows were sampled so far.
    fn whole_cost(&self, needs: &Needs) -> f64 {
        let mut by_run: BTreeMap<String, f64> = BTreeMap::new();
        for (key, wanted) in &needs.wanted {
            let row = self.paper.expanded.rows.iter().find(|row| row.key.text() == *key);
            if let Some(Source::Runs(runs, _)) = row.map(|row| &row.source) {
                for run in runs {
                    let entry = by_run.entry(run.text()).or_insert(0.0);
                    *entry = entry.max((wanted - 1.0).max(0.0) * self.spent(&run.text()).0);
                }
            }
        }
        by_run.values().sum()
    }

    /// Seconds that a run took so far, and the size of all its samples.
    fn spent(&self, run: &str) -> (f64, f64) {
        let played = self.evidence.played.iter().filter(|played| played.run == run);
        played.fold((0.0, 0.0), |sum, played| (sum.0 + played.cpu_seconds.unwrap_or(0.0), sum.1 + played.scale))
    }

    /// Seconds that a run takes at the size of the paper: as measured, or an equal share of what
    /// the file says of the id.
    fn rate(&self, run: &RunKey) -> f64 {
        let (seconds, scale) = self.spent(&run.text());
        if scale > 0.0 && seconds > 0.0 {
            return seconds / scale;
        }
        seconds_of(self.paper.id.cpu()) / self.paper.expanded.runs.len().max(1) as f64
    }

    /// What is to be expected.
    fn forecast(&self) -> String {
        let (open, all) = (self.open(), self.claims().count());
        let decided = format!("{}: {} of {all} claims that count are decided", self.paper.name(), all - open.len());
        let needs = open.iter().map(|claim| format!("\n  {}: {}", claim.name, expectation(claim)));
        let next: f64 = open.iter().map(|claim| claim.next).sum();
        let sum = if open.is_empty() { String::new() } else { format!("; the next stage takes {}", duration(next)) };
        format!("{decided}{sum}{}", needs.collect::<String>())
    }

    /// The document, with what each open claim needs.
    fn document(&self, hints: &dyn Hints) -> PaperDocument {
        let finished = self.paper.runs.iter().filter(|run| self.spent(&run.key.text()).1 > 0.0).count();
        let mut document = self.paper.document(hints, &self.evidence, finished);
        for open in self.open() {
            if let Some(claim) = document.claims.iter_mut().find(|claim| claim.key() == open.name) {
                claim.needs = Some(expectation(&open));
            }
        }
        document
    }
}

/// What an open claim needs, in words.
fn expectation(claim: &OpenClaim) -> String {
    match () {
        () if claim.missing.is_empty() => "more games do not decide it".to_string(),
        () if claim.whole > 1000.0 * claim.next.max(60.0) => {
            format!("the next stage takes {}; its number lies on the edge of the tolerance", duration(claim.next))
        }
        () => format!("about {} of CPU time", duration(claim.whole)),
    }
}

/// `40 s`, `12 min`, `3.5 h`.
fn duration(seconds: f64) -> String {
    match seconds {
        _ if seconds < 90.0 => format!("{:.0} s", seconds.max(1.0).ceil()),
        _ if seconds < 5400.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

/// Seconds of words such as `1.5 min`; a minute if they are others.
fn seconds_of(words: &str) -> f64 {
    let mut parts = words.split_whitespace();
    let number = parts.next().and_then(|number| number.parse::<f64>().ok());
    let unit = match parts.next() {
        Some("s") => 1.0,
        Some("h") => 3600.0,
        _ => 60.0,
    };
    number.unwrap_or(1.0) * unit
}

#[cfg(test)]
mod tests;
