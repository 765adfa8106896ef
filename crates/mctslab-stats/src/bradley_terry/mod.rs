//! Joint ratings of many players from all their games, with draws and the advantage of the first
//! seat.
//!
//! With strengths r (natural logarithms), seat advantage g and draw parameter ν, and x = r1 + g −
//! r2 for a game in which player 1 has the first seat:
//!
//! P(win) : P(draw) : P(loss) = exp(x/2) : ν : exp(−x/2).
//!
//! This is the model of Bradley and Terry, "Rank Analysis of Incomplete Block Designs" (1952), with
//! the draws of Davidson, "On Extending the Bradley-Terry Model to Accommodate Ties" (1970), and
//! the order effect of Davidson and Beaver (1977). Its logarithmic likelihood is concave in r, g
//! and ln ν, so Newton's method finds the one maximum. Standard errors come from the observed
//! information; ratings are 400/ln 10 · (r − mean of the component), with 95 % intervals, and so
//! are differences.
//!
//! Three things are handled that the likelihood alone cannot:
//! - The likelihood of a player who won or lost everything has no finite maximum. Each player gets
//!   a quarter of a win and a quarter of a loss against a player of average strength on top, and so
//!   do the seats; if any game was drawn, so does the draw parameter (a quarter of a draw and of a
//!   decided game between equals). The estimate becomes finite, and an end of an interval that only
//!   this prior keeps finite is reported as open (`None`): of an unbeaten player, of players who
//!   only drew, of seats that never changed.
//! - Players whom no chain of games links are in different components: their ratings cannot be
//!   compared, and a difference between them is `None`.
//! - Games with more than two seats are reduced to their pairs of seats, each of weight 1/(seats −
//!   1), so that a game counts as many halves of a game as it has seats (`encounters`). The places
//!   of one game are not independent: such intervals are an approximation.

mod bounds;
mod fit;

use crate::StatsError;
use std::collections::BTreeMap;

use self::bounds::RatingBounds;
use self::fit::RatingFit;
use crate::graph;

/// The results of two players with fixed seats; weights need not be whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// The player in the earlier seat.
    pub first: usize,
    /// The player in the later seat.
    pub second: usize,
    /// Games that the first won.
    pub wins: f64,
    /// Games drawn.
    pub draws: f64,
    /// Games that the first lost.
    pub losses: f64,
}

/// An estimate in Elo points with its 95 % interval; an unbounded end is `None`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingEstimate {
    /// The most likely value.
    pub elo: f64,
    /// Lower end.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

/// All ratings together.
pub struct Ratings {
    /// By player, relative to the mean of the player's component, or to the anchor of
    /// [`Ratings::anchored`].
    pub players: Vec<RatingEstimate>,
    /// The sets of players linked by games, each in ascending order. With more than one, ratings of
    /// different sets cannot be compared.
    pub components: Vec<Vec<usize>>,
    /// The worth of the first seat, if it was estimated.
    pub seat: Option<RatingEstimate>,
    /// ν: the odds of a draw between equals against a win; 0 if no game was drawn.
    pub nu: f64,
    fit: RatingFit,
    bounds: RatingBounds,
}

/// The encounters of one game with any number of seats: `players` and their `payoffs` by seat. Of
/// two players the one with the greater payoff won; a player in two seats does not meet itself.
pub fn encounters(players: &[usize], payoffs: &[f64]) -> Vec<Encounter> {
    let seats = players.len().min(payoffs.len());
    let mut all = Vec::new();
    for a in 0..seats {
        for b in a + 1..seats {
            if players[a] == players[b] {
                continue;
            }
            let weight = 1.0 / (seats - 1) as f64;
            let mut one = Encounter { first: players[a], second: players[b], wins: 0.0, draws: 0.0, losses: 0.0 };
            if payoffs[a] > payoffs[b] {
                one.wins = weight;
            } else if payoffs[a] < payoffs[b] {
                one.losses = weight;
            } else {
                one.draws = weight;
            }
            all.push(one);
        }
    }
    all
}

