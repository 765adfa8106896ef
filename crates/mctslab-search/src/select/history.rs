//! Progressive history (Nijssen, Winands 2011): moves that did well anywhere are tried more, as long as little is known here.
//!
//! To the mean of a child is added w · H / ((1 − mean) · n + 1), where H is the mean reward of the same move by the same player
//! in all iterations of this search, in the tree and in playouts. Then UCB1 chooses. With w = 0 it is UCB1.

use mctslab_core::Payoffs;
use mctslab_core::spec::{Entry, Kind, Param};

use super::{Advice, SelectRow, Selection};
use crate::tree::Node;

pub(super) const ROW: SelectRow = SelectRow {
    entry: Entry {
        name: "progressive-history",
        doc: "ucb1 with a bonus for moves that did well anywhere",
        params: &[Param::new("w", Kind::Real { min: 0.0, max: 1000.0 }, "5", "weight of the bonus")],
    },
    source: include_str!("history.rs"),
    build: |context| {
        let w = context.args.real("w");
        let advice = (w > 0.0).then(|| Advice::History(History::new(w, context.players * context.bound)));
        Selection::advised(context, advice)
    },
};

/// How well every move did.
pub struct History {
    w: f64,
    /// Sum of rewards and count, by code.
    moves: Vec<(f32, f32)>,
}

impl History {
    /// Bonus of weight `w`, for `codes` move codes.
    pub fn new(w: f64, codes: usize) -> History {
        History { w, moves: vec![(0.0, 0.0); codes] }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.moves.fill((0.0, 0.0));
    }

    /// Mean reward of a move, if it was made.
    #[inline]
    pub fn rate(&self, code: u32) -> Option<f64> {
        let (sum, count) = self.moves[code as usize];
        (count > 0.0).then(|| f64::from(sum / count))
    }

    /// Adds its bonus to the mean of the child that the move leads to.
    #[inline]
    pub fn adjust(&self, code: u32, child: &mut Node) {
        let (visits, mean) = (f64::from(child.visits()), child.mean());
        if child.proof().is_none() && child.visits() > 0 {
            let rate = self.rate(code).unwrap_or(0.0);
            child.set_mean(mean + self.w * rate / ((1.0 - mean).max(0.0) * visits + 1.0));
        }
    }

    /// Takes note of the moves of an iteration, `codes_per_player` codes belonging to each player.
    pub fn learn(&mut self, codes: &[u32], codes_per_player: usize, payoffs: &Payoffs) {
        for &code in codes {
            let reward = payoffs.as_slice()[code as usize / codes_per_player];
            let (sum, count) = &mut self.moves[code as usize];
            *sum += reward as f32;
            *count += 1.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::testing::children;

    #[test]
    fn the_bonus_by_hand() {
        let mut history = History::new(5.0, 6);
        // Two players, three moves each: player 0 made move 2 twice, player 1 move 2 once.
        history.learn(&[2, 5, 2], 3, &Payoffs::new(&[1.0, 0.0]));
        history.learn(&[2], 3, &Payoffs::new(&[0.5, 0.5]));
        assert_eq!(history.rate(2), Some(f64::from(2.5f32 / 3.0)));
        assert_eq!((history.rate(5), history.rate(0)), (Some(0.0), None));
        // 0.6 + 5 · 0.8333 / (0.4 · 10 + 1) = 1.43333.
        let mut child = children(&[(10, 0.6)])[0];
        history.adjust(2, &mut child);
        assert!((child.mean() - 1.433_33).abs() < 1e-4, "{}", child.mean());
    }
}
