//! Describes a game by seeded play of one agent in all seats: its length, its branching factor and
//! its results. In sampled positions it measures the value of random play and how well it predicts
//! the best move. It can also measure the skill ladder of the game.
//!
//! Ribeiro et al. count the branching of Ataxx by ply and by stones. Vonášek, sections 7.1 and 7.2,
//! studies values of the uniform policy by the true value, the rank of the optimal move, and
//! advantage accumulation. Knuth, Estimating the efficiency of backtrack programs (1975).

mod document;
mod games;
mod knuth;
mod ladder_part;
mod page;
mod position_findings;
mod positions;
mod shown;
mod text;

use mctslab_arena::{Round, TaskResult};
use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_lab::{About, Agents, Document, LabError, Progress, Samplers, Setup, Study, StudyContext, StudyRow, Touchstone, sample_of, sample_round, touchstone, touchstone_name};
use mctslab_registry::samples::AnyMeasure;
use mctslab_registry::samples::outlook::{Outlook, PositionSample};
use mctslab_registry::samples::portrait::{GAMES_WITH_MOVES, GameSample, Portrait};

use crate::complexity::{FitPlan, GAMES, ITERATIONS, Ladder, LadderPlan, ComplexityStudy, Method, PRECISION, SHARE};
use self::document::AnalyzeDocument;
use self::games::AnalyzedGames;
use self::ladder_part::LadderPart;
use self::positions::AnalyzedPositions;
use self::shown::{ShownExamples, shown_examples};

const COUNT: Kind = Kind::Integer { min: 0, max: 1_000_000_000 };
const POSITIVE: Kind = Kind::Integer { min: 1, max: 1_000_000_000 };

pub(crate) const ROW: StudyRow = StudyRow {
    command: "analyze",
    entry: Entry {
        name: "analyze",
        doc: "Describe a game: length, branching factor, results, and how well random play predicts the best move",
        params: &[
            Param::new("games", POSITIVE, "1000", "games to play"),
            Param::new("positions", COUNT, "0", "random positions to examine"),
            Param::new("after", Kind::Integer { min: 0, max: 60_000 }, "0", "plies from the start to the positions"),
            Param::new(
                "enumerate",
                Kind::Flag,
                "false",
                "examine every position after that number of plies, each once",
            ),
            Param::new(
                "samples",
                Kind::Integer { min: 1, max: 1_000_000 },
                "30",
                "random games that estimate the value of a move",
            ),
            Param::new(
                "exact",
                COUNT,
                "100000",
                "compute the value of random play exactly where at most this many nodes follow",
            ),
            Param::new("limit", POSITIVE, "1000000", "solve positions that need at most this many nodes"),
            Param::new("ladder", Kind::Flag, "false", "measure the skill ladder of the game as well"),
            Param::new("touchstone", Kind::Text, "\"mcts\"", "the agent whose iterations are the unit of the ladder"),
            Param::new("ladder-max", ITERATIONS, "10000", "the most iterations on the ladder"),
            Param::new("ladder-precision", SHARE, "0.2", PRECISION),
            Param::new("ladder-games", GAMES, "20000", "at most this many games for each step of the ladder"),
        ],
    },
    source: include_str!("mod.rs"),
    agents: Agents::One { option: "agent", default: "random" },
    example: "mctslab analyze connect-four -n 10000",
    build: |setup| Ok(Box::new(AnalyzeStudy::new(setup)?)),
    combine: None,
    more_rows: false,
};

/// The description of a game at work.
struct AnalyzeStudy {
    games: u64,
    positions: u64,
    outlook: Option<Outlook>,
    stage: AnalysisStage,
    of_games: AnalyzedGames,
    of_positions: AnalyzedPositions,
    ladder: Option<LadderStudy>,
    samplers: Samplers,
    shown: Option<ShownExamples>,
}

/// What is asked for next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AnalysisStage {
    Games,
    Positions,
    Ladder,
}

/// The ladder with what it is called.
struct LadderStudy {
    study: ComplexityStudy,
    touchstone: String,
    name: String,
    format: String,
}

impl AnalyzeStudy {
    fn new(setup: &Setup<'_>) -> Result<AnalyzeStudy, LabError> {
        let args = setup.args;
        let games = args.integer("games") as u64;
        let outlook = outlook(args, games)?;
        let positions = match &outlook {
            None => 0,
            Some(outlook) => {
                // Whether there are such positions is found out before anything is stored.
                let end = setup.game.available(&AnyMeasure::from(outlook.clone()), setup.plan)?;
                end.map_or(args.integer("positions") as u64, |end| end - games)
            }
        };
        let ladder = args.flag("ladder").then(|| ladder(setup, games + positions)).transpose()?;
        Ok(AnalyzeStudy {
            games,
            positions,
            outlook,
            stage: AnalysisStage::Games,
            of_games: AnalyzedGames::default(),
            of_positions: AnalyzedPositions::default(),
            ladder,
            samplers: Samplers::default(),
            shown: None,
        })
    }

    fn samples(&self) -> u64 {
        self.games + self.positions
    }
}

