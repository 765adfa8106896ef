//! Papers as Markdown.

use std::fmt::Write;

use mctslab_page::as_sentence;

use super::collection::PaperCollection;
use super::text::{cells, found};
use super::{PaperClaim, PaperDocument, interval_text};

/// The table over all papers.
pub(super) fn index(all: &PaperCollection) -> String {
    let mut text = String::from(
        "| paper | claims reproduced | not reproduced | open | command | CPU time |\n|---|---:|---:|---:|---|---:|\n",
    );
    for paper in all.papers() {
        let tally = all.tally(paper);
        let citation = all.of(paper).next().map(PaperDocument::citation).unwrap_or_default();
        let _ = writeln!(
            text,
            "| [{citation}]({paper}.md) | {} | {} | {} | `mctslab paper run {paper}` | {:.0} min |",
            tally.reproduced,
            tally.not_reproduced,
            tally.open,
            all.minutes(paper)
        );
    }
    text
}

/// One paper.
pub(super) fn paper(all: &PaperCollection, paper: &str) -> String {
    let mut text = String::new();
    if let Some(first) = all.of(paper).next() {
        let _ = writeln!(text, "# {}: {}\n", first.citation(), first.paper_title);
        let _ = writeln!(text, "{}.\n", first.authors.join(", "));
    }
    let (tally, minutes) = (all.tally(paper).words(), all.minutes(paper));
    text += &wrapped("", &format!("Claims: {tally}. The runs took {minutes:.0} minutes, added up over all threads."));
    text += "\n";
    text += &wrapped(
        "",
        "Every number in brackets is a 95 % interval; intervals of one claim about several rows hold together. A difference is in standard \
         errors of both numbers. This page is generated from `docs/papers/data` by `mctslab paper report`.",
    );
    for document in all.of(paper) {
        text += &section(document);
    }
    text
}

fn section(document: &PaperDocument) -> String {
    let mut text = format!("\n## {}: {}\n\n", document.published_in, document.title);
    text += &wrapped("", &document.note);
    text += "\n";
    let run = format!(
        "`{}` (seed {}, scale {}, version {}, {}{}). Claims: {}.",
        document.command,
        document.seed,
        document.scale,
        document.version,
        document.machine,
        document.time_text(),
        document.tally().words()
    );
    text += &wrapped("", &run);
    text += "\n";
    for remark in document.remarks() {
        text += &wrapped("- ", &as_sentence(&remark));
    }
    for error in &document.errors {
        text += &wrapped("- ", &format!("Known error of the paper: {error}"));
    }
    if !document.claims.is_empty() {
        text += "\n| id | verdict | measured | criterion | claim |\n|---|---|---|---|---|\n";
        for claim in &document.claims {
            line(&mut text, &claim_cells(claim));
        }
    }
    if !document.rows.is_empty() {
        text += "\n| row | profile | published | measured | difference | remarks |\n|---|---|---:|---:|---:|---|\n";
        for row in &document.rows {
            let mut cells = cells(row);
            cells.insert(1, row.profile.clone().unwrap_or_default());
            line(&mut text, &cells);
        }
    }
    for figure in document.figures.iter().filter(|figure| !figure.series.is_empty()) {
        text += "\n";
        text += &wrapped("", &format!("Figure: {} ({} over {}).", figure.title, figure.y, figure.x));
        for series in &figure.series {
            let point = |point: &super::PaperPoint| {
                format!("{}: {}", point.x, interval_text(point.measured, point.low, point.high))
            };
            let few: Vec<String> =
                series.points.iter().step_by(series.points.len().div_ceil(12).max(1)).map(point).collect();
            text += &wrapped("- ", &format!("{}: {}", series.name, few.join(", ")));
        }
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

/// What a table says of a claim.
pub(super) fn claim_cells(claim: &PaperClaim) -> Vec<String> {
    let profile = claim.profile.as_ref().map(|profile| format!(" {profile}")).unwrap_or_default();
    let second = if claim.second { ", second reading" } else { "" };
    let fitted = claim.fitted.as_ref().map(|why| format!(", fitted: {why}"));
    let fitted = fitted.or(claim.because.as_ref().map(|why| format!(", apart: {why}"))).unwrap_or_default();
    let reason = claim.reason.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
    vec![
        format!("{}{profile}{second}", claim.id),
        format!("{}{fitted}", claim.verdict.word()),
        found(claim),
        claim.tolerance.clone(),
        format!("{}{reason}", claim.text),
    ]
}

fn line(text: &mut String, cells: &[String]) {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    let _ = writeln!(text, "| {} |", cells.join(" | "));
}
