//! How a number is read: what the documents of runs have counted, and the number with its interval
//! that follows from the counts.

use mctslab_stats::{Pairs, Scores};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::WrongPart;
use crate::measured::Measured;
use crate::path::Path;
use crate::raw::RawCounts;

/// Where a number is, how it is read, and what is done with it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RowReading {
    pub kind: ReadingKind,
    pub path: Path,
    /// Where the number of cases is.
    pub cases: Option<Path>,
    pub scale: RowScale,
    pub from_one: bool,
    /// The step in which single values can differ.
    pub resolution: Option<f64>,
    /// Where the lower and the upper end are between which a value was searched for.
    pub bracket: Option<(Path, Path)>,
}

/// What is done with a number before it is shown: it is multiplied, something is added, and its
/// logarithm to base 2 may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowScale {
    /// What it is multiplied by.
    pub times: f64,
    /// What is added then.
    pub plus: f64,
    /// Whether its logarithm is shown.
    pub log2: bool,
}

impl RowScale {
    fn of(self, measured: Measured) -> Measured {
        let measured = measured.scaled(self.times, self.plus);
        if self.log2 { Measured::Log2(Box::new(measured)) } else { measured }
    }

    fn of_number(self, number: f64) -> f64 {
        let number = number * self.times + self.plus;
        if self.log2 { libm::log2(number) } else { number }
    }
}

/// How the value at a place is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReadingKind {
    /// The mean payoff.
    Score,
    /// The share of first places.
    First,
    /// The share of games won.
    Wins,
    /// The share of games drawn.
    Draws,
    /// The share of games lost.
    Losses,
    /// A mean.
    Mean,
    /// A share of cases.
    Share,
    /// The mean of single values.
    Values,
    /// The average of several means.
    Average,
    /// A median.
    Median,
    /// A number with the interval that a study found.
    Interval,
    /// A rank correlation.
    Correlation,
    /// A number as it is.
    Number,
}

const KINDS: [(&str, ReadingKind); 13] = [
    ("score", ReadingKind::Score),
    ("first", ReadingKind::First),
    ("wins", ReadingKind::Wins),
    ("draws", ReadingKind::Draws),
    ("losses", ReadingKind::Losses),
    ("mean", ReadingKind::Mean),
    ("share", ReadingKind::Share),
    ("values", ReadingKind::Values),
    ("average", ReadingKind::Average),
    ("median", ReadingKind::Median),
    ("interval", ReadingKind::Interval),
    ("correlation", ReadingKind::Correlation),
    ("number", ReadingKind::Number),
];

impl ReadingKind {
    /// The way to read a number that a file names.
    pub(super) fn parse(text: &str) -> Result<ReadingKind, WrongPart> {
        let found = KINDS.iter().find(|(name, _)| *name == text).map(|(_, kind)| *kind);
        found.ok_or_else(|| {
            let names = KINDS.map(|kind| kind.0).join(", ");
            WrongPart::new(format!("`as = \"{text}\"` is not a way to read a number; valid: {names}"))
        })
    }

    /// Whether two samples are merged exactly; where they are not, a larger one takes the place.
    pub(super) fn merges(self) -> bool {
        use ReadingKind::{Correlation, Interval, Median, Number};
        !matches!(self, Median | Interval | Correlation | Number)
    }

    /// Whether it is a share of games or of cases, so that its error follows from their number.
    pub(super) fn is_share(self) -> bool {
        use ReadingKind::{Draws, First, Losses, Score, Share, Wins};
        matches!(self, Score | First | Wins | Draws | Losses | Share)
    }
}

impl RowReading {
    /// What these documents have counted; `None` if the place is not there.
    pub(super) fn counts(&self, documents: &[&Value]) -> Option<Vec<RawCounts>> {
        if documents.is_empty() {
            return None;
        }
        match self.kind {
            ReadingKind::Values => Some(vec![self.values(documents)?]),
            ReadingKind::Score => self.score(documents),
            ReadingKind::First => Some(vec![self.first_places(documents)?]),
            ReadingKind::Wins | ReadingKind::Draws | ReadingKind::Losses => Some(vec![self.games(documents)?]),
            _ => documents.iter().map(|document| self.single(document)).collect(),
        }
    }

