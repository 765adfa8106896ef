//! What was asked wrongly gets exit code 2 and a message that says what was found, what is valid
//! and where.

use crate::mctslab;

#[test]
fn errors_name_what_was_found_and_what_is_valid() {
    let cases: &[(&[&str], &[&str])] = &[
        (&["search", "conect-four", "uct"], &["unknown game `conect-four`", "did you mean `connect-four`", "`hex`"]),
        (&["search", "connect-four", "utc"], &["unknown agent `utc`", "`uct`", "`alphabeta`"]),
        (&["search", "connect-four", "uct(itres=5)"], &["`uct` has no option `itres`", "did you mean `iters`"]),
        (&["search", "connect-four", "uct(c=-1)"], &["`c` is `-1`", "a number from 0 to 1000"]),
        (&["search", "connect-four", "uct(iters=0)"], &["`iters` is `0`", "from 1 to"]),
        (&["search", "connect-four", "uct(c=0.5"], &["expected `,` or `)`", "uct(c=0.5\n", "^"]),
        (&["search", "connect-four", "uct(iters=none,time=none)"], &["would never end"]),
        (&["search", "connect-four", "python3 bot.py"], &["process(cmd=\"python3 bot.py\",protocol=lines)"]),
        (&["search", "othello", "uct", "--position", "moves d3 a1"], &["cannot read the position", "`a1`"]),
        (
            &["complexity", "connect-four", "random", "--precision", "20%"],
            &["`precision` is `\"20%\"`", "expected a number"],
        ),
        (&["search", "connect-four", "mcts"], &["`mcts` needs `iters`", "mcts(iters=…)"]),
        (&["search", "connect-four", "alphabeta(eval=stones)"], &["`eval` is `stones`", "`score4`, `half`"]),
        (&["search", "connect-four", "alphabeta(depth=0)"], &["`depth` is `0`", "from 1 to 100"]),
        (&["search", "connect-four(width=99)", "uct"], &["`width` is `99`", "from 4 to 9"]),
        (&["search", "connect-four(width=9,height=9)", "uct"], &["too large", "at most 64"]),
        (&["search", "connect-four", "uct", "--position", "4x"], &["cannot read the position", "4x", "columns"]),
        (&["search", "connect-four", "uct", "--position", "44444444"], &["column `4` at ply 7", "not full"]),
        (&["search", "connect-four", "uct", "--position", "7/7/7/7/x6/7 o"], &["no disc above an empty square"]),
        (&["search", "connect-four", "uct", "--position", "1213141"], &["the game is over"]),
        (&["search", "tic-tac-toe", "uct", "--position", "xxx/3/3 o"], &["3 x and 0 o", "one more x"]),
        (&["search", "triad", "alphabeta"], &["needs a game of two players", "has 3", "use `minimax`"]),
        (&["match", "triad", "random", "random", "-n", "4"], &["2 agents for `triad`", "3 seats"]),
        (
            &["search", "skirmish", "uct", "--position", "kk6/8/8/8/8/8/8/K7 w - - 0"],
            &["cannot read the position", "king"],
        ),
        (&["perft", "tic-tac-toe", "10"], &["depth 10 is too large", "9 plies"]),
        (&["search", "connect-four", "uct(playout=\"uniform\")"], &["is `\"uniform\"`", "expected `uniform`"]),
        (&["perft", "tic-tac-chess(max-plies=60000)", "60000"], &["depth 60000 is too large", "at most 1000 plies"]),
        (&["perft", "tic-tac-toe", "-1"], &["invalid value '-1'", "DEPTH"]),
        (&["perft", "tic-tac-toe", "many"], &["invalid value 'many'", "DEPTH"]),
        (&["match", "connect-four", "uct", "random", "-n", "0"], &["`games` is `0`", "from 1 to"]),
        (&["match", "connect-four", "uct"], &["1 agent for `connect-four`", "2 seats: give 2 agents"]),
        (&["match", "connect-four", "random", "random", "--threads", "0"], &["0 is not in 1.."]),
        (&["play", "hex", "--seat", "2"], &["seat 2 is not a seat of `hex`", "0 to 1"]),
        (
            &["match", "connect-four", "uct", "random", "greedy"],
            &["3 agents for `connect-four`", "meet in a tournament"],
        ),
        (&["match", "chain", "uct", "random"], &["2 agents for `chain`, which has 1 seat: give 1 agent"]),
        (&["play", "hex", "--json"], &["unexpected argument '--json'"]),
        (&["engine", "hex", "uct", "--json"], &["unexpected argument '--json'"]),
        (&["games", "--seed", "1"], &["unexpected argument '--seed'"]),
        (&["completions", "bash", "-q"], &["unexpected argument '-q'"]),
        (&["runs", "--threads", "2"], &["unexpected argument '--threads'"]),
        (&["match", "hex", "uct", "random", "--allow-engines"], &["unexpected argument '--allow-engines'"]),
        (&["--threads", "2", "games"], &["`--threads` has no effect in `mctslab games`"]),
        (&["explain", "chess"], &["nothing is called `chess`", "`mctslab games`", "`mctslab agents`"]),
        (&["search", "connect-four", "uct(iters=0)"], &["`iters` is `0`", "from 1 to 1000000000"]),
        (&["search", "connect-four", "uct(threads=0)"], &["`threads` is `0`", "from 1 to 256"]),
        (&["search", "connect-four", "uct(time=0)"], &["`time` is `0`", "from 1 to"]),
        (&["search", "connect-four", "alphabeta(depth=0)"], &["`depth` is `0`", "from 1 to 100"]),
        (&["search", "awari", "divilly(w1=much)"], &["`w1` is `much`", "a number from"]),
        (&["search", "connect-four", "uct(reward=values(draw=some))"], &["`draw` is `some`", "a number from"]),
        (&["search", "connect-four", "uct(select=grave(ref=-1))"], &["`grave`: `ref` is `-1`", "from 0 to"]),
        (&["search", "hex", "uct", "--threads", "2"], &["--repeat", "`uct(threads=2)`"]),
        (&["play", "hex", "--threads", "2"], &["unexpected argument '--threads'"]),
        (&["search", "hex", "score4"], &["`score4`", "connect-four"]),
        (&["search", "hex", "divilly"], &["`divilly`", "awari"]),
        (&["search", "hex", "othello-simple"], &["`othello-simple`", "othello"]),
        (&["search", "hex", "uct(reward=share)"], &["counts stones", "othello, ataxx, awari"]),
        (&["search", "triad", "solve"], &["needs a game of two players", "has 3"]),
        (&["search", "triad", "ab-uct"], &["needs a game of two players", "has 3"]),
        (&["search", "triad", "uct(backup=implicit-minimax)"], &["needs a game of two players", "`backup=mean`"]),
        (&["search", "hex", "uct(threads=2,finish=max-robust)"], &["`finish=max-robust`", "`threads=1`"]),
        (&["search", "hex", "uct(reward=highly-defensive)"], &["`solve=false`"]),
        (&["search", "hex", "uct(expand=one(order=table))"], &["needs a table", "`playout=mast`"]),
        (&["bench", "hex(size=99)"], &["`size` is `99`"]),
        (&["agents", "go"], &["unknown game `go`"]),
        (&["fly"], &["unrecognized subcommand 'fly'"]),
    ];
    for (words, expected) in cases {
        let run = mctslab(words);
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{words:?}: {message}");
        assert!(run.stdout.is_empty(), "{words:?}: nothing on standard output");
        assert!(!message.contains("panicked"), "{words:?}: {message}");
        let first = message.lines().next().unwrap_or_default().trim_start_matches("error: ");
        assert_eq!(message.matches(first).count(), 1, "{words:?}: said once: {message}");
        for part in *expected {
            assert!(message.contains(part), "{words:?}: `{part}` is not in\n{message}");
        }
    }
}

