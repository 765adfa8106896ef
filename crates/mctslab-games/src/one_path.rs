//! One-path: a balanced tree of `branching` moves at every node and `depth` plies, in which the
//! first player must find the one way to win. Leaves are won by the first player or by the second.
//!
//! `kind=strategy`: the first player wins, and at every node that he wins and moves at exactly one
//! move keeps the win. A node that he has lost, with the second player to move, has at least one
//! move that keeps it lost; each other one gives the win back with probability 1/2. `kind=leaf`: a
//! single leaf of the whole tree is won by the first player. `kind=random`: every leaf is won by
//! either with probability 1/2, independently of all others.
//!
//! Moves are `a`, `b`, `c`, … A position is the moves made so far, as in `cab`, or `-` at the root.
//! The tree is never stored: what lies below a node follows from `seed` and the moves that lead
//! there. `max-plies` draws.
//!
//! Known values: `strategy` is won by the first player, with one winning move; `leaf` by the second
//! from depth 2 on; `random` by either. Sources: the 1-Path games of Vonášek, read as a winning
//! strategy (`strategy`) and literally (`leaf`), and his random balanced trees (`random`).

use mctslab_core::rng::{mix, mix_on};
use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::view::{BoardRow, Cell};
use mctslab_core::{Family, Game, GameInfo, Payoffs, Player, Rng, TextError, View, Visit};

use crate::boards::plies;

/// The greatest number of moves at a node: a move takes four bits of a path.
const MOST_BRANCHING: i64 = 16;
/// The length of the longest path that fits into a state.
const MOST_DEPTH: i64 = 32;

/// The rules of 1-Path, with the options that a spec names.
pub struct OnePath {
    branching: u8,
    depth: u8,
    seed: u64,
    kind: PathKind,
    /// The greatest number of plies.
    plies: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PathKind {
    Strategy,
    Leaf,
    Random,
}

/// A node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The moves made, four bits each, the first one lowest.
    path: u128,
    /// A hash of seed and path, which determines the effects of this node's moves.
    node: u64,
    plies: u8,
    /// `strategy`: the first player can still win. `leaf`: the one winning leaf is below. `random`:
    /// he has won if this is a leaf.
    won: bool,
}

impl State {
    fn mover(&self) -> Player {
        Player::new(usize::from(self.plies & 1))
    }

    /// The moves made, in order.
    fn path(&self) -> impl Iterator<Item = u8> {
        let path = self.path;
        (0..self.plies).map(move |ply| (path >> (4 * ply)) as u8 & 15)
    }
}

impl OnePath {
    fn new(branching: u8, depth: u8, seed: u64, kind: PathKind, max_plies: u32) -> OnePath {
        let plies = plies::within(max_plies, depth.into()) as u8;
        OnePath { branching, depth, seed, kind, plies }
    }

    /// The special move at the node with this stem: the only winning one, or one that surely keeps
    /// a lost node lost.
    #[inline]
    fn special(&self, stem: u64) -> u8 {
        (((mix_on(stem, 0) >> 32) * u64::from(self.branching)) >> 32) as u8
    }

    /// The hash of the node that the move leads to, and whether the first player has won it.
    #[inline]
    fn child(&self, state: &State, mv: u8) -> (u64, bool) {
        let stem = mix(&[state.node]);
        let node = mix_on(mix_on(stem, 2), mv.into());
        let is_special = mv == self.special(stem);
        // The winner cannot be predicted, so there is no branch on it.
        let won = match (self.kind, state.mover()) {
            (PathKind::Leaf, _) | (PathKind::Strategy, Player::FIRST) => state.won & is_special,
            (PathKind::Strategy, _) => state.won | (!is_special & (mix_on(stem, 1) >> mv & 1 == 1)),
            (PathKind::Random, _) => mix(&[node, 3]) >> 63 == 1,
        };
        (node, won)
    }
}

