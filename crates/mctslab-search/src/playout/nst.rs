//! NST, the n-gram selection technique: prefer moves that were good after the moves just made (Tak,
//! Winands, Björnsson, "N-Grams and the Last-Good-Reply Policy Applied in General Game Playing",
//! 2012).
//!
//! The value of a move is the average of its own mean, as in `mast`, and of the means of the
//! sequences of 2 to `grams` moves that it would complete; a sequence counts once it was seen `k`
//! times. In a playout, with probability `eps` a random move is made, otherwise one with the
//! greatest value; a move never seen comes before all others, and equals are equally likely. All is
//! forgotten when a new search begins. With `eps=1` nothing is ever looked up, and the policy is
//! `uniform` itself.
//!
//! With `update=all` sequences begin in the tree, with `update=playout` at the start of the
//! playout; rating moves for the tree looks at the moves of the tree in both cases.
//! `nst(grams=4,keys=piece)` is the version of Debets et al., "Who Invented MCTS?": its chains are
//! one longer than its text says, and it knows moves by their pieces. `keys`, `sums`, `choose` and
//! `decay` mean what they mean for `mast`.
//!
//! Differs from the paper: sequences share a table of fixed size, in which a rare one may be
//! forgotten for another.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Game, Payoffs, Player, Rng};

use super::chance::{CHOOSE, Coin, eps, gibbs, greatest, temperature};
use super::cut::{Cut, EVAL, LIMIT, SCORE};
use super::grams::{Contexts, GramContext, GramRow, Grams, LONGEST, average};
use super::keys::{KEYS, Keys};
use super::means::{DECAY, Learning, Means, SUMS, UPDATE};
use super::{BuiltPlayout, PlayoutFamily, PlayoutInfo, Policy, unless_uniform};
use crate::PartCatalog;
use crate::trail::Trail;

/// `nst` in the list of playouts, with its options.
pub(super) struct NstFamily;

impl PlayoutFamily for NstFamily {
    const INFO: PlayoutInfo = PlayoutInfo {
        entry: Entry {
            name: "nst",
            doc: "the move that was best on average after the moves just made, or with probability eps a random one",
            params: &[
                eps("0.4"),
                Param::new(
                    "k",
                    Kind::Integer { min: 1, max: 1_000_000 },
                    "7",
                    "how often a sequence must have been seen before it counts",
                ),
                Param::new(
                    "grams",
                    Kind::Integer { min: 1, max: LONGEST as i64 },
                    "3",
                    "length of the longest sequence, in moves",
                ),
                CHOOSE,
                UPDATE,
                KEYS,
                SUMS,
                DECAY,
                LIMIT,
                SCORE,
                EVAL,
            ],
        },
        source: include_str!("nst.rs"),
        build: (),
    };

    fn build<G: Game>(game: &G, args: &Args, parts: &PartCatalog, to_end: bool) -> BuiltPlayout<G> {
        unless_uniform(game, args, parts, to_end, || Ok(Box::new(Nst::new(game, args, parts)?)))
    }
}

/// `nst` for one game, with its buffers and what it has learned.
pub struct Nst<G: Game> {
    explore: Coin,
    /// Of the Gibbs measure, if moves are drawn by it.
    tau: Option<f64>,
    learning: Learning,
    cut: Cut<G>,
    means: Means,
    grams: Grams,
    moves: Vec<G::Move>,
}

impl<G: Game> Nst<G> {
    /// The policy of resolved options.
    pub(super) fn new(game: &G, args: &Args, parts: &PartCatalog) -> Result<Nst<G>, SpecError> {
        let learning = Learning::build(args)?;
        let (grams, k) = (args.integer("grams") as usize, args.integer("k") as u32);
        Ok(Nst {
            explore: Coin::new(args.real("eps")),
            tau: temperature(args),
            learning,
            cut: Cut::build(game, args, parts)?,
            means: Means::new(game, Keys::build(game, args), learning),
            grams: Grams::new(grams, k, learning.pooled, game.index_bound(), game.players()),
            moves: Vec::new(),
        })
    }

