//! A running program, and the messages about its failures.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use mctslab_core::text::{printable, quote};
use mctslab_core::{Clocks, Failure, Fault, SearchBudget};

use super::Protocol;
use super::child::{Bounds, Child, Silence};
use crate::descriptors::{TOO_MANY_FILES, too_many_files};

/// The settings of a program: how to start it and what to send to it.
#[derive(Clone, Debug)]
pub struct ProgramSettings {
    /// The command line as it was written, for messages.
    pub command: String,
    /// The command line cut into words.
    pub words: Vec<String>,
    /// The options to set, by name.
    pub options: Vec<(String, String)>,
    /// The limits of milliseconds, nodes and depth for a move.
    pub limits: Limits,
    /// The time in which it must become ready.
    pub start_timeout: Duration,
    /// The longest time for a move.
    pub move_timeout: Duration,
    /// The limits of its resources.
    pub bounds: Bounds,
}

/// The limits of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Milliseconds.
    pub movetime: Option<u64>,
    /// Nodes or iterations.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u64>,
}

impl Limits {
    /// The smaller of these limits and those of a budget, unless the budget lifts these.
    #[must_use]
    pub fn within(self, budget: &SearchBudget<'_>) -> Limits {
        let kept = |own: Option<u64>| budget.own_limits.kept(own);
        let smaller = |own: Option<u64>, given: Option<u64>| own.into_iter().chain(given).min();
        Limits {
            movetime: smaller(kept(self.movetime), budget.time.map(|time| time.as_millis().max(1) as u64)),
            nodes: smaller(kept(self.nodes), budget.iterations),
            depth: smaller(self.depth, budget.depth.map(u64::from)),
        }
    }
}

/// A request for a move.
pub struct Question<'a> {
    /// The position in which the moves begin; `None` for the start of the game.
    pub start: Option<String>,
    /// The moves from there, each with the colour that made it, as the protocol writes them.
    pub moves: Vec<(&'static str, String)>,
    /// The position after the moves.
    pub position: String,
    /// The colour to move.
    pub colour: &'static str,
    /// The time left on the clocks, where games are timed.
    pub clocks: Option<&'a Clocks>,
    /// The limits of the search, where the protocol has commands for them.
    pub limits: Limits,
    /// The time at which the answer must be there.
    pub deadline: Instant,
    /// Whether the answer is wanted at once.
    pub stopped: &'a dyn Fn() -> bool,
}

/// An answer: the move as the program wrote it, and the number of nodes that it reports.
pub struct ProgramAnswer {
    /// The move.
    pub text: String,
    /// Nodes; 0 if it reports none.
    pub nodes: u64,
}

/// A program that is ready to play, in any protocol.
pub trait Talk: Send {
    /// Begins a new game. Late answers of the last game are dropped.
    fn new_game(&mut self, seed: u64) -> Result<(), Failure>;

    /// Asks for a move.
    fn ask(&mut self, question: &Question<'_>) -> Result<ProgramAnswer, Failure>;
}

/// The time between two checks whether a search is to stop, and the time in which a program must
/// then answer.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(10);
const STOP_PATIENCE: Duration = Duration::from_millis(500);

/// A running program, and its names for messages.
pub struct Program {
    /// The program.
    pub child: Child,
    command: String,
}

impl Program {
    /// Starts the program, which is not ready yet.
    pub fn start(settings: &ProgramSettings, protocol: Protocol) -> Result<Program, Failure> {
        let child = Child::start(&settings.words, settings.bounds, protocol.farewell());
        let child = child.map_err(|error| {
            let (command, why) = (quote(&settings.command), why_not_started(&settings.words[0], &error));
            Failure::new(Fault::NoStart, format!("cannot start {command}: {why}"))
        })?;
        Ok(Program { child, command: settings.command.clone() })
    }

