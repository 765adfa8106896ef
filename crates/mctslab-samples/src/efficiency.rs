//! The effort to solve a position: plain alpha-beta, a best-first search with proven bounds, and
//! Monte Carlo tree search until its policy is optimal.
//!
//! The three efforts of one position, from chapter 6 of Vonášek, "The Surprising Effectivity of
//! Monte Carlo Tree Search" (thesis, Czech Technical University in Prague, 2022). *Alpha-beta*:
//! recursive calls of the plain search, root and finished games included. *Offline*: states that
//! `ab-uct` explores until the root is proven, counted in three ways ([`Count`]). *Online*: the
//! smallest of some budgets of iterations at which the policy of a search is optimal, by several
//! definitions ([`Optimal`]).

mod alpha_beta;
mod judge;
mod offline;
mod online;
mod policy;
mod ranks;

use mctslab_arena::Plan;
use mctslab_core::rng::mix;
use mctslab_core::{Game, Rng};
use mctslab_search::minimax::require_duel;
use serde::{Deserialize, Serialize};

use self::alpha_beta::PlainAlphaBeta;
use self::offline::Offline;
use self::online::{Online, with_constant};
use crate::check::{at_most, count, hold, length, not_negative, payoffs};
use crate::measure::written;
use crate::positions::{MOST_POSITIONS, all_positions, random_position};
use crate::{Measure, SampleError, SampleFacts, SampleTable, Sampler, Wrong};

pub use self::offline::Count;
pub use self::online::Optimal;

/// The settings of the measurement, and its positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Efficiency {
    /// The number of plies from the start to the positions.
    pub after: u32,
    /// Whether to take every position after this many plies, each once, rather than random ones.
    pub enumerate: bool,
    /// The number of calls below which positions that alpha-beta solves are left out.
    pub skip_below: u64,
    /// The number of calls of alpha-beta, and of states explored offline, after which a position is
    /// given up.
    pub limit: u64,
    /// The number of random games whose mean is the reward of a new node, offline.
    pub playouts: u32,
    /// The exploration constants.
    pub constants: Vec<f64>,
    /// The budgets of iterations online, the smallest first.
    pub budgets: Vec<u64>,
    /// The definitions by which a policy is optimal.
    pub optimal: Vec<Optimal>,
    /// The karma of the tree of the positions, if it was drawn.
    pub karma: Option<f64>,
}

/// The measurements in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EfficiencySample {
    /// The position.
    pub position: String,
    /// The number of decided positions that were drawn before it.
    pub redrawn: u64,
    /// Calls of alpha-beta; `None` if they exceeded the limit, or if the position is too large for
    /// the online searches.
    pub alpha_beta: Option<u64>,
    /// For the first position, if it is too large: a number of plies after which positions are
    /// small enough.
    pub enough: Option<u32>,
    /// Its exact value for the first player, if the position was kept.
    pub value: Option<f64>,
    /// States explored offline, by constant and by [`Count::ALL`]; `None` beyond the limit. Empty
    /// if the position was not kept.
    pub offline: Vec<Vec<Option<u64>>>,
    /// The smallest budget that suffices online, by constant and by definition; `None` if none
    /// does.
    pub online: Vec<Vec<Option<u64>>>,
    /// The mean rank of optimal moves by uniform value, if the tree below the position is small.
    pub mean_rank: Option<f64>,
    /// The karma of its tree, if that was drawn.
    pub karma: Option<f64>,
}

impl Measure for Efficiency {
    type Sample = EfficiencySample;

    fn check(&self, sample: &EfficiencySample, facts: &SampleFacts) -> Result<(), Wrong> {
        count("positions before it", sample.redrawn)?;
        count("calls", sample.alpha_beta.unwrap_or(0))?;
        at_most("plies", sample.enough.unwrap_or(0).into(), facts.max_plies.into())?;
        not_negative("a mean rank", &sample.mean_rank)?;
        hold(sample.karma.is_none_or(f64::is_finite), || "a karma that is no number".to_string())?;
        payoffs("a value", &sample.value)?;
        let kept = usize::from(sample.value.is_some());
        hold(kept == 0 || sample.alpha_beta.is_some(), || "a value without calls that found it".to_string())?;
        for (what, lists, each) in
            [("offline", &sample.offline, Count::ALL.len()), ("online", &sample.online, self.optimal.len())]
        {
            length(&format!("constants {what}"), lists.len(), kept * self.constants.len())?;
            for list in lists {
                length(&format!("numbers {what}"), list.len(), each)?;
                list.iter().flatten().try_for_each(|&found| count("states or iterations", found))?;
            }
        }
        Ok(())
    }

