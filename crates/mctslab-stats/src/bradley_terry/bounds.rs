//! Which estimates are bounded by the games, and which only by the prior.
//!
//! The likelihood has no finite maximum when the values can move in some direction for ever without
//! making any result less likely (Ford, "Solution of a ranking problem from binary comparisons",
//! 1957, for wins alone). Moving the seat by γ and ln ν by η ≥ 0, and so each x by some δ, this
//! asks δ ≥ 2η where the first won, δ ≤ −2η where it lost, and −2η ≤ δ ≤ 2η where there was a draw.
//! For given γ and η these are bounds on differences of strengths, so shortest paths show whether
//! they can be met, and how far each difference can move. Without draws and seat that means: a is
//! bounded from below against b when a chain of players leads from a to b, each of whom beat the
//! next. With draws: an agent that wins some, draws some and never loses is not bounded from above,
//! as both it and ν may grow.
//!
//! Where every two players who met have swapped seats, moves of the seat do not open a player's
//! ends: the seat's own results may leave its worth open (some player never lost from the first
//! seat), but then each player had it as often as the other, and the prior bounds it. Only where
//! seats were not swapped can the seat not be distinguished from strength.
//!
//! η is 0 or 1, and γ goes through whole numbers up to 4: these are all cases for η = 0, and all
//! that tournaments lead to for η = 1.

use std::collections::BTreeSet;

use super::Encounter;

/// The directions in which the likelihood does not fall.
pub(super) struct RatingBounds {
    /// For each direction that is possible: `[a][b]` is the greatest rise of b relative to a.
    rises: Vec<Vec<Vec<f64>>>,
    /// Whether the seat's worth can rise without bound.
    pub(super) seat_rises: bool,
    /// Whether the seat's worth can fall without bound.
    pub(super) seat_falls: bool,
}

impl RatingBounds {
    pub(super) fn new(players: usize, encounters: &[Encounter], seat: bool) -> RatingBounds {
        let mut bounds = RatingBounds { rises: Vec::new(), seat_rises: false, seat_falls: false };
        let drawn = encounters.iter().any(|one| one.draws > 0.0);
        let met: BTreeSet<(usize, usize)> = encounters.iter().map(|one| (one.first, one.second)).collect();
        let swapped = met.iter().all(|&(first, second)| met.contains(&(second, first)));
        let reach = |draw: i32| {
            if !seat {
                0
            } else if draw == 0 {
                1
            } else {
                4
            }
        };
        for draw in 0..=i32::from(drawn) {
            for seat in -reach(draw)..=reach(draw) {
                if let Some(rises) = shortest_paths(players, encounters, f64::from(seat), f64::from(draw)) {
                    if seat == 0 || !swapped {
                        bounds.rises.push(rises);
                    }
                    bounds.seat_rises |= seat > 0;
                    bounds.seat_falls |= seat < 0;
                }
            }
        }
        bounds
    }

    /// Whether `player` can rise without bound against the mean of `others`.
    pub(super) fn can_rise(&self, player: usize, others: &[usize]) -> bool {
        self.rises.iter().any(|rises| others.iter().map(|&other| rises[other][player]).sum::<f64>() > 0.0)
    }

    /// Whether `player` can fall without bound against the mean of `others`.
    pub(super) fn can_fall(&self, player: usize, others: &[usize]) -> bool {
        self.rises.iter().any(|rises| others.iter().map(|&other| rises[player][other]).sum::<f64>() > 0.0)
    }
}

/// The greatest rise of each player relative to each other when seat and draws move like this;
/// `None` if the results forbid it.
fn shortest_paths(players: usize, encounters: &[Encounter], seat: f64, draw: f64) -> Option<Vec<Vec<f64>>> {
    let mut rises = vec![vec![f64::INFINITY; players]; players];
    for (player, row) in rises.iter_mut().enumerate() {
        row[player] = 0.0;
    }
    for one in encounters {
        let least = if one.wins > 0.0 { 2.0 * draw } else { -2.0 * draw };
        if one.wins + one.draws > 0.0 {
            let rise = &mut rises[one.first][one.second];
            *rise = rise.min(seat - least);
        }
        let most = if one.losses > 0.0 { -2.0 * draw } else { 2.0 * draw };
        if one.losses + one.draws > 0.0 {
            let rise = &mut rises[one.second][one.first];
            *rise = rise.min(most - seat);
        }
    }
    for middle in 0..players {
        for from in 0..players {
            for to in 0..players {
                let way = rises[from][middle] + rises[middle][to];
                rises[from][to] = rises[from][to].min(way);
            }
        }
    }
    (0..players).all(|player| rises[player][player] >= 0.0).then_some(rises)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(players: usize, results: &[(usize, usize, [u32; 3])], seat: bool) -> RatingBounds {
        let encounters: Vec<Encounter> = results
            .iter()
            .map(|&(first, second, counts)| {
                let [wins, draws, losses] = counts.map(f64::from);
                Encounter { first, second, wins, draws, losses }
            })
            .collect();
        RatingBounds::new(players, &encounters, seat)
    }

    #[test]
    fn chains_of_wins_bound() {
        // A circle bounds all; without its last link, results bound one side only.
        let circle = [(0, 1, [1, 0, 0]), (1, 2, [1, 0, 0]), (2, 0, [1, 0, 0])];
        let closed = bounds(3, &circle, false);
        let open = bounds(3, &circle[..2], false);
        assert!(!closed.can_rise(0, &[2]) && !closed.can_fall(0, &[2]));
        assert!(open.can_rise(0, &[2]) && !open.can_fall(0, &[2]) && open.can_fall(2, &[0, 1]));
    }

    #[test]
    fn draws_bound_only_beside_wins_and_losses() {
        let never_lost = bounds(2, &[(0, 1, [5, 5, 0])], false);
        assert!(never_lost.can_rise(0, &[1]) && !never_lost.can_fall(0, &[1]));
        let drawn = bounds(2, &[(0, 1, [0, 9, 0])], false);
        assert!(drawn.can_rise(0, &[1]) && drawn.can_fall(0, &[1]));
        // A third player's win and loss determine how likely a draw is.
        let measured = bounds(3, &[(0, 1, [0, 9, 0]), (1, 2, [1, 0, 1])], false);
        assert!(!measured.can_rise(0, &[1]) && !measured.can_fall(0, &[1]));
    }

    #[test]
    fn seats_never_swapped_cannot_be_told_from_strength() {
        let fixed = bounds(2, &[(0, 1, [6, 0, 4])], true);
        assert!(fixed.can_rise(0, &[1]) && fixed.can_fall(0, &[1]) && fixed.seat_rises && fixed.seat_falls);
        let swapped = bounds(2, &[(0, 1, [6, 0, 4]), (1, 0, [5, 0, 5])], true);
        assert!(!swapped.can_rise(0, &[1]) && !swapped.can_fall(0, &[1]) && !swapped.seat_rises && !swapped.seat_falls);
        // The first seat always wins: its worth is open, but both had it.
        let first = bounds(2, &[(0, 1, [6, 0, 0]), (1, 0, [5, 0, 0])], true);
        assert!(first.seat_rises && !first.seat_falls && !first.can_rise(0, &[1]) && !first.can_fall(0, &[1]));
    }
}
