//! Playing a run: what `match`, `tournament` and `resume` have in common.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use mctslab_lab::report::{Anchor, quoted};
use mctslab_registry::arena::{
    Agenda, Contest, Course, Ending, Names, OpenRun, Openings, Run, RunRow, Settings, Stop, Store, Summary,
    adjudication_spec, resignation_spec,
};
use mctslab_registry::{AnyGame, Conditions, RegistryError};

use crate::cli::{Options, RunArgs};
use crate::commands::show;
use crate::interrupt;
use crate::output::{Usage, emit, emit_json, grouped, note};
use crate::reports::Outcome;

/// A run about to be played.
pub(crate) struct Plan {
    /// The game.
    pub(crate) game: Box<dyn AnyGame>,
    /// All that the records depend on.
    pub(crate) settings: Settings,
    /// The agents as they were typed.
    pub(crate) names: Vec<String>,
}

/// Who plays what how often.
pub(crate) struct Request<'a> {
    /// `match` or `tournament`.
    pub(crate) command: &'a str,
    /// The game's spec.
    pub(crate) game: &'a str,
    /// The agents' specs.
    pub(crate) agents: &'a [String],
    /// Games of each table.
    pub(crate) games: u64,
    /// `match`, or a tournament's resolved format.
    pub(crate) format: String,
}

impl Plan {
    /// Resolves everything that was typed.
    pub(crate) fn new(request: Request<'_>, args: &RunArgs, options: &Options) -> anyhow::Result<Plan> {
        let game = mctslab_registry::game(request.game)?;
        let agents = request.agents.iter().map(|agent| game.agent(agent)).collect::<Result<Vec<String>, _>>()?;
        let openings = Openings::parse(&args.openings).map_err(usage)?;
        mctslab_registry::allow_openings(&*game, &agents, &openings)?;
        let stop = args.stop.as_deref().map(Stop::parse).transpose().map_err(usage)?;
        let clock = args.clock.as_deref().map(mctslab_registry::arena::Clock::parse).transpose().map_err(usage)?;
        let settings = Settings {
            command: request.command.to_string(),
            game: game.spec().to_string(),
            agents,
            games: request.games,
            format: request.format,
            openings: openings.spec().to_string(),
            openings_digest: openings.digest(),
            clock: clock.map(|clock| clock.to_string()),
            adjudicate: args.adjudicate.as_deref().map(adjudication_spec).transpose().map_err(usage)?,
            resign: args.resign.as_deref().map(resignation_spec).transpose().map_err(usage)?,
            stop: stop.map(|stop| stop.spec().to_string()),
            seed: options.seed,
            version: env!("CARGO_PKG_VERSION").to_string(),
        };
        let names = request.agents.iter().map(|agent| mctslab_registry::agent_name(agent)).collect();
        Ok(Plan { game, settings, names })
    }

