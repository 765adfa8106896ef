//! The runs of an id: planned, found in the store, or started.

use std::collections::HashSet;
use std::path::Path;

use mctslab_arena::{ExperimentRow, Status, Store};
use mctslab_lab::{Lab, LabError, Run, resume, start};

use super::select::{chosen_rows, needed_runs};
use super::{PaperRun, PlannedRun, StartedPaper};
use crate::document::PaperDocument;
use crate::evidence::{PaperEvidence, fingerprint};
use crate::expand::{Expanded, ExpandedRun};
use crate::library::PaperId;
use crate::settings::{PaperSettings, RunKey};

/// Plans an id, and starts those of its runs that the store does not have finished, or goes on with
/// them. Without a store all are played.
pub fn start_paper<'a>(
    lab: &Lab,
    id: PaperId<'a>,
    settings: &PaperSettings,
    store: Option<&Path>,
) -> Result<StartedPaper<'a>, LabError> {
    let expanded = id.expand(lab, settings)?;
    let chosen = chosen_rows(id, settings, &expanded)?;
    let runs = needed_runs(settings, &expanded, &chosen);
    PaperRun::plan(lab, id, settings, (expanded, chosen, runs), 1)?.started(lab, store)
}

/// The same of several ids. Where one of them lacks the profile or the budgets that are asked for,
/// or real seconds, it is left out, and a remark says so; if all lack it, that is the error.
pub fn start_papers<'a>(
    lab: &Lab,
    ids: &[PaperId<'a>],
    settings: &PaperSettings,
    store: Option<&Path>,
) -> Result<(Vec<StartedPaper<'a>>, Vec<String>), LabError> {
    let (mut papers, mut remarks, mut first) = (Vec::new(), Vec::new(), None);
    for id in ids {
        match id.check(settings) {
            Ok(()) => papers.push(start_paper(lab, *id, settings, store)?),
            Err(error) => {
                remarks.push(format!("left out: {error}"));
                first.get_or_insert(error);
            }
        }
    }
    match first {
        Some(error) if papers.is_empty() => Err(error),
        _ => Ok((papers, remarks)),
    }
}

