//! One position: the value of random play after each of its moves, and the value of best play.
//!
//! Vonášek, section 7: tree search with random playouts works because the values of the uniform
//! policy mostly order the moves correctly.

use mctslab_arena::Plan;
use mctslab_core::{Game, Player, Rng};
use mctslab_search::minimax::Exhaustive;
use serde::{Deserialize, Serialize};

use crate::check::{at_most, count, hold, payoffs};
use crate::measure::written;
use crate::positions::{Draw, MOST_POSITIONS, all_positions, random_position};
use crate::uniform::{exact_values, sampled_values};
use crate::{Measure, SampleError, SampleFacts, SampleTable, Sampler, Wrong};

/// Bytes of memory for solved positions.
const TABLE_BYTES: usize = 64 << 20;

/// The properties of positions at a number of plies from the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outlook {
    /// The number of the first sample: earlier ones are of another kind.
    pub first: u64,
    /// Plies from the start.
    pub after: u32,
    /// Whether to take every position, in place of random ones.
    pub enumerate: bool,
    /// Random games for the value of a move.
    pub samples: u32,
    /// The greatest number of nodes below a position with which values are exact.
    pub exact: u64,
    /// The greatest number of nodes to solve a position.
    pub limit: u64,
}

/// The measurements in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionSample {
    /// Positions drawn before it in which the game was over.
    pub redrawn: u64,
    /// The position in the game's notation.
    pub position: String,
    /// The player to move.
    pub mover: usize,
    /// Whether uniform values are exact.
    pub exact: bool,
    /// The first player's expected payoff if all move at random.
    pub value: f64,
    /// The same expected payoff after a move that was drawn at random.
    pub next: f64,
    /// The expected payoff of the player to move after each move.
    pub moves: Vec<f64>,
    /// The values of best play, if the position could be solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<SolvedValues>,
}

/// The results of best play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolvedValues {
    /// The first player's payoff.
    pub value: f64,
    /// The places of the moves that keep the value.
    pub optimal: Vec<usize>,
    /// Whether the moves lead to different results.
    pub differing: bool,
}

impl Measure for Outlook {
    type Sample = PositionSample;

    fn check(&self, sample: &PositionSample, facts: &SampleFacts) -> Result<(), Wrong> {
        count("positions before it", sample.redrawn)?;
        at_most("as the seat to move", sample.mover as u64, facts.seats as u64 - 1)?;
        payoffs("a value", sample.moves.iter().chain([&sample.value, &sample.next]))?;
        hold(!sample.moves.is_empty(), || "no moves, where the game goes on".to_string())?;
        let Some(SolvedValues { value, optimal, .. }) = &sample.solved else { return Ok(()) };
        payoffs("the value of best play", [value])?;
        let places = !optimal.is_empty() && optimal.is_sorted_by(|one, next| one < next);
        hold(places && optimal.iter().all(|&place| place < sample.moves.len()), || {
            format!("{optimal:?} as the places of the best among {} moves", sample.moves.len())
        })
    }

    fn available<G: Game>(&self, game: &G, plan: &Plan) -> Result<Option<u64>, SampleError> {
        let all = self.positions(game, plan)?;
        Ok(all.map(|all| self.first + all.len() as u64))
    }

    fn sampler<G: Game>(&self, table: SampleTable<G>) -> Result<Box<dyn Sampler>, SampleError> {
        let game = &*table.game;
        let all = self.positions(game, &table.plan)?;
        let solvable = game.players() == 1 || (game.players() == 2 && game.payoff_sum() == Some(1.0));
        let solver = solvable.then(|| Exhaustive::new(self.limit, TABLE_BYTES));
        Ok(Box::new(OutlookSampler { table, plan: self.clone(), all, solver }))
    }
}

impl Outlook {
    /// The positions, if all of them are measured; the error says why there are none.
    fn positions<G: Game>(&self, game: &G, plan: &Plan) -> Result<Option<Vec<G::State>>, SampleError> {
        let asked = [(self.limit, "positions to solve one"), (self.samples.into(), "random games for a move")];
        if let Some((_, what)) = asked.iter().find(|(number, _)| *number == 0) {
            return Err(SampleError::Request(format!("0 {what} are too few: set 1 or more")));
        }
        if self.enumerate {
            return Ok(Some(all_positions(game, self.after, MOST_POSITIONS)?));
        }
        // Whether there are such positions at all is checked before the first sample.
        random_position(game, self.after, &mut Rng::new(plan.seed), |_| true)?;
        Ok(None)
    }
}

struct OutlookSampler<G: Game> {
    table: SampleTable<G>,
    plan: Outlook,
    all: Option<Vec<G::State>>,
    /// Games of more than two players have no value.
    solver: Option<Exhaustive<G>>,
}

