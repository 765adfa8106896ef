//! The pie rule: the second player may answer the first stone with `swap`.

use mctslab_core::TextError;
use mctslab_core::spec::{Args, Entry, Kind, Param};

/// The answers of the second player to the first stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Swap {
    /// An ordinary move only.
    Off,
    /// `swap` is allowed: it exchanges colours with the first player.
    On,
    /// `swap` is allowed, but has no effect and the player moves again.
    Noop,
}

impl Swap {
    /// The option of a game that has this rule.
    pub const PARAM: Param = Param::new(
        "swap",
        Kind::Choice(&[
            Entry::word("off", "there is no swap"),
            Entry::word("on", "the second player may take over the first stone"),
            Entry::word("noop", "`swap` is a move, but exchanges nothing: the second player moves again"),
        ]),
        "off",
        "the pie rule",
    );

    /// Reads whether the swap was made from the words after the side to move, and refuses it where
    /// it cannot have been (`empty`: there is no stone yet) or would have been forgotten (not
    /// `remembered`).
    pub fn parse_made(self, words: &[&str], empty: bool, remembered: bool) -> Result<bool, TextError> {
        let expected = match words {
            [] => return Ok(false),
            _ if self == Swap::Off => "nothing after the side: this game has no swap",
            ["swapped"] if empty => "no swap before the first stone",
            ["swapped"] if !remembered => "no `swapped` after the second stone: it has no effect then",
            ["swapped"] => return Ok(true),
            _ => "`swapped` or nothing after the side",
        };
        Err(TextError::quoted(&words.join(" "), expected))
    }

    /// The value of the option.
    pub fn from_args(args: &Args) -> Swap {
        match args.choice("swap").name() {
            "on" => Swap::On,
            "noop" => Swap::Noop,
            _ => Swap::Off,
        }
    }
}
