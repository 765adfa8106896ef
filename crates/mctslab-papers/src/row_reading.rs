//! How a number is read from the documents of runs.

use std::str::FromStr;

use mctslab_stats::{Pairs, Scores};
use serde_json::Value;

use crate::error::WrongPart;
use crate::measured::Measured;
use crate::path::Path;

/// Where a number is, how it is read, and what is done with it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RowReading {
    pub kind: ReadingKind,
    pub path: Path,
    /// Where the number of cases is.
    pub cases: Option<Path>,
    pub times: f64,
    pub plus: f64,
    pub log2: bool,
    pub from_one: bool,
    /// The step in which single values can differ.
    pub resolution: Option<f64>,
    /// Where the lower and the upper end are between which a value was searched for.
    pub bracket: Option<(Path, Path)>,
}

/// How the value at a place is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReadingKind {
    Score,
    First,
    Wins,
    Draws,
    Losses,
    Mean,
    Share,
    Values,
    Average,
    Median,
    Interval,
    Correlation,
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

impl FromStr for ReadingKind {
    type Err = WrongPart;

    fn from_str(text: &str) -> Result<ReadingKind, WrongPart> {
        let found = KINDS.iter().find(|(name, _)| *name == text).map(|(_, kind)| *kind);
        found.ok_or_else(|| {
            let names = KINDS.map(|kind| kind.0).join(", ");
            WrongPart::new(format!("`as = \"{text}\"` is not a way to read a number; valid: {names}"))
        })
    }
}

impl RowReading {
    /// The number in these documents; `None` if it is not there.
    pub(super) fn of(&self, documents: &[&Value]) -> Option<Measured> {
        if self.kind == ReadingKind::Values {
            return self.values(documents);
        }
        let measured = match (self.kind, documents) {
            (_, []) => return None,
            (ReadingKind::Score, _) => self.score(documents)?,
            (ReadingKind::First, _) => self.first_places(documents)?,
            (ReadingKind::Wins | ReadingKind::Draws | ReadingKind::Losses, _) => self.share_of_games(documents)?,
            (_, [document]) => self.single(document)?,
            (_, _) => {
                let all = documents.iter().map(|document| self.single(document)).collect::<Option<Vec<_>>>()?;
                let weight = 1.0 / all.len() as f64;
                Measured::Sum { offset: 0.0, terms: all.into_iter().map(|one| (weight, one)).collect() }
            }
        };
        let measured = measured.scaled(self.times, self.plus);
        Some(if self.log2 { Measured::Log2(Box::new(measured)) } else { measured }).filter(|one| !one.value().is_nan())
    }

    /// The mean of all values at the place, each a measurement of its own.
    fn values(&self, documents: &[&Value]) -> Option<Measured> {
        let each = |value: &Value| {
            let number = value.as_f64()? * self.times + self.plus;
            let number = if self.log2 { libm::log2(number) } else { number };
            Some(if self.from_one { (number - 1.0).abs() } else { number })
        };
        let found = documents.iter().flat_map(|document| self.path.select(document));
        let found: Vec<f64> = found.filter_map(each).collect();
        Measured::of_values(&found, self.resolution_of(&found, documents))
    }

    /// How exactly each of these values is known: by its resolution, and where all agree no better
    /// than by what it was searched in.
    fn resolution_of(&self, found: &[f64], documents: &[&Value]) -> Option<f64> {
        let equal = found.windows(2).all(|two| two[0] == two[1]);
        let width = self.bracket.as_ref().filter(|_| equal).and_then(|(lower, upper)| {
            let sum = |path: &Path| {
                let ends = documents.iter().flat_map(|document| path.select(document)).filter_map(Value::as_f64);
                ends.fold((0.0, 0.0), |(sum, count), end| (sum + end, count + 1.0))
            };
            let ((low, lows), (high, highs)) = (sum(lower), sum(upper));
            (lows == highs && lows > 0.0).then(|| (high - low) / lows)
        });
        let steps = self.resolution.into_iter().chain(width);
        steps.reduce(f64::max).map(|step| step * self.times.abs())
    }

