//! Adjudication: games that end before the rules end them.
//!
//! `proven`: the agent to move has proven the value of its move, as solvers do; a game of two
//! players is paid by that value. `score(below=…,moves=…)`: an agent whose value of its own move is
//! less than `below`, `moves` times in a row, resigns; it gets 0 and the others share the rest.
//! Both trust the agents; an agent that does not report its values plays to the end.

use mctslab_core::spec::{Entry, Kind, Param, Spec, SpecError, resolve};
use mctslab_core::{Agent, Game, Payoffs, Player};

use crate::Reason;
use crate::referee::loser_payoffs;

/// The rules by which games are adjudicated.
pub const ADJUDICATIONS: &[Entry] = &[Entry::word("proven", "when the player to move has proven the result")];

/// The rules by which agents resign.
pub const RESIGNATIONS: &[Entry] = &[Entry {
    name: "score",
    doc: "an agent resigns when it expects little several times in a row",
    params: &[
        Param::new(
            "below",
            Kind::Real { min: 0.0, max: 0.5 },
            "0.03",
            "resign if the value of its own move is less than this",
        ),
        Param::new("moves", Kind::Integer { min: 1, max: 1000 }, "3", "at this many of its moves in a row"),
    ],
}];

/// The rules by which games end early.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Adjudication {
    proven: bool,
    /// The expected payoff below which an agent resigns, and for how many of its moves in a row.
    resign: Option<(f64, u32)>,
}

/// Checks an adjudication spec and writes its defaults out.
pub fn adjudication_spec(text: &str) -> Result<String, SpecError> {
    Ok(resolve(&Spec::parse(text)?, "adjudication", ADJUDICATIONS, &[])?.to_string())
}

/// Checks a resignation spec and writes its defaults out.
pub fn resignation_spec(text: &str) -> Result<String, SpecError> {
    Ok(resolve(&Spec::parse(text)?, "resignation", RESIGNATIONS, &[])?.to_string())
}

impl Adjudication {
    /// Reads the specs of a run for a game with this many seats.
    pub fn parse(adjudicate: Option<&str>, resign: Option<&str>, seats: usize) -> Result<Adjudication, SpecError> {
        let mut rules = Adjudication::default();
        if let Some(text) = adjudicate {
            adjudication_spec(text)?;
            if seats != 2 {
                let reason = format!(
                    "needs a game of two players, and this one has {seats}: a proven value is that of one player alone"
                );
                return Err(SpecError::combination("proven", reason));
            }
            rules.proven = true;
        }
        if let Some(text) = resign {
            let args = resolve(&Spec::parse(text)?, "resignation", RESIGNATIONS, &[])?;
            if seats < 2 {
                return Err(SpecError::combination("score", "needs a game of two players or more"));
            }
            rules.resign = Some((args.real("below"), args.integer("moves") as u32));
        }
        Ok(rules)
    }

    /// Whether a proven result ends a game.
    pub(crate) fn is_proven(&self) -> bool {
        self.proven
    }

    /// Whether agents resign.
    pub(crate) fn resigns(&self) -> bool {
        self.resign.is_some()
    }

    /// Whether there is any rule.
    pub(crate) fn is_on(&self) -> bool {
        self.proven || self.resign.is_some()
    }

    /// The reason to end the game after `agent` has chosen `mv` for `player`, if there is one.
    /// `poor` counts the agent's moves in a row whose value was below the limit.
    pub(crate) fn judge<G: Game>(
        &self,
        game: &G,
        agent: &dyn Agent<G>,
        player: Player,
        mv: G::Move,
        poor: &mut u32,
    ) -> Option<(Reason, Payoffs)> {
        let thoughts = agent.thoughts(game);
        let thought = thoughts.moves.iter().find(|thought| thought.mv == mv)?;
        if let (true, Some(mine)) = (self.proven, thought.proven) {
            let other = (game.payoff_sum().unwrap_or(1.0) - mine).clamp(0.0, 1.0);
            let payoffs = if player == Player::FIRST { [mine, other] } else { [other, mine] };
            return Some((Reason::Proven, Payoffs::new(&payoffs)));
        }
        let (below, moves) = self.resign?;
        *poor = if thought.value.is_some_and(|value| value < below) { *poor + 1 } else { 0 };
        (*poor >= moves).then(|| (Reason::Resigned, loser_payoffs(game, player)))
    }
}
