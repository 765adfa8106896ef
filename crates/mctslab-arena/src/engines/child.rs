//! A child process with lines as its input and output, and a certain end.
//!
//! It is started without a shell, in a process group of its own, with pipes as its only
//! descriptors: Rust opens files that are closed on exec, and the binary marks inherited
//! descriptors likewise. Three threads serve the pipes, so that neither a program that does not
//! read nor one that never stops writing can block us: its output is buffered up to a bound, after
//! which the program waits. A line is cut at a megabyte. The last four kilobytes of its standard
//! error are kept for messages.
//!
//! The end: its farewell commands, a signal to terminate, a signal to kill, each to the whole group
//! after a short wait, and all of it also when a [`Child`] is dropped. A process of ours that is
//! about to exit without running destructors calls [`kill_all`]; if it is killed, a guard ends the
//! programs that it had started.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use mctslab_core::text::printable;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::guard::{Guard, MARK, next_mark, sweep};

/// The greatest length of a line that is kept whole, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;
/// The bytes of unread lines that are buffered; a program that writes more has to wait.
const MAX_UNREAD_BYTES: usize = 4 << 20;
/// The bytes of standard error that are kept.
const STDERR_TAIL: usize = 4096;
/// The time between two checks of a silent program.
const LOOK_AGAIN: Duration = Duration::from_millis(100);
/// The time for each step of the end.
const END_STEP_TIMEOUT: Duration = Duration::from_millis(500);

/// The running programs. It is locked while one starts, so that none is missed.
static RUNNING: Mutex<RunningProcess> =
    Mutex::new(RunningProcess { groups: Vec::new(), guard: Guard::new(), closed: false });

struct RunningProcess {
    groups: Vec<Pid>,
    guard: Guard,
    /// No more programs are started.
    closed: bool,
}

/// Kills every running program at once and lets no other start, before a process exit that runs no
/// destructors, as after a second Ctrl-C.
pub fn kill_all() {
    let mut running = lock(&RUNNING);
    running.closed = true;
    for &group in &running.groups {
        // It is no error if the group has no members any more.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// The resources of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Megabytes of address space.
    pub memory: Option<u64>,
    /// Seconds of processor time.
    pub cpu: Option<u64>,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// Time is up.
    TimeOut,
    /// The program closed its output, as it does by ending.
    Ended,
}

/// A running program.
pub struct Child {
    process: std::process::Child,
    group: Option<Pid>,
    /// The mark in its environment and in that of its children.
    mark: String,
    input: Option<Sender<String>>,
    output: Arc<Pipe>,
    errors: Arc<Mutex<VecDeque<u8>>>,
    /// Reads its standard error; finished when that is closed.
    error_reader: Option<JoinHandle<()>>,
    farewell: &'static [&'static str],
}

impl Child {
    /// Starts the program `words[0]` with the other words as its arguments. `farewell` is sent to
    /// it at the end.
    pub fn start(words: &[String], bounds: Bounds, farewell: &'static [&'static str]) -> io::Result<Child> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        let mark = next_mark();
        command.env(MARK, &mark);
        let (mut process, group) = spawn(&mut command)?;
        let (stdin, stdout, stderr) = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let (sender, receiver) = mpsc::channel::<String>();
        let output = Arc::new(Pipe::default());
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let input = Some(sender);
        let error_reader = stderr.map(|stderr| {
            let errors = Arc::clone(&errors);
            thread::spawn(move || keep_tail(stderr, &errors))
        });
        let child = Child { process, group, mark, input, output: output.clone(), errors, error_reader, farewell };
        if let Some(mut stdin) = stdin {
            thread::spawn(move || {
                for line in receiver {
                    if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(stdout) = stdout {
            thread::spawn(move || output.fill(stdout));
        }
        child.bind(bounds)?;
        Ok(child)
    }

    /// Sets the limits of the program from outside, directly after its start.
    fn bind(&self, bounds: Bounds) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{Resource, Rlimit, prlimit};
            let wanted = [(Resource::As, bounds.memory.map(|megabytes| megabytes << 20)), (Resource::Cpu, bounds.cpu)];
            for (resource, most) in wanted {
                if most.is_some() {
                    prlimit(self.group, resource, Rlimit { current: most, maximum: most })?;
                }
            }
            Ok(())
        }
        #[cfg(not(target_os = "linux"))]
        if bounds == Bounds::default() {
            Ok(())
        } else {
            Err(io::Error::new(io::ErrorKind::Unsupported, "`memory` and `cpu` can be limited on Linux only"))
        }
    }

    /// Sends a line. Whether it arrives shows in the answer.
    pub fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            // A program that has closed its input is noticed when no answer comes.
            drop(input.send(format!("{line}\n")));
        }
    }

    /// Closes its input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line, without its end, whether `\n` or `\r\n`.
    pub fn line(&self, deadline: Instant) -> Result<String, Silence> {
        loop {
            // Children that a program leaves behind may hold its output open, so its end is checked
            // as well.
            let ended = self.has_ended();
            let now = Instant::now();
            let slice = deadline.min(now + LOOK_AGAIN);
            // Steady output must not outlast the deadline.
            if now > deadline {
                return Err(Silence::TimeOut);
            }
            match self.output.next(slice) {
                Err(Silence::TimeOut) if ended => return Err(Silence::Ended),
                Err(Silence::TimeOut) if Instant::now() < deadline => {}
                outcome => return outcome,
            }
        }
    }

    /// Drops the lines received so far.
    pub fn forget(&self) {
        self.output.clear();
    }

    /// The start of a line that is not finished yet.
    pub fn unfinished(&self) -> String {
        lock(&self.output.state).unfinished.clone()
    }

    /// The end of what the program wrote to its standard error.
    pub fn stderr(&self) -> String {
        let tail: Vec<u8> = lock(&self.errors).iter().copied().collect();
        printable(String::from_utf8_lossy(&tail).trim()).into_owned()
    }

    /// The way in which the program ended, in words; waits a short time for an end in progress and
    /// for its last output.
    pub fn ending(&self) -> String {
        let deadline = Instant::now() + END_STEP_TIMEOUT;
        while !self.has_ended() {
            if Instant::now() > deadline {
                return "it closed its output".to_string();
            }
            thread::sleep(Duration::from_millis(2));
        }
        let all_read = || self.error_reader.as_ref().is_none_or(JoinHandle::is_finished);
        while !all_read() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = self.group.and_then(|pid| waitid(WaitId::Pid(pid), options).ok().flatten());
        match status.map(|status| (status.exit_status(), status.terminating_signal())) {
            Some((Some(code), _)) => format!("it ended with exit code {code}"),
            Some((_, Some(signal))) => format!("it was killed by signal {signal}"),
            _ => "it ended".to_string(),
        }
    }

    /// Whether the program has ended. It is not collected yet, so that its process number cannot be
    /// given to another.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.group.is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
    }

    /// Whether the program ends by itself within the time `patience`.
    pub fn ends_within(&self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        while !self.has_ended() {
            if Instant::now() > deadline {
                return false;
            }
            thread::sleep(Duration::from_millis(2));
        }
        true
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = self.group {
            // It is no error if the group has no members any more.
            let _ = kill_process_group(group, signal);
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // Nothing more is read, so that a program with much output cannot be stuck in writing.
        self.output.close();
        for line in self.farewell {
            self.send(line);
        }
        self.input = None;
        if !self.ends_within(END_STEP_TIMEOUT) {
            self.signal(Signal::TERM);
            self.ends_within(END_STEP_TIMEOUT);
        }
        self.signal(Signal::KILL);
        sweep(&self.mark);
        // Once it is collected, its process number may be given to another.
        if let Some(group) = self.group {
            let mut running = lock(&RUNNING);
            running.groups.retain(|&other| other != group);
            running.guard.forget(group);
        }
        drop(self.process.wait());
    }
}

