//! Awari (oware): six pits a side with four seeds each. A move sows all seeds of an own pit
//! counter-clockwise, one to a pit, skipping the pit they come from. If the last seed makes an
//! enemy pit 2 or 3, it is captured, and so is every such pit before it in an unbroken row. An
//! opponent without seeds must be given some; the game ends when a player cannot move, and each
//! side keeps the seeds of its own row. First to 25 wins at once; 24 each is a draw. A repeated
//! position ends the game, each side keeping its row. Reaching `max-plies` is a draw.
//!
//! `grand-slam` says what becomes of a move that would capture all seeds of the opponent, `starved`
//! who gets the seeds left when there is no move. With `grand-slam=allowed`, a move that gives
//! seeds and captures all of them again does not count as giving. `rules=ludii` is Ludii's Awari
//! and replaces the other options: a move must leave the opponent a seed; who has none passes; two
//! passes in a row draw; the game ends when no pit holds more than one seed, and more captured
//! seeds win; a last seed that just jumped over its origin captures nothing; nothing ends at 25 or
//! by repetition.
//!
//! Moves are pits, `a` to `f` from the mover's left, or `pass`. A position is the pits of the first
//! and of the second player, each from his own left, the captured seeds, the side to move, and with
//! a limit the plies played: `4,4,4,4,4,4 4,4,4,4,4,4 0-0 x 0`. Where repetition counts, it is the
//! position after the last capture, and the moves made since come before the plies: `4,4,4,4,4,4
//! 4,4,4,4,4,4 0-0 x ca 2`. With `rules=ludii`, `pass` in their place says that the last player had
//! to pass, `pass,pass` that both had to.
//!
//! Known values: a draw by rules close to these (Romein and Bal 2002). Sources: OpenSpiel 2.0.2
//! (its oware) has the trees and statistics of the default, Ludii 1.3.14 those of `rules=ludii`.
//! Lanzi, who plays Awari, gives no rules; the default is the common tournament rule.

pub mod pits;
#[cfg(test)]
mod tests;
mod text;

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::view::{BoardRow, Cell, letters};
use mctslab_core::{Eval, Family, Game, GameInfo, Listener, Payoffs, Player, Playout, Rng, TextError, View, Visit};

use crate::boards::bits::{isolate_nth, nth_set_bit, positions};
use crate::boards::history::PositionHistory;
use crate::boards::plies;
use pits::{GrandSlam, PITS, Position, SEEDS, Sowing};

/// The move of a player who has none, with `rules=ludii`.
const PASS: u8 = 6;
/// The pass as a member of a set of pits.
const PASS_ONLY: u64 = 0x80 << (8 * PASS);
/// All pits of both players, the second player's one bit below the first's.
const ALL_SOWN: u64 = 0xc0c0_c0c0_c0c0;

/// The rules of Awari, with the options that a spec names.
pub struct Awari {
    sowing: Sowing,
    ludii: bool,
    /// Seeds left when there is no move go to the owner of the row.
    owners_keep: bool,
    repetition_ends: bool,
    /// Captured seeds that win at once; more than there are if nothing does.
    win: u32,
    /// 0 for no limit.
    max_plies: u32,
}

/// A position and, where repetition counts, those since the last capture.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct State {
    now: Now,
    /// The positions since the last capture, without this one; empty where repetition does not
    /// count.
    history: PositionHistory<Position>,
}

/// A state without its history.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Now {
    at: Position,
    /// The set of pits that are legal moves; empty when the game is over.
    open: u64,
    mover: Player,
    /// Counted only where there is a limit.
    plies: u16,
    /// Passes since the last sowing.
    passes: u8,
}

impl Now {
    /// Row and store of each player.
    fn rows(&self) -> [u64; 2] {
        let Position { mine, theirs } = self.at;
        if self.mover == Player::FIRST { [mine, theirs] } else { [theirs, mine] }
    }
}

impl State {
    /// Pits and store of a player, as in [`pits`].
    pub fn row(&self, player: Player) -> u64 {
        self.now.rows()[player.index()]
    }
}

impl Clone for State {
    fn clone(&self) -> State {
        State { now: self.now, history: self.history.clone() }
    }

    fn clone_from(&mut self, source: &State) {
        self.now = source.now;
        self.history.clone_from(&source.history);
    }
}

