//! Results that come from elsewhere: whatever is altered in them is found, or does no harm.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use mctslab_arena::{Flags, Job, Plan, Record, Round, TaskResult};
use mctslab_lab::{
    Conditions, Lab, Reader, Request, Run, StudyContext, TextOptions, check_result, inspector, make_player,
};
use mctslab_registry::Catalog;
use mctslab_studies::standard_lab;
use serde_json::{Value, json};

fn lab() -> Lab {
    standard_lab(Catalog::standard())
}

fn plan(lab: &Lab, game: &str, study: &str, agents: &[&str]) -> Plan {
    let agents = agents.iter().map(ToString::to_string).collect();
    let request = Request { game: game.to_string(), study: study.to_string(), agents, seed: 7, ..Request::default() };
    lab.plan(&request).expect("a plan")
}

/// The results of the first round of a plan, and the round.
fn first_round(lab: &Lab, plan: &Plan) -> (Arc<Round>, Vec<TaskResult>) {
    let mut run = Run::new(lab, plan.clone(), None).expect("a run");
    let job = run.take_job(0, 0, 1000).expect("a job").expect("a job");
    let mut results = Vec::new();
    make_player(lab)(plan)
        .expect("a player")
        .play(&job, &Flags::default(), &mut |one| results.push(one))
        .expect("played");
    (job.round, results)
}

/// A value with each of its parts changed, one at a time: taken away, emptied, doubled, or replaced
/// by what no honest sample holds.
fn altered(value: &Value) -> Vec<Value> {
    let strange =
        [json!(null), json!(0), json!(-1), json!(1e300), json!(u64::MAX), json!("\u{1b}[31m"), json!([]), json!({})];
    let mut all: Vec<Value> = strange.into_iter().filter(|one| one != value).collect();
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                let mut less = map.clone();
                less.remove(key);
                all.push(Value::Object(less));
                for other in altered(inner) {
                    let mut more = map.clone();
                    more.insert(key.clone(), other);
                    all.push(Value::Object(more));
                }
            }
        }
        Value::Array(list) => {
            all.extend(list.first().map(|first| json!([first, first])));
            all.extend(list.last().map(|last| [list.as_slice(), std::slice::from_ref(last)].concat().into()));
            // The first and the last stand for all.
            let places = [0, list.len().saturating_sub(1)];
            for place in places.into_iter().filter(|place| *place < list.len()) {
                for other in altered(&list[place]) {
                    let mut changed = list.clone();
                    changed[place] = other;
                    all.push(changed.into());
                }
            }
        }
        _ => {}
    }
    all
}

/// Everything that is made of the results of a study.
fn show(lab: &Lab, plan: &Plan, results: &[TaskResult]) {
    let reader = Reader::new(lab);
    let game = reader.game(plan).expect("a game");
    let mut study = reader.study(plan, &game).expect("a study");
    study.keep_games();
    drop(study.next());
    for result in results {
        study.add(result);
    }
    study.give_up();
    study.show_games(StudyContext { plan, game: &game }).expect("pages need no agents");
    let run = Run::new(lab, plan.clone(), None).expect("a run");
    let document = study.document(run.about());
    drop((document.json(), document.text(&TextOptions::default()), document.page(), document.headline()));
}

#[test]
fn a_sample_of_any_measure_is_refused_or_can_be_shown() {
    let lab = lab();
    let plans = [
        plan(&lab, "tic-tac-toe", "analyze(games=4)", &["random"]),
        plan(&lab, "ataxx(size=4,max-plies=5)", "analyze(games=3)", &["random"]),
        plan(&lab, "nim(heaps=2)", "exact-counts", &[]),
        plan(&lab, "tic-tac-toe", "probe(positions=4,after=4,budgets=\"5,20\")", &["uct(iters=10)"]),
        plan(
            &lab,
            "tic-tac-toe",
            "efficiency(positions=4,after=5,skip-below=0,c=\"0.7,0\",budgets=\"5,20\")",
            &["uct"],
        ),
        plan(&lab, "tic-tac-toe", "trace(games=4)", &["mcts(iters=3)", "random"]),
        plan(&lab, "nim", "criteria(games=3,seeds=3)", &[]),
    ];
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut wrong = Vec::new();
    for plan in &plans {
        let (round, results) = first_round(&lab, plan);
        let game = Reader::new(&lab).game(plan).expect("a game");
        let study = Reader::new(&lab).study(plan, &game).expect("a study");
        let check = |result: &TaskResult| check_result(&*study, StudyContext { plan, game: &game }, &round, result);
        assert!(results.iter().all(|result| check(result) == Ok(())), "{}: an honest sample", plan.study);
        let TaskResult::Own { task, found } = &results[0] else { panic!("a sample") };
        let found: Value = serde_json::from_str(found).expect("JSON");
        let (mut refused, mut shown) = (0, 0);
        for other in altered(&found) {
            let result = TaskResult::Own { task: *task, found: other.to_string() };
            if check(&result).is_err() {
                refused += 1;
                continue;
            }
            shown += 1;
            let all = [&[result], &results[1..]].concat();
            if catch_unwind(AssertUnwindSafe(|| show(&lab, plan, &all))).is_err() {
                wrong.push(format!("{}: {other}", plan.study));
            }
        }
        assert!(refused > 0, "{}: {refused} refused, {shown} shown", plan.study);
    }
    std::panic::set_hook(hook);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn places_of_best_moves_that_repeat_are_refused() {
    let lab = lab();
    let plan = plan(&lab, "tic-tac-toe", "analyze(games=1,positions=1,after=4)", &["random"]);
    let game = Reader::new(&lab).game(&plan).expect("a game");
    let mut study = Reader::new(&lab).study(&plan, &game).expect("a study");
    drop(study.next());
    let round = study.next().expect("a round of positions");
    let sample = |optimal: &str| {
        let found = format!(
            r#"{{"redrawn":0,"position":"x","mover":0,"exact":true,"value":0.5,"next":0.5,"moves":[0.5,0.25],
            "solved":{{"value":1,"optimal":{optimal},"differing":true}}}}"#
        );
        let result = TaskResult::Own { task: 1, found };
        check_result(&*study, StudyContext { plan: &plan, game: &game }, &round, &result)
            .map_err(|error| error.to_string())
    };
    assert_eq!(sample("[0]"), Ok(()));
    for optimal in ["[0,0]", "[2]", "[1,0]", "[]", "[18446744073709551615]"] {
        let refused = sample(optimal).expect_err(optimal);
        assert!(refused.contains("places of the best among 2 moves"), "{refused}");
    }
}

