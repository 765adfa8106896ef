//! A fault of one agent costs that game, never the run; and a run keeps its time, in the middle of
//! a move.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use mctslab_arena::{
    Crew, CrewError, Job, JobEnd, JobFailure, LocalCrew, Reason, Record, Report, Store, TaskResult, Took,
};
use mctslab_core::spec::Entry;
use mctslab_core::{Agent, Budget, Failure, Fault, Game, Player};
use mctslab_games::connect_four::ConnectFour;
use mctslab_games::tic_tac_mo::TicTacMo;
use mctslab_games::tic_tac_toe::TicTacToe;
use mctslab_lab::{Conditions, Control, LabError, Request, Run, RunState, drive, make_player};
use mctslab_registry::{AgentRow, Catalog};
use mctslab_studies::standard_lab;
use serde_json::Value;

/// Plays the first legal move, but fails in the games and plies that its script says.
#[derive(Clone)]
struct Scripted {
    /// The fault, and the ply of its own in which it happens.
    fault: Option<(Fault, usize)>,
    /// Whether it behaves in the game with this seed.
    good: fn(u64) -> bool,
    sleep: Duration,
    /// After this number of moves, those of its copies included, it thinks until it is stopped.
    patience: usize,
    asked: Arc<AtomicUsize>,
    /// How often it was asked when it should have been stopped already.
    late: Arc<AtomicUsize>,
    made: usize,
    game: u64,
}

impl Scripted {
    fn good() -> Scripted {
        Scripted {
            fault: None,
            good: |_| true,
            sleep: Duration::ZERO,
            patience: usize::MAX,
            asked: Arc::default(),
            late: Arc::default(),
            made: 0,
            game: 0,
        }
    }

    fn bad(fault: Fault, ply: usize) -> Scripted {
        Scripted { fault: Some((fault, ply)), good: |_| false, ..Scripted::good() }
    }

    /// As an agent of a catalog.
    fn row(self, name: &'static str) -> AgentRow {
        let [first, second, third] = [self.clone(), self.clone(), self];
        AgentRow::new(Entry::word(name, "plays by a script"), "")
            .serving(move |_: &TicTacToe, _| Ok(Box::new(first.clone())))
            .serving(move |_: &ConnectFour, _| Ok(Box::new(second.clone())))
            .serving(move |_: &TicTacMo, _| Ok(Box::new(third.clone())))
    }
}

impl<G: Game> Agent<G> for Scripted {
    fn new_game(&mut self, seed: u64) {
        (self.made, self.game) = (0, seed);
    }

    fn choose(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        if let Some(clocks) = budget.clocks {
            assert_eq!(clocks.left.len(), game.players());
            assert_eq!(Some(clocks.seat), game.turn(state).map(Player::index));
        }
        self.late.fetch_add(usize::from(budget.is_stopped()), Ordering::Relaxed);
        std::thread::sleep(self.sleep);
        if self.asked.fetch_add(1, Ordering::Relaxed) >= self.patience {
            let since = Instant::now();
            while !budget.is_stopped() {
                assert!(since.elapsed() < Duration::from_mins(2), "nobody stops it");
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        self.made += 1;
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        match self.fault {
            Some((Fault::IllegalMove, ply)) if self.made > ply => {
                // What was legal at the start is not legal on a square that is taken.
                let mut first = Vec::new();
                game.moves(&game.initial(), &mut first);
                Ok(first.into_iter().find(|mv| !moves.contains(mv)).unwrap_or(moves[0]))
            }
            Some((fault, ply)) if self.made > ply && !(self.good)(self.game) => {
                Err(Failure::new(fault, format!("scripted {}", fault.name())))
            }
            _ => Ok(moves[0]),
        }
    }
}

/// A match of scripted agents, which are called `agent-0` and so on.
struct Trial<'a> {
    game: &'a str,
    agents: Vec<Scripted>,
    games: u64,
    clock: Option<&'a str>,
    time: Option<Duration>,
}

impl Trial<'_> {
    fn new(game: &str, agents: Vec<Scripted>, games: u64) -> Trial<'_> {
        Trial { game, agents, games, clock: None, time: None }
    }
}

