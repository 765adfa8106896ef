//! How strong a player is, for people and for programs.

use std::fmt::Write;
use std::time::Duration;

use mctslab_lab::complexity::{
    Bisection, CONFIDENCE, Fit, FitStatus, Goodness, Ladder, Level, Method, REFERENCE, Saturation, Study, Touchstone,
    known_players,
};
use mctslab_lab::report::{
    Picture, TrialSummary, doubled_score, far_beyond_budget, fitted_curve, fitted_score, games_needed, iterations_text,
    level_interval, precision_reached, remarks, reproduce, scores_of, sentence, step_found, won_words,
};
use mctslab_registry::arena::Settings;
use mctslab_registry::short_game;
use serde_json::{Value, json};

use super::{forfeit_lines, forfeits_json};
use crate::output::{BOLD, DIM, grouped, table};
use crate::studying;

/// Levels that are shown unless all are asked for.
const SHOWN: usize = 8;

/// What came of a study.
pub(crate) struct Verdict<'a> {
    /// What was asked.
    pub(crate) settings: &'a Settings,
    /// Target and touchstone as they are called.
    pub(crate) names: &'a [String],
    /// The study with its method.
    pub(crate) study: &'a Study,
    /// How long it took, if it was played just now.
    pub(crate) elapsed: Option<Duration>,
    /// The day on which it was started.
    pub(crate) date: &'a str,
}

