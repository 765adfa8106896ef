//! A page before it is Markdown or HTML: parts with a heading, made of texts, lists, tables and
//! figures. Both forms are written from the same blocks, so that they hold the same numbers.

use mctslab_page::Tone;

use super::PaperFigure;

/// A part of a page.
pub(super) struct Part {
    /// What links point to.
    pub id: String,
    pub heading: String,
    pub blocks: Vec<Block>,
}

/// What a part is made of. Texts may hold code in backticks.
pub(super) enum Block {
    Text(String),
    /// A remark.
    Note(String),
    Heading(String),
    List(Vec<String>),
    Table(PageTable),
    /// A figure with a sentence for readers who do not see it.
    Figure(PaperFigure, Vec<String>),
}

/// A table.
pub(super) struct PageTable {
    /// Headings, and whether the column holds numbers.
    pub columns: Vec<(String, bool)>,
    pub rows: Vec<Vec<PageCell>>,
    /// Whether a narrow screen shows the cells of a row one below the other.
    pub stacked: bool,
}

/// A cell of a table.
#[derive(Clone, Default)]
pub(super) struct PageCell {
    pub text: String,
    pub tone: Option<Tone>,
}

impl From<String> for PageCell {
    fn from(text: String) -> PageCell {
        PageCell { text, ..PageCell::default() }
    }
}

impl PageTable {
    pub(super) fn new(columns: &[(&str, bool)], stacked: bool) -> PageTable {
        let columns = columns.iter().map(|&(heading, number)| (heading.to_string(), number)).collect();
        PageTable { columns, rows: Vec::new(), stacked }
    }

    pub(super) fn row<const N: usize>(&mut self, texts: [String; N]) {
        self.rows.push(texts.map(PageCell::from).to_vec());
    }
}
