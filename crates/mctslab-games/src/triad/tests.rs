//! Corners of the rules, by hand.

use super::*;

const GAME: Triad = Triad { max_plies: 2500 };

fn after(text: &str, moves: &str) -> State {
    let mut state = GAME.parse_state(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    for text in moves.split(' ') {
        let mv = GAME.parse_move(&state, text).unwrap_or_else(|error| panic!("{error}"));
        GAME.play(&mut state, mv);
    }
    state
}

#[test]
fn no_two_cells_of_a_colour_touch() {
    for (player, colour) in COLOURS.into_iter().enumerate() {
        assert!(positions(colour).all(|cell| NEIGHBOURS[cell as usize] & colour == 0), "player {player}");
    }
}

#[test]
fn the_candidate_moves_after_the_drop() {
    // `o` has slid to f4, a cell of `y`.
    let state = after("3oo/3ooo/x3ooo/x1o5/xx7/xx6/x3yyy/2x1yy/3yy o drops=x 3", "h4");
    assert_eq!(GAME.state_text(&state), "3oo/x2ooo/x3ooo/x1o5/xx7/xx6/x3yyy/2x1yy/3yy y 4");
}

#[test]
fn the_slide_that_takes_the_most_is_the_only_one() {
    let text = "1x3/6/7/8/4o1y2/8/7/6/5 x 10";
    let state = GAME.parse_state(text).expect("a position");
    assert_eq!(GAME.count_moves(&state, &mut Vec::new()), 1);
    let over = after(text, "i6e6");
    assert_eq!(GAME.turn(&over), None);
    assert_eq!(GAME.payoffs(&over).as_slice(), [1.0, 0.25, 0.25], "two lose their last piece at once");
}

#[test]
fn who_is_shut_in_passes() {
    let state = after("5/6/7/8/9/8/7/oo4/xo2y x 10", "pass");
    assert_eq!(GAME.turn(&state), Some(Player::SECOND));
}

#[test]
fn impossible_positions_are_refused() {
    for (text, expected) in [
        ("5/6/7/8/4o1y2/8/7/6/5 x 10", "a piece of the side to move"),
        ("1x3/6/7/8/4o1y2/8/7/6/5 x", "the number of plies"),
        ("1x3/6/7/8/4o1y2/8/7/6/5 x 2501", "the number of plies"),
        ("1x3/6/7/8/4o1y2/8/7/6/5 x drop=o 11", "`drops=x`"),
        ("1x3/6/7/8/4o1y2/8/7/6/5 x drops=x 11", "another player's piece"),
        ("1x3/6/7/8/4o1y2/8/7/6/5 x drops=o 11", "a piece that has slid"),
        ("1x3/6/7/8/4o4/8/7/6/5 x drops=o 11", "the game is over"),
        ("5/6/7/8/4ox3/8/7/6/5 x 11", "no enemies next to it"),
        ("ooooo/oooooo/ooooooo/oooooooo/xx7/8/6y/5y/5 x 1", "at most 27 pieces"),
        ("1x3/6/7/8/4o1y2/8/7/6/5 x 0", "the initial position"),
        ("3oo/3ooo/x3ooo/x1o5/xx7/xx6/x3yyy/2x1yy/3yy o drops=x 0", "the initial position"),
    ] {
        let error = GAME.parse_state(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
