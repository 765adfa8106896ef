//! A crew of worker processes: jobs go to their standard input, results come from their standard
//! output.
//!
//! A worker may die at any time. The tasks that it had not reported are given out again, any number
//! of times, as long as jobs finish at all. A job that was lost three times may itself kill
//! workers: it is played by a fresh worker that does nothing else. If that worker ends by itself,
//! or gives an impossible answer, the crew gives up and says why; if a signal from outside killed
//! it, the job is given out again.

use std::collections::VecDeque;
use std::io::BufReader;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use mctslab_core::text::{beginning, quote};

use super::lines::WorkerLines;
use super::process::{JobPiece, WorkerProcess, ended_how, was_killed};
use super::worker::{Identity, WorkerAnswer, WorkerOrder};
use super::{Crew, CrewError, JobEnd, Report};
use crate::{Flags, Inspect, Job, TaskSet, Took};

/// The intended length of a job.
const JOB_LENGTH: Duration = Duration::from_millis(100);
/// The number of losses after which a job is played alone.
const MOST_LOSSES: u32 = 3;
/// The number of workers that may end in a row before a job is finished.
const MOST_DEATHS: usize = 12;
/// The exit code of a program with wrong arguments, which would fail again if it were started
/// again.
const WRONG_USAGE: i32 = 2;
/// The time in which a worker must identify itself.
const GREETING_TIMEOUT: Duration = Duration::from_secs(30);
/// The time for which a worker with a job may be silent, or this many times the longest silence of
/// any worker before an answer, whichever is longer.
const MIN_SILENCE: Duration = Duration::from_mins(5);
const TIMES_THE_LONGEST: u32 = 20;
/// The factor by which the next worker of a lost job may be silent for longer, for each loss: the
/// job itself may take long.
const SILENCE_PER_LOSS: u32 = 4;
/// The time after a halt after which a worker that does not answer is killed.
const KILL_AFTER: Duration = Duration::from_secs(2);

/// A crew of worker processes.
pub struct WorkerCrew {
    command: Vec<String>,
    identity: Identity,
    flags: Arc<Flags>,
    /// Checks the results of workers.
    inspect: Arc<Inspect>,
    workers: Vec<WorkerProcess>,
    events: Receiver<WorkerEvent>,
    sender: Sender<WorkerEvent>,
    /// The jobs that wait for a worker.
    queue: VecDeque<JobPiece>,
    /// The number of workers that ended since the last job was finished.
    deaths: usize,
    /// The shortest silence after which a worker is given up.
    patience: Duration,
    /// The longest silence of a worker with a job before it answered; `None` before the first
    /// answer.
    longest: Option<Duration>,
    ordered: Ordered,
    /// The time at which the workers were ordered to abandon their games.
    halted: Option<Instant>,
    /// Why the crew gave up.
    failed: Option<CrewError>,
    /// A command that starts a worker, for those who named another.
    example: Option<String>,
}

/// The last order given to all workers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Ordered {
    Play,
    Stop,
    Halt,
}

/// A message from the worker at a place.
struct WorkerEvent {
    place: usize,
    generation: u64,
    /// A line; `None` at the end of its output.
    line: Option<String>,
}

impl WorkerCrew {
    /// A crew of `count` processes, each started by the words of a command.
    pub fn start(
        command: Vec<String>,
        count: usize,
        identity: Identity,
        flags: Arc<Flags>,
        inspect: Arc<Inspect>,
    ) -> Result<WorkerCrew, CrewError> {
        let (sender, events) = channel();
        let mut crew = WorkerCrew {
            command,
            identity,
            flags,
            inspect,
            workers: Vec::new(),
            events,
            sender,
            queue: VecDeque::new(),
            deaths: 0,
            patience: MIN_SILENCE,
            longest: None,
            ordered: Ordered::Play,
            halted: None,
            failed: None,
            example: None,
        };
        for place in 0..count.max(1) {
            let worker = crew.spawn(place, 0)?;
            crew.workers.push(worker);
        }
        Ok(crew)
    }

    /// The same crew with another shortest silence after which a worker is given up; the limit
    /// still grows with the time that other workers take to answer.
    #[must_use]
    pub fn patient_for(mut self, patience: Duration) -> WorkerCrew {
        self.patience = patience;
        self
    }

