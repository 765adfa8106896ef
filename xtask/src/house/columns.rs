//! Comments and documents stay within a hundred columns.

use super::Written;

const MAX_COLUMNS: usize = 100;

/// The places of lines that are too wide, as `path:line`.
pub(super) fn wide_lines(files: &[Written]) -> Vec<String> {
    let wide = files.iter().flat_map(|file| {
        let lines = wide_lines_of(&file.text, file.is_rust());
        lines.into_iter().map(|line| format!("{}:{line}: more than {MAX_COLUMNS} columns", file.path.display()))
    });
    wide.collect()
}

/// The numbers of lines that are too wide. Code itself, tables, headings and links may be wider.
fn wide_lines_of(text: &str, is_rust: bool) -> Vec<usize> {
    let mut fenced = false;
    let mut wide = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let words = line.trim_start();
        let words = if is_rust {
            let Some(comment) = words.strip_prefix("//") else {
                fenced = false;
                continue;
            };
            comment.trim_start_matches(['/', '!']).trim_start()
        } else {
            words
        };
        if words.starts_with("```") {
            fenced = !fenced;
        }
        let as_it_must = fenced || words.starts_with(['|', '#', '<', '!', '`']) || words.contains("](");
        if line.chars().count() > MAX_COLUMNS && !as_it_must {
            wide.push(number + 1);
        }
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_text_is_found_and_wide_code_is_not() {
        let wide = "word ".repeat(21);
        let document = format!("short\n{wide}\n| {wide} |\n# {wide}\n```\n{wide}\n```\n{wide}\n[{wide}](link)\n");
        assert_eq!(wide_lines_of(&document, false), [2, 8]);
        let code = format!("let text = \"{wide}\";\n    /// {wide}\n//! ```\n//! {wide}\nuse x;\n//! {wide}\n");
        assert_eq!(wide_lines_of(&code, true), [2, 6]);
        let narrow = "ä".repeat(MAX_COLUMNS);
        assert!(wide_lines_of(&narrow, false).is_empty(), "characters are counted, not bytes");
    }
}
