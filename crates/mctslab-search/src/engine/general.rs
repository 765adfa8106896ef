//! The general search: select, expand and evaluate, back up, for every option.
//!
//! `OPTIONS` is whether options are in use that most searches lack: shared positions, estimates
//! that are backed up, other ways to grow, opponents at random, parts that learn. What is not in
//! use is not compiled: a search without them takes half of the instructions per node. Both grow
//! the same trees where they can, which tests compare; so does [`super::plain`].

use std::mem::take;

use mctslab_core::{Game, Payoffs, Player, Watch};

use super::Expand;
use super::expand::Grown;
use super::search::{PathStep, Search};
use crate::select::{Advisor, Choice};
use crate::tree::{Links, Node, NodeId, Proof, ROOT, Tree};

impl<G: Game> Search<G> {
    /// One iteration: walks down from `root`, and records at the nodes passed what the leaf is
    /// worth. Returns whether the root is solved.
    pub(super) fn iterate<const OPTIONS: bool>(&mut self, game: &G, root: &G::State, watch: &mut Watch<'_>) -> bool {
        self.path.clear();
        self.held.clear();
        self.trail.clear();
        self.state.clone_from(root);
        if let Some(rewards) = self.descend::<OPTIONS>(game, watch) {
            self.back_up(&rewards);
            if !OPTIONS {
                self.update_tables(game);
            }
        }
        self.is_solved()
    }

    /// Walks from the root to a leaf, makes a new one, and says what play from there is worth;
    /// `None` if that was already recorded.
    fn descend<const OPTIONS: bool>(&mut self, game: &G, watch: &mut Watch<'_>) -> Option<Payoffs> {
        let (mut node, mut mover) = (ROOT, None);
        let (mut table, mut searcher) = (0, None);
        loop {
            let Some(player) = game.turn(&self.state) else {
                self.path.push(PathStep::new(node, mover.unwrap_or(Player::FIRST)));
                return Some(self.finished(game));
            };
            let mover_here = mover.unwrap_or(player);
            let home = if OPTIONS { self.home(game, node, mover_here) } else { node };
            self.path.push(PathStep { home, ..PathStep::new(node, mover_here) });
            let here = self.tree.links(home);
            if let Some(proof) = here.proof() {
                if OPTIONS && home != node {
                    self.prove(node, proof);
                }
                return Some(self.exact(game, proof, mover_here));
            }
            let grown = if OPTIONS {
                let random = self.settings.random_opponent && player != *searcher.get_or_insert(player);
                self.grow_by_options(game, (node, home), player, &mut table, random, watch)
            } else {
                self.grow_one(game, node, here, player, &mut table)
            };
            // What grew may have moved.
            let here = if OPTIONS { self.tree.links(home) } else { here };
            let place = match grown {
                Grown::Leaf => return Some(self.play_out(game, watch)),
                Grown::Over => return None,
                Grown::Into(place) => place,
                Grown::Choose => self.select::<OPTIONS>(game, home, here, player, table),
            };
            node = here.child(place);
            self.step(game, node, player);
            mover = Some(player);
        }
    }

    /// The place of the child to visit. A proven choice needs no search: its value is noted for the
    /// nodes above, and the iteration goes to the best of the others.
    #[inline]
    fn select<const OPTIONS: bool>(
        &mut self,
        game: &G,
        home: NodeId,
        here: Links,
        player: Player,
        table: u32,
    ) -> usize {
        let adjusted = OPTIONS && self.adjust(game, home, player, table);
        let visits = if OPTIONS { self.visits_of_parent(home) } else { self.tree.node(home).visits() };
        if self.tracer.is_some() {
            self.trace_selection(game, home, player, table);
        }
        let children = self.tree.children_of(here);
        let place = match &mut self.parts.advice {
            Some(Advisor::Grave(grave)) if !OPTIONS && table != 0 => {
                let scale = self.parts.select.scale(visits).expect("such rules alone are served here");
                let copied = grave.copies(children.len()) && here.is_full();
                let own = if copied { self.tree.extra(home).table } else { 0 };
                grave.pick((table, own), player, self.tree.moves_of(here), |mv| game.index(mv), children, scale)
            }
            _ => {
                let (squares, priors) =
                    if OPTIONS { (&self.squares[..], &self.priors[..]) } else { (&[][..], &[][..]) };
                let children = if adjusted { &self.nodes[..] } else { children };
                self.parts.select.pick(&Choice { visits, children, squares, priors }, &mut self.rng)
            }
        };
        match children[place].proof() {
            Some(proof) if self.duel && proof != Proof::Loss => {
                let adjusted = if OPTIONS { adjusted } else { self.adjust(game, home, player, table) };
                let chosen = (here.child(place), proof);
                self.pick_open(game, home, chosen, player, (adjusted, visits)).unwrap_or(place)
            }
            _ => place,
        }
    }

