//! Two equations about the value of the uniform policy in Hex: the share w of random games that the
//! player to move wins.
//!
//! Moves made after a player has won change nothing, so a random game of Hex is a random filling of
//! the n empty cells, of which the player to move gets k = ⌈n/2⌉: w is the share of the C(n, k)
//! fillings that win. From Vonášek, "The Surprising Effectivity of Monte Carlo Tree Search" (2022),
//! section 7.2.5, who has n = 2D and k = D:
//!
//! * (7.2), a bound: if m ≤ k stones of the player to move suffice for a win, then w ≥ C(n−m,
//!   k−m)/C(n, k), which is (2D−m)! D!/((2D)! (D−m)!).
//! * (7.6), an equation between neighbours: with a stone O of the player to move or X of the other
//!   on the first and the second of two empty cells, q = P(OX) = P(XO) = k(n−k)/(n(n−1)) and p =
//!   k/n, which is ½ for even n, w(OX) = (−w + p·w(O·) + (1−p)·w(·X) + q·w(XO))/q. The thesis
//!   prints both middle terms with a minus, which is not so; the law is w = q·w(OX) + q·w(XO) +
//!   P(OO)·w(OO) + P(XX)·w(XX), with p·w(O·) = P(OO)·w(OO) + q·w(OX) and (1−p)·w(·X) = q·w(OX) +
//!   P(XX)·w(XX).

use mctslab_core::{Game, Player};
use serde::{Deserialize, Serialize};

use crate::SampleError;

/// The greatest number of empty cells whose fillings are all examined.
pub const MOST_CELLS: u32 = 12;

/// The bound (7.2) for `cells` empty cells of which the player to move gets `own`, and needs
/// `stones`; 0 if he needs more than he gets.
///
/// ```
/// # use mctslab_samples::hex_equations::bound;
/// assert_eq!(bound(8, 4, 1), 0.5);
/// // (8 − 2)! 4!/(8! (4 − 2)!)
/// assert_eq!(bound(8, 4, 2), 720.0 * 24.0 / (40_320.0 * 2.0));
/// assert_eq!(bound(8, 4, 5), 0.0);
/// ```
pub fn bound(cells: u32, own: u32, stones: u32) -> f64 {
    if stones > own { 0.0 } else { binomial(cells - stones, own - stones) as f64 / binomial(cells, own) as f64 }
}

/// The corrected equation (7.6): w(OX) from w, w(O·), w(·X) and w(XO), with `cells` empty cells of
/// which the player to move gets `own`.
pub fn neighbour(cells: u32, own: u32, w: f64, own_first: f64, other_second: f64, other_own: f64) -> f64 {
    let (n, k) = (f64::from(cells), f64::from(own));
    let (p, q) = (k / n, k * (n - k) / (n * (n - 1.0)));
    (-w + p * own_first + (1.0 - p) * other_second + q * other_own) / q
}

fn binomial(n: u32, k: u32) -> u64 {
    (0..u64::from(k)).fold(1, |product, i| product * (u64::from(n) - i) / (i + 1))
}

/// The fillings of a position that the player to move wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fillings {
    cells: u32,
    own: u32,
    /// His cells in each of them, as bits.
    winning: Vec<u32>,
    /// The fewest stones of his that suffice for a win.
    fewest: Option<u32>,
}

impl Fillings {
    /// The fillings of a position in a game in which every move fills a cell, if it has at most
    /// `most` empty cells.
    pub fn of<G: Game>(game: &G, state: &G::State, most: u32) -> Result<Option<Fillings>, SampleError> {
        let Some(player) = game.turn(state) else { return Ok(None) };
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let cells = moves.len() as u32;
        if cells > most.min(MOST_CELLS) {
            return Ok(None);
        }
        let own = cells.div_ceil(2);
        let mut filler = Filler { game, state, player, moves: &moves, scratch: Vec::new() };
        let mut winning = Vec::new();
        for mask in subsets(cells, own) {
            if filler.wins(mask, own)? {
                winning.push(mask);
            }
        }
        let mut fewest = None;
        for stones in 1..=own {
            for mask in subsets(cells, stones) {
                if filler.wins(mask, stones)? {
                    fewest = fewest.or(Some(stones));
                    break;
                }
            }
            if fewest.is_some() {
                break;
            }
        }
        Ok(Some(Fillings { cells, own, winning, fewest }))
    }

    /// The value of the uniform policy: the share of all fillings that win.
    pub fn share(&self) -> f64 {
        self.winning.len() as f64 / binomial(self.cells, self.own) as f64
    }

    /// The bound (7.2), where the number of stones that he gets can win.
    pub fn bound(&self) -> Option<f64> {
        Some(bound(self.cells, self.own, self.fewest?))
    }
}

