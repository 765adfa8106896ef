//! Programs that fail in a game: the game is lost by a named fault, the next one is played.

use std::time::{Duration, Instant};

use mctslab_core::Fault;

use crate::{Folder, engine, play, play_spec, python};

/// The engine fails in its second move of the first game; the second game must be played as usual.
fn goes_wrong(bad: &str, kind: Fault, expected: &[&str]) {
    let folder = Folder::new();
    if !python() {
        return;
    }
    let good =
        play(&folder.script(&engine("say('bestmove ' + legal[0])")), "", 1).remove(0).expect("a good engine plays");
    // A program that was restarted has forgotten that it failed once: a file remembers.
    let mark = folder.path().join("wrong");
    let mark = mark.display();
    let on_go = format!(
        "if len(moves) == 2 and not os.path.exists('{mark}'):\n    open('{mark}', 'w')\n    {bad}\nelse:\n    say('bestmove ' + legal[0])"
    );
    let start = Instant::now();
    let games = play(&folder.script(&engine(&on_go)), ",move-timeout=400", 2);
    assert!(start.elapsed() < Duration::from_secs(8), "{bad}: it took {:?}", start.elapsed());
    let failure = games[0].as_ref().expect_err(bad);
    assert_eq!(failure.kind, kind, "{bad}: {failure}");
    for part in expected {
        assert!(failure.message.contains(part), "{bad}: `{part}` is not in: {failure}");
    }
    assert!(!failure.message.contains("within 0 ms"), "{bad}: time is counted from the question on: {failure}");
    assert_eq!(games[1], Ok(good), "{bad}: the next game is not touched");
}

#[test]
fn a_crash_on_go_costs_the_game() {
    goes_wrong("sys.stderr.write('out of ideas'); sys.exit(7)", Fault::Crash, &["exit code 7", "out of ideas"]);
}

#[test]
fn a_program_killed_in_mid_move_costs_the_game() {
    goes_wrong("os.kill(os.getpid(), signal.SIGKILL)", Fault::Crash, &["killed by signal 9"]);
}

#[test]
fn a_stall_costs_the_game() {
    goes_wrong("time.sleep(1000)", Fault::TimeOut, &["did not send `bestmove` within", "it was given no limit"]);
}

#[test]
fn an_answer_without_the_end_of_its_line_is_shown() {
    goes_wrong("say('bestmove b2', end=''); time.sleep(1000)", Fault::TimeOut, &["unfinished line: `bestmove b2`"]);
}

#[test]
fn what_is_no_legal_move_costs_the_game() {
    for (bad, found) in [
        ("say('bestmove')", "found ``"),
        ("say('bestmove 0000')", "`0000`"),
        ("say('bestmove (none)')", "`(none)`"),
        ("say('bestmove a1')", "`a1`"),
        ("say('bestmove e2e4')", "`e2e4`"),
        ("say('bestmove ' + 'x' * 5000)", "xxx…`"),
    ] {
        goes_wrong(bad, Fault::IllegalMove, &[found, "a legal move: c1 a2"]);
    }
}

#[test]
fn two_answers_to_one_question_are_heard_once() {
    let folder = Folder::new();
    if python() {
        let good = play(&folder.script(&engine("say('bestmove ' + legal[0])")), "", 2);
        let twice = engine("say('bestmove ' + legal[0]); say('bestmove ' + legal[0]); say('bestmove c3')");
        assert_eq!(play(&folder.script(&twice), "", 2), good);
    }
}

#[test]
fn a_late_answer_does_not_reach_the_next_game() {
    // The move would be legal in the next game, and in place of a better one.
    goes_wrong("time.sleep(0.6); say('bestmove c3')", Fault::TimeOut, &["did not send `bestmove`"]);
}

#[test]
fn an_answer_after_a_lost_game_does_not_reach_the_next_one() {
    // The illegal move ends the game, and the program continues to write.
    goes_wrong("say('bestmove a1'); say('bestmove c3')", Fault::IllegalMove, &["`a1`"]);
}

