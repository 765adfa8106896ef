//! `mctslab engine-check` on good engines and bad ones.

use crate::store::place;
use crate::{json, mctslab, stdout};

/// Our own engine as a command line.
fn engine(game: &str, protocol: &str) -> String {
    format!("'{}' engine '{game}' 'uct(iters=50)' --protocol {protocol}", env!("CARGO_BIN_EXE_mctslab"))
}

#[test]
fn our_own_engine_passes_in_every_protocol() {
    for (game, protocol) in [
        ("triad", "ugi"),
        ("ataxx(size=5)", "uai"),
        ("hex(size=5)", "gtp"),
        ("othello(size=6)", "uci"),
        ("othello", "uci"),
    ] {
        let command = engine(game, protocol);
        let report = json(&["engine-check", &command, "--protocol", protocol, "--game", game, "-n", "3", "--json"]);
        assert_eq!(report["passed"], true, "{report}");
        let checks = report["checks"].as_array().expect("checks");
        for what in ["handshake", "legality", "timing", "unknown command", "illegal move", "end"] {
            assert!(checks.iter().any(|check| check["check"] == what), "{what} in {report}");
        }
    }
    let text = stdout(&["engine-check", &engine("nim", "ugi"), "--game", "nim"]);
    assert!(text.contains("4 games, ") && text.contains("agrees with the referee"), "{text}");
}

#[test]
fn a_bad_engine_fails_with_exit_code_1() {
    let run = mctslab(&["engine-check", "false", "--game", "nim"]);
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    assert_eq!(run.status.code(), Some(1));
    assert!(text.contains("FAILED") && text.contains("did not send `ugiok`"), "{text}");
    // An engine of another game starts well and plays nonsense.
    let run = mctslab(&["engine-check", &engine("hex(size=5)", "ugi"), "--game", "connect-four", "-n", "1"]);
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    assert_eq!(run.status.code(), Some(1), "{text}");
    assert!(text.contains("illegal-move"), "{text}");
    assert!(String::from_utf8_lossy(&run.stderr).contains("checks failed"));
    assert_eq!(mctslab(&["engine-check", "'open", "--game", "nim"]).status.code(), Some(2));
}

/// A UGI engine for tic-tac-toe in Python that meets a line which starts with `on` by doing `what`.
fn scripted(folder: &std::path::Path, on: &str, what: &str) -> String {
    let path = folder.join("engine.py");
    let body = format!(
        r#"import sys, time
cells = [c + r for r in "123" for c in "abc"]
moves = []
for line in sys.stdin:
    words = line.split()
    if line.startswith("{on}"): {what}
    if words == ["ugi"]: print("ugiok")
    elif words == ["isready"]: print("readyok")
    elif words == ["quit"]: break
    elif words == ["query", "gameover"]: print("response false")
    elif words == ["query", "p1turn"]: print("response true")
    elif words[:1] == ["position"]: moves = words[words.index("moves") + 1:] if "moves" in words else []
    elif words[:1] == ["go"]: print("bestmove " + [cell for cell in cells if cell not in moves][0])
    sys.stdout.flush()
"#
    );
    std::fs::write(&path, body).expect("a script");
    format!("python3 -u '{}'", path.display())
}

/// What was found of each check: passed, failed or neither.
fn verdicts(command: &str) -> (Vec<(String, Option<bool>)>, String) {
    let run = mctslab(&["engine-check", command, "--game", "tic-tac-toe", "-n", "2", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    let checks = report["checks"].as_array().expect("checks");
    let verdict =
        |check: &serde_json::Value| (check["check"].as_str().expect("a name").to_string(), check["passed"].as_bool());
    (checks.iter().map(verdict).collect(), report.to_string())
}

#[test]
fn one_crash_fails_one_check() {
    let (folder, _) = place();
    for (on, broken) in [("xyzzy", "unknown command"), ("position fen", "unreadable position")] {
        let (found, report) = verdicts(&scripted(folder.path(), on, "sys.exit(3)"));
        assert!(found.len() >= 9, "{report}");
        for (what, passed) in found {
            assert_eq!(passed, Some(what != broken), "{what}: {report}");
        }
    }
}

#[test]
fn what_cannot_be_examined_is_said_so() {
    let (folder, _) = place();
    // It starts once for the handshake and once for the games.
    let mark = folder.path().join("starts");
    let count = format!(
        "open('{0}', 'a').write('x'); len(open('{0}').read()) > 2 and sys.exit('no licence left')",
        mark.display()
    );
    let (found, report) = verdicts(&scripted(folder.path(), "ugi\\n", &count));
    let passed = |name: &str| found.iter().find(|(what, _)| what == name).map(|(_, passed)| *passed);
    assert_eq!(passed("legality"), Some(Some(true)), "{report}");
    assert_eq!(passed("second start"), Some(Some(false)), "{report}");
    assert_eq!(passed("end"), Some(None), "{report}");
    assert!(report.contains("not examined, as it could not be started again") && report.contains("no licence left"));
    // Without a legal move nothing is timed.
    let command = scripted(folder.path(), "go", "print('bestmove zz99'); continue");
    let (found, report) = verdicts(&command);
    assert!(found.contains(&("timing".to_string(), None)), "{report}");
    assert!(report.contains("nothing was timed: it made no legal move"), "{report}");
}

#[test]
fn a_start_is_not_timed() {
    let (folder, _) = place();
    let command = scripted(folder.path(), "ugi\\n", "time.sleep(0.6)");
    let words = ["engine-check", &command, "--game", "tic-tac-toe", "-n", "1", "--movetime", "50", "--json"];
    let report = json(&words);
    assert_eq!(report["passed"], true, "at most 275 ms are allowed: {report}");
}

#[test]
fn a_missing_program_is_said_to_be_missing() {
    let run = mctslab(&["engine-check", "no-such-engine", "--game", "nim"]);
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(text.contains("there is no such program") && !text.contains("errno"), "{text}");
}
