//! Sums over the games of a run, in the order of their numbers.
//!
//! Sums of floating-point numbers depend on their order, and the two games of a pair follow each
//! other: so the summary of a run is the same for any number of threads, and whether it was
//! interrupted or not.
//!
//! A game that repeats an earlier one counts as much as any other if one of its agents draws its
//! moves at random: then it is a sample like the rest. Between deterministic agents
//! ([`Summary::deterministic`]) it is the same observation again. Results are counted either way;
//! intervals, tests and ratings then weigh games by the share of them that is not a repetition.

use std::collections::BTreeMap;

use mctslab_stats::bradley_terry::{Encounter, encounters};
use mctslab_stats::{Estimate, Interval, Pairs, Scores};

use crate::digests::Digests;
use crate::{ForfeitCounts, Record, Seats, count_forfeit};

/// Counts of places: first alone, first with others, any other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Games that are observations of their own.
    effective: u64,
    /// First place alone.
    pub wins: u64,
    /// First place with others.
    pub draws: u64,
    /// Any other place.
    pub losses: u64,
    /// Payoffs.
    pub scores: Scores,
}

impl Tally {
    fn add(&mut self, payoffs: &[f64], seat: usize, counts: bool) {
        self.effective += u64::from(counts);
        let mine = payoffs[seat];
        let best = payoffs.iter().copied().fold(0.0, f64::max);
        let shared = payoffs.iter().filter(|&&payoff| payoff == best).count() > 1;
        match (mine == best, shared) {
            (true, false) => self.wins += 1,
            (true, true) => self.draws += 1,
            (false, _) => self.losses += 1,
        }
        self.scores.add(mine);
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the games that are observations of their own; 1 unless deterministic agents
    /// repeated themselves.
    pub fn weight(&self) -> f64 {
        if self.effective == self.games() { 1.0 } else { self.effective as f64 / self.games() as f64 }
    }

    /// The 95 % interval of the mean payoff, from single games.
    pub fn interval(&self) -> Interval {
        self.scores.weighted(self.weight()).interval()
    }
}

/// Sums over the games of a run.
#[derive(Clone, Debug)]
pub struct Summary {
    agents: usize,
    /// By agent and seat.
    seats: Vec<Vec<Tally>>,
    /// By agent.
    totals: Vec<Tally>,
    points: Vec<f64>,
    /// By agent and opponent, seats aside.
    cross: Vec<Vec<Tally>>,
    /// By the earlier and the later seat's agent.
    met: BTreeMap<(usize, usize), Encounter>,
    /// Pairs of games of two agents, counted for the agent that is listed first.
    pairs: BTreeMap<(usize, usize), Pairs>,
    /// The last game, if it is not part of a pair yet: seats, opening, payoff of the agent listed
    /// first.
    open: Option<(Seats, Option<u64>, f64)>,
    games: u64,
    plies: u64,
    distinct: Digests,
    /// Games that are observations of their own.
    effective: u64,
    /// Which agents are known to be deterministic.
    deterministic: Vec<bool>,
    forfeits: ForfeitCounts,
}

impl Summary {
    /// A summary without games, for this many agents and seats.
    pub fn new(agents: usize, seats: usize) -> Summary {
        Summary {
            agents,
            seats: vec![vec![Tally::default(); seats]; agents],
            totals: vec![Tally::default(); agents],
            points: vec![0.0; agents],
            cross: vec![vec![Tally::default(); agents]; agents],
            met: BTreeMap::new(),
            pairs: BTreeMap::new(),
            open: None,
            games: 0,
            plies: 0,
            distinct: Digests::new(),
            effective: 0,
            deterministic: vec![false; agents],
            forfeits: ForfeitCounts::new(),
        }
    }

    /// An empty summary in which these agents, by number, are known to be deterministic.
    #[must_use]
    pub fn deterministic(self, agents: Vec<bool>) -> Summary {
        debug_assert!(self.games == 0 && agents.len() == self.agents);
        Summary { deterministic: agents, ..self }
    }

