//! Search with several trees: exact counts, signs, proofs, memory, time, trees kept between moves,
//! and that nothing depends on the number of threads.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use mctslab_core::{Budget, Eval, Game, Payoffs, Player, Rng, Visit};
use mctslab_search::finish::Visits;
use mctslab_search::minimax::Exhaustive;
use mctslab_search::playout::{Policy, Uniform};
use mctslab_search::reward::Reward;
use mctslab_search::select::{Choice, Select, Ties, Ucb1};
use mctslab_search::trail::Trail;
use mctslab_search::{Engine, EngineSettings, Expand, Parallel, Parts};

use crate::signs::{GAMES, POSITIONS, Test, collect};
use crate::{after, legal, with_game};

/// The settings of most tests here.
fn plain() -> EngineSettings {
    EngineSettings { iters: Some(600), memory: 100_000_000, ..EngineSettings::default() }
}

fn parallel<G: Game>(game: &G, trees: usize, settings: EngineSettings) -> Parallel<G> {
    with_rule(game, trees, settings, || Box::new(Ucb1::new(0.5, Ties::Random)))
}

fn with_rule<G: Game>(
    game: &G,
    trees: usize,
    settings: EngineSettings,
    rule: impl Fn() -> Box<dyn Select>,
) -> Parallel<G> {
    let parts = (0..trees).map(|_| parts(rule(), uniform())).collect();
    Parallel::new(game, settings, NonZeroUsize::MIN.saturating_add(1), parts)
}

fn parts<G: Game>(select: Box<dyn Select>, playout: Box<dyn Policy<G>>) -> Parts<G> {
    Parts { select, advice: None, prior: None, playout, finish: Box::new(Visits), eval: Eval::HALF }
}

fn uniform<G: Game>() -> Box<dyn Policy<G>> {
    Box::new(Uniform::new(true))
}

/// Visits of each move, in the order of the move list.
fn visits<G: Game>(engine: &Parallel<G>, game: &G) -> Vec<u64> {
    engine.thoughts(game).moves.iter().map(|thought| thought.visits).collect()
}

struct ExactIterations<'a>(&'a str);

impl Visit for ExactIterations<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        use Expand::{All, One};
        for (threads, expand) in [(2, One), (2, All), (3, One), (8, One), (8, All)] {
            let mut engine = parallel(&game, threads, EngineSettings { expand, ..plain() });
            engine.reset(3);
            engine.search(&game, &game.initial(), &mut Budget::default());
            let at = format!("{}, {threads} trees, expand {expand:?}, seed 3", self.0);
            let total: u64 = visits(&engine, &game).iter().sum();
            assert_eq!((engine.iterations(), total, engine.visits()), (600, 600, 600), "{at}");
            // The means are means of payoffs: what was added up was added once.
            let values: Vec<f64> = engine.thoughts(&game).moves.iter().filter_map(|thought| thought.value).collect();
            assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{at}: {values:?}");
        }
    }
}

#[test]
fn every_iteration_of_every_tree_is_counted_once() {
    // Games for one, two and three players are among them.
    for info in mctslab_games::GAMES {
        with_game(info.samples[0], ExactIterations(info.samples[0]));
    }
}

/// A rule without a factor that wants squares: the least visited child.
struct Even;

impl Select for Even {
    fn pick(&mut self, choice: &Choice, _: &mut Rng) -> usize {
        assert_eq!(choice.squares.len(), choice.children.len(), "squares were asked for");
        assert!(choice.squares.iter().all(|square| (0.0..=1.0).contains(square)), "{:?}", choice.squares);
        let places = 0..choice.children.len();
        places.min_by_key(|&place| choice.children[place].visits()).expect("at least one child")
    }

    fn wants_squares(&self) -> bool {
        true
    }
}

struct CopiedChildren;

impl Visit for CopiedChildren {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        for expand in [Expand::One, Expand::All] {
            let settings = EngineSettings { iters: Some(7000), expand, ..plain() };
            let mut engine = with_rule(&game, 3, settings, || Box::new(Even));
            engine.reset(1);
            engine.search(&game, &game.initial(), &mut Budget::default());
            let visits = visits(&engine, &game);
            let even = 7000 / visits.len() as u64;
            // Trees that count the same sums in a round may take the same child.
            assert!(visits.iter().all(|&visits| visits.abs_diff(even) <= even / 4), "{visits:?}, seed 1");
        }
    }
}

#[test]
fn other_rules_are_obeyed() {
    with_game("connect-four", CopiedChildren);
    with_game("hex(size=5)", CopiedChildren);
}

