//! Playing many games on all cores.
//!
//! Every thread has its own agents for as long as the run lasts, takes the next number of the round, and hands records over in
//! small bundles: with instant players a message per game would cost more than the game.
//!
//! A run ends early in one of four ways. Asked to stop, it plays running games to their end. At its deadline it abandons them after
//! the move at hand. An error of the director, or a panic of an agent or a game, lets the others finish their games and ends it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use mctslab_core::{Agent, Game};

use crate::openings::Starts;
use crate::{Adjudication, Clock, Done, Record, Referee, Round, Team};

/// Records are handed over when there are so many of them, or when the first of them is this old.
const BUNDLE: usize = 256;
const PATIENCE: Duration = Duration::from_millis(20);
/// How often the director is asked whether it has anything to do.
const TICK: Duration = Duration::from_millis(50);

/// Decides what is played and takes what was played.
pub trait Director {
    /// Why it would end a run.
    type Error;

    /// The games to play next, of which some may be done; `None` if there are no more.
    fn next_round(&mut self) -> Result<Option<Round>, Self::Error>;

    /// Games that were played before.
    fn done(&self) -> Arc<Done>;

    /// Takes records as they come in, in no fixed order. An error ends the run.
    fn played(&mut self, records: Vec<Record>) -> Result<(), Self::Error>;

    /// Called every now and then while games are being played.
    fn tick(&mut self) -> Result<(), Self::Error>;

    /// Called when all games of the round were handed in, or all that were over at the deadline. Not called when the run was
    /// stopped.
    fn round_over(&mut self) -> Result<(), Self::Error>;

    /// The error that a panic ends the run with.
    fn panicked(&mut self, panic: Panic) -> Self::Error;
}

/// A panic while a game was played: a bug in an agent or in the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// The number of the game, if one was being played.
    pub fixture: Option<u64>,
    /// The agent that was asked to do something, if one was.
    pub agent: Option<usize>,
    /// Its message.
    pub message: String,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The director had no more rounds.
    Over,
    /// It was asked to stop.
    Stopped,
    /// The deadline passed. The director may have had more rounds.
    OutOfTime,
}

/// How games are played.
pub struct Table<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// Where they start.
    pub starts: &'a Starts<G>,
    /// How they are timed.
    pub clock: Option<Clock>,
    /// Which of them end early.
    pub adjudication: Adjudication,
    /// When those that are not over are abandoned.
    pub deadline: Option<Instant>,
}

impl<G: Game> Table<'_, G> {
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// A round at work.
struct Work {
    round: Round,
    done: Arc<Done>,
    next: AtomicU64,
}

/// Where threads wait for the next round.
#[derive(Default)]
struct Desk {
    state: Mutex<DeskState>,
    bell: Condvar,
}

#[derive(Default)]
struct DeskState {
    number: u64,
    work: Option<Arc<Work>>,
    closed: bool,
}

impl Desk {
    fn post(&self, work: Work) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.number += 1;
        state.work = Some(Arc::new(work));
        self.bell.notify_all();
    }

    fn number(&self) -> u64 {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).number
    }

    fn close(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.bell.notify_all();
    }

    /// The round after round number `seen`.
    fn wait(&self, seen: &mut u64) -> Option<Arc<Work>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while !state.closed && state.number == *seen {
            state = self.bell.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        *seen = state.number;
        state.work.clone().filter(|_| !state.closed)
    }
}

/// Closes the desk however the run ends, so that no thread waits for ever.
struct Closing<'a>(&'a Desk, &'a AtomicBool);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.1.store(true, Ordering::Relaxed);
        self.0.close();
    }
}

/// What a thread hands over: records, whether it found no more games in the round, and why it ended if it did.
#[derive(Default)]
struct Bundle {
    records: Vec<Record>,
    idle: bool,
    panic: Option<Panic>,
}

