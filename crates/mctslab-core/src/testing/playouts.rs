//! Laws of randomness: `random_move` is uniform, a fast `playout` has the distribution of the plain
//! one, and one that lists its moves makes the moves of the plain one.

use std::collections::HashSet;

use super::walk;
use crate::{Game, Player, Rng};

/// Draws for each state whose random moves are tested.
const DRAWS: usize = 4000;
/// Playouts on each side of a comparison.
const PLAYOUTS: u64 = 4000;

pub(super) fn random_moves_are_uniform<G: Game>(game: &G, name: &str) {
    let mut moves = Vec::new();
    let mut scratch = Vec::new();
    for seed in 0..3 {
        let mut ply = 0;
        walk(game, seed, |state, rng| {
            // Every sixth position of a game, which covers all phases at an affordable cost.
            ply += 1;
            if ply % 6 != 1 {
                return;
            }
            moves.clear();
            game.moves(state, &mut moves);
            if moves.is_empty() {
                assert!(game.random_move(state, rng, &mut scratch).is_none(), "{name}: no random move at the end");
                return;
            }
            let mut counts = vec![0usize; moves.len()];
            for _ in 0..DRAWS {
                let mv = game.random_move(state, rng, &mut scratch).expect("the game goes on");
                let found = moves.iter().position(|&legal| legal == mv);
                counts[found.unwrap_or_else(|| panic!("{name}, seed {seed}: {mv:?} is not legal in {state:?}"))] += 1;
            }
            let expected = DRAWS as f64 / moves.len() as f64;
            let chi: f64 = counts.iter().map(|&c| (c as f64 - expected).powi(2) / expected).sum();
            let freedom = moves.len() as f64 - 1.0;
            // Mean and five standard deviations of chi-squared, plus room for its skew at few
            // degrees of freedom.
            let limit = freedom + 5.0 * (2.0 * freedom).sqrt() + 12.0;
            assert!(chi <= limit, "{name}, seed {seed}: chi-squared {chi} above {limit} in {state:?}");
        });
    }
}

/// Sums over many random games.
#[derive(Debug, Clone)]
pub struct PlayoutSums {
    /// Games.
    pub games: f64,
    /// Sum of lengths, and of their squares, where lengths are counted.
    pub plies: Option<(f64, f64)>,
    /// Sum of each player's payoffs, and of their squares.
    pub payoffs: Vec<(f64, f64)>,
}

impl PlayoutSums {
    /// Mean and standard error from a sum and a sum of squares.
    pub fn mean_and_error(&self, (sum, squares): (f64, f64)) -> (f64, f64) {
        let mean = sum / self.games;
        let variance = (squares / self.games - mean * mean).max(0.0);
        (mean, (variance / (self.games - 1.0)).sqrt())
    }
}

/// Plays `games` random games from a state, through the game's own `playout` if `fast`, through
/// `moves` and `play` otherwise.
pub fn random_games<G: Game>(game: &G, from: &G::State, games: u64, seed: u64, fast: bool) -> PlayoutSums {
    let mut rng = Rng::new(seed);
    let mut scratch = Vec::new();
    let mut tally =
        PlayoutSums { games: games as f64, plies: Some((0.0, 0.0)), payoffs: vec![(0.0, 0.0); game.players()] };
    for _ in 0..games {
        let mut state = from.clone();
        let (payoffs, plies) = if fast {
            let end = game.playout(&mut state, &mut rng, &mut scratch);
            (end.payoffs, end.plies)
        } else {
            let mut plies = 0;
            loop {
                scratch.clear();
                game.moves(&state, &mut scratch);
                let Some(mv) = rng.pick(&scratch) else { break };
                game.play(&mut state, mv);
                plies += 1;
            }
            (game.payoffs(&state), Some(plies))
        };
        tally.plies = tally.plies.zip(plies).map(|((sum, squares), plies)| {
            let plies = f64::from(plies);
            (sum + plies, squares + plies * plies)
        });
        for (player, total) in tally.payoffs.iter_mut().enumerate() {
            let payoff = payoffs.of(Player::new(player));
            *total = (total.0 + payoff, total.1 + payoff * payoff);
        }
    }
    tally
}