/// Sets of `count` of `cells` cells, as bits.
fn subsets(cells: u32, count: u32) -> impl Iterator<Item = u32> {
    (0..1_u32 << cells).filter(move |mask| mask.count_ones() == count)
}

/// Fills cells by play.
struct Filler<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    player: Player,
    moves: &'a [G::Move],
    scratch: Vec<G::Move>,
}

impl<G: Game> Filler<'_, G> {
    /// Whether the player to move wins if he puts his `stones` stones on these cells and the other
    /// player his on others, as many as there are turns for.
    fn wins(&mut self, mask: u32, stones: u32) -> Result<bool, SampleError> {
        let cells = self.moves.len();
        let mut state = self.state.clone();
        let mut own = (0..cells).filter(|cell| mask >> cell & 1 == 1);
        let mut other = (0..cells).filter(|cell| mask >> cell & 1 == 0);
        // A filling is complete; a win by fewer stones ends with the last of them.
        let plies = if stones == (cells as u32).div_ceil(2) { cells } else { 2 * stones as usize - 1 };
        for ply in 0..plies {
            let Some(turn) = self.game.turn(&state) else { break };
            let is_own = ply % 2 == 0;
            let rest = self.game.count_moves(&state, &mut self.scratch);
            if (turn == self.player) != is_own || rest != cells - ply {
                return Err(SampleError::Request(
                    "the equations of Hex hold where players in turn fill one cell each until one of them has won"
                        .to_string(),
                ));
            }
            let cell = if is_own { own.next() } else { other.next() }.expect("as many cells as plies");
            self.game.play(&mut state, self.moves[cell]);
        }
        Ok(self.game.turn(&state).is_none() && self.game.payoffs(&state).of(self.player) == 1.0)
    }
}

/// The results of the equations in many positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// By the number of empty cells, from the fewest on; numbers without positions are left out.
    pub by_cells: Vec<CheckedCells>,
}

/// The results in positions with one number of empty cells. Positions that a symmetry turns into
/// each other count once, except in `all`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedCells {
    /// Empty cells.
    pub cells: u32,
    /// Positions.
    pub positions: u64,
    /// Positions, counting those that a symmetry turns into each other separately.
    pub all: u64,
    /// Positions in which the player to move has enough stones left for a win: there the bound is
    /// above 0.
    pub bounded: u64,
    /// Positions among them in which the bound holds.
    pub bound_holds: u64,
    /// Positions among them in which the bound is the value itself.
    pub bound_exact: u64,
    /// Pairs of empty cells in all positions, in both orders.
    pub pairs: u64,
    /// Pairs for which the corrected equation holds exactly, in whole numbers of fillings.
    pub equation_holds: u64,
    /// Pairs for which it would hold as the thesis prints it.
    pub printed_holds: u64,
}

impl Checked {
    /// Adds a position that stands for `orbit` positions.
    pub fn add(&mut self, fillings: &Fillings, orbit: u64) {
        const CELLS: usize = MOST_CELLS as usize;
        let cells = fillings.cells;
        let place = self.by_cells.partition_point(|row| row.cells < cells);
        if self.by_cells.get(place).is_none_or(|row| row.cells != cells) {
            self.by_cells.insert(place, CheckedCells { cells, ..CheckedCells::default() });
        }
        let row = &mut self.by_cells[place];
        row.positions += 1;
        row.all += orbit;
        if let Some(stones) = fillings.fewest {
            // In whole numbers of fillings.
            let (least, found) = (binomial(cells - stones, fillings.own - stones), fillings.winning.len() as u64);
            row.bounded += 1;
            row.bound_holds += u64::from(found >= least);
            row.bound_exact += u64::from(found == least);
        }
        // Winning fillings with a cell of his own, with one of the other player, and with one of
        // each.
        let (mut own, mut other, mut both) = ([0_i64; CELLS], [0_i64; CELLS], [[0_i64; CELLS]; CELLS]);
        let places = 0..cells as usize;
        for mask in &fillings.winning {
            for first in places.clone() {
                if mask >> first & 1 == 0 {
                    other[first] += 1;
                    continue;
                }
                own[first] += 1;
                places.clone().filter(|second| mask >> second & 1 == 0).for_each(|second| both[first][second] += 1);
            }
        }
        let all = fillings.winning.len() as i64;
        for first in places.clone() {
            for second in places.clone().filter(|second| *second != first) {
                let (own, other, other_own) = (own[first], other[second], both[second][first]);
                row.pairs += 1;
                row.equation_holds += u64::from(both[first][second] == -all + own + other + other_own);
                row.printed_holds += u64::from(both[first][second] == -all - own - other + other_own);
            }
        }
    }
}

#[cfg(test)]
mod tests;
