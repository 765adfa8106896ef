//! Compares the cost of solving a position with plain alpha-beta: for a best-first search with
//! proven bounds (offline), and for Monte Carlo tree search until its policy is optimal (online).
//!
//! Chapter 6 of Vonášek, "The Surprising Effectivity of Monte Carlo Tree Search" (thesis, Czech
//! Technical University in Prague, 2022). Subgames are positions after random moves, or all
//! positions after a number of plies; with `seeds` they are whole trees, of the game with seed 1,
//! 2, 3, …. See docs/efficiency.md for the definitions.

mod document;
mod page;
mod rows;
mod text;

use std::str::FromStr;
use std::sync::Arc;

use mctslab_arena::{Plan, Round, TaskResult};
use mctslab_core::Rng;
use mctslab_core::rng::mix;
use mctslab_core::spec::{Arg, Args, Entry, Kind, Param, Spec, SpecError, Value};
use mctslab_lab::{About, Agents, Document, LabError, Progress, Samplers, Setup, Study, StudyContext, StudyRow, sample_of, sample_round};
use mctslab_registry::samples::AnyMeasure;
use mctslab_registry::samples::efficiency::{Efficiency, EfficiencySample, Optimal};
use mctslab_registry::{AnyGame, RegistryError};

use self::document::EfficiencyDocument;

const NAME: &str = "efficiency";
/// If this many positions are too large and none is not, a reader should know early.
const EARLY: usize = 10;
/// Random positions, unless a number is given.
const POSITIONS: u64 = 1000;
/// Karma has this many decimal places.
const PLACES: f64 = 1e6;

pub(crate) const ROW: StudyRow = StudyRow {
    command: NAME,
    entry: Entry {
        name: NAME,
        doc: "Count the nodes that MCTS, ab-uct and alpha-beta need to solve positions",
        params: &[
            Param::new("after", Kind::Integer { min: 0, max: 60_000 }, "0", "plies from the start to the positions"),
            Param::new(
                "positions",
                Kind::Limit { min: 1, max: 1_000_000 },
                "none",
                "random positions to take; none: 1000, or all where they are enumerated",
            ),
            Param::new("enumerate", Kind::Flag, "false", "take every position after that number of plies, each once"),
            Param::new(
                "seeds",
                Kind::Limit { min: 1, max: 1_000_000 },
                "none",
                "take this number of trees instead: the game with seed 1, 2, 3, …",
            ),
            Param::new("karma", Kind::Text, "\"none\"", "draw the karma of each tree at random, as in uniform(-1,1)"),
            Param::new(
                "skip-below",
                Kind::Integer { min: 0, max: 1_000_000_000 },
                "50",
                "leave out positions that alpha-beta solves in fewer calls than this",
            ),
            Param::new(
                "limit",
                Kind::Integer { min: 1, max: 1_000_000_000 },
                "1000000",
                "give up a position after this many calls of alpha-beta, or states explored offline",
            ),
            Param::new("c", Kind::Text, "\"0.707,0\"", "exploration constants, on payoffs from 0 to 1"),
            Param::new(
                "playouts",
                Kind::Integer { min: 1, max: 10_000 },
                "3",
                "random games from each new node, offline",
            ),
            Param::new("budgets", Kind::Text, "\"25,50,100,150,200,300,400,500\"", "simulations of a search, online"),
            Param::new("optimal", Kind::Text, "\"both\"", "when a policy is optimal: action, self-play, mover, both"),
        ],
    },
    source: include_str!("mod.rs"),
    agents: Agents::One { option: "online", default: "uct(playouts=3,expand=all,solve=false,reuse=false)" },
    example: "mctslab efficiency tic-tac-toe --after 3 --enumerate",
    build: |setup| Ok(Box::new(EfficiencyStudy::new(setup)?)),
    combine: None,
    more_rows: false,
};

/// A comparison at work.
struct EfficiencyStudy {
    measure: Efficiency,
    trees: Option<Trees>,
    /// How many positions there will be.
    positions: u64,
    asked: bool,
    samples: Vec<EfficiencySample>,
    samplers: Samplers,
}

