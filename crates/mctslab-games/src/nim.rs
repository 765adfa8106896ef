//! Nim: heaps of 1, 3, 5, 7, … stones; a move takes any number of stones from one heap; whoever
//! takes the last stone wins.
//!
//! A move names the heap by letter and the number of stones taken: `c2`. A position is the heaps
//! and the side to move: `1,3,5,7 x`; where there is a limit, then the number of plies played.
//!
//! Known values: the side to move loses exactly when the heaps' sizes, written in binary, cancel
//! out under exclusive or (Bouton 1901); so 1,3,5,7 is lost for the first player.

use std::hint::select_unpredictable;

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::view::{BoardRow, Cell};
use mctslab_core::{Family, Game, GameInfo, Payoffs, Player, Rng, TextError, View, Visit};

use crate::boards::{plies, rows};

/// The greatest number of heaps.
const MOST_HEAPS: usize = 12;

/// The rules of Nim, with the options that a spec names.
pub struct Nim {
    heaps: usize,
    /// 0 for no limit.
    max_plies: u32,
}

/// A position of Nim: whatever the rest of a game depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    heaps: [u8; MOST_HEAPS],
    mover: Player,
    /// Counted only where there is a limit, so that without one equal positions are equal states.
    plies: u16,
}

/// Takes `stones` from the heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    heap: u8,
    stones: u8,
}

impl Nim {
    /// Stones in the heap at the start.
    fn size(heap: usize) -> u8 {
        2 * heap as u8 + 1
    }

    /// Refuses what no game can reach: every ply takes at least one stone, and from one heap only.
    fn check(&self, state: &State) -> Result<(), TextError> {
        let missing = (0..self.heaps).map(|heap| u32::from(Nim::size(heap) - state.heaps[heap]));
        let (taken, touched) = (missing.clone().sum::<u32>(), missing.filter(|&stones| stones > 0).count() as u32);
        let side = rows::letter(state.mover);
        if self.max_plies > 0 {
            let plies = u32::from(state.plies);
            plies::check_mover(plies, state.mover, || format!("{plies} plies played and `{side}` to move"))?;
            if !(touched..=taken).contains(&plies) {
                let found = format!("{plies} plies played, {taken} stones taken from {touched} heaps");
                return Err(TextError::new(found, "at least one ply for each heap, at most one for each stone taken"));
            }
        } else if taken == touched {
            let found = || format!("`{side}` to move, {taken} stones taken, each from another heap");
            plies::check_mover(taken, state.mover, found)?;
        }
        Ok(())
    }
}

impl Family for Nim {
    const INFO: GameInfo = GameInfo {
        entry: Entry {
            name: "nim",
            doc: "take stones from one heap; whoever takes the last stone wins",
            params: &[
                Param::new(
                    "heaps",
                    Kind::Integer { min: 1, max: MOST_HEAPS as i64 },
                    "4",
                    "heaps of 1, 3, 5, … stones",
                ),
                Param::max_plies("0"),
            ],
        },
        source: include_str!("nim.rs"),
        samples: &["nim", "nim(heaps=6)", "nim(heaps=5,max-plies=4)"],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        let heaps = args.integer("heaps") as usize;
        Ok(visit.visit(Nim { heaps, max_plies: args.integer("max-plies") as u32 }))
    }
}

impl Game for Nim {
    type State = State;
    type Move = Move;