impl Family for OnePath {
    const INFO: GameInfo = GameInfo {
        entry: Entry {
            name: "one-path",
            doc: "a tree with one way to win",
            params: &[
                Param::new("branching", Kind::Integer { min: 2, max: MOST_BRANCHING }, "3", "moves at every node"),
                Param::new("depth", Kind::Integer { min: 1, max: MOST_DEPTH }, "6", "plies from the root to a leaf"),
                Param::new("seed", Kind::Integer { min: 0, max: i64::MAX }, "0", "seed of the tree"),
                Param::new(
                    "kind",
                    Kind::Choice(&[
                        Entry::word("strategy", "one winning move wherever the first player can win and is to move"),
                        Entry::word("leaf", "one winning leaf in all"),
                        Entry::word("random", "nothing: every leaf is won by either player, at random"),
                    ]),
                    "strategy",
                    "what there is exactly one of",
                ),
                Param::max_plies("0"),
            ],
        },
        source: include_str!("one_path.rs"),
        samples: &[
            "one-path",
            "one-path(kind=leaf)",
            "one-path(kind=random,seed=3)",
            "one-path(branching=16,depth=32,seed=7)",
            "one-path(branching=2,depth=7,max-plies=5)",
        ],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        let [branching, depth] = ["branching", "depth"].map(|name| args.integer(name) as u8);
        let kind = match args.choice("kind").name() {
            "strategy" => PathKind::Strategy,
            "leaf" => PathKind::Leaf,
            "random" => PathKind::Random,
            _ => args.choice("kind").unlisted(),
        };
        let (seed, max_plies) = (args.integer("seed") as u64, args.integer("max-plies") as u32);
        Ok(visit.visit(OnePath::new(branching, depth, seed, kind, max_plies)))
    }
}

impl Game for OnePath {
    type State = State;
    type Move = u8;

