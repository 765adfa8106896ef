//! Schedules: the games of a run, as a pure function of their numbers and, where rounds depend on
//! results, of the records before.
//!
//! A [`Course`] hands out [`Round`]s. In a match, a round robin and a gauntlet one round holds
//! everything; Swiss and knock-out tournaments have as many as they need, and a stop rule cuts
//! rounds into batches. The next games are decided from the summary of all games before, at
//! boundaries that depend on nothing else, so that a resumed run takes the same decisions again.

mod pairing;
mod played;
mod round;
#[cfg(test)]
mod stopped;
mod swiss;

use std::sync::Arc;

pub use played::{PlayedRound, PlayedTable};
pub use round::{Numbered, Round};

use mctslab_stats::Interval;

use self::round::{RoundLayout, choices, permutations};
use crate::{Seats, Stop, StopVerdict, Summary};

/// The format of a tournament: which agents meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One table with all agents, as many as there are seats.
    Match,
    /// A table for every set of agents that fills the seats.
    RoundRobin,
    /// A table for every such set that contains the first agent.
    Gauntlet,
    /// A number of rounds in which agents of about equal points meet.
    Swiss {
        /// The number of rounds.
        rounds: u64,
    },
    /// The losers of each table leave.
    Knockout,
}

impl Format {
    /// The number of rounds of a Swiss tournament in which the best of this many agents can be
    /// found.
    pub fn enough_rounds(agents: usize) -> u64 {
        u64::from(agents.max(2).next_power_of_two().trailing_zeros())
    }
}

/// The data from which a course is made.
#[derive(Clone, Debug)]
pub struct CoursePlan {
    /// The format.
    pub format: Format,
    /// The agents' specs; an agent's number is its place in the list.
    pub agents: Vec<String>,
    /// The number of seats of a game.
    pub seats: usize,
    /// The number of games of each table.
    pub games: u64,
    /// The seed of the run.
    pub seed: u64,
    /// Whether games start from openings.
    pub openings: bool,
    /// The rule to stop early.
    pub stop: Option<Stop>,
}

/// The rounds of a run, one after the other.
#[derive(Clone, Debug)]
pub struct Course {
    plan: CoursePlan,
    /// The agents with their numbers, for the rounds.
    agents: Arc<Vec<Numbered>>,
    /// The round that is being played, and its number from 0.
    layout: Option<Arc<RoundLayout>>,
    number: u64,
    /// The number of the first game that was not handed out.
    next: u64,
    /// Points before the round, by agent.
    before: Vec<f64>,
    /// The agents that remain in a knock-out tournament, in the order of seeds.
    left: Vec<usize>,
    met: Vec<Vec<u32>>,
    byes: Vec<u32>,
    rounds: Vec<PlayedRound>,
    ties: Vec<TieBreak>,
    verdict: Option<StopVerdict>,
}

/// `1 agent`, `2 agents`.
fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// Why there can be no course.
#[derive(Debug, thiserror::Error, Clone, PartialEq, Eq)]
pub enum CourseError {
    /// A match needs as many agents as there are seats.
    #[error("{} for {}: give {}", counted(*agents, "agent"), counted(*seats, "seat"), counted(*seats, "agent"))]
    Match {
        /// Agents given.
        agents: usize,
        /// Seats of the game.
        seats: usize,
    },
    /// The game has one seat, so that there is no opponent.
    #[error("a tournament needs a game of two players or more")]
    OneSeat,
    /// A tournament needs enough agents for a table.
    #[error("{} for {}: give {} or more", counted(*agents, "agent"), counted(*seats, "seat"), counted(*seats, "agent"))]
    TooFew {
        /// Agents given.
        agents: usize,
        /// Seats of the game.
        seats: usize,
    },
    /// The tables of a knock-out tournament must be full.
    #[error(
        "{agents} agents do not fill the tables of a knock-out with {seats} seats: {}, {}, {}, {}, … do",
        seats, 2 * (seats - 1) + 1, 3 * (seats - 1) + 1, 4 * (seats - 1) + 1
    )]
    Knockout {
        /// Agents given.
        agents: usize,
        /// Seats of the game.
        seats: usize,
    },
    /// A stop rule that does not fit the plan.
    #[error(transparent)]
    Stop(#[from] crate::StopError),
}

/// A table of a knock-out tournament that ended even: the agent listed first remained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TieBreak {
    /// The round, from 1.
    pub round: u64,
    /// The agent that remained.
    pub winner: usize,
    /// The agents with as many points that left.
    pub others: Vec<usize>,
}

