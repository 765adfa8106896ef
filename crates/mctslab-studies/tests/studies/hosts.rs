//! A host: runs join and leave while others play, and nobody notices.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use mctslab_arena::{LocalCrew, Plan, Round, TaskResult};
use mctslab_core::spec::{Entry, Kind, Param};
use mctslab_lab::{
    About, Agents, Control, Document, Host, Lab, LabError, Progress, Request, Run, RunHandle, RunState, Study,
    StudyContext, StudyRow, make_player,
};
use mctslab_registry::Catalog;
use mctslab_studies::standard_lab;

use crate::runs::{lab, open, plan, stored};

/// Longer than anything here takes on the slowest of machines.
const PATIENCE: Duration = Duration::from_mins(5);

fn host(lab: &Lab, threads: usize) -> Host {
    let control = Control::default();
    let crew = LocalCrew::new(threads, make_player(lab), Arc::clone(&control.flags));
    Host::start(Box::new(crew), control).expect("a thread")
}

/// Waits until some tasks of a run are done.
fn begun(handle: &RunHandle) {
    while handle.progress().done == 0 {
        handle.wait_for(Duration::from_millis(5));
    }
}

/// Three studies: one that takes a while, one that decides between rounds, and one with many.
fn plans(lab: &Lab) -> [Plan; 3] {
    [
        plan(lab, "tic-tac-toe", "match(games=1500)", &["mcts(iters=300)", "random"]),
        plan(lab, "tic-tac-mo", "fit(games=120)", &["mcts(iters=6)"]),
        plan(lab, "nim", "swiss(games=6,rounds=3)", &["random", "mcts(iters=5)", "mcts(iters=20)", "solve", "greedy"]),
    ]
}

/// The records of a plan that is played by itself, by one thread.
fn alone(lab: &Lab, plan: &Plan, path: &Path) -> Vec<serde_json::Value> {
    let host = host(lab, 1);
    let handle = host.submit(open(lab, plan, path));
    assert_eq!(handle.take().expect("it is played").state(), RunState::Over, "{}", plan.study);
    stored(path)
}

#[test]
fn runs_that_join_late_and_are_stopped_and_resumed_have_the_records_that_they_have_alone() {
    let lab = lab();
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str, number: usize| folder.path().join(format!("{name}-{number}"));
    let plans = plans(&lab);
    let host = host(&lab, 3);
    let submit = |number: usize| host.submit(open(&lab, &plans[number], &path("together", number)));
    let (slow, fit) = (submit(0), submit(1));
    begun(&slow);
    slow.stop();
    assert_eq!(slow.wait().state, RunState::Stopped);
    let stopped = slow.take().expect("no error");
    assert!((1..1500).contains(&stopped.done()), "{} games", stopped.done());
    drop(stopped);
    // The one that was stopped goes on beside one that comes late.
    let (swiss, slow) = (submit(2), submit(0));
    for (handle, number) in [(slow, 0), (fit, 1), (swiss, 2)] {
        let run = handle.take().expect("it is played");
        assert_eq!(run.state(), RunState::Over, "{}", plans[number].study);
        drop(run);
        let records = stored(&path("together", number));
        assert!(records.len() >= 12, "{}: {} results", plans[number].study, records.len());
        assert_eq!(records, alone(&lab, &plans[number], &path("alone", number)), "{}", plans[number].study);
    }
    assert_eq!(host.finish(), Vec::<String>::new());
}

#[test]
fn a_new_run_need_not_wait_for_the_end_of_another_and_a_dropped_host_closes_all() {
    let lab = lab();
    let folder = tempfile::tempdir().expect("a folder");
    let long = plan(&lab, "tic-tac-toe", "match(games=1000000)", &["mcts(iters=300)", "random"]);
    let short = plan(&lab, "nim", "match(games=40)", &["random", "random"]);
    let host = host(&lab, 2);
    let first = host.submit(open(&lab, &long, &folder.path().join("long")));
    begun(&first);
    let second = host.submit(open(&lab, &short, &folder.path().join("short")));
    assert_eq!((second.wait().state, second.progress().done), (RunState::Over, 40));
    assert!(!first.progress().is_closed);
    drop(host);
    let last = first.progress();
    assert_eq!((last.is_closed, last.state), (true, RunState::Stopped));
    let done = first.take().expect("no error").done();
    assert_eq!(stored(&folder.path().join("long")).len() as u64, done, "what was played is written");
}

