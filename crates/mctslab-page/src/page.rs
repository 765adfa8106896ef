//! The shell of a page: style sheet, sections, tables, and the escaping of everything that comes
//! from outside.
//!
//! A page is made of parts that are appended; markup is written by `maud`, which escapes every text
//! that is put into it. Colours come from variables of the style sheet, so that one page serves
//! light and dark screens and its plots and boards follow.

use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("style.css");

/// Text in which nothing can be taken for markup, inside elements and inside quoted attributes.
///
/// ```
/// # use mctslab_page::escape;
/// assert_eq!(escape("a<b & \"c\""), "a&lt;b &amp; &quot;c&quot;");
/// ```
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // Engines may say anything; control characters are not allowed in a page.
            control if control.is_control() && control != '\n' => safe.push('\u{fffd}'),
            other => safe.push(other),
        }
    }
    safe
}

/// A paragraph of plain text.
pub fn paragraph(text: &str) -> String {
    html! { p { (text) } }.into_string()
}

/// Names with their values, both plain text.
pub fn facts(rows: &[(&str, String)]) -> String {
    let rows = html! {
        dl {
            @for (name, value) in rows {
                dt { (name) }
                dd { (value) }
            }
        }
    };
    rows.into_string()
}

/// What a page cannot hold, replaced: control characters, which engines may say as anything else.
fn without_control_characters(html: &str) -> String {
    let allowed = |letter: char| if letter.is_control() && letter != '\n' { '\u{fffd}' } else { letter };
    html.chars().map(allowed).collect()
}

/// What is said where there is nothing to report.
pub const NOTHING: &str = "<p class=\"note\">No game was played yet.</p>\n";

/// A page that is being written.
pub struct Page {
    title: String,
    body: String,
    contents: Vec<(String, String)>,
}

impl Page {
    /// An empty page with a title of plain text.
    pub fn new(title: &str) -> Page {
        Page { title: title.to_string(), body: String::new(), contents: Vec::new() }
    }

    /// Adds HTML that belongs to no section of its own.
    pub fn push(&mut self, html: &str) {
        self.body.push_str(html);
    }

    /// Adds a section: `id` is what links point to, `heading` plain text, `html` the rest.
    pub fn section(&mut self, id: &str, heading: &str, html: &str) {
        let section = html! {
            section id=(id) {
                h2 { (heading) }
                (PreEscaped(html))
            }
        };
        self.body += &section.into_string();
        self.contents.push((id.to_string(), heading.to_string()));
    }

    /// The whole file. The list of sections stands below the title.
    pub fn html(&self) -> String {
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (self.title) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    main {
                        h1 { (self.title) }
                        nav {
                            @for (id, heading) in &self.contents {
                                a href={ "#" (id) } { (heading) }
                                "\n"
                            }
                        }
                        (PreEscaped(&self.body))
                    }
                }
            }
        };
        without_control_characters(&page.into_string())
    }
}

/// A table of plain text; what follows a line break in a cell is small. Numbers stand to the right.
pub struct Table {
    columns: Vec<(String, bool)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Columns are `(heading, aligned right)`.
    pub fn new(columns: &[(&str, bool)]) -> Table {
        let columns = columns.iter().map(|&(heading, right)| (heading.to_string(), right));
        Table { columns: columns.collect(), rows: Vec::new() }
    }

    /// Adds a row with one text for each column.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The table as HTML; a wide one scrolls by itself.
    pub fn html(&self) -> String {
        let class = |right: &bool| right.then_some("n");
        let table = html! {
            div class="wide" {
                table {
                    thead {
                        tr { @for (heading, right) in &self.columns { th class=[class(right)] { (cell(heading)) } } }
                    }
                    tbody {
                        @for row in &self.rows {
                            tr { @for (text, (_, right)) in row.iter().zip(&self.columns) { td class=[class(right)] { (cell(text)) } } }
                        }
                    }
                }
            }
        };
        table.into_string()
    }
}

/// The text of a cell; what follows its first line break is small.
fn cell(text: &str) -> Markup {
    let (text, small) = text.split_once('\n').unwrap_or((text, ""));
    html! {
        (text)
        @if !small.is_empty() {
            br;
            small { (small) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_becomes_markup() {
        let nasty = "<b class=\"x\">&'\u{1b}";
        let mut table = Table::new(&[(nasty, false), ("n", true)]);
        table.row([nasty.to_string(), "1".to_string()]);
        let mut page = Page::new(nasty);
        page.section(nasty, nasty, &table.html());
        let html = page.html();
        assert!(!html.contains("<b ") && !html.contains('\u{1b}') && !html.contains("\"x\""), "{html}");
        assert_eq!(
            html.matches("&lt;b class=&quot;x&quot;&gt;&amp;'").count(),
            2 + 2 + 2 + 2,
            "titles, link, section, cells"
        );
    }
}
