//! Shows how an agent rates its own moves over the course of a game: the value of the chosen move,
//! how much the values differ, and how certain they are.
//!
//! The games are those of a match with the same seed. After every move of the agent its search is
//! recorded by the number of the move, as in Figs. 7 to 9 of Ribeiro and Figueiredo, "Performance
//! of Monte Carlo Tree Search Algorithms when Playing the Game Ataxx" (2018). Lists in braces make
//! a curve for each setting. See docs/trace.md for the definitions.

mod curve;
mod document;
mod page;

use mctslab_arena::{Round, TaskResult};
use mctslab_core::spec::{Entry, Kind, Param};
use mctslab_lab::{About, Agents, Document, LabError, Progress, Samplers, Setup, Study, StudyContext, StudyRow, not_random, sample_of, sample_round};
use mctslab_registry::samples::trace::{Trace, TraceSample};

use self::curve::Curve;
use self::document::TraceDocument;

pub(crate) const ROW: StudyRow = StudyRow {
    command: "trace",
    entry: Entry {
        name: "trace",
        doc: "Show how an agent rates its own moves over the course of a game",
        params: &[Param::new("games", Kind::Integer { min: 1, max: 1_000_000_000 }, "100", "games of each curve")],
    },
    source: include_str!("mod.rs"),
    agents: Agents::Against,
    example: "mctslab trace ataxx \"ribeiro(iters={10,100})\" --against ribeiro-minimax -n 100",
    build: |setup| Ok(Box::new(Traces::new(setup)?)),
    combine: None,
    more_rows: true,
};

/// A trace at work: one curve after the other.
struct Traces {
    games: u64,
    asked: usize,
    curves: Vec<Curve>,
    samplers: Samplers,
}

impl Traces {
    fn new(setup: &Setup<'_>) -> Result<Traces, LabError> {
        let plan = setup.plan;
        let fixed = not_random(setup.game, &plan.agents)?;
        let count = plan.agents.len().saturating_sub(1);
        let curves = (0..count).map(|_| Curve::new(&fixed, setup.game.players())).collect();
        let games = setup.args.integer("games") as u64;
        Ok(Traces { games, asked: 0, curves, samplers: Samplers::default() })
    }

    fn played(&self) -> u64 {
        self.curves.iter().map(|curve| curve.summary().games()).sum()
    }
}

impl Study for Traces {
    fn next(&mut self) -> Option<Round> {
        let (curve, games) = (self.asked, self.games);
        (curve < self.curves.len()).then(|| {
            self.asked += 1;
            let first = curve as u64 * games;
            sample_round(Trace { curve, games }, first..first + games)
        })
    }

    fn add(&mut self, result: &TaskResult) {
        let place = (result.task() / self.games) as usize;
        if let (Some(sample), Some(curve)) = (sample_of::<TraceSample>(result), self.curves.get_mut(place)) {
            curve.add(&sample, result.task());
        }
    }

    fn planned(&self) -> u64 {
        self.games * self.curves.len() as u64
    }

    fn unit(&self) -> &'static str {
        "samples"
    }

    fn progress(&self) -> Progress {
        let share = self.played() as f64 / self.planned().max(1) as f64;
        Progress { line: format!("curve {} of {}", self.asked, self.curves.len()), share: Some(share), warning: None }
    }

    fn document<'a>(&'a self, about: About<'a>) -> Box<dyn Document + 'a> {
        Box::new(TraceDocument::new(about, &self.curves))
    }

    fn perform(&mut self, context: StudyContext<'_>, work: &str, task: u64) -> Result<String, LabError> {
        self.samplers.take(context, work, task)
    }
}
