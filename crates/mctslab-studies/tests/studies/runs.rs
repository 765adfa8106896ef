//! Runs: the same records whoever plays them, in whatever order, after whatever stop.

use std::path::Path;
use std::sync::Arc;

use mctslab_arena::{Flags, Job, LocalCrew, Plan, Round, Store, TaskResult};
use mctslab_core::rng::mix;
use mctslab_core::spec::{Entry, Kind, Param};
use mctslab_lab::{
    About, Agents, Control, Document, Lab, LabError, Progress, Request, Run, RunState, Study, StudyContext, StudyRow,
    TextOptions, drive, make_player, replay,
};
use mctslab_page::Page;
use mctslab_registry::Catalog;
use mctslab_studies::standard_lab;
use serde_json::{Value, json};

pub(crate) fn lab() -> Lab {
    standard_lab(Catalog::standard()).with_study(SAMPLE)
}

pub(crate) fn plan(lab: &Lab, game: &str, study: &str, agents: &[&str]) -> Plan {
    let agents = agents.iter().map(ToString::to_string).collect();
    let request = Request { game: game.to_string(), study: study.to_string(), agents, seed: 7, ..Request::default() };
    lab.plan(&request).expect("a plan")
}

/// A few studies of different kinds.
fn plans(lab: &Lab) -> Vec<Plan> {
    vec![
        plan(lab, "tic-tac-toe", "match(games=150)", &["mcts(iters=10)", "random"]),
        plan(lab, "nim", "swiss(games=6,rounds=3)", &["random", "mcts(iters=5)", "mcts(iters=20)", "solve", "greedy"]),
        plan(lab, "tic-tac-toe", "fit(games=300)", &["mcts(iters=6)"]),
        plan(lab, "tic-tac-mo", "fit(games=120)", &["mcts(iters=6)"]),
        plan(lab, "nim", "ladder(games=60,max=20)", &[]),
        plan(lab, "nim", "bisection(games=20,trials=2,min=1,max=30)", &["mcts(iters=6)"]),
        plan(lab, "nim", "sample(tasks=40,rounds=3)", &[]),
        plan(lab, "tic-tac-mo", "sweep(games=42,spend=halving)", &["mcts(iters={1,3,9,20})", "random"]),
        plan(lab, "nim", "criteria(games=20,seeds=40)", &[]),
        plan(lab, "tic-tac-toe", "trace(games=30)", &["mcts(iters={3,9})", "random"]),
    ]
}

/// What is compared of a result: all but how long it took.
fn essence(result: TaskResult) -> Value {
    let mut value = serde_json::to_value(result).expect("a value");
    value.as_object_mut().expect("an object").remove("duration_us");
    if let Some(Ok(Value::Object(mut sample))) = value["found"].as_str().map(serde_json::from_str) {
        sample.remove("timing");
        value["found"] = Value::Object(sample);
    }
    value
}

/// A document without how long moves took.
fn timeless(mut document: Value) -> Value {
    match &mut document {
        Value::Object(map) => {
            map.remove("ms");
            map.values_mut().for_each(|value| *value = timeless(value.take()));
        }
        Value::Array(all) => all.iter_mut().for_each(|value| *value = timeless(value.take())),
        _ => {}
    }
    document
}

pub(crate) fn stored(path: &Path) -> Vec<Value> {
    let store = Store::open_existing(path).expect("a store");
    let mut results = Vec::new();
    store
        .results(1, 0..u64::MAX, |result| {
            results.push(essence(result));
            Ok::<(), mctslab_arena::StoreError>(())
        })
        .expect("results");
    results
}

/// The run of a plan in a new store, or the one that is there.
pub(crate) fn open(lab: &Lab, plan: &Plan, path: &Path) -> Run {
    let store = Store::open(path).expect("a store");
    let open = if store.run(1).is_ok() {
        store.take_up(1)
    } else {
        store.start(lab.command_of(plan).expect("a command"), plan, 0)
    };
    Run::new(lab, plan.clone(), Some(open.expect("a run"))).expect("a run")
}

