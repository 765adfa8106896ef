//! The share of intervals of joint ratings that contain the truth.

use mctslab_stats::bradley_terry::{Encounter, RatingEstimate, rate};

use crate::random::{Extremes, Random};

const SEED: u64 = 31;

fn holds(estimate: RatingEstimate, truth: f64) -> bool {
    estimate.low.is_none_or(|low| low <= truth) && estimate.high.is_none_or(|high| truth <= high)
}

/// A tournament: true strengths in Elo, games per ordered pair of players, draw parameter and seat
/// advantage.
struct Tournament<'a> {
    strengths: &'a [f64],
    games: usize,
    nu: f64,
    seat: f64,
}

impl Tournament<'_> {
    /// The probabilities of win and draw of the first seat.
    fn chances(&self, first: usize, second: usize) -> (f64, f64) {
        let x = (self.strengths[first] - self.strengths[second] + self.seat) * std::f64::consts::LN_10 / 400.0;
        let (win, loss) = ((x / 2.0).exp(), (-x / 2.0).exp());
        let total = win + loss + self.nu;
        (win / total, self.nu / total)
    }

    fn play(&self, random: &mut Random) -> Vec<Encounter> {
        let mut encounters = Vec::new();
        for first in 0..self.strengths.len() {
            for second in (0..self.strengths.len()).filter(|&second| second != first) {
                let (win, draw) = self.chances(first, second);
                let mut one = Encounter { first, second, wins: 0.0, draws: 0.0, losses: 0.0 };
                for _ in 0..self.games {
                    match random.payoff(win, draw) {
                        1.0 => one.wins += 1.0,
                        0.5 => one.draws += 1.0,
                        _ => one.losses += 1.0,
                    }
                }
                encounters.push(one);
            }
        }
        encounters
    }

    /// Expected wins and losses of the player who has the fewest of either, and games of a player.
    fn expected(&self) -> (f64, f64) {
        let players = self.strengths.len();
        let mut least = f64::INFINITY;
        for player in 0..players {
            let (mut wins, mut losses) = (0.0, 0.0);
            for other in (0..players).filter(|&other| other != player) {
                let (win, draw) = self.chances(player, other);
                let (lost, drawn) = self.chances(other, player);
                wins += win + 1.0 - lost - drawn;
                losses += lost + 1.0 - win - draw;
            }
            least = least.min(self.games as f64 * f64::min(wins, losses));
        }
        (least, (2 * self.games * (players - 1)) as f64)
    }

    /// Coverage of each rating, of the difference of the first two players, and of the seat.
    fn coverage(&self, random: &mut Random, runs: usize) -> Vec<f64> {
        let players = self.strengths.len();
        let mean = self.strengths.iter().sum::<f64>() / players as f64;
        let mut held = vec![0; players + 2];
        for _ in 0..runs {
            let ratings = rate(players, &self.play(random), true).expect("sound encounters");
            for (player, estimate) in ratings.players.iter().enumerate() {
                held[player] += usize::from(holds(*estimate, self.strengths[player] - mean));
            }
            let difference = ratings.difference(0, 1).expect("all have met");
            held[players] += usize::from(holds(difference, self.strengths[0] - self.strengths[1]));
            held[players + 1] += usize::from(holds(ratings.seat.expect("asked for"), self.seat));
        }
        held.iter().map(|&count| f64::from(count as u32) / runs as f64).collect()
    }
}

fn grid(runs: usize, strengths: &[&[f64]], sizes: &[usize], nus: &[f64]) {
    let mut random = Random::new(SEED);
    let (mut ample, mut scarce) = (Extremes::new(), Extremes::new());
    for &strengths in strengths {
        for &games in sizes {
            for &nu in nus {
                let tournament = Tournament { strengths, games, nu, seat: 40.0 };
                let (least, total) = tournament.expected();
                for (place, share) in tournament.coverage(&mut random, runs).into_iter().enumerate() {
                    let cell = format!("{strengths:?}, {games} games a pairing, nu {nu}, estimate {place}");
                    if total >= 100.0 && least >= 10.0 { &mut ample } else { &mut scarce }.add(share, &cell);
                }
            }
        }
    }
    println!("ample {ample:?}\nscarce {scarce:?}");
    assert!(ample.cells > 0 && ample.least.0 >= 0.93 && ample.greatest.0 <= 0.97, "seed {SEED}: {ample:?}");
    assert!(scarce.least.0 >= 0.92, "seed {SEED}: {scarce:?}");
}

#[test]
fn some_cells() {
    grid(2000, &[&[100.0, 0.0, -100.0]], &[5, 40], &[0.0, 1.0]);
}

#[test]
#[ignore = "minutes: the whole grid, 5,000 runs a cell"]
fn all_cells() {
    let fields: [&[f64]; 4] = [
        &[0.0, 0.0],
        &[150.0, -150.0],
        &[300.0, 50.0, 0.0, -350.0],
        &[200.0, 150.0, 100.0, 50.0, 0.0, -100.0, -200.0, -200.0],
    ];
    grid(5000, &fields, &[2, 10, 50, 200], &[0.0, 0.5, 2.0, 8.0]);
}
