//! Yavalade: on a hexagon of side 5 three players in turn put a stone of their colour on an empty
//! cell. A player takes the next place when an unbroken row of five or more is made of his stones
//! and those of the player before him: `x` by rows of `x` and `y`, `o` by rows of `o` and `x`, `y`
//! by rows of `y` and `o`, whoever places the last stone of it.
//!
//! With `lines=any` a row of one colour serves both players whose rows it may belong to; with
//! `lines=both` a row needs stones of both colours. A stone that serves two players places them in
//! the order `x`, `o`, `y`. With `places=all` the others go on for the second place and the placed
//! player is left out, except that one whom the stone before his turn has placed still moves once.
//! Places pay 1, 1/2 and 0. With `places=first` the first place ends the game and pays 1, the
//! others 0. A full board ends the game too; players without a place share what is left.
//!
//! Moves are cells, named as in Abalone: rows `a` to `i` from the bottom, numbered from the left
//! along slanted columns, `a1` to `a5` at the bottom, `e1` to `e9` in the middle, `i5` to `i9` on
//! top. A position is the board from the top row down and the side to move, then the places taken:
//! `x1y1y/6/7/8/xooxo4/8/7/6/y3x o first=o`.
//!
//! Known values: uniformly random games last 38.5 plies. Sources: Ludii 1.3.14 plays `lines=any`
//! and `places=all`, and agrees with this file's trees. `lines=both` is the text of Debets et al.
//! (2021).

#[cfg(test)]
mod tests;

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Family, Game, GameInfo, Listener, Payoffs, Player, Playout, Rng, TextError, View, Visit};

use crate::boards::bits::{isolate_nth, nth_set_bit, positions};
use crate::boards::hexagon::{self, CELLS, FULL, fills_any};
use crate::boards::places::{self, Places, Taken};
use crate::boards::{plies, rows};

/// The rules of Yavalade, with the options that a spec names.
pub struct Yavalade {
    places: Places,
    /// Whether a row must contain both colours.
    both_colours: bool,
    /// The greatest number of plies.
    max_plies: u32,
}

/// A position of Yavalade: whatever the rest of a game depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    stones: [u64; 3],
    mover: Player,
    places: Taken,
}

const PLAYERS: [Player; 3] = [Player::new(0), Player::new(1), Player::new(2)];

/// The shortest row that counts.
const ROW_LENGTH: u32 = 5;
/// The fives through each cell. Rows of sixteen fit wide registers.
static FIVES: [[u64; 16]; CELLS] = hexagon::windows(ROW_LENGTH as usize);

/// The next player in the fixed order.
#[inline]
fn next(player: Player) -> Player {
    Player::new(if player.index() < 2 { player.index() + 1 } else { 0 })
}

/// The player who moves after `mover`, if `out` has taken a place before that move.
#[inline]
fn next_in_play(mover: Player, out: Option<Player>) -> Player {
    let follower = next(mover);
    if out == Some(follower) { next(follower) } else { follower }
}

/// The stones that count for the player's rows: his own and those of the player before him.
#[inline]
fn pair(stones: &[u64; 3], player: Player) -> [u64; 2] {
    [stones[player.index()], stones[next(next(player)).index()]]
}

/// The number of stones of each player and the player to move after `total` stones, if `out` took
/// the first place with stone number `at`.
fn schedule(total: u32, at: u32, out: Option<Player>) -> ([u32; 3], Player) {
    let (mut counts, mut mover) = ([0; 3], Player::FIRST);
    for stone in 1..=total {
        counts[mover.index()] += 1;
        mover = next_in_play(mover, out.filter(|_| at < stone));
    }
    (counts, mover)
}

impl State {
    #[inline]
    fn empty(&self) -> u64 {
        FULL & !(self.stones[0] | self.stones[1] | self.stones[2])
    }

    /// Stones on the board.
    #[inline]
    fn placed(&self) -> u32 {
        CELLS as u32 - self.empty().count_ones()
    }
}