    /// The same crew, with a command that starts a worker: it is named if this one does not.
    #[must_use]
    pub fn with_example(mut self, example: String) -> WorkerCrew {
        self.example = Some(example);
        self
    }

    /// A command that starts a worker, in words.
    fn expected(&self) -> String {
        self.example.as_ref().map_or_else(|| "one that starts a worker".to_string(), |example| format!("`{example}`"))
    }

    fn name(&self) -> String {
        self.command.join(" ")
    }

    fn spawn(&self, place: usize, generation: u64) -> Result<WorkerProcess, CrewError> {
        let (program, words) =
            self.command.split_first().ok_or_else(|| CrewError("no command for workers".to_string()))?;
        let mut command = Command::new(program);
        // Ctrl-C must reach only the driver, which orders its workers to stop.
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).process_group(0);
        let refuse = |reason: String| CrewError(format!("cannot start the worker `{}`: {reason}", self.name()));
        let mut child = command.spawn().map_err(|error| refuse(error.to_string()))?;
        let output = child.stdout.take().ok_or_else(|| refuse("it has no output".to_string()))?;
        let sender = self.sender.clone();
        std::thread::spawn(move || {
            for line in WorkerLines::new(BufReader::new(output)) {
                if sender.send(WorkerEvent { place, generation, line: Some(line) }).is_err() {
                    return;
                }
            }
            drop(sender.send(WorkerEvent { place, generation, line: None }));
        });
        Ok(WorkerProcess::new(child, generation))
    }

    /// Gives waiting jobs to idle workers.
    fn dispatch(&mut self) -> Result<(), CrewError> {
        for place in 0..self.workers.len() {
            if !self.workers[place].known || self.workers[place].piece.is_some() || self.workers[place].input.is_none()
            {
                continue;
            }
            let Some(piece) = self.queue.pop_front() else { break };
            let suspected = piece.losses >= MOST_LOSSES;
            if suspected && !self.workers[place].alone {
                // A fresh worker, so that no earlier job can be the cause of a failure.
                self.replace(place)?;
                self.workers[place].alone = true;
                self.workers[place].piece = Some(piece);
                continue;
            }
            self.workers[place].give(piece);
        }
        Ok(())
    }

    /// Ends a worker and starts another in its place.
    fn replace(&mut self, place: usize) -> Result<(), CrewError> {
        let generation = self.workers[place].generation + 1;
        self.workers[place].end();
        self.workers[place] = self.spawn(place, generation)?;
        Ok(())
    }

    fn hear(&mut self, event: WorkerEvent, reports: &mut Vec<Report>) -> Result<(), CrewError> {
        let WorkerEvent { place, generation, line } = event;
        if self.workers[place].generation != generation {
            return Ok(());
        }
        let Some(line) = line else { return self.died(place, None, reports) };
        let worker = &mut self.workers[place];
        if worker.known && worker.piece.is_some() {
            self.longest = self.longest.max(Some(worker.heard.elapsed()));
        }
        worker.heard = Instant::now();
        let answer = match serde_json::from_str::<WorkerAnswer>(&line) {
            Ok(answer) => answer,
            Err(error) => {
                // The error may repeat any part of the line.
                let error = error.to_string();
                let (line, error) = (quote(&line), beginning(&error));
                let rubbish = format!("it sent {line}, which is no answer of a worker ({error})");
                return self.died(place, Some(rubbish), reports);
            }
        };
        match answer {
            WorkerAnswer::Worker(_) if self.workers[place].known => {
                self.died(place, Some("it sent its greeting twice".to_string()), reports)
            }
            WorkerAnswer::Worker(identity) => self.greet(place, &identity),
            WorkerAnswer::Results { job, busy_us, cpu_us, results } => {
                match self.workers[place].take(job, &results, &*self.inspect) {
                    Err(rubbish) => return self.died(place, Some(rubbish.to_string()), reports),
                    Ok(run) => {
                        let (clock, cpu) = (Duration::from_micros(busy_us), Duration::from_micros(cpu_us));
                        reports.push(Report { job, run, results, took: Took { clock, cpu }, end: None });
                    }
                }
                Ok(())
            }
            WorkerAnswer::End { job, failure } => self.ended(place, job, failure, reports),
        }
    }

    /// Checks the identity of a worker: one of another version or with another catalog would play
    /// other games.
    fn greet(&mut self, place: usize, identity: &Identity) -> Result<(), CrewError> {
        let own = &self.identity;
        if identity.version != own.version {
            let (theirs, ours) = (quote(&identity.version), &own.version);
            let name = self.name();
            return Err(CrewError(format!(
                "the worker `{name}` has version {theirs}, and this program has version {ours}: start the same version"
            )));
        }
        if identity.catalog != own.catalog {
            let name = self.name();
            return Err(CrewError(format!("the worker `{name}` has other games, agents or studies than this program")));
        }
        let worker = &mut self.workers[place];
        worker.known = true;
        if let Some(piece) = worker.piece.take() {
            worker.give(piece);
        }
        Ok(())
    }

    fn ended(
        &mut self,
        place: usize,
        job: u64,
        failure: Option<crate::JobFailure>,
        reports: &mut Vec<Report>,
    ) -> Result<(), CrewError> {
        let stopped = self.flags.is_stopped();
        let worker = &mut self.workers[place];
        let Some(piece) = worker.piece.take_if(|piece| piece.job.id == job) else {
            return self.died(place, Some(format!("it ended job {job}, which it was not given")), reports);
        };
        worker.parts -= 1;
        if worker.parts > 0 && failure.is_none() {
            worker.piece = Some(piece);
            return Ok(());
        }
        if failure.is_none() && !stopped && !piece.left().is_empty() {
            worker.piece = Some(piece);
            return self.died(place, Some(format!("it ended job {job} without all its results")), reports);
        }
        worker.alone = false;
        self.deaths = 0;
        let end = failure.map_or(JobEnd::Done, |failure| JobEnd::Failed(failure.shortened()));
        reports.push(Report { job, run: piece.job.run, results: Vec::new(), took: Took::default(), end: Some(end) });
        Ok(())
    }

    /// Replaces a worker that died or gave an impossible answer: its job is given out again, unless
    /// the job is to blame.
    fn died(&mut self, place: usize, rubbish: Option<String>, reports: &mut Vec<Report>) -> Result<(), CrewError> {
        let worker = &mut self.workers[place];
        let (alone, known) = (worker.alone, worker.known);
        let piece = worker.piece.take();
        let status = worker.end();
        if !known && rubbish.is_none() && status.is_some_and(|status| status.code() == Some(WRONG_USAGE)) {
            let (name, expected) = (self.name(), self.expected());
            return Err(CrewError(format!(
                "`{name}` does not start a worker: it ended with {WRONG_USAGE}, the exit code of wrong usage; expected a command \
                 such as {expected}"
            )));
        }
        let mut finished = false;
        if let Some(piece) = piece {
            // A worker that died between its last result and the end of its job leaves no tasks to
            // give out again.
            finished = piece.left().is_empty();
            let given_up = self.ordered == Ordered::Halt || (self.ordered == Ordered::Stop && known);
            if finished || given_up {
                let (job, run) = (piece.job.id, piece.job.run);
                reports.push(Report { job, run, results: Vec::new(), took: Took::default(), end: Some(JobEnd::Done) });
                if given_up {
                    return Ok(());
                }
            } else {
                let by_itself = rubbish.is_some() || !status.is_some_and(was_killed);
                if alone && by_itself {
                    let how = rubbish.unwrap_or_else(|| ended_how(status));
                    let tasks = &piece.job.tasks;
                    let (name, losses) = (self.name(), piece.losses + 1);
                    return Err(CrewError(format!(
                        "tasks {} to {} were lost {losses} times, the last time in a worker `{name}` that played nothing else: {how}",
                        tasks.start,
                        tasks.end - 1
                    )));
                }
                self.queue.push_front(JobPiece { losses: piece.losses + 1, ..piece });
            }
        }
        self.deaths = if finished && rubbish.is_none() { 0 } else { self.deaths + 1 };
        if self.deaths > MOST_DEATHS.max(4 * self.workers.len()) || (!known && self.deaths > MOST_LOSSES as usize) {
            let (name, deaths) = (self.name(), self.deaths);
            let how = rubbish.unwrap_or_else(|| ended_how(status));
            return Err(CrewError(format!(
                "workers `{name}` ended {deaths} times in a row without finishing a job: {how}"
            )));
        }
        if self.ordered == Ordered::Play {
            let generation = self.workers[place].generation + 1;
            self.workers[place] = self.spawn(place, generation)?;
        }
        Ok(())
    }

    /// Passes on the order to stop or to halt.
    fn pass_on_orders(&mut self) {
        let wanted = if self.flags.is_halted() {
            Ordered::Halt
        } else if self.flags.is_stopped() {
            Ordered::Stop
        } else {
            Ordered::Play
        };
        if wanted > self.ordered {
            self.ordered = wanted;
            let order = if wanted == Ordered::Halt { WorkerOrder::Halt } else { WorkerOrder::Stop };
            for worker in &mut self.workers {
                worker.order(&order);
            }
            if wanted == Ordered::Halt {
                self.halted = Some(Instant::now());
            }
        }
        if self.halted.is_some_and(|halted| halted.elapsed() > KILL_AFTER) {
            for worker in &mut self.workers {
                // The thread that reads from it reports its end.
                worker.kill();
            }
        }
    }

    /// Reports the end of waiting jobs that will not be played any more.
    fn give_up_waiting(&mut self, reports: &mut Vec<Report>) {
        if self.ordered == Ordered::Play {
            return;
        }
        for piece in self.queue.drain(..) {
            let (job, run) = (piece.job.id, piece.job.run);
            reports.push(Report { job, run, results: Vec::new(), took: Took::default(), end: Some(JobEnd::Done) });
        }
    }
}

