//! The engine from outside: the plain search with its shortcuts beside the general one, the nodes
//! of its tree, and iterations that are traced.

use mctslab_core::{
    Agent, Budget, ChildView, Family, Game, IterationTrace, PlayoutOrder, TraceChoice, TraceEnd, Visit,
};
use mctslab_games::awari::Awari;
use mctslab_games::breakthrough::Breakthrough;
use mctslab_games::connect_four::ConnectFour;
use mctslab_games::hex::Hex;
use mctslab_games::othello::Othello;
use mctslab_games::resolve_game;
use mctslab_games::tic_tac_mo::TicTacMo;
use mctslab_search::select::{Ties, Ucb1};
use mctslab_search::tree::{NodeId, ROOT, Tree};
use mctslab_search::{Engine, EngineSettings, PartCatalog, Parts};

/// Hands the game that `spec` names, of one family, to `visit`: no other game is compiled.
fn with_game<F: Family, V: Visit>(spec: &str, visit: V) -> V::Output {
    let args = resolve_game(spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
    F::build(&args, visit).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// Searches by the plain and by the general search, and compares the trees.
struct Compared<'a> {
    spec: &'a str,
    c: f64,
    settings: EngineSettings,
    /// Moves of the game that are searched for one after the other.
    moves: usize,
}

impl Visit for Compared<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let Compared { spec, c, settings, moves } = self;
        let name = format!("{spec}, seed 11, c={c}, {settings:?}");
        let engine = || Engine::new(&game, settings, Parts::new(Ucb1::new(c, Ties::Random)));
        let (mut plain, mut general) = (engine(), engine().without_shortcuts());
        let mut state = game.initial();
        let mut made = 0;
        plain.reset(11);
        general.reset(11);
        for _ in 0..moves {
            let mv = plain.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
            let other = general.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
            assert_eq!((mv, plain.iterations()), (other, general.iterations()), "{name}");
            let nodes = same_below(plain.tree(), general.tree(), (ROOT, ROOT), &name);
            assert!(nodes > 1, "{name}");
            made += plain.iterations();
            game.play(&mut state, mv);
        }
        assert_eq!(general.cached_iterations(), 0, "{name}");
        let cached = plain.cached_iterations();
        assert!(3 * cached > made, "{name}: the path cache served {cached} of {made} iterations");
    }
}

/// Compares what two trees know, bit by bit; returns how many nodes they have.
fn same_below<M: Copy + Eq>(one: &Tree<M>, other: &Tree<M>, from: (NodeId, NodeId), name: &str) -> usize {
    let mut open = vec![from];
    let mut seen = 0;
    while let Some((left, right)) = open.pop() {
        seen += 1;
        let facts = |tree: &Tree<M>, id| {
            let node = tree.node(id);
            (node.visits(), node.mean().to_bits(), node.rarity().to_bits(), node.proof(), node.total())
        };
        assert_eq!(facts(one, left), facts(other, right), "{name}: node {left}");
        assert!(one.child_moves(left) == other.child_moves(right), "{name}: moves of node {left}");
        open.extend((0..one.node(left).children()).map(|place| (one.child(left, place), other.child(right, place))));
    }
    seen
}

fn settings(iters: u64) -> EngineSettings {
    EngineSettings { iters: Some(iters), solve: true, ..EngineSettings::default() }
}

/// The plain search grows the trees of the general one, at several sizes. With little exploration
/// paths soon have 16 steps and more on average.
fn same_trees<F: Family>(spec: &str, c: f64, sizes: &[u64]) {
    for &iters in sizes {
        with_game::<F, _>(spec, Compared { spec, c, settings: settings(iters), moves: 1 });
    }
}

#[test]
fn the_plain_search_grows_the_trees_of_the_general_one_in_connect_four() {
    same_trees::<ConnectFour>("connect-four", 0.1, &[20_000, 300_000]);
}

#[test]
fn it_does_so_in_othello() {
    same_trees::<Othello>("othello(size=6)", 0.05, &[20_000, 300_000]);
}

#[test]
fn it_does_so_in_breakthrough() {
    same_trees::<Breakthrough>("breakthrough(width=6,height=6)", 0.05, &[20_000, 300_000]);
}

