//! Agents that fail on purpose, and short runs with them.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use mctslab_arena::{
    Adjudication, Clock, Contest, Course, Format, NoStart, Openings, Plan, Record, Run, RunError, Settings, Store,
    Summary, Table, play_rounds,
};
use mctslab_core::{Agent, Clocks, Failure, Fault, Game, Visit};

/// Plays the first legal move, but fails in the games and plies it is told to.
pub(crate) struct Scripted {
    /// The fault, and the ply of its own in which it happens.
    pub(crate) fault: Option<(Fault, usize)>,
    /// Whether it behaves in the game with this seed.
    pub(crate) good: fn(u64) -> bool,
    pub(crate) sleep: Duration,
    /// What the clocks showed last.
    pub(crate) clock: Option<Clocks>,
    pub(crate) made: usize,
    pub(crate) game: u64,
}

impl Scripted {
    pub(crate) fn good() -> Scripted {
        Scripted { fault: None, good: |_| true, sleep: Duration::ZERO, made: 0, game: 0, clock: None }
    }

    pub(crate) fn bad(fault: Fault, ply: usize) -> Scripted {
        Scripted { fault: Some((fault, ply)), good: |_| false, ..Scripted::good() }
    }
}

impl<G: Game> Agent<G> for Scripted {
    fn new_game(&mut self, seed: u64) {
        (self.made, self.game) = (0, seed);
    }

    fn see_clocks(&mut self, clocks: &Clocks) {
        self.clock = Some(clocks.clone());
    }

    fn choose(&mut self, game: &G, state: &G::State) -> Result<G::Move, Failure> {
        if let Some(clocks) = &self.clock {
            assert_eq!(clocks.left.len(), game.players());
            assert_eq!(Some(clocks.seat), game.turn(state).map(mctslab_core::Player::index));
        }
        std::thread::sleep(self.sleep);
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

/// A run of a spec's game; what each thread's agents are is up to `team`.
pub(crate) struct Trial<T> {
    pub(crate) agents: usize,
    pub(crate) games: u64,
    pub(crate) clock: Option<Clock>,
    pub(crate) team: T,
}

/// What a trial gave.
pub(crate) struct Played {
    pub(crate) records: Vec<Record>,
    pub(crate) summary: Summary,
    pub(crate) error: Option<RunError>,
}

/// The settings of a match of these agents.
pub(crate) fn settings(agents: &[String], games: u64) -> Settings {
    Settings {
        command: "match".to_string(),
        game: "a game".to_string(),
        agents: agents.to_vec(),
        games,
        format: "match".to_string(),
        openings: "none".to_string(),
        openings_digest: 0,
        clock: None,
        adjudicate: None,
        resign: None,
        stop: None,
        seed: 1,
        version: "test".to_string(),
    }
}

impl<T: Fn() -> Vec<Scripted> + Sync> Visit for Trial<T> {
    type Output = Played;

    fn visit<G: Game>(self, game: G) -> Played {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("store.db");
        let names: Vec<String> = (0..self.agents).map(|agent| format!("agent-{agent}")).collect();
        let settings = settings(&names, self.games);
        let plan = Plan {
            format: Format::Match,
            agents: self.agents,
            seats: game.players(),
            games: self.games,
            seed: 1,
            openings: false,
            stop: None,
        };
        let course = Course::new(plan).expect("as many agents as seats");
        let store = Store::open(&path).expect("a new store").start(&settings, &names, self.games).expect("a new run");
        let spec = |agent: usize| names[agent].clone();
        let mut run =
            Run::new(Contest::new(course), Box::new(spec), Some(store), Box::new(|_, _| {})).expect("a new run");
        let starts = Openings::none().starts(&game, 1).expect("no openings");
        let table = Table {
            game: &game,
            starts: &starts,
            clock: self.clock,
            adjudication: Adjudication::default(),
            deadline: None,
        };
        let make = |agent: usize| Box::new((self.team)().swap_remove(agent)) as Box<dyn Agent<G>>;
        let error = play_rounds(&table, &make, 2, &AtomicBool::new(false), &mut run).err();
        let (contest, store) = run.finish().expect("the store works");
        let mut records = Vec::new();
        let read = store.expect("there is a store").read(0..u64::MAX, |record| {
            records.push(record);
            Ok(())
        });
        read.expect("the store works");
        Played { records, summary: contest.summary, error }
    }
}

/// Plays a trial of the game that `spec` names.
pub(crate) fn play<T: Fn() -> Vec<Scripted> + Sync>(spec: &str, trial: Trial<T>) -> Played {
    let args = mctslab_games::resolve_game(spec).expect("a game");
    mctslab_games::build(&args, trial).expect("a game")
}

/// The failed starts that ended a run.
pub(crate) fn no_start(error: Option<RunError>) -> NoStart {
    match error {
        Some(RunError::NoStart(error)) => error,
        other => panic!("expected failed starts, found {other:?}"),
    }
}
