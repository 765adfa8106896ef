//! Whole games: how long they are, how many moves there are to choose from, and how they end.

use std::collections::BTreeMap;

use mctslab_registry::samples::portrait::GameSample;
use mctslab_stats::{RatioOfSums, Running};

use super::knuth::Knuth;

/// A game that stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extreme {
    /// Its number.
    pub number: u64,
    /// Its length.
    pub plies: u32,
}

/// A game that stands out among those whose moves were recorded.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RecordedGame {
    /// Its number and its length.
    pub extreme: Extreme,
    /// Its moves with blanks between them.
    pub moves: String,
    /// What it paid, by seat.
    pub payoffs: Vec<f64>,
}

/// What games have in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct AnalyzedGames {
    /// Plies of a game.
    pub plies: Running,
    /// Legal moves, over all positions of all games.
    pub pooled: RatioOfSums,
    /// The mean of each game's own mean.
    pub per_game: Running,
    /// The same with the final position, which has no moves.
    pub per_game_with_end: Running,
    /// Passes of a game.
    pub passes: Running,
    /// Positions of a game that were there before.
    pub repetitions: Running,
    /// Legal moves before each ply, the first one first.
    pub by_ply: Vec<Running>,
    /// Legal moves by what all players together hold; empty where the game counts nothing.
    pub by_stones: BTreeMap<u32, RatioOfSums>,
    /// What games pay, by seat.
    pub payoffs: Vec<Running>,
    /// The share of games that pay all players the same.
    pub draws: Running,
    /// Games by their length.
    pub lengths: BTreeMap<u32, u64>,
    /// How many games there are.
    pub knuth: Knuth,
    /// The first of the shortest games.
    pub shortest: Option<Extreme>,
    /// The first of the longest games.
    pub longest: Option<Extreme>,
    /// The first of the shortest and the first of the longest of the games whose moves were
    /// recorded.
    pub recorded: Option<(RecordedGame, RecordedGame)>,
    /// How many games recorded their moves.
    pub with_moves: u64,
    /// Moves and positions of the last game by what all players hold.
    scratch: BTreeMap<u32, (f64, f64)>,
}

impl AnalyzedGames {
    /// Takes the game of that number.
    pub(crate) fn add(&mut self, number: u64, sample: &GameSample) {
        let (plies, moves) = (sample.branching.len(), sample.branching.iter().map(|&moves| f64::from(moves)).sum());
        self.plies.add(plies as f64);
        self.pooled.add(moves, plies as f64);
        if plies > 0 {
            self.per_game.add(moves / plies as f64);
        }
        self.per_game_with_end.add(moves / (plies as f64 + 1.0));
        self.passes.add(sample.passes.into());
        if let Some(repetitions) = sample.repetitions {
            self.repetitions.add(repetitions.into());
        }
        if self.by_ply.len() < plies {
            self.by_ply.resize(plies, Running::default());
        }
        for (at, &moves) in self.by_ply.iter_mut().zip(&sample.branching) {
            at.add(moves.into());
        }
        self.add_stones(sample);
        self.payoffs.resize(sample.payoffs.len(), Running::default());
        for (seat, &payoff) in self.payoffs.iter_mut().zip(&sample.payoffs) {
            seat.add(payoff);
        }
        let drawn = sample.payoffs.iter().all(|payoff| *payoff == sample.payoffs[0]);
        self.draws.add(f64::from(drawn));
        self.knuth.add(sample.branching.iter().copied());
        let this = Extreme { number, plies: plies as u32 };
        *self.lengths.entry(this.plies).or_default() += 1;
        if self.shortest.is_none_or(|shortest| this.plies < shortest.plies) {
            self.shortest = Some(this);
        }
        if self.longest.is_none_or(|longest| this.plies > longest.plies) {
            self.longest = Some(this);
        }
        if let Some(moves) = &sample.moves {
            self.add_recorded(this, moves, &sample.payoffs);
        }
    }

    fn add_recorded(&mut self, extreme: Extreme, moves: &str, payoffs: &[f64]) {
        self.with_moves += 1;
        let this = || RecordedGame { extreme, moves: moves.to_string(), payoffs: payoffs.to_vec() };
        match &mut self.recorded {
            None => self.recorded = Some((this(), this())),
            Some((shortest, _)) if extreme.plies < shortest.extreme.plies => *shortest = this(),
            Some((_, longest)) if extreme.plies > longest.extreme.plies => *longest = this(),
            Some(_) => {}
        }
    }