struct Rewards;

impl Visit for Rewards {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        {
            let reward = Reward::Values([-3.0, 0.0, 5.0]);
            let settings = EngineSettings { reward, ..plain() };
            let mut engine = with_rule(&game, 3, settings, || Box::new(Ucb1::new(2.0, Ties::Random)));
            engine.reset(2);
            engine.search(&game, &game.initial(), &mut Budget::default());
            let thoughts = engine.thoughts(&game);
            let values: Vec<f64> = thoughts.moves.iter().filter_map(|thought| thought.value).collect();
            let at = format!("seed 2: {values:?}");
            assert!(values.iter().all(|value| (-3.0..=5.0).contains(value)), "{at}");
            // Without draws every mean comes from a whole number of wins.
            for thought in &thoughts.moves {
                let wins = thought.value.map_or(0.0, |value| (value + 3.0) / 8.0 * thought.visits as f64);
                assert!((wins - wins.round()).abs() < 1e-6, "{at}, {thought:?}");
            }
            assert_eq!(thoughts.moves.iter().map(|thought| thought.visits).sum::<u64>(), 600, "{at}");
        }
    }
}

#[test]
fn means_are_those_of_the_rewards() {
    with_game("hex(size=5)", Rewards);
}

/// Compares one tree of the parallel search with the ordinary engine, from a position and the two
/// that follow.
struct OneTree(Option<&'static str>);

impl Visit for OneTree {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        for solve in [false, true] {
            let settings = EngineSettings { solve, iters: Some(3000), reuse: true, ..plain() };
            let mut one = parallel(&game, 1, settings);
            let mut plain = Engine::new(&game, settings, parts(Box::new(Ucb1::new(0.5, Ties::Random)), uniform()));
            one.reset(7);
            plain.reset(7);
            let mut state = self.0.map_or_else(|| game.initial(), |text| game.parse_state(text).expect("a position"));
            for _ in 0..3 {
                if game.turn(&state).is_none() {
                    break;
                }
                let [mine, theirs] = [
                    one.choose(&game, &state, &mut Budget::default()),
                    plain.choose(&game, &state, &mut Budget::default()),
                ];
                assert_eq!(mine.as_ref().ok(), theirs.as_ref().ok(), "seed 7");
                assert_eq!(one.thoughts(&game), plain.thoughts(&game), "seed 7");
                game.play(&mut state, mine.expect("the game goes on"));
            }
        }
    }
}

#[test]
fn one_tree_is_the_ordinary_search() {
    for spec in ["hex(size=7)", "connect-four", "othello", "triad"] {
        with_game(spec, OneTree(None));
    }
    // Where proven draws are passed: their values are noted alike.
    with_game("connect-four(width=4,height=4)", OneTree(Some("4/3o/3x/xoox x")));
}

struct AnyThreads(&'static str);

impl Visit for AnyThreads {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        for options in ["", ",select=grave", ",select=puct", ",select=ucb1-tuned,playout=mast", ",transpositions=true"]
        {
            let mut found = Vec::new();
            for (seed, threads) in [(7, 1), (7, 2), (7, 3), (8, 2)] {
                let spec = format!("uct(iters=3000,parallel=root,trees=5,threads={threads}{options})");
                let mut agent = crate::agent(&game, &spec);
                agent.new_game(seed);
                let mut state = game.initial();
                let mut moves = Vec::new();
                for _ in 0..3 {
                    if game.turn(&state).is_some() {
                        let mv = agent.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
                        moves.push((mv, agent.thoughts(&game)));
                        game.play(&mut state, mv);
                    }
                }
                found.push(moves);
            }
            assert_eq!(found[0], found[1], "{} {options}: one thread or two", self.0);
            assert_eq!(found[0], found[2], "{} {options}: one thread or three", self.0);
            assert_ne!(found[0], found[3], "{} {options}: another seed", self.0);
        }
    }
}

#[test]
fn the_number_of_threads_changes_nothing_with_a_number_of_trees() {
    for spec in ["hex(size=7)", "connect-four", "othello", "triad"] {
        with_game(spec, AnyThreads(spec));
    }
}

struct Signs<'a>(&'a str);

