//! Pages about runs: whole, harmless, and in agreement with what `show` says.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::store::place;
use crate::{json, json_lines, mctslab, stdout};

const SECTIONS: [&str; 7] = ["result", "progress", "seats", "lengths", "endings", "repeats", "games"];

/// The page of a run, checked for what must hold of every page.
fn page(db: &str, run: &str) -> String {
    let file = Path::new(db).with_extension("html");
    stdout(&["report", run, "--db", db, "-o", file.to_str().unwrap()]);
    let html = fs::read_to_string(file).unwrap();
    for section in SECTIONS {
        assert!(html.contains(&format!("<section id=\"{section}\">")), "{section} is missing");
    }
    check(&html);
    html
}

/// Tags are closed in order, nothing is fetched or run, and every number is one.
pub(crate) fn check(html: &str) {
    let body = html.split_once("</style>").expect("a style sheet").1;
    well_formed(html);
    // The name of a namespace is no address.
    let html = &html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    for foreign in ["http:", "https:", "<script", "<link", "<img", "url(", "@import", "src="] {
        assert!(!html.contains(foreign), "{foreign} in the page");
    }
    let numbers = body.split(|letter: char| !letter.is_alphanumeric());
    assert!(!numbers.clone().any(|word| word == "NaN" || word == "inf"), "a number that is none");
    let anchors = body.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap());
    for anchor in anchors {
        assert_eq!(html.matches(&format!("id=\"{anchor}\"")).count(), 1, "a link to {anchor}");
    }
}

/// A small parser: panics at the first tag that does not fit.
fn well_formed(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html.strip_prefix("<!DOCTYPE html>").expect("a page");
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        assert!(!text.contains('>') || open.last() == Some(&"style"), "a stray > in {text:?}");
        let end = start + rest[start..].find('>').expect("every tag ends");
        let tag = &rest[start + 1..end];
        let name = tag.trim_start_matches('/').split([' ', '/', '\n']).next().unwrap();
        assert!(tag.matches('"').count().is_multiple_of(2), "quotes in <{tag}>");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "</{name}> closes what is open");
        } else if !tag.ends_with('/') && !["meta", "br", "wbr"].contains(&name) {
            open.push(name);
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

#[test]
fn a_page_says_what_show_says() {
    let (folder, db) = place();
    let words = ["match", "connect-four", "uct(iters=40)", "uct(iters=20)", "-n", "30", "--seed", "4", "--db", &db];
    stdout(&words);
    let shown = json(&["show", "1", "--db", &db, "--json"]);
    let html = page(&db, "1");
    for agent in shown["agents"].as_array().unwrap() {
        let [score, low, high] = ["score", "low", "high"].map(|key| agent[key].as_f64().unwrap());
        let [wins, draws, losses] = ["wins", "draws", "losses"].map(|key| &agent[key]);
        let elo = agent["elo"].as_f64().unwrap();
        let cells = format!(
            "<td class=\"n\">{score:.3}</td><td class=\"n\">{low:.3} to {high:.3}</td><td class=\"n\">{elo:+.0}</td>"
        );
        assert!(html.contains(&cells), "{cells}");
        let cells = format!("<td class=\"n\">{wins}</td><td class=\"n\">{draws}</td><td class=\"n\">{losses}</td>");
        assert!(html.contains(&cells), "{cells}");
        assert!(html.contains(&format!("<dd>{}</dd>", agent["spec"].as_str().unwrap())), "the resolved spec");
    }
    assert!(html.contains(&format!("<dd>{}</dd>", shown["game"].as_str().unwrap())) && html.contains("seed 4"));
    let plies = format!("{:.1} on average", shown["plies_mean"].as_f64().unwrap());
    assert!(html.contains(&plies), "{plies}");
    let seats = html.split("<section id=\"seats\">").nth(1).and_then(|rest| rest.split("</section>").next()).unwrap();
    let mut paid = [0.0; 2];
    for row in shown["seats"].as_array().unwrap() {
        let (seat, score) = (row["seat"].as_u64().unwrap() as usize, row["score"].as_f64().unwrap());
        let score_cell = format!("{score:.3}").into();
        let cells = [&row["seat"], &score_cell, &row["wins"], &row["draws"], &row["losses"]];
        let cells = cells.map(|cell: &serde_json::Value| cell.to_string().replace('"', ""));
        let cells = format!("<td class=\"n\">{}</td>", cells.join("</td><td class=\"n\">"));
        assert!(seats.contains(&cells), "{cells}");
        paid[seat] += score / 2.0;
    }
    for mean in paid {
        assert!(seats.contains(&format!(">{mean:.3} (")), "both agents sat there equally often: {mean}");
    }
    // The command in the page plays the same games again.
    let command = html.split("<pre>").nth(1).and_then(|rest| rest.split("</pre>").next()).unwrap();
    let command = command.replace("&#39;", "'").replace("mctslab ", &format!("'{}' ", env!("CARGO_BIN_EXE_mctslab")));
    let again = Command::new("sh").args(["-c", &format!("{command} --json --no-store")]).output().expect("a shell");
    assert_eq!(serde_json::from_slice::<serde_json::Value>(&again.stdout).unwrap(), shown, "{command}");
    // The file is named, and one that exists is replaced.
    let run = || {
        let report = ["report", "1", "--db", &db, "--json"];
        Command::new(env!("CARGO_BIN_EXE_mctslab")).args(report).current_dir(folder.path()).output().unwrap()
    };
    fs::write(folder.path().join("run-1.html"), "old").unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&run().stdout).unwrap();
    assert_eq!(answer, serde_json::json!({"run": 1, "path": "run-1.html"}));
    assert_eq!(fs::read_to_string(folder.path().join("run-1.html")).unwrap(), html);
}

