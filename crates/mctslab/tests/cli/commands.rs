//! What each command prints, for people and for programs.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::{json, json_lines, mctslab, stdout};

#[test]
fn every_game_and_agent_is_listed_and_explained() {
    for (listing, known) in [("games", "connect-four"), ("agents", "uct")] {
        let names: Vec<String> =
            json_lines(&[listing, "--json"]).iter().map(|entry| entry["name"].as_str().unwrap().to_string()).collect();
        assert!(names.contains(&known.to_string()));
        let text = stdout(&[listing]);
        for name in names {
            assert!(text.lines().any(|line| line.starts_with(&name)), "{name} has a line");
            let explained = stdout(&["explain", &name]);
            assert!(explained.lines().count() >= 3, "{name}: {explained}");
        }
    }
    assert!(stdout(&["explain", "uct"]).contains("sqrt(ln N / n)"));
    assert_eq!(stdout(&["explain", "hex(size=7)"]), stdout(&["explain", "hex"]));
    assert!(stdout(&["explain", "connect-four"]).contains("score4: "), "estimates are listed");
    // Those that fit, those alone, and those that must be given something.
    let fits = |game: &str, agent: &str| stdout(&["agents", game]).lines().any(|line| line.starts_with(agent));
    assert!(fits("hex", "alphabeta ") && fits("hex", "debets ") && !fits("hex", "score4 "));
    assert!(
        fits("connect-four", "score4 ") && fits("connect-four", "nfriends-floyd ") && !fits("connect-four", "divilly ")
    );
    assert!(fits("triad", "uct ") && fits("triad", "govani ") && !fits("triad", "ab-uct ") && !fits("triad", "solve "));
    assert!(
        fits("awari", "divilly ") && fits("othello(size=6)", "othello-simple ") && fits("ataxx", "ribeiro-minimax ")
    );
    // A part is explained as an agent is, all parts of one name together.
    assert!(stdout(&["explain", "grave"]).contains("Cazenave"));
    for part in
        ["implicit-minimax", "offensive", "fractional", "one", "all", "sprt", "width", "file", "swiss", "knockout"]
    {
        assert!(stdout(&["explain", part]).lines().count() >= 1, "{part}");
    }
    assert!(stdout(&["explain", "offensive"]).contains("Govani"), "rewards have their source");
    assert!(
        stdout(&["explain", "bisection"]).contains("--method bisection")
            && stdout(&["explain", "ladder"]).contains("step")
    );
    assert!(
        stdout(&["explain", "fit(games=5)"]).contains("precision")
            && stdout(&["explain", "trueskill"]).contains("theta")
    );
    assert!(
        stdout(&["explain", "stones"]).contains("eval=stones")
            && stdout(&["explain", "lines"]).contains("protocol=lines")
    );
    let uniform = stdout(&["explain", "uniform"]);
    assert!(uniform.contains("select=uniform") && uniform.contains("playout=uniform"));
}

#[test]
fn perft_counts() {
    let report = json(&["perft", "connect-four", "6", "--json"]);
    assert_eq!(report["nodes"], 117_649);
    assert_eq!((&report["depth"], &report["position"]), (&6.into(), &"7/7/7/7/7/7 x".into()));
    assert!(report["seconds"].is_number() && report["game"] == "connect-four(width=7,height=6,max-plies=0)");
    let report = json(&["perft", "tic-tac-toe", "3", "--position", "3/1x1/3 o", "--divide", "--json"]);
    let parts: u64 = report["divide"].as_array().unwrap().iter().map(|part| part["nodes"].as_u64().unwrap()).sum();
    assert_eq!((report["nodes"].as_u64(), parts), (Some(8 * 7 * 6), 8 * 7 * 6));
    assert!(stdout(&["perft", "connect-four", "4"]).contains("2,401 sequences"));
    assert_eq!(json(&["perft", "nim", "0", "--json"])["nodes"], 1);
}

