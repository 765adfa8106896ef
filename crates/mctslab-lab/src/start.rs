//! Starting runs, and taking them up again.

use std::path::Path;

use mctslab_arena::{Plan, RunRow, Store};
use mctslab_registry::allow_engines;

use crate::build::build;
use crate::document::Document;
use crate::error::LabError;
use crate::lab::Lab;
use crate::run::Run;
use crate::study::OneOfMany;

/// A new run of a plan, in the store with this path if there is one.
pub fn start(lab: &Lab, plan: Plan, store: Option<&Path>) -> Result<Run, LabError> {
    let Some(path) = store else { return Run::new(lab, plan, None) };
    let game = lab.catalog().game(&plan.game)?;
    let planned = lab.study(&plan, &game)?.planned();
    let command = lab.resolve_study(&plan.study)?.0.command;
    let open = Store::open(path)?.start(command, &plan, planned)?;
    open.say_build(build())?;
    Run::new(lab, plan, Some(open))
}

/// A run of the store with this path, to be played on with its own settings. A store is data: its
/// agents start programs only where that is allowed. A store of an earlier version is not changed
/// by a run that is refused.
pub fn resume(lab: &Lab, store: &Path, run: i64, engines_allowed: bool) -> Result<Run, LabError> {
    let row = Store::open_existing(store)?.run(run)?;
    let specs = row.plan.agents.iter().map(String::as_str);
    allow_engines(&format!("run {run}"), specs, engines_allowed)?;
    // A study of another version may be one that this one cannot even read.
    let now = Plan { version: env!("CARGO_PKG_VERSION").to_string(), ..row.plan.clone() };
    refuse_changes(&row, &now, "restore what was changed, or start a new run")?;
    let now = lab.resolved_again(&row.plan)?;
    refuse_changes(&row, &now, "restore what was changed, or start a new run")?;
    Run::new(lab, now, Some(Store::open_for_writing(store)?.take_up(run)?))
}

/// A stored run, to be played on if it was started with this plan; `cure` says what to do if it was
/// not.
pub fn resume_with(lab: &Lab, store: Store, run: i64, plan: Plan, cure: &str) -> Result<Run, LabError> {
    let row = store.run(run)?;
    refuse_changes(&row, &plan, cure)?;
    Run::new(lab, plan, Some(store.take_up(run)?))
}

/// Refuses to go on with a run under other settings.
fn refuse_changes(row: &RunRow, now: &Plan, cure: &str) -> Result<(), LabError> {
    let changes = row.plan.differences(now);
    if changes.is_empty() {
        return Ok(());
    }
    Err(LabError::Changed { run: row.run, changes, cure: cure.to_string() })
}

/// One document of many runs of one command; the error names what does not go together.
pub fn compare<'a>(lab: &Lab, runs: Vec<OneOfMany<'a>>) -> Result<Box<dyn Document + 'a>, LabError> {
    let Some((first, _)) = runs.first() else {
        return Err(LabError::Request("no runs: name at least one".to_string()));
    };
    let command = first.settings.command.as_str();
    if let Some((other, _)) = runs.iter().find(|(about, _)| about.settings.command != command) {
        return Err(LabError::Request(format!(
            "{} is of `{command}` and {} is of `{}`: a page holds one run, or several of the same command",
            first.place(),
            other.place(),
            other.settings.command
        )));
    }
    let Some(combine) = lab.studies_of(command).find_map(|row| row.combine) else {
        let mut able: Vec<&str> =
            lab.studies().iter().filter(|row| row.combine.is_some()).map(|row| row.command).collect();
        able.dedup();
        return Err(LabError::Request(format!(
            "{} is of `{command}`, and a page holds only one such run; several fit on a page if they are of {}",
            first.place(),
            able.join(", ")
        )));
    };
    combine(runs)
}
