//! Rounds: sets of tasks, none of which depends on the results of the others.
//!
//! Most tasks are games; a study may have a kind of its own, which it describes by a text.
//!
//! A table is a set of agents that play each other, as many as there are seats. All tables play one
//! opening with every seat order, game after game, then the next opening, so that a prefix of a
//! round is as balanced as possible.

use std::ops::Range;
use std::sync::Arc;

use mctslab_core::rng::mix;
use serde::{Deserialize, Serialize};

use crate::{Fixture, ResultError, Seats, TaskResult};

/// The numbering of the games of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenLayout")]
pub(super) struct RoundLayout {
    /// The number of the first game.
    pub(super) base: u64,
    /// The agents of each table.
    pub(super) tables: Vec<Seats>,
    /// Games of each table.
    pub(super) games: u64,
    /// All seat orders.
    #[serde(skip)]
    pub(super) seatings: Vec<Vec<usize>>,
    /// The seed of the run.
    pub(super) seed: u64,
    /// The number of the first opening, if there are openings.
    pub(super) opening: Option<u64>,
}

/// A layout in its serialized form: the seat orders follow from the number of seats.
#[derive(Deserialize)]
struct WrittenLayout {
    base: u64,
    tables: Vec<Seats>,
    games: u64,
    seed: u64,
    opening: Option<u64>,
}

impl From<WrittenLayout> for RoundLayout {
    fn from(written: WrittenLayout) -> RoundLayout {
        let WrittenLayout { base, tables, games, seed, opening } = written;
        let seatings = permutations(tables.first().map_or(1, Seats::len));
        RoundLayout { base, tables, games, seatings, seed, opening }
    }
}

impl RoundLayout {
    /// The number of games.
    pub(super) fn len(&self) -> u64 {
        self.games * self.tables.len() as u64
    }

    /// The number of games after which every table has played an opening with every seat order.
    pub(super) fn cycle(&self) -> u64 {
        (self.seatings.len() * self.tables.len()) as u64
    }

    fn fixture(&self, id: u64) -> Fixture {
        let (seatings, tables) = (self.seatings.len() as u64, self.tables.len() as u64);
        let (index, whole) = (id - self.base, self.games / seatings);
        // A last opening that is not played with all seat orders has fewer games.
        let (cycle, rest, width) = if index < whole * seatings * tables {
            (index / (seatings * tables), index % (seatings * tables), seatings)
        } else {
            (whole, index - whole * seatings * tables, self.games % seatings)
        };
        let table = self.tables[(rest / width) as usize];
        let seats = table.reordered(&self.seatings[(rest % width) as usize]);
        Fixture { id, seats, opening: self.opening.map(|first| first + cycle), seed: mix(&[self.seed, id]) }
    }
}

/// The kind of the tasks of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Work {
    /// Games.
    Games(Arc<RoundLayout>),
    /// Tasks of a study's own kind, described in its own format.
    Own(String),
}

/// An agent of a round: its number in the run and its spec.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbered {
    /// Its number.
    pub number: usize,
    /// Its spec.
    pub spec: String,
}

/// Tasks to be done now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    work: Work,
    /// All agents of the round.
    agents: Arc<Vec<Numbered>>,
    /// The numbers of its tasks.
    pub tasks: Range<u64>,
}

impl Round {
    pub(super) fn of_layout(layout: Arc<RoundLayout>, games: Range<u64>, agents: Arc<Vec<Numbered>>) -> Round {
        Round { work: Work::Games(layout), agents, tasks: games }
    }

    /// Games at one table from number `base` on. `agents` are the agents of the table, each with
    /// its number and spec; `opening` is the number of the first opening, if there are openings.
    pub fn at_table(base: u64, agents: Vec<Numbered>, games: u64, seed: u64, opening: Option<u64>) -> Round {
        let numbers: Vec<usize> = agents.iter().map(|agent| agent.number).collect();
        Round::at_tables(base, vec![Seats::new(&numbers)], agents, games, seed, opening)
    }

    /// Games at several tables, one or more, each with N games: all of them play an opening with
    /// every seat order before the next begins. `agents` are the agents of all tables.
    pub fn at_tables(
        base: u64,
        tables: Vec<Seats>,
        agents: Vec<Numbered>,
        games: u64,
        seed: u64,
        opening: Option<u64>,
    ) -> Round {
        let seatings = permutations(tables.first().map_or(1, Seats::len));
        let layout = RoundLayout { base, tables, games, seatings, seed, opening };
        Round { tasks: base..base + layout.len(), work: Work::Games(Arc::new(layout)), agents: Arc::new(agents) }
    }

    /// Tasks of a study's own kind, which `what` describes to the code that does them.
    pub fn of_own_tasks(tasks: Range<u64>, what: String) -> Round {
        Round { work: Work::Own(what), agents: Arc::default(), tasks }
    }

