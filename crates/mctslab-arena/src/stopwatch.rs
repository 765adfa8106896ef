//! Stopwatches: the time that a thread works, by the clock and by the processor.
//!
//! The clock time determines when the next job is due. The CPU time is the cost of the work: it
//! does not depend on the load of the machine.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// The time since a stopwatch was started or last read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Took {
    /// Clock time.
    pub clock: Duration,
    /// CPU time of the thread that reads the stopwatch.
    pub cpu: Duration,
}

/// A stopwatch of the thread that started it.
pub(crate) struct Stopwatch {
    clock: Instant,
    cpu: Duration,
}

impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        Stopwatch { clock: Instant::now(), cpu: thread_time() }
    }

    /// The clock time so far; the stopwatch continues.
    pub(crate) fn clock(&self) -> Duration {
        self.clock.elapsed()
    }

    /// The time so far; the stopwatch starts again.
    pub(crate) fn lap(&mut self) -> Took {
        let before = std::mem::replace(self, Stopwatch::start());
        Took { clock: self.clock.saturating_duration_since(before.clock), cpu: self.cpu.saturating_sub(before.cpu) }
    }
}

/// The time for which this thread has had a processor.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_takes_no_processor() {
        let mut watch = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(20));
        let waited = watch.lap();
        assert!(waited.clock >= Duration::from_millis(20) && waited.cpu < waited.clock, "{waited:?}");
        let before = thread_time();
        let mut sum = 0_u64;
        while thread_time() < before + Duration::from_millis(2) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(watch.lap().cpu >= Duration::from_millis(2));
    }
}
