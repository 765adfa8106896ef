//! The other threads of a search. They stay until it is over: to start a thread, or to wake one
//! that sleeps, takes longer than a short round of a search.

use std::any::Any;
use std::hint::spin_loop;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::Scope;
use std::time::{Duration, Instant};

use mctslab_core::Game;

use crate::engine::Engine;

/// How long a thread looks for work before it goes to sleep.
const AWAKE: Duration = Duration::from_micros(100);

/// What ended a search that should not have ended.
pub(super) type Panic = Box<dyn Any + Send>;

/// Trees with what is to be done, or was done, with them.
struct Load<G: Game> {
    trees: Vec<Engine<G>>,
    /// From how many iterations to how many.
    iterations: Range<u64>,
    panic: Option<Panic>,
}

/// A thread that searches trees whenever it is given them.
pub(super) struct Helper<G: Game> {
    /// The number of the first of its trees.
    first: usize,
    to: Sender<Load<G>>,
    from: Receiver<Load<G>>,
}

impl<G: Game> Helper<G> {
    /// Starts a thread that searches the trees from number `first` on by `search`, until the helper
    /// is dropped.
    pub(super) fn start<'scope, F>(scope: &'scope Scope<'scope, '_>, first: usize, search: &'scope F) -> Helper<G>
    where
        F: Fn(usize, &mut [Engine<G>], Range<u64>) + Sync,
    {
        let (to, given) = channel::<Load<G>>();
        let (done, from) = channel();
        scope.spawn(move || {
            while let Some(mut load) = receive(&given) {
                load.panic = caught(|| search(first, &mut load.trees, load.iterations.clone()));
                if done.send(load).is_err() {
                    return;
                }
            }
        });
        Helper { first, to, from }
    }

    /// Gives it all trees from its first on.
    pub(super) fn give(&self, trees: &mut Vec<Engine<G>>, iterations: Range<u64>) {
        let load = Load { trees: trees.split_off(self.first), iterations, panic: None };
        self.to.send(load).expect("a helper lives as long as it may be given trees");
    }

    /// Waits for the trees and puts them back behind the others; returns the panic that one of them
    /// ended with.
    pub(super) fn take_back(&self, trees: &mut Vec<Engine<G>>) -> Option<Panic> {
        let mut load = receive(&self.from).expect("a helper returns what it was given");
        trees.append(&mut load.trees);
        load.panic
    }
}

/// Does it, and returns the panic that it ended with. Whoever catches one forgets the trees.
pub(super) fn caught(work: impl FnOnce()) -> Option<Panic> {
    catch_unwind(AssertUnwindSafe(work)).err()
}

/// What comes next, looked for in vain for a while before the thread sleeps; `None` once nobody
/// sends any more.
fn receive<T>(from: &Receiver<T>) -> Option<T> {
    let begin = Instant::now();
    while begin.elapsed() < AWAKE {
        match from.try_recv() {
            Ok(found) => return Some(found),
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) => spin_loop(),
        }
    }
    from.recv().ok()
}
