//! Yavalath: on a hexagon of side 5 each player in turn puts a stone on an empty cell. Four or more
//! own stones in an unbroken row win; three in a row without four lose. A full board draws.
//!
//! With `swap=on` the second player may answer the first stone with `swap`: the players exchange
//! colours, the stone stays, and the first player goes on with `o`. With `swap=noop` the move
//! `swap` exchanges nothing: the second player has `o` as before and moves again. (So it was in the
//! program of Debets et al. (2021), which did not exchange its agents.)
//!
//! Moves are cells or `swap`. Cells are named as in Abalone: rows `a` to `i` from the bottom,
//! numbered from the left along slanted columns, `a1` to `a5` at the bottom, `e1` to `e9` in the
//! middle, `i5` to `i9` on top. A position is the board from the top row down and the colour to
//! move, then `swapped` if the swap was made and still matters: `5/6/7/8/4x4/8/7/6/5 o swapped`.
//!
//! Known values: uniformly random games last 19.6 plies and the first player wins 47 % of them.
//! Sources: Ludii 1.3.14 agrees with this file's trees.

use mctslab_core::spec::{Args, Entry, Param, SpecError};
use mctslab_core::{Family, Game, GameInfo, Listener, Payoffs, Player, Playout, Rng, TextError, View, Visit};

use crate::boards::bits::{isolate_nth, nth_set_bit, positions};
use crate::boards::hexagon::{self, CELLS, FULL, fills_any};
use crate::boards::rows;
use crate::boards::swap::Swap;

/// The rules of Yavalath, with the options that a spec names.
pub struct Yavalath {
    swap: Swap,
    /// The greatest number of plies; also the end of a game that `limited` cuts.
    max_plies: u32,
    /// Whether `max_plies` can end a game before the board is full.
    limited: bool,
}

/// A position. Colour 0 is `x`, colour 1 is `o`; the colours take turns, whichever player has them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The stones of each colour.
    stones: [u64; 2],
    /// Whether the swap was made. It is cleared once it makes no difference, so that equal
    /// positions are equal states.
    swapped: bool,
    row: Option<MadeRow>,
}

/// The row that the last stone made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum MadeRow {
    Three,
    Four,
}

/// The move that is not a cell.
const SWAP: u8 = CELLS as u8;

/// The threes through each cell. Rows of twelve fit wide registers.
static THREES: [[u64; 12]; CELLS] = hexagon::windows(3);
static FOURS: [[u64; 12]; CELLS] = hexagon::windows(4);

/// The row that a stone on `cell` made, given all stones of its colour.
#[inline]
fn made_row(stones: u64, cell: usize) -> Option<MadeRow> {
    if !fills_any(stones, &THREES[cell]) {
        return None;
    }
    Some(if fills_any(stones, &FOURS[cell]) { MadeRow::Four } else { MadeRow::Three })
}

/// The best row among the stones.
fn best_row(stones: u64) -> Option<MadeRow> {
    let rows = positions(stones).filter_map(|cell| made_row(stones, cell as usize));
    rows.max_by_key(|&row| row == MadeRow::Four)
}

impl State {
    /// Stones on the board.
    #[inline]
    fn placed(&self) -> u32 {
        (self.stones[0] | self.stones[1]).count_ones()
    }

    #[inline]
    fn empty(&self) -> u64 {
        FULL & !(self.stones[0] | self.stones[1])
    }
}

impl Yavalath {
    fn new(swap: Swap, max_plies: u32) -> Yavalath {
        let longest = CELLS as u32 + u32::from(swap != Swap::Off);
        let limited = (1..longest).contains(&max_plies);
        Yavalath { swap, max_plies: if limited { max_plies } else { longest }, limited }
    }

    #[inline]
    fn can_swap(&self, state: &State) -> bool {
        self.swap != Swap::Off && state.placed() == 1 && !state.swapped
    }

    /// The number of stones that may still follow if no row ends the game before.
    #[inline]
    fn stones_left(&self, state: &State) -> u32 {
        let placed = state.placed();
        let cells = CELLS as u32 - placed;
        if self.limited { cells.min(self.max_plies.saturating_sub(placed + u32::from(state.swapped))) } else { cells }
    }

