//! Who plays how many games: all settings equally many, or ever fewer of them ever more.
//!
//! Successive halving is that of Karnin, Koren and Somekh, "Almost Optimal Exploration in
//! Multi-Armed Bandits" (2013): the better half goes on with twice the games. How many settings are
//! left in a stage and how many games each of them plays there is known beforehand.

/// A stage of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    /// How many settings play in it.
    pub left: usize,
    /// Games of each of them in this stage.
    pub games: u64,
}

/// One stage in which every setting plays so many games.
pub(crate) fn even(settings: usize, games: u64) -> Vec<Stage> {
    vec![Stage { left: settings, games }]
}

/// Stages in which the better half goes on with twice the games, down to two, with no more games in
/// all than `games` for each setting. Every stage is made of whole cycles of seat orders, `cycle`
/// games each; the error is the fewest games that make that possible.
pub(crate) fn halving(settings: usize, games: u64, cycle: u64) -> Result<Vec<Stage>, u64> {
    let mut lefts = vec![settings];
    while let Some(&left) = lefts.last().filter(|left| **left > 2) {
        lefts.push(left.div_ceil(2));
    }
    let all = settings as u64;
    let (last, cycle) = (lefts.len() as u32 - 1, cycle.max(1));
    // In units of the first stage: the games of a stage are twice those of the one before.
    let weight: u64 = (0..=last).zip(&lefts).map(|(stage, &left)| left as u64 * (1 << stage)).sum();
    let first = u64::try_from(u128::from(all) * u128::from(games) / u128::from(weight)).unwrap_or(u64::MAX) / cycle;
    if first == 0 {
        return Err((weight * cycle).div_ceil(all));
    }
    let stage = |(stage, &left): (u32, &usize)| Stage { left, games: first * cycle * (1 << stage) };
    Ok((0..=last).zip(&lefts).map(stage).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_spent_than_was_given() {
        for settings in 1..40 {
            for (games, cycle) in [(60, 2), (61, 2), (100, 6), (1000, 1)] {
                let stages = halving(settings, games, cycle).expect("enough games");
                let spent: u64 = stages.iter().map(|stage| stage.left as u64 * stage.games).sum();
                assert!(spent <= settings as u64 * games, "{settings} settings, {games} games: {stages:?}");
                assert!(stages.iter().all(|stage| stage.games % cycle == 0 && stage.games > 0), "{stages:?}");
                for pair in stages.windows(2) {
                    assert_eq!((pair[1].left, pair[1].games), (pair[0].left.div_ceil(2), 2 * pair[0].games));
                }
                assert_eq!(stages.last().map(|stage| stage.left), Some(settings.min(2)));
            }
        }
    }

    #[test]
    fn too_few_games_are_refused_with_the_fewest_that_are_enough() {
        let fewest = halving(8, 5, 2).expect_err("three stages of pairs");
        assert_eq!(fewest, 6);
        assert!(halving(8, fewest, 2).is_ok());
    }
}
