//! The rules of a game as a value.

use std::fmt::Debug;
use std::hash::{BuildHasher, Hash};

use crate::hash::StateHash;
use crate::text::TextError;
use crate::{Eval, Payoffs, Player, Rng, View};

/// The rules of a game: immutable, cheap to share, possibly with a board size.
///
/// Few methods are required. All others are provided and correct; a game overrides them to be
/// faster or to speak its players' notation, and the conformance suite checks that the faster one
/// means the same and that texts can be read back.
///
/// ```
/// use mctslab_core::{Game, Payoffs, Player, Rng};
///
/// /// Take one to three stones from a heap of 13; whoever takes the last stone wins.
/// struct Heap;
///
/// impl Game for Heap {
///     type State = (u32, Player); // stones left, and who is to move
///     type Move = u32;
///
///     fn initial(&self) -> Self::State {
///         (13, Player::FIRST)
///     }
///     fn turn(&self, &(stones, player): &Self::State) -> Option<Player> {
///         (stones > 0).then_some(player)
///     }
///     fn moves(&self, &(stones, _): &Self::State, out: &mut Vec<u32>) {
///         out.extend(1..=stones.min(3));
///     }
///     fn play(&self, (stones, player): &mut Self::State, taken: u32) {
///         *stones -= taken;
///         *player = player.other();
///     }
///     fn payoffs(&self, &(_, player): &Self::State) -> Payoffs {
///         Payoffs::duel(Some(player.other()))
///     }
///     fn index(&self, taken: u32) -> usize {
///         taken as usize - 1
///     }
///     fn index_bound(&self) -> usize {
///         3
///     }
///     fn max_plies(&self) -> u32 {
///         13
///     }
/// }
///
/// let end = Heap.playout(&mut Heap.initial(), &mut Rng::new(1), &mut Vec::new());
/// assert_eq!(end.payoffs.as_slice().iter().sum::<f64>(), 1.0);
/// ```
///
/// Moves handed to [`Game::play`] are trusted: they come from [`Game::moves`] or
/// [`Game::parse_move`] for the same state. An illegal move may leave a meaningless state, but
/// never undefined behaviour.
pub trait Game: Sized + Send + Sync + 'static {
    /// A position, with the part of its history that the rules need. It should be small: a search
    /// copies it once per iteration, with `clone_from`, so a state that owns a buffer should reuse
    /// it there.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move, without the state it is made in.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The position before the first move.
    fn initial(&self) -> Self::State;

    /// Who is to move; `None` when the game is over.
    fn turn(&self, state: &Self::State) -> Option<Player>;

    /// Pushes every legal move onto `out`, each once; nothing when the game is over. A player who
    /// has no move in an unfinished game has exactly one: a pass.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Makes a legal move.
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// The payoffs of a finished game. It is called only when the game is over.
    fn payoffs(&self, state: &Self::State) -> Payoffs;

    /// A number below [`Game::index_bound`] that distinguishes the legal moves of a state, so that
    /// tables of moves are arrays.
    fn index(&self, mv: Self::Move) -> usize;

    /// One more than the largest [`Game::index`].
    fn index_bound(&self) -> usize;

    /// An upper bound of the number of plies of a game.
    fn max_plies(&self) -> u32;

    /// The move in its usual notation, as one word. The default is Rust's `Debug` text.
    fn move_text(&self, _state: &Self::State, mv: Self::Move) -> String {
        format!("{mv:?}").replace(char::is_whitespace, "")
    }

    /// The state in its usual notation, with all that [`Game::parse_state`] needs to rebuild an
    /// equal one. The default is Rust's `Debug` text, which cannot be read back.
    fn state_text(&self, state: &Self::State) -> String {
        format!("{state:?}")
    }

    /// Reads a state; refuses text that does not parse, and positions that no legal game could
    /// reach, as far as that is cheap to check.
    fn parse_state(&self, text: &str) -> Result<Self::State, TextError> {
        Err(TextError::no_positions(text))
    }

    /// The board to be drawn, with the cells of the last move highlighted.
    fn view(&self, state: &Self::State, _last: Option<Self::Move>) -> View {
        View { notes: vec![self.state_text(state)], ..View::default() }
    }

    /// Makes a legal move after which the game is known not to be over, as where a search has been
    /// before. A game that checks for its end with every move need not do so here.
    #[inline]
    fn play_on(&self, state: &mut Self::State, mv: Self::Move) {
        self.play(state, mv);
    }

    /// How many players take part, 1 to [`Player::MOST`].
    fn players(&self) -> usize {
        2
    }

    /// The constant that all payoffs of a finished game add up to, if there is one.
    fn payoff_sum(&self) -> Option<f64> {
        (self.players() == 2).then_some(1.0)
    }

    /// Reads a move that is legal in `state`; the error lists the legal moves.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, TextError> {
        let mut legal = Vec::new();
        self.moves(state, &mut legal);
        let wanted = text.trim();
        let found = legal.iter().find(|&&mv| self.move_text(state, mv).eq_ignore_ascii_case(wanted));
        found.copied().ok_or_else(|| {
            let texts: Vec<String> = legal.iter().map(|&mv| self.move_text(state, mv)).collect();
            TextError::illegal_move(wanted, &texts)
        })
    }

    /// The number of legal moves. `scratch` is a buffer to reuse; its contents have no meaning
    /// before or after.
    fn count_moves(&self, state: &Self::State, scratch: &mut Vec<Self::Move>) -> usize {
        scratch.clear();
        self.moves(state, scratch);
        scratch.len()
    }

    /// A uniformly random legal move; `None` when the game is over.
    fn random_move(&self, state: &Self::State, rng: &mut Rng, scratch: &mut Vec<Self::Move>) -> Option<Self::Move> {
        scratch.clear();
        self.moves(state, scratch);
        rng.pick(scratch)
    }

    /// Plays uniformly random moves to the end and returns the result. The state has no meaning
    /// afterwards.
    #[inline(never)]
    fn playout(&self, state: &mut Self::State, rng: &mut Rng, scratch: &mut Vec<Self::Move>) -> Playout {
        let plies = rng.in_registers(|rng| {
            let mut plies = 0;
            while self.turn(state).is_some() {
                let mv = self.random_move(state, rng, scratch).expect("a game that goes on has a legal move");
                self.play(state, mv);
                plies += 1;
            }
            plies
        });
        Playout { payoffs: self.payoffs(state), plies: Some(plies) }
    }

    /// Plays random moves to the end as [`Game::playout`] does, and reports who made which move, in
    /// any order. A game that fills its board at once may report the moves of the filled board, and
    /// one that keeps sets of moves may report each move only once.
    fn playout_reporting(
        &self,
        state: &mut Self::State,
        rng: &mut Rng,
        scratch: &mut Vec<Self::Move>,
        listener: &mut impl Listener,
    ) -> Payoffs {
        while let Some(player) = self.turn(state) {
            let mv = self.random_move(state, rng, scratch).expect("a game that goes on has a legal move");
            listener.report(player, self.index(mv));
            self.play(state, mv);
        }
        self.payoffs(state)
    }

    /// Plays random moves to the end one by one, the same ones as [`Game::random_move`] draws from
    /// the same generator, and reports who made which, in order. The state has no meaning
    /// afterwards.
    fn playout_moves(
        &self,
        state: &mut Self::State,
        rng: &mut Rng,
        scratch: &mut Vec<Self::Move>,
        mut take: impl FnMut(Player, Self::Move),
    ) -> Payoffs {
        while let Some(player) = self.turn(state) {
            let mv = self.random_move(state, rng, scratch).expect("a game that goes on has a legal move");
            take(player, mv);
            self.play(state, mv);
        }
        self.payoffs(state)
    }

    /// A hash of the state, the same on every 64-bit machine.
    fn hash(&self, state: &Self::State) -> u64 {
        StateHash.hash_one(state)
    }

    /// Bytes of memory of a state, including what it owns on the heap.
    fn state_bytes(&self, _state: &Self::State) -> usize {
        size_of::<Self::State>()
    }

    /// The number of symmetries of the rules, including the identity (number 0). A symmetry moves
    /// squares, never players. Exact counts of a game keep one of the positions that symmetries
    /// turn into each other.
    fn symmetries(&self) -> usize {
        1
    }

    /// The state turned or mirrored by a symmetry below [`Game::symmetries`]. Legal moves, play and
    /// payoffs must turn with it.
    fn transform(&self, _symmetry: usize, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// The count of `player`, in games that count something: stones, seeds, pieces. `None` in all
    /// states of games that do not.
    fn score(&self, _state: &Self::State, _player: Player) -> Option<u32> {
        None
    }

    /// The game's own estimates of unfinished positions, the best first. There may be none:
    /// [`Eval::HALF`] serves every game as well.
    fn evals(&self) -> &'static [Eval<Self>] {
        &[]
    }
}

/// The result of a random game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playout {
    /// The payoffs.
    pub payoffs: Payoffs,
    /// The number of moves, where the game's own playout counts them.
    pub plies: Option<u32>,
}

/// Receives the moves of a playout. Any function of a player and an index is one.
pub trait Listener {
    /// Receives one move: `player` made the move with this [`Game::index`].
    fn report(&mut self, player: Player, index: usize);

    /// Receives a set of moves, for games that keep boards as sets of cells: `player` made the
    /// moves with the indices `first` + place of each bit of `set`. `first` is a multiple of 8.
    #[inline]
    fn report_all(&mut self, player: Player, first: usize, set: u64) {
        let mut rest = set;
        while rest != 0 {
            self.report(player, first + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

impl<F: FnMut(Player, usize)> Listener for F {
    #[inline]
    fn report(&mut self, player: Player, index: usize) {
        self(player, index);
    }
}
