//! One run: its rounds, its records, what comes of them, and where they are kept.
//!
//! What is still to play = the games of the course − the records in the store. Records are written in batches, at most a
//! tenth of a second apart; the agenda takes them in the order of their numbers. Where some games of a round were played by an
//! earlier runner, it reads the whole round back from the store when it is over.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::start_watch::StartWatch;
use crate::store::{OpenRun, StoreError};
use crate::{Director, Done, Names, NoStart, Panic, Record, Round};

/// Records are written when there are so many of them, or when the last write is this long ago.
const BATCH: usize = 8192;
const WRITE_EVERY: Duration = Duration::from_millis(100);

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An agent does not start.
    #[error(transparent)]
    NoStart(#[from] NoStart),
    /// An agent or the game panicked.
    #[error("{0}")]
    Panic(String),
}

/// What is played: rounds that depend on nothing but the games of the rounds before.
pub trait Agenda {
    /// The games to play next, after all that were handed out before were added; `None` if the run is over.
    fn next(&mut self) -> Option<Round>;

    /// Takes the game with the next higher number.
    fn add(&mut self, record: &Record);
}

/// Sees how far a run is: the games so far (those of earlier runners included), and what came of them as far as it is known.
pub type Watch<'a, A> = dyn FnMut(u64, &A) + 'a;

/// A run that is being played.
pub struct Run<'a, A> {
    agenda: A,
    names: Box<Names<'a>>,
    store: Option<OpenRun>,
    done: Arc<Done>,
    starts: StartWatch,
    /// Records not yet written.
    batch: Vec<Record>,
    written: Instant,
    round: Option<Round>,
    /// Records written, but with gaps before them.
    pending: BTreeMap<u64, Record>,
    /// The next record that the agenda takes.
    next: u64,
    /// No game of the round was played before, so that the agenda takes records as they come.
    live: bool,
    games: u64,
    watch: Box<Watch<'a, A>>,
}

impl<'a, A: Agenda> Run<'a, A> {
    /// A run of an agenda, kept in the store if there is one. `names` tells the agents' specs.
    pub fn new(
        agenda: A,
        names: Box<Names<'a>>,
        store: Option<OpenRun>,
        watch: Box<Watch<'a, A>>,
    ) -> Result<Run<'a, A>, RunError> {
        let done = store.as_ref().map(OpenRun::done).transpose()?.unwrap_or_default();
        Ok(Run {
            agenda,
            names,
            store,
            games: done.count_in(&(0..u64::MAX)),
            done: Arc::new(done),
            starts: StartWatch::default(),
            batch: Vec::new(),
            written: Instant::now(),
            round: None,
            pending: BTreeMap::new(),
            next: 0,
            live: true,
            watch,
        })
    }

    /// Writes what was not written yet and gives back the agenda and the store.
    pub fn finish(mut self) -> Result<(A, Option<OpenRun>), RunError> {
        self.write()?;
        Ok((self.agenda, self.store))
    }

    fn write(&mut self) -> Result<(), RunError> {
        self.written = Instant::now();
        if let Some(store) = self.store.as_mut().filter(|_| !self.batch.is_empty()) {
            store.write(&self.batch)?;
        }
        self.games += self.batch.len() as u64;
        for record in self.batch.drain(..).filter(|_| self.live) {
            if record.fixture == self.next {
                self.agenda.add(&record);
                self.next += 1;
            } else {
                self.pending.insert(record.fixture, record);
            }
            while let Some(record) = self.pending.remove(&self.next) {
                self.agenda.add(&record);
                self.next += 1;
            }
        }
        (self.watch)(self.games, &self.agenda);
        Ok(())
    }
}

impl<A: Agenda> Director for Run<'_, A> {
    type Error = RunError;

    fn next_round(&mut self) -> Result<Option<Round>, RunError> {
        self.round = self.agenda.next();
        if let Some(round) = &self.round {
            self.next = round.games.start;
            self.live = self.done.count_in(&round.games) == 0;
        }
        Ok(self.round.clone())
    }

    fn done(&self) -> Arc<Done> {
        Arc::clone(&self.done)
    }

    fn played(&mut self, records: Vec<Record>) -> Result<(), RunError> {
        for record in records {
            self.starts.see(record, &*self.names, &mut self.batch)?;
        }
        if self.batch.len() >= BATCH { self.write() } else { self.tick() }
    }

    fn tick(&mut self) -> Result<(), RunError> {
        if self.written.elapsed() >= WRITE_EVERY { self.write() } else { Ok(()) }
    }

    fn round_over(&mut self) -> Result<(), RunError> {
        self.starts.release(&mut self.batch);
        self.write()?;
        // At a deadline there may be gaps that nobody fills.
        for record in std::mem::take(&mut self.pending).into_values() {
            self.agenda.add(&record);
        }
        if let (false, Some(store), Some(round)) = (self.live, &self.store, &self.round) {
            let agenda = &mut self.agenda;
            store.read(round.games.clone(), |record| {
                if record.seats != round.fixture(record.fixture).seats {
                    return Err(store.store().damaged(record.fixture));
                }
                agenda.add(&record);
                Ok(())
            })?;
        }
        Ok(())
    }

    fn panicked(&mut self, panic: Panic) -> RunError {
        let (who, whose) = match panic.agent {
            Some(agent) => (format!("`{}`", (self.names)(agent)), "the agent or of the game"),
            None => ("the game".to_string(), "its rules"),
        };
        let place = panic.fixture.map_or(String::new(), |game| format!(" in game {game}"));
        RunError::Panic(format!("{who} panicked{place}: {}; this is a bug of {whose}", panic.message))
    }
}
