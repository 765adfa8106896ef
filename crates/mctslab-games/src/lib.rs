//! The games of mctslab, one file each, and the list of them.
//!
//! A game is added with one file, its `mod` line here and one row in [`list`]; the command line,
//! the conformance tests, perft, benchmarks, drawing and documentation follow from that.
//! `CONTRIBUTING.md` walks through it with [`nim`].

pub mod ataxx;
pub mod awari;
pub mod boards;
pub mod breakthrough;
pub mod chain;
pub mod connect_four;
pub mod hex;
pub mod hnefatafl;
pub mod knightthrough;
pub mod list;
pub mod nim;
pub mod one_path;
pub mod othello;
pub mod robbers;
pub mod skirmish;
pub mod tic_tac_chess;
pub mod tic_tac_mo;
pub mod tic_tac_toe;
pub mod triad;
pub mod ultimate_tic_tac_toe;
pub mod yavalade;
pub mod yavalath;

pub use list::{GAMES, build, entries, few, info, resolve_game};
