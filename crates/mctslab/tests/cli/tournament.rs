//! Tournaments of every format.

use crate::store::place;
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
fn a_drawn_knockout_says_who_went_on_and_why() {
    // Both solve the game: all games are drawn.
    let words = ["tournament", "tic-tac-toe", "solve", "alphabeta(depth=9)", "-n", "2", "--format", "knockout"];
    let text = stdout(&words);
    assert!(text.contains("Round 1 was drawn: solve(nodes=20000000) advanced, being listed before"), "{text}");
    let report = json(&[&words[..], &["--json"]].concat());
    let expected = serde_json::json!([{"round": 1, "winner": 0, "others": [1]}]);
    assert_eq!((&report["tie_breaks"], &report["winner"]), (&expected, &0.into()), "{report}");
    let help = stdout(&["tournament", "--help"]).split_whitespace().collect::<Vec<&str>>().join(" ");
    assert!(help.contains("a drawn pairing goes to the agent listed first"), "{help}");
}

#[test]
fn a_gauntlet_is_rated_against_its_first_agent() {
    let agents = ["random", "mcts(iters=20)", "uct(iters=300)", "random"];
    let words = [&["tournament", "connect-four"][..], &agents, &["-n", "50", "--format", "gauntlet"]].concat();
    let report = json(&[&words[..], &["--json"]].concat());
    assert_eq!(report["anchor"], serde_json::json!({"agent": 0, "elo": 0.0}), "{report}");
    let rated = |agent: usize, key: &str| report["agents"][agent][key].as_f64();
    assert_eq!(["rating", "rating_low", "rating_high"].map(|key| rated(0, key)), [Some(0.0); 3], "{report}");
    for agent in 1..4 {
        let counts = &report["cross"][agent][0];
        let open = |key: &str| rated(agent, key).is_none();
        assert_eq!(open("rating_high"), counts["losses"] == 0, "only the unbeaten are open above: {report}");
        assert!(!open("rating_low"), "everybody won a game: {report}");
    }
    assert_eq!(report["agents"][2]["losses"], 0, "one agent is unbeaten: {report}");
    let text = stdout(&words);
    assert!(
        text.contains("random #1 is fixed at +0") && text.contains("anchor") && !text.contains("-∞ to +∞"),
        "{text}"
    );
}

#[test]
fn ratings_can_be_anchored_at_any_agent() {
    let (_folder, db) = place();
    let words = ["tournament", "tic-tac-toe", "random", "uct(iters=20)", "random", "-n", "20", "--db", &db];
    let plain = json(&[&words[..], &["--json"]].concat());
    assert!(plain["anchor"].is_null(), "{plain}");
    let anchored = json(&["show", "1", "--db", &db, "--json", "--anchor", "uct(iters=20)=1500"]);
    let rating = |report: &serde_json::Value, agent: usize| report["agents"][agent]["rating"].as_f64().unwrap();
    assert_eq!(rating(&anchored, 1), 1500.0);
    for agent in [0, 2] {
        let (before, after) = (rating(&plain, agent) - rating(&plain, 1), rating(&anchored, agent) - 1500.0);
        assert!((before - after).abs() < 1e-9, "differences stay: {plain} {anchored}");
    }
    assert_eq!(
        anchored,
        json(&[&words[..], &["--json", "--anchor", "2=1500"]].concat()),
        "by number, when it is played"
    );
    for (anchor, expected) in
        [("random", "several agents are `random`"), ("greedy", "no agent `greedy`"), ("4", "1 to 3")]
    {
        let run = mctslab(&[&words[..], &["--anchor", anchor]].concat());
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.code() == Some(2) && message.contains(expected), "{anchor}: {message}");
    }
}

#[test]
fn a_knockout_prints_its_bracket() {
    let agents = ["uct(iters=200)", "random", "uct(iters=20)", "random", "random"];
    let words = [&["tournament", "connect-four"][..], &agents, &["-n", "6", "--format", "knockout"]].concat();
    let report = json(&[&words[..], &["--json"]].concat());
    let rounds = report["rounds"].as_array().unwrap();
    let counts: Vec<(usize, usize)> = rounds
        .iter()
        .map(|round| (round["tables"].as_array().unwrap().len(), round["byes"].as_array().unwrap().len()))
        .collect();
    assert_eq!(counts, [(1, 3), (2, 0), (1, 0)], "{report}");
    assert_eq!(rounds[2]["tables"][0]["winner"], report["winner"], "{report}");
    let text = stdout(&words);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    assert!(text.contains("Round 3, the final") && text.contains("random #2 has a bye"), "{text}");
    assert!(
        lines.iter().any(|line| line.starts_with("random #4  ") && line.contains(" : ") && line.contains("→ random #")),
        "{text}"
    );
    let swiss = [&["tournament", "tic-tac-toe"][..], &agents, &["-n", "2", "--format", "swiss(rounds=2)"]].concat();
    let text = stdout(&swiss);
    assert!(text.contains("Round 2") && text.matches("has a bye").count() == 2 && !text.contains('→'), "{text}");
    assert!(json(&[&["tournament", "tic-tac-toe"][..], &agents, &["-n", "2", "--json"]].concat())["rounds"].is_null());
}

