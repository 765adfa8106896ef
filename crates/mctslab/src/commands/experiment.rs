//! `mctslab experiment run FILE`: many runs as one; `show`, `resume` and `report` it again.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use mctslab_lab::arena::Store;
use mctslab_lab::{
    Experiment, ExperimentList, Run, experiment_document, experiment_list, experiment_of_runs, kept, report_experiment,
    resume_experiment, start_experiment, unit_of,
};
use serde_json::json;

use super::stored::wrote;
use crate::cli::{CrewArgs, ExperimentAction, ExperimentArgs, ExperimentNumber, KeepArgs, Options, StoreArgs};
use crate::hints::store_option;
use crate::lab::lab;
use crate::output::{emit, emit_json, note, usage};
use crate::playing;

pub(crate) fn run(args: &ExperimentArgs, options: &Options) -> anyhow::Result<()> {
    match &args.action {
        ExperimentAction::Run { file, keep } => start(file, keep, options),
        ExperimentAction::List(args) if options.json => {
            list(args)?.entries.iter().try_for_each(|one| emit_json(&one.json()))
        }
        ExperimentAction::List(args) => emit(&list(args)?.text()),
        ExperimentAction::Show(which) => show(which.number()?, &which.store, options),
        ExperimentAction::Resume { which, crew } => resume(which.number()?, &which.store, crew, options),
        ExperimentAction::Report { which, output } => report(which.number()?, &which.store, output.as_ref(), options),
    }
}

fn list(args: &StoreArgs) -> anyhow::Result<ExperimentList> {
    Ok(experiment_list(&Store::open_existing(&args.db)?)?)
}

impl ExperimentNumber {
    /// The number that was typed, or that of the last experiment.
    fn number(&self) -> anyhow::Result<i64> {
        let last = || -> anyhow::Result<i64> {
            let last = list(&self.store)?.entries.last().map(|entry| entry.experiment);
            last.ok_or_else(|| usage(format!("{} holds no experiment", self.store.db.display())))
        };
        self.number.map_or_else(last, Ok)
    }
}

fn start(file: &Path, keep: &KeepArgs, options: &Options) -> anyhow::Result<()> {
    let shown = format!("`{}`", file.display());
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {shown}"))?;
    let experiment = Experiment::parse(lab(), &shown, &text, options.allow_engines)?;
    if keep.no_store {
        let (plans, begin) = (experiment.runs.iter().map(|run| run.plan.clone()), Instant::now());
        let runs = plans.map(|plan| Run::new(lab(), plan, None)).collect::<Result<Vec<Run>, _>>()?;
        let runs = playing::play(runs, &keep.crew, None, options)?;
        playing::print(&experiment_of_runs(&experiment, &runs), Some(begin.elapsed()), options)?;
        return playing::refuse_interrupted(&runs);
    }
    let (number, runs) = start_experiment(lab(), &keep.store.db, &experiment, &text)?;
    note(options, &format!("experiment {number} with {} runs in {}", runs.len(), keep.store.db.display()));
    play(number, runs, &keep.store, &keep.crew, options)
}

fn resume(number: i64, store: &StoreArgs, crew: &CrewArgs, options: &Options) -> anyhow::Result<()> {
    let runs = resume_experiment(lab(), &store.db, number, options.allow_engines)?;
    if runs.is_empty() {
        note(options, &format!("experiment {number} is finished: nothing is left to do"));
        return show(number, store, options);
    }
    play(number, runs, store, crew, options)
}

/// Plays runs of an experiment and prints what all of them found.
fn play(number: i64, runs: Vec<Run>, store: &StoreArgs, crew: &CrewArgs, options: &Options) -> anyhow::Result<()> {
    let begin = Instant::now();
    let runs = playing::play(runs, crew, None, options)?;
    let interrupted = playing::refuse_interrupted(&runs).is_err();
    let unit = unit_of(&runs);
    drop(runs);
    let opened = Store::open_existing(&store.db)?;
    playing::print(&experiment_document(lab(), &opened, number)?, Some(begin.elapsed()), options)?;
    if interrupted {
        let command = format!("mctslab experiment resume {number}{}", store_option(&store.db));
        anyhow::bail!("interrupted; {}", kept(unit, Some(&command)));
    }
    Ok(())
}

fn show(number: i64, store: &StoreArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_existing(&store.db)?;
    playing::print(&experiment_document(lab(), &store, number)?, None, options)
}

/// Writes a folder: a page with a table of all results, and a page for each run.
fn report(number: i64, store: &StoreArgs, output: Option<&PathBuf>, options: &Options) -> anyhow::Result<()> {
    let folder = output.cloned().unwrap_or_else(|| PathBuf::from(format!("experiment-{number}")));
    let path = report_experiment(lab(), &store.db, number, &folder)?;
    wrote(&path, &format!("experiment {number}"), json!({"experiment": number}), options)
}
