//! Searches many positions once each and reports the cost and whether the agent finds the best move
//! (in positions that can be solved), a needed block, and the whole line of play. It also compares
//! final rules and budgets.
//!
//! Govani et al. compare times per move and failures to block. Coquelin and Munos, and Vonášek, ask
//! how many iterations it takes to find the one good line of a chain or of a 1-path game.

mod document;
mod findings;
mod page;

use mctslab_arena::{Round, TaskResult};
use mctslab_core::spec::{Args, Entry, Kind, Param};
use mctslab_lab::{About, Agents, Document, LabError, Progress, Samplers, Setup, Study, StudyContext, StudyRow, sample_of, sample_round};
use mctslab_registry::RegistryError;
use mctslab_registry::samples::AnyMeasure;
use mctslab_registry::samples::probe::{Probe, ProbeSample};

use self::document::{Missed, ProbeDocument};

/// Random positions, if no number is given.
const POSITIONS: u64 = 100;
/// The most missed positions that a page draws.
const DRAWN: usize = 6;

pub(crate) const ROW: StudyRow = StudyRow {
    command: "probe",
    entry: Entry {
        name: "probe",
        doc: "Search many positions: how often an agent finds the best move, and at what budget",
        params: &[
            Param::new(
                "positions",
                Kind::Limit { min: 1, max: 10_000_000 },
                "none",
                "number of searches, each of a random position; none: 100, or each listed position once",
            ),
            Param::new("after", Kind::Integer { min: 0, max: 60_000 }, "0", "plies from the start to the positions"),
            Param::new("enumerate", Kind::Flag, "false", "search every position after that number of plies, each once"),
            Param::new("from", Kind::Text, "\"\"", "search these positions, with `;` between them, in turn"),
            Param::new("budgets", Kind::Text, "\"\"", "search with these iterations as well, as in 10,30,100"),
            Param::new(
                "repeat",
                Kind::Integer { min: 1, max: 1000 },
                "1",
                "time each search this many times and keep the shortest time",
            ),
            Param::new(
                "limit",
                Kind::Integer { min: 0, max: 1_000_000_000 },
                "100000",
                "solve positions that need at most this many nodes",
            ),
        ],
    },
    source: include_str!("mod.rs"),
    agents: Agents::Alone,
    example: "mctslab probe tic-tac-toe \"uct(iters=100)\" --after 3 --budgets 10,30,100,300",
    build: |setup| Ok(Box::new(Probing::new(setup)?)),
    combine: None,
    more_rows: false,
};

/// A probe at work.
struct Probing {
    measure: Probe,
    searches: u64,
    asked: bool,
    samples: Vec<ProbeSample>,
    missed: Vec<Missed>,
    samplers: Samplers,
}

impl Probing {
    fn new(setup: &Setup<'_>) -> Result<Probing, LabError> {
        let measure = measure(setup.args)?;
        // Whether there are such positions, and whether the agent has iterations, is found out
        // before anything is stored.
        for spec in measure.specs(setup.plan).map_err(RegistryError::from)? {
            setup.game.agent(&spec)?;
        }
        let listed = setup.game.available(&AnyMeasure::from(measure.clone()), setup.plan)?;
        let searches = setup.args.limit("positions").or(listed).unwrap_or(POSITIONS);
        Ok(Probing {
            measure,
            searches,
            asked: false,
            samples: Vec::new(),
            missed: Vec::new(),
            samplers: Samplers::default(),
        })
    }
}

/// What is asked of positions.
fn measure(args: &Args) -> Result<Probe, LabError> {
    let refuse = |message: String| Err(LabError::Request(message));
    let from: Vec<String> =
        args.text("from").split(';').map(str::trim).filter(|text| !text.is_empty()).map(str::to_string).collect();
    let (enumerate, after) = (args.flag("enumerate"), args.integer("after") as u32);
    if enumerate && args.limit("positions").is_some() {
        return refuse(
            "a number of positions is drawn at random, and `enumerate` takes them all: choose one".to_string(),
        );
    }
    if !from.is_empty() && (enumerate || after > 0) {
        return refuse(
            "positions are either listed with `from` or drawn with `after` or `enumerate`: choose one".to_string(),
        );
    }
    let mut budgets = Vec::new();
    for text in args.text("budgets").split(',').map(str::trim).filter(|text| !text.is_empty()) {
        match text.parse::<u64>() {
            Ok(iterations) if iterations > 0 && budgets.last().is_none_or(|last| *last < iterations) => {
                budgets.push(iterations);
            }
            _ => {
                return refuse(format!(
                    "`{text}` is not a list of budgets: give numbers of iterations in ascending order, as in `10,30,100`"
                ));
            }
        }
    }
    let (repeat, limit) = (args.integer("repeat") as u32, args.integer("limit") as u64);
    Ok(Probe { after, enumerate, from, budgets, repeat, limit })
}

impl Study for Probing {
    fn next(&mut self) -> Option<Round> {
        (!std::mem::replace(&mut self.asked, true)).then(|| sample_round(self.measure.clone(), 0..self.searches))
    }

    fn add(&mut self, result: &TaskResult) {
        self.samples.extend(sample_of::<ProbeSample>(result));
    }

    fn planned(&self) -> u64 {
        self.searches
    }

    fn unit(&self) -> &'static str {
        "samples"
    }

    fn progress(&self) -> Progress {
        Progress { share: Some(self.samples.len() as f64 / self.searches as f64), ..Progress::default() }
    }

    fn document<'a>(&'a self, about: About<'a>) -> Box<dyn Document + 'a> {
        Box::new(ProbeDocument::new(about, &self.measure, &self.samples, &self.missed))
    }

    fn show_games(&mut self, context: StudyContext<'_>) -> Result<(), LabError> {
        let missed = self.samples.iter().enumerate().filter(|(_, sample)| {
            let search = &sample.search;
            search.best == Some(false) || (search.best.is_none() && search.block == Some(false))
        });
        for (number, sample) in missed.take(DRAWN) {
            // A game that reads no positions cannot draw one.
            if let Ok(state) = context.game.state(Some(&sample.position)) {
                self.missed.push(Missed::new(number, sample, state.view()));
            }
        }
        Ok(())
    }

    fn perform(&mut self, context: StudyContext<'_>, work: &str, task: u64) -> Result<String, LabError> {
        self.samplers.take(context, work, task)
    }
}
