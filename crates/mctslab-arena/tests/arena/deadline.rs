//! A run keeps its time: games that are not over at the deadline are abandoned, between two moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use mctslab_arena::{
    Adjudication, Director, Done, Ending, Openings, Panic, Reason, Record, Round, Seats, Table, play_rounds,
};
use mctslab_core::{Agent, Failure, Game, Visit};

const THREADS: usize = 3;

/// Plays one round and keeps its records.
struct Keeper {
    rounds: Vec<Round>,
    records: Vec<Record>,
    over: usize,
}

impl Director for Keeper {
    type Error = Panic;

    fn next_round(&mut self) -> Result<Option<Round>, Panic> {
        Ok(self.rounds.pop())
    }

    fn done(&self) -> Arc<Done> {
        Arc::default()
    }

    fn played(&mut self, records: Vec<Record>) -> Result<(), Panic> {
        self.records.extend(records);
        Ok(())
    }

    fn tick(&mut self) -> Result<(), Panic> {
        Ok(())
    }

    fn round_over(&mut self) -> Result<(), Panic> {
        self.over += 1;
        Ok(())
    }

    fn panicked(&mut self, panic: Panic) -> Panic {
        panic
    }
}

/// Takes its time for every move, and counts those that it is asked for after the deadline.
struct Slow {
    deadline: Instant,
    late: Arc<AtomicUsize>,
}

impl<G: Game> Agent<G> for Slow {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, game: &G, state: &G::State) -> Result<G::Move, Failure> {
        self.late.fetch_add(usize::from(Instant::now() >= self.deadline), Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(10));
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        Ok(moves[0])
    }
}

/// Plays far more games than there is time for.
struct Hurried;

impl Visit for Hurried {
    type Output = (Ending, Keeper, usize);

    fn visit<G: Game>(self, game: G) -> (Ending, Keeper, usize) {
        let deadline = Instant::now() + Duration::from_millis(250);
        let late = Arc::new(AtomicUsize::new(0));
        let starts = Openings::none().starts(&game, 1).expect("no openings");
        let adjudication = Adjudication::default();
        let table = Table { game: &game, starts: &starts, clock: None, adjudication, deadline: Some(deadline) };
        let make = |_| Box::new(Slow { deadline, late: Arc::clone(&late) }) as Box<dyn Agent<G>>;
        let round = |base| Round::at_table(base, Seats::new(&[0, 1]), 1000, 1, None);
        let mut keeper = Keeper { rounds: vec![round(1000), round(0)], records: Vec::new(), over: 0 };
        let ending = play_rounds(&table, &make, THREADS, &AtomicBool::new(false), &mut keeper).expect("no panic");
        (ending, keeper, late.load(Ordering::Relaxed))
    }
}

#[test]
fn games_are_abandoned_between_two_moves() {
    let args = mctslab_games::resolve_game("tic-tac-toe").expect("a game");
    let (ending, keeper, late) = mctslab_games::build(&args, Hurried).expect("a game");
    assert_eq!((ending, keeper.over), (Ending::OutOfTime, 1), "the second round is not begun");
    assert!(keeper.records.iter().all(|record| record.reason == Reason::End && record.fixture < 1000));
    assert!(late <= THREADS, "{late} moves were asked for after the deadline by {THREADS} threads");
}