/// Whether a position occurred before, with the same side to move.
///
/// Without captures a pit that is not sown never loses a seed, so nothing may pass it before a
/// position comes back; but then the seeds only move towards it. So each of the twelve pits is sown
/// in between, and the last eleven plies do not matter.
#[inline]
fn recurs(earlier: &[Position], at: Position) -> bool {
    earlier.len() >= 2 * PITS && earlier[..=earlier.len() - 2 * PITS].iter().rev().step_by(2).any(|&old| old == at)
}

impl Awari {
    /// The game with these options.
    fn from_args(args: &Args) -> Result<Awari, SpecError> {
        let word = |key| args.choice(key).name();
        let ludii = word("rules") == "ludii";
        let defaults = [("grand-slam", "void"), ("starved", "owner"), ("repeat", "split")];
        let changed = defaults.iter().find(|(key, default)| word(key) != *default);
        let changed = changed.map(|(key, _)| *key).or((args.integer("win") != 25).then_some("win"));
        if let Some(key) = changed.filter(|_| ludii) {
            return Err(SpecError::combination("awari", format!("`rules=ludii` has its own rules: leave out `{key}`")));
        }
        let repetition_ends = !ludii && word("repeat") == "split";
        let max_plies = args.limit("max-plies").map_or(if ludii { 2500 } else { 1000 }, |plies| plies as u32);
        if max_plies == 0 && !repetition_ends {
            let reason = "`max-plies=0` needs `repeat=split`: otherwise the game might never end";
            return Err(SpecError::combination("awari", reason));
        }
        let grand_slam = match word("grand-slam") {
            _ if ludii => GrandSlam::Forbidden,
            "forbidden" => GrandSlam::Forbidden,
            "allowed" => GrandSlam::Allowed,
            _ => GrandSlam::Void,
        };
        Ok(Awari {
            sowing: Sowing::new(grand_slam, !ludii),
            ludii,
            owners_keep: word("starved") == "owner",
            repetition_ends,
            win: if ludii { SEEDS + 1 } else { args.integer("win") as u32 },
            max_plies,
        })
    }

    /// The legal moves as a set of pits, so far as the pits and `passes` determine them.
    #[inline]
    fn legal(&self, ludii: bool, at: Position, passes: u8) -> u64 {
        let legal = self.sowing.legal(at);
        if !ludii {
            return legal;
        }
        match legal {
            _ if passes == 2 || at.is_thin() => 0,
            0 => PASS_ONLY,
            _ => legal,
        }
    }

    /// Fills in the legal moves.
    fn opened(&self, now: Now, repeated: bool) -> Now {
        let won = pits::store(now.at.theirs) >= self.win;
        let out_of_plies = plies::over(now.plies, self.max_plies);
        let over = won || repeated || out_of_plies;
        Now { open: if over { 0 } else { self.legal(self.ludii, now.at, now.passes) }, ..now }
    }

    /// The seeds of each player when the game is over: the captured ones and, where the rules give
    /// them to him, those in his row. `None` if the limit ended the game, which is a draw whatever
    /// was captured.
    pub fn settled(&self, state: &State) -> Option<[u32; 2]> {
        let now = &state.now;
        let with_rows = now.rows().map(|row| pits::store(row) + pits::total(row));
        let captured = now.rows().map(pits::store);
        if pits::store(now.at.theirs) >= self.win || self.ludii && now.at.is_thin() {
            return Some(captured);
        }
        if recurs(state.history.as_slice(), now.at) {
            return Some(with_rows);
        }
        if self.ludii || self.sowing.legal(now.at) != 0 {
            return None;
        }
        Some(if self.owners_keep { with_rows } else { captured })
    }

