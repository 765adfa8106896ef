//! Other people's software at both ends: the client of the Python package `ataxx`, and the Connect
//! Four solver `bitbully` as an opponent.
//!
//! Each is installed into a virtual environment of its own, which needs Python and the network: the
//! tests are slow, and skipped loudly where either is missing. `cargo test -- --ignored` runs them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::json;

/// The Python of a virtual environment with that package, or `None` with a loud word.
fn python_with(package: &str) -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("python-{package}"));
    let python = folder.join("bin/python");
    let imports = || Command::new(&python).args(["-c", &format!("import {package}")]).output();
    if imports().is_ok_and(|run| run.status.success()) {
        return Some(python);
    }
    let made = Command::new("python3").args(["-m", "venv"]).arg(&folder).output();
    if !made.is_ok_and(|run| run.status.success()) {
        eprintln!("SKIPPED: python3 with venv is not on this machine");
        return None;
    }
    let pip = Command::new(&python).args(["-m", "pip", "-q", "install", package]).output().expect("it was just made");
    if !pip.status.success() {
        eprintln!("SKIPPED: `{package}` cannot be installed: {}", String::from_utf8_lossy(&pip.stderr));
        return None;
    }
    Some(python)
}

/// Plays whole games by the rules of the package `ataxx`, whose client asks our engine for every
/// move.
const CLIENT: &str = r#"
import sys, ataxx, ataxx.uai
engine = ataxx.uai.Engine(sys.argv[1])
engine.uai()
assert engine.name.startswith("mctslab"), engine.name
moves = 0
for number, limit in enumerate([{"nodes": 40}, {"movetime": 20}, {"times": (2000, 2000, 10, 10)}]):
    engine.uainewgame()
    engine.isready()
    board = ataxx.Board("startpos")
    while not board.gameover() and board.fullmove_clock < 40:
        engine.position(board.get_fen())
        best, _ = engine.go(**limit, maxwait=10)
        assert best is not None, board.get_fen()
        move = ataxx.Move.from_san(best)
        assert board.is_legal(move), (board.get_fen(), best)
        board.makemove(move)
        moves += 1
engine.quit()
print(moves)
"#;

#[test]
#[ignore = "slow: installs a Python package"]
fn a_client_of_others_plays_with_our_engine() {
    let Some(python) = python_with("ataxx") else { return };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    // The client starts a file without arguments.
    let (client, engine) = (folder.join("client.py"), folder.join("uai-engine.sh"));
    fs::write(&client, CLIENT).expect("a script");
    let line =
        format!("#!/bin/sh\nexec '{}' engine ataxx 'uct(iters=100)' --protocol uai\n", env!("CARGO_BIN_EXE_mctslab"));
    fs::write(&engine, line).expect("a script");
    let made = Command::new("chmod").arg("+x").arg(&engine).status().expect("chmod");
    assert!(made.success());
    let run = Command::new(python).arg(&client).arg(&engine).output().expect("python starts");
    let (text, errors) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{errors}");
    assert!(text.trim().parse::<u32>().is_ok_and(|moves| moves > 60), "{text} {errors}");
}

/// Plays random games by the rules of Fairy-Stockfish: our engine must read all its moves, and
/// answer with legal ones.
const FAIRY: &str = r#"
import random, subprocess, sys, pyffish
variant, engine = sys.argv[1], subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
random.seed(5)
start, passes, count = pyffish.start_fen(variant), 0, 0
for game in range(20):
    moves = []
    while len(moves) < 150:
        legal = pyffish.legal_moves(variant, start, moves)
        if not legal: break
        engine.stdin.write("position startpos" + (" moves " + " ".join(moves) if moves else "") + "\ngo\n")
        while True:
            answer = engine.stdout.readline().split()
            assert answer[:2] != ["info", "string"], (moves, answer)
            if answer[0] == "bestmove": break
        if answer[1] == "0000": break
        assert answer[1] in legal, (moves, answer, legal)
        move = random.choice(legal)
        passes += move[:2] == move[2:]
        count += 1
        moves.append(move)
engine.stdin.write("quit\n")
print(count, passes)
"#;

#[test]
#[ignore = "slow: installs a Python package"]
fn our_uci_is_that_of_fairy_stockfish() {
    let Some(python) = python_with("pyffish") else { return };
    let script = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("fairy.py");
    fs::write(&script, FAIRY).expect("a script");
    for (game, variant, passes) in
        [("othello", "flipello", true), ("ataxx", "ataxx", false), ("breakthrough", "breakthrough", false)]
    {
        let words = [variant, env!("CARGO_BIN_EXE_mctslab"), "engine", game, "random", "--protocol", "uci"];
        let run = Command::new(&python).arg(&script).args(words).output().expect("python starts");
        let text = String::from_utf8_lossy(&run.stdout).into_owned();
        assert!(run.status.success(), "{game}: {}", String::from_utf8_lossy(&run.stderr));
        let counts: Vec<u32> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        assert!(counts[0] > 500 && (counts[1] > 0 || !passes), "{game}: {text}");
    }
}

/// All that a program needs to play by `lines`.
const OPPONENT: &str = "
import sys, bitbully
solver = bitbully.BitBully()
for line in sys.stdin:
    board = bitbully.Board()
    for column in line.split():
        assert board.play(int(column) - 1)
    print(solver.best_move(board) + 1, flush=True)
";

#[test]
#[ignore = "slow: installs a Python package"]
fn a_perfect_player_of_others_wins_its_first_seat() {
    let Some(python) = python_with("bitbully") else { return };
    let script = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bitbully-lines.py");
    fs::write(&script, OPPONENT).expect("a script");
    let agent =
        format!("process(cmd=\"'{}' '{}'\",protocol=lines,start-timeout=60000)", python.display(), script.display());
    let report = json(&["match", "connect-four", &agent, "uct(iters=200)", "-n", "4", "--json", "--threads", "1"]);
    let seats = report["seats"].as_array().expect("seats");
    let first = seats.iter().find(|seat| seat["agent"] == 0 && seat["seat"] == 0).unwrap_or_else(|| panic!("{report}"));
    // The first player wins Connect Four with perfect play (Allis 1988).
    assert_eq!(first["wins"], 2, "{report}");
}
