//! A program in conversation: what is said of it when it fails.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use mctslab_core::text::{printable, quote};
use mctslab_core::{Clocks, Failure, Fault, SearchBudget};

use super::Protocol;
use super::child::{Bounds, Child, Silence};
use crate::descriptors::{TOO_MANY_FILES, too_many_files};

/// How a program is to be started and what it is to be sent.
#[derive(Clone, Debug)]
pub struct ProgramSettings {
    /// The command line as it was written, for messages.
    pub command: String,
    /// Its words.
    pub words: Vec<String>,
    /// The options to set, by name.
    pub options: Vec<(String, String)>,
    /// Milliseconds, nodes and depth for a move.
    pub limits: Limits,
    /// How long it may take to become ready.
    pub start_timeout: Duration,
    /// How long a move may take.
    pub move_timeout: Duration,
    /// What it may use up.
    pub bounds: Bounds,
}

/// What a move may cost.
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
    /// The smaller of these limits and those of a budget, unless it lifts these.
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

/// One question to a program: what to play here.
pub struct Question<'a> {
    /// Where the moves start; `None` for the start of the game.
    pub start: Option<String>,
    /// The moves from there, each with the colour that made it, as the protocol writes them.
    pub moves: Vec<(&'static str, String)>,
    /// The position they lead to.
    pub position: String,
    /// The colour to move.
    pub colour: &'static str,
    /// What is left on the clocks, where games are timed.
    pub clocks: Option<&'a Clocks>,
    /// What it may cost, where the protocol has words for it.
    pub limits: Limits,
    /// When the answer must be there.
    pub deadline: Instant,
    /// Whether the answer is wanted at once.
    pub stopped: &'a dyn Fn() -> bool,
}

/// An answer: the move as the program wrote it, and how many nodes it says that it took.
pub struct ProgramAnswer {
    /// The move.
    pub text: String,
    /// Nodes, 0 if it does not say.
    pub nodes: u64,
}

/// A program that is ready to play, whatever it speaks.
pub trait Talk: Send {
    /// Begins a new game. Nothing that belongs to the last one is heard afterwards.
    fn new_game(&mut self, seed: u64) -> Result<(), Failure>;

    /// Asks for a move.
    fn ask(&mut self, question: &Question<'_>) -> Result<ProgramAnswer, Failure>;
}

/// How often a question that may be stopped is looked after, and how long a program may take to
/// obey.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(10);
const STOP_PATIENCE: Duration = Duration::from_millis(500);

/// A running program with the words to speak of it.
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

    /// A failure with the end of the program's standard error.
    pub fn failure(&self, kind: Fault, what: &str) -> Failure {
        let stderr = self.child.stderr();
        let said = if stderr.is_empty() { String::new() } else { format!("; its standard error ends in:\n{stderr}") };
        Failure::new(kind, printable(&format!("{} {what}{said}", quote(&self.command))))
    }

    /// Reads lines until one of them is the answer to a question. If it is wanted at once, the
    /// program is informed, in protocols with a word for it, and has half a second to obey; in
    /// others it is not waited for any longer.
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
                // Said in the same words as everywhere.
                Err(_) => return self.wait_since(asked, deadline, false, awaited, &mut found),
            }
        }
    }

    /// Reads lines until one of them is what is waited for. `kind` is the fault if the program ends
    /// before that or the time is up: it has no start before it is ready, later it crashed or is
    /// too late.
    pub fn wait<T>(
        &self,
        deadline: Instant,
        starting: bool,
        awaited: &str,
        found: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Failure> {
        self.wait_since(Instant::now(), deadline, starting, awaited, found)
    }

    /// The same where the program was asked at `since`.
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

/// Why the system did not start a program, and what can be done about it.
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
