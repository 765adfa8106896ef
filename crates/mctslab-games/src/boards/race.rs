//! Races of two armies to the far row: all of such a game except the steps of its pieces.
//!
//! Pieces fill the two rows next to each player (one row on boards lower than 6) and only move
//! forward; a player who reaches the far row, or captures every enemy piece, wins. The first
//! player, `x`, starts at the bottom and moves up. A player without a step passes, and if neither
//! has one the game is drawn.

use std::hint::select_unpredictable;
use std::marker::PhantomData;

use mctslab_core::spec::{Args, Kind, Param};
use mctslab_core::{Eval, Game, Listener, Payoffs, Player, Playout, Rng, TextError, View};

use super::bits::{isolate_nth, positions};
use super::{eights, plies, rows, symmetry};

/// A way to move, as the first player sees it: columns to the right, rows up, and whether it may
/// end on an enemy piece.
pub struct RaceStep {
    /// Columns to the right.
    pub aside: i32,
    /// Rows forward, at least 1.
    pub forward: i32,
    /// Whether it may end on an enemy piece.
    pub captures: bool,
}

/// The difference between races: the `STEPS` steps of the pieces.
pub trait RacePiece<const STEPS: usize>: Send + Sync + 'static {
    /// The name of a piece.
    const NAME: &'static str;
    /// The steps, from left to right; no two are equally far aside.
    const STEPS: [RaceStep; STEPS];
    /// A set of squares that every step enters or leaves, so that a board shows whether the number
    /// of steps was odd.
    const PARITY: u64;
}

/// The options of a race.
pub const PARAMS: &[Param] = &[
    Param::new("width", Kind::Integer { min: 3, max: 8 }, "8", "columns"),
    Param::new("height", Kind::Integer { min: 3, max: 8 }, "8", "rows"),
    Param::max_plies("0"),
];

/// The rules, with masks for the size of the board (see [`eights`]).
pub struct Race<P, const STEPS: usize> {
    width: u32,
    height: u32,
    /// 0 for no limit.
    max_plies: u32,
    /// The pieces at the start.
    home: [u64; 2],
    /// The row that each player must reach.
    goal: [u64; 2],
    /// The squares that each step of each player can enter without crossing an edge.
    inside: [[u64; STEPS]; 2],
    /// The first index of the steps that rotate the board by N bits; the pass rotates it by 0.
    first_indices: [u16; 64],
    /// Whether a player may have no step. If not, the foremost piece always has one.
    may_stick: bool,
    piece: PhantomData<P>,
}

/// A position of a race across the board: whatever the rest of a game depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pieces: [u64; 2],
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

const PASS: Move = Move { from: 0, to: 0 };

/// The move between two squares, each given as the one bit of a board.
#[inline]
fn step(from: u64, to: u64) -> Move {
    Move { from: from.trailing_zeros() as u8, to: to.trailing_zeros() as u8 }
}

impl State {
    /// The pieces of the player to move and of the other one.
    #[inline]
    fn sides(&self) -> [u64; 2] {
        [self.pieces[self.mover.index()], self.pieces[self.mover.other().index()]]
    }
}

impl Move {
    /// The two squares; none of a pass.
    #[inline]
    fn squares(self) -> u64 {
        1 << self.from ^ 1 << self.to
    }
}

/// The number of bits by which each step rotates the board, for each player.
const fn turns<const STEPS: usize>(steps: &[RaceStep; STEPS]) -> [[u32; STEPS]; 2] {
    let mut turns = [[0; STEPS]; 2];
    let mut i = 0;
    while i < STEPS {
        turns[0][i] = (8 * steps[i].forward + steps[i].aside).rem_euclid(64) as u32;
        turns[1][i] = (-8 * steps[i].forward + steps[i].aside).rem_euclid(64) as u32;
        i += 1;
    }
    turns
}

impl<P: RacePiece<STEPS>, const STEPS: usize> Race<P, STEPS> {
    const TURNS: [[u32; STEPS]; 2] = turns(&P::STEPS);

    /// The race with the given options.
    pub fn from_args(args: &Args) -> Race<P, STEPS> {
        let [width, height, max_plies] = ["width", "height", "max-plies"].map(|name| args.integer(name) as u32);
        Race::new(width, height, max_plies)
    }