/// What a trial gave.
struct Played {
    /// The games in the store.
    records: Vec<Record>,
    document: Value,
    state: RunState,
    error: Option<LabError>,
}

const THREADS: usize = 2;

fn play(trial: Trial<'_>) -> Played {
    let mut catalog = Catalog::standard();
    let names = ["agent-0", "agent-1", "agent-2"];
    let agents: Vec<String> = names.iter().take(trial.agents.len()).map(ToString::to_string).collect();
    for (agent, name) in trial.agents.into_iter().zip(names) {
        catalog.add_agent(agent.row(name)).expect("a new name");
    }
    let lab = standard_lab(catalog);
    let request = Request {
        game: trial.game.to_string(),
        study: format!("match(games={})", trial.games),
        agents,
        seed: 1,
        conditions: Conditions {
            openings: Some("none".to_string()),
            clock: trial.clock.map(ToString::to_string),
            ..Conditions::default()
        },
    };
    let plan = lab.plan(&request).expect("a plan");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("store.db");
    let store = Store::open(&path).expect("a new store").start("match", &plan, trial.games).expect("a new run");
    let deadline = trial.time.map(|time| Instant::now() + time);
    let control = Control { deadline, ..Control::default() };
    let mut crew = LocalCrew::new(THREADS, make_player(&lab), Arc::clone(&control.flags));
    let mut runs = [Run::new(&lab, plan, Some(store)).expect("a new run")];
    let error = drive(&mut runs, &mut crew, &control, &mut |_| {}).err();
    let (document, state) = (runs[0].document().json(), runs[0].state());
    drop((runs, crew));
    let mut records = Vec::new();
    let take = |result| {
        if let TaskResult::Game(record) = result {
            records.push(record);
        }
        Ok::<(), mctslab_arena::StoreError>(())
    };
    Store::open_existing(&path).expect("the store").results(1, 0..u64::MAX, take).expect("the store works");
    Played { records, document, state, error }
}

#[test]
fn every_fault_is_a_forfeit_of_its_name_in_every_seat() {
    for fault in [Fault::NoMove, Fault::Crash, Fault::TimeOut] {
        let agents = vec![Scripted::bad(fault, 1), Scripted::good()];
        let played = play(Trial::new("connect-four(width=4,height=4)", agents, 10));
        assert!(played.error.is_none(), "{fault:?}: {:?}", played.error);
        assert_eq!((played.records.len(), played.state), (10, RunState::Over), "{fault:?}");
        for record in &played.records {
            assert_eq!(record.reason, Reason::Forfeit(fault));
            assert_eq!((record.payoff_of(0), record.payoff_of(1)), (Some(0.0), Some(1.0)), "{fault:?}");
            assert_eq!(record.forfeit.as_ref().unwrap().failure.message, format!("scripted {}", fault.name()));
            assert_eq!(record.plies, 2 + record.seats.seat_of(0).unwrap() as u32, "one move was made before");
            assert_eq!(record.moves.split(' ').count() as u32, record.plies);
        }
        let found = &played.document["forfeits"];
        assert_eq!(found.as_array().map(Vec::len), Some(1), "{fault:?}: {found}");
        assert_eq!((&found[0]["agent"], &found[0]["games"]), (&Value::from(0), &Value::from(10)), "{fault:?}: {found}");
    }
}

#[test]
fn the_referee_refuses_an_illegal_move() {
    let agents = vec![Scripted::bad(Fault::IllegalMove, 1), Scripted::good()];
    let played = play(Trial::new("tic-tac-toe", agents, 4));
    assert_eq!(played.records.len(), 4);
    for record in &played.records {
        assert_eq!(record.reason, Reason::Forfeit(Fault::IllegalMove), "{record:?}");
        assert!(record.forfeit.as_ref().unwrap().failure.message.contains("is not a legal move"), "{record:?}");
        assert_eq!(record.payoff_of(0), Some(0.0));
    }
}