impl Yavalade {
    /// Whether lines have ended the game.
    #[inline]
    fn decided(&self, state: &State) -> bool {
        self.places.decided(&state.places)
    }

    /// Whether the stone on `cell` lies in a row of the player, one of whose two colours it has.
    fn has_row(&self, stones: &[u64; 3], player: Player, cell: u8) -> bool {
        let [own, other] = pair(stones, player);
        (0..3).any(|line| {
            let run = hexagon::run(own | other, cell, line);
            run.count_ones() >= ROW_LENGTH && (!self.both_colours || run & own != 0 && run & other != 0)
        })
    }

    /// Gives places for the rows that the mover's stone on `cell` has made.
    #[cold]
    fn award(&self, state: &mut State, cell: u8) {
        let unserved = next(next(state.mover));
        for player in PLAYERS.into_iter().filter(|&player| player != unserved) {
            let [first, second] = state.places;
            if first == Some(player) || self.decided(state) || !self.has_row(&state.stones, player, cell) {
                continue;
            }
            state.places = if first.is_none() { [Some(player), second] } else { [first, Some(player)] };
        }
    }

    /// Plays random moves until there is a five or the board is full, in a game where no player has
    /// a place, and returns their number.
    ///
    /// This is most of a game: the turns just alternate, so the players' stones change names
    /// instead of places.
    #[inline]
    fn play_to_first_five(&self, state: &mut State, rng: &mut Rng) -> u32 {
        let mut mover = state.mover;
        let [mut own, mut after, mut before] = [mover, next(mover), next(next(mover))].map(|p| state.stones[p.index()]);
        let mut empty = state.empty();
        let cells = empty.count_ones();
        // The number of empty cells at the end of a game with a limit.
        let least = CELLS as u32 - self.max_plies;
        let mut left = cells;
        let mut five = None;
        rng.in_registers(|rng| {
            while left > least && five.is_none() {
                let stone = isolate_nth(empty, rng.below(left));
                let fives = &FIVES[stone.trailing_zeros() as usize];
                empty ^= stone;
                left -= 1;
                if fills_any(own | stone | before, fives) || fills_any(own | stone | after, fives) {
                    five = Some(stone.trailing_zeros() as u8);
                } else {
                    (own, after, before) = (after, before, own | stone);
                    mover = next(mover);
                }
            }
        });
        for (player, stones) in [(mover, own), (next(mover), after), (next(next(mover)), before)] {
            state.stones[player.index()] = stones;
        }
        state.mover = mover;
        if let Some(cell) = five {
            self.play(state, cell);
        }
        cells - left
    }

    /// The players who have a row somewhere.
    fn with_rows(&self, stones: &[u64; 3]) -> Vec<Player> {
        let has_row = |&player: &Player| {
            let [own, other] = pair(stones, player);
            positions(own | other).any(|cell| self.has_row(stones, player, cell as u8))
        };
        PLAYERS.into_iter().filter(has_row).collect()
    }

    fn parse_places(&self, words: &[&str]) -> Result<Taken, TextError> {
        let most = self.places.count();
        let expected = || if most == 1 { "`first=` and a player" } else { "`first=` and `second=` with two players" };
        let refused = || TextError::quoted(&words.join(" "), format!("nothing or the places taken: {}", expected()));
        if words.len() > most {
            return Err(refused());
        }
        let mut places = [None; 2];
        for (place, (word, key)) in places.iter_mut().zip(words.iter().zip(["first=", "second="])) {
            let player = word.strip_prefix(key).and_then(|player| rows::side_of(player, 3).ok());
            *place = Some(player.ok_or_else(refused)?);
        }
        if places[0] == places[1] && places[0].is_some() { Err(refused()) } else { Ok(places) }
    }

