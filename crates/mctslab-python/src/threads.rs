//! The threads of this process, of which some may be left behind: a player in Python that sleeps
//! cannot be ended, and nobody waits for it after the second Ctrl-C or when time is up.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mctslab_lab::arena::{Crew, CrewError, Flags, Job, JobEnd, LocalCrew, Report, Took};
use mctslab_lab::{Lab, make_player};

/// How long after a halt the threads are waited for: agents that look at the flag end within a few
/// milliseconds.
const GRACE: Duration = Duration::from_secs(3);

/// A crew of threads.
pub(crate) struct Threads {
    /// `None` once it is left behind.
    crew: Option<LocalCrew>,
    flags: Arc<Flags>,
    /// The jobs that are out, each with its run.
    out: HashMap<u64, usize>,
    halted: Option<Instant>,
}

impl Threads {
    pub(crate) fn new(count: usize, lab: &Lab, flags: &Arc<Flags>) -> Threads {
        let crew = LocalCrew::new(count, make_player(lab), Arc::clone(flags));
        Threads { crew: Some(crew), flags: Arc::clone(flags), out: HashMap::new(), halted: None }
    }

    fn crew(&mut self) -> Result<&mut LocalCrew, CrewError> {
        self.crew.as_mut().ok_or_else(|| CrewError("the threads that play were left behind".to_string()))
    }
}

impl Crew for Threads {
    fn places(&self) -> usize {
        self.crew.as_ref().map_or(1, LocalCrew::places)
    }

    fn job_length(&self) -> Duration {
        self.crew.as_ref().map_or(Duration::ZERO, LocalCrew::job_length)
    }

    fn give(&mut self, job: Job) -> Result<(), CrewError> {
        self.out.insert(job.id, job.run);
        self.crew()?.give(job)
    }

    fn wait(&mut self, patience: Duration) -> Result<Vec<Report>, CrewError> {
        let mut reports = self.crew()?.wait(patience)?;
        for report in reports.iter().filter(|report| report.end.is_some()) {
            self.out.remove(&report.job);
        }
        if self.flags.is_halted() && !self.out.is_empty() {
            let since = *self.halted.get_or_insert_with(Instant::now);
            if since.elapsed() >= GRACE {
                // Dropping the crew would wait for its threads.
                std::mem::forget(self.crew.take());
                reports.extend(self.out.drain().map(|(job, run)| unplayed(job, run)));
            }
        }
        Ok(reports)
    }
}

/// The report of a job for which nobody waits: it is played when the run is resumed.
pub(crate) fn unplayed(job: u64, run: usize) -> Report {
    Report { job, run, results: Vec::new(), took: Took::default(), end: Some(JobEnd::Done) }
}
