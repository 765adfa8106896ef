//! Budgets: the limits of the search for one move, and how a search keeps to them.
//!
//! A [`Budget`] is given to [`Agent::choose`](crate::Agent::choose): time, iterations, depth, a
//! flag and an instant at which to stop, the clocks of the game, and an observer who is shown the
//! search so far at regular times. The smaller of the agent's own and the given limits applies;
//! with nothing given, only the agent's own limits apply. [`OwnLimits::Ignore`] lifts the agent's
//! own limits of iterations and time: the search then lasts until the budget ends it.
//!
//! A [`Watch`] is how a search keeps to a budget: it counts every iteration or node and says when
//! to stop. It reads the flag at every iteration or every 256 nodes, and the clock less often;
//! without a flag, a time limit or an observer, it only counts.
//!
//! ```
//! # use std::sync::atomic::AtomicBool;
//! # use mctslab_core::{Budget, Next};
//! let stop = AtomicBool::new(false);
//! let budget: Budget<'_, u8> = Budget { stop: Some(&stop), iterations: Some(20), ..Budget::default() };
//! // The agent's own limits: 50 iterations, any time.
//! let mut watch = budget.watch(Some(50), None);
//! let mut iterations = 1;
//! while watch.iteration() == Next::On {
//!     iterations += 1;
//! }
//! assert_eq!(iterations, 20);
//! ```

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::{Clocks, Thoughts};

/// Nodes between two checks of the flag and the clock.
const NODES_PER_CHECK: u64 = 256;
/// Iterations between two readings of the clock: one reading costs about as much as a node of a
/// tree.
const ITERATIONS_PER_CHECK: u32 = 8;

/// The limits of the search for one move; `None` is no limit.
pub struct Budget<'a, M> {
    /// Time for the move.
    pub time: Option<Duration>,
    /// The size of the search, in the unit of its [`Thoughts`]: iterations or nodes.
    pub iterations: Option<u64>,
    /// Plies to look ahead, for agents that search to a depth.
    pub depth: Option<u32>,
    /// The flag that ends the search: once it is raised, the best move so far is returned, or any
    /// legal move if nothing was found yet.
    pub stop: Option<&'a AtomicBool>,
    /// The instant at which the search ends as if `stop` were raised. Unlike `time` it is not for
    /// planning: it is not sent to a program that is asked.
    pub deadline: Option<Instant>,
    /// The time left on the clocks, where games are timed. Most agents have limits of their own and
    /// may ignore it.
    pub clocks: Option<&'a Clocks>,
    /// Whether the agent's own limits apply as well.
    pub own_limits: OwnLimits,
    /// The receiver of the search so far, as far as the agent can show it.
    pub observer: Option<Observer<'a, M>>,
}

/// Whether an agent's own limits of iterations and time apply in addition to those of a budget. Its
/// own depth always applies: it is a property of the agent and not a time limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OwnLimits {
    /// The smaller limit applies.
    #[default]
    Keep,
    /// Only the budget applies. Without a limit in it, the search lasts until it is stopped.
    Ignore,
}

impl OwnLimits {
    /// An agent's own limit, if it applies.
    pub fn kept<T>(self, own: Option<T>) -> Option<T> {
        own.filter(|_| self == OwnLimits::Keep)
    }
}

/// Receives the findings of a search while it runs.
pub struct Observer<'a, M> {
    /// Receives the search so far.
    pub show: &'a mut dyn FnMut(&Thoughts<M>),
    /// The approximate time between two calls.
    pub every: Duration,
}

impl<M> Default for Budget<'_, M> {
    /// No limits given: only the agent's own ones apply.
    fn default() -> Self {
        Budget {
            time: None,
            iterations: None,
            depth: None,
            stop: None,
            deadline: None,
            clocks: None,
            own_limits: OwnLimits::Keep,
            observer: None,
        }
    }
}

impl<'a, M> Budget<'a, M> {
    /// The time between two calls of the observer; `None` if there is none.
    pub fn every(&self) -> Option<Duration> {
        self.observer.as_ref().map(|observer| observer.every)
    }

    /// Shows the search so far.
    pub fn show(&mut self, thoughts: &Thoughts<M>) {
        if let Some(observer) = &mut self.observer {
            (observer.show)(thoughts);
        }
    }

    /// The depth to search, for an agent whose own depth is `own` plies: at least one ply.
    pub fn depth(&self, own: u32) -> u32 {
        self.depth.map_or(own, |given| given.clamp(1, own.max(1)))
    }

    /// The iterations to make, for an agent whose own limit is `own`; `None` is no limit.
    pub fn iterations(&self, own: Option<u64>) -> Option<u64> {
        self.own_limits.kept(own).into_iter().chain(self.iterations).min()
    }

    /// The time to search, for an agent whose own limit is `own`; `None` is no limit.
    pub fn time(&self, own: Option<Duration>) -> Option<Duration> {
        self.own_limits.kept(own).into_iter().chain(self.time).min()
    }

