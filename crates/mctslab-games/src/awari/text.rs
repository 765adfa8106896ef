//! Positions of awari as text.

use mctslab_core::{Game, Player, TextError};

use super::pits::{self, PITS, Position, SEEDS};
use super::{Awari, Now, State};
use crate::boards::history::PositionHistory;
use crate::boards::{plies, rows};

/// The format that [`Awari::read`] expects before the plies.
const SHAPE: &str = "`pits pits stores side moves`, as in `4,4,4,4,4,4 4,4,4,4,4,4 0-0 x ca`";

impl Awari {
    /// See [`Game::state_text`].
    pub(super) fn write(&self, state: &State) -> String {
        let now = &state.now;
        let moves = moves_since_capture(state);
        let start = state.history.as_slice().first().map_or(*now, |&at| {
            let mover = if moves.len().is_multiple_of(2) { now.mover } else { now.mover.other() };
            Now { at, mover, ..*now }
        });
        let [first, second] = start.rows();
        let tail = match now.passes {
            0 if moves.is_empty() => String::new(),
            0 => format!(" {moves}"),
            1 => " pass".to_string(),
            _ => " pass,pass".to_string(),
        };
        let pits = format!("{} {}", pits::row_text(first), pits::row_text(second));
        let stores = format!("{}-{}", pits::store(first), pits::store(second));
        let plies = plies::field(now.plies, self.max_plies);
        format!("{pits} {stores} {}{tail}{plies}", rows::letter(start.mover))
    }

    /// See [`Game::parse_state`].
    pub(super) fn read(&self, text: &str) -> Result<State, TextError> {
        let (text, plies) = plies::split(text, self.max_plies)?;
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (first, second, stores, side, tail) = match fields[..] {
            [first, second, stores, side] => (first, second, stores, side, ""),
            [first, second, stores, side, tail] => (first, second, stores, side, tail),
            _ => return Err(TextError::quoted(text, SHAPE)),
        };
        let (passes, moves) = self.split_tail(tail)?;
        let [first_store, second_store] = pits::parse_stores(stores)?;
        let (first, second) = (pits::parse_row(first)? + first_store, pits::parse_row(second)? + second_store);
        let mover = rows::side(side)?;
        let at = Position { mine: first, theirs: second };
        let at = if mover == Player::FIRST { at } else { at.turned() };
        let start = usize::from(plies).checked_sub(if self.max_plies > 0 { moves.len() } else { 0 });
        let start = start.filter(|start| self.max_plies == 0 || start % 2 == mover.index());
        let start = start.ok_or_else(|| {
            let found = format!("`{}` to move, {} moves later {plies} plies", rows::letter(mover), moves.len());
            TextError::new(found, "an even number of plies before `x` moves, an odd one before `o` does")
        })?;
        let now = Now { at, open: 0, mover, plies: start as u16, passes };
        self.check(&now)?;
        let mut state = State { now: self.opened(now, false), history: PositionHistory::default() };
        for letter in moves.chars() {
            let mv = self.parse_move(&state, letter.encode_utf8(&mut [0; 4]))?;
            self.play(&mut state, mv);
        }
        Ok(state)
    }

    /// Reads the field between side and plies: passes or moves.
    fn split_tail<'a>(&self, tail: &'a str) -> Result<(u8, &'a str), TextError> {
        match tail {
            "pass" if self.ludii => Ok((1, "")),
            "pass,pass" if self.ludii => Ok((2, "")),
            "" => Ok((0, "")),
            _ if self.ludii => Err(TextError::quoted(tail, "nothing, `pass` or `pass,pass` after the side to move")),
            _ => Ok((0, tail)),
        }
    }

    /// Refuses positions that no game reaches.
    fn check(&self, now: &Now) -> Result<(), TextError> {
        let Position { mine, theirs } = now.at;
        let seeds: u32 =
            (0..=PITS).map(|pit| u32::from(pits::seeds(mine, pit)) + u32::from(pits::seeds(theirs, pit))).sum();
        if seeds != SEEDS {
            return Err(TextError::new(format!("{seeds} seeds"), format!("{SEEDS} in the pits and captured")));
        }
        if pits::store(mine) >= self.win {
            let found = format!("{} captured by the side to move", pits::store(mine));
            return Err(TextError::new(found, format!("less than {}: the game would have ended before", self.win)));
        }
        let sower = if now.passes == 1 { mine } else { theirs };
        let initial = now.at == Position::INITIAL && now.mover == Player::FIRST;
        if self.max_plies > 0 && initial != (now.plies == 0) {
            let found = format!("{} plies before {}", now.plies, if initial { "any move" } else { "this position" });
            return Err(TextError::new(found, "0 before any move, and more later"));
        }
        if pits::is_full(sower) && !initial {
            return Err(TextError::new("seeds in every pit of who sowed last", "an empty pit, where he sowed from"));
        }
        if now.passes > 0 && (self.sowing.legal(now.at.turned()) != 0 || now.at.is_thin()) {
            return Err(TextError::new("a pass", "a pass only of a player who has no move in an unfinished game"));
        }
        if now.passes > 1 && self.sowing.legal(now.at) != 0 {
            return Err(TextError::new("two passes", "two passes only if neither side has a move"));
        }
        Ok(())
    }
}

/// The pits sown since the last capture: each is empty after its move and was not before.
fn moves_since_capture(state: &State) -> String {
    let before = state.history.as_slice();
    let after = before.iter().skip(1).chain(std::iter::once(&state.now.at));
    let sown = |(before, after): (&Position, &Position)| {
        let emptied = |&pit: &usize| pits::seeds(before.mine, pit) > 0 && pits::seeds(after.theirs, pit) == 0;
        (0..PITS).find(emptied).map(|pit| char::from(b'a' + pit as u8))
    };
    before.iter().zip(after).filter_map(sown).collect()
}
