//! Additions to a catalog are named like all other parts, and games built before stay as they were.

use std::sync::Arc;

use mctslab_core::spec::{Entry, Kind, Param};
use mctslab_core::{Agent, AnyAgent, AnyState, Budget, Failure, Game, Payoffs, Player, Rng, SearchReport};
use mctslab_registry::{AgentRow, Catalog, MakeAnyAgent, NamedAgent, NamedSelect, SearchBudget};
use mctslab_search::backup::{Backup, BackupRow, Combine};
use mctslab_search::evals::EvalRow;
use mctslab_search::finish::{Finish, FinishRow};
use mctslab_search::select::{Choice, Context, Select, SelectRow, Selection};
use mctslab_search::tree::Node;

/// Take one to three stones; the last stone wins.
struct Heap(u32);

impl Game for Heap {
    type State = (u32, Player);
    type Move = u32;
    fn initial(&self) -> Self::State {
        (self.0, Player::FIRST)
    }
    fn turn(&self, &(stones, player): &Self::State) -> Option<Player> {
        (stones > 0).then_some(player)
    }
    fn moves(&self, &(stones, _): &Self::State, out: &mut Vec<u32>) {
        out.extend(1..=stones.min(3));
    }
    fn play(&self, (stones, player): &mut Self::State, taken: u32) {
        *stones -= taken;
        *player = player.other();
    }
    fn payoffs(&self, &(_, player): &Self::State) -> Payoffs {
        Payoffs::duel(Some(player.other()))
    }
    fn index(&self, taken: u32) -> usize {
        taken as usize - 1
    }
    fn index_bound(&self) -> usize {
        3
    }
    fn max_plies(&self) -> u32 {
        self.0
    }
}

/// Takes as many stones as it may.
struct Greed;

impl Agent<Heap> for Greed {
    fn new_game(&mut self, _: u64) {}
    fn choose(&mut self, _: &Heap, &(stones, _): &(u32, Player), _: &mut Budget<'_, u32>) -> Result<u32, Failure> {
        Ok(stones.min(3))
    }
}

/// Visits and plays the child that was made last.
struct Last;

impl Select for Last {
    fn pick(&mut self, choice: &Choice, _: &mut Rng) -> usize {
        choice.children.len() - 1
    }
}

impl Finish for Last {
    fn score(&self, child: &Node) -> f64 {
        -f64::from(child.visits())
    }
}

const RULE: SelectRow =
    SelectRow { entry: Entry::word("last", "the child made last"), source: "", build: |_| Selection::by(Last) };
const CHOICE: FinishRow =
    FinishRow { entry: Entry::word("fewest", "the fewest visits"), source: "", build: |_| Box::new(Last) };

fn own() -> Catalog {
    let mut catalog = Catalog::standard();
    for (name, stones) in [("heap-5", 5), ("heap-7", 7)] {
        catalog.add_game(Entry::word(name, "a heap"), "//! A heap.\n", move |_| Ok(Heap(stones))).expect("a new name");
    }
    let greed = AgentRow::new(Entry::word("greed", "takes all it may"), "");
    catalog.add_agent(greed.serving(|_: &Heap, _| Ok(Box::new(Greed)))).expect("a new name");
    catalog.add_select(RULE).expect("a new name");
    catalog.add_finish(CHOICE).expect("a new name");
    catalog
}

#[test]
fn one_type_serves_many_games_and_every_agent_plays_them() {
    let catalog = own();
    for (name, best) in [("heap-5", "1"), ("heap-7", "3")] {
        let game = catalog.game(name).expect("it was added");
        for agent in ["solve", "alphabeta(depth=9)", "uct(iters=2000)", "mcts(iters=2000)"] {
            assert_eq!(
                game.search(agent, None, 1, SearchBudget::default()).expect("it goes on").best,
                best,
                "{agent} in {name}"
            );
        }
        assert_eq!(game.search("greed", None, 1, SearchBudget::default()).expect("it goes on").best, "3");
    }
    assert_eq!(
        catalog.erase(Heap(6), "six").search("solve", None, 1, SearchBudget::default()).expect("it goes on").best,
        "2"
    );
}

