//! A gauntlet: the first agent plays in every table, against every set of other agents that fills
//! it.

use mctslab_arena::Format;
use mctslab_core::spec::Entry;

use super::contest::{CourseStudy, GAMES, STOP};
use crate::documents::tournament_document;
use crate::report::COUNT_FORFEITS;
use crate::agents::Agents;
use crate::study::StudyRow;

pub(super) const ROW: StudyRow = StudyRow {
    command: "tournament",
    entry: Entry { name: "gauntlet", doc: "the first agent against all others", params: &[GAMES, STOP, COUNT_FORFEITS] },
    source: include_str!("gauntlet.rs"),
    agents: Agents::Many,
    example: "mctslab tournament hex \"uct(iters=100)\" random \"mcts(iters=20)\" --format gauntlet",
    build: |setup| CourseStudy::study(setup, Format::Gauntlet, tournament_document),
    combine: None,
    more_rows: false,
};
