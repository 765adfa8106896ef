//! Playing in the terminal, with what a person might type.

use std::io::Write;
use std::process::{Command, Stdio};

/// Plays with these lines typed in and returns everything printed.
fn play(words: &[&str], typed: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mctslab"))
        .arg("play")
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    child.stdin.take().expect("piped").write_all(typed.as_bytes()).expect("it reads");
    let run = child.wait_with_output().expect("it ends");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("text")
}

#[test]
fn a_whole_game_is_played_to_its_end() {
    let text = play(&["tic-tac-toe", "--against", "random", "--position", "xx1/oo1/3 x"], "c3\n");
    assert!(text.contains("You win!") && text.contains("moves: c3"), "{text}");
    assert!(text.contains("[x]"), "the last move is marked:\n{text}");
    let text = play(&["tic-tac-toe", "--seat", "1", "--against", "uct", "--position", "xx1/oo1/3 x"], "");
    assert!(text.contains("plays c3") && text.contains("You lose."), "{text}");
}

#[test]
fn every_word_is_understood() {
    let typed = "HELP\nmoves\nposition\nthoughts\nhint\nz9\n\n4\nthoughts\nundo\nposition\nundo\nResign\n";
    let text = play(&["connect-four", "--against", "uct(iters=200)"], typed);
    assert!(text.contains("1 2 3 4 5 6 7"), "{text}");
    assert!(text.contains("The machine has not moved yet."), "{text}");
    assert!(text.contains("found `z9`, expected a legal move: 1 2 3 4 5 6 7"), "{text}");
    assert_eq!(text.matches("7/7/7/7/7/7 x").count(), 2, "undo leads back to the start:\n{text}");
    assert!(text.contains("There is nothing to take back."), "{text}");
    assert!(text.contains("best:") && text.contains("You resign."), "{text}");
    assert!(!text.contains("95 %"), "one search has no interval: {text}");
    assert_eq!(text.matches("type a move, or").count(), 2, "at the start and by HELP:\n{text}");
}

#[test]
fn two_machines_play_against_a_person() {
    let text = play(&["tic-tac-mo", "--seat", "1", "--against", "uct(iters=200)"], "hint\nundo\nquit\n");
    assert!(text.contains("x plays") && text.contains("best:"), "{text}");
    assert!(text.contains("nothing to take back"), "only machines have moved: {text}");
    let text = play(&["tic-tac-mo", "--seat", "2", "--against", "random"], "moves\nquit\n");
    assert!(text.contains("x plays") && text.contains("o plays"), "{text}");
}

#[test]
fn payoffs_are_told_where_there_is_no_winner_and_loser() {
    assert!(play(&["chain"], "go\ngo\ngo\nstop\n").contains("The game pays you 0.00."));
    let text = play(&["tic-tac-mo", "--seat", "1", "--against", "random", "--position", "xxx2/oo3/yy3 o"], "c2\n");
    assert!(text.contains("You take place 2, which pays 0.50."), "{text}");
}

#[test]
fn the_end_of_input_is_a_way_to_leave() {
    assert!(play(&["nim"], "").ends_with("your move> \n"));
    assert!(play(&["nim"], "Quit\n").ends_with("your move> "));
}

#[test]
fn a_game_has_a_fresh_seed_which_repeats_it() {
    let words = ["hex(size=5)", "--seat", "1", "--against", "random"];
    let games: Vec<String> = (0..4).map(|_| play(&words, "quit\n")).collect();
    assert!(games.iter().any(|game| *game != games[0]), "another game every day");
    assert!(games[0].starts_with("hex(size=5) against random"), "{}", games[0]);
    let seed = games[0].split("`--seed ").nth(1).and_then(|rest| rest.split('`').next()).expect("the seed is shown");
    assert_eq!(play(&[&words[..], &["--seed", seed]].concat(), "quit\n"), games[0]);
}
