//! The engine from outside: the plain search with its shortcuts beside the general one.

use mctslab_core::{Budget, Family, Game, Visit};
use mctslab_games::awari::Awari;
use mctslab_games::connect_four::ConnectFour;
use mctslab_games::othello::Othello;
use mctslab_games::resolve_game;
use mctslab_games::tic_tac_mo::TicTacMo;
use mctslab_search::select::{Ties, Ucb1};
use mctslab_search::tree::{NodeId, ROOT, Tree};
use mctslab_search::{Engine, EngineSettings, Parts};

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

/// The plain search grows the trees of the general one, at two sizes. With little exploration paths
/// soon have 16 steps and more on average.
fn same_trees<F: Family>(spec: &str, c: f64) {
    for iters in [20_000, 300_000] {
        with_game::<F, _>(spec, Compared { spec, c, settings: settings(iters), moves: 1 });
    }
}

#[test]
fn the_plain_search_grows_the_trees_of_the_general_one_in_connect_four() {
    same_trees::<ConnectFour>("connect-four", 0.1);
}

#[test]
fn it_does_so_in_othello() {
    same_trees::<Othello>("othello(size=6)", 0.05);
}

#[test]
fn it_does_so_in_awari_where_positions_are_not_saved() {
    same_trees::<Awari>("awari", 0.05);
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
