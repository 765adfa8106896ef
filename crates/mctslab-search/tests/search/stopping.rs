//! Every agent keeps to the budget it is given: the smaller limit wins, and a raised flag is obeyed
//! soon, whatever it was doing.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use mctslab_core::rng::mix;
use mctslab_core::{Agent, Budget, Game, Observer, Payoffs, Player, Thoughts, Visit};
use mctslab_search::{AGENTS, PartCatalog};

use crate::{agent, legal, with_game};

/// The most plies or nodes between two looks at the flag.
const SOON: u64 = 10_000;

/// A game far too large for any search, of 300 plies with 40 moves each, that counts the moves made
/// and raises a flag at one of them.
struct Counting {
    made: AtomicU64,
    raise_at: u64,
    stop: AtomicBool,
}

impl Counting {
    fn new(raise_at: u64) -> Counting {
        Counting { made: AtomicU64::new(0), raise_at, stop: AtomicBool::new(raise_at == 0) }
    }
}

impl Game for Counting {
    /// Plies, and a number that stands for all else.
    type State = (u16, u64);
    type Move = u8;

    fn initial(&self) -> (u16, u64) {
        (0, 1)
    }

    fn turn(&self, &(ply, _): &(u16, u64)) -> Option<Player> {
        (ply < 300).then(|| Player::new(usize::from(ply % 2)))
    }

    fn moves(&self, state: &(u16, u64), out: &mut Vec<u8>) {
        if self.turn(state).is_some() {
            out.extend(0..40);
        }
    }

    fn play(&self, state: &mut (u16, u64), mv: u8) {
        if self.made.fetch_add(1, Relaxed) + 1 == self.raise_at {
            self.stop.store(true, Relaxed);
        }
        *state = (state.0 + 1, mix(&[state.1, u64::from(mv)]));
    }

    fn payoffs(&self, state: &(u16, u64)) -> Payoffs {
        Payoffs::duel(Some(Player::new((state.1 % 2) as usize)))
    }

    fn index(&self, mv: u8) -> usize {
        mv.into()
    }

    fn index_bound(&self) -> usize {
        40
    }

    fn max_plies(&self) -> u32 {
        300
    }

    fn score(&self, state: &(u16, u64), player: Player) -> Option<u32> {
        Some((state.1 >> (8 * player.index())) as u32 % 50)
    }
}

/// Agents that would search for hours, at least one of every name that serves any game.
const ENDLESS: &[&str] = &[
    "random",
    "greedy",
    "flat(iters=1000000000)",
    "flat(iters=1000000000,playout=minimax(depth=4))",
    "mcts(iters=1000000000)",
    "uct(iters=1000000000)",
    "uct(iters=1000000000,playouts=1000)",
    "uct(iters=1000000000,expand=all(playouts=per-child))",
    "uct(iters=1000000000,playouts=1000,expand=all(playouts=per-child))",
    "uct(iters=1000000000,playout=mast)",
    "uct(iters=1000000000,playout=nst)",
    "uct(iters=1000000000,playout=greedy)",
    "uct(iters=1000000000,playout=minimax(depth=4))",
    "uct(iters=1000000000,playout=minimax(depth=20))",
    "uct(iters=1000000000,select=grave)",
    "uct(iters=1000000000,select=puct)",
    "uct(iters=1000000000,finish=max-robust)",
    "uct(iters=1000000000,transpositions=true,backup=implicit-minimax)",
    "uct(iters=1000000000,backup=max)",
    "uct(iters=1000000000,backup=power-mean)",
    "uct(iters=1000000000,parallel=root,trees=8)",
    "uct(iters=1000000000,threads=2,select=grave)",
    "uct(iters=1000000000,threads=2)",
    "uct(iters=1000000000,threads=2,playout=minimax(depth=20))",
    "uct(time=86400000)",
    "govani(iters=1000000000)",
    "govani(iters=1000000000,replies=search)",
    "ribeiro(iters=1000000000)",
    "ribeiro(iters=1000000000,iteration=per-child)",
    "ribeiro(iters=1000000000,variant=ucb-minimax2)",
    "debets(variant=mcts-nst,iters=1000000000)",
    "debets(variant=ams,iters=1000000000)",
    "ams(iters=1000000000)",
    "ams(iters=1000000000,depth=20,inner=none,late=draw)",
    "ams(iters=1000000000,depth=6,table=true)",
    "ams(iters=1000000000,table=true,inner=0)",
    "ams(iters=1000000000,playout=minimax(depth=20))",
    "minimax(depth=20)",
    "alphabeta(depth=100)",
    "alphabeta(depth=100,deepening=false)",
    "alphabeta(depth=100,deepening=false,table=false)",
    "alphabeta(time=86400000)",
    "ab-uct(nodes=none)",
    "ab-uct(nodes=1000000000,playouts=10000)",
    "solve(nodes=1000000000000)",
    "ribeiro-minimax(depth=20)",
];

