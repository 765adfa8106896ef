//! What is reported of a player's strength, in the numbers and words that the terminal and the page
//! share.

use mctslab_page::grouped;
use mctslab_stats::{Interval, Scores, mean_and_error, normal};

use super::bisection::Trial;
use super::fit::{Fit, ComplexityEstimate};
use super::goodness::Goodness;
use super::level::{Level, LevelCount};

/// A number of iterations: whole, but for small ones.
pub(crate) fn iterations_text(number: f64) -> String {
    if number < 10.0 && (number - number.round()).abs() > 0.05 {
        format!("{number:.1}")
    } else {
        grouped(number.round() as u64)
    }
}

/// The results of a count from the side that was counted.
pub(crate) fn scores_of(count: &LevelCount) -> Scores {
    Scores::of_results(count.wins, count.draws, count.losses)
}

/// The 95 % interval of the touchstone's score at a level.
pub(crate) fn level_interval(level: &Level, fit: &Fit) -> Interval {
    if level.seats.len() == 2 {
        return scores_of(&level.count).interval();
    }
    // More seats pay places: there a won game need not score 1, and the spread is what the fit
    // knows of it.
    let games = level.count.games() as f64 + 2.0;
    let mean = (level.points + 1.0) / games;
    let half = normal::student95(games - 1.0) * (fit.dispersion() * mean * (1.0 - mean) / games).sqrt();
    Interval { low: (level.score().min(mean) - half).max(0.0), high: (level.score().max(mean) + half).min(1.0) }
}

/// A place on a fitted curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CurvePoint {
    /// Iterations of the touchstone.
    pub iterations: f64,
    /// Its score.
    pub score: f64,
    /// The lower end of the score's 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The fitted curve, at eight places for each doubling over the levels that were played.
pub(crate) fn fitted_curve(fit: &Fit) -> Vec<CurvePoint> {
    let Some(posterior) = fit.posterior() else { return Vec::new() };
    let places: Vec<f64> = fit.levels().map(|level| level.point().x).collect();
    let (Some(&first), Some(&last)) = (places.first(), places.last()) else { return Vec::new() };
    let mut next = first;
    let mut curve = Vec::new();
    for &x in posterior.places().iter().filter(|&&x| x >= first && x <= last) {
        if x >= next || x == last {
            let (score, low, high) = posterior.score(x);
            curve.push(CurvePoint { iterations: libm::exp2(x), score, low, high });
            next = x + 0.125;
        }
    }
    curve
}

/// The score of the fitted curve at a level; one half before the first batch.
pub(crate) fn fitted_score(fit: &Fit, level: &Level) -> f64 {
    fit.posterior().map_or(0.5, |posterior| posterior.score(level.point().x).0)
}

/// The score of the touchstone with twice the estimated iterations, if that was played.
pub(crate) fn doubled_score(fit: &Fit) -> Option<f64> {
    let strength = fit.strength();
    let (posterior, estimate) = (fit.posterior()?, strength.estimate.filter(|_| !strength.level)?);
    let most = fit.levels().last()?.point().x;
    let doubled = libm::log2(estimate) + 1.0;
    (doubled <= most).then(|| posterior.score(doubled).0)
}

/// How far the ends of the interval are from the estimate, as a share of it: the greater one;
/// `None` if an end is open.
pub(crate) fn precision_reached(fit: &Fit) -> Option<f64> {
    let ComplexityEstimate { estimate, low, high, .. } = fit.strength();
    let (estimate, low, high) = (estimate?, low?, high?);
    Some(((estimate - low) / estimate).max((high - estimate) / estimate))
}

/// The games that the precision which was asked for would take, by what is known now: the width of
/// an interval falls with the square root of the games. `None` if it is reached, or if an end is
/// open.
pub(crate) fn games_needed(fit: &Fit) -> Option<u64> {
    let reached = precision_reached(fit)?;
    let factor = reached / fit.plan().precision;
    (factor > 1.0).then(|| rounded((fit.games() as f64 * factor * factor).round() as u64))
}

/// A warning if the precision that was asked for would need far more games than there may be; given
/// as soon as it is known.
pub(crate) fn far_beyond_budget(fit: &Fit) -> Option<String> {
    let (games, reached) = (fit.plan().games, precision_reached(fit)?);
    let early = fit.games() < EARLY || reached > VAGUE;
    let needed = games_needed(fit).filter(|&needed| !early && needed > FAR_MORE * games)?;
    let at_end = reached * (fit.games() as f64 / games as f64).sqrt();
    Some(format!(
        "±{} would take about {} games; {} games will reach about ±{}",
        percent(fit.plan().precision),
        grouped(needed),
        grouped(games),
        percent(at_end)
    ))
}

