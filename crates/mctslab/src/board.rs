//! Draws a [`View`] in the terminal.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use mctslab_core::view::{Cell, Row};
use mctslab_core::{Player, View};

use crate::output::DIM;

/// The colour of a player's pieces.
pub(crate) fn colour(player: Player) -> Style {
    const COLOURS: [AnsiColor; 4] = [AnsiColor::Cyan, AnsiColor::Yellow, AnsiColor::Magenta, AnsiColor::Green];
    COLOURS[player.index() % COLOURS.len()].on_default().bold()
}

/// The board as lines of text with colours. The last move stands in brackets.
pub(crate) fn draw(view: &View) -> String {
    let widest = view.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.text.chars().count());
    let labels = view.columns.iter().map(|label| label.chars().count());
    let width = widest.chain(labels).max().unwrap_or(1).max(1);
    // Hexagons are shifted by half cells, so their width is even.
    let pitch = if view.hexagonal { (width + 3) & !1 } else { width + 2 };
    let margin = view.rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    if view.hexagonal {
        push_columns(&mut text, view, margin, pitch, view.rows.first().map_or(0, |row| row.indent));
    }
    for (number, row) in view.rows.iter().enumerate() {
        if view.block > 0 && number > 0 && number % view.block == 0 {
            let dashes = pitch * row.cells.len() + 2 * (row.cells.len() - 1) / view.block.max(1);
            let _ = writeln!(text, "{:margin$} {DIM}{}{DIM:#}", "", "─".repeat(dashes));
        }
        push_row(&mut text, row, view.block, margin, pitch, width);
    }
    if !view.hexagonal {
        push_columns(&mut text, view, margin, pitch, 0);
    }
    for note in &view.notes {
        let _ = writeln!(text, "{:margin$} {note}", "");
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

fn push_row(text: &mut String, row: &Row, block: usize, margin: usize, pitch: usize, width: usize) {
    let indent = row.indent * pitch / 2;
    let _ = write!(text, "{DIM}{:>margin$}{DIM:#} {:indent$}", row.label, "");
    for (column, cell) in row.cells.iter().enumerate() {
        if block > 0 && column > 0 && column % block == 0 {
            let _ = write!(text, "{DIM}│{DIM:#} ");
        }
        push_cell(text, cell, pitch, width);
    }
    text.push('\n');
}

fn push_cell(text: &mut String, cell: &Cell, pitch: usize, width: usize) {
    let (style, content) = match (cell.owner, cell.text.as_str()) {
        (_, "") => (DIM, "·"),
        (Some(player), content) => (colour(player), content),
        (None, content) => (Style::new(), content),
    };
    let (open, close) = if cell.highlighted { ('[', ']') } else { (' ', ' ') };
    let rest = pitch - width - 2;
    let _ = write!(text, "{open}{style}{content:>width$}{style:#}{close}{:rest$}", "");
}

fn push_columns(text: &mut String, view: &View, margin: usize, pitch: usize, indent: usize) {
    if view.columns.is_empty() {
        return;
    }
    let width = pitch - if view.hexagonal { 3 } else { 2 };
    let _ = write!(text, "{:margin$} {:shift$}{DIM}", "", "", shift = indent * pitch / 2);
    for (column, label) in view.columns.iter().enumerate() {
        if view.block > 0 && column > 0 && column % view.block == 0 {
            text.push_str("  ");
        }
        let _ = write!(text, " {label:>width$}{:rest$}", "", rest = pitch - width - 1);
    }
    let _ = writeln!(text, "{DIM:#}");
}
