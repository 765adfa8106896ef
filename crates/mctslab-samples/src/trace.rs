//! One game of an agent against another, with the findings of the first agent at each of its moves.
//!
//! The game is that of a match with the same seed: same seats, same openings, same random choices.
//! All findings are about the position in which the agent chose its move. Values are payoffs in [0,
//! 1] that the search expects.

use mctslab_arena::{
    Adjudication, Clock, Conditions, Flags, Numbered, GameObserver, PlanError, Record, Referee, Round, ShownMove, Starts, Team,
};
use mctslab_core::{Game, Player, Thoughts, Unit};
use serde::{Deserialize, Serialize};

use crate::check::{at_most, hold, length, not_negative, payoffs};
use crate::measure::written;
use crate::{Measure, PlayedGame, SampleError, SampleFacts, SampleTable, Sampler, Wrong};

/// Games of the agent at a place of the plan's list against the last agent of the list, which has
/// all other seats. Game k of curve number c is sample c·games + k.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The place of the agent, from 0.
    pub curve: usize,
    /// Games of each curve.
    pub games: u64,
}

/// The measurements of a game. All lists have an item for each move of the agent; `None` is not
/// known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceSample {
    /// The game.
    pub game: PlayedGame,
    /// The value of the chosen move; one that the search never visited counts 0.
    pub value: Vec<Option<f64>>,
    /// The sample variance of the values of the visited moves, of two or more.
    pub between: Vec<Option<f64>>,
    /// The mean over the visited moves of value·(1 − value)/visits.
    pub within: Vec<Option<f64>>,
    /// The agent's share of the sum of the players' scores, in games that have scores.
    pub share: Vec<Option<f64>>,
    /// Legal moves.
    pub legal: Vec<u32>,
    /// The times of the moves.
    pub timing: TraceTiming,
}

/// Times, on which nothing else depends, and which differ each time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TraceTiming {
    /// Milliseconds of each move.
    pub ms: Vec<f64>,
}

impl Measure for Trace {
    type Sample = TraceSample;

    fn check(&self, sample: &TraceSample, facts: &SampleFacts) -> Result<(), Wrong> {
        let moves = sample.legal.len();
        let TraceSample { game, value, between, within, share, timing, .. } = sample;
        for (what, list) in [("values", value), ("variances", between), ("variances", within), ("shares", share)] {
            length(what, list.len(), moves)?;
        }
        length("times", timing.ms.len(), moves)?;
        payoffs("a value", value.iter().chain(share).flatten())?;
        not_negative("a variance or a time", between.iter().chain(within).flatten().chain(&timing.ms))?;
        at_most("moves of one agent", moves as u64, game.plies.into())?;
        at_most("plies", game.plies.into(), facts.max_plies.into())?;
        length("moves", game.moves.len(), game.plies as usize)?;
        // The traced agent has one seat, and the opponents have the others.
        let last = facts.agents.saturating_sub(1);
        let mut seats = game.seats.clone();
        seats.sort_unstable();
        let expected: Vec<usize> = std::iter::once(self.curve).chain(last..last + facts.seats - 1).collect();
        hold(seats == expected, || format!("the agents {:?} in the seats, expected {expected:?}", game.seats))?;
        hold(game.forfeit.as_ref().is_none_or(|(agent, _)| game.seats.contains(agent)), || {
            "a forfeit of an agent that has no seat".to_string()
        })?;
        hold(game.record(0).is_some(), || "a game that can be none".to_string())
    }

    fn sampler<G: Game>(&self, table: SampleTable<G>) -> Result<Box<dyn Sampler>, SampleError> {
        let plan = &table.plan;
        let starts = plan.openings.starts(&*table.game, plan.seed).map_err(PlanError::from)?;
        let (clock, adjudication) = (plan.clock()?, plan.adjudication(&*table.game)?);
        let round = round(self, &table)?;
        let first = self.curve as u64 * self.games;
        let (flags, team) = (Flags::default(), Team::default());
        Ok(Box::new(TraceSampler { curve: self.curve, first, round, starts, clock, adjudication, flags, team, table }))
    }
}

