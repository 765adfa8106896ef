//! One curve of a trace: what an agent thought at its first move, at its second, and so on, in the
//! mean over games.

use mctslab_arena::Summary;
use mctslab_registry::samples::trace::TraceSample;
use mctslab_stats::Running;

/// What is traced of a move, in the order in which it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    /// The value of the chosen move.
    Value,
    /// The variance between the values of moves.
    Between,
    /// The mean variance of a value.
    Within,
    /// The share of what the players hold.
    Share,
    /// Legal moves.
    Legal,
    /// Milliseconds.
    Ms,
}

impl Quantity {
    /// All of them.
    pub(crate) const ALL: [Quantity; 6] =
        [Quantity::Value, Quantity::Between, Quantity::Within, Quantity::Share, Quantity::Legal, Quantity::Ms];

    /// The word that names it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Quantity::Value => "value",
            Quantity::Between => "between",
            Quantity::Within => "within",
            Quantity::Share => "share",
            Quantity::Legal => "legal",
            Quantity::Ms => "ms",
        }
    }

    /// What it is, in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Quantity::Value => "value of the chosen move",
            Quantity::Between => "variance between the values of moves",
            Quantity::Within => "mean variance of a value",
            Quantity::Share => "share of what the players hold",
            Quantity::Legal => "legal moves",
            Quantity::Ms => "milliseconds for a move",
        }
    }

    /// The largest value that it can have, if there is one; the smallest is 0.
    pub(crate) fn most(self) -> f64 {
        match self {
            Quantity::Value | Quantity::Share => 1.0,
            _ => f64::INFINITY,
        }
    }

    /// Digits behind the point that are worth showing.
    pub(crate) fn digits(self) -> usize {
        match self {
            Quantity::Value | Quantity::Share | Quantity::Ms => 3,
            Quantity::Between | Quantity::Within => 4,
            Quantity::Legal => 1,
        }
    }
}

/// One move of the agent in all games that reached it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Step {
    /// Games that reached it.
    reached: u64,
    means: [Running; Quantity::ALL.len()],
}

impl Step {
    /// Games that reached it.
    pub(crate) fn reached(&self) -> u64 {
        self.reached
    }

    /// A quantity over those games in which it is known.
    pub(crate) fn mean(&self, quantity: Quantity) -> &Running {
        &self.means[quantity as usize]
    }
}

/// The games of one agent.
pub(crate) struct Curve {
    steps: Vec<Step>,
    summary: Summary,
}

impl Curve {
    /// A curve before its first game: `fixed` are the agents of the run that are not known to move
    /// at random, the opponent last.
    pub(crate) fn new(fixed: &[bool], seats: usize) -> Curve {
        let agents = fixed.len() + seats.saturating_sub(2);
        let mut all = fixed.to_vec();
        all.resize(agents, fixed.last().copied().unwrap_or(false));
        Curve { steps: Vec::new(), summary: Summary::new(agents, seats).deterministic(all) }
    }

    /// Takes the sample with the next higher number; one that holds no game that can be is left
    /// out.
    pub(crate) fn add(&mut self, sample: &TraceSample, number: u64) {
        let Some(record) = sample.game.record(number) else { return };
        self.summary.add(&record);
        for (place, &legal) in sample.legal.iter().enumerate() {
            if self.steps.len() <= place {
                self.steps.push(Step::default());
            }
            let step = &mut self.steps[place];
            step.reached += 1;
            let known = |list: &[Option<f64>]| list.get(place).copied().flatten();
            let values = [
                known(&sample.value),
                known(&sample.between),
                known(&sample.within),
                known(&sample.share),
                Some(f64::from(legal)),
                sample.timing.ms.get(place).copied(),
            ];
            for (mean, value) in step.means.iter_mut().zip(values) {
                if let Some(value) = value {
                    mean.add(value);
                }
            }
        }
    }

    /// The moves of the agent, the first one first.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// All games, summed up.
    pub(crate) fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Whether fewer than one game in twenty reached a move, so that its means are those of unusual
    /// games.
    pub(crate) fn is_rare(&self, step: &Step) -> bool {
        20 * step.reached < self.summary.games()
    }
}

#[cfg(test)]
mod tests {
    use mctslab_registry::samples::PlayedGame;
    use mctslab_registry::samples::trace::TraceTiming;

    use super::*;

    fn sample(values: &[Option<f64>]) -> TraceSample {
        let game = PlayedGame {
            seats: vec![0, 1],
            opening: None,
            seed: "1".to_string(),
            payoffs: vec![1.0, 0.0],
            plies: 2,
            reason: "end".to_string(),
            moves: Vec::new(),
            digest: "1".to_string(),
            forfeit: None,
        };
        TraceSample {
            game,
            value: values.to_vec(),
            between: vec![None; values.len()],
            within: vec![None; values.len()],
            share: vec![None; values.len()],
            legal: vec![3; values.len()],
            timing: TraceTiming::default(),
        }
    }

    #[test]
    fn means_are_over_the_games_that_know_a_value() {
        let mut curve = Curve::new(&[false, false], 2);
        curve.add(&sample(&[Some(0.25), None]), 0);
        curve.add(&sample(&[Some(0.75), Some(1.0), Some(0.5)]), 1);
        let value = |place: usize| curve.steps()[place].mean(Quantity::Value);
        assert_eq!((value(0).mean(), value(0).error(), value(0).count()), (Some(0.5), Some(0.25), 2));
        assert_eq!((value(1).mean(), value(1).count(), curve.steps()[1].reached()), (Some(1.0), 1, 2));
        assert_eq!(curve.steps()[1].mean(Quantity::Legal).count(), 2);
        assert_eq!((curve.steps().len(), curve.steps()[2].mean(Quantity::Ms).count()), (3, 0));
    }

    #[test]
    fn moves_of_few_games_are_rare() {
        let mut curve = Curve::new(&[false, false], 2);
        curve.add(&sample(&[Some(0.5), Some(0.5)]), 0);
        for number in 1..20 {
            curve.add(&sample(&[Some(0.5)]), number);
        }
        assert!(!curve.is_rare(&curve.steps()[1]), "one of twenty");
        curve.add(&sample(&[Some(0.5)]), 20);
        assert!(curve.is_rare(&curve.steps()[1]) && !curve.is_rare(&curve.steps()[0]));
    }
}
