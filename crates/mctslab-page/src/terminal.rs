//! Text for a terminal: styles, tables, rates. Who prints it decides whether styles are kept.

use anstyle::Style;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};
use mctslab_core::text::printable;

/// Bold, for headings.
pub const BOLD: Style = Style::new().bold();
/// For remarks beside the matter.
pub const DIM: Style = Style::new().dimmed();

/// Characters between two columns.
const GAP: usize = 2;

/// A table without lines: columns are `(heading, aligned right)`.
pub fn table(columns: &[(&str, bool)], rows: Vec<Vec<String>>) -> String {
    table_within(columns, rows, None)
}

/// The same in lines of at most `width` characters, as far as words allow: cells are wrapped, but
/// for those of the first column, which are names to be typed.
pub fn table_within(columns: &[(&str, bool)], rows: Vec<Vec<String>>, width: Option<usize>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    if let Some(width) = width {
        // The padding of the last column is cut off below.
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width((width + GAP).min(1000) as u16);
    }
    table.set_header(columns.iter().map(|(heading, _)| *heading));
    for row in rows {
        table.add_row(row.iter().map(|cell| printable(cell).into_owned()));
    }
    for (column, (_, right)) in table.column_iter_mut().zip(columns) {
        column.set_cell_alignment(if *right { CellAlignment::Right } else { CellAlignment::Left });
        column.set_padding((0, GAP as u16));
    }
    if let Some(first) = table.column_mut(0) {
        first.set_constraint(ColumnConstraint::ContentWidth);
    }
    let mut lines: Vec<String> = table.to_string().lines().map(|line| line.trim_end().to_string()).collect();
    if let Some(heading) = lines.first_mut() {
        *heading = format!("{DIM}{heading}{DIM:#}");
    }
    lines.join("\n") + "\n"
}

/// A count per second as people say it: `6.71 M`, `482 k`.
///
/// ```
/// # use mctslab_page::rate;
/// assert_eq!([6_714_000.0, 482_100.0, 12.34].map(rate), ["6.71 M", "482 k", "12.3"]);
/// ```
pub fn rate(number: f64) -> String {
    match number {
        n if n >= 1e8 => format!("{:.0} M", n / 1e6),
        n if n >= 1e6 => format!("{:.2} M", n / 1e6),
        n if n >= 1e5 => format!("{:.0} k", n / 1e3),
        n if n >= 1e3 => format!("{:.1} k", n / 1e3),
        n => format!("{n:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_cannot_command_a_terminal() {
        let text = table(&[("agent", false)], vec![vec!["\u{1b}[2Jgone".to_string()]]);
        assert!(text.contains("\\u{1b}[2Jgone"), "{text:?}");
    }
}
