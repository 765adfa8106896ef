//! Alpha-beta to a depth (Knuth, Moore, "An analysis of alpha-beta pruning", 1975), with a
//! transposition table and iterative deepening.
//!
//! Finds the value that `minimax` finds at the same depth and plays the same move, the first of the
//! best, skipping what cannot change the result: once a line is refuted, it does not matter by how
//! much.
//!
//! `deepening` searches one ply, then two, and so on, each time beginning with the move that was
//! best before. A win is played as soon as it is seen, so the shortest one is taken, and once every
//! move loses, the best move of the depth before is played, so a loss is put off. It ends early
//! when no line of play is left unfinished. Without it there is one search at full depth, as in the
//! textbook, which takes any win.
//!
//! `table` stores searched positions with a bound of their value and their best move, which is
//! tried first when the position comes up again. Entries are used at their own depth only, or for
//! greater ones if they rest on finished games alone, so values and moves are the same with and
//! without it, as far as 64 bits of hash distinguish positions. Positions that carry their history
//! or a count of plies recur less often and profit less.
//!
//! With `time` it deepens until the time is over and plays what the last finished depth found; one
//! ply is always finished. The number of iterations that is reported counts visited positions of
//! all depths, the root included.

use std::time::Duration;

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Budget, Eval, Failure, Game, MoveThought, Player, Thoughts, Watch};

use super::{AgentFamily, AgentInfo};
use crate::PartCatalog;
use crate::minimax::{AlphaBetaSearch, EVAL, payoff_to, require_duel};

/// `alphabeta` in the list of agents, with its options.
pub(super) struct AlphaBeta;

/// The greatest depth.
const MAX_DEPTH: u32 = 100;

impl AgentFamily for AlphaBeta {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: "alphabeta",
            doc: "pruned search to a depth, two players",
            params: &[
                Param::new("depth", Kind::Limit { min: 1, max: MAX_DEPTH as i64 }, "4", "plies to look ahead")
                    .yielding_to("time"),
                Param::new("time", Kind::Limit { min: 1, max: 86_400_000 }, "none", "milliseconds per move"),
                EVAL,
                Param::new("table", Kind::Flag, "true", "use a transposition table"),
                Param::new(
                    "deepening",
                    Kind::Flag,
                    "true",
                    "iterative deepening: search one ply, two plies, and so on",
                ),
                Param::new(
                    "memory",
                    Kind::Integer { min: 1, max: 1 << 20 },
                    "64",
                    "at most this many megabytes for the transposition table",
                ),
            ],
        },
        source: include_str!("alphabeta.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args, parts: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError> {
        require_duel(game, "alphabeta", "use `minimax`, which plays with any number")?;
        let (depth, time, deepening) = (args.limit("depth"), args.limit("time"), args.flag("deepening"));
        if depth.is_none() && time.is_none() {
            let reason = "`depth` and `time` are both `none`: the search would never end; give one of them";
            return Err(SpecError::combination("alphabeta", reason));
        }
        if time.is_some() && !deepening {
            let reason = "`time` needs `deepening=true`: a single search that is cut short has no move to offer";
            return Err(SpecError::combination("alphabeta", reason));
        }
        Ok(Box::new(AlphaBetaAgent {
            depth: depth.map_or(MAX_DEPTH, |depth| depth as u32),
            time: time.map(Duration::from_millis),
            deepening,
            memory: args.flag("table").then(|| args.integer("memory") as usize * 1_000_000),
            eval: parts.eval(game, args.choice("eval"))?,
            search: None,
            order: Vec::new(),
            found: Vec::new(),
            legal: Vec::new(),
            next: game.initial(),
            thoughts: Thoughts::default(),
        }))
    }

    fn is_deterministic(args: &Args) -> bool {
        args.limit("time").is_none()
    }
}

/// What one depth found of a root move: its exact value for the first player, if it was the best so
/// far, and whether that rests on finished games alone.
type DepthResult = Option<(f64, bool)>;

/// The agent. Its table is made at the first move, so that building one is cheap.
struct AlphaBetaAgent<G: Game> {
    // fixed
    depth: u32,
    time: Option<Duration>,
    deepening: bool,
    memory: Option<usize>,
    eval: Eval<G>,
    // lasts from move to move
    search: Option<AlphaBetaSearch<G>>,
    thoughts: Thoughts<G::Move>,
    // reused by every search
    order: Vec<usize>,
    found: Vec<DepthResult>,
    legal: Vec<G::Move>,
    next: G::State,
}

/// The best root move of one depth.
struct Best {
    /// Its place in the list of moves.
    place: usize,
    /// Its value for the first player.
    value: f64,
    /// A deeper search might find something else.
    open: bool,
}

