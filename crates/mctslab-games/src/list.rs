//! The list of games.

use mctslab_core::spec::{Args, Entry, Spec, SpecError, find, resolve};
use mctslab_core::{Family, GameInfo, Visit};

macro_rules! games {
    ($($module:ident :: $family:ident,)*) => {
        /// The games, in listed order.
        pub static GAMES: &[GameInfo] = &[$(<crate::$module::$family as Family>::INFO),*];

        /// Builds the game with resolved options and hands it to `visit`.
        pub fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
            $(if args.name() == <crate::$module::$family as Family>::INFO.entry.name {
                return crate::$module::$family::build(args, visit);
            })*
            let entries: Vec<Entry> = GAMES.iter().map(|info| info.entry).collect();
            Err(find(args.name(), "game", &entries).expect_err("every listed game was tried"))
        }
    };
}

games! {
    tic_tac_toe::TicTacToe,
    connect_four::ConnectFour,
    othello::Othello,
    awari::Awari,
    hex::Hex,
    ataxx::Ataxx,
    breakthrough::Breakthrough,
    knightthrough::Knightthrough,
    yavalath::Yavalath,
    skirmish::Skirmish,
    tic_tac_chess::TicTacChess,
    ultimate_tic_tac_toe::UltimateTicTacToe,
    tic_tac_mo::TicTacMo,
    yavalade::Yavalade,
    triad::Triad,
    hnefatafl::Hnefatafl,
    one_path::OnePath,
    robbers::Robbers,
    chain::Chain,
    nim::Nim,
}

/// A few games of two and three players, small and of medium size: enough for most tests, and
/// compiled with every agent in a fifth of the time.
pub mod few {
    use super::{Args, Entry, Family, GameInfo, SpecError, Visit, find};

    games! {
        tic_tac_toe::TicTacToe,
        connect_four::ConnectFour,
        tic_tac_mo::TicTacMo,
        nim::Nim,
    }
}

/// Name, description and options of every game.
pub fn entries() -> Vec<Entry> {
    GAMES.iter().map(|info| info.entry).collect()
}

/// The description of the game called `name`.
pub fn info(name: &str) -> Result<&'static GameInfo, SpecError> {
    find(name, "game", &entries())?;
    Ok(GAMES.iter().find(|info| info.entry.name == name).expect("found above"))
}

/// Reads the spec of a game and writes out every default.
pub fn resolve_game(text: &str) -> Result<Args, SpecError> {
    resolve(&Spec::parse(text)?, "game", &entries(), &[])
}