/// Plays the rounds of a director on `threads` threads, until it has no more or `stop` becomes true; then running games are
/// played to their end. At the table's deadline they are abandoned. `make` makes agents by their numbers, for each thread its own.
pub fn play_rounds<G: Game, D: Director + ?Sized>(
    table: &Table<'_, G>,
    make: &(dyn Fn(usize) -> Box<dyn Agent<G>> + Sync),
    threads: usize,
    stop: &AtomicBool,
    director: &mut D,
) -> Result<Ending, D::Error> {
    let desk = Desk::default();
    let halt = AtomicBool::new(false);
    let (sender, receiver) = sync_channel(64);
    std::thread::scope(|scope| {
        // Should this thread panic, nobody is to wait for it: neither at the desk nor for a place in the channel.
        let receiver = receiver;
        let _closing = Closing(&desk, &halt);
        let mut started = 0;
        while let Some(round) = director.next_round()?.filter(|_| !table.is_late()) {
            // No more threads than games: a set of agents may be dear.
            let games = usize::try_from(round.games.end - round.games.start).unwrap_or(usize::MAX);
            while started < threads.max(1).min(games) {
                let (sender, desk, halt, seen) = (sender.clone(), &desk, &halt, desk.number());
                scope.spawn(move || worker(table, Team::new(make), desk, seen, [stop, halt], &sender));
                started += 1;
            }
            let next = AtomicU64::new(round.games.start);
            desk.post(Work { done: director.done(), next, round });
            collect(&receiver, started, &halt, director)?;
            if stop.load(Ordering::Relaxed) {
                return Ok(Ending::Stopped);
            }
            director.round_over()?;
        }
        Ok(if table.is_late() { Ending::OutOfTime } else { Ending::Over })
    })
}

/// Plays games of one round after the other until the desk closes.
fn worker<G: Game>(
    table: &Table<'_, G>,
    mut team: Team<'_, G>,
    desk: &Desk,
    mut seen: u64,
    stops: [&AtomicBool; 2],
    sender: &SyncSender<Bundle>,
) {
    let mut referee = Referee::new(table);
    while let Some(work) = desk.wait(&mut seen) {
        let mut last = Bundle { idle: true, ..Bundle::default() };
        let mut at = None;
        // Whatever is half done after a panic is never looked at again.
        let caught = catch_unwind(AssertUnwindSafe(|| {
            team.keep(work.round.tables());
            play_round(&mut referee, &mut team, &work, stops, sender, &mut last.records, &mut at);
        }));
        let panic = |panic: Box<dyn Any + Send>| Panic { fixture: at, agent: referee.asked(), message: words(&*panic) };
        last.panic = caught.err().map(panic);
        let ended = last.panic.is_some();
        if sender.send(last).is_err() || ended {
            return;
        }
    }
}

/// Plays games of one round until there are no more, a stop is raised or it is too late. What is not handed over yet is left in
/// `records`, and the number of the game at hand in `at`.
fn play_round<G: Game>(
    referee: &mut Referee<'_, G>,
    team: &mut Team<'_, G>,
    work: &Work,
    stops: [&AtomicBool; 2],
    sender: &SyncSender<Bundle>,
    records: &mut Vec<Record>,
    at: &mut Option<u64>,
) {
    let mut sent = Instant::now();
    while !stops.iter().any(|stop| stop.load(Ordering::Relaxed)) {
        let id = work.next.fetch_add(1, Ordering::Relaxed);
        if id >= work.round.games.end {
            break;
        }
        if work.done.contains(id) {
            continue;
        }
        *at = Some(id);
        let Some(record) = referee.play(team, &work.round.fixture(id)) else { break };
        *at = None;
        records.push(record);
        if records.len() >= BUNDLE || sent.elapsed() >= PATIENCE {
            let full = Bundle { records: std::mem::take(records), ..Bundle::default() };
            if sender.send(full).is_err() {
                return;
            }
            sent = Instant::now();
        }
    }
}

/// The message of a panic.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it gave no reason").to_string()
}

/// Takes records until all threads are idle. After an error they are told to stop, and what they still hand in is dropped.
fn collect<D: Director + ?Sized>(
    receiver: &Receiver<Bundle>,
    threads: usize,
    halt: &AtomicBool,
    director: &mut D,
) -> Result<(), D::Error> {
    let mut idle = 0;
    let mut outcome = Ok(());
    while idle < threads {
        let step = match receiver.recv_timeout(TICK) {
            Ok(bundle) => {
                idle += usize::from(bundle.idle);
                if outcome.is_ok() { take(bundle, director) } else { Ok(()) }
            }
            Err(RecvTimeoutError::Timeout) if outcome.is_ok() => director.tick(),
            Err(RecvTimeoutError::Timeout) => Ok(()),
            // Only if every thread is gone.
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if let Err(error) = step {
            halt.store(true, Ordering::Relaxed);
            outcome = Err(error);
        }
    }
    outcome
}

/// Hands a bundle to the director.
fn take<D: Director + ?Sized>(bundle: Bundle, director: &mut D) -> Result<(), D::Error> {
    director.played(bundle.records)?;
    bundle.panic.map_or(Ok(()), |panic| Err(director.panicked(panic)))
}
