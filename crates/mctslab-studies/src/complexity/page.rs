//! The page of a study of strength: the verdict, what it rests on, how it came about, and some of
//! the games.

use maud::{Markup, html};
use mctslab_lab::settings_with;
use mctslab_page::{Page, grouped, note, nothing, paragraph, strips, verdict};

use super::curve_numbers::precision_reached;
use super::document::{ComplexityDocument, ComplexityFindings};
use super::fit::{Fit, FitStatus};
use super::method::Method;
use crate::shared::forfeit_table;

/// What is said of a command that would play more than was played.
const EARLY: &str = "The study was stopped early, by a time limit or by hand. This command continues past that point.";
/// What is said of games that another version chose.
const REFITTED: &str =
    "These games were chosen by another version of mctslab; the curve is fitted to them by this version.";

impl ComplexityDocument<'_> {
    /// The whole page.
    pub(crate) fn html(&self) -> Page {
        let mut page = Page::new(&self.title());
        page.push(verdict(&format!("Verdict: {}.", self.verdict), self.tone()));
        page.push(self.status());
        if self.refitted {
            page.push(paragraph(REFITTED));
        }
        page.push(self.settings());
        if self.games == 0 {
            page.section("result", "Result", nothing());
            return page;
        }
        if !self.forfeits.is_empty() {
            let name = |agent: usize| self.player_name(agent);
            page.section("forfeits", "Forfeits", forfeit_table(&self.forfeits, name));
        }
        match &self.findings {
            // Crashes are no evidence of strength.
            _ if self.faults.withheld => {}
            ComplexityFindings::Fit(found) => found.push_sections(&mut page),
            ComplexityFindings::Bisection(found) => found.push_sections(&mut page),
            ComplexityFindings::Ladder(found) => found.push_sections(&mut page, self.about.name(1)),
        }
        page.section("seats", "Seats", self.seats());
        if self.has_draws() {
            page.section("draws", "Draws", self.draws());
        }
        // Nothing is said of single games where nothing was kept of them.
        if let Some(shown) = self.shown {
            page.section("lengths", "Length of games", self.lengths(shown.games));
            page.section("games", "Games", strips(shown.replays));
        }
        page
    }

    /// Adds what a ladder found to the page of something else.
    pub(in super::super) fn push_ladder(&self, page: &mut Page) {
        let ComplexityFindings::Ladder(found) = &self.findings else { return };
        page.section("ladder", "Skill ladder", paragraph(&format!("{}.", self.verdict)));
        if self.games > 0 {
            found.push_sections(page, self.about.name(1));
        }
    }

    fn title(&self) -> String {
        let about = &self.about;
        about.title(&if self.on_ladder() {
            format!("skill ladder of {} for {}", about.game, about.name(1))
        } else {
            format!("strength of {} in {}", about.name(0), about.game)
        })
    }

    fn status(&self) -> Markup {
        let (games, iterations) = (grouped(self.games), grouped(self.iterations));
        let origin = self.about.origin();
        html! {
            @if let Some(row) = self.about.unfinished() {
                p class="warning" {
                    "This run is not finished (" (row.status) "): games are still to be played, by "
                    code { (self.about.settings.hints.resume(row.run, None, false)) } "."
                }
            }
            (note(&format!("{games} games, {iterations} iterations of the touchstone, {origin}")))
        }
    }

    fn settings(&self) -> Markup {
        let mut rows = self.about.place_facts();
        rows.push(("game", self.game.to_string()));
        if !self.on_ladder() {
            rows.push(("target", self.target.to_string()));
        }
        rows.extend([
            ("touchstone", self.touchstone.to_string()),
            ("method", self.method.to_string()),
            ("openings", self.openings.to_string()),
        ]);
        rows.extend(self.about.settings.clock.clone().map(|clock| ("clock", clock)));
        rows.extend(self.about.origin_facts());
        rows.extend([
            ("confidence level", self.confidence.to_string()),
            ("interval", self.interval.to_string()),
            ("assumptions", self.assumes.to_string()),
            ("reference", self.reference.to_string()),
        ]);
        if let Method::Fit(fit) = self.study.method() {
            let percent = |share: f64| format!("±{:.1} %", 100.0 * share);
            let reached = precision_reached(fit).map_or("none".to_string(), percent);
            rows.push(("precision", format!("{} asked, {reached} reached", percent(fit.plan().precision))));
        }
        let heading = "Settings with every option, what the interval means, and how to reproduce";
        let varies = paragraph("The touchstone's iters is replaced by each number tested.");
        let early = if self.ended_early() { paragraph(EARLY) } else { Markup::default() };
        settings_with(heading, &rows, &varies, &self.command, &early)
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
}
