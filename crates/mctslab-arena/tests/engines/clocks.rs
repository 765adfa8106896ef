//! The times that a program receives, and the cost of ignoring them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use mctslab_arena::{Adjudication, Clock, Conditions, Flags, Numbered, Openings, Reason, Record, Referee, Round, Team};
use mctslab_core::any::UntypedAgent;
use mctslab_core::{Agent, Budget, Clocks, Failure, Fault, Game, SearchBudget, Visit};

use crate::{Folder, engine, initial, process, python};

/// The first move of a program that sees these clocks.
fn first(command: &str, more: &str, left: [u64; 2]) -> Result<String, Failure> {
    let initial = initial("tic-tac-toe");
    let mut agent = process(&initial, "tic-tac-toe", &format!("process(cmd=\"{command}\"{more})"));
    agent.new_game(1);
    let left = left.map(Duration::from_millis).to_vec();
    let clocks = Clocks { left, increment: Duration::from_millis(70), seat: 0 };
    let budget = SearchBudget { clocks: Some(&clocks), ..SearchBudget::default() };
    Ok(agent.choose(&initial, budget)?.best)
}

#[test]
fn clocks_and_limits_are_told() {
    let folder = Folder::new();
    if python() {
        let on_go = "say('bestmove ' + ('c3' if line.strip() == 'go nodes 5 p1time 5000 p1inc 70 p2time 4000 p2inc 70' else line))";
        let found = first(&folder.script(&engine(on_go)), ",nodes=5", [5000, 4000]);
        assert_eq!(found.as_deref(), Ok("c3"));
    }
}

#[test]
fn a_program_is_given_up_soon_after_its_clock_ran_out() {
    let folder = Folder::new();
    if python() {
        let start = Instant::now();
        let failure = first(&folder.script(&engine("time.sleep(1000)")), "", [500, 4000]).expect_err("too late");
        assert_eq!(failure.kind, Fault::TimeOut);
        assert!(start.elapsed() < Duration::from_secs(6), "it took {:?}", start.elapsed());
    }
}

/// The move of a program that is asked for an answer at once, with limits of the budget in addition
/// to its own.
fn stopped(agent: &str) -> Result<String, Failure> {
    let (initial, stop) = (initial("tic-tac-toe"), AtomicBool::new(true));
    let mut agent = process(&initial, "tic-tac-toe", agent);
    agent.new_game(1);
    let budget = SearchBudget { stop: Some(&stop), iterations: Some(4), depth: Some(9), ..SearchBudget::default() };
    Ok(agent.choose(&initial, budget)?.best)
}

#[test]
fn a_program_is_told_to_stop_or_not_waited_for() {
    let folder = Folder::new();
    let silent = stopped("process(cmd=\"sleep 1000\",protocol=lines)");
    assert_eq!(silent.as_deref(), Ok("a1"), "any move will do");
    if python() {
        let on_go = "told = sys.stdin.readline().strip()\n\
                     say('bestmove ' + ('c3' if (line.strip(), told) == ('go nodes 4 depth 5', 'stop') else 'zz'))";
        let command = folder.script(&engine(on_go));
        assert_eq!(stopped(&format!("process(cmd=\"{command}\",nodes=7,depth=5)")).as_deref(), Ok("c3"));
    }
}

/// Plays the first legal move.
struct Simple;

impl<G: Game> Agent<G> for Simple {
    fn new_game(&mut self, _seed: u64) {}

    fn choose(&mut self, game: &G, state: &G::State, _: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        let mut legal = Vec::new();
        game.moves(state, &mut legal);
        Ok(legal[0])
    }
}

/// A game by the clock of a program against [`Simple`].
struct Timed<'a> {
    agent: &'a str,
    clock: &'a str,
}

impl Visit for Timed<'_> {
    type Output = Record;

    fn visit<G: Game>(self, game: G) -> Record {
        let game = Arc::new(game);
        let starts = Openings::none().starts(&*game, 1).expect("no openings");
        let clock = Some(Clock::parse(self.clock).expect("a clock"));
        let adjudication = Adjudication::default();
        let flags = Flags::default();
        let conditions = Conditions { game: &*game, starts: &starts, clock, adjudication, flags: &flags };
        let agents = ["process", "simple"].iter().enumerate();
        let agents = agents.map(|(number, spec)| Numbered { number, spec: (*spec).to_string() }).collect();
        let round = Round::at_table(0, agents, 1, 1, None);
        let fixture = round.fixture(0).expect("a game");
        let mut team = Team::default();
        let make = |spec: &str| -> Result<Box<dyn Agent<G>>, Failure> {
            let program = || process(&initial("tic-tac-toe"), "tic-tac-toe", self.agent);
            Ok(match spec {
                "process" => Box::new(UntypedAgent::new(&game, &"tic-tac-toe".into(), program())),
                _ => Box::new(Simple),
            })
        };
        team.call(&fixture.seats, &round, make).expect("both serve the game");
        Referee::new(conditions).play(&mut team, &fixture).expect("it is not abandoned")
    }
}

#[test]
fn a_start_is_not_on_the_clock() {
    let folder = Folder::new();
    if python() {
        let slow = engine("say('bestmove ' + legal[0])").replacen("cells =", "time.sleep(1.1)\ncells =", 1);
        let agent = format!("process(cmd=\"{}\",restart=game)", folder.script(&slow));
        let args = mctslab_games::resolve_game("tic-tac-toe").expect("a game");
        let record = mctslab_games::build(&args, Timed { agent: &agent, clock: "1+1" }).expect("a game");
        assert_eq!(record.reason, Reason::End, "{record:?}");
    }
}
