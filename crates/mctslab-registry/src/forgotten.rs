//! A game whose type is forgotten, as a game of one type.
//!
//! What waits for other programs is in no hurry: it runs on this type, and is compiled once in
//! place of once for every game. States are boxed, and moves are numbers of a table that grows with
//! the moves that were seen.

use std::any::Any;
use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mctslab_core::{Agent, Budget, Failure, Game, MoveThought, Observer, Payoffs, Player, TextError, Thoughts, View};

/// The rules of a game of any type.
pub(crate) struct Forgotten(Arc<dyn DynRules>);

/// A position of it.
pub(crate) struct ForgottenState(Box<dyn DynState>);

/// The number of a move in the table of its game.
pub(crate) type MoveNumber = u32;

/// What a position can do without its type being known.
trait DynState: Any + Debug + Send + Sync {
    fn copy(&self) -> Box<dyn DynState>;
    fn equals(&self, other: &dyn Any) -> bool;
    fn hash_into(&self, hasher: &mut dyn Hasher);
}

impl<S: Clone + Eq + Hash + Debug + Send + Sync + 'static> DynState for S {
    fn copy(&self) -> Box<dyn DynState> {
        Box::new(self.clone())
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<S>() == Some(self)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

impl ForgottenState {
    fn new(state: impl DynState) -> ForgottenState {
        ForgottenState(Box::new(state))
    }

    fn as_any(&self) -> &dyn Any {
        &*self.0
    }

    fn of<S: 'static>(&self) -> &S {
        self.as_any().downcast_ref().expect("states go back to the game that they came from")
    }
}

impl Clone for ForgottenState {
    fn clone(&self) -> Self {
        ForgottenState(self.0.copy())
    }
}

impl PartialEq for ForgottenState {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(other.as_any())
    }
}

impl Eq for ForgottenState {}

impl Hash for ForgottenState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash_into(hasher);
    }
}

impl Debug for ForgottenState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The methods of [`Game`] that are asked for, on states and moves without types.
trait DynRules: Send + Sync {
    fn initial(&self) -> ForgottenState;
    fn turn(&self, state: &ForgottenState) -> Option<Player>;
    fn moves(&self, state: &ForgottenState, out: &mut Vec<MoveNumber>);
    fn play(&self, state: &ForgottenState, mv: MoveNumber) -> ForgottenState;
    fn payoffs(&self, state: &ForgottenState) -> Payoffs;
    fn index(&self, mv: MoveNumber) -> usize;
    fn index_bound(&self) -> usize;
    fn max_plies(&self) -> u32;
    fn players(&self) -> usize;
    fn move_text(&self, state: &ForgottenState, mv: MoveNumber) -> String;
    fn state_text(&self, state: &ForgottenState) -> String;
    fn parse_state(&self, text: &str) -> Result<ForgottenState, TextError>;
    fn view(&self, state: &ForgottenState, last: Option<MoveNumber>) -> View;
}

/// A game with the moves that were seen.
pub(crate) struct Typed<G: Game> {
    game: Arc<G>,
    seen: Mutex<NumberedMoves<G::Move>>,
}

/// Every different move, and where those of each index are.
struct NumberedMoves<M> {
    all: Vec<M>,
    by_index: HashMap<usize, Vec<MoveNumber>>,
}

impl<G: Game> Typed<G> {
    pub(crate) fn new(game: &Arc<G>) -> Arc<Typed<G>> {
        Arc::new(Typed {
            game: Arc::clone(game),
            seen: Mutex::new(NumberedMoves { all: Vec::new(), by_index: HashMap::new() }),
        })
    }

    /// The game without its type.
    pub(crate) fn forget(self: &Arc<Self>) -> Forgotten {
        Forgotten(Arc::clone(self) as Arc<dyn DynRules>)
    }

