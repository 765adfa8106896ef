//! Every name in the lists of parts makes its own part, and parts can be added.

use std::collections::BTreeMap;

use mctslab_core::catalog::Rows;
use mctslab_core::spec::{Args, Entry, Spec};
use mctslab_core::{Budget, Game, Payoffs, Player, Rng, Visit};
use mctslab_search::PartCatalog;
use mctslab_search::playout::{PlayoutRow, Policy};
use mctslab_search::select::{Advisor, Choice, Select, SelectRow, Selection, Ties};
use mctslab_search::trail::Trail;

use crate::with_game;

/// The arguments of every row of a list, all as by default.
fn defaults<G: Game, B>(game: &G, parts: &PartCatalog, rows: &Rows<B>) -> impl Iterator<Item = Args> {
    rows.entries().iter().map(move |entry| {
        let spec = Spec::parse(entry.name).expect("a name is a spec");
        parts.resolve(game, &spec, "part", rows.entries()).expect("it has defaults")
    })
}

/// Fails if two names make the same: then one of them makes the other, which would be the default.
fn all_differ(made: impl Iterator<Item = (&'static str, String)>) {
    let mut names: BTreeMap<String, &str> = BTreeMap::new();
    for (name, part) in made {
        if let Some(other) = names.insert(part.clone(), name) {
            panic!("`{other}` and `{name}` both make {part}");
        }
    }
    assert!(names.len() > 1, "{names:?}");
}

struct Differ;

impl Visit for Differ {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let parts = PartCatalog::standard();
        let advice = |advice: &Option<Advisor>| {
            advice.as_ref().map_or("no advice".to_string(), |advisor| advisor.advice().name())
        };
        all_differ(defaults(&game, &parts, &parts.selects).map(|args| {
            let made = parts.select(&game, &args, 0.4, Ties::Random).expect("listed");
            (args.name(), format!("{} with {}", made.rule.name(), advice(&made.advice)))
        }));
        all_differ(defaults(&game, &parts, &parts.playouts).map(|args| {
            let made = parts.playout(&game, &args, false).expect("listed");
            (args.name(), made.name().to_string())
        }));
        all_differ(defaults(&game, &parts, &parts.finishes).map(|args| {
            let made = parts.finish(&args).expect("listed");
            (args.name(), made.name().to_string())
        }));
        // Before it is seen that `values` with its defaults are what the game pays.
        all_differ(defaults(&game, &parts, &parts.rewards).map(|args| {
            let made = parts.rewards.build(&args).expect("listed")(&args);
            (args.name(), format!("{made:?}"))
        }));
        all_differ(defaults(&game, &parts, &parts.backups).map(|args| {
            let made = parts.backup(&args).expect("listed");
            (args.name(), format!("{made:?}"))
        }));
    }
}

#[test]
fn every_name_makes_its_own_part() {
    with_game("nim", Differ);
}

/// Take one to three of nine stones, the last stone wins. Every number is a type of its own.
struct Heap<const NUMBER: u8>;

impl<const NUMBER: u8> Game for Heap<NUMBER> {
    type State = (usize, Player);
    type Move = usize;
    fn initial(&self) -> Self::State {
        (9, Player::FIRST)
    }
    fn turn(&self, &(stones, player): &Self::State) -> Option<Player> {
        (stones > 0).then_some(player)
    }
    fn moves(&self, &(stones, _): &Self::State, out: &mut Vec<usize>) {
        out.extend(1..=stones.min(3));
    }
    fn play(&self, (stones, player): &mut Self::State, taken: usize) {
        *stones -= taken;
        *player = player.other();
    }
    fn payoffs(&self, &(_, player): &Self::State) -> Payoffs {
        Payoffs::duel(Some(player.other()))
    }
    fn index(&self, taken: usize) -> usize {
        taken - 1
    }
    fn index_bound(&self) -> usize {
        3
    }
    fn max_plies(&self) -> u32 {
        9
    }
}

/// Visits the child that was made last.
struct Last;

impl Select for Last {
    fn pick(&mut self, choice: &Choice, _: &mut Rng) -> usize {
        choice.children.len() - 1
    }
}

#[test]
fn a_rule_that_is_added_is_searched_with() {
    const LAST: SelectRow =
        SelectRow { entry: Entry::word("last", "the child made last"), source: "", build: |_| Selection::by(Last) };
    let mut parts = PartCatalog::standard();
    parts.add_select(LAST).expect("a new name");
    assert!(parts.add_select(LAST).is_err(), "a name has one row");
    let game = Heap::<0>;
    let visits = |parts: &PartCatalog, spec: &str| {
        let mut agent = parts.agent(&game, spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
        agent.new_game(1);
        agent.choose(&game, &game.initial(), &mut Budget::default()).expect("the game goes on");
        agent.thoughts(&game).moves.iter().map(|thought| thought.visits).collect::<Vec<u64>>()
    };
    // Once every move was tried, all visits go to the one that was tried last.
    let found = visits(&parts, "uct(iters=100,select=last,solve=false)");
    let moves = found.len() as u64;
    assert_eq!(found.iter().copied().max(), Some(100 - moves + 1), "seed 1: {found:?}");
    let refused = PartCatalog::standard().agent(&game, "uct(select=last)").map(|_| ()).expect_err("not listed there");
    assert!(refused.to_string().contains("`select` is `last`, expected `ucb1`"), "{refused}");
}

/// Calls every game a draw.
struct Peace;

impl<G: Game> Policy<G> for Peace {
    fn playout(&mut self, _: &G, _: &mut G::State, _: &mut Rng, _: &mut Trail) -> Payoffs {
        Payoffs::new(&[0.5, 0.5])
    }
}

#[test]
fn a_playout_that_is_added_serves_the_games_it_was_added_for() {
    let mut parts = PartCatalog::standard();
    let row = PlayoutRow::new(Entry::word("peace", "all is drawn"), "");
    parts.add_playout(row.serving(|_: &Heap<0>, _, _| Ok(Box::new(Peace)))).expect("a new name");
    let game = Heap::<0>;
    for agent in
        ["flat(iters=50,playout=peace)", "ams(iters=50,playout=peace)", "uct(iters=3,playout=peace,solve=false)"]
    {
        let mut agent = parts.agent(&game, agent).expect("it serves this type");
        agent.new_game(1);
        agent.choose(&game, &game.initial(), &mut Budget::default()).expect("the game goes on");
        let values: Vec<f64> = agent.thoughts(&game).moves.iter().filter_map(|thought| thought.value).collect();
        assert!(!values.is_empty() && values.iter().all(|value| *value == 0.5), "{values:?}");
    }
    let refused = parts.agent(&Heap::<1>, "flat(playout=peace)").map(|_| ()).expect_err("another game");
    assert!(refused.to_string().starts_with("`peace`: cannot be used in this game"), "{refused}");
}
