//! The Go Text Protocol (GTP), version 2.
//!
//! Every command has a number, and an answer with another number is dropped, so that a late answer
//! is never mistaken for the next. A position is sent by `clear_board` and `play`; moves that the
//! program already has are not sent again. In Hex a position without a history is set up stone by
//! stone, and the swap is `swap-sides`.

use super::refusal::RefusedCommand;
use std::time::{Duration, Instant};

use mctslab_core::spec::Entry;
use mctslab_core::text::quote;
use mctslab_core::{AnyState, Failure, Fault};

use super::program::{Program, ProgramAnswer, ProgramSettings, Question, Talk};
use super::protocol::{OwnProtocol, Protocol, ProtocolRow, Speak, WordsFor};
use super::serve::{Desk, GtpServer, Serve};
use super::{Dialect, Finding, check};

pub(super) const ROW: ProtocolRow = ProtocolRow {
    entry: Entry::word("gtp", "Go Text Protocol 2: games of two players, as Hex and Othello programs speak it"),
    source: include_str!("gtp.rs"),
    build: |_| &Gtp,
};

/// The protocol.
#[derive(Debug)]
pub(super) struct Gtp;

impl Speak for Gtp {
    fn name(&self) -> &'static str {
        ROW.entry.name
    }

    fn farewell(&self) -> &'static [&'static str] {
        &["quit"]
    }

    fn begin(&'static self, settings: &ProgramSettings, dialect: &Dialect) -> Result<Box<dyn Talk>, Failure> {
        Ok(Box::new(Asker::start(settings, dialect)?))
    }

    fn refuses(&self, _: &str, players: usize) -> Option<&'static str> {
        (players != 2).then_some("supports games of two players only")
    }

    fn words_for(&self) -> WordsFor {
        WordsFor { movetime: true, nodes: false, options: true }
    }

    fn has_positions(&self, _: &Dialect) -> bool {
        false
    }

    fn can_start_from(&self, dialect: &Dialect, position: &str) -> bool {
        dialect.stones(position).is_some()
    }

    fn write(&self, dialect: &Dialect, own: &str, _: &str) -> String {
        if dialect.game() == "hex" && own == "swap" { "swap-sides".to_string() } else { own.to_string() }
    }

    fn serves(&self) -> bool {
        true
    }
}