    /// Whether a search is to stop, flag and deadline alone considered.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Begins to watch a search whose agent has the given limits of its own.
    pub fn watch(&self, iterations: Option<u64>, time: Option<Duration>) -> Watch<'a> {
        // Reading the clock would cost an agent without a search more than its move.
        let timed = self.time.is_some() || time.is_some() || self.observer.is_some();
        let start = timed.then(Instant::now);
        let after = |time: Duration| start.map(|start| start + time);
        let end = self.time.and_then(after).into_iter().chain(self.deadline).min();
        let mut watch = Watch {
            stop: self.stop,
            start,
            given: (self.iterations.unwrap_or(u64::MAX), end),
            own_limits: self.own_limits,
            every: self.every(),
            most: 0,
            end: None,
            show_at: self.every().and_then(after),
            steps: 0,
            next: 0,
            work: 0,
            looks: 0,
            over: false,
            due: false,
        };
        watch.limit(iterations, time);
        watch
    }
}

/// The next step of a search after an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The search continues.
    On,
    /// The search shows its findings by [`Budget::show`] and continues.
    Show,
    /// The search ends.
    Over,
}

/// Decides when a search has to stop.
#[derive(Clone, Debug)]
pub struct Watch<'a> {
    // fixed during a search
    stop: Option<&'a AtomicBool>,
    /// The start of the search, where it matters.
    start: Option<Instant>,
    /// The limit of steps and the end, as the budget gives them.
    given: (u64, Option<Instant>),
    own_limits: OwnLimits,
    every: Option<Duration>,
    // may be extended
    most: u64,
    end: Option<Instant>,
    // changes during a search
    show_at: Option<Instant>,
    steps: u64,
    /// The number of steps at which flag and clock are checked again.
    next: u64,
    work: u64,
    looks: u32,
    over: bool,
    due: bool,
}

