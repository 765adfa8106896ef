//! How strong a player is, for people and for programs.

use std::fmt::Write;
use std::time::Duration;

use mctslab_lab::complexity::{Bisection, Fit, FitStatus, Goodness, Ladder, Level, Method, Study, Touchstone};
use mctslab_lab::report::{Picture, TrialSummary, fitted_curve, iterations_text, level_interval, remarks};
use mctslab_registry::arena::Settings;
use serde_json::{Value, json};

use super::{forfeit_lines, forfeits_json};
use crate::output::{BOLD, DIM, grouped, table};
use crate::studying;

/// What came of a study.
pub(crate) struct Verdict<'a> {
    settings: &'a Settings,
    names: &'a [String],
    study: &'a Study,
    elapsed: Option<Duration>,
}

impl<'a> Verdict<'a> {
    pub(crate) fn new(
        settings: &'a Settings,
        names: &'a [String],
        study: &'a Study,
        elapsed: Option<Duration>,
    ) -> Verdict<'a> {
        Verdict { settings, names, study, elapsed }
    }

    /// One document.
    pub(crate) fn json(&self) -> Value {
        let mut document = json!({
            "game": self.settings.game, "target": self.settings.agents[0], "touchstone": self.settings.agents[1],
            "method": self.settings.format, "openings": self.settings.openings, "seed": self.settings.seed,
            "games": self.study.games(), "duplicates": self.study.duplicates(), "forfeits": forfeits_json(self.study.forfeits()), "iterations": self.study.iterations(), "verdict": self.sentence(),
        });
        let more = match self.study.method() {
            Method::Fit(fit) => fit_json(fit),
            Method::Bisection(bisection) => self.bisection_json(bisection),
            Method::Ladder(ladder) => ladder_json(ladder),
        };
        if let (Some(document), Value::Object(more)) = (document.as_object_mut(), more) {
            document.extend(more);
        }
        document
    }

    /// For people.
    pub(crate) fn text(&self) -> String {
        let head = match self.study.method() {
            Method::Ladder(_) => format!("skill ladder of {}", self.names[1]),
            _ => format!("{} against {}", self.names[0], self.names[1]),
        };
        let mut text = format!("{BOLD}{}{BOLD:#}  {head}, seed {}\n\n", self.settings.game, self.settings.seed);
        let body = match self.study.method() {
            Method::Fit(fit) => fit_text(fit),
            Method::Bisection(bisection) => self.bisection_text(bisection),
            Method::Ladder(ladder) => ladder_text(ladder),
        };
        text.push_str(&body);
        let elapsed = self.elapsed.map(|time| format!(", {:.1} s", time.as_secs_f64())).unwrap_or_default();
        let openings = match self.settings.openings.as_str() {
            "none" => String::new(),
            spec => format!("\n{DIM}games started from {spec}{DIM:#}"),
        };
        let name = |agent: usize| studying::agent_name(self.settings, agent);
        text.push_str(&forfeit_lines(self.study.forfeits(), name));
        let (duplicates, games) = (self.study.duplicates(), self.study.games());
        if duplicates * 20 > games {
            let cure = if self.settings.openings == "none" {
                "; `--openings \"random(plies=4)\"` varies the start"
            } else {
                ""
            };
            writeln!(text, "identical games: {} of {}{cure}", grouped(duplicates), grouped(games)).expect("text grows");
        }
        let spent = format!("{} games, {} iterations", grouped(self.study.games()), grouped(self.study.iterations()));
        write!(text, "\n{BOLD}{}{BOLD:#}; {spent}{elapsed}{openings}\n", self.sentence()).expect("text grows");
        text
    }

    /// The verdict in one sentence.
    pub(crate) fn sentence(&self) -> String {
        let name = if self.names[1] == "mcts" { "MCTS" } else { &self.names[1] };
        match self.study.method() {
            Method::Fit(fit) => fit_sentence(fit, name),
            Method::Bisection(bisection) => bisection_sentence(bisection, name),
            Method::Ladder(ladder) => ladder_sentence(ladder),
        }
    }

    /// The target's own iterations, if it is the touchstone but for them.
    fn known(&self) -> Option<u64> {
        Touchstone::new(&self.settings.agents[1]).ok()?.iterations_of(&self.settings.agents[0])
    }

    fn bisection_json(&self, bisection: &Bisection) -> Value {
        let evaluations: Vec<Value> = bisection
            .evaluations()
            .iter()
            .map(|one| {
                json!({
                    "phase": if one.for_bounds { "bounds" } else { "trial" }, "trial": one.trial,
                    "iterations": one.iterations, "games": one.count.games(), "wins": one.count.wins,
                    "ties": one.count.draws, "losses": one.count.losses, "quality": one.quality,
                })
            })
            .collect();
        let summary = TrialSummary::of(bisection);
        let trials: Vec<Value> = bisection
            .trials()
            .iter()
            .map(|trial| json!({"lower": trial.lower, "upper": trial.upper, "estimate": trial.estimate}))
            .collect();
        json!({
            "status": bisection_status(bisection), "estimate": summary.estimate, "standard_error": summary.error,
            "low": summary.range.map(|range| range.0), "high": summary.range.map(|range| range.1),
            "lower": summary.lower, "upper": summary.upper,
            "bounds": bisection.bounds().iter().map(|(min, max)| json!([min, max])).collect::<Vec<Value>>(),
            "trials": trials, "evaluations": evaluations, "known": self.known(),
            "missed": self.known().map(|truth| bisection.misses(truth)),
        })
    }

    fn bisection_text(&self, bisection: &Bisection) -> String {
        let mut text = String::new();
        let rows = bisection.evaluations().iter().map(|one| {
            let phase = if one.for_bounds { "bounds" } else { "trial" };
            let count = one.count;
            vec![
                format!("{phase} {}", one.trial),
                grouped(one.iterations),
                grouped(count.wins),
                grouped(count.draws),
                grouped(count.losses),
                format!("{:.3}", one.quality),
            ]
        });
        let columns =
            [("", false), ("iterations", true), ("wins", true), ("ties", true), ("losses", true), ("quality", true)];
        text.push_str(&table(&columns, rows.collect()));
        let rows: Vec<Vec<String>> = bisection
            .trials()
            .iter()
            .enumerate()
            .map(|(number, trial)| {
                vec![
                    format!("trial {}", number + 1),
                    grouped(trial.lower),
                    grouped(trial.upper),
                    grouped(trial.estimate),
                ]
            })
            .collect();
        if !rows.is_empty() {
            text.push('\n');
            text.push_str(&table(&[("", false), ("lower", true), ("upper", true), ("estimate", true)], rows));
        }
        if let Some(truth) = self.known() {
            let (missed, all) = (bisection.misses(truth), bisection.trials().len());
            writeln!(
                text,
                "\nthe target's own {truth} iterations lie outside of the final interval in {missed} of {all} trials"
            )
            .expect("text grows");
        }
        text
    }
}

