//! Take one to three stones from a heap; whoever takes the last stone wins.
//!
//! The lines up here are printed by `{name} explain {name}`. A position is the number of stones and
//! the player to move, as in `21 x`; a move is the number of stones taken.

use mctslab::core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab::core::{Family, Game, GameInfo, Payoffs, Player, Rng, TextError, Visit};

/// The rules, with the options that a spec names: `{name}(stones=9)`.
pub struct Rules {
    stones: u32,
}

/// A position: whatever the rest of a game depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    stones: u32,
    mover: Player,
}

impl Game for Rules {
    type State = State;
    type Move = u32;

    fn initial(&self) -> State {
        State { stones: self.stones, mover: Player::FIRST }
    }

    // `None` when the game is over.
    fn turn(&self, state: &State) -> Option<Player> {
        (state.stones > 0).then_some(state.mover)
    }

    fn moves(&self, state: &State, out: &mut Vec<u32>) {
        out.extend(1..=state.stones.min(3));
    }

    fn play(&self, state: &mut State, taken: u32) {
        state.stones -= taken;
        state.mover = state.mover.other();
    }

    // Who made the last move wins; `None` would be a draw.
    fn payoffs(&self, state: &State) -> Payoffs {
        Payoffs::duel(Some(state.mover.other()))
    }

    // A number for each move; those of one state differ.
    fn index(&self, taken: u32) -> usize {
        taken as usize - 1
    }

    fn index_bound(&self) -> usize {
        3
    }

    // No game is longer.
    fn max_plies(&self) -> u32 {
        self.stones
    }

    // What follows is not required. Positions as text serve `--position` and opening files.
    fn state_text(&self, state: &State) -> String {
        format!("{} {}", state.stones, if state.mover == Player::FIRST { "x" } else { "o" })
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let expected = || TextError::quoted(text, format!("0 to {} stones and `x` or `o`, as in `7 o`", self.stones));
        let (stones, mover) = text.split_once(' ').ok_or_else(expected)?;
        let stones = stones.parse().ok().filter(|&stones| stones <= self.stones).ok_or_else(expected)?;
        match mover {
            "x" => Ok(State { stones, mover: Player::FIRST }),
            "o" if stones < self.stones => Ok(State { stones, mover: Player::SECOND }),
            _ => Err(expected()),
        }
    }

    // Without a list of moves playouts are faster. Moves are those of `moves`, equally likely.
    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<u32>) -> Option<u32> {
        (state.stones > 0).then(|| rng.below(state.stones.min(3)) + 1)
    }
}

impl Family for Rules {
    const INFO: GameInfo = GameInfo {
        entry: Entry { name: "{name}", doc: "take one to three stones; the last one wins", params: &[STONES] },
        source: include_str!("game.rs"),
        samples: &["{name}", "{name}(stones=7)"],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        Ok(visit.visit(Rules { stones: args.integer("stones") as u32 }))
    }
}

const STONES: Param = Param::new("stones", Kind::Integer { min: 1, max: 99 }, "21", "stones at the start");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_keeps_the_laws() {
        for stones in [1, 7, 21] {
            let skipped = mctslab_core::testing::conformance("{name}", &Rules { stones });
            println!("{stones} stones, not checked: {skipped:?}");
        }
    }

    #[test]
    fn whoever_leaves_no_stone_wins() {
        let game = Rules { stones: 4 };
        let end = mctslab_core::testing::after(&game, "1 3");
        assert_eq!(game.payoffs(&end).of(Player::SECOND), 1.0);
    }
}