    fn seen(&self) -> MutexGuard<'_, NumberedMoves<G::Move>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn number(&self, mv: G::Move) -> MoveNumber {
        let seen = &mut *self.seen();
        let alike = seen.by_index.entry(self.game.index(mv)).or_default();
        if let Some(&known) = alike.iter().find(|&&number| seen.all[number as usize] == mv) {
            return known;
        }
        let number = seen.all.len() as MoveNumber;
        alike.push(number);
        seen.all.push(mv);
        number
    }

    fn mv(&self, number: MoveNumber) -> G::Move {
        self.seen().all[number as usize]
    }
}

impl<G: Game> DynRules for Typed<G> {
    fn initial(&self) -> ForgottenState {
        ForgottenState::new(self.game.initial())
    }

    fn turn(&self, state: &ForgottenState) -> Option<Player> {
        self.game.turn(state.of())
    }

    fn moves(&self, state: &ForgottenState, out: &mut Vec<MoveNumber>) {
        let mut moves = Vec::new();
        self.game.moves(state.of(), &mut moves);
        out.extend(moves.into_iter().map(|mv| self.number(mv)));
    }

    fn play(&self, state: &ForgottenState, mv: MoveNumber) -> ForgottenState {
        let mut next: G::State = state.of::<G::State>().clone();
        self.game.play(&mut next, self.mv(mv));
        ForgottenState::new(next)
    }

    fn payoffs(&self, state: &ForgottenState) -> Payoffs {
        self.game.payoffs(state.of())
    }

    fn index(&self, mv: MoveNumber) -> usize {
        self.game.index(self.mv(mv))
    }

    fn index_bound(&self) -> usize {
        self.game.index_bound()
    }

    fn max_plies(&self) -> u32 {
        self.game.max_plies()
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn move_text(&self, state: &ForgottenState, mv: MoveNumber) -> String {
        self.game.move_text(state.of(), self.mv(mv))
    }

    fn state_text(&self, state: &ForgottenState) -> String {
        self.game.state_text(state.of())
    }

    fn parse_state(&self, text: &str) -> Result<ForgottenState, TextError> {
        Ok(ForgottenState::new(self.game.parse_state(text)?))
    }

    fn view(&self, state: &ForgottenState, last: Option<MoveNumber>) -> View {
        self.game.view(state.of(), last.map(|mv| self.mv(mv)))
    }
}

impl Game for Forgotten {
    type State = ForgottenState;
    type Move = MoveNumber;

    fn initial(&self) -> ForgottenState {
        self.0.initial()
    }

    fn turn(&self, state: &ForgottenState) -> Option<Player> {
        self.0.turn(state)
    }

    fn moves(&self, state: &ForgottenState, out: &mut Vec<MoveNumber>) {
        self.0.moves(state, out);
    }

    fn play(&self, state: &mut ForgottenState, mv: MoveNumber) {
        *state = self.0.play(state, mv);
    }

    fn payoffs(&self, state: &ForgottenState) -> Payoffs {
        self.0.payoffs(state)
    }

    fn index(&self, mv: MoveNumber) -> usize {
        self.0.index(mv)
    }

    fn index_bound(&self) -> usize {
        self.0.index_bound()
    }

    fn max_plies(&self) -> u32 {
        self.0.max_plies()
    }

    fn players(&self) -> usize {
        self.0.players()
    }

    fn move_text(&self, state: &ForgottenState, mv: MoveNumber) -> String {
        self.0.move_text(state, mv)
    }

    fn state_text(&self, state: &ForgottenState) -> String {
        self.0.state_text(state)
    }

    fn parse_state(&self, text: &str) -> Result<ForgottenState, TextError> {
        self.0.parse_state(text)
    }

