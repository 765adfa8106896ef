//! Every two agents of a tournament compared: a list with p-values, and the cross table.

use maud::{Markup, html};
use mctslab_page::{Table, grouped, paragraph, score_text, table};
use serde::Serialize;

use super::comparisons::{Comparison, by_rank, p_text, pair_of, significance_text};
use crate::shared::{IntervalEnds, Results, range_text};

/// Two agents who have met.
#[derive(Serialize)]
pub(super) struct PairRow {
    a: usize,
    b: usize,
    games: u64,
    score: f64,
    #[serde(flatten)]
    ends: IntervalEnds,
    p: f64,
    p_holm: f64,
    significant: bool,
}

impl PairRow {
    pub(super) fn of(one: &Comparison) -> PairRow {
        PairRow {
            a: one.a,
            b: one.b,
            games: one.games,
            score: one.score,
            ends: IntervalEnds::of(one.interval),
            p: one.p,
            p_holm: one.p_holm,
            significant: one.is_significant(),
        }
    }
}

/// The cells of the list by ranks, the stronger of two first: pair, games, score, interval, p and
/// corrected p, marked by `star`.
fn pair_cells(all: &[Comparison], order: &[usize], star: impl Fn(bool) -> &'static str) -> Vec<[String; 6]> {
    let cells = |(first, second, one): (usize, usize, Comparison)| {
        [
            format!("{first}-{second}"),
            grouped(one.games),
            score_text(Some(one.score)),
            range_text(one.interval),
            p_text(one.p),
            format!("{}{}", p_text(one.p_holm), star(one.is_significant())),
        ]
    };
    by_rank(all, order).into_iter().map(cells).collect()
}

/// The list for a terminal; `order` has the agents by rank.
pub(super) fn pairs_table(all: &[Comparison], order: &[usize]) -> String {
    let columns = [("pair", true), ("games", true), ("score", true), ("95 %", false), ("p", true), ("by Holm", true)];
    table(&columns, pair_cells(all, order, wide_star).into_iter().map(Vec::from).collect())
}

/// The list for a page.
pub(super) fn pairs_html(all: &[Comparison], order: &[usize]) -> Markup {
    let columns = [("pair", true), ("score", true), ("95 %", true), ("p", true), ("p (Holm)", true), ("games", true)];
    let mut table = Table::new(&columns);
    for [pair, games, score, interval, p, holm] in pair_cells(all, order, star) {
        table.row([pair, score, interval, p, holm, games]);
    }
    let what = "Pairs in order of rank, with the score of the higher-ranked agent. p: how likely a score this far from 0.5 is if both are equally strong. \
                Comparing many pairs produces false positives; Holm's correction allows for that.";
    html! { (table.html()) (paragraph(what)) }
}

/// What marks a significant difference.
fn star(significant: bool) -> &'static str {
    if significant { "*" } else { "" }
}

/// The same in a column of a terminal: a space that is as wide and is not cut off stands for no
/// star.
fn wide_star(significant: bool) -> &'static str {
    if significant { "*" } else { "\u{a0}" }
}

/// The headings of the cross table.
fn columns(headings: &[String]) -> Vec<(&str, bool)> {
    [("", true), ("score against", false)]
        .into_iter()
        .chain(headings.iter().map(|heading| (heading.as_str(), true)))
        .collect()
}

/// The rows of the cross table in the order of the ratings.
fn cross_rows(order: &[usize], names: &[String], cell: impl Fn(usize, usize) -> String) -> Vec<Vec<String>> {
    let row = |(place, &agent): (usize, &usize)| {
        let head = [(place + 1).to_string(), names[agent].clone()];
        head.into_iter().chain(order.iter().map(|&other| cell(agent, other))).collect()
    };
    order.iter().enumerate().map(row).collect()
}

fn ranks(order: &[usize]) -> Vec<String> {
    (1..=order.len()).map(|place| place.to_string()).collect()
}

/// The score of each against each for a terminal, with a star where they differ.
pub(super) fn cross_table(
    cross: &[Vec<Option<Results>>],
    all: &[Comparison],
    order: &[usize],
    names: &[String],
) -> String {
    let cell = |agent: usize, other: usize| {
        let score = cross[agent][other].and_then(|results| results.score);
        let text = if agent == other { "·".to_string() } else { score_text(score) };
        text + wide_star(pair_of(all, agent, other).is_some_and(|one| one.is_significant()))
    };
    table(&columns(&ranks(order)), cross_rows(order, names, cell))
}

/// The same for a page, with intervals.
pub(super) fn cross_html(all: &[Comparison], order: &[usize], names: &[String]) -> Markup {
    let cell = |agent: usize, other: usize| match pair_of(all, agent, other) {
        Some(one) => {
            let (low, high) = (one.interval.low, one.interval.high);
            format!("{:.3}{}\n{low:.2}–{high:.2}", one.score, star(one.is_significant()))
        }
        None if agent == other => "·".to_string(),
        None => "-".to_string(),
    };
    let mut table = Table::new(&columns(&ranks(order)));
    for row in cross_rows(order, names, cell) {
        table.row(row);
    }
    html! {
        (table.html())
        (paragraph("Scores with their 95 % intervals."))
        (paragraph(&significance_text(all)))
    }
}
