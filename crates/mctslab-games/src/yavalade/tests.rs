//! Corners of the rules, by hand.

use mctslab_core::testing::after;

use super::*;

const DEFAULT: Yavalade = Yavalade { places: Places::All, both_colours: false, max_plies: 61 };

#[test]
fn a_player_placed_just_before_his_turn_moves_once_more() {
    // The fourth `x` completes a row of `o` and `x`.
    let state = after(&DEFAULT, "e1 e2 a1 e3 e4 a3 e5");
    assert_eq!(state.places, [Some(PLAYERS[1]), None]);
    let movers: Vec<usize> = ["i5", "i7", "i9", "g3", "h8"]
        .iter()
        .scan(state, |state, text| {
            let mover = DEFAULT.turn(state)?.index();
            let cell = DEFAULT.parse_move(state, text).expect("a legal move");
            DEFAULT.play(state, cell);
            Some(mover)
        })
        .collect();
    assert_eq!(movers, [1, 2, 0, 2, 0]);
}

#[test]
fn a_row_of_one_colour_serves_two_or_nobody() {
    let moves = "e1 a1 i9 e2 a3 h9 e3 b2 i7 e4 i5 a5 e5";
    let any = after(&DEFAULT, moves);
    assert_eq!(DEFAULT.payoffs(&any).as_slice(), [1.0, 0.5, 0.0]);
    let both = Yavalade { both_colours: true, ..DEFAULT };
    assert_eq!(after(&both, moves).places, [None, None]);
    // A stone of the other colour at its end makes it a row.
    assert_eq!(after(&both, &format!("{moves} e6")).places, [Some(PLAYERS[1]), None]);
    let first = Yavalade { places: Places::First, ..DEFAULT };
    assert_eq!(first.payoffs(&after(&first, moves)).as_slice(), [1.0, 0.0, 0.0]);
}

#[test]
fn impossible_positions_are_refused() {
    for (text, expected) in [
        ("5/6/7/8/4x4/8/7/6/5 y", "stones placed in turn"),
        ("5/6/7/8/4o4/8/7/6/5 o", "stones placed in turn"),
        ("5/6/7/8/4x4/8/7/6/5 z", "the side to move"),
        ("5/6/7/8/4x4/8/7/6/5 o second=x", "the places taken"),
        ("x1y1y/6/7/8/xooxo4/8/7/6/y3x o", "a place of that player"),
        ("x1y1y/6/7/8/xo1oxo3/8/7/6/y3x o first=o", "a row of five"),
        ("x1y1y/6/7/8/xooxo4/8/7/6/y3x o first=o second=o", "the places taken"),
    ] {
        let error = DEFAULT.parse_state(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    assert!(DEFAULT.parse_state("x1y1y/6/7/8/xooxo4/8/7/6/y3x o first=o").is_ok());
    let first = Yavalade { places: Places::First, ..DEFAULT };
    // Whichever stone came last, one of the two rows was there before.
    let apart = "xyxyx/6/7/8/1o1o1o1o1/8/3o3/6/yxyxy x first=x";
    let error = first.parse_state(apart).unwrap_err().to_string();
    assert!(error.contains("without a last stone"), "{error}");
}
