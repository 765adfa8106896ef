//! Tables in the shape of the paper's: published beside measured in each cell, with the difference
//! in standard errors of both.

use std::collections::BTreeSet;

use mctslab_page::Tone;

use super::blocks::{Block, PageCell, PageTable};
use super::{PaperDocument, PaperRow, RowPlace, number_text, published_text};

/// What stands in a cell that was not run.
const NOTHING: &str = "–";
/// Up to so many standard errors of both numbers a difference is one of chance.
const NEAR: f64 = 2.0;
/// Above so many it is not.
const FAR: f64 = 3.0;

/// Which rows stand in one table.
#[derive(PartialEq, Eq, Clone)]
struct TableKey {
    title: String,
    axis: String,
    /// Published numbers that stand once more, beside other runs.
    again: bool,
    /// Whether the columns have no names.
    single: bool,
    /// Whether there are published numbers.
    published: bool,
}

/// A table while it is filled: every cell has the rows that belong there.
struct ShapedTable<'a> {
    key: TableKey,
    rows: Vec<String>,
    columns: Vec<String>,
    cells: Vec<(usize, usize, &'a PaperRow)>,
}

/// Remarks on rows, each once, with its number.
#[derive(Default)]
pub(super) struct Footnotes(Vec<String>);

impl Footnotes {
    /// The marks of a row's remarks.
    fn marks(&mut self, row: &PaperRow) -> String {
        let fitted = row.fitted.as_ref().map(|why| format!("Fitted: {why}"));
        let remarks = [fitted, row.also.clone(), row.reason.clone(), row.note.clone()];
        let mark = |remark: String| {
            let place = self.0.iter().position(|known| *known == remark).unwrap_or_else(|| {
                self.0.push(remark);
                self.0.len() - 1
            });
            superscript(place + 1)
        };
        remarks.into_iter().flatten().map(mark).collect::<Vec<String>>().join("⁺")
    }

    /// All of them, to stand below the tables.
    pub(super) fn blocks(self) -> Vec<Block> {
        let line =
            |(place, text): (usize, String)| format!("{} {}", superscript(place + 1), mctslab_page::as_sentence(&text));
        let lines: Vec<String> = self.0.into_iter().enumerate().map(line).collect();
        if lines.is_empty() { Vec::new() } else { vec![Block::List(lines)] }
    }
}

fn superscript(number: usize) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    number.to_string().bytes().map(|digit| DIGITS[usize::from(digit - b'0') % 10]).collect()
}

/// The place of a row; one that the file does not know stands in a table of one column.
pub(super) fn place_of(row: &PaperRow) -> RowPlace {
    let own = || RowPlace { row: row.label.clone(), ..RowPlace::default() };
    row.place.clone().unwrap_or_else(own)
}

/// The tables of a profile, and the names of rows that have neither a published nor a measured
/// number.
pub(super) fn tables(
    document: &PaperDocument,
    profile: Option<&str>,
    footnotes: &mut Footnotes,
) -> (Vec<Block>, Vec<String>) {
    let rows: Vec<&PaperRow> = document.rows.iter().filter(|row| row.profile.as_deref() == profile).collect();
    let (shown, empty): (Vec<&PaperRow>, Vec<&PaperRow>) = rows.into_iter().partition(|row| !is_empty(row));
    let printed = Printed::new(&shown);
    let mut tables: Vec<ShapedTable<'_>> = Vec::new();
    for &row in &shown {
        let place = place_of(row);
        let (title, axis) = (place.table.clone(), place.axis.clone());
        let (single, published) = (place.column.is_empty(), printed.has(&place));
        let key = TableKey { title, axis, again: place.again, single, published };
        let at = tables.iter().position(|table| table.key == key).unwrap_or_else(|| {
            tables.push(ShapedTable { key, rows: Vec::new(), columns: Vec::new(), cells: Vec::new() });
            tables.len() - 1
        });
        tables[at].put(&place, row);
    }
    // What the paper has stands first.
    tables.sort_by_key(|table| (!table.key.published, table.key.again));
    let (mut blocks, mut before) = (Vec::new(), String::new());
    for table in &tables {
        let title = table.title();
        // Tables of one title share it, and one without does not stand below another's.
        if title != before {
            let heading = if title.is_empty() { "Further rows".to_string() } else { title.clone() };
            blocks.push(Block::Heading(heading));
        }
        blocks.push(Block::Table(table.page_table(footnotes)));
        before = title;
    }
    (blocks, empty.iter().map(|row| row.label.clone()).collect())
}

