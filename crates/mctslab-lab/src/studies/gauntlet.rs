//! A gauntlet: the first agent plays in every table, against every set of other agents that fills
//! it.

use mctslab_arena::Format;
use mctslab_core::spec::Entry;

use super::contest::{Contest, GAMES, STOP};
use crate::report::COUNT_FORFEITS;
use crate::study::{Agents, StudyRow};

pub(super) const ROW: StudyRow = StudyRow {
    command: "tournament",
    entry: Entry { name: "gauntlet", doc: "the first agent against all others", params: &[GAMES, STOP, COUNT_FORFEITS] },
    source: include_str!("gauntlet.rs"),
    agents: Agents::Many,
    example: "mctslab tournament hex \"uct(iters=100)\" random \"mcts(iters=20)\" --format gauntlet",
    build: |setup| Contest::study(setup, Format::Gauntlet),
    combine: None,
    more_rows: false,
};
