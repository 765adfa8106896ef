//! Runs by worker processes: the same records as by threads, whatever happens to the workers.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::store::place;
use crate::{json_lines, mctslab, stdout};

const BINARY: &str = env!("CARGO_BIN_EXE_mctslab");

/// All games of run 1, without how long they took.
fn games(db: &str) -> Vec<serde_json::Value> {
    let mut lines = json_lines(&["export", "1", "--db", db]);
    for line in &mut lines {
        line.as_object_mut().expect("an object").remove("duration_ms");
    }
    lines
}

/// The games of a run that is started by these words.
fn played(words: &[&str], more: &[&str]) -> Vec<serde_json::Value> {
    let (_folder, db) = place();
    stdout(&[words, &["-q", "--db", &db], more].concat());
    games(&db)
}

#[test]
fn threads_and_workers_play_the_same_games() {
    let worker = format!("{BINARY} worker");
    for words in [
        &["match", "connect-four", "uct(iters=50)", "random", "-n", "60", "--openings", "random(plies=2)"][..],
        &["tournament", "nim", "random", "greedy", "solve", "-n", "6", "--format", "knockout"],
        &["complexity", "tic-tac-mo", "mcts(iters=6)", "-n", "120"],
        &["complexity", "nim", "--ladder", "--max", "20", "-n", "60"],
    ] {
        let alone = played(words, &["--threads", "1"]);
        assert!(alone.len() >= 12, "{words:?}: {} games", alone.len());
        assert_eq!(alone, played(words, &["--threads", "8"]), "{words:?}");
        assert_eq!(alone, played(words, &["--workers", &worker, "--count", "3"]), "{words:?}");
    }
}

/// The processes that a process has started.
#[cfg(target_os = "linux")]
fn children(of: u32) -> Vec<String> {
    let all = fs::read_dir("/proc").expect("a list of processes").flatten();
    let numbers = all.map(|entry| entry.file_name().to_string_lossy().into_owned());
    numbers
        .filter(|number| {
            let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
            // The parent's number is the second word behind the name.
            let parent = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1));
            parent == Some(&of.to_string())
        })
        .collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_is_killed_now_and_then_changes_nothing() {
    let words = ["match", "connect-four", "uct(iters=400)", "uct(iters=200)", "-n", "1000"];
    let expected = played(&words, &["--threads", "2"]);
    let (_folder, db) = place();
    let worker = format!("{BINARY} worker");
    let mut driver = Command::new(BINARY)
        .args([&words[..], &["-q", "--db", &db, "--workers", &worker, "--count", "3"]].concat())
        .stdout(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let mut killed = 0;
    while driver.try_wait().expect("it can be asked").is_none() {
        std::thread::sleep(Duration::from_millis(150));
        // No more than a run bears on a machine so busy that no job is finished between two of
        // them.
        let child = children(driver.id()).get(killed % 3).cloned().filter(|_| killed < 6);
        if let Some(child) = child {
            drop(Command::new("kill").args(["-9", &child]).stderr(Stdio::null()).status());
            killed += 1;
        }
    }
    assert!(driver.wait().expect("it ended").success());
    assert!(killed > 0, "the run was over before a worker could be killed");
    assert_eq!(games(&db), expected, "{killed} workers were killed");
}

/// A worker that is killed between the last result of a job and the line that ends it has left
/// nothing to give out again.
#[cfg(unix)]
#[test]
fn a_worker_that_dies_before_it_ends_its_job_is_not_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let (script, once) = (folder.path().join("worker.sh"), folder.path().join("once"));
    let first = format!("{BINARY} worker | {{ sed -u '/\"end\"/Q'; kill -9 $$; }}");
    let text = format!("if mkdir {} 2> /dev/null; then {first}; else exec {BINARY} worker; fi\n", once.display());
    fs::write(&script, text).expect("a script");
    let words = ["match", "nim", "random", "random", "-n", "40"];
    let workers = format!("sh {}", script.display());
    assert_eq!(played(&words, &["--workers", &workers, "--count", "1"]), played(&words, &["--threads", "1"]));
    assert!(once.exists(), "no worker was killed");
}

