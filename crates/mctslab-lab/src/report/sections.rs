//! The sections of the page of a run that hold its numbers.

use std::fmt::Write;

use mctslab_arena::Reason;
use mctslab_stats::Scores;

use super::axis::Axis;
use super::histogram::histogram;
use super::ladder::{Ladder, Rung};
use super::page::{Table, escape, facts, grouped, paragraph};
use super::plot::{Chart, WIDTH};
use super::run::{NOTHING, RunReport};
use super::series::Series;
use super::standing::{elo_text, interval_text, points_text, ranking, ranks, ratings};

/// What equals are paid on average: places of two and of three pay 1/2 in the mean.
const EVEN: f64 = 0.5;

fn score_text(scores: &Scores) -> String {
    scores.mean().map_or("-".to_string(), |mean| format!("{mean:.3}"))
}

impl RunReport<'_> {
    /// Who did how well.
    pub(super) fn result(&self) -> String {
        let mut html = if self.is_tournament() { self.rated_table() } else { self.result_table() };
        if let Some(verdict) = self.course.verdict() {
            html += &paragraph(&format!("The run was {}.", verdict.text));
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
        // Elo compares two: with one player, or three, there is no such number.
        let duel = self.row.names.len() == 2;
        let mut columns =
            vec![("agent", false), ("wins", true), ("draws", true), ("losses", true), ("score", true), ("95 %", false)];
        if duel {
            columns.extend([("Elo", true), ("95 %", false)]);
        }
        let mut table = Table::new(&columns);
        for (agent, name) in self.names().into_iter().enumerate() {
            let (tally, range) = (self.summary.total(agent), self.summary.interval(agent));
            let mut row = vec![name];
            row.extend([tally.wins, tally.draws, tally.losses].map(grouped));
            row.extend([score_text(&tally.scores), format!("{:.3} to {:.3}", range.low, range.high)]);
            if duel {
                row.push(tally.scores.mean().map_or("-".to_string(), elo_text));
                row.push(format!("{} to {}", elo_text(range.low), elo_text(range.high)));
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
            ("95 %", false),
            ("games", true),
            ("wins", true),
            ("draws", true),
            ("losses", true),
            ("score", true),
            ("95 %", false),
        ];
        let (mut table, names) = (Table::new(&columns), self.names());
        let ratings = ratings(self.summary, self.course);
        for (place, agent) in ranking(&ratings).into_iter().enumerate() {
            let (tally, rating) = (self.summary.total(agent), ratings.players[agent]);
            let range = self.summary.interval(agent);
            let head = [(place + 1).to_string(), names[agent].clone(), points_text(rating.elo), interval_text(&rating)];
            let counts = [tally.games(), tally.wins, tally.draws, tally.losses].map(grouped);
            let scores = [score_text(&tally.scores), format!("{:.3} to {:.3}", range.low, range.high)];
            table.row(head.into_iter().chain(counts).chain(scores));
        }
        table.html()
    }

    /// Joint ratings.
    pub(super) fn ratings(&self) -> String {
        if self.summary.games() == 0 {
            return NOTHING.to_string();
        }
        let (ratings, names) = (ratings(self.summary, self.course), self.names());
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
        let mut html =
            Ladder::new(Axis::linear("Elo points, 0 is the mean; with 95 % intervals"), rungs).even_at(0.0).svg();
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

    /// The score of each against each, in the order of the ratings.
    pub(super) fn cross(&self) -> String {
        if self.summary.games() == 0 {
            return NOTHING.to_string();
        }
        let (order, names) = (ranking(&ratings(self.summary, self.course)), self.names());
        let headings: Vec<String> = (1..=order.len()).map(|place| place.to_string()).collect();
        let mut columns = vec![("", true), ("score against", false)];
        columns.extend(headings.iter().map(|heading| (heading.as_str(), true)));
        let mut table = Table::new(&columns);
        for (place, &agent) in order.iter().enumerate() {
            let cell = |&other: &usize| {
                let scores = &self.summary.against(agent, other).scores;
                if agent == other { "·".to_string() } else { score_text(scores) }
            };
            table.row([(place + 1).to_string(), names[agent].clone()].into_iter().chain(order.iter().map(cell)));
        }
        table.html()
    }

    /// Scores while the run went on: of the first of two agents, else of all.
    pub(super) fn progress(&self) -> String {
        if self.summary.games() == 0 {
            return NOTHING.to_string();
        }
        let names = self.names();
        if names.len() == 2 {
            let what = format!("Score of {} after so many games, with its 95 % interval.", names[0]);
            return self.course_of(0, (WIDTH, 300.0)) + &paragraph(&what);
        }
        let mut html = String::from("<div class=\"many\">\n");
        for (agent, name) in names.iter().enumerate() {
            let plot = self.course_of(agent, (420.0, 220.0));
            let _ = writeln!(html, "<div><h3>{}</h3>\n{plot}</div>", escape(name));
        }
        html + "</div>\n"
            + &paragraph("Score of each agent in its own games after so many games of the run, with its 95 % interval.")
    }

    fn course_of(&self, agent: usize, (width, height): (f64, f64)) -> String {
        let course = self.gathered.progress.of_agent(agent, self.summary);
        let line = course.iter().map(|&(games, mean, _)| (games as f64, mean)).collect();
        let band = course.iter().map(|&(games, _, range)| (games as f64, range.low, range.high)).collect();
        let games = Axis::linear("games").showing(0.0);
        let mut chart = Chart::new(games, Axis::linear("score").between(0.0, 1.0)).sized(width, height);
        if self.seats_of_a_game() > 1 {
            chart = chart.even_at(EVEN);
        }
        chart.with(Series::band(band).colour(agent)).with(Series::line("score", line).colour(agent)).svg()
    }

    fn seats_of_a_game(&self) -> usize {
        // As many seats as make so many seatings.
        (1..=8).find(|&seats| (1..=seats as u64).product::<u64>() == self.course.seatings()).unwrap_or(1)
    }

    /// How well each seat did, and each agent in it.
    pub(super) fn seats(&self) -> String {
        if self.summary.games() == 0 {
            return NOTHING.to_string();
        }
        let (seats, names) = (self.seats_of_a_game(), self.names());
        let rungs = (0..seats).map(|seat| self.seat_rung(seat, names.len())).collect();
        let axis = Axis::linear("score over all games, with 95 % intervals").between(0.0, 1.0);
        let ladder = Ladder::new(axis, rungs);
        let mut html = if seats > 1 { ladder.even_at(EVEN) } else { ladder }.svg();
        let columns =
            [("agent", false), ("seat", true), ("wins", true), ("draws", true), ("losses", true), ("score", true)];
        let mut table = Table::new(&columns);
        for (agent, name) in names.iter().enumerate() {
            for seat in 0..seats {
                let tally = self.summary.in_seat(agent, seat);
                let counts = [tally.wins, tally.draws, tally.losses].map(grouped);
                table
                    .row([name.clone(), seat.to_string()].into_iter().chain(counts).chain([score_text(&tally.scores)]));
            }
        }
        html += &table.html();
        html
    }

    fn seat_rung(&self, seat: usize, agents: usize) -> Rung {
        let mut all = Scores::default();
        let mut counts = [0; 3];
        for agent in 0..agents {
            let tally = self.summary.in_seat(agent, seat);
            all.games += tally.scores.games;
            all.sum += tally.scores.sum;
            all.squares += tally.scores.squares;
            for (sum, count) in counts.iter_mut().zip([tally.wins, tally.draws, tally.losses]) {
                *sum += count;
            }
        }
        let (range, [wins, draws, losses]) = (all.interval(), counts.map(grouped));
        Rung {
            name: format!("seat {seat}: {wins} wins, {draws} draws, {losses} losses"),
            value: all.mean(),
            low: Some(range.low),
            high: Some(range.high),
            text: format!("{} ({:.3} to {:.3})", score_text(&all), range.low, range.high),
            colour: seat,
        }
    }

    /// How long games were.
    pub(super) fn lengths(&self) -> String {
        let lengths = &self.gathered.lengths;
        let (Some((&shortest, _)), Some((&longest, _))) = (lengths.first_key_value(), lengths.last_key_value()) else {
            return NOTHING.to_string();
        };
        let games = self.summary.games().max(1);
        let mut passed = 0;
        let middle = lengths.iter().find(|(_, count)| {
            passed += **count;
            2 * passed >= games
        });
        let seconds = self.gathered.duration.as_secs_f64();
        let rows = [
            (
                "plies a game",
                format!(
                    "{:.1} on average, median {}",
                    self.summary.plies_mean(),
                    middle.map_or(0, |(plies, _)| *plies)
                ),
            ),
            ("shortest, longest", format!("{shortest}, {longest}")),
            ("time a game", time_text(seconds / games as f64)),
            ("time a move", time_text(seconds / self.gathered.plies.max(1) as f64)),
            ("time of all games", time_text(seconds)),
        ];
        histogram(lengths) + &facts(&rows)
    }

    /// Why games ended.
    pub(super) fn endings(&self) -> String {
        if self.summary.games() == 0 {
            return NOTHING.to_string();
        }
        let mut table = Table::new(&[("reason", false), ("games", true), ("share", true), ("", false)]);
        for (reason, &games) in &self.gathered.reasons {
            let share = 100.0 * games as f64 / self.summary.games() as f64;
            let words = reason_words(*reason).to_string();
            table.row([reason.to_string(), grouped(games), format!("{share:.1} %"), words]);
        }
        let mut html = table.html();
        if !self.summary.forfeits().is_empty() {
            let columns = [
                ("forfeits of", false),
                ("by", false),
                ("games", true),
                ("first game", true),
                ("what happened", false),
            ];
            let (mut table, names) = (Table::new(&columns), self.names());
            for ((agent, fault), forfeits) in self.summary.forfeits() {
                let (count, first) = (grouped(forfeits.games), forfeits.first.to_string());
                table.row([names[*agent].clone(), fault.name().to_string(), count, first, forfeits.message.clone()]);
            }
            html += &table.html();
        }
        html
    }

    /// Games that repeat others, and what the games are worth as a sample.
    pub(super) fn repeats(&self) -> String {
        let (games, openings) = (self.summary.games(), &self.row.settings.openings);
        let mut html = facts(&[
            ("games", grouped(games)),
            ("that repeat an earlier one", grouped(self.summary.duplicates())),
            ("effective sample", grouped(self.effective)),
        ]);
        if self.effective < games {
            let cure = if openings == "none" { " Openings (--openings) make them differ." } else { "" };
            let _ = writeln!(
                html,
                "<p class=\"warning\">The agents always play alike: these are only {} different games, and the intervals are too narrow.{cure}</p>",
                grouped(self.effective)
            );
        }
        html
    }
}

fn reason_words(reason: Reason) -> &'static str {
    match reason {
        Reason::End => "by the rules",
        Reason::Proven => "the mover had proven the result",
        Reason::Resigned => "an agent expected too little to go on",
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
