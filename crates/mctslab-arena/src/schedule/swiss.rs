//! Swiss rounds without rematches.
//!
//! A pairing that is good for this round may make the next ones impossible: six agents that have
//! played all games between two groups of three cannot be paired without a rematch. So the search
//! goes through the pairings in the order of preference (the best with the next best, and so on),
//! and takes the first after which the rest of the tournament can be played as well. It backtracks
//! where it is stuck, up to a number of steps; then it considers this round alone; and where even
//! that fails, the caller accepts rematches.

use crate::Seats;

/// The number of steps after which a search is given up.
const MAX_STEPS: u32 = 50_000;
/// The greatest number of agents with which later rounds are considered: with more, there is room
/// enough.
const MAX_AGENTS_FORESEEN: usize = 24;
/// The greatest number of agents with which there is a search.
const MAX_AGENTS_SEARCHED: usize = 1000;

/// A search for tables of agents who have not met.
pub(super) struct Strangers<'a> {
    // Fixed during a search.
    ranked: &'a [usize],
    seats: usize,
    // Changes as the search advances and backtracks.
    met: Vec<Vec<u32>>,
    byes: Vec<u32>,
    busy: Vec<bool>,
    resting: Vec<usize>,
    tables: Vec<Vec<usize>>,
    steps: u32,
}

impl<'a> Strangers<'a> {
    /// Tables for the agents in this order of preference, and the agents with a bye, such that this
    /// many more rounds can follow; `None` if there is no round without a rematch, or none was
    /// found.
    pub(super) fn pair(
        ranked: &'a [usize],
        met: &[Vec<u32>],
        byes: &[u32],
        seats: usize,
        rounds: u64,
    ) -> Option<(Vec<Seats>, Vec<usize>)> {
        if ranked.len() > MAX_AGENTS_SEARCHED {
            return None;
        }
        let ahead = rounds.min(possible(ranked, met, byes, seats));
        let ahead = if ranked.len() > MAX_AGENTS_FORESEEN { ahead.min(1) } else { ahead };
        let depths = [ahead, 1];
        depths.into_iter().filter(|&rounds| rounds > 0).find_map(|rounds| {
            let mut search = Strangers {
                ranked,
                seats,
                met: met.to_vec(),
                byes: byes.to_vec(),
                busy: vec![false; ranked.len()],
                resting: Vec::new(),
                tables: Vec::new(),
                steps: MAX_STEPS,
            };
            search.rest(rounds).then(|| {
                let tables = search.tables.iter().map(|table| Seats::new(table)).collect();
                (tables, search.resting)
            })
        })
    }

    /// Chooses the agents with a bye, first the lowest ranked of those with the fewest byes, then
    /// the tables.
    fn rest(&mut self, rounds: u64) -> bool {
        if self.resting.len() == self.ranked.len() % self.seats {
            return self.seat(rounds);
        }
        let free = self.ranked.iter().filter(|&&agent| !self.busy[agent]);
        let least = free.map(|&agent| self.byes[agent]).min().unwrap_or(0);
        for &agent in self.ranked.iter().rev() {
            if self.busy[agent] || self.byes[agent] > least {
                continue;
            }
            self.busy[agent] = true;
            self.resting.push(agent);
            if self.rest(rounds) {
                return true;
            }
            self.resting.pop();
            self.busy[agent] = false;
        }
        false
    }

    /// Fills the next free seat, preferring the best agent.
    fn seat(&mut self, rounds: u64) -> bool {
        let open = self.tables.last().is_some_and(|table| table.len() < self.seats);
        let Some(first) = self.ranked.iter().position(|&agent| !self.busy[agent]) else {
            return self.go_on(rounds);
        };
        if !open {
            self.tables.push(Vec::new());
        }
        // The best free agent opens a table; any stranger may join one.
        let choices = if open { self.ranked.len() } else { first + 1 };
        for place in first..choices {
            let agent = self.ranked[place];
            let strange = |other: &usize| self.met[agent][*other] == 0;
            if self.busy[agent] || !self.tables.last().is_some_and(|table| table.iter().all(strange)) {
                continue;
            }
            if self.steps == 0 {
                break;
            }
            self.steps -= 1;
            self.busy[agent] = true;
            self.sit(agent, true);
            if self.seat(rounds) {
                return true;
            }
            self.sit(agent, false);
            self.busy[agent] = false;
        }
        if !open {
            self.tables.pop();
        }
        false
    }

