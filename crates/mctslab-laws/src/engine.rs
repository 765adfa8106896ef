//! Lines of a client to an agent that is served as an engine, in each protocol.

use std::io::Cursor;

use crate::{LAB, chosen};

const PROTOCOLS: [&str; 5] = ["ugi", "uai", "gtp", "uci", "lines"];

pub(crate) fn law(input: &[u8]) {
    let Some((name, text)) = chosen(input, &PROTOCOLS) else { return };
    let game = LAB.game(if *name == "uai" { "ataxx" } else { "tic-tac-toe" }).expect("a game");
    let Ok(protocol) = LAB.catalog().protocol(name) else { return };
    let input = Box::new(Cursor::new(text.to_string().into_bytes()));
    // A protocol that cannot serve the game returns an error.
    drop(game.serve("uct(iters=10)", protocol, 1, input, &mut Vec::new()));
}
