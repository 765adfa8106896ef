//! The protocols that engines speak.

use mctslab_core::spec::{Args, Entry, Kind, Param};

/// How a program is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Game Interface.
    Ugi,
    /// The Universal Ataxx Interface.
    Uai,
    /// The Go Text Protocol, version 2.
    Gtp,
    /// The Universal Chess Interface with `UCI_Variant`.
    Uci,
    /// One line in, one line out.
    Lines {
        /// The line in is the position, not the moves so far.
        positions: bool,
    },
}

/// The protocols as specs name them.
pub const PROTOCOLS: &[Entry] = &[
    Entry::word("ugi", "Universal Game Interface: any game, in this project's notation"),
    Entry::word("uai", "Universal Ataxx Interface: `ataxx`"),
    Entry::word("gtp", "Go Text Protocol 2: games of two players, as Hex and Othello programs speak it"),
    Entry::word(
        "uci",
        "Universal Chess Interface: games of two players by `UCI_Variant`; Fairy-Stockfish's names and moves for `ataxx`, \
         `othello` (`flipello`), `breakthrough` and `connect-four` (`cfour`) as they are by default",
    ),
    Entry {
        name: "lines",
        doc: "one line in, one line out: the moves so far, and the program's move",
        params: &[Param::new("send", Kind::Choice(SENDS), "moves", "what the line in tells")],
    },
];

const SENDS: &[Entry] = &[
    Entry::word("moves", "all moves since the start, separated by spaces: an empty line first"),
    Entry::word("position", "the position"),
];

impl Protocol {
    /// The protocol that checked arguments name.
    pub fn of(args: &Args) -> Protocol {
        match args.name() {
            "uai" => Protocol::Uai,
            "gtp" => Protocol::Gtp,
            "uci" => Protocol::Uci,
            "lines" => Protocol::Lines { positions: args.choice("send").name() == "position" },
            _ => Protocol::Ugi,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Ugi => "ugi",
            Protocol::Uai => "uai",
            Protocol::Gtp => "gtp",
            Protocol::Uci => "uci",
            Protocol::Lines { .. } => "lines",
        }
    }

    /// What to say to a program that is to end.
    pub fn farewell(self) -> &'static [&'static str] {
        match self {
            Protocol::Ugi | Protocol::Uai | Protocol::Uci => &["stop", "quit"],
            Protocol::Gtp => &["quit"],
            Protocol::Lines { .. } => &[],
        }
    }

    /// Whether it is one of the three of a kind: `go`, `bestmove`, `isready`.
    pub fn is_universal(self) -> bool {
        matches!(self, Protocol::Ugi | Protocol::Uai | Protocol::Uci)
    }
}