    fn initial(&self) -> State {
        let mut heaps = [0; MOST_HEAPS];
        for (heap, stones) in heaps[..self.heaps].iter_mut().enumerate() {
            *stones = Nim::size(heap);
        }
        State { heaps, mover: Player::FIRST, plies: 0 }
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<Player> {
        let limit = plies::over(state.plies, self.max_plies);
        let over = limit || state.heaps.iter().all(|&stones| stones == 0);
        if over { None } else { Some(state.mover) }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if self.turn(state).is_none() {
            return;
        }
        for (heap, &most) in state.heaps.iter().enumerate() {
            out.extend((1..=most).map(|stones| Move { heap: heap as u8, stones }));
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        state.heaps[mv.heap as usize] -= mv.stones;
        state.mover = state.mover.other();
        state.plies += u16::from(self.max_plies > 0);
    }

    #[inline]
    fn payoffs(&self, state: &State) -> Payoffs {
        let taken_all = state.heaps.iter().all(|&stones| stones == 0);
        Payoffs::duel(taken_all.then_some(state.mover.other()))
    }

    fn index(&self, mv: Move) -> usize {
        // Heap h contains at most 2h + 1 stones, and the heaps before it h² in all.
        usize::from(mv.heap).pow(2) + usize::from(mv.stones) - 1
    }

    fn index_bound(&self) -> usize {
        self.heaps.pow(2)
    }

    fn max_plies(&self) -> u32 {
        let stones = self.heaps.pow(2) as u32;
        plies::within(self.max_plies, stones)
    }

    fn move_text(&self, _: &State, mv: Move) -> String {
        format!("{}{}", char::from(b'a' + mv.heap), mv.stones)
    }

    fn state_text(&self, state: &State) -> String {
        let heaps: Vec<String> = state.heaps[..self.heaps].iter().map(u8::to_string).collect();
        let plies = plies::field(state.plies, self.max_plies);
        format!("{} {}{plies}", heaps.join(","), rows::letter(state.mover))
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let (text, plies) = plies::split(text, self.max_plies)?;
        let [heaps, side] = rows::fields(text, "heaps side, as in 1,3,5,7 x")?;
        let mut state = State { heaps: [0; MOST_HEAPS], mover: rows::side(side)?, plies };
        let counts: Vec<&str> = heaps.split(',').collect();
        if counts.len() != self.heaps {
            return Err(TextError::quoted(heaps, format!("{} heaps separated by `,`", self.heaps)));
        }
        for (heap, count) in counts.iter().enumerate() {
            let stones = count.parse().ok().filter(|&stones: &u8| stones <= Nim::size(heap));
            let expected = || format!("0 to {} stones in heap {}", Nim::size(heap), char::from(b'a' + heap as u8));
            state.heaps[heap] = stones.ok_or_else(|| TextError::quoted(count, expected()))?;
        }
        self.check(&state)?;
        Ok(state)
    }

    fn view(&self, state: &State, last: Option<Move>) -> View {
        let row = |heap: usize| BoardRow {
            label: char::from(b'a' + heap as u8).to_string(),
            indent: 0,
            cells: (0..state.heaps[heap])
                .map(|_| Cell { text: "o".to_string(), ..Cell::empty() })
                .chain(last.iter().filter(|mv| usize::from(mv.heap) == heap).flat_map(|mv| {
                    (0..mv.stones).map(|_| Cell { text: ".".to_string(), owner: None, highlighted: true })
                }))
                .collect(),
        };
        View { rows: (0..self.heaps).map(row).collect(), ..View::default() }
    }

    #[inline]
    fn count_moves(&self, state: &State, _: &mut Vec<Move>) -> usize {
        if self.turn(state).is_some() { stones(state) as usize } else { 0 }
    }

    /// Without a list: with one, two threads made hardly more playouts than one.
    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        self.turn(state)?;
        let chosen = rng.below(stones(state));
        let (mut heap, mut before, mut sum) = (0, 0, 0);
        for &most in &state.heaps[..MOST_HEAPS - 1] {
            // No processor can predict a random choice, so there is no branch on it.
            sum += u32::from(most);
            heap += u8::from(chosen >= sum);
            before = select_unpredictable(chosen >= sum, sum, before);
        }
        Some(Move { heap, stones: (chosen - before) as u8 + 1 })
    }
}

/// The stones of all heaps; each of them is the last one of some move.
#[inline]
fn stones(state: &State) -> u32 {
    state.heaps.iter().map(|&stones| u32::from(stones)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_positions_are_refused() {
        for (max_plies, text, reason) in [
            (0, "1,3,5,7 o", "0 stones taken"),
            (0, "0,3,5,7 x", "1 stones taken"),
            (0, "0,3,5,6 o", "each from another heap"),
            (4, "1,3,5,7 o 1", "at most one for each stone"),
            (4, "1,3,5,7 x 2", "at most one for each stone"),
            (4, "1,3,4,6 x 4", "at most one for each stone"),
            (4, "1,3,0,0 o 1", "at least one ply for each heap"),
            (4, "1,3,5,0 x 0", "at least one ply for each heap"),
            (4, "1,3,5,0 x 1", "after an even number"),
        ] {
            let error = Nim { heaps: 4, max_plies }.parse_state(text).expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        for (max_plies, text) in [(0, "1,3,5,5 x"), (0, "1,3,5,5 o"), (0, "0,3,5,6 x"), (4, "1,3,4,5 o 3")] {
            assert!(Nim { heaps: 4, max_plies }.parse_state(text).is_ok(), "{text}");
        }
    }
}
