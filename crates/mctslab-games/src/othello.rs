//! Othello: a stone must outflank: between it and another stone of its colour, on a row, column or
//! diagonal, stand only enemy stones, at least one. All stones outflanked in any direction change
//! colour. A player who cannot move passes; when neither can, the game is over and more stones win.
//! Dark moves first. With `opening=fixed` two stones of each side stand crosswise on the centre.
//! With `opening=free` the first four plies place them there in turn, without flipping.
//!
//! Moves are cells, `a1` at the top left, `d3` in the fourth column of the third row from the top,
//! or `pass`. A position is the board from the top row down, `x` dark and `o` light, and the side
//! to move: `8/8/8/3ox3/3xo3/8/8/8 x`; with `max-plies` the number of plies played follows.
//!
//! Known values: on 4x4 the second player wins by 8 stones, on 6x6 by 4 (Feinstein 1993); 8x8 is a
//! draw (Takizawa 2023). Sources: Ludii 1.3.14 (both openings) and OpenSpiel 2.0.2 agree with this
//! file's trees. Debets et al. (2021) describe `opening=free`, but their program ran
//! `opening=fixed`.

pub mod outflank;

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::view::{Cell, View, letters};
use mctslab_core::{Eval, Family, Game, GameInfo, Listener, Payoffs, Player, Playout, Rng, TextError, Visit};

use crate::boards::{plies, rows, symmetry};
use outflank::{Axes, OutflankCells, connected};

/// The family of Othello boards.
pub struct Othello;

/// The rules on a board that fits into a word of type `C`.
pub struct Rules<C> {
    size: u32,
    /// Whether the opening is fixed, not free.
    fixed: bool,
    /// 0 for no limit.
    max_plies: u32,
    /// Every cell of the board.
    board: C,
    /// The four cells in the middle.
    centre: C,
}

/// A position of Othello: whatever the rest of a game depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<C> {
    /// Stones of the player to move.
    own: C,
    /// Stones of the other player.
    enemy: C,
    /// The cells where the player to move may place a stone. They follow from the stones, and are
    /// stored because every method needs them.
    moves: C,
    mover: Player,
    over: bool,
    /// Counted only where there is a limit, so that without one equal positions are equal states.
    plies: u16,
}

impl<C: OutflankCells> Rules<C> {
    /// The move of a player who cannot place a stone; other moves are the numbers of cells.
    const PASS: u8 = (C::STRIDE * C::STRIDE) as u8;

    fn new(size: u32, fixed: bool, max_plies: u32) -> Rules<C> {
        let square = |low: u32, high: u32| {
            let cells = (low..high).flat_map(|row| (low..high).map(move |column| (row, column)));
            cells.fold(C::NONE, |all, (row, column)| all | Self::cell(row, column))
        };
        let middle = size / 2;
        let (board, centre) = (square(0, size), square(middle - 1, middle + 1));
        Rules { size, fixed, max_plies, board, centre }
    }

    /// The cell alone, with row 0 at the top.
    fn cell(row: u32, column: u32) -> C {
        C::ONE << (row * C::STRIDE + column)
    }

    /// The position of these stones.
    #[inline]
    fn position(&self, own: C, enemy: C, mover: Player, plies: u16) -> State<C> {
        let moves = self.placements(own, enemy);
        let limit = plies::over(plies, self.max_plies);
        let over = limit || (moves == C::NONE && self.placements(enemy, own) == C::NONE);
        State { own, enemy, moves, mover, over, plies }
    }

    /// The cells where the owner of `own` may place a stone.
    #[inline]
    fn placements(&self, own: C, enemy: C) -> C {
        let empty = self.board & !(own | enemy);
        let opening = empty & self.centre;
        if opening == C::NONE { Axes::all().beyond(own, enemy) & empty } else { opening }
    }

    /// Rows and columns.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The stones of a player: the cell in `row` from the top and `column` from the left is bit
    /// `row * C::STRIDE + column`.
    pub fn stones(&self, state: &State<C>, player: Player) -> C {
        if player == state.mover { state.own } else { state.enemy }
    }

    /// Stones of the first and of the second player.
    fn both(state: &State<C>) -> [C; 2] {
        if state.mover == Player::FIRST { [state.own, state.enemy] } else { [state.enemy, state.own] }
    }

