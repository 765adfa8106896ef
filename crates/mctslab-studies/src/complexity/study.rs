//! A study as a run: which games it has, and what they are to its method.

use std::collections::HashSet;

use mctslab_arena::{ForfeitCounts, Numbered, Record, Round, count_forfeit};
use mctslab_lab::Touchstone;
use mctslab_page::Replay;

use crate::shared::clearly_broken;
use super::agent_numbers::{Cast, Role, TARGET};
use super::level::{Level, Outcome};
use super::method::Method;
use super::shown_games::ComplexityGames;

/// A batch of games.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Batch {
    /// The number of its first game.
    pub first: u64,
    /// Iterations of the touchstone that stands in for the target; `None` if it is the target
    /// itself.
    pub rival: Option<u64>,
    /// The number of the agent that is measured: the target, or the one in its place.
    pub measured: usize,
    /// The results.
    pub level: Level,
    /// Games planned.
    pub games: u64,
}

/// A study in progress.
#[derive(Clone, Debug)]
pub(crate) struct ComplexityStudy {
    method: Method,
    seats: usize,
    seed: u64,
    /// The number of the next opening, if there are openings.
    opening: Option<u64>,
    next: u64,
    batches: Vec<Batch>,
    cast: Cast,
    iterations: u64,
    /// The digests of all games, which show how many of them differ.
    distinct: HashSet<u64>,
    forfeits: ForfeitCounts,
    /// Whether another version chose the games.
    observed: bool,
    /// Whether games go on although the target crashes.
    plays_on: bool,
    /// What a page shows of single games.
    shown: Option<ComplexityGames>,
    replays: Vec<Replay>,
}

impl ComplexityStudy {
    /// A study by a method, for a game with this number of seats, before its first game.
    pub(crate) fn new(
        method: Method,
        seats: usize,
        seed: u64,
        openings: bool,
        target: String,
        touchstone: Touchstone,
    ) -> ComplexityStudy {
        ComplexityStudy {
            method,
            seats,
            seed,
            opening: openings.then_some(0),
            next: 0,
            batches: Vec::new(),
            cast: Cast::new(target, touchstone),
            iterations: 0,
            distinct: HashSet::new(),
            forfeits: ForfeitCounts::new(),
            observed: false,
            plays_on: false,
            shown: None,
            replays: Vec::new(),
        }
    }

    /// The same with another number for its first game, where something else comes before.
    pub(crate) fn starting_at(self, first: u64) -> ComplexityStudy {
        ComplexityStudy { next: first, ..self }
    }

    /// The same, which plays on whatever crashes.
    pub(crate) fn playing_on(self) -> ComplexityStudy {
        ComplexityStudy { plays_on: true, ..self }
    }

    /// The iterations of the agent with a number; `None` of the target.
    pub(crate) fn iterations_of(&self, number: usize) -> Option<u64> {
        self.cast.iterations(number)
    }

    /// Whether the games were chosen by another version, so that this one fits its own curve to
    /// them.
    pub(crate) fn is_observed(&self) -> bool {
        self.observed
    }

    /// What a page shows of single games.
    pub(crate) fn shown(&self) -> Option<(&ComplexityGames, &[Replay])> {
        self.shown.as_ref().map(|games| (games, self.replays.as_slice()))
    }

    /// Keeps from now on what a page shows of single games.
    pub(crate) fn keep_shown_games(&mut self) {
        self.shown = Some(ComplexityGames::default());
    }

    pub(crate) fn set_replays(&mut self, replays: Vec<Replay>) {
        self.replays = replays;
    }

    /// Keeps what a page shows of the last game.
    fn show(&mut self, record: &Record) {
        if let Some(mut shown) = self.shown.take() {
            shown.add(record, self);
            self.shown = Some(shown);
        }
    }

    /// A game of the last batch as the study sees it.
    pub(crate) fn outcome(&self, record: &Record) -> Option<Outcome> {
        let seat = record.seats.seat_of(self.batches.last()?.measured)?;
        Some(Outcome { score: touchstone_score(record.payoffs.as_slice(), seat), seat, plies: record.plies })
    }