impl Watch<'_> {
    /// A watch that never says stop.
    pub fn idle() -> Watch<'static> {
        Budget::<()>::default().watch(None, None)
    }

    /// Replaces the agent's own limits, counted from the start of the search, as when a search is
    /// extended.
    pub fn limit(&mut self, iterations: Option<u64>, time: Option<Duration>) {
        self.most = self.given.0.min(self.own_limits.kept(iterations).unwrap_or(u64::MAX));
        let end = self.own_limits.kept(time).map(|time| *self.start.get_or_insert_with(Instant::now) + time);
        self.end = self.given.1.into_iter().chain(end).min();
        self.over = self.steps >= self.most || self.is_raised();
        self.next = if self.over { 0 } else { self.next_look(1) };
    }

    /// Counts one iteration and says what to do next.
    #[inline]
    pub fn iteration(&mut self) -> Next {
        self.steps += 1;
        if self.steps < self.next { Next::On } else { self.look_after_iteration() }
    }

    /// Counts one node; whether the search is over.
    #[inline]
    pub fn node(&mut self) -> bool {
        self.steps += 1;
        self.steps >= self.next && self.look(NODES_PER_CHECK, true)
    }

    /// Counts one piece of the work of an iteration, such as a node of a playout that searches or
    /// one of several playouts; whether the search is over, so that the iteration must be completed
    /// in the quickest way.
    #[inline]
    pub fn piece(&mut self, size: u64) -> bool {
        self.work += size;
        if self.work >= NODES_PER_CHECK {
            self.work = 0;
            self.look(1, true);
        }
        self.over
    }

    /// Whether the search was over at the last check.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether the observer is to be shown the search now; the call counts as having shown it. For
    /// searches that check node by node.
    pub fn is_due(&mut self) -> bool {
        std::mem::take(&mut self.due)
    }

    /// Postpones the next report to the observer until [`Watch::is_due`] is called.
    pub fn put_off(&mut self) {
        self.due = true;
    }

    #[cold]
    fn look_after_iteration(&mut self) -> Next {
        self.looks = self.looks.wrapping_add(1);
        if self.look(1, self.looks.is_multiple_of(ITERATIONS_PER_CHECK)) {
            return Next::Over;
        }
        if self.is_due() { Next::Show } else { Next::On }
    }

    /// Checks the flag, the number of steps, and the clock if it is due.
    #[cold]
    fn look(&mut self, stride: u64, clock: bool) -> bool {
        self.over |= self.steps >= self.most || self.is_raised();
        if !self.over && clock && (self.end.is_some() || self.show_at.is_some()) {
            let now = Instant::now();
            self.over = self.end.is_some_and(|end| now >= end);
            if self.show_at.is_some_and(|at| now >= at) {
                self.due = true;
                self.show_at = self.every.map(|every| now + every);
            }
        }
        self.next = if self.over { 0 } else { self.next_look(stride) };
        self.over
    }

    fn next_look(&self, stride: u64) -> u64 {
        let watched = self.stop.is_some() || self.end.is_some() || self.show_at.is_some();
        if watched { self.most.min(self.steps.saturating_add(stride)) } else { self.most }
    }

    fn is_raised(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Iterations until the watch says stop.
    fn iterations(watch: &mut Watch<'_>) -> u64 {
        let mut made = 1;
        while watch.iteration() != Next::Over {
            made += 1;
        }
        made
    }

    #[test]
    fn the_smaller_limit_wins() {
        for (own, given, wanted) in
            [(Some(9), None, 9), (None, Some(7), 7), (Some(9), Some(7), 7), (Some(5), Some(7), 5)]
        {
            let budget = Budget::<u8> { iterations: given, ..Budget::default() };
            assert_eq!(iterations(&mut budget.watch(own, None)), wanted);
            assert_eq!(budget.iterations(own), Some(wanted));
        }
        let depth = |given, own| Budget::<u8> { depth: given, ..Budget::default() }.depth(own);
        assert_eq!([depth(None, 4), depth(Some(2), 4), depth(Some(9), 4), depth(Some(0), 4)], [4, 2, 4, 1]);
    }

    #[test]
    fn own_limits_can_be_lifted() {
        let own_limits = OwnLimits::Ignore;
        let mut watch = Budget::<u8> { iterations: Some(70), own_limits, ..Budget::default() }.watch(Some(9), None);
        assert_eq!(iterations(&mut watch), 70);
        let stop = AtomicBool::new(false);
        let budget = Budget::<u8> { stop: Some(&stop), own_limits, ..Budget::default() };
        assert_eq!((budget.iterations(Some(9)), budget.time(Some(Duration::ZERO)), budget.depth(4)), (None, None, 4));
        let mut endless = budget.watch(Some(9), Some(Duration::ZERO));
        assert!((0..1000).all(|_| endless.iteration() == Next::On));
        endless.limit(Some(10), None);
        assert_eq!(endless.iteration(), Next::On, "nor is it limited later");
        stop.store(true, Ordering::Relaxed);
        assert_eq!(endless.iteration(), Next::Over);
    }

    #[test]
    fn a_raised_flag_is_seen_at_the_next_iteration_and_within_256_nodes() {
        let stop = AtomicBool::new(false);
        let budget = Budget::<u8> { stop: Some(&stop), ..Budget::default() };
        let (mut by_iteration, mut by_node) = (budget.watch(None, None), budget.watch(None, None));
        let mut by_piece = budget.watch(None, None);
        for _ in 0..1000 {
            assert_eq!(by_iteration.iteration(), Next::On);
            assert!(!by_node.node() && !by_piece.piece(1));
        }
        stop.store(true, Ordering::Relaxed);
        assert_eq!(by_iteration.iteration(), Next::Over);
        assert!((0..256).any(|_| by_node.node()) && by_node.node() && by_node.is_over());
        assert!((0..256).any(|_| by_piece.piece(1)) && by_piece.piece(1));
        assert!(budget.is_stopped() && budget.watch(None, None).is_over());
    }

    #[test]
    fn time_ends_a_search_and_a_deadline_does() {
        let past = Instant::now();
        let late = Budget::<u8> { deadline: Some(past), ..Budget::default() };
        assert!(late.is_stopped() && iterations(&mut late.watch(None, None)) <= 8);
        let short = Budget::<u8> { time: Some(Duration::ZERO), ..Budget::default() };
        assert!(iterations(&mut short.watch(None, Some(Duration::from_secs(1000)))) <= 8);
        let mut watch = Budget::<u8>::default().watch(None, Some(Duration::ZERO));
        assert!((0..257).any(|_| watch.node()));
    }

    #[test]
    fn a_search_may_be_extended_as_far_as_the_budget_goes() {
        let budget = Budget::<u8> { iterations: Some(12), ..Budget::default() };
        let mut watch = budget.watch(Some(10), None);
        assert_eq!(iterations(&mut watch), 10);
        watch.limit(Some(15), None);
        assert_eq!(iterations(&mut watch), 2);
        watch.limit(Some(20), None);
        assert!(watch.is_over());
    }

    #[test]
    fn an_observer_is_shown_the_search() {
        let mut seen = Vec::new();
        let mut note = |thoughts: &Thoughts<u8>| seen.push(thoughts.iterations);
        let observer = Some(Observer { show: &mut note, every: Duration::ZERO });
        let mut budget = Budget { observer, ..Budget::default() };
        let mut watch = budget.watch(Some(33), None);
        for made in 1.. {
            match watch.iteration() {
                Next::On => {}
                Next::Show => budget.show(&Thoughts { iterations: made, ..Thoughts::default() }),
                Next::Over => break,
            }
        }
        assert_eq!(seen, [8, 16, 24, 32]);
    }
}
