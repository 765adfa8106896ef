//! The way down: from the root to a leaf, by the rule of selection.
//!
//! One function for all options. `GENERAL` is whether options are in use that the common search
//! lacks: shared positions, estimates that are backed up, other ways to grow, opponents at random,
//! parts that learn. `GRAVE` is whether children are compared by their own statistics and by
//! estimates of their moves at once. What is not in use is not compiled: the plain search takes
//! half of the instructions per node of the general one. All three grow the same trees where they
//! can, which tests compare.

use mctslab_core::{Game, Payoffs, Player, Watch};

use super::expand::Grown;
use super::kept::Start;
use super::{Engine, EngineSettings, Expand, Parts, PathStep};
use crate::select::{Advisor, Choice};
use crate::tree::{Links, Node, NodeId, Proof, ROOT};

/// Which way down serves the settings and parts.
#[derive(Clone, Copy)]
pub(super) enum Descent {
    /// Nothing but selection by a node's own statistics, expansion one by one and the search of all
    /// players.
    Plain,
    /// The same with estimates by move.
    Grave,
    /// Everything else.
    General,
}

impl Descent {
    pub(super) fn is_plain(self) -> bool {
        matches!(self, Descent::Plain)
    }

    pub(super) fn of<G: Game>(settings: &EngineSettings, parts: &Parts<G>) -> Descent {
        let common = !settings.transpositions
            && settings.implicit.is_none()
            && !settings.random_opponent
            && settings.expand == Expand::One
            && !parts.select.wants_squares()
            && !parts.select.wants_priors();
        match &parts.advice {
            None if common && !parts.playout.learns() => Descent::Plain,
            Some(Advisor::Grave(_)) if common && parts.select.scale(1).is_some() => Descent::Grave,
            _ => Descent::General,
        }
    }
}

impl<G: Game> Engine<G> {
    /// Walks from a node whose position is at hand to a leaf, makes a new one, and says what play
    /// from there is worth; `None` if that was already recorded.
    pub(super) fn descend<const GENERAL: bool, const GRAVE: bool>(
        &mut self,
        game: &G,
        start: Start,
        watch: &mut Watch<'_>,
    ) -> Option<Payoffs> {
        let (mut id, mut mover) = if GENERAL || GRAVE { start } else { self.follow(game, start) };
        let mut asked = 0;
        let mut searcher = None;
        loop {
            let Some(player) = game.turn(&self.state) else {
                self.pass(PathStep::new(id, mover.unwrap_or(Player::FIRST)));
                return Some(self.finished(game));
            };
            let mover_here = mover.unwrap_or(player);
            let home = if GENERAL { self.home(game, id, mover_here) } else { id };
            self.pass(PathStep { home, ..PathStep::new(id, mover_here) });
            let mut here = self.tree.links(home);
            if let Some(proof) = here.proof() {
                if GENERAL && home != id {
                    self.prove(id, proof);
                }
                return Some(self.exact(game, proof, mover_here));
            }
            let place = if GENERAL {
                let random = self.settings.random_opponent && player != *searcher.get_or_insert(player);
                match self.grow_by_options(game, (id, home), player, &mut asked, random, watch) {
                    Grown::Leaf(rewards) => return rewards,
                    Grown::Into(place) => place,
                    Grown::Choose => {
                        here = self.tree.links(home);
                        self.pick::<GENERAL, GRAVE>(game, home, here, player, asked)
                    }
                }
            } else {
                if GRAVE {
                    // Nobody asks before all children exist.
                    asked = self.ask(id, asked, here.total() as u32 / 2);
                }
                if !here.is_full() && (self.grow(game, id, player) || here.children() == 0) {
                    return Some(self.play_out(game, watch));
                }
                self.pick::<GENERAL, GRAVE>(game, id, here, player, asked)
            };
            if GENERAL {
                id = self.step(game, home, place, player);
            } else {
                id = here.child(place);
                let mv = self.tree.mv(id);
                if GRAVE {
                    self.trail.push(game, player, mv);
                }
                game.play(&mut self.state, mv);
            }
            mover = Some(player);
        }
    }

