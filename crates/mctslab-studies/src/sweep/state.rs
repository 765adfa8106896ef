//! The settings of an agent, each against the same opponent: which tables play, and what came of
//! them.
//!
//! Settings are known by their place in the list of agents; the opponent follows them, and has a
//! number of its own for each of the other seats. All settings of a stage play an opening with
//! every seat order before the next begins, so that a sweep that was interrupted has played about
//! as many games of each.
//!
//! The score by which the best setting was chosen is too high, since it was chosen for it. So the
//! best one plays a last stage of its own, whose games are counted apart: nothing depends on their
//! results, and their score is as honest as that of a match.

use mctslab_arena::{ForfeitCounts, Numbered, Record, Round, Seats, Summary, count_forfeit};
use mctslab_stats::{Estimate, Interval};

use super::stages::Stage;

/// A sweep in progress.
pub(crate) struct Sweep {
    /// The specs of the settings.
    settings: Vec<String>,
    opponent: String,
    seats: usize,
    seed: u64,
    stages: Vec<Stage>,
    /// Stages that were handed out.
    begun: usize,
    /// The settings that play in the last stage that was handed out.
    left: Vec<usize>,
    /// The number of the next game.
    next: u64,
    /// The number of the next opening, if there are openings.
    opening: Option<u64>,
    summary: Summary,
    /// Fresh games of the best setting.
    confirm: u64,
    /// The setting that plays them, once it is chosen.
    chosen: Option<usize>,
    /// Those games, summed up.
    confirmed: Summary,
    /// Games that were forfeited, fresh ones included.
    forfeits: ForfeitCounts,
    /// What a setting scores that is its own opponent.
    even: Option<f64>,
}

/// What a sweep is made from.
pub(crate) struct SweepPlan {
    /// The specs of the settings.
    pub settings: Vec<String>,
    /// The spec of the opponent.
    pub opponent: String,
    /// How many seats the game has, two at least.
    pub seats: usize,
    /// The seed of the run.
    pub seed: u64,
    /// Whether games start from openings.
    pub openings: bool,
    /// Who plays how many games.
    pub stages: Vec<Stage>,
    /// How many fresh games the best setting plays in the end; of a single setting there are none,
    /// since nothing is chosen.
    pub confirm: u64,
    /// What the payoffs of a game add up to, if that is known.
    pub payoff_sum: Option<f64>,
    /// Which agents are not known to move at random: the settings, and the opponent.
    pub fixed: Vec<bool>,
}

impl Sweep {
    /// A sweep before its first game.
    pub(crate) fn new(plan: SweepPlan) -> Sweep {
        let SweepPlan { settings, opponent, seats, seed, openings, stages, confirm, payoff_sum, mut fixed } = plan;
        let agents = settings.len() + seats - 1;
        let opponent_fixed = fixed.last().copied().unwrap_or(false);
        fixed.resize(agents, opponent_fixed);
        let summary = Summary::new(agents, seats).deterministic(fixed);
        Sweep {
            left: (0..settings.len()).collect(),
            confirmed: summary.clone(),
            summary,
            confirm: if settings.len() > 1 { confirm } else { 0 },
            chosen: None,
            forfeits: ForfeitCounts::new(),
            even: payoff_sum.map(|sum| sum / seats as f64),
            opening: openings.then_some(0),
            begun: 0,
            next: 0,
            settings,
            opponent,
            seats,
            seed,
            stages,
        }
    }

    /// The games to play next.
    pub(crate) fn next_round(&mut self) -> Option<Round> {
        if let Some(&Stage { left, games }) = self.stages.get(self.begun) {
            self.left = self.best(left);
            self.begun += 1;
            return Some(self.round(&self.left.clone(), games));
        }
        if self.confirm == 0 || self.chosen.is_some() {
            return None;
        }
        self.chosen = self.best(1).first().copied();
        Some(self.round(&[self.chosen?], self.confirm))
    }

