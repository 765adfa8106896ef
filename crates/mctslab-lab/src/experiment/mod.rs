//! Experiments: tables of games × agents × studies in a readable file, as a set of labelled plans.
//!
//! ```toml
//! name = "Strength of two players in two games"
//!
//! [defaults.all]                      # holds for every table
//! seed = 1
//!
//! [defaults.rough]                    # holds for tables that name it
//! studies = ["fit(precision=0.2)"]
//!
//! [[tables]]
//! label = "strength"
//! defaults = "rough"
//! games = ["tic-tac-toe", "connect-four"]
//! agents = ["random", "greedy"]
//! ```
//!
//! A study of one agent, such as `fit`, is run for every agent; one of many, such as `round-robin`,
//! for all agents together; one of the game alone, such as `ladder`, once. So the table above has
//! four runs.

mod document;

pub use self::document::{ExperimentDocument, ExperimentEntry, ExperimentList, ExperimentRun};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use mctslab_arena::{ExperimentRow, Plan, Status, Store, now};
use serde::Deserialize;

use crate::agents::Agents;
use crate::atomic_file::write_whole;
use crate::conditions::Conditions;
use crate::document::Document;
use crate::error::LabError;
use crate::lab::Lab;
use crate::plan::Request;
use crate::replay::{replay, replay_for_page};
use crate::run::{Run, RunState};
use crate::start::{resume, start};

/// A set of labelled plans.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// What it is called.
    pub name: String,
    /// The plans in the order of the file.
    pub runs: Vec<Labelled>,
}

/// A plan of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Labelled {
    /// What it is called in the experiment.
    pub label: String,
    /// The plan.
    pub plan: Plan,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    #[serde(default)]
    defaults: BTreeMap<String, Defaults>,
    tables: Vec<ExperimentTable>,
}