    /// The race on a board of the given size; `max_plies` is 0 for no limit.
    pub fn new(width: u32, height: u32, max_plies: u32) -> Race<P, STEPS> {
        let row = eights::board(width, 1);
        let top = row << (8 * (height - 1));
        let home = if height < 6 { [row, top] } else { [row | row << 8, top | top >> 8] };
        let inside = [1, -1].map(|up| P::STEPS.map(|step| landing(width, height, step.aside, up * step.forward)));
        let sidesteps = P::STEPS.iter().filter(|step| step.forward == 1 && step.captures);
        let second_row = sidesteps.fold(0, |reached, step| reached | starts(width, height, step.aside));
        let may_stick = second_row & row != row;
        // One index for each square to be entered.
        let first_index = |number: usize| number as u16 * 8 * height as u16;
        let mut first_indices = [0; 64];
        first_indices[0] = first_index(STEPS);
        for turns in Self::TURNS {
            turns.into_iter().enumerate().for_each(|(number, turn)| first_indices[turn as usize] = first_index(number));
        }
        Race { width, height, max_plies, home, goal: [top, row], inside, first_indices, may_stick, piece: PhantomData }
    }

    /// The squares that the pieces of `player` can enter by each step.
    #[inline]
    fn targets(&self, mine: u64, theirs: u64, player: Player) -> [u64; STEPS] {
        std::array::from_fn(|i| {
            let blocked = if P::STEPS[i].captures { mine } else { mine | theirs };
            mine.rotate_left(Self::TURNS[player.index()][i]) & self.inside[player.index()][i] & !blocked
        })
    }

