//! The methods as specs: names, options, ranges and defaults.

use mctslab_core::spec::{Args, Entry, Kind, Param, Spec, SpecError, resolve};

use super::bisection::{Bisection, BisectionPlan, Bounds, Criterion};
use super::fit::{Fit, FitPlan};
use super::ladder::{Ladder, LadderPlan};
use super::touchstone::MOST_ITERATIONS;

const ITERATIONS: Kind = Kind::Integer { min: 1, max: MOST_ITERATIONS as i64 };
const BOUND: Kind = Kind::Limit { min: 1, max: MOST_ITERATIONS as i64 };
const GAMES: Kind = Kind::Integer { min: 1, max: 1_000_000_000 };
const SHARE: Kind = Kind::Real { min: 0.001, max: 0.9 };

const MIN: Param = Param::new("min", ITERATIONS, "1", "the fewest iterations");
const PRECISION: &str = "both ends of the 95 % interval are to lie within this share of the estimate";
const LEVEL: Param = Param::new(
    "level",
    Kind::Real { min: 0.001, max: 0.1 },
    "0.01",
    "scores no farther than this from one half are level with it",
);

/// The methods.
pub const METHODS: &[Entry] = &[
    Entry {
        name: "fit",
        doc: "a fitted curve, played where a game is worth most",
        params: &[
            MIN,
            Param::new("max", ITERATIONS, "100000", "the most iterations"),
            Param::new("precision", SHARE, "0.1", PRECISION),
            Param::new("games", GAMES, "200000", "no more games than this"),
            LEVEL,
            Param::new(
                "look",
                Kind::Integer { min: 0, max: MOST_ITERATIONS as i64 },
                "0",
                "look for a curve that falls again up to these iterations, if that is more than three doublings above the crossing",
            ),
        ],
    },
    Entry {
        name: "bisection",
        doc: "the paper's method: bounds, then halving, some trials of it",
        params: &[
            Param::new("criterion", Kind::Choice(CRITERIA), "score", "when a match is level"),
            Param::new("games", GAMES, "1000", "games of each match"),
            Param::new("trials", Kind::Integer { min: 1, max: 10_000 }, "10", "trials, to take the mean"),
            Param::new("width", Kind::Integer { min: 1, max: 1_000_000 }, "1", "an interval this wide is not halved"),
            Param::new("min", BOUND, "none", "the lower bound; none: search for both"),
            Param::new("max", BOUND, "none", "the upper bound; none: search for both"),
            Param::new("repeats", Kind::Integer { min: 1, max: 1000 }, "10", "searches for bounds, to take the mean"),
            Param::new("bounds-games", GAMES, "100", "games of each match in search of bounds"),
            Param::new("most", ITERATIONS, "100000", "no upper bound is looked for beyond this"),
        ],
    },
    Entry {
        name: "ladder",
        doc: "the iterations of each further step in skill, and beyond which there is nothing to win",
        params: &[
            MIN,
            Param::new("max", ITERATIONS, "10000", "the most iterations"),
            Param::new("step", Kind::Real { min: 0.51, max: 0.99 }, "0.6", "the score against the step before"),
            Param::new("precision", SHARE, "0.2", PRECISION),
            Param::new("games", GAMES, "20000", "no more games than this for each step"),
            Param::new("steps", Kind::Integer { min: 1, max: 1000 }, "100", "no more steps than this"),
            LEVEL,
        ],
    },
];

const CRITERIA: &[Entry] = &[
    Entry {
        name: "score",
        doc: "wins differ by no more than a threshold",
        params: &[
            Param::new("theta", Kind::Real { min: 0.0, max: 1.0 }, "0.01", "the share that the threshold is"),
            Param::new("threshold", Kind::Choice(THRESHOLDS), "literal", "the share of what"),
        ],
    },
    Entry {
        name: "trueskill",
        doc: "the TrueSkill match quality is high",
        params: &[Param::new("theta", Kind::Real { min: 0.0, max: 1.0 }, "0.975", "the quality that is enough")],
    },
];

const THRESHOLDS: &[Entry] = &[
    Entry::word("literal", "of the range of iterations, as the paper writes"),
    Entry::word("normalised", "of the games"),
];

/// A method at work.
#[derive(Clone, Debug)]
pub enum Method {
    /// A fitted curve.
    Fit(Fit),
    /// The paper's bisection.
    Bisection(Bisection),
    /// A skill ladder.
    Ladder(Ladder),
}

/// How sure intervals are.
pub const CONFIDENCE: f64 = 0.95;

