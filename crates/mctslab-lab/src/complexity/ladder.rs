//! The skill ladder of a game: how many iterations each further step takes, and beyond how many there is nothing more to win.
//!
//! A step is the number of iterations that scores 60 % (or another share) against the step before; each is found as by
//! [`super::Fit`], with that goal. The ladder ends where no step is found up to the most iterations. Then comes the complexity of the
//! game, as the last paragraph of Lanzi, "Evaluating the Complexity of Players' Strategies using MCTS Iterations" (2019), defines it: the
//! fewest iterations that play as well as any more do. It is the fitted strength of the touchstone with the most iterations itself:
//! where the curve comes level with one half early and stays there, more iterations do not win.

use super::fit::{Fit, FitPlan, FitStatus};
use super::level::Outcome;

/// What is asked of a ladder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LadderPlan {
    /// The first step, the most iterations, precision and games of each step.
    pub fit: FitPlan,
    /// No more steps than this.
    pub steps: usize,
}

/// A step.
#[derive(Clone, Debug)]
pub struct Rung {
    /// The iterations of the step before.
    pub from: u64,
    /// How the step was found.
    pub fit: Fit,
}

/// A ladder in progress.
#[derive(Clone, Debug)]
pub struct Ladder {
    plan: LadderPlan,
    rungs: Vec<Rung>,
    /// The strength of the most iterations, once the steps are over.
    top: Option<Fit>,
    /// The time was up.
    given_up: bool,
}

impl Ladder {
    /// A ladder before its first game.
    pub fn new(plan: LadderPlan) -> Ladder {
        let first = Rung { from: plan.fit.min, fit: Fit::new(plan.fit) };
        Ladder { plan, rungs: vec![first], top: None, given_up: false }
    }

    /// Whom the touchstone meets next, its iterations, and the number of games; `None` if the ladder is over.
    pub fn next_batch(&mut self) -> Option<(u64, u64, u64)> {
        while self.top.is_none() && !self.given_up {
            let rung = self.rungs.last_mut()?;
            if let Some((iterations, games)) = rung.fit.next_batch() {
                return Some((rung.from, iterations, games));
            }
            self.step();
        }
        let (iterations, games) = self.top.as_mut()?.next_batch()?;
        Some((self.plan.fit.max, iterations, games))
    }

    fn step(&mut self) {
        let plan = self.plan.fit;
        let Some(rung) = self.rungs.last() else { return };
        let next = (rung.fit.estimate().ceil() as u64).max(rung.from + 1);
        let found = rung.fit.status() == Some(FitStatus::Ok) && next < plan.max;
        if found && self.rungs.len() < self.plan.steps {
            self.rungs.push(Rung { from: next, fit: Fit::new(FitPlan { min: next, ..plan }) });
        } else {
            self.top = Some(Fit::new(FitPlan { goal: 0.5, ..plan }));
        }
    }

    /// Takes the next game of the batch.
    pub fn add(&mut self, outcome: &Outcome) {
        if let Some(fit) = self.at_work_mut() {
            fit.add(outcome);
        }
    }

    fn at_work_mut(&mut self) -> Option<&mut Fit> {
        self.top.as_mut().or_else(|| self.rungs.last_mut().map(|rung| &mut rung.fit))
    }

    /// The fit that is being played.
    pub fn at_work(&self) -> Option<&Fit> {
        self.top.as_ref().or_else(|| self.rungs.last().map(|rung| &rung.fit))
    }

    /// Ends the ladder: the time is up.
    pub fn give_up(&mut self) {
        self.given_up = true;
        if let Some(fit) = self.at_work_mut() {
            fit.give_up();
        }
    }

    /// The steps.
    pub fn rungs(&self) -> &[Rung] {
        &self.rungs
    }

    /// The fit of the most iterations, which is the complexity of the game.
    pub fn top(&self) -> Option<&Fit> {
        self.top.as_ref()
    }

    /// What was asked.
    pub fn plan(&self) -> &LadderPlan {
        &self.plan
    }

    /// Games so far.
    pub fn games(&self) -> u64 {
        self.rungs.iter().map(|rung| &rung.fit).chain(&self.top).map(Fit::games).sum()
    }
}