/// So many iterations.
fn plural(count: &str) -> String {
    format!("{count} iteration{}", if count == "1" { "" } else { "s" })
}

fn fit_sentence(fit: &Fit, name: &str) -> String {
    let range = fit.range();
    let [min, max] = [fit.plan().min, fit.plan().max].map(|bound| plural(&grouped(bound)));
    let estimate = plural(&iterations_text(fit.estimate()));
    let between = format!("(95 %: {} to {})", iterations_text(range.low), iterations_text(range.high));
    match fit.status() {
        Some(FitStatus::BelowRange) => format!("out of range: weaker than {name} with {min}"),
        Some(FitStatus::AboveRange) => format!("out of range: stronger than {name} with {max}"),
        Some(FitStatus::NoCrossing) => {
            format!("as strong as {name} with {estimate} or more {between}: the score stays level from there")
        }
        Some(FitStatus::Ok) if fit.posterior().level_below() > 0.5 => {
            format!("as strong as {name} with {estimate} {between}: the score is level all over that stretch")
        }
        Some(FitStatus::Ok) => format!("as strong as {name} with {estimate} {between}"),
        Some(FitStatus::BudgetSpent) => {
            format!("as strong as {name} with about {estimate} {between}, when the budget was spent")
        }
        None => format!("so far as strong as {name} with about {estimate} {between}"),
    }
}

