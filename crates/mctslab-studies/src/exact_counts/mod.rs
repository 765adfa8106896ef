//! Exact counts: all positions, ends and games of a small game, up to symmetry and in all, by
//! breadth-first search from the start.
//!
//! In Hex two equations of Vonášek, section 7.2.5, are checked on the way in every undecided
//! position with few empty cells: the bound (7.2) of the value of the uniform policy, and the
//! equation (7.6) between neighbours, as corrected.

mod document;

use mctslab_arena::{Round, TaskResult};
use mctslab_core::spec::{Entry, Kind, Param, Spec};
use mctslab_lab::{About, Agents, Document, LabError, Progress, Samplers, Setup, Study, StudyContext, StudyRow, sample_of, sample_round};
use mctslab_registry::samples::counts::{Counts, CountsSample};

use self::document::CountsDocument;

pub(crate) const ROW: StudyRow = StudyRow {
    command: "analyze",
    entry: Entry {
        name: "exact-counts",
        doc: "Count all positions, ends and games of a small game",
        params: &[Param::new(
            "equations",
            Kind::Integer { min: 0, max: 12 },
            "4",
            "in Hex: check two equations where at most this many cells are empty",
        )],
    },
    source: include_str!("mod.rs"),
    agents: Agents::None,
    example: "mctslab analyze tic-tac-toe --exact-counts",
    build: |setup| Ok(Box::new(CountsStudy::new(setup)?)),
    combine: None,
    more_rows: false,
};

/// A count at work.
struct CountsStudy {
    measure: Counts,
    asked: bool,
    found: Option<CountsSample>,
    samplers: Samplers,
}

impl CountsStudy {
    fn new(setup: &Setup<'_>) -> Result<CountsStudy, LabError> {
        let is_hex = Spec::parse(&setup.plan.game)?.name == "hex";
        let measure = Counts { equations: if is_hex { setup.args.integer("equations") as u32 } else { 0 } };
        Ok(CountsStudy { measure, asked: false, found: None, samplers: Samplers::default() })
    }
}

impl Study for CountsStudy {
    fn next(&mut self) -> Option<Round> {
        (!std::mem::replace(&mut self.asked, true)).then(|| sample_round(self.measure.clone(), 0..1))
    }

    fn add(&mut self, result: &TaskResult) {
        self.found = sample_of(result);
    }

    fn planned(&self) -> u64 {
        1
    }

    fn unit(&self) -> &'static str {
        "samples"
    }

    fn progress(&self) -> Progress {
        Progress { line: "counting".to_string(), ..Progress::default() }
    }

    fn document<'a>(&'a self, about: About<'a>) -> Box<dyn Document + 'a> {
        Box::new(CountsDocument::new(about, self.found.as_ref()))
    }

    fn perform(&mut self, context: StudyContext<'_>, work: &str, task: u64) -> Result<String, LabError> {
        self.samplers.take(context, work, task)
    }
}
