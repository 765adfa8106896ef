//! What searches of many positions found, and what they cost.

use mctslab_core::View;
use mctslab_registry::samples::probe::{Probe, ProbeSample, Search};
use mctslab_stats::{Running, Scores};
use serde::Serialize;
use serde_json::Value;

use super::mean::MeanValue;
use super::reproduce::{reproduce_samples, settings_html};
use super::{About, BOLD, DIM, Document, TextOptions, json_of, table};
use crate::report::{Axis, Boards, Chart, Page, Point, Series, Table, as_sentence, escape, grouped, paragraph};

/// What the columns mean.
const MEANING: &str = "\
Best move: the choice keeps what the solved position is worth, where not every move does.
Block: the next player cannot win at once, where some moves prevent that and some do not.
Line: the line of play that the search expects ends the game with what the solved position is worth.
Shares are of the searches in which that is a question, with 95 % intervals.";

/// Searches of many positions.
#[derive(Serialize)]
pub struct ProbeDocument<'a> {
    game: &'a str,
    agent: &'a str,
    /// Searches, each of one position.
    positions: u64,
    /// Positions drawn again because the game was over.
    resampled: u64,
    /// Positions that were solved.
    solved: u64,
    iterations: MeanValue,
    moves: MeanValue,
    rows: Vec<ProbeRow>,
    smallest: Option<Smallest>,
    /// What depends on how fast the machine is.
    timing: ProbeSeconds,
    #[serde(skip)]
    about: About<'a>,
    #[serde(skip)]
    measure: &'a Probe,
    #[serde(skip)]
    missed: &'a [Missed],
}

#[derive(Serialize)]
struct ProbeSeconds {
    seconds: MeanValue,
}

/// What one way to choose found.
#[derive(Serialize)]
struct ProbeRow {
    /// `own`, `rule` or `budget`.
    kind: &'static str,
    /// The final rule, or the budget in iterations.
    name: String,
    best: Share,
    block: Share,
    line: Share,
}

/// The share of searches that found something.
#[derive(Clone, Copy, Serialize)]
struct Share {
    #[serde(flatten)]
    mean: MeanValue,
    low: Option<f64>,
    high: Option<f64>,
}

/// The smallest budgets that find something.
#[derive(Serialize)]
struct Smallest {
    best: Budgets,
    line: Budgets,
}

/// How many positions need which budget.
#[derive(Serialize)]
struct Budgets {
    /// Searches in which there was something to find.
    n: u64,
    /// By the first budget that finds it.
    by_budget: Vec<(u64, u64)>,
    /// Those in which no budget does.
    never: u64,
    /// The budget that finds it in half of them.
    median: Option<u64>,
}

/// A position in which the search failed, to be drawn.
pub struct Missed {
    words: String,
    view: View,
}

impl Missed {
    /// The position of a sample.
    pub fn new(number: usize, sample: &ProbeSample, view: View) -> Missed {
        let best = sample.solved.as_ref().map(|solved| ("best", &solved.best));
        let right = best.or(sample.blocks.as_ref().map(|blocks| ("a block", blocks)));
        let right = right.map(|(what, moves)| format!("; {what}: {}", moves.join(", "))).unwrap_or_default();
        Missed { words: format!("Sample {number}: chosen {}{right}", sample.search.choice), view }
    }
}

impl Share {
    fn of(found: impl Iterator<Item = Option<bool>>) -> Share {
        let (mut values, mut scores) = (Running::default(), Scores::default());
        for found in found.flatten() {
            values.add(f64::from(u8::from(found)));
            scores.add(f64::from(u8::from(found)));
        }
        let interval = (values.count() > 0).then(|| scores.interval());
        let (low, high) = (interval.map(|interval| interval.low), interval.map(|interval| interval.high));
        Share { mean: MeanValue::from(&values), low, high }
    }

    /// `93.0 % [87.1, 97.0] of 80`.
    fn text(&self) -> String {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        match (self.mean.mean, self.low, self.high) {
            (Some(mean), Some(low), Some(high)) => {
                format!("{} % [{}, {}] of {}", percent(mean), percent(low), percent(high), grouped(self.mean.n))
            }
            _ => "-".to_string(),
        }
    }
}

impl Budgets {
    fn of(samples: &[ProbeSample], budgets: &[u64], found: impl Fn(&Search) -> Option<bool>) -> Budgets {
        let asked: Vec<&ProbeSample> =
            samples.iter().filter(|sample| sample.budgets.iter().any(|search| found(search).is_some())).collect();
        let first = |sample: &ProbeSample| sample.budgets.iter().position(|search| found(search) == Some(true));
        let mut by_budget: Vec<(u64, u64)> = budgets.iter().map(|&budget| (budget, 0)).collect();
        asked.iter().filter_map(|sample| first(sample)).for_each(|place| by_budget[place].1 += 1);
        let (n, mut so_far) = (asked.len() as u64, 0);
        let median = by_budget.iter().find(|(_, count)| {
            so_far += count;
            n > 0 && 2 * so_far >= n
        });
        let (median, never) =
            (median.map(|(budget, _)| *budget), n - by_budget.iter().map(|(_, count)| count).sum::<u64>());
        Budgets { n, by_budget, never, median }
    }