impl EfficiencyStudy {
    fn new(setup: &Setup<'_>) -> Result<EfficiencyStudy, LabError> {
        let args = setup.args;
        let measure = Efficiency {
            after: args.integer("after") as u32,
            enumerate: args.flag("enumerate"),
            skip_below: args.integer("skip-below") as u64,
            limit: args.integer("limit") as u64,
            playouts: args.integer("playouts") as u32,
            constants: constants(args)?,
            budgets: budgets(args)?,
            optimal: definitions(args)?,
            karma: None,
        };
        let trees = Trees::new(args)?;
        if args.limit("positions").is_some() && (measure.enumerate || trees.is_some()) {
            let reason =
                "`positions` are drawn at random, `enumerate` takes all of them, and `seeds` takes trees: choose one";
            return Err(SpecError::combination(NAME, reason).into());
        }
        // What cannot be measured is found before anything is stored.
        for spec in measure.specs(setup.plan).map_err(RegistryError::from)? {
            setup.game.agent(&spec)?;
        }
        let positions = if let Some(trees) = &trees {
            let first = trees.tree(StudyContext { plan: setup.plan, game: setup.game }, &measure, 0)?;
            first.game.available(&first.measure, &first.plan)?;
            trees.seeds
        } else {
            let listed = setup.game.available(&measure.clone().into(), setup.plan)?;
            listed.or(args.limit("positions")).unwrap_or(POSITIONS)
        };
        let (asked, samples, samplers) = (false, Vec::new(), Samplers::default());
        Ok(EfficiencyStudy { measure, trees, positions, asked, samples, samplers })
    }
}

impl Study for EfficiencyStudy {
    fn next(&mut self) -> Option<Round> {
        (!std::mem::replace(&mut self.asked, true)).then(|| sample_round(self.measure.clone(), 0..self.positions))
    }

    fn add(&mut self, result: &TaskResult) {
        let sample = sample_of::<EfficiencySample>(result);
        // The text of a position is for exports, and nothing here needs it.
        self.samples.extend(sample.map(|sample| EfficiencySample { position: String::new(), ..sample }));
    }

    fn planned(&self) -> u64 {
        self.positions
    }

    fn unit(&self) -> &'static str {
        "samples"
    }

    fn progress(&self) -> Progress {
        let beyond = self.samples.len() >= EARLY && self.samples.iter().all(|sample| sample.alpha_beta.is_none());
        let warning = "every position so far is too large for alpha-beta: take them later in the game";
        Progress {
            share: Some(self.samples.len() as f64 / self.positions.max(1) as f64),
            warning: beyond.then(|| warning.to_string()),
            ..Progress::default()
        }
    }

    fn document<'a>(&'a self, about: About<'a>) -> Box<dyn Document + 'a> {
        Box::new(EfficiencyDocument::new(about, &self.measure, self.trees.is_some(), &self.samples))
    }

    fn perform(&mut self, context: StudyContext<'_>, work: &str, task: u64) -> Result<String, LabError> {
        let Some(trees) = &self.trees else { return self.samplers.take(context, work, task) };
        let Tree { game, measure, plan } = trees.tree(context, &self.measure, task)?;
        let sampled = game.sampler(&measure, &plan)?.sample(task);
        Ok(sampled.map_err(RegistryError::from)?)
    }
}

/// The trees of one game that differ in their seed, and in their karma if that is drawn.
struct Trees {
    seeds: u64,
    karma: Option<(f64, f64)>,
}

impl Trees {
    fn new(args: &Args) -> Result<Option<Trees>, LabError> {
        let text = args.text("karma").trim();
        let karma = if text == "none" { None } else { Some(range(text)?) };
        let refuse = |reason: &str| Err(SpecError::combination(NAME, reason).into());
        match args.limit("seeds") {
            None if karma.is_some() => refuse("`karma` is drawn for each tree, and no trees are taken: set `seeds`"),
            None => Ok(None),
            Some(_) if args.flag("enumerate") => {
                refuse("`seeds` takes one position of each tree, and `enumerate` all of one: set one of them")
            }
            Some(seeds) => Ok(Some(Trees { seeds, karma })),
        }
    }

