//! The strength of a target by bisection, as in the paper.
//!
//! Lanzi, "Evaluating the Complexity of Players' Strategies using MCTS Iterations" (2019),
//! Algorithms 1 to 3. The bounds: from (1, 100) on the upper one is doubled until the touchstone
//! wins as many of `bounds-games` games as the target, some repeats of which are averaged. The
//! search: half the interval until a match of `games` games is level by the criterion, or wins are
//! equal, or the interval is at most `width` wide; some trials of which are averaged.
//!
//! The criterion `score` calls a match level if wins differ by at most θ·|max − min|: the paper
//! takes a share of the range of iterations as a number of wins. `threshold=normalised` takes
//! θ·games in its place. The criterion `trueskill` asks for a match quality of at least θ after all
//! games of the match. What the paper leaves open: the width (1 here), and what to do about a
//! target that is never reached (the search for bounds ends at `most` iterations here). With more
//! than two seats the wins of the touchstones are not compared with those of the target, since one
//! of two touchstones wins more often than one target of the same strength: what is compared is the
//! target's payoff with their mean, which for two seats is the difference of wins.
//!
//! Two criteria can be compared on the same matches: when all trials of the first are over, the
//! second goes through the same trials, and plays only those matches that the first did not need.

use mctslab_core::Rng;
use mctslab_core::rng::mix;
use mctslab_stats::trueskill::{Rating, TrueSkill};

use super::level::{LevelCount, Outcome};

/// When a match is level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Criterion {
    /// Wins differ by no more than a threshold: θ, and whether it is a share of the games.
    Score {
        /// θ.
        theta: f64,
        /// A share of the games, and not of the range of iterations.
        normalised: bool,
    },
    /// The match quality is at least θ.
    TrueSkill {
        /// θ.
        theta: f64,
    },
}

/// Where the bounds come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BisectionBounds {
    /// They are given.
    Given {
        /// The lower one.
        min: u64,
        /// The upper one.
        max: u64,
    },
    /// Algorithm 3.
    Searched {
        /// How often, to take the mean.
        repeats: u64,
        /// Games of each match.
        games: u64,
        /// No upper bound beyond this.
        most: u64,
    },
}

/// What is asked of a bisection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BisectionPlan {
    /// When a match is level.
    pub criterion: Criterion,
    /// Another criterion, whose trials have the matches of the first as far as they serve.
    pub second: Option<Criterion>,
    /// Where the bounds come from.
    pub bounds: BisectionBounds,
    /// Games of each match.
    pub games: u64,
    /// How many trials.
    pub trials: u64,
    /// An interval of this width is not halved.
    pub width: u64,
    /// The seed of the random steps of Algorithm 3.
    pub seed: u64,
}

/// What a match is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To find bounds.
    Bounds,
    /// A trial of the criterion.
    Trial,
    /// A trial of the second criterion, for which no match of the first serves.
    SecondTrial,
}

/// A match of a bisection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// What it was played for.
    pub purpose: Purpose,
    /// The number of the repeat or the trial, from 1.
    pub trial: u64,
    /// Iterations of the touchstone.
    pub iterations: u64,
    /// The games from the touchstone's side.
    pub count: LevelCount,
    /// By how much the touchstones were paid more than the target, in all games together: with two
    /// seats, wins less losses.
    pub lead: f64,
    /// The match quality.
    pub quality: f64,
}

/// A trial that ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// The lower end of the interval.
    pub lower: u64,
    /// The upper end.
    pub upper: u64,
    /// The estimate.
    pub estimate: u64,
}

#[derive(Clone, Copy, Debug)]
enum Phase {
    BisectionBounds { repeat: u64, lower: u64, upper: u64 },
    Trial { trial: u64, lower: u64, upper: u64, iterations: u64 },
    Over,
}

/// Where Algorithm 3 starts.
const START: (u64, u64) = (1, 100);

/// A bisection in progress.
#[derive(Clone, Debug)]
pub struct Bisection {
    plan: BisectionPlan,
    phase: Phase,
    rng: Rng,
    skill: TrueSkill,
    ratings: (Rating, Rating),
    /// The match at work: its games, and the touchstone's lead.
    count: Option<(LevelCount, f64)>,
    evaluations: Vec<Evaluation>,
    bounds: Vec<(u64, u64)>,
    trials: Vec<Trial>,
    /// Those of the second criterion.
    second_trials: Vec<Trial>,
    out_of_range: bool,
}

