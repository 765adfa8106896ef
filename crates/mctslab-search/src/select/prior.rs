//! What is thought of moves before any of them was tried: the probabilities that [`super::Puct`]
//! starts from.

use mctslab_core::spec::SpecError;
use mctslab_core::{Eval, Game};

use crate::PartCatalog;
use crate::engine::estimate;

/// A prior over the moves of a position. Any function from a game, a state and a move to a weight
/// is one:
///
/// ```
/// use mctslab_core::{Budget, Game};
/// use mctslab_games::connect_four::ConnectFour;
/// use mctslab_search::finish::Visits;
/// use mctslab_search::playout::Uniform;
/// use mctslab_search::select::{Puct, Ties};
/// use mctslab_search::{Engine, EngineSettings, Parts};
///
/// # struct Choose;
/// # impl mctslab_core::Visit for Choose {
/// #     type Output = ();
/// #     fn visit<G: Game>(self, game: G) {
/// // Moves in the middle are worth more than those at the edge.
/// let middle = game.index_bound() as f64 / 2.0 - 0.5;
/// let prior = move |game: &G, _: &G::State, mv: G::Move| 1.0 / (1.0 + (game.index(mv) as f64 - middle).abs());
/// let parts = Parts { prior: Some(Box::new(prior)), ..Parts::new(Puct::new(0.4, 0.5, Ties::Random)) };
/// let mut engine = Engine::new(&game, EngineSettings::default(), parts);
/// engine.choose(&game, &game.initial(), &mut Budget::default()).expect("the game goes on");
/// #     }
/// # }
/// # let args = mctslab_games::resolve_game("connect-four").unwrap();
/// # <ConnectFour as mctslab_core::Family>::build(&args, Choose).unwrap();
/// ```
///
/// What looks at all moves at once, such as a network, implements the trait.
pub trait Prior<G: Game>: Send {
    /// Writes into `weights`, which is empty, a weight of at least 0 for each of the `moves`, all
    /// that are legal in `state`, in their order. The search scales them so that they add up to
    /// one. It is called once for each node that gets children.
    fn weigh(&mut self, game: &G, state: &G::State, moves: &[G::Move], weights: &mut Vec<f32>);
}

impl<G: Game, F: FnMut(&G, &G::State, G::Move) -> f64 + Send> Prior<G> for F {
    fn weigh(&mut self, game: &G, state: &G::State, moves: &[G::Move], weights: &mut Vec<f32>) {
        weights.extend(moves.iter().map(|&mv| self(game, state, mv) as f32));
    }
}

/// The softmax of an estimate that games have by that name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EstimatePrior {
    /// Name of the estimate.
    pub eval: &'static str,
    /// What estimates are divided by: small, and the best alone counts; large, and all are alike.
    pub temperature: f64,
}

impl EstimatePrior {
    /// The prior for a game, which must have the estimate, or the catalog for it.
    pub fn for_game<G: Game>(self, game: &G, parts: &PartCatalog) -> Result<Box<dyn Prior<G>>, SpecError> {
        let eval = parts.eval_named(game, self.eval)?;
        Ok(Box::new(SoftmaxPrior { eval, temperature: self.temperature, next: game.initial() }))
    }
}

/// The softmax of an estimate of the positions that the moves lead to.
struct SoftmaxPrior<G: Game> {
    eval: Eval<G>,
    temperature: f64,
    /// Reused by every move.
    next: G::State,
}

impl<G: Game> Prior<G> for SoftmaxPrior<G> {
    fn weigh(&mut self, game: &G, state: &G::State, moves: &[G::Move], weights: &mut Vec<f32>) {
        let Some(player) = game.turn(state) else { return };
        for &mv in moves {
            self.next.clone_from(state);
            game.play(&mut self.next, mv);
            weights.push(estimate(game, &self.next, self.eval, player));
        }
        let best = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for weight in weights {
            // At most 1, so that nothing grows beyond what numbers can hold.
            *weight = libm::exp(f64::from(*weight - best) / self.temperature) as f32;
        }
    }
}

/// Scales weights so that they add up to one. Where none is greater than 0, all moves are alike.
pub(crate) fn scale(weights: &mut [f32]) {
    let sum: f32 = weights.iter().sum();
    if sum > 0.0 && sum.is_finite() {
        for weight in weights {
            *weight /= sum;
        }
    } else {
        weights.fill(1.0 / weights.len() as f32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_scaled_to_one() {
        let scaled = |weights: &[f32]| {
            let mut weights = weights.to_vec();
            scale(&mut weights);
            weights
        };
        assert_eq!(scaled(&[1.0, 3.0, 0.0]), [0.25, 0.75, 0.0]);
        assert_eq!(scaled(&[0.0, 0.0]), [0.5, 0.5]);
        assert_eq!(scaled(&[f32::NAN, 1.0]), [0.5, 0.5]);
    }
}
