//! Ataxx: a stone is doubled onto an adjacent empty square, diagonals included (clone), or moves to
//! an empty square at distance exactly two (jump); then every enemy stone next to the square
//! entered changes sides. A player who cannot move passes. The game ends when the board is full, a
//! side has no stone, or at `max-plies`; more stones win. While a square is empty some stone can be
//! doubled, so both sides are never stuck at once; without a limit jumps could go on for ever.
//!
//! With `clones=merged` a clone is named by the square entered, whichever stone is doubled: `g2`.
//! With `clones=per-source` every adjacent stone makes a move of its own, `f1g2`, as Ludii and some
//! papers count. A jump is `a7a5`, a pass `0000`.
//!
//! A position is in the FEN of the Universal Ataxx Interface: board from the top, side to move,
//! half-move clock and number of the move, `x5o/7/7/7/7/7/o5x x 0 1`. The rules do not use the
//! clock: any number is read, 0 is written. The number of the move and the side to move say how
//! many plies were played, whatever the board looks like.
//!
//! Known values: random games are even; they last 184 plies with merged clones, 111 with clones per
//! source. Sources: libataxx and the crate board-game (merged), Ludii 1.3.14 (per source) agree
//! with this file's trees.

pub mod leaps;

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Eval, Family, Game, GameInfo, Payoffs, Player, Playout, Rng, TextError, View, Visit};

use crate::boards::bits::positions;
use crate::boards::{eights, plies, rows, symmetry};
use leaps::Leaps;

/// The game in the list.
pub struct Ataxx;

/// The rules, on a board as in [`eights`].
pub struct Rules<const MERGED: bool> {
    size: u32,
    /// 0 for no limit.
    max_plies: u32,
    /// Every square.
    board: u64,
    leaps: Leaps<MERGED>,
}

/// A position of Ataxx: whatever the rest of a game depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    stones: [u64; 2],
    mover: Player,
    /// Plies played, for the limit.
    plies: u16,
}

/// The squares of the stone that moves or doubles and of the one entered, which are the same in a
/// merged clone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    from: u8,
    to: u8,
}

const PASS: Move = Move { from: 64, to: 64 };

impl State {
    /// The stones of the player to move and of the other one.
    #[inline]
    fn sides(&self) -> [u64; 2] {
        [self.stones[self.mover.index()], self.stones[self.mover.other().index()]]
    }
}

impl<const MERGED: bool> Rules<MERGED> {
    fn new(size: u32, max_plies: u32) -> Self {
        Rules { size, max_plies, board: eights::board(size, size), leaps: Leaps::new(size) }
    }

    /// The empty squares.
    #[inline]
    fn empty(&self, state: &State) -> u64 {
        self.board & !(state.stones[0] | state.stones[1])
    }

    /// Plies played, from the number of the move.
    fn parse_plies(&self, number: &str, mover: Player) -> Result<u16, TextError> {
        let expected = || format!("the number of the move, 1 or more, within the limit of {} plies", self.max_plies);
        let number = number
            .parse()
            .ok()
            .filter(|&number: &u32| number > 0)
            .ok_or_else(|| TextError::quoted(number, expected()))?;
        let plies = u64::from(number - 1) * 2 + mover.index() as u64;
        if plies > u64::from(self.max_plies) {
            return Err(TextError::new(format!("move {number}"), expected()));
        }
        Ok(plies as u16)
    }

    /// The number of plies that may still follow by the limit.
    #[inline]
    fn plies_left(&self, state: &State) -> u32 {
        plies::left(state.plies, self.max_plies)
    }

    /// The estimate from the difference in stones, for `player`.
    fn stone_lead(&self, state: &State, player: Player) -> f64 {
        let stones = |player: Player| f64::from(state.stones[player.index()].count_ones());
        0.5 + (stones(player) - stones(player.other())) / f64::from(2 * (self.size * self.size + 1))
    }
}

/// Refuses positions that cannot arise.
fn check(state: &State) -> Result<(), TextError> {
    let [mine, theirs] = state.sides().map(u64::count_ones);
    if mine + theirs < 4 {
        return Err(TextError::new(format!("{} stones", mine + theirs), "the 4 stones of the start or more"));
    }
    if theirs == 0 {
        let found = format!("`{}` to move, who has all the stones", rows::letter(state.mover));
        return Err(TextError::new(found, "the loser to move"));
    }
    Ok(())
}