    /// A uniformly random legal step of `player`, who has one: the square entered, and the number
    /// of bits by which the board was rotated.
    #[expect(
        clippy::inline_always,
        reason = "directions then are constants: a quarter fewer instructions in a playout"
    )]
    #[inline(always)]
    fn random_step(&self, mine: u64, theirs: u64, player: Player, rng: &mut Rng) -> (u64, u32) {
        let all = self.targets(mine, theirs, player);
        let turns = Self::TURNS[player.index()];
        let counts = all.map(u64::count_ones);
        let chosen = rng.below(counts.iter().sum());
        let (mut targets, mut turn, mut n) = (all[0], turns[0], chosen);
        let mut before = 0;
        for i in 1..STEPS {
            // No processor can predict the direction of a random piece, so it is chosen without a
            // branch.
            before += counts[i - 1];
            let beyond = chosen >= before;
            targets = select_unpredictable(beyond, all[i], targets);
            turn = select_unpredictable(beyond, turns[i], turn);
            n = select_unpredictable(beyond, chosen.wrapping_sub(before), n);
        }
        (isolate_nth(targets, n), turn)
    }

    /// The number of steps of `player`.
    #[inline]
    fn count_steps(&self, mine: u64, theirs: u64, player: Player) -> usize {
        self.targets(mine, theirs, player).iter().map(|targets| targets.count_ones() as usize).sum()
    }

    /// Whether neither player can step any more.
    fn blocked(&self, state: &State) -> bool {
        let [mine, theirs] = state.sides();
        self.count_steps(mine, theirs, state.mover) == 0 && self.count_steps(theirs, mine, state.mover.other()) == 0
    }

    /// The player who has reached the far row or captured everything.
    #[inline]
    fn winner(&self, pieces: &[u64; 2]) -> Option<Player> {
        if pieces[0] & self.goal[0] != 0 || pieces[1] == 0 {
            Some(Player::FIRST)
        } else if pieces[1] & self.goal[1] != 0 || pieces[0] == 0 {
            Some(Player::SECOND)
        } else {
            None
        }
    }

    /// The number of plies that may still follow by the limit.
    #[inline]
    fn plies_left(&self, state: &State) -> u32 {
        plies::left(state.plies, self.max_plies)
    }

    /// Plays random moves to the end of a game in which no player can be without a step, and
    /// reports the squares entered and the turns (see [`Race::random_step`]), which differ from
    /// step to step and from player to player.
    #[inline]
    fn play_on(&self, state: &State, rng: &mut Rng, mut report: impl FnMut(u64, u32)) -> Playout {
        let limit = self.plies_left(state);
        let mut winner = self.winner(&state.pieces);
        let mut mover = state.mover;
        let [mut mine, mut theirs] = state.sides();
        let mut plies = 0;
        while winner.is_none() && plies < limit {
            // The branches differ in the directions, which are constants in each.
            let (to, turn) = if mover == Player::FIRST {
                self.random_step(mine, theirs, Player::FIRST, rng)
            } else {
                self.random_step(mine, theirs, Player::SECOND, rng)
            };
            report(to, turn);
            let left = theirs & !to;
            theirs = mine ^ (to.rotate_right(turn) | to);
            mine = left;
            let won = to & (self.goal[0] | self.goal[1]) != 0 || left == 0;
            winner = won.then_some(mover);
            mover = mover.other();
            plies += 1;
        }
        Playout { payoffs: Payoffs::duel(winner), plies: Some(plies) }
    }

    /// [`Game::playout`] where a player may have to pass.
    fn playout_with_passes(&self, state: &mut State, rng: &mut Rng, scratch: &mut Vec<Move>) -> Playout {
        let mut plies = 0;
        while let Some(mv) = self.random_move(state, rng, scratch) {
            self.play(state, mv);
            plies += 1;
        }
        Playout { payoffs: self.payoffs(state), plies: Some(plies) }
    }

    /// The total number of rows that the pieces of `player` have advanced, if none was captured.
    fn rows_gone(&self, pieces: u64, player: Player) -> u32 {
        let rows = |bits: u64| -> u32 { positions(bits).map(|square| square / 8).sum() };
        rows(pieces).abs_diff(rows(self.home[player.index()]))
    }

    /// Whether the number of steps that follows from the side to move and, where they are counted,
    /// the plies can have led here, while no piece was captured and no player passed.
    fn steps_add_up(&self, state: &State) -> bool {
        let longest = P::STEPS.iter().map(|step| step.forward as u32).max().unwrap_or(1);
        let steps = |player: Player| {
            let (now, home) = (state.pieces[player.index()], self.home[player.index()]);
            let odd = ((now ^ home) & P::PARITY).count_ones() % 2;
            let gone = self.rows_gone(now, player);
            (gone.div_ceil(longest)..=gone).filter(move |steps| steps % 2 == odd)
        };
        let ahead = state.mover.index() as u32;
        let counted = |sum: u32| self.max_plies == 0 || sum == u32::from(state.plies);
        steps(Player::FIRST)
            .any(|first| steps(Player::SECOND).any(|second| first == second + ahead && counted(first + second)))
    }

    fn check(&self, state: &State) -> Result<(), TextError> {
        let State { pieces, mover, plies } = *state;
        let [x, o] = pieces.map(u64::count_ones);
        let most = self.home[0].count_ones();
        if x > most || o > most || x + o == 0 {
            let expected = format!("1 to {most} of each, or none of the loser");
            return Err(TextError::new(format!("{x} x and {o} o"), expected));
        }
        let arrived = [0, 1].map(|player| (pieces[player] & self.goal[player]).count_ones());
        if arrived[0] + arrived[1] > 1 {
            let found = format!("{} x and {} o on their far rows", arrived[0], arrived[1]);
            return Err(TextError::new(found, format!("at most one {} there: the first ends the game", P::NAME)));
        }
        let side = rows::letter(mover);
        if self.winner(&pieces) == Some(mover) {
            return Err(TextError::new(format!("`{side}` to move, who has won"), "the loser to move"));
        }
        let after = if self.max_plies > 0 { format!(" after {plies} plies") } else { String::new() };
        let turn = format!("`{side}` to move{after}");
        if self.max_plies > 0 {
            plies::check_mover(plies.into(), mover, || turn.clone())?;
        }
        if x + o == 2 * most && !self.may_stick && !self.steps_add_up(state) {
            let [x, o] = [Player::FIRST, Player::SECOND].map(|player| self.rows_gone(pieces[player.index()], player));
            let found = format!("no captures, x {x} and o {o} rows ahead in all, and {turn}");
            let mut expected = "as many steps by each if `x` is to move, one more by x if `o` is".to_string();
            if self.max_plies > 0 {
                expected += ", and a ply for each";
            }
            return Err(TextError::new(found, expected));
        }
        // No player has to pass at the start, and pieces never move back.
        let begun = mover != Player::FIRST || plies > 0;
        let at_home = pieces == self.home;
        if at_home && begun || self.max_plies > 0 && !at_home && !begun {
            let found = format!("{turn} and {} at home", if at_home { "every piece" } else { "not every piece" });
            return Err(TextError::new(found, "`x` to move and no plies played exactly where every piece is at home"));
        }
        Ok(())
    }

    /// The estimate from the difference in pieces, for `player`.
    fn piece_lead(&self, state: &State, player: Player) -> f64 {
        let [mine, theirs] = [player, player.other()].map(|p| f64::from(state.pieces[p.index()].count_ones()));
        0.5 + (mine - theirs) / f64::from(2 * (self.home[0].count_ones() + 1))
    }
}