#[test]
fn it_does_so_in_awari_where_positions_are_not_saved() {
    same_trees::<Awari>("awari", 0.05, &[20_000]);
}

#[test]
fn it_does_so_with_every_setting_that_it_serves() {
    let basic = settings(20_000);
    let small = "connect-four(width=5,height=4)";
    let each = [
        EngineSettings { solve: false, ..basic },
        EngineSettings { reuse: true, ..basic },
        EngineSettings { playouts: 2, ..basic },
        EngineSettings { memory: 200_000, ..basic },
    ];
    for settings in each {
        with_game::<ConnectFour, _>(small, Compared { spec: small, c: 0.05, settings, moves: 2 });
        with_game::<TicTacMo, _>("tic-tac-mo", Compared { spec: "tic-tac-mo", c: 0.0, settings, moves: 2 });
    }
}

/// The agent that `spec` names.
fn agent<G: Game>(game: &G, spec: &str) -> Box<dyn Agent<G>> {
    PartCatalog::standard().agent(game, spec).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// Rules and options, by how exactly the terms of a score are those that are compared: GRAVE
/// compares in single precision, and some moves of a rule may be random.
const SEARCHES: &[(&str, Option<f64>)] = &[
    ("c=0.4", Some(0.0)),
    ("c=0,solve=false", Some(0.0)),
    ("select=ucb1-tuned", Some(0.0)),
    ("select=epsilon-greedy(eps=0)", Some(0.0)),
    ("select=epsilon-greedy", None),
    ("select=uniform", None),
    ("select=thompson", Some(0.0)),
    ("select=puct", Some(0.0)),
    ("select=grave(ref=10),c=0.4,expand=one", Some(1e-5)),
    ("select=rave,c=0.4,expand=all", Some(0.0)),
    ("select=grave(ref=10)", Some(1e-5)),
    ("select=progressive-history", Some(0.0)),
    ("expand=all", Some(0.0)),
    ("expand=all(playouts=per-child)", Some(0.0)),
    ("backup=implicit-minimax,transpositions=true", Some(0.0)),
    ("playout=mast,expand=one(order=table)", Some(0.0)),
    ("playout=nst,playouts=2", Some(0.0)),
    ("playout=greedy", Some(0.0)),
    ("backup=max", Some(0.0)),
    ("opponent=random", Some(0.0)),
    ("reward=values(loss=0.1,draw=0.5,win=0.9)", Some(0.0)),
];

/// Compares searches with and without tracing, iteration by iteration at the root, and looks at
/// what the traces say.
struct Traced<'a>(&'a str);

impl Visit for Traced<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        const ITERATIONS: u64 = 250;
        let state = game.initial();
        for (options, exact) in SEARCHES {
            let spec = format!("uct(iters={ITERATIONS},{options})");
            let (mut traced, mut plain) = (agent(&game, &spec), agent(&game, &spec));
            for agent in [&mut traced, &mut plain] {
                agent.new_game(7);
            }
            let name = format!("{}, seed 7, {spec}", self.0);
            for number in 1..=ITERATIONS {
                let Some(trace) = traced.trace(&game, &state) else { break };
                assert_eq!(trace.number, number, "{name}");
                check(&game, &state, &trace, *exact, &name);
            }
            plain.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
            let line = plain.thoughts(&game).line.len();
            let (traced, plain) = (traced.thoughts(&game), plain.thoughts(&game));
            assert_eq!((traced.iterations, &traced.moves), (plain.iterations, &plain.moves), "{name}");
            assert!(line > 0, "{name}");
        }
    }
}

/// Compares, after every single iteration, the tree of a traced search with that of a search that
/// made as many without tracing: every node, its statistics and its proof.
struct TracedStepByStep<'a>(&'a str);

