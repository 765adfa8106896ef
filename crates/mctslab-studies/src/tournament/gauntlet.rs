//! A gauntlet: the first agent plays in every table, against every set of other agents that fills
//! it.

use mctslab_arena::Format;
use mctslab_core::spec::Entry;
use mctslab_lab::{Agents, COUNT_FORFEITS, StudyRow};

use crate::course::{CourseStudy, GAMES, STOP};
use super::document::tournament_document;

pub(crate) const GAUNTLET: StudyRow = StudyRow {
    command: "tournament",
    entry: Entry { name: "gauntlet", doc: "the first agent against all others", params: &[GAMES, STOP, COUNT_FORFEITS] },
    source: include_str!("gauntlet.rs"),
    agents: Agents::Many,
    example: "mctslab tournament hex \"uct(iters=100)\" random \"mcts(iters=20)\" --format gauntlet",
    build: |setup| CourseStudy::study(setup, Format::Gauntlet, tournament_document),
    combine: None,
    more_rows: false,
};