    /// So many games of each of these settings, after all that were handed out before.
    fn round(&mut self, settings: &[usize], games: u64) -> Round {
        let first = self.settings.len();
        let opponents = first..first + self.seats - 1;
        let table = |&setting: &usize| {
            let agents: Vec<usize> = std::iter::once(setting).chain(opponents.clone()).collect();
            Seats::new(&agents)
        };
        let tables: Vec<Seats> = settings.iter().map(table).collect();
        let playing = settings.iter().map(|&number| Numbered { number, spec: self.settings[number].clone() });
        let beside = opponents.clone().map(|number| Numbered { number, spec: self.opponent.clone() });
        let round =
            Round::at_tables(self.next, tables, playing.chain(beside).collect(), games, self.seed, self.opening);
        self.next = round.tasks.end;
        self.opening = self.opening.map(|opening| opening + games.div_ceil(seatings(self.seats)));
        round
    }

    /// N of those who are left, the best ones, in the order of the list; of equals the one
    /// listed first.
    fn best(&self, count: usize) -> Vec<usize> {
        let score = |setting: usize| self.estimate(setting).map_or(0.0, |estimate| estimate.mean);
        let mut ranked = self.left.clone();
        ranked.sort_by(|&a, &b| score(b).total_cmp(&score(a)).then(a.cmp(&b)));
        ranked.truncate(count);
        ranked.sort_unstable();
        ranked
    }

    /// Takes the game with the next higher number.
    pub(crate) fn add_game(&mut self, record: &Record) {
        let games = if self.chosen.is_some() { &mut self.confirmed } else { &mut self.summary };
        games.add(record);
        count_forfeit(&mut self.forfeits, record);
    }

    /// How many games there will be.
    pub(crate) fn planned(&self) -> u64 {
        self.stages.iter().map(|stage| stage.left as u64 * stage.games).sum::<u64>() + self.confirm
    }

    /// How many games were played, fresh ones included.
    pub(crate) fn played(&self) -> u64 {
        self.summary.games() + self.confirmed.games()
    }

    /// Games that were forfeited, by agent and fault.
    pub(crate) fn forfeits(&self) -> &ForfeitCounts {
        &self.forfeits
    }

    /// How many settings there are.
    pub(crate) fn settings(&self) -> usize {
        self.settings.len()
    }

    /// Whether a setting plays in the last stage that was begun.
    pub(crate) fn is_left(&self, setting: usize) -> bool {
        self.left.contains(&setting)
    }

    /// Whether a setting is the opponent itself.
    pub(crate) fn is_opponent(&self, setting: usize) -> bool {
        self.settings[setting] == self.opponent
    }

    /// What a setting scores in truth that is the opponent itself, if payoffs always have the same
    /// sum.
    pub(crate) fn even(&self) -> Option<f64> {
        self.even
    }

    /// The setting that was chosen as the best, with its fresh games summed up; `None` before the
    /// first of them was played.
    pub(crate) fn confirmed(&self) -> Option<(usize, &Summary)> {
        self.chosen.filter(|_| self.confirmed.games() > 0).map(|setting| (setting, &self.confirmed))
    }

    /// The games by which settings are compared, summed up.
    pub(crate) fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The score of a setting with its standard error; `None` without games.
    pub(crate) fn estimate(&self, setting: usize) -> Option<Estimate> {
        self.summary.estimate(setting, self.settings.len())
    }

    /// The 95 % interval of the score of a setting.
    pub(crate) fn interval(&self, setting: usize) -> Interval {
        self.summary.interval_of(setting, self.settings.len())
    }
}

/// In how many ways the agents of a table can be seated.
pub(crate) fn seatings(seats: usize) -> u64 {
    (1..=seats as u64).product()
}

#[cfg(test)]
pub(crate) mod tests {
    use std::time::Duration;

    use mctslab_arena::{Fixture, Reason};
    use mctslab_core::Payoffs;

    use super::super::stages::halving;
    use super::*;