#[test]
fn every_agent_is_tried() {
    let names: Vec<&str> = ENDLESS.iter().map(|spec| spec.split('(').next().expect("a name")).collect();
    for info in AGENTS {
        assert!(names.contains(&info.entry.name), "`{}` is not tried here", info.entry.name);
    }
}

#[test]
fn a_raised_flag_is_obeyed_within_10_000_plies() {
    for spec in ENDLESS {
        for raise_at in [0, 1, 777, 20_000, 60_000] {
            let game = Counting::new(raise_at);
            let mut agent = agent(&game, spec);
            agent.new_game(7);
            let mut budget = Budget { stop: Some(&game.stop), ..Budget::default() };
            let mv = agent.choose(&game, &game.initial(), &mut budget).expect("the game goes on");
            let after = game.made.load(Relaxed).saturating_sub(raise_at);
            assert!(mv < 40 && after <= SOON, "{spec}: {after} plies after the flag was raised at ply {raise_at}");
        }
    }
}

/// What agents that iterate think of a position under a budget.
fn thoughts_under(spec: &str, iterations: Option<u64>, depth: Option<u32>) -> Thoughts<u8> {
    let game = Counting::new(u64::MAX);
    let mut agent = agent(&game, spec);
    agent.new_game(3);
    let mut budget = Budget { iterations, depth, stop: Some(&game.stop), ..Budget::default() };
    agent.choose(&game, &game.initial(), &mut budget).expect("the game goes on");
    agent.thoughts(&game)
}

#[test]
fn the_smaller_limit_wins() {
    for agent in ["uct", "mcts", "flat", "govani", "ribeiro", "ams", "uct(threads=2", "debets(variant=mcts", "ab-uct"] {
        let key = if agent == "ab-uct" { "nodes" } else { "iters" };
        let spec = |iters| format!("{agent}{}{key}={iters})", if agent.contains('(') { "," } else { "(" });
        let wanted = thoughts_under(&spec(50), None, None);
        assert_eq!(wanted.iterations, 50, "{agent}");
        let (given, own) = (thoughts_under(&spec(400), Some(50), None), thoughts_under(&spec(50), Some(400), None));
        assert_eq!((&given, &own), (&wanted, &wanted), "{agent}");
    }
    for agent in ["minimax", "alphabeta", "ribeiro-minimax"] {
        let wanted = thoughts_under(&format!("{agent}(depth=2)"), None, None);
        assert_eq!(thoughts_under(&format!("{agent}(depth=3)"), None, Some(2)), wanted);
        assert_eq!(thoughts_under(&format!("{agent}(depth=2)"), None, Some(3)), wanted);
        let few = thoughts_under(&format!("{agent}(depth=20)"), Some(1000), None);
        assert!((900..=1100).contains(&few.iterations), "{agent}: {} nodes", few.iterations);
    }
}

#[test]
fn a_final_choice_that_asks_for_more_keeps_to_what_is_given() {
    let spec = "uct(iters=60,finish=max-robust)";
    assert!(thoughts_under(spec, None, None).iterations > 60, "it asks for more");
    assert_eq!(thoughts_under(spec, Some(60), None).iterations, 60);
}

#[test]
fn a_search_ends_when_no_position_wants_another_sample() {
    // Forty moves, each with forty replies: every line of two plies is sampled once.
    assert_eq!(thoughts_under("ams(iters=1000000,table=true,inner=0)", None, None).iterations, 1600);
}