#[test]
fn added_parts_are_resolved_explained_and_shortened() {
    let catalog = own();
    let game = catalog.game("heap-5").expect("it was added");
    let whole = game.agent("uct(iters=50,select=last,finish=fewest,solve=false)").expect("parts were added");
    assert!(whole.contains("select=last") && whole.contains("finish=fewest"), "{whole}");
    let short = game.catalog().short_agent(&whole, &game.evals());
    assert_eq!(short, "uct(iters=50,select=last,finish=fewest,solve=false)");
    let moves = game.search(&whole, None, 1, SearchBudget::default()).expect("it goes on").moves;
    let visits: Vec<u64> = moves.iter().map(|found| found.visits).collect();
    assert_eq!(visits.iter().filter(|visits| **visits == 1).count(), 2, "seed 1: {visits:?}");
    for (name, what) in [("last", "select"), ("fewest", "finish"), ("greed", "agent"), ("heap-7", "game")] {
        let described = catalog.describe(name, Vec::new()).expect("it was added");
        assert!(described.iter().any(|found| found.what == what), "{name}");
    }
    assert_eq!(catalog.describe("heap-5", Vec::new()).expect("it was added")[0].text.trim(), "A heap.");
}

#[test]
fn what_was_built_before_and_other_games_do_not_have_it() {
    let mut catalog = Catalog::standard();
    let before = catalog.game("tic-tac-toe").expect("listed");
    catalog.add_select(RULE).expect("a new name");
    assert!(before.agent("uct(select=last)").is_err() && Catalog::standard().game("heap-5").is_err());
    assert!(catalog.game("tic-tac-toe").expect("listed").agent("uct(select=last)").is_ok());
    let refused = own().game("tic-tac-toe").expect("listed").agent("greed").expect_err("it serves heaps").to_string();
    assert!(refused.starts_with("`greed`: cannot play `tic-tac-toe"), "{refused}");
    let taken = catalog.add_select(RULE).expect_err("it is there").to_string();
    assert_eq!(taken, "there is a selection rule called `last` already; choose another name");
    assert!(catalog.add_game(Entry::word("nim", ""), "", |_| Ok(Heap(1))).is_err());
    assert!(catalog.add_agent(AgentRow::new(Entry::word("uct", ""), "")).is_err());
}

impl NamedSelect for Last {
    const ENTRY: Entry = Entry::word("latest", "the child made last");

    fn new(_: &Context) -> Last {
        Last
    }
}

impl NamedAgent for Greed {
    const ENTRY: Entry = Entry::word("greed", "takes all it may");

    fn serve(row: AgentRow) -> AgentRow {
        row.serving(|_: &Heap, _| Ok(Box::new(Greed)))
    }
}

#[test]
fn an_empty_catalog_has_what_is_added_and_nothing_else() {
    let mut catalog = Catalog::empty();
    assert!(catalog.games().is_empty() && catalog.agents().is_empty() && catalog.game("hex").is_err());
    catalog.add_game(Entry::word("heap", "a heap"), "", |_| Ok(Heap(5))).expect("a new name");
    catalog.add_named_agent::<Greed>().expect("a new name");
    let alone = catalog.game("heap").expect("it was added");
    assert!(alone.agent("greed").is_ok() && alone.agent("uct").is_err() && alone.agent("random").is_err());
    catalog.add_named_select::<Last>().expect("a new name");
    catalog.add_standard_agents().expect("new names");
    let game = catalog.game("heap").expect("it was added");
    assert!(game.agent("uct(select=latest)").is_ok() && alone.agent("uct").is_err(), "what was built before stays");
    assert!(catalog.add_named_agent::<Greed>().is_err() && catalog.add_standard_agents().is_err(), "names are taken");
}

/// Multiples of four are lost for the player to move.
fn multiples(_: &Heap, &(stones, mover): &(u32, Player), player: Player) -> f64 {
    if (stones % 4 == 0) == (mover == player) { 0.25 } else { 0.75 }
}

fn multiples_row() -> EvalRow {
    EvalRow::new("multiples", "a multiple of four loses").serving(multiples)
}

#[test]
fn added_estimates_serve_their_games_and_never_become_the_default() {
    let mut catalog = own();
    catalog.add_eval(multiples_row()).expect("a new name");
    let game = catalog.game("heap-7").expect("it was added");
    let names: Vec<&str> = game.evals().iter().map(|eval| eval.name).collect();
    assert_eq!(names, ["half", "multiples"]);
    for agent in ["greedy", "minimax(depth=1", "alphabeta(depth=1", "uct(iters=400,playout=uniform(limit=0"] {
        let closed = match agent.matches('(').count() {
            0 => format!("{agent}(eval=multiples)"),
            1 => format!("{agent},eval=multiples)"),
            _ => format!("{agent},eval=multiples))"),
        };
        let whole = game.agent(&closed).expect("it serves heaps");
        assert!(whole.contains("eval=multiples"), "{whole}");
        let found = game.search(&closed, None, 1, SearchBudget::default()).expect("it goes on");
        assert_eq!(found.best, "3", "{closed}: four are left");
    }
    assert!(game.agent("greedy").expect("listed").contains("eval=half"), "what is named nowhere stays as it was");
    let implicit = "uct(iters=200,backup=implicit-minimax(alpha=1,eval=multiples))";
    assert_eq!(game.search(implicit, None, 1, SearchBudget::default()).expect("it goes on").best, "3");
    let described = catalog.describe("multiples", Vec::new()).expect("it was added");
    assert!(described.iter().any(|found| found.what == "eval" && found.entry.doc == "a multiple of four loses"));
    let other = catalog.game("tic-tac-toe").expect("listed");
    let refused = other.agent("greedy(eval=multiples)").expect_err("it serves heaps").to_string();
    assert!(refused.ends_with("`eval` is `multiples`, expected `half`"), "{refused}");
}