    /// Checks that stones and turn are possible in some game in which the first place was taken at
    /// some time.
    fn check_counts(&self, state: &State) -> Result<(), TextError> {
        let counts = state.stones.map(u64::count_ones);
        let total = state.placed();
        let [first, _] = state.places;
        // The stone that gives a player a place is his own or that of the player before him.
        let serves = |at: u32| {
            let (_, follower) = schedule(at, at, None);
            first.is_some_and(|first| first == follower || next(first) == follower)
        };
        let fits = match first {
            None => schedule(total, total, None) == (counts, state.mover),
            Some(_) => (ROW_LENGTH..=total).any(|at| {
                serves(at)
                    && (self.places == Places::All || at == total)
                    && schedule(total, at, first) == (counts, state.mover)
            }),
        };
        if fits {
            return Ok(());
        }
        let [x, o, y] = counts;
        let found = format!("{x} x, {o} o and {y} y with `{}` to move", rows::letter(state.mover));
        Err(TextError::new(found, "stones placed in turn `x`, `o`, `y`, without whoever has the first place"))
    }

    /// Checks that the places agree with the rows on the board.
    fn check_places(&self, state: &State) -> Result<(), TextError> {
        let with_rows = self.with_rows(&state.stones);
        let placed: Vec<Player> = state.places.into_iter().flatten().collect();
        if let Some(&player) = placed.iter().find(|player| !with_rows.contains(player)) {
            let found = format!("a place of `{}`", rows::letter(player));
            return Err(TextError::new(found, "a row of five of that player on the board"));
        }
        // Once the game is decided, a later player may have got his row with the same stone.
        let excused = |player: &Player| self.decided(state) && placed.last() < Some(player);
        if let Some(&player) = with_rows.iter().find(|player| !placed.contains(player) && !excused(player)) {
            let found = format!("a row of `{}`", rows::letter(player));
            return Err(TextError::new(found, "a place of that player, as in `first=x second=y`"));
        }
        let undecided_without = |&(colour, cell): &(usize, u32)| {
            let mut stones = state.stones;
            stones[colour] ^= 1 << cell;
            self.with_rows(&stones).len() < placed.len()
        };
        let mut stones = (0..3).flat_map(|colour| positions(state.stones[colour]).map(move |cell| (colour, cell)));
        if self.decided(state) && !stones.any(|stone| undecided_without(&stone)) {
            return Err(TextError::new("rows without a last stone", "no stones after the game was decided"));
        }
        Ok(())
    }
}

impl Family for Yavalade {
    const INFO: GameInfo = GameInfo {
        entry: Entry {
            name: "yavalade",
            doc: "three players, five in a row of two colours, on a hexagon",
            params: &[
                Places::PARAM,
                Param::new(
                    "lines",
                    Kind::Choice(&[
                        Entry::word("any", "one colour is enough"),
                        Entry::word("both", "both colours must occur"),
                    ]),
                    "any",
                    "which rows of five count",
                ),
                Param::max_plies("0"),
            ],
        },
        source: include_str!("yavalade.rs"),
        samples: &[
            "yavalade",
            "yavalade(places=first)",
            "yavalade(lines=both)",
            "yavalade(places=first,lines=both,max-plies=30)",
            "yavalade(max-plies=36)",
        ],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        let max_plies = plies::within(args.integer("max-plies") as u32, CELLS as u32);
        let both_colours = args.choice("lines").name() == "both";
        Ok(visit.visit(Yavalade { places: Places::from_args(args), both_colours, max_plies }))
    }
}

impl Game for Yavalade {
    type State = State;
    type Move = u8;

    fn initial(&self) -> State {
        State { stones: [0; 3], mover: Player::FIRST, places: [None; 2] }
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<Player> {
        if self.decided(state) || state.placed() >= self.max_plies { None } else { Some(state.mover) }
    }

    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        if self.turn(state).is_some() {
            out.extend(positions(state.empty()).map(|cell| cell as u8));
        }
    }

