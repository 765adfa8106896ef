//! Tables of plain text, in which a word may have a colour and a name may be a link.

use maud::{Markup, html};

/// How something turned out, shown as a colour beside the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// There is an answer, or it is yes.
    Good,
    /// The answer is no, or there is none because something went wrong.
    Bad,
    /// Nothing is decided.
    Open,
    /// Nothing was to be decided.
    Plain,
}

impl Tone {
    pub(crate) fn class(self) -> &'static str {
        match self {
            Tone::Good => "good",
            Tone::Bad => "bad",
            Tone::Open => "open",
            Tone::Plain => "plain",
        }
    }
}

/// A cell: plain text, of which what follows a line break is small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    text: String,
    tone: Option<Tone>,
    link: Option<String>,
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Cell {
        Cell { text: text.into(), tone: None, link: None }
    }
}

impl Cell {
    /// The same in the colour of a tone.
    #[must_use]
    pub fn toned(self, tone: Tone) -> Cell {
        Cell { tone: Some(tone), ..self }
    }

    /// The same as a link.
    #[must_use]
    pub fn linking(self, to: &str) -> Cell {
        Cell { link: Some(to.to_string()), ..self }
    }

    fn html(&self) -> Markup {
        let (text, small) = self.text.split_once('\n').unwrap_or((&self.text, ""));
        html! {
            @match &self.link {
                Some(to) => a href=(to) { (breakable(text)) },
                None => (breakable(text)),
            }
            @if !small.is_empty() {
                br;
                small { (breakable(small)) }
            }
        }
    }
}

/// Plain text in which a long name may be broken after a comma or a slash, and nowhere else.
pub fn breakable(text: &str) -> Markup {
    let parts: Vec<&str> = text.split_inclusive([',', '/']).collect();
    let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    // Where a blank follows, the line may be broken anyway; a number is not broken at all.
    let may_break = |before: &str, after: &str| {
        let number = is_digit(before.chars().rev().nth(1)) && is_digit(after.chars().next());
        !number && !after.starts_with(' ')
    };
    html! {
        @for (place, part) in parts.iter().enumerate() {
            @if place > 0 && may_break(parts[place - 1], part) { wbr; }
            (part)
        }
    }
}

/// A table. Numbers stand to the right.
pub struct Table {
    columns: Vec<(String, bool)>,
    rows: Vec<Vec<Cell>>,
    stacked: bool,
    pinned: bool,
}

impl Table {
    /// Columns are `(heading, aligned right)`.
    pub fn new(columns: &[(&str, bool)]) -> Table {
        let columns = columns.iter().map(|&(heading, right)| (heading.to_string(), right));
        Table { columns: columns.collect(), rows: Vec::new(), stacked: false, pinned: false }
    }

    /// The same, of which a narrow screen shows the cells of a row one below the other, each with
    /// its heading.
    #[must_use]
    pub fn stacked(self) -> Table {
        Table { stacked: true, ..self }
    }

    /// The same, whose first column stays in sight where the table scrolls.
    #[must_use]
    pub fn pinned(self) -> Table {
        Table { pinned: true, ..self }
    }

    /// Adds a row with one cell for each column.
    pub fn row<C: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The table as HTML; one that is wider than the page scrolls by itself.
    pub fn html(&self) -> Markup {
        let class = |right: bool| right.then_some("n");
        let kind = if self.stacked { Some("stack") } else { self.pinned.then_some("pinned") };
        html! {
            div class="wide" {
                table class=[kind] {
                    thead {
                        tr { @for (heading, right) in &self.columns { th class=[class(*right)] { (breakable(heading)) } } }
                    }
                    tbody {
                        @for row in &self.rows {
                            tr { @for (cell, column) in row.iter().zip(&self.columns) { (self.cell_html(cell, column)) } }
                        }
                    }
                }
            }
        }
    }

    fn cell_html(&self, cell: &Cell, (heading, right): &(String, bool)) -> Markup {
        let classes = [right.then_some("n"), cell.tone.map(Tone::class)];
        let class = classes.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let class = (!class.is_empty()).then_some(class);
        html! { td class=[class] data-head=[self.stacked.then_some(heading)] { (cell.html()) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_broken_after_commas_alone() {
        assert_eq!(breakable("uct(c=0.7,iters=9), a<b").0, "uct(c=0.7,<wbr>iters=9), a&lt;b");
        assert_eq!(breakable("1,234 of 5,678 games").0, "1,234 of 5,678 games");
    }

    #[test]
    fn a_narrow_screen_is_given_the_headings() {
        let mut table = Table::new(&[("game", false), ("score", true)]).stacked();
        table.row([Cell::from("nim").linking("run-1.html"), Cell::from("0.5\n0.4 to 0.6").toned(Tone::Open)]);
        let html = table.html().into_string();
        assert!(html.contains("<td data-head=\"game\"><a href=\"run-1.html\">nim</a></td>"), "{html}");
        assert!(html.contains("class=\"n open\" data-head=\"score\">0.5<br><small>0.4 to 0.6</small>"), "{html}");
    }
}