impl Family for Ataxx {
    const INFO: GameInfo = GameInfo {
        entry: Entry {
            name: "ataxx",
            doc: "clone or jump; adjacent enemy stones change colour",
            params: &[
                Param::new("size", Kind::Integer { min: 3, max: 8 }, "7", "rows and columns"),
                Param::new("clones", Kind::Choice(CLONES), "merged", "which clones count as one move"),
                Param::needed_plies("400"),
            ],
        },
        source: include_str!("ataxx.rs"),
        samples: &[
            "ataxx",
            "ataxx(clones=per-source)",
            "ataxx(size=3,max-plies=100)",
            "ataxx(size=8,max-plies=60)",
            "ataxx(size=8,clones=per-source,max-plies=51)",
        ],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        let (size, max_plies) = (args.integer("size") as u32, args.integer("max-plies") as u32);
        Ok(match args.choice("clones").name() {
            "merged" => visit.visit(Rules::<true>::new(size, max_plies)),
            _ => visit.visit(Rules::<false>::new(size, max_plies)),
        })
    }
}

const CLONES: &[Entry] = &[
    Entry::word("merged", "one for each square entered"),
    Entry::word("per-source", "one for each stone next to each square entered"),
];

impl<const MERGED: bool> Game for Rules<MERGED> {
    type State = State;
    type Move = Move;

