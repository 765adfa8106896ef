//! What matches and tournaments have in common: a course of games and a summary of them.

use mctslab_arena::{Course, CoursePlan, Format, Round, Stop, Summary, TaskResult};
use mctslab_core::spec::{Kind, Param};
use mctslab_lab::{About, Document, LabError, Progress, Setup, Study, StudyContext, not_random};
use mctslab_page::Replay;

use super::gathered::Gathered;
use super::replays::replays_of_run;

/// Games of each set of agents that play together.
pub(crate) const GAMES: Param = Param::new(
    "games",
    Kind::Integer { min: 1, max: 1_000_000_000 },
    "100",
    "games per pairing (more than two seats: per set of agents)",
);
/// When to stop early.
pub(crate) const STOP: Param =
    Param::new("stop", Kind::Choice(mctslab_arena::STOPS), "none", "rule that may end the run early");

/// What a page shows of single games, if it does.
pub(crate) type ShownOfCourse<'a> = Option<(&'a Gathered, &'a [Replay])>;

/// Makes the document of a course.
pub(crate) type CourseDocument =
    for<'a> fn(About<'a>, &'a Summary, &'a Course, ShownOfCourse<'a>) -> Box<dyn Document + 'a>;

/// A match or a tournament at work.
pub(crate) struct CourseStudy {
    made_document: CourseDocument,
    course: Course,
    summary: Summary,
    /// What a page shows of single games.
    gathered: Option<Gathered>,
    replays: Vec<Replay>,
}

impl CourseStudy {
    /// A course of a format before its first game.
    pub(crate) fn new(
        setup: &Setup<'_>,
        format: Format,
        made_document: CourseDocument,
    ) -> Result<CourseStudy, LabError> {
        let (plan, args) = (setup.plan, setup.args);
        let has_rule = args.values().iter().any(|(key, _)| *key == STOP.name);
        let stop = if has_rule { Stop::of_args(args.choice(STOP.name))? } else { None };
        let course = Course::new(CoursePlan {
            format,
            agents: plan.agents.clone(),
            seats: setup.game.players(),
            games: args.integer("games") as u64,
            seed: plan.seed,
            openings: plan.openings.vary(),
            stop,
        })?;
        let summary = Summary::new(course.agents(), course.seats());
        let summary = summary.deterministic(not_random(setup.game, &plan.agents)?);
        Ok(CourseStudy { made_document, course, summary, gathered: None, replays: Vec::new() })
    }

    /// The same, as a study.
    pub(crate) fn study(
        setup: &Setup<'_>,
        format: Format,
        made_document: CourseDocument,
    ) -> Result<Box<dyn Study>, LabError> {
        Ok(Box::new(CourseStudy::new(setup, format, made_document)?))
    }
}

impl Study for CourseStudy {
    fn next(&mut self) -> Option<Round> {
        self.course.next(&self.summary)
    }

    fn add(&mut self, result: &TaskResult) {
        if let Some(record) = result.game() {
            self.summary.add(record);
            if let Some(gathered) = &mut self.gathered {
                gathered.add(record, &self.summary);
            }
        }
    }

    fn planned(&self) -> u64 {
        self.course.planned()
    }

    fn progress(&self) -> Progress {
        let (summary, course) = (&self.summary, &self.course);
        let Some(mean) = summary.total(0).scores.mean() else { return Progress::default() };
        let interval = summary.interval(0);
        let rule = course.stop().map(|stop| format!(", {}", stop.state(summary).short())).unwrap_or_default();
        let share = summary.games() as f64 / course.planned().max(1) as f64;
        Progress {
            line: format!("score {mean:.3} ({:.3} to {:.3}){rule}", interval.low, interval.high),
            share: Some(share),
            warning: None,
        }
    }

    fn document<'a>(&'a self, about: About<'a>) -> Box<dyn Document + 'a> {
        let shown = self.gathered.as_ref().map(|gathered| (gathered, self.replays.as_slice()));
        (self.made_document)(about, &self.summary, &self.course, shown)
    }

    fn keep_games(&mut self) {
        self.gathered = Some(Gathered::new(self.course.agents(), self.course.seatings()));
    }

    fn show_games(&mut self, context: StudyContext<'_>) -> Result<(), LabError> {
        if let Some(gathered) = &self.gathered {
            self.replays = replays_of_run(&**context.game, context.plan, gathered)?;
        }
        Ok(())
    }
}
