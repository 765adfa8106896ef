//! Playing many games on all cores.
//!
//! Every thread has its own agents for as long as the run lasts, takes the next number of the round, and hands records over in
//! small bundles: with instant players a message per game would cost more than the game.

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

    /// Called when all games of the round were handed in. Not called when the run was stopped.
    fn round_over(&mut self) -> Result<(), Self::Error>;
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
struct Closing<'a>(&'a Desk);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// What a thread hands over: records, and whether it found no more games in the round.
struct Bundle {
    records: Vec<Record>,
    idle: bool,
}

/// Plays the rounds of a director on `threads` threads, until it has no more or `stop` becomes true; then running games are
/// played to their end. `make` makes agents by their numbers, for each thread its own. Says whether all rounds were played.
pub fn play_rounds<G: Game, D: Director + ?Sized>(
    table: &Table<'_, G>,
    make: &(dyn Fn(usize) -> Box<dyn Agent<G>> + Sync),
    threads: usize,
    stop: &AtomicBool,
    director: &mut D,
) -> Result<bool, D::Error> {
    let desk = Desk::default();
    let halt = AtomicBool::new(false);
    let (sender, receiver) = sync_channel(64);
    std::thread::scope(|scope| {
        let _closing = Closing(&desk);
        let mut started = 0;
        while let Some(round) = director.next_round()? {
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
                return Ok(false);
            }
            director.round_over()?;
        }
        Ok(true)
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
        team.keep(work.round.tables());
        let mut records = Vec::new();
        let mut sent = Instant::now();
        while !stops.iter().any(|stop| stop.load(Ordering::Relaxed)) {
            let id = work.next.fetch_add(1, Ordering::Relaxed);
            if id >= work.round.games.end {
                break;
            }
            if work.done.contains(id) {
                continue;
            }
            records.push(referee.play(&mut team, &work.round.fixture(id)));
            if records.len() >= BUNDLE || sent.elapsed() >= PATIENCE {
                let full = Bundle { records: std::mem::take(&mut records), idle: false };
                if sender.send(full).is_err() {
                    return;
                }
                sent = Instant::now();
            }
        }
        if sender.send(Bundle { records, idle: true }).is_err() {
            return;
        }
    }
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
                if outcome.is_ok() { director.played(bundle.records) } else { Ok(()) }
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
