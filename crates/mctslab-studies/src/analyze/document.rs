//! What a game is like: how it is to play, and what random play is worth in it.

use mctslab_lab::{About, Document, TextOptions, json_of, ordered_json_of, reproduce_samples};
use mctslab_page::{Page, grouped};
use mctslab_registry::samples::outlook::Outlook;
use serde::Serialize;
use serde_json::Value;

use super::games::AnalyzedGames;
use super::ladder_part::LadderPart;
use super::position_findings::PositionFindings;
use super::positions::AnalyzedPositions;
use super::shown::ShownExamples;
use crate::complexity::{FirstMoveRow, first_move_by_strength};
use crate::shared::MeanValue;

/// Games that a place must have to be the peak: the mean of a few games is a peak by chance.
const ENOUGH: u64 = 30;

/// What a game is like.
#[derive(Serialize)]
pub(crate) struct AnalyzeDocument<'a> {
    pub(super) game: &'a str,
    pub(super) agent: &'a str,
    agent_name: &'a str,
    pub(super) seed: u64,
    version: &'a str,
    pub(super) command: String,
    pub(super) games: u64,
    pub(super) plies_mean: MeanValue,
    pub(super) plies_min: Option<u32>,
    pub(super) plies_max: Option<u32>,
    pub(super) branching_mean: MeanValue,
    pub(super) branching_per_game: MeanValue,
    pub(super) branching_per_game_with_end: MeanValue,
    pub(super) passes: MeanValue,
    pub(super) repetitions: MeanValue,
    pub(super) by_ply: Vec<AtPly>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) by_stones: Vec<AtStones>,
    /// Where there are the most moves to choose from.
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_by_ply: Option<Peak>,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_by_stones: Option<Peak>,
    lengths: Vec<OfLength>,
    pub(super) seat_payoffs: Vec<MeanValue>,
    pub(super) draws: Option<MeanValue>,
    pub(super) first_mover: Option<MeanValue>,
    /// The score of the first player by strength, from the games of the ladder.
    #[serde(rename = "first_mover_by_iterations", skip_serializing_if = "Vec::is_empty")]
    pub(super) first_move: Vec<FirstMoveRow>,
    pub(super) tree_complexity_log10: Option<f64>,
    pub(super) knuth_log10: Option<f64>,
    pub(super) knuth_greatest_share: Option<f64>,
    #[serde(flatten)]
    pub(super) positions: Option<PositionFindings<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ladder: Option<Value>,
    #[serde(skip)]
    pub(super) of_ladder: Option<LadderPart<'a>>,
    #[serde(skip)]
    pub(super) shown: Option<&'a ShownExamples>,
    #[serde(skip)]
    pub(super) found: &'a AnalyzedGames,
    #[serde(skip)]
    pub(super) about: About<'a>,
}

/// Legal moves at a ply, the first being number 1.
#[derive(Serialize)]
pub(super) struct AtPly {
    pub(super) ply: usize,
    #[serde(flatten)]
    pub(super) moves: MeanValue,
}

/// Legal moves in positions with so many stones: `n` are the games that have some.
#[derive(Serialize)]
pub(super) struct AtStones {
    pub(super) stones: u32,
    positions: u64,
    #[serde(flatten)]
    pub(super) moves: MeanValue,
}

/// The largest mean number of legal moves, and at which ply or with how many stones it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Peak {
    at: u64,
    #[serde(flatten)]
    moves: MeanValue,
}

impl Peak {
    /// The first of the largest among places with enough games.
    fn of(places: impl Iterator<Item = (u64, MeanValue)>) -> Option<Peak> {
        let mut peak: Option<Peak> = None;
        for (at, moves) in places.filter(|(_, moves)| moves.n >= ENOUGH) {
            if peak.is_none_or(|peak| peak.moves.mean < moves.mean) {
                peak = Some(Peak { at, moves });
            }
        }
        peak
    }
}

/// Games of one length.
#[derive(Serialize)]
struct OfLength {
    plies: u32,
    games: u64,
}

