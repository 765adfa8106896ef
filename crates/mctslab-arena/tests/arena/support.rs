//! A plan to keep in a store.

use mctslab_arena::{Openings, Plan};

/// The plan of a match of these agents.
pub(crate) fn plan(agents: &[String]) -> Plan {
    Plan {
        study: "match(games=1,stop=none)".to_string(),
        game: "a game".to_string(),
        agents: agents.to_vec(),
        names: agents.to_vec(),
        openings: Openings::none(),
        clock: None,
        adjudicate: None,
        resign: None,
        seed: 1,
        version: "test".to_string(),
    }
}