fn fit_json(fit: &Fit) -> Value {
    let range = fit.range();
    let (estimate, low, high) = match fit.status() {
        Some(FitStatus::BelowRange) => (None, None, Some(fit.plan().min as f64)),
        Some(FitStatus::AboveRange) => (None, Some(fit.plan().max as f64), None),
        _ => (Some(fit.estimate()), Some(range.low), Some(range.high)),
    };
    let goodness = Goodness::of(fit);
    let (below, above) = fit.posterior().slopes();
    let picture = Picture::of(fit);
    json!({
        "status": fit.status().map_or("budget-spent", FitStatus::word),
        "estimate": estimate, "low": low, "high": high, "goal": fit.plan().goal,
        "evaluations": fit.levels().map(|level| level_json(level, fit)).collect::<Vec<Value>>(),
        "goodness": {"p": goodness.p, "falls_between": goodness.fall.map(|(fewer, more)| json!([fewer, more]))},
        "slope_below": below, "slope_above": above, "dispersion": fit.dispersion(),
        "level_below": fit.posterior().level_below(), "level_above": fit.posterior().level_above(),
        "draw_share": picture.draws, "target_by_seat": picture.seats,
        "curve": fitted_curve(fit).into_iter().map(|at| {
            json!({"iterations": at.iterations, "score": at.score, "low": at.low, "high": at.high})
        }).collect::<Vec<Value>>(),
        "path": fit.path().iter().map(|step| json!({
            "iterations": step.iterations, "games": step.games, "estimate": step.estimate, "low": step.low, "high": step.high,
        })).collect::<Vec<Value>>(),
    })
}

fn level_json(level: &Level, fit: &Fit) -> Value {
    let range = level_interval(level, fit);
    json!({
        "iterations": level.iterations, "games": level.count.games(), "wins": level.count.wins,
        "ties": level.count.draws, "losses": level.count.losses, "score": level.score(), "low": range.low, "high": range.high,
        "fitted": fit.posterior().score(level.point().x).0,
        "plies_mean": level.plies as f64 / level.count.games().max(1) as f64,
        "seats": level.seats.iter().map(|seat| json!([seat.wins, seat.draws, seat.losses])).collect::<Vec<Value>>(),
    })
}

fn fit_text(fit: &Fit) -> String {
    let rows = fit.levels().map(|level| {
        let range = level_interval(level, fit);
        vec![
            grouped(level.iterations),
            grouped(level.count.games()),
            grouped(level.count.wins),
            grouped(level.count.draws),
            grouped(level.count.losses),
            format!("{:.3}", level.score()),
            format!("{:.3} to {:.3}", range.low, range.high),
            format!("{:.3}", fit.posterior().score(level.point().x).0),
        ]
    });
    let columns = [
        ("iterations", true),
        ("games", true),
        ("wins", true),
        ("draws", true),
        ("losses", true),
        ("score", true),
        ("95 %", false),
        ("fitted", true),
    ];
    let mut text = table(&columns, rows.collect());
    let picture = Picture::of(fit);
    let seats: Vec<String> = picture
        .seats
        .iter()
        .enumerate()
        .filter_map(|(seat, score)| Some(format!("{:.3} in seat {seat}", (*score)?)))
        .collect();
    if let (Some(draws), false) = (picture.draws, seats.is_empty()) {
        writeln!(text, "\nnear the crossing: {:.1} % draws, the target scores {}", 100.0 * draws, seats.join(", "))
            .expect("text grows");
    }
    for remark in remarks(fit) {
        writeln!(text, "{remark}").expect("text grows");
    }
    text
}

