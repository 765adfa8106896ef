//! The referee, which plays one game.
//!
//! The referee knows the rules: an illegal move, an agent that fails and a clock that runs out lose
//! the game, by a forfeit that the record names. The agent that forfeits gets 0; the others share
//! the rest of the payoffs evenly.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use mctslab_core::rng::mix;
use mctslab_core::{Agent, Budget, Clocks, Failure, Fault, Game, Payoffs, Player};

use crate::adjudicate::{Conduct, payoffs_by_count};
use crate::openings::{Opening, Starts};
use crate::{
    Adjudication, Clock, Fixture, Flags, Forfeit, GameObserver, Job, JobFailure, Reason, Record, Round, Seats,
    ShownMove, TaskResult, panic_message,
};

/// The agents of one thread, by their numbers in the run.
pub struct Team<G> {
    made: Vec<(usize, Box<dyn Agent<G>>)>,
}

impl<G: Game> Default for Team<G> {
    fn default() -> Self {
        Team { made: Vec::new() }
    }
}

impl<G: Game> Team<G> {
    /// Drops agents that do not play in the round: a study may need hundreds, one after the other.
    pub fn keep(&mut self, round: &Round) {
        self.made.retain(|(number, _)| round.agents().iter().any(|agent| agent.number == *number));
    }

    /// Makes the agents of a game that the team does not have yet.
    pub fn call<E>(
        &mut self,
        seats: &Seats,
        round: &Round,
        mut make: impl FnMut(&str) -> Result<Box<dyn Agent<G>>, E>,
    ) -> Result<(), E> {
        for number in seats.iter() {
            if self.made.iter().all(|(made, _)| *made != number)
                && let Some(agent) = round.agents().iter().find(|agent| agent.number == number)
            {
                self.made.push((number, make(&agent.spec)?));
            }
        }
        Ok(())
    }

    fn agent(&mut self, number: usize) -> &mut dyn Agent<G> {
        let place =
            self.made.iter().position(|(made, _)| *made == number).expect("the agents of a game are called before it");
        &mut *self.made[place].1
    }
}

/// The conditions under which games are played.
pub struct Conditions<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The positions in which games start.
    pub starts: &'a Starts<G>,
    /// The time control.
    pub clock: Option<Clock>,
    /// The rules by which games end early.
    pub adjudication: Adjudication,
    /// The flags that abandon games.
    pub flags: &'a Flags,
}

impl<G: Game> Clone for Conditions<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Conditions<'_, G> {}

/// Plays games one after the other.
pub struct Referee<'a, G: Game> {
    conditions: Conditions<'a, G>,
    /// The agent that is being called.
    asked: Option<usize>,
    scratch: Vec<G::Move>,
}

