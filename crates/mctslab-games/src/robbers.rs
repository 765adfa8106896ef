//! Robbers: two robbers, whose balances start at 0, rob each other in turn, `depth` times in all.
//! On turn d the mover chooses one of `branching` robberies b and takes R(d, b) − karma · S from
//! the other, where S is the mover's own balance: karma above 0 slows down the player who is ahead,
//! karma below 0 helps that player. R is drawn uniformly from [−1, 1] by `seed`. The higher balance
//! in the end wins, equal balances draw. `max-plies` draws.
//!
//! Moves are `a`, `b`, `c`, … A position is the number of turns taken and the first player's
//! balance, `3 -0.482910344`; the other balance is its negative. Balances are exact multiples of
//! 10⁻⁹, rounded to the nearest when karma is applied, so that positions compare exactly; beyond ±
//! 9 · 10⁹, where no robbery matters any more, they stay at that bound.
//!
//! Known values: without karma every choice is independent, and always taking the most is best.
//! Sources: the Robbers game of Vonášek, with turns 1 to `depth` and moves 1 to `branching`.

use mctslab_core::rng::mix;
use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::view::{Cell, letters};
use mctslab_core::{Eval, Family, Game, GameInfo, Payoffs, Player, Rng, TextError, View, Visit};

use crate::boards::{plies, rows};

/// The number that stands for 1 in balances, robberies and karma.
const UNIT: i64 = 1_000_000_000;
/// Decimal places of a balance.
const DECIMALS: usize = 9;

/// The rules of Robbers, with the options that a spec names.
pub struct Robbers {
    depth: u8,
    branching: u8,
    karma: i64,
    /// The greatest number of plies.
    plies: u8,
    /// R, turn by turn.
    robberies: Vec<i64>,
    /// The least and the greatest balance of the first player after each number of turns.
    range: Vec<(i64, i64)>,
}

/// A position of Robbers: whatever the rest of a game depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The first player's balance; the second player's is its negative.
    balance: i64,
    turns: u8,
}

impl Robbers {
    fn new(depth: u8, branching: u8, karma: f64, seed: u64, max_plies: u32) -> Robbers {
        let draw = |number: u64| {
            let values = 2 * UNIT as u128 + 1;
            ((u128::from(mix(&[seed, number])) * values) >> 64) as i64 - UNIT
        };
        let robberies = (0..u64::from(depth) * u64::from(branching)).map(draw).collect();
        let karma = (karma * UNIT as f64).round() as i64;
        let plies = plies::within(max_plies, depth.into()) as u8;
        let mut game = Robbers { depth, branching, karma, plies, robberies, range: vec![(0, 0)] };
        for turns in 0..depth {
            let (least, greatest) = game.range[usize::from(turns)];
            // Balances after a turn rise or fall with those before it, so the extremes come from
            // extremes.
            let next = |balance| (0..game.branching).map(move |mv| (balance, mv));
            let all = next(least).chain(next(greatest)).map(|(balance, mv)| game.rob(&State { balance, turns }, mv));
            let (least, greatest) = all.fold((i64::MAX, i64::MIN), |(low, high), b| (low.min(b), high.max(b)));
            game.range.push((least, greatest));
        }
        game
    }

    fn robbery(&self, turn: u8, mv: u8) -> i64 {
        self.robberies[usize::from(turn) * usize::from(self.branching) + usize::from(mv)]
    }

    /// The first player's balance after a robbery.
    #[inline]
    fn rob(&self, state: &State, mv: u8) -> i64 {
        let sign = if state.mover() == Player::FIRST { 1 } else { -1 };
        let own = i128::from(sign * state.balance);
        let (karma, unit) = (i128::from(self.karma), i128::from(UNIT));
        let product = karma * own;
        let burden = (product + product.signum() * unit / 2) / unit;
        let balance = own + i128::from(self.robbery(state.turns, mv)) - burden;
        let bound = i128::from(i64::MAX);
        sign * balance.clamp(-bound, bound) as i64
    }

    /// The estimate from the balance, for `player`.
    fn balance_lead(_: &Self, state: &State, player: Player) -> f64 {
        let first = state.balance as f64 / UNIT as f64;
        let own = if player == Player::FIRST { first } else { -first };
        0.5 + own / (2.0 * (1.0 + own.abs()))
    }
}

