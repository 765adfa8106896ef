//! Players of known strength, measured in iterations of `mcts`.
//!
//! The intervals are four standard errors and more: they hold for any seed, and a flipped sign anywhere falls out of them.

use mctslab_core::rng::mix;
use mctslab_core::{Game, Visit};

use crate::{agent, with_game};

/// A match between two agents whose seats alternate.
struct Match<'a> {
    agents: [&'a str; 2],
    games: u64,
    seed: u64,
}

impl Visit for Match<'_> {
    type Output = f64;
    fn visit<G: Game>(self, game: G) -> f64 {
        let mut agents = self.agents.map(|spec| agent(&game, spec));
        let mut score = 0.0;
        for number in 0..self.games {
            for (place, agent) in agents.iter_mut().enumerate() {
                agent.new_game(mix(&[self.seed, number, place as u64]));
            }
            let first_seat = (number % 2) as usize;
            let mut state = game.initial();
            while let Some(player) = game.turn(&state) {
                let mv = agents[player.index() ^ first_seat].choose(&game, &state).expect("the game goes on");
                game.play(&mut state, mv);
            }
            score += game.payoffs(&state).as_slice()[first_seat];
        }
        score / self.games as f64
    }
}

/// Checks the score of the first agent over some games.
fn check(game: &str, agents: [&str; 2], games: u64, expected: std::ops::Range<f64>) {
    let seed = 5;
    let score = with_game(game, Match { agents, games, seed });
    assert!(expected.contains(&score), "{game}, seed {seed}: {agents:?} score {score}, not within {expected:?}");
}

#[test]
fn mcts_is_level_with_the_connect_four_players() {
    for (iters, player) in
        [(20, "nfriends-floyd(port=transposed)"), (39, "nfriends-floyd(port=original)"), (49, "score4(depth=1)")]
    {
        check("connect-four", [&format!("mcts(iters={iters})"), player], 1000, 0.43..0.57);
    }
}

#[test]
fn players_of_single_games_beat_random_ones() {
    for (game, player) in [
        ("connect-four", "score4(depth=4)"),
        ("awari", "divilly"),
        ("awari", "mancala-alphabeta"),
        ("othello(size=6)", "othello-simple"),
        ("ataxx", "ribeiro-minimax(view=corrected)"),
        ("ataxx", "greedy"),
    ] {
        check(game, [player, "random"], 100, 0.8..1.01);
    }
    // The mistake of the faithful one: it plays for its opponent.
    check("ataxx(clones=per-source)", ["ribeiro-minimax", "random"], 100, 0.0..0.2);
}