    /// Plays random moves to the end, reports each, and returns their number. It is [`Game::play`]
    /// with everything possible in registers.
    #[inline]
    fn rush<const LUDII: bool>(&self, state: &mut State, rng: &mut Rng, mut report: impl FnMut(Player, u8)) -> u32 {
        let Now { mut at, mut open, mover, plies: before, mut passes } = state.now;
        let limit = if self.max_plies == 0 { u32::MAX } else { self.max_plies - u32::from(before) };
        // Pits sown since the last capture, the second player's one bit below the first's: while
        // one is missing, no position can have come back. What was sown before this playout is not
        // known, so it may be all.
        let mut sown = if state.history.as_slice().is_empty() { 0 } else { ALL_SOWN };
        let mut plies = 0;
        while open != 0 {
            let (slots, kept) = state.history.room();
            let mut len = *kept;
            while open != 0 && len < slots.len() {
                let pit = isolate_nth(open, rng.below(open.count_ones()));
                let number = pits::lowest_pit(pit);
                report(Player::new((mover.index() as u32 ^ plies) as usize & 1), number as u8);
                let (next, captured) = self.sowing.sow(at, number);
                slots[len] = at;
                at = next;
                // Captures are hard to predict, so their effects are written without branches.
                len = if captured > 0 || !self.repetition_ends { 0 } else { len + 1 };
                sown |= pit >> ((mover.index() as u32 ^ plies) & 1);
                sown &= u64::from(captured > 0).wrapping_sub(1);
                passes = if LUDII && pit == PASS_ONLY { passes + 1 } else { 0 };
                plies += 1;
                open = self.legal(LUDII, at, passes);
                let repeated = sown == ALL_SOWN && recurs(&slots[..len], at);
                if pits::store(at.theirs) >= self.win || repeated || plies >= limit {
                    open = 0;
                }
            }
            *kept = len;
        }
        let mover = if plies % 2 == 0 { mover } else { mover.other() };
        state.now = Now { at, open, mover, passes, ..state.now };
        plies
    }

    /// The estimate from the difference of the captured seeds, for `player`.
    fn seed_lead(_: &Self, state: &State, player: Player) -> f64 {
        let Position { mine, theirs } = state.now.at;
        let lead = f64::from(pits::store(mine)) - f64::from(pits::store(theirs));
        let lead = lead / f64::from(2 * (SEEDS + 1));
        if player == state.now.mover { 0.5 + lead } else { 0.5 - lead }
    }
}

impl Family for Awari {
    const INFO: GameInfo = GameInfo {
        entry: Entry {
            name: "awari",
            doc: "sow seeds around the pits, capture twos and threes",
            params: &[
                Param::new(
                    "rules",
                    Kind::Choice(&[
                        Entry::word("tournament", "the rules of the other options"),
                        Entry::word("ludii", "Ludii's Awari; the other options keep their defaults and have no effect"),
                    ]),
                    "tournament",
                    "which rules",
                ),
                Param::new(
                    "grand-slam",
                    Kind::Choice(&[
                        Entry::word("void", "legal, but captures nothing"),
                        Entry::word("forbidden", "not legal"),
                        Entry::word("allowed", "captures all"),
                    ]),
                    "void",
                    "a move that would capture all seeds of the opponent",
                ),
                Param::new(
                    "starved",
                    Kind::Choice(&[
                        Entry::word("owner", "the owner of the row that they lie in"),
                        Entry::word("nobody", "nobody: they do not count"),
                    ]),
                    "owner",
                    "who gets the seeds left on the board when there is no move",
                ),
                Param::new(
                    "repeat",
                    Kind::Choice(&[
                        Entry::word("split", "the game ends, each side keeps its row"),
                        Entry::word("none", "the game goes on"),
                    ]),
                    "split",
                    "what happens when a position is repeated",
                ),
                Param::new("win", Kind::Integer { min: 1, max: SEEDS as i64 }, "25", "captured seeds that win at once"),
                Param::new(
                    "max-plies",
                    Kind::Limit { min: 0, max: 60_000 },
                    "none",
                    "draw after this many plies; none: 1000, with rules=ludii 2500; 0: no limit",
                ),
            ],
        },
        source: include_str!("awari.rs"),
        samples: &[
            "awari",
            "awari(grand-slam=forbidden,starved=nobody,max-plies=80)",
            "awari(grand-slam=allowed,repeat=none)",
            "awari(win=10,max-plies=0)",
            "awari(rules=ludii)",
            "awari(rules=ludii,max-plies=60)",
        ],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        Ok(visit.visit(Awari::from_args(args)?))
    }
}

impl Game for Awari {
    type State = State;
    type Move = u8;

    fn initial(&self) -> State {
        let now = Now { at: Position::INITIAL, open: 0, mover: Player::FIRST, plies: 0, passes: 0 };
        State { now: self.opened(now, false), history: PositionHistory::default() }
    }

