//! Boards as small inline SVG: squares, hexagons and pits.
//!
//! What a [`View`] has in common with other positions of its game, the cells and their coordinates,
//! is drawn once for the page and referred to. A position adds its pieces: stones of one owner are
//! one path of round dots, so that a replay of a hundred boards stays small.

use std::fmt::Write;

use maud::{Markup, PreEscaped};
use mctslab_core::View;
use mctslab_core::view::{BoardRow, Cell};

use crate::colours::COLOURS;
use crate::svg::escape;

/// A board is about so wide, as far as its cells allow.
const WIDTH: f64 = 190.0;
/// Letters of plain stones, which need not be written on them.
const STONES: [&str; 8] = ["x", "o", "y", "z", "s", "t", "u", "v"];
/// Height of a row of hexagons by the width of one.
const SLANT: f64 = 0.866;

/// The rules of the page's style sheet that a board needs, within the board alone and with colours
/// that serve light and dark grounds.
const ALONE: &str = ".board .cell{fill:#eef1f4;stroke:#b9c1cb;stroke-width:.7}.board .block{stroke:#667080;stroke-width:1.6;fill:none}\
.board .pit{stroke:currentColor;stroke-width:1.4;fill:#eef1f4}.board .pit.lit{fill:#f2b632;fill-opacity:.6}\
.board .last{fill:#f2b632;opacity:.55;stroke:none}.board .neutral{color:#667080}\
.board .stones{fill:none;stroke:currentColor;stroke-linecap:round}\
.board text{font:11px sans-serif;text-anchor:middle;dominant-baseline:central}\
.board text.coordinate{fill:#808a98;font-size:9px}.board text.on{fill:#fff;font-weight:700}.board text.solid{fill:currentColor}\
.board .k0{color:#2869ab}.board .k1{color:#cf6a1f}.board .k2{color:#3f8a4c}.board .k3{color:#8757a5}\
.board .k4{color:#a07a1c}.board .k5{color:#22888c}.board .k6{color:#b1446c}.board .k7{color:#68717d}";

/// Draws boards and remembers what they share.
#[derive(Default)]
pub struct Boards {
    /// What the names of shared cells begin with.
    prefix: &'static str,
    grounds: Vec<String>,
}

/// What stands for the pieces of a board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pieces {
    /// Plain stones: a dot says all.
    Stones,
    /// Pieces with letters.
    Letters,
    /// Pits with seeds.
    Pits,
}

/// Where everything lies.
struct BoardLayout<'a> {
    view: &'a View,
    pieces: Pieces,
    cell: f64,
    left: f64,
    top: f64,
}

impl Boards {
    /// Boards of one of several sections of a page that show boards: each has its own shared cells.
    pub fn of_section(prefix: &'static str) -> Boards {
        Boards { prefix, grounds: Vec::new() }
    }

    /// The position as SVG; it refers to [`Boards::shared`], which must be on the same page.
    pub fn draw(&mut self, view: &View) -> Markup {
        let layout = BoardLayout::new(view);
        let ground = layout.ground();
        let number = self.grounds.iter().position(|known| *known == ground).unwrap_or_else(|| {
            self.grounds.push(ground);
            self.grounds.len() - 1
        });
        let (width, height) = layout.size();
        let mut svg = format!(
            "<svg class=\"board\" role=\"img\" aria-label=\"board\" viewBox=\"0 0 {width:.1} {height:.1}\" width=\"{width:.0}\" height=\"{height:.0}\"><use href=\"#{}ground{number}\"/>",
            self.prefix
        );
        layout.push_position(&mut svg);
        PreEscaped(svg + "</svg>")
    }

