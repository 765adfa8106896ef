//! A study as a run: which games it has, and what they are to its method.

use std::collections::HashSet;
use std::time::Instant;

use mctslab_arena::{Agenda, ForfeitCounts, Record, Round, Seats, count_forfeit};
use mctslab_core::spec::SpecError;

use super::level::{Level, Outcome};
use super::method::Method;
use super::touchstone::{COPIES, TARGET, Touchstone, iterations_of, number};

/// The copy of the touchstone that sits in the target's place on a ladder.
const RIVAL: usize = 7;

/// A batch of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// The number of its first game.
    pub first: u64,
    /// Iterations of the touchstone that stands in for the target; `None` if it is the target itself.
    pub rival: Option<u64>,
    /// The results.
    pub level: Level,
    /// Games planned.
    pub games: u64,
}

/// A study in progress.
#[derive(Clone, Debug)]
pub struct Study {
    method: Method,
    seats: usize,
    seed: u64,
    /// The number of the next opening, if there are openings.
    opening: Option<u64>,
    next: u64,
    batches: Vec<Batch>,
    deadline: Option<Instant>,
    iterations: u64,
    /// The digests of all games, which show how many of them differ.
    distinct: HashSet<u64>,
    forfeits: ForfeitCounts,
}

impl Study {
    /// The study that a method's text names, for a game with this number of seats.
    pub fn new(method: &str, seats: usize, seed: u64, openings: bool) -> Result<Study, SpecError> {
        let method = Method::new(method, seats, seed)?;
        let opening = openings.then_some(0);
        Ok(Study {
            method,
            seats,
            seed,
            opening,
            next: 0,
            batches: Vec::new(),
            deadline: None,
            iterations: 0,
            distinct: HashSet::new(),
            forfeits: ForfeitCounts::new(),
        })
    }

    /// Ends the study at a time, at the next decision.
    pub fn until(mut self, deadline: Option<Instant>) -> Study {
        self.deadline = deadline;
        self
    }

    /// The spec of the agent with a number in the run.
    pub fn name(number: usize, target: &str, touchstone: &Touchstone) -> String {
        if number == TARGET { target.to_string() } else { touchstone.with(iterations_of(number)) }
    }

    /// The iterations of the agent with a number in the run; `None` of the target.
    pub fn iterations_of(number: usize) -> Option<u64> {
        (number != TARGET).then(|| iterations_of(number))
    }

    /// A game of the last batch as the study sees it.
    pub fn outcome(&self, record: &Record) -> Option<Outcome> {
        let target = self.batches.last()?.rival.map_or(TARGET, |rival| number(rival, RIVAL));
        let seat = record.seats.seat_of(target)?;
        Some(Outcome { score: touchstone_score(record.payoffs.as_slice(), seat), seat, plies: record.plies })
    }

    /// Takes a game that another version chose to play, at its own level; [`Study::conclude`] follows the last one. `false` if the
    /// method decides on whole matches, which are replayed as they are.
    pub fn observe(&mut self, record: &Record) -> bool {
        let numbers: Vec<usize> = record.seats.iter().collect();
        let rival = numbers.iter().copied().find(|&number| number >> COPIES == RIVAL).map(iterations_of);
        let playing = |number: &usize| *number != TARGET && *number >> COPIES != RIVAL;
        let Some(iterations) = numbers.iter().copied().find(playing).map(iterations_of) else { return true };
        if matches!(self.method, Method::Bisection(_)) {
            return false;
        }
        let here = |batch: &Batch| batch.rival == rival && batch.level.iterations == iterations;
        if !self.batches.last().is_some_and(here) {
            let level = Level::new(iterations, self.seats);
            self.batches.push(Batch { first: record.fixture, rival, level, games: 0 });
        }
        if let Some(outcome) = self.take_note(record) {
            match &mut self.method {
                Method::Fit(fit) => fit.observe(iterations, &outcome),
                Method::Ladder(ladder) => ladder.observe(rival.unwrap_or(1), iterations, &outcome),
                Method::Bisection(_) => {}
            }
        }
        true
    }

