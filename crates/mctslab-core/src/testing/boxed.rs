//! A game of any type as a game of one type, so that a test over many games is compiled once.
//!
//! Every method of the game is called, so that searches, playouts and counts are the same as
//! without the box. A move is its number in a table that grows with the moves that were seen.

use std::any::Any;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

use crate::game::Listener;
use crate::{Eval, Game, Payoffs, Player, Playout, Rng, TextError, View, Visit};

/// The rules of a game of any type.
pub struct BoxedGame {
    rules: Box<dyn Rules>,
    evals: &'static [Eval<BoxedGame>],
}

/// A position of it.
pub struct BoxedState(Box<dyn DynState>);

/// A move of it: its place in the table of moves, and the game's own index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoxedMove {
    place: u32,
    index: u32,
}

impl BoxedGame {
    /// Boxes a game.
    pub fn new<G: Game>(game: G) -> BoxedGame {
        let evals: Vec<Eval<BoxedGame>> =
            game.evals().iter().zip(NUMBERED).map(|(eval, value)| Eval { entry: eval.entry, value }).collect();
        assert_eq!(evals.len(), game.evals().len(), "more estimates than are foreseen here");
        // There is room for all moves, so that a search does not allocate once its buffers have
        // grown.
        let by_index = (0..game.index_bound()).map(|_| Vec::with_capacity(2)).collect();
        let seen = RwLock::new(SeenMoves { all: Vec::with_capacity(2 * game.index_bound()), by_index });
        BoxedGame { rules: Box::new(Typed { game, seen, scratch: Mutex::new(Vec::new()) }), evals: evals.leak() }
    }
}

/// The visitor that boxes a game.
pub struct Boxing;

impl Visit for Boxing {
    type Output = BoxedGame;

    fn visit<G: Game>(self, game: G) -> BoxedGame {
        BoxedGame::new(game)
    }
}

/// The estimate number `NUMBER` as a function without a type.
fn numbered<const NUMBER: usize>(game: &BoxedGame, state: &BoxedState, player: Player) -> f64 {
    game.rules.eval(NUMBER, state, player)
}

const NUMBERED: [fn(&BoxedGame, &BoxedState, Player) -> f64; 6] =
    [numbered::<0>, numbered::<1>, numbered::<2>, numbered::<3>, numbered::<4>, numbered::<5>];

/// The operations on a position whose type is not known.
trait DynState: Any + Debug + Send + Sync {
    fn copy(&self) -> Box<dyn DynState>;
    fn copy_from(&mut self, other: &dyn Any);
    fn equals(&self, other: &dyn Any) -> bool;
    fn hash_into(&self, hasher: &mut dyn Hasher);
}

impl<S: Clone + Eq + Hash + Debug + Send + Sync + 'static> DynState for S {
    fn copy(&self) -> Box<dyn DynState> {
        Box::new(self.clone())
    }

    fn copy_from(&mut self, other: &dyn Any) {
        self.clone_from(other.downcast_ref().expect(ONE_GAME));
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<S>() == Some(self)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

const ONE_GAME: &str = "states go back to the game that they came from";

impl BoxedState {
    fn new(state: impl DynState) -> BoxedState {
        BoxedState(Box::new(state))
    }

    fn as_any(&self) -> &dyn Any {
        &*self.0
    }

    fn of<S: 'static>(&self) -> &S {
        self.as_any().downcast_ref().expect(ONE_GAME)
    }

    fn of_mut<S: 'static>(&mut self) -> &mut S {
        let any: &mut dyn Any = &mut *self.0;
        any.downcast_mut().expect(ONE_GAME)
    }
}

impl Clone for BoxedState {
    fn clone(&self) -> Self {
        BoxedState(self.0.copy())
    }

    fn clone_from(&mut self, other: &Self) {
        self.0.copy_from(other.as_any());
    }
}

impl PartialEq for BoxedState {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(other.as_any())
    }
}

impl Eq for BoxedState {}

impl Hash for BoxedState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash_into(hasher);
    }
}

