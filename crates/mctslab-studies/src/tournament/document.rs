//! A tournament: joint ratings with intervals, and who did how well against whom.

use std::fmt::Write;

use maud::{Markup, html};
use mctslab_arena::{Course, Format, Summary, TieBreak};
use mctslab_lab::{About, Anchor, Document, TextOptions, json_of, ordered_json_of};
use mctslab_page::{
    Axis, BOLD, DIM, Dot, DotPlot, Page, Replay, Table, Tone, as_sentence, grouped, nothing, paragraph, table, verdict,
    warning,
};
use mctslab_stats::bradley_terry::{RatingEstimate, Ratings};
use serde::Serialize;
use serde_json::Value;

use super::comparisons::{Comparison, comparisons, significance_text};
use super::pairs::{PairRow, cross_html, cross_table, pairs_html, pairs_table};
use super::rounds::{RoundRow, has_rounds, rounds_html, rounds_text};
use super::verdict::Standings;
use crate::course::{
    Findings, Gathered, Played, ShownGames, ShownOfCourse, anchor_of_course, anchor_text, interval_text, points_text,
    ranking, ranks, ratings,
};
use crate::shared::{IntervalEnds, Results, row};

/// What came of a tournament.
#[derive(Serialize)]
pub(crate) struct TournamentDocument<'a> {
    format: &'a str,
    agents: Vec<RatedAgent<'a>>,
    /// Each against each; `None` where two have not met.
    cross: Vec<Vec<Option<Results>>>,
    pairs: Vec<PairRow>,
    /// The sets of agents that games link.
    components: Vec<Vec<usize>>,
    first_seat: Option<RatingRow>,
    anchor: Option<AnchorRow>,
    winner: Option<usize>,
    tie_breaks: Vec<TieBreakRow>,
    rounds: Option<Vec<RoundRow>>,
    #[serde(flatten)]
    findings: Findings<'a>,
    #[serde(skip)]
    played: Played<'a>,
    #[serde(skip)]
    asked: Option<Anchor>,
    #[serde(skip)]
    ratings: Ratings,
    /// The agents by rank.
    #[serde(skip)]
    order: Vec<usize>,
    #[serde(skip)]
    compared: Vec<Comparison>,
}

/// An agent of a tournament.
#[derive(Serialize)]
struct RatedAgent<'a> {
    name: String,
    spec: &'a str,
    games: u64,
    #[serde(flatten)]
    results: Results,
    #[serde(flatten)]
    ends: IntervalEnds,
    rating: f64,
    rating_low: Option<f64>,
    rating_high: Option<f64>,
    rank: usize,
}

/// What something is worth in Elo points.
#[derive(Serialize)]
struct RatingRow {
    elo: f64,
    low: Option<f64>,
    high: Option<f64>,
}

/// An agent whose rating is given.
#[derive(Serialize)]
struct AnchorRow {
    agent: usize,
    elo: f64,
}

/// A round of a knock-out that nobody won.
#[derive(Serialize)]
struct TieBreakRow {
    round: u64,
    winner: usize,
    others: Vec<usize>,
}

impl<'a> TournamentDocument<'a> {
    /// The document of a tournament after the games of its summary.
    pub(crate) fn new(about: About<'a>, summary: &'a Summary, course: &'a Course) -> TournamentDocument<'a> {
        let (settings, anchor) = (about.settings, about.anchor);
        let played = Played::new(about, summary, course);
        let ratings = ratings(summary, course, anchor);
        let (order, compared) = (ranking(&ratings), comparisons(summary));
        let count = played.names.len();
        let agent = |number: usize| agent_row(&played, number, ratings.players[number], &order);
        let cell = |a: usize, b: usize| {
            let tally = summary.against(a, b);
            (tally.games() > 0).then(|| Results::of(tally))
        };
        let tie_break =
            |tie: &TieBreak| TieBreakRow { round: tie.round, winner: tie.winner, others: tie.others.clone() };
        TournamentDocument {
            format: &settings.format,
            agents: (0..count).map(agent).collect(),
            cross: (0..count).map(|a| (0..count).map(|b| cell(a, b)).collect()).collect(),
            pairs: compared.iter().map(PairRow::of).collect(),
            components: ratings.components.clone(),
            first_seat: ratings.seat.map(|seat| RatingRow { elo: seat.elo, low: seat.low, high: seat.high }),
            anchor: anchor_of_course(anchor, course).map(|Anchor { agent, elo }| AnchorRow { agent, elo }),
            winner: winner(&played),
            tie_breaks: course.ties().iter().map(tie_break).collect(),
            rounds: has_rounds(course.format()).then(|| RoundRow::all(course, summary)),
            findings: played.findings(),
            played,
            asked: anchor,
            ratings,
            order,
            compared,
        }
    }

    /// The same with what a page shows of single games.
    pub(crate) fn with_games(mut self, gathered: &'a Gathered, replays: &'a [Replay]) -> TournamentDocument<'a> {
        self.played.shown = Some(ShownGames { gathered, replays });
        self
    }

