//! SVG as text: what all drawings share. A drawing is shapes by the hundred with computed places,
//! which `format!` writes well; text that is put in is escaped here.
//!
//! Shapes carry classes, so the style sheet of the page decides how they look on a light or a dark
//! screen; their attributes hold the light colours for a drawing that is taken out of the page,
//! which a style sheet overrides. A wide drawing is made twice, the second time for the width of a
//! telephone: scaled down, its text could not be read. The style sheet shows one of them. The width
//! of a text is not known here; it is taken to be seven units a letter, which is on the safe side
//! for the size used.

use std::fmt::Write;

use maud::{Markup, PreEscaped};

use crate::colours::{COLOURS, PALETTE};

/// Width of a letter, on the safe side.
pub(crate) const LETTER: f64 = 7.0;
/// As wide as the text of a page.
pub const WIDTH: f64 = 900.0;
/// As wide as the text of a page on a telephone.
pub(crate) const SLIM: f64 = 360.0;
/// A chart wider than this is drawn again for narrow screens.
const BROAD: f64 = 500.0;
/// Attributes of lines in the background.
pub(crate) const GRID: &str = "fill=\"none\" stroke=\"#b9c1cb\"";
/// Attributes of lines in the colour of a series.
pub(crate) const STROKE: &str = "fill=\"none\" stroke=\"currentColor\"";
/// Attributes of shapes in the colour of a series.
pub(crate) const SOLID: &str = "fill=\"currentColor\"";

/// A drawing that is as wide as a page, and again for narrow screens; one that is narrow anyway,
/// once.
pub(crate) fn both(width: f64, drawn: impl Fn(f64, &str) -> String) -> Markup {
    if width <= BROAD {
        return PreEscaped(drawn(width, ""));
    }
    PreEscaped(drawn(width, "broad") + &drawn(SLIM, "slim"))
}

/// The opening tag of a drawing.
pub(crate) fn opening(class: &str, label: &str, width: f64, height: f64) -> String {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\"{class} role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#1c2127\">\n",
        escape(label)
    )
}

/// The height of a line of text.
pub(crate) const LINE: f64 = 18.0;

/// Draws the mark of a published value: hollow, and the same wherever it stands.
pub(crate) fn push_hollow(svg: &mut String, (x, y): (f64, f64)) {
    let top = y - 5.5;
    let _ = write!(
        svg,
        "<path class=\"hollow\" fill=\"#ffffff\" stroke=\"currentColor\" d=\"M{x:.1} {top:.1}l5.5 5.5l-5.5 5.5l-5.5 -5.5z\"/>"
    );
}

/// Names with the marks of their colours in as many lines as they need, and how high that is;
/// nothing if there is but one. A name without a colour has the hollow mark of published values.
pub(crate) fn legend<'a>(names: impl Iterator<Item = (&'a str, Option<usize>)>, across: f64) -> (String, f64) {
    let named: Vec<(&str, Option<usize>)> = names.filter(|(name, _)| !name.is_empty()).collect();
    if named.len() < 2 {
        return (String::new(), 0.0);
    }
    let (mut svg, mut x, mut y) = (String::new(), 8.0, LINE);
    for (name, colour) in named {
        let name = shortened(name, ((across - 40.0) / LETTER) as usize);
        let width = 24.0 + LETTER * name.chars().count() as f64;
        if x > 8.0 && x + width > across {
            (x, y) = (8.0, y + LINE);
        }
        let (left, middle) = (x + 4.0, y - 4.0);
        if let Some(colour) = colour {
            let group = coloured(colour);
            let _ =
                write!(svg, "{group}<circle class=\"solid\" {SOLID} cx=\"{left:.1}\" cy=\"{middle:.1}\" r=\"4\"/></g>");
        } else {
            svg.push_str("<g class=\"neutral\" color=\"#667080\">");
            push_hollow(&mut svg, (left, middle));
            svg.push_str("</g>");
        }
        let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{y:.1}\">{}</text>", x + 13.0, escape(&name));
        x += width;
    }
    (svg, y + 6.0)
}

/// The opening tag of a group in a colour of the style sheet.
pub(crate) fn coloured(colour: usize) -> String {
    let colour = colour % COLOURS;
    format!("<g class=\"k{colour}\" color=\"{}\">", PALETTE[colour])
}

/// A text of at most so many letters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// Text in which nothing can be taken for markup, inside elements and inside quoted attributes.
pub(crate) fn escape(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_becomes_markup() {
        assert_eq!(escape("a<b & \"c\""), "a&lt;b &amp; &quot;c&quot;");
        assert_eq!(escape("\u{1b}[2J"), "\u{fffd}[2J");
    }
}
