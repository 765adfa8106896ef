//! The protocols that engines speak.
//!
//! A protocol is one file, its `mod` line and its row in the list here. It implements [`Speak`],
//! whose [`Speak::begin`] starts the [`Talk`] by which a program is asked, and [`OwnProtocol`]:
//! the other end, where it has one, and an examination of programs.

use std::fmt;

use mctslab_core::catalog::{Row, Rows};
use mctslab_core::spec::Args;
use mctslab_core::{AnyState, Failure};

use super::program::{ProgramSettings, Talk};
use super::serve::{Desk, Serve};
use super::{Dialect, Finding, gtp, lines, uai, uci, ugi};

/// A protocol with what it says and cannot say.
pub trait Speak: fmt::Debug + Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// What to say to a program that is to end.
    fn farewell(&self) -> &'static [&'static str];

    /// Starts a program and makes it ready to play.
    fn begin(&'static self, settings: &ProgramSettings, dialect: &Dialect) -> Result<Box<dyn Talk>, Failure>;

    /// Why it does not support a game of that name and that number of players: `supports games of
    /// two players only`.
    fn refuses(&self, _game: &str, _players: usize) -> Option<&'static str> {
        None
    }

    /// Which limits and options of `process` it has words for.
    fn words_for(&self) -> WordsFor {
        WordsFor { movetime: true, nodes: true, options: true }
    }

    /// Whether it can express any position of the game.
    fn has_positions(&self, _dialect: &Dialect) -> bool {
        true
    }

    /// Whether a program can start from that position, of which no moves are known.
    fn can_start_from(&self, dialect: &Dialect, _position: &str) -> bool {
        self.has_positions(dialect)
    }

    /// A move as it is written, from our own texts of it and of the position it is made in.
    fn write(&self, _dialect: &Dialect, own: &str, _position: &str) -> String {
        own.to_string()
    }

    /// Whether what a program wrote means the move that we write as `ours`.
    fn means(&self, _dialect: &Dialect, theirs: &str, ours: &str) -> bool {
        theirs.eq_ignore_ascii_case(ours)
    }

    /// What else is said of an answer that is no legal move.
    fn hint_at_wrong_move(&self) -> &'static str {
        ""
    }

    /// The game as `UCI_Variant` names it, in a protocol that has that option.
    fn variant<'a>(&self, _dialect: &'a Dialect) -> Option<&'a str> {
        None
    }

    /// What it calls the player in a seat where it sends the clocks.
    fn side(&self, seat: usize) -> String {
        format!("p{}", seat + 1)
    }

    /// Whether it is one of those of a kind: `go`, `bestmove`, `isready`.
    fn is_universal(&self) -> bool {
        false
    }

    /// Whether agents of ours can be served in it.
    fn serves(&self) -> bool {
        false
    }
}

/// What a protocol has words for.
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

/// A protocol on offer, which its options make.
pub type ProtocolRow = Row<fn(&Args) -> Protocol>;

/// A list of protocols.
pub type Protocols = Rows<fn(&Args) -> Protocol>;

/// What the protocols of the arena have, and those that are added have not.
pub(super) trait OwnProtocol {
    /// The end that serves an agent of ours; `None` if there is none ([`Speak::serves`]).
    fn serve(_protocol: Protocol, _desk: Desk<'_>) -> Option<Box<dyn Serve + '_>> {
        None
    }

    /// What a program does on nonsense, and when it is asked to stop and to end.
    fn examine(initial: &dyn AnyState, settings: &ProgramSettings, dialect: &Dialect) -> Vec<Finding>;
}

macro_rules! protocols {
    ($($module:ident :: $protocol:ident,)*) => {
        /// The protocols that the arena comes with.
        pub static PROTOCOLS: &[ProtocolRow] = &[$($module::ROW),*];

        /// The end of a protocol that serves an agent of ours; `None` if it has none.
        pub(super) fn serve(protocol: Protocol, desk: Desk<'_>) -> Option<Box<dyn Serve + '_>> {
            $(if protocol.name() == $module::ROW.entry.name {
                return $module::$protocol::serve(protocol, desk);
            })*
            None
        }

        /// What a program does on nonsense, and when it is asked to stop and to end; nothing for a
        /// protocol that was added.
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

/// The list of the protocols that the arena comes with.
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