    /// A game that ended with these payoffs, of which nothing else matters.
    pub(crate) fn simulated_game(fixture: Fixture, payoffs: &[f64]) -> Record {
        Record {
            fixture: fixture.id,
            seats: fixture.seats,
            opening: fixture.opening,
            seed: fixture.seed,
            payoffs: Payoffs::new(payoffs),
            plies: 1,
            reason: Reason::End,
            moves: String::new(),
            duration: Duration::ZERO,
            digest: fixture.id,
            forfeit: None,
        }
    }

    fn sweep(settings: usize, seats: usize, stages: Vec<Stage>) -> Sweep {
        let settings: Vec<String> = (0..settings).map(|number| format!("agent-{number}")).collect();
        let fixed = vec![false; settings.len() + 1];
        let opponent = "opponent".to_string();
        let (confirm, payoff_sum) = (6, Some(1.0));
        let (seed, openings) = (1, true);
        Sweep::new(SweepPlan { settings, opponent, seats, seed, openings, stages, confirm, payoff_sum, fixed })
    }

    /// Plays a round in which a setting wins as often as its number says, of ten games.
    fn play(sweep: &mut Sweep, round: &Round) {
        let opponent = sweep.settings();
        for id in round.tasks.clone() {
            let fixture = round.fixture(id).expect("a game");
            let seat = (0..fixture.seats.len()).find(|&seat| fixture.seats.agent(seat) < opponent).expect("a setting");
            let setting = fixture.seats.agent(seat);
            let played = sweep.summary().total(setting).games() + sweep.confirmed.total(setting).games();
            let wins = played % 10 < setting as u64;
            let payoff = |other: usize| f64::from((other == seat) == wins);
            let payoffs: Vec<f64> = (0..fixture.seats.len()).map(payoff).collect();
            sweep.add_game(&simulated_game(fixture, &payoffs));
        }
    }

    #[test]
    fn the_better_half_goes_on_with_twice_the_games() {
        let stages = halving(8, 120, 2).expect("enough games");
        let mut sweep = sweep(8, 2, stages);
        let mut seen = Vec::new();
        while let Some(round) = sweep.next_round() {
            seen.push((sweep.left.clone(), round.tasks.end - round.tasks.start));
            play(&mut sweep, &round);
        }
        assert_eq!(seen[0].1, seen[1].1, "half of the settings, twice the games");
        assert_eq!(seen[1].0, [4, 5, 6, 7]);
        assert_eq!(seen[2].0, [6, 7]);
        let spent = sweep.summary().games();
        assert!(spent <= 8 * 120 && spent > 7 * 120, "{spent}");
        assert_eq!((seen.len(), sweep.played()), (4, sweep.planned()), "three stages, and fresh games of the best");
        assert_eq!((seen[3].1, sweep.confirmed().map(|fresh| fresh.0)), (6, Some(7)));
        assert_eq!(spent + 6, sweep.planned());
        assert!(sweep.is_left(7) && !sweep.is_left(5));
        assert_eq!(sweep.summary().total(7).games(), 7 * sweep.summary().total(0).games());
    }

    #[test]
    fn openings_are_never_used_twice_and_every_seat_is_taken_equally_often() {
        let mut sweep = sweep(3, 3, vec![Stage { left: 3, games: 12 }, Stage { left: 2, games: 6 }]);
        let mut openings = Vec::new();
        while let Some(round) = sweep.next_round() {
            openings.push(round.fixture(round.tasks.start).and_then(|fixture| fixture.opening));
            play(&mut sweep, &round);
        }
        assert_eq!(openings, [Some(0), Some(2), Some(3)]);
        for seat in 0..3 {
            assert_eq!(sweep.summary().in_seat(2, seat).games(), 6, "seat {seat}");
        }
        assert_eq!(sweep.summary().total(3).games(), 3 * 12 + 2 * 6, "the opponent has all other seats");
        let estimate = sweep.estimate(2).expect("games");
        assert!(sweep.interval(2).contains(estimate.mean), "{estimate:?}");
    }
}
