//! A round: games that can be played without knowing how the others of the round end.
//!
//! A table is a set of agents who play each other, as many as there are seats. Game after game all tables play one opening with
//! every seat order, then the next opening; so a prefix of a round is as even as can be.

use std::ops::Range;
use std::sync::Arc;

use mctslab_core::rng::mix;

use crate::{Fixture, Seats};

/// How the games of a round are numbered.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The number of the first game.
    pub(super) base: u64,
    /// Who plays whom.
    pub(super) tables: Vec<Seats>,
    /// Games of each table.
    pub(super) games: u64,
    /// All seat orders.
    pub(super) seatings: Vec<Vec<usize>>,
    /// The seed of the run.
    pub(super) seed: u64,
    /// The number of the first opening, if there are openings.
    pub(super) opening: Option<u64>,
}

impl Layout {
    /// How many games there are.
    pub(super) fn len(&self) -> u64 {
        self.games * self.tables.len() as u64
    }

    /// Games after which every table has played an opening with every seat order.
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

/// Games to be played now: a part of a layout, up to a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    pub(super) layout: Arc<Layout>,
    /// The numbers of its games.
    pub games: Range<u64>,
}

impl Round {
    /// So many games at one table from number `base` on. `opening` is the number of the first opening, if there are openings.
    pub fn at_table(base: u64, table: Seats, games: u64, seed: u64, opening: Option<u64>) -> Round {
        let seatings = permutations(table.len());
        let layout = Layout { base, tables: vec![table], games, seatings, seed, opening };
        Round { games: base..base + games, layout: Arc::new(layout) }
    }

    /// Game number `id`, which is one of the round.
    pub fn fixture(&self, id: u64) -> Fixture {
        self.layout.fixture(id)
    }

    /// The agents of each table of the round.
    pub fn tables(&self) -> &[Seats] {
        &self.layout.tables
    }
}

/// All orders of the numbers below `count`, the rising one first.
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

/// All ways to choose `count` of the agents from `first` on, in rising order.
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

    fn layout(tables: Vec<Seats>, games: u64) -> Layout {
        let seatings = permutations(tables[0].len());
        Layout { base: 100, tables, games, seatings, seed: 7, opening: Some(0) }
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
        let other = Layout { seed: 8, ..layout(vec![Seats::new(&[0, 1])], 10) };
        assert_ne!(short.fixture(103).seed, other.fixture(103).seed);
    }
}