    fn initial(&self) -> State {
        State { path: 0, node: mix(&[self.seed]), plies: 0, won: true }
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<Player> {
        (state.plies < self.plies).then(|| state.mover())
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        if state.plies < self.plies {
            out.extend(0..self.branching);
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: u8) {
        (state.node, state.won) = self.child(state, mv);
        state.path |= u128::from(mv) << (4 * state.plies);
        state.plies += 1;
    }

    #[inline]
    fn payoffs(&self, state: &State) -> Payoffs {
        let winner = if state.won { Player::FIRST } else { Player::SECOND };
        Payoffs::duel((state.plies == self.depth).then_some(winner))
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
        letter(mv).to_string()
    }

    fn state_text(&self, state: &State) -> String {
        if state.plies == 0 { "-".to_string() } else { state.path().map(letter).collect() }
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let mut state = self.initial();
        let path = text.trim();
        if path == "-" {
            return Ok(state);
        }
        if path.is_empty() || path.chars().count() > self.plies.into() {
            return Err(TextError::quoted(path, format!("`-` or 1 to {} moves, as in `cab`", self.plies)));
        }
        for found in path.chars() {
            let mv = (0..self.branching).find(|&mv| letter(mv) == found);
            let expected = || format!("moves from `a` to `{}`", letter(self.branching - 1));
            self.play(&mut state, mv.ok_or_else(|| TextError::quoted(path, expected()))?);
        }
        Ok(state)
    }

    fn view(&self, state: &State, last: Option<u8>) -> View {
        let mut path = state.path();
        let cell = |ply| Cell {
            text: path.next().map(|mv| letter(mv).to_string()).unwrap_or_default(),
            owner: (ply < state.plies).then(|| Player::new(usize::from(ply & 1))),
            highlighted: last.is_some() && ply + 1 == state.plies,
        };
        let row = BoardRow { label: "path".to_string(), indent: 0, cells: (0..self.depth).map(cell).collect() };
        let moves = format!("moves a to {}, ply {} of {}", letter(self.branching - 1), state.plies, self.plies);
        let columns = (1..=self.depth).map(|ply| ply.to_string()).collect();
        View { rows: vec![row], columns, notes: vec![moves], ..View::default() }
    }

    fn count_moves(&self, state: &State, _: &mut Vec<u8>) -> usize {
        if state.plies < self.plies { self.branching.into() } else { 0 }
    }

    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<u8>) -> Option<u8> {
        (state.plies < self.plies).then(|| rng.below(self.branching.into()) as u8)
    }
}

fn letter(mv: u8) -> char {
    char::from(b'a' + mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(game: &OnePath, state: &State, mv: u8) -> State {
        let mut next = *state;
        game.play(&mut next, mv);
        next
    }

    /// Searches everything below a node, checks every node there, and returns its winner and the
    /// number of leaves that the first player wins.
    fn search(game: &OnePath, state: &State, gifts: &mut Vec<(usize, usize)>) -> (bool, u32) {
        let Some(player) = game.turn(state) else {
            let won = game.payoffs(state).of(Player::FIRST) == 1.0;
            return (won, won.into());
        };
        let below: Vec<(bool, u32)> =
            (0..game.branching).map(|mv| search(game, &after(game, state, mv), gifts)).collect();
        let winning = below.iter().filter(|(won, _)| *won).count();
        let leaves = below.iter().map(|(_, leaves)| leaves).sum();
        let all = below.len();
        let won = if player == Player::FIRST { winning > 0 } else { winning == all };
        let at = format!("seed {}, `{}`", game.seed, game.state_text(state));
        if game.kind == PathKind::Strategy {
            assert_eq!(won, state.won, "{at}: the generator knows who wins");
            match (won, player) {
                (true, Player::FIRST) => assert_eq!(winning, 1, "{at}: one winning move"),
                (true, _) => assert_eq!(winning, all, "{at}: every reply leaves the win"),
                (false, Player::FIRST) => assert_eq!(winning, 0, "{at}: nothing wins"),
                (false, _) => {
                    assert!(winning < all, "{at}: a reply that keeps the node lost");
                    gifts.push((all, winning));
                }
            }
        } else {
            assert_eq!(leaves, u32::from(state.won), "{at}: one winning leaf, below the nodes that say so");
        }
        (won, leaves)
    }

    #[test]
    fn there_is_one_way_to_win() {
        let mut gifts = Vec::new();
        for seed in 0..1000 {
            for (branching, depth) in [(3, 6), (3, 4), (2, 5)] {
                let strategy = OnePath::new(branching, depth, seed, PathKind::Strategy, 0);
                assert!(search(&strategy, &strategy.initial(), &mut gifts).0);
                let leaf = OnePath::new(branching, depth, seed, PathKind::Leaf, 0);
                assert_eq!(search(&leaf, &leaf.initial(), &mut Vec::new()), (false, 1), "seed {seed}");
            }
        }
        // Of three moves at a lost node one keeps it lost and two are open: 0, 1 or 2 gifts with
        // probability 1/4, 1/2, 1/4.
        let gifts: Vec<usize> = gifts.iter().filter(|(all, _)| *all == 3).map(|(_, winning)| *winning).collect();
        for (number, share) in [(0, 0.25), (1, 0.5), (2, 0.25)] {
            let found = gifts.iter().filter(|&&gift| gift == number).count() as f64 / gifts.len() as f64;
            let error = (share * (1.0 - share) / gifts.len() as f64).sqrt();
            assert!((found - share).abs() < 5.0 * error, "{found} of the lost nodes give {number} wins, not {share}");
        }
    }

    #[test]
    fn every_leaf_may_be_the_winning_one() {
        let mut wins = [0u32; 8];
        for seed in 0..1000 {
            let game = OnePath::new(2, 3, seed, PathKind::Leaf, 0);
            for (leaf, wins) in wins.iter_mut().enumerate() {
                let moves = (0..3).map(|ply| (leaf >> ply & 1) as u8);
                let end = moves.fold(game.initial(), |state, mv| after(&game, &state, mv));
                *wins += u32::from(end.won);
            }
        }
        // Binomial with mean 125 and standard deviation 10.5.
        assert!(wins.iter().all(|wins| (80..170).contains(wins)), "seeds 0 to 999: {wins:?}");
    }

    #[test]
    fn leaves_of_a_random_tree_are_won_by_either_and_differ_between_trees() {
        let (mut won, mut all, mut roots) = (0, 0, 0);
        for seed in 0..400 {
            let game = OnePath::new(3, 4, seed, PathKind::Random, 0);
            for leaf in 0..81_u32 {
                let moves = (0..4).map(|ply| (leaf / 3_u32.pow(ply) % 3) as u8);
                let end = moves.fold(game.initial(), |state, mv| after(&game, &state, mv));
                won += u32::from(game.payoffs(&end).of(Player::FIRST) == 1.0);
                all += 1;
            }
            roots += u32::from(wins_at(&game, &game.initial()));
        }
        // Binomial: 32,400 leaves with a standard deviation of 90.
        assert!(won.abs_diff(all / 2) < 450, "{won} of {all}");
        // The second player moves last: he leaves three won leaves with probability 1/8, and so on
        // up to the root.
        let all = |won: f64| won.powi(3);
        let any = |won: f64| 1.0 - (1.0 - won).powi(3);
        let expected = any(all(any(all(0.5))));
        let (share, error) = (f64::from(roots) / 400.0, (expected * (1.0 - expected) / 400.0).sqrt());
        assert!((share - expected).abs() < 4.0 * error, "{share} of the trees are won, not {expected}");
    }

    fn wins_at(game: &OnePath, state: &State) -> bool {
        let Some(player) = game.turn(state) else { return game.payoffs(state).of(Player::FIRST) == 1.0 };
        let mut below = (0..game.branching).map(|mv| wins_at(game, &after(game, state, mv)));
        if player == Player::FIRST { below.any(|won| won) } else { below.all(|won| won) }
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = OnePath::new(3, 6, 0, PathKind::Strategy, 4);
        for (text, reason) in [
            ("abcd", "`a` to `c`"),
            ("abcab", "1 to 4 moves"),
            ("a-", "`a` to `c`"),
            ("A", "`a` to `c`"),
            ("", "`-` or 1"),
        ] {
            let error = game.parse_state(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
