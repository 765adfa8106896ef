//! `mctslab engine-check` on good engines and bad ones.

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
    assert!(text.contains("FAILED") && text.contains("did not say `ugiok`"), "{text}");
    // An engine of another game starts well and plays nonsense.
    let run = mctslab(&["engine-check", &engine("hex(size=5)", "ugi"), "--game", "connect-four", "-n", "1"]);
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    assert_eq!(run.status.code(), Some(1), "{text}");
    assert!(text.contains("illegal-move"), "{text}");
    assert!(String::from_utf8_lossy(&run.stderr).contains("checks failed"));
    assert_eq!(mctslab(&["engine-check", "'open", "--game", "nim"]).status.code(), Some(2));
}
