//! Moves with a score each, and the choice of a best one.

use mctslab_core::{MoveThought, Rng, Thoughts};

/// The moves of a position and what an agent thinks of each. Reused from move to move.
pub struct MoveRatings<M> {
    rated: Vec<Rated<M>>,
    chosen: Option<M>,
    scale: Option<f64>,
}

struct Rated<M> {
    mv: M,
    score: f64,
    positions: u64,
    /// Moves that were passed over have no score.
    exact: bool,
}

impl<M: Copy> MoveRatings<M> {
    /// For scores that are payoffs, or shares between 0 and 1; infinite ones mean a win or a loss.
    pub fn of_shares() -> MoveRatings<M> {
        MoveRatings { rated: Vec::new(), chosen: None, scale: None }
    }

    /// For scores that may be any numbers. They are shown as 1/2 + s / (2 (|s| + scale)), which
    /// keeps their order.
    pub fn of_points(scale: f64) -> MoveRatings<M> {
        MoveRatings { scale: Some(scale), ..MoveRatings::of_shares() }
    }

    /// Forgets the last position.
    pub fn clear(&mut self) {
        self.rated.clear();
        self.chosen = None;
    }

    /// Adds a move whose score took a look at `positions` positions.
    pub fn push(&mut self, mv: M, score: f64, positions: u64) {
        self.rated.push(Rated { mv, score, positions, exact: true });
    }

    /// Adds a move that is known not to be played, but not by how much it is worse.
    pub fn push_passed_over(&mut self, mv: M, positions: u64) {
        self.rated.push(Rated { mv, score: f64::NEG_INFINITY, positions, exact: false });
    }

    /// The first of the moves with the highest score.
    pub fn first_best(&mut self) -> Option<M> {
        let best = self.best().next().map(|rated| rated.mv);
        self.chosen = best;
        best
    }

    /// The last of the moves with the highest score.
    pub fn last_best(&mut self) -> Option<M> {
        let best = self.best().last().map(|rated| rated.mv);
        self.chosen = best;
        best
    }

    /// One of the moves with the highest score, each equally likely.
    pub fn any_best(&mut self, rng: &mut Rng) -> Option<M> {
        let count = self.best().count() as u32;
        let picked = if count == 0 { 0 } else { rng.below(count) };
        let best = self.best().nth(picked as usize).map(|rated| rated.mv);
        self.chosen = best;
        best
    }

    fn best(&self) -> impl Iterator<Item = &Rated<M>> {
        let exact = self.rated.iter().filter(|rated| rated.exact);
        let most = exact.clone().map(|rated| rated.score).fold(f64::NEG_INFINITY, f64::max);
        exact.filter(move |rated| rated.score == most)
    }

    /// What can be told of the last position.
    pub fn thoughts(&self) -> Thoughts<M> {
        let thought = |rated: &Rated<M>| MoveThought {
            mv: rated.mv,
            visits: rated.positions,
            value: rated.exact.then(|| self.shown(rated.score)),
            proven: None,
        };
        Thoughts {
            iterations: self.rated.iter().map(|rated| rated.positions).sum(),
            moves: self.rated.iter().map(thought).collect(),
            line: self.chosen.into_iter().collect(),
            ..Thoughts::default()
        }
    }

    fn shown(&self, score: f64) -> f64 {
        match self.scale {
            Some(scale) if score.is_finite() => 0.5 + score / (2.0 * (score.abs() + scale)),
            _ => score.clamp(0.0, 1.0),
        }
    }
}