    /// The plan of a stored run, resolved again; the error says what has changed since. A store is data: its agents start
    /// programs only where the command line allows it.
    pub(crate) fn of_row(row: &RunRow, options: &Options) -> anyhow::Result<Plan> {
        let stored = &row.settings;
        let specs = stored.agents.iter().map(String::as_str);
        mctslab_registry::allow_engines(&format!("run {}", row.run), specs, options.allow_engines)?;
        let game = mctslab_registry::game(&stored.game)?;
        let agents = stored.agents.iter().map(|agent| game.agent(agent)).collect::<Result<Vec<String>, _>>()?;
        let openings = Openings::parse(&stored.openings).map_err(usage)?;
        let now = Settings {
            game: game.spec().to_string(),
            agents,
            openings: openings.spec().to_string(),
            openings_digest: openings.digest(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            ..stored.clone()
        };
        refuse_changes(row, &now, "bring back what was changed, or start a new run")?;
        Ok(Plan { game, settings: now, names: row.names.clone() })
    }
}

/// Which agents are not known to move at random: those that are deterministic, and programs, of which nobody knows.
pub(crate) fn not_random(game: &dyn AnyGame, agents: &[String]) -> Result<Vec<bool>, RegistryError> {
    let fixed = |agent: &String| Ok(mctslab_registry::starts_programs(agent) || game.deterministic(agent)?);
    agents.iter().map(fixed).collect()
}

/// Whether an agent is known to be deterministic. A program is not started to be asked: it may play as it likes.
pub(crate) fn plays_alike(game: &dyn AnyGame, agent: &str) -> Result<bool, RegistryError> {
    Ok(!mctslab_registry::starts_programs(agent) && game.deterministic(agent)?)
}

/// An error about what was asked.
pub(crate) fn usage(error: impl std::fmt::Display) -> anyhow::Error {
    Usage(error.to_string()).into()
}

/// Refuses to go on with a run under other settings, names them, and says what to do.
fn refuse_changes(row: &RunRow, now: &Settings, cure: &str) -> anyhow::Result<()> {
    let changes = row.settings.differences(now);
    if changes.is_empty() {
        return Ok(());
    }
    let list = changes.join("\n  ");
    anyhow::bail!(
        "run {} was started with other settings, and its games would not go together:\n  {list}\n{cure}",
        row.run
    )
}

/// The agent of a stored tournament that its ratings are to be relative to.
pub(crate) fn anchor_of(row: &RunRow, typed: Option<&str>) -> anyhow::Result<Option<Anchor>> {
    let Some(text) = typed else { return Ok(None) };
    if row.settings.command != "tournament" {
        let (run, command) = (row.run, &row.settings.command);
        return Err(usage(format!("`--anchor` is for ratings of a tournament: run {run} is a {command}")));
    }
    Anchor::parse(text, &row.names).map(Some).map_err(usage)
}

/// Refuses a seed that is not the run's: a run has its own, and another would be ignored.
pub(crate) fn refuse_other_seed(row: &RunRow, options: &Options) -> anyhow::Result<()> {
    let (run, own) = (row.run, row.settings.seed);
    let Some(typed) = options.typed_seed.filter(|&typed| typed != own) else { return Ok(()) };
    Err(usage(format!(
        "run {run} has seed {own}, not {typed}, and keeps it: leave `--seed {typed}` out, or start a new run with \
         `mctslab {} … --seed {typed}`",
        row.settings.command
    )))
}

/// Plays a new run, or the one to be resumed, and prints what came of it; ratings are relative to `anchor`, if there is one.
pub(crate) fn run(plan: Plan, args: &RunArgs, anchor: Option<Anchor>, options: &Options) -> anyhow::Result<()> {
    let terms = plan.settings.terms(plan.game.players()).map_err(usage)?;
    // Positions that are wrong are reported before anything is stored.
    drop(plan.game.openings(&terms.openings, plan.settings.seed)?);
    let store = match args.resume {
        _ if args.no_store => None,
        None => Some(Store::open(&args.store.db)?.start(&plan.settings, &plan.names, terms.course.planned())?),
        Some(number) => {
            let store = Store::open_for_writing(&args.store.db)?;
            let row = store.run(number)?;
            let resume = resume_command(&row, &args.store.db);
            let cure =
                format!("`{resume}` plays it on with its own settings; without `--resume` these start a new run");
            refuse_changes(&row, &plan.settings, &cure)?;
            Some(store.take_up(number)?)
        }
    };
    play(&plan, store, anchor, options)
}

/// Plays what is left of a match or a tournament and prints what came of it.
pub(crate) fn play(
    plan: &Plan,
    store: Option<OpenRun>,
    anchor: Option<Anchor>,
    options: &Options,
) -> anyhow::Result<()> {
    let start = Instant::now();
    let settings = &plan.settings;
    let terms = settings.terms(plan.game.players()).map_err(usage)?;
    let bar = progress_bar(Some(terms.course.planned()), options);
    let names = |agent: usize| settings.agents[agent].clone();
    let conditions = Conditions {
        openings: &terms.openings,
        clock: terms.clock,
        adjudication: terms.adjudication,
        seed: settings.seed,
        threads: options.threads(),
        deadline: None,
    };
    let message = |contest: &Contest| progress_message(&contest.summary, &contest.course);
    let stage = Stage { game: &*plan.game, names: &names, conditions, store, bar, message: &message };
    let contest = Contest::new(terms.course).deterministic(not_random(&*plan.game, &settings.agents)?);
    let (contest, interrupted) = conduct_or_stop(stage, contest, options)?;
    match &interrupted {
        // What a program reads must be whole.
        Some(_) if options.json => {}
        // The store also has games that an earlier runner played.
        Some(Interrupted { place: Some((number, path)), .. }) => {
            let store = Store::open_existing(path)?;
            show::table(&store, &store.run(*number)?, anchor, options)?;
        }
        _ => {
            let outcome = Outcome::new(settings, &plan.names, &contest.summary, &contest.course, anchor);
            if options.json { emit_json(&outcome.json()) } else { emit(&outcome.text(Some(start.elapsed()))) }?;
        }
    }
    interrupted.map_or(Ok(()), |interrupted| Err(interrupted.error()))
}

/// What a run needs beside its agenda.
pub(crate) struct Stage<'a, A> {
    /// The game.
    pub(crate) game: &'a dyn AnyGame,
    /// The agents' specs by their numbers.
    pub(crate) names: &'a Names<'a>,
    /// How games are played.
    pub(crate) conditions: Conditions<'a>,
    /// Where they are kept.
    pub(crate) store: Option<OpenRun>,
    /// What is shown meanwhile.
    pub(crate) bar: ProgressBar,
    /// How far the run is, in words.
    pub(crate) message: &'a dyn Fn(&A) -> Option<String>,
}

