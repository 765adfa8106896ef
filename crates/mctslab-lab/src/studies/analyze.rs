//! What a game is like: its length, its branching and its results, from seeded play by one agent on all seats.

use mctslab_arena::{Round, TaskResult};
use mctslab_core::spec::{Entry, Kind, Param};
use mctslab_registry::samples::portrait::{GameSample, Portrait};

use crate::documents::{About, Document, PortraitDocument};
use crate::study::{Agents, Context, Progress, Setup, Study, StudyRow};
use crate::{LabError, Samplers, sample_of, sample_round};

pub(super) const ROW: StudyRow = StudyRow {
    command: "analyze",
    entry: Entry {
        name: "analyze",
        doc: "Portray a game: its length, its branching and its results",
        params: &[Param::new("games", Kind::Integer { min: 1, max: 1_000_000_000 }, "1000", "games to play")],
    },
    source: include_str!("analyze.rs"),
    agents: Agents::One { option: "agent", default: "random" },
    example: "mctslab analyze connect-four -n 10000",
    build: |setup| Ok(Box::new(Analysis::new(setup))),
    combine: None,
};

/// A portrait at work.
struct Analysis {
    games: u64,
    asked: bool,
    samples: Vec<GameSample>,
    samplers: Samplers,
}

impl Analysis {
    fn new(setup: &Setup<'_>) -> Analysis {
        let games = setup.args.integer("games") as u64;
        Analysis { games, asked: false, samples: Vec::new(), samplers: Samplers::default() }
    }
}

impl Study for Analysis {
    fn next(&mut self) -> Option<Round> {
        (!std::mem::replace(&mut self.asked, true)).then(|| sample_round(Portrait {}, 0..self.games))
    }

    fn add(&mut self, result: &TaskResult) {
        self.samples.extend(sample_of::<GameSample>(result));
    }

    fn planned(&self) -> u64 {
        self.games
    }

    fn unit(&self) -> &'static str {
        "samples"
    }

    fn progress(&self) -> Progress {
        Progress { share: Some(self.samples.len() as f64 / self.games as f64), ..Progress::default() }
    }

    fn document<'a>(&'a self, about: About<'a>) -> Box<dyn Document + 'a> {
        Box::new(PortraitDocument::new(about, &self.samples))
    }

    fn perform(&mut self, context: Context<'_>, work: &str, task: u64) -> Result<String, LabError> {
        self.samplers.take(context, work, task)
    }
}
