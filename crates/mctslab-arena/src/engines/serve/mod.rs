//! Serving: any agent as an engine for other programs, over standard input and output.
//!
//! The agent thinks on a thread of its own, so that commands are answered meanwhile. At `stop` a
//! flag is raised, which every agent obeys: it answers with the best move found so far. At `quit`
//! the flag is raised too, and the thread is joined; an answer that `stop` has asked for is given
//! first. When the input ends, a search without limits stops at once; other searches have five more
//! seconds, so that a script gets its answers.
//!
//! `thinker.rs` is the agent's thread, `desk.rs` the game and its questions, `universal.rs` and
//! `gtp.rs` are the protocols.

mod desk;
mod gtp;
mod thinker;
mod universal;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use mctslab_core::{AnyAgent, AnyState, Failure, SearchReport};

use super::{Dialect, protocol};
pub(crate) use desk::Desk;
pub(crate) use gtp::GtpServer;
pub(crate) use universal::UniversalServer;

/// Makes the agent.
pub type Build<'a> = dyn Fn() -> Box<dyn AnyAgent> + Sync + 'a;

/// The game and the agent to serve.
pub struct Service<'a> {
    /// The initial state of the game.
    pub initial: Arc<dyn AnyState>,
    /// The notation.
    pub dialect: Dialect,
    /// The agent's spec.
    pub agent: String,
    /// Makes the agent.
    pub build: &'a Build<'a>,
    /// The seed of games for which the client gives none.
    pub seed: u64,
}

/// An event while serving.
pub(crate) enum Event {
    /// A line came in.
    Line(String),
    /// The input has ended.
    Closed,
    /// The findings of a search that continues.
    Thoughts { ticket: u64, report: SearchReport },
    /// A search ended.
    Done { ticket: u64, outcome: Result<SearchReport, Failure> },
}

/// The time between two checks while an answer is owed.
const TICK: Duration = Duration::from_millis(50);
/// The time to wait for an answer after the end of the input.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// What the server does after an event: continue or end.
#[derive(PartialEq, Eq)]
pub(crate) enum Reaction {
    More,
    Quit,
}

/// The serving side of a protocol.
pub(crate) trait Serve {
    /// Carries out a command line.
    fn line(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Reaction>;

    /// Handles news of a search.
    fn event(&mut self, event: Event, out: &mut dyn Write) -> io::Result<Reaction>;

    /// Called at regular intervals while an answer is owed.
    fn tick(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Whether an answer is owed.
    fn busy(&self) -> bool;

    /// The game.
    fn desk(&self) -> &Desk<'_>;
}

/// Serves until `quit` or the end of the input; answers that are owed at the end of the input are
/// still given.
pub fn serve(service: &Service<'_>, input: impl BufRead + Send + 'static, out: &mut dyn Write) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    let (ask, questions) = mpsc::channel();
    let lines = sender.clone();
    // A thread that waits for input cannot be ended, so this one does nothing else.
    thread::spawn(move || read(input, &lines));
    thread::scope(|scope| {
        scope.spawn(move || thinker::answer(service.build, &questions, &sender));
        let protocol = service.dialect.protocol();
        let desk = Desk::new(service, ask);
        let Some(mut end) = protocol::serve(protocol, desk) else {
            let message = format!("agents cannot be served in `{}`", protocol.name());
            return Err(io::Error::new(io::ErrorKind::Unsupported, message));
        };
        converse(&mut *end, &events, out)
    })
}

/// Handles events until `quit`, or until the input has ended and all commands are answered.
fn converse(end: &mut (dyn Serve + '_), events: &Receiver<Event>, out: &mut dyn Write) -> io::Result<()> {
    let mut closed: Option<Instant> = None;
    while closed.is_none() || end.busy() {
        let event = if end.busy() { events.recv_timeout(TICK) } else { events.recv().map_err(Into::into) };
        let next = match event {
            Ok(Event::Line(line)) => end.line(line.trim(), out)?,
            Ok(Event::Closed) => {
                closed = Some(Instant::now());
                Reaction::More
            }
            Ok(found) => end.event(found, out)?,
            Err(RecvTimeoutError::Timeout) => Reaction::More,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        end.tick(out)?;
        if closed.is_some_and(|closed| end.desk().endless() || closed.elapsed() >= ANSWER_TIMEOUT) {
            end.desk().stop();
        }
        out.flush()?;
        if next == Reaction::Quit {
            break;
        }
    }
    Ok(())
}

fn read(mut input: impl BufRead, events: &mpsc::Sender<Event>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(1..) => {}
            _ => break,
        }
        if events.send(Event::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
            return;
        }
    }
    // If nothing receives the event, the server has ended already.
    drop(events.send(Event::Closed));
}