#[test]
fn search_shows_every_move() {
    let report = json(&["search", "connect-four", "uct(iters=2000)", "--position", "4455", "--json"]);
    for key in ["game", "agent", "position", "to_move", "iterations", "seconds", "best", "moves", "line"] {
        assert!(!report[key].is_null(), "{key} in {report}");
    }
    let moves = report["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    // Three and six both make an open three.
    assert!(["3", "6"].contains(&report["best"].as_str().unwrap()), "{report}");
    let proven = json(&["search", "connect-four(width=4,height=4)", "solve", "--json"]);
    assert!(proven["moves"].as_array().unwrap().iter().all(|mv| mv["proven"].is_number()), "{proven}");
    let text = stdout(&["search", "tic-tac-toe", "uct", "--position", "oo1/xx1/3 x"]);
    assert!(text.contains("win") && text.contains("best: c2"), "{text}");
}

#[test]
fn search_shows_a_node_of_its_tree_with_the_terms_of_its_children() {
    let words = ["search", "connect-four", "uct(iters=300)"];
    let text = stdout(&[&words[..], &["--tree"]].concat());
    assert!(text.contains("node at the root: player 0 to move, 300 visits"), "{text}");
    assert!(text.contains("exploration") && text.contains("score"), "{text}");
    let report = json(&[&words[..], &["--tree", "4 4", "--json"]].concat());
    let node = &report["tree"];
    assert_eq!((&node["path"], &node["player"]), (&serde_json::json!(["4", "4"]), &0.into()), "{node}");
    let visits = |node: &Value| node["visits"].as_u64().expect("visits");
    let children = node["children"].as_array().expect("children");
    assert_eq!(1 + children.iter().map(visits).sum::<u64>(), visits(node), "its own playout, and those below");
    let terms = children[0]["terms"].as_array().expect("terms").iter().map(|term| &term["name"]);
    assert_eq!(terms.collect::<Vec<_>>(), ["mean", "exploration"]);
    // Nothing is said of a tree where nobody asks.
    assert!(json(&[&words[..], &["--json"]].concat())["tree"].is_null());
    for (agent, path, expected) in [
        ("uct(iters=300)", "4 9", "no node for `9` after 4: expected one of its children there: "),
        ("random", "", "the agent keeps no tree that could be looked at: expected one that does, such as `uct`"),
    ] {
        let refused = mctslab(&["search", "connect-four", agent, "--tree", path]);
        let message = String::from_utf8_lossy(&refused.stderr);
        assert!(refused.status.code() == Some(2) && message.contains(expected), "{message}");
    }
}

#[test]
fn one_search_has_no_interval() {
    let report = json(&["search", "connect-four", "uct(iters=200)", "--json"]);
    let keys: Vec<&String> = report["moves"][0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["move", "proven", "value", "visits"], "{report}");
    assert!(!stdout(&["search", "connect-four", "uct(iters=200)"]).contains("95 %"));
}

#[test]
fn nodes_are_called_nodes_and_pruned_moves_explained() {
    let text = stdout(&["search", "connect-four", "alphabeta(depth=3)"]);
    assert!(text.contains(" nodes in ") && text.contains("?: pruned"), "{text}");
    assert!(!text.contains("iterations") && !text.contains("visits"), "{text}");
    let text = stdout(&["search", "connect-four", "uct(iters=200)"]);
    assert!(text.contains("200 iterations in ") && text.contains("visits") && !text.contains('?'), "{text}");
    assert!(stdout(&["search", "connect-four", "uct(iters=3)"]).contains("?: not tried"));
    assert_eq!(json(&["search", "connect-four", "score4(depth=2)", "--json"])["unit"], "nodes");
}

#[test]
fn repeated_searches_show_how_much_they_differ() {
    let words = ["search", "connect-four", "uct(iters=300)", "--repeat", "5", "--seed", "7"];
    let mut report = json(&[&words[..], &["--json"]].concat());
    assert_eq!((&report["repeat"], &report["seeds"]), (&5.into(), &serde_json::json!([7, 8, 9, 10, 11])));
    let single: Vec<Value> = (7..12)
        .map(|seed| json(&["search", "connect-four", "uct(iters=300)", "--json", "--seed", &seed.to_string()]))
        .collect();
    let moves = report["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &report["best"]), (7, &moves[0]["move"]));
    for mv in moves {
        let of = |search: &Value| {
            search["moves"].as_array().unwrap().iter().find(|one| one["move"] == mv["move"]).unwrap().clone()
        };
        let values: Vec<f64> = single.iter().map(|search| of(search)["value"].as_f64().unwrap()).collect();
        let mean = values.iter().sum::<f64>() / 5.0;
        let sd = (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 4.0).sqrt();
        let visits: u64 = single.iter().map(|search| of(search)["visits"].as_u64().unwrap()).sum();
        let chosen = single.iter().filter(|search| search["best"] == mv["move"]).count();
        assert!((mv["value_mean"].as_f64().unwrap() - mean).abs() < 1e-12, "{mv}");
        assert!((mv["value_sd"].as_f64().unwrap() - sd).abs() < 1e-12 && sd > 0.0, "{mv}");
        assert_eq!((&mv["chosen"], &mv["visits"]), (&chosen.into(), &visits.into()));
        assert_eq!((mv["visits_mean"].as_f64(), &mv["value"]), (Some(visits as f64 / 5.0), &mv["value_mean"]));
    }
    assert!(moves.windows(2).all(|pair| pair[0]["chosen"].as_u64() >= pair[1]["chosen"].as_u64()));
    let mut alone = json(&[&words[..], &["--json", "--threads", "1"]].concat());
    report["seconds"] = 0.into();
    alone["seconds"] = 0.into();
    assert_eq!(report, alone, "whatever the threads");
}

#[test]
fn repeating_is_said_to_be_idle_where_it_is() {
    let text = stdout(&["search", "connect-four", "alphabeta(depth=2)", "--repeat", "3"]);
    assert!(text.contains("deterministic") && text.contains("chosen by 3 of 3"), "{text}");
    let once = json(&["search", "connect-four", "uct(iters=50)", "--repeat", "1", "--json"]);
    assert!(once["moves"][0]["value_sd"].is_null() && once["moves"][0]["chosen"] == 1, "{once}");
    assert!(stdout(&["search", "connect-four", "random", "--repeat", "9"]).contains(" of 9"));
    assert_eq!(mctslab(&["search", "connect-four", "uct", "--repeat", "0"]).status.code(), Some(2));
}

#[test]
fn positions_are_given_by_moves_too() {
    let by = |game: &str, position: &str| {
        let found = json(&["perft", game, "1", "--json", "--position", position]);
        (found["position"].clone(), found["nodes"].clone())
    };
    assert_eq!(by("connect-four", "4 4 5"), by("connect-four", "445"));
    assert_eq!(by("connect-four", "moves 4 4 5"), by("connect-four", "445"));
    assert_ne!(by("othello", "moves d3 c5"), by("othello", "moves d3 e3"));
}

#[test]
fn no_columns_are_the_initial_position() {
    let report = json(&["search", "connect-four", "uct(iters=50)", "--position", "", "--json"]);
    assert_eq!(report["position"], "7/7/7/7/7/7 x");
}

#[test]
fn a_match_adds_up_and_seats_are_even() {
    let report = json(&["match", "connect-four", "uct(iters=200)", "random", "-n", "40", "--json"]);
    assert_eq!((&report["games"], &report["seed"], &report["duplicates"]), (&40.into(), &1.into(), &0.into()));
    assert_eq!(report["effective_games"], 40);
    let agents = report["agents"].as_array().unwrap();
    let count = |agent: usize, key: &str| agents[agent][key].as_u64().unwrap();
    assert!(count(0, "wins") >= 38, "{report}");
    assert_eq!((count(0, "wins"), count(0, "losses")), (count(1, "losses"), count(1, "wins")));
    assert_eq!(agents[0]["spec"].as_str().unwrap().split('(').next(), Some("uct"));
    let seats = report["seats"].as_array().unwrap();
    assert_eq!(seats.len(), 4);
    for seat in seats {
        let games: u64 = ["wins", "draws", "losses"].iter().map(|key| seat[*key].as_u64().unwrap()).sum();
        assert_eq!(games, 20);
    }
    let (first, second) = (&agents[0]["by_seat"][0], &agents[1]["by_seat"][1]);
    assert_eq!(
        (&first["wins"], &first["draws"], &first["losses"]),
        (&second["losses"], &second["draws"], &second["wins"])
    );
    assert_eq!((&first["seat"], &first["wins"], &first["score"]), (&0.into(), &seats[0]["wins"], &seats[0]["score"]));
    assert!(first["low"].as_f64() < first["score"].as_f64() && first["high"].as_f64() <= Some(1.0), "{first}");
    let score = agents[0]["score"].as_f64().unwrap();
    assert!(agents[0]["low"].as_f64().unwrap() < score && score <= agents[0]["high"].as_f64().unwrap());
}

#[test]
fn three_players_take_all_seats() {
    let report = json(&["match", "tic-tac-mo", "uct(iters=200)", "random", "random", "-n", "36", "--json"]);
    let seats = report["seats"].as_array().unwrap();
    assert_eq!(seats.len(), 9);
    for seat in seats {
        let games: u64 = ["wins", "draws", "losses"].iter().map(|key| seat[*key].as_u64().unwrap()).sum();
        assert_eq!(games, 12, "{report}");
    }
    for seat in 0..3 {
        let of = |key: &str| -> Vec<u64> {
            (0..3).filter_map(|agent| report["agents"][agent]["by_seat"][seat][key].as_u64()).collect()
        };
        let all: u64 = ["wins", "draws", "losses"].iter().flat_map(|key| of(key)).sum();
        assert_eq!((all, of("wins").len()), (36, 3), "every game has somebody in seat {seat}: {report}");
    }
    // One alone is first, or several share the first place.
    let sum = |key: &str| (0..3).filter_map(|agent| report["agents"][agent][key].as_u64()).sum::<u64>();
    assert!(sum("wins") <= 36 && (sum("wins") == 36) == (sum("draws") == 0), "{report}");
    let scores: Vec<f64> = (0..3).map(|agent| report["agents"][agent]["score"].as_f64().unwrap()).collect();
    assert!((scores.iter().sum::<f64>() - 1.5).abs() < 1e-9, "places pay 1.5 in all: {report}");
    assert!(scores[0] > 0.8, "{report}");
    assert!(report["agents"][0]["elo"].is_null(), "Elo compares two: {report}");
    let text = stdout(&["match", "tic-tac-mo", "random", "random", "random", "-n", "7"]);
    assert!(text.contains("7 games do not fill all 6 orders of seats equally: 1 left over."), "{text}");
}

#[test]
fn one_player_searches_and_is_measured() {
    let report = json(&["search", "chain", "minimax(depth=5)", "--json"]);
    assert_eq!(report["best"], "go", "{report}");
    assert_eq!(json(&["search", "chain(depth=3)", "uct(iters=2000)", "--json"])["to_move"], 0);
    assert!(json(&["bench", "chain", "--time", "20", "--json"])["iterations_per_s"].as_f64().unwrap() > 0.0);
}

#[test]
fn deterministic_agents_are_found_out() {
    let report = json(&["match", "connect-four", "alphabeta(depth=2)", "alphabeta(depth=1)", "-n", "20", "--json"]);
    assert_eq!((&report["duplicates"], &report["effective_games"]), (&18.into(), &2.into()));
    let text = stdout(&["match", "connect-four", "alphabeta(depth=2)", "alphabeta(depth=1)", "-n", "21"]);
    assert!(text.contains("identical games: 19 of 21") && text.contains("only 2 different games"), "{text}");
    assert!(text.contains("21 is an odd number of games: one agent moved first once more than the other."), "{text}");
}

#[test]
fn one_seed_one_output_whatever_the_threads() {
    for game in ["connect-four", "hex(size=5)", "awari"] {
        let run = |threads: &str, seed: &str| {
            let agents = ["uct(iters=150)", "uct(iters=100,reuse=false,solve=false)"];
            stdout(&["match", game, agents[0], agents[1], "-n", "24", "--threads", threads, "--seed", seed, "--json"])
        };
        let one = run("1", "7");
        assert_eq!(one, run("8", "7"), "{game}");
        assert_ne!(one, run("1", "8"), "{game}");
    }
}

#[test]
fn bench_prints_what_scripts_rely_on() {
    let lines = json_lines(&["bench", "tic-tac-toe", "nim", "--time", "20", "--json"]);
    assert_eq!(lines.len(), 2);
    for key in ["playouts_per_s", "plies_per_playout", "iterations_per_s", "bytes_per_iteration"] {
        assert!(lines[0][key].as_f64().is_some_and(|number| number > 0.0), "{key} in {}", lines[0]);
    }
    assert_eq!(lines[0]["threads"], 1);
    assert!(lines[0]["agent"].as_str().unwrap().starts_with("uct(iters=10000"));
}

#[test]
fn bench_compares_sizes_of_trees() {
    let words = ["bench", "tic-tac-toe", "--iters", "100,2000", "--time", "20"];
    let lines = json_lines(&[&words[..], &["--json"]].concat());
    let sizes: Vec<u64> = lines.iter().filter_map(|line| line["iters"].as_u64()).collect();
    assert_eq!(sizes, [100, 2000]);
    for (line, size) in lines.iter().zip(sizes) {
        assert!(line["agent"].as_str().unwrap().starts_with(&format!("uct(iters={size},")), "{line}");
    }
    let text = stdout(&words);
    assert!(text.contains("in one tree") && text.contains("2000"), "{text}");
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(stdout(&["completions", shell]).contains("perft"), "{shell}");
    }
}

#[test]
fn a_closed_pipe_is_quiet() {
    for words in [&["games"][..], &["explain", "uct"], &["perft", "hex", "2", "--divide"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mctslab"))
            .args(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut first = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut first).expect("a line");
        let run = child.wait_with_output().expect("it ends");
        assert!(run.stderr.is_empty(), "{words:?}: {}", String::from_utf8_lossy(&run.stderr));
    }
}

#[test]
fn a_solver_does_not_depend_on_the_games_its_thread_played_before() {
    let run = |threads: &str| {
        let words = ["match", "connect-four(width=4,height=4)", "random", "solve(nodes=13100,memory=16)", "-n", "4"];
        let run = mctslab(&[&words[..], &["--threads", threads, "--json"]].concat());
        (run.status.code(), String::from_utf8(run.stdout).expect("text"))
    };
    assert_eq!(run("1"), run("2"));
}

#[test]
fn instructions_are_counted_where_valgrind_is() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        eprintln!("SKIPPED: no valgrind on this machine");
        return;
    }
    let report =
        json(&["bench", "nim", "--time", "10", "--agent", "uct(iters=200,solve=false)", "--instructions", "--json"]);
    // A machine whose newest instructions valgrind does not know has no count.
    for key in ["instructions_per_playout", "instructions_per_iteration"] {
        assert!(report[key].is_null() || report[key].as_f64().unwrap() > 50.0, "{report}");
    }
}

