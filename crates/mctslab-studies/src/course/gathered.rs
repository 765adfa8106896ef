//! What a page needs to know of the games of a run, kept in one pass: a run may have more games
//! than memory holds.

use std::collections::BTreeMap;
use std::time::Duration;

use mctslab_arena::{Reason, Record, Summary};
use mctslab_stats::Interval;

/// At most so many points of a course are kept.
const POINTS: usize = 400;
/// At most so many agents get a game of their own among the samples.
const WINNERS: usize = 8;

/// Games that stand for many.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sample {
    /// The game.
    pub record: Record,
    /// Why it was chosen: `first`, `longest`, `won by agent 1`.
    pub reasons: Vec<Why>,
}

/// Why a game was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// The first of the run.
    First,
    /// None has fewer plies.
    Shortest,
    /// None has more plies.
    Longest,
    /// The first whose first place is shared.
    Drawn,
    /// The first that was forfeited.
    Forfeited,
    /// The first that this agent won.
    WonBy(usize),
}

/// Mean and interval of an agent's score; `None` before its first game.
type AgentScores = Option<(f64, Interval)>;

/// Scores while the run went on, thinned out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ScoreProgress {
    /// After how many games, and then how each agent stood.
    points: Vec<(u64, Vec<AgentScores>)>,
    stride: u64,
}

impl ScoreProgress {
    /// Scores are kept after multiples of `seatings` games, so that pairs of games are whole.
    fn new(seatings: u64) -> ScoreProgress {
        ScoreProgress { points: Vec::new(), stride: seatings.max(1) }
    }

    fn add(&mut self, summary: &Summary) {
        let games = summary.games();
        if !games.is_multiple_of(self.stride) {
            return;
        }
        self.points.push((games, standings(summary)));
        if self.points.len() > POINTS {
            self.stride *= 2;
            self.points.retain(|(games, _)| games.is_multiple_of(self.stride));
        }
    }

    /// `(games, mean, interval)` of an agent from its first game to the end of the run, which
    /// `summary` is of.
    pub(crate) fn of_agent(&self, agent: usize, summary: &Summary) -> Vec<(u64, f64, Interval)> {
        let end = (summary.games(), standings(summary));
        let before = self.points.iter().filter(|(games, _)| *games < end.0);
        before.chain([&end]).filter_map(|(games, all)| all[agent].map(|(mean, range)| (*games, mean, range))).collect()
    }
}

fn standings(summary: &Summary) -> Vec<AgentScores> {
    let one = |agent: usize| Some((summary.total(agent).scores.mean()?, summary.interval(agent)));
    (0..summary.points().len()).map(one).collect()
}

/// What was kept of the games of a run.
#[derive(Clone, Debug)]
pub(crate) struct Gathered {
    /// How many games had so many plies.
    pub lengths: BTreeMap<u32, u64>,
    /// How many games ended for that reason.
    pub reasons: BTreeMap<Reason, u64>,
    /// How long all games took together.
    pub duration: Duration,
    /// Moves in all games.
    pub plies: u64,
    /// Scores while the run went on.
    pub progress: ScoreProgress,
    first: Option<Record>,
    shortest: Option<Record>,
    longest: Option<Record>,
    drawn: Option<Record>,
    forfeited: Option<Record>,
    won: Vec<Option<Record>>,
}

impl Gathered {
    /// Nothing yet, of so many agents whose tables can be seated in so many ways.
    pub(crate) fn new(agents: usize, seatings: u64) -> Gathered {
        Gathered {
            lengths: BTreeMap::new(),
            reasons: BTreeMap::new(),
            duration: Duration::ZERO,
            plies: 0,
            progress: ScoreProgress::new(seatings),
            first: None,
            shortest: None,
            longest: None,
            drawn: None,
            forfeited: None,
            won: vec![None; agents.min(WINNERS)],
        }
    }

    /// Takes note of the next game, which is the last one of the summary.
    pub(crate) fn add(&mut self, record: &Record, summary: &Summary) {
        *self.lengths.entry(record.plies).or_default() += 1;
        *self.reasons.entry(record.reason).or_default() += 1;
        self.duration = self.duration.saturating_add(record.duration);
        self.plies += u64::from(record.plies);
        self.progress.add(summary);
        self.keep_samples(record);
    }