#[test]
fn a_replay_shows_every_move_of_every_kind_of_board() {
    let (_folder, db) = place();
    for (run, game) in ["connect-four", "hex(size=5)", "awari", "ultimate-tic-tac-toe", "nim"].iter().enumerate() {
        stdout(&["match", game, "random", "random", "-n", "6", "--openings", "random(plies=2)", "--db", &db]);
        let number = (run + 1).to_string();
        let html = page(&db, &number);
        let games = json_lines(&["export", &number, "--db", &db]);
        let strip = html.split("<article id=\"game-0\">").nth(1).and_then(|rest| rest.split("</article>").next());
        let (strip, plies) = (strip.expect("the first game"), games[0]["plies"].as_u64().unwrap() as usize);
        assert_eq!(strip.matches("<figure>").count(), plies.min(100) + 1, "{game}: the start and every move");
        for mv in games[0]["moves"].as_array().unwrap().iter().take(60) {
            assert!(strip.contains(&format!("</span></span>{}", mv.as_str().unwrap())), "{game}: {mv}");
        }
    }
}

#[test]
fn tournaments_have_ratings_and_a_cross_table() {
    let (_folder, db) = place();
    let agents = ["uct(iters=60)", "random", "random", "uct(iters=10)"];
    stdout(&[&["tournament", "tic-tac-mo"], &agents[..], &["-n", "6", "--db", &db]].concat());
    stdout(
        &[&["tournament", "tic-tac-toe"], &agents[..], &["-n", "4", "--format", "swiss(rounds=1)", "--db", &db]]
            .concat(),
    );
    for run in ["1", "2"] {
        let (html, shown) = (page(&db, run), json(&["show", run, "--db", &db, "--json"]));
        for agent in shown["agents"].as_array().unwrap() {
            let text = format!("<td class=\"n\">{:+.0}</td>", agent["rating"].as_f64().unwrap() + 0.0);
            assert!(html.contains(&text), "{text}");
        }
        let score = shown["cross"][0].as_array().unwrap().iter().find_map(|cell| cell["score"].as_f64()).unwrap();
        let cross = html.split("<section id=\"cross\">").nth(1).unwrap().split("</section>").next().unwrap();
        assert!(
            cross.contains(&format!(">{score:.3}<")) || cross.contains(&format!(">{score:.3}*<")),
            "{score} in {cross}"
        );
        let pairs = html.split("<section id=\"pairs\">").nth(1).unwrap().split("</section>").next().unwrap();
        let compared = shown["pairs"].as_array().unwrap();
        for pair in compared {
            let [p, holm] = ["p", "p_holm"].map(|key| pair[key].as_f64().unwrap());
            let text = |p: f64| if p < 0.0001 { "&lt;0.0001".to_string() } else { format!("{p:.4}") };
            let star = if pair["significant"] == true { "*" } else { "" };
            let cells = format!("<td class=\"n\">{}</td><td class=\"n\">{}{star}</td>", text(p), text(holm));
            assert!(pairs.contains(&cells), "{cells} in {pairs}");
        }
        let stars = compared.iter().filter(|pair| pair["significant"] == true).count();
        assert_eq!(cross.matches("*<").count(), 2 * stars, "a star in both cells of a pair: {cross}");
        assert_eq!(cross.matches("<small>").count(), 2 * compared.len(), "an interval in every cell: {cross}");
        assert_eq!(html.contains("<section id=\"rounds\">"), run == "2", "a Swiss tournament has rounds");
        let apart = shown["components"].as_array().unwrap().len() > 1;
        assert_eq!((html.contains("ratings cannot be compared"), apart), (run == "2", run == "2"));
        assert!(html.contains("random #2") && html.contains("random #3"), "equal agents are told apart");
    }
}

