//! Chain: one player walks along a chain of `depth` steps. At step d of D he may `stop`, which pays
//! (D − d)/D, or `go` on; going on at step D pays 1. The goal is best, but every step towards it
//! makes stopping pay less, so a search that goes by averages explores it last. `max-plies` pays
//! 1/2.
//!
//! Moves are `stop` and `go`. A position is the step he is at, `2`; after stopping `2 stop`; at the
//! end of the chain `goal`.
//!
//! Known values: 1, by going on at every step. UCT needs a number of playouts for it that grows
//! hyper-exponentially with D. Sources: Coquelin and Munos, Bandit algorithms for tree search
//! (2007); Vonášek, figure 2.1.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::view::{BoardRow, Cell};
use mctslab_core::{Eval, Family, Game, GameInfo, Payoffs, Player, Playout, Rng, TextError, View, Visit};

use crate::boards::plies;

/// The rules of the chain, with the options that a spec names.
pub struct Chain {
    depth: u16,
    /// The greatest number of plies.
    plies: u16,
}

/// A position of the chain: whatever the rest of a game depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Counted from 1; one more than the depth at the goal.
    step: u16,
    stopped: bool,
}

/// The move at a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// Ends the game.
    Stop,
    /// Continues to the next step.
    Go,
}

impl Chain {
    fn new(depth: u16, max_plies: u32) -> Chain {
        Chain { depth, plies: plies::within(max_plies, depth.into()) as u16 }
    }

    /// The payoff of stopping at the step.
    fn pays(&self, step: u16) -> f64 {
        f64::from(self.depth - step) / f64::from(self.depth)
    }

    /// The approximate payoff of stopping here.
    fn stopping(&self, state: &State, _: Player) -> f64 {
        // Moved slightly away from 0 and 1, which are payoffs of finished games only.
        0.5 + (self.pays(state.step) - 0.5) * f64::from(self.depth) / f64::from(self.depth + 1)
    }
}

impl Family for Chain {
    const INFO: GameInfo = GameInfo {
        entry: Entry {
            name: "chain",
            doc: "one player: stop for less and less, or go on to the goal",
            params: &[
                Param::new("depth", Kind::Integer { min: 1, max: 100 }, "4", "steps to the goal"),
                Param::max_plies("0"),
            ],
        },
        source: include_str!("chain.rs"),
        samples: &["chain", "chain(depth=1)", "chain(depth=12)", "chain(depth=5,max-plies=3)"],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        Ok(visit.visit(Chain::new(args.integer("depth") as u16, args.integer("max-plies") as u32)))
    }
}

impl Game for Chain {
    type State = State;
    type Move = Move;