/// The games of a curve, numbered like those of a match.
fn round<G: Game>(trace: &Trace, table: &SampleTable<G>) -> Result<Round, SampleError> {
    let (plan, seats) = (&table.plan, table.game.players());
    let last = plan.agents.len().saturating_sub(1);
    if seats < 2 || trace.curve >= last || trace.games == 0 {
        return Err(SampleError::Request(format!("no agent {} with an opponent to be traced", trace.curve)));
    }
    let opponents = (last..last + seats - 1).map(|number| (number, last));
    let agents = std::iter::once((trace.curve, trace.curve)).chain(opponents);
    let agents = agents.map(|(number, place)| Numbered { number, spec: plan.agents[place].clone() });
    Ok(Round::at_table(0, agents.collect(), trace.games, plan.seed, plan.openings.vary().then_some(0)))
}

struct TraceSampler<G: Game> {
    table: SampleTable<G>,
    curve: usize,
    /// The number of the first sample of the curve.
    first: u64,
    round: Round,
    starts: Starts<G>,
    clock: Option<Clock>,
    adjudication: Adjudication,
    flags: Flags,
    team: Team<G>,
}

impl<G: Game> TraceSampler<G> {
    fn play(&mut self, number: u64, notes: &mut Notes<G>) -> Result<Record, SampleError> {
        let none = || SampleError::Request(format!("sample {number} is none of agent {}", self.curve));
        let fixture = number.checked_sub(self.first).and_then(|game| self.round.fixture(game)).ok_or_else(none)?;
        let conditions = Conditions {
            game: &*self.table.game,
            starts: &self.starts,
            clock: self.clock,
            adjudication: self.adjudication,
            flags: &self.flags,
        };
        self.team.call(&fixture.seats, &self.round, |spec| (self.table.build)(spec))?;
        let record = Referee::new(conditions).play_before(&mut self.team, &fixture, notes);
        Ok(record.expect("nobody raises the flags, so that no game is abandoned"))
    }
}

impl<G: Game> Sampler for TraceSampler<G> {
    fn sample(&mut self, number: u64) -> Result<String, SampleError> {
        let mut notes = Notes::new(self.curve);
        let record = self.play(number, &mut notes)?;
        let Notes { value, between, within, share, legal, ms, .. } = notes;
        let (game, timing) = (PlayedGame::of(record), TraceTiming { ms });
        Ok(written(&TraceSample { game, value, between, within, share, legal, timing }))
    }
}

/// The notes on the moves of one agent.
struct Notes<G: Game> {
    /// The number of the agent.
    number: usize,
    value: Vec<Option<f64>>,
    between: Vec<Option<f64>>,
    within: Vec<Option<f64>>,
    share: Vec<Option<f64>>,
    legal: Vec<u32>,
    ms: Vec<f64>,
    scratch: Vec<G::Move>,
}

impl<G: Game> Notes<G> {
    fn new(number: usize) -> Notes<G> {
        Notes {
            number,
            value: Vec::new(),
            between: Vec::new(),
            within: Vec::new(),
            share: Vec::new(),
            legal: Vec::new(),
            ms: Vec::new(),
            scratch: Vec::new(),
        }
    }
}

impl<G: Game> GameObserver<G> for Notes<G> {
    const WATCHES: bool = true;

    fn see(&mut self, shown: ShownMove<'_, G>) {
        if shown.number != self.number {
            return;
        }
        let thoughts = shown.agent.thoughts(shown.game);
        self.value.push(chosen_value(&thoughts, shown.mv));
        self.between.push(variance_between(&thoughts));
        self.within.push(variance_within(&thoughts));
        self.share.push(share(shown.game, shown.state, shown.player));
        self.legal.push(shown.game.count_moves(shown.state, &mut self.scratch) as u32);
        self.ms.push(shown.took.as_secs_f64() * 1000.0);
    }
}

/// The value of the chosen move. A search by samples that chose a move without a visit has no
/// evidence for it: that counts 0.
fn chosen_value<M: Copy + Eq>(thoughts: &Thoughts<M>, chosen: M) -> Option<f64> {
    let thought = thoughts.moves.iter().find(|thought| thought.mv == chosen)?;
    let unvisited = thoughts.unit == Unit::Iterations && thought.visits == 0;
    thought.value.or(thought.proven).or(unvisited.then_some(0.0))
}

