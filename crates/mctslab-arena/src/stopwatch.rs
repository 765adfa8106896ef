//! How long a thread works: by the clock, and by the processor.
//!
//! The clock says when the next job is due. The time of the processor is what the work costs: it
//! does not depend on what else the machine does.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// What passed since a stopwatch was started or last read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Took {
    /// By the clock.
    pub clock: Duration,
    /// By the processor, of the thread that reads the stopwatch.
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

    /// What has passed by the clock; it goes on.
    pub(crate) fn clock(&self) -> Duration {
        self.clock.elapsed()
    }

    /// What has passed, and starts anew.
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