impl Debug for BoxedState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A listener of a known type that forwards to one of any type.
struct Passing<'a>(&'a mut dyn Listener);

impl Listener for Passing<'_> {
    fn report(&mut self, player: Player, index: usize) {
        self.0.report(player, index);
    }

    fn report_all(&mut self, player: Player, first: usize, set: u64) {
        self.0.report_all(player, first, set);
    }
}

/// The methods of [`Game`] on states and moves without types.
trait Rules: Send + Sync {
    fn initial(&self) -> BoxedState;
    fn turn(&self, state: &BoxedState) -> Option<Player>;
    fn moves(&self, state: &BoxedState, out: &mut Vec<BoxedMove>);
    fn play(&self, state: &mut BoxedState, mv: BoxedMove);
    fn play_on(&self, state: &mut BoxedState, mv: BoxedMove);
    fn payoffs(&self, state: &BoxedState) -> Payoffs;
    fn index_bound(&self) -> usize;
    fn max_plies(&self) -> u32;
    fn move_text(&self, state: &BoxedState, mv: BoxedMove) -> String;
    fn state_text(&self, state: &BoxedState) -> String;
    fn parse_state(&self, text: &str) -> Result<BoxedState, TextError>;
    fn parse_move(&self, state: &BoxedState, text: &str) -> Result<BoxedMove, TextError>;
    fn view(&self, state: &BoxedState, last: Option<BoxedMove>) -> View;
    fn players(&self) -> usize;
    fn payoff_sum(&self) -> Option<f64>;
    fn count_moves(&self, state: &BoxedState) -> usize;
    fn random_move(&self, state: &BoxedState, rng: &mut Rng) -> Option<BoxedMove>;
    fn playout(&self, state: &mut BoxedState, rng: &mut Rng) -> Playout;
    fn playout_reporting(&self, state: &mut BoxedState, rng: &mut Rng, listener: &mut dyn Listener) -> Payoffs;
    fn playout_moves(&self, state: &mut BoxedState, rng: &mut Rng, take: &mut dyn FnMut(Player, BoxedMove)) -> Payoffs;
    fn hash(&self, state: &BoxedState) -> u64;
    fn state_bytes(&self, state: &BoxedState) -> usize;
    fn symmetries(&self) -> usize;
    fn transform(&self, symmetry: usize, state: &BoxedState) -> BoxedState;
    fn score(&self, state: &BoxedState, player: Player) -> Option<u32>;
    fn eval(&self, number: usize, state: &BoxedState, player: Player) -> f64;
}

/// All different moves seen so far, and their places by index.
struct SeenMoves<M> {
    all: Vec<M>,
    by_index: Vec<Vec<u32>>,
}

impl<M: Copy + Eq> SeenMoves<M> {
    fn place(&self, index: usize, mv: M) -> Option<u32> {
        self.by_index[index].iter().copied().find(|&place| self.all[place as usize] == mv)
    }

    fn add(&mut self, index: usize, mv: M) -> u32 {
        // Another thread may have added the move in the meantime.
        self.place(index, mv).unwrap_or_else(|| {
            let place = self.all.len() as u32;
            self.all.push(mv);
            self.by_index[index].push(place);
            place
        })
    }
}

/// A game of a known type, with its table of moves and a buffer.
struct Typed<G: Game> {
    game: G,
    seen: RwLock<SeenMoves<G::Move>>,
    scratch: Mutex<Vec<G::Move>>,
}

impl<G: Game> Typed<G> {
    /// Calls `act` with the buffer, or with a new one while another thread uses it.
    fn with_scratch<T>(&self, act: impl FnOnce(&mut Vec<G::Move>) -> T) -> T {
        match self.scratch.try_lock() {
            Ok(mut scratch) => act(&mut scratch),
            Err(_) => act(&mut Vec::new()),
        }
    }

    fn seen(&self) -> RwLockReadGuard<'_, SeenMoves<G::Move>> {
        self.seen.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn boxed(&self, mv: G::Move) -> BoxedMove {
        let index = self.game.index(mv);
        let known = self.seen().place(index, mv);
        let add = || self.seen.write().unwrap_or_else(PoisonError::into_inner).add(index, mv);
        BoxedMove { place: known.unwrap_or_else(add), index: index as u32 }
    }

