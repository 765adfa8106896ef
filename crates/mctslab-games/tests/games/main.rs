//! Every listed game against the contract and against other systems.

mod conformance;
mod perft;
mod random_play;
mod replay;

use std::path::PathBuf;

use mctslab_core::Visit;
use mctslab_games::{build, resolve_game};

/// The folder of goldens of all games, at the root of the repository.
fn goldens() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

/// The text of one of a game's golden files, if the game has goldens at all: other systems may not
/// know it.
fn golden_of(game: &str, file: &str) -> Option<String> {
    goldens().join(game).is_dir().then(|| golden(&format!("{game}/{file}")))
}

/// The text of one golden file.
fn golden(path: &str) -> String {
    let path = goldens().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Builds the game that `spec` names and hands it to `visit`.
fn with_game<V: Visit>(spec: &str, visit: V) -> V::Output {
    let args = resolve_game(spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
    build(&args, visit).unwrap_or_else(|error| panic!("{spec}: {error}"))
}