#[test]
#[cfg(feature = "all-games")]
fn an_estimate_of_a_name_that_is_taken_is_refused() {
    let mut catalog = own();
    catalog.add_eval(multiples_row()).expect("a new name");
    assert!(catalog.add_eval(multiples_row()).is_err(), "it is there");
    assert!(catalog.add_eval(EvalRow::new("half", "")).is_err(), "every game has it");
    let stones = EvalRow::new("stones", "none").serving(|_: &mctslab_games::chain::Chain, _, _| 0.5);
    catalog.add_eval(stones).expect("no game of that type has it");
    let stop =
        EvalRow::new("stop", "as if it were that of the game").serving(|_: &mctslab_games::chain::Chain, _, _| 0.5);
    catalog.add_eval(stop).expect("games are not asked yet");
    let game = catalog.game("chain").expect("listed");
    assert!(game.agent("greedy(eval=stones)").is_ok());
    let taken = game.agent("greedy(eval=stop)").expect_err("the game has it").to_string();
    assert_eq!(taken, "there is a position estimate called `stop` already; choose another name");
}

/// The least value among the visited children: the chooser is expected to err.
fn least(weight: f64, children: &[Node]) -> f64 {
    let visited = children.iter().filter(|child| child.visits() > 0);
    weight * visited.map(Node::mean).fold(f64::INFINITY, f64::min)
}

const BACKUP: BackupRow = BackupRow {
    entry: Entry {
        name: "least",
        doc: "the least value of the children",
        params: &[Param::new("weight", Kind::Real { min: 0.0, max: 1.0 }, "1", "what it is multiplied by")],
    },
    source: "//! A node is worth what its worst move is.\n",
    build: |args| Backup::Combined(Combine { parameter: args.real("weight"), of: least }),
};

#[test]
fn an_added_backup_combines_children_by_its_own_function() {
    let mut catalog = own();
    catalog.add_backup(BACKUP).expect("a new name");
    let game = catalog.game("heap-7").expect("it was added");
    let spec = "uct(iters=300,backup=least(weight=0.5),solve=false)";
    assert!(game.agent(spec).expect("it was added").contains("backup=least(weight=0.5)"));
    let values = |spec: &str| -> Vec<Option<f64>> {
        let moves = game.search(spec, None, 1, SearchBudget::default()).expect("it goes on").moves;
        moves.iter().map(|found| found.value).collect()
    };
    assert_ne!(values(spec), values("uct(iters=300,solve=false)"), "seed 1: it backs up other values than the mean");
    let described = catalog.describe("least", Vec::new()).expect("it was added");
    assert_eq!((described[0].what, described[0].text.trim()), ("backup", "A node is worth what its worst move is."));
    assert!(catalog.add_backup(BACKUP).is_err(), "the name is taken");
}

/// Plays the last legal move, or returns nonsense.
struct LastMove(bool);

impl AnyAgent for LastMove {
    fn new_game(&mut self, _seed: u64) {}

    fn choose(&mut self, state: &Arc<dyn AnyState>, _: SearchBudget<'_>) -> Result<SearchReport, Failure> {
        let best = if self.0 { "nonsense".to_string() } else { state.moves().pop().unwrap_or_default() };
        Ok(SearchReport::of_move(&**state, best))
    }

    fn is_deterministic(&self) -> bool {
        true
    }
}

#[test]
fn one_agent_serves_every_game_and_nonsense_is_a_fault() {
    let mut catalog = Catalog::standard();
    for (name, wrong) in [("last", false), ("wrong", true)] {
        let make: MakeAnyAgent = Arc::new(move |_, _| Ok(Box::new(LastMove(wrong))));
        catalog.add_agent(AgentRow::of_any_game(Entry::word(name, "for this test"), "", make)).expect("a new name");
    }
    for spec in ["tic-tac-toe", "nim", "awari", "hex(size=3)"] {
        let game = catalog.game(spec).expect("a game");
        let state = game.state(None).expect("a state");
        let report = game.search_from(&state, "last", 1, SearchBudget::default()).expect("a move");
        assert_eq!(state.moves().last(), Some(&report.best), "{spec}");
        let refused = game.search_from(&state, "wrong", 1, SearchBudget::default()).expect_err("no move").to_string();
        assert!(refused.contains("nonsense") && refused.contains("legal move"), "{refused}");
        assert_eq!(game.deterministic("last"), Ok(true));
    }
}