/// The most likely ratings of `players` players, with or without an advantage of the first seat.
/// The error names the first invalid encounter: an unknown player, a player against itself, or a
/// count that is negative or not a number.
pub fn rate(players: usize, encounters: &[Encounter], seat: bool) -> Result<Ratings, StatsError> {
    for (number, one) in encounters.iter().enumerate() {
        let known = one.first < players && one.second < players && one.first != one.second;
        if !known || ![one.wins, one.draws, one.losses].iter().all(|count| count.is_finite() && *count >= 0.0) {
            return Err(StatsError::Encounter { number, players, encounter: *one });
        }
    }
    let merged = merge(encounters);
    let fit = RatingFit::new(players, &merged, seat);
    let bounds = RatingBounds::new(players, &merged, seat);
    let edges: Vec<(usize, usize)> = merged.iter().map(|one| (one.first, one.second)).collect();
    let components = graph::components(players, &edges);
    let seat = seat.then(|| fit.seat_estimate(!bounds.seat_falls, !bounds.seat_rises));
    let mut ratings = Ratings { players: Vec::new(), components, seat, nu: fit.nu(), fit, bounds };
    ratings.players = (0..players).map(|player| ratings.relative_to_mean(player)).collect();
    Ok(ratings)
}

/// One encounter for each ordered pair of players who met.
fn merge(encounters: &[Encounter]) -> Vec<Encounter> {
    let mut sums: BTreeMap<(usize, usize), Encounter> = BTreeMap::new();
    for one in encounters.iter().filter(|one| one.wins + one.draws + one.losses > 0.0) {
        let nothing = Encounter { wins: 0.0, draws: 0.0, losses: 0.0, ..*one };
        let sum = sums.entry((one.first, one.second)).or_insert(nothing);
        sum.wins += one.wins;
        sum.draws += one.draws;
        sum.losses += one.losses;
    }
    sums.into_values().collect()
}

impl Ratings {
    /// The ratings with one player held at `elo`: all players linked to it are rated by their
    /// difference to it, with the intervals of those differences. The others remain relative to the
    /// mean of their component.
    #[must_use]
    pub fn anchored(mut self, anchor: usize, elo: f64) -> Ratings {
        let shift = |end: f64| end + elo;
        for player in 0..self.players.len() {
            if let Some(RatingEstimate { elo, low, high }) = self.difference(player, anchor) {
                self.players[player] = RatingEstimate { elo: shift(elo), low: low.map(shift), high: high.map(shift) };
            }
        }
        self
    }

    /// The difference in strength between `a` and `b`; `None` if no games link them.
    pub fn difference(&self, a: usize, b: usize) -> Option<RatingEstimate> {
        let together = self.components.iter().any(|set| set.contains(&a) && set.contains(&b));
        together.then(|| {
            let mut contrast = vec![0.0; self.fit.size()];
            contrast[a] += 1.0;
            contrast[b] -= 1.0;
            self.fit.estimate(&contrast, !self.bounds.can_fall(a, &[b]), !self.bounds.can_rise(a, &[b]))
        })
    }

    /// The probabilities of win, draw and loss for `first` in the first seat against `second`;
    /// `None` if no games link them.
    pub fn forecast(&self, first: usize, second: usize) -> Option<[f64; 3]> {
        let together = self.components.iter().any(|set| set.contains(&first) && set.contains(&second));
        together.then(|| {
            let chances = self.fit.chances(&self.fit.values, first, second);
            [chances.win, chances.draw, chances.loss]
        })
    }

