//! A round robin: every set of agents that fills a table plays.

use mctslab_arena::Format;
use mctslab_core::spec::Entry;
use mctslab_lab::{Agents, COUNT_FORFEITS, StudyRow};

use crate::course::{CourseStudy, GAMES, STOP};
use super::document::tournament_document;

pub(crate) const ROUND_ROBIN: StudyRow = StudyRow {
    command: "tournament",
    entry: Entry { name: "round-robin", doc: "everybody against everybody", params: &[GAMES, STOP, COUNT_FORFEITS] },
    source: include_str!("round_robin.rs"),
    agents: Agents::Many,
    example: "mctslab tournament connect-four random \"mcts(iters=20)\" \"uct(iters=100)\" -n 50",
    build: |setup| CourseStudy::study(setup, Format::RoundRobin, tournament_document),
    combine: None,
    more_rows: false,
};