/// A run that was interrupted.
struct Interrupted {
    /// Its number and its store, if it has one.
    place: Option<(i64, PathBuf)>,
    /// What to type to go on with it.
    resume: Option<String>,
}

impl Interrupted {
    /// What to say: how to go on.
    fn error(&self) -> anyhow::Error {
        anyhow::anyhow!("interrupted; {}", resume_hint(self.resume.as_deref()))
    }
}

/// Plays a run to its end or its deadline and gives its agenda back; an interrupted run is an error that says how to go on.
pub(crate) fn conduct<A: Agenda>(stage: Stage<'_, A>, agenda: A, options: &Options) -> anyhow::Result<A> {
    match conduct_or_stop(stage, agenda, options)? {
        (agenda, None) => Ok(agenda),
        (_, Some(interrupted)) => Err(interrupted.error()),
    }
}

/// Plays a run to its end or until it is interrupted, and gives its agenda back.
fn conduct_or_stop<A: Agenda>(
    stage: Stage<'_, A>,
    agenda: A,
    options: &Options,
) -> anyhow::Result<(A, Option<Interrupted>)> {
    let Stage { game, names, conditions, store, bar, message } = stage;
    let stop = interrupt::flag();
    let place = store.as_ref().map(|run| (run.number(), run.store().path().to_path_buf()));
    let mut resume = None;
    if let Some(run) = &store {
        let path = run.store().path();
        note(options, &format!("run {} in {}", run.number(), path.display()));
        resume = Some(resume_command(&run.store().run(run.number())?, path));
    }
    let watch = Box::new(|games: u64, agenda: &A| show_progress(&bar, games, message(agenda), &stop, options));
    let mut run = Run::new(agenda, Box::new(names), store, watch)?;
    let ending = game.play_run(names, &conditions, &stop, &mut run);
    let (agenda, store) = run.finish()?;
    bar.finish_and_clear();
    let ending = ending.map_err(|error| match error {
        RegistryError::Run(message) => anyhow::anyhow!("{message}\n{}", resume_hint(resume.as_deref())),
        other => other.into(),
    })?;
    match (ending, store) {
        (Ending::Stopped, _) => return Ok((agenda, Some(Interrupted { place, resume }))),
        (Ending::OutOfTime, _) => note(options, &format!("the time is over; {}", resume_hint(resume.as_deref()))),
        (Ending::Over, Some(store)) => store.finish()?,
        (Ending::Over, None) => {}
    }
    Ok((agenda, None))
}

/// How to go on with a run.
fn resume_hint(resume: Option<&str>) -> String {
    match resume {
        Some(command) => format!("finished games are kept: `{command}` continues"),
        None => "nothing is kept without a store".to_string(),
    }
}

/// What to type to go on with a run.
fn resume_command(row: &RunRow, store: &Path) -> String {
    let mut command = format!("mctslab resume {}", row.run);
    if store.as_os_str() != "mctslab.db" {
        command += " --db ";
        command += &quoted(&store.display().to_string());
    }
    if row.settings.agents.iter().any(|agent| mctslab_registry::starts_programs(agent)) {
        command += " --allow-engines";
    }
    command
}

fn show_progress(bar: &ProgressBar, games: u64, message: Option<String>, stop: &AtomicBool, options: &Options) {
    bar.set_position(games);
    if stop.load(Ordering::Relaxed) && !bar.prefix().contains("stopping") {
        bar.set_prefix("stopping ");
        bar.suspend(|| note(options, "stopping when the running games are over; Ctrl-C again stops now"));
    }
    if let Some(message) = message {
        bar.set_message(message);
    }
}

/// How the first agent stands, and the stop rule.
fn progress_message(summary: &Summary, course: &Course) -> Option<String> {
    let mean = summary.total(0).scores.mean()?;
    let range = summary.interval(0);
    let rule = course.stop().map(|stop| format!(", {}", stop.state(summary).short())).unwrap_or_default();
    Some(format!("score {mean:.3} ({:.3} to {:.3}){rule}", range.low, range.high))
}

/// A bar on a terminal, nothing elsewhere; without a length where nobody knows how many games there will be.
pub(crate) fn progress_bar(games: Option<u64>, options: &Options) -> ProgressBar {
    let bar = games.map_or_else(ProgressBar::no_length, ProgressBar::new);
    if options.quiet {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    let template = match games {
        Some(_) => "{prefix}{bar:30} {human_pos}/{human_len} games, {rate}, {eta} left  {msg}",
        None => "{prefix}{human_pos} games, {rate}  {msg}",
    };
    let style = ProgressStyle::with_template(template).expect("a valid template");
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        // What cannot be shown is no reason to stop.
        write!(out, "{} a second", grouped(state.per_sec().round() as u64)).unwrap_or_default();
    };
    bar.set_style(style.with_key("rate", rate).progress_chars("━╸─"));
    bar
}
