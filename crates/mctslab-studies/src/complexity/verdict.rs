//! The verdict of a study in one sentence.

use mctslab_page::grouped;

use super::bisection::{Bisection, Trial};
use super::curve_numbers::{TrialSummary, iterations_text, percent, precision_reached};
use super::fit::{Fit, FitStatus, ComplexityEstimate};
use super::ladder::Ladder;
use super::method::Method;
use super::saturation::Ceiling;
use super::study::ComplexityStudy;

/// The verdict of a study in one sentence, the touchstone called by its name; of an interrupted
/// one, as far as it was played.
pub(crate) fn sentence(study: &ComplexityStudy, touchstone: &str, interrupted: bool) -> String {
    // `mcts` is the unit, which needs no spelling out.
    let name = if touchstone == "mcts" { "MCTS" } else { touchstone };
    match study.method() {
        Method::Fit(fit) => of_fit(fit, name, interrupted),
        Method::Bisection(bisection) => of_bisection(bisection, name),
        Method::Ladder(ladder) => of_ladder(ladder),
    }
}

/// A number of iterations with its noun.
fn iterations(count: &str) -> String {
    format!("{count} iteration{}", if count == "1" { "" } else { "s" })
}

/// The ends of an interval as text. Those of a level stretch are the whole numbers in it.
pub(crate) fn ends_text(strength: &ComplexityEstimate) -> (Option<String>, Option<String>) {
    if strength.level {
        let low = strength.low.map(|low| grouped((low - 1e-9).ceil() as u64));
        return (low, strength.high.map(|high| grouped((high + 1e-9).floor() as u64)));
    }
    (strength.low.map(iterations_text), strength.high.map(iterations_text))
}

/// The interval in words.
pub(crate) fn interval_words(strength: &ComplexityEstimate) -> String {
    match ends_text(strength) {
        (Some(low), Some(high)) => format!("95 %: {low} to {high}"),
        (Some(low), None) => format!("95 %: at least {low}"),
        (None, Some(high)) => format!("95 %: at most {high}"),
        (None, None) => "95 %: no bound is known".to_string(),
    }
}

fn of_fit(fit: &Fit, name: &str, interrupted: bool) -> String {
    let strength = fit.strength();
    let plan = fit.plan();
    let [min, max] = [plan.min, plan.max].map(|bound| iterations(&grouped(bound)));
    match fit.status() {
        Some(FitStatus::BelowRange) => format!("out of range: weaker than {name} with {min}"),
        Some(FitStatus::AboveRange) => format!("out of range: stronger than {name} with {max}"),
        Some(FitStatus::NoCrossing) => from_on(fit, &strength, name),
        Some(FitStatus::Ok) if strength.level => stretch(&strength, name),
        Some(FitStatus::Ok) => narrow(fit, &strength, name),
        Some(FitStatus::BudgetSpent) | None => spent(fit, &strength, name, interrupted),
    }
}

fn narrow(fit: &Fit, strength: &ComplexityEstimate, name: &str) -> String {
    let estimate = iterations(&iterations_text(fit.estimate()));
    let edge = match (strength.low, strength.high) {
        (_, None) => format!("; {} are the most that were allowed", grouped(fit.plan().max)),
        (None, _) => format!("; {} are the fewest that were allowed", grouped(fit.plan().min)),
        _ => String::new(),
    };
    format!("as strong as {name} with {estimate} ({}{edge})", interval_words(strength))
}

fn stretch(strength: &ComplexityEstimate, name: &str) -> String {
    let (low, high) = ends_text(strength);
    let (low, high) = (low.as_deref().unwrap_or("fewer"), high.as_deref().unwrap_or("more"));
    if low == "1" {
        return format!("no stronger than random play: level with {name} from 1 to {high} iterations (95 %)");
    }
    format!("level with {name} from {low} to {high} iterations (95 %)")
}

fn from_on(fit: &Fit, strength: &ComplexityEstimate, name: &str) -> String {
    let most = fit.levels().last().map_or(0, |level| level.iterations);
    let from = iterations(&strength.estimate.map_or_else(|| "?".to_string(), iterations_text));
    let earliest =
        strength.low.map_or_else(String::new, |low| format!("95 %: from {} at the earliest; ", iterations_text(low)));
    format!("level with {name} from {from} on ({earliest}played up to {})", grouped(most))
}