/// Values and visits of the moves that were visited.
fn visited<M>(thoughts: &Thoughts<M>) -> impl Iterator<Item = (f64, f64)> + Clone + '_ {
    let visited = thoughts.moves.iter().filter(|thought| thought.visits > 0);
    visited.filter_map(|thought| Some((thought.value?, thought.visits as f64)))
}

/// The sample variance of the values of the visited moves.
fn variance_between<M>(thoughts: &Thoughts<M>) -> Option<f64> {
    let values = visited(thoughts).map(|(value, _)| value);
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count.max(1.0);
    let squares: f64 = values.map(|value| (value - mean) * (value - mean)).sum();
    (count > 1.0).then(|| squares / (count - 1.0))
}

/// The mean variance of a value, as if every visit were a coin flip; only where visits are samples.
fn variance_within<M>(thoughts: &Thoughts<M>) -> Option<f64> {
    let variances = visited(thoughts).map(|(value, visits)| value * (1.0 - value) / visits);
    let count = variances.clone().count() as f64;
    (count > 0.0 && thoughts.unit == Unit::Iterations).then(|| variances.sum::<f64>() / count)
}

/// A player's score as a share of the sum of all scores.
fn share<G: Game>(game: &G, state: &G::State, player: Player) -> Option<f64> {
    let own = game.score(state, player)?;
    let all: u32 = (0..game.players()).filter_map(|seat| game.score(state, Player::new(seat))).sum();
    (all > 0).then(|| f64::from(own) / f64::from(all))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mctslab_arena::{Openings, Plan};
    use mctslab_core::{Agent, Budget, Failure, MoveThought, Rng, Visit};

    use super::*;

    fn thoughts(unit: Unit, moves: &[(u64, Option<f64>)]) -> Thoughts<usize> {
        let thought = |(mv, &(visits, value)): (usize, &(u64, Option<f64>))| MoveThought { mv, visits, value, proven: None };
        Thoughts { unit, moves: moves.iter().enumerate().map(thought).collect(), ..Thoughts::default() }
    }

    #[test]
    fn variances_by_hand() {
        let found = thoughts(Unit::Iterations, &[(4, Some(0.5)), (2, Some(1.0)), (0, None), (10, Some(0.0))]);
        // Values 1/2, 1 and 0: mean 1/2, squares 1/4 + 1/4 over 2.
        assert_eq!(variance_between(&found), Some(0.25));
        // 1/4 over 4 visits, and 0 for certain values: 1/16 over 3.
        assert_eq!(variance_within(&found), Some(0.0625 / 3.0));
        assert_eq!([0, 1, 2].map(|chosen| chosen_value(&found, chosen)), [Some(0.5), Some(1.0), Some(0.0)]);
    }

    #[test]
    fn what_is_not_known_is_none() {
        let nothing = thoughts(Unit::Iterations, &[]);
        assert_eq!((variance_between(&nothing), variance_within(&nothing), chosen_value(&nothing, 0)), (None, None, None));
        let one = thoughts(Unit::Nodes, &[(7, Some(0.5)), (0, None)]);
        assert_eq!((variance_between(&one), variance_within(&one)), (None, None), "nodes are no samples");
        assert_eq!((chosen_value(&one, 0), chosen_value(&one, 1)), (Some(0.5), None));
    }

    /// Plays at random, and reports its first move with the value 1/4 after four visits, the second
    /// with 1 after one, the others with 0.
    struct Thinker<G: Game> {
        rng: Rng,
        moves: Vec<G::Move>,
    }

    impl<G: Game> Agent<G> for Thinker<G> {
        fn new_game(&mut self, seed: u64) {
            self.rng = Rng::new(seed);
        }

        fn choose(&mut self, game: &G, state: &G::State, _: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
            self.moves.clear();
            game.moves(state, &mut self.moves);
            self.rng.pick(&self.moves).ok_or_else(Failure::game_over)
        }

        fn thoughts(&self, _: &G) -> Thoughts<G::Move> {
            let known = [(4, Some(0.25)), (1, Some(1.0))].into_iter().chain(std::iter::repeat((0, None)));
            let thought = |(&mv, (visits, value))| MoveThought { mv, visits, value, proven: None };
            Thoughts { unit: Unit::Iterations, moves: self.moves.iter().zip(known).map(thought).collect(), ..Thoughts::default() }
        }
    }

    /// The samples of both curves in a game.
    struct Samples;

    impl Visit for Samples {
        type Output = Vec<TraceSample>;

        fn visit<G: Game>(self, game: G) -> Vec<TraceSample> {
            let agents: Vec<String> = ["a", "b", "c"].map(str::to_string).to_vec();
            let plan = Plan {
                study: "trace".to_string(),
                game: "test".to_string(),
                names: agents.clone(),
                agents,
                openings: Openings::none(),
                clock: None,
                adjudicate: None,
                resign: None,
                seed: 5,
                version: String::new(),
            };
            let (game, plan) = (Arc::new(game), Arc::new(plan));
            let mut found = Vec::new();
            for curve in 0..2 {
                let build = Arc::new(|_: &str| {
                    let thinker = Thinker::<G> { rng: Rng::new(0), moves: Vec::new() };
                    Ok(Box::new(thinker) as Box<dyn Agent<G>>)
                });
                let table = SampleTable { game: Arc::clone(&game), plan: Arc::clone(&plan), build };
                let mut sampler = Trace { curve, games: 6 }.sampler(table).expect("a sampler");
                let first = 6 * curve as u64;
                assert!(sampler.sample(first + 6).is_err() && (curve == 0 || sampler.sample(first - 1).is_err()));
                let samples = (first..first + 6).map(|number| sampler.sample(number).expect("a sample"));
                found.extend(samples.map(|text| serde_json::from_str::<TraceSample>(&text).expect("what was written")));
            }
            found
        }
    }

    fn samples(game: &str) -> Vec<TraceSample> {
        Samples.visit(crate::testing::game(game))
    }

    #[test]
    fn every_move_of_the_agent_is_noted_and_no_other() {
        for (place, sample) in samples("ataxx").into_iter().enumerate() {
            let (curve, game) = (place / 6, &sample.game);
            let seat = game.seats.iter().position(|&number| number == curve).expect("it plays");
            assert_eq!((seat, game.seats[1 - seat]), (place % 2, 2), "seats are taken in turn");
            // There are no passes in the first moves, so the agent has every second one.
            assert!(sample.legal.len().abs_diff(game.moves.len() / 2) <= game.moves.iter().filter(|mv| *mv == "pass").count() + 1);
            assert_eq!(sample.share[0], if seat == 0 { Some(0.5) } else { sample.share[0] });
            assert!(sample.share.iter().flatten().all(|share| (0.0..=1.0).contains(share)));
            for (at, &legal) in sample.legal.iter().enumerate() {
                let wanted = if legal > 1 { (Some(0.28125), Some(0.046_875 / 2.0)) } else { (None, Some(0.046_875)) };
                assert_eq!((sample.between[at], sample.within[at]), wanted);
                assert!([Some(0.25), Some(1.0), Some(0.0)].contains(&sample.value[at]));
            }
            assert_eq!(sample.timing.ms.len(), sample.legal.len());
            let record = game.record(7).expect("a record");
            assert_eq!((PlayedGame::of(record.clone()), record.fixture), (game.clone(), 7));
        }
    }

    #[test]
    fn curves_start_from_the_same_seeds_and_three_seats_are_filled() {
        let samples = samples("tic-tac-mo");
        for (one, other) in samples[..6].iter().zip(&samples[6..]) {
            assert_eq!((&one.game.seed, &one.game.moves), (&other.game.seed, &other.game.moves));
            assert!(one.share.iter().all(Option::is_none), "nothing is counted");
            let mut seats = other.game.seats.clone();
            seats.sort_unstable();
            assert_eq!(seats, [1, 2, 3]);
        }
    }
}