    /// Takes a game that another version chose to play, at its own level;
    /// [`ComplexityStudy::conclude_observed`] follows the last one. `false` if the method decides
    /// on whole matches, which are replayed as they are.
    pub(crate) fn observe_game(&mut self, record: &Record, agents: &[Numbered]) -> bool {
        if matches!(self.method, Method::Bisection(_)) {
            return false;
        }
        self.observed = true;
        self.cast.take_over(agents);
        let Some((measured, rival, iterations)) = self.cast.read(record) else { return true };
        let here = |batch: &Batch| batch.measured == measured && batch.level.iterations == iterations;
        if !self.batches.last().is_some_and(here) {
            let level = Level::new(iterations, self.seats);
            self.batches.push(Batch { first: record.fixture, rival, measured, level, games: 0 });
        }
        if let Some(outcome) = self.take_note(record) {
            match &mut self.method {
                Method::Fit(fit) => fit.observe(iterations, &outcome),
                Method::Ladder(ladder) => ladder.observe(rival.unwrap_or(1), iterations, &outcome),
                Method::Bisection(_) => {}
            }
        }
        self.show(record);
        true
    }

    /// Ends a study of games that another version chose to play.
    pub(crate) fn conclude_observed(&mut self) {
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
    pub(crate) fn method(&self) -> &Method {
        &self.method
    }

    /// The batches one after the other.
    pub(crate) fn batches(&self) -> &[Batch] {
        &self.batches
    }

    /// Games so far.
    pub(crate) fn games(&self) -> u64 {
        self.batches.iter().map(|batch| batch.level.count.games()).sum()
    }

    /// Iterations that all touchstones have spent so far: half of the plies of a game are theirs,
    /// or two thirds of three seats.
    pub(crate) fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Games that had been played before, move for move, by the same players in the same seats.
    pub(crate) fn duplicates(&self) -> u64 {
        self.games() - self.distinct.len() as u64
    }

    /// Games that were forfeited, by the agent's number and fault.
    pub(crate) fn forfeits(&self) -> &ForfeitCounts {
        &self.forfeits
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

    /// Ends the study with the games that there are. The batch that was played still counts, and so
    /// does a part of it, but part of a match decides nothing.
    pub(crate) fn end_early(&mut self) {
        let whole = self.batches.last().is_none_or(|batch| batch.level.count.games() == batch.games);
        if whole || !matches!(self.method, Method::Bisection(_)) {
            let _ = self.ask();
        }
        match &mut self.method {
            Method::Fit(fit) => fit.give_up(),
            Method::Ladder(ladder) => ladder.give_up(),
            Method::Bisection(_) => {}
        }
    }

    /// The games to play next.
    pub(crate) fn next_round(&mut self) -> Option<Round> {
        if !self.plays_on && clearly_broken(&self.forfeits, self.games()) {
            self.end_early();
            return None;
        }
        let (rival, iterations, games) = self.ask()?;
        let measured = match rival {
            None => TARGET,
            Some(rival) => self.cast.number(rival, Role::Rival),
        };
        let mut table = vec![self.cast.agents()[measured].clone()];
        for copy in 0..self.seats - 1 {
            let number = self.cast.number(iterations, Role::Touchstone(copy));
            table.push(self.cast.agents()[number].clone());
        }
        let (first, opening) = (self.next, self.opening);
        self.next += games;
        let cycles = games.div_ceil((1..=self.seats as u64).product());
        self.opening = opening.map(|opening| opening + cycles);
        self.batches.push(Batch { first, rival, measured, level: Level::new(iterations, self.seats), games });
        Some(Round::at_table(first, table, games, self.seed, opening))
    }

    /// Takes the game with the next higher number.
    pub(crate) fn add_game(&mut self, record: &Record) {
        let Some(outcome) = self.take_note(record) else { return };
        match &mut self.method {
            Method::Fit(fit) => fit.add(&outcome),
            Method::Bisection(bisection) => bisection.add(&outcome),
            Method::Ladder(ladder) => ladder.add(&outcome),
        }
        self.show(record);
    }
}

/// One half, and half of what the others were paid more than the target in the mean.
fn touchstone_score(payoffs: &[f64], target: usize) -> f64 {
    let others: f64 = payoffs.iter().sum::<f64>() - payoffs[target];
    0.5 + (others / (payoffs.len() - 1) as f64 - payoffs[target]) / 2.0
}
