//! The Universal Ataxx Interface.
//!
//! A clone is the square entered, whichever stone is doubled: `f1g2` becomes `g2`.

use mctslab_core::spec::Entry;
use mctslab_core::{AnyState, Failure};

use super::program::{ProgramSettings, Talk};
use super::protocol::{OwnProtocol, Protocol, ProtocolRow, Speak};
use super::serve::{Desk, Serve, UniversalServer};
use super::universal::{FAREWELL, Universal};
use super::{Dialect, Finding, check};

pub(super) const ROW: ProtocolRow = ProtocolRow {
    entry: Entry::word("uai", "Universal Ataxx Interface: `ataxx`"),
    source: include_str!("uai.rs"),
    build: |_| &Uai,
};

/// The protocol.
#[derive(Debug)]
pub(super) struct Uai;

impl Speak for Uai {
    fn name(&self) -> &'static str {
        ROW.entry.name
    }

    fn farewell(&self) -> &'static [&'static str] {
        FAREWELL
    }

    fn begin(&'static self, settings: &ProgramSettings, dialect: &Dialect) -> Result<Box<dyn Talk>, Failure> {
        Ok(Box::new(Universal::start(settings, dialect)?))
    }

    fn refuses(&self, game: &str, _: usize) -> Option<&'static str> {
        (game != "ataxx").then_some("supports `ataxx` only")
    }

    fn write(&self, _: &Dialect, own: &str, _: &str) -> String {
        merged(own).to_string()
    }

    /// The second player is white.
    fn side(&self, seat: usize) -> String {
        if seat == 1 { "w".to_string() } else { "b".to_string() }
    }

    fn is_universal(&self) -> bool {
        true
    }

    fn serves(&self) -> bool {
        true
    }
}

impl OwnProtocol for Uai {
    fn serve(protocol: Protocol, desk: Desk<'_>) -> Option<Box<dyn Serve + '_>> {
        Some(Box::new(UniversalServer::new(desk, protocol)))
    }

    fn examine(_: &dyn AnyState, settings: &ProgramSettings, dialect: &Dialect) -> Vec<Finding> {
        check::universal(settings, dialect, None)
    }
}

/// A clone without the stone that is doubled; any other move as it is.
fn merged(own: &str) -> &str {
    let &[a, b, c, d] = own.as_bytes() else { return own };
    let beside = a.abs_diff(c) <= 1 && b.abs_diff(d) <= 1;
    if beside && own != "0000" { &own[2..] } else { own }
}