impl Course {
    /// The course of a plan; the error says why there can be none.
    pub fn new(plan: CoursePlan) -> Result<Course, CourseError> {
        let (agents, seats) = (plan.agents.len(), plan.seats);
        match plan.format {
            Format::Match if agents != seats => {
                return Err(CourseError::Match { agents, seats });
            }
            Format::Match => {}
            _ if seats < 2 => return Err(CourseError::OneSeat),
            _ if agents < seats => {
                return Err(CourseError::TooFew { agents, seats });
            }
            Format::Knockout if pairing::knockout_tables(agents, seats).is_none() => {
                return Err(CourseError::Knockout { agents, seats });
            }
            _ => {}
        }
        if let Some(stop) = &plan.stop {
            stop.check(&plan)?;
        }
        let numbered = |(number, spec): (usize, &String)| Numbered { number, spec: spec.clone() };
        let course = Course {
            agents: Arc::new(plan.agents.iter().enumerate().map(numbered).collect()),
            layout: None,
            number: 0,
            next: 0,
            before: vec![0.0; agents],
            left: (0..agents).collect(),
            met: vec![vec![0; agents]; agents],
            byes: vec![0; agents],
            rounds: Vec::new(),
            ties: Vec::new(),
            verdict: None,
            plan,
        };
        Ok(course)
    }

    /// The number of games, if no rule stops the run early.
    pub fn planned(&self) -> u64 {
        let (agents, seats) = (self.plan.agents.len(), self.plan.seats);
        let tables = match self.plan.format {
            Format::Match => 1,
            Format::RoundRobin => choices(0, agents, seats).len(),
            Format::Gauntlet => choices(1, agents, seats - 1).len(),
            Format::Swiss { rounds } => rounds as usize * (agents / seats),
            Format::Knockout => pairing::knockout_tables(agents, seats).expect("checked when it was made"),
        };
        tables as u64 * self.plan.games
    }

    /// The number of agents.
    pub fn agents(&self) -> usize {
        self.plan.agents.len()
    }

    /// The number of seats of a game.
    pub fn seats(&self) -> usize {
        self.plan.seats
    }

    /// The number of seat orders of a table.
    pub fn seatings(&self) -> u64 {
        (1..=self.plan.seats as u64).product()
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.plan.format
    }

    /// The rule to stop early.
    pub fn stop(&self) -> Option<&Stop> {
        self.plan.stop.as_ref()
    }

    /// The 95 % interval of an agent's score after the games of the summary, which takes account of
    /// the rule that may end the run.
    pub fn interval(&self, summary: &Summary, agent: usize) -> Interval {
        self.stop().map_or_else(|| summary.interval(agent), |stop| stop.interval(summary, agent))
    }

    /// The verdict of the stop rule, if it ended the run.
    pub fn verdict(&self) -> Option<&StopVerdict> {
        self.verdict.as_ref()
    }

    /// The games to play next, after those in the summary; `None` if the run is over.
    pub fn next(&mut self, summary: &Summary) -> Option<Round> {
        if self.verdict.is_some() {
            return None;
        }
        if let Some(layout) = self.layout.clone() {
            if let Some(verdict) = self.plan.stop.as_ref().and_then(|stop| stop.decide(summary)) {
                self.verdict = Some(verdict);
                return None;
            }
            if self.next < layout.base + layout.len() {
                return Some(self.hand_out(layout));
            }
            self.close_round(&layout, summary);
        }
        let tables = self.next_tables()?;
        self.rounds.push(PlayedRound::new(&tables, &self.left));
        let cycles = self.plan.games.div_ceil(self.seatings());
        let layout = Arc::new(RoundLayout {
            base: self.next,
            tables,
            games: self.plan.games,
            seatings: permutations(self.plan.seats),
            seed: self.plan.seed,
            opening: self.plan.openings.then_some(self.number * cycles),
        });
        self.layout = Some(Arc::clone(&layout));
        self.number += 1;
        Some(self.hand_out(layout))
    }

    /// The next part of the round: all of it, or a batch if there is a stop rule.
    fn hand_out(&mut self, layout: Arc<RoundLayout>) -> Round {
        let (first, end) = (self.next, layout.base + layout.len());
        let last = if self.plan.stop.is_some() { batch_end(first, layout.cycle()).min(end) } else { end };
        self.next = last;
        Round::of_layout(layout, first..last, Arc::clone(&self.agents))
    }

    fn close_round(&mut self, layout: &RoundLayout, summary: &Summary) {
        let points = summary.points();
        if let Some(round) = self.rounds.last_mut() {
            round.count(points, &self.before);
        }
        for table in &layout.tables {
            for a in table.iter() {
                for b in table.iter().filter(|&b| b != a) {
                    self.met[a][b] += 1;
                }
            }
        }
        if self.plan.format == Format::Knockout {
            self.close_knockout();
        }
        self.before.copy_from_slice(points);
    }