impl State {
    fn mover(&self) -> Player {
        Player::new(usize::from(self.turns & 1))
    }
}

impl Family for Robbers {
    const INFO: GameInfo = GameInfo {
        entry: Entry {
            name: "robbers",
            doc: "rob each other; karma slows down the richer player",
            params: &[
                Param::new("depth", Kind::Integer { min: 1, max: 40 }, "10", "turns in all"),
                Param::new("branching", Kind::Integer { min: 2, max: 16 }, "4", "robberies to choose from"),
                Param::new(
                    "karma",
                    Kind::Real { min: -10.0, max: 10.0 },
                    "0",
                    "share of the mover's own balance that is lost",
                ),
                Param::new("seed", Kind::Integer { min: 0, max: i64::MAX }, "0", "seed of the values of the robberies"),
                Param::max_plies("0"),
            ],
        },
        source: include_str!("robbers.rs"),
        samples: &[
            "robbers",
            "robbers(karma=0.7,seed=5)",
            "robbers(depth=40,branching=16,karma=-10)",
            "robbers(depth=7,karma=2.5,max-plies=5)",
        ],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        let [depth, branching] = ["depth", "branching"].map(|name| args.integer(name) as u8);
        let (seed, max_plies) = (args.integer("seed") as u64, args.integer("max-plies") as u32);
        Ok(visit.visit(Robbers::new(depth, branching, args.real("karma"), seed, max_plies)))
    }
}

impl Game for Robbers {
    type State = State;
    type Move = u8;

    fn initial(&self) -> State {
        State { balance: 0, turns: 0 }
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<Player> {
        (state.turns < self.plies).then(|| state.mover())
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        if state.turns < self.plies {
            out.extend(0..self.branching);
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: u8) {
        *state = State { balance: self.rob(state, mv), turns: state.turns + 1 };
    }

    #[inline]
    fn payoffs(&self, state: &State) -> Payoffs {
        if state.turns < self.depth { Payoffs::duel(None) } else { Payoffs::by_score(state.balance, 0) }
    }

    fn index(&self, mv: u8) -> usize {
        mv.into()
    }

    fn index_bound(&self) -> usize {
        self.branching.into()
    }

    fn max_plies(&self) -> u32 {
        self.plies.into()
    }

    fn move_text(&self, _: &State, mv: u8) -> String {
        char::from(b'a' + mv).to_string()
    }

    fn state_text(&self, state: &State) -> String {
        format!("{} {}", state.turns, amount(state.balance))
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let [turns, balance] = rows::fields(text, "turns balance, as in 3 -0.482910344")?;
        let found = turns.parse().ok().filter(|&turns: &u8| turns <= self.plies);
        let turns = found.ok_or_else(|| TextError::quoted(turns, format!("0 to {} turns", self.plies)))?;
        let (least, greatest) = self.range[usize::from(turns)];
        let found = read_amount(balance).filter(|balance| (least..=greatest).contains(balance));
        let expected = || format!("a balance from {} to {} after {turns} turns", amount(least), amount(greatest));
        let balance = found.ok_or_else(|| TextError::quoted(balance, expected()))?;
        Ok(State { balance, turns })
    }

    fn view(&self, state: &State, last: Option<u8>) -> View {
        let labels = (1..=self.depth).map(|turn| turn.to_string());
        let mut view = View::grid(labels, letters(self.branching.into()), |turn, mv| Cell {
            text: format!("{:+.2}", self.robbery(turn as u8, mv as u8) as f64 / UNIT as f64),
            owner: Some(Player::new(turn & 1)),
            highlighted: last == Some(mv as u8) && turn + 1 == usize::from(state.turns),
        });
        view.notes.push(format!("{} of {} turns taken", state.turns, self.depth));
        view.notes.push(format!("balances: x {}, o {}", amount(state.balance), amount(-state.balance)));
        view
    }

    fn count_moves(&self, state: &State, _: &mut Vec<u8>) -> usize {
        if state.turns < self.plies { self.branching.into() } else { 0 }
    }

    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<u8>) -> Option<u8> {
        (state.turns < self.plies).then(|| rng.below(self.branching.into()) as u8)
    }

    fn evals(&self) -> &'static [Eval<Self>] {
        const { &[Eval::new("balance", "who has the higher balance", Self::balance_lead)] }
    }
}