#[test]
fn a_knockout_page_has_a_bracket() {
    let (_folder, db) = place();
    let agents = ["uct(iters=60)", "random", "uct(iters=10)", "greedy", "uct(iters=5)"];
    stdout(&[&["tournament", "connect-four"], &agents[..], &["-n", "4", "--format", "knockout", "--db", &db]].concat());
    let (html, shown) = (page(&db, "1"), json(&["show", "1", "--db", &db, "--json"]));
    let rounds = html.split("<section id=\"rounds\">").nth(1).unwrap().split("</section>").next().unwrap();
    assert_eq!((rounds.matches("class=\"won\"").count(), rounds.matches("<i>bye</i>").count()), (4, 3), "{rounds}");
    let last = &shown["rounds"][2]["tables"][0];
    let winner = last["winner"].as_u64().unwrap() as usize;
    let place = last["agents"].as_array().unwrap().iter().position(|agent| *agent == winner).unwrap();
    let points = last["points"][place].as_f64().unwrap();
    let line = format!("<div class=\"won\">{} <b>{points}</b></div>", agents[winner]);
    assert!(rounds.split("the final").nth(1).unwrap().contains(&line), "{line} in {rounds}");
}

#[test]
fn a_page_opens_with_the_verdict_and_reports_a_test_without_a_decision() {
    let (_folder, db) = place();
    let stop = ["--stop", "sprt(elo0=0,elo1=10)"];
    stdout(&[&["match", "connect-four", "uct(iters=100)", "random", "-n", "20", "--db", &db], &stop[..]].concat());
    let html = page(&db, "1");
    assert!(html.contains("Verdict: uct(iters=100) is stronger than random: +"), "{html}");
    // A test stops when that probability is high, so that it would say nothing.
    assert!(html.contains("<p>Draws: 0.0 %.</p>") && !html.contains("LOS"), "{html}");
    assert!(html.contains("The 95 % intervals allow for stopping early."), "{html}");
    assert!(html.contains("has not decided after 20 games: LLR ") && html.contains("bounds -2.94 to 2.94."), "{html}");
    stdout(&["match", "chain", "uct(iters=50)", "-n", "5", "--db", &db]);
    let alone = page(&db, "2");
    assert!(alone.contains(">mean payoff<") && !alone.contains(">wins<") && !alone.contains("won by"), "{alone}");
}

#[test]
fn charts_are_drawn_for_narrow_screens_and_can_be_taken_out() {
    let (_folder, db) = place();
    stdout(&["match", "tic-tac-toe", "uct(iters=20)", "random", "-n", "12", "--db", &db]);
    let html = page(&db, "1");
    let count =
        |class: &str| html.matches(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{class}\"")).count();
    assert!(count("broad") >= 3 && count("broad") == count("slim"), "{} and {}", count("broad"), count("slim"));
    assert!(html.contains("@media (max-width: 640px)") && html.contains("viewBox=\"0 0 360 "));
}