    /// Removes the agents that lost a table of the finished round.
    fn close_knockout(&mut self) {
        let Some(round) = self.rounds.last_mut() else { return };
        for table in &mut round.tables {
            // Seeds are places in the list; of agents with equal points the first remains.
            let mut best = table.leaders();
            best.sort_unstable();
            let winner = best.remove(0);
            table.winner = Some(winner);
            self.left.retain(|&agent| agent == winner || !table.agents.contains(&agent));
            if !best.is_empty() {
                self.ties.push(TieBreak { round: self.number, winner, others: best });
            }
        }
    }

    fn next_tables(&mut self) -> Option<Vec<Seats>> {
        let (agents, seats) = (self.plan.agents.len(), self.plan.seats);
        let all = |sets: Vec<Vec<usize>>| sets.iter().map(|set| Seats::new(set)).collect::<Vec<Seats>>();
        match self.plan.format {
            Format::Match if self.number == 0 => Some(vec![Seats::new(&self.left)]),
            Format::RoundRobin if self.number == 0 => Some(all(choices(0, agents, seats))),
            Format::Gauntlet if self.number == 0 => {
                let sets = choices(1, agents, seats - 1);
                Some(all(sets.into_iter().map(|rest| [&[0], rest.as_slice()].concat()).collect()))
            }
            Format::Swiss { rounds } if self.number < rounds => {
                // A bye is worth a mean result, so that it is neither an advantage nor a
                // disadvantage.
                let mean = self.plan.games as f64 / 2.0;
                let points: Vec<f64> =
                    self.before.iter().zip(&self.byes).map(|(points, &byes)| points + mean * f64::from(byes)).collect();
                let (tables, resting) = pairing::swiss(&points, &self.met, &self.byes, seats, rounds - self.number);
                for agent in resting {
                    self.byes[agent] += 1;
                }
                Some(tables)
            }
            Format::Knockout if self.left.len() > 1 => Some(pairing::knockout(&self.left, seats)),
            _ => None,
        }
    }

    /// The rounds so far, with the points that were made at their tables, for tournaments in which
    /// no agent sits at two tables at once.
    pub fn rounds(&self, summary: &Summary) -> Vec<PlayedRound> {
        let mut rounds = self.rounds.clone();
        if let Some(open) = rounds.last_mut().filter(|round| !round.over) {
            open.look(summary.points(), &self.before);
        }
        rounds
    }

    /// Tables of a knock-out tournament that were decided by the order of the list.
    pub fn ties(&self) -> &[TieBreak] {
        &self.ties
    }

    /// The agents that remain in a knock-out tournament, the best seed first.
    pub fn left(&self) -> &[usize] {
        &self.left
    }
}

