//! What the end of the way down is worth: playouts, finished games, estimates; and who learns from
//! it.

use mctslab_core::{Eval, Game, Payoffs, Player, Watch};

use super::search::{PathStep, Search};
use crate::playout::A_PLAYOUT;
use crate::select::Advisor;
use crate::tree::{NodeId, Proof};

impl<G: Game> Search<G> {
    /// What play from the present state is worth, by as many playouts as are asked for; by fewer if
    /// the search is over.
    pub(super) fn play_out(&mut self, game: &G, watch: &mut Watch<'_>) -> Payoffs {
        if game.turn(&self.state).is_none() {
            return self.finished(game);
        }
        self.trail.leave_tree();
        let playouts = self.settings.playouts;
        if playouts == 1 {
            return self.sample(game, watch);
        }
        self.leaf.clone_from(&self.state);
        let mut sum = [0.0; Player::MOST];
        let mut made = 0;
        while made < playouts && !(made > 0 && watch.piece(A_PLAYOUT)) {
            if made > 0 {
                self.state.clone_from(&self.leaf);
                self.trail.back_to_tree();
            }
            let rewards = self.sample(game, watch);
            sum.iter_mut().zip(rewards.as_slice()).for_each(|(sum, reward)| *sum += reward);
            made += 1;
        }
        let mean = |player: Player, _| sum[player.index()] / f64::from(made);
        Payoffs::new(&[0.0; Player::MOST][..game.players()]).map(mean)
    }

    /// One playout, and what parts learn from it.
    #[inline]
    fn sample(&mut self, game: &G, watch: &mut Watch<'_>) -> Payoffs {
        if self.tracer.is_some() {
            return self.sample_traced(game, watch);
        }
        let payoffs = self.one_playout(game, watch);
        self.learn_from(game, payoffs)
    }

    /// What one playout pays.
    #[inline]
    pub(super) fn one_playout(&mut self, game: &G, watch: &mut Watch<'_>) -> Payoffs {
        self.parts.playout.playout_within(game, &mut self.state, &mut self.rng, &mut self.trail, watch)
    }

    /// What the end of the game is worth that pays so much. The parts learn from it.
    #[inline]
    pub(super) fn learn_from(&mut self, game: &G, payoffs: Payoffs) -> Payoffs {
        let rewards = self.settings.reward.of(game, &self.state, payoffs);
        if self.trail.is_on() {
            self.learn(game, &rewards);
        }
        rewards
    }

    /// What the finished game at hand is worth. It is a proof.
    pub(super) fn finished(&mut self, game: &G) -> Payoffs {
        let payoffs = game.payoffs(&self.state);
        if self.settings.solve
            && let Some(&PathStep { node, mover, .. }) = self.path.last()
            && let Some(proof) = Proof::of(payoffs.of(mover))
        {
            self.prove(node, proof);
        }
        self.trail.leave_tree();
        self.learn_from(game, payoffs)
    }

    /// Plays out from every child of the newest node of the path, and records each result; from
    /// fewer if the search is over.
    pub(super) fn play_out_children(&mut self, game: &G, node: NodeId, player: Player, watch: &mut Watch<'_>) {
        let parent = self.state.clone();
        for place in 0..self.tree.node(node).children() {
            self.state.clone_from(&parent);
            let child = self.tree.child(node, place);
            self.step(game, child, player);
            self.path.push(PathStep::new(child, player));
            let rewards =
                if game.turn(&self.state).is_some() { self.play_out(game, watch) } else { self.finished(game) };
            self.back_up(&rewards);
            self.path.pop();
            self.trail.back_to(self.path.len() - 1);
            if watch.piece(A_PLAYOUT) {
                break;
            }
        }
    }

    /// Informs the parts that learn what the moves of the iteration were worth.
    pub(super) fn learn(&mut self, game: &G, rewards: &Payoffs) {
        self.parts.playout.learn(game, &self.trail, rewards);
        let (codes, marks) = self.trail.all_and_marks();
        match &mut self.parts.advice {
            Some(Advisor::Grave(grave)) => {
                grave.learn(self.path.iter().map(|step| step.table), codes, marks, rewards);
            }
            Some(Advisor::Other(advice)) => advice.learn(&[], codes, marks, rewards),
            None => {}
        }
    }
}

/// What a state is worth to `player` by the estimate, exactly if the game is over.
pub(crate) fn estimate<G: Game>(game: &G, state: &G::State, eval: Eval<G>, player: Player) -> f32 {
    let value = if game.turn(state).is_none() { game.payoffs(state).of(player) } else { eval.of(game, state, player) };
    value as f32
}