impl Bisection {
    /// A bisection before its first game.
    pub fn new(plan: BisectionPlan) -> Bisection {
        let skill = TrueSkill::default();
        let mut bisection = Bisection {
            phase: Phase::BisectionBounds { repeat: 1, lower: START.0, upper: START.1 },
            rng: Rng::new(mix(&[plan.seed, 0x626f_756e_6473])),
            ratings: (skill.fresh(), skill.fresh()),
            skill,
            count: None,
            evaluations: Vec::new(),
            bounds: Vec::new(),
            trials: Vec::new(),
            second_trials: Vec::new(),
            out_of_range: false,
            plan,
        };
        if let BisectionBounds::Given { min, max } = plan.bounds {
            bisection.bounds.push((min, max));
            bisection.start_trial();
        }
        bisection
    }

    /// The iterations and the number of games of the next match; `None` if all trials are over.
    pub fn next_batch(&mut self) -> Option<(u64, u64)> {
        if let Some((count, lead)) = self.count.take() {
            self.decide(count, lead);
        }
        while let Some((at, trial, lead, quality)) = self.known_match() {
            self.decide_trial(at, trial, lead, quality);
        }
        let next = match (self.phase, self.plan.bounds) {
            (Phase::BisectionBounds { upper, .. }, BisectionBounds::Searched { games, .. }) => (upper, games),
            (Phase::Trial { iterations, .. }, _) => (iterations, self.plan.games),
            _ => return None,
        };
        self.count = Some((LevelCount::default(), 0.0));
        self.ratings = (self.skill.fresh(), self.skill.fresh());
        Some(next)
    }

    /// Takes the next game of the match.
    pub fn add(&mut self, outcome: &Outcome) {
        let Some((count, lead)) = &mut self.count else { return };
        count.add(outcome.score);
        *lead += 2.0 * outcome.score - 1.0;
        let (touchstone, target) = self.ratings;
        self.ratings = match outcome.score.total_cmp(&0.5) {
            std::cmp::Ordering::Greater => self.skill.win(touchstone, target),
            std::cmp::Ordering::Equal => self.skill.draw(touchstone, target),
            std::cmp::Ordering::Less => {
                let (target, touchstone) = self.skill.win(target, touchstone);
                (touchstone, target)
            }
        };
    }

    fn decide(&mut self, count: LevelCount, lead: f64) {
        let quality = self.skill.quality(self.ratings.0, self.ratings.1);
        let (purpose, trial, iterations) = match self.phase {
            Phase::BisectionBounds { repeat, upper, .. } => (Purpose::Bounds, repeat, upper),
            Phase::Trial { trial, iterations, .. } if self.is_at_second() => (Purpose::SecondTrial, trial, iterations),
            Phase::Trial { trial, iterations, .. } => (Purpose::Trial, trial, iterations),
            Phase::Over => return,
        };
        self.evaluations.push(Evaluation { purpose, trial, iterations, count, lead, quality });
        match self.phase {
            Phase::BisectionBounds { repeat, lower, upper } => self.decide_bounds(repeat, lower, upper, lead),
            Phase::Trial { trial, lower, upper, iterations } => {
                self.decide_trial(Trial { lower, upper, estimate: iterations }, trial, lead, quality);
            }
            Phase::Over => {}
        }
    }

    /// Whether all trials of the first criterion are over, and the second is at work.
    fn is_at_second(&self) -> bool {
        self.plan.second.is_some() && self.trials.len() as u64 == self.plan.trials
    }

    /// Where a trial of the second criterion is, the number of the trial, and the lead and quality
    /// of the match that the first criterion had there in the same trial.
    fn known_match(&self) -> Option<(Trial, u64, f64, f64)> {
        let Phase::Trial { trial, lower, upper, iterations } = self.phase else { return None };
        if !self.is_at_second() {
            return None;
        }
        let same =
            |one: &&Evaluation| one.purpose == Purpose::Trial && (one.trial, one.iterations) == (trial, iterations);
        let known = self.evaluations.iter().find(same)?;
        Some((Trial { lower, upper, estimate: iterations }, trial, known.lead, known.quality))
    }