/// Before this many games nothing is said of how many are needed.
const EARLY: u64 = 1000;
/// Nor before the interval is narrower than this.
const VAGUE: f64 = 0.5;
/// Far more games than there may be.
const FAR_MORE: u64 = 2;

/// A share in percent, with two digits that count below 10 %.
pub(crate) fn percent(share: f64) -> String {
    if share < 0.0995 && (100.0 * share).fract() > 1e-9 {
        format!("{:.1} %", 100.0 * share)
    } else {
        format!("{:.0} %", 100.0 * share)
    }
}

/// A number with two digits that count.
fn rounded(number: u64) -> u64 {
    let mut unit = 1;
    while number / unit >= 100 {
        unit *= 10;
    }
    (number + unit / 2) / unit * unit
}

/// What a reader should know of the fit.
pub(crate) fn remarks(fit: &Fit) -> Vec<String> {
    let goodness = Goodness::of(fit);
    let mut remarks = Vec::new();
    let look = fit.looked();
    if let Some(at) = look.fall {
        remarks.push(format!(
            "the score falls below one half again at {} iterations: more iterations are not always better here, and one number does not describe this player's strength",
            grouped(at)
        ));
    } else if let Some(up_to) = look.up_to {
        remarks.push(format!("more iterations kept helping (checked up to {})", grouped(up_to)));
    }
    match goodness.p {
        Some(p) if goodness.is_poor() => remarks.push(format!(
            "poor fit (p = {p:.1e}): some levels deviate from the curve by more than chance explains, and the interval may be too narrow"
        )),
        Some(p) => remarks.push(format!("the curve agrees with the results (p = {p:.2} over {} levels)", goodness.levels)),
        None => {}
    }
    remarks
}

/// Draws and seats near the crossing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Picture {
    /// The share of draws; `None` without games.
    pub draws: Option<f64>,
    /// The target's score by seat; `None` without games.
    pub seats: Vec<Option<f64>>,
    /// The games by the target's seat, counted from its side.
    pub counts: Vec<LevelCount>,
}

impl Picture {
    /// The picture within a doubling of the estimate.
    pub(crate) fn of(fit: &Fit) -> Picture {
        let estimate = libm::log2(fit.estimate());
        let near = |level: &&Level| (level.point().x - estimate).abs() <= 1.0;
        Picture::of_levels(fit.levels().filter(near), fit.plan().seats)
    }

    /// The picture of some levels.
    pub(crate) fn of_levels<'a>(levels: impl Iterator<Item = &'a Level>, seats: usize) -> Picture {
        let mut counts = vec![LevelCount::default(); seats];
        for level in levels {
            for (sum, seat) in counts.iter_mut().zip(&level.seats) {
                // Levels are counted from the touchstone's side.
                sum.wins += seat.losses;
                sum.draws += seat.draws;
                sum.losses += seat.wins;
            }
        }
        let games: u64 = counts.iter().map(LevelCount::games).sum();
        let draws: u64 = counts.iter().map(|seat| seat.draws).sum();
        let seats = counts.iter().map(|count| scores_of(count).mean()).collect();
        Picture { draws: (games > 0).then(|| draws as f64 / games as f64), seats, counts }
    }
}

/// The trials of a bisection summed up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TrialSummary {
    /// The mean of the estimates.
    pub estimate: Option<f64>,
    /// Its standard error.
    pub error: Option<f64>,
    /// Its 95 % interval.
    pub interval: Option<(f64, f64)>,
    /// The mean of the lower ends.
    pub lower: Option<f64>,
    /// The mean of the upper ends.
    pub upper: Option<f64>,
}

impl TrialSummary {
    /// The summary of the trials that ended.
    pub(crate) fn of(trials: &[Trial]) -> TrialSummary {
        let mean = |pick: fn(&Trial) -> u64| {
            let values: Vec<f64> = trials.iter().map(|trial| pick(trial) as f64).collect();
            (!values.is_empty()).then(|| mean_and_error(&values))
        };
        let estimate = mean(|trial| trial.estimate);
        let error = estimate.and_then(|(_, error)| error);
        let interval = estimate.zip(error).map(|((mean, _), error)| {
            let half = normal::student95(trials.len() as f64 - 1.0) * error;
            // There are no fewer iterations than one.
            ((mean - half).max(1.0), mean + half)
        });
        let value = |pair: Option<(f64, Option<f64>)>| pair.map(|(mean, _)| mean);
        TrialSummary {
            estimate: value(estimate),
            error,
            interval,
            lower: value(mean(|trial| trial.lower)),
            upper: value(mean(|trial| trial.upper)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_are_written_to_what_is_known_of_them() {
        assert_eq!((iterations_text(2.52).as_str(), iterations_text(1234.5).as_str()), ("2.5", "1,235"));
    }
}
