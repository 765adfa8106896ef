//! Dialects: moves and positions as the programs of a community write them.
//!
//! A dialect turns text into text and needs no types. Where a protocol has no convention of its own
//! for a game, the game's own notation is used; its conventions are in its own file. `x` of a
//! position is black, `o` is white. A position of Hex can be set up stone by stone.

use mctslab_core::spec::SpecError;

use super::Protocol;

/// The notation of one game in one protocol.
#[derive(Clone, Debug)]
pub struct Dialect {
    protocol: Protocol,
    /// The name of the game, without options.
    game: String,
    /// The resolved spec of the game.
    spec: String,
    players: usize,
}

impl Dialect {
    /// The dialect of the game with this resolved spec, or why the protocol does not support it.
    pub fn new(owner: &str, protocol: Protocol, spec: &str, players: usize) -> Result<Dialect, SpecError> {
        let game = spec.split('(').next().unwrap_or_default();
        if let Some(needs) = protocol.refuses(game, players) {
            let name = protocol.name();
            let reason = format!("protocol `{name}` {needs}, not `{game}`; `ugi` supports every game");
            return Err(SpecError::combination(owner, reason));
        }
        Ok(Dialect { protocol, game: game.to_string(), spec: spec.to_string(), players })
    }

    /// The protocol.
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// The name of the game, without options.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The resolved spec of the game.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// How many players the game has.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The name of the game as `UCI_Variant`, where the protocol has that option.
    pub fn variant(&self) -> Option<&str> {
        self.protocol.variant(self)
    }

    /// The side of the board, where it is sent in GTP.
    pub fn board_size(&self) -> Option<u32> {
        let size = self.spec.split_once("size=")?.1;
        size.split([',', ')']).next()?.parse().ok()
    }

    /// Whether `position fen` can express any position.
    pub fn has_positions(&self) -> bool {
        self.protocol.has_positions(self)
    }

    /// Whether a program can start from that position, the moves to which are not known.
    pub fn can_start_from(&self, position: &str) -> bool {
        self.protocol.can_start_from(self, position)
    }

    /// A move in the protocol's notation, from our own texts of it and of the position in which it
    /// is made.
    pub fn write(&self, own: &str, position: &str) -> String {
        self.protocol.write(self, own, position)
    }

    /// Whether the program's text means the move that we write as `ours`.
    pub fn means(&self, theirs: &str, ours: &str) -> bool {
        self.protocol.means(self, theirs, ours)
    }

    /// The colour to move in a position, in GTP.
    pub fn colour(&self, position: &str, player: usize) -> &'static str {
        match position.split_whitespace().nth(1) {
            Some("x") => "black",
            Some("o") => "white",
            _ => ["black", "white"][player & 1],
        }
    }

    /// The stones (colour and cell) to put on an empty board to reach a position, in games where
    /// that describes it completely.
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

/// The pieces of a position: row from the top, column, piece.
pub(super) fn cells(position: &str) -> Vec<(usize, usize, char)> {
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

pub(super) fn letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

/// How many rows a position has.
pub(super) fn height(position: &str) -> usize {
    position.split_whitespace().next().unwrap_or_default().split('/').count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::gtp::Gtp;
    use crate::engines::uai::Uai;
    use crate::engines::uci::Uci;

    fn dialect(protocol: Protocol, spec: &str) -> Dialect {
        Dialect::new("process", protocol, spec, 2).expect("they go together")
    }

    #[test]
    fn moves_are_written_as_the_community_does() {
        let uai = dialect(&Uai, "ataxx(size=7,clones=per-source,max-plies=400)");
        for (own, theirs) in [("f1g2", "g2"), ("a7a5", "a7a5"), ("0000", "0000"), ("g2", "g2")] {
            assert_eq!(uai.write(own, ""), theirs);
        }
        let ataxx = dialect(&Uci, "ataxx(size=7,clones=merged,max-plies=400)");
        assert_eq!(ataxx.write("g2", "x5o/7/7/7/7/7/o5x x 0 1"), "P@g2");
        assert_eq!(ataxx.write("0000", "xoo4/ooo4/ooo4/7/7/7/7 x 0 9"), "a7a7");
        let othello = dialect(&Uci, "othello(size=8,opening=fixed,max-plies=0)");
        assert_eq!(othello.variant(), Some("flipello"));
        assert_eq!(othello.write("d3", "8/8/8/3ox3/3xo3/8/8/8 x"), "P@d6");
        let stuck = "oooooxxo/xxxoxxxo/1xoxxxxo/xxxooxxo/xxxxoxx1/xxooooxo/xxxxxxoo/ooo1o1oo x";
        assert_eq!(othello.write("pass", stuck), "a2a2");
        let later = dialect(&Uci, "othello(size=8,opening=fixed,later=1,max-plies=0)");
        assert_eq!(later.variant(), Some("flipello"), "another option does not make it another game");
        let small = "othello(size=6,opening=fixed,max-plies=0)";
        assert_eq!(dialect(&Uci, small).variant(), Some(small));
        let four = dialect(&Uci, "connect-four(width=7,height=6,max-plies=0)");
        assert_eq!(four.write("4", "7/7/7/7/3o3/3x3 x"), "P@d3");
        let hex = dialect(&Gtp, "hex(size=11,swap=on,max-plies=0)");
        assert_eq!((hex.write("swap", ""), hex.board_size()), ("swap-sides".to_string(), Some(11)));
        let stones = hex.stones("11/10x/11/11/11/11/11/11/11/o10/11 x").expect("stones tell all");
        assert_eq!(stones, [("black", "k2".to_string()), ("white", "a10".to_string())]);
    }

    #[test]
    fn a_protocol_is_refused_for_games_it_cannot_speak_of() {
        assert!(Dialect::new("process", &Uai, "hex(size=3)", 2).unwrap_err().to_string().contains("`ataxx`"));
        assert!(Dialect::new("process", &Gtp, "triad()", 3).unwrap_err().to_string().contains("two players"));
    }
}
