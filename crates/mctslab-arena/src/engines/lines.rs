//! Plain lines: one line is sent with the moves so far, or with the position, and the program
//! answers with its move in one line.
//!
//! Nothing distinguishes an answer from a late one, so all input before a question is dropped, and
//! a program that was too late is ended.

use mctslab_core::spec::{Entry, Kind, Param};
use mctslab_core::{AnyState, Failure};

use super::program::{Program, ProgramAnswer, ProgramSettings, Question, Talk};
use super::protocol::{OwnProtocol, ProtocolRow, Speak, WordsFor};
use super::{Dialect, Finding, check};

pub(super) const ROW: ProtocolRow = ProtocolRow {
    entry: Entry {
        name: "lines",
        doc: "one line in, one line out: the moves so far, and the program's move",
        params: &[Param::new("send", Kind::Choice(SENDS), "moves", "what each line that is sent contains")],
    },
    source: include_str!("lines.rs"),
    build: |args| {
        let send = args.choice("send");
        match send.name() {
            "moves" => &Lines { positions: false },
            "position" => &Lines { positions: true },
            _ => send.unlisted(),
        }
    },
};

const SENDS: &[Entry] = &[
    Entry::word("moves", "all moves since the start, separated by spaces; the first line is empty"),
    Entry::word("position", "the position"),
];

/// The protocol.
#[derive(Debug)]
pub(super) struct Lines {
    /// Whether the line sent is the position, not the moves so far.
    positions: bool,
}

impl Speak for Lines {
    fn name(&self) -> &'static str {
        ROW.entry.name
    }

    fn farewell(&self) -> &'static [&'static str] {
        &[]
    }

    fn begin(&'static self, settings: &ProgramSettings, _: &Dialect) -> Result<Box<dyn Talk>, Failure> {
        Ok(Box::new(LineProtocol { program: Program::start(settings, self)?, positions: self.positions }))
    }

    fn words_for(&self) -> WordsFor {
        WordsFor { movetime: false, nodes: false, options: false }
    }

    fn hint_at_wrong_move(&self) -> &'static str {
        "; every line of standard output is taken for a move: debug output belongs on standard error"
    }

    fn has_positions(&self, _: &Dialect) -> bool {
        self.positions
    }
}

impl OwnProtocol for Lines {
    /// The protocol has no commands; only the end of the input can be examined.
    fn examine(_: &dyn AnyState, settings: &ProgramSettings, dialect: &Dialect) -> Vec<Finding> {
        vec![check::end_of_input(settings, dialect)]
    }
}

/// A program that was started.
struct LineProtocol {
    program: Program,
    positions: bool,
}

impl Talk for LineProtocol {
    fn new_game(&mut self, _seed: u64) -> Result<(), Failure> {
        Ok(())
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<ProgramAnswer, Failure> {
        self.program.child.forget();
        let moves: Vec<&str> = question.moves.iter().map(|(_, mv)| mv.as_str()).collect();
        self.program.child.send(&if self.positions { question.position.clone() } else { moves.join(" ") });
        let text = self.program.wait_for_move(question, None, "a move", |line| Some(line.trim().to_string()))?;
        Ok(ProgramAnswer { text, nodes: 0 })
    }
}
