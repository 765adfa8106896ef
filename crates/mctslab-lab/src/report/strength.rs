//! What is told of a player's strength, in the numbers and words that the terminal and the page share.

use mctslab_stats::{Interval, Scores, normal};

use super::page::grouped;
use crate::complexity::{Bisection, Count, Fit, FitStatus, Goodness, Level, Trial, mean_and_error};

/// A number of iterations: whole, but for small ones.
///
/// ```
/// # use mctslab_lab::report::iterations_text;
/// assert_eq!((iterations_text(2.52).as_str(), iterations_text(1234.5).as_str()), ("2.5", "1,235"));
/// ```
pub fn iterations_text(number: f64) -> String {
    if number < 10.0 && (number - number.round()).abs() > 0.05 {
        format!("{number:.1}")
    } else {
        grouped(number.round() as u64)
    }
}

/// The results of a count from the side that was counted.
pub fn scores_of(count: &Count) -> Scores {
    Scores::of_results(count.wins, count.draws, count.losses)
}

/// The 95 % interval of the touchstone's score at a level.
pub fn level_interval(level: &Level, fit: &Fit) -> Interval {
    if level.seats.len() == 2 {
        return scores_of(&level.count).interval();
    }
    // More seats pay places: there a won game need not score 1, and the spread is what the fit knows of it.
    let games = level.count.games() as f64 + 2.0;
    let mean = (level.points + 1.0) / games;
    let half = normal::student95(games - 1.0) * (fit.dispersion() * mean * (1.0 - mean) / games).sqrt();
    Interval { low: (level.score().min(mean) - half).max(0.0), high: (level.score().max(mean) + half).min(1.0) }
}

/// A place on a fitted curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// Iterations of the touchstone.
    pub iterations: f64,
    /// Its score.
    pub score: f64,
    /// The lower end of the score's 95 % range.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The fitted curve, at four places for each doubling over the levels that were played.
pub fn fitted_curve(fit: &Fit) -> Vec<CurvePoint> {
    let places: Vec<f64> = fit.levels().map(|level| level.point().x).collect();
    let (Some(&first), Some(&last)) = (places.first(), places.last()) else { return Vec::new() };
    let steps = ((last - first) * 4.0).ceil() as u64;
    let place = |step: u64| {
        let x = (first + step as f64 / 4.0).min(last);
        let (score, spread) = fit.posterior().score(x);
        let (low, high) = ((score - 1.96 * spread).max(0.0), (score + 1.96 * spread).min(1.0));
        CurvePoint { iterations: libm::exp2(x), score, low, high }
    };
    (0..=steps).map(place).collect()
}

/// The estimate with its range, unless the crossing is out of range.
pub fn crossing(fit: &Fit) -> Option<(f64, f64, f64)> {
    let range = fit.range();
    match fit.status() {
        Some(FitStatus::BelowRange | FitStatus::AboveRange) => None,
        _ => (fit.games() > 0).then(|| (fit.estimate(), range.low, range.high)),
    }
}

/// What a reader should know of the fit.
pub fn remarks(fit: &Fit) -> Vec<String> {
    let goodness = Goodness::of(fit);
    let mut remarks = Vec::new();
    if let Some((fewer, more)) = goodness.fall {
        remarks.push(format!(
            "the score falls between {fewer} and {more} iterations by more than chance: the curve is not monotone, and one number does not tell this player's strength"
        ));
    }
    match goodness.p {
        Some(p) if p < 0.001 => {
            remarks.push(format!("the curve explains the results poorly (p = {p:.1e}): the range may be too narrow"));
        }
        Some(p) => remarks.push(format!("the curve explains the results (p = {p:.2})")),
        None => {}
    }
    remarks
}

/// Draws and seats near the crossing.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The share of draws; `None` without games.
    pub draws: Option<f64>,
    /// The target's score by seat; `None` without games.
    pub seats: Vec<Option<f64>>,
    /// The games by the target's seat, counted from its side.
    pub counts: Vec<Count>,
}

impl Picture {
    /// The picture within a doubling of the estimate.
    pub fn of(fit: &Fit) -> Picture {
        let estimate = libm::log2(fit.estimate());
        let near = |level: &&Level| (level.point().x - estimate).abs() <= 1.0;
        Picture::of_levels(fit.levels().filter(near), fit.plan().seats)
    }

    /// The picture of some levels.
    pub fn of_levels<'a>(levels: impl Iterator<Item = &'a Level>, seats: usize) -> Picture {
        let mut counts = vec![Count::default(); seats];
        for level in levels {
            for (sum, seat) in counts.iter_mut().zip(&level.seats) {
                // Levels are counted from the touchstone's side.
                sum.wins += seat.losses;
                sum.draws += seat.draws;
                sum.losses += seat.wins;
            }
        }
        let games: u64 = counts.iter().map(Count::games).sum();
        let draws: u64 = counts.iter().map(|seat| seat.draws).sum();
        let seats = counts.iter().map(|count| scores_of(count).mean()).collect();
        Picture { draws: (games > 0).then(|| draws as f64 / games as f64), seats, counts }
    }
}

/// The trials of a bisection summed up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrialSummary {
    /// The mean of the estimates.
    pub estimate: Option<f64>,
    /// Its standard error.
    pub error: Option<f64>,
    /// Its 95 % range.
    pub range: Option<(f64, f64)>,
    /// The mean of the lower ends.
    pub lower: Option<f64>,
    /// The mean of the upper ends.
    pub upper: Option<f64>,
}

impl TrialSummary {
    /// The summary of the trials that ended.
    pub fn of(bisection: &Bisection) -> TrialSummary {
        let trials = bisection.trials();
        let mean = |pick: fn(&Trial) -> u64| {
            let values: Vec<f64> = trials.iter().map(|trial| pick(trial) as f64).collect();
            (!values.is_empty()).then(|| mean_and_error(&values))
        };
        let estimate = mean(|trial| trial.estimate);
        let error = estimate.and_then(|(_, error)| error);
        let range = estimate.zip(error).map(|((mean, _), error)| {
            let half = normal::student95(trials.len() as f64 - 1.0) * error;
            (mean - half, mean + half)
        });
        let value = |pair: Option<(f64, Option<f64>)>| pair.map(|(mean, _)| mean);
        TrialSummary {
            estimate: value(estimate),
            error,
            range,
            lower: value(mean(|trial| trial.lower)),
            upper: value(mean(|trial| trial.upper)),
        }
    }
}
