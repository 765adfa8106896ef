//! Papers as Markdown.

use std::fmt::Write;

use super::PaperDocument;
use super::blocks::{Block, PageTable, Part};
use super::collection::PaperCollection;
use super::report::{parts, time_text};

/// The table over all papers.
pub(super) fn index(all: &PaperCollection) -> String {
    let mut text = String::from(
        "| paper | claims reproduced | not reproduced | open | not run | command | CPU time |\n|---|---:|---:|---:|---:|---|---:|\n",
    );
    for paper in all.papers() {
        let tally = all.tally(paper);
        let citation = all.of(paper).next().map(PaperDocument::citation).unwrap_or_default();
        let _ = writeln!(
            text,
            "| [{citation}]({paper}.md) | {} | {} | {} | {} | `mctslab paper run {paper}` | {} |",
            tally.reproduced,
            tally.not_reproduced,
            tally.open,
            tally.not_run,
            time_text(60.0 * all.minutes(paper))
        );
    }
    text
}

/// The page over all papers: the table, and what was found in each.
pub(super) fn overview(all: &PaperCollection) -> String {
    let mut text = format!("# Papers\n\n{}", index(all));
    let findings = all.findings();
    if !findings.is_empty() {
        text.push('\n');
    }
    for (citation, finding) in findings {
        text += &wrapped("- ", &format!("{citation}: {finding}"));
    }
    text
}

/// One paper.
pub(super) fn paper(all: &PaperCollection, paper: &str) -> String {
    let mut text = String::new();
    if let Some(first) = all.of(paper).next() {
        let _ = writeln!(text, "# {}: {}\n", first.citation(), first.paper_title);
        let _ = writeln!(text, "{}.", first.authors.join(", "));
    }
    for part in parts(all, paper) {
        text += &section(&part);
    }
    text
}

fn section(part: &Part) -> String {
    let mut text = format!("\n## {}\n", part.heading);
    for block in &part.blocks {
        text.push('\n');
        text += &block_text(block);
    }
    text
}

fn block_text(block: &Block) -> String {
    match block {
        Block::Text(words) | Block::Note(words) => wrapped("", words),
        Block::Heading(words) => format!("### {words}\n"),
        Block::List(lines) => lines.iter().map(|line| wrapped("- ", line)).collect(),
        Block::Table(grid) => grid_text(grid),
        Block::Figure(figure, numbers) => {
            let (first, rest) = numbers.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
            let mut text = wrapped("", &format!("**{}** {first}", with_stop(&figure.title)));
            if !rest.is_empty() {
                text.push('\n');
            }
            text + &rest.iter().map(|line| wrapped("- ", line)).collect::<String>()
        }
    }
}

/// A title with a full stop.
fn with_stop(title: &str) -> String {
    if title.ends_with('.') { title.to_string() } else { format!("{title}.") }
}

fn grid_text(grid: &PageTable) -> String {
    let mut text = String::new();
    let heads: Vec<String> = grid.columns.iter().map(|(heading, _)| heading.clone()).collect();
    line(&mut text, &heads);
    let marks: Vec<&str> = grid.columns.iter().map(|(_, number)| if *number { "---:" } else { "---" }).collect();
    let _ = writeln!(text, "|{}|", marks.join("|"));
    for row in &grid.rows {
        let cells: Vec<String> = row.iter().map(|cell| cell.text.clone()).collect();
        line(&mut text, &cells);
    }
    text
}

/// Text in lines of at most 100 columns, the first of which begins with `mark`; the others are
/// indented as far.
fn wrapped(mark: &str, text: &str) -> String {
    const WIDTH: usize = 100;
    let mut lines = vec![mark.to_string()];
    for (number, word) in text.split_whitespace().enumerate() {
        let line = lines.last_mut().expect("one line at least");
        let indent = " ".repeat(mark.len());
        if number == 0 {
            *line += word;
        } else if line.chars().count() + 1 + word.chars().count() <= WIDTH {
            *line = format!("{line} {word}");
        } else if let (true, Some((rest, last))) = (is_mark(word), line.rsplit_once(' ')) {
            let next = format!("{indent}{last} {word}");
            *line = rest.to_string();
            lines.push(next);
        } else {
            lines.push(format!("{indent}{word}"));
        }
    }
    lines.join("\n") + "\n"
}

/// Whether a word would be read as a mark of a list or a heading at the beginning of a line.
fn is_mark(word: &str) -> bool {
    let number = word.trim_end_matches(['.', ')']);
    word.starts_with(['-', '+', '*', '#', '>', '|'])
        || number.len() < word.len() && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn line(text: &mut String, cells: &[String]) {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    let _ = writeln!(text, "| {} |", cells.join(" | "));
}