#[test]
fn lists_are_there_for_programs() {
    let games = json_lines(&["games", "--json"]);
    let hex = games.iter().find(|game| game["name"] == "hex").expect("hex");
    assert_eq!((&hex["players"], &hex["parameters"][0]["name"]), (&2.into(), &"size".into()), "{hex}");
    assert!(hex["summary"].is_string() && hex["parameters"][0]["default"].is_string(), "{hex}");
    assert!(games.iter().any(|game| game["name"] == "triad" && game["players"] == 3));
    let agents = json_lines(&["agents", "hex", "--json"]);
    let uct = agents.iter().find(|agent| agent["name"] == "uct").expect("uct");
    assert!(uct["parameters"].as_array().unwrap().iter().any(|one| one["name"] == "c"), "{uct}");
}

#[test]
fn help_lists_what_acts_and_nothing_else() {
    let help = |command: &str| stdout(&[command, "--help"]);
    assert!(
        help("match").contains("Common options:")
            && help("match").contains("--threads")
            && help("match").contains("Example:")
    );
    assert!(!help("match").contains("--allow-engines") && help("resume").contains("--allow-engines"));
    assert!(!help("games").contains("--seed") && help("games").contains("--json"));
    assert!(!help("perft").contains("--seed"), "nothing is random there");
    assert!(help("export").contains("docs/export.md") && help("complexity").contains("explain bisection"));
    let all = stdout(&["--help"]);
    for part in ["Measure:", "Stored runs:", "engine-check", "Continue an interrupted run", "--version"] {
        assert!(all.contains(part), "{part} in {all}");
    }
    // What is shared may stand before the command, too.
    assert_eq!(
        json(&["--json", "perft", "nim", "1"])["depth"],
        json(&["perft", "nim", "1", "--json", "--seed", "3", "-q"])["depth"]
    );
}