    /// A position as SVG that needs nothing else, for a notebook or a file.
    pub fn alone(view: &View) -> Markup {
        let layout = BoardLayout::new(view);
        let (width, height) = layout.size();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" viewBox=\"0 0 {width:.1} {height:.1}\" width=\"{width:.0}\" height=\"{height:.0}\"><style>{ALONE}</style>{}",
            layout.ground()
        );
        layout.push_position(&mut svg);
        PreEscaped(svg + "</svg>")
    }

    /// What the boards drawn so far refer to.
    pub fn shared(&self) -> Markup {
        let mut svg =
            String::from("<svg width=\"0\" height=\"0\" aria-hidden=\"true\" style=\"position:absolute\"><defs>\n");
        for (number, ground) in self.grounds.iter().enumerate() {
            let _ = writeln!(svg, "<g id=\"{}ground{number}\">{ground}</g>", self.prefix);
        }
        PreEscaped(svg + "</defs></svg>\n")
    }
}

/// A row of names and nothing else, as above the pits of Awari.
fn is_heading(row: &BoardRow) -> bool {
    row.label.is_empty()
        && !row.cells.is_empty()
        && row.cells.iter().all(|cell| cell.owner.is_none() && !cell.text.is_empty())
}

fn is_number(text: &str) -> bool {
    text.chars().all(|letter| letter.is_ascii_digit())
}

impl<'a> BoardLayout<'a> {
    fn new(view: &'a View) -> BoardLayout<'a> {
        let owned: Vec<&Cell> =
            view.rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.owner.is_some()).collect();
        let pieces = match owned.as_slice() {
            [_, _, ..] if owned.iter().all(|cell| is_number(&cell.text)) => Pieces::Pits,
            _ if owned.iter().all(|cell| STONES.contains(&cell.text.as_str())) => Pieces::Stones,
            _ => Pieces::Letters,
        };
        let widest = view.rows.iter().map(|row| row.cells.len() as f64 + row.indent as f64 / 2.0).fold(1.0, f64::max);
        let cells = view.rows.iter().flat_map(|row| &row.cells);
        let longest = cells.map(|cell| cell.text.chars().count()).max().unwrap_or(0);
        let most = if pieces == Pieces::Pits { 30.0 } else { 26.0 };
        let cell = (WIDTH / widest).clamp(14.0, most).max(7.0 * longest as f64 + 2.0);
        let label = view.rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
        let left = if label > 0 { 6.0 * label as f64 + 6.0 } else { 2.0 };
        let top = if view.hexagonal && !view.columns.is_empty() { 14.0 } else { 2.0 };
        BoardLayout { view, pieces, cell, left, top }
    }

    fn size(&self) -> (f64, f64) {
        let ends = self.view.rows.iter().map(|row| row.cells.len() as f64 + row.indent as f64 / 2.0);
        let width = self.left + ends.fold(1.0, f64::max) * self.cell + 3.0;
        let rows = self.view.rows.len() as f64;
        if self.view.hexagonal {
            return (width, self.top + (rows * SLANT + 0.3) * self.cell + 3.0);
        }
        let labels = if self.view.columns.is_empty() { 2.0 } else { 14.0 };
        (width, self.top + rows * self.cell + labels)
    }

    /// The middle of a cell.
    fn middle(&self, row: usize, column: usize) -> (f64, f64) {
        let shift = self.view.rows[row].indent as f64 / 2.0;
        let x = self.left + (column as f64 + shift + 0.5) * self.cell;
        let y = if self.view.hexagonal { row as f64 * SLANT + 0.6 } else { row as f64 + 0.5 };
        (x, self.top + y * self.cell)
    }

    /// The outline of a cell as part of a path.
    fn push_outline(&self, path: &mut String, row: usize, column: usize) {
        let ((x, y), half) = (self.middle(row, column), self.cell / 2.0);
        if self.view.hexagonal {
            let (slope, side) = (self.cell / 12.0_f64.sqrt(), self.cell / 3.0_f64.sqrt());
            let _ = write!(
                path,
                "M{x:.1} {:.1}l{half:.1} {slope:.1}v{side:.1}l-{half:.1} {slope:.1}l-{half:.1} -{slope:.1}v-{side:.1}z",
                y - side
            );
        } else {
            let _ = write!(path, "M{:.1} {:.1}h{2:.1}v{2:.1}h-{2:.1}z", x - half, y - half, self.cell);
        }
    }