    /// The tree of that number.
    fn tree(&self, context: StudyContext<'_>, measure: &Efficiency, number: u64) -> Result<Tree, LabError> {
        let seed = mix(&[context.plan.seed, number]);
        let karma = self.karma.map(|(low, high)| {
            let drawn = low + (high - low) * Rng::new(mix(&[seed, 3])).unit();
            (drawn * PLACES).round() / PLACES
        });
        let mut spec = Spec::parse(&context.plan.game)?;
        put(&mut spec, "seed", &(number + 1).to_string());
        if let Some(karma) = karma {
            put(&mut spec, "karma", &karma.to_string());
        }
        let game = context.game.catalog().game(&spec.to_string())?;
        let measure = Efficiency { karma, ..measure.clone() };
        // Trees have equal positions that mean something else: each has random choices of its own.
        Ok(Tree { game, measure: measure.into(), plan: Plan { seed, ..context.plan.clone() } })
    }
}

/// One tree: a game of its own, what is measured in it, and the plan with its seed.
struct Tree {
    game: Arc<dyn AnyGame>,
    measure: AnyMeasure,
    plan: Plan,
}

/// Sets an option of a spec.
fn put(spec: &mut Spec, key: &str, value: &str) {
    let value = Value::Number(value.to_string());
    match spec.args.iter_mut().find(|arg| arg.key == key) {
        Some(arg) => arg.value = value,
        None => spec.args.push(Arg { key: key.to_string(), value }),
    }
}

/// The ends of `uniform(-1,1)`.
fn range(text: &str) -> Result<(f64, f64), LabError> {
    let ends =
        text.strip_prefix("uniform(").and_then(|rest| rest.strip_suffix(')')).and_then(|ends| ends.split_once(','));
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|end| end.is_finite());
    let ends = ends.and_then(|(low, high)| Some((number(low)?, number(high)?))).filter(|(low, high)| low < high);
    ends.ok_or_else(|| bad("karma", text, "`none`, or a range with its lower end first, as in `uniform(-1,1)`"))
}

fn constants(args: &Args) -> Result<Vec<f64>, LabError> {
    let expected = "numbers from 0 to 1000 with commas between them, as in `0.707,0`";
    list(args, "c", expected, |part: &f64| (0.0..=1000.0).contains(part))
}

fn budgets(args: &Args) -> Result<Vec<u64>, LabError> {
    let expected = "whole numbers from 2 to 1000000000 with commas between them, as in `25,50,100`";
    let mut budgets = list(args, "budgets", expected, |part: &u64| (2..=1_000_000_000).contains(part))?;
    budgets.sort_unstable();
    Ok(budgets)
}

fn definitions(args: &Args) -> Result<Vec<Optimal>, LabError> {
    let names = Optimal::ALL.map(|optimal| format!("`{}`", optimal.name())).join(", ");
    let text = args.text("optimal");
    let found = |part: &str| Optimal::ALL.into_iter().find(|optimal| optimal.name() == part.trim());
    let found: Option<Vec<Optimal>> = text.split(',').map(found).collect();
    let found = found.ok_or_else(|| bad("optimal", text, &format!("some of {names}, with commas between them")))?;
    Ok(different(found))
}

/// The numbers of a list, each once.
fn list<T: FromStr + PartialEq>(
    args: &Args,
    key: &str,
    expected: &str,
    fits: impl Fn(&T) -> bool,
) -> Result<Vec<T>, LabError> {
    let text = args.text(key);
    let parts = text.split(',').map(|part| part.trim().parse::<T>().ok().filter(&fits));
    let parts = parts.collect::<Option<Vec<T>>>().ok_or_else(|| bad(key, text, expected))?;
    Ok(different(parts))
}

fn different<T: PartialEq>(all: Vec<T>) -> Vec<T> {
    let mut some = Vec::new();
    for one in all {
        if !some.contains(&one) {
            some.push(one);
        }
    }
    some
}

fn bad(key: &str, found: &str, expected: &str) -> LabError {
    let (owner, key, found) = (NAME.to_string(), key.to_string(), format!("`{found}`"));
    SpecError::BadValue { owner, key, found, expected: expected.to_string() }.into()
}