#[test]
fn a_program_that_is_never_to_be_restarted_loses_the_rest() {
    let folder = Folder::new();
    if python() {
        let games = play(&folder.script(&engine("sys.exit(1)")), ",restart=never", 3);
        let kinds: Vec<Fault> = games.iter().map(|game| game.as_ref().expect_err("lost").kind).collect();
        assert_eq!(kinds, [Fault::Crash, Fault::NoStart, Fault::NoStart]);
        assert!(games[2].as_ref().unwrap_err().message.contains("not started again"));
    }
}

#[test]
fn a_program_may_be_started_for_every_game() {
    let folder = Folder::new();
    if python() {
        // It plays the next cell in every game that it knows of.
        let command = folder.script(&engine("say('bestmove ' + legal[game - 1])"));
        let first = |more: &str| -> Vec<String> {
            play(&command, more, 2).into_iter().map(|game| game.expect("played").remove(0)).collect()
        };
        assert_eq!(first(""), ["a1", "b1"]);
        assert_eq!(first(",restart=game"), ["a1", "a1"]);
    }
}

/// A GTP engine that plays any of the cells of Hex and refuses a move where the script says so.
fn hex_engine(refuses: &str) -> String {
    format!(
        r#"import sys
taken = []
for line in sys.stdin:
    number, command, *rest = line.split()
    good, text = True, ""
    if command == "list_commands": text = "play\ngenmove\nboardsize\nclear_board"
    elif command == "boardsize": size = int(rest[0])
    elif command == "clear_board": taken = []
    elif command == "play":
        if {refuses}: good, text = False, "illegal move"
        else: taken.append(rest[1])
    elif command == "genmove":
        text = [c + str(r) for c in "abc" for r in range(1, size + 1) if c + str(r) not in taken][-1]
        taken.append(text)
        text = text.upper()
    elif command != "quit": good = False
    print(("=" if good else "?") + number + " " + text + "\n", flush=True)
    if command == "quit": break
"#
    )
}

#[test]
fn a_program_that_disagrees_with_the_referee_is_reported() {
    let folder = Folder::new();
    if !python() {
        return;
    }
    let command = folder.script(&hex_engine("False"));
    let agent = |command: &str| format!("process(cmd=\"{command}\",protocol=gtp)");
    let games = play_spec("hex(size=3)", &agent(&command), 2);
    assert_eq!(games[0].as_ref().expect("it plays")[..2], ["c3", "a1"], "GTP may be in upper case");
    assert_eq!(games[0], games[1]);
    let command = folder.script(&hex_engine("rest[1] == 'a1'"));
    let failure = play_spec("hex(size=3)", &agent(&command), 1).remove(0).expect_err("it refuses a legal move");
    assert_eq!(failure.kind, Fault::Crash);
    assert!(failure.message.contains("refuses `play white a1`, which is legal by the rules of mctslab"), "{failure}");
}

#[test]
fn lines_tell_moves_or_the_position() {
    let folder = Folder::new();
    if !python() {
        return;
    }
    let moves = "import sys\nfor line in sys.stdin:\n    print([m for m in '1234567' if line.split().count(m) < 2][-1], flush=True)\n";
    let command = folder.script(moves);
    let games = play_spec("connect-four", &format!("process(cmd=\"{command}\",protocol=lines)"), 2);
    assert_eq!(games[0].as_ref().expect("it plays")[..6], ["7", "1", "7", "1", "6", "1"]);
    assert_eq!(games[0], games[1]);
    let position = "import sys\nfor line in sys.stdin:\n    print(line.count('x') % 7 + 1, flush=True)\n";
    let agent = format!("process(cmd=\"{}\",protocol=lines(send=position))", folder.script(position));
    // The side to move is an x as well.
    assert_eq!(play_spec("connect-four", &agent, 1)[0].as_ref().expect("it plays")[0], "2");
}
