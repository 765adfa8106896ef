//! Proven wins, draws and losses: what they are worth, and how far they carry.

use mctslab_core::{Game, Payoffs, Player};

use super::search::{PathStep, Search};
use crate::select::Choice;
use crate::tree::{Node, NodeId, Proof};

impl<G: Game> Search<G> {
    /// Records a proof, worth what the reward makes of it.
    pub(super) fn prove(&mut self, node: NodeId, proof: Proof) {
        self.tree.prove(node, proof, self.settings.reward.value(proof.payoff()));
    }

    /// What a proof for `mover` is worth to all.
    pub(super) fn exact(&self, game: &G, proof: Proof, mover: Player) -> Payoffs {
        let payoffs = if game.players() == 1 {
            Payoffs::new(&[proof.payoff()])
        } else {
            Payoffs::duel(match proof {
                Proof::Win => Some(mover),
                Proof::Draw => None,
                Proof::Loss => Some(mover.other()),
            })
        };
        payoffs.map(|_, payoff| self.settings.reward.value(payoff))
    }

    /// The best child that is not proven, if there is one, while the proven `child` would be
    /// chosen.
    pub(super) fn pick_open(
        &mut self,
        game: &G,
        parent: NodeId,
        (child, proof): (NodeId, Proof),
        player: Player,
        (adjusted, visits): (bool, u32),
    ) -> Option<usize> {
        if !adjusted {
            self.nodes.clear();
            self.nodes.extend_from_slice(self.tree.children(parent));
        }
        for node in self.nodes.iter_mut().filter(|node| node.proof().is_some()) {
            node.set_mean(f64::NEG_INFINITY);
        }
        let choice = Choice { visits, children: &self.nodes, squares: &self.squares, priors: &self.priors };
        let place = self.parts.select.pick(&choice, &mut self.rng);
        if self.nodes[place].proof().is_some() {
            return None;
        }
        self.tree.record(child, 0.0);
        let worth = self.exact(game, proof, player);
        self.held.push((self.path.len(), worth));
        if let Some(tracer) = &mut self.tracer {
            tracer.note_proven_choice(self.tree.mv(child));
        }
        Some(place)
    }

    /// Carries a proof at the end of the path, if there is one, up as far as it decides.
    #[inline]
    pub(super) fn propagate(&mut self) {
        if self.duel && self.path.last().is_some_and(|step| self.tree.links(step.node).proof().is_some()) {
            self.carry_up();
        }
    }

    #[inline(never)]
    fn carry_up(&mut self) {
        for place in (1..self.path.len()).rev() {
            let PathStep { node: child, mover, .. } = self.path[place];
            let PathStep { node, home, mover: parent_mover, .. } = self.path[place - 1];
            let proof = match self.tree.node(child).proof() {
                Some(Proof::Win) => Proof::Win,
                Some(_) if self.tree.node(home).is_full() => {
                    let proofs = self.tree.children(home).iter().map(Node::proof);
                    // `None` is less than any proof, so one open child keeps the parent open.
                    let Some(_) = proofs.clone().min().flatten() else { return };
                    proofs.max().flatten().expect("all children are proven")
                }
                _ => return,
            };
            let proof = if parent_mover == mover { proof } else { proof.flipped() };
            self.prove(node, proof);
            if home != node {
                self.prove(home, proof);
            }
        }
    }
}
