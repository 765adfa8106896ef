//! A Swiss tournament: in each round agents with equal points meet, without rematches while that is
//! possible.

use mctslab_arena::Format;
use mctslab_core::spec::{Entry, Kind, Param};
use mctslab_lab::{Agents, COUNT_FORFEITS, StudyRow};

use crate::course::{CourseStudy, GAMES};
use super::document::tournament_document;

pub(crate) const SWISS: StudyRow = StudyRow {
    command: "tournament",
    entry: Entry {
        name: "swiss",
        doc: "rounds in which agents with equal points meet, without rematches while that is possible",
        params: &[
            GAMES,
            Param::new(
                "rounds",
                Kind::Limit { min: 1, max: 1000 },
                "none",
                "number of rounds; none: enough to find the best agent",
            ),
            COUNT_FORFEITS,
        ],
    },
    source: include_str!("swiss.rs"),
    agents: Agents::Many,
    example: "mctslab tournament nim random greedy \"mcts(iters=20)\" solve --format swiss",
    build: |setup| {
        let enough = Format::enough_rounds(setup.plan.agents.len());
        CourseStudy::study(setup, Format::Swiss { rounds: setup.args.limit("rounds").unwrap_or(enough) }, tournament_document)
    },
    combine: None,
    more_rows: false,
};