    /// The values at the place, each a measurement of its own.
    fn values(&self, documents: &[&Value]) -> Option<RawCounts> {
        let each = |value: &Value| {
            let number = self.scale.of_number(value.as_f64()?);
            Some(if self.from_one { (number - 1.0).abs() } else { number })
        };
        let found = documents.iter().flat_map(|document| self.path.select(document));
        let values: Vec<f64> = found.filter_map(each).collect();
        let times = self.scale.times.abs();
        let (step, width) =
            (self.resolution.map(|step| step * times), self.width(documents).map(|width| width * times));
        (!values.is_empty()).then_some(RawCounts::Values { values, step, width })
    }

    /// How far apart the bounds are in which the values were searched for.
    fn width(&self, documents: &[&Value]) -> Option<f64> {
        let (lower, upper) = self.bracket.as_ref()?;
        let sum = |path: &Path| {
            let ends = documents.iter().flat_map(|document| path.select(document)).filter_map(Value::as_f64);
            ends.fold((0.0, 0.0), |(sum, count), end| (sum + end, count + 1.0))
        };
        let ((low, lows), (high, highs)) = (sum(lower), sum(upper));
        (lows == highs && lows > 0.0).then(|| (high - low) / lows)
    }

    /// Scores of games; those of matches between two agents by pairs of games, as `match` has it.
    fn score(&self, documents: &[&Value]) -> Option<Vec<RawCounts>> {
        if let Some(pairs) = self.pairs(documents) {
            return Some(vec![pairs]);
        }
        let parts = documents.iter().map(|document| self.path.one(document)).collect::<Option<Vec<_>>>()?;
        let games = self.games(documents)?;
        let halves = parts.iter().all(|part| {
            let counted = results(part).map(|count| count.map(|count| count as f64)).zip(number(part, "score"));
            counted.is_some_and(|([wins, draws, losses], score)| {
                (score * (wins + draws + losses) - wins - draws / 2.0).abs() < 1e-6
            })
        });
        if halves {
            return Some(vec![games]);
        }
        // Where a shared first place is not worth a half, only the run itself knows the spread of
        // its payoffs.
        let payoffs = |part: &&Value| {
            let games = results(part)?.iter().sum();
            Some(RawCounts::Payoffs {
                score: number(part, "score")?,
                low: number(part, "low")?,
                high: number(part, "high")?,
                games,
            })
        };
        let mut parts = parts.iter().map(payoffs).collect::<Option<Vec<_>>>()?.into_iter();
        let first = parts.next()?;
        Some(vec![parts.try_fold(first, |sum, part| sum.merged(&part))?])
    }

    /// The pairs of matches, from the side of the agent that the place names.
    fn pairs(&self, documents: &[&Value]) -> Option<RawCounts> {
        let agent = self.path.element_of("agents").filter(|agent| *agent < 2)?;
        let (mut pairs, mut games, mut effective_games, mut results) = ([0; 5], 0.0, 0.0, [0; 3]);
        for document in documents {
            let counts: Vec<u64> =
                document.get("pairs")?.as_array()?.iter().map(Value::as_u64).collect::<Option<_>>()?;
            let mut counts: [u64; 5] = counts.try_into().ok()?;
            if agent == 1 {
                counts.reverse();
            }
            pairs.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            results.iter_mut().zip(self::results(self.path.one(document)?)?).for_each(|(sum, count)| *sum += count);
            games += number(document, "games")?;
            effective_games += number(document, "effective_games")?;
        }
        // Games outside of pairs are not in these counts: then the games count one by one.
        let all = 2 * pairs.iter().sum::<u64>();
        let [wins, draws, losses] = results;
        (all as f64 == games && games > 0.0).then_some(RawCounts::Pairs { pairs, wins, draws, losses, effective_games })
    }

