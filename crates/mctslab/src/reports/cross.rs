//! A tournament: joint ratings with intervals, and who did how well against whom.

use std::fmt::Write;

use mctslab_lab::report::{
    Anchor, Comparison, anchor_text, comparisons, has_rounds, interval_text, points_text, ranking, ranks, ratings,
    significance_text,
};
use mctslab_stats::bradley_terry::Ratings;
use serde_json::{Value, json};

use super::pairs::star;
use super::{Outcome, pairs, rounds};
use crate::output::{DIM, grouped, table};

pub(super) fn json(outcome: &Outcome<'_>) -> Value {
    let (summary, count) = (outcome.summary, outcome.names.len());
    let ratings = ratings(outcome.summary, outcome.course, outcome.anchor);
    let order = ranking(&ratings);
    let agent = |number: usize| {
        let tally = summary.total(number);
        let range = summary.interval(number);
        let rating = ratings.players[number];
        json!({
            "spec": outcome.settings.agents[number], "games": tally.games(),
            "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
            "score": tally.scores.mean(), "low": range.low, "high": range.high,
            "rating": rating.elo, "rating_low": rating.low, "rating_high": rating.high,
            "rank": order.iter().position(|&other| other == number).map_or(0, |place| place + 1),
        })
    };
    let cell = |a: usize, b: usize| {
        let tally = summary.against(a, b);
        if tally.games() == 0 {
            return Value::Null;
        }
        json!({"wins": tally.wins, "draws": tally.draws, "losses": tally.losses, "score": tally.scores.mean()})
    };
    let cross: Vec<Vec<Value>> = (0..count).map(|a| (0..count).map(|b| cell(a, b)).collect()).collect();
    let seat = ratings.seat.map(|seat| json!({"elo": seat.elo, "low": seat.low, "high": seat.high}));
    let anchor = Anchor::of_course(outcome.anchor, outcome.course);
    let anchor = anchor.map(|anchor| json!({"agent": anchor.agent, "elo": anchor.elo}));
    let ties = outcome.course.ties().iter();
    let tie_breaks: Vec<Value> =
        ties.map(|tie| json!({"round": tie.round, "winner": tie.winner, "others": tie.others})).collect();
    json!({
        "format": outcome.settings.format,
        "agents": (0..count).map(agent).collect::<Vec<_>>(),
        "cross": cross, "pairs": pairs::json(&comparisons(summary)), "components": ratings.components,
        "first_seat": seat, "anchor": anchor, "winner": outcome.winner(), "tie_breaks": tie_breaks,
        "rounds": if has_rounds(outcome.course.format()) { Some(rounds::json(outcome)) } else { None },
    })
}

pub(super) fn tables(outcome: &Outcome<'_>) -> String {
    let ratings = ratings(outcome.summary, outcome.course, outcome.anchor);
    let order = ranking(&ratings);
    let mut text = String::new();
    if has_rounds(outcome.course.format()) {
        text += &rounds::text(outcome);
        text.push('\n');
    }
    text += &ratings_table(outcome, &ratings, &order);
    let zero = anchor_text(&ratings, outcome.anchor, outcome.course, &outcome.names);
    let _ = writeln!(text, "{DIM}ratings in Elo points: {zero}{DIM:#}\n");
    let compared = comparisons(outcome.summary);
    text += &cross_table(outcome, &order, &compared);
    text.push('\n');
    text += &pairs::list(&compared, &order);
    let _ = writeln!(text, "{}", significance_text(&compared));
    if let Some(seat) = ratings.seat.filter(|_| outcome.summary.games() > 0) {
        let _ = writeln!(
            text,
            "\nThe first seat is worth {} Elo points ({}).",
            points_text(seat.elo),
            interval_text(&seat)
        );
    }
    if ratings.components.len() > 1 {
        let sets: Vec<String> = ratings.components.iter().map(|set| ranks(&order, set)).collect();
        let sets = sets.join(" | ");
        let _ = writeln!(text, "No chain of games links these sets, so their ratings do not compare: {sets}");
    }
    for tie in outcome.course.ties() {
        let others: Vec<&str> = tie.others.iter().map(|&agent| outcome.names[agent].as_str()).collect();
        let (round, winner, others) = (tie.round, &outcome.names[tie.winner], others.join(", "));
        let _ = writeln!(text, "Round {round} was drawn: {winner} went on before {others}, being listed first.");
    }
    if let Some(winner) = outcome.winner() {
        let _ = writeln!(text, "The winner is {}.", outcome.names[winner]);
    }
    text
}

impl Outcome<'_> {
    /// Who is left of a knock-out tournament that is over.
    fn winner(&self) -> Option<usize> {
        let left = self.course.left();
        (self.settings.format == "knockout" && left.len() == 1).then(|| left[0])
    }
}

fn ratings_table(outcome: &Outcome<'_>, ratings: &Ratings, order: &[usize]) -> String {
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
    let row = |(place, &agent): (usize, &usize)| {
        let (tally, rating) = (outcome.summary.total(agent), ratings.players[agent]);
        let mean = tally.scores.mean().map_or("-".to_string(), |mean| format!("{mean:.3}"));
        let counts = [tally.games(), tally.wins, tally.draws, tally.losses].map(grouped);
        let name = outcome.names[agent].clone();
        let head = [(place + 1).to_string(), name, points_text(rating.elo), interval_text(&rating)];
        [head.as_slice(), &counts, &[mean]].concat()
    };
    table(&columns, order.iter().enumerate().map(row).collect())
}

/// The score of each against each, in the order of the ratings, with a star where they differ.
fn cross_table(outcome: &Outcome<'_>, order: &[usize], compared: &[Comparison]) -> String {
    let differ = |a: usize, b: usize| {
        let pair = compared.iter().find(|one| (one.a, one.b) == (a.min(b), a.max(b)));
        pair.is_some_and(Comparison::is_significant)
    };
    let headings: Vec<String> = (1..=order.len()).map(|place| place.to_string()).collect();
    let mut columns = vec![("", true), ("score against", false)];
    columns.extend(headings.iter().map(|heading| (heading.as_str(), true)));
    let row = |(place, &agent): (usize, &usize)| {
        let cells = order.iter().map(|&other| {
            let mean = outcome.summary.against(agent, other).scores.mean();
            let score = mean.map_or("-".to_string(), |mean| format!("{mean:.3}"));
            let score = if agent == other { "·".to_string() } else { score };
            score + star(differ(agent, other))
        });
        [(place + 1).to_string(), outcome.names[agent].clone()].into_iter().chain(cells).collect()
    };
    table(&columns, order.iter().enumerate().map(row).collect())
}
