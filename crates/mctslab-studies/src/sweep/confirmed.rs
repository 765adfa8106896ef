//! The fresh games of the best setting: the score that was not chosen for being high.

use mctslab_lab::About;
use mctslab_page::grouped;
use mctslab_stats::Estimate;
use serde::Serialize;

use crate::shared::Results;
use super::document::SettingInGame;
use super::state::Sweep;

/// The fresh games of the setting that was chosen in one game.
#[derive(Serialize)]
pub(super) struct ConfirmedInGame<'a> {
    spec: &'a str,
    name: &'a str,
    #[serde(flatten)]
    row: SettingInGame<'a>,
    #[serde(skip)]
    place: usize,
    #[serde(skip)]
    estimate: Estimate,
}

/// The fresh games of the best setting, over all games with the same weight for each.
#[derive(Serialize)]
pub(super) struct Confirmed<'a> {
    spec: &'a str,
    name: &'a str,
    score: f64,
    se: f64,
    low: f64,
    high: f64,
    games: u64,
}

impl<'a> ConfirmedInGame<'a> {
    /// What came of the fresh games of one sweep; `None` if there are none.
    pub(super) fn of(about: &About<'a>, sweep: &Sweep) -> Option<ConfirmedInGame<'a>> {
        let (place, games) = sweep.confirmed()?;
        let (tally, interval) = (games.total(place), games.interval_of(place, sweep.settings()));
        let estimate = games.estimate(place, sweep.settings())?;
        let row = SettingInGame {
            game: about.game,
            results: Results::of(tally),
            se: Some(estimate.error),
            low: interval.low,
            high: interval.high,
            games: tally.games(),
        };
        let name = about.name(place);
        Some(ConfirmedInGame { spec: name, name, row, place, estimate })
    }

    /// The setting and its score in a sentence.
    pub(super) fn sentence(&self) -> String {
        let SettingInGame { game, low, high, games, .. } = &self.row;
        let (name, score, games) = (self.name, self.estimate.mean, grouped(*games));
        format!("In {game} {name} scores {score:.3} ({low:.3} to {high:.3}) in {games} fresh games.")
    }
}

impl<'a> Confirmed<'a> {
    /// What came of the fresh games of the best setting, if it was the best in each of this many
    /// games.
    pub(super) fn of(best: Option<usize>, games: usize, all: &[ConfirmedInGame<'a>]) -> Option<Confirmed<'a>> {
        let first = all.first().filter(|_| all.len() == games && all.iter().all(|one| Some(one.place) == best))?;
        let score = Estimate::average(&all.iter().map(|one| one.estimate).collect::<Vec<_>>())?;
        let (low, high) = match all {
            [one] => (one.row.low, one.row.high),
            _ => (score.interval().low, score.interval().high),
        };
        let games = all.iter().map(|one| one.row.games).sum();
        let (spec, name) = (first.spec, first.name);
        Some(Confirmed { spec, name, score: score.mean, se: score.error, low, high, games })
    }

    /// The score in words.
    pub(super) fn words(&self) -> String {
        let Confirmed { name, score, low, high, games, .. } = self;
        format!("{name} scores {score:.3} ({low:.3} to {high:.3}) in {} fresh games", grouped(*games))
    }
}
