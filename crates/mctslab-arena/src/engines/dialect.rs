//! Moves and positions as the programs of a community write them.
//!
//! Everything is text to text, so that a dialect knows no types. Where a protocol has no habit of its own for a game, the game's
//! own notation is used.
//!
//! * UAI: a clone is the square entered, whichever stone is doubled: `f1g2` becomes `g2`.
//! * UCI, as Fairy-Stockfish speaks it: stones are placed as `P@g2`; rows count from the bottom, also in Othello; a disc is placed
//!   on the square it falls to; a pass is the lowest stone of the mover, the leftmost of the lowest row, going nowhere: `a1a1`.
//!   Positions are told by moves from the start alone.
//! * GTP: `x` of a position is black, `o` is white. In Hex the swap is `swap-sides`; a position is set up stone by stone.

use mctslab_core::spec::SpecError;

use super::Protocol;

/// How one game is written in one protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialect {
    protocol: Protocol,
    /// The name of the game, without options.
    game: String,
    /// The resolved spec of the game.
    spec: String,
    fairy: Option<Fairy>,
    players: usize,
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
        match spec {
            "ataxx(size=7,clones=merged,max-plies=400)" => Some(Fairy::Ataxx),
            "othello(size=8,opening=fixed,max-plies=0)" => Some(Fairy::Flipello),
            "connect-four(width=7,height=6,max-plies=0)" => Some(Fairy::Cfour),
            _ if spec.starts_with("breakthrough(width=8,height=8,") => Some(Fairy::Breakthrough),
            _ => None,
        }
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

impl Dialect {
    /// The dialect of the game with this resolved spec, or why the protocol cannot speak of it.
    pub fn new(owner: &str, protocol: Protocol, spec: &str, players: usize) -> Result<Dialect, SpecError> {
        let game = spec.split('(').next().unwrap_or_default();
        let refuse = |needs: &str| {
            let name = protocol.name();
            Err(SpecError::combination(owner, format!("protocol `{name}` {needs}, not of `{game}`; `ugi` can")))
        };
        match protocol {
            Protocol::Uai if game != "ataxx" => return refuse("speaks of `ataxx` only"),
            Protocol::Gtp | Protocol::Uci if players != 2 => return refuse("speaks of games of two players"),
            _ => {}
        }
        let fairy = Fairy::of(spec).filter(|_| protocol == Protocol::Uci);
        Ok(Dialect { protocol, game: game.to_string(), spec: spec.to_string(), fairy, players })
    }

    /// The protocol.
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// How many players the game has.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The game as `UCI_Variant` names it: as Fairy-Stockfish does, or by the spec.
    pub fn variant(&self) -> &str {
        self.fairy.map_or(self.spec.as_str(), |fairy| fairy.name())
    }

    /// The side of the board, where GTP is to be told.
    pub fn board_size(&self) -> Option<u32> {
        let size = self.spec.split_once("size=")?.1;
        size.split([',', ')']).next()?.parse().ok()
    }

    /// Whether `position fen` can tell any position.
    pub fn has_positions(&self) -> bool {
        match self.protocol {
            Protocol::Ugi | Protocol::Uai => true,
            Protocol::Uci => self.fairy.is_none(),
            Protocol::Lines { positions } => positions,
            Protocol::Gtp => false,
        }
    }

    /// Whether a program can be told to start from that position, of which no moves are known.
    pub fn can_start_from(&self, position: &str) -> bool {
        self.has_positions() || self.protocol == Protocol::Gtp && self.stones(position).is_some()
    }

    /// A move as the protocol writes it, from our own texts of it and of the position it is made in.
    pub fn write(&self, own: &str, position: &str) -> String {
        match (self.protocol, self.fairy) {
            (Protocol::Uai, _) => merged(own).to_string(),
            (Protocol::Gtp, _) if self.game == "hex" && own == "swap" => "swap-sides".to_string(),
            (_, Some(Fairy::Ataxx)) if own == "0000" => null_move(position),
            (_, Some(Fairy::Ataxx)) if own.len() == 2 => format!("P@{own}"),
            (_, Some(Fairy::Flipello)) if own == "pass" => null_move(position),
            (_, Some(Fairy::Flipello)) => format!("P@{}", flipped(own)),
            (_, Some(Fairy::Cfour)) => dropped(own, position),
            _ => own.to_string(),
        }
    }

    /// Whether what a program wrote means the move that we write as `ours`.
    pub fn means(&self, theirs: &str, ours: &str) -> bool {
        let null = |text: &str| text.is_ascii() && text.len() == 4 && text[..2] == text[2..];
        // Any square may stand for a pass, as it goes nowhere.
        theirs.eq_ignore_ascii_case(ours) || self.fairy.is_some() && null(theirs) && null(ours)
    }

