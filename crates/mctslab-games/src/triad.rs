//! Triad: three players on a hexagon of side 5 whose cells have the players' colours in turn. A
//! turn is a slide and a drop. First slide an own piece along a line over empty cells to an empty
//! cell not of your own colour; all enemy pieces next to it are taken, and only slides that take
//! the most are legal. The player of the cell's colour is the candidate, the third one the bunny.
//! Then drop a piece of the bunny on any empty cell; the candidate moves next. A player who cannot
//! slide passes to the next player in order.
//!
//! The game ends as soon as a player has no piece: players are placed by their pieces, and players
//! with equally many share their places, which pay 1, 1/2 and 0. A full board and `max-plies` draw.
//!
//! Cells are named as in Abalone: rows `a` to `i` from the bottom, numbered from the left along
//! slanted columns, `a1` to `a5` at the bottom, `e1` to `e9` in the middle, `i5` to `i9` on top.
//! Moves are slides `a1c3`, drops `e5` and `pass`. A position is the board from the top row down,
//! the side to move, what it drops if it has slid, and the number of plies played:
//! `3oo/3ooo/x3ooo/x1o5/xx7/xx6/x3yyy/2x1yy/3yy o drops=x 3`.
//!
//! Known values: uniformly random games last 35.3 plies.
//! Sources: Ludii 1.3.14 agrees with this file's trees.

mod slides;
#[cfg(test)]
mod tests;

use mctslab_core::spec::{Args, Entry, Param, SpecError};
use mctslab_core::{Eval, Family, Game, GameInfo, Payoffs, Player, Playout, Rng, TextError, View, Visit};

use crate::boards::bits::{nth_set_bit, positions};
use crate::boards::hexagon::{self, CELLS, FULL, NEIGHBOURS};
use crate::boards::{plies, rows};
use slides::Slides;

/// The rules of Triad, with the options that a spec names.
pub struct Triad {
    max_plies: u32,
}

/// A position of Triad: whatever the rest of a game depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pieces: [u64; 3],
    mover: Player,
    /// The owner of the piece that the mover, who has slid, must drop.
    bunny: Option<Player>,
    plies: u16,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// An own piece to an empty cell.
    Slide {
        /// The cell left.
        from: u8,
        /// The cell entered.
        to: u8,
    },
    /// A piece of the bunny on an empty cell.
    Drop(u8),
    /// There is no slide.
    Pass,
}

/// Pieces on the board at the start.
const PIECES: u32 = 27;
/// The corner of each player, as row and column.
const CORNERS: [(u8, u8); 3] = [(4, 0), (8, 8), (0, 4)];

/// The cells of each player's colour.
static COLOURS: [u64; 3] = {
    let mut colours = [0; 3];
    let mut cell = 0;
    while cell < CELLS as u8 {
        let (row, column) = hexagon::row_and_column(cell);
        colours[[1, 0, 2][(row + column) as usize % 3]] |= 1 << cell;
        cell += 1;
    }
    colours
};

/// The player who is neither of two others.
#[inline]
fn third(one: Player, other: Player) -> Player {
    Player::new(3 - one.index() - other.index())
}

impl State {
    #[inline]
    fn occupied(&self) -> u64 {
        self.pieces[0] | self.pieces[1] | self.pieces[2]
    }

    /// Whether some player has no piece.
    #[inline]
    fn eliminated(&self) -> bool {
        self.pieces.contains(&0)
    }

    /// Whether the mover has a piece on one of the cells and no enemy next to it: he may just have
    /// slid there.
    fn has_landed(&self, cells: u64) -> bool {
        let own = self.pieces[self.mover.index()];
        positions(own & cells).any(|cell| NEIGHBOURS[cell as usize] & self.occupied() & !own == 0)
    }

    /// Why no game can reach this position, if that is known.
    fn fault(&self) -> Option<&'static str> {
        let own_colour = COLOURS[self.mover.index()];
        if self.pieces[self.mover.index()] == 0 {
            return Some("a piece of the side to move");
        }
        if self.occupied().count_ones() > PIECES + u32::from(self.plies / 2) {
            return Some("at most 27 pieces and one more for each drop, every other ply");
        }
        match self.bunny {
            Some(_) if self.eliminated() => Some("no drop when a player has no piece: the game is over"),
            Some(bunny) if bunny == self.mover => Some("a drop of another player's piece"),
            Some(_) if self.occupied() == FULL => Some("an empty cell where the piece came from"),
            Some(bunny) if !self.has_landed(COLOURS[third(self.mover, bunny).index()]) => {
                Some("a piece that has slid to a cell of the third player's colour and has no enemies next to it")
            }
            None if self.eliminated() && !self.has_landed(!own_colour) => {
                Some("a piece of the side to move that took the last piece: no enemies next to it")
            }
            _ => None,
        }
    }
}