    /// A random move while there may be a swap, which is until the second stone.
    #[inline]
    fn random_early_move(&self, state: &State, rng: &mut Rng, scratch: &mut Vec<u8>) -> Option<u8> {
        if self.swap != Swap::Off && state.placed() < 2 { self.random_move(state, rng, scratch) } else { None }
    }

    /// Plays random moves to the end of a game in which no swap is possible any more; afterwards
    /// only the stones of the state are right. Returns the payoffs, and the number of plies.
    #[inline]
    fn place_stones(&self, state: &mut State, rng: &mut Rng) -> (Payoffs, u32) {
        if state.row.is_some() {
            return (self.payoffs(state), 0);
        }
        let mut colour = (state.placed() & 1) as usize;
        let (mut mine, mut theirs) = (state.stones[colour], state.stones[colour ^ 1]);
        let mut empty = state.empty();
        let cells = empty.count_ones();
        // The number of empty cells at the end of a game with a limit.
        let least = cells - self.stones_left(state);
        let mut left = cells;
        let mut last = None;
        rng.in_registers(|rng| {
            while left > least {
                let stone = isolate_nth(empty, rng.below(left));
                empty ^= stone;
                mine |= stone;
                left -= 1;
                let cell = stone.trailing_zeros() as usize;
                if fills_any(mine, &THREES[cell]) {
                    last = Some(cell);
                    break;
                }
                (mine, theirs) = (theirs, mine);
                colour ^= 1;
            }
        });
        let made = last.and_then(|cell| made_row(mine, cell));
        (state.stones[colour], state.stones[colour ^ 1]) = (mine, theirs);
        (self.settle(colour, state.swapped, made), cells - left)
    }

    /// The player of the colour.
    #[inline]
    fn player(&self, colour: usize, swapped: bool) -> Player {
        Player::new(colour ^ usize::from(swapped && self.swap == Swap::On))
    }

    /// Whether the swap still makes a difference to the state's future.
    fn remembers_swap(&self, placed: u32) -> bool {
        self.swap == Swap::On || self.limited || placed == 1
    }

    /// The payoffs of the game if the stone that `colour` placed last made the given row.
    #[inline]
    fn settle(&self, colour: usize, swapped: bool, row: Option<MadeRow>) -> Payoffs {
        Payoffs::duel(row.map(|row| self.player(colour ^ usize::from(row == MadeRow::Three), swapped)))
    }
}

impl Family for Yavalath {
    const INFO: GameInfo = GameInfo {
        entry: Entry {
            name: "yavalath",
            doc: "four in a row wins, three in a row loses, on a hexagon",
            params: &[Swap::PARAM, Param::max_plies("0")],
        },
        source: include_str!("yavalath.rs"),
        samples: &[
            "yavalath",
            "yavalath(swap=on)",
            "yavalath(swap=noop)",
            "yavalath(swap=noop,max-plies=15)",
            "yavalath(swap=on,max-plies=20)",
        ],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        Ok(visit.visit(Yavalath::new(Swap::from_args(args), args.integer("max-plies") as u32)))
    }
}

impl Game for Yavalath {
    type State = State;
    type Move = u8;

