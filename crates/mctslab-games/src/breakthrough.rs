//! Breakthrough: pawns fill the two rows next to each player (one row on boards lower than 6); a pawn steps straight
//! forward onto an empty square, or diagonally forward onto an empty square or an enemy pawn, which it captures; who reaches
//! the far row, or captures every enemy pawn, wins. The first player, `x`, starts at the bottom and moves up. There are no
//! draws, save at `max-plies`, and no passes: the foremost pawn can always step diagonally.
//!
//! A move is the square left and the square entered: `a2b3`. A position is the board from the top row down and the side to
//! move: `oooooooo/oooooooo/8/8/8/8/xxxxxxxx/xxxxxxxx x`; where there is a limit, then the number of plies played.
//!
//! Known values: exhaustive search over this file's rules gives the first player a win on 3 x 3, 4 x 4, 5 x 5 and on
//! boards 3 wide and 6 high; random games on 8 x 8 last 64 plies and the first player wins 51 % of them.
//! Sources: invented by Dan Troyka in 2000. OpenSpiel 2.0.2 and Ludii 1.3.14 agree with this file's trees.

use std::hint::select_unpredictable;

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Family, Game, GameInfo, Payoffs, Player, Playout, Rng, TextError, View, Visit};

use crate::boards::bits::{isolate_nth, positions};
use crate::boards::{eights, rows, symmetry};

/// The rules, with masks for the size of the board (see [`eights`]).
pub struct Breakthrough {
    width: u32,
    height: u32,
    /// 0 for no limit.
    max_plies: u32,
    /// The pawns at the start.
    home: [u64; 2],
    /// The row that each player wants to reach.
    goal: [u64; 2],
    /// Where a step to the left, straight on and to the right can lead: a step over an edge ends on no square of these.
    inside: [u64; 3],
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pawns: [u64; 2],
    mover: Player,
    /// Counted only where there is a limit, so that without one equal positions are equal states.
    plies: u16,
}

/// The square left and the square entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    from: u8,
    to: u8,
}

/// By how many bits a step to the left, straight on and to the right rotates the board, for each player.
const STEPS: [[u32; 3]; 2] = [[7, 8, 9], [64 - 9, 64 - 8, 64 - 7]];

impl State {
    /// The pawns of the player to move and of the other one.
    #[inline]
    fn sides(&self) -> [u64; 2] {
        [self.pawns[self.mover.index()], self.pawns[self.mover.other().index()]]
    }
}

impl Breakthrough {
    fn new(width: u32, height: u32, max_plies: u32) -> Breakthrough {
        let board = eights::board(width, height);
        let row = eights::board(width, 1);
        let top = row << (8 * (height - 1));
        let home = if height < 6 { [row, top] } else { [row | row << 8, top | top >> 8] };
        let inside = [board & !eights::COLUMN_H, board, board & !eights::COLUMN_A];
        Breakthrough { width, height, max_plies, home, goal: [top, row], inside }
    }

    /// Where the pawns of `player` can go: to the left, straight on and to the right.
    #[inline]
    fn targets(&self, mine: u64, theirs: u64, player: Player) -> [u64; 3] {
        let [left, straight, right] = STEPS[player.index()].map(|step| mine.rotate_left(step) & !mine);
        [left & self.inside[0], straight & self.inside[1] & !theirs, right & self.inside[2]]
    }

    /// One of the legal steps of `player`, each equally likely: the squares left and entered.
    #[inline]
    fn random_step(&self, mine: u64, theirs: u64, player: Player, rng: &mut Rng) -> (u64, u64) {
        let [left, straight, right] = self.targets(mine, theirs, player);
        let counts = [left.count_ones(), straight.count_ones()];
        let chosen = rng.below(counts[0] + counts[1] + right.count_ones());
        let [to_left, to_straight, to_right] = STEPS[player.index()];
        // No processor can guess which way a random pawn goes: choose without a jump.
        let beyond = chosen >= counts[0];
        let targets = select_unpredictable(beyond, straight, left);
        let step = select_unpredictable(beyond, to_straight, to_left);
        let n = select_unpredictable(beyond, chosen.wrapping_sub(counts[0]), chosen);
        let beyond = chosen >= counts[0] + counts[1];
        let targets = select_unpredictable(beyond, right, targets);
        let step = select_unpredictable(beyond, to_right, step);
        let n = select_unpredictable(beyond, chosen.wrapping_sub(counts[0] + counts[1]), n);
        let to = isolate_nth(targets, n);
        (to.rotate_right(step), to)
    }

    /// Who has reached the far row or captured everything.
    #[inline]
    fn winner(&self, pawns: &[u64; 2]) -> Option<Player> {
        if pawns[0] & self.goal[0] != 0 || pawns[1] == 0 {
            Some(Player::FIRST)
        } else if pawns[1] & self.goal[1] != 0 || pawns[0] == 0 {
            Some(Player::SECOND)
        } else {
            None
        }
    }

