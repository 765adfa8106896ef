//! The shell of a page: style sheet, sections, tables, and the escaping of everything that comes
//! from outside.
//!
//! A [`Page`] is a value of a lead, sections and a foot; markup is written by `maud`, which escapes
//! every text that is put into it. Colours come from variables of the style sheet, so that one
//! page serves light and dark screens and its plots and boards follow.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::table::{Tone, breakable};

const STYLE: &str = include_str!("style.css");

/// A paragraph of plain text.
pub fn paragraph(text: &str) -> Markup {
    html! { p { (text) } }
}

/// A remark in plain text, in a muted colour.
pub fn note(text: &str) -> Markup {
    html! { p class="note" { (text) } }
}

/// What a reader must know, in plain text.
pub fn warning(text: &str) -> Markup {
    html! { p class="warning" { (text) } }
}

/// What was found, in plain text, in the colour of its tone.
pub fn verdict(text: &str, tone: Tone) -> Markup {
    html! { p class={ "verdict " (tone.class()) } { (text) } }
}

/// Charts side by side, each below its heading of plain text.
pub fn side_by_side(charts: impl IntoIterator<Item = (String, Markup)>) -> Markup {
    html! {
        div class="many" {
            @for (heading, chart) in charts {
                div {
                    h3 { (breakable(&heading)) }
                    (chart)
                }
            }
        }
    }
}

/// Names with their values, both plain text.
pub fn facts(rows: &[(&str, String)]) -> Markup {
    html! {
        dl {
            @for (name, value) in rows {
                dt { (name) }
                dd { (value) }
            }
        }
    }
}

/// What a page cannot hold, replaced: control characters, which engines may say as anything else.
fn without_control_characters(html: &str) -> String {
    let allowed = |letter: char| if letter.is_control() && letter != '\n' { '\u{fffd}' } else { letter };
    html.chars().map(allowed).collect()
}

/// What is said where there is nothing to report.
pub fn nothing() -> Markup {
    note("No game was played yet.")
}

/// A page as a value: the caller writes it as a file, or takes a section of it where only that is
/// shown anew.
///
/// ```
/// use maud::html;
/// use mctslab_page::Page;
///
/// let mut page = Page::new("A study");
/// page.section("found", "What was found", html! { p { "Nothing < much." } });
/// let section = page.section_html("found").expect("a section");
/// assert!(section.ends_with("<h2>What was found</h2><p>Nothing &lt; much.</p></section>"));
/// ```
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    /// What stands above the sections.
    lead: Markup,
    sections: Vec<Section>,
    /// What stands below them.
    foot: Markup,
}

/// A part of a page with a heading of its own. It refers to nothing outside of itself.
#[derive(Clone, Debug)]
pub struct Section {
    /// What links point to.
    pub id: String,
    /// The heading in plain text.
    pub heading: String,
    /// What stands below the heading.
    pub body: Markup,
}

impl Section {
    /// The section as HTML, to stand in a page.
    pub fn html(&self) -> String {
        let section = html! {
            section id=(self.id) {
                h2 { (breakable(&self.heading)) }
                (self.body)
            }
        };
        without_control_characters(&section.into_string())
    }
}

impl Page {
    /// An empty page with a title of plain text.
    pub fn new(title: &str) -> Page {
        let (lead, foot) = (Markup::default(), Markup::default());
        Page { title: title.to_string(), lead, sections: Vec::new(), foot }
    }

    /// Adds what belongs to no section: above all of them, or below if there are some already.
    pub fn push(&mut self, html: Markup) {
        let place = if self.sections.is_empty() { &mut self.lead } else { &mut self.foot };
        place.0.push_str(&html.into_string());
    }

    /// Adds a section: `id` is what links point to, `heading` plain text, `body` the rest.
    pub fn section(&mut self, id: &str, heading: &str, body: Markup) {
        self.sections.push(Section { id: id.to_string(), heading: heading.to_string(), body });
    }

    /// The title in plain text.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The sections in their order.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// One section as HTML; `None` if the page has no such section.
    pub fn section_html(&self, id: &str) -> Option<String> {
        self.sections.iter().find(|section| section.id == id).map(Section::html)
    }

    /// The whole file. The list of sections stands below the title.
    pub fn html(&self) -> String {
        let sections: String = self.sections.iter().map(Section::html).collect();
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
                        h1 { (breakable(&self.title)) }
                        nav {
                            @for Section { id, heading, .. } in &self.sections {
                                a href={ "#" (id) } { (heading) }
                                "\n"
                            }
                        }
                        (self.lead)
                        (PreEscaped(sections))
                        (self.foot)
                    }
                }
            }
        };
        without_control_characters(&page.into_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Cell, Table};

    #[test]
    fn nothing_from_outside_becomes_markup() {
        let nasty = "<b class=\"x\">&'\u{1b}";
        let mut table = Table::new(&[(nasty, false), ("n", true)]).stacked();
        table.row([Cell::from(nasty).linking(nasty), Cell::from("1")]);
        let mut page = Page::new(nasty);
        page.section(nasty, nasty, table.html());
        let html = page.html();
        assert!(!html.contains("<b ") && !html.contains('\u{1b}') && !html.contains("\"x\""), "{html}");
        assert_eq!(
            html.matches("&lt;b class=&quot;x&quot;&gt;&amp;'").count(),
            2 + 2 + 2 + 4,
            "titles, link, section, cells"
        );
        assert!(html.contains(&page.section_html(nasty).expect("the section")) && page.section_html("").is_none());
    }
}