#[test]
fn a_run_that_is_looked_at_holds_up_itself_alone() {
    let lab = lab();
    let host = host(&lab, 2);
    let run = |games: &str| {
        let plan = plan(&lab, "tic-tac-toe", &format!("match(games={games})"), &["mcts(iters=100)", "random"]);
        Run::new(&lab, plan, None).expect("a run")
    };
    let (seen, other) = (host.submit(run("2000")), host.submit(run("400")));
    begun(&seen);
    let games = |document: &dyn Document| document.json()["games"].as_u64();
    let (before, others) = seen
        .with_run(|run| {
            let before = games(&*run.document());
            (before, other.wait_for(PATIENCE))
        })
        .expect("it is there");
    assert_eq!((others.is_closed, others.done), (true, 400));
    let after = games(&*seen.take().expect("it goes on").document());
    assert!(before < after && after == Some(2000), "{before:?} games, then {after:?}");
}

#[test]
fn a_run_that_fails_fails_alone() {
    let lab = lab().with_study(FAILING);
    let host = host(&lab, 2);
    let run = |study: &str, agents: &[&str]| Run::new(&lab, plan(&lab, "nim", study, agents), None).expect("a run");
    let sound = host.submit(run("match(games=3000)", &["mcts(iters=20)", "random"]));
    for (study, expected) in [
        ("failing(where=\"task\")", "this task cannot be done"),
        ("failing(where=\"study\")", "panicked: this study cannot count"),
    ] {
        let handle = host.submit(run(study, &[]));
        let last = handle.wait();
        let error = handle.take().err().expect("it fails").to_string();
        assert!(error.contains(expected), "{error}");
        assert_eq!(last.failure, Some(error));
    }
    assert_eq!(sound.take().expect("the other goes on").done(), 3000);
    // A host that had nothing left to do takes more.
    let again = host.submit(run("match(games=10)", &["random", "random"]));
    assert_eq!(again.take().expect("it is played").done(), 10);
}

/// A study that fails, in a task or by itself.
const FAILING: StudyRow = StudyRow {
    command: "test-failing",
    entry: Entry {
        name: "failing",
        doc: "a study that fails",
        params: &[Param::new("where", Kind::Text, "\"task\"", "where it fails: task or study")],
    },
    source: "//! A test.",
    agents: Agents::None,
    example: "mctslab test-failing nim",
    build: |setup| Ok(Box::new(Failing { in_task: setup.args.text("where") == "task", asked: false })),
    combine: None,
    more_rows: false,
};

struct Failing {
    in_task: bool,
    asked: bool,
}

impl Study for Failing {
    fn next(&mut self) -> Option<Round> {
        let first = !std::mem::replace(&mut self.asked, true);
        first.then(|| Round::of_own_tasks(0..3, "work".to_string()))
    }

    fn add(&mut self, _result: &TaskResult) {
        std::panic::resume_unwind(Box::new("this study cannot count".to_string()));
    }

    fn planned(&self) -> u64 {
        3
    }

    fn progress(&self) -> Progress {
        Progress::default()
    }

    fn document<'a>(&'a self, _about: About<'a>) -> Box<dyn Document + 'a> {
        unreachable!("nobody asks")
    }

    fn perform(&mut self, _context: StudyContext<'_>, _work: &str, task: u64) -> Result<String, LabError> {
        if self.in_task {
            return Err(LabError::Task { task, reason: "this task cannot be done".to_string() });
        }
        Ok(String::new())
    }
}

#[cfg(target_os = "linux")]
#[test]
fn hosts_leave_no_thread() {
    let threads = || std::fs::read_dir("/proc/self/task").expect("Linux").count();
    let lab = standard_lab(Catalog::standard());
    let agents = vec!["random".to_string(); 2];
    let request =
        Request { game: "nim".to_string(), study: "match(games=100000)".to_string(), agents, ..Request::default() };
    let plan = lab.plan(&request).expect("a plan");
    let before = threads();
    for _ in 0..20 {
        let host = host(&lab, 2);
        let handle = host.submit(Run::new(&lab, plan.clone(), None).expect("a run"));
        begun(&handle);
        drop(host);
        assert!(handle.progress().is_closed);
    }
    assert!(threads() <= before, "{} threads, {before} before", threads());
}