    #[inline]
    fn play(&self, state: &mut State, cell: u8) {
        let (mover, [out, _]) = (state.mover, state.places);
        state.stones[mover.index()] |= 1 << cell;
        let fives = &FIVES[usize::from(cell)];
        let filled = |player| {
            let [own, other] = pair(&state.stones, player);
            fills_any(own | other, fives)
        };
        if filled(mover) || filled(next(mover)) {
            self.award(state, cell);
        }
        state.mover = next_in_play(mover, out);
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        self.places.pay(state.places)
    }

    fn players(&self) -> usize {
        3
    }

    fn payoff_sum(&self) -> Option<f64> {
        Some(self.places.payoff_sum())
    }

    fn index(&self, cell: u8) -> usize {
        cell as usize
    }

    fn index_bound(&self) -> usize {
        CELLS
    }

    fn max_plies(&self) -> u32 {
        self.max_plies
    }

    fn move_text(&self, _: &State, cell: u8) -> String {
        hexagon::name(cell)
    }

    fn state_text(&self, state: &State) -> String {
        let place = |(player, key)| format!(" {key}={}", rows::letter(player));
        let places: String = places::named(&state.places).map(place).collect();
        format!("{} {}{places}", hexagon::write(&state.stones), rows::letter(state.mover))
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [board, side, rest @ ..] = words.as_slice() else {
            return Err(TextError::quoted(text, "board and side, as in `5/6/7/8/4x4/8/7/6/5 o`"));
        };
        let state =
            State { stones: hexagon::read(board)?, mover: rows::side_of(side, 3)?, places: self.parse_places(rest)? };
        if state.placed() > self.max_plies {
            return Err(TextError::quoted(text, format!("at most {} stones", self.max_plies)));
        }
        self.check_counts(&state)?;
        self.check_places(&state)?;
        Ok(state)
    }

    fn symmetries(&self) -> usize {
        hexagon::SYMMETRIES
    }

    fn transform(&self, symmetry: usize, state: &State) -> State {
        State { stones: state.stones.map(|stones| hexagon::turn_cells(symmetry, stones)), ..*state }
    }

    fn view(&self, state: &State, last: Option<u8>) -> View {
        let mut view = hexagon::view(&state.stones, last.map_or(0, |cell| 1 << cell));
        view.notes.push("rows of x and y serve x, rows of o and x serve o, rows of y and o serve y".to_string());
        for (player, place) in places::named(&state.places) {
            let once_more = if self.turn(state) == Some(player) { " and moves once more" } else { "" };
            view.notes.push(format!("{} has the {place} place{once_more}", rows::letter(player)));
        }
        view
    }

    #[inline]
    fn count_moves(&self, state: &State, _: &mut Vec<u8>) -> usize {
        if self.turn(state).is_some() { state.empty().count_ones() as usize } else { 0 }
    }

    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<u8>) -> Option<u8> {
        self.turn(state)?;
        let empty = state.empty();
        Some(nth_set_bit(empty, rng.below(empty.count_ones())) as u8)
    }

    #[inline(never)]
    fn playout(&self, state: &mut State, rng: &mut Rng, scratch: &mut Vec<u8>) -> Playout {
        let mut plies = if state.places == [None; 2] { self.play_to_first_five(state, rng) } else { 0 };
        while let Some(cell) = self.random_move(state, rng, scratch) {
            self.play(state, cell);
            plies += 1;
        }
        Playout { payoffs: self.payoffs(state), plies: Some(plies) }
    }

    fn playout_reporting(
        &self,
        state: &mut State,
        rng: &mut Rng,
        scratch: &mut Vec<u8>,
        listener: &mut impl Listener,
    ) -> Payoffs {
        let before = state.stones;
        let payoffs = self.playout(state, rng, scratch).payoffs;
        for (player, (stones, before)) in state.stones.into_iter().zip(before).enumerate() {
            listener.report_all(Player::new(player), 0, stones ^ before);
        }
        payoffs
    }
}
