//! Playing and showing studies: what `complexity`, `resume` and `show` have in common.

use std::time::Instant;

use mctslab_lab::complexity::{Fit, Method, Study, Touchstone};
use mctslab_registry::Conditions;
use mctslab_registry::arena::{
    Adjudication, Agenda, Clock, OpenRun, Openings, Record, RunRow, Settings, Status, Store, StoreError,
};

use crate::cli::Options;
use crate::output::{emit, emit_json, note};
use crate::reports::complexity::Verdict;
use crate::running::{Plan, Stage, conduct, progress_bar, usage};

/// The command of a study.
pub(crate) const COMMAND: &str = "complexity";

/// Whether settings are those of a study.
pub(crate) fn is_study(settings: &Settings) -> bool {
    settings.command == COMMAND
}

/// The study of some settings, before its first game.
pub(crate) fn study(settings: &Settings, seats: usize) -> anyhow::Result<Study> {
    let openings = Openings::parse(&settings.openings).map_err(usage)?;
    Study::new(&settings.format, seats, settings.seed, openings.vary()).map_err(usage)
}

/// No method plays more games than this.
pub(crate) fn most_games(method: &str) -> anyhow::Result<u64> {
    let study = Study::new(method, 2, 0, false).map_err(usage)?;
    Ok(match study.method() {
        Method::Fit(fit) => fit.plan().games,
        Method::Ladder(ladder) => ladder.plan().fit.games * (ladder.plan().steps as u64 + 1),
        Method::Bisection(bisection) => {
            // Each match halves the range at best; nobody knows the bounds before they are found.
            bisection.plan().games * bisection.plan().trials * 20
        }
    })
}

/// The spec of the agent with a number in a study.
pub(crate) fn agent_name(settings: &Settings, number: usize) -> String {
    let [target, touchstone] = settings.agents.as_slice() else { return number.to_string() };
    Touchstone::new(touchstone).map_or_else(|_| number.to_string(), |stone| Study::name(number, target, &stone))
}

/// Plays what is left of a study and prints what came of it.
pub(crate) fn play(
    plan: &Plan,
    store: Option<OpenRun>,
    deadline: Option<Instant>,
    options: &Options,
) -> anyhow::Result<()> {
    let begin = Instant::now();
    let settings = &plan.settings;
    let openings = Openings::parse(&settings.openings).map_err(usage)?;
    let touchstone = Touchstone::new(&settings.agents[1]).map_err(usage)?;
    let target = &settings.agents[0];
    let names = |number: usize| Study::name(number, target, &touchstone);
    let conditions = Conditions {
        openings: &openings,
        clock: settings.clock.as_deref().map(Clock::parse).transpose().map_err(usage)?,
        adjudication: Adjudication::default(),
        seed: settings.seed,
        threads: options.threads(),
        deadline,
    };
    if openings.vary() {
        note(options, &format!("games start from {}, each start with every seating", settings.openings));
    }
    let message = |study: &Study| Some(progress(study, begin));
    let bar = progress_bar(None, options);
    let stage = Stage { game: &*plan.game, names: &names, conditions, store, bar, message: &message };
    let study = conduct(stage, study(settings, plan.game.players())?.until(deadline), options)?;
    print(settings, &plan.names, &study, Some(begin), options)
}

/// Prints the result of a stored study again.
pub(crate) fn show(store: &Store, row: &RunRow, options: &Options) -> anyhow::Result<()> {
    let study = replay(store, row, |_, _| ())?;
    print(&row.settings, &row.names, &study, None, options)?;
    if row.status != Status::Finished && !options.json {
        return emit(&format!("{}: games are still to be played\n", row.status));
    }
    Ok(())
}

/// A stored study as far as it was played; `each` sees every game with the study that it was added to.
pub(crate) fn replay(store: &Store, row: &RunRow, mut each: impl FnMut(&Record, &Study)) -> anyhow::Result<Study> {
    let seats = mctslab_registry::game(&row.settings.game)?.players();
    let mut study = study(&row.settings, seats)?;
    while let Some(round) = study.next() {
        let before = study.games();
        store.games(row.run, round.games.clone(), |record| {
            study.add(&record);
            each(&record, &study);
            Ok::<(), StoreError>(())
        })?;
        if study.games() - before < round.games.end - round.games.start {
            // What came after was decided by the clock or not at all. Part of a batch adds to a curve, but part of a match decides
            // nothing.
            if !matches!(study.method(), Method::Bisection(_)) {
                study = study.until(Some(Instant::now()));
                drop(study.next());
            }
            break;
        }
    }
    Ok(study)
}

fn print(
    settings: &Settings,
    names: &[String],
    study: &Study,
    begin: Option<Instant>,
    options: &Options,
) -> anyhow::Result<()> {
    let verdict = Verdict::new(settings, names, study, begin.map(|begin| begin.elapsed()));
    if options.json { emit_json(&verdict.json()) } else { emit(&verdict.text()) }
}

/// What is known so far, and how long it may take.
fn progress(study: &Study, begin: Instant) -> String {
    match study.method() {
        Method::Fit(fit) => fit_progress(fit, begin),
        Method::Ladder(ladder) => {
            let step = ladder.rungs().len();
            let at = ladder.at_work().map(range_text).unwrap_or_default();
            if ladder.top().is_some() { format!("the most iterations: {at}") } else { format!("step {step}: {at}") }
        }
        Method::Bisection(bisection) => {
            let done = bisection.trials().len();
            let at = study.batches().last().map(|batch| batch.level.iterations);
            let at = at.map(|at| format!(", now {at} iterations")).unwrap_or_default();
            format!("{done} of {} trials{at}", bisection.plan().trials)
        }
    }
}

fn range_text(fit: &Fit) -> String {
    let range = fit.range();
    format!("{:.0} iterations ({:.0} to {:.0})", fit.estimate(), range.low, range.high)
}

fn fit_progress(fit: &Fit, begin: Instant) -> String {
    if fit.path().is_empty() {
        return String::new();
    }
    // The width of a range falls with the square root of the games.
    let range = fit.range();
    let precision = fit.plan().precision;
    let (width, asked) = ((range.high / range.low).ln(), ((1.0 + precision) / (1.0 - precision)).ln());
    let left = begin.elapsed().as_secs_f64() * ((width / asked).powi(2) - 1.0).max(0.0);
    let left = if width > 1.0 { String::new() } else { format!(", about {left:.0} s left") };
    format!("{}{left}", range_text(fit))
}
