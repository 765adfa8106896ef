//! A plan as it is shown: the command and its options, as they would be typed.

use mctslab_core::spec::{Kind, Param};

use crate::agents::Agents;
use crate::hints::SharedHints;

/// Whether games that ended by a crash count like any other loss: a parameter of every study that
/// says who is stronger.
pub const COUNT_FORFEITS: Param = Param::new(
    "count-forfeits",
    Kind::Flag,
    "false",
    "count games lost by a crash as losses, and give a verdict however many there are",
);

/// What a run was asked for, in the words of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The command.
    pub command: String,
    /// The game.
    pub game: String,
    /// The game, with those of its options that are not as usual.
    pub short_game: String,
    /// The agents.
    pub agents: Vec<String>,
    /// What the agents are called.
    pub names: Vec<String>,
    /// Games of each table; 0 if the study has another measure.
    pub games: u64,
    /// The study without games and stop rule, or all of it.
    pub format: String,
    /// The same without what is as by default; empty if nothing is left to say.
    pub short_format: String,
    /// Where games start.
    pub openings: String,
    /// The time control, if games are timed.
    pub clock: Option<String>,
    /// How games are adjudicated, if they are.
    pub adjudicate: Option<String>,
    /// When agents resign, if they do.
    pub resign: Option<String>,
    /// The stop rule, if there is one.
    pub stop: Option<String>,
    /// Whether games lost by a crash count like any other loss.
    pub count_forfeits: bool,
    /// The seed.
    pub seed: u64,
    /// The version of mctslab.
    pub version: String,
    /// Which agents the study takes; `None` of a study of another version that is not known here.
    pub kind: Option<Agents>,
    /// What the tasks of the run are called when they are counted.
    pub unit: &'static str,
    /// Whether the study is another than the one that its command runs when nothing more is said.
    pub is_other: bool,
    /// The words of the front end for what can be done next.
    pub hints: SharedHints,
}

impl Settings {
    /// Whether the study measures the strength of a target.
    pub fn has_target(&self) -> bool {
        self.kind == Some(Agents::Target)
    }

    /// Whether agents are touchstones of different iterations.
    pub fn has_touchstone(&self) -> bool {
        self.kind.is_some_and(Agents::measures_strength)
    }
}
