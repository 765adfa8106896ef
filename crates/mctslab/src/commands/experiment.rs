//! `mctslab experiment run FILE`: many runs as one; `show`, `resume` and `report` it again.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use mctslab_lab::arena::Store;
use mctslab_lab::documents::ExperimentList;
use mctslab_lab::{
    Experiment, Run, experiment_document, experiment_list, experiment_of_runs, kept, report_experiment,
    resume_experiment, start_experiment, store_option, unit_of,
};
use serde_json::json;

use super::stored::wrote;
use crate::cli::{ExperimentAction, ExperimentArgs, Options};
use crate::lab::lab;
use crate::output::{emit, emit_json, note, usage};
use crate::playing;

pub(crate) fn run(args: &ExperimentArgs, options: &Options) -> anyhow::Result<()> {
    match args.action {
        ExperimentAction::Run => start(args, options),
        ExperimentAction::Resume => resume(args, options),
        ExperimentAction::List if options.json => list(args)?.entries.iter().try_for_each(|one| emit_json(&one.json())),
        ExperimentAction::List => emit(&list(args)?.text()),
        ExperimentAction::Show => show(args, options),
        ExperimentAction::Report => report(args, options),
    }
}

fn list(args: &ExperimentArgs) -> anyhow::Result<ExperimentList> {
    Ok(experiment_list(&Store::open_existing(&args.keep.store.db)?)?)
}

/// The number of an experiment that was typed.
fn number(args: &ExperimentArgs) -> anyhow::Result<i64> {
    let what = args.what.as_deref().unwrap_or_default();
    what.parse().map_err(|_| {
        usage(format!("`{what}` is not the number of an experiment: `mctslab experiment list` lists them"))
    })
}

fn start(args: &ExperimentArgs, options: &Options) -> anyhow::Result<()> {
    let file = args.what.as_deref().unwrap_or_default();
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read `{file}`"))?;
    let experiment = Experiment::parse(lab(), &format!("`{file}`"), &text, options.allow_engines)?;
    if args.keep.no_store {
        let (plans, begin) = (experiment.runs.iter().map(|run| run.plan.clone()), Instant::now());
        let runs = plans.map(|plan| Run::new(lab(), plan, None)).collect::<Result<Vec<Run>, _>>()?;
        let runs = playing::play(runs, &args.keep.crew, None, options)?;
        playing::print(&experiment_of_runs(&experiment, &runs), Some(begin.elapsed()), options)?;
        return playing::refuse_interrupted(&runs);
    }
    let (number, runs) = start_experiment(lab(), &args.keep.store.db, &experiment, &text)?;
    note(options, &format!("experiment {number} with {} runs in {}", runs.len(), args.keep.store.db.display()));
    play(number, runs, args, options)
}

fn resume(args: &ExperimentArgs, options: &Options) -> anyhow::Result<()> {
    let number = number(args)?;
    let runs = resume_experiment(lab(), &args.keep.store.db, number, options.allow_engines)?;
    if runs.is_empty() {
        note(options, &format!("experiment {number} is finished: nothing is left to do"));
        return show(args, options);
    }
    play(number, runs, args, options)
}

/// Plays runs of an experiment and prints what all of them found.
fn play(number: i64, runs: Vec<Run>, args: &ExperimentArgs, options: &Options) -> anyhow::Result<()> {
    let db = &args.keep.store.db;
    let begin = Instant::now();
    let runs = playing::play(runs, &args.keep.crew, None, options)?;
    let interrupted = playing::refuse_interrupted(&runs).is_err();
    let unit = unit_of(&runs);
    drop(runs);
    let store = Store::open_existing(db)?;
    playing::print(&experiment_document(lab(), &store, number)?, Some(begin.elapsed()), options)?;
    if interrupted {
        let command = format!("mctslab experiment resume {number}{}", store_option(db));
        anyhow::bail!("interrupted; {}", kept(unit, Some(&command)));
    }
    Ok(())
}

fn show(args: &ExperimentArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_existing(&args.keep.store.db)?;
    playing::print(&experiment_document(lab(), &store, number(args)?)?, None, options)
}

/// Writes a folder: a page with a table of all results, and a page for each run.
fn report(args: &ExperimentArgs, options: &Options) -> anyhow::Result<()> {
    let number = number(args)?;
    let folder = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("experiment-{number}")));
    let path = report_experiment(lab(), &args.keep.store.db, number, &folder)?;
    wrote(&path, &format!("experiment {number}"), json!({"experiment": number}), options)
}
