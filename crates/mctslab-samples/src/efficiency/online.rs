//! Monte Carlo tree search, started afresh in every position: the smallest budget at which its
//! policy is optimal.

use mctslab_core::Game;
use mctslab_core::spec::{Spec, Value};
use serde::{Deserialize, Serialize};

use super::Efficiency;
use super::judge::{Doubt, Judge};
use super::policy::Policies;
use crate::{SampleError, SampleTable};

/// The definitions by which the policy of a search is optimal in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Optimal {
    /// Every move that it may choose in the position itself is optimal.
    Action,
    /// If both players follow it, the expected value is the exact one.
    SelfPlay,
    /// The policy of the player to move keeps the exact value against best replies.
    Mover,
    /// So does the policy of the other player: the two policies are an equilibrium.
    Both,
}

impl Optimal {
    /// All definitions.
    pub const ALL: [Optimal; 4] = [Optimal::Action, Optimal::SelfPlay, Optimal::Mover, Optimal::Both];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Optimal::Action => "action",
            Optimal::SelfPlay => "self-play",
            Optimal::Mover => "mover",
            Optimal::Both => "both",
        }
    }
}

/// The searches, one for each constant.
pub(super) struct Online<G: Game> {
    budgets: Vec<u64>,
    optimal: Vec<Optimal>,
    policies: Vec<Policies<G>>,
    judge: Judge<G>,
}

impl<G: Game> Online<G> {
    /// The searches of a measure, by the first agent of the plan.
    pub(super) fn new(table: &SampleTable<G>, measure: &Efficiency) -> Result<Online<G>, SampleError> {
        let specs = measure.specs(&table.plan)?.into_iter();
        let policies = specs.map(|spec| Ok(Policies::new((table.build)(&spec)?)));
        Ok(Online {
            policies: policies.collect::<Result<_, SampleError>>()?,
            budgets: measure.budgets.clone(),
            optimal: measure.optimal.clone(),
            judge: Judge::new(measure.limit),
        })
    }

    /// The smallest budget with which the policy is optimal in an undecided position of that value,
    /// by constant and by definition; `None` if positions below it are too large to be solved. The
    /// seed is that of the sample.
    pub(super) fn budgets(
        &mut self,
        game: &G,
        root: &G::State,
        value: f64,
        seed: u64,
    ) -> Result<Option<Vec<Vec<Option<u64>>>>, SampleError> {
        let Online { budgets, optimal, policies, judge } = self;
        judge.start_root();
        let mut all = Vec::new();
        for policies in policies {
            let mut found: Vec<Option<u64>> = vec![None; optimal.len()];
            for &budget in &*budgets {
                if found.iter().all(Option::is_some) {
                    break;
                }
                policies.start(seed, budget);
                judge.start_policies();
                for (found, &optimal) in found.iter_mut().zip(&*optimal).filter(|(found, _)| found.is_none()) {
                    match judge.is_optimal(game, root, value, optimal, policies) {
                        Ok(true) => *found = Some(budget),
                        Ok(false) => {}
                        Err(Doubt::TooLarge) => return Ok(None),
                        Err(Doubt::Failed(error)) => return Err(error),
                    }
                }
            }
            all.push(found);
        }
        Ok(Some(all))
    }
}

/// The spec of an agent with another exploration constant, and with iterations for the largest
/// budget.
pub(super) fn with_constant(agent: &str, c: f64, most: u64) -> Result<String, SampleError> {
    let mut spec = Spec::parse(agent)?;
    let refuse = |reason: String| Err(SampleError::Request(format!("`{agent}` {reason}")));
    if let Some(time) = spec.args.iter().find(|arg| arg.key == "time").filter(|arg| arg.value.to_string() != "none") {
        let time = time.value.to_string();
        return refuse(format!(
            "is limited to {time} ms, and its policy is needed after fixed numbers of iterations: set `iters`"
        ));
    }
    for (key, value) in [("c", c.to_string()), ("iters", most.to_string())] {
        let Some(arg) = spec.args.iter_mut().find(|arg| arg.key == key) else {
            return refuse(format!(
                "has no option `{key}`, which is varied here: take an agent that has it, such as `uct`"
            ));
        };
        arg.value = Value::Number(value);
    }
    Ok(spec.to_string())
}
