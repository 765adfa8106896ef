//! The complexity of a game: the fewest iterations that play as well as any more do.
//!
//! Lanzi, "Evaluating the Complexity of Players' Strategies using MCTS Iterations" (2019), section
//! VII, defines it over *every* larger number of iterations. Here the touchstone with `max`
//! iterations first meets the one with half as many. If it wins, strength still grows there, and
//! the complexity is not reached. Else half as many meet all of 2, 4, 8, … times as many up to
//! `max`, and so on down, until one of those wins. Winning is a score above one half by more than
//! what is level; each pair plays until it is sure that this is so, or that it is not, or until its
//! games are spent.

use mctslab_stats::normal;

use super::level::{Level, Outcome, dispersion};

/// Games of the first batch of a pair; later ones grow with the games played.
const BATCH: u64 = 256;
const GROWTH: u64 = 4;
/// How sure a pair is decided: surer than an interval, since the question is asked after every
/// batch.
const CONFIDENCE: f64 = 0.998;

/// The result of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Won {
    /// More iterations win.
    Yes,
    /// More iterations do not win by more than what is level.
    No,
    /// The games were spent before it was sure.
    Undecided,
}

/// One number of iterations against a larger one.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Fewer iterations.
    pub fewer: u64,
    /// The results of the larger number.
    pub level: Level,
    /// Whether the larger number won; `None` while the pair is played.
    pub won: Option<Won>,
}

/// Where strength saturates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ceiling {
    /// The fewest iterations that no larger number was seen to beat.
    pub estimate: u64,
    /// The most iterations that a larger number beats for sure: the ceiling is above; `None` if
    /// there are none.
    pub low: Option<u64>,
    /// The fewest iterations that no larger number beats for sure: the ceiling is not above; `None`
    /// if that is not known.
    pub high: Option<u64>,
}

/// The search for the complexity of a game.
#[derive(Clone, Debug)]
pub struct Saturation {
    min: u64,
    max: u64,
    level: f64,
    games: u64,
    cycle: u64,
    seats: usize,
    pairs: Vec<Pair>,
    over: bool,
}

impl Saturation {
    /// A search before its first game: from `min` to `max` iterations, with a score that is still
    /// level, and games for each pair.
    pub fn new(min: u64, max: u64, level: f64, games: u64, seats: usize) -> Saturation {
        let cycle = (1..=seats as u64).product();
        let mut search = Saturation { min, max, level, games, cycle, seats, pairs: Vec::new(), over: false };
        search.ask(max / 2, max);
        search
    }

    fn ask(&mut self, fewer: u64, more: u64) {
        if fewer < self.min.max(1) {
            self.over = true;
            return;
        }
        self.pairs.push(Pair { fewer, level: Level::new(more, self.seats), won: None });
    }

    /// Who meets whom next, fewer iterations first, and for how many games; `None` if the search is
    /// over.
    pub fn next_batch(&mut self) -> Option<(u64, u64, u64)> {
        while !self.over {
            let games = self.games;
            let (level, cycle) = (self.level, self.cycle);
            let pair = self.pairs.last_mut()?;
            let played = pair.level.count.games();
            pair.won = decided(&pair.level, level, cycle).or((played >= games).then_some(Won::Undecided));
            if let Some(won) = pair.won {
                self.go_on(won);
                continue;
            }
            let batch = BATCH.max(played / GROWTH).div_ceil(cycle) * cycle;
            return Some((pair.fewer, pair.level.iterations, batch.min(games - played)));
        }
        None
    }

    fn go_on(&mut self, won: Won) {
        let Some(pair) = self.pairs.last() else { return };
        let (fewer, more) = (pair.fewer, pair.level.iterations);
        match won {
            Won::Yes => self.over = true,
            // The next larger number, or half as many against all of them.
            _ if more < self.max => self.ask(fewer, (more * 2).min(self.max)),
            _ => self.ask(fewer / 2, fewer),
        }
    }

    /// Takes the next game of the batch.
    pub fn add(&mut self, outcome: &Outcome) {
        if let Some(pair) = self.pairs.last_mut() {
            pair.level.add(outcome, self.cycle);
        }
    }

    /// The pairs one after the other.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The most iterations that were tried.
    pub fn tried_up_to(&self) -> u64 {
        self.max
    }

    /// Whether the search is over.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Where strength saturates; `None` if it still grows at the most iterations, or if no pair was
    /// decided.
    pub fn ceiling(&self) -> Option<Ceiling> {
        let all_of = |fewer: u64| self.pairs.iter().filter(move |pair| pair.fewer == fewer);
        let whole = |fewer: u64| all_of(fewer).any(|pair| pair.level.iterations == self.max && pair.won.is_some());
        let mut tried: Vec<u64> = self.pairs.iter().map(|pair| pair.fewer).collect();
        tried.sort_unstable();
        tried.dedup();
        let beaten = |fewer: &u64| all_of(*fewer).any(|pair| pair.won == Some(Won::Yes));
        let held = |fewer: &u64| whole(*fewer) && all_of(*fewer).all(|pair| pair.won == Some(Won::No));
        let open = |fewer: &u64| whole(*fewer) && !beaten(fewer);
        let estimate = tried.iter().copied().find(open)?;
        let (low, high) = (tried.iter().copied().rfind(beaten), tried.iter().copied().find(held));
        // Too few games to decide anything are no sign that more iterations do not help.
        low.or(high).map(|_| Ceiling { estimate, low, high })
    }

    /// Whether more iterations still win at the most that were tried.
    pub fn still_grows(&self) -> bool {
        self.pairs.first().is_some_and(|pair| pair.won == Some(Won::Yes))
    }
}

/// Whether the larger number wins by more than what is level, if that is sure.
fn decided(level: &Level, tolerance: f64, cycle: u64) -> Option<Won> {
    let games = level.count.games() as f64;
    if games < BATCH as f64 {
        return None;
    }
    // One win and one loss more keep a score of 0 or 1 from being sure.
    let mean = (level.points + 1.0) / (games + 2.0);
    let spread = (dispersion(std::iter::once(level), cycle) * mean * (1.0 - mean) / (games + 2.0)).sqrt();
    let chance = normal::cumulative((mean - 0.5 - tolerance) / spread);
    if chance >= CONFIDENCE {
        return Some(Won::Yes);
    }
    (chance <= 1.0 - CONFIDENCE).then_some(Won::No)
}
