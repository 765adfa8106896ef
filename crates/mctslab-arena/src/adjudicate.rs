//! Adjudication: games that end before the rules end them.
//!
//! `proven`: the agent to move has proven the value of its move, as solvers do; a game of two
//! players is paid by that value. `score(below=…,moves=…)`: an agent whose value of its own move is
//! less than `below`, `moves` times in a row, resigns; it gets 0 and the others share the rest.
//! Both trust the agents; an agent that does not report its values plays to the end.
//!
//! `repeats(most,kept,agent)`: who makes the same moves again and again stops the game, which pays
//! what the counts of stones say then. Moves that are new to a list of the player are entered in
//! it; after more than `most` in a row that were not, the game is over. A list of more than `kept`
//! moves is emptied, and then nothing is in a row any more. This is the guard in the driver of
//! Ribeiro and Figueiredo's study of Ataxx (2018), which has 6 for both and looks at the moves of
//! minimax alone; it takes clones onto the same square for the same move, whichever stone is
//! doubled, where here the stone counts if the game tells them apart.

use mctslab_core::spec::{Entry, Kind, Param, Spec, SpecError, resolve};
use mctslab_core::{Agent, Game, Payoffs, Player};

use crate::Reason;
use crate::referee::loser_payoffs;

/// The rules by which games are adjudicated.
pub const ADJUDICATIONS: &[Entry] = &[
    Entry::word("proven", "when the player to move has proven the result"),
    Entry {
        name: "repeats",
        doc: "when a player repeats its moves; in games that count something, by the counts",
        params: &[
            Param::new("most", Kind::Integer { min: 0, max: 1_000_000 }, "6", "repeats in a row that do not end it"),
            Param::new(
                "kept",
                Kind::Integer { min: 1, max: 1_000_000 },
                "6",
                "different moves before all are forgotten",
            ),
            Param::new("agent", Kind::Integer { min: 0, max: 1_000_000 }, "0", "whose repeats count; 0: anybody's"),
        ],
    },
];

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
    repeats: Option<RepeatRule>,
    /// The expected payoff below which an agent resigns, and for how many of its moves in a row.
    resign: Option<(f64, u32)>,
}

/// When repeated moves end a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RepeatRule {
    most: u32,
    kept: usize,
    /// The number of the agent, if one alone is watched.
    agent: Option<usize>,
}

/// What one player has repeated.
#[derive(Clone, Debug)]
pub(crate) struct RepeatedMoves<M> {
    list: Vec<M>,
    in_a_row: u32,
}

impl<M> Default for RepeatedMoves<M> {
    fn default() -> Self {
        RepeatedMoves { list: Vec::new(), in_a_row: 0 }
    }
}

impl<M: PartialEq> RepeatedMoves<M> {
    /// Enters a move, and says whether it ends the game.
    fn enter(&mut self, mv: M, rule: RepeatRule) -> bool {
        if self.list.contains(&mv) {
            self.in_a_row += 1;
        } else {
            self.in_a_row = 0;
            self.list.push(mv);
        }
        if self.in_a_row > rule.most {
            return true;
        }
        if self.list.len() > rule.kept {
            *self = RepeatedMoves::default();
        }
        false
    }
}

/// What each player has done so far of what rules look at.
pub(crate) struct Conduct<M> {
    /// Moves in a row that expected little.
    poor: [u32; Player::MOST],
    repeated: [RepeatedMoves<M>; Player::MOST],
}

impl<M> Default for Conduct<M> {
    fn default() -> Self {
        Conduct { poor: [0; Player::MOST], repeated: std::array::from_fn(|_| RepeatedMoves::default()) }
    }
}