    fn initial(&self) -> State {
        State { stones: [0, 0], swapped: false, row: None }
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<Player> {
        if state.row.is_some() || self.stones_left(state) == 0 {
            return None;
        }
        Some(self.player((state.placed() & 1) as usize, state.swapped))
    }

    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        if self.turn(state).is_some() {
            out.extend(positions(state.empty()).map(|cell| cell as u8));
            out.extend(self.can_swap(state).then_some(SWAP));
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: u8) {
        if mv == SWAP {
            state.swapped = true;
            return;
        }
        let placed = state.placed();
        let stones = &mut state.stones[(placed & 1) as usize];
        *stones |= 1 << mv;
        state.row = made_row(*stones, usize::from(mv));
        state.swapped &= self.remembers_swap(placed + 1);
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        self.settle((state.placed() & 1 ^ 1) as usize, state.swapped, state.row)
    }

    fn index(&self, mv: u8) -> usize {
        mv as usize
    }

    fn index_bound(&self) -> usize {
        CELLS + usize::from(self.swap != Swap::Off)
    }

    fn max_plies(&self) -> u32 {
        self.max_plies
    }

    fn move_text(&self, _: &State, mv: u8) -> String {
        if mv == SWAP { "swap".to_string() } else { hexagon::name(mv) }
    }

    fn state_text(&self, state: &State) -> String {
        let side = rows::letter(Player::new((state.placed() & 1) as usize));
        let swapped = if state.swapped { " swapped" } else { "" };
        format!("{} {side}{swapped}", hexagon::write(&state.stones))
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [board, side, rest @ ..] = words.as_slice() else {
            return Err(TextError::quoted(text, "board and side, as in `5/6/7/8/4x4/8/7/6/5 o`"));
        };
        let side = rows::side(side)?;
        let mut state = State { stones: hexagon::read(board)?, ..self.initial() };
        let [x, o] = state.stones.map(u64::count_ones);
        rows::check_counts(x, o, side)?;
        state.swapped = self.swap.parse_made(rest, x + o == 0, self.remembers_swap(x + o))?;
        if self.limited && x + o + u32::from(state.swapped) > self.max_plies {
            return Err(TextError::quoted(text, format!("at most {} plies", self.max_plies)));
        }
        let last = state.stones[side.other().index()];
        state.row = best_row(last);
        // Some stone must be the last, and without it there was no row.
        let just_made = |cell: u32| best_row(last & !(1 << cell)).is_none();
        if best_row(state.stones[side.index()]).is_some() || state.row.is_some() && !positions(last).any(just_made) {
            return Err(TextError::quoted(
                text,
                "no three in a row before the last move: the game would have ended then",
            ));
        }
        Ok(state)
    }

    fn symmetries(&self) -> usize {
        hexagon::SYMMETRIES
    }

    fn transform(&self, symmetry: usize, state: &State) -> State {
        State { stones: state.stones.map(|stones| hexagon::turn_cells(symmetry, stones)), ..*state }
    }

    fn view(&self, state: &State, last: Option<u8>) -> View {
        // A swap concerns the only stone on the board.
        let marked = last.map_or(0, |mv| if mv == SWAP { !state.empty() } else { 1 << mv });
        let mut view = hexagon::view(&state.stones, marked);
        for cell in view.rows.iter_mut().flat_map(|row| &mut row.cells) {
            cell.owner = cell.owner.map(|colour| self.player(colour.index(), state.swapped));
        }
        if state.swapped {
            view.notes.push(match self.swap {
                Swap::On => "swapped: the first player has o, the second x".to_string(),
                _ => "swapped, to no effect: the second player still has o".to_string(),
            });
        }
        view
    }

    #[inline]
    fn count_moves(&self, state: &State, _: &mut Vec<u8>) -> usize {
        let open = state.empty().count_ones() as usize + usize::from(self.can_swap(state));
        if self.turn(state).is_some() { open } else { 0 }
    }

    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<u8>) -> Option<u8> {
        self.turn(state)?;
        let empty = state.empty();
        let cells = empty.count_ones();
        let choice = rng.below(cells + u32::from(self.can_swap(state)));
        Some(if choice == cells { SWAP } else { nth_set_bit(empty, choice) as u8 })
    }

    #[inline(never)]
    fn playout(&self, state: &mut State, rng: &mut Rng, scratch: &mut Vec<u8>) -> Playout {
        let mut plies = 0;
        while let Some(mv) = self.random_early_move(state, rng, scratch) {
            self.play(state, mv);
            plies += 1;
        }
        let (payoffs, more) = self.place_stones(state, rng);
        Playout { payoffs, plies: Some(plies + more) }
    }

