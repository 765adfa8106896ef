//! Do the results of all workers agree? What a task finds is a pure function of its number, so the
//! results of a worker may differ from those of the others by chance alone: by which tasks it
//! happened to be given.
//!
//! Games of the same agents in the same seats of one run are a stratum, and so are samples that
//! were drawn for the same measure. In each stratum something is compared: what a game paid its
//! first seat, or the rank of a number of a sample among all of the stratum, so that a few large
//! ones do not decide. The results of one worker are a sample of the stratum without replacement.
//! That their sum is at least `t` away from its mean, in either direction, has a probability of at
//! most 2 exp(−t²/(2(V + tM/3))), where `V` is the sum of their variances and `M` the largest
//! distance from the mean: Bernstein's inequality, which holds without replacement too (Hoeffding,
//! 1963, section 6). It is no approximation, so a result that is rare frightens nobody. The
//! probability is multiplied by the number of comparisons.

use std::collections::{BTreeMap, HashMap};

use mctslab_arena::{Record, Round, Seats};
use mctslab_registry::samples::{AnyMeasure, TIMING};
use serde_json::Value;

/// A worker is reported if chance would bring so large a difference less often than this.
const LEVEL: f64 = 1e-6;

/// What a sample says of how it was made rather than of what it found: its place in the schedule.
const GIVEN: [&str; 3] = ["seats", "opening", "seed"];

/// What workers reported, as far as it is compared.
#[derive(Default)]
pub struct Homogeneity {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    games: HashMap<(usize, Seats), SampleColumn>,
    /// By the run, what was measured and who sat where; then by the place of a number in a sample.
    samples: HashMap<(usize, String, String), HashMap<String, SampleColumn>>,
    /// Whether samples of a measure are drawn, by its text.
    drawn: HashMap<String, bool>,
}

/// The values of one kind in one stratum: by value, in order, how many of each worker.
#[derive(Default)]
struct SampleColumn(BTreeMap<u64, (f64, HashMap<u32, u64>)>);

/// How a worker compares with the others.
#[derive(Clone, Copy, Default)]
struct Compared {
    count: f64,
    /// What its values add up to beyond what was expected, the sum of their variances, and the
    /// largest distance of one from the mean.
    more: f64,
    variance: f64,
    most: f64,
}

impl Compared {
    /// A bound for the probability that chance makes it differ so much.
    fn chance(&self) -> f64 {
        let (more, scale) = (self.more.abs(), 2.0 * (self.variance + self.more.abs() * self.most / 3.0));
        if more <= 0.0 || scale <= 0.0 { 1.0 } else { 2.0 * (-more * more / scale).exp() }
    }

    fn add(&mut self, other: Compared) {
        self.count += other.count;
        self.more += other.more;
        self.variance += other.variance;
        self.most = self.most.max(other.most);
    }
}

impl SampleColumn {
    fn add(&mut self, worker: u32, value: f64) {
        *self.0.entry(place_in_order(value)).or_insert_with(|| (value, HashMap::new())).1.entry(worker).or_default() +=
            1;
    }