/// Starts a program and notes its group.
fn spawn(command: &mut Command) -> io::Result<(std::process::Child, Option<Pid>)> {
    let mut running = lock(&RUNNING);
    if running.closed {
        return Err(io::Error::other("mctslab is about to end"));
    }
    running.guard.start();
    let process = command.spawn()?;
    let group = i32::try_from(process.id()).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        running.groups.push(group);
        running.guard.watch(group);
    }
    Ok((process, group))
}

/// The unread lines of a program.
#[derive(Default)]
struct Pipe {
    state: Mutex<Unread>,
    changed: Condvar,
}

#[derive(Default)]
struct Unread {
    lines: VecDeque<String>,
    bytes: usize,
    unfinished: String,
    /// Whether the program has closed its output.
    ended: bool,
    /// Whether reading has ended.
    closed: bool,
}

impl Pipe {
    /// Reads the program's output to its end.
    fn fill(&self, mut output: impl Read) {
        let mut chunk = vec![0; 1 << 16];
        let mut line: Vec<u8> = Vec::new();
        loop {
            let count = match output.read(&mut chunk) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => break,
            };
            let mut rest = &chunk[..count];
            while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
                extend(&mut line, &rest[..end]);
                self.push(&line);
                line.clear();
                rest = &rest[end + 1..];
            }
            extend(&mut line, rest);
            lock(&self.state).unfinished = String::from_utf8_lossy(&line[..line.len().min(80)]).into_owned();
        }
        if !line.is_empty() {
            self.push(&line);
        }
        lock(&self.state).ended = true;
        self.changed.notify_all();
    }

    /// Adds a line as soon as there is room for it.
    fn push(&self, line: &[u8]) {
        let text = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned();
        let mut state = lock(&self.state);
        while state.bytes + text.len() > MAX_UNREAD_BYTES && !state.closed {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if !state.closed {
            // Empty lines count as well: a million of them take room.
            state.bytes += text.len() + size_of::<String>();
            state.lines.push_back(text);
        }
        drop(state);
        self.changed.notify_all();
    }

    fn next(&self, deadline: Instant) -> Result<String, Silence> {
        let mut state = lock(&self.state);
        loop {
            if let Some(line) = state.lines.pop_front() {
                state.bytes -= line.len() + size_of::<String>();
                self.changed.notify_all();
                return Ok(line);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if state.ended {
                return Err(Silence::Ended);
            }
            if left.is_zero() {
                return Err(Silence::TimeOut);
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn clear(&self) {
        let mut state = lock(&self.state);
        state.lines.clear();
        state.bytes = 0;
        drop(state);
        self.changed.notify_all();
    }

    fn close(&self) {
        lock(&self.state).closed = true;
        self.changed.notify_all();
    }
}

/// Adds what still fits into a line.
fn extend(line: &mut Vec<u8>, more: &[u8]) {
    let room = LONGEST_LINE.saturating_sub(line.len());
    line.extend_from_slice(&more[..more.len().min(room)]);
}

fn keep_tail(mut errors: impl Read, tail: &Mutex<VecDeque<u8>>) {
    let mut chunk = vec![0; STDERR_TAIL];
    while let Ok(count @ 1..) = errors.read(&mut chunk) {
        let mut tail = lock(tail);
        tail.extend(&chunk[..count]);
        let over = tail.len().saturating_sub(STDERR_TAIL);
        tail.drain(..over);
    }
}

/// The data behind a lock is consistent after every step, so a panic in another thread does no
/// harm.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