    /// The description of the tasks, if they are not games.
    pub fn own_work(&self) -> Option<&str> {
        match &self.work {
            Work::Own(what) => Some(what),
            Work::Games(_) => None,
        }
    }

    /// Game number `id`; `None` if the round does not contain it, or its tasks are not games.
    pub fn fixture(&self, id: u64) -> Option<Fixture> {
        match &self.work {
            Work::Games(layout) if self.tasks.contains(&id) => Some(layout.fixture(id)),
            _ => None,
        }
    }

    /// The agents of each table of the round.
    pub fn tables(&self) -> &[Seats] {
        match &self.work {
            Work::Games(layout) => &layout.tables,
            Work::Own(_) => &[],
        }
    }

    /// Checks that a result belongs to one of the round's tasks; the error says why it does not.
    pub fn check(&self, result: &TaskResult) -> Result<(), ResultError> {
        match (result, self.fixture(result.task())) {
            (TaskResult::Game(record), Some(fixture)) if record.seats != fixture.seats => {
                Err(ResultError::Seats { found: record.seats, expected: fixture.seats })
            }
            (TaskResult::Game(record), Some(fixture))
                if record.seed != fixture.seed || record.opening != fixture.opening =>
            {
                Err(ResultError::Start)
            }
            (TaskResult::Game(_), Some(_)) => Ok(()),
            (TaskResult::Own { .. }, _) if self.own_work().is_some() && self.tasks.contains(&result.task()) => Ok(()),
            (TaskResult::Game(_), None) => Err(ResultError::Game),
            (TaskResult::Own { .. }, _) => Err(ResultError::NoGame),
        }
    }

    /// All agents of the round.
    pub fn agents(&self) -> &[Numbered] {
        &self.agents
    }
}

/// All permutations of the numbers below `count`, the ascending one first.
pub(super) fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |order: &Vec<usize>| {
            let free = (0..count).filter(|next| !order.contains(next));
            free.map(|next| [order.as_slice(), &[next]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// All sets of `count` of the agents from `first` on, in ascending order.
pub(super) fn choices(first: usize, agents: usize, count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let with = |agent: usize| {
        choices(agent + 1, agents, count - 1).into_iter().map(move |rest| [&[agent], rest.as_slice()].concat())
    };
    (first..agents).flat_map(with).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(tables: Vec<Seats>, games: u64) -> RoundLayout {
        let seatings = permutations(tables[0].len());
        RoundLayout { base: 100, tables, games, seatings, seed: 7, opening: Some(0) }
    }

    #[test]
    fn every_table_plays_its_games_with_seats_taken_evenly() {
        for (seats, games) in [(2, 6), (2, 7), (3, 12), (3, 10)] {
            let tables: Vec<Seats> = choices(0, 4, seats).iter().map(|table| Seats::new(table)).collect();
            let layout = layout(tables.clone(), games);
            let fixtures: Vec<Fixture> = (100..100 + layout.len()).map(|id| layout.fixture(id)).collect();
            for table in tables {
                let own: Vec<&Fixture> = fixtures
                    .iter()
                    .filter(|fixture| table.iter().all(|agent| fixture.seats.seat_of(agent).is_some()))
                    .collect();
                assert_eq!(own.len() as u64, games, "{table} with {games} games");
                let whole = games / layout.seatings.len() as u64 * layout.seatings.len() as u64;
                for opening in 0..games / layout.seatings.len() as u64 {
                    let orders: std::collections::HashSet<Seats> =
                        own.iter().filter(|one| one.opening == Some(opening)).map(|one| one.seats).collect();
                    assert_eq!(orders.len(), layout.seatings.len(), "opening {opening} of {table}, {whole} games");
                }
            }
        }
    }

    #[test]
    fn every_agent_sits_in_every_seat_equally_often() {
        for agents in 1..=4 {
            let orders = permutations(agents);
            for agent in 0..agents {
                for seat in 0..agents {
                    let times = orders.iter().filter(|order| order[seat] == agent).count();
                    assert_eq!(times, orders.len() / agents, "agent {agent} in seat {seat} of {agents}");
                }
            }
        }
    }

    #[test]
    fn a_fixture_depends_on_its_number_and_the_seed_alone() {
        let (short, long) = (layout(vec![Seats::new(&[0, 1])], 10), layout(vec![Seats::new(&[0, 1])], 98));
        assert_eq!(short.fixture(103), long.fixture(103));
        assert_ne!(short.fixture(103).seed, short.fixture(104).seed);
        assert_ne!(short.fixture(103).seat_seed(0), short.fixture(103).seat_seed(1));
        let other = RoundLayout { seed: 8, ..layout(vec![Seats::new(&[0, 1])], 10) };
        assert_ne!(short.fixture(103).seed, other.fixture(103).seed);
    }
}
