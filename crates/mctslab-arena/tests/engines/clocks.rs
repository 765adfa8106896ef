//! What a program is told of time, and what it costs to ignore it.

use std::time::{Duration, Instant};

use mctslab_arena::engines::{PROCESS, Process};
use mctslab_arena::{Adjudication, Clock, Fixture, Openings, Reason, Record, Referee, Seats, Table, Team};
use mctslab_core::spec::{Spec, resolve};
use mctslab_core::{Agent, Clocks, Failure, Fault, Game, Visit};

use crate::{Folder, engine, python};

/// The first move of a program that sees these clocks.
struct First<'a> {
    agent: &'a str,
    left: [u64; 2],
}

impl Visit for First<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Game>(self, game: G) -> Result<String, Failure> {
        let spec = Spec::parse(self.agent).expect("a spec");
        let args = resolve(&spec, "agent", &[PROCESS], &[]).expect("a spec");
        let mut agent = Process::build(&game, "tic-tac-toe", &args).expect("it serves the game");
        agent.new_game(1);
        let left = self.left.map(Duration::from_millis).to_vec();
        agent.see_clocks(&Clocks { left, increment: Duration::from_millis(70), seat: 0 });
        let state = game.initial();
        agent.choose(&game, &state).map(|mv| game.move_text(&state, mv))
    }
}

fn first(command: &str, more: &str, left: [u64; 2]) -> Result<String, Failure> {
    let args = mctslab_games::resolve_game("tic-tac-toe").expect("a game");
    let agent = format!("process(cmd=\"{command}\"{more})");
    mctslab_games::build(&args, First { agent: &agent, left }).expect("a game")
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

/// Plays the first legal move.
struct Simple;

impl<G: Game> Agent<G> for Simple {
    fn new_game(&mut self, _seed: u64) {}

    fn choose(&mut self, game: &G, state: &G::State) -> Result<G::Move, Failure> {
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
        let args = resolve(&Spec::parse(self.agent).expect("a spec"), "agent", &[PROCESS], &[]).expect("a spec");
        let starts = Openings::none().starts(&game, 1).expect("no openings");
        let clock = Some(Clock::parse(self.clock).expect("a clock"));
        let adjudication = Adjudication::default();
        let table = Table { game: &game, starts: &starts, clock, adjudication, deadline: None };
        let make = |number: usize| match number {
            0 => Process::build(&game, "tic-tac-toe", &args).expect("it serves the game"),
            _ => Box::new(Simple) as Box<dyn Agent<G>>,
        };
        let fixture = Fixture { id: 0, seats: Seats::new(&[0, 1]), opening: None, seed: 1 };
        Referee::new(&table).play(&mut Team::new(&make), &fixture).expect("there is no deadline")
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