/// What a table may leave to its defaults.
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Defaults {
    games: Option<Vec<String>>,
    agents: Option<Vec<String>>,
    studies: Option<Vec<String>>,
    seed: Option<u64>,
    #[serde(flatten)]
    conditions: Conditions,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExperimentTable {
    label: String,
    defaults: Option<String>,
    games: Option<Vec<String>>,
    agents: Option<Vec<String>>,
    studies: Option<Vec<String>>,
    seed: Option<u64>,
    #[serde(flatten)]
    conditions: Conditions,
}

/// The defaults that hold for every table.
const ALL: &str = "all";

impl Experiment {
    /// Reads a file and plans all its runs; the error says what is wrong and what is valid. A file
    /// is data: its agents start programs only where that is allowed. `place` is what the file is
    /// called where they are not.
    pub fn parse(lab: &Lab, place: &str, text: &str, engines_allowed: bool) -> Result<Experiment, LabError> {
        let file: File = toml::from_str(text).map_err(|error| unread(&error))?;
        let mut runs = Vec::new();
        for table in &file.tables {
            let settings = table.settings(&file.defaults)?;
            for (label, request) in cells(lab, &table.label, &settings)? {
                request.allow_engines(place, engines_allowed)?;
                let inside = |error| LabError::Cell { label: label.clone(), error: Box::new(error) };
                let plan = lab.plan(&request).map_err(inside)?;
                runs.push(Labelled { label, plan });
            }
        }
        if runs.is_empty() {
            return Err(LabError::Request("the experiment has no run: give it a `[[tables]]` with games".to_string()));
        }
        let mut labels = HashSet::new();
        if let Some(twice) = runs.iter().find(|run| !labels.insert(run.label.as_str())) {
            let message = format!("the label `{}` is used twice: give each table a label of its own", twice.label);
            return Err(LabError::Request(message));
        }
        Ok(Experiment { name: file.name, runs })
    }
}

/// What is wrong with a file, and what a table may hold where it holds something else.
fn unread(error: &toml::de::Error) -> LabError {
    let mut text = error.to_string().trim_end().to_string();
    if text.contains("unknown field") && !text.contains("expected") {
        let conditions = Conditions::default().named().map(|(name, _)| name).join(", ");
        text = format!("{text}\na table has label, defaults, games, agents, studies, seed, {conditions}");
    }
    LabError::Request(text)
}

impl ExperimentTable {
    /// What holds for the table: its own, then the defaults that it names, then those of all
    /// tables.
    fn settings(&self, defaults: &BTreeMap<String, Defaults>) -> Result<Defaults, LabError> {
        let all = defaults.get(ALL).cloned().unwrap_or_default();
        let named = match &self.defaults {
            None => Defaults::default(),
            Some(name) => defaults.get(name).cloned().ok_or_else(|| {
                let known: Vec<&str> = defaults.keys().map(String::as_str).collect();
                let known = if known.is_empty() { "none".to_string() } else { known.join(", ") };
                LabError::Request(format!(
                    "table `{}` names the defaults `{name}`, which do not exist; valid: {known}",
                    self.label
                ))
            })?,
        };
        Ok(Defaults {
            games: self.games.clone().or(named.games).or(all.games),
            agents: self.agents.clone().or(named.agents).or(all.agents),
            studies: self.studies.clone().or(named.studies).or(all.studies),
            seed: self.seed.or(named.seed).or(all.seed),
            conditions: self.conditions.clone().or(named.conditions).or(all.conditions),
        })
    }
}

/// The runs of a table with their labels.
fn cells(lab: &Lab, label: &str, settings: &Defaults) -> Result<Vec<(String, Request)>, LabError> {
    let missing = |what: &str| LabError::Request(format!("table `{label}` has no {what}: add `{what} = [\"…\"]`"));
    let games = settings.games.as_deref().filter(|all| !all.is_empty()).ok_or_else(|| missing("games"))?;
    let studies = settings.studies.as_deref().filter(|all| !all.is_empty()).ok_or_else(|| missing("studies"))?;
    let agents = settings.agents.as_deref().unwrap_or_default();
    let mut runs = Vec::new();
    for study in studies {
        let (row, _) = lab.resolve_study(study)?;
        let teams: Vec<Vec<String>> = match row.agents {
            Agents::Target | Agents::Alone | Agents::Against if agents.is_empty() => return Err(missing("agents")),
            Agents::Target | Agents::Alone => agents.iter().map(|agent| vec![agent.clone()]).collect(),
            Agents::One { .. } if !agents.is_empty() => agents.iter().map(|agent| vec![agent.clone()]).collect(),
            Agents::Seats | Agents::Many | Agents::Against => vec![agents.to_vec()],
            Agents::Touchstone | Agents::One { .. } | Agents::None | Agents::NoGame => vec![Vec::new()],
        };
        for game in games {
            for team in &teams {
                let mut name = vec![label.to_string()];
                name.extend((games.len() > 1).then(|| game.clone()));
                name.extend((teams.len() > 1).then(|| team.join(" ")));
                name.extend((studies.len() > 1).then(|| study.clone()));
                let label = name.join(" / ");
                let request = Request {
                    game: game.clone(),
                    study: study.clone(),
                    agents: team.clone(),
                    conditions: settings.conditions.clone(),
                    seed: settings.seed.unwrap_or(1),
                };
                runs.push((label, request));
            }
        }
    }
    Ok(runs)
}

/// A new experiment in the store with this path: its number and its runs.
pub fn start_experiment(
    lab: &Lab,
    path: &Path,
    experiment: &Experiment,
    text: &str,
) -> Result<(i64, Vec<Run>), LabError> {
    let store = Store::open(path)?;
    let number = store.keep_experiment(&experiment.name, text, env!("CARGO_PKG_VERSION"))?;
    let runs = experiment.runs.iter().map(|run| start_labelled(lab, path, &store, number, run));
    Ok((number, runs.collect::<Result<_, _>>()?))
}

/// Starts a run of an experiment.
fn start_labelled(lab: &Lab, path: &Path, store: &Store, number: i64, run: &Labelled) -> Result<Run, LabError> {
    let started = start(lab, run.plan.clone(), Some(path))?;
    if let Some(open) = started.store() {
        store.keep_experiment_run(number, &run.label, open.number())?;
    }
    Ok(started)
}

/// The runs of a stored experiment that are not finished, to be played on; those that were never
/// started are started now.
pub fn resume_experiment(lab: &Lab, path: &Path, experiment: i64, engines_allowed: bool) -> Result<Vec<Run>, LabError> {
    let store = Store::open_existing(path)?;
    let row = store.experiment(experiment)?;
    let mut runs = Vec::new();
    for (_, run) in &row.runs {
        if store.run(*run)?.status != Status::Finished {
            runs.push(resume(lab, path, *run, engines_allowed)?);
        }
    }
    let planned = Experiment::parse(lab, &format!("experiment {experiment}"), &row.text, engines_allowed)?;
    let missing = planned.runs.iter().filter(|run| row.runs.iter().all(|(label, _)| *label != run.label));
    for run in missing {
        runs.push(start_labelled(lab, path, &store, experiment, run)?);
    }
    Ok(runs)
}

/// The experiments of a store.
pub fn experiment_list(store: &Store) -> Result<ExperimentList, LabError> {
    let entry = |row: ExperimentRow| -> Result<ExperimentEntry, LabError> {
        let mut finished = 0;
        for (_, run) in &row.runs {
            finished += usize::from(store.run(*run)?.status == Status::Finished);
        }
        let (experiment, name, started, version) = (row.experiment, row.name, row.started, row.version);
        Ok(ExperimentEntry { experiment, name, started, runs: row.runs.len(), finished, version })
    };
    let entries = store.experiments()?.into_iter().map(entry).collect::<Result<_, _>>()?;
    Ok(ExperimentList { entries })
}

/// What a stored experiment found.
pub fn experiment_document(lab: &Lab, store: &Store, experiment: i64) -> Result<ExperimentDocument, LabError> {
    let row = store.experiment(experiment)?;
    let mut rows = Vec::new();
    for (label, run) in row.runs {
        let replayed = replay(lab, store, run)?;
        let stored = &replayed.stored.row;
        let (status, done) = (stored.status.to_string(), (stored.games, replayed.study.unit()));
        rows.push(one_run(label, &stored.plan, Some(run), status, done, &*replayed.document()));
    }
    let (name, started) = (row.name, row.started);
    Ok(ExperimentDocument { experiment: Some(experiment), name, started, rows })
}

/// Writes a folder: a page with a table of all results, whose path is returned, and a page for each
/// run.
pub fn report_experiment(lab: &Lab, path: &Path, experiment: i64, folder: &Path) -> Result<PathBuf, LabError> {
    let store = Store::open_existing(path)?;
    let document = experiment_document(lab, &store, experiment)?;
    let place = |error| LabError::Place { path: folder.to_path_buf(), error };
    std::fs::create_dir_all(folder).map_err(place)?;
    let write = |name: String, html: &str| {
        let file = folder.join(name);
        write_whole(&file, path, |out| Ok(out.write_all(html.as_bytes())?)).map(|()| file)
    };
    for run in document.rows.iter().filter_map(|row| row.run) {
        write(ExperimentDocument::page_of(run), &replay_for_page(lab, &store, run)?.document().page().html())?;
    }
    write("index.html".to_string(), &document.page().html())
}

/// What an experiment found that is in no store.
pub fn experiment_of_runs(experiment: &Experiment, runs: &[Run]) -> ExperimentDocument {
    let row = |(labelled, run): (&Labelled, &Run)| {
        let status = if run.state() == RunState::Over { Status::Finished } else { Status::Interrupted };
        let done = (run.done(), run.study().unit());
        one_run(labelled.label.clone(), run.plan(), None, status.to_string(), done, &*run.document())
    };
    let rows = experiment.runs.iter().zip(runs).map(row).collect();
    ExperimentDocument { experiment: None, name: experiment.name.clone(), started: now(), rows }
}

fn one_run(
    label: String,
    plan: &Plan,
    run: Option<i64>,
    status: String,
    (games, unit): (u64, &'static str),
    document: &dyn Document,
) -> ExperimentRun {
    ExperimentRun {
        label,
        run,
        game: plan.game.clone(),
        agents: plan.names.clone(),
        study: plan.study.clone(),
        status,
        games,
        unit,
        found: document.headline(),
        key: document.key_number(),
        document: document.json(),
    }
}