    fn initial(&self) -> State {
        let last = self.size - 1;
        let corner = |column: u32, row: u32| 1 << (8 * row + column);
        let stones = [corner(0, last) | corner(last, 0), corner(0, 0) | corner(last, last)];
        State { stones, mover: Player::FIRST, plies: 0 }
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<Player> {
        let over =
            self.empty(state) == 0 || state.stones[0] == 0 || state.stones[1] == 0 || self.plies_left(state) == 0;
        if over { None } else { Some(state.mover) }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if self.turn(state).is_none() {
            return;
        }
        let before = out.len();
        let [mine, theirs] = state.sides();
        for (kind, moves) in self.leaps.kinds(mine, self.board & !theirs).into_iter().enumerate() {
            let shift = Leaps::<MERGED>::shift(kind);
            out.extend(positions(moves).map(|lower| {
                let (lower, upper) = (lower as u8, (lower + shift) as u8);
                let upwards = mine >> lower & 1 != 0;
                if upwards { Move { from: lower, to: upper } } else { Move { from: upper, to: lower } }
            }));
        }
        if out.len() == before {
            out.push(PASS);
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        if mv != PASS {
            let [mine, theirs] = state.sides();
            let near = self.leaps.near(1 << mv.to);
            let left = (1 << mv.from) & !near;
            state.stones[state.mover.index()] = (mine | 1 << mv.to | theirs & near) & !left;
            state.stones[state.mover.other().index()] = theirs & !near;
        }
        state.mover = state.mover.other();
        state.plies += 1;
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        Payoffs::by_score(state.stones[0].count_ones(), state.stones[1].count_ones())
    }

    #[inline]
    fn index(&self, mv: Move) -> usize {
        if mv == PASS {
            return self.index_bound() - 1;
        }
        // The square entered, and the direction and distance to it within the 5 x 5 squares around
        // it.
        let [from, to] = [mv.from, mv.to].map(|square| (usize::from(square / 8), usize::from(square % 8)));
        let around = 5 * (from.0 + 2 - to.0) + (from.1 + 2 - to.1);
        (to.0 * self.size as usize + to.1) * 25 + around
    }

    #[inline]
    fn index_bound(&self) -> usize {
        (self.size * self.size * 25 + 1) as usize
    }

    fn max_plies(&self) -> u32 {
        self.max_plies
    }

    fn move_text(&self, _: &State, mv: Move) -> String {
        match mv {
            PASS => "0000".to_string(),
            Move { from, to } if from == to => eights::name(to),
            Move { from, to } => eights::name(from) + &eights::name(to),
        }
    }

    fn state_text(&self, state: &State) -> String {
        let board = eights::write(&state.stones, self.size, self.size);
        format!("{board} {} 0 {}", rows::letter(state.mover), state.plies / 2 + 1)
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let shape = "board side clock move, as in x5o/7/7/7/7/7/o5x x 0 1";
        let [board, side, clock, number] = rows::fields(text, shape)?;
        let stones = eights::read(board, self.size, self.size)?;
        let mover = rows::side(side)?;
        if clock.parse::<u32>().is_err() {
            return Err(TextError::quoted(clock, "a number, the half-move clock"));
        }
        let plies = self.parse_plies(number, mover)?;
        let state = State { stones, mover, plies };
        check(&state)?;
        Ok(state)
    }

    fn symmetries(&self) -> usize {
        symmetry::SQUARE
    }

    fn transform(&self, symmetry: usize, state: &State) -> State {
        let turned = |stones| symmetry::transform_bits(stones, |square| eights::turn(symmetry, self.size, square));
        State { stones: state.stones.map(turned), ..*state }
    }

    fn view(&self, state: &State, last: Option<Move>) -> View {
        let highlighted = last.filter(|&mv| mv != PASS).map_or(0, |mv| 1 << mv.from | 1 << mv.to);
        let mut view = eights::view(&state.stones, self.size, self.size, highlighted);
        let [x, o] = state.stones.map(u64::count_ones);
        view.notes.push(format!("stones: x {x}, o {o}"));
        if last == Some(PASS) {
            view.notes.push(format!("{} passed", rows::letter(state.mover.other())));
        }
        view.notes.push(plies::note(state.plies, self.max_plies));
        view
    }

    #[inline]
    fn count_moves(&self, state: &State, _: &mut Vec<Move>) -> usize {
        if self.turn(state).is_none() {
            return 0;
        }
        let [mine, theirs] = state.sides();
        let kinds = self.leaps.kinds(mine, self.board & !theirs);
        let moves: u32 = kinds.iter().map(|moves| moves.count_ones()).sum();
        // A pass, if nothing else.
        moves.max(1) as usize
    }

    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        self.turn(state)?;
        let [mine, theirs] = state.sides();
        let Some(pair) = self.leaps.random(mine, self.board & !theirs, rng) else { return Some(PASS) };
        let to = (pair & !mine).trailing_zeros() as u8;
        let from = if pair & mine == 0 { to } else { (pair & mine).trailing_zeros() as u8 };
        Some(Move { from, to })
    }

    // Not inlined: its loop needs every register.
    #[inline(never)]
    fn playout(&self, state: &mut State, rng: &mut Rng, _: &mut Vec<Move>) -> Playout {
        let limit = if self.turn(state).is_some() { self.plies_left(state) } else { 0 };
        let [mut mine, mut theirs] = state.sides();
        let mut plies = 0;
        while plies < limit {
            let usable = self.board & !theirs;
            if let Some(pair) = self.leaps.random(mine, usable, rng) {
                let near = self.leaps.near(pair & usable & !mine);
                let moved = (mine & !pair) | (mine | theirs | pair) & near;
                mine = theirs & !near;
                theirs = moved;
            } else if mine == 0 || usable == mine {
                break;
            } else {
                std::mem::swap(&mut mine, &mut theirs);
            }
            plies += 1;
        }
        // The side whose turn it would be determines the owners of the stones.
        let mover = if plies % 2 == 0 { state.mover } else { state.mover.other() };
        let [first, second] = if mover == Player::FIRST { [mine, theirs] } else { [theirs, mine] };
        Playout { payoffs: Payoffs::by_score(first.count_ones(), second.count_ones()), plies: Some(plies) }
    }

    fn score(&self, state: &State, player: Player) -> Option<u32> {
        Some(state.stones[player.index()].count_ones())
    }

    fn evals(&self) -> &'static [Eval<Self>] {
        const { &[Eval::new("stones", "who has more stones", Self::stone_lead)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(game: &Rules<true>, position: &str, mv: &str) -> String {
        let mut state = game.parse_state(position).expect("a position");
        let mv = game.parse_move(&state, mv).expect("a legal move");
        game.play(&mut state, mv);
        game.state_text(&state)
    }

    #[test]
    fn clones_stay_jumps_leave_and_both_turn_only_neighbours() {
        let seven = Rules::new(7, 400);
        let position = "7/7/2o1o2/7/2x4/3o3/7 x 0 5";
        assert_eq!(played(&seven, position, "d4"), "7/7/2x1x2/3x3/2x4/3o3/7 o 0 5");
        assert_eq!(played(&seven, position, "c3d5"), "7/7/2xxx2/7/7/3o3/7 o 0 5");
        // On eight columns a square at the edge has neighbours on one side only.
        let eight = Rules::new(8, 400);
        assert_eq!(played(&eight, "8/7o/o7/o5x1/7o/8/8/o7 x 7 9", "h5"), "8/7o/o7/o5xx/7x/8/8/o7 o 0 9");
    }

    #[test]
    fn a_player_without_a_move_passes() {
        let game = Rules::<true>::new(4, 9);
        // Everything within two squares of the only x is taken.
        let position = "xoo1/ooo1/ooo1/4 x 3 2";
        let mut moves = Vec::new();
        game.moves(&game.parse_state(position).expect("a position"), &mut moves);
        assert_eq!(moves, [PASS]);
        assert_eq!(played(&game, position, "0000"), "xoo1/ooo1/ooo1/4 o 0 2");
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = Rules::<true>::new(3, 10);
        for (text, reason) in [
            ("x2/3/1oo x 0 1", "4 stones"),
            ("xx1/xx1/3 x 0 2", "the loser to move"),
            ("x1o/3/o1x x 0 0", "the number of the move"),
            ("x1o/3/o1x o 0 6", "within the limit of 10 plies"),
            ("x1o/3/o1x x - 1", "the half-move clock"),
            ("x1o/3/o1x x", "board side clock move"),
        ] {
            let error = game.parse_state(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        assert!(game.parse_state("xx1/xx1/3 o 0 2").is_ok());
        assert!(game.parse_state("x1o/3/o1x x 0 6").is_ok());
    }
}