    /// Goes as far down as the way was decided by the iterations that came by last, and no child is
    /// proven. Returns where that ends.
    fn follow(&mut self, game: &G, (mut id, mut mover): Start) -> Start {
        let mut here = self.tree.links(id);
        if here.proof().is_some() {
            return (id, mover);
        }
        while let Some(place) = here.next()
            && let child = here.child(place)
            && let below = self.tree.links(child)
            && below.proof().is_none()
            && let Some(player) = game.turn(&self.state)
        {
            self.pass(PathStep::new(id, mover.unwrap_or(player)));
            self.tree.fetch_children(below);
            let mv = self.tree.mv(child);
            // Nobody moves where the game is over.
            if below.children() > 0 {
                game.play_on(&mut self.state, mv);
            } else {
                game.play(&mut self.state, mv);
            }
            (id, mover, here) = (child, Some(player), below);
        }
        (id, mover)
    }

    /// The place of the child to visit. A proven choice needs no search: its value is noted for the
    /// nodes above, and the iteration goes to the best of the others.
    #[inline]
    fn pick<const GENERAL: bool, const GRAVE: bool>(
        &mut self,
        game: &G,
        home: NodeId,
        here: Links,
        player: Player,
        asked: u32,
    ) -> usize {
        let adjusted = GENERAL && self.adjust(game, home, player, asked);
        let visits = if GENERAL && self.settings.transpositions {
            let below: u32 = self.tree.children_of(here).iter().map(Node::visits).sum();
            below + u32::from(home != ROOT)
        } else {
            self.tree.node(home).visits()
        };
        let children = self.tree.children_of(here);
        let place = match &mut self.parts.advice {
            Some(Advisor::Grave(grave)) if GRAVE && asked != 0 => {
                let scale = self.parts.select.scale(visits).expect("such rules alone are served here");
                let copied = grave.copies(children.len()) && here.is_full();
                let own = if copied { self.tree.extra(home).table } else { 0 };
                grave.pick((asked, own), player, self.tree.moves_of(here), |mv| game.index(mv), children, scale)
            }
            _ if !GENERAL && let Some(place) = here.next() => place,
            _ => {
                let (squares, priors) =
                    if GENERAL { (&self.squares[..], &self.priors[..]) } else { (&[][..], &[][..]) };
                let children = if adjusted { &self.nodes[..] } else { children };
                self.parts.select.pick(&Choice { visits, children, squares, priors }, &mut self.rng)
            }
        };
        match children[place].proof() {
            Some(proof) if self.duel && proof != Proof::Loss => {
                let adjusted = if GRAVE { self.adjust(game, home, player, asked) } else { adjusted };
                let chosen = (here.child(place), proof);
                self.pick_open(game, home, chosen, player, (adjusted, visits)).unwrap_or(place)
            }
            _ => place,
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

    /// Makes the move that leads to a child.
    #[inline]
    pub(super) fn step(&mut self, game: &G, parent: NodeId, place: usize, player: Player) -> NodeId {
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

    /// Copies the children with means shifted by what else is known about their moves; `false` if
    /// nothing is.
    fn adjust(&mut self, game: &G, parent: NodeId, player: Player, asked: u32) -> bool {
        if self.squared {
            self.squares.clear();
            self.squares.extend(self.tree.child_extras(parent).iter().map(|extra| extra.square));
        }
        if self.weighted {
            self.priors.clear();
            self.priors.extend(self.tree.child_extras(parent).iter().map(|extra| extra.prior));
        }
        if self.settings.implicit.is_none() && self.parts.advice.is_none() {
            return false;
        }
        self.nodes.clear();
        self.nodes.extend_from_slice(self.tree.children(parent));
        if let Some(alpha) = self.settings.implicit {
            for (node, extra) in self.nodes.iter_mut().zip(self.tree.child_extras(parent)) {
                if node.visits() > 0 && node.proof().is_none() {
                    node.set_mean((1.0 - alpha) * node.mean() + alpha * f64::from(extra.estimate));
                }
            }
        }
        if let Some(advisor) = &self.parts.advice {
            self.indices.clear();
            self.indices.extend(self.tree.child_moves(parent).iter().map(|&mv| game.index(mv)));
            advisor.advice().adjust(asked, player, &self.indices, &mut self.nodes);
        }
        true
    }
}