#[test]
fn a_state_is_a_value() {
    let catalog = Catalog::standard();
    let start = |spec: &str| catalog.game(spec).expect("a game").state(None).expect("a state");
    let first = start("tic-tac-toe");
    let mv = first.moves()[4].clone();
    let second = first.play(&mv).expect("legal");
    assert_eq!((first.turn(), second.turn(), first.moves().len(), second.moves().len()), (Some(0), Some(1), 9, 8));
    assert_eq!((first.last_move(), second.last_move()), (None, Some(mv.as_str())));
    assert!(first.equals(&*start("tic-tac-toe")) && !first.equals(&*second) && !first.equals(&*start("nim")));
    assert!(!start("hex(size=3)").equals(&*start("hex(size=4)")), "the options are part of a game");
    assert_eq!(first.hash(), start("tic-tac-toe").hash());
    assert!(second.play(&mv).is_err(), "a square is taken once");
    assert!(first.read(&second.text()).expect("its text is read").equals(&*second));
    let next = first.successors();
    assert!(next[4].equals(&*second) && next.iter().filter_map(|state| state.last_move()).eq(first.moves()));
    assert_eq!(first.playouts(10, 3), first.playouts(10, 3));
    assert_eq!(first.playouts(10, 3).len(), 20);
    assert!(first.payoffs().is_none() && first.indices().iter().all(|&index| index < first.index_bound()));
}

#[test]
fn an_agent_of_one_game_refuses_states_of_another() {
    let catalog = Catalog::standard();
    let mut agent = catalog.game("hex(size=3)").expect("a game").make_agent("uct(iters=10)").expect("an agent");
    agent.new_game(1);
    for other in ["hex(size=4)", "nim"] {
        let state = catalog.game(other).expect("a game").state(None).expect("a state");
        let refused = agent.choose(&state, SearchBudget::default()).expect_err("another game");
        assert!(refused.message.contains("hex(size=3"), "{refused}");
    }
}

#[test]
fn moves_are_cells_to_be_clicked_or_buttons() {
    use mctslab_registry::{CellPlace, clicks};
    let catalog = Catalog::standard();
    let after = |spec: &str, moves: &str| {
        let start = catalog.game(spec).expect("a game").state(None).expect("a state");
        moves.split_whitespace().fold(start, |state, mv| state.play(mv).expect("a legal move"))
    };
    let cells = |spec: &str, moves: &str, mv: &str| {
        let state = after(spec, moves);
        let found = clicks(&*state);
        assert!(found.iter().map(|click| &click.mv).eq(&state.moves()), "{spec}");
        let found = found.into_iter().find(|click| click.mv == mv).expect("a legal move");
        found.cells.into_iter().map(|CellPlace { row, column }| (row, column)).collect::<Vec<_>>()
    };
    assert_eq!(cells("tic-tac-toe", "", "b3"), [(0, 1)]);
    assert_eq!(cells("connect-four", "4", "4"), [(4, 3)], "where the disc falls to");
    assert_eq!(cells("breakthrough", "", "b2a3"), [(6, 1), (5, 0)], "first the piece, then where it goes");
    assert_eq!(cells("breakthrough", "b2a3", "b7a6"), [(1, 1), (2, 0)], "also where the second player moves");
    assert_eq!(cells("ataxx(clones=per-source)", "", "a7b6"), [(0, 0), (1, 1)]);
    assert_eq!(cells("hex(size=3,swap=on)", "b2", "swap"), [(1, 1)]);
    assert_eq!(cells("othello(size=4)", "", "b1"), [(0, 1)]);
    for game in catalog.games() {
        let mut state = after(game.entry.name, "");
        // Every move of a short game is offered, by cells of the board or as a button.
        for ply in 0..8 {
            let (view, found) = (state.view(), clicks(&*state));
            assert_eq!(found.len(), state.moves().len());
            assert!(found.iter().flat_map(|click| &click.cells).all(|&place| view.cell(place).is_some()));
            let next = found.get(ply % found.len().max(1)).map(|click| state.play(&click.mv).expect("legal"));
            let Some(next) = next else { break };
            state = next;
        }
    }
}