/// Where the measure comes from.
pub const REFERENCE: &str = "P. L. Lanzi, Evaluating the Complexity of Players' Strategies using MCTS Iterations, IEEE Conference on Games, 2019";

impl Method {
    /// What the interval of this method is, in a sentence that can be cited.
    pub fn interval_definition(&self) -> &'static str {
        match self {
            Method::Fit(_) => {
                "An interval that holds the iterations at which the touchstone scores one half, in 95 % of studies: where the posterior \
                 probability that the touchstone's expected score is above one half passes 2 % and 98 %, moved outwards to \
                 whole numbers as far as the precision asked for, or one iteration, allows; of a level stretch, one that holds all \
                 iterations with an expected score within `level` of one half."
            }
            Method::Bisection(_) => {
                "Student's 95 % interval of the mean of the trials. The bounds of a single trial are no interval of confidence."
            }
            Method::Ladder(_) => {
                "Of a step: as for the method fit, given the step before. Of the number of steps: errors of all steps added up. Of where \
                 more iterations stop helping: the most iterations that a larger number beats, and the fewest that none beats, each 99.8 % sure."
            }
        }
    }

    /// What the interval assumes.
    pub fn assumptions(&self) -> &'static str {
        match self {
            Method::Bisection(_) => "Trials are independent and normally distributed.",
            _ => {
                "Games are independent given the seats; log-odds of the expected score follow a smooth curve over doublings of the \
                 iterations (a line plus integrated Brownian motion of unknown scale); the spread of whole cycles of seats is the same \
                 share of a coin's at all levels."
            }
        }
    }

    /// The resolved text of a method.
    pub fn resolve(text: &str) -> Result<String, SpecError> {
        let args = resolve(&Spec::parse(text)?, "method", METHODS, &[])?;
        check(&args)?;
        Ok(args.to_string())
    }

    /// The method that a text names, for a game with this number of seats, before its first game.
    pub(super) fn new(text: &str, seats: usize, seed: u64) -> Result<Method, SpecError> {
        let args = resolve(&Spec::parse(text)?, "method", METHODS, &[])?;
        check(&args)?;
        if seats > 2 && args.name() == "bisection" && args.choice("criterion").name() == "trueskill" {
            let reason = format!(
                "a match quality is that of two players, and this game has {seats} seats: take `criterion=score`, or the method `fit`"
            );
            return Err(SpecError::combination("trueskill", &reason));
        }
        let whole = |key: &str| args.integer(key) as u64;
        let fit = |goal: f64| FitPlan {
            min: whole("min"),
            max: whole("max"),
            goal,
            precision: args.real("precision"),
            level: args.real("level"),
            look: if args.name() == "fit" { whole("look") } else { 0 },
            games: whole("games"),
            cycle: (1..=seats as u64).product(),
            seats,
        };
        Ok(match args.name() {
            "fit" => Method::Fit(Fit::new(fit(0.5))),
            "ladder" => {
                let plan = LadderPlan { fit: fit(args.real("step")), steps: whole("steps") as usize };
                Method::Ladder(Ladder::new(plan))
            }
            _ => Method::Bisection(Bisection::new(bisection(&args, seed))),
        })
    }
}

fn bisection(args: &Args, seed: u64) -> BisectionPlan {
    let whole = |key: &str| args.integer(key) as u64;
    let criterion = args.choice("criterion");
    let theta = criterion.real("theta");
    let bounds = match (args.limit("min"), args.limit("max")) {
        (Some(min), Some(max)) => Bounds::Given { min, max },
        _ => Bounds::Searched { repeats: whole("repeats"), games: whole("bounds-games"), most: whole("most") },
    };
    BisectionPlan {
        criterion: if criterion.name() == "trueskill" {
            Criterion::TrueSkill { theta }
        } else {
            Criterion::Score { theta, normalised: criterion.choice("threshold").name() == "normalised" }
        },
        bounds,
        games: whole("games"),
        trials: whole("trials"),
        width: whole("width"),
        seed,
    }
}

/// Refuses ranges that are none.
fn check(args: &Args) -> Result<(), SpecError> {
    let refuse = |reason: &str| Err(SpecError::combination(args.name(), reason));
    let (min, max) = match args.name() {
        "bisection" => match (args.limit("min"), args.limit("max")) {
            (Some(min), Some(max)) => (min, max),
            (None, None) => return Ok(()),
            _ => return refuse("one bound alone: give both `min` and `max`, or neither to search for them"),
        },
        _ => (args.integer("min") as u64, args.integer("max") as u64),
    };
    if min >= max {
        return refuse(&format!("`min={min}` is not below `max={max}`: there is no range to search"));
    }
    Ok(())
}
