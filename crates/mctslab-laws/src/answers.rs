//! Output of a foreign engine, in each protocol: it is read as a move, or as an error that names
//! the fault. The engine is a program that writes the input and ends.

use std::time::Duration;

use mctslab_lab::registry::SearchBudget;

use crate::{LAB, chosen};

const PROTOCOLS: [&str; 5] = ["ugi", "uai", "gtp", "uci", "lines"];

pub(crate) fn law(input: &[u8]) {
    let Some((protocol, text)) = chosen(input, &PROTOCOLS) else { return };
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), text).expect("a file");
    let game = LAB.game(if *protocol == "uai" { "ataxx" } else { "tic-tac-toe" }).expect("a game");
    let agent = format!("process(cmd=\"cat {}\",protocol={protocol})", file.path().display());
    let state = game.state(None).expect("a state");
    let budget = SearchBudget { time: Some(Duration::from_millis(50)), ..SearchBudget::default() };
    if let Ok(report) = game.search_from(&state, &agent, 1, budget) {
        assert!(state.moves().contains(&report.best), "{}", report.best);
    }
}
