//! A match: one agent for each seat. All agents take every seat equally often, and each opening is
//! played in every order of seats.

mod document;

use mctslab_arena::Format;
use mctslab_core::spec::Entry;
use mctslab_lab::{Agents, COUNT_FORFEITS, StudyRow};

use crate::course::{CourseStudy, GAMES, STOP};
use self::document::match_document;

pub(crate) const ROW: StudyRow = StudyRow {
    command: "match",
    entry: Entry {
        name: "match",
        doc: "one agent for each seat, each in every seat equally often",
        params: &[GAMES, STOP, COUNT_FORFEITS],
    },
    source: include_str!("mod.rs"),
    agents: Agents::Seats,
    example: "mctslab match othello \"uct(iters=500)\" \"alphabeta(depth=3)\" -n 200",
    build: |setup| CourseStudy::study(setup, Format::Match, match_document),
    combine: None,
    more_rows: false,
};