fn spent(fit: &Fit, strength: &ComplexityEstimate, name: &str, interrupted: bool) -> String {
    let when =
        if fit.status().is_some() && !interrupted { "when the limit on games or time was reached" } else { "so far" };
    if strength.level {
        return format!("{}, {when}", stretch(strength, name));
    }
    let asked = match (fit.status(), precision_reached(fit)) {
        (Some(_), Some(reached)) => reached_words(reached, fit.plan().precision),
        _ => String::new(),
    };
    match (strength.estimate, strength.low, strength.high) {
        // With an open end the estimate says little.
        (Some(estimate), Some(end), None) | (Some(estimate), None, Some(end)) => {
            let side = if strength.low.is_some() { "at least" } else { "at most" };
            let (end, estimate) = (iterations(&iterations_text(end)), iterations_text(estimate));
            format!("{side} as strong as {name} with {end} (95 %; the estimate is {estimate}), {when}{asked}")
        }
        (Some(estimate), ..) => {
            let estimate = iterations(&iterations_text(estimate));
            format!("as strong as {name} with about {estimate} ({}), {when}{asked}", interval_words(strength))
        }
        (None, Some(low), _) => {
            format!("at least as strong as {name} with {} (95 %), {when}", iterations(&iterations_text(low)))
        }
        (None, None, Some(high)) => {
            format!("at most as strong as {name} with {} (95 %), {when}", iterations(&iterations_text(high)))
        }
        (None, None, None) => format!("nothing is known yet, {when}"),
    }
}

/// How near the ends are when the budget is spent. An interval that is narrow enough may still have
/// to be confirmed by another batch, or by games above the crossing.
fn reached_words(reached: f64, asked: f64) -> String {
    let (near, wanted) = (percent(reached), percent(asked));
    if reached <= asked {
        return format!(": ±{near}, not confirmed by enough games");
    }
    // Rounded, the two may look the same.
    let near = if near == wanted { format!("{:.2} %", 100.0 * reached) } else { near };
    format!(": ±{near}, not the ±{wanted} asked for")
}

fn of_bisection(bisection: &Bisection, name: &str) -> String {
    if bisection.out_of_range() {
        return "out of range: no upper bound was found".to_string();
    }
    let Some(first) = of_trials(bisection.trials()) else { return "no trial has ended yet".to_string() };
    match of_trials(bisection.second_trials()) {
        None => format!("as strong as {name} with {first}"),
        Some(second) => format!("as strong as {name} with {first} by the score, and {second} by TrueSkill"),
    }
}

/// The iterations that some trials found.
fn of_trials(trials: &[Trial]) -> Option<String> {
    let summary = TrialSummary::of(trials);
    let estimate = summary.estimate?;
    Some(match summary.error {
        Some(error) => {
            let count = trials.len();
            format!("{estimate:.1} ± {error:.1} iterations (mean and standard error of {count} trials)")
        }
        None => format!("{estimate:.1} iterations (one trial)"),
    })
}

fn of_ladder(ladder: &Ladder) -> String {
    let steps = ladder.steps();
    let goal = 100.0 * ladder.plan().fit.goal;
    let count = format!("{} skill step{} of {goal:.0} %", steps.found, if steps.found == 1 { "" } else { "s" });
    let count = format!("{count} (95 %: {} to {})", steps.low, steps.high);
    let Some(top) = ladder.top() else { return format!("{count} so far") };
    let max = grouped(top.tried_up_to());
    match top.ceiling() {
        Some(ceiling) => format!("{count}; {}, up to {max} that were tried", ceiling_words(&ceiling)),
        None if top.still_grows() => {
            format!("{count}; strength is still growing at {max} iterations: no end was reached")
        }
        None if top.is_over() => {
            format!("{count}; too few games were played to know where more iterations stop helping")
        }
        None => format!("{count}; where more iterations stop helping is not known yet"),
    }
}

fn ceiling_words(ceiling: &Ceiling) -> String {
    let interval = match (ceiling.low, ceiling.high) {
        (Some(low), Some(high)) => format!("95 %: {} to {}", grouped(low), grouped(high)),
        (Some(low), None) => format!("95 %: at least {}", grouped(low)),
        (None, Some(high)) => format!("95 %: at most {}", grouped(high)),
        (None, None) => "95 %: no bound is known".to_string(),
    };
    format!("beyond about {} ({interval}) more iterations no longer help", iterations(&grouped(ceiling.estimate)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_iteration_is_singular() {
        let words = ceiling_words(&Ceiling { estimate: 1, low: None, high: Some(1) });
        assert_eq!(words, "beyond about 1 iteration (95 %: at most 1) more iterations no longer help");
    }

    #[test]
    fn what_was_reached_never_contradicts_what_was_asked() {
        for (reached, asked, words) in [
            (0.27, 0.3, ": ±27 %, not confirmed by enough games"),
            (0.35, 0.3, ": ±35 %, not the ±30 % asked for"),
            (0.302, 0.3, ": ±30.20 %, not the ±30 % asked for"),
            (0.021, 0.005, ": ±2.1 %, not the ±0.5 % asked for"),
            (0.5, 0.001, ": ±50 %, not the ±0.1 % asked for"),
        ] {
            assert_eq!(reached_words(reached, asked), words);
        }
    }
}
