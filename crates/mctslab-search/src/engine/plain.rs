//! The way down in the common case: one child at a time, no shared positions, every player searched for alike, and children
//! compared by their own statistics or, with `GRAVE`, by those and estimates of their moves.
//!
//! It does what the general descent does, with all tests for other options left out, and reads every node passed once: half of
//! the instructions per node. The same trees come out of both, which tests compare.

use mctslab_core::{Game, Payoffs, Player, Watch};

use super::{Engine, PathStep};
use crate::select::{Advice, Choice};
use crate::tree::{Node, NodeId, Proof, ROOT};

impl<G: Game> Engine<G> {
    /// Walks from the root to a leaf, makes a new one, and says what play from there is worth.
    pub(super) fn descend_plain<const GRAVE: bool>(&mut self, game: &G, watch: &mut Watch<'_>) -> Payoffs {
        let mut id = ROOT;
        let mut mover = None;
        let mut asked = 0;
        loop {
            let Some(player) = game.turn(&self.state) else {
                self.path.push(PathStep::new(id, mover.unwrap_or(Player::FIRST)));
                return self.finished(game);
            };
            let mover_here = mover.unwrap_or(player);
            self.path.push(PathStep::new(id, mover_here));
            let here = *self.tree.node(id);
            if let Some(proof) = here.proof() {
                return self.exact(game, proof, mover_here);
            }
            if GRAVE {
                // Nobody asks before all children exist.
                asked = self.ask(id, asked, here.total() as u32 / 2);
            }
            if !here.is_full() && (self.grow(game, id, player) || here.children() == 0) {
                return self.play_out(game, watch);
            }
            let place = self.pick_plain::<GRAVE>(game, id, &here, player, asked);
            id = here.child(place);
            let mv = self.tree.mv(id);
            if GRAVE {
                self.trail.push(game, player, mv);
            }
            game.play(&mut self.state, mv);
            mover = Some(player);
        }
    }

    /// Gives `node` a child for any untried move and steps into it; `false` where memory is used up and the children there are
    /// must do.
    #[inline]
    fn grow(&mut self, game: &G, node: NodeId, player: Player) -> bool {
        self.any_untried(game, node).is_some_and(|mv| self.add_child(game, node, player, mv))
    }

    /// The place of the child to visit. A proven choice needs no search: its value is noted for the nodes above, and the
    /// iteration goes to the best of the others.
    #[inline]
    fn pick_plain<const GRAVE: bool>(
        &mut self,
        game: &G,
        id: NodeId,
        here: &Node,
        player: Player,
        asked: u32,
    ) -> usize {
        let visits = here.visits();
        let children = self.tree.children_of(here);
        let place = match &mut self.parts.advice {
            Some(Advice::Grave(grave)) if GRAVE && asked != 0 => {
                let scale = self.parts.select.scale(visits).expect("such rules alone are served here");
                let copied = grave.copies(children.len()) && here.is_full();
                let own = if copied { self.tree.extra(id).table } else { 0 };
                grave.pick((asked, own), player, self.tree.moves_of(here), |mv| game.index(mv), children, scale)
            }
            _ => self.parts.select.pick(&Choice { visits, children, squares: &[] }, &mut self.rng),
        };
        match children[place].proof() {
            Some(proof) if self.duel && proof != Proof::Loss => {
                let adjusted = GRAVE && self.adjust(game, id, player, asked);
                self.pick_open(game, id, here.child(place), proof, player, adjusted, visits).unwrap_or(place)
            }
            _ => place,
        }
    }
}
