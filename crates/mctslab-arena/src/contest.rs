//! A match or a tournament as it is played: its course, and the games so far.

use crate::{Agenda, Course, Record, Round, Summary};

/// A match or a tournament as it is played.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Which games there are.
    pub course: Course,
    /// The games so far.
    pub summary: Summary,
}

impl Contest {
    /// A contest before its first game.
    pub fn new(course: Course) -> Contest {
        let summary = Summary::new(course.agents(), course.seats());
        Contest { course, summary }
    }

    /// The same with these agents, by number, known to be deterministic: where they repeat a game it counts once.
    #[must_use]
    pub fn deterministic(self, agents: Vec<bool>) -> Contest {
        Contest { summary: self.summary.deterministic(agents), ..self }
    }
}

impl Agenda for Contest {
    fn next(&mut self) -> Option<Round> {
        self.course.next(&self.summary)
    }

    fn add(&mut self, record: &Record) {
        self.summary.add(record);
    }
}