    fn mv(&self, mv: BoxedMove) -> G::Move {
        self.seen().all[mv.place as usize]
    }
}

impl<G: Game> Rules for Typed<G> {
    fn initial(&self) -> BoxedState {
        BoxedState::new(self.game.initial())
    }

    fn turn(&self, state: &BoxedState) -> Option<Player> {
        self.game.turn(state.of())
    }

    fn moves(&self, state: &BoxedState, out: &mut Vec<BoxedMove>) {
        self.with_scratch(|scratch| {
            scratch.clear();
            self.game.moves(state.of(), scratch);
            out.extend(scratch.iter().map(|&mv| self.boxed(mv)));
        });
    }

    fn play(&self, state: &mut BoxedState, mv: BoxedMove) {
        let mv = self.mv(mv);
        self.game.play(state.of_mut(), mv);
    }

    fn play_on(&self, state: &mut BoxedState, mv: BoxedMove) {
        let mv = self.mv(mv);
        self.game.play_on(state.of_mut(), mv);
    }

    fn payoffs(&self, state: &BoxedState) -> Payoffs {
        self.game.payoffs(state.of())
    }

    fn index_bound(&self) -> usize {
        self.game.index_bound()
    }

    fn max_plies(&self) -> u32 {
        self.game.max_plies()
    }

    fn move_text(&self, state: &BoxedState, mv: BoxedMove) -> String {
        self.game.move_text(state.of(), self.mv(mv))
    }

    fn state_text(&self, state: &BoxedState) -> String {
        self.game.state_text(state.of())
    }

    fn parse_state(&self, text: &str) -> Result<BoxedState, TextError> {
        self.game.parse_state(text).map(BoxedState::new)
    }

    fn parse_move(&self, state: &BoxedState, text: &str) -> Result<BoxedMove, TextError> {
        self.game.parse_move(state.of(), text).map(|mv| self.boxed(mv))
    }

    fn view(&self, state: &BoxedState, last: Option<BoxedMove>) -> View {
        self.game.view(state.of(), last.map(|mv| self.mv(mv)))
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn payoff_sum(&self) -> Option<f64> {
        self.game.payoff_sum()
    }

    fn count_moves(&self, state: &BoxedState) -> usize {
        self.with_scratch(|scratch| self.game.count_moves(state.of(), scratch))
    }

    fn random_move(&self, state: &BoxedState, rng: &mut Rng) -> Option<BoxedMove> {
        let mv = self.with_scratch(|scratch| self.game.random_move(state.of(), rng, scratch));
        mv.map(|mv| self.boxed(mv))
    }

    fn playout(&self, state: &mut BoxedState, rng: &mut Rng) -> Playout {
        self.with_scratch(|scratch| self.game.playout(state.of_mut(), rng, scratch))
    }

    fn playout_reporting(&self, state: &mut BoxedState, rng: &mut Rng, listener: &mut dyn Listener) -> Payoffs {
        let listener = &mut Passing(listener);
        self.with_scratch(|scratch| self.game.playout_reporting(state.of_mut(), rng, scratch, listener))
    }

    fn playout_moves(&self, state: &mut BoxedState, rng: &mut Rng, take: &mut dyn FnMut(Player, BoxedMove)) -> Payoffs {
        self.with_scratch(|scratch| {
            self.game.playout_moves(state.of_mut(), rng, scratch, |player, mv| take(player, self.boxed(mv)))
        })
    }

    fn hash(&self, state: &BoxedState) -> u64 {
        self.game.hash(state.of())
    }

    fn state_bytes(&self, state: &BoxedState) -> usize {
        size_of::<BoxedState>() + self.game.state_bytes(state.of())
    }

    fn symmetries(&self) -> usize {
        self.game.symmetries()
    }

    fn transform(&self, symmetry: usize, state: &BoxedState) -> BoxedState {
        BoxedState::new(self.game.transform(symmetry, state.of()))
    }

    fn score(&self, state: &BoxedState, player: Player) -> Option<u32> {
        self.game.score(state.of(), player)
    }

    fn eval(&self, number: usize, state: &BoxedState, player: Player) -> f64 {
        self.game.evals()[number].of(&self.game, state.of(), player)
    }
}

impl Game for BoxedGame {
    type State = BoxedState;
    type Move = BoxedMove;

