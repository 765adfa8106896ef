//! The strength of a player by a fitted curve.
//!
//! The touchstone's score against the target rises with its iterations. A posterior over such
//! curves is kept, the next batch is played where it is expected to narrow the interval of the
//! crossing most for its price, and the study ends as soon as both ends of the 95 % interval are as
//! near to the estimate as was asked for. docs/complexity.md has the definition of the interval and
//! what was measured.

use mctslab_core::spec::{Entry, Kind, Param};
use mctslab_lab::{Agents, COUNT_FORFEITS, MOST_ITERATIONS, StudyRow};

use super::as_study::{GAMES, ITERATIONS, LEVEL, MIN, PRECISION, SHARE, combine, fit_plan, study};
use super::fit::Fit;
use super::method::Method;

pub(crate) const FIT: StudyRow = StudyRow {
    command: "complexity",
    entry: Entry {
        name: "fit",
        doc: "a fitted curve; games are played where they narrow the interval most",
        params: &[
            MIN,
            Param::new("max", ITERATIONS, "100000", "the most iterations"),
            Param::new("precision", SHARE, "0.1", PRECISION),
            Param::new("games", GAMES, "200000", "at most this many games"),
            LEVEL,
            Param::new(
                "look",
                Kind::Integer { min: 0, max: MOST_ITERATIONS as i64 },
                "0",
                "look for a drop in score up to this many iterations (at least 8 times the estimate)",
            ),
            COUNT_FORFEITS,
        ],
    },
    source: include_str!("fit_row.rs"),
    agents: Agents::Target,
    example: "mctslab complexity connect-four \"score4(depth=1)\" --precision 0.2",
    build: |setup| {
        let look = setup.args.integer("look") as u64;
        study(setup, Method::Fit(Fit::new(fit_plan(setup, 0.5, look)?)))
    },
    combine: Some(combine),
    more_rows: true,
};