impl<'a> PaperRun<'a> {
    /// Plans these runs.
    pub(super) fn plan(
        lab: &Lab,
        id: PaperId<'a>,
        settings: &PaperSettings,
        (expanded, chosen, runs): (Expanded, HashSet<RunKey>, HashSet<RunKey>),
        stage: u32,
    ) -> Result<PaperRun<'a>, LabError> {
        let planned = expanded.runs.iter().filter(|run| runs.contains(&run.key));
        let planned = planned.map(|run| planned_run(lab, id, settings, run)).collect::<Result<Vec<_>, _>>()?;
        let settings = settings.clone();
        Ok(PaperRun { id, settings, expanded, runs: planned, chosen, stage, staged: false, experiment: None })
    }

    /// What a document holds of its rows.
    pub(super) fn evidence_of(&self, lab: &Lab, document: &PaperDocument) -> Result<PaperEvidence, LabError> {
        let plan = |run: &ExpandedRun| {
            let planned = planned_run(lab, self.id, &self.settings, run)?;
            Ok((run.key.text(), planned.fingerprint))
        };
        let plans = self.expanded.runs.iter().map(plan).collect::<Result<_, LabError>>()?;
        Ok(PaperEvidence::of(document, &self.expanded.rows, &plans))
    }

    /// With those of its runs that are to be played.
    pub(super) fn started(mut self, lab: &Lab, store: Option<&Path>) -> Result<StartedPaper<'a>, LabError> {
        let runs = if let Some(path) = store {
            self.start(lab, path)?
        } else {
            let run = |planned: &PlannedRun| Run::new(lab, planned.plan.clone(), None);
            self.runs.iter().map(run).collect::<Result<_, _>>()?
        };
        Ok((self, runs))
    }

    /// Finds the runs that earlier experiments of this id have, starts the others, and returns
    /// those that are not finished.
    fn start(&mut self, lab: &Lab, path: &Path) -> Result<Vec<Run>, LabError> {
        let store = Store::open(path)?;
        let earlier: Vec<ExperimentRow> =
            store.experiments()?.into_iter().filter(|row| row.name == self.id.name()).collect();
        let stored: Vec<(i64, i64)> =
            earlier.iter().flat_map(|row| row.runs.iter().map(|(_, run)| (row.experiment, *run))).collect();
        let mut plans = Vec::new();
        for (experiment, run) in stored {
            plans.push((experiment, run, store.run(run)?.plan));
        }
        for planned in &mut self.runs {
            let found = plans.iter().rev().find(|(_, _, stored)| *stored == planned.plan);
            planned.number = found.map(|(_, run, _)| *run);
        }
        let same = |row: &ExperimentRow| {
            let of: HashSet<i64> = row.runs.iter().map(|(_, run)| *run).collect();
            of.len() == self.runs.len()
                && self.runs.iter().all(|planned| planned.number.is_some_and(|run| of.contains(&run)))
        };
        self.experiment = earlier.iter().rev().find(|row| same(row)).map(|row| row.experiment);
        let linked = self.experiment.is_some();
        let number = match self.experiment {
            Some(number) => number,
            None => store.keep_experiment(self.id.name(), &self.experiment_file(), env!("CARGO_PKG_VERSION"))?,
        };
        self.experiment = Some(number);
        let mut to_play = Vec::new();
        for PlannedRun { key, plan, number: run, .. } in &mut self.runs {
            match run {
                Some(run) if store.run(*run)?.status == Status::Finished => {}
                Some(run) => to_play.push(resume(lab, path, *run, true)?),
                None => {
                    let started = start(lab, plan.clone(), Some(path))?;
                    *run = started.store().map(mctslab_arena::OpenRun::number);
                    to_play.push(started);
                }
            }
            if let (false, Some(run)) = (linked, *run) {
                store.keep_experiment_run(number, &key.text(), run)?;
            }
        }
        Ok(to_play)
    }

    /// The runs as the file of an experiment, which `experiment resume` can go on with.
    fn experiment_file(&self) -> String {
        let mut file = toml::Table::new();
        file.insert("name".to_string(), self.id.name().into());
        let table = |PlannedRun { key, plan, .. }: &PlannedRun| {
            let request = self.expanded.runs.iter().find(|run| run.key == *key).map(|run| &run.request);
            let text = |text: &String| toml::Value::from(text.clone());
            let list = |one: &String| toml::Value::Array(vec![text(one)]);
            let mut table = toml::Table::new();
            table.insert("label".to_string(), key.text().into());
            table.insert("seed".to_string(), toml::Value::Integer(plan.seed as i64));
            if let Some(request) = request {
                table.insert("games".to_string(), list(&request.game));
                table.insert("studies".to_string(), list(&request.study));
                table.insert("agents".to_string(), toml::Value::Array(request.agents.iter().map(text).collect()));
                let given = request.conditions.named();
                table.extend(
                    given.iter().filter_map(|(name, value)| Some(((*name).to_string(), text(value.as_ref()?)))),
                );
            }
            toml::Value::Table(table)
        };
        file.insert("tables".to_string(), toml::Value::Array(self.runs.iter().map(table).collect()));
        file.to_string()
    }
}

/// The plan of a run.
pub(super) fn planned_run(
    lab: &Lab,
    id: PaperId<'_>,
    settings: &PaperSettings,
    run: &ExpandedRun,
) -> Result<PlannedRun, LabError> {
    let label = || format!("{}: {}", id.name(), run.key.text());
    run.request.allow_engines(&format!("the paper `{}`", id.paper.key), settings.engines_allowed)?;
    let plan = lab.plan(&run.request).map_err(|error| LabError::Cell { label: label(), error: Box::new(error) })?;
    Ok(PlannedRun { key: run.key.clone(), fingerprint: fingerprint(&run.plain, &plan), plan, number: None })
}