impl Verdict<'_> {
    /// One document.
    pub(crate) fn json(&self) -> Value {
        let (settings, study) = (self.settings, self.study);
        let mut document = json!({
            "game": settings.game, "target": settings.agents[0], "touchstone": settings.agents[1],
            "method": settings.format, "openings": settings.openings, "seed": settings.seed,
            "games": study.games(), "duplicates": study.duplicates(), "forfeits": forfeits_json(study.forfeits()),
            "iterations": study.iterations(), "verdict": self.sentence(), "version": settings.version,
            "date": self.date, "command": reproduce(settings), "confidence": CONFIDENCE,
            "interval": study.method().interval_definition(), "assumes": study.method().assumptions(),
            "reference": REFERENCE, "refitted": studying::is_refitted(settings),
        });
        let more = match study.method() {
            Method::Fit(fit) => fit_json(fit),
            Method::Bisection(bisection) => self.bisection_json(bisection),
            Method::Ladder(ladder) => ladder_json(ladder),
        };
        if let (Some(document), Value::Object(more)) = (document.as_object_mut(), more) {
            document.extend(more);
            if study.target_never_played() {
                for key in ["estimate", "low", "high"] {
                    document.insert(key.to_string(), Value::Null);
                }
                document.insert("status".to_string(), json!(FitStatus::BudgetSpent.word()));
            }
        }
        document
    }

    /// For people: the answer first, then the numbers behind it. `all`: every level.
    pub(crate) fn text(&self, all: bool) -> String {
        let study = self.study;
        let head = match study.method() {
            Method::Ladder(_) => format!("skill ladder of {} in {}", self.names[1], short_game(&self.settings.game)),
            _ => format!("{} in {}", self.names[0], short_game(&self.settings.game)),
        };
        let mut text = format!("{head}\n{BOLD}{}{BOLD:#}\n\n", self.sentence());
        let elapsed = self.elapsed.map(|time| format!(", {:.1} s", time.as_secs_f64())).unwrap_or_default();
        let (games, iterations) = (grouped(study.games()), grouped(study.iterations()));
        let openings = match self.settings.openings.as_str() {
            "none" => String::new(),
            spec => format!(", games start from {spec}"),
        };
        let seed = self.settings.seed;
        let unit = self.unit();
        let _ = writeln!(text, "{games} games, {iterations} iterations of {unit}, seed {seed}{openings}{elapsed}");
        if studying::is_refitted(self.settings) {
            let version = &self.settings.version;
            let _ = writeln!(text, "played by mctslab {version}, shown with the curve of this version over its games");
        }
        let body = match study.method() {
            Method::Fit(fit) => self.fit_text(fit, all),
            Method::Bisection(bisection) => self.bisection_text(bisection),
            Method::Ladder(ladder) => ladder_text(ladder),
        };
        text.push_str(&body);
        let name = |agent: usize| studying::agent_name(self.settings, agent);
        text.push_str(&forfeit_lines(study.forfeits(), name));
        let (duplicates, games) = (study.duplicates(), study.games());
        if duplicates * 20 > games {
            let cure = if self.settings.openings == "none" {
                "; `--openings \"random(plies=4)\"` varies the start"
            } else {
                ""
            };
            let _ = writeln!(text, "identical games: {} of {}{cure}", grouped(duplicates), grouped(games));
        }
        text
    }

    /// The verdict in one sentence.
    pub(crate) fn sentence(&self) -> String {
        sentence(self.study, self.unit())
    }

    /// The touchstone as it is called in a sentence.
    fn unit(&self) -> &str {
        if self.names[1] == "mcts" { "MCTS" } else { &self.names[1] }
    }

    /// The target's own iterations, if it is the touchstone but for them.
    fn known(&self) -> Option<u64> {
        Touchstone::new(&self.settings.agents[1]).ok()?.iterations_of(&self.settings.agents[0])
    }

    /// What the number means: how well twice as many iterations do, and what known players are worth.
    fn meaning(&self, fit: &Fit) -> String {
        let mut text = String::new();
        if let Some(score) = doubled_score(fit) {
            let _ = writeln!(text, "{} with twice as many iterations scores {score:.2} against it", self.unit());
        }
        let known = known_players(&self.settings.game);
        if !known.is_empty() && self.names[1] == "mcts" {
            let known: Vec<String> = known.iter().map(|(name, worth)| format!("{name} {worth}")).collect();
            let _ = writeln!(text, "for comparison, known players in iterations of MCTS: {}", known.join(", "));
        }
        text
    }

    fn fit_text(&self, fit: &Fit, all: bool) -> String {
        let mut text = self.meaning(fit);
        if let (Some(needed), Some(FitStatus::BudgetSpent)) = (games_needed(fit), fit.status()) {
            let asked = 100.0 * fit.plan().precision;
            let _ = writeln!(text, "±{asked:.0} % would take about {} games", grouped(needed));
        }
        let mut levels: Vec<&Level> = fit.levels().collect();
        let hidden = levels.len().saturating_sub(SHOWN);
        if !all && hidden > 0 {
            levels.sort_by_key(|level| (std::cmp::Reverse(level.count.games()), level.iterations));
            levels.truncate(SHOWN);
            levels.sort_by_key(|level| level.iterations);
        }
        let rows = levels.into_iter().map(|level| {
            let interval = level_interval(level, fit);
            vec![
                grouped(level.iterations),
                grouped(level.count.games()),
                grouped(level.count.wins),
                grouped(level.count.draws),
                grouped(level.count.losses),
                format!("{:.3}", level.score()),
                format!("{:.3} to {:.3}", interval.low, interval.high),
                format!("{:.3}", fitted_score(fit, level)),
            ]
        });
        let side = self.unit();
        let [wins, losses, score] = ["wins", "losses", "score"].map(|word| format!("{side} {word}"));
        let columns = [
            ("iterations", true),
            ("games", true),
            (wins.as_str(), true),
            ("draws", true),
            (losses.as_str(), true),
            (score.as_str(), true),
            ("95 %", false),
            ("fitted", true),
        ];
        text.push('\n');
        text.push_str(&table(&columns, rows.collect()));
        if !all && hidden > 0 {
            let _ = writeln!(text, "{DIM}the {SHOWN} levels with the most games; -v shows {hidden} more{DIM:#}");
        }
        let picture = Picture::of(fit);
        let seats: Vec<String> = picture
            .seats
            .iter()
            .enumerate()
            .filter_map(|(seat, score)| Some(format!("{:.3} in seat {seat}", (*score)?)))
            .collect();
        text.push('\n');
        if let (Some(draws), false) = (picture.draws, seats.is_empty()) {
            let share = 100.0 * draws;
            let _ =
                writeln!(text, "near the crossing: {share:.1} % draws; {} scores {}", self.names[0], seats.join(", "));
        }
        for remark in remarks(fit) {
            let _ = writeln!(text, "{remark}");
        }
        text
    }

    fn bisection_json(&self, bisection: &Bisection) -> Value {
        let evaluations: Vec<Value> = bisection
            .evaluations()
            .iter()
            .map(|one| {
                json!({
                    "phase": if one.for_bounds { "bounds" } else { "trial" }, "trial": one.trial,
                    "iterations": one.iterations, "games": one.count.games(), "wins": one.count.wins,
                    "draws": one.count.draws, "losses": one.count.losses, "quality": one.quality,
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
            "low": summary.interval.map(|interval| interval.0), "high": summary.interval.map(|interval| interval.1),
            "lower": summary.lower, "upper": summary.upper,
            "bounds": bisection.bounds().iter().map(|(min, max)| json!([min, max])).collect::<Vec<Value>>(),
            "trials": trials, "evaluations": evaluations, "known": self.known(),
            "missed": self.known().map(|truth| bisection.misses(truth)),
        })
    }

    fn bisection_text(&self, bisection: &Bisection) -> String {
        let mut text = String::from("\n");
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
        let side = self.unit();
        let [wins, losses] = ["wins", "losses"].map(|word| format!("{side} {word}"));
        let columns = [
            ("", false),
            ("iterations", true),
            (wins.as_str(), true),
            ("draws", true),
            (losses.as_str(), true),
            ("TrueSkill quality", true),
        ];
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
            let _ = writeln!(
                text,
                "\nthe target's own {truth} iterations lie outside of the final bounds in {missed} of {all} trials"
            );
        }
        text
    }
}