    fn initial(&self) -> BoxedState {
        self.rules.initial()
    }

    fn turn(&self, state: &BoxedState) -> Option<Player> {
        self.rules.turn(state)
    }

    fn moves(&self, state: &BoxedState, out: &mut Vec<BoxedMove>) {
        self.rules.moves(state, out);
    }

    fn play(&self, state: &mut BoxedState, mv: BoxedMove) {
        self.rules.play(state, mv);
    }

    fn play_on(&self, state: &mut BoxedState, mv: BoxedMove) {
        self.rules.play_on(state, mv);
    }

    fn payoffs(&self, state: &BoxedState) -> Payoffs {
        self.rules.payoffs(state)
    }

    fn index(&self, mv: BoxedMove) -> usize {
        mv.index as usize
    }

    fn index_bound(&self) -> usize {
        self.rules.index_bound()
    }

    fn max_plies(&self) -> u32 {
        self.rules.max_plies()
    }

    fn move_text(&self, state: &BoxedState, mv: BoxedMove) -> String {
        self.rules.move_text(state, mv)
    }

    fn state_text(&self, state: &BoxedState) -> String {
        self.rules.state_text(state)
    }

    fn parse_state(&self, text: &str) -> Result<BoxedState, TextError> {
        self.rules.parse_state(text)
    }

    fn parse_move(&self, state: &BoxedState, text: &str) -> Result<BoxedMove, TextError> {
        self.rules.parse_move(state, text)
    }

    fn view(&self, state: &BoxedState, last: Option<BoxedMove>) -> View {
        self.rules.view(state, last)
    }

    fn players(&self) -> usize {
        self.rules.players()
    }

    fn payoff_sum(&self) -> Option<f64> {
        self.rules.payoff_sum()
    }

    fn count_moves(&self, state: &BoxedState, _scratch: &mut Vec<BoxedMove>) -> usize {
        self.rules.count_moves(state)
    }

    fn random_move(&self, state: &BoxedState, rng: &mut Rng, _scratch: &mut Vec<BoxedMove>) -> Option<BoxedMove> {
        self.rules.random_move(state, rng)
    }

    fn playout(&self, state: &mut BoxedState, rng: &mut Rng, _scratch: &mut Vec<BoxedMove>) -> Playout {
        self.rules.playout(state, rng)
    }

    fn playout_reporting(
        &self,
        state: &mut BoxedState,
        rng: &mut Rng,
        _scratch: &mut Vec<BoxedMove>,
        listener: &mut impl Listener,
    ) -> Payoffs {
        self.rules.playout_reporting(state, rng, listener)
    }

    fn playout_moves(
        &self,
        state: &mut BoxedState,
        rng: &mut Rng,
        _scratch: &mut Vec<BoxedMove>,
        mut take: impl FnMut(Player, BoxedMove),
    ) -> Payoffs {
        self.rules.playout_moves(state, rng, &mut take)
    }

    fn hash(&self, state: &BoxedState) -> u64 {
        self.rules.hash(state)
    }

    fn state_bytes(&self, state: &BoxedState) -> usize {
        self.rules.state_bytes(state)
    }

    fn symmetries(&self) -> usize {
        self.rules.symmetries()
    }

    fn transform(&self, symmetry: usize, state: &BoxedState) -> BoxedState {
        self.rules.transform(symmetry, state)
    }

    fn score(&self, state: &BoxedState, player: Player) -> Option<u32> {
        self.rules.score(state, player)
    }

    fn evals(&self) -> &'static [Eval<BoxedGame>] {
        self.evals
    }
}