    /// Counts the game with the next higher number.
    pub fn add(&mut self, record: &Record) {
        let payoffs = record.payoffs.as_slice();
        self.games += 1;
        self.plies += u64::from(record.plies);
        let fresh = self.distinct.insert(record.digest);
        let counts = fresh || record.seats.iter().any(|agent| !self.deterministic[agent]);
        self.effective += u64::from(counts);
        for (seat, agent) in record.seats.iter().enumerate() {
            self.totals[agent].add(payoffs, seat, counts);
            self.seats[agent][seat].add(payoffs, seat, counts);
            self.points[agent] += payoffs[seat];
            for (other_seat, other) in record.seats.iter().enumerate().filter(|&(other, _)| other != seat) {
                self.cross[agent][other].add(&duel(payoffs[seat], payoffs[other_seat]), 0, counts);
            }
        }
        self.add_encounters(&record.seats, payoffs);
        self.add_to_pair(record);
        count_forfeit(&mut self.forfeits, record);
    }

    fn add_encounters(&mut self, seats: &Seats, payoffs: &[f64]) {
        if let [first, second] = payoffs {
            // The common case, without an allocation.
            let nothing = |a, b| Encounter { first: a, second: b, wins: 0.0, draws: 0.0, losses: 0.0 };
            let (a, b) = (seats.agent(0), seats.agent(1));
            let sum = self.met.entry((a, b)).or_insert_with(|| nothing(a, b));
            match first.total_cmp(second) {
                std::cmp::Ordering::Greater => sum.wins += 1.0,
                std::cmp::Ordering::Equal => sum.draws += 1.0,
                std::cmp::Ordering::Less => sum.losses += 1.0,
            }
            return;
        }
        let agents: Vec<usize> = seats.iter().collect();
        for one in encounters(&agents, payoffs) {
            let nothing = Encounter { wins: 0.0, draws: 0.0, losses: 0.0, ..one };
            let sum = self.met.entry((one.first, one.second)).or_insert(nothing);
            sum.wins += one.wins;
            sum.draws += one.draws;
            sum.losses += one.losses;
        }
    }

