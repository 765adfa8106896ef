//! Text that fits a terminal: prose is filled to the width, and tables in it are drawn as tables.

use crate::terminal::table_within;

/// A text in lines of at most `width` characters; without a width its lines stay as they are, but
/// for tables. Paragraphs and items of lists are filled anew; lines that are indented otherwise are
/// drawn by hand, and stay.
pub fn wrapped(text: &str, width: Option<usize>) -> String {
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with('|') {
            let mut rows = vec![line];
            while let Some(row) = lines.next_if(|next| next.starts_with('|')) {
                rows.push(row);
            }
            out += &drawn_table(&rows, width);
            continue;
        }
        let Some(width) = width.filter(|_| !line.trim().is_empty() && !line.starts_with("  ")) else {
            out += line;
            out.push('\n');
            continue;
        };
        let hanging = hanging_indent(line);
        let mut paragraph = line.trim().to_string();
        while let Some(next) = lines.next_if(|next| continues(next, hanging)) {
            paragraph.push(' ');
            paragraph += next.trim();
        }
        out += &filled(&paragraph, width, hanging);
    }
    out
}

/// How far the further lines of an item of a list are indented; 0 of a paragraph.
fn hanging_indent(line: &str) -> usize {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    match &line[digits..] {
        rest if digits > 0 && rest.starts_with(". ") => digits + 2,
        rest if digits == 0 && (rest.starts_with("- ") || rest.starts_with("* ")) => 2,
        _ => 0,
    }
}

/// Whether a line goes on with a paragraph whose further lines are indented by `hanging`.
fn continues(line: &str, hanging: usize) -> bool {
    let indent = line.len() - line.trim_start().len();
    !line.trim().is_empty() && indent == hanging && !line.starts_with('|') && hanging_indent(line) == 0
}

/// Words in lines of at most `width` characters, of which all but the first begin with `hanging`
/// spaces. A word that is longer has a line of its own.
pub fn filled(text: &str, width: usize, hanging: usize) -> String {
    let begin = text.len() - text.trim_start().len();
    let mut lines = vec![" ".repeat(begin)];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is one");
        let used = line.chars().count();
        let blank = line.trim().is_empty();
        if blank || used + 1 + word.chars().count() <= width {
            if !blank {
                line.push(' ');
            }
            line.push_str(word);
        } else {
            lines.push(" ".repeat(hanging) + word);
        }
    }
    lines.join("\n") + "\n"
}

/// Rows of a table as Markdown has them, drawn.
fn drawn_table(rows: &[&str], width: Option<usize>) -> String {
    let cells = |row: &&str| row.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect::<Vec<_>>();
    let is_rule = |row: &&&str| row.chars().all(|letter| "|-: ".contains(letter));
    let mut rows = rows.iter().filter(|row| !is_rule(row)).map(cells);
    let headings = rows.next().unwrap_or_default();
    let columns: Vec<(&str, bool)> = headings.iter().map(|heading| (heading.as_str(), false)).collect();
    table_within(&columns, rows.collect(), width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_and_lists_are_filled_and_drawings_stay() {
        let text =
            "One two three four\nfive six.\n\n- an item that is\n  long enough\n- another\n\n    x . o\n    . . .\n";
        let wanted =
            "One two three\nfour five six.\n\n- an item that\n  is long\n  enough\n- another\n\n    x . o\n    . . .\n";
        assert_eq!(wrapped(text, Some(14)), wanted);
        assert_eq!(wrapped(text, None), text);
    }

    #[test]
    fn tables_are_drawn() {
        let text = "As follows.\n\n| paper | c |\n|---|---|\n| Auer et al. 2002 | 1.414 |\n\nThe end.\n";
        let drawn = wrapped(text, Some(40));
        assert!(drawn.contains("Auer et al. 2002  1.414\n") && !drawn.contains('|'), "{drawn}");
        assert!(drawn.ends_with("\n\nThe end.\n"), "{drawn}");
    }
}