    /// How many plies may still follow by the limit.
    #[inline]
    fn plies_left(&self, state: &State) -> u32 {
        if self.max_plies == 0 { u32::MAX } else { self.max_plies.saturating_sub(u32::from(state.plies)) }
    }

    /// How many steps the pawns of `player` have gone in all, if none was captured.
    fn steps_gone(&self, pawns: u64, player: Player) -> u32 {
        let rows = |bits: u64| -> u32 { positions(bits).map(|square| square / 8).sum() };
        rows(pawns).abs_diff(rows(self.home[player.index()]))
    }

    fn check(&self, state: &State) -> Result<(), TextError> {
        let State { pawns, mover, .. } = *state;
        let [x, o] = pawns.map(u64::count_ones);
        let most = self.home[0].count_ones();
        if x > most || o > most || x + o == 0 {
            return Err(TextError::new(
                format!("{x} x and {o} o"),
                format!("1 to {most} of each, or none of the loser"),
            ));
        }
        let arrived = [0, 1].map(|player| (pawns[player] & self.goal[player]).count_ones());
        if arrived[0] + arrived[1] > 1 {
            let found = format!("{} x and {} o on their far rows", arrived[0], arrived[1]);
            return Err(TextError::new(found, "at most one pawn there: the first ends the game"));
        }
        if self.winner(&pawns) == Some(mover) {
            let found = format!("`{}` to move, who has won", rows::letter(mover));
            return Err(TextError::new(found, "the loser to move"));
        }
        // Without captures every step taken shows on the board.
        let steps = [Player::FIRST, Player::SECOND].map(|player| self.steps_gone(pawns[player.index()], player));
        if x + o == 2 * most && steps[0] != steps[1] + mover.index() as u32 {
            let found = format!("{} steps by x and {} by o with `{}` to move", steps[0], steps[1], rows::letter(mover));
            return Err(TextError::new(found, "as many by each if `x` is to move, one more by x if `o` is"));
        }
        Ok(())
    }
}

impl Family for Breakthrough {
    const INFO: GameInfo = GameInfo {
        entry: Entry {
            name: "breakthrough",
            doc: "pawns race to the far row",
            params: &[
                Param::new("width", Kind::Integer { min: 3, max: 8 }, "8", "columns"),
                Param::new("height", Kind::Integer { min: 3, max: 8 }, "8", "rows"),
                Param::max_plies("0"),
            ],
        },
        source: include_str!("breakthrough.rs"),
        samples: &[
            "breakthrough",
            "breakthrough(width=3,height=3)",
            "breakthrough(width=5,height=6)",
            "breakthrough(width=8,height=5,max-plies=18)",
        ],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        let [width, height, max_plies] = ["width", "height", "max-plies"].map(|name| args.integer(name) as u32);
        Ok(visit.visit(Breakthrough::new(width, height, max_plies)))
    }
}

impl Game for Breakthrough {
    type State = State;
    type Move = Move;

