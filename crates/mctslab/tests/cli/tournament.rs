//! Tournaments of every format.

use crate::{json, mctslab, stdout};

const AGENTS: [&str; 4] = ["uct(iters=100)", "random", "uct(iters=10)", "alphabeta(depth=1)"];

fn tournament(more: &[&str]) -> serde_json::Value {
    json(&[&["tournament", "connect-four"][..], &AGENTS, more, &["--json"]].concat())
}

#[test]
fn a_round_robin_rates_everybody() {
    let report = tournament(&["-n", "10"]);
    assert_eq!(report["games"], 60, "{report}");
    let agents = report["agents"].as_array().unwrap();
    for agent in agents {
        assert_eq!(agent["games"], 30, "{report}");
        assert!(agent["rating"].is_number() && agent["spec"].is_string());
    }
    let rating = |agent: usize| agents[agent]["rating"].as_f64().unwrap();
    assert!(rating(0) > rating(1) && rating(0) > rating(2), "{report}");
    assert!((0..4).map(rating).sum::<f64>().abs() < 1e-6, "ratings are relative to their mean");
    let cell = |a: usize, b: usize| report["cross"][a][b]["score"].as_f64();
    for (a, b) in [(0, 1), (1, 3), (2, 3)] {
        assert!((cell(a, b).unwrap() + cell(b, a).unwrap() - 1.0).abs() < 1e-9, "{report}");
    }
    assert!(report["cross"][0][0].is_null() && report["components"].as_array().unwrap().len() == 1);
    let text = stdout(&[&["tournament", "connect-four"][..], &AGENTS, &["-n", "4"]].concat());
    assert!(
        text.contains("rating") && text.contains("score against") && text.contains("The first seat is worth"),
        "{text}"
    );
}

#[test]
fn other_formats_play_what_they_say() {
    let gauntlet = tournament(&["-n", "4", "--format", "gauntlet"]);
    assert_eq!((&gauntlet["games"], &gauntlet["agents"][0]["games"]), (&12.into(), &12.into()));
    assert!(gauntlet["cross"][1][2].is_null(), "only the first meets the others: {gauntlet}");
    let swiss = tournament(&["-n", "4", "--format", "swiss(rounds=3)"]);
    assert_eq!(swiss["games"], 24, "{swiss}");
    let knockout = tournament(&["-n", "8", "--format", "knockout"]);
    assert_eq!((&knockout["games"], &knockout["winner"]), (&24.into(), &0.into()), "{knockout}");
}

#[test]
fn three_seats_make_tables_of_three() {
    let agents = ["uct(iters=200)", "random", "random", "random", "random"];
    for (format, games) in [("round-robin", 60), ("gauntlet", 36), ("swiss(rounds=2)", 12), ("knockout", 12)] {
        let words = [&["tournament", "tic-tac-mo"][..], &agents, &["-n", "6", "--format", format, "--json"]].concat();
        let report = json(&words);
        assert_eq!(report["games"], games, "{format}: {report}");
        assert!(report["agents"][0]["score"].as_f64().unwrap() > 0.6, "{format}: {report}");
        assert!(report["first_seat"].is_null());
    }
}

#[test]
fn what_cannot_be_played_is_said() {
    for (words, expected) in [
        (&["tournament", "tic-tac-toe", "random", "-n", "2"][..], "give 2 agents or more"),
        (&["tournament", "tic-tac-toe", "random", "random", "--format", "league"], "unknown format `league`"),
        (&["tournament", "tic-tac-mo", "random", "random", "random", "random", "--format", "knockout"], "3, 5, 7, 9"),
        (&["tournament", "tic-tac-toe", "random", "random", "random", "--stop", "sprt"], "compares two agents"),
        (&["tournament", "tic-tac-toe", "random", "random", "--stop", "width", "--format", "swiss"], "do not depend"),
        (&["tournament", "chain", "random", "random"], "two players or more"),
    ] {
        let run = mctslab(words);
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{words:?}: {message}");
        assert!(message.contains(expected), "{words:?}: {message}");
    }
}
