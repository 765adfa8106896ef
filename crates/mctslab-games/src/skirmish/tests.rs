use mctslab_core::{Game, Payoffs, Player, Rng};

use super::position::ROW_6;
use super::{Piece, Skirmish, SkirmishPosition, State};
use crate::boards::bits::positions;

const GAME: Skirmish = Skirmish { max_plies: 100 };

fn read(text: &str) -> State {
    GAME.parse_state(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The position after the moves.
fn after(text: &str, moves: &str) -> State {
    let mut state = read(text);
    for mv in moves.split_whitespace() {
        let mv = GAME.parse_move(&state, mv).unwrap_or_else(|error| panic!("{text}: {error}"));
        GAME.play(&mut state, mv);
    }
    state
}

fn is_legal(state: &State, mv: &str) -> bool {
    GAME.parse_move(state, mv).is_ok()
}

fn refuses(text: &str, reason: &str) {
    let error = GAME.parse_state(text).expect_err(text).to_string();
    assert!(error.contains(reason), "{text}: {error}");
}

#[test]
fn a_king_castles_through_attacks_but_not_through_pieces() {
    let open = "r3k2r/8/8/4r3/8/8/8/R3K2R w KQkq - 40";
    for (mv, expected) in [
        ("e1g1", "r3k2r/8/8/4r3/8/8/8/R4RK1 b kq - 41"),
        ("e1c1", "r3k2r/8/8/4r3/8/8/8/2KR3R b kq - 41"),
        ("h1h8", "r3k2R/8/8/4r3/8/8/8/R3K3 b Qq - 41"),
        ("e1e2", "r3k2r/8/8/4r3/8/8/4K3/R6R b kq - 41"),
    ] {
        assert_eq!(GAME.state_text(&after(open, mv)), expected);
    }
    assert_eq!(GAME.state_text(&after(open, "a1b1 e8c8")), "2kr3r/8/8/4r3/8/8/8/1R2K2R w K - 42");
    // Capturing the king ends his rights, not the game.
    assert_eq!(GAME.state_text(&after(open, "h1h7 e5e1")), "r3k2r/7R/8/8/8/8/8/R3r3 w kq - 42");
    for blocked in ["rn2k1nr/8/8/8/8/8/8/R3K2R b KQkq - 41", "r2bkb1r/8/8/8/8/8/8/R3K2R b KQkq - 41"] {
        assert!(!is_legal(&read(blocked), "e8g8") && !is_legal(&read(blocked), "e8c8"), "{blocked}");
    }
}

#[test]
fn a_pawn_is_captured_in_passing_at_once_or_not() {
    let start = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 41";
    let skipped = after(start, "d7d5");
    assert_eq!(GAME.state_text(&skipped), "4k3/8/8/3pP3/8/8/8/4K3 w - d6 42");
    assert_eq!(GAME.state_text(&after(start, "d7d5 e5d6")), "4k3/8/3P4/8/8/8/8/4K3 b - - 43");
    assert!(!is_legal(&after(start, "d7d5 e1e2 e8e7"), "e5d6"));
    // Other pieces may enter the square, and capture nothing there.
    let bishop = "4k3/3p4/8/4P3/8/B7/8/4K3 b - - 41";
    assert_eq!(GAME.state_text(&after(bishop, "d7d5 a3d6")), "4k3/8/3B4/3pP3/8/8/8/4K3 b - - 43");
    // A square on which no pawn captures is not part of the position: not across the edge, nor
    // without a pawn.
    assert_eq!(read("4k3/8/8/p6P/P7/8/8/4K3 w - a6 42"), read("4k3/8/8/p6P/P7/8/8/4K3 w - - 42"));
    let edge = after("4k3/p7/8/7P/8/8/8/4K3 b - - 41", "a7a5");
    assert_eq!(GAME.state_text(&edge), "4k3/8/8/p6P/8/8/8/4K3 w - - 42");
}

#[test]
fn a_promotion_is_a_second_ply_of_the_same_player() {
    let start = "1n2k3/P7/8/8/8/8/8/4K3 w - - 40";
    let arrived = after(start, "a7b8");
    assert_eq!(GAME.state_text(&arrived), "1P2k3/8/8/8/8/8/8/4K3 w - - 41");
    assert_eq!(GAME.turn(&arrived), Some(Player::FIRST));
    let mut moves = Vec::new();
    GAME.moves(&arrived, &mut moves);
    let texts: Vec<String> = moves.iter().map(|&mv| GAME.move_text(&arrived, mv)).collect();
    assert_eq!(texts, ["=q", "=n", "=b", "=r"]);
    assert_eq!(GAME.state_text(&after(start, "a7b8 =n")), "1N2k3/8/8/8/8/8/8/4K3 b - - 42");
    assert_eq!(GAME.state_text(&after("4k3/8/8/8/8/8/p7/4K3 b - - 41", "a2a1 =r")), "4k3/8/8/8/8/8/8/r3K3 w - - 43");
    // The limit may end the game between the two.
    let late = after("4k3/P7/8/8/8/8/8/4K3 w - - 99", "a7a8");
    assert_eq!((GAME.turn(&late), GAME.payoffs(&late)), (None, Payoffs::duel(Some(Player::FIRST))));
}

#[test]
fn a_player_who_cannot_move_ends_the_game_and_pieces_count() {
    let stuck = read("8/8/8/8/p7/P7/8/8 w - - 42");
    assert_eq!((GAME.turn(&stuck), GAME.payoffs(&stuck)), (None, Payoffs::duel(None)));
    let bare = after("8/8/8/8/8/8/p7/1R6 b - - 41", "a2b1");
    assert_eq!(GAME.turn(&bare), Some(Player::SECOND));
    let over = after("8/8/8/8/8/8/p7/1R6 b - - 41", "a2b1 =b");
    assert_eq!((GAME.turn(&over), GAME.payoffs(&over)), (None, Payoffs::duel(Some(Player::SECOND))));
}

#[test]
fn the_last_move_is_highlighted_where_it_was_made() {
    // Positions before the move, which the second player makes from the other side of the board or
    // with a promotion to follow.
    for (start, mv, expected) in [
        ("4k3/3p4/8/8/8/8/8/4K3 b - - 41", "d7d5", ["d5", "d7"].as_slice()),
        ("4k3/8/8/8/8/8/p7/4K3 b - - 41", "a2a1", &["a1", "a2"]),
        ("4k3/8/8/8/8/8/8/p3K3 b - - 41", "=q", &["a1"]),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 41", "=q", &["a8"]),
    ] {
        let last = GAME.parse_move(&read(start), mv).ok();
        let view = GAME.view(&after(start, mv), last);
        let mut found = Vec::new();
        for row in &view.rows {
            let cells = row.cells.iter().zip(&view.columns).filter(|(cell, _)| cell.highlighted);
            found.extend(cells.map(|(_, column)| format!("{column}{}", row.label)));
        }
        found.sort_unstable();
        assert_eq!(found, expected, "{mv} in {start}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    for (text, reason) in [
        ("4k3/8/8/8/8/8/8/3KK3 w - - 50", "at most one: a pawn does not become a king"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 50", "at most 8 in all"),
        ("4k3/8/8/8/8/7N/PPPPPPPP/1N2K1N1 w - - 50", "8 pawns and 1 promoted"),
        ("4k3/8/8/8/8/7B/PPPPPPPP/4KB2 w - - 50", "8 pawns and 1 promoted"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 50", "a pawn on its first row"),
        ("p3k3/8/8/8/8/8/8/4K3 w - - 50", "a pawn on its first row"),
        ("P3k3/8/8/8/8/8/8/4K3 b - - 50", "pawns on their last row"),
        ("PP2k3/8/8/8/8/8/8/4K3 w - - 50", "pawns on their last row"),
        ("8/8/8/8/8/8/8/4K3 w - - 50", "`w` to move, against nothing"),
        ("8/8/8/8/8/8/8/8 w - - 50", "`w` to move, against nothing"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 29", "30 pieces captured in 29 plies"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0", "without a promotion"),
    ] {
        refuses(text, reason);
    }
    for text in ["P7/8/8/8/8/8/8/8 w - - 50", "8/8/8/8/8/8/8/4K3 b - - 50", "4k3/8/8/8/8/8/8/4K3 w - - 30"] {
        read(text);
    }
}

#[test]
fn impossible_pasts_are_refused() {
    for (text, reason) in [
        ("4k3/8/8/8/8/8/8/3K3R w K - 50", "the right to castle `K` without king and rook at home"),
        ("4k3/8/8/8/8/8/8/r3K3 w Q - 50", "the right to castle `Q` without king and rook at home"),
        ("4k3/8/8/8/8/8/8/R3K3 w QQ - 50", "each once"),
        ("4k3/8/8/4P3/8/8/8/4K3 w - d6 50", "a square just skipped by a pawn"),
        ("4k3/3r4/8/3pP3/8/8/8/4K3 w - d6 50", "a square just skipped by a pawn"),
        ("4k3/8/3r4/3pP3/8/8/8/4K3 w - d6 50", "a square just skipped by a pawn"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d3 50", "a square on row 6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 b - d6 50", "a square on row 3"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 101", "0 to 100"),
        ("4k3/8/8/3pP3/8/8/8/4K3 x - d6 50", "`w` or `b`"),
        ("4k3/8/8/3pX3/8/8/8/4K3 w - d6 50", "`pnbrqk` for black"),
    ] {
        refuses(text, reason);
    }
}

/// The squares that a piece can enter from (row, column), found square by square, without castling
/// and captures in passing. `owner` of a square is +1 for the mover, -1 for the other player, 0 for
/// an empty square.
fn plain_targets(piece: Piece, from: (i32, i32), owner: impl Fn((i32, i32)) -> Option<i32>) -> Vec<(i32, i32)> {
    const STRAIGHT: &[(i32, i32)] = &[(0, 1), (0, -1), (1, 0), (-1, 0)];
    const DIAGONAL: &[(i32, i32)] = &[(1, 1), (1, -1), (-1, 1), (-1, -1)];
    const JUMPS: &[(i32, i32)] = &[(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];
    let (ways, most) = match piece {
        Piece::Rook => (STRAIGHT.to_vec(), 7),
        Piece::Bishop => (DIAGONAL.to_vec(), 7),
        Piece::Queen => ([STRAIGHT, DIAGONAL].concat(), 7),
        Piece::King => ([STRAIGHT, DIAGONAL].concat(), 1),
        Piece::Knight => (JUMPS.to_vec(), 1),
        Piece::Pawn => (vec![(1, 0), (1, 1), (1, -1)], if from.0 == 1 { 2 } else { 1 }),
    };
    let mut found = Vec::new();
    for (up, right) in ways {
        let most = if piece == Piece::Pawn && right != 0 { 1 } else { most };
        for to in (1..=most).map(|distance| (from.0 + up * distance, from.1 + right * distance)) {
            let enters = match owner(to) {
                Some(0) => piece != Piece::Pawn || right == 0,
                Some(-1) => piece != Piece::Pawn || right != 0,
                _ => false,
            };
            found.extend(enters.then_some(to));
            if owner(to) != Some(0) {
                break;
            }
        }
    }
    found
}

fn plain_steps(at: &SkirmishPosition) -> Vec<(u64, u64)> {
    let owner = |(row, column): (i32, i32)| {
        let inside = (0..8).contains(&row) && (0..8).contains(&column);
        let owns = |pieces: u64| i32::from(pieces >> (8 * row + column) & 1 == 1);
        inside.then(|| owns(at.mine) - owns(at.theirs()))
    };
    let mut steps = Vec::new();
    for from in positions(at.mine) {
        let piece = at.piece(1 << from).expect("a piece of the mover");
        let targets = plain_targets(piece, (from as i32 / 8, from as i32 % 8), owner);
        steps.extend(targets.into_iter().map(|(row, column)| (1 << from, 1 << (8 * row + column))));
    }
    steps
}

#[test]
fn moves_are_those_found_square_by_square() {
    let mut rng = Rng::new(9);
    let mut state = GAME.initial();
    for ply in 0..20_000 {
        let at = state.at;
        if at.promoting() == 0 {
            // Captures in passing and castling are tested above.
            let passing = |(from, to)| at.piece(from) == Some(Piece::Pawn) && at.special & ROW_6 & to != 0;
            let castling = |(from, to)| from & at.special & 0x10 != 0 && to & 0x44 != 0;
            let mut found: Vec<(u64, u64)> = at.steps().filter(|&step| !passing(step) && !castling(step)).collect();
            let mut expected = plain_steps(&at);
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "seed 9, ply {ply}: {}", GAME.state_text(&state));
        }
        match GAME.random_move(&state, &mut rng, &mut Vec::new()) {
            Some(mv) => GAME.play(&mut state, mv),
            None => state = GAME.initial(),
        }
    }
}