    /// Adds an agent to the last table, or removes it.
    fn sit(&mut self, agent: usize, joins: bool) {
        if let Some(table) = self.tables.last_mut() {
            if joins {
                table.push(agent);
            } else {
                table.pop();
            }
        }
    }

    /// Whether the rounds after this one can be played.
    fn go_on(&mut self, rounds: u64) -> bool {
        if rounds <= 1 {
            return true;
        }
        let (mut met, mut byes) = (self.met.clone(), self.byes.clone());
        for table in &self.tables {
            for &a in table {
                table.iter().filter(|&&b| b != a).for_each(|&b| met[a][b] += 1);
            }
        }
        self.resting.iter().for_each(|&agent| byes[agent] += 1);
        let mut later = Strangers {
            ranked: self.ranked,
            seats: self.seats,
            met,
            byes,
            busy: vec![false; self.ranked.len()],
            resting: Vec::new(),
            tables: Vec::new(),
            steps: self.steps,
        };
        let found = later.rest(rounds - 1);
        self.steps = later.steps;
        found
    }
}

/// An upper bound of the number of rounds: after it some agent will have met all others.
fn possible(ranked: &[usize], met: &[Vec<u32>], byes: &[u32], seats: usize) -> u64 {
    let least = byes.iter().min().copied().unwrap_or(0);
    let rests = !ranked.len().is_multiple_of(seats);
    let rounds = |&agent: &usize| {
        let strangers = ranked.iter().filter(|&&other| other != agent && met[agent][other] == 0).count();
        (strangers / (seats - 1)) as u64 + u64::from(rests && byes[agent] == least)
    };
    ranked.iter().map(rounds).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use crate::{Course, CoursePlan, Format, Summary};

    /// The greatest number of meetings of two agents, in a Swiss tournament with random results.
    fn most_meetings(agents: usize, rounds: u64, seed: u64) -> u32 {
        let format = Format::Swiss { rounds };
        let specs = (0..agents).map(|number| format!("agent-{number}")).collect();
        let plan = CoursePlan { format, agents: specs, seats: 2, games: 2, seed: 3, openings: true, stop: None };
        let mut course = Course::new(plan).expect("a course");
        let mut summary = Summary::new(agents, 2);
        let mut rng = mctslab_core::Rng::new(seed);
        while let Some(round) = course.next(&summary) {
            for id in round.tasks.clone() {
                let won = [1.0, 0.5, 0.0][rng.below(3) as usize];
                let payoffs = mctslab_core::Payoffs::new(&[won, 1.0 - won]);
                summary.add(&crate::summary::tests::record(&round.fixture(id).expect("a game"), payoffs));
            }
        }
        let met = (0..agents).flat_map(|a| (0..agents).map(move |b| (a, b))).filter(|(a, b)| a != b);
        met.map(|(a, b)| summary.against(a, b).games() as u32 / 2).max().unwrap_or(0)
    }

    #[test]
    fn swiss_avoids_rematches_as_long_as_that_can_be() {
        for seed in 0..40 {
            for (agents, rounds) in [(8, 5), (6, 5), (8, 7), (4, 3), (5, 5), (7, 7), (10, 9), (40, 6)] {
                assert_eq!(most_meetings(agents, rounds, seed), 1, "{agents} agents, {rounds} rounds, seed {seed}");
            }
            assert_eq!(most_meetings(6, 6, seed), 2, "a sixth round of six agents must be a rematch");
        }
    }
}
