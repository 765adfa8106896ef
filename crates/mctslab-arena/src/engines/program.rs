//! A program in conversation: what is said of it when it fails.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use mctslab_core::text::{printable, quote};
use mctslab_core::{Clocks, Failure, Fault};

use super::child::{Bounds, Child, Silence};
use super::{Dialect, Protocol};
use crate::descriptors::{TOO_MANY_FILES, too_many_files};

/// How a program is to be started and what it is to be told.
#[derive(Clone, Debug)]
pub struct Settings {
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
    /// When the answer must be there.
    pub deadline: Instant,
}

/// An answer: the move as the program wrote it, and how many nodes it says that it took.
pub struct Answer {
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
    fn ask(&mut self, question: &Question<'_>) -> Result<Answer, Failure>;
}

/// A running program with the words to speak of it.
pub struct Program {
    /// The program.
    pub child: Child,
    command: String,
}

impl Program {
    /// Starts the program, which is not ready yet.
    pub fn start(settings: &Settings, protocol: Protocol) -> Result<Program, Failure> {
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

    /// Reads lines until one of them is what is waited for. `kind` is the fault if the program ends before that or the time
    /// is up: it has no start before it is ready, later it crashed or is too late.
    pub fn wait<T>(
        &self,
        deadline: Instant,
        starting: bool,
        awaited: &str,
        mut found: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Failure> {
        let since = Instant::now();
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
                    return Err(self.failure(kind, &format!("did not say {awaited}: {ending}")));
                }
                Err(Silence::TimeOut) => {
                    let kind = if starting { Fault::NoStart } else { Fault::TimeOut };
                    let rest = self.child.unfinished();
                    let rest = if rest.is_empty() { rest } else { format!(" (an unfinished line: {})", quote(&rest)) };
                    let waited = since.elapsed().as_millis();
                    return Err(self.failure(kind, &format!("did not say {awaited} within {waited} ms{rest}")));
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

/// Starts a program and makes it ready to play.
pub fn begin(settings: &Settings, dialect: &Dialect) -> Result<Box<dyn Talk>, Failure> {
    Ok(match dialect.protocol() {
        Protocol::Ugi | Protocol::Uai | Protocol::Uci => {
            Box::new(super::universal::Universal::start(settings, dialect)?)
        }
        Protocol::Gtp => Box::new(super::gtp::Gtp::start(settings, dialect)?),
        Protocol::Lines { positions } => Box::new(super::plain::Plain::start(settings, positions)?),
    })
}