/// A worker whose answers are changed on their way.
fn changed(folder: &Path, edit: &str) -> String {
    let script = folder.join("worker.sh");
    fs::write(&script, format!("{BINARY} worker | sed -u '{edit}'\n")).expect("a script");
    format!("sh {}", script.display())
}

#[cfg(unix)]
#[test]
fn workers_of_no_use_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    for (edit, expected) in [
        ("s/\"version\":\"[0-9.]*\"/\"version\":\"0.0.1\"/", "has version `0.0.1`, and this program has version"),
        ("s/\"catalog\":\"[0-9a-f]*\"/\"catalog\":\"0\"/", "other games, agents or studies"),
        ("s/\"results\"/\"resluts\"/", "which is no answer"),
        ("s/\"plies\":[0-9]*/\"plies\":-1/", "which is no answer"),
        ("s/\"seats\":\"0 1\"/\"seats\":\"1 0\"/", "instead of 0 1"),
        ("s/\"payoffs\":\"[01] [01]\"/\"payoffs\":\"1 1\"/", "where its moves pay"),
        ("s/\"plies\":[0-9]*/\"plies\":99999/", "99999 plies with"),
        ("s/\"moves\":\"[^\"]*\"/\"moves\":\"zz yy\"/", "the move `zz` at ply 1, which is not legal there"),
        ("s/\"forfeiter\":null,\"message\":null/\"forfeiter\":77,\"message\":\"tired\"/", "which is no answer"),
        ("/\"results\"/d", "without all its results"),
        ("p", "sent its greeting twice"),
    ] {
        let worker = changed(folder.path(), edit);
        let words =
            ["match", "nim", "random", "random", "-n", "40", "--no-store", "--workers", &worker, "--count", "2"];
        let run = mctslab(&words);
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(1), "{edit}: {message}");
        assert!(message.contains(expected), "{edit}: {message}");
    }
    // What a stranger says of itself is shown only as far as it fits.
    let worker = changed(folder.path(), &format!("s/\"version\":\"/&{}/", "x".repeat(3000)));
    let run = mctslab(&["match", "nim", "random", "random", "-n", "4", "--no-store", "--workers", &worker]);
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(message.contains("has version `xxxx") && message.len() < 500, "{} bytes: {message}", message.len());
    for (command, expected) in [
        ("false", "ended 4 times in a row"),
        ("/no/such/program", "cannot start the worker"),
        (concat!(env!("CARGO_BIN_EXE_mctslab"), " wrker"), "does not start a worker: it ended with 2"),
        ("printf '\\377\\n'", "it sent `\u{fffd}`, which is no answer"),
        // A line without an end does not fill the memory.
        ("cat /dev/zero", "it sent `\\u{0}\\u{0}"),
    ] {
        let run = mctslab(&["match", "nim", "random", "random", "-n", "4", "--no-store", "--workers", command]);
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(1), "{command}: {message}");
        assert!(message.contains(expected), "{command}: {message}");
    }
}

#[test]
fn a_worker_refuses_what_is_no_order() {
    let mut worker = Command::new(BINARY)
        .arg("worker")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    std::io::Write::write_all(&mut worker.stdin.take().expect("an input"), b"hello\n").expect("it reads");
    let run = worker.wait_with_output().expect("it ends");
    let (said, message) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(said.starts_with("{\"worker\":{\"version\":"), "{said}");
    assert!(run.status.code() == Some(1) && message.contains("cannot read the order `hello`"), "{message}");
}