/// The number of games at which a stop rule is applied next: ten more cycles, or a twentieth of the
/// games played, in whole cycles.
fn batch_end(played: u64, cycle: u64) -> u64 {
    let more = (10 * cycle).max(played / 20);
    (played + more).div_ceil(cycle) * cycle
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(format: Format, agents: usize, seats: usize, games: u64) -> CoursePlan {
        let agents = (0..agents).map(|number| format!("agent-{number}")).collect();
        CoursePlan { format, agents, seats, games, seed: 3, openings: true, stop: None }
    }

    /// Plays a course in which the agent with the lower number always wins; gives the games and the
    /// course.
    fn walk(plan: CoursePlan) -> (Vec<crate::Fixture>, Course) {
        let mut course = Course::new(plan.clone()).expect("a course");
        let mut summary = Summary::new(plan.agents.len(), plan.seats);
        let mut games = Vec::new();
        while let Some(round) = course.next(&summary) {
            for id in round.tasks.clone() {
                let fixture = round.fixture(id).expect("a game");
                let places: Vec<usize> = fixture.seats.iter().map(|agent| usize::MAX - agent).collect();
                let payoffs = mctslab_core::Payoffs::by_places(&places);
                summary.add(&crate::summary::tests::record(&fixture, payoffs));
                games.push(fixture);
            }
        }
        (games, course)
    }

    #[test]
    fn every_format_plays_what_it_plans_in_the_order_of_numbers() {
        let swiss = Format::Swiss { rounds: 3 };
        for (format, agents, seats) in [
            (Format::Match, 2, 2),
            (Format::Match, 3, 3),
            (Format::RoundRobin, 5, 2),
            (Format::RoundRobin, 4, 3),
            (Format::Gauntlet, 5, 2),
            (Format::Gauntlet, 5, 3),
            (swiss, 7, 2),
            (swiss, 7, 3),
            (Format::Knockout, 6, 2),
            (Format::Knockout, 7, 3),
        ] {
            let (games, course) = walk(plan(format, agents, seats, 7));
            assert_eq!(games.len() as u64, course.planned(), "{format:?} of {agents} with {seats} seats");
            assert!(games.iter().enumerate().all(|(place, game)| game.id == place as u64));
            if format == Format::Gauntlet {
                assert!(games.iter().all(|game| game.seats.seat_of(0).is_some()));
            }
            if format == Format::Knockout {
                assert_eq!(course.left(), [0], "the best remains");
            }
        }
    }

    #[test]
    fn swiss_pairs_the_leaders() {
        let (games, _) = walk(plan(Format::Swiss { rounds: 3 }, 8, 2, 2));
        // 0-1 2-3 4-5 6-7, then the winners 0-2 4-6, then the leaders 0-4.
        assert_eq!(games[16].seats, Seats::new(&[0, 4]));
        assert_eq!(games[8].seats, Seats::new(&[0, 2]));
    }

    #[test]
    fn rounds_are_remembered_with_points_byes_and_winners() {
        let (_, course) = walk(plan(Format::Knockout, 5, 2, 4));
        let summary = Summary::new(5, 2);
        let rounds = course.rounds(&summary);
        let told: Vec<_> = rounds
            .iter()
            .map(|round| {
                let agents: Vec<Vec<usize>> = round.tables.iter().map(|table| table.agents.clone()).collect();
                (agents, round.byes.clone(), round.tables.iter().map(|table| table.winner).collect::<Vec<_>>())
            })
            .collect();
        let expected = [
            (vec![vec![3, 4]], vec![0, 1, 2], vec![Some(3)]),
            (vec![vec![0, 3], vec![1, 2]], vec![], vec![Some(0), Some(1)]),
            (vec![vec![0, 1]], vec![], vec![Some(0)]),
        ];
        assert_eq!(told, expected);
        assert!(rounds.iter().all(|round| round.over && round.tables.iter().all(|table| table.points == [4.0, 0.0])));
        let (_, swiss) = walk(plan(Format::Swiss { rounds: 2 }, 5, 2, 2));
        let byes: Vec<Vec<usize>> = swiss.rounds(&summary).into_iter().map(|round| round.byes).collect();
        assert!(byes.iter().all(|byes| byes.len() == 1) && byes[0] != byes[1], "one rests at a time: {byes:?}");
        let mut open = Course::new(plan(Format::Knockout, 4, 2, 2)).expect("a course");
        let mut summary = Summary::new(4, 2);
        let round = open.next(&summary).expect("a round");
        summary.add(&crate::summary::tests::record(
            &round.fixture(0).expect("a game"),
            mctslab_core::Payoffs::new(&[1.0, 0.0]),
        ));
        let now = open.rounds(&summary);
        assert!(!now[0].over && now[0].tables[0].points == [1.0, 0.0] && now[0].tables[0].winner.is_none(), "{now:?}");
    }

    #[test]
    fn a_tie_of_a_knockout_goes_to_the_one_listed_first_and_is_told() {
        let mut course = Course::new(plan(Format::Knockout, 4, 2, 2)).expect("a course");
        let mut summary = Summary::new(4, 2);
        while let Some(round) = course.next(&summary) {
            for id in round.tasks.clone() {
                let payoffs = mctslab_core::Payoffs::new(&[0.5, 0.5]);
                summary.add(&crate::summary::tests::record(&round.fixture(id).expect("a game"), payoffs));
            }
        }
        let told: Vec<(u64, usize, &[usize])> =
            course.ties().iter().map(|tie| (tie.round, tie.winner, tie.others.as_slice())).collect();
        assert_eq!(told, [(1, 0, &[3][..]), (1, 1, &[2]), (2, 0, &[1])]);
        assert!(walk(plan(Format::Knockout, 4, 2, 2)).1.ties().is_empty(), "nothing was tied");
    }

    #[test]
    fn what_cannot_be_seated_is_refused() {
        let refused = |format, agents, seats| Course::new(plan(format, agents, seats, 2)).unwrap_err().to_string();
        assert!(refused(Format::Match, 3, 2).contains("give 2 agents"));
        assert!(refused(Format::RoundRobin, 2, 3).contains("give 3 agents or more"));
        assert!(refused(Format::Knockout, 4, 3).contains("3, 5, 7, 9"));
        assert!(refused(Format::Gauntlet, 3, 1).contains("two players"));
    }

    #[test]
    fn batches_end_at_whole_cycles_and_grow() {
        assert_eq!((batch_end(0, 2), batch_end(20, 2), batch_end(1000, 2)), (20, 40, 1050));
        assert_eq!(batch_end(1001, 6) % 6, 0);
    }
}