    fn view(&self, state: &ForgottenState, last: Option<MoveNumber>) -> View {
        self.0.view(state, last)
    }
}

/// The same thoughts about moves of another type.
fn thoughts_about<M, N>(thoughts: &Thoughts<M>, turn: impl Fn(&M) -> N) -> Thoughts<N> {
    let moves = thoughts.moves.iter().map(|thought| MoveThought {
        mv: turn(&thought.mv),
        visits: thought.visits,
        value: thought.value,
        proven: thought.proven,
    });
    Thoughts {
        iterations: thoughts.iterations,
        unit: thoughts.unit,
        bytes: thoughts.bytes,
        moves: moves.collect(),
        line: thoughts.line.iter().map(&turn).collect(),
    }
}

/// Lets an agent choose within the same budget, whose observer is shown moves of its own type.
fn choose_within<M, N, T>(
    budget: &mut Budget<'_, M>,
    turn: impl Fn(&N) -> M,
    choose: impl FnOnce(&mut Budget<'_, N>) -> T,
) -> T {
    let Budget { time, iterations, depth, stop, deadline, clocks, observer } = budget;
    let every = observer.as_ref().map(|observer| observer.every);
    let mut pass_on = |thoughts: &Thoughts<N>| {
        if let Some(observer) = observer {
            (observer.show)(&thoughts_about(thoughts, &turn));
        }
    };
    let observer = every.map(|every| Observer { show: &mut pass_on, every });
    choose(&mut Budget {
        time: *time,
        iterations: *iterations,
        depth: *depth,
        stop: *stop,
        deadline: *deadline,
        clocks: *clocks,
        observer,
    })
}

/// An agent for a game of a known type, asked about the game whose type is forgotten.
pub(crate) struct Inside<G: Game> {
    pub(crate) typed: Arc<Typed<G>>,
    pub(crate) agent: Box<dyn Agent<G>>,
}

impl<G: Game> Agent<Forgotten> for Inside<G> {
    fn new_game(&mut self, seed: u64) {
        self.agent.new_game(seed);
    }

    fn choose(
        &mut self,
        _: &Forgotten,
        state: &ForgottenState,
        budget: &mut Budget<'_, MoveNumber>,
    ) -> Result<MoveNumber, Failure> {
        let Inside { typed, agent } = self;
        let choose = |budget: &mut Budget<'_, G::Move>| agent.choose(&typed.game, state.of(), budget);
        Ok(typed.number(choose_within(budget, |&mv| typed.number(mv), choose)?))
    }

    fn get_ready(&mut self, _: &Forgotten) -> Result<(), Failure> {
        self.agent.get_ready(&self.typed.game)
    }

    fn see_moves(&mut self, start: &ForgottenState, moves: &[MoveNumber]) {
        let moves: Vec<G::Move> = moves.iter().map(|&mv| self.typed.mv(mv)).collect();
        self.agent.see_moves(start.of(), &moves);
    }

    fn thoughts(&self, _: &Forgotten) -> Thoughts<MoveNumber> {
        thoughts_about(&self.agent.thoughts(&self.typed.game), |&mv| self.typed.number(mv))
    }

    fn deterministic(&self) -> bool {
        self.agent.deterministic()
    }
}

/// An agent for the game whose type is forgotten, asked about the game as it is.
pub(crate) struct Outside<G: Game> {
    pub(crate) typed: Arc<Typed<G>>,
    pub(crate) game: Forgotten,
    pub(crate) agent: Box<dyn Agent<Forgotten>>,
}

impl<G: Game> Agent<G> for Outside<G> {
    fn new_game(&mut self, seed: u64) {
        self.agent.new_game(seed);
    }

    fn choose(&mut self, _: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        let Outside { typed, game, agent } = self;
        let state = ForgottenState::new(state.clone());
        let choose = |budget: &mut Budget<'_, MoveNumber>| agent.choose(game, &state, budget);
        Ok(typed.mv(choose_within(budget, |&mv| typed.mv(mv), choose)?))
    }

    fn get_ready(&mut self, _: &G) -> Result<(), Failure> {
        self.agent.get_ready(&self.game)
    }

    fn see_moves(&mut self, start: &G::State, moves: &[G::Move]) {
        let moves: Vec<MoveNumber> = moves.iter().map(|&mv| self.typed.number(mv)).collect();
        self.agent.see_moves(&ForgottenState::new(start.clone()), &moves);
    }

    fn thoughts(&self, _: &G) -> Thoughts<G::Move> {
        thoughts_about(&self.agent.thoughts(&self.game), |&mv| self.typed.mv(mv))
    }

    fn deterministic(&self) -> bool {
        self.agent.deterministic()
    }
}