#[cfg(unix)]
#[test]
fn workers_that_send_samples_of_no_use_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let efficiency = ["efficiency", "tic-tac-toe", "--after", "4", "--positions", "5"];
    let analyze = ["analyze", "tic-tac-toe", "-n", "5"];
    let trace = ["trace", "tic-tac-toe", "mcts(iters=3)", "--against", "random", "-n", "5"];
    for (words, edit, expected) in [
        (&efficiency[..], "s/\\\\\"online\\\\\":\\[\\[/\\\\\"online\\\\\":[[9],[/g", "constants online"),
        (&analyze, "s/\\\\\"payoffs\\\\\":\\[[^]]*\\]/\\\\\"payoffs\\\\\":[]/g", "0 payoffs, expected 2"),
        (&trace, "s/\\\\\"seats\\\\\":\\[[^]]*\\]/\\\\\"seats\\\\\":[7,1]/g", "the agents [7, 1] in the seats"),
    ] {
        let worker = changed(folder.path(), edit);
        let (_store, db) = place();
        let run = mctslab(&[words, &["--db", &db, "--workers", &worker, "--count", "1"]].concat());
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(1), "{edit}: {message}");
        assert!(message.contains(expected) && !message.contains("panicked"), "{edit}: {message}");
        // Nothing wrong was stored: the run goes on with workers that do their work.
        assert!(mctslab(&["resume", "1", "-q", "--db", &db]).status.success(), "{words:?}");
    }
}

/// A worker that says who it is and no more, once; all others are as they should be. It writes its
/// number into a file.
#[cfg(unix)]
fn silent_once(folder: &Path) -> (String, std::path::PathBuf) {
    let (script, once) = (folder.join("worker.sh"), folder.join("once"));
    let silent = format!("echo $$ > {0}; {BINARY} worker < /dev/null; exec sleep 600", once.display());
    let text = format!("if [ -e {} ]; then exec {BINARY} worker; fi\n{silent}\n", once.display());
    fs::write(&script, text).expect("a script");
    (format!("sh {}", script.display()), once)
}

/// Waits until a process is gone.
#[cfg(unix)]
fn is_gone(number: &Path) -> bool {
    let number = fs::read_to_string(number).expect("it wrote its number");
    (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        let asked = Command::new("kill").args(["-0", number.trim()]).stderr(Stdio::null()).status();
        !asked.expect("it can be asked").success()
    })
}

#[cfg(unix)]
#[test]
fn a_worker_that_stops_answering_is_given_up() {
    use std::sync::Arc;

    use mctslab_lab::arena::WorkerCrew;
    use mctslab_lab::{Control, Request, Run, RunState, drive, inspector};

    let folder = tempfile::tempdir().expect("a folder");
    let (command, once) = silent_once(folder.path());
    let lab = mctslab_studies::standard_lab(mctslab_lab::registry::Catalog::standard());
    let request = Request {
        game: "nim".to_string(),
        study: "match(games=60)".to_string(),
        agents: vec!["random".to_string(), "random".to_string()],
        ..Request::default()
    };
    let run = Run::new(&lab, lab.plan(&request).expect("a plan"), None).expect("a run");
    let control = Control::default();
    let words = command.split(' ').map(str::to_string).collect();
    let crew = WorkerCrew::start(words, 2, lab.identity(), Arc::clone(&control.flags), inspector(&lab));
    let mut crew = crew.expect("workers").patient_for(Duration::from_millis(300));
    let mut runs = [run];
    drive(&mut runs, &mut crew, &control, &mut |_| {}).expect("another one plays its job");
    assert_eq!((runs[0].state(), runs[0].done()), (RunState::Over, 60));
    assert!(is_gone(&once), "it was left running");
}

#[cfg(target_os = "linux")]
#[test]
fn a_second_interrupt_leaves_no_worker_and_says_how_to_go_on() {
    let (folder, db) = place();
    let (command, once) = silent_once(folder.path());
    let words = ["match", "nim", "random", "random", "-n", "60", "--db", &db, "--workers", &command, "--count", "1"];
    let driver = Command::new(BINARY).args(words).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let driver = driver.expect("the binary starts");
    let interrupt = || drop(Command::new("kill").args(["-s", "INT", &driver.id().to_string()]).status());
    while !once.exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(300));
    interrupt();
    std::thread::sleep(Duration::from_millis(300));
    interrupt();
    let run = driver.wait_with_output().expect("it ends");
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(1), "{message}");
    assert!(
        message.contains(&format!("error: interrupted; finished games are kept: `mctslab resume 1 --db {db}`")),
        "{message}"
    );
    assert!(is_gone(&once), "it was left running");
}
