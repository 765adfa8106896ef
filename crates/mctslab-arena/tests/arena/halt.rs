//! A game is abandoned inside a move when a halt is raised, and nothing of it is kept.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mctslab_arena::{Adjudication, Conditions, Flags, Numbered, Openings, Record, Referee, Round, Team};
use mctslab_core::{Agent, Budget, Failure, Fault, Game, Visit};

/// Plays the first legal move at once until its last ply, in which it raises the halt and then
/// thinks until it is to stop.
struct Patient {
    left: usize,
    flags: Arc<Flags>,
    /// Whether it fails to offer a move afterwards.
    fails: bool,
    stopped: Arc<AtomicUsize>,
}

impl<G: Game> Agent<G> for Patient {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        if self.left == 0 {
            assert!(!budget.is_stopped(), "nobody has raised it yet");
            self.flags.halt.store(true, Ordering::Relaxed);
            assert!(budget.is_stopped(), "the halt reaches the search");
            self.stopped.fetch_add(1, Ordering::Relaxed);
            if self.fails {
                return Err(Failure::new(Fault::NoMove, "it was stopped too early"));
            }
        }
        self.left = self.left.saturating_sub(1);
        Ok(moves[0])
    }
}

/// One game that is halted during a move, and the number of times that an agent was stopped.
struct Halted {
    fails: bool,
}

impl Visit for Halted {
    type Output = (Option<Record>, usize);

    fn visit<G: Game>(self, game: G) -> (Option<Record>, usize) {
        let flags = Arc::new(Flags::default());
        let starts = Openings::none().starts(&game, 1).expect("no openings");
        let adjudication = Adjudication::default();
        let conditions = Conditions { game: &game, starts: &starts, clock: None, adjudication, flags: &flags };
        let stopped = Arc::new(AtomicUsize::new(0));
        let agents = (0..2).map(|number| Numbered { number, spec: "patient".to_string() }).collect();
        let round = Round::at_table(0, agents, 1, 1, None);
        let fixture = round.fixture(0).expect("a game");
        let mut team = Team::default();
        let make = |_: &str| {
            let (flags, stopped) = (Arc::clone(&flags), Arc::clone(&stopped));
            Ok::<_, Failure>(Box::new(Patient { left: 2, flags, fails: self.fails, stopped }) as Box<dyn Agent<G>>)
        };
        team.call(&fixture.seats, &round, make).expect("both can be made");
        let record = Referee::new(conditions).play(&mut team, &fixture);
        (record, stopped.load(Ordering::Relaxed))
    }
}

#[test]
fn a_game_is_abandoned_in_the_middle_of_a_move() {
    let args = mctslab_games::resolve_game("tic-tac-toe").expect("a game");
    for fails in [false, true] {
        let (record, stopped) = mctslab_games::build(&args, Halted { fails }).expect("a game");
        assert_eq!((record, stopped), (None, 1), "fails: {fails}");
    }
}
