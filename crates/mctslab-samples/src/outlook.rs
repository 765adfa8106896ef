//! One position: what random play from there is worth, move by move, and what best play is.
//!
//! Vonášek, section 7: that the values of the uniform policy mostly order the moves correctly is what makes tree search with random
//! playouts work.

use mctslab_core::{Game, Player, Rng};
use mctslab_search::minimax::Exhaustive;
use serde::{Deserialize, Serialize};

use crate::measure::written;
use crate::positions::{Draw, MOST_POSITIONS, all_positions, random_position};
use crate::uniform::{exact_values, sampled_values};
use crate::{Measure, SampleError, Sampler, Table};

/// Memory for positions that are solved.
const TABLE_BYTES: usize = 64 << 20;

/// What positions are like that lie so many plies from the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outlook {
    /// The number of the first sample: those before are of another kind.
    pub first: u64,
    /// Plies from the start.
    pub after: u32,
    /// Every position, in place of random ones.
    pub enumerate: bool,
    /// Random games for the value of a move.
    pub samples: u32,
    /// Values are exact where no more nodes follow than this.
    pub exact: u64,
    /// A position is solved if that takes no more nodes than this.
    pub limit: u64,
}

/// A position as it was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionSample {
    /// Positions drawn before it in which the game was over.
    pub redrawn: u64,
    /// The position as the game writes it.
    pub position: String,
    /// Who is to move.
    pub mover: usize,
    /// Whether uniform values are exact.
    pub exact: bool,
    /// What the first player may expect if all move at random.
    pub value: f64,
    /// The same after a move that was drawn at random.
    pub next: f64,
    /// What the player to move may expect after each move.
    pub moves: Vec<f64>,
    /// The position's place in the tree of best play, where it could be solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<Solved>,
}

/// What best play of all leads to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Solved {
    /// What the first player is paid.
    pub value: f64,
    /// The places of the moves that keep the value.
    pub optimal: Vec<usize>,
    /// Whether the moves differ in what they lead to.
    pub differing: bool,
}

impl Measure for Outlook {
    fn sampler<G: Game>(&self, table: Table<G>) -> Result<Box<dyn Sampler>, SampleError> {
        let asked = [(self.limit, "positions to solve one"), (self.samples.into(), "random games for a move")];
        if let Some((_, what)) = asked.iter().find(|(number, _)| *number == 0) {
            return Err(SampleError::Request(format!("0 {what} are too few: take 1 or more")));
        }
        let game = &*table.game;
        let all = if self.enumerate {
            Some(all_positions(game, self.after, MOST_POSITIONS)?)
        } else {
            // Whether there are such positions at all is found out before the first sample.
            random_position(game, self.after, &mut Rng::new(table.plan.seed), |_| true)?;
            None
        };
        let solvable = game.players() == 1 || (game.players() == 2 && game.payoff_sum() == Some(1.0));
        let solver = solvable.then(|| Exhaustive::new(self.limit, TABLE_BYTES));
        Ok(Box::new(OutlookSampler { table, plan: self.clone(), all, solver }))
    }
}

struct OutlookSampler<G: Game> {
    table: Table<G>,
    plan: Outlook,
    all: Option<Vec<G::State>>,
    /// Games of more than two players have no value.
    solver: Option<Exhaustive<G>>,
}

impl<G: Game> Sampler for OutlookSampler<G> {
    fn available(&self) -> Option<u64> {
        self.all.as_ref().map(|all| self.plan.first + all.len() as u64)
    }

    fn sample(&mut self, number: u64) -> Result<String, SampleError> {
        Ok(written(&self.position(number)?))
    }
}