    fn relative_to_mean(&self, player: usize) -> RatingEstimate {
        let set = self.components.iter().find(|set| set.contains(&player)).expect("every player is in a component");
        let mut contrast = vec![0.0; self.fit.size()];
        for &other in set {
            contrast[other] -= 1.0 / set.len() as f64;
        }
        contrast[player] += 1.0;
        // Alone, a player is its own mean, which gives no information about it.
        let alone = set.len() == 1;
        let bounded_below = !alone && !self.bounds.can_fall(player, set);
        let bounded_above = !alone && !self.bounds.can_rise(player, set);
        self.fit.estimate(&contrast, bounded_below, bounded_above)
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::LN_10;

    use super::*;
    use crate::elo::{elo, expected_score};
    use crate::normal::Z95;

    fn encounter(first: usize, second: usize, wins: f64, draws: f64, losses: f64) -> Encounter {
        Encounter { first, second, wins, draws, losses }
    }

    #[test]
    fn two_players_have_the_elo_difference_of_their_score() {
        // Enough games that a quarter of one does not matter. Without draws the model is the
        // logistic one.
        let ratings = rate(2, &[encounter(0, 1, 6e5, 0.0, 4e5)], false).expect("ratings");
        let difference = ratings.difference(0, 1).expect("they can be compared");
        assert!((difference.elo - elo(0.6).expect("a score between 0 and 1")).abs() < 1e-3, "{difference:?}");
        // The standard error of a log odds is sqrt(1/w + 1/l).
        let half = 400.0 / LN_10 * Z95 * (1.0 / 6e5 + 1.0 / 4e5_f64).sqrt();
        assert!((difference.high.expect("it is known") - difference.elo - half).abs() < 1e-3, "{difference:?}, {half}");
        assert!((ratings.players[0].elo + ratings.players[1].elo).abs() < 1e-9);
        assert_eq!(ratings.nu, 0.0);
    }

    #[test]
    fn draws_and_seats_are_told_apart() {
        // Exact frequencies of the model with strengths 0.4 and −0.4, seat 0.3 and ν = 0.8.
        let mut games = Vec::new();
        for (first, second, x) in [(0, 1, 1.1_f64), (1, 0, -0.5)] {
            let (win, draw, loss) = ((x / 2.0).exp(), 0.8, (-x / 2.0).exp());
            let n = 1e6 / (win + draw + loss);
            games.push(encounter(first, second, n * win, n * draw, n * loss));
        }
        let ratings = rate(2, &games, true).expect("ratings");
        let scale = 400.0 / LN_10;
        assert!((ratings.difference(0, 1).expect("they can be compared").elo - 0.8 * scale).abs() < 1e-3);
        assert!((ratings.seat.expect("it is known").elo - 0.3 * scale).abs() < 1e-3);
        assert!((ratings.nu - 0.8).abs() < 1e-4);
        let forecast = ratings.forecast(0, 1).expect("they can be compared");
        assert!((forecast[0] - games[0].wins / 1e6).abs() < 1e-5 && (forecast[1] - games[0].draws / 1e6).abs() < 1e-5);
    }

    #[test]
    fn ratings_reproduce_the_points_of_each_player() {
        // At the maximum every player's expected points are those made: checked where the prior is
        // negligible.
        let table =
            [(0, 1, 5100, 2900), (1, 2, 4400, 3600), (2, 0, 3000, 5000), (0, 3, 6600, 1400), (3, 2, 2500, 5500)];
        let games: Vec<Encounter> = table
            .iter()
            .map(|&(a, b, wins, losses)| encounter(a, b, f64::from(wins), 0.0, f64::from(losses)))
            .collect();
        let ratings = rate(4, &games, false).expect("ratings");
        for player in 0..4 {
            let (mut made, mut expected) = (0.0, 0.0);
            for one in &games {
                let n = one.wins + one.losses;
                let share =
                    expected_score(ratings.difference(one.first, one.second).expect("they can be compared").elo);
                if one.first == player {
                    made += one.wins;
                    expected += n * share;
                } else if one.second == player {
                    made += one.losses;
                    expected += n * (1.0 - share);
                }
            }
            assert!((made - expected).abs() < 0.5, "player {player}: {made} points, {expected} expected");
        }
        assert!(ratings.players.iter().map(|one| one.elo).sum::<f64>().abs() < 1e-9);
    }

    #[test]
    fn the_unbeaten_the_winless_and_the_drawn_have_numbers_and_open_ends() {
        let games = [encounter(0, 1, 10.0, 0.0, 0.0), encounter(1, 2, 10.0, 0.0, 0.0)];
        let ratings = rate(3, &games, true).expect("ratings");
        // The player in the first seat always won: by strength, or by the seat.
        assert!(ratings.players.iter().all(|one| one.elo.is_finite() && one.low.is_none() && one.high.is_none()));
        let seat = ratings.seat.expect("it is known");
        assert!(seat.elo.is_finite() && seat.low.is_none() && seat.high.is_none());
        let ratings = rate(3, &games, false).expect("ratings");
        let [top, middle, bottom] = [0, 1, 2].map(|player| ratings.players[player]);
        assert!(top.elo > middle.elo && middle.elo > bottom.elo && top.elo.is_finite());
        assert!(top.low.is_some() && top.high.is_none() && bottom.low.is_none() && bottom.high.is_some());
        assert!(middle.low.is_none() && middle.high.is_none());
        // Draws alone do not determine how likely draws are between unequals.
        let drawn = rate(2, &[encounter(0, 1, 0.0, 12.0, 0.0)], true).expect("ratings");
        let difference = drawn.difference(0, 1).expect("they can be compared");
        assert!(difference.elo.abs() < 1e-9 && difference.low.is_none() && drawn.nu.is_finite(), "{difference:?}");
        let one_game = rate(2, &[encounter(0, 1, 1.0, 0.0, 0.0)], false)
            .expect("ratings")
            .difference(0, 1)
            .expect("they can be compared");
        assert!(one_game.elo > 0.0 && one_game.elo.is_finite() && one_game.high.is_none(), "{one_game:?}");
        assert!(one_game.low.expect("it is known") < 0.0);
    }

    #[test]
    fn an_anchor_leaves_open_only_what_is_open_against_it() {
        // A gauntlet of player 0: it beat 1 always, lost to 2 always, and shared the games with 3
        // and 4.
        let [all, none, some, few] = [[10.0, 0.0, 0.0], [0.0, 0.0, 10.0], [5.0, 1.0, 4.0], [1.0, 0.0, 9.0]];
        let mut games = Vec::new();
        for (other, [wins, draws, losses]) in [(1, all), (2, none), (3, some), (4, few)] {
            games.push(encounter(0, other, wins, draws, losses));
            games.push(encounter(other, 0, losses, draws, wins));
        }
        let mean = rate(6, &games, true).expect("ratings");
        assert!(
            mean.players[..5].iter().all(|one| one.low.is_none() || one.high.is_none()),
            "0 is a mean of open ends"
        );
        let differences: Vec<f64> = (0..5).map(|one| mean.difference(one, 0).expect("linked").elo).collect();
        let ratings = mean.anchored(0, 1500.0);
        let open = |player: usize| (ratings.players[player].low.is_none(), ratings.players[player].high.is_none());
        assert_eq!([1, 2, 3, 4].map(open), [(true, false), (false, true), (false, false), (false, false)]);
        assert_eq!(ratings.players[0], RatingEstimate { elo: 1500.0, low: Some(1500.0), high: Some(1500.0) });
        for (player, difference) in differences.iter().enumerate() {
            assert!((ratings.players[player].elo - 1500.0 - difference).abs() < 1e-9, "player {player}");
        }
        assert_eq!(ratings.players[5], RatingEstimate { elo: 0.0, low: None, high: None }, "nobody met it");
        // Beaten from one seat only: the seat's worth is open, the difference is not.
        let one_seat = [encounter(0, 1, 3.0, 0.0, 22.0), encounter(1, 0, 25.0, 0.0, 0.0)];
        let ratings = rate(2, &one_seat, true).expect("ratings");
        let difference = ratings.difference(1, 0).expect("linked");
        assert!(difference.low.is_some() && difference.high.is_some(), "{difference:?}");
        assert!(ratings.seat.expect("it is known").high.is_none());
    }

    #[test]
    fn what_no_game_links_is_not_compared() {
        let games = [encounter(0, 3, 4.0, 1.0, 5.0), encounter(1, 4, 9.0, 0.0, 3.0)];
        let ratings = rate(5, &games, false).expect("ratings");
        assert_eq!(ratings.components, vec![vec![0, 3], vec![1, 4], vec![2]]);
        assert!(ratings.difference(0, 1).is_none() && ratings.forecast(2, 0).is_none());
        assert!(ratings.difference(1, 4).expect("they can be compared").elo > 0.0);
        assert_eq!(ratings.players[2], RatingEstimate { elo: 0.0, low: None, high: None });
        assert!((ratings.players[0].elo + ratings.players[3].elo).abs() < 1e-9);
        let nobody = rate(0, &[], true).expect("ratings");
        assert!(nobody.players.is_empty() && nobody.components.is_empty());
    }

    #[test]
    fn many_seats_are_pairs_of_seats() {
        let pairs = encounters(&[7, 2, 5], &[0.0, 1.0, 1.0]);
        let half = |first, second, wins, draws, losses| encounter(first, second, wins, draws, losses);
        assert_eq!(pairs, vec![half(7, 2, 0.0, 0.0, 0.5), half(7, 5, 0.0, 0.0, 0.5), half(2, 5, 0.0, 0.5, 0.0)]);
        assert_eq!(encounters(&[0, 1], &[1.0, 0.0]), vec![half(0, 1, 1.0, 0.0, 0.0)]);
        assert!(encounters(&[3], &[1.0]).is_empty() && encounters(&[3, 3], &[1.0, 0.0]).is_empty());
    }

    #[test]
    fn nonsense_is_refused() {
        let bad = [
            encounter(0, 2, 1.0, 0.0, 0.0),
            encounter(1, 1, 1.0, 0.0, 0.0),
            encounter(0, 1, f64::NAN, 0.0, 0.0),
            encounter(0, 1, -1.0, 0.0, 0.0),
        ];
        for one in bad {
            assert!(rate(2, &[one], false).is_err(), "{one:?}");
        }
    }
}
