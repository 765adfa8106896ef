//! The sections of a study that its methods share: seats, draws, and how long games were.

use std::collections::BTreeMap;

use maud::{Markup, html};
use mctslab_page::{
    Axis, Chart, Dot, DotPlot, Point, Series, Table, WIDTH, facts, grouped, histogram, nothing, paragraph,
};

use super::curve_numbers::{Picture, scores_of};
use super::document::{ComplexityDocument, ComplexityFindings};
use super::level::{Level, LevelCount};
use super::method::Method;
use super::shown_games::ComplexityGames;
use crate::shared::{IntervalEnds, Results, row};

/// Games at one number of iterations.
#[derive(Default)]
struct Sum {
    games: u64,
    draws: u64,
    plies: u64,
}

impl ComplexityDocument<'_> {
    fn all_levels(&self) -> impl Iterator<Item = &Level> {
        self.study.batches().iter().map(|batch| &batch.level)
    }

    fn seats_of_a_game(&self) -> usize {
        self.all_levels().next().map_or(0, |level| level.seats.len())
    }

    /// How the target did in each seat.
    pub(crate) fn seats(&self) -> Markup {
        let all = Picture::of_levels(self.all_levels(), self.seats_of_a_game());
        let target = if self.on_ladder() { "Score of the weaker side" } else { "Score of the target" };
        let near = match self.study.method() {
            Method::Fit(fit) => Some(Picture::of(fit)).filter(|near| near.draws.is_some()),
            _ => None,
        };
        let which = if near.is_some() { "games within a doubling of the estimate" } else { "all games" };
        let columns =
            [("seat", true), ("games", true), ("wins", true), ("draws", true), ("losses", true), ("score", true)];
        let mut table = Table::new(&columns);
        for (seat, count) in all.counts.iter().enumerate() {
            let results = results(count);
            let head = [seat.to_string(), grouped(count.games())];
            table.row(row([&head, &results.counts(), &[results.score_cell()]]));
        }
        html! {
            (seat_plot(near.as_ref().map_or(&all.counts, |near| &near.counts)))
            (paragraph(&format!("{target}, by seat ({which}).")))
            (table.html())
            (paragraph(&format!("{target}, by seat (all games at all levels).")))
        }
    }

    /// Whether any game was drawn.
    pub(crate) fn has_draws(&self) -> bool {
        self.all_levels().any(|level| level.count.draws > 0)
    }

    /// How many games were drawn.
    pub(crate) fn draws(&self) -> Markup {
        let sums = self.sums();
        let (games, draws) = sums.values().fold((0, 0), |(games, draws), sum| (games + sum.games, draws + sum.draws));
        let share = |draws: u64, games: u64| format!("{:.1} %", 100.0 * draws as f64 / games.max(1) as f64);
        let mut rows =
            vec![("over all games", format!("{} ({} of {})", share(draws, games), grouped(draws), grouped(games)))];
        if let ComplexityFindings::Fit(found) = &self.findings {
            rows.extend(found.draw_share().map(|near| ("within a doubling of the estimate", near)));
        }
        let y = Axis::linear("share of draws").between(0.0, 1.0);
        let places = "With more than two seats, a game counts as won, drawn or lost when the target's payoff is above, equal to or below the mean of the others.";
        html! {
            (facts(&rows))
            (by_level(&sums, y, |sum| sum.draws as f64 / sum.games as f64))
            @if self.seats_of_a_game() > 2 { (paragraph(places)) }
        }
    }

    /// How long games were.
    pub(crate) fn lengths(&self, games: &ComplexityGames) -> Markup {
        let (lengths, forfeits) = (&games.lengths, games.forfeits);
        let (Some((&shortest, _)), Some((&longest, _))) = (lengths.first_key_value(), lengths.last_key_value()) else {
            return nothing();
        };
        let sums = self.sums();
        let (games, plies) = sums.values().fold((0, 0), |(games, plies), sum| (games + sum.games, plies + sum.plies));
        let mut rows = vec![
            ("plies per game", format!("{:.1} on average", plies as f64 / games.max(1) as f64)),
            ("shortest, longest", format!("{shortest}, {longest}")),
        ];
        if forfeits > 0 {
            rows.push(("forfeited games", grouped(forfeits)));
        }
        let means =
            by_level(&sums, Axis::linear("plies per game").showing(0.0), |sum| sum.plies as f64 / sum.games as f64);
        html! { (facts(&rows)) (means) (histogram(lengths)) }
    }

    fn sums(&self) -> BTreeMap<u64, Sum> {
        let mut sums: BTreeMap<u64, Sum> = BTreeMap::new();
        for level in self.all_levels().filter(|level| level.count.games() > 0) {
            let sum = sums.entry(level.iterations).or_default();
            sum.games += level.count.games();
            sum.draws += level.count.draws;
            sum.plies += level.plies;
        }
        sums
    }
}

/// A count with its score; `None` without games.
fn results(count: &LevelCount) -> Results {
    Results { wins: count.wins, draws: count.draws, losses: count.losses, score: scores_of(count).mean() }
}

fn seat_plot(counts: &[LevelCount]) -> Markup {
    let dot = |(seat, count): (usize, &LevelCount)| {
        let (results, ends) = (results(count), IntervalEnds::of(scores_of(count).interval()));
        let [wins, draws, losses] = results.counts();
        Dot {
            name: format!("seat {seat}: {wins} wins, {draws} draws, {losses} losses"),
            value: results.score,
            low: Some(ends.low),
            high: Some(ends.high),
            text: format!("{} ({})", results.score_cell(), ends.cell()),
            colour: seat,
        }
    };
    let axis = Axis::linear("score, with 95 % intervals").between(0.0, 1.0);
    DotPlot::new(axis, counts.iter().enumerate().map(dot).collect()).even_at(0.5).svg()
}

/// A value by the iterations of the touchstone, points larger the more games there are.
fn by_level(sums: &BTreeMap<u64, Sum>, y: Axis, value: impl Fn(&Sum) -> f64) -> Markup {
    let point = |(&iterations, sum): (&u64, &Sum)| {
        let y = value(sum);
        (Point { x: iterations as f64, y, low: Some(y), high: Some(y) }, sum.games as f64)
    };
    let points = sums.iter().map(point).collect();
    let x = Axis::log2("iterations of the touchstone");
    Chart::new(x, y).sized(WIDTH, 240.0).with(Series::weighted_points("", points)).svg()
}
