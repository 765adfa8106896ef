//! The sections of the page of a run that hold its numbers.

use maud::{Markup, html};
use mctslab_arena::Reason;
use mctslab_page::{
    Axis, Chart, Dot, DotPlot, Page, Series, Table, WIDTH, facts, grouped, histogram, nothing, paragraph, score_text,
    side_by_side, strips, warning,
};
use mctslab_stats::Scores;

use super::findings::{Findings, Played, SeatResults, ShownGames};
use super::gathered::Gathered;
use crate::shared::{forfeit_table, range_text, repeats_warning, row};

/// What equals are paid on average: places of two and of three pay 1/2 in the mean.
const EVEN: f64 = 0.5;

impl Played<'_> {
    /// Adds the sections on how the run went. Those on single games are left out if nothing was
    /// kept of them.
    pub(crate) fn push_sections(&self, page: &mut Page, findings: &Findings<'_>) {
        if let Some(ShownGames { gathered, .. }) = self.shown {
            page.section("progress", "Score over time", self.progress(gathered));
        }
        page.section("seats", "Seats", self.seats());
        if let Some(ShownGames { gathered, .. }) = self.shown {
            page.section("lengths", "Length of games", self.lengths(gathered));
            page.section("endings", "How games ended", self.endings(gathered, findings));
        } else if !findings.forfeits.is_empty() {
            let table = forfeit_table(&findings.forfeits, |agent| self.names[agent].clone());
            page.section("endings", "How games ended", table);
        }
        page.section("repeats", "Identical games", self.repeats());
        if let Some(ShownGames { replays, .. }) = self.shown {
            page.section("games", "Games", strips(replays));
        }
    }

    /// Scores while the run went on: of the first of two agents, else of all.
    fn progress(&self, gathered: &Gathered) -> Markup {
        if self.summary.games() == 0 {
            return nothing();
        }
        let names = &self.names;
        if names.len() == 2 {
            let what = format!("Score of {} as the run went on, with its 95 % interval.", names[0]);
            return html! { (self.course_of(0, gathered, (WIDTH, 300.0))) (paragraph(&what)) };
        }
        let course = |agent| self.course_of(agent, gathered, (420.0, 220.0));
        html! {
            (side_by_side(names.iter().enumerate().map(|(agent, name)| (name.clone(), course(agent)))))
            (paragraph("Score of each agent in its own games as the run went on, with its 95 % interval."))
        }
    }

    fn course_of(&self, agent: usize, gathered: &Gathered, (width, height): (f64, f64)) -> Markup {
        let course = gathered.progress.of_agent(agent, self.summary);
        let line = course.iter().map(|&(games, mean, _)| (games as f64, mean)).collect();
        let band = course.iter().map(|&(games, _, range)| (games as f64, range.low, range.high)).collect();
        let games = Axis::linear("games").showing(0.0);
        let seats = self.course.seats();
        let label = if seats > 1 { "score" } else { "mean payoff" };
        let mut chart = Chart::new(games, Axis::linear(label).between(0.0, 1.0)).sized(width, height);
        if seats > 1 {
            chart = chart.even_at(EVEN);
        }
        chart.with(Series::band(band).colour(agent)).with(Series::line("score", line).colour(agent)).svg()
    }

    /// How well each seat did, and each agent in it.
    fn seats(&self) -> Markup {
        if self.summary.games() == 0 {
            return nothing();
        }
        let seats = self.course.seats();
        let dots = (0..seats).map(|seat| self.seat_dot(seat)).collect();
        if seats == 1 {
            return DotPlot::new(Axis::linear("mean payoff, with its 95 % interval").between(0.0, 1.0), dots).svg();
        }
        let axis = Axis::linear("score over all games, with 95 % intervals").between(0.0, 1.0);
        let columns =
            [("agent", false), ("seat", true), ("score", true), ("wins", true), ("draws", true), ("losses", true)];
        let mut table = Table::new(&columns);
        for one in self.seat_rows() {
            let SeatResults { seat, results, .. } = &one.of_seat;
            let head = [self.names[one.agent].clone(), seat.to_string(), results.score_cell()];
            table.row(row([&head, &results.counts()]));
        }
        html! { (DotPlot::new(axis, dots).even_at(EVEN).svg()) (table.html()) }
    }

    fn seat_dot(&self, seat: usize) -> Dot {
        let mut all = Scores::default();
        let mut counts = [0; 3];
        for agent in 0..self.names.len() {
            let tally = self.summary.in_seat(agent, seat);
            all.games += tally.scores.games;
            all.sum += tally.scores.sum;
            all.squares += tally.scores.squares;
            for (sum, count) in counts.iter_mut().zip([tally.wins, tally.draws, tally.losses]) {
                *sum += count;
            }
        }
        let (range, [wins, draws, losses]) = (all.interval(), counts.map(grouped));
        let results = format!("seat {seat}: {wins} wins, {draws} draws, {losses} losses");
        Dot {
            name: if self.course.seats() > 1 { results } else { "all games".to_string() },
            value: all.mean(),
            low: Some(range.low),
            high: Some(range.high),
            text: format!("{} ({})", score_text(all.mean()), range_text(range)),
            colour: seat,
        }
    }

    /// How long games were.
    fn lengths(&self, gathered: &Gathered) -> Markup {
        let lengths = &gathered.lengths;
        let (Some((&shortest, _)), Some((&longest, _))) = (lengths.first_key_value(), lengths.last_key_value()) else {
            return nothing();
        };
        let games = self.summary.games().max(1);
        let mut passed = 0;
        let middle = lengths.iter().find(|(_, count)| {
            passed += **count;
            2 * passed >= games
        });
        let seconds = gathered.duration.as_secs_f64();
        let rows = [
            (
                "plies per game",
                format!(
                    "{:.1} on average, median {}",
                    self.summary.plies_mean(),
                    middle.map_or(0, |(plies, _)| *plies)
                ),
            ),
            ("shortest, longest", format!("{shortest}, {longest}")),
            ("time per game", time_text(seconds / games as f64)),
            ("time a move", time_text(seconds / gathered.plies.max(1) as f64)),
            ("time of all games", time_text(seconds)),
        ];
        html! { (histogram(lengths)) (facts(&rows)) }
    }

    /// Why games ended.
    fn endings(&self, gathered: &Gathered, findings: &Findings<'_>) -> Markup {
        if self.summary.games() == 0 {
            return nothing();
        }
        let mut table = Table::new(&[("reason", false), ("games", true), ("share", true), ("", false)]);
        for (reason, &games) in &gathered.reasons {
            let share = 100.0 * games as f64 / self.summary.games() as f64;
            let words = reason_words(*reason).to_string();
            table.row([reason.to_string(), grouped(games), format!("{share:.1} %"), words]);
        }
        html! { (table.html()) (forfeit_table(&findings.forfeits, |agent| self.names[agent].clone())) }
    }

    /// Games that repeat others, and what the games are worth as a sample.
    fn repeats(&self) -> Markup {
        let summary = self.summary;
        let counts = [
            ("games", grouped(summary.games())),
            ("different games", grouped(summary.distinct())),
            ("games that count in intervals and tests", grouped(summary.effective())),
        ];
        let chance = "Agents that move at random may repeat a game by chance; such games are counted.";
        html! {
            (facts(&counts))
            @match repeats_warning(summary, self.about.settings) {
                Some(words) => (warning(&words)),
                None if summary.duplicates() > 0 => (paragraph(chance)),
                None => {}
            }
        }
    }
}

fn reason_words(reason: Reason) -> &'static str {
    match reason {
        Reason::End => "by the rules",
        Reason::Proven => "the mover had proven the result",
        Reason::Resigned => "an agent resigned",
        Reason::Repeated => "a player repeated its moves",
        Reason::Forfeit(fault) => fault.sentence(),
    }
}

/// Seconds as people say them.
fn time_text(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 600.0 => format!("{s:.1} s"),
        s if s < 36_000.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}