fn bisection_status(bisection: &Bisection) -> &'static str {
    match (bisection.out_of_range(), bisection.is_over()) {
        (true, _) => "above-range",
        (false, true) => "ok",
        (false, false) => "budget-spent",
    }
}

fn bisection_sentence(bisection: &Bisection, name: &str) -> String {
    let summary = TrialSummary::of(bisection);
    let trials = bisection.trials().len();
    match (summary.estimate, summary.error) {
        _ if bisection.out_of_range() => "out of range: no upper bound was found".to_string(),
        (Some(estimate), Some(error)) => {
            format!(
                "as strong as {name} with {estimate:.1} ± {error:.1} iterations (mean and standard error of {trials} trials)"
            )
        }
        (Some(estimate), None) => format!("as strong as {name} with {estimate:.1} iterations (one trial)"),
        (None, _) => "no trial has ended yet".to_string(),
    }
}

fn ladder_json(ladder: &Ladder) -> Value {
    let rungs: Vec<Value> = ladder
        .rungs()
        .iter()
        .map(|rung| {
            let mut one = fit_json(&rung.fit);
            if let Some(one) = one.as_object_mut() {
                one.insert("from".to_string(), json!(rung.from));
            }
            one
        })
        .collect();
    let top = ladder.top().map(fit_json);
    let pick = |key: &str| top.as_ref().map_or(Value::Null, |top| top[key].clone());
    json!({
        "status": pick("status"), "estimate": pick("estimate"), "low": pick("low"), "high": pick("high"),
        "rungs": rungs, "evaluations": pick("evaluations"), "top": top,
    })
}

fn ladder_text(ladder: &Ladder) -> String {
    let rows = ladder.rungs().iter().enumerate().map(|(number, rung)| {
        let (fit, range) = (&rung.fit, rung.fit.range());
        let picture = Picture::of(fit);
        let found = match fit.status() {
            Some(FitStatus::AboveRange) => [format!("above {}", grouped(fit.plan().max)), String::new()],
            _ => [
                iterations_text(fit.estimate()),
                format!("{} to {}", iterations_text(range.low), iterations_text(range.high)),
            ],
        };
        let [step, between] = found;
        let share = |value: Option<f64>| value.map(|value| format!("{:.1} %", 100.0 * value)).unwrap_or_default();
        let first = picture.seats.first().copied().flatten();
        vec![
            (number + 1).to_string(),
            grouped(rung.from),
            step,
            between,
            share(picture.draws),
            first.map(|score| format!("{score:.3}")).unwrap_or_default(),
            grouped(fit.games()),
        ]
    });
    let columns = [
        ("step", true),
        ("from", true),
        ("iterations", true),
        ("95 %", false),
        ("draws", true),
        ("weaker in seat 0", true),
        ("games", true),
    ];
    table(&columns, rows.collect())
}

fn ladder_sentence(ladder: &Ladder) -> String {
    let steps = ladder.rungs().iter().filter(|rung| rung.fit.status() == Some(FitStatus::Ok)).count();
    let goal = 100.0 * ladder.plan().fit.goal;
    let max = grouped(ladder.plan().fit.max);
    let steps = format!("{steps} steps of {goal:.0} %");
    let Some(top) = ladder.top().filter(|top| top.status().is_some()) else { return format!("{steps} so far") };
    let range = top.range();
    let between = format!("(95 %: {} to {})", iterations_text(range.low), iterations_text(range.high));
    if top.status() == Some(FitStatus::NoCrossing) {
        return format!("{steps}; beyond {} iterations {between} more no longer win", iterations_text(top.estimate()));
    }
    format!(
        "{steps}; up to {max} iterations more still win: those are matched by {} {between}",
        iterations_text(top.estimate())
    )
}
