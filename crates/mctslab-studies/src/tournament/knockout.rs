//! A knock-out tournament: the winner of each table advances. If a table is drawn, the agent listed
//! first advances, and the result says so.

use mctslab_arena::Format;
use mctslab_core::spec::Entry;
use mctslab_lab::{Agents, COUNT_FORFEITS, StudyRow};

use crate::course::{CourseStudy, GAMES};
use super::document::tournament_document;

pub(crate) const KNOCKOUT: StudyRow = StudyRow {
    command: "tournament",
    entry: Entry {
        name: "knockout",
        doc: "the winner of each table goes on; if it is drawn, the agent listed first",
        params: &[GAMES, COUNT_FORFEITS],
    },
    source: include_str!("knockout.rs"),
    agents: Agents::Many,
    example: "mctslab tournament nim random greedy \"mcts(iters=20)\" solve --format knockout",
    build: |setup| CourseStudy::study(setup, Format::Knockout, tournament_document),
    combine: None,
    more_rows: false,
};
