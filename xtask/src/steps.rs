//! The steps of a run: each is announced, and a table of their times closes the run.

use std::fmt::Write;
use std::time::{Duration, Instant};

/// The steps so far.
pub(crate) struct Steps {
    start: Instant,
    done: Vec<(&'static str, Duration)>,
}

impl Steps {
    pub(crate) fn begin() -> Steps {
        Steps { start: Instant::now(), done: Vec::new() }
    }

    /// Runs a step. `usual` is the seconds that it takes without earlier builds on 2 cores.
    pub(crate) fn take(
        &mut self,
        name: &'static str,
        usual: u64,
        step: impl FnOnce() -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        println!("xtask: {name}{}", announced(usual));
        let start = Instant::now();
        let done = step();
        self.done.push((name, start.elapsed()));
        done
    }

    /// The time of each step, and the total.
    pub(crate) fn table(&self) -> String {
        table(&self.done, self.start.elapsed())
    }
}

fn announced(usual: u64) -> String {
    match usual {
        0..20 => String::new(),
        20..90 => format!(" (about {usual} s from nothing on 2 cores)"),
        _ => format!(" (about {} min from nothing on 2 cores)", (usual + 30) / 60),
    }
}

fn table(done: &[(&str, Duration)], all: Duration) -> String {
    let mut text = String::new();
    for (name, time) in done.iter().copied().chain([("all", all)]) {
        let _ = writeln!(text, "{:>7.1} s  {name}", time.as_secs_f64());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_steps_announce_themselves_and_all_are_listed() {
        assert_eq!(
            [5, 45, 200].map(announced),
            ["", " (about 45 s from nothing on 2 cores)", " (about 3 min from nothing on 2 cores)"]
        );
        let seconds = Duration::from_secs_f64;
        let text = table(&[("lints", seconds(12.34)), ("tests", seconds(200.0))], seconds(213.0));
        assert_eq!(text, "   12.3 s  lints\n  200.0 s  tests\n  213.0 s  all\n");
    }

    #[test]
    fn a_step_that_fails_is_in_the_table() {
        let mut steps = Steps::begin();
        assert!(steps.take("fails", 0, || anyhow::bail!("on purpose")).is_err());
        assert!(steps.table().contains("fails"));
    }
}