/// The squares that a step of `up` rows up and `aside` columns to the right can enter.
fn landing(width: u32, height: u32, aside: i32, up: i32) -> u64 {
    let board = eights::board(width, height);
    let origin = |square: u32| ((square % 8) as i32 - aside, (square / 8) as i32 - up);
    let on_board = |(column, row)| (0..width as i32).contains(&column) && (0..height as i32).contains(&row);
    positions(board).filter(|&square| on_board(origin(square))).fold(0, |squares, square| squares | 1 << square)
}

/// The squares from which a step of `aside` columns to the right stays on the board.
fn starts(width: u32, height: u32, aside: i32) -> u64 {
    landing(width, height, -aside, 0)
}

impl<P: RacePiece<STEPS>, const STEPS: usize> Game for Race<P, STEPS> {
    type State = State;
    type Move = Move;

    fn initial(&self) -> State {
        State { pieces: self.home, mover: Player::FIRST, plies: 0 }
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<Player> {
        let over = self.winner(&state.pieces).is_some()
            || self.plies_left(state) == 0
            || self.may_stick && self.blocked(state);
        if over { None } else { Some(state.mover) }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let Some(player) = self.turn(state) else { return };
        let [mine, theirs] = state.sides();
        let before = out.len();
        let targets = self.targets(mine, theirs, player);
        for (targets, turn) in targets.into_iter().zip(Self::TURNS[player.index()]) {
            // Steps of the second player are rotations by nearly a whole turn: back by one is the
            // same as on by the rest.
            out.extend(positions(targets).map(|to| Move { from: ((to + 64 - turn) % 64) as u8, to: to as u8 }));
        }
        if self.may_stick && out.len() == before {
            out.push(PASS);
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        let (mine, theirs) = (state.mover.index(), state.mover.other().index());
        state.pieces[mine] ^= mv.squares();
        state.pieces[theirs] &= !mv.squares();
        state.mover = state.mover.other();
        state.plies += u16::from(self.max_plies > 0);
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        Payoffs::duel(self.winner(&state.pieces))
    }

    #[inline]
    fn index(&self, mv: Move) -> usize {
        usize::from(self.first_indices[usize::from(mv.to.wrapping_sub(mv.from) % 64)]) + usize::from(mv.to)
    }

    fn index_bound(&self) -> usize {
        usize::from(self.first_indices[0]) + usize::from(self.may_stick)
    }

    fn max_plies(&self) -> u32 {
        // Every piece goes as far as it can without winning, then one wins. Each step may be
        // answered by a pass.
        let before_goal = |square: u32| self.height - 2 - square / 8;
        let steps = 2 * positions(self.home[0]).map(before_goal).sum::<u32>() + 1;
        let bound = if self.may_stick { 2 * steps } else { steps };
        plies::within(self.max_plies, bound)
    }

    fn move_text(&self, _: &State, mv: Move) -> String {
        if mv == PASS { "pass".to_string() } else { eights::name(mv.from) + &eights::name(mv.to) }
    }

    fn state_text(&self, state: &State) -> String {
        let board = eights::write(&state.pieces, self.width, self.height);
        format!("{board} {}{}", rows::letter(state.mover), plies::field(state.plies, self.max_plies))
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let (text, plies) = plies::split(text, self.max_plies)?;
        let [board, side] = rows::fields(text, "board side, as in oooooooo/oooooooo/8/8/8/8/xxxxxxxx/xxxxxxxx x")?;
        let pieces = eights::read(board, self.width, self.height)?;
        let state = State { pieces, mover: rows::side(side)?, plies };
        self.check(&state)?;
        Ok(state)
    }

    fn view(&self, state: &State, last: Option<Move>) -> View {
        let highlighted = last.map_or(0, Move::squares);
        let mut view = eights::view(&state.pieces, self.width, self.height, highlighted);
        if self.max_plies > 0 {
            view.notes.push(plies::note(state.plies, self.max_plies));
        }
        view
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, symmetry: usize, state: &State) -> State {
        let turned = |pieces| symmetry::transform_bits(pieces, |square| eights::turn(symmetry, self.width, square));
        State { pieces: state.pieces.map(turned), ..*state }
    }

    #[inline]
    fn count_moves(&self, state: &State, _: &mut Vec<Move>) -> usize {
        let Some(player) = self.turn(state) else { return 0 };
        let [mine, theirs] = state.sides();
        self.count_steps(mine, theirs, player).max(usize::from(self.may_stick))
    }

    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        let player = self.turn(state)?;
        let [mine, theirs] = state.sides();
        if self.may_stick && self.count_steps(mine, theirs, player) == 0 {
            return Some(PASS);
        }
        let (to, turn) = self.random_step(mine, theirs, player, rng);
        Some(step(to.rotate_right(turn), to))
    }

    #[inline(never)]
    fn playout(&self, state: &mut State, rng: &mut Rng, scratch: &mut Vec<Move>) -> Playout {
        if self.may_stick {
            return self.playout_with_passes(state, rng, scratch);
        }
        self.play_on(state, rng, |_, _| {})
    }

    fn playout_reporting(
        &self,
        state: &mut State,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
        listener: &mut impl Listener,
    ) -> Payoffs {
        if !self.may_stick {
            // As sets: one instruction a ply.
            let mut entered = [0; 64];
            let payoffs = self.play_on(state, rng, |to, turn| entered[turn as usize % 64] |= to).payoffs;
            for player in [Player::FIRST, Player::SECOND] {
                for turn in Self::TURNS[player.index()].map(|turn| turn as usize % 64) {
                    listener.report_all(player, self.first_indices[turn].into(), entered[turn]);
                }
            }
            return payoffs;
        }
        while let (Some(player), Some(mv)) = (self.turn(state), self.random_move(state, rng, scratch)) {
            listener.report(player, self.index(mv));
            self.play(state, mv);
        }
        self.payoffs(state)
    }

    fn evals(&self) -> &'static [Eval<Self>] {
        const { &[Eval::new("pieces", "who has more pieces", Self::piece_lead)] }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The steps that a playout reports are the indices of the steps made, each by its mover.
    fn told_steps_are_those_made<P: RacePiece<STEPS>, const STEPS: usize>(width: u32, height: u32) {
        let game = Race::<P, STEPS>::new(width, height, 0);
        assert!(!game.may_stick, "passes are reported otherwise");
        for seed in 0..50 {
            let (mut made, mut reported) = (BTreeSet::new(), BTreeSet::new());
            let mut state = game.initial();
            let mut steps = Vec::new();
            game.play_on(&state, &mut Rng::new(seed), |to, turn| steps.push(step(to.rotate_right(turn), to)));
            for mv in steps {
                let mut legal = Vec::new();
                game.moves(&state, &mut legal);
                assert!(legal.contains(&mv), "{}, seed {seed}: {mv:?}", P::NAME);
                made.insert((state.mover.index(), game.index(mv)));
                game.play(&mut state, mv);
            }
            let mut listener = |player: Player, index| _ = reported.insert((player.index(), index));
            game.playout_reporting(&mut game.initial(), &mut Rng::new(seed), &mut Vec::new(), &mut listener);
            assert_eq!(reported, made, "{}, seed {seed}", P::NAME);
        }
    }

    #[test]
    fn steps_are_told() {
        for (width, height) in [(8, 8), (5, 6), (4, 8)] {
            told_steps_are_those_made::<crate::breakthrough::Pawn, 3>(width, height);
            told_steps_are_those_made::<crate::knightthrough::Knight, 4>(width, height);
        }
    }
}
