//! Being an engine: any agent for other programs, over standard input and output.
//!
//! The agent thinks on a thread of its own, so that questions are answered meanwhile. At `stop` a
//! flag is raised, which every agent obeys: it answers with the best move that it has found. At
//! `quit` the flag is raised too, and the thread waited for; an answer that `stop` has asked for is
//! given first. Of the end of the input a search without limits hears at once; others have five
//! seconds more, so that a script gets its answers.
//!
//! `thinker.rs` is the agent's thread, `desk.rs` the game that is spoken of, `universal.rs` and
//! `gtp.rs` are the ways to speak.

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

/// What is to be served.
pub struct Service<'a> {
    /// The initial state of the game.
    pub initial: Arc<dyn AnyState>,
    /// The words.
    pub dialect: Dialect,
    /// The agent's spec.
    pub agent: String,
    /// Makes the agent.
    pub build: &'a Build<'a>,
    /// The seed of games whose seed is not told.
    pub seed: u64,
}

/// What happens while serving.
pub(crate) enum Event {
    /// A line came in.
    Line(String),
    /// No more lines will.
    Closed,
    /// A search goes on.
    Thoughts { ticket: u64, report: SearchReport },
    /// A search ended.
    Done { ticket: u64, outcome: Result<SearchReport, Failure> },
}

/// How often things are looked after while an answer is owed.
const TICK: Duration = Duration::from_millis(50);
/// How long an answer is waited for after the end of the input.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// Whether to go on.
#[derive(PartialEq, Eq)]
pub(crate) enum Reaction {
    More,
    Quit,
}

/// One end of a protocol.
pub(crate) trait Serve {
    /// Obeys a line.
    fn line(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Reaction>;

    /// A search has found something.
    fn event(&mut self, event: Event, out: &mut dyn Write) -> io::Result<Reaction>;

    /// Called every now and then while an answer is owed.
    fn tick(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Whether an answer is owed.
    fn busy(&self) -> bool;

    /// The game.
    fn desk(&self) -> &Desk<'_>;
}

/// Serves until `quit` or the end of the input; answers that are owed at the end of the input are
/// given.
pub fn serve(service: &Service<'_>, input: impl BufRead + Send + 'static, out: &mut dyn Write) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    let (ask, questions) = mpsc::channel();
    let lines = sender.clone();
    // Nothing can end a thread that waits for input, so this one has nothing but the input.
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

/// Speaks until `quit`, or until the input has ended and all is answered.
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
    // Whoever serves has gone if nobody listens.
    drop(events.send(Event::Closed));
}
