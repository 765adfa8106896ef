//! One game to be played, as a pure function of its number.

use mctslab_core::rng::mix;

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the run, from 0.
    pub id: u64,
    /// The agent in each seat.
    pub seats: Vec<usize>,
    /// The seed of all its random choices.
    pub seed: u64,
}

impl Fixture {
    /// The seed of the agent in `seat`.
    pub fn seat_seed(&self, seat: usize) -> u64 {
        mix(&[self.seed, seat as u64])
    }
}

/// All games of a run: every agent in every seat equally often.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// How many games.
    pub games: u64,
    seed: u64,
    seatings: Vec<Vec<usize>>,
}

impl Schedule {
    /// `games` games of `agents` agents, one for each seat, taking turns over all seatings.
    pub fn new(agents: usize, games: u64, seed: u64) -> Schedule {
        Schedule { games, seed, seatings: permutations(agents) }
    }

    /// In how many ways the agents can be seated.
    pub fn seatings(&self) -> u64 {
        self.seatings.len() as u64
    }

    /// Game number `id`.
    pub fn fixture(&self, id: u64) -> Fixture {
        let seats = self.seatings[(id % self.seatings()) as usize].clone();
        Fixture { id, seats, seed: mix(&[self.seed, id]) }
    }
}

/// All orders of the numbers below `count`, the rising one first.
fn permutations(count: usize) -> Vec<Vec<usize>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_agent_sits_in_every_seat_equally_often() {
        for agents in 1..=4 {
            let schedule = Schedule::new(agents, 0, 1);
            let fixtures: Vec<Fixture> = (0..schedule.seatings()).map(|id| schedule.fixture(id)).collect();
            for agent in 0..agents {
                for seat in 0..agents {
                    let times = fixtures.iter().filter(|fixture| fixture.seats[seat] == agent).count();
                    assert_eq!(times, fixtures.len() / agents, "agent {agent} in seat {seat} of {agents}");
                }
            }
        }
    }

    #[test]
    fn a_fixture_depends_on_its_number_and_the_seed_alone() {
        let one = Schedule::new(2, 10, 7);
        assert_eq!(one.fixture(3), Schedule::new(2, 99, 7).fixture(3));
        assert_ne!(one.fixture(3).seed, one.fixture(4).seed);
        assert_ne!(one.fixture(3).seed, Schedule::new(2, 10, 8).fixture(3).seed);
        assert_ne!(one.fixture(3).seat_seed(0), one.fixture(3).seat_seed(1));
    }
}