impl<'a, G: Game> Referee<'a, G> {
    /// A referee for games under these conditions.
    pub fn new(conditions: Conditions<'a, G>) -> Referee<'a, G> {
        Referee { conditions, asked: None, scratch: Vec::new() }
    }

    /// Plays one game of the team's agents with the numbers in `fixture.seats`; `None` if it was
    /// abandoned: a halt also ends the search for the present move.
    pub fn play(&mut self, team: &mut Team<G>, fixture: &Fixture) -> Option<Record> {
        self.play_before(team, fixture, &mut ())
    }

    /// Plays a game as [`Referee::play`] does, while an observer watches.
    pub fn play_before<O: GameObserver<G>>(
        &mut self,
        team: &mut Team<G>,
        fixture: &Fixture,
        observer: &mut O,
    ) -> Option<Record> {
        let begin = Instant::now();
        let Conditions { game, starts, clock, adjudication, flags } = self.conditions;
        let Opening { mut state, moves: opening } = starts.opening(game, fixture.opening, &mut self.scratch);
        for (seat, agent) in fixture.seats.iter().enumerate() {
            self.asked = Some(agent);
            team.agent(agent).new_game(fixture.seat_seed(seat));
        }
        self.asked = None;
        let start = if opening.is_some() { game.initial() } else { state.clone() };
        let mut line = opening.unwrap_or_default();
        let mut digest = fixture.seats.iter().fold(game.hash(&state), |digest, agent| mix(&[digest, agent as u64]));
        let mut clocks =
            clock.map(|clock| Clocks { left: vec![clock.base; game.players()], increment: clock.increment, seat: 0 });
        let (mut plies, mut moves, mut forfeit, mut early) = (0, String::new(), None, None);
        let mut conduct = Conduct::default();
        while let (Some(player), None) = (game.turn(&state), &early) {
            if flags.is_halted() {
                return None;
            }
            let agent = fixture.seats.agent(player.index());
            self.asked = Some(agent);
            let chooser = team.agent(agent);
            chooser.see_moves(&start, &line);
            let asking = O::WATCHES.then(Instant::now);
            let asked = self.ask(chooser, &state, player, clocks.as_mut());
            let took = asking.map_or(Duration::ZERO, |asking| asking.elapsed());
            self.asked = None;
            // A search that was cut short must not enter a record.
            if flags.is_halted() {
                return None;
            }
            let mv = match asked {
                Ok(mv) => mv,
                Err(failure) => {
                    early = Some((Reason::Forfeit(failure.kind), loser_payoffs(game, player)));
                    forfeit = Some(Box::new(Forfeit { agent, failure }));
                    break;
                }
            };
            if O::WATCHES {
                let chooser = &*team.agent(agent);
                observer.see(ShownMove { game, state: &state, player, number: agent, agent: chooser, mv, took });
            }
            if plies > 0 {
                moves.push(' ');
            }
            moves.push_str(&game.move_text(&state, mv));
            game.play(&mut state, mv);
            line.push(mv);
            digest = mix(&[digest, game.index(mv) as u64]);
            plies += 1;
            if adjudication.is_on() && game.turn(&state).is_some() {
                early = if adjudication.is_repeated(agent, player, mv, &mut conduct) {
                    payoffs_by_count(game, &state).map(|payoffs| (Reason::Repeated, payoffs))
                } else {
                    adjudication.judge(game, team.agent(agent), player, mv, &mut conduct)
                };
            }
        }
        let (reason, payoffs) = early.unwrap_or_else(|| (Reason::End, game.payoffs(&state)));
        Some(Record {
            fixture: fixture.id,
            seats: fixture.seats,
            opening: fixture.opening,
            seed: fixture.seed,
            payoffs,
            plies,
            reason,
            moves,
            duration: begin.elapsed(),
            digest,
            forfeit,
        })
    }

    /// A legal move of the agent, made in time.
    fn ask(
        &mut self,
        agent: &mut dyn Agent<G>,
        state: &G::State,
        player: Player,
        clocks: Option<&mut Clocks>,
    ) -> Result<G::Move, Failure> {
        let Conditions { game, flags, .. } = self.conditions;
        let mut budget = Budget { stop: Some(&flags.halt), ..Budget::default() };
        let mv = match clocks {
            None => agent.choose(game, state, &mut budget)?,
            Some(clocks) => {
                agent.get_ready(game)?;
                clocks.seat = player.index();
                budget.clocks = Some(clocks);
                let begin = Instant::now();
                let mv = agent.choose(game, state, &mut budget);
                press(clocks, begin.elapsed())?;
                mv?
            }
        };
        self.scratch.clear();
        game.moves(state, &mut self.scratch);
        if self.scratch.contains(&mv) {
            return Ok(mv);
        }
        let text = format!("{mv:?} is not a legal move in `{}`", game.state_text(state));
        Err(Failure::new(Fault::IllegalMove, text))
    }
}

/// Plays the games of a job with the agents of a team; `make` makes missing agents.
pub fn play_games<G: Game, E: std::fmt::Display>(
    conditions: Conditions<'_, G>,
    team: &mut Team<G>,
    job: &Job,
    mut make: impl FnMut(&str) -> Result<Box<dyn Agent<G>>, E>,
    results: &mut dyn FnMut(TaskResult),
) -> Result<(), JobFailure> {
    let mut referee = Referee::new(conditions);
    let mut at = None;
    team.keep(&job.round);
    let mut play = || {
        for task in job.tasks.clone() {
            if conditions.flags.is_stopped() {
                break;
            }
            at = Some(task);
            let Some(fixture) = job.round.fixture(task) else {
                return Err(JobFailure::Refused(format!("task {task} is no game of its round")));
            };
            let refuse = |error: E| JobFailure::Refused(error.to_string());
            team.call(&fixture.seats, &job.round, &mut make).map_err(refuse)?;
            let Some(record) = referee.play(team, &fixture) else { break };
            results(TaskResult::Game(record));
        }
        Ok(())
    };
    // The state of the agents after a panic may be inconsistent: the caller drops the team and its
    // player.
    match catch_unwind(AssertUnwindSafe(&mut play)) {
        Ok(outcome) => outcome,
        Err(panic) => Err(JobFailure::Panic { task: at, agent: referee.asked, message: panic_message(&*panic) }),
    }
}

/// Stops the clock of the seat that moved; an error if its time ran out.
fn press(clocks: &mut Clocks, spent: Duration) -> Result<(), Failure> {
    let left = &mut clocks.left[clocks.seat];
    let Some(rest) = left.checked_sub(spent) else {
        let (spent, left) = (spent.as_secs_f64(), left.as_secs_f64());
        return Err(Failure::new(Fault::TimeOut, format!("{spent:.3} s for a move with {left:.3} s on the clock")));
    };
    *left = rest + clocks.increment;
    Ok(())
}

/// The payoffs after a forfeit or a resignation: 0 for the loser; the others share evenly the sum
/// that the game pays.
pub(crate) fn loser_payoffs<G: Game>(game: &G, loser: Player) -> Payoffs {
    let players = game.players();
    let sum = game.payoff_sum().unwrap_or(players as f64 / 2.0);
    let share = (sum / (players.max(2) - 1) as f64).clamp(0.0, 1.0);
    let mut payoffs = [share; Player::MOST];
    payoffs[loser.index()] = 0.0;
    Payoffs::new(&payoffs[..players])
}