impl Visit for Signs<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut wins: Vec<Vec<Test<G>>> = vec![Vec::new(); game.players()];
        let mut dangers = wins.clone();
        for seed in 0..GAMES {
            collect(&game, seed, POSITIONS, &mut wins, &mut dangers);
            if wins.iter().chain(&dangers).all(|found| found.len() >= POSITIONS) {
                break;
            }
        }
        for tests in [&wins, &dangers] {
            for (seat, tests) in tests.iter().enumerate() {
                assert!(!tests.is_empty(), "{}, seat {seat}: no win in one or no loss in two found", self.0);
                let wrong: Vec<String> = tests.iter().filter_map(|test| self.check(&game, test, true).err()).collect();
                assert!(wrong.is_empty(), "{}", wrong.join("\n"));
                // Samples may mislead where hope is faint, but a wrong sign would mislead nearly
                // always.
                let wrong: Vec<String> = tests.iter().filter_map(|test| self.check(&game, test, false).err()).collect();
                assert!(2 * wrong.len() <= tests.len(), "{}", wrong.join("\n"));
            }
        }
    }
}

impl Signs<'_> {
    fn check<G: Game>(&self, game: &G, (state, good): &Test<G>, solve: bool) -> Result<(), String> {
        let mut engine = parallel(game, 3, EngineSettings { iters: Some(20_000), solve, ..plain() });
        engine.reset(1);
        let chosen = engine.choose(game, state, &mut Budget::default()).expect("the game goes on");
        if good.contains(&chosen) {
            return Ok(());
        }
        let (found, position) = (game.move_text(state, chosen), game.state_text(state));
        Err(format!("{}, solve={solve}, seed 1: `{found}` in `{position}`", self.0))
    }
}

#[test]
fn wins_are_taken_and_losses_avoided() {
    for spec in ["tic-tac-toe", "connect-four", "yavalath", "breakthrough", "tic-tac-mo(places=first)"] {
        with_game(spec, Signs(spec));
    }
}

struct Proofs<'a> {
    name: &'a str,
    plies: u32,
    positions: u64,
}

impl Visit for Proofs<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut solver = Exhaustive::new(u64::MAX, 32_000_000);
        let mut engine = parallel(&game, 4, EngineSettings { iters: Some(100_000), solve: true, ..plain() });
        let mut proven = 0;
        for seed in 0..self.positions {
            let mut rng = Rng::new(seed);
            let mut state = game.initial();
            for _ in 0..self.plies {
                if let Some(mv) = rng.pick(&legal(&game, &state)) {
                    game.play(&mut state, mv);
                }
            }
            let Some(player) = game.turn(&state) else { continue };
            engine.reset(seed);
            let chosen = engine.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
            let at = format!("{}, seed {seed}, `{}`", self.name, game.state_text(&state));
            let mut exact = |mv| {
                let first = solver.solve(&game, &after(&game, &state, mv)).expect("small enough");
                if player == Player::FIRST { first } else { 1.0 - first }
            };
            let values: Vec<f64> = legal(&game, &state).into_iter().map(&mut exact).collect();
            for (thought, &value) in engine.thoughts(&game).moves.iter().zip(&values) {
                assert!(thought.proven.is_none_or(|proven| proven == value), "{at}: {thought:?}, exact {value}");
                proven += u64::from(thought.proven.is_some());
            }
            assert_eq!(exact(chosen), values.iter().copied().fold(0.0, f64::max), "{at}: not the best move");
        }
        assert!(proven > 0, "{}: nothing proven in {} positions", self.name, self.positions);
    }
}

#[test]
fn proofs_agree_with_exhaustive_search() {
    with_game("tic-tac-toe", Proofs { name: "tic-tac-toe", plies: 3, positions: 30 });
    let name = "connect-four(width=4,height=4)";
    with_game(name, Proofs { name, plies: 6, positions: 20 });
    with_game("hex(size=3)", Proofs { name: "hex(size=3)", plies: 1, positions: 10 });
    with_game("nim(heaps=3)", Proofs { name: "nim(heaps=3)", plies: 1, positions: 10 });
}

struct SmallMemory<'a>(&'a str);

impl Visit for SmallMemory<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        for expand in [Expand::One, Expand::All] {
            let memory = 100_000;
            let settings = EngineSettings { iters: Some(3000), memory, expand, reuse: true, ..plain() };
            let mut engine = parallel(&game, 3, settings);
            engine.reset(1);
            let mut state = game.initial();
            for _ in 0..3 {
                if game.turn(&state).is_none() {
                    break;
                }
                let mv = engine.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
                let bytes = engine.bytes();
                assert!(bytes <= memory && engine.iterations() == 3000, "{}: {bytes} bytes", self.0);
                game.play(&mut state, mv);
            }
        }
        // Where not even the first children fit, they are made nevertheless.
        let mut engine = parallel(&game, 2, EngineSettings { memory: 1, ..plain() });
        engine.choose(&game, &game.initial(), &mut Budget::default()).expect("the game goes on");
    }
}

