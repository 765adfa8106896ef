//! What the studies of strength have in common: parameters, and a method at work as a study.

use mctslab_arena::{Numbered, Round, TaskResult};
use mctslab_core::spec::{Args, Kind, Param, SpecError};
use mctslab_lab::{About, COUNT_FORFEITS, Document, LabError, MOST_ITERATIONS, OneOfMany, Progress, Setup, Study, StudyContext, Touchstone, is_deterministic, study_as};

use super::comparison::ComparisonDocument;
use super::curve_numbers::{far_beyond_budget, games_needed, iterations_text};
use super::document::ComplexityDocument;
use super::fit::FitPlan;
use super::method::Method;
use super::replays::replays_of_complexity;
use super::study::ComplexityStudy;
use super::verdict::interval_words;

pub(crate) const ITERATIONS: Kind = Kind::Integer { min: 1, max: MOST_ITERATIONS as i64 };
pub(crate) const GAMES: Kind = Kind::Integer { min: 1, max: 1_000_000_000 };
pub(crate) const SHARE: Kind = Kind::Real { min: 0.001, max: 0.9 };
pub(crate) const MIN: Param = Param::new("min", ITERATIONS, "1", "the fewest iterations");
pub(crate) const PRECISION: &str =
    "stop when both ends of the 95 % interval are this close to the estimate; 0.1 means 10 %";
pub(crate) const LEVEL: Param = Param::new(
    "level",
    Kind::Real { min: 0.001, max: 0.1 },
    "0.01",
    "treat scores within this distance of one half as level",
);

/// What a fit is asked for, to reach the score `goal`.
pub(crate) fn fit_plan(setup: &Setup<'_>, goal: f64, look: u64) -> Result<FitPlan, SpecError> {
    let (args, seats) = (setup.args, setup.game.players());
    let whole = |key: &str| args.integer(key) as u64;
    let (min, max) = (whole("min"), whole("max"));
    check_range(args.name(), min, max)?;
    Ok(FitPlan {
        min,
        max,
        goal,
        precision: args.real("precision"),
        level: args.real("level"),
        look,
        games: whole("games"),
        cycle: (1..=seats as u64).product(),
        seats,
    })
}

/// Refuses a range that is none.
pub(crate) fn check_range(study: &str, min: u64, max: u64) -> Result<(), SpecError> {
    if min < max {
        return Ok(());
    }
    let reason = format!("`min={min}` is not below `max={max}`: there is nothing to search between them");
    Err(SpecError::combination(study, reason))
}

/// A method at work as a study.
pub(crate) fn study(setup: &Setup<'_>, method: Method) -> Result<Box<dyn Study>, LabError> {
    let plan = setup.plan;
    let [target, touchstone] = plan.agents.as_slice() else {
        return Err(LabError::Request(format!("{} agents, expected a target and a touchstone", plan.agents.len())));
    };
    let touchstone = Touchstone::new(touchstone)?;
    let seats = setup.game.players();
    let study = ComplexityStudy::new(method, seats, plan.seed, plan.openings.vary(), target.clone(), touchstone);
    // An earlier version played on whatever crashed.
    let plays_on = plan.version != env!("CARGO_PKG_VERSION") || counts_forfeits(setup.args);
    Ok(Box::new(if plays_on { study.playing_on() } else { study }))
}

/// Whether crashes count like any other loss. A ladder has no target that could crash.
fn counts_forfeits(args: &Args) -> bool {
    args.values().iter().any(|(key, _)| *key == COUNT_FORFEITS.name) && args.flag(COUNT_FORFEITS.name)
}

/// One document of many studies of strength.
pub(crate) fn combine<'a>(runs: Vec<OneOfMany<'a>>) -> Result<Box<dyn Document + 'a>, LabError> {
    let strength = |one: OneOfMany<'a>| {
        let study: &ComplexityStudy = study_as(&one)?;
        Ok(ComplexityDocument::new(one.0, study))
    };
    let studies = runs.into_iter().map(strength).collect::<Result<Vec<_>, LabError>>()?;
    Ok(Box::new(ComparisonDocument::new(studies)))
}