#[test]
fn titles_leave_defaults_out_and_programs_get_all() {
    let text = stdout(&["search", "tic-tac-toe", "uct(iters=50)"]);
    assert!(text.contains("\nuct(iters=50): "), "{text}");
    assert!(json(&["search", "tic-tac-toe", "uct(iters=50)", "--json"])["agent"].as_str().unwrap().contains("memory="));
    assert!(stdout(&["perft", "connect-four(width=5)", "2"]).starts_with("connect-four(width=5) at depth 2"));
    assert!(stdout(&["bench", "nim", "--time", "5"]).contains(", 1 thread\n"));
}

#[test]
fn every_command_is_listed_with_an_example_that_it_reads() {
    let command = mctslab::command_line();
    let listed = stdout(&["--help"]);
    for own in command.get_subcommands() {
        let name = own.get_name();
        assert!(listed.contains(&format!("\n  {name} ")), "{name} is not in a group:\n{listed}");
        let help = stdout(&[name, "--help"]);
        let example = help.split("Example:\n").nth(1).unwrap_or_else(|| panic!("no example: {help}")).trim();
        let words = mctslab::laboratory::arena::engines::words(example).expect("words");
        let words: Vec<String> = words.into_iter().take_while(|word| word != ">").collect();
        assert_eq!(words[1], name, "{example}");
        mctslab::command_line().try_get_matches_from(&words).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    }
    command.debug_assert();
}

#[test]
fn completions_know_games_agents_and_runs() {
    // Fish is given values of options alone.
    for (shell, names) in [
        ("bash", &["connect-four", "nfriends-floyd", "grave"][..]),
        ("zsh", &["hex", "score4", "grave"]),
        ("fish", &["mcts"]),
    ] {
        let script = stdout(&["completions", shell]);
        for name in names {
            assert!(script.contains(name), "{shell} does not know {name}");
        }
    }
    assert!(stdout(&["completions", "bash"]).contains("runs --json"));
}