    fn names(&self) -> &[String] {
        &self.played.names
    }

    /// What the zero of the ratings is.
    fn zero(&self) -> String {
        let hints = &*self.played.about.settings.hints;
        anchor_text(&self.ratings, self.asked, self.played.course, self.names(), hints)
    }

    /// Sets of agents that no chain of games links, by their ranks; `None` if all are linked.
    fn unlinked(&self) -> Option<String> {
        let sets: Vec<String> = self.components.iter().map(|set| ranks(&self.order, set)).collect();
        (sets.len() > 1).then(|| {
            format!("No games connect these groups, so their ratings cannot be compared: {}", sets.join(" | "))
        })
    }

    /// What the first seat is worth, where that is known.
    fn seat_sentence(&self) -> Option<String> {
        let seat = self.ratings.seat.filter(|_| self.findings.games > 0)?;
        Some(format!("The first seat is worth {} Elo points ({}).", points_text(seat.elo), interval_text(&seat)))
    }

    /// Who is best and by what evidence, with the games that ended by a fault, or why there is no
    /// verdict; `None` without games.
    fn verdict(&self) -> Option<(String, Tone)> {
        let standings =
            Standings { names: self.names(), order: &self.order, compared: &self.compared, winner: self.winner };
        let first = standings.first().filter(|_| self.findings.games > 0)?;
        let agent = &self.agents[first];
        let score = format!("{} (95 %: {})", agent.results.score_cell(), agent.ends.cell());
        let (words, tone) = standings.verdict(first, &score);
        let tone = if self.played.faults.withheld { Tone::Bad } else { tone };
        Some((self.played.judged(words), tone))
    }

    fn winner_sentence(&self) -> Option<String> {
        self.winner.map(|winner| format!("The winner is {}.", self.names()[winner]))
    }

    /// A drawn round: its number, who went on, and who did not.
    fn tie_names(&self, tie: &TieBreakRow) -> (u64, &str, String) {
        let others: Vec<&str> = tie.others.iter().map(|&agent| self.names()[agent].as_str()).collect();
        (tie.round, &self.names()[tie.winner], others.join(", "))
    }

    fn tables(&self) -> String {
        let verdict = self.verdict().map(|(words, _)| format!("{BOLD}{words}{BOLD:#}\n\n"));
        let mut text = verdict.unwrap_or_default();
        if let Some(rounds) = &self.rounds {
            text += &rounds_text(self.played.course.format(), rounds, self.names());
            text.push('\n');
        }
        text += &self.ratings_table();
        let _ = writeln!(text, "{DIM}ratings in Elo points: {}{DIM:#}\n", self.zero());
        text += &cross_table(&self.cross, &self.compared, &self.order, self.names());
        text.push('\n');
        text += &pairs_table(&self.compared, &self.order);
        let _ = writeln!(text, "{}", significance_text(&self.compared));
        if let Some(seat) = self.seat_sentence() {
            let _ = writeln!(text, "\n{seat}");
        }
        if let Some(unlinked) = self.unlinked() {
            let _ = writeln!(text, "{unlinked}");
        }
        for tie in &self.tie_breaks {
            let (round, winner, others) = self.tie_names(tie);
            let _ = writeln!(text, "Round {round} was drawn: {winner} advanced, being listed before {others}.");
        }
        if let Some(winner) = self.winner_sentence() {
            let _ = writeln!(text, "{winner}");
        }
        text
    }