pub(super) fn playouts_agree<G: Game>(game: &G, name: &str) {
    // From the start and from the middle of one game.
    let mut line = Vec::new();
    walk(game, 11, |state, _| line.push(state.clone()));
    for from in [&line[0], &line[line.len() / 2], &line[line.len() - 1]] {
        let plain = random_games(game, from, PLAYOUTS, 21, false);
        let fast = random_games(game, from, PLAYOUTS, 22, true);
        for player in 0..game.players() {
            let what = format!("{name}: payoff of player {player} from {from:?}");
            agree(&what, &plain, plain.payoffs[player], &fast, fast.payoffs[player]);
        }
        if let (Some(slow_plies), Some(fast_plies)) = (plain.plies, fast.plies) {
            agree(&format!("{name}: plies from {from:?}"), &plain, slow_plies, &fast, fast_plies);
        }
    }
}

/// The moves that a playout reports are legal and agree with its payoffs: played in the order
/// reported, as far as that is legal, they lead to the payoffs that the playout returned. Sets of
/// moves contain each of them once.
pub(super) fn told_moves_are_moves<G: Game>(game: &G, name: &str) {
    let mut rng = Rng::new(31);
    let (mut scratch, mut reported) = (Vec::new(), Vec::new());
    let mut paid = vec![(0.0, 0.0); game.players()];
    let start = game.initial();
    for number in 0..PLAYOUTS {
        reported.clear();
        let mut listener = |player, index| reported.push((player, index));
        let payoffs = game.playout_reporting(&mut start.clone(), &mut rng, &mut scratch, &mut listener);
        paid.iter_mut().zip(payoffs.as_slice()).for_each(|(sum, paid)| *sum = (sum.0 + paid, sum.1 + paid * paid));
        if number >= 200 {
            continue;
        }
        assert!(!reported.is_empty(), "{name}, seed 31: nothing reported");
        let mut state = start.clone();
        let mut legal = Vec::new();
        let in_order = reported.iter().all(|&(player, index)| {
            assert!(player.index() < game.players() && index < game.index_bound(), "{name}: {player:?}, {index}");
            legal.clear();
            game.moves(&state, &mut legal);
            let found = legal.iter().find(|&&mv| game.turn(&state) == Some(player) && game.index(mv) == index);
            found.inspect(|&&mv| game.play(&mut state, mv)).is_some()
        });
        if in_order {
            assert_eq!(game.payoffs(&state), payoffs, "{name}, seed 31: {reported:?}");
        } else {
            let different: HashSet<(usize, usize)> = reported.iter().map(|&(p, index)| (p.index(), index)).collect();
            assert_eq!(different.len(), reported.len(), "{name}, seed 31: reported neither in order nor each once");
        }
    }
    let plain = random_games(game, &start, PLAYOUTS, 21, false);
    let reporting = PlayoutSums { payoffs: paid, ..plain.clone() };
    for player in 0..game.players() {
        let what = format!("{name}: payoff of player {player} with moves reported");
        agree(&what, &plain, plain.payoffs[player], &reporting, reporting.payoffs[player]);
    }
}

/// The moves of a playout that lists them are those of `random_move` and `play` with the same
/// generator, which is then in the same state.
pub(super) fn listed_moves_are_those_drawn<G: Game>(game: &G, name: &str) {
    let mut scratch = Vec::new();
    for seed in 0..50 {
        walk(game, seed, |from, rng| {
            // From about one position of every game.
            if rng.clone().below(game.max_plies().clamp(1, 40)) > 0 {
                return;
            }
            let (mut state, mut drawn, mut plain) = (from.clone(), Vec::new(), rng.clone());
            while let Some(player) = game.turn(&state) {
                let mv = game.random_move(&state, &mut plain, &mut scratch).expect("the game goes on");
                drawn.push((player, mv));
                game.play(&mut state, mv);
            }
            let (mut listed, mut fast) = (Vec::new(), rng.clone());
            let take = |player, mv| listed.push((player, mv));
            let payoffs = game.playout_moves(&mut from.clone(), &mut fast, &mut scratch, take);
            assert_eq!(listed, drawn, "{name}, seed {seed}: moves listed and drawn from {from:?}");
            assert_eq!(payoffs, game.payoffs(&state), "{name}, seed {seed}: payoffs from {from:?}");
            assert_eq!(fast, plain, "{name}, seed {seed}: numbers drawn from {from:?}");
        });
    }
}

fn agree(what: &str, plain: &PlayoutSums, a: (f64, f64), fast: &PlayoutSums, b: (f64, f64)) {
    let (mean, error) = plain.mean_and_error(a);
    let (fast_mean, fast_error) = fast.mean_and_error(b);
    let limit = 4.0 * (error * error + fast_error * fast_error).sqrt() + 1e-12;
    assert!((mean - fast_mean).abs() <= limit, "{what}: plain {mean} ± {error}, fast {fast_mean} ± {fast_error}");
}