#[test]
fn searches_are_shown_while_they_go_on() {
    for spec in [
        "uct(iters=300)",
        "mcts(iters=300)",
        "flat(iters=300)",
        "govani(iters=300)",
        "ribeiro(iters=300)",
        "ams(iters=9000)",
        "minimax(depth=3)",
        "alphabeta(depth=3)",
        "ab-uct(nodes=300)",
    ] {
        let whole = thoughts_under(spec, None, None);
        let mut shown: Vec<(u64, Option<u8>, usize)> = Vec::new();
        let mut note = |seen: &Thoughts<u8>| {
            let known = seen.moves.iter().filter(|thought| thought.value.is_some()).count();
            shown.push((seen.iterations, seen.line.first().copied(), known));
        };
        let game = Counting::new(u64::MAX);
        let mut agent = agent(&game, spec);
        agent.new_game(3);
        let observer = Some(Observer { show: &mut note, every: Duration::ZERO });
        agent.choose(&game, &game.initial(), &mut Budget { observer, ..Budget::default() }).expect("the game goes on");
        assert_eq!(agent.thoughts(&game), whole, "{spec}: who watches changes nothing");
        assert!(!shown.is_empty() && shown.is_sorted_by_key(|(iterations, ..)| *iterations), "{spec}: {shown:?}");
        assert!(
            shown.last().is_some_and(|&(iterations, _, known)| iterations <= whole.iterations && known > 0),
            "{spec}"
        );
        assert!(spec.starts_with("minimax") || shown.iter().all(|(_, best, _)| best.is_some()), "{spec}");
    }
}

#[test]
fn many_threads_are_shown_too() {
    let game = Counting::new(u64::MAX);
    let mut agent = agent(&game, "uct(iters=1000000000,threads=2)");
    agent.new_game(3);
    let mut lines = Vec::new();
    let mut note = |seen: &Thoughts<u8>| {
        lines.push(seen.line.len());
        game.stop.store(lines.len() == 3, Relaxed);
    };
    let observer = Some(Observer { show: &mut note, every: Duration::from_millis(20) });
    let mut budget = Budget { stop: Some(&game.stop), observer, ..Budget::default() };
    agent.choose(&game, &game.initial(), &mut budget).expect("the game goes on");
    assert!(lines.len() >= 3 && lines[2] > 0, "{lines:?}");
    assert!(agent.choose(&game, &game.initial(), &mut Budget { iterations: Some(9), ..Budget::default() }).is_ok());
}

/// Does the agent of every spec in a game stop at once, or soon?
struct EveryAgent<'a>(&'a str);

impl Visit for EveryAgent<'_> {
    /// Searches that the flag ended while they went on.
    type Output = u32;
    fn visit<G: Game>(self, game: G) -> u32 {
        let parts = PartCatalog::standard();
        let state = game.initial();
        let moves = legal(&game, &state);
        let mut ended = 0;
        for spec in ENDLESS {
            // Some serve two players alone.
            let Ok(mut agent) = parts.agent(&game, spec) else { continue };
            let raised = AtomicBool::new(true);
            for over in [
                Budget { stop: Some(&raised), ..Budget::default() },
                Budget { time: Some(Duration::ZERO), ..Budget::default() },
            ] {
                let work = work(&game, spec, &mut *agent, over, &moves);
                assert!(work <= AT_ONCE, "{} {spec}: {work} iterations or nodes though it is over", self.0);
            }
            // Raised when the search is first shown; the limit of time is for those that are not
            // shown.
            let (stop, mut seen) = (AtomicBool::new(false), None);
            let mut raise = |thoughts: &Thoughts<G::Move>| {
                seen.get_or_insert(thoughts.iterations);
                stop.store(true, Relaxed);
            };
            let observer = Some(Observer { show: &mut raise, every: Duration::ZERO });
            let time = Some(Duration::from_millis(5));
            let budget = Budget { stop: Some(&stop), time, observer, ..Budget::default() };
            let work = work(&game, spec, &mut *agent, budget, &moves);
            if let Some(seen) = seen {
                assert!(work <= seen + AT_ONCE, "{} {spec}: {work} iterations or nodes, raised at {seen}", self.0);
                ended += 1;
            }
        }
        ended
    }
}

/// The most iterations or nodes of a search that is over before it begins, or after its flag was
/// raised.
const AT_ONCE: u64 = 2_000;

/// Iterations or nodes of a search, which must return a legal move; a solver that was stopped says
/// that it has none.
fn work<G: Game>(
    game: &G,
    spec: &str,
    agent: &mut dyn Agent<G>,
    mut budget: Budget<'_, G::Move>,
    moves: &[G::Move],
) -> u64 {
    agent.new_game(7);
    match agent.choose(game, &game.initial(), &mut budget) {
        Ok(chosen) => assert!(moves.contains(&chosen), "{spec}"),
        Err(failure) => assert!(spec.starts_with("solve"), "{spec}: {failure:?}"),
    }
    agent.thoughts(game).iterations
}

#[test]
fn every_agent_stops_in_every_game() {
    let ended: u32 =
        mctslab_games::GAMES.iter().map(|info| with_game(info.samples[0], EveryAgent(info.samples[0]))).sum();
    assert!(ended > 100, "{ended} searches were ended while they went on");
}