#[test]
fn a_stop_rule_and_repeated_games_are_told_of() {
    let (_folder, db) = place();
    let stop = ["--stop", "sprt(elo0=0,elo1=100)", "--db", &db];
    stdout(&[&["match", "tic-tac-toe", "uct(iters=100)", "random", "-n", "5000"], &stop[..]].concat());
    let html = page(&db, "1");
    assert!(html.contains("The run was stopped by sprt("), "{html}");
    assert!(html.contains("Verdict: uct(iters=100) is stronger than random."), "{html}");
    stdout(&["match", "tic-tac-toe", "alphabeta(depth=2)", "alphabeta(depth=1)", "-n", "10", "--db", &db]);
    let (html, shown) = (page(&db, "2"), json(&["show", "2", "--db", &db, "--json"]));
    assert!(html.contains(&format!("only {} different games", shown["effective_games"])), "{shown}");
}

#[test]
fn one_game_or_one_player_is_enough() {
    let (_folder, db) = place();
    stdout(&["match", "tic-tac-toe", "random", "uct(iters=10)", "-n", "1", "--db", &db]);
    stdout(&["match", "chain", "random", "-n", "5", "--db", &db]);
    stdout(&["tournament", "tic-tac-toe", "random", "uct(iters=10)", "random", "-n", "1", "--db", &db]);
    for run in ["1", "2", "3"] {
        page(&db, run);
    }
}

/// Starts a run, waits until `enough` is in the answer of `runs`, and kills it.
pub(crate) fn cut_short(words: &[&str], db: &str, enough: impl Fn(&serde_json::Value) -> bool) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mctslab"))
        .args(words)
        .args(["--db", db])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let start = Instant::now();
    loop {
        let runs = mctslab(&["runs", "--db", db, "--json"]);
        let row = serde_json::from_slice(&runs.stdout).unwrap_or_default();
        if enough(&row) {
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "the run does not come along: {row}");
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

#[test]
fn unfinished_and_empty_runs_say_so() {
    let (_folder, db) = place();
    let slow = ["match", "hex", "uct(time=30000)", "uct(time=30000)", "-n", "10"];
    cut_short(&slow, &db, |row| row["run"] == 1);
    let html = page(&db, "1");
    assert!(html.contains("not finished (interrupted): 10 of 10 games"), "{html}");
    assert!(html.contains("No game was played yet."));
    let (_folder, db) = place();
    let tournament = ["tournament", "tic-tac-toe", "random", "random", "random", "-n", "300000"];
    cut_short(&tournament, &db, |row| row["games"].as_u64().is_some_and(|games| games > 0));
    assert!(page(&db, "1").contains("not finished (interrupted)"));
}

#[cfg(unix)]
#[test]
fn names_and_words_of_engines_are_no_markup() {
    let (_folder, db) = place();
    let engine = "process(cmd=\"sh -c 'while read line; do echo \\\\<i\\\\>\\\\&; done # <b>&'\",protocol=lines)";
    let run = mctslab(&["match", "tic-tac-toe", engine, "random", "-n", "4", "--db", &db, "--count-forfeits"]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let shown = json(&["show", "1", "--db", &db, "--json"]);
    let message = shown["forfeits"][0]["message"].as_str().expect("every game is forfeited");
    assert!(message.contains("<i>"), "{shown}");
    let html = page(&db, "1");
    let body = html.split_once("</style>").unwrap().1;
    assert!(!body.contains("<b>") && !body.contains("<i>"), "markup from outside");
    assert!(body.contains("&lt;i&gt;") && body.contains("forfeit:illegal-move") && body.contains("100.0 %"), "{body}");
    assert!(body.contains("# &lt;b&gt;&amp;'"), "the name as it was typed");
}

#[test]
fn what_cannot_be_written_or_found_is_said() {
    let (folder, db) = place();
    stdout(&["match", "tic-tac-toe", "random", "random", "-n", "2", "--db", &db]);
    let file = folder.path().join("no/such/page.html").display().to_string();
    for (words, expected) in [
        (["report", "1", "--db", &db, "-o", &file], "name another file with -o"),
        (["report", "7", "--db", &db, "-o", &file], "no run 7"),
    ] {
        let run = mctslab(&words);
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(1), "{message}");
        assert!(message.contains(expected) && run.stdout.is_empty(), "{message}");
    }
}