#[test]
fn repeated_games_of_deterministic_agents_count_once() {
    // Two agents are deterministic: a hundred games of theirs are the same two.
    let agents = ["alphabeta(depth=3)", "alphabeta(depth=1)", "random"];
    let report = json(&[&["tournament", "connect-four"][..], &agents, &["-n", "100", "--json"]].concat());
    assert_eq!((&report["games"], &report["effective_games"]), (&300.into(), &202.into()), "{report}");
    let pair = &report["pairs"][0];
    assert!(pair["p"].as_f64().unwrap() > 0.3 && pair["low"].as_f64().unwrap() < 0.3, "two games show nothing: {pair}");
    assert_eq!(report["pairs"][1]["significant"], true, "against random every game is new: {report}");
    // Few different games of agents that move at random are all counted, and named.
    let words = ["match", "connect-four", "score4(depth=1)", "greedy", "-n", "400"];
    let (report, text) = (json(&[&words[..], &["--json"]].concat()), stdout(&words));
    let distinct = 400 - report["duplicates"].as_u64().unwrap();
    assert!(distinct < 50 && text.contains(&format!("only {distinct} different games were played")), "{text}");
    assert!(text.contains("--openings \"random(plies=4)\""), "{text}");
    let chance = stdout(&["match", "tic-tac-toe", "random", "random", "-n", "1000"]);
    assert!(chance.contains("of 1,000 (by chance; all are counted)"), "{chance}");
}

#[test]
fn a_test_without_a_decision_is_reported() {
    let stop = ["--stop", "sprt(elo0=0,elo1=20)"];
    let words = [&["match", "tic-tac-toe", "random", "random", "-n", "40"], &stop[..]].concat();
    let report = json(&[&words[..], &["--json"]].concat());
    assert!(report["stopped"].is_null(), "{report}");
    let number = |key: &str| report["sprt"][key].as_f64().unwrap();
    assert_eq!((&report["sprt"]["decision"], number("elo0"), number("elo1")), (&"undecided".into(), 0.0, 20.0));
    assert!(number("lower") < number("llr") && number("llr") < number("upper"), "{report}");
    let text = stdout(&words);
    let state = format!("has not decided after 40 games: LLR {:.2}, bounds -2.94 to 2.94", number("llr"));
    assert!(text.contains(&state), "{state} in {text}");
    let words = ["match", "tic-tac-toe", "uct(iters=100)", "random", "-n", "2000", stop[0], "sprt(elo0=0,elo1=100)"];
    let decided = json(&[&words[..], &["--json"]].concat());
    let text = stdout(&words);
    let answer = "uct(iters=100) is stronger than random\nstopped by sprt(";
    assert!(text.find(answer).is_some_and(|place| place < text.find("wins").expect("a table")), "{text}");
    assert!(!text.contains("LOS") && !text.contains("significant"), "{text}");
    assert_eq!(decided["sprt"]["answer"], "uct(iters=100) is stronger than random");
    assert!(decided["agents"][0]["los"].is_null() && report["sprt"]["answer"].is_null(), "{decided}");
    assert_eq!(
        (&decided["sprt"]["decision"], &decided["stopped"]["verdict"]),
        (&"accepted h1".into(), &"accept-h1".into())
    );
    let wide = json(&["match", "tic-tac-toe", "random", "random", "-n", "40", "--stop", "width(to=0.05)", "--json"]);
    assert_eq!(
        (&wide["width"]["reached"], &wide["width"]["to"], &wide["sprt"]),
        (&false.into(), &0.05.into(), &serde_json::Value::Null)
    );
}

#[test]
fn one_player_has_a_payoff_and_no_wins() {
    let text = stdout(&["match", "chain", "uct(iters=50)", "-n", "5"]);
    assert!(text.contains("mean payoff") && !text.contains("wins") && !text.contains("Elo"), "{text}");
}

#[test]
fn a_match_says_who_is_stronger_and_how_sure_that_is() {
    let text = stdout(&["match", "connect-four", "random", "uct(iters=100)", "-n", "40"]);
    assert!(text.contains("uct(iters=100) is stronger than random: +"), "{text}");
    assert!(text.contains("probability that uct(iters=100) is stronger (LOS): 100.0 %; draws: 0.0 %"), "{text}");
    let even = stdout(&["match", "tic-tac-toe", "random", "random", "-n", "40"]);
    assert!(even.contains("no significant difference: random #") && even.contains("#1"), "{even}");
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
        (
            &["tournament", "tic-tac-toe", "random", "random", "--stop", "width", "--format", "swiss"],
            "`stop` is an option of `round-robin`: choose `format=round-robin` as well: `--format round-robin`",
        ),
        (&["tournament", "chain", "random", "random"], "two players or more"),
    ] {
        let run = mctslab(words);
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{words:?}: {message}");
        assert!(message.contains(expected), "{words:?}: {message}");
    }
}