    #[inline]
    fn choose(&mut self, game: &G, state: &G::State, player: Player, history: &[u32], rng: &mut Rng) -> G::Move {
        if self.tau.is_none() && self.explore.comes_up(rng) {
            return game.random_move(state, rng, &mut self.moves).expect("a game that goes on has a legal move");
        }
        self.moves.clear();
        game.moves(state, &mut self.moves);
        if self.tau.is_some() || self.learning.pooled {
            return self.choose_by_value(game, player, history, rng);
        }
        let means = self.means.of(player);
        let value = |rows: &[GramRow], mv: G::Move| {
            let index = game.index(mv);
            average(rows, index, means[index])
        };
        let row = |context: &GramContext| self.grams.row(*context, player);
        // The usual numbers of contexts each get a loop of their own.
        match self.grams.contexts(history, &self.means).as_slice() {
            [] => greatest(&self.moves, rng, |mv| value(&[], mv)),
            [one] => {
                let rows = [row(one)];
                greatest(&self.moves, rng, |mv| value(&rows, mv))
            }
            [one, two] => {
                let rows = [row(one), row(two)];
                greatest(&self.moves, rng, |mv| value(&rows, mv))
            }
            more => {
                let rows: [GramRow; LONGEST - 1] = std::array::from_fn(|place| row(&more[place.min(more.len() - 1)]));
                greatest(&self.moves, rng, |mv| value(&rows[..more.len()], mv))
            }
        }
    }

    /// Chooses one of the listed moves by [`Nst::value`], which any options need.
    fn choose_by_value(&self, game: &G, player: Player, history: &[u32], rng: &mut Rng) -> G::Move {
        let contexts = self.grams.contexts(history, &self.means);
        let value = |mv: G::Move| self.value(&contexts, player, game.index(mv));
        match self.tau {
            Some(tau) => gibbs(&self.moves, rng, tau, value),
            None => greatest(&self.moves, rng, value),
        }
    }

    /// What the move of that index is worth after those contexts.
    fn value(&self, contexts: &Contexts, player: Player, index: usize) -> f32 {
        let mean = |context: &GramContext| match self.means.pool() {
            Some(pool) => self.grams.pooled(*context, player, index, pool),
            None => self.grams.row(*context, player).mean(index),
        };
        let means = contexts.as_slice().iter().filter_map(mean);
        let (sum, count) =
            means.fold((self.means.of(player)[index], 1.0), |(sum, count), mean| (sum + mean, count + 1.0));
        sum / count
    }
}

impl<G: Game> Policy<G> for Nst<G> {
    fn playout(&mut self, game: &G, state: &mut G::State, rng: &mut Rng, trail: &mut Trail) -> Payoffs {
        for _ in 0..self.cut.plies() {
            let Some(player) = game.turn(state) else { break };
            let mv = self.choose(game, state, player, self.learning.moves(trail), rng);
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
        let moves = self.learning.moves(trail);
        self.means.learn(moves, payoffs);
        if self.learning.pooled {
            self.grams.learn_pooled(moves, &mut self.means);
        } else {
            self.grams.learn(moves, payoffs, &self.means);
        }
        self.means.settle();
    }

    fn forget(&mut self) {
        self.means.forget();
        match self.learning.decay {
            0.0 => self.grams.forget(),
            decay => self.grams.fade(decay),
        }
    }

    fn new_game(&mut self) {
        self.means.clear();
        self.grams.new_game();
    }

    fn rate(&self, game: &G, player: Player, mv: G::Move, trail: &Trail) -> Option<f64> {
        let contexts = self.grams.contexts(trail.all(), &self.means);
        Some(f64::from(self.value(&contexts, player, game.index(mv))))
    }
}
