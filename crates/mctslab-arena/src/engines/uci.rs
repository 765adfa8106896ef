//! The Universal Chess Interface with `UCI_Variant`, as Fairy-Stockfish speaks it.
//!
//! Stones are placed as `P@g2`; rows count from the bottom, also in Othello; a disc is placed on
//! the square it falls to; a pass is the lowest stone of the mover, the leftmost of the lowest row,
//! moving to its own square: `a1a1`. Positions of the games that it knows can only be sent as moves
//! from the start.

use mctslab_core::spec::{Entry, Spec};
use mctslab_core::{AnyState, Failure};

use super::dialect::{cells, height, letter};
use super::program::{ProgramSettings, Talk};
use super::protocol::{OwnProtocol, Protocol, ProtocolRow, Speak};
use super::serve::{Desk, Serve, UniversalServer};
use super::universal::{FAREWELL, Universal};
use super::{Dialect, Finding, check};

pub(super) const ROW: ProtocolRow = ProtocolRow {
    entry: Entry::word(
        "uci",
        "Universal Chess Interface: games of two players by `UCI_Variant`; Fairy-Stockfish's names and moves for `ataxx`, \
         `othello` (`flipello`), `breakthrough` and `connect-four` (`cfour`) as they are by default",
    ),
    source: include_str!("uci.rs"),
    build: |_| &Uci,
};

/// The protocol.
#[derive(Debug)]
pub(super) struct Uci;

impl Speak for Uci {
    fn name(&self) -> &'static str {
        ROW.entry.name
    }

    fn farewell(&self) -> &'static [&'static str] {
        FAREWELL
    }

    fn begin(&'static self, settings: &ProgramSettings, dialect: &Dialect) -> Result<Box<dyn Talk>, Failure> {
        Ok(Box::new(Universal::start(settings, dialect)?))
    }

    fn refuses(&self, _: &str, players: usize) -> Option<&'static str> {
        (players != 2).then_some("supports games of two players only")
    }

    fn has_positions(&self, dialect: &Dialect) -> bool {
        Fairy::of(dialect.spec()).is_none()
    }

    fn write(&self, dialect: &Dialect, own: &str, position: &str) -> String {
        match Fairy::of(dialect.spec()) {
            Some(Fairy::Ataxx) if own == "0000" => null_move(position),
            Some(Fairy::Ataxx) if own.len() == 2 => format!("P@{own}"),
            Some(Fairy::Flipello) if own == "pass" => null_move(position),
            Some(Fairy::Flipello) => format!("P@{}", flipped(own)),
            Some(Fairy::Cfour) => dropped(own, position),
            Some(Fairy::Ataxx | Fairy::Breakthrough) | None => own.to_string(),
        }
    }

    fn means(&self, dialect: &Dialect, theirs: &str, ours: &str) -> bool {
        let null = |text: &str| text.is_ascii() && text.len() == 4 && text[..2] == text[2..];
        // Any square may stand for a pass, which moves nothing.
        theirs.eq_ignore_ascii_case(ours) || Fairy::of(dialect.spec()).is_some() && null(theirs) && null(ours)
    }

    /// The name that Fairy-Stockfish uses, or the spec.
    fn variant<'a>(&self, dialect: &'a Dialect) -> Option<&'a str> {
        Some(Fairy::of(dialect.spec()).map_or(dialect.spec(), |fairy| fairy.name()))
    }

    /// The first player is white.
    fn side(&self, seat: usize) -> String {
        if seat == 0 { "w".to_string() } else { "b".to_string() }
    }

    fn is_universal(&self) -> bool {
        true
    }

    fn serves(&self) -> bool {
        true
    }
}

impl OwnProtocol for Uci {
    fn serve(protocol: Protocol, desk: Desk<'_>) -> Option<Box<dyn Serve + '_>> {
        Some(Box::new(UniversalServer::new(desk, protocol)))
    }

    fn examine(_: &dyn AnyState, settings: &ProgramSettings, dialect: &Dialect) -> Vec<Finding> {
        check::universal(settings, dialect, None)
    }
}

/// The games that Fairy-Stockfish knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fairy {
    Ataxx,
    Flipello,
    Breakthrough,
    Cfour,
}

impl Fairy {
    fn of(spec: &str) -> Option<Fairy> {
        // Matched by the options that matter: a game may have more of them.
        const GAMES: [(&str, Fairy); 4] = [
            ("ataxx(size=7,clones=merged,max-plies=400)", Fairy::Ataxx),
            ("othello(size=8,opening=fixed,max-plies=0)", Fairy::Flipello),
            ("connect-four(width=7,height=6,max-plies=0)", Fairy::Cfour),
            ("breakthrough(width=8,height=8)", Fairy::Breakthrough),
        ];
        let name = spec.split('(').next();
        let (known, fairy) = GAMES.into_iter().find(|(known, _)| known.split('(').next() == name)?;
        Spec::parse(spec).ok()?.includes(&Spec::parse(known).ok()?).then_some(fairy)
    }

    fn name(self) -> &'static str {
        match self {
            Fairy::Ataxx => "ataxx",
            Fairy::Flipello => "flipello",
            Fairy::Breakthrough => "breakthrough",
            Fairy::Cfour => "cfour",
        }
    }
}

/// An Othello cell, whose row counts from the top, with the row counted from the bottom of eight.
fn flipped(own: &str) -> String {
    let (column, row) = own.split_at(1);
    row.parse::<u32>().map_or_else(|_| own.to_string(), |row| format!("{column}{}", 9 - row.min(9)))
}

/// A pass: the lowest stone of the mover stays where it is.
fn null_move(position: &str) -> String {
    let mover = position.split_whitespace().nth(1).and_then(|side| side.chars().next()).unwrap_or('x');
    let own = cells(position).into_iter().filter(|&(_, _, piece)| piece == mover);
    let lowest = own.max_by_key(|&(row, column, _)| (row, std::cmp::Reverse(column)));
    let square = lowest.map(|(row, column, _)| format!("{}{}", letter(column), height(position) - row));
    square.map_or_else(|| "0000".to_string(), |square| square.repeat(2))
}

/// A disc on the square that it falls to.
fn dropped(own: &str, position: &str) -> String {
    let column = own.parse::<usize>().unwrap_or(1).saturating_sub(1);
    let below = cells(position).into_iter().filter(|&(_, other, _)| other == column).count();
    format!("P@{}{}", letter(column), below + 1)
}