    fn turn(&self, state: &State) -> Option<Player> {
        (state.now.open != 0).then_some(state.now.mover)
    }

    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        out.extend(positions(state.now.open).map(|bit| (bit >> 3) as u8));
    }

    fn play(&self, state: &mut State, mv: u8) {
        let Now { at: left, mover, plies, passes, .. } = state.now;
        let (at, captured) = self.sowing.sow(left, u32::from(mv));
        if self.repetition_ends {
            state.history.push(left);
            if captured > 0 {
                // Seeds that have left the board never come back, nor do the positions with them.
                state.history.clear();
            }
        }
        let plies = plies + u16::from(self.max_plies > 0);
        let passes = if mv == PASS { passes + 1 } else { 0 };
        let now = Now { at, open: 0, mover: mover.other(), plies, passes };
        state.now = self.opened(now, recurs(state.history.as_slice(), at));
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        self.settled(state).map_or(Payoffs::duel(None), |[first, second]| Payoffs::by_score(first, second))
    }

    fn index(&self, mv: u8) -> usize {
        mv as usize
    }

    fn index_bound(&self) -> usize {
        PITS + usize::from(self.ludii)
    }

    fn max_plies(&self) -> u32 {
        // Without a limit positions do not repeat, but their number exceeds this type.
        if self.max_plies == 0 { u32::MAX } else { self.max_plies }
    }

    fn move_text(&self, _: &State, mv: u8) -> String {
        if mv == PASS { "pass".to_string() } else { char::from(b'a' + mv).to_string() }
    }

    fn state_text(&self, state: &State) -> String {
        self.write(state)
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        self.read(text)
    }

    fn view(&self, state: &State, last: Option<u8>) -> View {
        let now = &state.now;
        let [first, second] = now.rows();
        let row = |owner: Player, seeds: u64| -> Vec<Cell> {
            let cell = |pit: usize| Cell {
                text: if pits::seeds(seeds, pit) > 0 { pits::seeds(seeds, pit).to_string() } else { String::new() },
                owner: Some(owner),
                highlighted: owner != now.mover && last == Some(pit as u8),
            };
            (0..PITS).map(cell).collect()
        };
        let names: Vec<Cell> = letters(PITS).map(|text| Cell { text, ..Cell::empty() }).collect();
        let turned = |cells: Vec<Cell>| cells.into_iter().rev().collect();
        let rows = [("", turned(names)), ("o", turned(row(Player::SECOND, second))), ("x", row(Player::FIRST, first))];
        let rows = rows.map(|(label, cells)| BoardRow { label: label.to_string(), indent: 0, cells });
        let mut notes = vec![format!("captured: x {}, o {}", pits::store(first), pits::store(second))];
        if now.passes > 0 {
            notes.push(format!("passes in a row: {}", now.passes));
        }
        View { rows: rows.into(), columns: letters(PITS).collect(), notes, ..View::default() }
    }

    fn count_moves(&self, state: &State, _: &mut Vec<u8>) -> usize {
        state.now.open.count_ones() as usize
    }

    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<u8>) -> Option<u8> {
        let open = state.now.open;
        (open != 0).then(|| (nth_set_bit(open, rng.below(open.count_ones())) >> 3) as u8)
    }

    #[inline(never)]
    fn playout(&self, state: &mut State, rng: &mut Rng, _: &mut Vec<u8>) -> Playout {
        let plies = if self.ludii {
            self.rush::<true>(state, rng, |_, _| {})
        } else {
            self.rush::<false>(state, rng, |_, _| {})
        };
        Playout { payoffs: self.payoffs(state), plies: Some(plies) }
    }

    fn playout_reporting(
        &self,
        state: &mut State,
        rng: &mut Rng,
        _: &mut Vec<u8>,
        listener: &mut impl Listener,
    ) -> Payoffs {
        let report = |player, mv| listener.report(player, self.index(mv));
        if self.ludii {
            self.rush::<true>(state, rng, report);
        } else {
            self.rush::<false>(state, rng, report);
        }
        self.payoffs(state)
    }

    fn state_bytes(&self, state: &State) -> usize {
        size_of::<State>() + state.history.bytes()
    }

    fn score(&self, state: &State, player: Player) -> Option<u32> {
        Some(pits::store(state.row(player)))
    }

    fn evals(&self) -> &'static [Eval<Self>] {
        const { &[Eval::new("seeds", "the difference of the captured seeds", Self::seed_lead)] }
    }
}