    fn add_stones(&mut self, sample: &GameSample) {
        let Some(stones) = &sample.stones else { return };
        self.scratch.clear();
        for (&stones, &moves) in stones.iter().zip(&sample.branching) {
            let sums = self.scratch.entry(stones).or_default();
            *sums = (sums.0 + f64::from(moves), sums.1 + 1.0);
        }
        for (&stones, &(moves, positions)) in &self.scratch {
            self.by_stones.entry(stones).or_default().add(moves, positions);
        }
    }

    /// How many games there were.
    pub(crate) fn count(&self) -> u64 {
        self.plies.count()
    }

    /// The size of the game tree as its logarithm to base 10: the pooled branching to the power of
    /// the mean length.
    pub(crate) fn tree_complexity(&self) -> Option<f64> {
        let (branching, plies) = (self.pooled.ratio()?, self.plies.mean()?);
        (branching > 0.0).then(|| plies * libm::log10(branching))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(branching: &[u32], stones: Option<&[u32]>, payoffs: &[f64]) -> GameSample {
        GameSample {
            branching: branching.to_vec(),
            stones: stones.map(<[u32]>::to_vec),
            passes: 1,
            repetitions: Some(2),
            payoffs: payoffs.to_vec(),
            moves: None,
        }
    }

    #[test]
    fn positions_and_games_are_averaged_apart() {
        let mut found = AnalyzedGames::default();
        found.add(0, &sample(&[6, 3], Some(&[4, 5]), &[1.0, 0.0]));
        found.add(1, &sample(&[6, 4, 2, 0], Some(&[4, 5, 5, 6]), &[0.5, 0.5]));
        assert_eq!(found.pooled.ratio(), Some(3.5), "21 moves in 6 positions");
        assert_eq!(found.per_game.mean(), Some(3.75), "4.5 and 3");
        assert_eq!(found.per_game_with_end.mean(), Some(2.7), "9 by 3 and 12 by 5");
        let by_ply: Vec<(f64, u64)> =
            found.by_ply.iter().map(|at| (at.mean().expect("it is known"), at.count())).collect();
        assert_eq!(by_ply, [(6.0, 2), (3.5, 2), (2.0, 1), (0.0, 1)]);
        assert_eq!(found.by_stones[&5].ratio(), Some(3.0), "9 moves in 3 positions of 2 games");
        assert_eq!((found.draws.mean(), found.payoffs[0].mean()), (Some(0.5), Some(0.75)));
        assert_eq!(
            (found.shortest.expect("it is known").number, found.longest.expect("it is known").plies),
            (0, 4)
        );
        let tree = 3.0 * 3.5_f64.log10();
        assert!((found.tree_complexity().expect("it is known") - tree).abs() < 1e-12);
    }

    #[test]
    fn games_are_shown_of_those_that_recorded_their_moves() {
        let mut found = AnalyzedGames::default();
        for (number, plies, moves) in
            [(0, 3, Some("a b c")), (1, 2, Some("a b")), (2, 3, Some("c b a")), (3, 1, None), (4, 9, None)]
        {
            let game = sample(&vec![1; plies], None, &[1.0, 0.0]);
            found.add(number, &GameSample { moves: moves.map(str::to_string), ..game });
        }
        let (shortest, longest) = found.recorded.as_ref().expect("three were recorded");
        assert_eq!((shortest.extreme.number, longest.extreme.number, longest.moves.as_str()), (1, 0, "a b c"));
        assert_eq!((found.with_moves, found.longest.map(|longest| longest.number)), (3, Some(4)));
    }

    #[test]
    fn nothing_is_no_number() {
        let mut found = AnalyzedGames::default();
        assert_eq!((found.tree_complexity(), found.plies.mean()), (None, None));
        found.add(0, &sample(&[], None, &[1.0]));
        assert_eq!((found.pooled.ratio(), found.per_game.mean()), (None, None));
        assert_eq!(found.per_game_with_end.mean(), Some(0.0));
    }
}