impl Family for Triad {
    const INFO: GameInfo = GameInfo {
        entry: Entry {
            name: "triad",
            doc: "three players slide, capture and drop on a hexagon",
            params: &[Param::needed_plies("2500")],
        },
        source: include_str!("triad.rs"),
        samples: &["triad", "triad(max-plies=25)"],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        Ok(visit.visit(Triad { max_plies: args.integer("max-plies") as u32 }))
    }
}

impl Triad {
    #[inline]
    fn is_over(&self, state: &State) -> bool {
        state.eliminated() || u32::from(state.plies) >= self.max_plies || state.occupied() == FULL
    }

    /// A random move in an unfinished game.
    #[inline]
    fn pick(state: &State, rng: &mut Rng) -> Move {
        if state.bunny.is_some() {
            let empty = FULL & !state.occupied();
            return Move::Drop(nth_set_bit(empty, rng.below(empty.count_ones())) as u8);
        }
        let slides = Slides::of(state);
        match slides.count() {
            0 => Move::Pass,
            count => slides.nth(rng.below(count)),
        }
    }

    /// The estimate from the share of all pieces that `player` has, for him.
    fn piece_share(_: &Self, state: &State, player: Player) -> f64 {
        let mine = f64::from(state.pieces[player.index()].count_ones());
        let all = f64::from(state.occupied().count_ones());
        0.5 + (3.0 * mine - all) / (4.0 * (all + 1.0))
    }
}

impl Game for Triad {
    type State = State;
    type Move = Move;