    fn cells(&self) -> impl Iterator<Item = (usize, usize, &'a Cell)> {
        let rows = self.view.rows.iter().enumerate().filter(|(_, row)| !is_heading(row));
        rows.flat_map(|(number, row)| row.cells.iter().enumerate().map(move |(column, cell)| (number, column, cell)))
    }

    /// Cells and coordinates: what positions share.
    fn ground(&self) -> String {
        let mut svg = String::new();
        if self.pieces != Pieces::Pits {
            let mut path = String::new();
            self.cells().for_each(|(row, column, _)| self.push_outline(&mut path, row, column));
            let _ = write!(svg, "<path class=\"cell\" d=\"M0 0{path}\"/>");
        }
        self.push_blocks(&mut svg);
        self.push_coordinates(&mut svg);
        svg
    }

    fn push_blocks(&self, svg: &mut String) {
        let (block, rows) = (self.view.block, self.view.rows.len());
        let columns = self.view.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        if block == 0 {
            return;
        }
        let (width, height) = (columns as f64 * self.cell, rows as f64 * self.cell);
        let mut path = String::new();
        for row in (0..=rows).step_by(block) {
            let _ = write!(path, "M{:.1} {:.1}h{width:.1}", self.left, self.top + row as f64 * self.cell);
        }
        for column in (0..=columns).step_by(block) {
            let _ = write!(path, "M{:.1} {:.1}v{height:.1}", self.left + column as f64 * self.cell, self.top);
        }
        let _ = write!(svg, "<path class=\"block\" d=\"{path}\"/>");
    }

    fn push_coordinates(&self, svg: &mut String) {
        for (number, row) in self.view.rows.iter().enumerate() {
            if is_heading(row) {
                for (column, cell) in row.cells.iter().enumerate() {
                    let (x, y) = self.middle(number, column);
                    push_text(svg, "coordinate", (x, y + self.cell / 5.0), &cell.text);
                }
            } else if !row.label.is_empty() {
                let (x, y) = self.middle(number, 0);
                let away = self.cell / 2.0 + 3.0 + 3.0 * row.label.chars().count() as f64;
                push_text(svg, "coordinate", (x - away, y), &row.label);
            }
        }
        // Columns of hexagons lean to the right, so that their names stand half a cell to the left
        // of their top.
        let row = if self.view.hexagonal { 0 } else { self.view.rows.len().saturating_sub(1) };
        if self.view.rows.is_empty() {
            return;
        }
        for (column, label) in self.view.columns.iter().enumerate() {
            let (x, y) = self.middle(row, column);
            let at = if self.view.hexagonal { (x - self.cell / 4.0, 7.0) } else { (x, y + self.cell / 2.0 + 7.0) };
            push_text(svg, "coordinate", at, label);
        }
    }

    /// Pieces, seeds, and the last move.
    fn push_position(&self, svg: &mut String) {
        let mut last = String::new();
        let mut stones: Vec<String> = vec![String::new(); COLOURS + 1];
        let mut texts = String::new();
        for (row, column, cell) in self.cells() {
            let (x, y) = self.middle(row, column);
            let colour = cell.owner.map_or(COLOURS, |owner| owner.index() % COLOURS);
            if cell.highlighted && self.pieces != Pieces::Pits {
                self.push_outline(&mut last, row, column);
            }
            match (self.pieces, cell.owner, cell.text.as_str()) {
                (Pieces::Pits, Some(_), seeds) => {
                    let (lit, r) = (if cell.highlighted { " lit" } else { "" }, self.cell * 0.43);
                    let _ =
                        write!(svg, "<circle class=\"pit k{colour}{lit}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\"/>");
                    push_text(&mut texts, "piece", (x, y), seeds);
                }
                (_, _, "" | ".") => {}
                // Nobody's stones lie in heaps; any other sign is a mark on the board.
                (Pieces::Stones, Some(_), _) | (_, None, "o") => {
                    let _ = write!(stones[colour], "M{x:.1} {y:.1}h0");
                }
                (_, Some(_), text) if text.chars().count() == 1 => {
                    let _ = write!(stones[colour], "M{x:.1} {y:.1}h0");
                    push_text(&mut texts, "piece on", (x, y), text);
                }
                (_, Some(_), text) => {
                    let _ = write!(texts, "<g class=\"k{colour}\">");
                    push_text(&mut texts, "piece solid", (x, y), text);
                    texts.push_str("</g>");
                }
                (_, None, text) => push_text(&mut texts, "coordinate", (x, y), text),
            }
        }
        if !last.is_empty() {
            let _ = write!(svg, "<path class=\"last\" d=\"{last}\"/>");
        }
        let size = self.cell * if self.pieces == Pieces::Letters { 0.84 } else { 0.74 };
        for (colour, dots) in stones.iter().enumerate().filter(|(_, dots)| !dots.is_empty()) {
            let class = if colour == COLOURS { "neutral".to_string() } else { format!("k{colour}") };
            let _ = write!(svg, "<path class=\"stones {class}\" stroke-width=\"{size:.1}\" d=\"{dots}\"/>");
        }
        svg.push_str(&texts);
    }
}