impl<G: Game> AlphaBetaAgent<G> {
    /// The first best move at that depth; the best of those looked at if the watch says stop, which
    /// leaves the depth unfinished, `None` if there are none. Other moves are known only to be no
    /// better.
    fn best_at(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        depth: u32,
        watch: &mut Watch<'_>,
    ) -> Option<Best> {
        self.found.clear();
        self.found.resize(self.thoughts.moves.len(), None);
        self.thoughts.iterations += 1;
        let search = self.search.as_mut().expect("made before the first depth");
        let mut best: Option<Best> = None;
        let mut open = false;
        for &place in &self.order {
            let (alpha, beta) = window(player, place, best.as_ref(), self.deepening);
            if alpha >= beta {
                continue;
            }
            let thought = &mut self.thoughts.moves[place];
            self.next.clone_from(state);
            game.play(&mut self.next, thought.mv);
            let value = search.value_within(game, &self.next, depth - 1, alpha, beta, watch);
            let visits = search.take_positions();
            thought.visits += visits;
            self.thoughts.iterations += visits;
            let Some(value) = value else { break };
            open |= search.estimated();
            let better = if player == Player::FIRST { value > alpha } else { value < beta };
            if best.is_none() || better {
                self.found[place] = Some((value, !search.estimated() || value == 0.0 || value == 1.0));
                best = Some(Best { place, value, open });
            }
        }
        best.map(|best| Best { open, ..best })
    }

    /// Shows what a depth found.
    fn show_found(&mut self, player: Player) {
        for (thought, found) in self.thoughts.moves.iter_mut().zip(&self.found) {
            thought.value = found.map(|(value, _)| payoff_to(player, value));
            thought.proven = found.filter(|(_, proven)| *proven).map(|(value, _)| payoff_to(player, value));
        }
    }

    /// Notes the move to play, and the memory that was needed.
    fn note_line(&mut self, chosen: usize) {
        self.thoughts.bytes = self.search.as_ref().map_or(0, |search| search.bytes() as u64);
        self.thoughts.line.clear();
        self.thoughts.line.push(self.thoughts.moves[chosen].mv);
    }

    /// Shows that every move loses.
    fn show_lost(&mut self) {
        for thought in &mut self.thoughts.moves {
            (thought.value, thought.proven) = (Some(0.0), Some(0.0));
        }
    }

    /// Gets ready for a search from `state`.
    fn start(&mut self, game: &G, state: &G::State) {
        let (eval, memory) = (self.eval, self.memory);
        self.search.get_or_insert_with(|| {
            let plain = AlphaBetaSearch::new(eval);
            if let Some(bytes) = memory { plain.with_table(bytes) } else { plain }
        });
        self.legal.clear();
        game.moves(state, &mut self.legal);
        let unknown = |&mv| MoveThought { mv, visits: 0, value: None, proven: None };
        self.thoughts.moves.clear();
        self.thoughts.moves.extend(self.legal.iter().map(unknown));
        self.thoughts.iterations = 0;
        self.order.clear();
        self.order.extend(0..self.legal.len());
    }
}

/// The window in which a root move is searched after `best`: it is better if its value lies inside
/// on the mover's side. With deepening the moves come in another order than the game's, so one that
/// the game lists earlier needs only to be as good.
fn window(player: Player, place: usize, best: Option<&Best>, deepening: bool) -> (f64, f64) {
    let (mut alpha, mut beta) = if deepening { (0.0, 1.0) } else { (f64::NEG_INFINITY, f64::INFINITY) };
    let Some(best) = best else { return (alpha, beta) };
    let earlier = place < best.place;
    if player == Player::FIRST {
        alpha = f64::max(alpha, if earlier { best.value.next_down() } else { best.value });
    } else {
        beta = f64::min(beta, if earlier { best.value.next_up() } else { best.value });
    }
    (alpha, beta)
}

impl<G: Game> Agent<G> for AlphaBetaAgent<G> {
    fn new_game(&mut self, _: u64) {
        if let Some(search) = &mut self.search {
            search.forget();
        }
    }

    fn choose(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        let player = game.turn(state).ok_or_else(Failure::game_over)?;
        let mut watch = budget.watch(None, self.time);
        self.start(game, state);
        let mut chosen = 0;
        let deepest = budget.depth(self.depth);
        let first = if self.deepening { 1 } else { deepest };
        for depth in first..=deepest {
            // One ply is looked at in any case, so that there is a move to play.
            let (mut patient, one_ply) = (Watch::idle(), depth == 1);
            let watch = if one_ply { &mut patient } else { &mut watch };
            let best = self.best_at(game, state, player, depth, watch);
            let finished = !watch.is_over();
            // Where a depth was finished before, one that was not is of no use.
            let Some(best) = best.filter(|_| finished || depth == first) else { break };
            if best.value == payoff_to(player, 0.0) && depth > first {
                self.show_lost();
                break;
            }
            chosen = best.place;
            self.show_found(player);
            if best.value == payoff_to(player, 1.0) || !best.open || !finished {
                break;
            }
            if watch.is_due() {
                self.note_line(chosen);
                budget.show(&self.thoughts);
            }
            let front = self.order.iter().position(|&place| place == chosen).expect("every move is in order");
            self.order[..=front].rotate_right(1);
        }
        self.note_line(chosen);
        Ok(self.thoughts.moves[chosen].mv)
    }

    fn thoughts(&self, _: &G) -> Thoughts<G::Move> {
        self.thoughts.clone()
    }

    fn deterministic(&self) -> bool {
        self.time.is_none()
    }
}