impl Crew for WorkerCrew {
    fn places(&self) -> usize {
        2 * self.workers.len()
    }

    fn job_length(&self) -> Duration {
        JOB_LENGTH
    }

    fn give(&mut self, job: Job) -> Result<(), CrewError> {
        self.queue.push_back(JobPiece { job, done: TaskSet::default(), losses: 0 });
        self.dispatch()
    }

    fn wait(&mut self, patience: Duration) -> Result<Vec<Report>, CrewError> {
        // A crew that gave up has lost jobs; waiting for them would never end.
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let outcome = self.listen(patience);
        self.failed = outcome.as_ref().err().cloned();
        outcome
    }
}

impl WorkerCrew {
    /// Waits for messages of workers and makes reports of them.
    fn listen(&mut self, patience: Duration) -> Result<Vec<Report>, CrewError> {
        let mut reports = Vec::new();
        self.pass_on_orders();
        match self.events.recv_timeout(patience) {
            Ok(event) => {
                self.hear(event, &mut reports)?;
                while let Ok(event) = self.events.try_recv() {
                    self.hear(event, &mut reports)?;
                }
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        if self.workers.iter().any(|worker| !worker.known && worker.started.elapsed() > GREETING_TIMEOUT) {
            let (name, seconds, expected) = (self.name(), GREETING_TIMEOUT.as_secs(), self.expected());
            return Err(CrewError(format!(
                "the worker `{name}` sent nothing for {seconds} s: the command should start {expected}"
            )));
        }
        self.give_up_silent(&mut reports)?;
        self.give_up_waiting(&mut reports);
        self.dispatch()?;
        Ok(reports)
    }

    /// Gives up workers that have been silent for longer than jobs take. Before the first answer,
    /// that time is not known.
    fn give_up_silent(&mut self, reports: &mut Vec<Report>) -> Result<(), CrewError> {
        let Some(longest) = self.longest else { return Ok(()) };
        let patience = self.patience.max(longest.saturating_mul(TIMES_THE_LONGEST));
        for place in 0..self.workers.len() {
            let worker = &self.workers[place];
            let Some(piece) = worker.piece.as_ref().filter(|_| worker.known) else { continue };
            let patience = patience.saturating_mul(SILENCE_PER_LOSS.saturating_pow(piece.losses));
            let silent = worker.heard.elapsed();
            if silent > patience {
                let deaths = self.deaths;
                let seconds = silent.as_secs();
                self.died(place, Some(format!("it has not answered for {seconds} s")), reports)?;
                // A long job is no evidence that the command never works.
                self.deaths = deaths;
            }
        }
        Ok(())
    }
}

impl Drop for WorkerCrew {
    fn drop(&mut self) {
        for worker in &mut self.workers {
            worker.end();
        }
    }
}