    fn initial(&self) -> State {
        let near = |(corner_row, corner_column): (u8, u8)| {
            let cells = (0..CELLS as u8).filter(|&cell| {
                let (row, column) = hexagon::row_and_column(cell);
                let (up, right) = (row as i32 - corner_row as i32, column as i32 - corner_column as i32);
                up.abs().max(right.abs()).max((up - right).abs()) <= 2
            });
            cells.fold(0, |cells, cell| cells | 1 << cell)
        };
        State { pieces: CORNERS.map(near), mover: Player::FIRST, bunny: None, plies: 0 }
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<Player> {
        if self.is_over(state) { None } else { Some(state.mover) }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if self.is_over(state) {
            return;
        }
        if state.bunny.is_some() {
            out.extend(positions(FULL & !state.occupied()).map(|cell| Move::Drop(cell as u8)));
            return;
        }
        let slides = Slides::of(state);
        if slides.count() == 0 {
            out.push(Move::Pass);
        }
        for (to, from) in slides.iter() {
            out.extend(positions(from).map(|from| Move::Slide { from: from as u8, to }));
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        let mover = state.mover;
        state.plies += 1;
        match (mv, state.bunny) {
            (Move::Slide { from, to }, _) => {
                let own = state.pieces[mover.index()] ^ (1 << from | 1 << to);
                state.pieces = state.pieces.map(|pieces| pieces & !NEIGHBOURS[usize::from(to)]);
                state.pieces[mover.index()] = own;
                if !state.eliminated() {
                    let candidate = (0..2).find(|&player| COLOURS[player] >> to & 1 == 1).unwrap_or(2);
                    state.bunny = Some(third(mover, Player::new(candidate)));
                }
            }
            (Move::Drop(cell), Some(bunny)) => {
                state.pieces[bunny.index()] |= 1 << cell;
                state.mover = third(mover, bunny);
                state.bunny = None;
            }
            (Move::Drop(_), None) | (Move::Pass, _) => state.mover = Player::new((mover.index() + 1) % 3),
        }
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        if !state.eliminated() {
            return Payoffs::new(&[0.5; 3]);
        }
        Payoffs::by_places(&state.pieces.map(u64::count_ones))
    }

    fn players(&self) -> usize {
        3
    }

    fn payoff_sum(&self) -> Option<f64> {
        Some(1.5)
    }

    fn index(&self, mv: Move) -> usize {
        match mv {
            Move::Slide { from, to } => CELLS * usize::from(from) + usize::from(to),
            Move::Drop(cell) => (CELLS + 1) * usize::from(cell),
            Move::Pass => CELLS * CELLS,
        }
    }

    fn index_bound(&self) -> usize {
        CELLS * CELLS + 1
    }

    fn max_plies(&self) -> u32 {
        self.max_plies
    }

    fn move_text(&self, _: &State, mv: Move) -> String {
        match mv {
            Move::Slide { from, to } => hexagon::name(from) + &hexagon::name(to),
            Move::Drop(cell) => hexagon::name(cell),
            Move::Pass => "pass".to_string(),
        }
    }

    fn state_text(&self, state: &State) -> String {
        let drops = state.bunny.map_or_else(String::new, |bunny| format!(" drops={}", rows::letter(bunny)));
        format!("{} {}{drops} {}", hexagon::write(&state.pieces), rows::letter(state.mover), state.plies)
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let (position, plies) = plies::split(text, self.max_plies)?;
        let words: Vec<&str> = position.split_whitespace().collect();
        let (board, side, drops) = match words.as_slice() {
            [board, side] => (board, side, None),
            [board, side, drops] => (board, side, Some(drops)),
            _ => return Err(TextError::quoted(text, "board, side, `drops=` and a player if it has slid, plies")),
        };
        let dropped = |word: &&str| {
            let player = word.strip_prefix("drops=").and_then(|player| rows::side_of(player, 3).ok());
            player.ok_or_else(|| TextError::quoted(word, "`drops=x`, `drops=o` or `drops=y` after the side"))
        };
        let state = State {
            pieces: hexagon::read(board)?,
            mover: rows::side_of(side, 3)?,
            bunny: drops.map(dropped).transpose()?,
            plies,
        };
        let early = (plies == 0 && state != self.initial()).then_some("the initial position, as no ply was played");
        state.fault().or(early).map_or(Ok(state), |expected| Err(TextError::quoted(text, expected)))
    }

    fn symmetries(&self) -> usize {
        hexagon::SYMMETRIES / 2
    }

    fn transform(&self, symmetry: usize, state: &State) -> State {
        let number = keeping_colours(symmetry);
        State { pieces: state.pieces.map(|pieces| hexagon::turn_cells(number, pieces)), ..*state }
    }

    fn view(&self, state: &State, last: Option<Move>) -> View {
        let marked = match last {
            Some(Move::Slide { from, to }) => 1 << from | 1 << to,
            Some(Move::Drop(cell)) => 1 << cell,
            Some(Move::Pass) | None => 0,
        };
        let mut view = hexagon::view(&state.pieces, marked);
        let colours = hexagon::view(&COLOURS, 0);
        let cells = view.rows.iter_mut().flat_map(|row| &mut row.cells);
        for (cell, colour) in cells.zip(colours.rows.iter().flat_map(|row| &row.cells)) {
            if let (None, Some(player)) = (cell.owner, colour.owner) {
                cell.text = ["ˣ", "ᵒ", "ʸ"][player.index()].to_string();
            }
        }
        view.notes.push("small letters on empty cells: whose colour the cell has".to_string());
        if let Some(bunny) = state.bunny {
            view.notes.push(format!("{} is to drop a piece of {}", rows::letter(state.mover), rows::letter(bunny)));
        }
        view.notes.push(format!("{} of {} plies played", state.plies, self.max_plies));
        view
    }

    fn count_moves(&self, state: &State, _: &mut Vec<Move>) -> usize {
        if self.is_over(state) {
            return 0;
        }
        if state.bunny.is_some() {
            return CELLS - state.occupied().count_ones() as usize;
        }
        Slides::of(state).count().max(1) as usize
    }

    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        self.turn(state).map(|_| Triad::pick(state, rng))
    }

    #[inline(never)]
    fn playout(&self, state: &mut State, rng: &mut Rng, _: &mut Vec<Move>) -> Playout {
        let before = state.plies;
        while !self.is_over(state) {
            self.play(state, Triad::pick(state, rng));
        }
        Playout { payoffs: self.payoffs(state), plies: Some(u32::from(state.plies - before)) }
    }

    fn score(&self, state: &State, player: Player) -> Option<u32> {
        Some(state.pieces[player.index()].count_ones())
    }

    fn evals(&self) -> &'static [Eval<Self>] {
        const { &[Eval::new("pieces", "by the share of all pieces that a player has", Self::piece_share)] }
    }
}

/// The symmetries of the hexagon that turn every cell into one of the same colour: by thirds, and
/// mirrored.
fn keeping_colours(symmetry: usize) -> usize {
    symmetry / 2 * 4 + symmetry % 2
}
