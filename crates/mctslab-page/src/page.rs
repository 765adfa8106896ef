//! The shell of a page: style sheet, sections, tables, and the escaping of everything that comes
//! from outside.
//!
//! A page is text that is appended to; there is no template. Colours come from variables of the
//! style sheet, so that one page serves light and dark screens and its plots and boards follow.

use std::fmt::Write;

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
    format!("<p>{}</p>\n", escape(text))
}

/// Names with their values, both plain text.
pub fn facts(rows: &[(&str, String)]) -> String {
    let mut html = String::from("<dl>\n");
    for (name, value) in rows {
        let _ = writeln!(html, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(value));
    }
    html + "</dl>\n"
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
        let (id, heading) = (escape(id), escape(heading));
        let _ = write!(self.body, "<section id=\"{id}\">\n<h2>{heading}</h2>\n{html}</section>\n");
        self.contents.push((id, heading));
    }

    /// The whole file. The list of sections stands below the title.
    pub fn html(&self) -> String {
        let title = escape(&self.title);
        let mut links = String::from("<nav>\n");
        for (id, heading) in &self.contents {
            let _ = writeln!(links, "<a href=\"#{id}\">{heading}</a>");
        }
        links.push_str("</nav>\n");
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{links}{}</main>\n</body>\n</html>\n",
            self.body
        )
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
        let line = |cells: &mut dyn Iterator<Item = &String>, tag: &str| {
            let mut html = String::from("<tr>");
            for (cell, (_, right)) in cells.zip(&self.columns) {
                let class = if *right { " class=\"n\"" } else { "" };
                let (text, small) = cell.split_once('\n').unwrap_or((cell, ""));
                let small =
                    if small.is_empty() { String::new() } else { format!("<br><small>{}</small>", escape(small)) };
                let _ = write!(html, "<{tag}{class}>{}{small}</{tag}>", escape(text));
            }
            html + "</tr>\n"
        };
        let heading = line(&mut self.columns.iter().map(|(heading, _)| heading), "th");
        let rows: String = self.rows.iter().map(|row| line(&mut row.iter(), "td")).collect();
        format!("<div class=\"wide\"><table>\n<thead>\n{heading}</thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n")
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
            html.matches("&lt;b class=&quot;x&quot;&gt;&amp;&#39;").count(),
            2 + 2 + 2 + 2,
            "titles, link, section, cells"
        );
    }
}