    /// The colour to move in a position, as GTP names it.
    pub fn colour(&self, position: &str, player: usize) -> &'static str {
        match position.split_whitespace().nth(1) {
            Some("x") => "black",
            Some("o") => "white",
            _ => ["black", "white"][player & 1],
        }
    }

    /// The stones to be put on an empty board to reach a position, colour and cell, in games where that is all there is to it.
    pub fn stones(&self, position: &str) -> Option<Vec<(&'static str, String)>> {
        if self.game != "hex" || position.contains("swapped") {
            return None;
        }
        let (black, white): (Vec<_>, Vec<_>) = cells(position).into_iter().partition(|&(_, _, piece)| piece == 'x');
        let cell = |&(row, column, _): &(usize, usize, char)| format!("{}{}", letter(column), row + 1);
        // In turns, as if they had been played.
        let mut stones = Vec::new();
        for number in 0..black.len().max(white.len()) {
            stones.extend(black.get(number).map(|stone| ("black", cell(stone))));
            stones.extend(white.get(number).map(|stone| ("white", cell(stone))));
        }
        Some(stones)
    }
}

/// A clone without the stone that is doubled; any other move as it is.
fn merged(own: &str) -> &str {
    let &[a, b, c, d] = own.as_bytes() else { return own };
    let beside = a.abs_diff(c) <= 1 && b.abs_diff(d) <= 1;
    if beside && own != "0000" { &own[2..] } else { own }
}

/// The pieces of a position: row from the top, column, piece.
fn cells(position: &str) -> Vec<(usize, usize, char)> {
    let mut found = Vec::new();
    for (row, text) in position.split_whitespace().next().unwrap_or_default().split('/').enumerate() {
        let (mut column, mut empty) = (0, 0);
        for c in text.chars() {
            if let Some(digit) = c.to_digit(10) {
                empty = empty * 10 + digit as usize;
                continue;
            }
            column += empty;
            empty = 0;
            found.push((row, column, c));
            column += 1;
        }
    }
    found
}

fn letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

/// How many rows a position has.
fn height(position: &str) -> usize {
    position.split_whitespace().next().unwrap_or_default().split('/').count()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn dialect(protocol: Protocol, spec: &str) -> Dialect {
        Dialect::new("process", protocol, spec, 2).expect("they go together")
    }

    #[test]
    fn moves_are_written_as_the_community_does() {
        let uai = dialect(Protocol::Uai, "ataxx(size=7,clones=per-source,max-plies=400)");
        for (own, theirs) in [("f1g2", "g2"), ("a7a5", "a7a5"), ("0000", "0000"), ("g2", "g2")] {
            assert_eq!(uai.write(own, ""), theirs);
        }
        let ataxx = dialect(Protocol::Uci, "ataxx(size=7,clones=merged,max-plies=400)");
        assert_eq!(ataxx.write("g2", "x5o/7/7/7/7/7/o5x x 0 1"), "P@g2");
        assert_eq!(ataxx.write("0000", "xoo4/ooo4/ooo4/7/7/7/7 x 0 9"), "a7a7");
        let othello = dialect(Protocol::Uci, "othello(size=8,opening=fixed,max-plies=0)");
        assert_eq!(othello.variant(), "flipello");
        assert_eq!(othello.write("d3", "8/8/8/3ox3/3xo3/8/8/8 x"), "P@d6");
        let stuck = "oooooxxo/xxxoxxxo/1xoxxxxo/xxxooxxo/xxxxoxx1/xxooooxo/xxxxxxoo/ooo1o1oo x";
        assert_eq!(othello.write("pass", stuck), "a2a2");
        let four = dialect(Protocol::Uci, "connect-four(width=7,height=6,max-plies=0)");
        assert_eq!(four.write("4", "7/7/7/7/3o3/3x3 x"), "P@d3");
        let hex = dialect(Protocol::Gtp, "hex(size=11,swap=on,max-plies=0)");
        assert_eq!((hex.write("swap", ""), hex.board_size()), ("swap-sides".to_string(), Some(11)));
        let stones = hex.stones("11/10x/11/11/11/11/11/11/11/o10/11 x").expect("stones tell all");
        assert_eq!(stones, [("black", "k2".to_string()), ("white", "a10".to_string())]);
    }

    #[test]
    fn a_protocol_is_refused_for_games_it_cannot_speak_of() {
        assert!(Dialect::new("process", Protocol::Uai, "hex(size=3)", 2).unwrap_err().to_string().contains("`ataxx`"));
        assert!(Dialect::new("process", Protocol::Gtp, "triad()", 3).unwrap_err().to_string().contains("two players"));
    }
}