/// Where numbers were published: a table whose columns have either published numbers alone or none
/// is split in two, that of the paper and what was measured beside.
struct Printed {
    /// Places of columns, without their rows.
    columns: BTreeSet<RowPlace>,
    /// Tables with a column that has both.
    mixed: BTreeSet<RowPlace>,
}

impl Printed {
    fn new(rows: &[&PaperRow]) -> Printed {
        let (with, without): (Vec<&PaperRow>, Vec<&PaperRow>) =
            rows.iter().copied().partition(|row| row.published.is_some());
        let place = |row: &PaperRow| column_of(&place_of(row));
        let columns: BTreeSet<RowPlace> = with.into_iter().map(place).collect();
        let both = without.into_iter().map(place).filter(|place| columns.contains(place));
        let mixed = both.map(|place| table_of(&place)).collect();
        Printed { columns, mixed }
    }

    fn has(&self, place: &RowPlace) -> bool {
        let column = column_of(place);
        self.mixed.contains(&table_of(&column)) || self.columns.contains(&column)
    }
}

fn column_of(place: &RowPlace) -> RowPlace {
    RowPlace { row: String::new(), ..place.clone() }
}

/// The table, of those with names of columns or of those without.
fn table_of(column: &RowPlace) -> RowPlace {
    let named = if column.column.is_empty() { "" } else { "named" };
    RowPlace { column: named.to_string(), ..column.clone() }
}

fn is_empty(row: &PaperRow) -> bool {
    row.published.is_none() && row.measured.is_none() && !row.beyond
}

/// The place of a name in a list, to which it is added if it is new.
fn place_in(names: &mut Vec<String>, name: &str) -> usize {
    names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_string());
        names.len() - 1
    })
}

impl<'a> ShapedTable<'a> {
    fn put(&mut self, place: &RowPlace, row: &'a PaperRow) {
        let (at, column) = (place_in(&mut self.rows, &place.row), place_in(&mut self.columns, &place.column));
        self.cells.push((at, column, row));
    }

    fn title(&self) -> String {
        let kind = match (self.key.published, self.key.again) {
            (true, true) => "the published numbers beside other runs",
            (false, _) => "measured only",
            (true, false) => "",
        };
        match (self.key.title.as_str(), kind) {
            ("", kind) => mctslab_page::as_sentence(kind).trim_end_matches('.').to_string(),
            (title, "") => title.to_string(),
            (title, kind) => format!("{title}, {kind}"),
        }
    }

    fn page_table(&self, footnotes: &mut Footnotes) -> PageTable {
        // An axis that is the whole name of a row says what the rows are.
        let axis = self.key.axis.strip_prefix('<').and_then(|axis| axis.strip_suffix('>'));
        let axis = axis.filter(|axis| !axis.contains('<')).unwrap_or_default();
        let mut columns = vec![(axis.to_string(), false)];
        let heading = |name: &String| if name.is_empty() { "number".to_string() } else { name.clone() };
        columns.extend(self.columns.iter().map(|name| (heading(name), true)));
        let mut grid = PageTable { columns, rows: Vec::new(), stacked: false };
        for (at, name) in self.rows.iter().enumerate() {
            let mut cells = vec![PageCell::from(name.clone())];
            for column in 0..self.columns.len() {
                let here = self.cells.iter().filter(|(row, place, _)| (*row, *place) == (at, column));
                let rows: Vec<&PaperRow> = here.map(|(_, _, row)| *row).collect();
                cells.push(cell(&rows, footnotes));
            }
            grid.rows.push(cells);
        }
        grid
    }
}

/// What a cell says of its rows, of which there is one at most unless the file has changed.
fn cell(rows: &[&PaperRow], footnotes: &mut Footnotes) -> PageCell {
    let text = |row: &&PaperRow| format!("{}{}", cell_text(row), footnotes.marks(row));
    let texts: Vec<String> = rows.iter().map(text).collect();
    let tone = rows.first().and_then(|row| tone(row)).filter(|_| rows.len() == 1);
    PageCell { text: texts.join("; "), tone }
}

