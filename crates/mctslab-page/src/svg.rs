//! SVG as text: what all drawings share. A drawing is shapes by the hundred with computed places,
//! which `format!` writes well; text that is put in is escaped here.
//!
//! Shapes carry classes, so the style sheet of the page decides how they look on a light or a dark
//! screen; their attributes hold the light colours for a drawing that is taken out of the page,
//! which a style sheet overrides. A wide drawing is made twice, the second time for the width of a
//! telephone: scaled down, its text could not be read. The style sheet shows one of them. The width
//! of a text is not known here; it is taken to be seven units a letter, which is on the safe side
//! for the size used.

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
