//! A round as it came out: who sat at which table, what they made of it, who had none.

use crate::Seats;

/// A round as it came out.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedRound {
    /// Its tables.
    pub tables: Vec<PlayedTable>,
    /// Agents still in the tournament who had no table.
    pub byes: Vec<usize>,
    /// Whether all of its games were played.
    pub over: bool,
}

/// A table as it came out.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedTable {
    /// Who sat there.
    pub agents: Vec<usize>,
    /// The points each of them made in this round.
    pub points: Vec<f64>,
    /// Who went on, in a knock-out round that is over.
    pub winner: Option<usize>,
}

impl PlayedRound {
    /// A round before its first game; `left` are those still in the tournament.
    pub(super) fn new(tables: &[Seats], left: &[usize]) -> PlayedRound {
        let byes = left.iter().copied().filter(|&agent| tables.iter().all(|table| table.seat_of(agent).is_none()));
        let table = |seats: &Seats| {
            let agents: Vec<usize> = seats.iter().collect();
            PlayedTable { points: vec![0.0; agents.len()], agents, winner: None }
        };
        PlayedRound { byes: byes.collect(), tables: tables.iter().map(table).collect(), over: false }
    }

    /// Takes the points so far, from those of the tournament and those before the round.
    pub(super) fn look(&mut self, points: &[f64], before: &[f64]) {
        for table in &mut self.tables {
            table.points = table.agents.iter().map(|&agent| points[agent] - before[agent]).collect();
        }
    }

    /// Takes the points at the end of the round.
    pub(super) fn count(&mut self, points: &[f64], before: &[f64]) {
        self.look(points, before);
        self.over = true;
    }
}

impl PlayedTable {
    /// Who made the most points.
    pub fn leaders(&self) -> Vec<usize> {
        let most = self.points.iter().copied().fold(f64::MIN, f64::max);
        let best = self.agents.iter().zip(&self.points).filter(|(_, points)| **points == most);
        best.map(|(&agent, _)| agent).collect()
    }
}
