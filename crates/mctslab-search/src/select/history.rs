//! Progressive history (Nijssen, Winands 2011): moves that did well anywhere are tried more, as
//! long as a node has few visits.
//!
//! To the mean of a child is added w · H / ((1 − mean) · n + 1), where H is the mean reward of the
//! same move by the same player in all iterations of this search, in the tree and in playouts. Then
//! UCB1 chooses. With w = 0 it is UCB1.

use mctslab_core::spec::{Entry, Kind, Param};
use mctslab_core::{Payoffs, Player};

use super::{Advice, Advisor, SelectRow, Selection, TableId};
use crate::trail::Marks;
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
        let advice = (w > 0.0).then(|| Advisor::Other(Box::new(History::new(w, context.players, context.bound))));
        Selection::advised(context, advice)
    },
};

/// How well every move did.
pub struct History {
    w: f64,
    /// Sum of rewards and count, by code.
    moves: Vec<(f32, f32)>,
    /// Codes of each player.
    bound: usize,
}

impl History {
    /// Bonus of weight `w`, for `players` whose moves have indices below `bound`.
    pub fn new(w: f64, players: usize, bound: usize) -> History {
        History { w, moves: vec![(0.0, 0.0); players * bound], bound }
    }

    /// Mean reward of a move, if it was made.
    #[inline]
    pub fn mean_of(&self, code: u32) -> Option<f64> {
        let (sum, count) = self.moves[code as usize];
        (count > 0.0).then(|| f64::from(sum / count))
    }

    /// Adds its bonus to the mean of the child that the move leads to.
    #[inline]
    pub fn add_bonus(&self, code: u32, child: &mut Node) {
        let (visits, mean) = (f64::from(child.visits()), child.mean());
        if child.proof().is_none() && child.visits() > 0 {
            let rate = self.mean_of(code).unwrap_or(0.0);
            child.set_mean(mean + self.w * rate / ((1.0 - mean).max(0.0) * visits + 1.0));
        }
    }

    fn code(&self, player: Player, index: usize) -> u32 {
        (player.index() * self.bound + index) as u32
    }
}

impl Advice for History {
    fn name(&self) -> String {
        "history".to_string()
    }

    fn adjust(&self, _: TableId, player: Player, indices: &[usize], children: &mut [Node]) {
        for (&index, child) in indices.iter().zip(children) {
            self.add_bonus(self.code(player, index), child);
        }
    }

    fn rate(&self, _: TableId, player: Player, index: usize) -> Option<f64> {
        self.mean_of(self.code(player, index))
    }

    fn learn(&mut self, _: &[TableId], codes: &[u32], _: &mut Marks, rewards: &Payoffs) {
        for &code in codes {
            let reward = rewards.as_slice()[code as usize / self.bound];
            let (sum, count) = &mut self.moves[code as usize];
            *sum += reward as f32;
            *count += 1.0;
        }
    }

    fn begin_search(&mut self) {
        self.moves.fill((0.0, 0.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::testing::children;

    #[test]
    fn the_bonus_by_hand() {
        let mut history = History::new(5.0, 2, 3);
        // Two players, three moves each: player 0 made move 2 twice, player 1 move 2 once.
        history.learn(&[], &[2, 5, 2], &mut Marks::default(), &Payoffs::new(&[1.0, 0.0]));
        history.learn(&[], &[2], &mut Marks::default(), &Payoffs::new(&[0.5, 0.5]));
        assert_eq!(history.mean_of(2), Some(f64::from(2.5f32 / 3.0)));
        assert_eq!((history.mean_of(5), history.mean_of(0)), (Some(0.0), None));
        // 0.6 + 5 · 0.8333 / (0.4 · 10 + 1) = 1.43333.
        let mut child = children(&[(10, 0.6)])[0];
        history.add_bonus(2, &mut child);
        assert!((child.mean() - 1.433_33).abs() < 1e-4, "{}", child.mean());
    }
}