    /// Algorithm 3.
    fn decide_bounds(&mut self, repeat: u64, lower: u64, upper: u64, lead: f64) {
        let BisectionBounds::Searched { repeats, most, .. } = self.plan.bounds else { return };
        if lead < 0.0 {
            let mut random = || u64::from(self.rng.below((upper / 10).clamp(1, u64::from(u32::MAX)) as u32));
            let (lower, upper) = (upper - random(), 2 * upper + random());
            self.phase = Phase::BisectionBounds { repeat, lower, upper };
            if upper > most {
                self.out_of_range = true;
                self.phase = Phase::Over;
            }
            return;
        }
        self.bounds.push((lower, upper));
        if repeat < repeats {
            self.phase = Phase::BisectionBounds { repeat: repeat + 1, lower: START.0, upper: START.1 };
        } else {
            self.start_trial();
        }
    }

    /// Algorithm 1, one step.
    fn decide_trial(&mut self, at: Trial, trial: u64, lead: f64, quality: f64) {
        let Trial { mut lower, mut upper, estimate } = at;
        let mut iterations = estimate;
        let mut over = self.is_level(lead, quality) || lead == 0.0;
        if !over {
            if lead > 0.0 {
                upper = iterations;
            } else {
                lower = iterations;
            }
            iterations = u64::midpoint(lower, upper);
            over = upper - lower <= self.plan.width;
        }
        if over {
            let trials = if self.is_at_second() { &mut self.second_trials } else { &mut self.trials };
            trials.push(Trial { lower, upper, estimate: iterations });
            self.start_trial();
        } else {
            self.phase = Phase::Trial { trial, lower, upper, iterations };
        }
    }

    /// Algorithm 2.
    fn is_level(&self, lead: f64, quality: f64) -> bool {
        let second = self.plan.second.filter(|_| self.is_at_second());
        match second.unwrap_or(self.plan.criterion) {
            Criterion::TrueSkill { theta } => quality >= theta,
            Criterion::Score { theta, normalised } => {
                let (min, max) = self.range();
                let whole = if normalised { self.plan.games } else { max - min };
                lead.abs() <= theta * whole as f64
            }
        }
    }

    fn start_trial(&mut self) {
        let (lower, upper) = self.range();
        let over = if self.is_at_second() { &self.second_trials } else { &self.trials };
        let trial = over.len() as u64 + 1;
        self.phase = if trial > self.plan.trials {
            Phase::Over
        } else {
            Phase::Trial { trial, lower, upper, iterations: u64::midpoint(lower, upper) }
        };
    }

    /// The bounds in which trials search: the means of those that were found.
    pub fn range(&self) -> (u64, u64) {
        let mean = |pick: fn(&(u64, u64)) -> u64| {
            let sum: u64 = self.bounds.iter().map(pick).sum();
            (sum as f64 / self.bounds.len().max(1) as f64).round() as u64
        };
        (mean(|bounds| bounds.0).max(1), mean(|bounds| bounds.1).max(1))
    }

    /// The bounds that each repeat of Algorithm 3 found.
    pub fn bounds(&self) -> &[(u64, u64)] {
        &self.bounds
    }

    /// The matches one after the other.
    pub fn evaluations(&self) -> &[Evaluation] {
        &self.evaluations
    }

    /// The trials that ended.
    pub fn trials(&self) -> &[Trial] {
        &self.trials
    }

    /// The trials of the second criterion that ended.
    pub fn second_trials(&self) -> &[Trial] {
        &self.second_trials
    }

    /// The share of all trials that ended.
    pub fn share(&self) -> f64 {
        let criteria = 1 + usize::from(self.plan.second.is_some());
        let ended = self.trials.len() + self.second_trials.len();
        ended as f64 / (self.plan.trials.max(1) as usize * criteria) as f64
    }

    /// Whether no bounds were found up to the most iterations.
    pub fn out_of_range(&self) -> bool {
        self.out_of_range
    }

    /// Whether all trials are over.
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }

    /// What was asked.
    pub fn plan(&self) -> &BisectionPlan {
        &self.plan
    }
}

impl Trial {
    /// In how many of these trials a true value lies outside of the final interval.
    pub fn misses(trials: &[Trial], truth: u64) -> usize {
        trials.iter().filter(|trial| truth < trial.lower || truth > trial.upper).count()
    }
}