    /// The cell to which a symmetry moves a cell.
    fn turn_square(&self, symmetry: usize, square: u32) -> u32 {
        let (row, column) = symmetry::square(symmetry, self.size, (square / C::STRIDE, square % C::STRIDE));
        row * C::STRIDE + column
    }

    fn owner(state: &State<C>, row: usize, column: usize) -> Option<Player> {
        let cell = Self::cell(row as u32, column as u32);
        let owner = Self::both(state).iter().position(|&stones| stones & cell != C::NONE);
        owner.map(Player::new)
    }

    /// The number of stones that have been placed in play when these are on the board.
    fn placed(&self, stones: C) -> u32 {
        stones.count() - if self.fixed { 4 } else { 0 }
    }

    /// Refuses positions that no game can reach: stones away from the rest, a wrong opening, a last
    /// mover without stones, wrong plies.
    fn check(&self, state: &State<C>) -> Result<(), TextError> {
        let all = state.own | state.enemy;
        let [x, o] = Self::both(state).map(C::count);
        let found = || format!("{x} x and {o} o with `{}` to move", rows::letter(state.mover));
        if all & self.centre != self.centre {
            return self.check_opening(state, found);
        }
        let start = self.initial();
        let crosswise = [state.own, state.enemy] == [start.own, start.enemy];
        let opened = state.mover == Player::FIRST && if self.fixed { crosswise } else { x == o };
        if all == self.centre && !opened {
            return Err(TextError::new(found(), "`x` to move after the opening, with two stones of each side"));
        }
        if connected(all, self.centre) != all {
            return Err(TextError::new("stones apart from the rest", "all stones connected with the centre"));
        }
        if state.enemy == C::NONE {
            return Err(TextError::new(
                found(),
                "a stone of the side that is not to move: it was the last to place one",
            ));
        }
        let (plies, least) = (u32::from(state.plies), self.placed(all));
        if self.max_plies > 0 && (!(least..=2 * least).contains(&plies) || plies as usize % 2 != state.mover.index()) {
            let expected =
                format!("{least} to {} plies, an even number if `x` is to move, an odd one if `o` is", 2 * least);
            return Err(TextError::new(format!("{plies} plies with {}", found()), expected));
        }
        Ok(())
    }

    /// Refuses an incomplete centre, unless the stones are those of a free opening.
    fn check_opening(&self, state: &State<C>, found: impl Fn() -> String) -> Result<(), TextError> {
        let all = state.own | state.enemy;
        if self.fixed || all & !self.centre != C::NONE {
            return Err(TextError::new("an empty cell in the centre", "four stones on the centre"));
        }
        let behind = state.enemy.count() == state.own.count() + state.mover.index() as u32;
        if !behind {
            let expected = "as many of each in the opening if `x` is to move, one more x if `o` is";
            return Err(TextError::new(found(), expected));
        }
        if self.max_plies > 0 && u32::from(state.plies) != all.count() {
            let expected = format!("{} plies in an opening with this many stones", all.count());
            return Err(TextError::new(format!("{} plies", state.plies), expected));
        }
        Ok(())
    }

    /// Plays random moves to the end, and reports each.
    #[inline]
    fn play_to_the_end(&self, state: &mut State<C>, rng: &mut Rng, mut report: impl FnMut(Player, u8)) -> Playout {
        let mut opening = 0;
        while state.moves & self.centre != C::NONE
            && let Some(mv) = self.random_move(state, rng, &mut Vec::new())
        {
            report(state.mover, mv);
            self.play(state, mv);
            opening += 1;
        }
        let (plies, end) = self.random_end(state, rng, report);
        let last = if plies % 2 == 0 { state.mover } else { state.mover.other() };
        let payoffs = end.map_or(Payoffs::duel(None), |(own, enemy)| {
            let (own, enemy) = (own.count(), enemy.count());
            if last == Player::FIRST { Payoffs::by_score(own, enemy) } else { Payoffs::by_score(enemy, own) }
        });
        Playout { payoffs, plies: Some(opening + plies) }
    }

