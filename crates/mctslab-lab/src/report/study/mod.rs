//! The page of a study of strength: the verdict, what it rests on, how it came about, and some of the games.

mod bisection;
mod fit;
mod gather;
mod ladder;
mod overview;

pub use gather::{Ending, StudyGames};
pub use ladder::{found as step_found, won_words};
use mctslab_arena::{RunRow, Settings, Status};

use super::date::utc;
use super::page::{Page, escape, facts, grouped, paragraph};
use super::replay::Replay;
use super::run::{NOTHING, quoted, strips};
use super::strength::precision_reached;
use crate::complexity::{CONFIDENCE, Fit, FitStatus, Method, REFERENCE, Study, Touchstone};

/// What is said of a command that would play more than was played.
const EARLY: &str =
    "The study ended before its method was done, by a limit of time or by hand: the command plays on beyond that.";

/// All that the page of a study tells.
pub struct StudyReport<'a> {
    /// The run as the store has it.
    pub row: &'a RunRow,
    /// The game without its defaults, for the title.
    pub game: &'a str,
    /// The study as far as it was played.
    pub study: &'a Study,
    /// The verdict in one sentence.
    pub verdict: &'a str,
    /// Whether another version chose the games.
    pub refitted: bool,
    /// What else was kept of its games.
    pub games: &'a StudyGames,
    /// Games to be shown.
    pub replays: &'a [Replay],
}

impl StudyReport<'_> {
    /// The whole page.
    pub fn html(&self) -> String {
        let mut page = Page::new(&self.title());
        page.push(&format!("<p class=\"verdict\">Verdict: {}.</p>\n", escape(self.verdict)));
        page.push(&self.status());
        if self.refitted {
            let words = "These games were chosen by another version of mctslab; what is shown is the curve of this version over them.";
            page.push(&paragraph(words));
        }
        page.push(&self.settings());
        if self.study.games() == 0 {
            page.section("result", "Result", NOTHING);
            return page.html();
        }
        match self.study.method() {
            Method::Fit(fit) => {
                page.section("curve", "Score by iterations", &fit::curve(fit));
                page.section("path", "How the estimate was found", &fit::path(fit));
                page.section("levels", "Levels", &fit::levels(fit));
            }
            Method::Bisection(bisection) => {
                page.section("path", "Iterations tried", &bisection::path(bisection));
                page.section("trials", "Trials", &bisection::trials(bisection, self.known()));
                page.section("matches", "Matches", &bisection::evaluations(bisection));
            }
            Method::Ladder(ladder) => self.ladder(&mut page, ladder),
        }
        page.section("seats", "Seats", &self.seats());
        if self.has_draws() {
            page.section("draws", "Draws", &self.draws());
        }
        page.section("lengths", "Length of games", &self.lengths());
        page.section("games", "Games", &strips(self.replays));
        page.html()
    }

    /// The name of the agent with a number in the run, short enough for a page.
    pub fn player(row: &RunRow, number: usize) -> String {
        let name = |place: usize| row.names.get(place).cloned().unwrap_or_default();
        match Study::iterations_of(number) {
            None => name(0),
            Some(iterations) => format!("{} with {} iterations", name(1), grouped(iterations)),
        }
    }

    fn on_ladder(&self) -> bool {
        matches!(self.study.method(), Method::Ladder(_))
    }

    /// The target's own iterations, if it is the touchstone but for them.
    fn known(&self) -> Option<u64> {
        let [target, touchstone] = self.row.settings.agents.as_slice() else { return None };
        Touchstone::new(touchstone).ok()?.iterations_of(target)
    }

    fn title(&self) -> String {
        let (row, game) = (self.row, self.game);
        let name = |place: usize| row.names.get(place).map_or("", String::as_str);
        if self.on_ladder() {
            return format!("Run {}: skill ladder of {game} for {}", row.run, name(1));
        }
        format!("Run {}: strength of {} in {game}", row.run, name(0))
    }

    fn status(&self) -> String {
        let row = self.row;
        let mut html = String::new();
        if row.status != Status::Finished {
            html = format!(
                "<p class=\"warning\">This run is not finished ({}): games are still to be played, by \
                 <code>mctslab resume {}</code>.</p>\n",
                row.status, row.run
            );
        }
        html + &format!(
            "<p class=\"note\">{} games, {} iterations of the touchstone, seed {}, started {}, mctslab {}, {}, {}</p>\n",
            grouped(self.study.games()),
            grouped(self.study.iterations()),
            row.settings.seed,
            utc(row.started),
            escape(&row.settings.version),
            escape(&row.machine),
            row.status
        )
    }

    fn settings(&self) -> String {
        let (row, settings) = (self.row, &self.row.settings);
        let agent = |place: usize| settings.agents.get(place).cloned().unwrap_or_default();
        let mut rows = vec![("run", row.run.to_string()), ("status", row.status.to_string())];
        rows.push(("game", settings.game.clone()));
        if !self.on_ladder() {
            rows.push(("target", agent(0)));
        }
        rows.extend([
            ("touchstone", agent(1)),
            ("method", settings.format.clone()),
            ("openings", settings.openings.clone()),
        ]);
        rows.extend(settings.clock.clone().map(|clock| ("clock", clock)));
        rows.extend([
            ("seed", settings.seed.to_string()),
            ("version", settings.version.clone()),
            ("machine", row.machine.clone()),
            ("started", utc(row.started)),
        ]);
        let method = self.study.method();
        rows.extend([
            ("confidence level", CONFIDENCE.to_string()),
            ("interval", method.interval_definition().to_string()),
            ("assumptions", method.assumptions().to_string()),
            ("reference", REFERENCE.to_string()),
        ]);
        if let Method::Fit(fit) = method {
            let percent = |share: f64| format!("±{:.1} %", 100.0 * share);
            let reached = precision_reached(fit).map_or("an end is open".to_string(), percent);
            rows.push(("precision", format!("{} asked, {reached} reached", percent(fit.plan().precision))));
        }
        format!(
            "<details id=\"settings\">\n<summary>Settings with every option, what the interval means, and how to reproduce</summary>\n{}\
             {}<h3>Reproduce</h3>\n<pre>{}</pre>\n{}</details>\n",
            facts(&rows),
            paragraph("The touchstone's iters is replaced by each number tested."),
            escape(&self.command()),
            if self.ended_early() { paragraph(EARLY) } else { String::new() }
        )
    }

    /// Whether the method had more games to ask for.
    fn ended_early(&self) -> bool {
        let spent = |fit: &Fit| fit.status() == Some(FitStatus::BudgetSpent) && fit.games() < fit.plan().games;
        match self.study.method() {
            Method::Fit(fit) => spent(fit),
            Method::Bisection(bisection) => !bisection.is_over(),
            Method::Ladder(ladder) => !ladder.is_over(),
        }
    }

    /// What to type to play the study again.
    fn command(&self) -> String {
        reproduce(&self.row.settings)
    }
}

/// What to type to play a study again.
pub fn reproduce(settings: &Settings) -> String {
    let agent = |place: usize| quoted(settings.agents.get(place).map_or("", String::as_str));
    let mut words = ["mctslab", &settings.command].map(str::to_string).to_vec();
    words.extend([quoted(&settings.game), agent(0), "--method".to_string(), quoted(&settings.format)]);
    words.extend(["--touchstone".to_string(), agent(1), "--openings".to_string(), quoted(&settings.openings)]);
    words.extend(settings.clock.iter().flat_map(|clock| ["--clock".to_string(), quoted(clock)]));
    words.extend(["--seed".to_string(), settings.seed.to_string()]);
    words.join(" ")
}
