//! Choosers: agents that know no types.

use std::sync::Arc;

use mctslab_core::spec::Entry;
use mctslab_core::{Budget, Failure};
use mctslab_registry::{AgentRow, AnyState, Catalog, Chooser, MakeChooser, SearchBudget};

/// Plays the last legal move, or nonsense.
struct Last(bool);

impl Chooser for Last {
    fn new_game(&mut self, _seed: u64) {}

    fn choose(&mut self, state: Arc<dyn AnyState>, _budget: &Budget<'_, ()>) -> Result<String, Failure> {
        Ok(if self.0 { "nonsense".to_string() } else { state.moves().pop().unwrap_or_default() })
    }

    fn deterministic(&self) -> bool {
        true
    }
}

#[test]
fn one_chooser_serves_every_game_and_nonsense_is_a_fault() {
    let mut catalog = Catalog::standard();
    for (name, wrong) in [("last", false), ("wrong", true)] {
        let make: MakeChooser = Arc::new(move |_| Ok(Box::new(Last(wrong))));
        catalog.add_agent(AgentRow::of_any_game(Entry::word(name, "for this test"), "", make)).expect("a new name");
    }
    for spec in ["tic-tac-toe", "nim", "connect-four(width=4)", "tic-tac-mo"] {
        let state = catalog.game(spec).expect("a game").any_state(None).expect("a state");
        let report = state.search("last", 1, SearchBudget::default()).expect("a move");
        assert_eq!(state.moves().last(), Some(&report.best), "{spec}");
        let refused = state.search("wrong", 1, SearchBudget::default()).expect_err("no move").to_string();
        assert!(refused.contains("nonsense") && refused.contains("legal move"), "{refused}");
        assert_eq!(state.game().deterministic("last"), Ok(true));
    }
}
