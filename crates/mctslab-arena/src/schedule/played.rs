//! The results of a round: the tables with their points, and the agents without a table.

use crate::Seats;

/// The results of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedRound {
    /// Its tables.
    pub tables: Vec<PlayedTable>,
    /// Agents still in the tournament who had no table.
    pub byes: Vec<usize>,
    /// Whether all of its games were played.
    pub over: bool,
}

/// The result of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedTable {
    /// Its agents.
    pub agents: Vec<usize>,
    /// The points each of them made in this round.
    pub points: Vec<f64>,
    /// The agent that advanced, in a finished knock-out round.
    pub winner: Option<usize>,
}

impl PlayedRound {
    /// A round before its first game; `left` are the agents still in the tournament.
    pub(super) fn new(tables: &[Seats], left: &[usize]) -> PlayedRound {
        let byes = left.iter().copied().filter(|&agent| tables.iter().all(|table| table.seat_of(agent).is_none()));
        let table = |seats: &Seats| {
            let agents: Vec<usize> = seats.iter().collect();
            PlayedTable { points: vec![0.0; agents.len()], agents, winner: None }
        };
        PlayedRound { byes: byes.collect(), tables: tables.iter().map(table).collect(), over: false }
    }

    /// Sets the points of this round from the points of the tournament so far and those before the
    /// round.
    pub(super) fn look(&mut self, points: &[f64], before: &[f64]) {
        for table in &mut self.tables {
            table.points = table.agents.iter().map(|&agent| points[agent] - before[agent]).collect();
        }
    }

    /// Sets the points at the end of the round.
    pub(super) fn count(&mut self, points: &[f64], before: &[f64]) {
        self.look(points, before);
        self.over = true;
    }
}

impl PlayedTable {
    /// The agents with the most points.
    pub fn leaders(&self) -> Vec<usize> {
        let most = self.points.iter().copied().fold(f64::MIN, f64::max);
        let best = self.agents.iter().zip(&self.points).filter(|(_, points)| **points == most);
        best.map(|(&agent, _)| agent).collect()
    }
}