    /// Scores of games; those of matches between two agents by pairs of games, as `match` has it.
    fn score(&self, documents: &[&Value]) -> Option<Measured> {
        let parts = documents.iter().map(|document| self.path.one(document)).collect::<Option<Vec<_>>>()?;
        if let Some(pairs) = self.pairs(documents) {
            return Some(pairs);
        }
        let counts = parts.iter().map(|part| results(part)).collect::<Option<Vec<_>>>()?;
        let scores = counts.iter().fold(Scores::default(), |sum, [wins, draws, losses]| {
            let one = Scores::of_results(*wins, *draws, *losses);
            Scores { games: sum.games + one.games, sum: sum.sum + one.sum, squares: sum.squares + one.squares }
        });
        let written: Vec<f64> = parts.iter().map(|part| number(part, "score")).collect::<Option<_>>()?;
        let halves = counts.iter().zip(&written).all(|(count, score)| {
            let [wins, draws, losses] = count.map(|count| count as f64);
            (score * (wins + draws + losses) - wins - draws / 2.0).abs() < 1e-6
        });
        if halves {
            return Some(Measured::Games(scores));
        }
        // Where a shared first place is not worth a half, only the run itself knows the spread of
        // its payoffs.
        let ends = |part: &Value| {
            let value = number(part, "score")?;
            Some(Measured::OpenEnds { value, low: number(part, "low"), high: number(part, "high") })
        };
        let total: f64 = counts.iter().map(|count| count.iter().sum::<u64>() as f64).sum();
        let weight = |count: &[u64; 3]| count.iter().sum::<u64>() as f64 / total;
        let terms = parts.iter().zip(&counts).map(|(part, count)| Some((weight(count), ends(part)?)));
        Some(Measured::Sum { offset: 0.0, terms: terms.collect::<Option<_>>()? })
    }

    /// The pairs of matches, from the side of the agent that the place names.
    fn pairs(&self, documents: &[&Value]) -> Option<Measured> {
        let agent = self.path.element_of("agents").filter(|agent| *agent < 2)?;
        let (mut pairs, mut games, mut effective) = (Pairs::default(), 0.0, 0.0);
        for document in documents {
            let counts: Vec<u64> =
                document.get("pairs")?.as_array()?.iter().map(Value::as_u64).collect::<Option<_>>()?;
            let mut counts: [u64; 5] = counts.try_into().ok()?;
            if agent == 1 {
                counts.reverse();
            }
            for (sum, count) in pairs.counts.iter_mut().zip(counts) {
                *sum += count;
            }
            games += number(document, "games")?;
            effective += number(document, "effective_games")?;
        }
        // Games outside of pairs are not in these counts: then the games count one by one.
        ((2 * pairs.len()) as f64 == games && games > 0.0).then(|| Measured::Pairs(pairs, effective / games))
    }

    /// First places: one for a sole first, and an equal share for everybody where nobody is.
    fn first_places(&self, documents: &[&Value]) -> Option<Measured> {
        let mut scores = Scores::default();
        for document in documents {
            let own = results(self.path.one(document)?)?;
            let agents = document.get("agents")?.as_array()?;
            let wins: u64 = agents.iter().map(|agent| agent.get("wins")?.as_u64()).sum::<Option<u64>>()?;
            let games = own.iter().sum::<u64>() as f64;
            let (first, nobody, share) = (own[0] as f64, games - wins as f64, 1.0 / agents.len() as f64);
            scores.games += games;
            scores.sum += first + nobody * share;
            scores.squares += first + nobody * share * share;
        }
        (scores.games > 0.0).then_some(Measured::Games(scores))
    }

