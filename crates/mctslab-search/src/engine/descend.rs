//! One iteration on its way down: select, expand, play out. The common case has a file of its own, `plain`.

use mctslab_core::{Game, Payoffs, Player, Watch};

use super::expand::Untried;
use super::{Descent, Engine, Expand, PathStep};
use crate::playout::A_PLAYOUT;
use crate::select::{Advice, Choice};
use crate::trail::code;
use crate::tree::{NodeId, Proof, ROOT};

impl<G: Game> Engine<G> {
    pub(super) fn iterate(&mut self, game: &G, root: &G::State, watch: &mut Watch<'_>) {
        self.state.clone_from(root);
        self.path.clear();
        self.held.clear();
        self.trail.clear();
        let rewards = match self.descent {
            Descent::Plain => self.descend_plain::<false>(game, watch),
            Descent::Grave => self.descend_plain::<true>(game, watch),
            Descent::General => match self.descend(game, watch) {
                Some(rewards) => rewards,
                None => return,
            },
        };
        self.back_up(&rewards);
        if let (Descent::Grave, Some(Advice::Grave(grave))) = (self.descent, &mut self.parts.advice)
            && grave.keeps_any_children()
        {
            for way in self.path.windows(2) {
                let (PathStep { node: parent, table, .. }, child) = (way[0], way[1].node);
                if grave.keeps_children(table) {
                    let place = child as usize - self.tree.child(parent, 0) as usize;
                    grave.update(table, place, game.index(self.tree.mv(child)), self.tree.node(child));
                }
            }
        }
    }

    /// Walks from the root to a leaf, makes a new one, and says what play from there is worth; `None` if that was already
    /// recorded.
    fn descend(&mut self, game: &G, watch: &mut Watch<'_>) -> Option<Payoffs> {
        let mut node = ROOT;
        let mut mover = None;
        let mut asked = 0;
        let mut searcher = None;
        loop {
            let Some(player) = game.turn(&self.state) else {
                self.path.push(PathStep::new(node, mover.unwrap_or(Player::FIRST)));
                return Some(self.finished(game));
            };
            let mover_here = mover.unwrap_or(player);
            let home = self.home(game, node, mover_here);
            self.path.push(PathStep { home, ..PathStep::new(node, mover_here) });
            if let Some(proof) = self.proof(node, home) {
                return Some(self.exact(game, proof, mover_here));
            }
            let unvisited = self.tree.node(node).visits() == 0 && node != ROOT;
            let full = self.tree.node(home).is_full();
            if self.settings.expand == Expand::PerChild && !full && self.expand_all(game, home, player) {
                self.play_out_children(game, home, player, watch);
                return None;
            }
            if !unvisited {
                asked = self.ask(home, asked, 0);
            }
            let random = self.settings.random_opponent && player != *searcher.get_or_insert(player);
            let one_by_one = matches!(self.settings.expand, Expand::One | Expand::Best(_));
            if !unvisited && !full && one_by_one {
                let untried = if random {
                    self.unless_tried(game, home)
                } else {
                    self.untried(game, home, player, asked).map_or(Untried::None, Untried::Move)
                };
                match untried {
                    Untried::Move(mv) => {
                        if self.add_child(game, home, player, mv) {
                            return Some(self.play_out(game, watch));
                        }
                    }
                    Untried::Child(place) => {
                        node = self.step(game, home, place, player);
                        mover = Some(player);
                        continue;
                    }
                    Untried::None => {}
                }
            }
            // Where memory is used up, the children there are make do.
            let grown = full || !one_by_one && !unvisited && self.expand_all(game, home, player);
            let children = self.tree.node(home).children();
            if unvisited || !grown && children == 0 {
                return Some(self.play_out(game, watch));
            }
            let place =
                if random { self.rng.below(children as u32) as usize } else { self.pick(game, home, player, asked) };
            node = self.step(game, home, place, player);
            mover = Some(player);
        }
    }

    /// The table of estimates to ask at the last node of the path, if there are such: its own if it was visited enough, otherwise
    /// that of the node above. Makes the node a table, unless it was visited less than `seldom` times.
    #[expect(clippy::inline_always, reason = "a call at every node passed costs more than all the rest")]
    #[inline(always)]
    pub(super) fn ask(&mut self, node: NodeId, above: u32, seldom: u32) -> u32 {
        let Some(Advice::Grave(grave)) = &mut self.parts.advice else { return above };
        let visits = self.tree.node(node).visits();
        let extra = self.tree.extra_mut(node);
        if extra.table == 0 && (node == ROOT || visits >= grave.keeps_from().max(seldom)) {
            extra.table = grave.add_table(self.settings.memory / 2).unwrap_or(0);
        }
        let table = extra.table;
        if let (Some(step), true) = (self.path.last_mut(), table != 0) {
            step.table = table;
        }
        grave.refresh(table, visits);
        if table != 0 && (above == 0 || visits >= grave.reference()) { table } else { above }
    }

    /// Makes the move that leads to a child.
    #[inline]
    fn step(&mut self, game: &G, parent: NodeId, place: usize, player: Player) -> NodeId {
        let child = self.tree.child(parent, place);
        let mv = self.tree.mv(child);
        self.trail.push(game, player, mv);
        game.play(&mut self.state, mv);
        child
    }