/// A balance in exact decimals.
fn amount(balance: i64) -> String {
    let sign = if balance < 0 { "-" } else { "" };
    let (whole, parts) = (balance.unsigned_abs() / UNIT as u64, balance.unsigned_abs() % UNIT as u64);
    format!("{sign}{whole}.{parts:0DECIMALS$}")
}

/// Reads the text of [`amount`], and shorter decimals.
fn read_amount(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, parts) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = whole.bytes().chain(parts.bytes()).all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || parts.len() > DECIMALS || !all_digits {
        return None;
    }
    let parts: i64 = format!("{parts:0<DECIMALS$}").parse().ok()?;
    let whole: i64 = whole.parse().ok()?;
    Some(sign * whole.checked_mul(UNIT)?.checked_add(parts)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balances_are_as_defined() {
        for karma in [-1.0, -0.35, 0.0, 0.123_456_789, 0.5, 1.0, 2.5] {
            for seed in 0..200 {
                let game = Robbers::new(12, 5, karma, seed, 0);
                let mut rng = Rng::new(seed);
                let (mut state, mut balances, mut error) = (game.initial(), [0.0; 2], 0.0);
                while let Some(player) = game.turn(&state) {
                    let mv = rng.below(5) as u8;
                    let taken = game.robbery(state.turns, mv) as f64 / UNIT as f64 - karma * balances[player.index()];
                    balances[player.index()] += taken;
                    balances[player.other().index()] -= taken;
                    game.play(&mut state, mv);
                    // An old error is multiplied like the balance it is in; rounding adds half a
                    // unit.
                    error = error * (1.0f64 - karma).abs() + 0.51e-9;
                    let found = state.balance as f64 / UNIT as f64;
                    let at = format!("karma {karma}, seed {seed}, turn {}", state.turns);
                    assert!((found - balances[0]).abs() <= error + 1e-12, "{at}: {found}, not {balances:?}");
                    assert_eq!(balances[0], -balances[1], "{at}");
                }
                assert_eq!(game.payoffs(&state), Payoffs::by_score(state.balance, -state.balance));
            }
        }
    }

    #[test]
    fn robberies_are_uniform() {
        let games = (0..100).map(|seed| Robbers::new(10, 4, 0.0, seed, 0));
        let mut quarters = [0u32; 4];
        for robbery in games.flat_map(|game| game.robberies) {
            assert!((-UNIT..=UNIT).contains(&robbery));
            quarters[((robbery + UNIT) / (UNIT / 2)).min(3) as usize] += 1;
        }
        // Binomial with mean 1000 and standard deviation 27.
        assert!(quarters.iter().all(|count| (865..1135).contains(count)), "seeds 0 to 99: {quarters:?}");
    }

    #[test]
    fn balances_beyond_the_bound_keep_their_sign() {
        // Each turn multiplies the first player's balance by 1 − karma, whoever moves.
        for (karma, factor) in [(-10.0, 1), (10.0, -1)] {
            let game = Robbers::new(40, 2, karma, 0, 0);
            let mut state = game.initial();
            while game.turn(&state).is_some() {
                let before = state;
                game.play(&mut state, 0);
                let small = before.balance.abs() < UNIT;
                assert!(small || state.balance.signum() == factor * before.balance.signum(), "{before:?}: {state:?}");
            }
            assert_eq!(state.balance.abs(), i64::MAX, "karma {karma}");
        }
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = Robbers::new(10, 4, 0.0, 0, 6);
        for (text, reason) in [
            ("0 0.1", "from 0.000000000 to 0.000000000"),
            ("2 2.1", "after 2 turns"),
            ("1 0.0000000001", "after 1 turns"),
            ("1 9999999999999999999", "after 1 turns"),
            ("1 +0.0", "after 1 turns"),
            ("1 -.5", "after 1 turns"),
            ("7 0.0", "0 to 6 turns"),
            ("1", "turns balance"),
        ] {
            let error = game.parse_state(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        assert_eq!(game.parse_state("0 -0").expect("a position"), game.initial());
    }
}
