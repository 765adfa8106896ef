//! The guard: no engine outlives us, whatever the way in which we end.
//!
//! After a signal that cannot be caught no destructor runs, so a guard ends the programs that are
//! still running: a shell that reads their process groups from a pipe. The end of the pipe means
//! that we are gone; the guard then kills the groups. A child of a program may have left its group,
//! by `setsid`; on Linux it is recognized by a mark in its environment, which it inherits from the
//! program.
//!
//! Rejected: `PR_SET_PDEATHSIG`, which is tied to the thread that started a program, does not reach
//! the program's children and needs unsafe code.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::process::Pid;

/// The variable in the environment of a program that marks it and its children.
pub(super) const MARK: &str = "MCTSLAB_ENGINE";

/// Reads `start GROUP` and `end GROUP`, and kills the groups that remain at the end. `$1` is in the
/// environment of all their processes.
const SCRIPT: &str = r#"
trap '' HUP INT QUIT TERM
groups=
while read -r word group; do
    case $word in
        start) groups="$groups $group " ;;
        end) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
for file in $(grep -ls "$1" /proc/[0-9]*/environ); do
    number=${file#/proc/}
    kill -s KILL "${number%/environ}"
done
"#;

/// The common prefix of the marks of this process, which no other process has.
fn family() -> &'static str {
    static FAMILY: OnceLock<String> = OnceLock::new();
    FAMILY.get_or_init(|| {
        // A process number may be used again, but not together with the same random number.
        let random = RandomState::new().build_hasher().finish();
        format!("{}-{random}-", std::process::id())
    })
}

/// The mark of the next program.
pub(super) fn next_mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("{}{}", family(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// A guard, for the lifetime of this process.
pub(super) struct Guard {
    pipe: Option<ChildStdin>,
}

impl Guard {
    /// A guard that is not started yet.
    pub(super) const fn new() -> Guard {
        Guard { pipe: None }
    }

    /// Starts the guard, before the first program. Where there is no shell, there is no guard.
    pub(super) fn start(&mut self) {
        if self.pipe.is_none() {
            let pattern = format!("{MARK}={}", family());
            let mut shell = Command::new("/bin/sh");
            // The guard itself must not be ended by a program that started us as its engine.
            shell.args(["-c", SCRIPT, "mctslab-guard", &pattern]).env_remove(MARK).process_group(0);
            shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            self.pipe = shell.spawn().ok().and_then(|mut shell| shell.stdin.take());
        }
    }

    /// Registers a program with the guard.
    pub(super) fn watch(&mut self, group: Pid) {
        self.say("start", group);
    }

    /// Removes a program that has ended from the guard.
    pub(super) fn forget(&mut self, group: Pid) {
        self.say("end", group);
    }

    fn say(&mut self, word: &str, group: Pid) {
        if let Some(pipe) = &mut self.pipe {
            // A guard that was killed guards nothing; the programs are still ended in the ordinary
            // way.
            drop(writeln!(pipe, "{word} {group}"));
        }
    }
}

/// Kills every process that has this mark.
#[cfg(target_os = "linux")]
pub(super) fn sweep(mark: &str) {
    use rustix::process::{Signal, kill_process};
    let variable = format!("{MARK}={mark}");
    let numbers = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    for number in numbers.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok()) {
        let environment = std::fs::read(format!("/proc/{number}/environ")).unwrap_or_default();
        if environment.split(|&byte| byte == 0).any(|entry| entry == variable.as_bytes()) {
            // It is no error if the process has just ended.
            let _ = Pid::from_raw(number).map(|pid| kill_process(pid, Signal::KILL));
        }
    }
}

/// Elsewhere the environment of another process cannot be read.
#[cfg(not(target_os = "linux"))]
pub(super) fn sweep(_mark: &str) {}
