//! Measures the strength of a player by the published method: bisection between two bounds,
//! repeated in several trials and averaged.
//!
//! P. L. Lanzi, "Evaluating the Complexity of Players' Strategies using MCTS Iterations" (2019),
//! Algorithms 1 to 3. Details that the paper leaves open are options. The bounds of a single trial
//! are not a confidence interval.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_lab::{Agents, COUNT_FORFEITS, MOST_ITERATIONS, Setup, StudyRow};

use super::as_study::{GAMES, ITERATIONS, check_range, combine, study};
use super::bisection::{Bisection, BisectionBounds, BisectionPlan, Criterion};
use super::method::Method;

const BOUND: Kind = Kind::Limit { min: 1, max: MOST_ITERATIONS as i64 };

pub(crate) const BISECTION: StudyRow = StudyRow {
    command: "complexity",
    entry: Entry {
        name: "bisection",
        doc: "Lanzi's method: bisection between two bounds, repeated and averaged",
        params: &[
            Param::new("criterion", Kind::Choice(CRITERIA), "score", "how to decide that two players are level"),
            Param::new("games", GAMES, "1000", "games of each match"),
            Param::new(
                "trials",
                Kind::Integer { min: 1, max: 10_000 },
                "10",
                "number of trials; the result is their mean",
            ),
            Param::new("width", Kind::Integer { min: 1, max: 1_000_000 }, "1", "stop when the bounds are this close"),
            Param::new("min", BOUND, "none", "the lower bound; none: both bounds are searched for"),
            Param::new("max", BOUND, "none", "the upper bound; none: both bounds are searched for"),
            Param::new(
                "repeats",
                Kind::Integer { min: 1, max: 1000 },
                "10",
                "number of searches for bounds; their mean is used",
            ),
            Param::new("bounds-games", GAMES, "100", "games of each match in the search for bounds"),
            Param::new("most", ITERATIONS, "100000", "largest upper bound tried"),
            COUNT_FORFEITS,
        ],
    },
    source: include_str!("bisection_row.rs"),
    agents: Agents::Target,
    example: "mctslab complexity connect-four \"score4(depth=1)\" --method \"bisection(trials=3)\"",
    build: |setup| study(setup, Method::Bisection(Bisection::new(plan(setup)?))),
    combine: Some(combine),
    more_rows: false,
};

const CRITERIA: &[Entry] = &[
    Entry {
        name: "score",
        doc: "wins differ by no more than a threshold",
        params: &[
            Param::new("theta", Kind::Real { min: 0.0, max: 1.0 }, "0.01", "threshold, as a share"),
            Param::new("threshold", Kind::Choice(THRESHOLDS), "literal", "what the threshold is a share of"),
        ],
    },
    Entry {
        name: "trueskill",
        doc: "the TrueSkill match quality is high enough",
        params: &[Param::new(
            "theta",
            Kind::Real { min: 0.0, max: 1.0 },
            "0.975",
            "the least quality that counts as level",
        )],
    },
    Entry {
        name: "both",
        doc: "trials of each of the two, on the same matches as far as they serve",
        params: &[
            Param::new("theta", Kind::Real { min: 0.0, max: 1.0 }, "0.01", "threshold of the score, as a share"),
            Param::new("threshold", Kind::Choice(THRESHOLDS), "literal", "what the threshold is a share of"),
            Param::new(
                "quality",
                Kind::Real { min: 0.0, max: 1.0 },
                "0.975",
                "the least TrueSkill match quality that counts as level",
            ),
        ],
    },
];

const THRESHOLDS: &[Entry] = &[
    Entry::word("literal", "of the range of iterations, as the paper writes"),
    Entry::word("normalised", "of the games"),
];

fn plan(setup: &Setup<'_>) -> Result<BisectionPlan, SpecError> {
    let (args, seats) = (setup.args, setup.game.players());
    let whole = |key: &str| args.integer(key) as u64;
    let bounds = match (args.limit("min"), args.limit("max")) {
        (Some(min), Some(max)) => {
            check_range(args.name(), min, max)?;
            BisectionBounds::Given { min, max }
        }
        (None, None) => {
            BisectionBounds::Searched { repeats: whole("repeats"), games: whole("bounds-games"), most: whole("most") }
        }
        _ => {
            let reason = "only one bound is set: set both `min` and `max`, or neither to have them searched for";
            return Err(SpecError::combination(args.name(), reason));
        }
    };
    let (criterion, second) = criteria(args.choice("criterion"), seats)?;
    Ok(BisectionPlan {
        criterion,
        second,
        bounds,
        games: whole("games"),
        trials: whole("trials"),
        width: whole("width"),
        seed: setup.plan.seed,
    })
}

/// When a match is level, in a game with this many seats; and the second criterion, if both are
/// asked for.
fn criteria(args: &Args, seats: usize) -> Result<(Criterion, Option<Criterion>), SpecError> {
    let theta = args.real("theta");
    let score = || Criterion::Score { theta, normalised: args.choice("threshold").name() == "normalised" };
    match args.name() {
        "score" => Ok((score(), None)),
        "trueskill" if seats == 2 => Ok((Criterion::TrueSkill { theta }, None)),
        "both" if seats == 2 => Ok((score(), Some(Criterion::TrueSkill { theta: args.real("quality") }))),
        other => {
            let reason = format!(
                "a match quality is that of two players, and this game has {seats} seats: take `criterion=score`, or the method `fit`"
            );
            Err(SpecError::combination(other, reason))
        }
    }
}
