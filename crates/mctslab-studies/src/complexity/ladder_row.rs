//! The skill ladder of a game: the iterations of each further step in skill, and the point where
//! more iterations stop helping.
//!
//! Each step is the number of iterations that reaches a score (60 % by default) against the step
//! before. Then numbers of iterations play against 2, 4, … times as many, up to the most
//! iterations, to find where no larger number wins any more.

use mctslab_core::spec::{Entry, Kind, Param};
use mctslab_lab::{Agents, StudyRow};

use super::as_study::{GAMES, ITERATIONS, LEVEL, MIN, PRECISION, SHARE, combine, fit_plan, study};
use super::ladder::{Ladder, LadderPlan};
use super::method::Method;

pub(crate) const LADDER: StudyRow = StudyRow {
    command: "complexity",
    entry: Entry {
        name: "ladder",
        doc: "the iterations of each further step in skill, and where more iterations stop helping",
        params: &[
            MIN,
            Param::new("max", ITERATIONS, "10000", "the most iterations"),
            Param::new(
                "step",
                Kind::Real { min: 0.51, max: 0.99 },
                "0.6",
                "the score of each step against the step before",
            ),
            Param::new("precision", SHARE, "0.2", PRECISION),
            Param::new("games", GAMES, "20000", "at most this many games for each step"),
            Param::new("steps", Kind::Integer { min: 1, max: 1000 }, "100", "at most this many steps"),
            LEVEL,
        ],
    },
    source: include_str!("ladder_row.rs"),
    agents: Agents::Touchstone,
    example: "mctslab complexity tic-tac-toe --ladder",
    build: |setup| {
        let fit = fit_plan(setup, setup.args.real("step"), 0)?;
        let plan = LadderPlan { fit, steps: setup.args.integer("steps") as usize };
        study(setup, Method::Ladder(Ladder::new(plan)))
    },
    combine: Some(combine),
    more_rows: false,
};