/// The colour of a difference that is larger than chance would make it.
fn tone(row: &PaperRow) -> Option<Tone> {
    let errors = row.difference.filter(|_| row.fitted.is_none())?.abs();
    let large = if errors > FAR { Tone::Bad } else { Tone::Open };
    (errors > NEAR).then_some(large)
}

/// `12.3 | 11.0 ± 3.0 (−0.4)`: published, measured with half of its 95 % interval, and the difference
/// in standard errors of both.
pub(super) fn cell_text(row: &PaperRow) -> String {
    let measured = measured_cell(row);
    let difference = row.difference.map(|errors| format!(" ({})", signed(errors))).unwrap_or_default();
    match (row.published, measured) {
        (Some(_), Some(measured)) => format!("{} | {measured}{difference}", published_text(row)),
        (Some(_), None) => format!("{} | {NOTHING}", published_text(row)),
        (None, Some(measured)) => measured,
        (None, None) => NOTHING.to_string(),
    }
}

/// A difference with its sign, as long as a cell has room for.
fn signed(errors: f64) -> String {
    let text = if errors.abs() < 100.0 { format!("{errors:+.1}") } else { format!("{errors:+.0}") };
    text.replace('-', "−")
}

/// `11.0 ± 3.1`; an interval whose halves differ has its ends in brackets, and an end that is open
/// is `…`. As many digits are shown as the interval makes sense of.
fn measured_cell(row: &PaperRow) -> Option<String> {
    let open = || "…".to_string();
    if row.beyond {
        return Some(format!("beyond all tried [{}, …]", row.low.map_or_else(open, number_text)));
    }
    let value = row.measured?;
    let (Some(low), Some(high)) = (row.low, row.high) else {
        let ends = [row.low, row.high].map(|end| end.map_or_else(open, number_text));
        let known = row.low.is_some() || row.high.is_some();
        let brackets = if known { format!(" [{}]", ends.join(", ")) } else { String::new() };
        return Some(format!("{}{brackets}", number_text(value)));
    };
    let half = (high - low) / 2.0;
    let text = |number: f64| format!("{number:.0$}", digits_of(half));
    Some(match half {
        _ if half <= 0.0 => number_text(value),
        _ if even(value - low, high - value) => format!("{} ± {}", text(value), text(half)),
        _ => format!("{} [{}, {}]", text(value), text(low), text(high)),
    })
}

/// Decimals that show two digits of half an interval.
fn digits_of(half: f64) -> usize {
    libm::ceil(1.0 - libm::log10(half)).clamp(0.0, 8.0) as usize
}

/// Whether the halves of an interval are about as long.
fn even(below: f64, above: f64) -> bool {
    (below - above).abs() <= 0.25 * (below + above)
}

/// How many cells the tables of a profile show, and how many rows without a number are listed.
#[cfg(test)]
pub(crate) fn count_cells(document: &PaperDocument, profile: Option<&str>) -> (usize, usize) {
    let (blocks, empty) = tables(document, profile, &mut Footnotes::default());
    let grids = blocks.iter().filter_map(|block| if let Block::Table(grid) = block { Some(grid) } else { None });
    let cells = grids.flat_map(|grid| &grid.rows).flat_map(|row| &row[1..]);
    (cells.filter(|cell| !cell.text.is_empty()).count(), empty.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(json: &str) -> PaperRow {
        serde_json::from_str(&format!("{{\"label\":\"a\",{json}}}")).expect("a row")
    }

    #[test]
    fn published_stands_beside_measured() {
        let text = |json: &str| cell_text(&row(json));
        let both = r#""published":12.3,"measured":11.0,"low":8.0,"high":14.0,"difference":-0.41"#;
        assert_eq!(text(both), "12.3 | 11.0 ± 3.0 (−0.4)");
        let lopsided = r#""published":0.0,"plus_minus":0.65,"measured":0.0,"low":0.0,"high":3.6"#;
        assert_eq!(text(lopsided), "0 ± 0.65 | 0.0 [0.0, 3.6]");
        assert_eq!(text(r#""published":7.0,"measured":null,"low":null,"high":null"#), "7 | –");
        assert_eq!(text(r#""published":null,"measured":2.5,"low":2.5,"high":2.5"#), "2.500");
    }
}
