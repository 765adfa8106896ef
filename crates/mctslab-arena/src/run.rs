//! One run: its rounds, its records, its summary, and where they are kept.
//!
//! What is still to play = the games of the course − the records in the store. Records are written in batches, at most a
//! tenth of a second apart; the summary takes them in the order of their numbers. Where some games of a round were played by an
//! earlier runner, the summary reads the whole round back from the store when it is over.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::start_watch::StartWatch;
use crate::store::{OpenRun, StoreError};
use crate::{Course, Director, Done, NoStart, Record, Round, Summary};

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
}

/// Sees how far a run is: the games so far (those of earlier runners included), and their summary as far as it is known.
pub type Watch<'a> = dyn FnMut(u64, &Summary) + 'a;

/// A run that is being played.
pub struct Run<'a> {
    course: Course,
    summary: Summary,
    store: Option<OpenRun>,
    done: Arc<Done>,
    starts: StartWatch,
    /// Records not yet written.
    batch: Vec<Record>,
    written: Instant,
    round: Option<Round>,
    /// Records written, but with gaps before them.
    pending: BTreeMap<u64, Record>,
    /// The next record that the summary takes.
    next: u64,
    /// No game of the round was played before, so that the summary takes records as they come.
    live: bool,
    games: u64,
    watch: Box<Watch<'a>>,
}

impl<'a> Run<'a> {
    /// A run of these agents, kept in the store if there is one.
    pub fn new(
        course: Course,
        summary: Summary,
        agents: &[String],
        store: Option<OpenRun>,
        watch: Box<Watch<'a>>,
    ) -> Result<Run<'a>, RunError> {
        let done = store.as_ref().map(OpenRun::done).transpose()?.unwrap_or_default();
        Ok(Run {
            course,
            summary,
            store,
            games: done.count_in(&(0..u64::MAX)),
            done: Arc::new(done),
            starts: StartWatch::new(agents),
            batch: Vec::new(),
            written: Instant::now(),
            round: None,
            pending: BTreeMap::new(),
            next: 0,
            live: true,
            watch,
        })
    }

    /// Writes what was not written yet and gives everything back: the course with its verdict, the summary, the store.
    pub fn finish(mut self) -> Result<(Course, Summary, Option<OpenRun>), RunError> {
        self.write()?;
        Ok((self.course, self.summary, self.store))
    }

    fn write(&mut self) -> Result<(), RunError> {
        self.written = Instant::now();
        if let Some(store) = self.store.as_mut().filter(|_| !self.batch.is_empty()) {
            store.write(&self.batch)?;
        }
        self.games += self.batch.len() as u64;
        for record in self.batch.drain(..).filter(|_| self.live) {
            if record.fixture == self.next {
                self.summary.add(&record);
                self.next += 1;
            } else {
                self.pending.insert(record.fixture, record);
            }
            while let Some(record) = self.pending.remove(&self.next) {
                self.summary.add(&record);
                self.next += 1;
            }
        }
        (self.watch)(self.games, &self.summary);
        Ok(())
    }
}

impl Director for Run<'_> {
    type Error = RunError;

    fn next_round(&mut self) -> Result<Option<Round>, RunError> {
        self.round = self.course.next(&self.summary);
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
            self.starts.see(record, &mut self.batch)?;
        }
        if self.batch.len() >= BATCH { self.write() } else { self.tick() }
    }

    fn tick(&mut self) -> Result<(), RunError> {
        if self.written.elapsed() >= WRITE_EVERY { self.write() } else { Ok(()) }
    }

    fn round_over(&mut self) -> Result<(), RunError> {
        self.starts.release(&mut self.batch);
        self.write()?;
        if let (false, Some(store), Some(round)) = (self.live, &self.store, &self.round) {
            let summary = &mut self.summary;
            store.read(round.games.clone(), |record| {
                summary.add(&record);
                Ok(())
            })?;
        }
        Ok(())
    }
}