    fn keep_samples(&mut self, record: &Record) {
        let keep = |place: &mut Option<Record>, better: &dyn Fn(&Record) -> bool| {
            if place.as_ref().is_none_or(better) {
                *place = Some(record.clone());
            }
        };
        keep(&mut self.first, &|_| false);
        keep(&mut self.longest, &|other| record.plies > other.plies);
        match (record.forfeit.is_some(), first_places(record).as_slice()) {
            (true, _) => keep(&mut self.forfeited, &|_| false),
            (false, places) => {
                keep(&mut self.shortest, &|other| record.plies < other.plies);
                match places {
                    // One player alone does not win.
                    _ if record.seats.len() == 1 => {}
                    [seat] => {
                        if let Some(place) = self.won.get_mut(record.seats.agent(*seat)) {
                            keep(place, &|_| false);
                        }
                    }
                    _ => keep(&mut self.drawn, &|_| false),
                }
            }
        }
    }

    /// A handful of games in the order of their numbers.
    pub(crate) fn samples(&self) -> Vec<Sample> {
        let named = [
            (&self.first, Why::First),
            (&self.shortest, Why::Shortest),
            (&self.longest, Why::Longest),
            (&self.drawn, Why::Drawn),
            (&self.forfeited, Why::Forfeited),
        ];
        let won = self.won.iter().enumerate().map(|(agent, record)| (record, Why::WonBy(agent)));
        let mut samples: BTreeMap<u64, Sample> = BTreeMap::new();
        for (record, why) in named.into_iter().chain(won) {
            let Some(record) = record else { continue };
            let fresh = || Sample { record: record.clone(), reasons: Vec::new() };
            samples.entry(record.fixture).or_insert_with(fresh).reasons.push(why);
        }
        samples.into_values().collect()
    }
}

/// The seats that were paid most.
fn first_places(record: &Record) -> Vec<usize> {
    let payoffs = record.payoffs.as_slice();
    let best = payoffs.iter().copied().fold(0.0, f64::max);
    (0..payoffs.len()).filter(|&seat| payoffs[seat] == best).collect()
}

#[cfg(test)]
mod tests {
    use mctslab_arena::Seats;
    use mctslab_core::Payoffs;

    use super::*;

    fn record(fixture: u64, plies: u32, payoffs: [f64; 2]) -> Record {
        let seats = if fixture.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        Record {
            fixture,
            seats: Seats::new(&seats),
            opening: None,
            seed: 0,
            payoffs: Payoffs::new(&payoffs),
            plies,
            reason: Reason::End,
            moves: String::new(),
            duration: Duration::from_micros(5),
            digest: fixture,
            forfeit: None,
        }
    }

    #[test]
    fn a_long_course_is_thinned_and_keeps_its_end() {
        let mut summary = Summary::new(2, 2);
        let mut gathered = Gathered::new(2, 2);
        for fixture in 0..100_001 {
            let record = record(fixture, 3, [1.0, 0.0]);
            summary.add(&record);
            gathered.add(&record, &summary);
        }
        let course = gathered.progress.of_agent(0, &summary);
        assert!((POINTS / 2..=POINTS + 1).contains(&course.len()), "{}", course.len());
        assert!(course.is_sorted_by_key(|point| point.0));
        let end = course.last().expect("there were games");
        assert_eq!((end.0, Some(end.1)), (100_001, summary.total(0).scores.mean()));
        assert_eq!((gathered.lengths[&3], gathered.reasons[&Reason::End]), (100_001, 100_001));
    }

    #[test]
    fn samples_are_what_they_are_called() {
        let games = [(9, [1.0, 0.0]), (5, [0.5, 0.5]), (5, [0.0, 1.0]), (30, [0.5, 0.5]), (7, [0.0, 1.0])];
        let mut summary = Summary::new(2, 2);
        let mut gathered = Gathered::new(2, 2);
        for (fixture, (plies, payoffs)) in games.into_iter().enumerate() {
            let record = record(fixture as u64, plies, payoffs);
            summary.add(&record);
            gathered.add(&record, &summary);
        }
        let chosen: Vec<(u64, Vec<Why>)> =
            gathered.samples().into_iter().map(|sample| (sample.record.fixture, sample.reasons)).collect();
        let expected = [
            (0, vec![Why::First, Why::WonBy(0)]),
            (1, vec![Why::Shortest, Why::Drawn]),
            (2, vec![Why::WonBy(1)]),
            (3, vec![Why::Longest]),
        ];
        assert_eq!(chosen, expected);
    }
}