    /// First places: one for a sole first, and an equal share for everybody where nobody is.
    fn first_places(&self, documents: &[&Value]) -> Option<RawCounts> {
        let (mut first, mut nobody, mut games, mut count) = (0, 0, 0, 0);
        for document in documents {
            let own = results(self.path.one(document)?)?;
            let agents = document.get("agents")?.as_array()?;
            let wins: u64 = agents.iter().map(|agent| agent.get("wins")?.as_u64()).sum::<Option<u64>>()?;
            let played = own.iter().sum::<u64>();
            (first, nobody, games, count) =
                (first + own[0], nobody + played.saturating_sub(wins), games + played, agents.len() as u64);
        }
        (games > 0).then_some(RawCounts::First { first, nobody, games, agents: count })
    }

    fn games(&self, documents: &[&Value]) -> Option<RawCounts> {
        let mut sum = [0; 3];
        for document in documents {
            let counts = results(self.path.one(document)?)?;
            sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        let [wins, draws, losses] = sum;
        (wins + draws + losses > 0).then_some(RawCounts::Games { wins, draws, losses })
    }

    fn single(&self, document: &Value) -> Option<RawCounts> {
        let found = self.path.select(document);
        let value = *found.first()?;
        let cases = || self.cases.as_ref().and_then(|path| path.one(document)).and_then(Value::as_f64);
        match self.kind {
            ReadingKind::Mean => mean(value),
            ReadingKind::Average => average(&found),
            ReadingKind::Share => {
                let share = value.as_f64().or_else(|| number(value, "mean"))?;
                let cases = cases().or_else(|| number(value, "n")).filter(|cases| *cases > 0.0)?;
                Some(RawCounts::Share { hits: (share * cases).round() as u64, cases: cases as u64 })
            }
            ReadingKind::Median => {
                let (low, high) = (number(value, "median_low"), number(value, "median_high"));
                Some(RawCounts::Median { median: value.get("median")?.as_f64(), low, high })
            }
            ReadingKind::Interval => {
                let (low, high) = (number(value, "low"), number(value, "high"));
                Some(RawCounts::Interval { estimate: number(value, "estimate")?, low, high })
            }
            ReadingKind::Correlation => Some(RawCounts::Correlation { value: value.as_f64()?, cases: cases()? }),
            _ => value.as_f64().map(|value| RawCounts::Number { value: self.scale.of_number(value) }),
        }
    }
}

/// The number of a row that is read so, with its interval, from what was counted.
pub(super) fn measured_of(kind: ReadingKind, scale: RowScale, counts: &[RawCounts]) -> Option<Measured> {
    let measured = match counts {
        [] => return None,
        [one] => number_of(kind, one)?,
        several => {
            let weight = 1.0 / several.len() as f64;
            let terms = several.iter().map(|one| Some((weight, number_of(kind, one)?))).collect::<Option<Vec<_>>>()?;
            Measured::Sum { offset: 0.0, terms }
        }
    };
    // Values and plain numbers were scaled one by one when they were read, with the size of their
    // own sample.
    let scaled = matches!(kind, ReadingKind::Values | ReadingKind::Number);
    Some(if scaled { measured } else { scale.of(measured) }).filter(|one| !one.value().is_nan())
}

fn number_of(kind: ReadingKind, counts: &RawCounts) -> Option<Measured> {
    Some(match counts {
        RawCounts::Pairs { pairs, effective_games, .. } => {
            let pairs = Pairs { counts: *pairs };
            Measured::Pairs(pairs, effective_games / (2 * pairs.len()) as f64)
        }
        RawCounts::Games { wins, draws, losses } => {
            let games = wins + draws + losses;
            let hits = match kind {
                ReadingKind::Wins => *wins,
                ReadingKind::Draws => *draws,
                ReadingKind::Losses => *losses,
                _ => return Some(Measured::Games(Scores::of_results(*wins, *draws, *losses))),
            };
            Measured::Games(Scores::of_results(hits, 0, games - hits))
        }
        RawCounts::First { first, nobody, games, agents } => {
            let (first, nobody, share) = (*first as f64, *nobody as f64, 1.0 / *agents as f64);
            let (sum, squares) = (first + nobody * share, first + nobody * share * share);
            Measured::Games(Scores { games: *games as f64, sum, squares })
        }
        RawCounts::Payoffs { score, low, high, .. } => {
            Measured::OpenEnds { value: *score, low: Some(*low), high: Some(*high) }
        }
        RawCounts::Share { hits, cases } => Measured::Games(Scores::of_results(*hits, 0, cases.saturating_sub(*hits))),
        RawCounts::Mean { mean, error: Some(error), n } if *n > 1.0 => {
            Measured::Mean { mean: *mean, error: *error, freedom: n - 1.0 }
        }
        RawCounts::Mean { mean, .. } => Measured::OpenEnds { value: *mean, low: None, high: None },
        RawCounts::Values { values, step, width } => return Measured::of_values(values, *step, *width),
        // A median that is not there is larger than everything that was tried.
        RawCounts::Median { median, low, high } => {
            Measured::OpenEnds { value: median.unwrap_or(f64::INFINITY), low: *low, high: *high }
        }
        RawCounts::Interval { estimate, low, high } => Measured::OpenEnds { value: *estimate, low: *low, high: *high },
        RawCounts::Correlation { value, cases } => Measured::Correlation { value: *value, cases: *cases },
        RawCounts::Number { value } => Measured::Exact(*value),
    })
}

fn number(value: &Value, key: &str) -> Option<f64> {
    value.get(key)?.as_f64()
}

fn results(value: &Value) -> Option<[u64; 3]> {
    let count = |key: &str| value.get(key)?.as_u64();
    Some([count("wins")?, count("draws")?, count("losses")?])
}

fn mean(value: &Value) -> Option<RawCounts> {
    let error = number(value, "se").or_else(|| number(value, "error"));
    Some(RawCounts::Mean { mean: number(value, "mean")?, error, n: number(value, "n")? })
}

/// The average of means that may depend on each other: then its standard error is no more than the
/// average of theirs, and it is known no better than the one of the fewest values.
fn average(found: &[&Value]) -> Option<RawCounts> {
    let means: Vec<(f64, f64, f64)> = found
        .iter()
        .filter_map(|value| Some((number(value, "mean")?, number(value, "se")?, number(value, "n")?)))
        .collect();
    let count = means.len() as f64;
    let of = |part: fn(&(f64, f64, f64)) -> f64| means.iter().map(part).sum::<f64>() / count;
    let least = means.iter().map(|mean| mean.2).fold(f64::INFINITY, f64::min);
    (!means.is_empty()).then(|| RawCounts::Mean { mean: of(|one| one.0), error: Some(of(|one| one.1)), n: least })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(kind: &str, path: &str, documents: &[Value]) -> Option<Measured> {
        let kind = ReadingKind::parse(kind).expect("a kind");
        let path = Path::parse(path).expect("a path");
        let scale = RowScale { times: 1.0, plus: 0.0, log2: false };
        let reading = RowReading { kind, path, cases: None, scale, from_one: false, resolution: None, bracket: None };
        measured_of(kind, scale, &reading.counts(&documents.iter().collect::<Vec<_>>())?)
    }

    fn games(pairs: [u64; 5], wins: u64, draws: u64, losses: u64) -> Value {
        let games = wins + draws + losses;
        let score = (wins as f64 + draws as f64 / 2.0) / games as f64;
        json!({"pairs": pairs, "games": games, "effective_games": games,
            "agents": [{"wins": wins, "draws": draws, "losses": losses, "score": score},
                {"wins": losses, "draws": draws, "losses": wins, "score": 1.0 - score}]})
    }

    #[test]
    fn games_are_pooled_by_pairs_from_either_side() {
        let documents = [games([1, 0, 3, 0, 6], 15, 0, 5), games([0, 1, 1, 0, 0], 1, 1, 2)];
        let first = read("score", "agents[0]", &documents).expect("a score");
        assert_eq!(first, Measured::Pairs(Pairs { counts: [1, 1, 4, 0, 6] }, 1.0));
        let second = read("score", "agents[1]", &documents).expect("a score");
        assert!((first.value() + second.value() - 1.0).abs() < 1e-12);
        assert!((first.value() - 16.5 / 24.0).abs() < 1e-12);
        let wins = read("wins", "agents[0]", &documents).expect("wins");
        assert!((wins.value() - 16.0 / 24.0).abs() < 1e-12);
        let draws = read("draws", "agents[1]", &documents).expect("draws");
        assert!((draws.value() - 1.0 / 24.0).abs() < 1e-12);
    }

    #[test]
    fn first_places_that_are_shared_by_three_keep_the_ends_of_their_run() {
        let agent = json!({"wins": 1, "draws": 3, "losses": 2, "score": 1.0 / 3.0, "low": 0.1, "high": 0.6});
        let document = json!({"agents": [agent], "games": 6});
        let score = read("score", "agents[0]", &[document]).expect("a score");
        let (low, high) = score.interval(0.95);
        assert!((score.value() - 1.0 / 3.0).abs() < 1e-12 && (low - 0.1).abs() < 1e-12 && (high - 0.6).abs() < 1e-12);
    }

    #[test]
    fn trials_that_agree_are_known_as_well_as_their_brackets() {
        let path = |text: &str| Path::parse(text).expect("a path");
        let reading = RowReading {
            kind: ReadingKind::Values,
            path: path("trials[*].estimate"),
            cases: None,
            scale: RowScale { times: 0.1, plus: 0.0, log2: false },
            from_one: false,
            resolution: Some(1.0),
            bracket: Some((path("trials[*].lower"), path("trials[*].upper"))),
        };
        let trials = |estimates: [u64; 3], lower: u64, upper: u64| {
            let trial = |estimate: u64| json!({"lower": lower, "upper": upper, "estimate": estimate});
            let document = json!({"trials": estimates.map(trial)});
            let counts = reading.counts(&[&document]).expect("trials");
            let measured = measured_of(reading.kind, reading.scale, &counts).expect("a number");
            let (low, high) = measured.interval(0.95);
            (high - low) / 2.0
        };
        // t(2) = 4.30265; s = 49/2/√(3 + 1) of iterations, a tenth of that in the row.
        assert!((trials([25, 25, 25], 1, 50) - 4.30265 * 1.225 / f64::sqrt(3.0)).abs() < 1e-4);
        assert!((trials([19, 19, 19], 19, 20) - 4.30265 * 0.1 / 6.0).abs() < 1e-6);
        assert!((trials([24, 25, 26], 1, 50) - 4.30265 * 0.1 / f64::sqrt(3.0)).abs() < 1e-6, "they differ");
    }

    #[test]
    fn other_readings() {
        let document = json!({"length": {"mean": 110.0, "se": 0.5, "n": 400}, "median": 19.0, "median_low": 18.0, "median_high": null,
            "moves": [{"value": {"mean": 0.4, "se": 0.1, "n": 50}}, {"value": {"mean": 0.6, "se": 0.3, "n": 20}}],
            "trials": [{"estimate": 90}, {"estimate": 110}], "none": {"mean": null, "se": null, "n": 0}});
        let documents = std::slice::from_ref(&document);
        assert_eq!(read("mean", "length", documents), Some(Measured::Mean { mean: 110.0, error: 0.5, freedom: 399.0 }));
        let path = Path::parse("median").expect("a path");
        assert_eq!(path.one(&document).and_then(Value::as_f64), Some(19.0));
        let median = read("median", "", documents);
        assert_eq!(median, Some(Measured::OpenEnds { value: 19.0, low: Some(18.0), high: None }));
        let Some(Measured::Mean { mean, error, freedom }) = read("average", "moves[*].value", documents) else {
            panic!("no average")
        };
        assert!((mean - 0.5).abs() < 1e-12 && (error - 0.2).abs() < 1e-12 && freedom == 19.0);
        let trials = read("values", "trials[*].estimate", documents).expect("values");
        assert_eq!(trials, Measured::Mean { mean: 100.0, error: 10.0, freedom: 1.0 });
        assert_eq!(read("mean", "none", documents), None);
        assert_eq!(read("mean", "missing", documents), None);
        assert!(ReadingKind::parse("middle").is_err_and(|error| error.0.contains("median")));
    }
}
