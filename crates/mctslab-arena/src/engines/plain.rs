//! Asking in lines: the moves so far, or the position, in one line; the program's move in another.
//!
//! There is no word to tell an answer from a late one, so everything that came in before a question is dropped, and a program that
//! was too late is ended.

use mctslab_core::Failure;

use super::Protocol;
use super::program::{Answer, Program, Question, Settings, Talk};

/// A program that was started.
pub(super) struct Plain {
    program: Program,
    positions: bool,
}

impl Plain {
    pub(super) fn start(settings: &Settings, positions: bool) -> Result<Plain, Failure> {
        Ok(Plain { program: Program::start(settings, Protocol::Lines { positions })?, positions })
    }
}

impl Talk for Plain {
    fn new_game(&mut self, _seed: u64) -> Result<(), Failure> {
        Ok(())
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<Answer, Failure> {
        self.program.child.forget();
        let moves: Vec<&str> = question.moves.iter().map(|(_, mv)| mv.as_str()).collect();
        self.program.child.send(&if self.positions { question.position.clone() } else { moves.join(" ") });
        let text = self.program.wait(question.deadline, false, "a move", |line| Some(line.trim().to_string()))?;
        Ok(Answer { text, nodes: 0 })
    }
}
