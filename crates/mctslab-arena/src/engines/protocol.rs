//! The protocols that engines speak.
//!
//! A protocol is one file, its `mod` line and its row in the list here. It implements [`Speak`],
//! whose [`Speak::begin`] starts the [`Talk`] by which a program is asked, and [`OwnProtocol`]: the
//! serving side, where it has one, and an examination of programs.

use std::fmt;

use mctslab_core::catalog::{Row, Rows};
use mctslab_core::spec::Args;
use mctslab_core::{AnyState, Failure};

use super::program::{ProgramSettings, Talk};
use super::serve::{Desk, Serve};
use super::{Dialect, Finding, gtp, lines, uai, uci, ugi};

/// A protocol: its commands, its notation and its limits.
pub trait Speak: fmt::Debug + Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// The commands that ask a program to end.
    fn farewell(&self) -> &'static [&'static str];

    /// Starts a program and makes it ready to play.
    fn begin(&'static self, settings: &ProgramSettings, dialect: &Dialect) -> Result<Box<dyn Talk>, Failure>;

    /// Why it does not support a game with that name and number of players: `supports games of two
    /// players only`.
    fn refuses(&self, _game: &str, _players: usize) -> Option<&'static str> {
        None
    }

    /// The limits and options of `process` for which it has commands.
    fn words_for(&self) -> WordsFor {
        WordsFor { movetime: true, nodes: true, options: true }
    }

    /// Whether it can express any position of the game.
    fn has_positions(&self, _dialect: &Dialect) -> bool {
        true
    }

    /// Whether a program can start from that position, the moves to which are not known.
    fn can_start_from(&self, dialect: &Dialect, _position: &str) -> bool {
        self.has_positions(dialect)
    }

    /// A move in its notation, from our own texts of it and of the position in which it is made.
    fn write(&self, _dialect: &Dialect, own: &str, _position: &str) -> String {
        own.to_string()
    }

    /// Whether the program's text means the move that we write as `ours`.
    fn means(&self, _dialect: &Dialect, theirs: &str, ours: &str) -> bool {
        theirs.eq_ignore_ascii_case(ours)
    }

    /// A hint for messages about an answer that is not a legal move.
    fn hint_at_wrong_move(&self) -> &'static str {
        ""
    }

    /// The name of the game as `UCI_Variant`, in a protocol that has that option.
    fn variant<'a>(&self, _dialect: &'a Dialect) -> Option<&'a str> {
        None
    }

    /// Its name for the player in a seat, used where it sends the clocks.
    fn side(&self, seat: usize) -> String {
        format!("p{}", seat + 1)
    }

    /// Whether it is one of the universal protocols, which share `go`, `bestmove` and `isready`.
    fn is_universal(&self) -> bool {
        false
    }

    /// Whether our agents can be served in it.
    fn serves(&self) -> bool {
        false
    }
}

/// The limits and options for which a protocol has commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordsFor {
    /// Milliseconds for a move.
    pub movetime: bool,
    /// Nodes and depth for a move.
    pub nodes: bool,
    /// Options of the program.
    pub options: bool,
}

/// A protocol.
pub type Protocol = &'static dyn Speak;

/// A row of the list of protocols; its options make the protocol.
pub type ProtocolRow = Row<fn(&Args) -> Protocol>;

/// A list of protocols.
pub type Protocols = Rows<fn(&Args) -> Protocol>;

/// The abilities of the arena's own protocols, which added protocols do not have.
pub(super) trait OwnProtocol {
    /// The side that serves an agent of ours; `None` if there is none ([`Speak::serves`]).
    fn serve(_protocol: Protocol, _desk: Desk<'_>) -> Option<Box<dyn Serve + '_>> {
        None
    }

    /// Examines a program's reactions to nonsense, and to the commands to stop and to end.
    fn examine(initial: &dyn AnyState, settings: &ProgramSettings, dialect: &Dialect) -> Vec<Finding>;
}

macro_rules! protocols {
    ($($module:ident :: $protocol:ident,)*) => {
        /// The arena's own protocols.
        pub static PROTOCOLS: &[ProtocolRow] = &[$($module::ROW),*];

        /// The side of a protocol that serves an agent of ours; `None` if it has none.
        pub(super) fn serve(protocol: Protocol, desk: Desk<'_>) -> Option<Box<dyn Serve + '_>> {
            $(if protocol.name() == $module::ROW.entry.name {
                return $module::$protocol::serve(protocol, desk);
            })*
            None
        }

        /// Examines a program's reactions to nonsense, and to the commands to stop and to end;
        /// empty for a protocol that was added.
        pub(super) fn examine(
            initial: &dyn AnyState,
            settings: &ProgramSettings,
            dialect: &Dialect,
        ) -> Vec<Finding> {
            $(if dialect.protocol().name() == $module::ROW.entry.name {
                return $module::$protocol::examine(initial, settings, dialect);
            })*
            Vec::new()
        }
    };
}

protocols! {
    ugi::Ugi,
    uai::Uai,
    gtp::Gtp,
    uci::Uci,
    lines::Lines,
}

/// The list of the arena's own protocols.
pub fn protocols() -> Protocols {
    Rows::new("protocol", PROTOCOLS.iter().copied())
}

#[cfg(test)]
mod tests {
    use mctslab_core::spec::{Spec, resolve};

    use super::*;

    #[test]
    fn every_name_makes_its_own_protocol() {
        let protocols = protocols();
        for entry in protocols.entries() {
            let spec = Spec::parse(entry.name).expect("a name is a spec");
            let args = resolve(&spec, "protocol", protocols.entries(), &[]).expect("it has defaults");
            let made = protocols.build(&args).expect("listed")(&args);
            assert_eq!(made.name(), entry.name);
        }
    }
}