#[test]
fn two_of_three_share_what_the_third_forfeits() {
    let agents = vec![Scripted::good(), Scripted::bad(Fault::Crash, 0), Scripted::good()];
    let played = play(Trial::new("tic-tac-mo", agents, 6));
    assert_eq!(played.records.len(), 6);
    for record in &played.records {
        let paid: Vec<Option<f64>> = (0..3).map(|agent| record.payoff_of(agent)).collect();
        assert_eq!(paid, [Some(0.75), Some(0.0), Some(0.75)], "{record:?}");
        assert_eq!(record.reason.text(), "forfeit:crash");
    }
}

#[test]
fn three_failed_starts_in_a_row_stop_the_run_and_are_not_recorded() {
    let agents = vec![Scripted::good(), Scripted::bad(Fault::NoStart, 0)];
    let played = play(Trial::new("tic-tac-toe", agents, 1000));
    let Some(LabError::NoStart { agent, times, message }) = played.error else {
        panic!("expected failed starts, found {:?}", played.error)
    };
    assert_eq!((agent.as_str(), times), ("agent-1", 3));
    assert!(message.contains("scripted no-start"), "the agent's own words: {message}");
    assert!(played.records.is_empty(), "the games can be played when it starts: {:?}", played.records);
}

#[test]
fn a_run_in_which_every_game_was_lost_by_a_failed_start_has_failed() {
    for games in 1..=2 {
        let agents = vec![Scripted::good(), Scripted::bad(Fault::NoStart, 0)];
        let played = play(Trial::new("tic-tac-toe", agents, games));
        let Some(LabError::NoStart { agent, times, .. }) = &played.error else {
            panic!("expected failed starts, found {:?}", played.error)
        };
        assert_eq!((agent.as_str(), *times as u64), ("agent-1", games));
        assert!(played.records.is_empty(), "the games can be played when it starts: {:?}", played.records);
    }
}

#[test]
fn a_panic_ends_the_run_with_an_error_that_names_its_agent() {
    let mad = Scripted { good: |_| panic!("scripted panic"), ..Scripted::bad(Fault::Crash, 1) };
    let played = play(Trial::new("tic-tac-toe", vec![Scripted::good(), mad], 1000));
    let text = match played.error {
        Some(error @ LabError::Panic { .. }) => error.to_string(),
        error => panic!("expected a panic, found {error:?}"),
    };
    assert!(text.contains("`agent-1` panicked in game ") && text.contains("scripted panic"), "{text}");
    assert!(played.records.is_empty(), "a game that was not played is not recorded: {:?}", played.records);
}

#[test]
fn a_start_that_fails_now_and_then_costs_only_its_games() {
    let flaky = Scripted { good: |seed| !seed.is_multiple_of(7), ..Scripted::bad(Fault::NoStart, 0) };
    let played = play(Trial::new("tic-tac-toe", vec![flaky, Scripted::good()], 60));
    assert!(played.error.is_none(), "{:?}", played.error);
    assert_eq!(played.records.len(), 60);
    let lost = played.records.iter().filter(|record| record.reason == Reason::Forfeit(Fault::NoStart)).count();
    assert!(lost > 0 && lost < 30, "{lost} of 60");
}

#[test]
fn a_clock_that_runs_out_loses_the_game() {
    let slow = Scripted { sleep: Duration::from_millis(30), ..Scripted::good() };
    let timed =
        |clock| Trial { clock: Some(clock), ..Trial::new("connect-four", vec![slow.clone(), Scripted::good()], 2) };
    let played = play(timed("0.05+0.001"));
    assert_eq!(played.records.len(), 2);
    for record in &played.records {
        assert_eq!(record.reason.text(), "forfeit:time-out", "{record:?}");
        assert_eq!(record.payoff_of(0), Some(0.0), "the slow one loses");
        assert!(record.forfeit.as_ref().unwrap().failure.message.contains("on the clock"), "{record:?}");
    }
    let played = play(timed("60+1"));
    assert!(played.records.len() == 2 && played.records.iter().all(|record| record.reason == Reason::End));
}

