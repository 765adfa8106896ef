//! The skill ladder of a game: how many iterations each further step takes, and beyond how many
//! there is nothing more to win.
//!
//! A step is the number of iterations that scores 60 % (or another share) against the step before;
//! each is found as by [`super::Fit`], with that goal. The ladder ends where no step is found up to
//! the most iterations. Then comes the complexity of the game ([`super::Saturation`]).

use super::fit::{Fit, FitPlan, FitStatus};
use super::level::Outcome;
use super::saturation::Saturation;

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

impl Rung {
    /// Whether the step was found.
    pub fn is_found(&self) -> bool {
        self.fit.status() == Some(FitStatus::Ok)
    }
}

/// How many steps there are, with a 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The steps that were found.
    pub found: usize,
    /// The fewest there may be.
    pub low: usize,
    /// The most there may be.
    pub high: usize,
}

/// A ladder in progress.
#[derive(Clone, Debug)]
pub struct Ladder {
    plan: LadderPlan,
    rungs: Vec<Rung>,
    /// The complexity of the game, once the steps are over.
    top: Option<Saturation>,
    /// The time was up.
    given_up: bool,
}

impl Ladder {
    /// A ladder before its first game.
    pub fn new(plan: LadderPlan) -> Ladder {
        let first = Rung { from: plan.fit.min, fit: Fit::new(plan.fit) };
        Ladder { plan, rungs: vec![first], top: None, given_up: false }
    }

    /// Whom the touchstone meets next, its iterations, and the number of games; `None` if the
    /// ladder is over.
    pub fn next_batch(&mut self) -> Option<(u64, u64, u64)> {
        while self.top.is_none() && !self.given_up {
            let rung = self.rungs.last_mut()?;
            if let Some((iterations, games)) = rung.fit.next_batch() {
                return Some((rung.from, iterations, games));
            }
            self.step();
        }
        self.top.as_mut()?.next_batch()
    }

    fn step(&mut self) {
        let plan = self.plan.fit;
        let Some(rung) = self.rungs.last() else { return };
        let next = (rung.fit.estimate().round() as u64).max(rung.from + 1);
        if rung.is_found() && next < plan.max && self.rungs.len() < self.plan.steps {
            self.rungs.push(Rung { from: next, fit: Fit::new(FitPlan { min: next, ..plan }) });
        } else {
            self.top = Some(Saturation::new(plan.min, plan.max, plan.level, plan.games, plan.seats));
        }
    }

    /// Takes the next game of the batch.
    pub fn add(&mut self, outcome: &Outcome) {
        if let Some(top) = &mut self.top {
            top.add(outcome);
        } else if let Some(rung) = self.rungs.last_mut() {
            rung.fit.add(outcome);
        }
    }

    /// Takes a game that another version chose to play, at its own step; [`Ladder::conclude`]
    /// follows the last one. Games against the most iterations belong to no step.
    pub fn observe(&mut self, rival: u64, iterations: u64, outcome: &Outcome) {
        let plan = self.plan.fit;
        if rival == plan.max {
            return;
        }
        if self.rungs.last().is_none_or(|rung| rung.from != rival) {
            self.rungs.push(Rung { from: rival, fit: Fit::new(FitPlan { min: rival, ..plan }) });
        }
        if let Some(rung) = self.rungs.last_mut() {
            rung.fit.observe(iterations, outcome);
        }
    }

    /// Ends a ladder of games that another version chose to play.
    pub fn conclude(&mut self) {
        for rung in &mut self.rungs {
            rung.fit.conclude();
        }
        self.given_up = true;
    }

    /// Ends the ladder: the time is up.
    pub fn give_up(&mut self) {
        self.given_up = true;
        if let (None, Some(rung)) = (&self.top, self.rungs.last_mut()) {
            rung.fit.give_up();
        }
    }

    /// Whether nothing is left to be played.
    pub fn is_over(&self) -> bool {
        self.top.as_ref().is_some_and(Saturation::is_over)
    }

    /// The steps.
    pub fn rungs(&self) -> &[Rung] {
        &self.rungs
    }

    /// The search for the complexity of the game, once the steps are over.
    pub fn top(&self) -> Option<&Saturation> {
        self.top.as_ref()
    }

    /// The number of steps up to the most iterations. Each step was measured from where the one
    /// before was estimated to be, so errors add up: the place of a step is as uncertain as all
    /// steps up to it together.
    pub fn steps(&self) -> Steps {
        let most = libm::log2(self.plan.fit.max as f64);
        let found: Vec<&Rung> = self.rungs.iter().filter(|rung| rung.is_found()).collect();
        let (mut variance, mut low) = (0.0, 0);
        let (mut place, mut width) = (libm::log2(self.plan.fit.min as f64), 1.0);
        for rung in &found {
            let strength = rung.fit.strength();
            place = libm::log2(rung.fit.estimate());
            width = (place - libm::log2(rung.from as f64)).max(0.05);
            let end = |end: Option<f64>| end.map_or(place, libm::log2);
            let half = (end(strength.high) - end(strength.low)) / 2.0;
            variance += half * half;
            low += usize::from(place + variance.sqrt() <= most);
        }
        // Steps that lie beyond the most iterations, and would not if all errors went the other
        // way.
        let earlier = (place - variance.sqrt() + width).min(most + width);
        let beyond = if self.ends_at_max() { ((most - earlier) / width + 1.0).floor().max(0.0) as usize } else { 0 };
        Steps { found: found.len(), low, high: found.len() + beyond }
    }

    /// Whether the last step was looked for up to the most iterations, and not found.
    fn ends_at_max(&self) -> bool {
        self.rungs.last().is_some_and(|rung| !rung.is_found())
    }

    /// What was asked.
    pub fn plan(&self) -> &LadderPlan {
        &self.plan
    }

    /// Games so far.
    pub fn games(&self) -> u64 {
        let steps: u64 = self.rungs.iter().map(|rung| rung.fit.games()).sum();
        let pairs = self.top.iter().flat_map(Saturation::pairs).map(|pair| pair.level.count.games());
        steps + pairs.sum::<u64>()
    }
}
