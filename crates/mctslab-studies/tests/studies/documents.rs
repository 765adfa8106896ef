//! Documents: JSON, text and page of a run say the same, in the words that scripts rely on.

use std::time::Duration;

use mctslab_arena::{Fixture, Plan, Reason, Record, RunRow, Status, TaskResult};
use mctslab_core::{Payoffs, Rng};
use mctslab_lab::{
    About, Anchor, Document, Lab, Request, RunEntry, RunList, Settings, Study, StudyContext, TextOptions, Touchstone,
    compare,
};
use mctslab_registry::Catalog;
use mctslab_studies::standard_lab;
use serde_json::{Value, json};

fn lab() -> Lab {
    standard_lab(Catalog::standard())
}

/// A run that was played by hand: its plan, its settings and its study.
struct Played {
    plan: Plan,
    settings: Settings,
    study: Box<dyn Study>,
}

impl Played {
    fn about(&self) -> About<'_> {
        About::played(&self.settings, None)
    }

    fn document(&self) -> Box<dyn Document + '_> {
        self.study.document(self.about())
    }

    fn row(&self, status: Status) -> RunRow {
        RunRow {
            run: 12,
            command: self.settings.command.clone(),
            plan: self.plan.clone(),
            status,
            games: 6,
            planned: 10,
            machine: "a machine".to_string(),
            started: 951_782_399,
            build: None,
        }
    }
}

/// Plays a study of tic-tac-toe. Between agents the first seat always wins but for each third game,
/// which is drawn; the score of a touchstone grows with its iterations, even at ten of them.
fn play(lab: &Lab, study: &str, agents: &[&str], seed: u64, for_page: bool) -> Played {
    let agents = agents.iter().map(ToString::to_string).collect();
    let request =
        Request { game: "tic-tac-toe".to_string(), study: study.to_string(), agents, seed, ..Request::default() };
    let plan = lab.plan(&request).expect("a plan");
    let game = lab.catalog().game(&plan.game).expect("a game");
    let mut study = lab.study(&plan, &game).expect("a study");
    if for_page {
        study.keep_games();
    }
    let settings = Settings::of(lab, &plan, lab.command_of(&plan).expect("a command"));
    let touchstone = plan.agents.get(1).filter(|_| settings.has_touchstone());
    let touchstone = touchstone.map(|spec| Touchstone::new(spec).expect("a touchstone"));
    let mut rng = Rng::new(17);
    while let Some(round) = study.next() {
        for id in round.tasks.clone() {
            let fixture = round.fixture(id).expect("a game");
            let iterations = |seat: usize| {
                let number = fixture.seats.agent(seat);
                let spec = &round.agents().iter().find(|agent| agent.number == number).expect("an agent").spec;
                touchstone.as_ref().and_then(|touchstone| touchstone.iterations_of(spec)).unwrap_or(10) as f64
            };
            let payoffs = match &touchstone {
                None if id % 3 == 2 => [0.5, 0.5],
                None => [1.0, 0.0],
                Some(_) => {
                    let score = f64::from(rng.unit() < iterations(0) / (iterations(0) + iterations(1)));
                    [score, 1.0 - score]
                }
            };
            study.add(&TaskResult::Game(record(&fixture, payoffs)));
        }
    }
    if for_page {
        study.show_games(StudyContext { plan: &plan, game: &game }).expect("games that can be played");
    }
    Played { plan, settings, study }
}