#[test]
fn games_are_abandoned_at_the_deadline_in_the_middle_of_a_move() {
    // What it is asked for after a hundred moves it would think about for ever.
    let patient = Scripted { patience: 100, ..Scripted::good() };
    let agents = vec![patient.clone(), patient.clone()];
    let played = play(Trial { time: Some(Duration::from_millis(300)), ..Trial::new("tic-tac-toe", agents, 1000) });
    assert!(played.error.is_none(), "{:?}", played.error);
    assert_eq!(played.state, RunState::OutOfTime);
    assert!(played.records.len() < 20, "a game has at least five moves: {} of them", played.records.len());
    assert!(played.records.iter().all(|record| record.reason == Reason::End), "no game was cut short in its record");
    let late = patient.late.load(Ordering::Relaxed);
    assert!(late <= THREADS, "{late} moves were asked for after the halt by {THREADS} threads");
}

/// Refuses every job, and reports that of several at once.
#[derive(Default)]
struct Refusing {
    jobs: Vec<Job>,
    waits: usize,
}

impl Crew for Refusing {
    fn places(&self) -> usize {
        3
    }

    fn job_length(&self) -> Duration {
        Duration::ZERO
    }

    fn give(&mut self, job: Job) -> Result<(), CrewError> {
        self.jobs.push(job);
        Ok(())
    }

    fn wait(&mut self, _: Duration) -> Result<Vec<Report>, CrewError> {
        self.waits += 1;
        if self.jobs.is_empty() {
            return Err(CrewError("there is nothing to wait for".to_string()));
        }
        let refused = |job: Job| {
            let end = Some(JobEnd::Failed(JobFailure::Refused(format!("job {}", job.id))));
            Report { job: job.id, run: job.run, results: Vec::new(), took: Took::default(), end }
        };
        Ok(self.jobs.drain(..).map(refused).collect())
    }
}

#[test]
fn a_job_whose_end_was_reported_is_not_waited_for_after_an_error() {
    let lab = standard_lab(Catalog::standard());
    let agents = vec!["random".to_string(); 2];
    let request =
        Request { game: "nim".to_string(), study: "match(games=9)".to_string(), agents, ..Request::default() };
    let plan = lab.plan(&request).expect("a plan");
    let mut crew = Refusing::default();
    let mut runs = [Run::new(&lab, plan, None).expect("a new run")];
    let error = drive(&mut runs, &mut crew, &Control::default(), &mut |_| {}).expect_err("it is refused");
    assert_eq!((error.to_string().as_str(), crew.waits), ("job 0", 1), "the first error, after one report of all");
}

/// Plays a study of an agent that crashes in the games that `good` does not name.
fn crashing(study: &str, agents: &[&str], good: fn(u64) -> bool) -> Run {
    let mut catalog = Catalog::standard();
    let flaky = Scripted { good, ..Scripted::bad(Fault::Crash, 0) };
    catalog.add_agent(flaky.row("flaky")).expect("a new name");
    let lab = standard_lab(catalog);
    let agents = agents.iter().map(ToString::to_string).collect();
    let game = "tic-tac-toe".to_string();
    let request = Request { game, study: study.to_string(), agents, seed: 1, ..Request::default() };
    let run = Run::new(&lab, lab.plan(&request).expect("a plan"), None).expect("a run");
    let control = Control::default();
    let mut crew = LocalCrew::new(THREADS, make_player(&lab), Arc::clone(&control.flags));
    let mut runs = [run];
    drive(&mut runs, &mut crew, &control, &mut |_| {}).expect("a crash costs a game, not the run");
    let [run] = runs;
    run
}