    /// Ends a study of games that another version chose to play.
    pub fn conclude(&mut self) {
        match &mut self.method {
            Method::Fit(fit) => fit.conclude(),
            Method::Ladder(ladder) => ladder.conclude(),
            Method::Bisection(_) => {}
        }
    }

    /// Counts a game of the last batch.
    fn take_note(&mut self, record: &Record) -> Option<Outcome> {
        let outcome = self.outcome(record)?;
        let batch = self.batches.last_mut()?;
        self.distinct.insert(record.digest);
        count_forfeit(&mut self.forfeits, record);
        let cycle = (1..=self.seats as u64).product();
        batch.level.add(&outcome, cycle);
        let others = self.seats as u64 - 1;
        self.iterations += u64::from(record.plies) * others / self.seats as u64 * batch.level.iterations;
        Some(outcome)
    }

    /// The method with what it knows.
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// The batches one after the other.
    pub fn batches(&self) -> &[Batch] {
        &self.batches
    }

    /// Games so far.
    pub fn games(&self) -> u64 {
        self.batches.iter().map(|batch| batch.level.count.games()).sum()
    }

    /// Iterations that all touchstones have spent so far: half of the plies of a game are theirs, or two thirds of three seats.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Games that had been played before, move for move, by the same players in the same seats.
    pub fn duplicates(&self) -> u64 {
        self.games() - self.distinct.len() as u64
    }

    /// Games that were forfeited, by the agent's number and fault.
    pub fn forfeits(&self) -> &ForfeitCounts {
        &self.forfeits
    }

    /// Whether the target forfeited every game, so that nothing is known of how it plays.
    pub fn target_never_played(&self) -> bool {
        let forfeited: u64 =
            self.forfeits.iter().filter(|((agent, _), _)| *agent == TARGET).map(|(_, one)| one.games).sum();
        forfeited > 0 && forfeited == self.games()
    }

    fn ask(&mut self) -> Option<(Option<u64>, u64, u64)> {
        match &mut self.method {
            Method::Fit(fit) => fit.next_batch().map(|(iterations, games)| (None, iterations, games)),
            Method::Bisection(bisection) => bisection.next_batch().map(|(iterations, games)| (None, iterations, games)),
            Method::Ladder(ladder) => {
                ladder.next_batch().map(|(rival, iterations, games)| (Some(rival), iterations, games))
            }
        }
    }

    fn give_up(&mut self) {
        match &mut self.method {
            Method::Fit(fit) => fit.give_up(),
            Method::Ladder(ladder) => ladder.give_up(),
            Method::Bisection(_) => {}
        }
    }
}

impl Agenda for Study {
    fn next(&mut self) -> Option<Round> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            // The batch that was played still counts, and so does a part of it, but part of a match decides nothing.
            let whole = self.batches.last().is_none_or(|batch| batch.level.count.games() == batch.games);
            if whole || !matches!(self.method, Method::Bisection(_)) {
                let _ = self.ask();
            }
            self.give_up();
            return None;
        }
        let (rival, iterations, games) = self.ask()?;
        let mut table = vec![rival.map_or(TARGET, |rival| number(rival, RIVAL))];
        table.extend((0..self.seats - 1).map(|copy| number(iterations, copy)));
        let (first, opening) = (self.next, self.opening);
        self.next += games;
        let cycles = games.div_ceil((1..=self.seats as u64).product());
        self.opening = opening.map(|opening| opening + cycles);
        self.batches.push(Batch { first, rival, level: Level::new(iterations, self.seats), games });
        Some(Round::at_table(first, Seats::new(&table), games, self.seed, opening))
    }

    fn add(&mut self, record: &Record) {
        let Some(outcome) = self.take_note(record) else { return };
        match &mut self.method {
            Method::Fit(fit) => fit.add(&outcome),
            Method::Bisection(bisection) => bisection.add(&outcome),
            Method::Ladder(ladder) => ladder.add(&outcome),
        }
    }
}

/// One half, and half of what the others were paid more than the target in the mean.
fn touchstone_score(payoffs: &[f64], target: usize) -> f64 {
    let others: f64 = payoffs.iter().sum::<f64>() - payoffs[target];
    0.5 + (others / (payoffs.len() - 1) as f64 - payoffs[target]) / 2.0
}