    fn add_to_pair(&mut self, record: &Record) {
        let &[first, second] = record.payoffs.as_slice() else { return };
        let (a, b) = (record.seats.agent(0), record.seats.agent(1));
        let (names, payoff) = if a < b { ((a, b), first) } else { ((b, a), second) };
        match self.open.take() {
            Some((seats, opening, before)) if opening == record.opening && seats.reordered(&[1, 0]) == record.seats => {
                self.pairs.entry(names).or_default().add(before, payoff);
            }
            _ => self.open = Some((record.seats, record.opening, payoff)),
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The sums of payoffs, by agent.
    pub fn points(&self) -> &[f64] {
        &self.points
    }

    /// The mean number of moves of a game.
    pub fn plies_mean(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }

    /// Games that repeat an earlier one.
    pub fn duplicates(&self) -> u64 {
        self.games - self.distinct.len()
    }

    /// Games that are different from all others.
    pub fn distinct(&self) -> u64 {
        self.distinct.len()
    }

    /// Games that are observations of their own: all but those in which deterministic agents
    /// repeated themselves.
    pub fn effective(&self) -> u64 {
        self.effective
    }

    /// All games of an agent.
    pub fn total(&self, agent: usize) -> &Tally {
        &self.totals[agent]
    }

    /// All games of an agent in a seat.
    pub fn in_seat(&self, agent: usize, seat: usize) -> &Tally {
        &self.seats[agent][seat]
    }

    /// All games of an agent against another, counted as games of these two.
    pub fn against(&self, agent: usize, other: usize) -> &Tally {
        &self.cross[agent][other]
    }

    /// Results by pairs of seats, for joint ratings; repetitions of deterministic agents count
    /// less.
    pub fn encounters(&self) -> Vec<Encounter> {
        let weighted = |one: &Encounter| {
            let weight = self.cross[one.first][one.second].weight();
            Encounter { wins: weight * one.wins, draws: weight * one.draws, losses: weight * one.losses, ..*one }
        };
        self.met.values().map(weighted).collect()
    }

    /// Games that were forfeited, by agent and fault.
    pub fn forfeits(&self) -> &ForfeitCounts {
        &self.forfeits
    }

    /// The pairs of games of two agents, counted for the first, if every game is part of a pair.
    pub fn pairs(&self) -> Option<&Pairs> {
        if self.agents == 2 { self.pairs_of(0, 1) } else { None }
    }

    /// The pairs of games of the agents `a` and `b`, `a` listed before `b`, counted for `a`, if
    /// every game of theirs is part of one.
    pub fn pairs_of(&self, a: usize, b: usize) -> Option<&Pairs> {
        self.pairs.get(&(a, b)).filter(|pairs| 2 * pairs.len() == self.cross[a][b].games())
    }

    /// The score of `agent`, which met only `other`, with the standard error of its interval;
    /// `None` without games. The agent is listed before the other.
    pub fn estimate(&self, agent: usize, other: usize) -> Option<Estimate> {
        let tally = &self.totals[agent];
        match self.pairs_of(agent, other) {
            Some(pairs) => pairs.weighted_estimate(tally.weight()),
            None => tally.scores.weighted(tally.weight()).estimate(),
        }
    }

    /// The 95 % interval of that score.
    pub fn interval_of(&self, agent: usize, other: usize) -> Interval {
        match self.pairs_of(agent, other) {
            Some(_) => self.interval_between(agent, other),
            None => self.totals[agent].interval(),
        }
    }

    /// The 95 % interval of an agent's score: from pairs of games where all are paired, else from
    /// games.
    pub fn interval(&self, agent: usize) -> Interval {
        match (self.pairs().is_some(), agent) {
            (true, 0) => self.interval_between(0, 1),
            (true, _) => self.interval_between(1, 0),
            (false, _) => self.totals[agent].interval(),
        }
    }

    /// The interval of the score of `agent`, the first of two agents, with any confidence.
    pub fn interval_at(&self, agent: usize, confidence: f64) -> Interval {
        let tally = &self.totals[agent];
        let Some(pairs) = self.pairs() else { return tally.scores.weighted(tally.weight()).interval_at(confidence) };
        let Interval { low, high } = pairs.weighted_interval_at(tally.weight(), confidence);
        if agent == 0 { Interval { low, high } } else { Interval { low: 1.0 - high, high: 1.0 - low } }
    }

    /// The 95 % interval of the score of `a` against `b`: from pairs of games where all are paired,
    /// else from games.
    pub fn interval_between(&self, a: usize, b: usize) -> Interval {
        let tally = &self.cross[a][b];
        let Some(pairs) = self.pairs_of(a.min(b), a.max(b)) else { return tally.interval() };
        let Interval { low, high } = pairs.weighted_interval(tally.weight());
        if a < b { Interval { low, high } } else { Interval { low: 1.0 - high, high: 1.0 - low } }
    }
}

/// One place among many as the result of a game of two: won, drawn or lost.
fn duel(mine: f64, other: f64) -> [f64; 2] {
    match mine.total_cmp(&other) {
        std::cmp::Ordering::Greater => [1.0, 0.0],
        std::cmp::Ordering::Equal => [0.5, 0.5],
        std::cmp::Ordering::Less => [0.0, 1.0],
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::time::Duration;

    use mctslab_core::Payoffs;

    use super::*;
    use crate::{Fixture, Reason};

    pub(crate) fn record(fixture: &Fixture, payoffs: Payoffs) -> Record {
        Record {
            fixture: fixture.id,
            seats: fixture.seats,
            opening: fixture.opening,
            seed: fixture.seed,
            payoffs,
            plies: 1,
            reason: Reason::End,
            moves: String::new(),
            duration: Duration::ZERO,
            digest: fixture.seed,
            forfeit: None,
        }
    }

    fn game(id: u64, seats: &[usize], payoffs: &[f64]) -> Record {
        record(&Fixture { id, seats: Seats::new(seats), opening: None, seed: id / 2 }, Payoffs::new(payoffs))
    }

    #[test]
    fn pairs_are_two_games_with_seats_swapped() {
        let mut summary = Summary::new(2, 2);
        summary.add(&game(0, &[0, 1], &[1.0, 0.0]));
        assert!(summary.pairs().is_none(), "half a pair");
        summary.add(&game(1, &[1, 0], &[1.0, 0.0]));
        summary.add(&game(2, &[0, 1], &[0.5, 0.5]));
        summary.add(&game(3, &[1, 0], &[0.0, 1.0]));
        assert_eq!(summary.pairs().expect("games in pairs").counts, [0, 0, 1, 1, 0]);
        assert_eq!((summary.games(), summary.duplicates()), (4, 2));
        assert_eq!(summary.points(), [2.5, 1.5]);
        assert_eq!(summary.in_seat(0, 1).wins, 1);
        let (one, other) = (summary.interval(0), summary.interval(1));
        assert!((one.low + other.high - 1.0).abs() < 1e-12 && one.low < 0.5);
    }

    #[test]
    fn what_deterministic_agents_repeat_is_no_news() {
        let play = |deterministic: [bool; 3]| {
            let mut summary = Summary::new(3, 2).deterministic(deterministic.to_vec());
            for id in 0..400 {
                let (a, b) = if id % 4 < 2 { (0, 1) } else { (0, 2) };
                let seats = if id % 2 == 0 { [a, b] } else { [b, a] };
                let payoffs = if id % 2 == 0 { [1.0, 0.0] } else { [0.0, 1.0] };
                summary.add(&Record { digest: id % 4, ..game(id, &seats, &payoffs) });
            }
            summary
        };
        let (random, fixed, two) = (play([false; 3]), play([true; 3]), play([true, true, false]));
        assert_eq!([&random, &fixed, &two].map(Summary::effective), [400, 4, 202]);
        assert_eq!([&random, &fixed, &two].map(Summary::duplicates), [396; 3]);
        for summary in [&fixed, &two] {
            let repeated = summary.interval_between(0, 1);
            assert!(repeated.low < 0.1 && random.interval_between(0, 1).low > 0.9, "one pair of games: {repeated:?}");
            let weight: f64 = summary
                .encounters()
                .iter()
                .filter(|one| one.first + one.second == 1)
                .map(|one| one.wins + one.losses)
                .sum();
            assert!((weight - 2.0).abs() < 1e-9, "{weight}");
        }
        assert_eq!(two.interval_between(0, 2), random.interval_between(0, 2));
        assert!(
            fixed.interval(0).low < 0.7 && two.interval(0).low > 0.9 && random.total(0).wins == fixed.total(0).wins
        );
    }

    #[test]
    fn pairs_are_kept_for_every_two_agents() {
        let mut summary = Summary::new(3, 2);
        let games = [([0, 1], [1.0, 0.0]), ([1, 0], [0.0, 1.0]), ([2, 1], [1.0, 0.0]), ([1, 2], [1.0, 0.0])];
        for (id, (seats, payoffs)) in games.iter().enumerate() {
            summary.add(&game(id as u64, seats, payoffs));
        }
        assert!(summary.pairs().is_none(), "there are three agents");
        assert_eq!(summary.pairs_of(0, 1).expect("games in pairs").counts, [0, 0, 0, 0, 1]);
        assert_eq!(summary.pairs_of(1, 2).expect("games in pairs").counts, [0, 0, 1, 0, 0]);
        assert!(summary.pairs_of(0, 2).is_none(), "they never met");
        summary.add(&game(4, &[0, 1], &[0.5, 0.5]));
        assert!(summary.pairs_of(0, 1).is_none(), "half a pair is left");
    }

    #[test]
    fn three_seats_are_three_encounters() {
        let mut summary = Summary::new(3, 3);
        summary.add(&game(0, &[2, 0, 1], &[0.0, 1.0, 0.5]));
        assert_eq!(summary.against(0, 1).wins, 1);
        assert_eq!(summary.against(2, 1).losses, 1);
        assert_eq!(summary.encounters().len(), 3);
        assert!((summary.encounters().iter().map(|one| one.wins + one.losses).sum::<f64>() - 1.5).abs() < 1e-12);
    }
}