#[test]
fn memory_is_respected_by_growing_no_further() {
    for info in mctslab_games::GAMES {
        with_game(info.samples[0], SmallMemory(info.samples[0]));
    }
}

struct TimeBudget;

impl Visit for TimeBudget {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let time = Duration::from_millis(50);
        let mut engine = parallel(&game, 2, EngineSettings { iters: None, time: Some(time), ..plain() });
        let start = Instant::now();
        engine.choose(&game, &game.initial(), &mut Budget::default()).expect("the game goes on");
        // Only that it does stop, and not at once: how exactly is a matter of the machine's load.
        assert!(start.elapsed() >= time && start.elapsed() < Duration::from_secs(20));
        assert!(engine.iterations() > 8 && engine.iterations() == engine.visits());
    }
}

#[test]
fn a_time_budget_ends_the_search() {
    with_game("hex", TimeBudget);
}

struct KeptTree<'a>(&'a str);

impl Visit for KeptTree<'_> {
    /// Whether something was kept two plies later, if the game went on so long.
    type Output = Option<bool>;
    fn visit<G: Game>(self, game: G) -> Option<bool> {
        let mut engine = parallel(&game, 2, EngineSettings { iters: Some(4000), reuse: true, ..plain() });
        engine.reset(5);
        let start = game.initial();
        let chosen = engine.choose(&game, &start, &mut Budget::default()).expect("the game goes on");
        let known = engine.thoughts(&game).moves.into_iter().find(|thought| thought.mv == chosen);
        let known = known.map_or(0, |thought| thought.visits);
        let next = after(&game, &start, chosen);
        game.turn(&next)?;
        let reply = engine.choose(&game, &next, &mut Budget::default()).expect("the game goes on");
        let kept: u64 = visits(&engine, &game).iter().sum();
        // The first visit in each of the two trees was played out from the position itself.
        assert!((known + 3998..=known + 4000).contains(&kept), "{}, seed 5: {kept} of {known} + 4000", self.0);
        assert_eq!(engine.visits(), kept, "{}, seed 5", self.0);
        // Two plies later, in trees whose roots have moved before.
        let expected = engine.thoughts(&game).line;
        let later = expected.get(1).map(|&mv| after(&game, &after(&game, &next, reply), mv));
        let kept_later = later.filter(|later| game.turn(later).is_some()).map(|later| {
            engine.search(&game, &later, &mut Budget::default());
            engine.visits() > 4000
        });
        engine.search(&game, &start, &mut Budget::default());
        assert_eq!(engine.visits(), 4000, "{}, seed 5: another position starts afresh", self.0);
        kept_later
    }
}

#[test]
fn the_tree_is_kept_between_moves() {
    let games = mctslab_games::GAMES.iter().map(|info| info.samples[0]);
    let kept: Vec<bool> = games.filter_map(|game| with_game(game, KeptTree(game))).collect();
    // With more than a hundred moves, no tree may have gone on from the position that came.
    let most = kept.iter().filter(|&&kept| kept).count();
    assert!(kept.len() >= 15 && most + 2 >= kept.len(), "{most} of {}", kept.len());
}

/// A playout that fails after a while.
struct Failing(u32);

impl<G: Game> Policy<G> for Failing {
    fn playout(&mut self, game: &G, state: &mut G::State, rng: &mut Rng, trail: &mut Trail) -> Payoffs {
        self.0 = self.0.checked_sub(1).expect("failing on purpose");
        Uniform::new(true).playout(game, state, rng, trail)
    }
}

struct Panics;

impl Visit for Panics {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        for failing in 0..3 {
            let policy = |tree| if tree == failing { Box::new(Failing(20)) } else { uniform() };
            let parts: Vec<Parts<G>> =
                (0..3).map(|tree| parts(Box::new(Ucb1::new(0.5, Ties::Random)), policy(tree))).collect();
            let settings = EngineSettings { iters: None, time: Some(Duration::from_hours(1)), reuse: true, ..plain() };
            let mut engine = Parallel::new(&game, settings, NonZeroUsize::MIN.saturating_add(2), parts);
            let result =
                catch_unwind(AssertUnwindSafe(|| engine.search(&game, &game.initial(), &mut Budget::default())));
            assert!(result.is_err(), "thread {failing} failed, and that is passed on");
            assert!(engine.thoughts(&game).moves.is_empty(), "what a failed search found is not to be used");
        }
    }
}

#[test]
fn a_panic_in_one_thread_ends_the_search() {
    with_game("hex(size=5)", Panics);
}