    /// Compares every worker with all that are not `strange`: by the values, or by their ranks,
    /// brought to the range from 0 to 1.
    fn compare(&self, ranks: bool, strange: &[u32], found: &mut HashMap<u32, Compared>) {
        let counts = |by_worker: &HashMap<u32, u64>| {
            by_worker
                .iter()
                .filter(|(worker, _)| !strange.contains(worker))
                .map(|(_, count)| *count as f64)
                .sum::<f64>()
        };
        let rows: Vec<(f64, f64, &HashMap<u32, u64>)> =
            self.0.values().map(|(value, by_worker)| (*value, counts(by_worker), by_worker)).collect();
        let all: f64 = rows.iter().map(|row| row.1).sum();
        if all < 2.0 {
            return;
        }
        let mut below = 0.0;
        let mut scored = Vec::with_capacity(rows.len());
        for (value, count, by_worker) in rows {
            scored.push((if ranks { (below + 0.5 * count) / all } else { value }, count, by_worker));
            below += count;
        }
        let mean = scored.iter().map(|(score, count, _)| score * count).sum::<f64>() / all;
        let variance = scored.iter().map(|(score, count, _)| (score - mean).powi(2) * count).sum::<f64>() / all;
        let seen = scored.iter().filter(|(_, count, _)| *count > 0.0);
        let most = seen.map(|(score, ..)| (score - mean).abs()).fold(0.0, f64::max);
        let mut own: HashMap<u32, (f64, f64)> = HashMap::new();
        for (score, _, by_worker) in &scored {
            for (worker, count) in by_worker.iter().filter(|(worker, _)| !strange.contains(worker)) {
                let (number, sum) = own.entry(*worker).or_default();
                *number += *count as f64;
                *sum += *count as f64 * score;
            }
        }
        for (worker, (count, sum)) in own {
            // What the worker has too much the others have too little: the smaller of the two
            // samples gives the better bound.
            let variance = variance * count.min(all - count);
            found.entry(worker).or_default().add(Compared { count, more: sum - count * mean, variance, most });
        }
    }
}

/// A number whose order is that of the values; values that differ by less than a 256th are one.
fn place_in_order(value: f64) -> u64 {
    let bits = value.to_bits();
    (if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }) >> 44
}

impl Homogeneity {
    fn number(&mut self, worker: &str) -> u32 {
        if let Some(number) = self.numbers.get(worker) {
            return *number;
        }
        let number = self.names.len() as u32;
        self.names.push(worker.to_string());
        self.numbers.insert(worker.to_string(), number);
        number
    }

    /// Takes a game of a run that a worker played.
    pub fn add_game(&mut self, worker: &str, run: usize, record: &Record) {
        let number = self.number(worker);
        let Some(&payoff) = record.payoffs.as_slice().first() else { return };
        self.games.entry((run, record.seats)).or_default().add(number, payoff);
    }

    /// Takes a sample that a worker took. Samples that are not drawn at random, such as every
    /// position after some plies in their order, are not compared: neighbours are alike.
    pub fn add_sample(&mut self, worker: &str, run: usize, round: &Round, found: &str) {
        let Some(measure) = round.own_work() else { return };
        if !self.drawn.contains_key(measure) {
            self.drawn.insert(measure.to_string(), is_drawn(measure));
        }
        if !self.drawn[measure] {
            return;
        }
        let Ok(sample) = serde_json::from_str::<Value>(found) else { return };
        let number = self.number(worker);
        let mut seen = Numbers::default();
        seen.read(&sample, "");
        let columns = self.samples.entry((run, measure.to_string(), seen.seats)).or_default();
        for (place, (sum, count)) in seen.found {
            columns.entry(place).or_default().add(number, sum / count);
        }
    }

    /// The workers whose results differ from those of the others beyond chance, in words. One that
    /// differs changes what the others are compared with, so the one that differs most is taken out
    /// before the rest are looked at again.
    pub fn report(&self) -> Vec<String> {
        let (mut strange, mut reports) = (Vec::new(), Vec::new());
        loop {
            let kinds = self.compare(&strange);
            let comparisons = kinds.values().map(HashMap::len).sum::<usize>() as f64;
            let all =
                kinds.iter().flat_map(|(kind, found)| found.iter().map(move |(worker, one)| (*kind, *worker, *one)));
            let strangest = all.min_by(|a, b| a.2.chance().total_cmp(&b.2.chance()).then((a.1, a.0).cmp(&(b.1, b.0))));
            let Some((kind, worker, found)) = strangest else { break };
            let p = found.chance() * comparisons;
            if p >= LEVEL {
                break;
            }
            let (name, each) = (&self.names[worker as usize], found.more / found.count);
            let how = match kind {
                None => format!("in {} games the first seat was paid {each:+.4} more than expected", found.count),
                Some(place) => format!(
                    "in {} samples `{place}` has a mean rank of {:.2}, where 0 is the lowest, 1 the highest and 0.50 expected",
                    found.count,
                    0.5 + each
                ),
            };
            reports.push(format!(
                "the results of worker `{name}` differ from those of the other workers beyond chance: {how} (p < {p:.0e}); check \
                 its machine, and play its tasks again"
            ));
            strange.push(worker);
        }
        reports
    }