#[test]
fn a_position_too_large_to_solve_is_a_failure_not_a_usage_error() {
    let run = mctslab(&["search", "connect-four", "solve(nodes=1000)"]);
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(1), "{message}");
    assert!(message.contains("too large for `solve`") && message.contains("solve(nodes=…)"), "{message}");
    let run = mctslab(&["match", "connect-four", "solve(nodes=1000)", "random", "-n", "4"]);
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(1), "nobody has seen any play: {message}");
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(text.contains("lost 4 games by no-move, first game 0") && text.contains("too large"), "{text}");
    assert!(text.contains("no verdict: solve(nodes=1000) had no move to offer in all 4 games"), "{text}");
}

#[test]
fn openings_in_a_file_are_counted_from_one_and_long_ones_are_cut() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("openings");
    let spec = format!("file(path=\"{}\")", file.display());
    let words = ["match", "tic-tac-toe", "random", "random", "-n", "4", "--openings", &spec];
    // Editors may begin a file with a mark of its encoding.
    std::fs::write(&file, "\u{feff}x2/3/3 o\n").expect("a file");
    assert!(mctslab(&words).status.success());
    std::fs::write(&file, format!("x2/3/3 o\n# a remark\n\n{}\n", "no position ".repeat(100_000))).expect("a file");
    let run = mctslab(&words);
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(2), "{message}");
    assert!(
        message.contains("opening 2, `no position no") && message.len() < 1000,
        "{} bytes: {message:.300}",
        message.len()
    );
}