fn push_text(svg: &mut String, class: &str, (x, y): (f64, f64), text: &str) {
    if text.is_empty() {
        return;
    }
    let _ = write!(svg, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escape(text));
}

#[cfg(test)]
mod tests {
    use mctslab_core::Player;
    use mctslab_core::view::{letters, numbers_down};

    use super::*;

    fn square(stones: &[(usize, usize, Player)]) -> View {
        View::grid(numbers_down(3), letters(3), |row, column| {
            let found = stones.iter().find(|&&(r, c, _)| (r, c) == (row, column));
            found.map_or_else(Cell::empty, |stone| Cell::stone(stone.2))
        })
    }

    #[test]
    fn every_stone_is_drawn_once_in_the_colour_of_its_owner() {
        let mut boards = Boards::default();
        let first =
            boards.draw(&square(&[(0, 0, Player::FIRST), (1, 1, Player::FIRST), (2, 2, Player::SECOND)])).into_string();
        let dots = |svg: &str, class: &str| {
            svg.split("<path ").find(|part| part.contains(class)).map_or(0, |part| part.matches("h0").count())
        };
        assert_eq!((dots(&first, "stones k0"), dots(&first, "stones k1")), (2, 1), "{first}");
        let empty = boards.draw(&square(&[])).into_string();
        assert!(!empty.contains("stones"), "{empty}");
        assert_eq!(boards.shared().0.matches("<g id=").count(), 1, "both boards share their cells");
    }

    #[test]
    fn a_board_alone_refers_to_nothing() {
        let svg = Boards::alone(&square(&[(0, 1, Player::FIRST), (1, 1, Player::SECOND)])).into_string();
        assert!(svg.contains("class=\"cell\"") && svg.contains("stones k0") && svg.contains("stones k1"), "{svg}");
        assert!(!svg.contains("href") && !svg.contains("var("), "{svg}");
    }

    #[test]
    fn pits_hexagons_and_letters_are_told_apart() {
        let cell = |text: &str, owner: usize| Cell {
            text: text.to_string(),
            owner: Some(Player::new(owner)),
            highlighted: owner == 0,
        };
        let row = |cells: Vec<Cell>, indent: usize| BoardRow { label: "a".to_string(), indent, cells };
        let pits = View { rows: vec![row(vec![cell("4", 0), cell("", 1)], 0)], ..View::default() };
        let mut boards = Boards::default();
        let svg = boards.draw(&pits).into_string();
        assert!(svg.matches("class=\"pit ").count() == 2 && svg.contains(">4</text>"), "{svg}");
        let hexagons = View { rows: vec![row(vec![cell("x", 0)], 0)], hexagonal: true, ..View::default() };
        let svg = boards.draw(&hexagons).into_string();
        assert!(svg.contains("class=\"last\"") && !svg.contains("<text"), "{svg}");
        let pieces = View { rows: vec![row(vec![cell("K", 0), cell("<", 1)], 0)], ..View::default() };
        let svg = boards.draw(&pieces).into_string();
        assert!(svg.contains(">K</text>") && svg.contains(">&lt;</text>"), "{svg}");
        assert!(!boards.draw(&View::default()).0.contains("NaN"), "a game without a board");
    }
}