    fn initial(&self) -> State {
        State { pawns: self.home, mover: Player::FIRST, plies: 0 }
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<Player> {
        let over = self.winner(&state.pawns).is_some() || self.plies_left(state) == 0;
        if over { None } else { Some(state.mover) }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let Some(player) = self.turn(state) else { return };
        let [mine, theirs] = state.sides();
        let targets = self.targets(mine, theirs, player);
        for (targets, step) in targets.into_iter().zip(STEPS[player.index()]) {
            // Steps of the second player are rotations by nearly a whole turn: back by one is the same as on by the rest.
            out.extend(positions(targets).map(|to| Move { from: ((to + 64 - step) % 64) as u8, to: to as u8 }));
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        let (mine, theirs) = (state.mover.index(), state.mover.other().index());
        state.pawns[mine] ^= 1 << mv.from | 1 << mv.to;
        state.pawns[theirs] &= !(1 << mv.to);
        state.mover = state.mover.other();
        state.plies += u16::from(self.max_plies > 0);
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        Payoffs::duel(self.winner(&state.pawns))
    }

    #[inline]
    fn index(&self, mv: Move) -> usize {
        // The square left and by how many columns the pawn steps aside.
        let (row, column) = (usize::from(mv.from / 8), usize::from(mv.from % 8));
        let aside = usize::from(mv.to % 8) + 1 - column;
        (row * self.width as usize + column) * 3 + aside
    }

    fn index_bound(&self) -> usize {
        (self.width * self.height * 3) as usize
    }

    fn max_plies(&self) -> u32 {
        // Every pawn goes as far as it can without winning, then one wins.
        let before_goal = |square: u32| self.height - 2 - square / 8;
        let bound = 2 * positions(self.home[0]).map(before_goal).sum::<u32>() + 1;
        if self.max_plies == 0 { bound } else { self.max_plies.min(bound) }
    }

    fn move_text(&self, _: &State, mv: Move) -> String {
        eights::name(mv.from) + &eights::name(mv.to)
    }

    fn state_text(&self, state: &State) -> String {
        let board = eights::write(&state.pawns, self.width, self.height);
        format!("{board} {}{}", rows::letter(state.mover), rows::plies_field(state.plies, self.max_plies))
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let (text, plies) = rows::split_plies(text, self.max_plies)?;
        let [board, side] = rows::fields(text, "board side, as in oooooooo/oooooooo/8/8/8/8/xxxxxxxx/xxxxxxxx x")?;
        let pawns = eights::read(board, self.width, self.height)?;
        let state = State { pawns, mover: rows::side(side)?, plies };
        self.check(&state)?;
        Ok(state)
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, symmetry: usize, state: &State) -> State {
        let turned = |pawns| symmetry::transform_bits(pawns, |square| eights::turn(symmetry, self.width, square));
        State { pawns: state.pawns.map(turned), ..*state }
    }

    fn transform_move(&self, symmetry: usize, mv: Move) -> Move {
        let [from, to] = [mv.from, mv.to].map(|square| eights::turn(symmetry, self.width, u32::from(square)) as u8);
        Move { from, to }
    }

    fn view(&self, state: &State, last: Option<Move>) -> View {
        let highlighted = last.map_or(0, |mv| 1 << mv.from | 1 << mv.to);
        let mut view = eights::view(&state.pawns, self.width, self.height, highlighted);
        if self.max_plies > 0 {
            view.notes.push(format!("ply {} of at most {}", state.plies, self.max_plies));
        }
        view
    }

    #[inline]
    fn count_moves(&self, state: &State, _: &mut Vec<Move>) -> usize {
        let Some(player) = self.turn(state) else { return 0 };
        let [mine, theirs] = state.sides();
        self.targets(mine, theirs, player).iter().map(|targets| targets.count_ones() as usize).sum()
    }

    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        let player = self.turn(state)?;
        let [mine, theirs] = state.sides();
        let (from, to) = self.random_step(mine, theirs, player, rng);
        Some(Move { from: from.trailing_zeros() as u8, to: to.trailing_zeros() as u8 })
    }

    fn playout(&self, state: &mut State, rng: &mut Rng, _: &mut Vec<Move>) -> Playout {
        let limit = self.plies_left(state);
        let mut winner = self.winner(&state.pawns);
        let mut mover = state.mover;
        let [mut mine, mut theirs] = state.sides();
        let mut plies = 0;
        while winner.is_none() && plies < limit {
            let (from, to) = self.random_step(mine, theirs, mover, rng);
            let left = theirs & !to;
            theirs = mine ^ (from | to);
            mine = left;
            let won = to & (self.goal[0] | self.goal[1]) != 0 || left == 0;
            winner = won.then_some(mover);
            mover = mover.other();
            plies += 1;
        }
        Playout { payoffs: Payoffs::duel(winner), plies: Some(plies) }
    }

    fn evals(&self) -> &'static [Entry] {
        const EVALS: &[Entry] =
            &[Entry::word("pieces", "who has more pawns"), Entry::word("half", "one half for both")];
        EVALS
    }

    fn evaluate(&self, eval: usize, state: &State, player: Player) -> f64 {
        if eval != 0 {
            return 0.5;
        }
        let [mine, theirs] = [player, player.other()].map(|p| f64::from(state.pawns[p.index()].count_ones()));
        0.5 + (mine - theirs) / f64::from(2 * (self.home[0].count_ones() + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capturing_the_last_pawn_wins() {
        let game = Breakthrough::new(3, 5, 0);
        let mut state = game.parse_state("3/3/1o1/x2/3 x").unwrap();
        let mv = game.parse_move(&state, "a2b3").unwrap();
        game.play(&mut state, mv);
        assert_eq!(game.turn(&state), None);
        assert_eq!(game.payoffs(&state), Payoffs::duel(Some(Player::FIRST)));
    }

    #[test]
    fn a_pawn_captures_only_diagonally_and_never_steps_over_an_edge() {
        let game = Breakthrough::new(8, 8, 0);
        let state = game.parse_state("8/8/8/o6o/x6x/8/8/8 x").unwrap();
        assert!(game.parse_move(&state, "a4a5").is_err());
        let mut moves = Vec::new();
        for (side, expected) in [("x", ["h4g5", "a4b5"]), ("o", ["h5g4", "a5b4"])] {
            let state = State { mover: rows::side(side).unwrap(), ..state };
            moves.clear();
            game.moves(&state, &mut moves);
            let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(&state, mv)).collect();
            assert_eq!(texts, expected);
        }
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = Breakthrough::new(3, 3, 0);
        for (text, reason) in [
            ("ooo/o2/xxx x", "1 to 3 of each"),
            ("3/3/3 x", "1 to 3 of each"),
            ("x2/3/1o1 o", "at most one pawn there"),
            ("xx1/3/3 o", "at most one pawn there"),
            ("x2/o2/3 x", "the loser to move"),
            ("3/o2/3 o", "the loser to move"),
            ("ooo/3/xxx o", "as many by each"),
        ] {
            let error = game.parse_state(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        assert!(game.parse_state("x2/o2/3 o").is_ok());
    }
}