/// What is asked of positions, if there are any.
fn outlook(args: &Args, games: u64) -> Result<Option<Outlook>, SpecError> {
    let (positions, after, enumerate) = (args.integer("positions"), args.integer("after"), args.flag("enumerate"));
    let refuse = |reason: String| Err(SpecError::combination(args.name(), reason));
    match (enumerate, positions) {
        (true, 1..) => {
            refuse(format!("`positions={positions}` are drawn at random, and `enumerate` takes them all: choose one"))
        }
        (false, 0) if after > 0 => refuse(format!(
            "`after={after}` says where positions are taken from, but none are asked for: set `positions` or `enumerate`"
        )),
        (false, 0) => Ok(None),
        _ => Ok(Some(Outlook {
            first: games,
            after: after as u32,
            enumerate,
            samples: args.integer("samples") as u32,
            exact: args.integer("exact") as u64,
            limit: args.integer("limit") as u64,
        })),
    }
}

/// The ladder, whose first game has the number `first`.
fn ladder(setup: &Setup<'_>, first: u64) -> Result<LadderStudy, LabError> {
    let (args, seats, plan) = (setup.args, setup.game.players(), setup.plan);
    if seats < 2 {
        let reason = format!("`{}` has one player, and a ladder is measured between players", plan.game);
        return Err(LabError::Request(reason));
    }
    let whole = |key: &str| args.integer(key) as u64;
    let fit = FitPlan {
        min: 1,
        max: whole("ladder-max").max(2),
        goal: 0.6,
        precision: args.real("ladder-precision"),
        level: 0.01,
        look: 0,
        games: whole("ladder-games"),
        cycle: (1..=seats as u64).product(),
        seats,
    };
    let unit = touchstone(setup.game, args.text("touchstone"))?;
    let method = Method::Ladder(Ladder::new(LadderPlan { fit, steps: 100 }));
    let yardstick = Touchstone::new(&unit)?;
    let study = ComplexityStudy::new(method, seats, plan.seed, false, unit.clone(), yardstick).starting_at(first);
    let format = format!("ladder(max={},precision={},games={})", fit.max, fit.precision, fit.games);
    let name = touchstone_name(&**setup.game, &unit);
    Ok(LadderStudy { study, touchstone: unit, name, format })
}

impl Study for AnalyzeStudy {
    fn next(&mut self) -> Option<Round> {
        if self.stage == AnalysisStage::Games {
            self.stage = AnalysisStage::Positions;
            return Some(sample_round(Portrait { moves: GAMES_WITH_MOVES }, 0..self.games));
        }
        if self.stage == AnalysisStage::Positions {
            self.stage = AnalysisStage::Ladder;
            if let Some(outlook) = &self.outlook {
                return Some(sample_round(outlook.clone(), self.games..self.samples()));
            }
        }
        self.ladder.as_mut()?.study.next()
    }

    fn add(&mut self, result: &TaskResult) {
        let task = result.task();
        if task < self.games {
            if let Some(sample) = sample_of::<GameSample>(result) {
                self.of_games.add(task, &sample);
            }
        } else if task < self.samples() {
            if let Some(sample) = sample_of::<PositionSample>(result) {
                self.of_positions.add(task, &sample);
            }
        } else if let Some(ladder) = &mut self.ladder {
            ladder.study.add(result);
        }
    }

    fn give_up(&mut self) {
        if let Some(ladder) = &mut self.ladder {
            ladder.study.give_up();
        }
    }

    fn planned(&self) -> u64 {
        self.samples() + self.ladder.as_ref().map_or(0, |ladder| ladder.study.planned())
    }

    fn decides_while_running(&self) -> bool {
        self.ladder.is_some()
    }

    fn unit(&self) -> &'static str {
        "samples"
    }

    fn progress(&self) -> Progress {
        let done = self.of_games.count() + self.of_positions.count();
        match &self.ladder {
            Some(ladder) if done >= self.samples() => ladder.study.progress(),
            Some(_) => Progress { line: format!("{done} of {} samples", self.samples()), ..Progress::default() },
            None => Progress { share: Some(done as f64 / self.samples() as f64), ..Progress::default() },
        }
    }

    fn document<'a>(&'a self, about: About<'a>) -> Box<dyn Document + 'a> {
        let mut document = AnalyzeDocument::new(about, &self.of_games);
        if let Some(outlook) = &self.outlook {
            document = document.with_positions(&self.of_positions, outlook);
        }
        if let Some(LadderStudy { study, touchstone, name, format }) = &self.ladder {
            document = document.with_ladder(LadderPart { study, touchstone, name, format });
        }
        if let Some(shown) = &self.shown {
            document = document.with_shown(shown);
        }
        Box::new(document)
    }

    fn show_games(&mut self, context: StudyContext<'_>) -> Result<(), LabError> {
        self.shown = Some(shown_examples(context, &self.of_games, &self.of_positions));
        Ok(())
    }

    fn perform(&mut self, context: StudyContext<'_>, work: &str, task: u64) -> Result<String, LabError> {
        self.samplers.take(context, work, task)
    }
}
