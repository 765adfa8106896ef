//! The sections of the page of a run that say who did how well: results, ratings, cross table, pairs and rounds.

use std::fmt::Write;

use mctslab_stats::{Interval, Scores};

use super::axis::Axis;
use super::compare::{Comparison, by_rank, comparisons, p_text, significance_text};
use super::ladder::{Ladder, Rung};
use super::page::{Table, escape, grouped, paragraph, sentence};
use super::rounds::rounds_html;
use super::run::{NOTHING, RunReport};
use super::standing::{
    anchor_text, elo_text, interval_text, match_details, match_verdict, points_text, ranking, ranks, ratings,
};

pub(super) fn score_text(scores: &Scores) -> String {
    scores.mean().map_or("-".to_string(), |mean| format!("{mean:.3}"))
}

fn range_text(interval: Interval) -> String {
    format!("{:.3} to {:.3}", interval.low, interval.high)
}

impl RunReport<'_> {
    /// The verdict in one sentence, of a match.
    pub(super) fn verdict(&self) -> String {
        let verdict = if self.is_tournament() { None } else { match_verdict(self.summary, &self.names()) };
        verdict.map_or(String::new(), |verdict| format!("<p class=\"verdict\">Verdict: {}.</p>\n", escape(&verdict)))
    }

    /// Who did how well.
    pub(super) fn result(&self) -> String {
        let mut html = if self.is_tournament() { self.rated_table() } else { self.result_table() };
        if !self.is_tournament() {
            html +=
                &match_details(self.summary, &self.names()).map_or(String::new(), |text| paragraph(&sentence(&text)));
        }
        if let Some(stop) = self.course.stop() {
            html += &match self.course.verdict() {
                Some(verdict) => paragraph(&format!("The run was {}.", verdict.text)),
                None => paragraph(&sentence(&stop.state(self.summary).sentence())),
            };
        }
        let left = self.course.left();
        if let ("knockout", [winner]) = (self.row.settings.format.as_str(), left) {
            html += &paragraph(&format!("The winner is {}.", self.names()[*winner]));
        }
        if self.course.seatings() > 2 {
            html += &paragraph("Wins: first place alone. Draws: first place shared. Score: mean payoff of all places.");
        }
        html
    }

    fn result_table(&self) -> String {
        let agents = self.row.names.len();
        let mut columns =
            vec![("agent", false), (if agents > 1 { "score" } else { "mean payoff" }, true), ("95 %", true)];
        // Elo compares two: with one player, or three, there is no such number.
        if agents == 2 {
            columns.extend([("Elo", true), ("95 %", true)]);
        }
        // One player alone neither wins nor loses.
        columns.extend(if agents > 1 {
            &[("wins", true), ("draws", true), ("losses", true)][..]
        } else {
            &[("games", true)]
        });
        let mut table = Table::new(&columns);
        for (agent, name) in self.names().into_iter().enumerate() {
            let (tally, range) = (self.summary.total(agent), self.summary.interval(agent));
            let mut row = vec![name, score_text(&tally.scores), range_text(range)];
            if agents == 2 {
                row.push(tally.scores.mean().map_or("-".to_string(), elo_text));
                row.push(format!("{} to {}", elo_text(range.low), elo_text(range.high)));
            }
            if agents > 1 {
                row.extend([tally.wins, tally.draws, tally.losses].map(grouped));
            } else {
                row.push(grouped(tally.games()));
            }
            table.row(row);
        }
        table.html()
    }

    fn rated_table(&self) -> String {
        let columns = [
            ("", true),
            ("agent", false),
            ("rating", true),
            ("95 %", true),
            ("score", true),
            ("95 %", true),
            ("games", true),
            ("wins", true),
            ("draws", true),
            ("losses", true),
        ];
        let (mut table, names) = (Table::new(&columns), self.names());
        let ratings = ratings(self.summary, self.course, self.anchor);
        for (place, agent) in ranking(&ratings).into_iter().enumerate() {
            let (tally, rating) = (self.summary.total(agent), ratings.players[agent]);
            let head = [(place + 1).to_string(), names[agent].clone(), points_text(rating.elo), interval_text(&rating)];
            let scores = [score_text(&tally.scores), range_text(self.summary.interval(agent))];
            let counts = [tally.games(), tally.wins, tally.draws, tally.losses].map(grouped);
            table.row(head.into_iter().chain(scores).chain(counts));
        }
        table.html()
    }

    /// Joint ratings.
    pub(super) fn ratings(&self) -> String {
        if self.summary.games() == 0 {
            return NOTHING.to_string();
        }
        let (ratings, names) = (ratings(self.summary, self.course, self.anchor), self.names());
        let order = ranking(&ratings);
        let rung = |(place, &agent): (usize, &usize)| {
            let rating = ratings.players[agent];
            Rung {
                name: format!("{}  {}", place + 1, names[agent]),
                value: Some(rating.elo),
                low: rating.low,
                high: rating.high,
                text: format!("{} ({})", points_text(rating.elo), interval_text(&rating)),
                colour: agent,
            }
        };
        let rungs = order.iter().enumerate().map(rung).collect();
        let zero = anchor_text(&ratings, self.anchor, self.course, &names);
        let mut html = Ladder::new(Axis::linear("Elo points, with 95 % intervals"), rungs).even_at(0.0).svg()
            + &paragraph(&format!("Ratings in Elo points: {zero}."));
        if let Some(seat) = ratings.seat {
            let worth = points_text(seat.elo);
            html += &paragraph(&format!("The first seat is worth {worth} Elo points ({}).", interval_text(&seat)));
        }
        if ratings.components.len() > 1 {
            let sets: Vec<String> = ratings.components.iter().map(|set| ranks(&order, set)).collect();
            let sets = sets.join(" | ");
            let _ = writeln!(
                html,
                "<p class=\"warning\">No chain of games links these sets, so their ratings do not compare: {sets}</p>"
            );
        }
        html
    }

    /// Every round with its tables, results and byes.
    pub(super) fn rounds(&self) -> String {
        let mut html = rounds_html(self.course.format(), &self.course.rounds(self.summary), &self.names());
        for tie in self.course.ties() {
            let names = self.names();
            let others: Vec<&str> = tie.others.iter().map(|&agent| names[agent].as_str()).collect();
            let (round, winner, others) = (tie.round, &names[tie.winner], others.join(", "));
            html += &paragraph(&format!(
                "Round {round} was drawn between {winner} and {others}: {winner} went on, being listed first."
            ));
        }
        html
    }

    /// The score of each against each, in the order of the ratings, with a star where they differ.
    pub(super) fn cross(&self) -> String {
        if self.summary.games() == 0 {
            return NOTHING.to_string();
        }
        let (order, names) = (ranking(&ratings(self.summary, self.course, self.anchor)), self.names());
        let compared = comparisons(self.summary);
        let headings: Vec<String> = (1..=order.len()).map(|place| place.to_string()).collect();
        let mut columns = vec![("", true), ("score against", false)];
        columns.extend(headings.iter().map(|heading| (heading.as_str(), true)));
        let mut table = Table::new(&columns);
        for (place, &agent) in order.iter().enumerate() {
            let cell = |&other: &usize| {
                let one = compared.iter().find(|one| (one.a, one.b) == (agent.min(other), agent.max(other)));
                match one {
                    Some(one) => cross_cell(&if agent < other { *one } else { one.mirrored() }),
                    None if agent == other => "·".to_string(),
                    None => "-".to_string(),
                }
            };
            table.row([(place + 1).to_string(), names[agent].clone()].into_iter().chain(order.iter().map(cell)));
        }
        table.html() + &paragraph("Scores with their 95 % intervals.") + &paragraph(&significance_text(&compared))
    }

    /// Every two agents who have met, with p-values.
    pub(super) fn pairs(&self) -> String {
        if self.summary.games() == 0 {
            return NOTHING.to_string();
        }
        let order = ranking(&ratings(self.summary, self.course, self.anchor));
        let compared = comparisons(self.summary);
        let columns =
            [("pair", true), ("score", true), ("95 %", true), ("p", true), ("p (Holm)", true), ("games", true)];
        let mut table = Table::new(&columns);
        for (first, second, one) in by_rank(&compared, &order) {
            let star = if one.is_significant() { "*" } else { "" };
            table.row([
                format!("{first}-{second}"),
                format!("{:.3}", one.score),
                range_text(one.interval),
                p_text(one.p),
                format!("{}{star}", p_text(one.p_holm)),
                grouped(one.games),
            ]);
        }
        let what = "Pairs by rank, the score of the higher ranked. p: how likely a score this far from 0.5 is between equals. \
                    Comparing many pairs produces false positives; Holm's correction allows for that.";
        table.html() + &paragraph(what)
    }
}

/// A score with a star if it is significant, and its interval below.
fn cross_cell(one: &Comparison) -> String {
    let star = if one.is_significant() { "*" } else { "" };
    let Interval { low, high } = one.interval;
    format!("{:.3}{star}\n{low:.2}–{high:.2}", one.score)
}