    fn initial(&self) -> State {
        State { step: 1, stopped: false }
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<Player> {
        (!state.stopped && state.step <= self.plies).then_some(Player::FIRST)
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if self.turn(state).is_some() {
            out.extend([Move::Stop, Move::Go]);
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        match mv {
            Move::Stop => state.stopped = true,
            Move::Go => state.step += 1,
        }
    }

    #[inline]
    fn payoffs(&self, state: &State) -> Payoffs {
        Payoffs::new(&[if state.stopped {
            self.pays(state.step)
        } else if state.step > self.depth {
            1.0
        } else {
            0.5
        }])
    }

    fn index(&self, mv: Move) -> usize {
        usize::from(mv == Move::Go)
    }

    fn index_bound(&self) -> usize {
        2
    }

    fn max_plies(&self) -> u32 {
        self.plies.into()
    }

    fn players(&self) -> usize {
        1
    }

    fn move_text(&self, _: &State, mv: Move) -> String {
        if mv == Move::Stop { "stop" } else { "go" }.to_string()
    }

    fn state_text(&self, state: &State) -> String {
        if state.step > self.depth {
            return "goal".to_string();
        }
        format!("{}{}", state.step, if state.stopped { " stop" } else { "" })
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (step, stopped) = match words[..] {
            ["goal"] if self.plies == self.depth => return Ok(State { step: self.depth + 1, stopped: false }),
            ["goal"] => return Err(TextError::quoted(text, format!("no goal: it is beyond {} plies", self.plies))),
            [step] => (step, false),
            [step, "stop"] => (step, true),
            _ => return Err(TextError::quoted(text, "a step, as in `2`, or `2 stop`, or `goal`")),
        };
        // Where a limit ends the walk before the goal, there is one more step to reach, but not to
        // stop at.
        let last = self.plies + u16::from(self.plies < self.depth && !stopped);
        let found = step.parse().ok().filter(|step: &u16| (1..=last).contains(step));
        let step = found.ok_or_else(|| TextError::quoted(text, format!("a step from 1 to {last}")))?;
        Ok(State { step, stopped })
    }

    fn view(&self, state: &State, last: Option<Move>) -> View {
        let row = |label: &str, cell: &dyn Fn(u16) -> String| BoardRow {
            label: label.to_string(),
            indent: 0,
            cells: (1..=self.depth + 1)
                .map(|step| Cell {
                    text: cell(step),
                    owner: (step == state.step).then_some(Player::FIRST),
                    highlighted: last.is_some() && step == state.step,
                })
                .collect(),
        };
        let here = |step| if step == state.step { "x".to_string() } else { String::new() };
        let pays =
            |step| if step > self.depth { "1".to_string() } else { format!("{}/{}", self.depth - step, self.depth) };
        let columns = (1..=self.depth).map(|step| step.to_string()).chain(["goal".to_string()]).collect();
        let rows = vec![row("at", &here), row("pays", &pays)];
        let notes = if state.stopped { vec!["stopped".to_string()] } else { Vec::new() };
        View { rows, columns, notes, ..View::default() }
    }

    /// Inlined into the caller: a random walk takes less time than a call.
    #[inline]
    fn playout(&self, state: &mut State, rng: &mut Rng, _: &mut Vec<Move>) -> Playout {
        let mut plies = 0;
        while self.turn(state).is_some() {
            self.play(state, if rng.below(2) == 0 { Move::Stop } else { Move::Go });
            plies += 1;
        }
        Playout { payoffs: self.payoffs(state), plies: Some(plies) }
    }

    fn evals(&self) -> &'static [Eval<Self>] {
        const { &[Eval::new("stop", "about what stopping here pays", Self::stopping)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pay(game: &Chain, moves: &[Move]) -> f64 {
        let mut state = game.initial();
        for &mv in moves {
            assert!(game.turn(&state).is_some());
            game.play(&mut state, mv);
        }
        assert_eq!(game.turn(&state), None);
        game.payoffs(&state).of(Player::FIRST)
    }

    #[test]
    fn stopping_pays_less_and_less_and_the_goal_most() {
        let game = Chain::new(4, 0);
        let stops = [3, 2, 1, 0].map(|quarters| f64::from(quarters) / 4.0);
        for (steps, expected) in stops.into_iter().enumerate() {
            let mut moves = vec![Move::Go; steps];
            moves.push(Move::Stop);
            assert_eq!(pay(&game, &moves), expected);
        }
        assert_eq!(pay(&game, &[Move::Go; 4]), 1.0);
        assert_eq!(pay(&Chain::new(4, 3), &[Move::Go; 3]), 0.5);
    }

    #[test]
    fn impossible_positions_are_refused() {
        for (max_plies, text, reason) in [
            (0, "5", "a step from 1 to 4"),
            (0, "0", "a step from 1 to 4"),
            (0, "goal stop", "a step from 1 to 4"),
            (0, "2 go", "as in `2`"),
            (2, "goal", "no goal"),
            (2, "4", "a step from 1 to 3"),
            (2, "3 stop", "a step from 1 to 2"),
        ] {
            let error = Chain::new(4, max_plies).parse_state(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