    /// All workers that are not strange, compared by what games paid (`None`) and by the numbers of
    /// samples.
    fn compare(&self, strange: &[u32]) -> HashMap<Option<&str>, HashMap<u32, Compared>> {
        let mut kinds: HashMap<Option<&str>, HashMap<u32, Compared>> = HashMap::new();
        for column in self.games.values() {
            column.compare(false, strange, kinds.entry(None).or_default());
        }
        for (place, column) in self.samples.values().flatten() {
            column.compare(true, strange, kinds.entry(Some(place)).or_default());
        }
        kinds
    }
}

/// Whether the samples of a measure are drawn at random, each by itself.
fn is_drawn(measure: &str) -> bool {
    match AnyMeasure::parse(measure) {
        Ok(AnyMeasure::Outlook(outlook)) => !outlook.enumerate,
        Ok(AnyMeasure::Efficiency(efficiency)) => !efficiency.enumerate,
        Ok(AnyMeasure::Probe(probe)) => !probe.enumerate && probe.from.is_empty(),
        Ok(AnyMeasure::Portrait(_) | AnyMeasure::Trace(_)) => true,
        Ok(AnyMeasure::Counts(_)) | Err(_) => false,
    }
}

/// The numbers of a sample.
#[derive(Default)]
struct Numbers {
    /// By place, what there is and how often: of a list, the mean of its numbers, and how many
    /// there are.
    found: HashMap<String, (f64, f64)>,
    /// Who sat where, if it is a game.
    seats: String,
}

impl Numbers {
    fn read(&mut self, value: &Value, place: &str) {
        match value {
            Value::Object(entries) => {
                for (key, value) in entries {
                    let place = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
                    if key == GIVEN[0] {
                        self.seats = value.to_string();
                    }
                    if key != TIMING && !GIVEN.contains(&key.as_str()) {
                        self.read(value, &place);
                    }
                }
            }
            Value::Array(values) => {
                self.note(format!("{place} (number)"), values.len() as f64);
                for value in values {
                    self.read(value, place);
                }
            }
            Value::Number(number) => {
                self.missing(place, false);
                self.note(place.to_string(), number.as_f64().unwrap_or_default());
            }
            Value::Bool(is) => {
                self.missing(place, false);
                self.note(place.to_string(), f64::from(u8::from(*is)));
            }
            Value::String(_) => self.missing(place, false),
            Value::Null => self.missing(place, true),
        }
    }

    fn missing(&mut self, place: &str, is: bool) {
        self.note(format!("{place} (missing)"), f64::from(u8::from(is)));
    }

    fn note(&mut self, place: String, value: f64) {
        let (sum, count) = self.found.entry(place).or_default();
        *sum += value;
        *count += 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How probable the results of each of two workers are, where the first paid `one`, game after
    /// game, and the second `other`.
    fn chances(one: &[f64], other: &[f64]) -> [f64; 2] {
        let mut column = SampleColumn::default();
        for (worker, payoffs) in [(0, one), (1, other)] {
            for &payoff in payoffs {
                column.add(worker, payoff);
            }
        }
        let mut found = HashMap::new();
        column.compare(false, &[], &mut found);
        [0, 1].map(|worker| found[&worker].chance())
    }

    #[test]
    fn a_worker_that_differs_is_seen_and_a_rare_result_frightens_nobody() {
        let even: Vec<f64> = (0..400).map(|game| f64::from(game % 2)).collect();
        assert_eq!(chances(&even, &even), [1.0, 1.0]);
        assert!(chances(&[1.0; 400], &even).iter().all(|&chance| chance < LEVEL), "one that always wins");
        let mut rare = vec![0.5; 400];
        rare[7] = 1.0;
        assert!(chances(&rare, &[0.5; 400]).iter().all(|&chance| chance > 0.1), "one decided game among draws");
    }
}