    fn sampler<G: Game>(&self, table: SampleTable<G>) -> Result<Box<dyn Sampler>, SampleError> {
        let game = &*table.game;
        let all = self.positions(game, &table.plan)?;
        Ok(Box::new(EfficiencySampler {
            all,
            alpha_beta: PlainAlphaBeta::new(self.limit),
            offline: Offline::new(game, self),
            online: Online::new(&table, self)?,
            measure: self.clone(),
            table,
        }))
    }

    fn available<G: Game>(&self, game: &G, plan: &Plan) -> Result<Option<u64>, SampleError> {
        Ok(self.positions(game, plan)?.map(|all| all.len() as u64))
    }
}

impl Efficiency {
    /// The positions, if all of them are measured; the error says why there are none.
    fn positions<G: Game>(&self, game: &G, plan: &Plan) -> Result<Option<Vec<G::State>>, SampleError> {
        require_duel(game, "efficiency", "alpha-beta knows no other")?;
        // After zero plies there is only one position.
        if self.enumerate || self.after == 0 {
            return Ok(Some(all_positions(game, self.after, MOST_POSITIONS)?));
        }
        // If no position can be found, the error is reported before anything is measured.
        random_position(game, self.after, &mut Rng::new(mix(&[mix(&[plan.seed, 0]), 0])), |_| true)?;
        Ok(None)
    }

    /// The first agent of the plan with each of the constants, and with iterations for the largest
    /// budget.
    pub fn specs(&self, plan: &Plan) -> Result<Vec<String>, SampleError> {
        let agent = plan.agents.first().map_or("", String::as_str);
        let most = self.budgets.iter().max().copied().unwrap_or(1);
        self.constants.iter().map(|&c| with_constant(agent, c, most)).collect()
    }
}

struct EfficiencySampler<G: Game> {
    table: SampleTable<G>,
    measure: Efficiency,
    /// The positions, if all of them are measured.
    all: Option<Vec<G::State>>,
    alpha_beta: PlainAlphaBeta<G>,
    offline: Offline<G>,
    online: Online<G>,
}

impl<G: Game> EfficiencySampler<G> {
    /// A position, and the number of decided ones that were drawn before it.
    fn position(&self, number: u64) -> Result<(G::State, u64), SampleError> {
        if let Some(all) = &self.all {
            let state = all.get(number as usize % all.len()).expect("there is at least one");
            return Ok((state.clone(), 0));
        }
        let rng = &mut Rng::new(mix(&[self.table.seed(number), 0]));
        let draw = random_position(&*self.table.game, self.measure.after, rng, |_| true)?;
        Ok((draw.state, draw.redrawn))
    }
}

impl<G: Game> Sampler for EfficiencySampler<G> {
    fn sample(&mut self, number: u64) -> Result<String, SampleError> {
        let (state, redrawn) = self.position(number)?;
        let (game, measure) = (&*self.table.game, &self.measure);
        let seed = self.table.seed(number);
        let mut sample = EfficiencySample {
            position: game.state_text(&state),
            redrawn,
            alpha_beta: None,
            enough: None,
            value: None,
            offline: Vec::new(),
            online: Vec::new(),
            mean_rank: None,
            karma: measure.karma,
        };
        let Some((calls, value)) = self.alpha_beta.solve(game, &state) else {
            if number == 0 {
                sample.enough = self.alpha_beta.enough_plies(game, measure.after, mix(&[seed, 1]));
            }
            return Ok(written(&sample));
        };
        if calls < measure.skip_below {
            sample.alpha_beta = Some(calls);
            return Ok(written(&sample));
        }
        if let Some(online) = self.online.budgets(game, &state, value, mix(&[seed, 3]))? {
            sample.alpha_beta = Some(calls);
            sample.value = Some(value);
            sample.online = online;
            sample.offline = self.offline.states(game, &state, value, mix(&[seed, 2]));
            sample.mean_rank = ranks::mean_rank(game, &state);
        }
        Ok(written(&sample))
    }
}

#[cfg(test)]
mod tests;