    fn ratings_table(&self) -> String {
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
        ];
        let rows = self.ranked().map(|(head, one)| {
            let games = [grouped(one.games)];
            row([&head, &games, &one.results.counts(), &[one.results.score_cell()]])
        });
        table(&columns, rows.collect())
    }

    /// The agents by rank: rank, name, rating and its interval, and all the rest.
    fn ranked(&self) -> impl Iterator<Item = ([String; 4], &RatedAgent<'a>)> {
        self.order.iter().enumerate().map(|(place, &agent)| {
            let rating = &self.ratings.players[agent];
            let name = self.names()[agent].clone();
            ([(place + 1).to_string(), name, points_text(rating.elo), interval_text(rating)], &self.agents[agent])
        })
    }

    fn result(&self) -> Markup {
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
        let mut table = Table::new(&columns);
        for (head, one) in self.ranked() {
            let middle = [one.results.score_cell(), one.ends.cell(), grouped(one.games)];
            table.row(row([&head, &middle, &one.results.counts()]));
        }
        html! {
            (table.html())
            (self.played.result_remarks())
            @if let Some(sentence) = self.winner_sentence() { (paragraph(&sentence)) }
            (self.played.places_remark())
        }
    }

    /// Joint ratings.
    fn ratings_html(&self) -> Markup {
        let dot = |(place, &agent): (usize, &usize)| {
            let rating = self.ratings.players[agent];
            Dot {
                name: format!("{}  {}", place + 1, self.names()[agent]),
                value: Some(rating.elo),
                low: rating.low,
                high: rating.high,
                text: format!("{} ({})", points_text(rating.elo), interval_text(&rating)),
                colour: agent,
            }
        };
        let dots = self.order.iter().enumerate().map(dot).collect();
        let axis = Axis::linear("Elo points, with 95 % intervals");
        html! {
            (DotPlot::new(axis, dots).even_at(0.0).svg())
            (paragraph(&format!("Ratings in Elo points: {}.", self.zero())))
            @if let Some(sentence) = self.seat_sentence() { (paragraph(&sentence)) }
            @if let Some(unlinked) = self.unlinked() { (warning(&unlinked)) }
        }
    }

    /// Every round with its tables, results and byes.
    fn rounds_html(&self, rounds: &[RoundRow]) -> Markup {
        html! {
            (rounds_html(self.played.course.format(), rounds, self.names()))
            @for (round, winner, others) in self.tie_breaks.iter().map(|tie| self.tie_names(tie)) {
                p { "Round " (round) " was drawn between " (winner) " and " (others) ": " (winner) " advanced, being listed first." }
            }
        }
    }
}

fn agent_row<'a>(played: &Played<'a>, number: usize, rating: RatingEstimate, order: &[usize]) -> RatedAgent<'a> {
    let tally = played.summary.total(number);
    RatedAgent {
        name: played.names[number].clone(),
        spec: played.about.agent(number),
        games: tally.games(),
        results: Results::of(tally),
        ends: IntervalEnds::of(played.interval(number)),
        rating: rating.elo,
        rating_low: rating.low,
        rating_high: rating.high,
        rank: order.iter().position(|&other| other == number).map_or(0, |place| place + 1),
    }
}

/// Who is left of a knock-out tournament that is over.
fn winner(played: &Played<'_>) -> Option<usize> {
    match (played.course.format(), played.course.left()) {
        (Format::Knockout, [winner]) => Some(*winner),
        _ => None,
    }
}

/// The document of a course, with what a page shows of single games.
pub(crate) fn tournament_document<'a>(
    about: About<'a>,
    summary: &'a Summary,
    course: &'a Course,
    shown: ShownOfCourse<'a>,
) -> Box<dyn Document + 'a> {
    let document = TournamentDocument::new(about, summary, course);
    Box::new(match shown {
        Some((gathered, replays)) => document.with_games(gathered, replays),
        None => document,
    })
}

impl Document for TournamentDocument<'_> {
    fn json(&self) -> Value {
        json_of(self)
    }

    fn ordered_json(&self) -> String {
        ordered_json_of(self)
    }

    fn text(&self, options: &TextOptions) -> String {
        self.played.text(&self.findings, &self.tables(), options)
    }

    fn headline(&self) -> String {
        self.verdict().map_or_else(|| "no game was played".to_string(), |(words, _)| words)
    }

    fn failure(&self) -> Option<String> {
        self.played.failure()
    }

    fn page(&self) -> Page {
        let about = &self.played.about;
        let title = format!("{} tournament of {} agents", about.game, self.agents.len());
        let mut page = Page::new(&about.title(&title));
        if let Some((words, tone)) = self.verdict() {
            // What says that there is no verdict needs no heading.
            let text = if tone == Tone::Bad { as_sentence(&words) } else { format!("Verdict: {words}.") };
            page.push(verdict(&text, tone));
        }
        self.played.push_head(&mut page);
        page.section("result", "Result", self.result());
        if let Some(rounds) = &self.rounds {
            page.section("rounds", "Rounds", self.rounds_html(rounds));
        }
        let any = |html: &dyn Fn() -> Markup| if self.findings.games > 0 { html() } else { nothing() };
        page.section("ratings", "Ratings", any(&|| self.ratings_html()));
        page.section("cross", "Cross table", any(&|| cross_html(&self.compared, &self.order, self.names())));
        page.section("pairs", "Pairs", any(&|| pairs_html(&self.compared, &self.order)));
        self.played.push_sections(&mut page, &self.findings);
        page
    }
}
