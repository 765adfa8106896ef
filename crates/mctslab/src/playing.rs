//! Playing runs from the command line: progress on a terminal, Ctrl-C, and how to go on.

use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use mctslab_lab::arena::{Flags, RunRow, Store, interrupt};
use mctslab_lab::{
    Anchor, Audience, Document, Lab, MakeCrew, News, Players, ProgressOfAll, Request, Run, RunState, TextOptions,
    ending, kept_of, kept_so_far, play_runs, resume_with, start, unit_of, with_found,
};

use crate::cli::{CrewArgs, Options, RunArgs};
use crate::crews;
use crate::hints::store_option;
use crate::lab::lab;
use crate::output::{emit, emit_json, grouped, note, usage};

/// Plans and plays a match or a tournament, or goes on with one, and prints what it found.
pub(crate) fn run(request: &Request, args: &RunArgs, anchor: Option<Anchor>, options: &Options) -> anyhow::Result<()> {
    let begin = Instant::now();
    let plan = lab().plan(request)?;
    let run = match args.resume {
        None => start(lab(), plan, args.keep.place())?,
        Some(number) => {
            let store = Store::open_for_writing(&args.keep.store.db)?;
            let resume = format!("mctslab resume {number}{}", store_option(&args.keep.store.db));
            let cure =
                format!("`{resume}` continues it with its own settings; without `--resume` this starts a new run");
            resume_with(lab(), store, number, plan, &cure)?
        }
    };
    let runs = play(vec![run], &args.keep.crew, None, options)?;
    finish(runs, anchor, begin.elapsed(), options)
}

/// Prints what runs of one kind found, several of them in one document, and what to do if they were
/// interrupted. What a program reads must be whole.
pub(crate) fn finish(
    runs: Vec<Run>,
    anchor: Option<Anchor>,
    elapsed: Duration,
    options: &Options,
) -> anyhow::Result<()> {
    let interrupted = refuse_interrupted(&runs);
    let page = page_of_several(&runs);
    if interrupted.is_ok() || !options.json {
        let elapsed = interrupted.is_ok().then_some(elapsed);
        with_found(lab(), runs, anchor, |document| print(document, elapsed, options))??;
        if let Some(page) = page {
            note(options, &format!("`{page}` makes one page of these runs"));
        }
    }
    interrupted
}

/// What to type for one page of several stored runs.
fn page_of_several(runs: &[Run]) -> Option<String> {
    let stored: Vec<_> = runs.iter().filter_map(|run| run.store()).collect();
    let [first, _, ..] = stored.as_slice() else { return None };
    let numbers: Vec<String> = stored.iter().map(|open| open.number().to_string()).collect();
    Some(format!("mctslab report {}{}", numbers.join(" "), store_option(first.store().path())))
}

/// Plays runs of one kind and prints what they found.
pub(crate) fn play_all(
    runs: Vec<Run>,
    crew: &CrewArgs,
    deadline: Option<Instant>,
    options: &Options,
) -> anyhow::Result<()> {
    let begin = Instant::now();
    if runs.len() > 1 {
        note(options, &format!("{} runs, played together", runs.len()));
    }
    finish(play(runs, crew, deadline, options)?, None, begin.elapsed(), options)
}

/// Refuses a seed that is not the run's: a run has its own, and another would be ignored.
pub(crate) fn refuse_other_seed(row: &RunRow, options: &Options) -> anyhow::Result<()> {
    let (run, own) = (row.run, row.plan.seed);
    let Some(typed) = options.typed_seed.filter(|&typed| typed != own) else { return Ok(()) };
    Err(usage(format!(
        "run {run} has seed {own}, not {typed}, and keeps it: leave `--seed {typed}` out, or start a new run with \
         `mctslab {} … --seed {typed}`",
        row.command
    )))
}

/// Plays runs together until they are over or stopped. An interrupted run is no error here:
/// [`refuse_interrupted`] makes one of it.
pub(crate) fn play(
    runs: Vec<Run>,
    crew: &CrewArgs,
    deadline: Option<Instant>,
    options: &Options,
) -> anyhow::Result<Vec<Run>> {
    let (stop, workers) = (interrupt::flag(), crew.workers.as_deref());
    let count = crew.count.map_or_else(|| options.threads(), usize::from);
    interrupt::say_at_the_end(Some(format!("error: interrupted; {}", kept_so_far(&runs))));
    let show = TerminalAudience { bar: progress_bar(&runs, options), options };
    let make = options.crew.as_ref().map(|crew| |lab: &Lab, flags: &Arc<Flags>| crews::make(crew, lab, flags));
    let other = make.as_ref().map(|make| make as &MakeCrew<'_>);
    let players = Players { workers, count, other, deadline, stop: &stop, flags: Arc::default() };
    let runs = play_runs(lab(), runs, &players, &show);
    show.bar.finish_and_clear();
    interrupt::say_at_the_end(None);
    Ok(runs?)
}

/// Progress on a terminal.
struct TerminalAudience<'a> {
    bar: ProgressBar,
    options: &'a Options,
}

impl Audience for TerminalAudience<'_> {
    fn note(&self, news: &News<'_>) {
        match news {
            News::Remark(text) | News::Outlook(text) => self.say(text),
            News::Alarm(text) | News::Crew(text) => self.say(&format!("warning: {text}")),
        }
    }

    fn progress(&self, progress: &ProgressOfAll) {
        self.bar.set_position(progress.done);
        self.bar.set_message(progress.line.clone());
    }

    fn stopping(&self, unit: &str) {
        self.bar.set_prefix("stopping ");
        self.say(&format!("stopping when the current {unit} are finished; Ctrl-C again stops now"));
    }
}

impl TerminalAudience<'_> {
    /// Prints a remark above the bar.
    fn say(&self, text: &str) {
        self.bar.suspend(|| note(self.options, text));
    }
}

/// Prints what a run found.
pub(crate) fn print(document: &dyn Document, elapsed: Option<Duration>, options: &Options) -> anyhow::Result<()> {
    if options.json {
        emit_json(&document.json())?;
    } else {
        emit(&document.text(&TextOptions { verbose: options.verbose, elapsed }))?;
    }
    document.failure().map_or(Ok(()), |failure| Err(anyhow::anyhow!(failure)))
}

/// The error that interrupted runs end with: it says how to go on.
pub(crate) fn refuse_interrupted(runs: &[Run]) -> anyhow::Result<()> {
    anyhow::ensure!(ending(runs) != RunState::Stopped, "interrupted; {}", kept_of(runs));
    Ok(())
}

/// A bar on a terminal, nothing elsewhere; without a length where nobody knows how many games there
/// will be.
fn progress_bar(runs: &[Run], options: &Options) -> ProgressBar {
    let planned = runs.iter().map(Run::planned).sum::<Option<u64>>();
    let bar = planned.map_or_else(ProgressBar::no_length, ProgressBar::new);
    if options.quiet {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    let template = match planned {
        Some(_) => "{prefix}{bar:30} {human_pos}/{human_len} UNIT, {rate}, {eta} left  {msg}",
        None => "{prefix}{human_pos} UNIT, {rate}  {msg}",
    };
    let template = template.replace("UNIT", unit_of(runs));
    let style = ProgressStyle::with_template(&template).expect("a valid template");
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        // What cannot be shown is no reason to stop.
        write!(out, "{} per second", grouped(state.per_sec().round() as u64)).unwrap_or_default();
    };
    bar.set_style(style.with_key("rate", rate).progress_chars("━╸─"));
    bar
}