impl Visit for TracedStepByStep<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        const ITERATIONS: u64 = 40;
        let state = game.initial();
        let each = SEARCHES.iter().flat_map(|(options, _)| ["", ",solve=false"].map(|solve| (options, solve)));
        for (options, solve) in each.filter(|(options, _)| !options.contains("solve=")) {
            let spec = format!("uct({options}{solve})");
            let name = format!("{}, seed 5, {spec}", self.0);
            let (mut traced, mut plain) = (agent(&game, &spec), agent(&game, &spec));
            traced.new_game(5);
            for number in 1..=ITERATIONS {
                if traced.trace(&game, &state).is_none() {
                    break;
                }
                plain.new_game(5);
                let mut budget = Budget { iterations: Some(number), ..Budget::default() };
                plain.choose(&game, &state, &mut budget).expect("the game goes on");
                let nodes = same_nodes(&game, (&*traced, &*plain), &format!("{name}, iteration {number}"));
                assert!(nodes as u64 > number.min(3), "{name}: {nodes} nodes after {number} iterations");
            }
        }
    }
}

/// Compares all nodes of two trees; how many there are. What terms are drawn at random differs once
/// the one search has chosen a move.
fn same_nodes<G: Game>(game: &G, (one, other): (&dyn Agent<G>, &dyn Agent<G>), name: &str) -> usize {
    let (mut open, mut seen) = (vec![Vec::new()], 0);
    while let Some(path) = open.pop() {
        let [left, right] = [one, other].map(|agent| {
            let mut node = agent.inspect(game, &path).unwrap_or_else(|| panic!("{name}: no node {path:?}"));
            node.children.iter_mut().for_each(|child| child.terms.clear());
            node
        });
        assert_eq!(left, right, "{name}: {path:?}");
        open.extend(left.children.iter().map(|child| [path.as_slice(), &[child.mv]].concat()));
        seen += 1;
    }
    seen
}

/// Checks that a trace is of an iteration that could have been.
fn check<G: Game>(game: &G, root: &G::State, trace: &IterationTrace<G::Move>, exact: Option<f64>, name: &str) {
    let mut state = root.clone();
    for step in &trace.steps {
        assert_eq!(game.turn(&state), Some(step.player), "{name}: {trace:?}");
        assert_eq!(step.choice == TraceChoice::Selected, !step.children.is_empty(), "{name}: {trace:?}");
        let chosen = step.children.iter().find(|child| child.mv == step.proven_choice.unwrap_or(step.mv));
        if let (Some(chosen), Some(exact)) = (chosen, exact) {
            let greatest = step.children.iter().map(ChildView::score).fold(f64::NEG_INFINITY, f64::max);
            let far = greatest - chosen.score();
            assert!(chosen.score() == greatest || far <= exact, "{name}: {far} less than the greatest, {step:?}");
        }
        game.play(&mut state, step.mv);
    }
    assert_eq!(trace.end == TraceEnd::GameOver, game.turn(&state).is_none(), "{name}: {trace:?}");
    assert_eq!(trace.end == TraceEnd::PlayedOut, !trace.playouts.is_empty(), "{name}: {trace:?}");
    assert!(trace.records.iter().any(|record| record.mv.is_none()), "{name}: the root is recorded, {trace:?}");
    for playout in &trace.playouts {
        let mut state = root.clone();
        for &mv in playout.line.iter().chain(&playout.moves) {
            let mut legal = Vec::new();
            game.moves(&state, &mut legal);
            assert!(legal.contains(&mv), "{name}: {trace:?}");
            game.play(&mut state, mv);
        }
        assert_ne!(playout.order, PlayoutOrder::Unknown, "{name}: {trace:?}");
        assert_eq!(game.turn(&state), None, "{name}: {trace:?}");
        if !name.contains("reward=") {
            assert_eq!(game.payoffs(&state), playout.rewards, "{name}: {trace:?}");
        }
    }
}

#[test]
fn traced_iterations_are_those_of_the_search_in_connect_four() {
    with_game::<ConnectFour, _>("connect-four", Traced("connect-four"));
}

#[test]
fn traced_iterations_are_those_of_the_search_in_hex() {
    with_game::<Hex, _>("hex(size=5)", Traced("hex(size=5)"));
}

#[test]
fn traced_iterations_are_those_of_the_search_in_othello() {
    with_game::<Othello, _>("othello(size=6)", Traced("othello(size=6)"));
}

#[test]
fn after_every_traced_iteration_the_tree_is_that_of_the_search_in_connect_four() {
    with_game::<ConnectFour, _>("connect-four(width=5,height=4)", TracedStepByStep("connect-four(width=5,height=4)"));
}

