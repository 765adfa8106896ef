//! The exchangeable parts of an engine.

use mctslab_core::{Eval, Game};

use crate::finish::{Finish, Visits};
use crate::playout::{Policy, Uniform};
use crate::select::{Advisor, Prior, Select};

/// The exchangeable parts of an engine.
pub struct Parts<G: Game> {
    /// Which child to visit.
    pub select: Box<dyn Select>,
    /// What shifts the means that `select` compares.
    pub advice: Option<Advisor>,
    /// What is thought of moves before they are tried, for rules that ask; by default all are
    /// alike.
    pub prior: Option<Box<dyn Prior<G>>>,
    /// How games are finished below the tree. It must leave states as they are at the end if the
    /// reward counts stones.
    pub playout: Box<dyn Policy<G>>,
    /// Which move to play in the end.
    pub finish: Box<dyn Finish>,
    /// What unfinished positions are worth, for settings that ask for it.
    pub eval: Eval<G>,
}

impl<G: Game> Parts<G> {
    /// A rule of selection with the plainest of all other parts: uniform playouts, and the most
    /// visited move in the end.
    pub fn new(select: impl Select + 'static) -> Parts<G> {
        let (playout, finish) = (Box::new(Uniform::default()), Box::new(Visits));
        Parts { select: Box::new(select), advice: None, prior: None, playout, finish, eval: Eval::HALF }
    }
}