impl<G: Game> Sampler for OutlookSampler<G> {
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

/// Solves every move of a position; `None` if that takes too many nodes.
fn solve<G: Game>(game: &G, state: &G::State, mover: usize, solver: &mut Exhaustive<G>) -> Option<SolvedValues> {
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
    Some(SolvedValues { value: best, differing: optimal.len() < values.len(), optimal })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::table;

    const PLAN: Outlook =
        Outlook { first: 10, after: 3, enumerate: true, samples: 30, exact: 100_000, limit: 1_000_000 };

    fn samples(plan: &Outlook, spec: &str, count: u64) -> Vec<PositionSample> {
        let table = table(spec);
        let last = plan.available(&*table.game, &table.plan).expect("positions").unwrap_or(plan.first + count);
        let mut sampler = plan.sampler(table).expect("a sampler");
        let samples = (plan.first..last).map(|number| sampler.sample(number).expect("a sample"));
        samples.map(|sample| serde_json::from_str(&sample).expect("JSON")).collect()
    }

    #[test]
    fn the_252_positions_of_tic_tac_toe_after_3_plies() {
        let all = samples(&PLAN, "tic-tac-toe", 0);
        assert_eq!(all.len(), 252);
        assert!(all.iter().all(|sample| sample.exact && sample.moves.len() == 6 && sample.mover == 1));
        // Vonášek counts a loss as -1. X, who moved first, is not to move.
        for (value, count, wanted) in [(0.0, 50, 0.087), (0.5, 138, 0.279), (1.0, 64, 0.499)] {
            let of = all.iter().filter(|sample| sample.solved.as_ref().is_some_and(|solved| solved.value == value));
            let values: Vec<f64> = of.map(|sample| 2.0 * sample.value - 1.0).collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            assert!(values.len() == count && (mean - wanted).abs() < 0.0005, "{value}: {mean} in {}", values.len());
        }
        let differing = all.iter().filter(|sample| sample.solved.as_ref().is_some_and(|solved| solved.differing));
        assert_eq!(differing.count(), 186);
        for sample in &all {
            let mean = sample.moves.iter().sum::<f64>() / 6.0;
            assert!((sample.value + mean - 1.0).abs() < 1e-9, "what one expects, the other does not");
        }
    }

    #[test]
    fn exact_and_sampled_values_agree_in_hex() {
        let plan = Outlook { after: 9, enumerate: false, limit: 1, ..PLAN };
        let exact = samples(&plan, "hex(size=4)", 40);
        let sampled = Outlook { exact: 0, samples: 400, ..plan };
        let sampled = samples(&sampled, "hex(size=4)", 40);
        let (mut squares, mut moves) = (0.0, 0.0);
        for (exact, sampled) in exact.iter().zip(&sampled) {
            assert!(exact.exact && !sampled.exact && exact.position == sampled.position, "seed 1");
            for (exact, sampled) in exact.moves.iter().zip(&sampled.moves) {
                let variance = exact * (1.0 - exact) / 400.0;
                if variance == 0.0 {
                    assert_eq!(exact, sampled);
                } else {
                    squares += (exact - sampled) * (exact - sampled) / variance;
                    moves += 1.0;
                }
            }
        }
        // Chi-squared with this many degrees of freedom.
        assert!((squares - moves).abs() < 4.0 * f64::sqrt(2.0 * moves), "seed 1: {squares} of {moves}");
    }

    #[test]
    fn games_of_one_and_three_players_have_values_and_those_of_three_no_best_move() {
        let plan = Outlook { after: 1, enumerate: false, ..PLAN };
        let one = samples(&plan, "chain(depth=3)", 4);
        // Stopping at the second step pays 1/3, going on pays 1/2 in the mean of stopping at the
        // third (0) and the goal (1).
        assert!(one.iter().all(|sample| (sample.value - 5.0 / 12.0).abs() < 1e-9), "{one:?}");
        let solved = one[0].solved.as_ref().expect("one player can be solved");
        assert_eq!((solved.value, solved.optimal.as_slice(), solved.differing), (1.0, [1].as_slice(), true));
        let three = samples(&Outlook { samples: 3, ..plan.clone() }, "tic-tac-mo", 3);
        assert!(three.iter().all(|sample| sample.solved.is_none() && sample.mover == 1));
        let lost = samples(&plan, "one-path(kind=leaf)", 5);
        assert!(lost.iter().all(|sample| sample.solved.as_ref().is_some_and(|solved| solved.value == 0.0)));
    }

    #[test]
    fn the_optimal_move_of_nim_leaves_balanced_heaps() {
        // In heaps of 1, 3 and 5 stones the first player must leave 1, 3 and 2.
        let plan = Outlook { after: 0, ..PLAN };
        let all = samples(&plan, "nim(heaps=3)", 1);
        let solved = all[0].solved.as_ref().expect("small");
        assert_eq!((all.len(), solved.value, solved.optimal.len()), (1, 1.0, 1));
        assert_eq!(all[0].moves.len(), 9);
    }

    #[test]
    fn what_cannot_be_measured_is_refused_before_the_first_sample() {
        let refused = |plan: Outlook| {
            let sampler = plan.sampler(table("tic-tac-toe"));
            sampler.err().expect("refused").to_string()
        };
        assert!(refused(Outlook { after: 9, enumerate: false, ..PLAN }).contains("after 9 random plies"));
        assert!(refused(Outlook { after: 9, ..PLAN }).contains("no undecided position"));
        assert!(refused(Outlook { limit: 0, ..PLAN }).contains("too few"));
        assert!(refused(Outlook { samples: 0, ..PLAN }).contains("too few"));
    }

    #[test]
    fn positions_beyond_the_limits_are_sampled_and_unsolved() {
        let plan = Outlook { exact: 100, limit: 5, ..PLAN };
        let all = samples(&plan, "tic-tac-toe", 0);
        assert!(all.iter().all(|sample| !sample.exact && sample.solved.is_none()));
        assert!(all.iter().all(|sample| (sample.moves[0] * 30.0).fract() % 0.5 < 1e-9));
    }
}