/// A record with each of its keys changed, one at a time, as another process may write it.
fn altered_records(record: &Record) -> Vec<(String, Value)> {
    let written = serde_json::to_value(record).expect("a record");
    let moves: Vec<&str> = record.moves.split_whitespace().collect();
    let changes = [
        ("payoffs", json!("1 1")),
        ("payoffs", json!("0 0")),
        ("payoffs", json!("0.25 0.75")),
        ("payoffs", json!("1")),
        ("plies", json!(99_999)),
        ("plies", json!(record.plies.saturating_sub(1))),
        ("moves", json!("zz yy")),
        ("moves", json!("\u{1b}[31m")),
        ("moves", json!("")),
        ("moves", json!(moves[..moves.len() - 1].join(" "))),
        ("moves", json!(format!("{} {}", record.moves, moves[0]))),
        ("moves", json!(record.moves.replace(' ', "  "))),
        ("moves", json!(record.moves.to_uppercase() + " ")),
        ("reason", json!("forfeit:crash")),
        ("reason", json!("adjudicated:proven")),
        ("reason", json!("adjudicated:resigned")),
        ("digest", json!(record.digest ^ 1)),
        ("forfeiter", json!(77)),
        ("forfeiter", json!(0)),
        ("message", json!("it failed")),
        ("seats", json!("1 0")),
        ("seed", json!(record.seed ^ 1)),
        ("opening", json!(5)),
        ("fixture", json!(record.fixture + 100)),
    ];
    let change = |(key, value): (&str, Value)| {
        let mut other = written.clone();
        other[key] = value;
        (key.to_string(), other)
    };
    changes.into_iter().map(change).filter(|(_, other)| *other != written).collect()
}

#[test]
fn a_record_that_its_moves_do_not_bear_out_is_refused() {
    let lab = lab();
    let inspect = inspector(&lab);
    for (game, agents, openings) in [
        ("tic-tac-toe", ["random", "mcts(iters=5)"], None),
        ("hex(size=3)", ["random", "random"], Some("random(plies=2)")),
        ("ataxx(size=4,max-plies=20)", ["random", "greedy"], None),
    ] {
        let request = Request {
            game: game.to_string(),
            study: "match(games=6)".to_string(),
            agents: agents.map(str::to_string).to_vec(),
            conditions: Conditions { openings: openings.map(str::to_string), ..Conditions::default() },
            seed: 3,
        };
        let plan = lab.plan(&request).expect("a plan");
        let (round, results) = first_round(&lab, &plan);
        let job = Job { id: 0, run: 0, plan: Arc::new(plan), round: Arc::clone(&round), tasks: round.tasks.clone() };
        let check = |result: &TaskResult| round.check(result).and_then(|()| inspect(&job, result));
        for result in &results {
            assert_eq!(check(result), Ok(()), "{game}: an honest game");
            let record = result.game().expect("a game");
            let honest = serde_json::to_value(record).expect("a record");
            for (key, other) in altered_records(record) {
                // Capital letters may be no change, and a seating may be the other one.
                let Ok(read) = serde_json::from_value::<Record>(other.clone()) else { continue };
                if serde_json::to_value(&read).expect("a record") == honest {
                    continue;
                }
                assert!(check(&TaskResult::Game(read)).is_err(), "{game}: `{key}` of {other}");
            }
        }
    }
}

#[test]
fn games_that_end_early_pass_as_they_are() {
    let lab = lab();
    let inspect = inspector(&lab);
    let mut reasons = std::collections::BTreeSet::new();
    for (adjudicate, resign) in [(Some("proven"), None), (None, Some("score(below=0.5,moves=1)"))] {
        let request = Request {
            game: "connect-four(width=4,height=4)".to_string(),
            study: "match(games=20)".to_string(),
            agents: ["uct(iters=300)", "uct(iters=20)"].map(str::to_string).to_vec(),
            conditions: Conditions {
                adjudicate: adjudicate.map(str::to_string),
                resign: resign.map(str::to_string),
                ..Conditions::default()
            },
            seed: 3,
        };
        let plan = lab.plan(&request).expect("a plan");
        let (round, results) = first_round(&lab, &plan);
        let job = Job { id: 0, run: 0, plan: Arc::new(plan), round: Arc::clone(&round), tasks: round.tasks.clone() };
        for result in &results {
            assert_eq!(inspect(&job, result), Ok(()), "{result:?}");
            reasons.extend(result.game().map(|record| record.reason.text()));
        }
    }
    assert!(reasons.contains("adjudicated:proven") && reasons.contains("adjudicated:resigned"), "{reasons:?}");
}