fn fit_json(fit: &Fit) -> Value {
    let strength = fit.strength();
    let goodness = Goodness::of(fit);
    let picture = Picture::of(fit);
    let look = fit.looked();
    json!({
        "status": fit.status().map_or(FitStatus::BudgetSpent.word(), FitStatus::word),
        "estimate": strength.estimate, "low": strength.low, "high": strength.high, "level": strength.level,
        "goal": fit.plan().goal,
        "precision": {"asked": fit.plan().precision, "reached": precision_reached(fit), "games_needed": games_needed(fit)},
        "evaluations": fit.levels().map(|level| level_json(level, fit)).collect::<Vec<Value>>(),
        "goodness": {"p": goodness.p, "levels": goodness.levels, "poor": goodness.is_poor()},
        "looked_up_to": look.up_to, "falls_at": look.fall, "dispersion": fit.dispersion(),
        "doubled_score": doubled_score(fit), "warning": far_beyond_budget(fit),
        "draw_share": picture.draws, "target_by_seat": picture.seats,
        "curve": fitted_curve(fit).into_iter().map(|at| {
            json!({"iterations": at.iterations, "score": at.score, "low": at.low, "high": at.high})
        }).collect::<Vec<Value>>(),
        "path": fit.path().iter().map(|step| json!({
            "iterations": step.iterations, "games": step.games, "estimate": step.strength.estimate,
            "low": step.strength.low, "high": step.strength.high,
        })).collect::<Vec<Value>>(),
    })
}

fn level_json(level: &Level, fit: &Fit) -> Value {
    let interval = level_interval(level, fit);
    json!({
        "iterations": level.iterations, "games": level.count.games(), "wins": level.count.wins,
        "draws": level.count.draws, "losses": level.count.losses, "score": level.score(),
        "low": interval.low, "high": interval.high, "fitted": fitted_score(fit, level),
        "plies_mean": level.plies as f64 / level.count.games().max(1) as f64,
        "seats": level.seats.iter().map(|seat| json!([seat.wins, seat.draws, seat.losses])).collect::<Vec<Value>>(),
    })
}