    fn text(&self, what: &str) -> Option<String> {
        let list: Vec<String> =
            self.by_budget.iter().map(|(budget, count)| format!("{}: {}", grouped(*budget), grouped(*count))).collect();
        let median =
            self.median.map_or_else(|| "no budget".to_string(), |budget| format!("{} iterations", grouped(budget)));
        (self.n > 0).then(|| {
            format!(
                "smallest budget that finds the {what}: {median} in half of {} searches; {}, never {}",
                grouped(self.n),
                list.join(", "),
                grouped(self.never)
            )
        })
    }
}

impl<'a> ProbeDocument<'a> {
    /// What these samples say.
    pub fn new(
        about: About<'a>,
        measure: &'a Probe,
        samples: &'a [ProbeSample],
        missed: &'a [Missed],
    ) -> ProbeDocument<'a> {
        let mean = |value: &dyn Fn(&ProbeSample) -> f64| {
            let mut values = Running::default();
            for sample in samples {
                values.add(value(sample));
            }
            MeanValue::from(&values)
        };
        let mut rows = vec![search_row("own", "own choice".to_string(), samples, |sample| Some(&sample.search))];
        let rules = samples.first().map_or(&[][..], |sample| &sample.rules);
        rows.extend(rules.iter().map(|rule| {
            let of = |sample: &'a ProbeSample| sample.rules.iter().find(|one| one.rule == rule.rule);
            let (best, block) = (|sample| of(sample)?.best, |sample| of(sample)?.block);
            ProbeRow {
                kind: "rule",
                name: rule.rule.clone(),
                best: Share::of(samples.iter().map(best)),
                block: Share::of(samples.iter().map(block)),
                line: Share::of(std::iter::empty()),
            }
        }));
        rows.extend(measure.budgets.iter().enumerate().map(|(place, budget)| {
            search_row("budget", budget.to_string(), samples, move |sample| sample.budgets.get(place))
        }));
        let smallest = (!measure.budgets.is_empty()).then(|| Smallest {
            best: Budgets::of(samples, &measure.budgets, |search| search.best),
            line: Budgets::of(samples, &measure.budgets, |search| search.line),
        });
        ProbeDocument {
            game: about.game,
            agent: about.agent(0),
            positions: samples.len() as u64,
            resampled: samples.iter().map(|sample| sample.redrawn).sum(),
            solved: samples.iter().filter(|sample| sample.solved.is_some()).count() as u64,
            iterations: mean(&|sample| sample.search.iterations as f64),
            moves: mean(&|sample| sample.moves as f64),
            rows,
            smallest,
            timing: ProbeSeconds { seconds: mean(&|sample| sample.timing.seconds) },
            about,
            measure,
            missed,
        }
    }

    /// Where the positions come from.
    fn origin(&self) -> String {
        let Probe { after, enumerate, from, .. } = self.measure;
        let again = if self.resampled > 0 {
            format!(" ({} drawn again because the game was over)", grouped(self.resampled))
        } else {
            String::new()
        };
        match (from.is_empty(), enumerate) {
            (false, _) => format!("{} searches of {} listed positions", grouped(self.positions), from.len()),
            (_, true) => format!("all {} positions after {after} plies", grouped(self.positions)),
            _ if *after == 0 => format!("{} searches of the start", grouped(self.positions)),
            _ => format!("{} random positions after {after} plies{again}", grouped(self.positions)),
        }
    }

    fn cost(&self) -> String {
        let [iterations, _] = self.iterations.cells(1);
        let milliseconds =
            |value: Option<f64>| value.map_or_else(|| "-".to_string(), |value| format!("{:.3}", 1000.0 * value));
        let MeanValue { mean, se, .. } = self.timing.seconds;
        format!(
            "{iterations} iterations and {} ms (s.e. {}) a search, {} moves to choose from; {} of {} positions solved",
            milliseconds(mean),
            milliseconds(se),
            self.moves.cells(1)[0],
            grouped(self.solved),
            grouped(self.positions)
        )
    }

    fn cells(&self) -> Vec<Vec<String>> {
        let name = |row: &ProbeRow| match row.kind {
            "budget" => format!("{} iterations", row.name.parse().map_or_else(|_| row.name.clone(), grouped)),
            "rule" => format!("by {}", row.name),
            _ => row.name.clone(),
        };
        self.rows.iter().map(|row| vec![name(row), row.best.text(), row.block.text(), row.line.text()]).collect()
    }

    fn smallest_texts(&self) -> Vec<String> {
        let of = |smallest: &Smallest| [smallest.best.text("best move"), smallest.line.text("line")];
        self.smallest.iter().flat_map(of).flatten().collect()
    }

    /// The share found by budget.
    fn chart(&self) -> Option<String> {
        let points = |share: fn(&ProbeRow) -> &Share| {
            let rows = self.rows.iter().filter(|row| row.kind == "budget");
            let point = |row: &ProbeRow| {
                let found = share(row);
                Some(Point { x: row.name.parse().ok()?, y: found.mean.mean?, low: found.low, high: found.high })
            };
            rows.filter_map(point).collect::<Vec<Point>>()
        };
        let all = [
            ("best move", points(|row| &row.best)),
            ("block", points(|row| &row.block)),
            ("line", points(|row| &row.line)),
        ];
        let mut chart = Chart::new(Axis::log2("iterations"), Axis::linear("share found").between(0.0, 1.0));
        let drawn: Vec<_> = all.into_iter().filter(|(_, points)| points.len() > 1).collect();
        if drawn.is_empty() {
            return None;
        }
        for (colour, (name, points)) in drawn.into_iter().enumerate() {
            let line = points.iter().map(|point| (point.x, point.y)).collect();
            chart = chart.with(Series::line("", line).colour(colour)).with(Series::points(name, points).colour(colour));
        }
        Some(chart.svg())
    }
}

