//! MAST, the move-average sampling technique: prefer moves that were good wherever they were made
//! (Finnsson, Björnsson, "Simulation-Based Approach to General Game Playing", 2008).
//!
//! Every move has the mean of what the playouts paid in which it was made. In a playout, with
//! probability `eps` a random move is made, otherwise one with the greatest mean; a move never seen
//! comes before all others, and equals are equally likely. All is forgotten when a new search
//! begins. With `eps=1` nothing is ever looked up, and the policy is `uniform` itself. With `decay`
//! above 0 that share of all counts is kept, rounded down (Tak, Winands, Björnsson, "Decaying
//! Simulation Strategies", 2014).
//!
//! Differs from the paper: moves are chosen ε-greedily, as in Tak, Winands, Björnsson (2012);
//! `choose=gibbs` is the paper's Gibbs distribution, here over means in [0, 1]. The paper learns
//! from tree moves too (`update=all`).
//!
//! `keys=piece` is the version of Debets et al., "Who Invented MCTS?". Their program knows a move by
//! the hash that Ludii makes of it, which holds the piece: a stone that is placed is the player's
//! own, while a piece that goes from square to square is the same move whoever makes it, and every
//! player has a mean of what it paid to that player. `sums=shared` is an oversight in the public
//! program: all moves that are first seen in one playout share one sum, which each of them divides
//! by a count of its own.

use mctslab_core::spec::{Args, Entry, SpecError};
use mctslab_core::{Game, Payoffs, Player, Rng};

use super::chance::{CHOOSE, Coin, eps, gibbs, greatest, temperature};
use super::cut::{Cut, EVAL, LIMIT, SCORE};
use super::keys::{KEYS, Keys};
use super::means::{DECAY, Learning, Means, SUMS, UPDATE};
use super::{BuiltPlayout, PlayoutFamily, PlayoutInfo, Policy, unless_uniform};
use crate::PartCatalog;
use crate::trail::Trail;

/// `mast` in the list of playouts, with its options.
pub(super) struct MastFamily;

impl PlayoutFamily for MastFamily {
    const INFO: PlayoutInfo = PlayoutInfo {
        entry: Entry {
            name: "mast",
            doc: "the move that was best on average wherever it was made, or with probability eps a random one",
            params: &[eps("0.4"), CHOOSE, UPDATE, KEYS, SUMS, DECAY, LIMIT, SCORE, EVAL],
        },
        source: include_str!("mast.rs"),
        build: (),
    };

    fn build<G: Game>(game: &G, args: &Args, parts: &PartCatalog, to_end: bool) -> BuiltPlayout<G> {
        unless_uniform(game, args, parts, to_end, || Ok(Box::new(Mast::new(game, args, parts)?)))
    }
}

/// `mast` for one game, with its buffers and what it has learned.
pub struct Mast<G: Game> {
    explore: Coin,
    /// Of the Gibbs measure, if moves are drawn by it.
    tau: Option<f64>,
    learning: Learning,
    cut: Cut<G>,
    means: Means,
    moves: Vec<G::Move>,
}

impl<G: Game> Mast<G> {
    /// The policy of resolved options.
    pub(super) fn new(game: &G, args: &Args, parts: &PartCatalog) -> Result<Mast<G>, SpecError> {
        let learning = Learning::build(args)?;
        Ok(Mast {
            explore: Coin::new(args.real("eps")),
            tau: temperature(args),
            learning,
            cut: Cut::build(game, args, parts)?,
            means: Means::new(game, Keys::build(game, args), learning),
            moves: Vec::new(),
        })
    }

    #[inline]
    fn choose(&mut self, game: &G, state: &G::State, player: Player, rng: &mut Rng) -> G::Move {
        if self.tau.is_none() && self.explore.comes_up(rng) {
            return game.random_move(state, rng, &mut self.moves).expect("a game that goes on has a legal move");
        }
        self.moves.clear();
        game.moves(state, &mut self.moves);
        let means = self.means.of(player);
        if let Some(tau) = self.tau {
            return gibbs(&self.moves, rng, tau, |mv| means[game.index(mv)]);
        }
        greatest(&self.moves, rng, |mv| means[game.index(mv)])
    }
}

impl<G: Game> Policy<G> for Mast<G> {
    fn playout(&mut self, game: &G, state: &mut G::State, rng: &mut Rng, trail: &mut Trail) -> Payoffs {
        for _ in 0..self.cut.plies() {
            let Some(player) = game.turn(state) else { break };
            let mv = self.choose(game, state, player, rng);
            self.means.see(game, state, mv);
            trail.push(game, player, mv);
            game.play(state, mv);
        }
        self.cut.payoffs(game, state)
    }

    fn learns(&self) -> bool {
        true
    }

    fn learn(&mut self, _: &G, trail: &Trail, payoffs: &Payoffs) {
        self.means.learn(self.learning.moves(trail), payoffs);
        self.means.settle();
    }

    fn forget(&mut self) {
        self.means.forget();
    }

    fn new_game(&mut self) {
        self.means.clear();
    }

    fn rate(&self, game: &G, player: Player, mv: G::Move, _: &Trail) -> Option<f64> {
        Some(f64::from(self.means.of(player)[game.index(mv)]))
    }
}