/// What the counts of a position pay; nothing in games that count nothing.
pub(crate) fn payoffs_by_count<G: Game>(game: &G, state: &G::State) -> Option<Payoffs> {
    let counts = (0..game.players()).map(|player| game.score(state, Player::new(player)));
    let counts: Vec<u32> = counts.collect::<Option<_>>()?;
    (counts.len() > 1).then(|| Payoffs::by_places(&counts))
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
    /// Reads the specs of a run for a game with this many seats, which counts something or does
    /// not.
    pub fn parse(
        adjudicate: Option<&str>,
        resign: Option<&str>,
        seats: usize,
        counts: bool,
    ) -> Result<Adjudication, SpecError> {
        let mut rules = Adjudication::default();
        let args = |text: &str| resolve(&Spec::parse(text)?, "adjudication", ADJUDICATIONS, &[]);
        if let Some(args) = adjudicate.map(args).transpose()?
            && args.name() == "repeats"
        {
            if !counts || seats < 2 {
                let reason = "needs a game of several players that counts what they hold, as ataxx and othello do";
                return Err(SpecError::combination("repeats", reason));
            }
            let agent = (args.integer("agent") as usize).checked_sub(1);
            let (most, kept) = (args.integer("most") as u32, args.integer("kept") as usize);
            rules.repeats = Some(RepeatRule { most, kept, agent });
        } else if adjudicate.is_some() {
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
        self.proven || self.resign.is_some() || self.repeats.is_some()
    }

    /// Whether a move of `player`, who is the agent of that number, repeats too much.
    pub(crate) fn is_repeated<M: PartialEq>(
        &self,
        number: usize,
        player: Player,
        mv: M,
        conduct: &mut Conduct<M>,
    ) -> bool {
        let watched = self.repeats.filter(|rule| rule.agent.is_none_or(|agent| agent == number));
        watched.is_some_and(|rule| conduct.repeated[player.index()].enter(mv, rule))
    }

    /// The reason to end the game after `agent` has chosen `mv` for `player`, if what it thinks of
    /// that move is one.
    pub(crate) fn judge<G: Game>(
        &self,
        game: &G,
        agent: &dyn Agent<G>,
        player: Player,
        mv: G::Move,
        conduct: &mut Conduct<G::Move>,
    ) -> Option<(Reason, Payoffs)> {
        if !self.proven && self.resign.is_none() {
            return None;
        }
        let poor = &mut conduct.poor[player.index()];
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

#[cfg(test)]
mod tests {
    use super::*;

    /// After how many of these moves a game ends, if it does.
    fn ends(moves: &str) -> Option<usize> {
        let rule = RepeatRule { most: 2, kept: 3, agent: None };
        let mut repeated = RepeatedMoves::default();
        moves.chars().position(|mv| repeated.enter(mv, rule)).map(|place| place + 1)
    }

    #[test]
    fn more_repeats_in_a_row_than_are_allowed_end_a_game() {
        assert_eq!(ends("aaaa"), Some(4), "three repeats are more than two");
        assert_eq!(ends("abab"), None);
        assert_eq!(ends("ababa"), Some(5));
        assert_eq!(ends("ababcab"), None, "a new move begins anew");
        assert_eq!(ends("ababcabc"), Some(8));
        // Four moves are more than three: the list is emptied, and they are new once more.
        assert_eq!(ends("abcdabcd"), None);
        assert_eq!(ends("abcdaaaa"), Some(8));
    }

    #[test]
    fn the_rule_looks_at_one_agent_or_at_all_and_needs_counts() {
        let parse = |text: &str, seats, counts| Adjudication::parse(Some(text), None, seats, counts);
        let rules = parse("repeats(most=0,agent=2)", 2, true).expect("a rule");
        let mut conduct = Conduct::default();
        let mut repeats = |number, player| {
            rules.is_repeated(number, player, 'a', &mut conduct) | rules.is_repeated(number, player, 'a', &mut conduct)
        };
        assert!(!repeats(0, Player::FIRST), "the first agent is not looked at");
        assert!(repeats(1, Player::SECOND));
        assert!(parse("repeats", 2, false).is_err() && parse("repeats", 1, true).is_err());
        assert!(parse("proven", 2, false).is_ok() && parse("proven", 3, true).is_err());
    }
}
