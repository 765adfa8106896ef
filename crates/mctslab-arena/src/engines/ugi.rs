//! The Universal Game Interface: any game, in this project's notation.

use mctslab_core::spec::Entry;
use mctslab_core::{Failure, Game};

use super::program::{ProgramSettings, Talk};
use super::protocol::{Protocol, ProtocolRow, Speak, TypedProtocol};
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

impl TypedProtocol for Ugi {
    fn serve<G: Game>(protocol: Protocol, desk: Desk<'_, G>) -> Option<Box<dyn Serve<G> + '_>> {
        Some(Box::new(UniversalServer::new(desk, protocol)))
    }

    fn examine<G: Game>(game: &G, settings: &ProgramSettings, dialect: &Dialect) -> Vec<Finding> {
        check::universal(settings, dialect, Some(&|talk| talk.query(game)))
    }
}
