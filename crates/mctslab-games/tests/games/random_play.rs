//! Length, branching and results of random games agree with those of other systems.

use mctslab_core::{Game, Rng, Visit};
use mctslab_games::GAMES;

const GAMES_PLAYED: u32 = 20_000;

/// Means and standard errors over random games.
struct Measured {
    plies: Mean,
    moves: Mean,
    /// One for each player.
    payoffs: Vec<Mean>,
    branching: Mean,
}

#[derive(Clone, Default)]
struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean_and_error(&self) -> (f64, f64) {
        let mean = self.sum / self.count;
        (mean, ((self.squares / self.count - mean * mean) / self.count).sqrt())
    }
}

struct PlayRandomly;

impl Visit for PlayRandomly {
    type Output = Measured;
    fn visit<G: Game>(self, game: G) -> Measured {
        let [mut plies, mut moves, mut branching] = std::array::from_fn(|_| Mean::default());
        let mut payoffs = vec![Mean::default(); game.players()];
        let mut rng = Rng::new(2);
        let mut legal = Vec::new();
        for _ in 0..GAMES_PLAYED {
            let mut state = game.initial();
            let (mut ply, mut made) = (0, 0);
            loop {
                legal.clear();
                game.moves(&state, &mut legal);
                let Some(mv) = rng.pick(&legal) else { break };
                branching.add(legal.len() as f64);
                ply += 1;
                made += u32::from(legal.len() > 1 || !is_pass(&game.move_text(&state, mv)));
                game.play(&mut state, mv);
            }
            plies.add(f64::from(ply));
            moves.add(f64::from(made));
            let paid = game.payoffs(&state);
            payoffs.iter_mut().zip(paid.as_slice()).for_each(|(mean, payoff)| mean.add(*payoff));
        }
        Measured { plies, moves, payoffs, branching }
    }
}

fn is_pass(text: &str) -> bool {
    text == "pass" || text == "0000"
}

#[test]
fn random_play_agrees_with_other_systems() {
    for info in GAMES {
        let file = crate::goldens().join(info.entry.name).join("random-play.txt");
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        let rows: Vec<Vec<&str>> =
            text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(' ').collect()).collect();
        let mut specs: Vec<&str> = rows.iter().filter(|row| row.len() == 4).map(|row| row[0]).collect();
        specs.dedup();
        for spec in specs {
            let measured = crate::with_game(spec, PlayRandomly);
            for row in rows.iter().filter(|row| row[0] == spec) {
                let ours = match row[1] {
                    "plies" => &measured.plies,
                    "moves" => &measured.moves,
                    "first-payoff" => &measured.payoffs[0],
                    "second-payoff" => &measured.payoffs[1],
                    "third-payoff" => &measured.payoffs[2],
                    "branching" => &measured.branching,
                    other => panic!("unknown quantity {other}"),
                };
                let (mean, error) = ours.mean_and_error();
                let theirs: f64 = row[2].parse().expect("a mean");
                let their_error: f64 = row[3].parse().expect("a standard error");
                let limit = 4.0 * (error * error + their_error * their_error).sqrt();
                assert!((mean - theirs).abs() <= limit, "seed 2, {spec}, {}: {mean} ± {error}, not {}", row[1], row[2]);
            }
        }
    }
}