impl<G: Game> OutlookSampler<G> {
    fn position(&mut self, number: u64) -> Result<PositionSample, SampleError> {
        let (game, plan) = (&*self.table.game, &self.plan);
        let mut rng = Rng::new(self.table.seed(number));
        let Draw { state, redrawn } = match &self.all {
            None => random_position(game, plan.after, &mut rng, |_| true)?,
            Some(all) => {
                let place = number.checked_sub(plan.first).and_then(|place| all.get(place as usize));
                let none = || SampleError::Request(format!("there is no position {number} among {}", all.len()));
                Draw { state: place.ok_or_else(none)?.clone(), redrawn: 0 }
            }
        };
        let mover = game.turn(&state).map_or(0, Player::index);
        let exact = exact_values(game, &state, plan.exact);
        let is_exact = exact.is_some();
        let values = exact.unwrap_or_else(|| sampled_values(game, &state, plan.samples, &mut rng));
        let next = values[rng.below(values.len() as u32) as usize][0];
        Ok(PositionSample {
            redrawn,
            position: game.state_text(&state),
            mover,
            exact: is_exact,
            value: values.iter().map(|value| value[0]).sum::<f64>() / values.len() as f64,
            next,
            moves: values.iter().map(|value| value[mover]).collect(),
            solved: self.solver.as_mut().and_then(|solver| solve(game, &state, mover, solver)),
        })
    }
}

/// Solves every move of a position; `None` if that takes too long.
fn solve<G: Game>(game: &G, state: &G::State, mover: usize, solver: &mut Exhaustive<G>) -> Option<Solved> {
    solver.forget();
    solver.renew();
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut values = Vec::with_capacity(moves.len());
    for mv in moves {
        let mut next = state.clone();
        game.play(&mut next, mv);
        values.push(solver.solve(game, &next).ok()?);
    }
    let best = match mover {
        0 => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        _ => values.iter().copied().fold(f64::INFINITY, f64::min),
    };
    let optimal: Vec<usize> = (0..values.len()).filter(|&place| values[place] == best).collect();
    Some(Solved { value: best, differing: optimal.len() < values.len(), optimal })
}

#[cfg(test)]
mod tests {
    use mctslab_games::tic_tac_toe::TicTacToe;

    use super::*;
    use crate::testing::table;

    const PLAN: Outlook =
        Outlook { first: 10, after: 3, enumerate: true, samples: 30, exact: 100_000, limit: 1_000_000 };

    fn samples<F: mctslab_core::Family, G: Game>(plan: &Outlook, spec: &str, count: u64) -> Vec<PositionSample> {
        let mut sampler = plan.sampler(table::<F, G>(spec)).expect("a sampler");
        let last = sampler.available().unwrap_or(plan.first + count);
        (plan.first..last).map(|n| serde_json::from_str(&sampler.sample(n).unwrap()).unwrap()).collect()
    }

    #[test]
    fn explore() {
        let all = samples::<TicTacToe, TicTacToe>(&PLAN, "tic-tac-toe", 0);
        println!("{}", all.len());
        for value in [0.0, 0.5, 1.0] {
            let of: Vec<f64> = all.iter().filter(|s| s.solved.as_ref().unwrap().value == value).map(|s| 2.0 * s.value - 1.0).collect();
            println!("{value} {} {}", of.len(), of.iter().sum::<f64>() / of.len() as f64);
        }
        for eps in [0.0, 1e-9] {
        let (mut any, mut first, mut share, mut every, mut diff) = (0, 0, 0.0, 0, 0);
        let (mut any_d, mut first_d, mut share_d) = (0, 0, 0.0);
        for s in &all {
            let solved = s.solved.as_ref().unwrap();
            let best = s.moves.iter().copied().fold(f64::MIN, f64::max);
            let top: Vec<usize> = (0..s.moves.len()).filter(|&m| s.moves[m] >= best - eps).collect();
            let good = top.iter().filter(|m| solved.optimal.contains(m)).count();
            any += (good > 0) as u32; every += (good == top.len()) as u32; share += good as f64 / top.len() as f64;
            first += solved.optimal.contains(&top[0]) as u32;
            if solved.differing { diff += 1; any_d += (good > 0) as u32; first_d += solved.optimal.contains(&top[0]) as u32; share_d += good as f64 / top.len() as f64; }
        }
        println!("any {any} first {first} share {share} every {every} diff {diff}: any {any_d} first {first_d} share {share_d}");
        }
    }
}
