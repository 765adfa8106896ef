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

/// p-values as Holm (1979) corrects them, computed anew.
fn corrected(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut found = vec![0.0; p.len()];
    for (rank, &place) in order.iter().enumerate() {
        let so_far = order[..=rank].iter().enumerate().map(|(rank, &place)| p[place] * (p.len() - rank) as f64);
        found[place] = so_far.fold(0.0, f64::max).min(1.0);
    }
    found
}

#[test]
fn pairs_are_compared_with_a_correction_for_being_many() {
    for more in [&["-n", "40"][..], &["-n", "41"], &["-n", "40", "--openings", "random(plies=3)"]] {
        let report = tournament(more);
        let pairs = report["pairs"].as_array().unwrap();
        assert_eq!(pairs.len(), 6, "{report}");
        let numbers = |key: &str| pairs.iter().map(|pair| pair[key].as_f64().unwrap()).collect::<Vec<f64>>();
        let expected = corrected(&numbers("p"));
        for (pair, expected) in pairs.iter().zip(expected) {
            let number = |key: &str| pair[key].as_f64().unwrap();
            let (a, b) = (pair["a"].as_u64().unwrap() as usize, pair["b"].as_u64().unwrap() as usize);
            assert!(a < b && Some(number("score")) == report["cross"][a][b]["score"].as_f64(), "{pair}");
            assert!(number("low") <= number("score") && number("score") <= number("high"), "{pair}");
            assert!((number("p_holm") - expected).abs() < 1e-12 && number("p_holm") >= number("p"), "{pair}");
            assert_eq!(pair["significant"], number("p_holm") < 0.05, "{pair}");
        }
        assert_eq!(pairs[0]["significant"], true, "a hundred iterations beat random moves: {report}");
        let text = stdout(&[&["tournament", "connect-four"][..], &AGENTS, more].concat());
        let stars = pairs.iter().filter(|pair| pair["significant"] == true).count();
        // Twice in the cross table, once in the list, once in the legend.
        assert_eq!(text.matches('*').count(), 3 * stars + 1, "{text}");
        assert!(text.contains(&format!("{stars} of 6 pairs differ, at 5 %")), "{text}");
    }
}

#[test]
fn equal_agents_do_not_differ() {
    let agents = ["random"; 6];
    let words = [&["tournament", "tic-tac-toe"][..], &agents, &["-n", "60"]].concat();
    let text = stdout(&words);
    assert!(
        text.contains("No two agents differ significantly, at 5 % over all 15 comparisons") && !text.contains('*'),
        "{text}"
    );
}

#[test]
fn a_tied_knockout_says_who_went_on_and_why() {
    // Both solve the game: all games are drawn.
    let words = ["tournament", "tic-tac-toe", "solve", "alphabeta(depth=9)", "-n", "2", "--format", "knockout"];
    let text = stdout(&words);
    assert!(text.contains("Round 1 was tied: solve went on before alphabeta(depth=9), being listed first."), "{text}");
    let report = json(&[&words[..], &["--json"]].concat());
    let expected = serde_json::json!([{"round": 1, "winner": 0, "others": [1]}]);
    assert_eq!((&report["tie_breaks"], &report["winner"]), (&expected, &0.into()), "{report}");
    let help = stdout(&["tournament", "--help"]).split_whitespace().collect::<Vec<&str>>().join(" ");
    assert!(help.contains("ends even goes to the one listed first"), "{help}");
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