    fn playout_reporting(
        &self,
        state: &mut State,
        rng: &mut Rng,
        scratch: &mut Vec<u8>,
        listener: &mut impl Listener,
    ) -> Payoffs {
        while let (Some(player), Some(mv)) = (self.turn(state), self.random_early_move(state, rng, scratch)) {
            listener.report(player, self.index(mv));
            self.play(state, mv);
        }
        let before = state.stones;
        let (payoffs, _) = self.place_stones(state, rng);
        for (colour, (stones, before)) in state.stones.into_iter().zip(before).enumerate() {
            listener.report_all(self.player(colour, state.swapped), 0, stones ^ before);
        }
        payoffs
    }
}

#[cfg(test)]
mod tests {
    use mctslab_core::testing::after;

    use super::*;

    #[test]
    fn four_wins_even_where_three_loses() {
        let game = Yavalath::new(Swap::Off, 0);
        let three = after(&game, "a1 i9 b2 i7 c3");
        assert_eq!(game.payoffs(&three), Payoffs::duel(Some(Player::SECOND)));
        let four = after(&game, "e1 i9 e2 i7 e4 a1 e3");
        assert_eq!(game.payoffs(&four), Payoffs::duel(Some(Player::FIRST)));
        // The last stone makes d3-e3-f3 as well as e1-e2-e3-e4.
        let both = after(&game, "e1 i9 e2 i7 e4 a1 d3 a5 f3 h9 e3");
        assert_eq!(game.payoffs(&both), Payoffs::duel(Some(Player::FIRST)));
    }

    #[test]
    fn stones_are_told_to_be_those_of_who_placed_them() {
        for (swap, opening, first) in [(Swap::Off, "e5 a1", 0), (Swap::On, "e5 swap a1", 1), (Swap::On, "e5 a1", 0)] {
            let game = Yavalath::new(swap, 0);
            for seed in 0..100 {
                let mut reported = [0, 0];
                let mut state = after(&game, opening);
                let mut listener = |player: Player, _| reported[player.index()] += 1;
                game.playout_reporting(&mut state, &mut Rng::new(seed), &mut Vec::new(), &mut listener);
                // The players take turns, and `first` begins.
                let (mine, theirs) = (reported[first], reported[first ^ 1]);
                assert!(mine == theirs || mine == theirs + 1, "{opening}, seed {seed}: {reported:?}");
            }
        }
    }

    #[test]
    fn a_swap_exchanges_the_players() {
        let game = Yavalath::new(Swap::On, 0);
        let swapped = after(&game, "e5 swap");
        assert_eq!(game.state_text(&swapped), "5/6/7/8/4x4/8/7/6/5 o swapped");
        assert_eq!(game.turn(&swapped), Some(Player::FIRST));
        assert!(game.parse_move(&swapped, "swap").is_err(), "only once");
        let over = after(&game, "e5 swap a1 e6 a3 e7");
        assert_eq!(game.payoffs(&over), Payoffs::duel(Some(Player::FIRST)), "the swapper has the three");
        let noop = Yavalath::new(Swap::Noop, 0);
        assert_eq!(after(&noop, "e5 swap a1"), after(&noop, "e5 a1"));
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = Yavalath::new(Swap::Off, 0);
        for (text, expected) in [
            ("5/6/7/8/4x4/8/7/6/5 x", "as many of each"),
            ("5/6/7/8/4x4/8/7/6/5 o swapped", "no swap"),
            ("5/6/7/8/4x5/8/7/6/5 o", "9 squares"),
            ("5/6/7/8/4y4/8/7/6/5 o", "9 squares"),
            ("5/6/7/8/xxx6/8/7/6/o1o1o x", "no three in a row before"),
            ("5/6/7/8/xxx6/8/xxx4/6/oo1oo o", "as many of each"),
            ("5/6/7/8/xxx6/oo1oo3/xxx4/6/4o o", "no three in a row before"),
        ] {
            let error = game.parse_state(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let error = Yavalath::new(Swap::Noop, 0).parse_state("x4/6/7/8/4o4/8/7/6/5 x swapped").unwrap_err().to_string();
        assert!(error.contains("no effect"), "{error}");
    }
}