    /// The node that has the children of `node`, whose position is at hand.
    #[inline]
    fn home(&mut self, game: &G, node: NodeId, mover: Player) -> NodeId {
        // A node asks who else knows its position when it is about to get children of its own.
        if !self.settings.transpositions || self.tree.node(node).children() > 0 {
            return node;
        }
        if self.tree.node(node).visits() == 0 && self.settings.expand != Expand::PerChild {
            return node;
        }
        let home = self.tree.home(node);
        if home != node {
            return home;
        }
        let hash = game.hash(&self.state) ^ (mover.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let home = *self.known.entry(hash).or_insert(node);
        if home != node {
            self.tree.extra_mut(node).home = home;
        }
        home
    }

    /// What is proven of a node, or of another one of the same position.
    #[inline]
    fn proof(&mut self, node: NodeId, home: NodeId) -> Option<Proof> {
        let proof = self.tree.node(home).proof();
        if home != node
            && let Some(proof) = proof
        {
            self.prove(node, proof);
        }
        proof
    }

    /// The place of the child to visit. A proven choice needs no search: its value is noted for the nodes above, and the
    /// iteration goes to the best of the others.
    #[inline]
    fn pick(&mut self, game: &G, parent: NodeId, player: Player, asked: u32) -> usize {
        let adjusted = self.adjust(game, parent, player, asked);
        let visits = if self.settings.transpositions {
            let below: u32 = self.tree.children(parent).iter().map(crate::tree::Node::visits).sum();
            below + u32::from(parent != ROOT)
        } else {
            self.tree.node(parent).visits()
        };
        let children = if adjusted { &self.nodes[..] } else { self.tree.children(parent) };
        let place = self.parts.select.pick(&Choice { visits, children, squares: &self.squares }, &mut self.rng);
        let child = self.tree.child(parent, place);
        match self.tree.node(child).proof() {
            Some(proof) if self.duel && proof != Proof::Loss => {
                self.pick_open(game, parent, child, proof, player, adjusted, visits).unwrap_or(place)
            }
            _ => place,
        }
    }

    /// The best child that is not proven, if there is one, while the proven `child` would be chosen.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn pick_open(
        &mut self,
        game: &G,
        parent: NodeId,
        child: NodeId,
        proof: Proof,
        player: Player,
        adjusted: bool,
        visits: u32,
    ) -> Option<usize> {
        if !adjusted {
            self.nodes.clear();
            self.nodes.extend_from_slice(self.tree.children(parent));
        }
        for node in self.nodes.iter_mut().filter(|node| node.proof().is_some()) {
            node.set_mean(f64::NEG_INFINITY);
        }
        let choice = Choice { visits, children: &self.nodes, squares: &self.squares };
        let place = self.parts.select.pick(&choice, &mut self.rng);
        if self.nodes[place].proof().is_some() {
            return None;
        }
        self.tree.record(child, 0.0);
        let worth = self.exact(game, proof, player);
        self.held.push((self.path.len(), worth));
        Some(place)
    }

    /// Copies the children with means shifted by what else is known about their moves; `false` if nothing is.
    pub(super) fn adjust(&mut self, game: &G, parent: NodeId, player: Player, asked: u32) -> bool {
        if self.squared {
            self.squares.clear();
            self.squares.extend(self.tree.child_extras(parent).iter().map(|extra| extra.square));
        }
        if self.settings.implicit.is_none() && self.parts.advice.is_none() {
            return false;
        }
        self.nodes.clear();
        self.nodes.extend_from_slice(self.tree.children(parent));
        if let Some((alpha, _)) = self.settings.implicit {
            for (node, extra) in self.nodes.iter_mut().zip(self.tree.child_extras(parent)) {
                if node.visits() > 0 && node.proof().is_none() {
                    node.set_mean((1.0 - alpha) * node.mean() + alpha * f64::from(extra.estimate));
                }
            }
        }
        let moves = self.tree.child_moves(parent).iter();
        match &self.parts.advice {
            Some(Advice::Grave(grave)) => {
                grave.adjust(asked, player, moves.map(|&mv| game.index(mv)), &mut self.nodes);
            }
            Some(Advice::History(history)) => {
                let codes = moves.map(|&mv| code(game, player, mv));
                codes.zip(&mut self.nodes).for_each(|(code, node)| history.adjust(code, node));
            }
            None => {}
        }
        true
    }

    /// Plays out from every child of the newest node of the path, and records each result; from fewer if the search is over.
    fn play_out_children(&mut self, game: &G, node: NodeId, player: Player, watch: &mut Watch<'_>) {
        let parent = self.state.clone();
        for place in 0..self.tree.node(node).children() {
            self.state.clone_from(&parent);
            let child = self.step(game, node, place, player);
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

    /// What play from the present state is worth, by as many playouts as are asked for; by fewer if the search is over.
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
        let payoffs = self.parts.playout.playout_within(game, &mut self.state, &mut self.rng, &mut self.trail, watch);
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
        let rewards = self.settings.reward.of(game, &self.state, payoffs);
        if self.trail.is_on() {
            self.learn(game, &rewards);
        }
        rewards
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
}