#[test]
fn a_player_that_crashes_in_more_than_two_percent_of_its_games_is_not_called_weak() {
    let often = |seed: u64| !seed.is_multiple_of(4);
    let run = crashing("match(games=200)", &["flaky", "random"], often);
    let json = run.document().json();
    let crashes = json["crashes"].as_u64().expect("a number");
    assert!((20..100).contains(&crashes), "{json}");
    assert_eq!(json["status"], "forfeits");
    let first = &json["agents"][0];
    assert!(first["elo"].is_null() && first["los"].is_null() && first["losses"].is_u64(), "{first}");
    let words = format!("no verdict: flaky crashed in {crashes} of 200 games (scripted crash)");
    assert_eq!(run.document().headline(), words);
    assert!(run.document().page().html().contains(&words));
    let text = run.document().text(&mctslab_lab::TextOptions::default());
    assert!(text.contains(&words) && !text.contains("Elo") && !text.contains("stronger"), "{text}");
    assert_eq!(run.document().failure(), None, "some games were played");
    let [alarm] = run.alarms() else { panic!("the first crash is said, no other: {:?}", run.alarms()) };
    assert!(alarm.starts_with("flaky crashed in game ") && alarm.ends_with(": scripted crash"), "{alarm}");

    let counted = crashing("match(games=200,count-forfeits=true)", &["flaky", "random"], often);
    assert_eq!(counted.document().json()["status"], "ok");
    let headline = counted.document().headline();
    assert!(headline.ends_with(&format!("; flaky crashed in {crashes} of 200 games")), "{headline}");

    let seldom = crashing("match(games=200)", &["flaky", "random"], |seed| !seed.is_multiple_of(200));
    let json = seldom.document().json();
    assert!(json["crashes"].as_u64().is_some_and(|crashes| (1..=4).contains(&crashes)), "{json}");
    assert_eq!(json["status"], "ok");
    assert!(seldom.document().headline().contains("; flaky crashed in "), "{}", seldom.document().headline());
}

#[test]
fn one_agent_that_crashes_leaves_a_tournament_without_a_ranking() {
    let run = crashing("round-robin(games=20)", &["random", "flaky", "random"], |seed| !seed.is_multiple_of(4));
    let document = run.document();
    assert_eq!(document.json()["status"], "forfeits");
    assert!(document.headline().starts_with("no verdict: flaky crashed in "), "{}", document.headline());
    let text = document.text(&mctslab_lab::TextOptions::default());
    assert!(text.contains("no verdict: flaky crashed in "), "{text}");
    assert!(document.page().html().contains("No verdict: flaky crashed in "));
}

#[test]
fn a_study_of_a_player_that_crashes_ends_early_without_an_estimate() {
    let run = crashing("fit", &["flaky"], |_| false);
    let json = run.document().json();
    assert!(run.state() == RunState::Over && json["games"].as_u64().is_some_and(|games| games <= 200), "{json}");
    assert_eq!((&json["status"], &json["crashes"]), (&Value::from("forfeits"), &json["games"]));
    assert!(json["estimate"].is_null() && json["low"].is_null() && json["high"].is_null(), "{json}");
    assert!(
        run.document().headline().starts_with("no verdict: flaky crashed in all "),
        "{}",
        run.document().headline()
    );
    assert!(run.document().failure().is_some_and(|failure| failure.contains("every game was forfeited")));

    let run = crashing("fit", &["flaky"], |seed| !seed.is_multiple_of(4));
    let json = run.document().json();
    assert_eq!(json["status"], "forfeits");
    assert!(json["games"].as_u64().is_some_and(|games| games <= 1000), "{json}");
    assert_eq!(run.document().failure(), None);

    let counted = crashing("fit(count-forfeits=true,games=400)", &["flaky"], |_| false);
    let json = counted.document().json();
    assert!(
        json["status"] != "forfeits" && json["verdict"].as_str().is_some_and(|words| words.contains("weaker")),
        "{json}"
    );
}