/// Plays a run on threads to its end, or until about `until` tasks are done.
fn play(lab: &Lab, run: Run, threads: usize, until: u64) -> Run {
    let control = Control::default();
    let mut crew = LocalCrew::new(threads, make_player(lab), Arc::clone(&control.flags));
    let mut runs = [run];
    let flags = Arc::clone(&control.flags);
    let mut watch = |runs: &[Run]| {
        if runs[0].done() >= until {
            flags.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    };
    drive(&mut runs, &mut crew, &control, &mut watch).expect("it is played");
    let [run] = runs;
    run
}

/// Plays a run by hand: small jobs, results in the wrong order and twice, stopped after each `stop`
/// jobs and taken up again.
fn play_by_hand(lab: &Lab, plan: &Plan, path: &Path, stop: u64) {
    let make = make_player(lab);
    loop {
        let mut run = open(lab, plan, path);
        let mut player = make(plan).expect("a player");
        let (mut jobs, mut out): (u64, Vec<Job>) = (0, Vec::new());
        while jobs < stop {
            let job = run.take_job(jobs, 0, 1 + jobs % 4).expect("a job");
            let none = job.is_none();
            if none && out.is_empty() {
                break;
            }
            jobs += u64::from(!none);
            out.extend(job);
            // Some jobs are out at the same time; the last of them when a run is stopped are never
            // played.
            if none || out.len() == 5 {
                for job in out.drain(..).rev() {
                    let mut results = Vec::new();
                    player.play(&job, &Flags::default(), &mut |result| results.push(result)).expect("played");
                    results.reverse();
                    run.accept(results.clone()).expect("right results");
                    run.flush().expect("written");
                    run.accept(results).expect("the same again");
                }
            }
        }
        let over = run.state() == RunState::Over;
        run.stop();
        run.close().expect("closed");
        if over {
            return;
        }
    }
}

#[test]
fn a_run_has_the_same_records_whoever_plays_it() {
    let lab = lab();
    for plan in plans(&lab) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let alone = play(&lab, open(&lab, &plan, &path("alone")), 1, u64::MAX);
        let many = play(&lab, open(&lab, &plan, &path("many")), 8, u64::MAX);
        play_by_hand(&lab, &plan, &path("by hand"), 23);
        assert_eq!(alone.state(), RunState::Over, "{}", plan.study);
        let records = stored(&path("alone"));
        assert!(records.len() >= 30, "{}: {} results", plan.study, records.len());
        assert_eq!(records, stored(&path("many")), "{}", plan.study);
        assert_eq!(records, stored(&path("by hand")), "{}", plan.study);
        let found = timeless(alone.document().json());
        assert_eq!(found, timeless(many.document().json()), "{}", plan.study);
        let store = Store::open_existing(&path("by hand")).expect("a store");
        let again = replay(&lab, &store, 1).expect("it is replayed");
        assert_eq!(found, timeless(again.document().json()), "{}", plan.study);
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_where_it_was() {
    let lab = lab();
    let plan = plan(&lab, "tic-tac-toe", "match(games=1500)", &["mcts(iters=300)", "random"]);
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    play(&lab, open(&lab, &plan, &whole), 2, u64::MAX);
    let first = play(&lab, open(&lab, &plan, &parts), 2, 1);
    assert_eq!((first.state(), first.done() > 0), (RunState::Stopped, true));
    drop(first);
    let rest = play(&lab, open(&lab, &plan, &parts), 3, u64::MAX);
    assert_eq!((rest.state(), rest.done()), (RunState::Over, 1500));
    assert_eq!(stored(&whole), stored(&parts));
}

#[test]
fn a_result_that_does_not_belong_is_refused() {
    let lab = lab();
    let plan = plan(&lab, "tic-tac-toe", "match(games=10)", &["random", "greedy"]);
    let mut run = Run::new(&lab, plan.clone(), None).expect("a run");
    let job = run.take_job(0, 0, 10).expect("a job").expect("a job");
    let mut player = make_player(&lab)(&plan).expect("a player");
    let mut results = Vec::new();
    player.play(&job, &Flags::default(), &mut |result| results.push(result)).expect("played");
    let TaskResult::Game(mut record) = results[0].clone() else { panic!("a game") };
    record.seed += 1;
    let error = run.accept(vec![TaskResult::Game(record)]).unwrap_err();
    assert!(matches!(error, LabError::Rubbish { task: 0, .. }), "{error}");
    let error = run.accept(vec![TaskResult::Own { task: 0, found: String::new() }]).unwrap_err();
    assert!(matches!(error, LabError::Rubbish { task: 0, .. }), "{error}");
}

/// A study whose tasks are no games: samples of random games, in rounds.
const SAMPLE: StudyRow = StudyRow {
    command: "test",
    entry: Entry {
        name: "sample",
        doc: "random games by the session of a game",
        params: &[
            Param::new("tasks", Kind::Integer { min: 1, max: 1000 }, "10", "tasks of a round"),
            Param::new("rounds", Kind::Integer { min: 1, max: 10 }, "2", "rounds"),
        ],
    },
    source: "//! A test.",
    agents: Agents::None,
    example: "mctslab test nim",
    build: |setup| {
        let (tasks, rounds) = (setup.args.integer("tasks") as u64, setup.args.integer("rounds") as u64);
        Ok(Box::new(Sample { tasks, rounds, next: 0, plies: Vec::new() }))
    },
    combine: None,
    more_rows: false,
};

struct Sample {
    tasks: u64,
    rounds: u64,
    next: u64,
    plies: Vec<u64>,
}

impl Study for Sample {
    fn next(&mut self) -> Option<Round> {
        if self.next == self.tasks * self.rounds {
            return None;
        }
        let first = self.next;
        self.next += self.tasks;
        // What is asked depends on what was found, as in a real study.
        let salt: u64 = self.plies.iter().sum();
        Some(Round::of_own_tasks(first..self.next, salt.to_string()))
    }

    fn add(&mut self, result: &TaskResult) {
        let TaskResult::Own { found, .. } = result else { panic!("no game is wanted") };
        self.plies.push(found.parse().expect("a number"));
    }

    fn planned(&self) -> u64 {
        self.tasks * self.rounds
    }

    fn progress(&self) -> Progress {
        Progress::default()
    }

    fn document<'a>(&'a self, _about: About<'a>) -> Box<dyn Document + 'a> {
        Box::new(Plies(self.plies.clone()))
    }

    fn perform(&mut self, context: StudyContext<'_>, work: &str, task: u64) -> Result<String, LabError> {
        let salt: u64 = work.parse().expect("a number");
        let mut state = context.game.state(None)?;
        let mut plies = 0;
        while state.turn().is_some() {
            let mut next = state.successors();
            let choice = mix(&[context.plan.seed, salt, task, plies]) % next.len() as u64;
            state = next.swap_remove(choice as usize);
            plies += 1;
        }
        Ok(plies.to_string())
    }
}

struct Plies(Vec<u64>);

impl Document for Plies {
    fn json(&self) -> Value {
        json!({ "plies": self.0 })
    }

    fn text(&self, _options: &TextOptions) -> String {
        format!("{:?}", self.0)
    }

    fn page(&self) -> Page {
        Page::new(&self.headline())
    }

    fn headline(&self) -> String {
        format!("{} samples", self.0.len())
    }
}
