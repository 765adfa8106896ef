//! The moves that led to a position: moves that were made are sent, and moves to a position that
//! was set up by its text are found.

use std::fmt::Write;
use std::sync::Arc;

use mctslab_arena::engines::line::{extended, is_from_start, way_to};
use mctslab_core::{AnyState, Rng, SearchBudget};

use crate::{Folder, initial, process, python};

/// A position after this many random moves.
fn wander(initial: &Arc<dyn AnyState>, plies: usize, seed: u64) -> Arc<dyn AnyState> {
    let (mut rng, mut state) = (Rng::new(seed), Arc::clone(initial));
    for _ in 0..plies {
        let mut next = state.successors();
        state = next.swap_remove(rng.below(next.len() as u32) as usize);
    }
    state
}

#[test]
fn the_moves_to_a_position_near_the_start_are_found() {
    for (spec, plies) in [("connect-four", 5), ("othello(size=6)", 4), ("tic-tac-mo", 3), ("hex(size=4)", 3)] {
        let initial = initial(spec);
        for seed in 0..20 {
            let start = wander(&initial, plies, seed);
            let line = extended(vec![Arc::clone(&start)], &initial);
            assert!(is_from_start(&line, &*initial) && line.len() <= plies + 1, "{spec}, seed {seed}");
            let moves = line.iter().filter_map(|state| state.last_move());
            let reached = moves.fold(Arc::clone(&initial), |state, mv| state.play(mv).expect("a legal move"));
            assert!(reached.equals(&*start), "{spec}, seed {seed}");
        }
    }
}

#[test]
fn a_position_out_of_reach_is_where_the_line_starts() {
    let initial = initial("hex");
    let start = wander(&initial, 10, 9);
    assert!(way_to(&*start, &initial).is_none(), "seed 9");
    let line = extended(vec![Arc::clone(&start)], &initial);
    assert!(!is_from_start(&line, &*initial) && line.len() == 1 && line[0].equals(&*start));
}

/// Plays games of three in which a program of plain lines that notes its input has the first seat.
fn told(agent: &str, notes: &std::path::Path) {
    let initial = initial("triad");
    let mut agent = process(&initial, "triad", agent);
    let mut expected = String::new();
    for seed in 0..6 {
        agent.new_game(seed);
        let mut rng = Rng::new(seed);
        let (mut state, mut line) = (Arc::clone(&initial), vec![Arc::clone(&initial)]);
        while let Some(seat) = state.turn() {
            if seat == 0 {
                let moves: Vec<&str> = line.iter().filter_map(|state| state.last_move()).collect();
                let _ = writeln!(expected, "{}", moves.join(" "));
                agent.see_line(&line);
                // The program knows no rules, and its answer is not a move.
                let failure = agent.choose(&state, SearchBudget::default()).expect_err("it has no idea");
                assert!(failure.message.contains("pardon"), "seed {seed}: {failure}");
            }
            let mut next = state.successors();
            state = next.swap_remove(rng.below(next.len() as u32) as usize);
            line.push(Arc::clone(&state));
        }
    }
    assert_eq!(std::fs::read_to_string(notes).expect("its notes"), expected);
}

#[test]
fn a_seat_that_waits_long_is_told_the_moves_that_were_made() {
    let folder = Folder::new();
    if python() {
        let notes = folder.path().join("notes");
        let script = format!(
            "import sys\nnotes = open('{}', 'w')\nfor line in sys.stdin:\n    notes.write(line)\n    notes.flush()\n    print('pardon', flush=True)\n",
            notes.display()
        );
        told(&format!("process(cmd=\"{}\",protocol=lines)", folder.script(&script)), &notes);
    }
}
