//! The moves that led to a position.
//!
//! Many protocols send moves, not positions. The caller knows the moves that led to a position; for
//! a position that was set up by its text alone, a short sequence of moves to it is searched.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use mctslab_core::AnyState;

/// The number of positions after which a search is given up.
const MAX_POSITIONS_SEARCHED: usize = 200_000;

/// The course of a game: its start, and the state after every move since then.
pub type Line = Vec<Arc<dyn AnyState>>;

/// Whether a line begins at the initial position.
pub fn is_from_start(line: &[Arc<dyn AnyState>], initial: &dyn AnyState) -> bool {
    line.first().is_some_and(|start| start.equals(initial))
}

/// The line, preceded by the moves from the initial position to its start if a short sequence is
/// found.
pub fn extended(line: Line, initial: &Arc<dyn AnyState>) -> Line {
    match line.first().and_then(|start| way_to(&**start, initial)) {
        Some(mut way) => {
            way.extend(line.into_iter().skip(1));
            way
        }
        None => line,
    }
}

/// A state as an element of a set.
struct Seen(Arc<dyn AnyState>);

impl PartialEq for Seen {
    fn eq(&self, other: &Seen) -> bool {
        self.0.equals(&*other.0)
    }
}

impl Eq for Seen {}

impl Hash for Seen {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.0.hash());
    }
}

/// The shortest sequence of states from the initial position to another, if the positions between
/// are few enough.
pub fn way_to(state: &dyn AnyState, initial: &Arc<dyn AnyState>) -> Option<Line> {
    if initial.equals(state) {
        return Some(vec![Arc::clone(initial)]);
    }
    let mut seen = HashSet::from([Seen(Arc::clone(initial))]);
    // Every position with the number of its predecessor.
    let mut all: Vec<(Arc<dyn AnyState>, usize)> = vec![(Arc::clone(initial), 0)];
    let mut number = 0;
    while number < all.len() {
        for next in all[number].0.successors() {
            if next.equals(state) {
                return Some(back(&all, number, next));
            }
            if seen.insert(Seen(Arc::clone(&next))) {
                all.push((next, number));
            }
            if all.len() > MAX_POSITIONS_SEARCHED {
                return None;
            }
        }
        number += 1;
    }
    None
}

/// The positions from the first to `number`, and `last`.
fn back(all: &[(Arc<dyn AnyState>, usize)], mut number: usize, last: Arc<dyn AnyState>) -> Line {
    let mut line = vec![last];
    while number > 0 {
        line.push(Arc::clone(&all[number].0));
        number = all[number].1;
    }
    line.push(Arc::clone(&all[0].0));
    line.reverse();
    line
}