    /// A failure, with the end of the program's standard error in its message.
    pub fn failure(&self, kind: Fault, what: &str) -> Failure {
        let stderr = self.child.stderr();
        let said = if stderr.is_empty() { String::new() } else { format!("; its standard error ends in:\n{stderr}") };
        Failure::new(kind, printable(&format!("{} {what}{said}", quote(&self.command))))
    }

    /// Reads lines until one of them is the answer to a question. If the answer is wanted at once,
    /// a program whose protocol has a command for it is informed, and has half a second to answer;
    /// otherwise the wait ends at once.
    pub fn wait_for_move<T>(
        &self,
        question: &Question<'_>,
        word: Option<&str>,
        awaited: &str,
        mut found: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Failure> {
        let asked = Instant::now();
        let mut deadline = question.deadline;
        let mut informed = false;
        loop {
            let slice = deadline.min(Instant::now() + STOP_CHECK_INTERVAL);
            match self.child.line(slice) {
                Ok(line) => {
                    if let Some(value) = found(&line) {
                        return Ok(value);
                    }
                }
                Err(Silence::TimeOut) if slice < deadline => {
                    if !informed && (question.stopped)() {
                        informed = true;
                        let patience = if word.is_some() { STOP_PATIENCE } else { Duration::ZERO };
                        deadline = deadline.min(Instant::now() + patience);
                        if let Some(word) = word {
                            self.child.send(word);
                        }
                    }
                }
                // Reported with the same message as elsewhere.
                Err(_) => return self.wait_since(asked, deadline, false, awaited, &mut found),
            }
        }
    }

    /// Reads lines until one of them is the awaited one. `kind` is the fault if the program ends
    /// before that or the time is up: a program that is not ready yet did not start; later it
    /// crashed or is too late.
    pub fn wait<T>(
        &self,
        deadline: Instant,
        starting: bool,
        awaited: &str,
        found: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Failure> {
        self.wait_since(Instant::now(), deadline, starting, awaited, found)
    }

    /// Waits like [`Program::wait`], for a program that was asked at the time `since`.
    fn wait_since<T>(
        &self,
        since: Instant,
        deadline: Instant,
        starting: bool,
        awaited: &str,
        mut found: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Failure> {
        loop {
            match self.child.line(deadline) {
                Ok(line) => {
                    if let Some(value) = found(&line) {
                        return Ok(value);
                    }
                }
                Err(Silence::Ended) => {
                    let kind = if starting { Fault::NoStart } else { Fault::Crash };
                    let ending = self.child.ending();
                    return Err(self.failure(kind, &format!("did not send {awaited}: {ending}")));
                }
                Err(Silence::TimeOut) => {
                    let kind = if starting { Fault::NoStart } else { Fault::TimeOut };
                    let rest = self.child.unfinished();
                    let rest = if rest.is_empty() {
                        " (a program that does not flush its output seems to be silent)".to_string()
                    } else {
                        format!(" (an unfinished line: {})", quote(&rest))
                    };
                    let waited = since.elapsed().as_millis();
                    return Err(self.failure(kind, &format!("did not send {awaited} within {waited} ms{rest}")));
                }
            }
        }
    }
}

/// Why the system did not start a program, and the remedy.
fn why_not_started(program: &str, error: &io::Error) -> String {
    let name = quote(program);
    match error.kind() {
        io::ErrorKind::NotFound if !program.contains('/') => {
            format!("there is no such program: no {name} in PATH; one in the working directory is written `./NAME`")
        }
        io::ErrorKind::NotFound if Path::new(program).is_file() => {
            format!("{name} is there, but not the interpreter that its first line names")
        }
        io::ErrorKind::NotFound => format!("there is no such program: no file {name}"),
        io::ErrorKind::PermissionDenied => format!("{name} may not be executed ({error})"),
        _ if too_many_files(error) => format!("{TOO_MANY_FILES} ({error})"),
        _ => error.to_string(),
    }
}