impl<'a> AnalyzeDocument<'a> {
    /// The document of these games.
    pub(crate) fn new(about: About<'a>, found: &'a AnalyzedGames) -> AnalyzeDocument<'a> {
        let by_ply = found.by_ply.iter().enumerate().map(|(place, at)| AtPly { ply: place + 1, moves: at.into() });
        let by_ply: Vec<AtPly> = by_ply.collect();
        let by_stones = found.by_stones.iter().map(|(&stones, at)| AtStones {
            stones,
            positions: at.below() as u64,
            moves: at.into(),
        });
        let by_stones: Vec<AtStones> = by_stones.collect();
        let several = found.payoffs.len() > 1;
        // Knuth's estimate is one of random play alone.
        let knuth = Some(found.knuth).filter(|_| about.agent(0) == "random");
        AnalyzeDocument {
            game: about.game,
            agent: about.agent(0),
            agent_name: about.name(0),
            seed: about.settings.seed,
            version: &about.settings.version,
            command: reproduce_samples(about.settings),
            games: found.count(),
            plies_mean: (&found.plies).into(),
            plies_min: found.shortest.map(|game| game.plies),
            plies_max: found.longest.map(|game| game.plies),
            branching_mean: (&found.pooled).into(),
            branching_per_game: (&found.per_game).into(),
            branching_per_game_with_end: (&found.per_game_with_end).into(),
            passes: MeanValue::events(&found.passes),
            repetitions: MeanValue::events(&found.repetitions),
            peak_by_ply: Peak::of(by_ply.iter().map(|at| (at.ply as u64, at.moves))),
            peak_by_stones: Peak::of(by_stones.iter().map(|at| (at.stones.into(), at.moves))),
            by_ply,
            by_stones,
            lengths: found.lengths.iter().map(|(&plies, &games)| OfLength { plies, games }).collect(),
            seat_payoffs: found.payoffs.iter().map(MeanValue::share).collect(),
            draws: several.then(|| MeanValue::share(&found.draws)),
            first_mover: found.payoffs.first().filter(|_| several).map(MeanValue::share),
            first_move: Vec::new(),
            tree_complexity_log10: found.tree_complexity(),
            knuth_log10: knuth.and_then(|knuth| knuth.log10()),
            knuth_greatest_share: knuth.and_then(|knuth| knuth.greatest_share()),
            positions: None,
            ladder: None,
            of_ladder: None,
            shown: None,
            found,
            about,
        }
    }

    /// The same with what was found in positions.
    #[must_use]
    pub(crate) fn with_positions(self, found: &'a AnalyzedPositions, plan: &Outlook) -> AnalyzeDocument<'a> {
        AnalyzeDocument { positions: Some(PositionFindings::of(found, plan)), ..self }
    }

    /// The same with the skill ladder of the game.
    #[must_use]
    pub(crate) fn with_ladder(self, part: LadderPart<'a>) -> AnalyzeDocument<'a> {
        let ladder = part.with_document(&self.about, |document| document.json());
        let first_move = first_move_by_strength(part.study);
        AnalyzeDocument { ladder: Some(ladder), first_move, of_ladder: Some(part), ..self }
    }

    /// Whether all seats were played at random.
    pub(super) fn is_random(&self) -> bool {
        self.agent == "random"
    }

    /// What moving first is worth, in a part of a sentence: to the agent that played, and to the
    /// strongest of the ladder.
    fn first_words(&self) -> String {
        let Some(score) = self.first_mover.and_then(|first| first.mean) else { return String::new() };
        let play = if self.is_random() { "random play".to_string() } else { format!("play of {}", self.agent_name) };
        let strong = self.first_move.last().and_then(|row| Some((row, row.results.score?)));
        let strong = strong.map(|(row, score)| format!(", {score:.3} at {} iterations", row.strength()));
        format!("; the first player scores {score:.3} in {play}{}", strong.unwrap_or_default())
    }

    /// The same with drawn examples.
    #[must_use]
    pub(crate) fn with_shown(self, shown: &'a ShownExamples) -> AnalyzeDocument<'a> {
        AnalyzeDocument { shown: Some(shown), ..self }
    }
}

impl Document for AnalyzeDocument<'_> {
    fn json(&self) -> Value {
        json_of(self)
    }

    fn ordered_json(&self) -> String {
        ordered_json_of(self)
    }

    fn text(&self, options: &TextOptions) -> String {
        self.terminal(options)
    }

    fn page(&self) -> Page {
        self.html()
    }

    fn headline(&self) -> String {
        let (Some(plies), Some(branching)) = (self.plies_mean.mean, self.branching_mean.mean) else {
            return "no game was played yet".to_string();
        };
        let games = grouped(self.games);
        let first = self.first_words();
        format!("{plies:.1} plies and {branching:.1} legal moves on average over {games} games{first}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_the_first_largest_mean_of_enough_games() {
        let place = |at: u64, mean: f64, n: u64| (at, MeanValue::new(Some(mean), Some(0.1), n));
        let places = [place(1, 3.0, 90), place(2, 7.0, 90), place(3, 7.0, 30), place(4, 8.0, 29)];
        let peak = Peak::of(places.into_iter()).expect("a peak");
        assert_eq!((peak.at, peak.moves.mean, peak.moves.n), (2, Some(7.0), 90));
        assert_eq!(Peak::of([place(1, 3.0, 29)].into_iter()), None);
    }
}