    /// Plays random moves after the opening and reports them. Returns the plies and, unless they
    /// ran out, the last position's own and enemy stones.
    #[inline]
    fn random_end(&self, state: &State<C>, rng: &mut Rng, mut report: impl FnMut(Player, u8)) -> (u32, Option<(C, C)>) {
        let State { mut own, mut enemy, mut moves, .. } = *state;
        let mut empty = self.board & !(own | enemy);
        let limit = if self.max_plies == 0 { u32::MAX } else { self.max_plies - u32::from(state.plies) };
        let axes = Axes::all();
        let mut plies = 0;
        let mover = |plies: u32| Player::new((state.mover.index() as u32 ^ plies) as usize & 1);
        loop {
            if moves == C::NONE {
                let theirs = axes.beyond(enemy, own) & empty;
                if theirs == C::NONE {
                    return (plies, Some((own, enemy)));
                }
                if plies < limit {
                    report(mover(plies), Self::PASS);
                    (own, enemy, moves) = (enemy, own, theirs);
                    plies += 1;
                }
            }
            if plies >= limit {
                return (plies, None);
            }
            let to = moves.nth(rng.below(moves.count()));
            report(mover(plies), to.lowest() as u8);
            let flipped = axes.flips(to, own, enemy);
            (own, enemy) = (enemy ^ flipped, own ^ flipped ^ to);
            empty = empty ^ to;
            moves = axes.beyond(own, enemy) & empty;
            plies += 1;
        }
    }

    /// The estimate from the difference in stones, for `player`.
    fn stone_lead(&self, state: &State<C>, player: Player) -> f64 {
        let lead = f64::from(state.own.count()) - f64::from(state.enemy.count());
        let lead = lead / (2 * (self.size * self.size + 1)) as f64;
        if player == state.mover { 0.5 + lead } else { 0.5 - lead }
    }
}

impl Family for Othello {
    const INFO: GameInfo = GameInfo {
        entry: Entry {
            name: "othello",
            doc: "outflank and flip; more stones win",
            params: &[
                Param::new("size", Kind::Integer { min: 4, max: 10 }, "8", "side of the board: 4, 6, 8 or 10"),
                Param::new("opening", Kind::Choice(OPENINGS), "fixed", "the four stones in the centre"),
                Param::max_plies("0"),
            ],
        },
        source: include_str!("othello.rs"),
        samples: &[
            "othello",
            "othello(opening=free)",
            "othello(size=4)",
            "othello(size=6,max-plies=30)",
            "othello(size=10)",
            "othello(size=10,opening=free,max-plies=3)",
        ],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        let (size, max_plies) = (args.integer("size") as u32, args.integer("max-plies") as u32);
        let fixed = args.choice("opening").name() == OPENINGS[0].name;
        match size {
            4 | 6 | 8 => Ok(visit.visit(Rules::<u64>::new(size, fixed, max_plies))),
            10 => Ok(visit.visit(Rules::<u128>::new(size, fixed, max_plies))),
            _ => Err(SpecError::combination("othello", format!("size={size} is not 4, 6, 8 or 10"))),
        }
    }
}

const OPENINGS: &[Entry] = &[
    Entry::word("fixed", "two stones of each side stand there crosswise"),
    Entry::word("free", "the first four plies place them"),
];

impl<C: OutflankCells> Game for Rules<C> {
    type State = State<C>;
    /// The number of a cell, or one more than the largest for a pass.
    type Move = u8;

    fn initial(&self) -> State<C> {
        if !self.fixed {
            return self.position(C::NONE, C::NONE, Player::FIRST, 0);
        }
        let (low, high) = (self.size / 2 - 1, self.size / 2);
        let dark = Self::cell(low, high) | Self::cell(high, low);
        self.position(dark, self.centre ^ dark, Player::FIRST, 0)
    }

    #[inline]
    fn turn(&self, state: &State<C>) -> Option<Player> {
        if state.over { None } else { Some(state.mover) }
    }

    fn moves(&self, state: &State<C>, out: &mut Vec<u8>) {
        if state.over {
            return;
        }
        if state.moves == C::NONE {
            out.push(Self::PASS);
        }
        let mut left = state.moves;
        while left != C::NONE {
            let cell = left.lowest();
            out.push(cell as u8);
            left = left ^ (C::ONE << cell);
        }
    }