impl OwnProtocol for Gtp {
    fn serve(_: Protocol, desk: Desk<'_>) -> Option<Box<dyn Serve + '_>> {
        Some(Box::new(GtpServer::new(desk)))
    }

    fn examine(_: &dyn AnyState, settings: &ProgramSettings, dialect: &Dialect) -> Vec<Finding> {
        check::gtp(settings, dialect)
    }
}

/// A program that is ready.
pub(super) struct Asker {
    program: Program,
    dialect: Dialect,
    start_timeout: Duration,
    commands: Vec<String>,
    number: u64,
    /// The game as the program has it; `None` before a game.
    known: Option<GtpKnown>,
}

/// The position that a program was set up with, and the moves it received since then.
struct GtpKnown {
    start: Option<String>,
    moves: Vec<(&'static str, String)>,
}

impl Asker {
    fn start(settings: &ProgramSettings, dialect: &Dialect) -> Result<Asker, Failure> {
        let program = Program::start(settings, dialect.protocol())?;
        let deadline = Instant::now() + settings.start_timeout;
        let mut gtp = Asker {
            program,
            dialect: dialect.clone(),
            start_timeout: settings.start_timeout,
            commands: Vec::new(),
            number: 0,
            known: None,
        };
        let commands = gtp.must("list_commands", deadline, true)?;
        gtp.commands = commands.split_whitespace().map(str::to_string).collect();
        for (name, value) in &settings.options {
            gtp.must(&format!("{name} {value}"), deadline, true)?;
        }
        if let Some(size) = dialect.board_size() {
            gtp.must(&format!("boardsize {size}"), deadline, true)?;
        }
        if let Some(time) = settings.limits.movetime {
            let seconds = time.div_ceil(1000).max(1);
            gtp.must(&format!("time_settings 0 {seconds} 1"), deadline, true)?;
        }
        Ok(gtp)
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// The answer to a command; `Err` with the program's own words if it refuses.
    fn say(
        &mut self,
        command: &str,
        deadline: Instant,
        starting: bool,
    ) -> Result<Result<String, RefusedCommand>, Failure> {
        let number = self.send(command);
        self.program.wait(deadline, starting, &format!("an answer to `{command}`"), answer_to(number))
    }

    /// Sends a command and returns its number.
    fn send(&mut self, command: &str) -> u64 {
        self.number += 1;
        self.program.child.send(&format!("{} {command}", self.number));
        self.number
    }

    /// The answer to a command that must not be refused.
    fn must(&mut self, command: &str, deadline: Instant, starting: bool) -> Result<String, Failure> {
        let kind = if starting { Fault::NoStart } else { Fault::Crash };
        let said = self.say(command, deadline, starting)?;
        said.map_err(|reason| self.refusal(kind, command, &reason.0))
    }

    fn refusal(&self, kind: Fault, command: &str, reason: &str) -> Failure {
        self.program
            .failure(kind, &format!("refuses `{command}`, which is legal by the rules of mctslab: {}", quote(reason)))
    }

    /// Sends the program the position of the game.
    fn catch_up(&mut self, question: &Question<'_>) -> Result<(), Failure> {
        let known = self.known.take().filter(|GtpKnown { start, moves }| {
            let same = |(a, b): (&(&str, String), &(&str, String))| a.0 == b.0 && a.1.eq_ignore_ascii_case(&b.1);
            *start == question.start
                && moves.len() <= question.moves.len()
                && moves.iter().zip(&question.moves).all(same)
        });
        let told = known.as_ref().map(|known| known.moves.len());
        if told.is_none() {
            self.must("clear_board", question.deadline, false)?;
            for (colour, cell) in
                question.start.as_deref().and_then(|start| self.dialect.stones(start)).unwrap_or_default()
            {
                self.must(&format!("play {colour} {cell}"), question.deadline, false)?;
            }
        }
        for (colour, mv) in &question.moves[told.unwrap_or(0)..] {
            self.must(&format!("play {colour} {mv}"), question.deadline, false)?;
        }
        self.known = Some(GtpKnown { start: question.start.clone(), moves: question.moves.clone() });
        Ok(())
    }
}

/// Joins the lines of the answer to a command; `Err` with the program's own words if it refuses.
fn answer_to(number: u64) -> impl FnMut(&str) -> Option<Result<String, RefusedCommand>> {
    let heads = [format!("={number}"), format!("?{number}")];
    let mut answer: Option<(bool, String)> = None;
    move |line| {
        let line = line.trim_end();
        match &mut answer {
            None => {
                for (head, good) in heads.iter().zip([true, false]) {
                    let rest = line.strip_prefix(head.as_str());
                    if let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t'])) {
                        answer = Some((good, rest.trim().to_string()));
                    }
                }
                None
            }
            // A blank line ends the answer.
            Some(_) if line.is_empty() => {
                answer.take().map(|(good, text)| if good { Ok(text) } else { Err(RefusedCommand(text)) })
            }
            Some((_, text)) => {
                text.push('\n');
                text.push_str(line);
                None
            }
        }
    }
}

impl Talk for Asker {
    fn new_game(&mut self, seed: u64) -> Result<(), Failure> {
        self.known = None;
        if self.knows("set_random_seed") {
            let deadline = Instant::now() + self.start_timeout;
            // A program may accept smaller seeds only; then it plays with its own.
            drop(self.say(&format!("set_random_seed {seed}"), deadline, false)?);
        }
        Ok(())
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<ProgramAnswer, Failure> {
        self.catch_up(question)?;
        if let Some(clocks) = question.clocks.filter(|_| self.knows("time_left")) {
            for (left, colour) in clocks.left.iter().zip(["black", "white"]) {
                let command = format!("time_left {colour} {} 0", left.as_secs());
                drop(self.say(&command, question.deadline, false)?);
            }
        }
        let command = format!("genmove {}", question.colour);
        let found = answer_to(self.send(&command));
        let said = self.program.wait_for_move(question, None, &format!("an answer to `{command}`"), found)?;
        let text = said.map_err(|reason| self.refusal(Fault::Crash, &command, &reason.0))?;
        if text.eq_ignore_ascii_case("resign") {
            return Err(self.program.failure(Fault::Resignation, "resigns"));
        }
        if let Some(known) = &mut self.known {
            known.moves.push((question.colour, text.clone()));
        }
        Ok(ProgramAnswer { text, nodes: 0 })
    }
}
