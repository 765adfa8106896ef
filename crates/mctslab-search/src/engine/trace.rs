//! One iteration that takes notes of what it does.
//!
//! A traced iteration is one of the general search, whatever the engine's own way, and finds the
//! same: notes are taken beside it. The moves of a playout are found by a second one with a copy of
//! the generator, before the first: where both draw the same numbers and end alike, they are the
//! same.

use mctslab_core::{
    ChildView, Game, IterationTrace, Payoffs, Player, PlayoutOrder, PlayoutTrace, RecordTrace, TraceChoice, TraceEnd,
    TraceStep, Watch,
};

use super::plain::set_next_child;
use super::search::Search;
use super::{Engine, Way};
use crate::tree::{NodeId, Proof, ROOT};

/// Notes of an iteration.
pub(super) struct Tracer<M> {
    selections: Vec<Selection<M>>,
    playouts: Vec<PlayoutTrace<M>>,
    records: Vec<(NodeId, f64)>,
}

/// What was compared at a step of the path.
struct Selection<M> {
    place: usize,
    children: Vec<ChildView<M>>,
    proven_choice: Option<M>,
}

impl<M> Tracer<M> {
    fn new() -> Tracer<M> {
        Tracer { selections: Vec::new(), playouts: Vec::new(), records: Vec::new() }
    }

    /// The last choice was a move that is proven.
    pub(super) fn note_proven_choice(&mut self, mv: M) {
        if let Some(selection) = self.selections.last_mut() {
            selection.proven_choice = Some(mv);
        }
    }
}

impl<G: Game> Engine<G> {
    /// Makes one iteration of a search from `state`, and tells what it did; see [`Agent::trace`].
    ///
    /// [`Agent::trace`]: mctslab_core::Agent::trace
    pub fn trace(&mut self, game: &G, state: &G::State) -> Option<IterationTrace<G::Move>> {
        game.turn(state)?;
        if !self.stepping || self.root.as_ref() != Some(state) {
            self.begin(game, state);
            self.stepping = true;
        }
        if self.search.is_solved() {
            return None;
        }
        self.search.tracer = Some(Box::new(Tracer::new()));
        let watch = &mut Watch::idle();
        match self.way {
            Way::General => self.search.iterate::<true>(game, state, watch),
            Way::Plain(_) | Way::Common => self.search.iterate::<false>(game, state, watch),
        };
        if let Way::Plain(ucb1) = self.way {
            let Search { path, tree, .. } = &mut self.search;
            for step in &*path {
                set_next_child(tree, ucb1, step.node);
            }
        }
        self.iterations += 1;
        let tracer = self.search.tracer.take()?;
        Some(self.search.tell(game, state, *tracer, self.iterations))
    }
}

impl<G: Game> Search<G> {
    /// Takes a note of the children that are about to be compared at the last step of the path.
    #[cold]
    pub(super) fn trace_selection(&mut self, game: &G, home: NodeId, player: Player, table: u32) {
        let (place, children) = (self.path.len() - 1, self.view_children(game, home, player, table));
        if let Some(tracer) = &mut self.tracer {
            tracer.selections.push(Selection { place, children, proven_choice: None });
        }
    }

    /// Records the path, and takes a note of every reward.
    #[cold]
    pub(super) fn record_path_traced(&mut self, rewards: &Payoffs) {
        let mut tracer = self.tracer.take();
        let squared = self.squared;
        self.record_path(0, rewards, |tree, node, reward| {
            if squared {
                tree.record_square(node, reward);
            }
            if let Some(tracer) = &mut tracer {
                tracer.records.push((node, reward));
            }
        });
        self.tracer = tracer;
    }

    /// One playout, and what parts learn from it, with a note of its moves.
    #[cold]
    pub(super) fn sample_traced(&mut self, game: &G, watch: &mut Watch<'_>) -> Payoffs {
        let leaf = self.state.clone();
        let (mut rng, mut trail) = (self.rng.clone(), self.trail.copy_in_order());
        let second = self.parts.playout.playout(game, &mut leaf.clone(), &mut rng, &mut trail);
        let payoffs = self.one_playout(game, watch);
        let (moves, order) = if rng == self.rng && second == payoffs {
            moves_of_codes(game, leaf, trail.playout())
        } else {
            (Vec::new(), PlayoutOrder::Unknown)
        };
        let rewards = self.learn_from(game, payoffs);
        let line = self.path[1..].iter().map(|step| self.tree.mv(step.node)).collect();
        if let Some(tracer) = &mut self.tracer {
            tracer.playouts.push(PlayoutTrace { line, moves, order, rewards });
        }
        rewards
    }

    /// What the notes say of the iteration that was just made.
    fn tell(&self, game: &G, root: &G::State, tracer: Tracer<G::Move>, number: u64) -> IterationTrace<G::Move> {
        let Tracer { mut selections, playouts, records } = tracer;
        let mut state = root.clone();
        let mut steps = Vec::new();
        for (place, step) in self.path.iter().enumerate().skip(1) {
            let mv = self.tree.mv(step.node);
            let selected = selections.iter().position(|selection| selection.place + 1 == place);
            let selection = selected.map(|at| selections.swap_remove(at));
            let choice = match &selection {
                Some(_) => TraceChoice::Selected,
                None if self.tree.node(step.node).visits() == 1 => TraceChoice::Expanded,
                None => TraceChoice::Drawn,
            };
            let (children, proven_choice) =
                selection.map_or((Vec::new(), None), |selection| (selection.children, selection.proven_choice));
            steps.push(TraceStep { player: step.mover, mv, choice, children, proven_choice });
            game.play(&mut state, mv);
        }
        let end = match game.turn(&state) {
            None => TraceEnd::GameOver,
            Some(_) if playouts.is_empty() => TraceEnd::Proven,
            Some(_) => TraceEnd::PlayedOut,
        };
        let records = records.into_iter().map(|(id, reward)| {
            let node = self.tree.node(id);
            RecordTrace {
                mv: (id != ROOT).then(|| self.tree.mv(id)),
                reward,
                visits: u64::from(node.visits()),
                mean: node.mean(),
                proven: node.proof().map(Proof::payoff),
            }
        });
        IterationTrace { number, steps, end, playouts, records: records.collect() }
    }
}

/// The moves of a playout from `state`, of which the codes are known: in their order if that is a
/// game that ends with the last of them or goes on after it, otherwise in any order that is one.
fn moves_of_codes<G: Game>(game: &G, mut state: G::State, codes: &[u32]) -> (Vec<G::Move>, PlayoutOrder) {
    let mut left = codes.to_vec();
    let mut order = PlayoutOrder::AsPlayed;
    let (mut moves, mut legal) = (Vec::new(), Vec::new());
    while let Some(player) = game.turn(&state).filter(|_| !left.is_empty()) {
        legal.clear();
        game.moves(&state, &mut legal);
        let found = left.iter().enumerate().find_map(|(at, &code)| {
            let of_player = crate::trail::mover(game, code) == player;
            let mv = legal.iter().find(|&&mv| of_player && crate::trail::code(game, player, mv) == code)?;
            Some((at, *mv))
        });
        let Some((at, mv)) = found else { break };
        if at > 0 {
            order = PlayoutOrder::ForDisplay;
        }
        left.remove(at);
        moves.push(mv);
        game.play(&mut state, mv);
    }
    // What is left was made on a board that was filled beyond the end of the game.
    (moves, if left.is_empty() { order } else { PlayoutOrder::ForDisplay })
}
