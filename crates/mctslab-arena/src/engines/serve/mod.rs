//! Being an engine: any agent for other programs, over standard input and output.
//!
//! The agent thinks on a thread of its own, so that questions are answered and `stop` and `quit` obeyed meanwhile. Agents cannot be
//! interrupted: at `stop` one that does not finish at once is left to itself, and a search of the same kind with a small budget
//! answers in its place.

mod desk;
mod gtp;
mod universal;

use std::io::{self, BufRead, Write};
use std::sync::mpsc;
use std::thread;

use mctslab_core::{Agent, Game};

use super::program::Limits;
use super::{Dialect, Protocol};
use desk::{Desk, Event};

/// Makes an agent with these limits; `None` if it has no such budget. Without limits there is always one.
pub type Build<G> = Box<dyn Fn(Limits) -> Option<Box<dyn Agent<G>>>>;

/// What is to be served. A game lives as long as the program, as a search may be left to itself.
pub struct Service<G: Game> {
    /// The rules.
    pub game: &'static G,
    /// The words.
    pub dialect: Dialect,
    /// The agent's spec.
    pub agent: String,
    /// Makes the agent.
    pub build: Build<G>,
    /// The seed of games whose seed is not told.
    pub seed: u64,
}

/// Whether to go on.
#[derive(PartialEq, Eq)]
enum Next {
    More,
    Quit,
}

/// One end of a protocol.
trait Serve<G: Game> {
    /// Obeys a line.
    fn line(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Next>;

    /// A search has come to its end.
    fn event(&mut self, event: Event<G>, out: &mut dyn Write) -> io::Result<Next>;

    /// Whether an answer is owed.
    fn busy(&self) -> bool;
}

/// Serves until `quit` or the end of the input; answers that are owed at the end of the input are given.
pub fn serve<G: Game>(
    service: Service<G>,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel();
    let lines = sender.clone();
    thread::spawn(move || read(input, &lines));
    let protocol = service.dialect.protocol();
    let desk = Desk::new(service, sender);
    let mut end: Box<dyn Serve<G>> = match protocol {
        Protocol::Gtp => Box::new(gtp::Gtp::new(desk)),
        _ => Box::new(universal::Universal::new(desk, protocol)),
    };
    let mut closed = false;
    while !closed || end.busy() {
        let Ok(event) = receiver.recv() else { break };
        let next = match event {
            Event::Line(line) => end.line(line.trim(), out)?,
            Event::Closed => {
                closed = true;
                Next::More
            }
            done @ Event::Done { .. } => end.event(done, out)?,
        };
        out.flush()?;
        if next == Next::Quit {
            break;
        }
    }
    Ok(())
}

fn read<G: Game>(mut input: impl BufRead, events: &mpsc::Sender<Event<G>>) {
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
