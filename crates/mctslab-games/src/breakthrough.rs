//! Breakthrough: pawns fill the two rows next to each player (one row on boards lower than 6); a
//! pawn steps straight forward onto an empty square, or diagonally forward onto an empty square or
//! an enemy pawn, which it captures; whoever reaches the far row, or captures every enemy pawn,
//! wins. The first player, `x`, starts at the bottom and moves up. There are no draws, save at
//! `max-plies`, and no passes: the foremost pawn can always step diagonally.
//!
//! A move is the square left and the square entered: `a2b3`. A position is the board from the top
//! row down and the side to move: `oooooooo/oooooooo/8/8/8/8/xxxxxxxx/xxxxxxxx x`; where there is a
//! limit, then the number of plies played.
//!
//! Known values: random games last 64 plies and the first player wins 51 % of them; 8 x 8 is
//! unsolved. Sources: invented by Dan Troyka in 2000. OpenSpiel 2.0.2 and Ludii 1.3.14 agree with
//! this file's trees.

use mctslab_core::spec::{Args, Entry, SpecError};
use mctslab_core::{Family, GameInfo, Visit};

use crate::boards::race::{PARAMS, Race, RacePiece, RaceStep};

/// The rules of Breakthrough, with the options that a spec names.
pub type Breakthrough = Race<Pawn, 3>;

/// Steps straight and diagonally forward; captures only diagonally.
pub struct Pawn;

impl RacePiece<3> for Pawn {
    const NAME: &'static str = "pawn";
    const STEPS: [RaceStep; 3] = [
        RaceStep { aside: -1, forward: 1, captures: true },
        RaceStep { aside: 0, forward: 1, captures: false },
        RaceStep { aside: 1, forward: 1, captures: true },
    ];
    /// Every other row.
    const PARITY: u64 = 0x00ff_00ff_00ff_00ff;
}

impl Family for Breakthrough {
    const INFO: GameInfo = GameInfo {
        entry: Entry { name: "breakthrough", doc: "pawns race to the far row", params: PARAMS },
        source: include_str!("breakthrough.rs"),
        samples: &[
            "breakthrough",
            "breakthrough(width=3,height=3)",
            "breakthrough(width=5,height=6)",
            "breakthrough(width=8,height=5,max-plies=18)",
        ],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        Ok(visit.visit(Breakthrough::from_args(args)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mctslab_core::{Game, Payoffs, Player};

    #[test]
    fn capturing_the_last_pawn_wins() {
        let game = Breakthrough::new(3, 5, 0);
        let mut state = game.parse_state("3/3/1o1/x2/3 x").expect("a position");
        let mv = game.parse_move(&state, "a2b3").expect("a legal move");
        game.play(&mut state, mv);
        assert_eq!(game.turn(&state), None);
        assert_eq!(game.payoffs(&state), Payoffs::duel(Some(Player::FIRST)));
    }

    #[test]
    fn a_pawn_captures_only_diagonally_and_never_steps_over_an_edge() {
        let game = Breakthrough::new(8, 8, 0);
        let state = game.parse_state("8/8/8/o6o/x6x/8/8/8 x").expect("a position");
        assert!(game.parse_move(&state, "a4a5").is_err());
        let mut moves = Vec::new();
        for (side, expected) in [("x", ["h4g5", "a4b5"]), ("o", ["h5g4", "a5b4"])] {
            let state = game.parse_state(&format!("8/8/8/o6o/x6x/8/8/8 {side}")).expect("a position");
            moves.clear();
            game.moves(&state, &mut moves);
            let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(&state, mv)).collect();
            assert_eq!(texts, expected);
        }
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = Breakthrough::new(3, 3, 0);
        for (text, reason) in [
            ("ooo/o2/xxx x", "1 to 3 of each"),
            ("3/3/3 x", "1 to 3 of each"),
            ("x2/3/1o1 o", "at most one pawn there"),
            ("xx1/3/3 o", "at most one pawn there"),
            ("x2/o2/3 x", "the loser to move"),
            ("3/o2/3 o", "the loser to move"),
            ("ooo/3/xxx o", "as many steps by each"),
        ] {
            let error = game.parse_state(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        assert!(game.parse_state("x2/o2/3 o").is_ok());
    }

    #[test]
    fn without_captures_every_step_is_a_ply() {
        let game = Breakthrough::new(4, 5, 10);
        for (text, reason) in [
            ("oooo/4/4/4/xxxx x 2", "a ply for each"),
            ("oooo/4/4/x3/1xxx o 3", "a ply for each"),
            ("1ooo/o3/4/x3/1xxx x 4", "a ply for each"),
            ("1ooo/4/4/x3/1xxx x 0", "where every piece is at home"),
        ] {
            let error = game.parse_state(text).expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        for text in ["oooo/4/4/4/xxxx x 0", "oooo/4/4/x3/1xxx o 1", "1ooo/o3/4/x3/1xxx x 2"] {
            assert!(game.parse_state(text).is_ok(), "{text}");
        }
    }
}
