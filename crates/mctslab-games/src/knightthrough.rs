//! Knightthrough: Breakthrough with knights. Knights fill the two rows next to each player (one row
//! on boards lower than 6); a knight makes one of the four forward leaps of the chess knight, onto
//! an empty square or an enemy knight, which it captures; whoever reaches the far row, or captures
//! every enemy knight, wins. The first player, `x`, starts at the bottom and moves up. On boards at
//! least four columns wide the foremost knight can always leap. On three columns a player may have
//! to pass, and the game is drawn if neither can leap; else there are no draws, save at
//! `max-plies`.
//!
//! A move is the square left and the square entered, `b2c4`, or `pass`. A position is the board
//! from the top row down and the side to move: `oooooooo/oooooooo/8/8/8/8/xxxxxxxx/xxxxxxxx x`;
//! where there is a limit, then the number of plies played.
//!
//! Known values: random games last 33.6 plies and the first player wins 52 % of them; 8 x 8 is
//! unsolved. Sources: a game of general game playing, after Dan Troyka's Breakthrough. Ludii 1.3.14
//! agrees with this file's trees.

use mctslab_core::spec::{Args, Entry, SpecError};
use mctslab_core::{Family, GameInfo, Visit};

use crate::boards::race::{PARAMS, Race, RacePiece, RaceStep};

/// The rules of Knightthrough, with the options that a spec names.
pub type Knightthrough = Race<Knight, 4>;

/// Leaps forward by one row and two columns, or by two rows and one column.
pub struct Knight;

impl RacePiece<4> for Knight {
    const NAME: &'static str = "knight";
    const STEPS: [RaceStep; 4] = [
        RaceStep { aside: -2, forward: 1, captures: true },
        RaceStep { aside: -1, forward: 2, captures: true },
        RaceStep { aside: 1, forward: 2, captures: true },
        RaceStep { aside: 2, forward: 1, captures: true },
    ];
    /// The squares of one colour of a chess board.
    const PARITY: u64 = 0xaa55_aa55_aa55_aa55;
}

impl Family for Knightthrough {
    const INFO: GameInfo = GameInfo {
        entry: Entry { name: "knightthrough", doc: "knights race to the far row", params: PARAMS },
        source: include_str!("knightthrough.rs"),
        samples: &[
            "knightthrough",
            "knightthrough(width=3,height=4)",
            "knightthrough(width=3,height=8)",
            "knightthrough(width=7,height=6)",
            "knightthrough(width=3,height=6,max-plies=12)",
            "knightthrough(width=8,height=5,max-plies=9)",
        ],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        Ok(visit.visit(Knightthrough::from_args(args)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mctslab_core::{Game, Payoffs, Player};

    fn legal(game: &Knightthrough, text: &str) -> Vec<String> {
        let state = game.parse_state(text).expect("a position");
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        moves.iter().map(|&mv| game.move_text(&state, mv)).collect()
    }

    #[test]
    fn a_knight_never_leaps_over_an_edge() {
        let game = Knightthrough::new(8, 8, 0);
        assert_eq!(legal(&game, "8/x6o/8/8/8/8/o6x/8 x"), ["h2f3", "h2g4", "a7c8"]);
        assert_eq!(legal(&game, "8/x6o/8/8/8/8/o6x/8 o"), ["h7f6", "h7g5", "a2c1"]);
        let game = Knightthrough::new(7, 8, 0);
        assert_eq!(legal(&game, "7/7/7/7/7/x5o/7/7 x"), ["a3b5", "a3c4"]);
    }

    #[test]
    fn who_cannot_leap_passes() {
        let game = Knightthrough::new(3, 6, 0);
        let text = "3/1x1/3/1o1/3/3 x";
        assert_eq!(legal(&game, text), ["pass"]);
        let mut state = game.parse_state(text).expect("a position");
        for mv in ["pass", "b3c1"] {
            let mv = game.parse_move(&state, mv).expect("a legal move");
            game.play(&mut state, mv);
        }
        assert_eq!(game.turn(&state), None);
        assert_eq!(game.payoffs(&state), Payoffs::duel(Some(Player::SECOND)));
    }

    #[test]
    fn a_game_without_any_leap_left_is_drawn() {
        let game = Knightthrough::new(3, 6, 0);
        let state = game.parse_state("3/1x1/3/3/1o1/3 x").expect("a position");
        assert_eq!(game.turn(&state), None);
        assert_eq!(game.payoffs(&state), Payoffs::duel(None));
    }

    #[test]
    fn impossible_positions_are_refused() {
        let home = "oooo/4/4";
        for (text, reason) in [
            (format!("{home}/x3/xxxx x 0"), "1 to 4 of each"),
            ("4/4/4/4/4 x 0".to_string(), "1 to 4 of each"),
            ("x3/4/4/4/1o2 o 3".to_string(), "at most one knight there"),
            ("x3/4/o3/4/4 x 4".to_string(), "the loser to move"),
            (format!("{home}/4/xxxx o 1"), "as many steps by each"),
            // The colours of the squares show one leap by each player, although the rows advanced
            // alone would allow two.
            ("oo1o/4/1x1o/4/1xxx o 3".to_string(), "as many steps by each"),
            (format!("{home}/4/xxxx x 1"), "`x` to move after an even number"),
            (format!("{home}/4/xxxx x 9"), "0 to 8"),
        ] {
            let error = Knightthrough::new(4, 5, 8).parse_state(&text).expect_err("impossible").to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        for (max_plies, text) in
            [(0, "ooo/3/3/xxx o"), (8, "ooo/3/3/xxx o 1"), (8, "ooo/3/3/xxx x 2"), (8, "ooo/x2/3/xx1 x 0")]
        {
            let error = Knightthrough::new(3, 4, max_plies).parse_state(text).expect_err(text).to_string();
            assert!(error.contains("where every piece is at home"), "{text}: {error}");
        }
        assert!(Knightthrough::new(3, 4, 8).parse_state("ooo/3/3/xxx x 0").is_ok());
        assert!(Knightthrough::new(4, 5, 8).parse_state("oo1o/4/1x1o/4/1xxx x 2").is_ok());
    }
}
