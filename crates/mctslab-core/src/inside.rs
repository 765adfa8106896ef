//! The inside of a search: a node of its tree, and one iteration through it.
//!
//! [`Agent::inspect`](crate::Agent::inspect) shows a node, [`Agent::trace`](crate::Agent::trace)
//! makes one iteration and reports what it did. Where moves are texts, both can be written by
//! serde: a player is then the number of the seat, and an infinite number the word for it.

use serde::{Serialize, Serializer};

use crate::{Payoffs, Player};

/// A node of a search tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NodeView<M> {
    /// Who is to move; `None` when the game is over.
    #[serde(serialize_with = "seat_or_none")]
    pub player: Option<Player>,
    /// How often the node was visited.
    pub visits: u64,
    /// The mean reward of these visits, to the player who moved into the node and at the root to
    /// the player to move; `None` before the first visit.
    pub mean: Option<f64>,
    /// The exact payoff to that player, where it is proven.
    pub proven: Option<f64>,
    /// The moves that have nodes, in the order in which these were made.
    pub children: Vec<ChildView<M>>,
    /// The legal moves that have none yet.
    pub untried: Vec<M>,
}

/// A child of a node, as the player sees it who chooses among the children.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChildView<M> {
    /// The move that leads there.
    #[serde(rename = "move")]
    pub mv: M,
    /// How often it was visited.
    pub visits: u64,
    /// The mean reward of these visits; `None` before the first one.
    pub mean: Option<f64>,
    /// The exact payoff, where it is proven.
    pub proven: Option<f64>,
    /// What the score is made of by which the rule of selection compares; nothing where it compares
    /// no scores.
    pub terms: Vec<ScoreTerm>,
}

impl<M> ChildView<M> {
    /// The score by which the rule of selection compares: the sum of the terms.
    pub fn score(&self) -> f64 {
        self.terms.iter().map(|term| term.value).sum()
    }
}

/// A summand of a score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ScoreTerm {
    /// What it is, in a word or two.
    pub name: &'static str,
    /// How much it is; infinite for children that are visited first, or never.
    #[serde(serialize_with = "number_or_word")]
    pub value: f64,
}

/// What one iteration did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IterationTrace<M> {
    /// The number of the iteration in its search, from 1 on.
    pub number: u64,
    /// The moves made in the tree, from the root down.
    pub steps: Vec<TraceStep<M>>,
    /// Why it went no further.
    pub end: TraceEnd,
    /// The playouts made from there.
    pub playouts: Vec<PlayoutTrace<M>>,
    /// What was recorded, in the order of the back-up: from the leaf up.
    pub records: Vec<RecordTrace<M>>,
}

/// A move that an iteration made in the tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TraceStep<M> {
    /// Who made it.
    #[serde(serialize_with = "seat")]
    pub player: Player,
    /// The move.
    #[serde(rename = "move")]
    pub mv: M,
    /// How it came about.
    pub choice: TraceChoice,
    /// The children that were compared, as they were then; none if the move was not selected.
    pub children: Vec<ChildView<M>>,
    /// The move that was selected first, and counts, but is proven: the iteration went on with the
    /// best of the others.
    pub proven_choice: Option<M>,
}

/// How a move in the tree came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TraceChoice {
    /// The rule of selection chose it.
    Selected,
    /// It had no node, and got one.
    Expanded,
    /// It was drawn at random, since opponents move at random.
    Drawn,
}

/// Why an iteration went no further down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TraceEnd {
    /// The game was played out from there.
    PlayedOut,
    /// The game is over there.
    GameOver,
    /// The result is proven.
    Proven,
}

/// A playout of an iteration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayoutTrace<M> {
    /// The moves that lead from the root to where it begins.
    pub line: Vec<M>,
    /// Its moves.
    pub moves: Vec<M>,
    /// What is known of their order; written as whether it is for display, and as `null` where
    /// nothing is known.
    #[serde(rename = "display_order", serialize_with = "is_for_display")]
    pub order: PlayoutOrder,
    /// What it was worth to all.
    #[serde(serialize_with = "numbers")]
    pub rewards: Payoffs,
}

/// What is known of the order of a playout's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayoutOrder {
    /// They were made in this order.
    AsPlayed,
    /// The game was not played move by move, as where a board is filled at once: the moves are put
    /// in an order for display only, and end where the game does.
    ForDisplay,
    /// Neither moves nor order are known.
    Unknown,
}

/// What was recorded at a node.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecordTrace<M> {
    /// The move that leads into the node; `None` at the root.
    #[serde(rename = "move")]
    pub mv: Option<M>,
    /// The reward that was recorded.
    pub reward: f64,
    /// Its visits after the iteration.
    pub visits: u64,
    /// Its mean after the iteration.
    pub mean: f64,
    /// The exact payoff, where it is proven by then.
    pub proven: Option<f64>,
}

fn seat<S: Serializer>(player: &Player, out: S) -> Result<S::Ok, S::Error> {
    player.index().serialize(out)
}

#[expect(clippy::ref_option, reason = "serde calls it so")]
fn seat_or_none<S: Serializer>(player: &Option<Player>, out: S) -> Result<S::Ok, S::Error> {
    player.map(Player::index).serialize(out)
}

/// JSON knows no infinity.
fn number_or_word<S: Serializer>(value: &f64, out: S) -> Result<S::Ok, S::Error> {
    if value.is_finite() { out.serialize_f64(*value) } else { out.serialize_str(word_for(*value)) }
}

/// The word for a number that is not finite, as most languages read it.
fn word_for(value: f64) -> &'static str {
    match value {
        f64::INFINITY => "infinity",
        f64::NEG_INFINITY => "-infinity",
        _ => "nan",
    }
}

fn is_for_display<S: Serializer>(order: &PlayoutOrder, out: S) -> Result<S::Ok, S::Error> {
    match order {
        PlayoutOrder::AsPlayed => out.serialize_bool(false),
        PlayoutOrder::ForDisplay => out.serialize_bool(true),
        PlayoutOrder::Unknown => out.serialize_none(),
    }
}

fn numbers<S: Serializer>(payoffs: &Payoffs, out: S) -> Result<S::Ok, S::Error> {
    payoffs.as_slice().serialize(out)
}
