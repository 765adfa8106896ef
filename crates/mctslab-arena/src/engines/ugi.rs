//! The Universal Game Interface: any game, in this project's notation.

use mctslab_core::spec::Entry;
use mctslab_core::{AnyState, Failure};

use super::program::{ProgramSettings, Talk};
use super::protocol::{OwnProtocol, Protocol, ProtocolRow, Speak};
use super::serve::{Desk, Serve, UniversalServer};
use super::universal::{FAREWELL, Universal};
use super::{Dialect, Finding, check};

pub(super) const ROW: ProtocolRow = ProtocolRow {
    entry: Entry::word("ugi", "Universal Game Interface: any game, in this project's notation"),
    source: include_str!("ugi.rs"),
    build: |_| &Ugi,
};

/// The protocol.
#[derive(Debug)]
pub(super) struct Ugi;

impl Speak for Ugi {
    fn name(&self) -> &'static str {
        ROW.entry.name
    }

    fn farewell(&self) -> &'static [&'static str] {
        FAREWELL
    }

    fn begin(&'static self, settings: &ProgramSettings, dialect: &Dialect) -> Result<Box<dyn Talk>, Failure> {
        Ok(Box::new(Universal::start(settings, dialect)?))
    }

    fn is_universal(&self) -> bool {
        true
    }

    fn serves(&self) -> bool {
        true
    }
}

impl OwnProtocol for Ugi {
    fn serve(protocol: Protocol, desk: Desk<'_>) -> Option<Box<dyn Serve + '_>> {
        Some(Box::new(UniversalServer::new(desk, protocol)))
    }

    fn examine(initial: &dyn AnyState, settings: &ProgramSettings, dialect: &Dialect) -> Vec<Finding> {
        check::universal(settings, dialect, Some(&|talk| talk.query(initial)))
    }
}
