//! The inside of searches, asked in texts.

use std::sync::Arc;

use mctslab_core::{NodeView, PlayoutOrder, SearchBudget};
use mctslab_registry::{AnyAgent, AnyState, Catalog};

/// An agent of a game, and the initial state.
fn agent(game: &str, spec: &str) -> (Box<dyn AnyAgent>, Arc<dyn AnyState>) {
    let game = Catalog::standard().game(game).expect("a game");
    let mut agent = game.make_agent(spec).expect("an agent");
    agent.new_game(9);
    (agent, game.state(None).expect("a state"))
}

/// What is known of one move of the root.
type RootMove = (String, u64, Option<f64>);

fn children(node: &NodeView<String>) -> Vec<RootMove> {
    let mut all: Vec<_> = node.children.iter().map(|child| (child.mv.clone(), child.visits, child.mean)).collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

#[test]
fn any_node_is_found_by_the_texts_of_its_moves() {
    for spec in ["uct(iters=800)", "uct(iters=1500,parallel=root,trees=3)", "uct(iters=500,select=puct)"] {
        let (mut agent, start) = agent("connect-four", spec);
        assert_eq!(agent.inspect(&[]), None, "{spec}: nothing was searched");
        let report = agent.choose(&start, SearchBudget::default()).expect("the game goes on");
        let root = agent.inspect(&[]).expect("a tree");
        // At the root it is what the search reports: of several trees, the sums.
        let mut reported: Vec<_> = report.moves.iter().map(|mv| (mv.text.clone(), mv.visits, mv.value)).collect();
        reported.retain(|(_, visits, _)| *visits > 0);
        reported.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(children(&root), reported, "{spec}");
        assert_eq!(root.visits, reported.iter().map(|(_, visits, _)| visits).sum::<u64>(), "{spec}");
        let line = &report.line;
        let below = agent.inspect(&line[..1]).expect("the best move has a node");
        assert_eq!(below.player.map(mctslab_core::Player::index), Some(1), "{spec}");
        assert!(below.children.iter().all(|child| child.terms.len() == 2), "{spec}: {below:?}");
        // Below the root it is the node of one tree, which goes on with the sums of all.
        let visits = root.children.iter().find(|child| child.mv == line[0]).expect("it is there").visits;
        let own = below.children.iter().map(|child| child.visits).sum::<u64>();
        let shared = if spec.contains("trees") { 2 * own < visits } else { own + 1 == visits };
        assert!(below.visits == visits && shared, "{spec}: {own} and {} of {visits}", below.visits);
        assert!(agent.inspect(line).is_some(), "{spec}: the line is in the tree");
        for wrong in [&["z9".to_string()][..], &vec![line[0].clone(); 60]] {
            assert_eq!(agent.inspect(wrong), None, "{spec}: {wrong:?}");
        }
        agent.new_game(9);
        assert_eq!(agent.inspect(&[]), None, "{spec}: a new game has no tree yet");
    }
    let (mut random, start) = agent("connect-four", "random");
    random.choose(&start, SearchBudget::default()).expect("a move");
    assert!(random.inspect(&[]).is_none() && random.trace(&start).is_none());
}

#[test]
fn traced_iterations_make_the_tree_of_the_search_and_have_moves_as_texts() {
    let spec = "uct(iters=60,reuse=false)";
    let (mut traced, start) = agent("triad", spec);
    let (mut plain, _) = agent("triad", spec);
    for number in 1..=60 {
        let trace = traced.trace(&start).expect("something is left to search for");
        assert_eq!(trace.number, number);
        let moves = trace.steps.iter().map(|step| &step.mv);
        // Every text is that of a legal move, and leads to a node.
        let state = moves.clone().try_fold(Arc::clone(&start), |state, mv| state.play(mv)).expect("legal moves");
        let path: Vec<String> = moves.cloned().collect();
        assert!(traced.inspect(&path).is_some(), "{path:?}");
        for playout in &trace.playouts {
            assert_eq!((&playout.line, playout.order), (&path, PlayoutOrder::AsPlayed));
            let over = playout.moves.iter().try_fold(Arc::clone(&state), |state, mv| state.play(mv));
            assert_eq!(over.expect("legal moves").payoffs().as_deref(), Some(playout.rewards.as_slice()));
        }
        let recorded: Vec<&String> = trace.records.iter().filter_map(|record| record.mv.as_ref()).collect();
        assert_eq!(recorded, path.iter().rev().collect::<Vec<_>>(), "from the leaf up");
    }
    plain.choose(&start, SearchBudget::default()).expect("the game goes on");
    assert_eq!(traced.inspect(&[]).map(|root| children(&root)), plain.inspect(&[]).map(|root| children(&root)));
}

#[test]
fn both_are_written_with_words_for_what_json_does_not_know() {
    let (mut agent, start) = agent("connect-four", "uct(iters=20,expand=all)");
    let trace = serde_json::to_value(agent.trace(&start)).expect("it can be written");
    let first = &trace["steps"][0];
    assert_eq!((&first["player"], &first["choice"]), (&0.into(), &"selected".into()), "{trace}");
    let unvisited = &first["children"][0];
    assert_eq!((&unvisited["visits"], &unvisited["mean"]), (&0.into(), &serde_json::Value::Null), "{trace}");
    assert!(unvisited["terms"].as_array().is_some_and(|terms| terms.iter().any(|term| term["value"] == "infinity")));
    assert_eq!((&trace["end"], &trace["playouts"][0]["display_order"]), (&"played-out".into(), &false.into()));
    assert_eq!(trace["records"][0]["move"], first["move"]);
    let node = serde_json::to_value(agent.inspect(&[])).expect("it can be written");
    assert_eq!((&node["player"], &node["visits"]), (&0.into(), &1.into()), "{node}");
    assert_eq!(node["children"].as_array().map(Vec::len), Some(7), "{node}");
}