#[test]
fn after_every_traced_iteration_the_tree_is_that_of_the_search_in_hex() {
    with_game::<Hex, _>("hex(size=4)", TracedStepByStep("hex(size=4)"));
}

#[test]
fn after_every_traced_iteration_the_tree_is_that_of_the_search_in_othello() {
    with_game::<Othello, _>("othello(size=6)", TracedStepByStep("othello(size=6)"));
}

#[test]
fn a_playout_that_fills_the_board_says_that_its_order_is_for_display() {
    struct Orders;
    impl Visit for Orders {
        type Output = Vec<PlayoutOrder>;
        fn visit<G: Game>(self, game: G) -> Vec<PlayoutOrder> {
            let mut agent = agent(&game, "uct(iters=10)");
            agent.new_game(3);
            let mut orders = Vec::new();
            for _ in 0..20 {
                let trace = agent.trace(&game, &game.initial()).expect("the game goes on");
                orders.extend(trace.playouts.iter().map(|playout| playout.order));
            }
            orders
        }
    }
    assert_eq!(with_game::<Hex, _>("hex(size=9)", Orders), [PlayoutOrder::ForDisplay; 20]);
    assert_eq!(with_game::<ConnectFour, _>("connect-four", Orders), [PlayoutOrder::AsPlayed; 20]);
}

#[test]
fn a_search_goes_on_after_traced_iterations_as_after_others() {
    struct GoesOn;
    impl Visit for GoesOn {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            let settings = EngineSettings { reuse: true, ..settings(5000) };
            let engine = || Engine::new(&game, settings, Parts::new(Ucb1::new(0.1, Ties::Random)));
            let (mut plain, mut general) = (engine(), engine().without_shortcuts());
            let state = game.initial();
            for engine in [&mut plain, &mut general] {
                engine.reset(5);
                for _ in 0..3 {
                    engine.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
                    (0..100).for_each(|_| assert!(engine.trace(&game, &state).is_some()));
                }
            }
            same_below(plain.tree(), general.tree(), (ROOT, ROOT), "seed 5");
            assert!(plain.cached_iterations() > 0 && general.cached_iterations() == 0);
        }
    }
    with_game::<ConnectFour, _>("connect-four", GoesOn);
}

/// Looks at nodes of trees.
struct Inspected;

impl Visit for Inspected {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        for spec in ["uct(iters=2000)", "uct(iters=4000,parallel=root,trees=3)", "uct(iters=500,select=grave)"] {
            let mut agent = agent(&game, spec);
            assert_eq!(agent.inspect(&game, &[]), None, "{spec}: nothing was searched");
            agent.new_game(9);
            let mv = agent.choose(&game, &game.initial(), &mut Budget::default()).expect("the game goes on");
            let root = agent.inspect(&game, &[]).expect("there is a tree");
            let thoughts = agent.thoughts(&game);
            assert_eq!(root.children.len() + root.untried.len(), thoughts.moves.len(), "{spec}");
            for child in &root.children {
                let thought = thoughts.moves.iter().find(|thought| thought.mv == child.mv).expect("a legal move");
                assert_eq!((child.visits, child.mean, child.proven), (thought.visits, thought.value, thought.proven));
            }
            assert_eq!(root.visits, root.children.iter().map(|child| child.visits).sum(), "{spec}");
            let below = agent.inspect(&game, &[mv]).expect("the chosen move has a node");
            assert!(below.visits > 0 && !below.children.is_empty(), "{spec}");
            assert!(below.children.iter().all(|child| child.terms.len() == 2), "{spec}: {below:?}");
            assert_ne!(below.player, root.player, "{spec}");
            let line = &agent.thoughts(&game).line;
            assert!(agent.inspect(&game, line).is_some(), "{spec}: the line is in the tree");
            let long = [line.clone(), vec![mv; 50]].concat();
            assert_eq!(agent.inspect(&game, &long), None, "{spec}: no such node");
        }
        let mut random = agent(&game, "random");
        assert!(random.inspect(&game, &[]).is_none() && random.trace(&game, &game.initial()).is_none());
    }
}

#[test]
fn any_node_of_a_tree_can_be_looked_at() {
    with_game::<ConnectFour, _>("connect-four", Inspected);
}
