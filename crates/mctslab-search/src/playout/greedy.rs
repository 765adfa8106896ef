//! A search of one ply in every position of a playout.
//!
//! With probability `eps` a random move is made, otherwise one after which the mover's estimate
//! `eval` is greatest (exactly known where the move ends the game); equals are equally likely. With
//! `eps=1` it is `uniform` itself.

use mctslab_core::spec::{Args, Entry, SpecError};
use mctslab_core::{Eval, Game, Player, Rng, Watch};

use super::chance::{Coin, eps};
use super::cut::{Cut, EVAL, LIMIT, SCORE};
use super::look_ahead::{ChooseAhead, LookAhead};
use super::{BuiltPlayout, PlayoutFamily, PlayoutInfo, unless_uniform};
use crate::PartCatalog;

/// `greedy` in the list of playouts, with its options.
pub(super) struct GreedyFamily;

impl PlayoutFamily for GreedyFamily {
    const INFO: PlayoutInfo = PlayoutInfo {
        entry: Entry {
            name: "greedy",
            doc: "the move after which the game's estimate is best, or with probability eps a random one",
            params: &[eps("0.1"), LIMIT, SCORE, EVAL],
        },
        source: include_str!("greedy.rs"),
        build: (),
    };

    fn build<G: Game>(game: &G, args: &Args, parts: &PartCatalog, to_end: bool) -> BuiltPlayout<G> {
        unless_uniform(game, args, parts, to_end, || {
            Ok(Box::new(LookAhead::new(Cut::build(game, args, parts)?, Greedy::new(game, args, parts)?)))
        })
    }
}

/// `greedy` for one game, with its buffers.
pub struct Greedy<G: Game> {
    explore: Coin,
    eval: Eval<G>,
    moves: Vec<G::Move>,
    best: Vec<G::Move>,
    next: G::State,
}

impl<G: Game> Greedy<G> {
    /// The policy of resolved options.
    pub(super) fn new(game: &G, args: &Args, parts: &PartCatalog) -> Result<Greedy<G>, SpecError> {
        Ok(Greedy {
            explore: Coin::new(args.real("eps")),
            eval: parts.eval(game, args.choice("eval"))?,
            moves: Vec::new(),
            best: Vec::new(),
            next: game.initial(),
        })
    }
}

impl<G: Game> ChooseAhead<G> for Greedy<G> {
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        rng: &mut Rng,
        watch: &mut Watch<'_>,
    ) -> Option<G::Move> {
        if watch.is_over() || self.explore.comes_up(rng) {
            return game.random_move(state, rng, &mut self.moves);
        }
        self.moves.clear();
        game.moves(state, &mut self.moves);
        watch.piece(self.moves.len() as u64);
        let mut most = f64::NEG_INFINITY;
        for &mv in &self.moves {
            self.next.clone_from(state);
            game.play(&mut self.next, mv);
            let value = match game.turn(&self.next) {
                None => game.payoffs(&self.next).of(player),
                Some(_) => self.eval.of(game, &self.next, player),
            };
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
