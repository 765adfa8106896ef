//! Shows when the two criteria of bisection call a match level. It simulates matches, without
//! playing any game, over the probabilities of a win and of a draw.
//!
//! Figure 2 of Lanzi, "Evaluating the Complexity of Players' Strategies using MCTS Iterations"
//! (2019). For a win probability p and a draw probability t, both from 0 to 1 in steps of 0.1, a
//! match has `games` games: each is drawn with probability t, and otherwise won with probability p.
//! The score difference is |wins − losses| / games. The match quality is that of TrueSkill with its
//! usual constants, updated after each game. Each of `seeds` repetitions is a sample with one match
//! for every cell. The named game is not played and changes nothing.

mod document;

use mctslab_arena::{Round, TaskResult};
use mctslab_core::Rng;
use mctslab_core::rng::mix;
use mctslab_core::spec::{Entry, Kind, Param};
use mctslab_lab::{About, Agents, Document, LabError, Progress, Setup, Study, StudyContext, StudyRow, sample_of};
use mctslab_stats::Running;
use mctslab_stats::trueskill::TrueSkill;
use serde::{Deserialize, Serialize};

use self::document::CriteriaDocument;

/// Probabilities from 0 to 1.
const STEPS: usize = 11;

pub(crate) const ROW: StudyRow = StudyRow {
    command: "criteria",
    entry: Entry {
        name: "criteria",
        doc: "Compare two definitions of equal strength on simulated matches",
        params: &[
            Param::new("games", Kind::Integer { min: 1, max: 1_000_000 }, "1000", "games of a simulated match"),
            Param::new(
                "seeds",
                Kind::Integer { min: 1, max: 100_000 },
                "20",
                "repetitions, each with one match for every cell",
            ),
        ],
    },
    source: include_str!("mod.rs"),
    agents: Agents::NoGame,
    example: "mctslab criteria --games 1000 --seeds 20",
    build: |setup| Ok(Box::new(CriteriaStudy::new(setup))),
    combine: None,
    more_rows: false,
};

/// A repetition: one match for every pair of probabilities, by the win probability first.
#[derive(Serialize, Deserialize)]
struct CriteriaSample {
    score_difference: Vec<f64>,
    quality: Vec<f64>,
}

/// What simulated matches with the same probabilities came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CriteriaCell {
    /// The probability of a win in a game that is not drawn.
    pub win: f64,
    /// The probability of a draw.
    pub draw: f64,
    /// |wins − losses| / games.
    pub score_difference: Running,
    /// The TrueSkill match quality.
    pub quality: Running,
}

/// Simulations at work.
struct CriteriaStudy {
    games: u64,
    seeds: u64,
    asked: bool,
    taken: u64,
    cells: Vec<CriteriaCell>,
    skill: TrueSkill,
}

impl CriteriaStudy {
    fn new(setup: &Setup<'_>) -> CriteriaStudy {
        let (games, seeds) = (setup.args.integer("games") as u64, setup.args.integer("seeds") as u64);
        let fresh =
            |(win, draw)| CriteriaCell { win, draw, score_difference: Running::default(), quality: Running::default() };
        let cells = probabilities().map(fresh).collect();
        CriteriaStudy { games, seeds, asked: false, taken: 0, cells, skill: TrueSkill::default() }
    }

    /// The score difference and the quality of one match.
    fn simulate(&self, (win, draw): (f64, f64), games: u64, rng: &mut Rng) -> (f64, f64) {
        let (mut first, mut second) = (self.skill.fresh(), self.skill.fresh());
        let (mut wins, mut losses) = (0u64, 0u64);
        for _ in 0..games {
            if rng.unit() < draw {
                (first, second) = self.skill.draw(first, second);
            } else if rng.unit() < win {
                (first, second) = self.skill.win(first, second);
                wins += 1;
            } else {
                (second, first) = self.skill.win(second, first);
                losses += 1;
            }
        }
        (wins.abs_diff(losses) as f64 / games as f64, self.skill.quality(first, second))
    }
}

/// All pairs of a win and a draw probability.
fn probabilities() -> impl Iterator<Item = (f64, f64)> {
    let share = |step: usize| step as f64 / (STEPS - 1) as f64;
    (0..STEPS * STEPS).map(move |place| (share(place / STEPS), share(place % STEPS)))
}

impl Study for CriteriaStudy {
    fn next(&mut self) -> Option<Round> {
        let work = self.games.to_string();
        (!std::mem::replace(&mut self.asked, true)).then(|| Round::of_own_tasks(0..self.seeds, work))
    }

    fn add(&mut self, result: &TaskResult) {
        let Some(CriteriaSample { score_difference, quality }) = sample_of(result) else { return };
        self.taken += 1;
        for (cell, (difference, quality)) in self.cells.iter_mut().zip(score_difference.into_iter().zip(quality)) {
            cell.score_difference.add(difference);
            cell.quality.add(quality);
        }
    }

    fn planned(&self) -> u64 {
        self.seeds
    }

    fn unit(&self) -> &'static str {
        "samples"
    }

    fn progress(&self) -> Progress {
        Progress { share: Some(self.taken as f64 / self.seeds as f64), ..Progress::default() }
    }

    fn document<'a>(&'a self, about: About<'a>) -> Box<dyn Document + 'a> {
        Box::new(CriteriaDocument::new(about, self.games, self.taken, &self.cells))
    }

    fn check(&self, _: StudyContext<'_>, _: &str, _: u64, found: &str) -> Result<(), String> {
        let sample: CriteriaSample =
            serde_json::from_str(found).map_err(|error| format!("it cannot be read: {error}"))?;
        for list in [&sample.score_difference, &sample.quality] {
            if list.len() != self.cells.len() || !list.iter().all(|share| (0.0..=1.0).contains(share)) {
                return Err(format!("expected {} numbers from 0 to 1 of each kind", self.cells.len()));
            }
        }
        Ok(())
    }

    fn perform(&mut self, context: StudyContext<'_>, work: &str, task: u64) -> Result<String, LabError> {
        let unknown = |_| LabError::Task { task, reason: format!("`{work}` is not a number of games to simulate") };
        let games: u64 = work.parse().map_err(unknown)?;
        let one = |(place, shares)| {
            self.simulate(shares, games, &mut Rng::new(mix(&[context.plan.seed, task, place as u64])))
        };
        let (score_difference, quality) = probabilities().enumerate().map(one).unzip();
        let sample = CriteriaSample { score_difference, quality };
        Ok(serde_json::to_string(&sample).expect("numbers can always be written"))
    }
}
