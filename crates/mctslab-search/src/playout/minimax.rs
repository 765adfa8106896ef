//! Minimax in every position of a playout: the playouts of `ucb-minimax2` in Ribeiro, Figueiredo,
//! "Performance of Monte Carlo Tree Search Algorithms when Playing the Game Ataxx" (2018).
//!
//! Every line of play of `depth` plies is looked at, its end valued by the estimate `eval` (exactly
//! where the game is over), and every player takes what pays him most (max^n). With probability
//! `eps` a random move is made, otherwise one of the best, each equally likely. With `eps=1` it is
//! `uniform` itself. The cost grows with the number of moves to the power of `depth`.
//!
//! Differs from the paper, which says neither how ties are broken nor that some moves are random.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Eval, Game, Player, Rng, Watch};

use super::chance::{Coin, eps};
use super::cut::{Cut, EVAL, LIMIT, SCORE};
use super::look_ahead::{ChooseAhead, LookAhead};
use super::{BuiltPlayout, PlayoutFamily, PlayoutInfo, unless_uniform};
use crate::PartCatalog;

/// `minimax` in the list of playouts, with its options.
pub(super) struct MinimaxFamily;

impl PlayoutFamily for MinimaxFamily {
    const INFO: PlayoutInfo = PlayoutInfo {
        entry: Entry {
            name: "minimax",
            doc: "the best move that a full-width search of a few plies finds",
            params: &[
                Param::new("depth", Kind::Integer { min: 1, max: 20 }, "2", "plies to look ahead"),
                eps("0"),
                LIMIT,
                SCORE,
                EVAL,
            ],
        },
        source: include_str!("minimax.rs"),
        build: (),
    };

    fn build<G: Game>(game: &G, args: &Args, parts: &PartCatalog, to_end: bool) -> BuiltPlayout<G> {
        unless_uniform(game, args, parts, to_end, || {
            Ok(Box::new(LookAhead::new(Cut::build(game, args, parts)?, Minimax::new(game, args, parts)?)))
        })
    }
}

/// Values for all players.
type PlayoutValues = [f64; Player::MOST];

/// Buffers of one level of a search.
struct PlayoutLevel<G: Game> {
    moves: Vec<G::Move>,
    state: G::State,
}

/// `minimax` for one game, with its buffers.
pub struct Minimax<G: Game> {
    explore: Coin,
    eval: Eval<G>,
    /// One for each ply, the first for that of the root.
    levels: Vec<PlayoutLevel<G>>,
    best: Vec<G::Move>,
}

impl<G: Game> Minimax<G> {
    /// The policy of resolved options.
    pub(super) fn new(game: &G, args: &Args, parts: &PartCatalog) -> Result<Minimax<G>, SpecError> {
        let level = |_| PlayoutLevel { moves: Vec::new(), state: game.initial() };
        Ok(Minimax {
            explore: Coin::new(args.real("eps")),
            eval: parts.eval(game, args.choice("eval"))?,
            levels: (0..args.integer("depth")).map(level).collect(),
            best: Vec::new(),
        })
    }
}

impl<G: Game> ChooseAhead<G> for Minimax<G> {
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        rng: &mut Rng,
        watch: &mut Watch<'_>,
    ) -> Option<G::Move> {
        let (top, below) = self.levels.split_first_mut()?;
        if watch.is_over() || self.explore.comes_up(rng) {
            return game.random_move(state, rng, &mut top.moves);
        }
        top.moves.clear();
        game.moves(state, &mut top.moves);
        let mut most = f64::NEG_INFINITY;
        for &mv in &top.moves {
            top.state.clone_from(state);
            game.play(&mut top.state, mv);
            let value = values(game, &top.state, self.eval, below, watch)[player.index()];
            if value > most {
                most = value;
                self.best.clear();
            }
            if value == most {
                self.best.push(mv);
            }
        }
        rng.pick(&self.best)
    }
}

/// What best play of all, for as many plies as there are levels, is worth to each player; of equal
/// moves the first.
///
/// Once the search is over the values are of no meaning, and all of them alike.
fn values<G: Game>(
    game: &G,
    state: &G::State,
    eval: Eval<G>,
    levels: &mut [PlayoutLevel<G>],
    watch: &mut Watch<'_>,
) -> PlayoutValues {
    if watch.piece(1) {
        return [0.0; Player::MOST];
    }
    let mut found = [f64::NEG_INFINITY; Player::MOST];
    let players = game.players();
    let Some(player) = game.turn(state) else {
        found[..players].copy_from_slice(game.payoffs(state).as_slice());
        return found;
    };
    let Some((level, below)) = levels.split_first_mut() else {
        for (player, value) in found[..players].iter_mut().enumerate() {
            *value = eval.of(game, state, Player::new(player));
        }
        return found;
    };
    level.moves.clear();
    game.moves(state, &mut level.moves);
    for &mv in &level.moves {
        level.state.clone_from(state);
        game.play(&mut level.state, mv);
        let values = values(game, &level.state, eval, below, watch);
        if values[player.index()] > found[player.index()] {
            found = values;
        }
    }
    found
}