/// A game that ended so; every one differs from the others.
fn record(fixture: &Fixture, payoffs: [f64; 2]) -> Record {
    Record {
        fixture: fixture.id,
        seats: fixture.seats,
        opening: None,
        seed: fixture.seed,
        payoffs: Payoffs::new(&payoffs),
        plies: 5,
        reason: Reason::End,
        moves: "a1 b1 a2 b2 a3".to_string(),
        duration: Duration::from_millis(2),
        digest: fixture.id,
        forfeit: None,
    }
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn text(document: &dyn Document) -> String {
    document.text(&TextOptions::default())
}

#[test]
fn a_match_says_the_same_to_programs_in_a_terminal_and_on_a_page() {
    let played = play(&lab(), "match(games=6)", &["random", "greedy"], 3, false);
    let document = played.document();
    let json = document.json();
    for key in ["game", "games", "seed", "agents", "seats", "duplicates", "effective_games"] {
        assert!(keys(&json).contains(&key), "{key}");
    }
    let first = &json["agents"][0];
    let expected = [
        "by_seat", "draws", "elo", "elo_high", "elo_low", "high", "los", "losses", "low", "name", "score", "spec",
        "wins",
    ];
    assert_eq!(keys(first), expected);
    assert_eq!((&first["wins"], &first["draws"], &first["losses"]), (&json!(2), &json!(2), &json!(2)));
    assert_eq!((&json["games"], &json["stopped"], &json["forfeits"]), (&json!(6), &Value::Null, &json!([])));
    let (text, page) = (text(&*document), document.page().html());
    for word in ["tic-tac-toe", "6 games", "seed 3", "0.500"] {
        assert!(text.contains(word) && page.contains(word), "{word}\n{text}\n{page}");
    }
    let verdict = "no significant difference: random scores +0 Elo against greedy";
    assert!(text.contains(verdict) && page.contains(&format!("Verdict: {verdict}")), "{text}");
    assert!(document.text(&TextOptions { elapsed: Some(Duration::from_secs(7)), verbose: false }).contains(", 7.0 s"));
    assert!(page.contains("mctslab match 'tic-tac-toe(max-plies=0)' random"), "{page}");
    assert!(!page.contains("--format"), "a match has no format: {page}");
}

#[test]
fn a_page_shows_what_is_known_of_the_store_and_of_single_games_and_no_more() {
    let played = play(&lab(), "match(games=6)", &["random", "random"], 3, false);
    let bare = played.document().page().html();
    assert!(bare.contains("<title>tic-tac-toe, random #1 against random #2</title>"), "{bare}");
    for absent in ["a machine", "id=\"games\"", "id=\"progress\"", "not finished"] {
        assert!(!bare.contains(absent), "{absent}");
    }
    let played = play(&lab(), "match(games=6)", &["random", "random"], 3, true);
    let row = played.row(Status::Interrupted);
    let document = played.study.document(About::stored(&played.settings, &row));
    let page = document.page().html();
    for present in ["Run 12: ", "a machine", "id=\"games\"", "id=\"progress\"", "2000-02-28", "4 of 10 games are still"]
    {
        assert!(page.contains(present), "{present}\n{page}");
    }
    assert!(page.contains("<figcaption>5. "), "the last move of a replay: {page}");
    assert!(text(&*document).ends_with("interrupted: 4 of 10 games are still to play\n"));
}

#[test]
fn a_tournament_ranks_its_agents_alike_everywhere() {
    let played = play(&lab(), "knockout(games=6)", &["random", "greedy", "random"], 3, false);
    let document = played.study.document(played.about().anchored(Some(Anchor { agent: 1, elo: 100.0 })));
    let json = document.json();
    assert_eq!((&json["format"], &json["anchor"]), (&json!("knockout"), &json!({"agent": 1, "elo": 100.0})));
    assert_eq!(json["agents"][1]["rating"], json!(100.0));
    assert_eq!((json["cross"][0][0].is_null(), json["rounds"][0]["round"] == json!(1)), (true, true));
    let winner = json["winner"].as_u64().expect("a winner") as usize;
    let name = ["random #1", "greedy", "random #3"][winner];
    let (text, page) = (text(&*document), document.page().html());
    for words in [format!("The winner is {name}."), "greedy is fixed at +100".to_string(), "Round 1".to_string()] {
        assert!(text.contains(&words) && page.contains(&words), "{words}\n{text}\n{page}");
    }
    assert!(page.contains("--format knockout") && page.contains("id=\"pairs\""), "{page}");
}

#[test]
fn a_study_counts_draws_and_finds_what_its_page_shows() {
    let played = play(&lab(), "fit(games=400,max=128,precision=0.3)", &["random"], 3, true);
    let row = played.row(Status::Finished);
    let document = played.study.document(About::stored(&played.settings, &row));
    let json = document.json();
    for key in ["game", "target", "touchstone", "method", "status", "estimate", "low", "high", "games", "iterations"] {
        assert!(keys(&json).contains(&key), "{key}");
    }
    assert!((5.0..20.0).contains(&json["estimate"].as_f64().expect("an estimate")), "{json}");
    let level = &json["evaluations"][0];
    let expected =
        ["draws", "fitted", "games", "high", "iterations", "losses", "low", "plies_mean", "score", "seats", "wins"];
    assert_eq!(keys(level), expected);
    let (text, page) = (text(&*document), document.page().html());
    let verdict = json["verdict"].as_str().expect("a verdict");
    assert!(text.contains(verdict) && page.contains(&format!("Verdict: {verdict}.")), "{text}");
    assert_eq!(json["date"], json!("2000-02-28"));
    for all in [&json.to_string(), &text, &page] {
        assert!(!all.to_lowercase().contains("ties\""), "a draw is called a draw: {all}");
    }
    assert!(page.contains("won by the target") && page.contains("id=\"levels\""), "{page}");
    assert_eq!(document.failure(), None);
}

#[test]
fn a_bisection_and_a_ladder_are_documents_too() {
    let played = play(&lab(), "bisection(trials=2,games=20,min=1,max=64)", &["random"], 3, false);
    let document = played.document();
    let json = document.json();
    assert_eq!((json["trials"].as_array().map(Vec::len), &json["status"]), (Some(2), &json!("ok")));
    assert_eq!(json["evaluations"][0]["phase"], json!("trial"));
    assert!(text(&*document).contains("TrueSkill quality") && document.page().html().contains("id=\"trials\""));
    let played = play(&lab(), "ladder(max=16,games=400)", &[], 3, false);
    let document = played.document();
    let json = document.json();
    assert_eq!(json["rungs"][0]["from"], json!(1));
    assert!(json["rungs"][0]["evaluations"].is_array() && json["steps"]["found"].is_u64(), "{json}");
    assert!(text(&*document).starts_with("skill ladder of mcts in tic-tac-toe\n"));
    assert!(document.page().html().contains("id=\"steps\"") && !document.page().html().contains("<dt>target</dt>"));
}

#[test]
fn many_studies_are_one_table_with_ratios_of_those_in_one_game() {
    let played = [3, 4].map(|seed| play(&lab(), "fit(games=400,max=128,precision=0.3)", &["random"], seed, false));
    let documents = |run: Option<i64>| {
        let all = played.iter().map(|one| (About::played(&one.settings, run), &*one.study)).collect();
        compare(&lab(), all).expect("studies of strength")
    };
    let document = documents(Some(5));
    let json = document.json();
    assert_eq!((json["rows"][0]["run"].as_i64(), json["rows"].as_array().map(Vec::len)), (Some(5), Some(2)));
    let ratio = json["ratios"][0]["ratio"].as_f64().expect("a ratio");
    let shown = format!("{ratio:.2}");
    assert!(text(&*document).contains(&shown) && document.page().html().contains(&format!(">{shown}<")), "{shown}");
    assert!(document.page().html().contains("Runs 5."));
    let unstored = documents(None);
    assert!(!text(&*unstored).contains("mctslab report") && unstored.json()["rows"][0]["run"].is_null());
}

#[test]
fn the_list_of_runs_has_the_keys_that_scripts_read() {
    let played = play(&lab(), "match(games=6)", &["random", "greedy"], 3, false);
    let rows = [(played.row(Status::Finished), played.settings.clone())];
    let list = RunList::new(&rows);
    let json: Vec<Value> = list.runs().iter().map(RunEntry::json).collect();
    for key in ["run", "command", "game", "status", "games", "planned", "seed"] {
        assert!(keys(&json[0]).contains(&key), "{key}");
    }
    let text = list.text(None);
    for word in ["12", "match", "finished", "tic-tac-toe ", "random, greedy", "2000-02-28 23:59"] {
        assert!(text.contains(word), "{word}: {text}");
    }
}
