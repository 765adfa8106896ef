//! A board to be drawn, independent of the medium: the terminal, a report and a page all draw the
//! same [`View`].

use std::fmt::Write;

use crate::Player;

/// Rows of cells from top to bottom, with coordinates and remarks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The rows, the top one first.
    pub rows: Vec<BoardRow>,
    /// Labels of the columns, left to right; empty if columns have none.
    pub columns: Vec<String>,
    /// Cells are hexagons: each row is shifted against the next by half a cell.
    pub hexagonal: bool,
    /// Rows and columns between two separating lines; 0 for no lines.
    pub block: usize,
    /// Remarks on what the board does not show, such as stores or the phase of a turn.
    pub notes: Vec<String>,
}

/// One row of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardRow {
    /// The row's coordinate.
    pub label: String,
    /// How far the row is shifted to the right, in half cells.
    pub indent: usize,
    /// The cells from left to right.
    pub cells: Vec<Cell>,
}

/// One place of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The piece on it: a letter, a number of seeds; empty for an empty cell.
    pub text: String,
    /// The owner of the piece.
    pub owner: Option<Player>,
    /// Part of the last move.
    pub highlighted: bool,
}

/// The place of a cell: its row from the top and its number in that row from the left, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellPlace {
    /// The number of the row.
    pub row: usize,
    /// The number of the cell in its row.
    pub column: usize,
}

impl Cell {
    /// An empty cell.
    pub fn empty() -> Cell {
        Cell::default()
    }

    /// A plain stone of `owner`: `x` for the first player, `o` for the second, `y` for the third.
    pub fn stone(owner: Player) -> Cell {
        const STONES: [&str; Player::MOST] = ["x", "o", "y", "z", "s", "t", "u", "v"];
        Cell { text: STONES[owner.index()].to_string(), owner: Some(owner), highlighted: false }
    }
}

impl View {
    /// The cell at a place, if there is one.
    pub fn cell(&self, place: CellPlace) -> Option<&Cell> {
        self.rows.get(place.row)?.cells.get(place.column)
    }

    /// The places of the cells of the last move, row by row.
    pub fn highlighted(&self) -> Vec<CellPlace> {
        let places = self.rows.iter().enumerate().flat_map(|(row, cells)| {
            cells.cells.iter().enumerate().map(move |(column, cell)| (CellPlace { row, column }, cell))
        });
        places.filter(|(_, cell)| cell.highlighted).map(|(place, _)| place).collect()
    }

    /// A rectangular board: `cell(row, column)` with row 0 at the top; `labels` from top to bottom
    /// and left to right.
    pub fn grid(
        row_labels: impl IntoIterator<Item = String>,
        column_labels: impl IntoIterator<Item = String>,
        mut cell: impl FnMut(usize, usize) -> Cell,
    ) -> View {
        let columns: Vec<String> = column_labels.into_iter().collect();
        let rows = row_labels.into_iter().enumerate().map(|(row, label)| BoardRow {
            label,
            indent: 0,
            cells: (0..columns.len()).map(|column| cell(row, column)).collect(),
        });
        View { rows: rows.collect(), columns, ..View::default() }
    }
}

/// The kind of a piece of a drawing, by which it is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Coordinates, lines and empty cells.
    Faint,
    /// A piece of a player.
    Piece(Player),
    /// Anything else.
    Plain,
}

/// The board as lines of text, whose parts `paint` colours. The last move is shown in brackets.
pub fn draw(view: &View, paint: &dyn Fn(Ink, &str) -> String) -> String {
    let faint = |text: &str| paint(Ink::Faint, text);
    let widest = view.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.text.chars().count());
    let labels = view.columns.iter().map(|label| label.chars().count());
    let width = widest.chain(labels).max().unwrap_or(1).max(1);
    // Hexagons are shifted by half cells, so their width is even.
    let pitch = if view.hexagonal { (width + 3) & !1 } else { width + 2 };
    let margin = view.rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    if view.hexagonal {
        text += &columns(view, margin, pitch, view.rows.first().map_or(0, |row| row.indent), &faint);
    }
    for (number, row) in view.rows.iter().enumerate() {
        if view.block > 0 && number > 0 && number % view.block == 0 {
            let dashes = pitch * row.cells.len() + 2 * (row.cells.len() - 1) / view.block.max(1);
            let _ = writeln!(text, "{:margin$} {}", "", faint(&"─".repeat(dashes)));
        }
        push_row(&mut text, row, view.block, [margin, pitch, width], paint);
    }
    if !view.hexagonal {
        text += &columns(view, margin, pitch, 0, &faint);
    }
    for note in &view.notes {
        let _ = writeln!(text, "{:margin$} {note}", "");
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

fn push_row(
    text: &mut String,
    row: &BoardRow,
    block: usize,
    [margin, pitch, width]: [usize; 3],
    paint: &dyn Fn(Ink, &str) -> String,
) {
    let indent = row.indent * pitch / 2;
    let label = format!("{:>margin$}", row.label);
    let _ = write!(text, "{} {:indent$}", paint(Ink::Faint, &label), "");
    for (column, cell) in row.cells.iter().enumerate() {
        if block > 0 && column > 0 && column % block == 0 {
            let _ = write!(text, "{} ", paint(Ink::Faint, "│"));
        }
        let (ink, content) = match (cell.owner, cell.text.as_str()) {
            (_, "") => (Ink::Faint, "·"),
            (Some(player), content) => (Ink::Piece(player), content),
            (None, content) => (Ink::Plain, content),
        };
        let (open, close) = if cell.highlighted { ('[', ']') } else { (' ', ' ') };
        let rest = pitch - width - 2;
        let _ = write!(text, "{open}{}{close}{:rest$}", paint(ink, &format!("{content:>width$}")), "");
    }
    text.push('\n');
}

/// The line of column labels, if there are any.
fn columns(view: &View, margin: usize, pitch: usize, indent: usize, faint: &dyn Fn(&str) -> String) -> String {
    if view.columns.is_empty() {
        return String::new();
    }
    let width = pitch - if view.hexagonal { 3 } else { 2 };
    let mut labels = String::new();
    for (column, label) in view.columns.iter().enumerate() {
        if view.block > 0 && column > 0 && column % view.block == 0 {
            labels.push_str("  ");
        }
        let _ = write!(labels, " {label:>width$}{:rest$}", "", rest = pitch - width - 1);
    }
    format!("{:margin$} {:shift$}{}\n", "", "", faint(&labels), shift = indent * pitch / 2)
}

/// Column letters `a`, `b`, `c`, …
pub fn letters(count: usize) -> impl Iterator<Item = String> {
    (0..count).map(|i| char::from(b'a' + i as u8).to_string())
}

/// Row numbers from the top of a board whose lowest row is 1.
pub fn numbers_down(count: usize) -> impl Iterator<Item = String> {
    (1..=count).rev().map(|i| i.to_string())
}
