//! Playing one game.
//!
//! The referee knows the rules: a move that is not legal, an agent that fails and a clock that runs out cost the game, by a
//! forfeit that is named in the record. Who forfeits gets 0; the others share the rest of the payoffs evenly.

use std::time::{Duration, Instant};

use mctslab_core::rng::mix;
use mctslab_core::{Agent, Clocks, Failure, Fault, Game, Payoffs, Player};

use crate::openings::{Opening, Starts};
use crate::{Adjudication, Clock, Fixture, Forfeit, Reason, Record, Seats, Table};

/// Tells the spec of an agent by its number in the run.
pub type Names<'a> = dyn Fn(usize) -> String + Send + Sync + 'a;

/// The agents of one thread, each made when it is first needed.
pub struct Team<'a, G> {
    make: &'a (dyn Fn(usize) -> Box<dyn Agent<G>> + Sync),
    made: Vec<(usize, Box<dyn Agent<G>>)>,
}

impl<'a, G: Game> Team<'a, G> {
    /// A team whose agents `make` makes by their numbers.
    pub fn new(make: &'a (dyn Fn(usize) -> Box<dyn Agent<G>> + Sync)) -> Team<'a, G> {
        Team { make, made: Vec::new() }
    }

    /// Lets those go who play in none of the tables: a study may need hundreds, one after the other.
    pub(crate) fn keep(&mut self, tables: &[Seats]) {
        self.made.retain(|(agent, _)| tables.iter().any(|table| table.seat_of(*agent).is_some()));
    }

    fn agent(&mut self, number: usize) -> &mut dyn Agent<G> {
        let place = self.made.iter().position(|(made, _)| *made == number).unwrap_or_else(|| {
            self.made.push((number, (self.make)(number)));
            self.made.len() - 1
        });
        &mut *self.made[place].1
    }
}

/// Plays games one after the other.
pub struct Referee<'a, G: Game> {
    game: &'a G,
    starts: &'a Starts<G>,
    clock: Option<Clock>,
    adjudication: Adjudication,
    deadline: Option<Instant>,
    /// The agent that is asked to do something.
    asked: Option<usize>,
    scratch: Vec<G::Move>,
}

impl<'a, G: Game> Referee<'a, G> {
    /// A referee for the games of a table.
    pub fn new(table: &Table<'a, G>) -> Referee<'a, G> {
        let Table { game, starts, clock, adjudication, deadline } = *table;
        Referee { game, starts, clock, adjudication, deadline, asked: None, scratch: Vec::new() }
    }

    /// The agent that was asked to do something when a panic ended a game.
    pub(crate) fn asked(&self) -> Option<usize> {
        self.asked
    }

    /// Plays one game of the team's agents with the numbers in `fixture.seats`; `None` if it is not over at the deadline.
    pub fn play(&mut self, team: &mut Team<'_, G>, fixture: &Fixture) -> Option<Record> {
        let begin = Instant::now();
        let game = self.game;
        let Opening { mut state, moves: opening } = self.starts.opening(game, fixture.opening, &mut self.scratch);
        for (seat, agent) in fixture.seats.iter().enumerate() {
            self.asked = Some(agent);
            team.agent(agent).new_game(fixture.seat_seed(seat));
        }
        self.asked = None;
        let start = if opening.is_some() { game.initial() } else { state.clone() };
        let mut line = opening.unwrap_or_default();
        let mut digest = fixture.seats.iter().fold(game.hash(&state), |digest, agent| mix(&[digest, agent as u64]));
        let mut clocks = self.clock.map(|clock| Clocks {
            left: vec![clock.base; game.players()],
            increment: clock.increment,
            seat: 0,
        });
        let (mut plies, mut moves, mut forfeit, mut early) = (0, String::new(), None, None);
        let mut poor = [0; Player::MOST];
        while let (Some(player), None) = (game.turn(&state), &early) {
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return None;
            }
            let agent = fixture.seats.agent(player.index());
            self.asked = Some(agent);
            let chooser = team.agent(agent);
            chooser.see_moves(&start, &line);
            let asked = self.ask(chooser, &state, player, clocks.as_mut());
            self.asked = None;
            let mv = match asked {
                Ok(mv) => mv,
                Err(failure) => {
                    early = Some((Reason::Forfeit(failure.kind), loser_payoffs(game, player)));
                    forfeit = Some(Box::new(Forfeit { agent, failure }));
                    break;
                }
            };
            if plies > 0 {
                moves.push(' ');
            }
            moves.push_str(&game.move_text(&state, mv));
            game.play(&mut state, mv);
            line.push(mv);
            digest = mix(&[digest, game.index(mv) as u64]);
            plies += 1;
            if self.adjudication.is_on() && game.turn(&state).is_some() {
                early = self.adjudication.judge(game, team.agent(agent), player, mv, &mut poor[player.index()]);
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
        let mv = match clocks {
            None => agent.choose(self.game, state)?,
            Some(clocks) => {
                agent.get_ready(self.game)?;
                clocks.seat = player.index();
                agent.see_clocks(clocks);
                let begin = Instant::now();
                let mv = agent.choose(self.game, state);
                press(clocks, begin.elapsed())?;
                mv?
            }
        };
        self.scratch.clear();
        self.game.moves(state, &mut self.scratch);
        if self.scratch.contains(&mv) {
            return Ok(mv);
        }
        let text = format!("{mv:?} is not a legal move in `{}`", self.game.state_text(state));
        Err(Failure::new(Fault::IllegalMove, text))
    }
}

/// Stops the clock of the seat that moved, or says that it ran out.
fn press(clocks: &mut Clocks, spent: Duration) -> Result<(), Failure> {
    let left = &mut clocks.left[clocks.seat];
    let Some(rest) = left.checked_sub(spent) else {
        let (spent, left) = (spent.as_secs_f64(), left.as_secs_f64());
        return Err(Failure::new(Fault::TimeOut, format!("{spent:.3} s for a move with {left:.3} s on the clock")));
    };
    *left = rest + clocks.increment;
    Ok(())
}

/// Nothing for who forfeits or resigns; the others share evenly what the game pays in all.
pub(crate) fn loser_payoffs<G: Game>(game: &G, loser: Player) -> Payoffs {
    let players = game.players();
    let sum = game.payoff_sum().unwrap_or(players as f64 / 2.0);
    let share = (sum / (players.max(2) - 1) as f64).clamp(0.0, 1.0);
    let mut payoffs = [share; Player::MOST];
    payoffs[loser.index()] = 0.0;
    Payoffs::new(&payoffs[..players])
}