    fn share_of_games(&self, documents: &[&Value]) -> Option<Measured> {
        let mut sum = [0; 3];
        for document in documents {
            let counts = results(self.path.one(document)?)?;
            sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        let [wins, draws, losses] = sum;
        let hits = match self.kind {
            ReadingKind::Wins => wins,
            ReadingKind::Draws => draws,
            _ => losses,
        };
        let games: u64 = sum.iter().sum();
        (games > 0).then(|| Measured::Games(Scores::of_results(hits, 0, games - hits)))
    }

    fn single(&self, document: &Value) -> Option<Measured> {
        let found = self.path.select(document);
        let value = *found.first()?;
        let cases = || self.cases.as_ref().and_then(|path| path.one(document)).and_then(Value::as_f64);
        match self.kind {
            ReadingKind::Mean => mean(value),
            ReadingKind::Average => average(&found),
            ReadingKind::Share => {
                let share = value.as_f64().or_else(|| number(value, "mean"))?;
                let cases = cases().or_else(|| number(value, "n")).filter(|cases| *cases > 0.0)?;
                let hits = (share * cases).round() as u64;
                Some(Measured::Games(Scores::of_results(hits, 0, (cases as u64).saturating_sub(hits))))
            }
            ReadingKind::Median => {
                // A median that is not there is larger than everything that was tried.
                let median = value.get("median")?.as_f64().unwrap_or(f64::INFINITY);
                Some(Measured::OpenEnds {
                    value: median,
                    low: number(value, "median_low"),
                    high: number(value, "median_high"),
                })
            }
            ReadingKind::Interval => {
                let estimate = number(value, "estimate")?;
                Some(Measured::OpenEnds { value: estimate, low: number(value, "low"), high: number(value, "high") })
            }
            ReadingKind::Correlation => Some(Measured::Correlation { value: value.as_f64()?, cases: cases()? }),
            _ => value.as_f64().map(Measured::Exact),
        }
    }
}

fn number(value: &Value, key: &str) -> Option<f64> {
    value.get(key)?.as_f64()
}

fn results(value: &Value) -> Option<[u64; 3]> {
    let count = |key: &str| value.get(key)?.as_u64();
    Some([count("wins")?, count("draws")?, count("losses")?])
}

fn mean(value: &Value) -> Option<Measured> {
    let (mean, cases) = (number(value, "mean")?, number(value, "n")?);
    Some(match number(value, "se").or_else(|| number(value, "error")) {
        Some(error) if cases > 1.0 => Measured::Mean { mean, error, freedom: cases - 1.0 },
        _ => Measured::OpenEnds { value: mean, low: None, high: None },
    })
}

/// The average of means that may depend on each other: then its standard error is no more than the
/// average of theirs.
fn average(found: &[&Value]) -> Option<Measured> {
    let means: Vec<(f64, f64, f64)> = found
        .iter()
        .filter_map(|value| Some((number(value, "mean")?, number(value, "se")?, number(value, "n")?)))
        .collect();
    let count = means.len() as f64;
    let of = |part: fn(&(f64, f64, f64)) -> f64| means.iter().map(part).sum::<f64>() / count;
    let least = means.iter().map(|mean| mean.2).fold(f64::INFINITY, f64::min);
    (!means.is_empty()).then(|| Measured::Mean { mean: of(|one| one.0), error: of(|one| one.1), freedom: least - 1.0 })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(kind: &str, path: &str, documents: &[Value]) -> Option<Measured> {
        let kind = kind.parse().expect("a kind");
        let path = Path::parse(path).expect("a path");
        let reading = RowReading {
            kind,
            path,
            cases: None,
            times: 1.0,
            plus: 0.0,
            log2: false,
            from_one: false,
            resolution: None,
            bracket: None,
        };
        reading.of(&documents.iter().collect::<Vec<_>>())
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
            times: 0.1,
            plus: 0.0,
            log2: false,
            from_one: false,
            resolution: Some(1.0),
            bracket: Some((path("trials[*].lower"), path("trials[*].upper"))),
        };
        let trials = |estimates: [u64; 3], lower: u64, upper: u64| {
            let trial = |estimate: u64| json!({"lower": lower, "upper": upper, "estimate": estimate});
            let document = json!({"trials": estimates.map(trial)});
            let measured = reading.of(&[&document]).expect("trials");
            let (low, high) = measured.interval(0.95);
            (high - low) / 2.0
        };
        // t(2) = 4.30265; s = 49/√12 of iterations, a tenth of that in the row.
        assert!((trials([25, 25, 25], 1, 50) - 4.30265 * 4.9 / 6.0).abs() < 1e-4);
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
        assert!("middle".parse::<ReadingKind>().is_err_and(|error| error.0.contains("median")));
    }
}