    /// The visits of a node, as the rule of selection counts them: where children are shared, those
    /// of the children, whatever way led to them.
    #[inline]
    pub(super) fn visits_of_parent(&self, home: NodeId) -> u32 {
        if !self.settings.transpositions {
            return self.tree.node(home).visits();
        }
        let below: u32 = self.tree.children(home).iter().map(Node::visits).sum();
        below + u32::from(home != ROOT)
    }

    /// Records at every node of the path what the iteration was worth to its mover, and what
    /// follows from that.
    pub(super) fn back_up(&mut self, rewards: &Payoffs) {
        if self.tracer.is_some() {
            self.record_path_traced(rewards);
        } else if self.squared {
            self.record_path(0, rewards, Tree::record_square);
        } else {
            self.record_path(0, rewards, |_, _, _| {});
        }
        if let Some(combine) = self.settings.combine {
            self.combine_values(combine);
        }
        if self.settings.solve {
            self.propagate();
        }
        if self.settings.implicit.is_some() {
            self.back_up_estimates();
        }
    }

    /// Brings the copies of children up to date that tables of estimates keep to compare them.
    #[inline]
    fn update_tables(&mut self, game: &G) {
        let Some(Advisor::Grave(grave)) = &mut self.parts.advice else { return };
        if !grave.keeps_any_children() {
            return;
        }
        for way in self.path.windows(2) {
            let (PathStep { node: parent, table, .. }, child) = (way[0], way[1].node);
            if grave.keeps_children(table) {
                let place = child as usize - self.tree.child(parent, 0) as usize;
                grave.update(table, place, game.index(self.tree.mv(child)), self.tree.node(child));
            }
        }
    }

    /// The table of estimates to ask at the last node of the path, if there are such: its own if it
    /// was visited enough, otherwise that of the node above. Makes the node a table, unless it was
    /// visited less than `seldom` times.
    #[expect(clippy::inline_always, reason = "a call at every node passed costs more than all the rest")]
    #[inline(always)]
    pub(super) fn ask(&mut self, node: NodeId, above: u32, seldom: u32) -> u32 {
        let Some(Advisor::Grave(grave)) = &mut self.parts.advice else { return above };
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

    /// Copies the children with means shifted by what else is known about their moves; `false` if
    /// nothing is.
    fn adjust(&mut self, game: &G, parent: NodeId, player: Player, table: u32) -> bool {
        if self.squared {
            self.squares.clear();
            self.squares.extend(self.tree.child_extras(parent).iter().map(|extra| extra.square));
        }
        if self.weighted {
            self.priors.clear();
            self.priors.extend(self.tree.child_extras(parent).iter().map(|extra| extra.prior));
        }
        if !self.shifts_means() {
            return false;
        }
        let (mut nodes, mut indices) = (take(&mut self.nodes), take(&mut self.indices));
        self.shift_means(game, parent, player, table, &mut nodes, &mut indices);
        (self.nodes, self.indices) = (nodes, indices);
        true
    }

    /// Whether anything shifts the means that the rule of selection compares.
    #[inline]
    pub(super) fn shifts_means(&self) -> bool {
        self.settings.implicit.is_some() || self.parts.advice.is_some()
    }

    /// Makes `nodes` the children with means shifted by what else is known about their moves, whose
    /// numbers are `indices`.
    pub(super) fn shift_means(
        &self,
        game: &G,
        parent: NodeId,
        player: Player,
        table: u32,
        nodes: &mut Vec<Node>,
        indices: &mut Vec<usize>,
    ) {
        nodes.clear();
        nodes.extend_from_slice(self.tree.children(parent));
        if let Some(alpha) = self.settings.implicit {
            for (node, extra) in nodes.iter_mut().zip(self.tree.child_extras(parent)) {
                if node.visits() > 0 && node.proof().is_none() {
                    node.set_mean((1.0 - alpha) * node.mean() + alpha * f64::from(extra.estimate));
                }
            }
        }
        if let Some(advisor) = &self.parts.advice {
            indices.clear();
            indices.extend(self.tree.child_moves(parent).iter().map(|&mv| game.index(mv)));
            advisor.advice().adjust(table, player, indices, nodes);
        }
    }
}