    #[inline]
    fn play(&self, state: &mut State<C>, mv: u8) {
        let State { own, enemy, mover, plies, .. } = *state;
        let plies = plies + u16::from(self.max_plies > 0);
        *state = if mv == Self::PASS {
            self.position(enemy, own, mover.other(), plies)
        } else {
            // In the opening no line is long enough to flip anything.
            let to = C::ONE << u32::from(mv);
            let flipped = Axes::all().flips(to, own, enemy);
            self.position(enemy ^ flipped, own ^ flipped ^ to, mover.other(), plies)
        };
    }

    fn payoffs(&self, state: &State<C>) -> Payoffs {
        if state.moves != C::NONE || self.placements(state.enemy, state.own) != C::NONE {
            return Payoffs::duel(None);
        }
        let [x, o] = Self::both(state).map(C::count);
        Payoffs::by_score(x, o)
    }

    fn index(&self, mv: u8) -> usize {
        mv as usize
    }

    fn index_bound(&self) -> usize {
        usize::from(Self::PASS) + 1
    }

    fn max_plies(&self) -> u32 {
        // No two plies in a row are passes, and neither is the first.
        let most = 2 * self.placed(self.board);
        plies::within(self.max_plies, most)
    }

    fn move_text(&self, _: &State<C>, mv: u8) -> String {
        if mv == Self::PASS {
            return "pass".to_string();
        }
        let (row, column) = (u32::from(mv) / C::STRIDE, u32::from(mv) % C::STRIDE);
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    fn state_text(&self, state: &State<C>) -> String {
        let size = self.size as usize;
        let board = rows::write(size, size, |row, column| Self::owner(state, row, column).map(rows::letter));
        let plies = plies::field(state.plies, self.max_plies);
        format!("{board} {}{plies}", rows::letter(state.mover))
    }

    fn parse_state(&self, text: &str) -> Result<State<C>, TextError> {
        let (text, plies) = plies::split(text, self.max_plies)?;
        let [board, side] = rows::fields(text, "board side, as in 8/8/8/3ox3/3xo3/8/8/8 x")?;
        let mover = rows::side(side)?;
        let size = self.size as usize;
        let mut stones = [C::NONE; 2];
        rows::read(board, size, size, "`x`, `o`", |row, column, piece| {
            let cell = Self::cell(row as u32, column as u32);
            rows::owner(piece, 2).map(|p| stones[p.index()] = stones[p.index()] | cell).is_some()
        })?;
        let state = self.position(stones[mover.index()], stones[mover.other().index()], mover, plies);
        self.check(&state)?;
        Ok(state)
    }

    fn symmetries(&self) -> usize {
        symmetry::SQUARE
    }

    fn transform(&self, symmetry: usize, state: &State<C>) -> State<C> {
        let turned = |cells: C| {
            let squares = (0..C::STRIDE * C::STRIDE).filter(|&square| cells & (C::ONE << square) != C::NONE);
            squares.fold(C::NONE, |turned, square| turned | C::ONE << self.turn_square(symmetry, square))
        };
        State { own: turned(state.own), enemy: turned(state.enemy), moves: turned(state.moves), ..*state }
    }

    fn view(&self, state: &State<C>, last: Option<u8>) -> View {
        let size = self.size as usize;
        let labels = (1..=size).map(|row| row.to_string());
        let mut view = View::grid(labels, letters(size), |row, column| {
            let mut cell = Self::owner(state, row, column).map_or_else(Cell::empty, Cell::stone);
            cell.highlighted = last == Some((row as u32 * C::STRIDE + column as u32) as u8);
            cell
        });
        let [x, o] = Self::both(state).map(C::count);
        view.notes.push(format!("{x} x, {o} o"));
        if last == Some(Self::PASS) {
            view.notes.push(format!("{} passed", rows::letter(state.mover.other())));
        }
        view
    }

    fn count_moves(&self, state: &State<C>, _: &mut Vec<u8>) -> usize {
        if state.over { 0 } else { state.moves.count().max(1) as usize }
    }

    fn random_move(&self, state: &State<C>, rng: &mut Rng, _: &mut Vec<u8>) -> Option<u8> {
        if state.over {
            return None;
        }
        let count = state.moves.count();
        Some(if count == 0 { Self::PASS } else { state.moves.nth(rng.below(count)).lowest() as u8 })
    }

    #[inline(never)]
    fn playout(&self, state: &mut State<C>, rng: &mut Rng, _: &mut Vec<u8>) -> Playout {
        self.play_to_the_end(state, rng, |_, _| {})
    }

    fn playout_reporting(
        &self,
        state: &mut State<C>,
        rng: &mut Rng,
        _: &mut Vec<u8>,
        listener: &mut impl Listener,
    ) -> Payoffs {
        self.play_to_the_end(state, rng, |player, mv| listener.report(player, self.index(mv))).payoffs
    }

    fn score(&self, state: &State<C>, player: Player) -> Option<u32> {
        Some(self.stones(state, player).count())
    }

    fn evals(&self) -> &'static [Eval<Self>] {
        const { &[Eval::new("stones", "the difference in stones", Self::stone_lead)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lead in stones that the first player reaches under best play, between the bounds.
    fn best_lead(game: &Rules<u64>, state: &State<u64>, mut low: i32, mut high: i32) -> i32 {
        let Some(player) = game.turn(state) else {
            let [x, o] = Rules::both(state).map(|stones| stones.count() as i32);
            return x - o;
        };
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        for mv in moves {
            let mut next = *state;
            game.play(&mut next, mv);
            let lead = best_lead(game, &next, low, high);
            if player == Player::FIRST {
                low = low.max(lead);
            } else {
                high = high.min(lead);
            }
            if low >= high {
                break;
            }
        }
        if player == Player::FIRST { low } else { high }
    }

    #[test]
    fn the_second_player_wins_on_4x4_by_eight() {
        let game = Rules::new(4, true, 0);
        assert_eq!(best_lead(&game, &game.initial(), -16, 16), -8);
    }

    #[test]
    fn a_wiped_out_side_has_lost_before_the_board_is_full() {
        let game = Rules::<u64>::new(8, true, 0);
        let mut state = game.initial();
        for text in "e6 f4 e3 f6 g5 d6 e7 f5 c5".split(' ') {
            let mv = game.parse_move(&state, text).expect("a legal move");
            game.play(&mut state, mv);
        }
        assert_eq!((state.own, game.turn(&state)), (0, None));
        assert_eq!(game.payoffs(&state).as_slice(), [1.0, 0.0]);
    }

    #[test]
    fn impossible_positions_are_refused() {
        let fixed = Rules::<u64>::new(4, true, 9);
        let free = Rules::<u64>::new(4, false, 9);
        for (game, text, complaint) in [
            (&fixed, "4/1o2/1xo1/4 x 0", "four stones on the centre"),
            (&fixed, "x3/4/4/4 o 1", "four stones on the centre"),
            (&fixed, "4/1ox1/1xo1/4 o 0", "`x` to move after the opening"),
            (&fixed, "4/1xo1/1xo1/4 x 0", "`x` to move after the opening"),
            (&free, "4/1xo1/1xx1/4 x 4", "`x` to move after the opening"),
            (&fixed, "4/xxx1/1xo1/4 x 1", "an even number if `x` is to move"),
            (&fixed, "4/xxx1/1xo1/4 o 4", "1 to 2 plies"),
            (&fixed, "4/xxx1/1xx1/4 x 2", "a stone of the side that is not to move"),
            (&fixed, "4/1ox1/1xo1/4 x 10", "0 to 9"),
            (&fixed, "4/1ox1/1xo1/4 x", "number of plies"),
            (&free, "4/1x2/4/4 x 1", "one more x if `o` is"),
            (&free, "4/1x2/4/4 o 3", "1 plies in an opening"),
            (&free, "x3/1x2/2o1/4 o 3", "four stones on the centre"),
        ] {
            let error = game.parse_state(text).unwrap_err().to_string();
            assert!(error.contains(complaint), "{text}: {error}");
        }
        let plain = Rules::<u64>::new(8, true, 0);
        let error = plain.parse_state("x7/8/8/3ox3/3xo3/8/8/8 o").unwrap_err().to_string();
        assert!(error.contains("connected"), "{error}");
    }
}