impl Study for ComplexityStudy {
    fn next(&mut self) -> Option<Round> {
        self.next_round()
    }

    fn add(&mut self, result: &TaskResult) {
        if let Some(record) = result.game() {
            self.add_game(record);
        }
    }

    fn give_up(&mut self) {
        self.end_early();
    }

    fn planned(&self) -> u64 {
        self.method().most_games()
    }

    fn decides_while_running(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        match self.method() {
            Method::Fit(fit) => {
                if fit.path().is_empty() {
                    return Progress::default();
                }
                let needed = games_needed(fit).map(|needed| needed.min(fit.plan().games));
                let share =
                    needed.filter(|_| fit.games() >= 400).map(|needed| fit.games() as f64 / needed.max(1) as f64);
                Progress { line: estimate_text(&fit.strength()), share, warning: far_beyond_budget(fit) }
            }
            Method::Ladder(ladder) => {
                let line = match (ladder.top(), ladder.rungs().last()) {
                    (Some(top), _) => top.pairs().last().map_or_else(String::new, |pair| {
                        let (more, fewer) = (pair.level.iterations, pair.fewer);
                        format!("{more} against {fewer} iterations: {:.3}", pair.level.score())
                    }),
                    (None, Some(rung)) => {
                        format!("step {}: {}", ladder.rungs().len(), estimate_text(&rung.fit.strength()))
                    }
                    (None, None) => String::new(),
                };
                Progress { line, ..Progress::default() }
            }
            Method::Bisection(bisection) => {
                let criteria = 1 + u64::from(bisection.plan().second.is_some());
                let (done, all) =
                    (bisection.trials().len() + bisection.second_trials().len(), bisection.plan().trials * criteria);
                let at = self.batches().last().map(|batch| format!(", now {} iterations", batch.level.iterations));
                let line = format!("{done} of {all} trials{}", at.unwrap_or_default());
                let share = (done > 0).then(|| bisection.share());
                Progress { line, share, warning: None }
            }
        }
    }

    fn document<'a>(&'a self, about: About<'a>) -> Box<dyn Document + 'a> {
        let document = ComplexityDocument::new(about, self);
        match self.shown() {
            Some((games, replays)) => Box::new(document.with_games(games, replays)),
            None => Box::new(document),
        }
    }

    fn keep_games(&mut self) {
        self.keep_shown_games();
    }

    fn show_games(&mut self, context: StudyContext<'_>) -> Result<(), LabError> {
        let replays = match self.shown() {
            Some((games, _)) => replays_of_complexity(&**context.game, context.plan, self, games)?,
            None => return Ok(()),
        };
        self.set_replays(replays);
        Ok(())
    }

    fn remarks(&self, context: StudyContext<'_>) -> Result<Vec<String>, LabError> {
        let plan = context.plan;
        if plan.openings.vary() {
            return Ok(vec![format!(
                "games start from {}; each start is played in every order of seats",
                plan.openings.spec()
            )]);
        }
        let fixed = match plan.agents.first() {
            Some(target) => is_deterministic(&**context.game, target)?,
            None => false,
        };
        let remark = "the target is deterministic: games differ only through its opponent's random choices. \
                      Openings such as `random(plies=2)` add variety, but the result then describes play from random positions";
        Ok(fixed.then(|| remark.to_string()).into_iter().collect())
    }

    fn observe(&mut self, result: &TaskResult, agents: &[Numbered]) -> bool {
        result.game().is_none_or(|record| self.observe_game(record, agents))
    }

    fn conclude(&mut self) {
        self.conclude_observed();
    }
}

fn estimate_text(strength: &crate::complexity::ComplexityEstimate) -> String {
    match strength.estimate {
        Some(estimate) => format!("{} iterations ({})", iterations_text(estimate), interval_words(strength)),
        None => interval_words(strength),
    }
}
