//! The touchstone's results with one number of iterations.
//!
//! Games come in cycles: one opening with every seating. The mean over a cycle is free of what
//! seats are worth, so its spread, and not that of single games, says how sure a level's score is.

use mctslab_stats::crossing::PlaceResults;

/// One game as a study sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The touchstone's score in [0, 1]: one half and half of what it was paid more than the
    /// target. With several touchstones, their mean.
    pub score: f64,
    /// The seat of the target.
    pub seat: usize,
    /// How many moves were made.
    pub plies: u32,
}

/// Games counted from the touchstone's side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LevelCount {
    /// Games in which it was paid more than the target.
    pub wins: u64,
    /// Games in which it was paid as much.
    pub draws: u64,
    /// All others.
    pub losses: u64,
}

impl LevelCount {
    /// Counts a game.
    pub fn add(&mut self, score: f64) {
        match score.total_cmp(&0.5) {
            std::cmp::Ordering::Greater => self.wins += 1,
            std::cmp::Ordering::Equal => self.draws += 1,
            std::cmp::Ordering::Less => self.losses += 1,
        }
    }

    /// How many games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// The results with one number of iterations.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Iterations of the touchstone.
    pub iterations: u64,
    /// All games.
    pub count: LevelCount,
    /// By the seat of the target.
    pub seats: Vec<LevelCount>,
    /// Sum of scores.
    pub points: f64,
    /// Moves in all games.
    pub plies: u64,
    /// Whole cycles: how many, the sum of their means, the sum of squares.
    cycles: u64,
    sum: f64,
    squares: f64,
    /// Scores of the cycle that is not whole yet.
    open: (u64, f64),
}

impl Level {
    /// No games yet.
    pub fn new(iterations: u64, seats: usize) -> Level {
        Level {
            iterations,
            count: LevelCount::default(),
            seats: vec![LevelCount::default(); seats],
            points: 0.0,
            plies: 0,
            cycles: 0,
            sum: 0.0,
            squares: 0.0,
            open: (0, 0.0),
        }
    }

    /// Counts a game; `cycle` games make a cycle.
    pub fn add(&mut self, outcome: &Outcome, cycle: u64) {
        self.count.add(outcome.score);
        self.seats[outcome.seat].add(outcome.score);
        self.points += outcome.score;
        self.plies += u64::from(outcome.plies);
        self.open.0 += 1;
        self.open.1 += outcome.score;
        if self.open.0 == cycle {
            let mean = self.open.1 / cycle as f64;
            self.cycles += 1;
            self.sum += mean;
            self.squares += mean * mean;
            self.open = (0, 0.0);
        }
    }

    /// The mean score; one half before the first game.
    pub fn score(&self) -> f64 {
        if self.count.games() == 0 { 0.5 } else { self.points / self.count.games() as f64 }
    }

    /// The level as a place on the curve.
    pub fn point(&self) -> PlaceResults {
        PlaceResults { x: libm::log2(self.iterations as f64), games: self.count.games() as f64, points: self.points }
    }
}

/// The first guess of the dispersion has the weight of this many cycles.
const PRIOR_CYCLES: f64 = 8.0;
/// The dispersion is never taken to be smaller: a game in which everything is drawn so far may yet
/// be decided.
const LEAST: f64 = 0.02;

/// How the scores of whole cycles spread, as a share of how coins would.
pub(crate) fn dispersion<'a>(levels: impl Iterator<Item = &'a Level>, cycle: u64) -> f64 {
    let (mut seen, mut coins) = (PRIOR_CYCLES * 0.25, PRIOR_CYCLES * 0.25);
    for level in levels.filter(|level| level.cycles > 1) {
        let cycles = level.cycles as f64;
        let mean = level.sum / cycles;
        // A score of 0 or 1 so far is not one for ever.
        let near = (level.sum + 1.0) / (cycles + 2.0);
        seen += (level.squares - mean * level.sum).max(0.0) * cycle as f64;
        coins += (cycles - 1.0) * near * (1.0 - near);
    }
    (seen / coins).max(LEAST)
}
