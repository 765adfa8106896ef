//! Playing one game.
//!
//! The referee knows the rules: a move that is not legal, an agent that fails and a clock that runs out cost the game, by a
//! forfeit that is named in the record. Who forfeits gets 0; the others share the rest of the payoffs evenly.

use std::time::{Duration, Instant};

use mctslab_core::rng::mix;
use mctslab_core::{Agent, Clocks, Failure, Fault, Game, Payoffs, Player};

use crate::openings::Starts;
use crate::{Clock, Fixture, Forfeit, Reason, Record};

/// Agents by their number in the run.
pub type Team<G> = Vec<Box<dyn Agent<G>>>;

/// Plays games one after the other.
pub struct Referee<'a, G: Game> {
    game: &'a G,
    starts: &'a Starts<G>,
    clock: Option<Clock>,
    scratch: Vec<G::Move>,
}

impl<'a, G: Game> Referee<'a, G> {
    /// A referee for games that start there and are timed like this.
    pub fn new(game: &'a G, starts: &'a Starts<G>, clock: Option<Clock>) -> Referee<'a, G> {
        Referee { game, starts, clock, scratch: Vec::new() }
    }

    /// Plays one game. `agents` are indexed by the numbers in `fixture.seats`.
    pub fn play(&mut self, agents: &mut [Box<dyn Agent<G>>], fixture: &Fixture) -> Record {
        let begin = Instant::now();
        let game = self.game;
        for (seat, agent) in fixture.seats.iter().enumerate() {
            agents[agent].new_game(fixture.seat_seed(seat));
        }
        let mut state = self.starts.state(game, fixture.opening, &mut self.scratch);
        let mut digest = fixture.seats.iter().fold(game.hash(&state), |digest, agent| mix(&[digest, agent as u64]));
        let mut clocks = self.clock.map(|clock| Clocks {
            left: vec![clock.base; game.players()],
            increment: clock.increment,
            seat: 0,
        });
        let (mut plies, mut moves, mut forfeit) = (0, String::new(), None);
        while let Some(player) = game.turn(&state) {
            let agent = fixture.seats.agent(player.index());
            match self.ask(&mut *agents[agent], &state, player, clocks.as_mut()) {
                Ok(mv) => {
                    if plies > 0 {
                        moves.push(' ');
                    }
                    moves.push_str(&game.move_text(&state, mv));
                    game.play(&mut state, mv);
                    digest = mix(&[digest, game.index(mv) as u64]);
                    plies += 1;
                }
                Err(failure) => {
                    forfeit = Some((player, Box::new(Forfeit { agent, failure })));
                    break;
                }
            }
        }
        let payoffs =
            forfeit.as_ref().map_or_else(|| game.payoffs(&state), |(player, _)| forfeit_payoffs(game, *player));
        let reason = forfeit.as_ref().map_or(Reason::End, |(_, forfeit)| Reason::Forfeit(forfeit.failure.kind));
        Record {
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
            forfeit: forfeit.map(|(_, forfeit)| forfeit),
        }
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
    match left.checked_sub(spent) {
        Some(rest) => {
            *left = rest + clocks.increment;
            Ok(())
        }
        None => {
            let (spent, left) = (spent.as_secs_f64(), left.as_secs_f64());
            let text = format!("{spent:.3} s for a move with {left:.3} s on the clock");
            Err(Failure::new(Fault::TimeOut, text))
        }
    }
}

/// Nothing for who forfeits; the others share evenly what the game pays in all.
fn forfeit_payoffs<G: Game>(game: &G, loser: Player) -> Payoffs {
    let players = game.players();
    let sum = game.payoff_sum().unwrap_or(players as f64 / 2.0);
    let share = (sum / (players.max(2) - 1) as f64).clamp(0.0, 1.0);
    let mut payoffs = [share; Player::MOST];
    payoffs[loser.index()] = 0.0;
    Payoffs::new(&payoffs[..players])
}
