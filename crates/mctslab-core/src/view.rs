//! A board to be drawn, free of any medium: the terminal, a report and a page all draw the same [`View`].

use crate::Player;

/// Rows of cells from top to bottom, with coordinates and remarks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The rows, the top one first.
    pub rows: Vec<Row>,
    /// Labels of the columns, left to right; empty if columns have none.
    pub columns: Vec<String>,
    /// Cells are hexagons: each row is shifted against the next by half a cell.
    pub hexagonal: bool,
    /// Draw a line after every so many rows and columns; 0 for none.
    pub block: usize,
    /// What the board does not show: stores, whose turn it is in a phase, and the like.
    pub notes: Vec<String>,
}

/// One row of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
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
    /// What stands there: a piece letter, a number of seeds; empty if nothing does.
    pub text: String,
    /// Whose it is.
    pub owner: Option<Player>,
    /// Part of the last move.
    pub highlighted: bool,
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
    /// A rectangular board: `cell(row, column)` with row 0 at the top; `labels` from top to bottom and left to right.
    pub fn grid(
        row_labels: impl IntoIterator<Item = String>,
        column_labels: impl IntoIterator<Item = String>,
        mut cell: impl FnMut(usize, usize) -> Cell,
    ) -> View {
        let columns: Vec<String> = column_labels.into_iter().collect();
        let rows = row_labels.into_iter().enumerate().map(|(row, label)| Row {
            label,
            indent: 0,
            cells: (0..columns.len()).map(|column| cell(row, column)).collect(),
        });
        View { rows: rows.collect(), columns, ..View::default() }
    }
}

/// Column letters `a`, `b`, `c`, …
pub fn letters(count: usize) -> impl Iterator<Item = String> {
    (0..count).map(|i| char::from(b'a' + i as u8).to_string())
}

/// Row numbers from the top of a board whose lowest row is 1.
pub fn numbers_down(count: usize) -> impl Iterator<Item = String> {
    (1..=count).rev().map(|i| i.to_string())
}