fn bisection_status(bisection: &Bisection) -> &'static str {
    match (bisection.out_of_range(), bisection.is_over()) {
        (true, _) => "above-range",
        (false, true) => "ok",
        (false, false) => "budget-spent",
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
    let (steps, top) = (ladder.steps(), ladder.top());
    let ceiling = top.and_then(Saturation::ceiling);
    let status = match (top, &ceiling) {
        (Some(top), _) if !top.is_over() => FitStatus::BudgetSpent,
        (Some(_), Some(_)) => FitStatus::NoCrossing,
        (Some(_), None) => FitStatus::AboveRange,
        (None, _) => FitStatus::BudgetSpent,
    };
    let pairs: Vec<Value> = top
        .into_iter()
        .flat_map(Saturation::pairs)
        .map(|pair| {
            let (count, interval) = (pair.level.count, scores_of(&pair.level.count).interval());
            json!({
                "fewer": pair.fewer, "iterations": pair.level.iterations, "games": count.games(), "wins": count.wins,
                "draws": count.draws, "losses": count.losses, "score": pair.level.score(), "low": interval.low,
                "high": interval.high, "more_win": won_words(pair.won),
            })
        })
        .collect();
    json!({
        "status": status.word(), "estimate": ceiling.map(|ceiling| ceiling.estimate),
        "low": ceiling.and_then(|ceiling| ceiling.low), "high": ceiling.and_then(|ceiling| ceiling.high),
        "steps": {"found": steps.found, "low": steps.low, "high": steps.high},
        "tried_up_to": top.map(Saturation::tried_up_to), "rungs": rungs, "evaluations": pairs,
    })
}

fn ladder_text(ladder: &Ladder) -> String {
    let rows = ladder.rungs().iter().enumerate().map(|(number, rung)| {
        let [step, interval] = step_found(&rung.fit);
        let draws = Picture::of(&rung.fit).draws;
        vec![
            (number + 1).to_string(),
            grouped(rung.from),
            step,
            interval,
            draws.map(|draws| format!("{:.1} %", 100.0 * draws)).unwrap_or_default(),
            grouped(rung.fit.games()),
        ]
    });
    let columns =
        [("step", true), ("from", true), ("iterations", true), ("95 %", false), ("draws", true), ("games", true)];
    let mut text = String::from("\n") + &table(&columns, rows.collect());
    let rows: Vec<Vec<String>> = ladder
        .top()
        .into_iter()
        .flat_map(Saturation::pairs)
        .map(|pair| {
            let interval = scores_of(&pair.level.count).interval();
            vec![
                grouped(pair.fewer),
                grouped(pair.level.iterations),
                grouped(pair.level.count.games()),
                format!("{:.3}", pair.level.score()),
                format!("{:.3} to {:.3}", interval.low, interval.high),
                won_words(pair.won).to_string(),
            ]
        })
        .collect();
    if !rows.is_empty() {
        let columns = [
            ("iterations", true),
            ("against more", true),
            ("games", true),
            ("score of more", true),
            ("95 %", false),
            ("more win", false),
        ];
        text.push('\n');
        text.push_str(&table(&columns, rows));
    }
    text
}

/// The estimate with its interval in a cell.
pub(crate) fn cell(study: &Study) -> (String, String) {
    let (estimate, low, high) = match study.method() {
        Method::Fit(fit) => {
            let strength = fit.strength();
            (strength.estimate, strength.low, strength.high)
        }
        Method::Bisection(bisection) => {
            let summary = TrialSummary::of(bisection);
            let ends = summary.interval;
            (summary.estimate, ends.map(|ends| ends.0), ends.map(|ends| ends.1))
        }
        Method::Ladder(_) => (None, None, None),
    };
    let text = |end: Option<f64>| end.map_or("?".to_string(), iterations_text);
    let estimate = estimate.map_or("-".to_string(), iterations_text);
    (estimate, format!("{} to {}", text(low), text(high)))
}
