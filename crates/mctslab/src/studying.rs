//! Playing and showing studies: what `complexity`, `resume` and `show` have in common.

use std::cell::Cell;
use std::time::Instant;

use mctslab_lab::complexity::{Fit, Method, Study, Touchstone};
use mctslab_lab::report::{far_beyond_budget, interval_words, iterations_text, utc};
use mctslab_registry::Conditions;
use mctslab_registry::arena::{
    Adjudication, Agenda, Clock, OpenRun, Openings, Record, RunRow, Settings, Status, Store, StoreError, now,
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

/// Whether the games of a study were chosen by another version, so that this one fits its own curve to them.
pub(crate) fn is_refitted(settings: &Settings) -> bool {
    settings.version != env!("CARGO_PKG_VERSION") && !settings.format.starts_with("bisection")
}

/// The study of some settings, before its first game.
pub(crate) fn study(settings: &Settings, seats: usize) -> anyhow::Result<Study> {
    let openings = Openings::parse(&settings.openings).map_err(usage)?;
    Study::new(&settings.format, seats, settings.seed, openings.vary()).map_err(usage)
}

/// No method plays more games than this, in a game with so many seats.
pub(crate) fn most_games(method: &str, seats: usize) -> anyhow::Result<u64> {
    let study = Study::new(method, seats, 0, false).map_err(usage)?;
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

/// The day of a moment in seconds since 1970.
pub(crate) fn day(seconds: u64) -> String {
    utc(seconds).chars().take_while(|letter| *letter != ' ').collect()
}

/// Plays what is left of a study.
pub(crate) fn play(
    plan: &Plan,
    store: Option<OpenRun>,
    deadline: Option<Instant>,
    options: &Options,
) -> anyhow::Result<Study> {
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
    let warned = Cell::new(false);
    let bar = progress_bar(None, options);
    let message = |study: &Study| {
        let warning = if let Method::Fit(fit) = study.method() { far_beyond_budget(fit) } else { None };
        if let Some(warning) = warning.filter(|_| !warned.replace(true)) {
            bar.suspend(|| note(options, &warning));
        }
        Some(progress(study, begin))
    };
    let stage = Stage { game: &*plan.game, names: &names, conditions, store, bar: bar.clone(), message: &message };
    conduct(stage, study(settings, plan.game.players())?.until(deadline), options)
}

/// Plays what is left of a study and prints what came of it.
pub(crate) fn play_and_print(
    plan: &Plan,
    store: Option<OpenRun>,
    deadline: Option<Instant>,
    options: &Options,
) -> anyhow::Result<()> {
    let begin = Instant::now();
    let study = play(plan, store, deadline, options)?;
    let date = day(now());
    let verdict = Verdict {
        settings: &plan.settings,
        names: &plan.names,
        study: &study,
        elapsed: Some(begin.elapsed()),
        date: &date,
    };
    print(&verdict, options)
}

/// Prints the result of a stored study again.
pub(crate) fn show(store: &Store, row: &RunRow, options: &Options) -> anyhow::Result<()> {
    let study = replay(store, row, |_, _| ())?;
    let date = day(row.started);
    let verdict = Verdict { settings: &row.settings, names: &row.names, study: &study, elapsed: None, date: &date };
    print(&verdict, options)?;
    if row.status != Status::Finished && !options.json {
        return emit(&format!("{}: games are still to be played\n", row.status));
    }
    Ok(())
}

/// A stored study as far as it was played; `each` sees every game with the study that it was added to.
pub(crate) fn replay(store: &Store, row: &RunRow, mut each: impl FnMut(&Record, &Study)) -> anyhow::Result<Study> {
    let seats = mctslab_registry::game(&row.settings.game)?.players();
    let mut study = study(&row.settings, seats)?;
    let whole =
        |record: Record| if record.fits(usize::MAX, seats) { Ok(record) } else { Err(store.damaged(record.fixture)) };
    if is_refitted(&row.settings) {
        store.games(row.run, 0..u64::MAX, |record| {
            let record = whole(record)?;
            study.observe(&record);
            each(&record, &study);
            Ok::<(), StoreError>(())
        })?;
        study.conclude();
        return Ok(study);
    }
    while let Some(round) = study.next() {
        let before = study.games();
        store.games(row.run, round.games.clone(), |record| {
            let record = whole(record)?;
            study.add(&record);
            each(&record, &study);
            Ok::<(), StoreError>(())
        })?;
        if study.games() - before < round.games.end - round.games.start {
            // What came after was decided by the clock or not at all.
            study = study.until(Some(Instant::now()));
            drop(study.next());
            break;
        }
    }
    Ok(study)
}

fn print(verdict: &Verdict<'_>, options: &Options) -> anyhow::Result<()> {
    if options.json {
        emit_json(&verdict.json())?;
    } else {
        emit(&verdict.text(options.verbose))?;
    }
    if verdict.study.target_never_played() {
        anyhow::bail!("the target forfeited every game: see the forfeits above, or try it with `mctslab engine-check`");
    }
    Ok(())
}

/// What is known so far, and how long it may take.
fn progress(study: &Study, begin: Instant) -> String {
    match study.method() {
        Method::Fit(fit) => fit_progress(fit, begin),
        Method::Ladder(ladder) => match (ladder.top(), ladder.rungs().last()) {
            (Some(top), _) => top.pairs().last().map_or_else(String::new, |pair| {
                format!("{} against {} iterations: {:.3}", pair.level.iterations, pair.fewer, pair.level.score())
            }),
            (None, Some(rung)) => format!("step {}: {}", ladder.rungs().len(), strength_text(&rung.fit)),
            (None, None) => String::new(),
        },
        Method::Bisection(bisection) => {
            let done = bisection.trials().len();
            let at = study.batches().last().map(|batch| batch.level.iterations);
            let at = at.map(|at| format!(", now {at} iterations")).unwrap_or_default();
            format!(
                "{done} of {} trials{at}{}",
                bisection.plan().trials,
                time_left(done as u64, bisection.plan().trials, begin)
            )
        }
    }
}

/// How long the rest takes, if it goes on as before.
fn time_left(done: u64, all: u64, begin: Instant) -> String {
    if done == 0 {
        return String::new();
    }
    let left = begin.elapsed().as_secs_f64() * (all - done.min(all)) as f64 / done as f64;
    format!(", about {left:.0} s left")
}

fn strength_text(fit: &Fit) -> String {
    let strength = fit.strength();
    match strength.estimate {
        Some(estimate) => format!("{} iterations ({})", iterations_text(estimate), interval_words(&strength)),
        None => interval_words(&strength),
    }
}

fn fit_progress(fit: &Fit, begin: Instant) -> String {
    if fit.path().is_empty() {
        return String::new();
    }
    let needed = mctslab_lab::report::games_needed(fit).map(|needed| needed.min(fit.plan().games));
    let left = needed.filter(|_| fit.games() >= 400).map_or_else(String::new, |needed| {
        let rest = needed.saturating_sub(fit.games()) as f64 / fit.games() as f64;
        format!(", about {:.0} s left", begin.elapsed().as_secs_f64() * rest)
    });
    format!("{}{left}", strength_text(fit))
}
