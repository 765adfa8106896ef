//! The exact counts of a game.

use std::fmt::Write;

use mctslab_lab::{About, Document, TextOptions, json_of, ordered_json_of, reproduce_samples, settings_html};
use mctslab_page::{BOLD, DIM, Page, Table, Tone, grouped, paragraph, table, verdict};
use mctslab_registry::samples::counts::{CountsSample, EndCounts, Number, Ply};
use mctslab_registry::samples::hex_equations::CheckedCells;
use serde::Serialize;
use serde_json::Value;

/// What is counted.
const MEANING: &str = "\
A position is a state of the game: the board, whose turn it is, and any history that the rules depend on.
Positions are listed at the earliest ply that reaches them; a game is a sequence of moves from the start to an end.";

/// How many positions, ends and games there are.
#[derive(Serialize)]
pub(crate) struct CountsDocument<'a> {
    game: &'a str,
    #[serde(flatten)]
    found: Option<&'a CountsSample>,
    #[serde(skip)]
    about: About<'a>,
}

/// Rows of text below headings, of which those that are `true` stand to the right.
struct Sheet {
    id: &'static str,
    heading: &'static str,
    columns: &'static [(&'static str, bool)],
    rows: Vec<Vec<String>>,
}

impl<'a> CountsDocument<'a> {
    /// What was counted, if it is over.
    pub(crate) fn new(about: About<'a>, found: Option<&'a CountsSample>) -> CountsDocument<'a> {
        CountsDocument { game: about.game, found, about }
    }

    fn sheets(&self) -> Vec<Sheet> {
        let Some(found) = self.found else { return Vec::new() };
        let pair = |number: &Number| [grouped(number.distinct), grouped(number.all)];
        let end = |end: &EndCounts| {
            let paid: Vec<String> = end.payoffs.iter().map(f64::to_string).collect();
            [&[paid.join(" : ")], &pair(&end.positions)[..], &[many(end.games)]].concat()
        };
        let ply = |(number, ply): (usize, &Ply)| {
            let [ends, _] = pair(&ply.ends);
            [&[number.to_string()], &pair(&ply.positions)[..], &[ends, many(ply.sequences)]].concat()
        };
        let checked = |row: &CheckedCells| {
            let numbers = [row.positions, row.bounded, row.bound_holds, row.bound_exact];
            let pairs = [row.pairs, row.equation_holds, row.printed_holds];
            let cells = std::iter::once(u64::from(row.cells)).chain(numbers).chain(pairs);
            cells.map(grouped).collect::<Vec<String>>()
        };
        let mut sheets = vec![
            Sheet {
                id: "ends",
                heading: "Ends",
                columns: &[("pays", false), ("up to symmetry", true), ("in all", true), ("games", true)],
                rows: found.ends.iter().map(end).collect(),
            },
            Sheet {
                id: "plies",
                heading: "Positions by ply",
                columns: &[
                    ("ply", true),
                    ("up to symmetry", true),
                    ("in all", true),
                    ("ends up to symmetry", true),
                    ("sequences", true),
                ],
                rows: found.plies.iter().enumerate().map(ply).collect(),
            },
        ];
        sheets.extend(found.equations.as_ref().map(|equations| Sheet {
            id: "equations",
            heading: "Equations 7.2 and 7.6 of Hex, by empty cells, up to symmetry",
            columns: &[
                ("empty", true),
                ("positions", true),
                ("7.2 says", true),
                ("holds", true),
                ("is exact", true),
                ("pairs", true),
                ("7.6 holds", true),
                ("as printed", true),
            ],
            rows: equations.by_cells.iter().map(checked).collect(),
        }));
        sheets
    }
}

/// A count that may be too large.
fn many(count: Option<u64>) -> String {
    count.map_or_else(|| "over 2^64".to_string(), grouped)
}

impl Document for CountsDocument<'_> {
    fn json(&self) -> Value {
        json_of(self)
    }

    fn ordered_json(&self) -> String {
        ordered_json_of(self)
    }

    fn text(&self, options: &TextOptions) -> String {
        let elapsed =
            options.elapsed.map(|time| format!("  {DIM}{:.1} s{DIM:#}", time.as_secs_f64())).unwrap_or_default();
        let mut text = format!("{BOLD}{}{BOLD:#}  {}{elapsed}\n", self.game, self.headline());
        for sheet in self.sheets() {
            let _ = write!(text, "\n{BOLD}{}{BOLD:#}\n{}", sheet.heading, table(sheet.columns, sheet.rows));
        }
        text + &format!("\n{DIM}{MEANING}{DIM:#}\n")
    }

    fn page(&self) -> Page {
        let mut page = Page::new(&self.about.title(&format!("all positions of {}", self.game)));
        page.push(verdict(&format!("{}.", self.headline()), Tone::Plain));
        page.push(paragraph(MEANING));
        let command = reproduce_samples(self.about.settings);
        page.push(settings_html("Settings", &self.about.origin_facts(), &command));
        for sheet in self.sheets() {
            let mut table = Table::new(sheet.columns);
            sheet.rows.into_iter().for_each(|row| table.row(row));
            page.section(sheet.id, sheet.heading, table.html());
        }
        page
    }

    fn headline(&self) -> String {
        let Some(CountsSample { symmetries, positions, games, .. }) = self.found else {
            return "nothing is counted yet".to_string();
        };
        let plural = if *symmetries == 1 { "y" } else { "ies" };
        format!(
            "{} positions up to {symmetries} symmetr{plural}, {} in all; {} games",
            grouped(positions.distinct),
            grouped(positions.all),
            many(*games)
        )
    }
}
