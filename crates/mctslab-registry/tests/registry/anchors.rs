//! Players of known strength, measured in iterations of `mcts`.
//!
//! The intervals are four standard errors and more: they hold for any seed, but not for a flipped
//! sign anywhere.

use mctslab_core::rng::mix;
use mctslab_registry::{Catalog, SearchBudget};

/// The mean payoff of the first of two agents whose seats alternate.
fn score(game: &str, agents: [&str; 2], games: u64, seed: u64) -> f64 {
    let game = Catalog::standard().game(game).expect("a listed game");
    let mut agents = agents.map(|agent| game.make_agent(agent).expect("an agent that serves the game"));
    let mut score = 0.0;
    for number in 0..games {
        let mut state = game.state(None).expect("the initial position");
        for (place, agent) in agents.iter_mut().enumerate() {
            agent.new_game(mix(&[seed, number, place as u64]));
        }
        let first_seat = (number % 2) as usize;
        while let Some(seat) = state.turn() {
            let found = agents[seat ^ first_seat].choose(&state, SearchBudget::default());
            state = state.play(&found.expect("the game goes on").best).expect("a legal move");
        }
        score += state.payoffs().expect("the game is over")[first_seat];
    }
    score / games as f64
}

/// Checks the score of the first agent over some games.
fn check(game: &str, agents: [&str; 2], games: u64, expected: std::ops::Range<f64>) {
    let seed = 5;
    let score = score(game, agents, games, seed);
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
#[cfg(feature = "all-games")]
fn mcts_is_level_with_the_awari_player_that_counts_the_leftmost_pit() {
    check("awari", ["mcts(iters=46)", "divilly(from=left)"], 1000, 0.44..0.56);
    check("awari", ["mcts(iters=46)", "divilly"], 1000, 0.53..0.75);
}

#[test]
#[cfg(feature = "all-games")]
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
    // The mistake of the faithful version: it plays for its opponent.
    check("ataxx(clones=per-source)", ["ribeiro-minimax", "random"], 100, 0.0..0.2);
}