/// The row of searches by one agent.
fn search_row<'a>(
    kind: &'static str,
    name: String,
    samples: &'a [ProbeSample],
    of: impl Fn(&'a ProbeSample) -> Option<&'a Search>,
) -> ProbeRow {
    let searches: Vec<&Search> = samples.iter().filter_map(of).collect();
    let share = |found: fn(&Search) -> Option<bool>| Share::of(searches.iter().map(|search| found(search)));
    let (best, block, line) = (share(|search| search.best), share(|search| search.block), share(|search| search.line));
    ProbeRow { kind, name, best, block, line }
}

const COLUMNS: [(&str, bool); 4] = [("", false), ("best move", true), ("block", true), ("line", true)];

impl Document for ProbeDocument<'_> {
    fn json(&self) -> Value {
        json_of(self)
    }

    fn text(&self, options: &TextOptions) -> String {
        let elapsed =
            options.elapsed.map(|time| format!("  {DIM}{:.1} s{DIM:#}", time.as_secs_f64())).unwrap_or_default();
        let head = format!("{BOLD}{}{BOLD:#}  {}{elapsed}\n", self.game, self.about.name(0));
        let found = table(&COLUMNS, self.cells());
        let smallest = self.smallest_texts().join("\n");
        let gap = if smallest.is_empty() { "" } else { "\n" };
        format!("{head}{}\n{}\n\n{found}{gap}{smallest}{gap}\n{DIM}{MEANING}{DIM:#}\n", self.origin(), self.cost())
    }

    fn page(&self) -> String {
        let mut page = Page::new(&self.about.title(&format!("{} probed in {}", self.about.name(0), self.game)));
        page.push(&format!("<p class=\"verdict\">{}</p>\n", escape(&as_sentence(&self.headline()))));
        page.push(&paragraph(&format!("{}. {}.", self.origin(), self.cost())));
        let mut rows = self.about.place_facts();
        rows.extend([("game", self.about.settings.game.clone()), ("agent", self.agent.to_string())]);
        rows.extend(self.about.origin_facts());
        page.push(&settings_html("Settings", &rows, "", &reproduce_samples(self.about.settings), ""));
        let mut table = Table::new(&COLUMNS);
        self.cells().into_iter().for_each(|row| table.row(row));
        page.section("found", "What was found", &(table.html() + &paragraph(MEANING)));
        if let Some(chart) = self.chart() {
            let texts: String = self.smallest_texts().iter().map(|text| paragraph(&as_sentence(text))).collect();
            page.section("budgets", "Share found by budget", &(chart + &texts));
        }
        if !self.missed.is_empty() {
            let mut boards = Boards::default();
            let figure = |missed: &Missed| {
                let (board, words) = (boards.draw(&missed.view), escape(&missed.words));
                format!("<figure>{board}<figcaption>{words}</figcaption></figure>\n")
            };
            let figures: String = self.missed.iter().map(figure).collect();
            let html = format!("{}<div class=\"strip\">\n{figures}</div>\n", boards.shared());
            page.section("missed", "Positions that the agent missed", &html);
        }
        page.html()
    }

    fn headline(&self) -> String {
        let own = &self.rows[0];
        let found = |share: &Share, what: &str| share.mean.mean.map(|mean| format!("{what} in {:.1} %", 100.0 * mean));
        let parts = [found(&own.best, "best move"), found(&own.block, "needed block"), found(&own.line, "line")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let found = if parts.is_empty() { "nothing to be found".to_string() } else { parts.join(", ") };
        format!("{found}; {} searches", grouped(self.positions))
    }
}
