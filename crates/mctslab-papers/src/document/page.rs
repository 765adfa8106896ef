//! Papers as pages: one for each, and one over all.

use maud::{Markup, html};
use mctslab_page::{Cell, Page, Table, breakable, paragraph};

use super::blocks::{Block, PageCell, PageTable, Part};
use super::collection::PaperCollection;
use super::figures::drawing;
use super::report::{parts, time_text};

/// The page over all papers.
pub(super) fn index(all: &PaperCollection) -> Page {
    let mut page = Page::new("Papers, run again");
    page.push(paragraph(
        "Every table, figure and claim of each paper is run by one command, and judged by 95 % intervals: reproduced if they lie within \
         the tolerance, not reproduced if one lies wholly outside, else open.",
    ));
    let mut table = Table::new(&[
        ("paper", false),
        ("reproduced", true),
        ("not reproduced", true),
        ("open", true),
        ("not run", true),
        ("CPU time", true),
    ])
    .stacked();
    for paper in all.papers() {
        let tally = all.tally(paper);
        let first = all.of(paper).next();
        let name = first.map(|one| format!("{}: {}", one.citation(), one.paper_title)).unwrap_or_default();
        let counts = [tally.reproduced, tally.not_reproduced, tally.open, tally.not_run];
        let mut cells = vec![Cell::from(name).linking(&format!("{paper}.html"))];
        cells.extend(counts.map(|count| Cell::from(count.to_string())));
        cells.push(Cell::from(time_text(60.0 * all.minutes(paper))));
        table.row(cells);
    }
    page.section("papers", "Claims that count", table.html());
    let findings = all.findings();
    if !findings.is_empty() {
        let lines = findings.iter().map(|(citation, finding)| format!("{citation}: {finding}")).collect();
        page.section("findings", "What was found", block(&Block::List(lines)));
    }
    page
}

/// The page of a paper.
pub(super) fn paper(all: &PaperCollection, paper: &str) -> Page {
    let first = all.of(paper).next();
    let title = first.map(|one| format!("{}: {}", one.citation(), one.paper_title)).unwrap_or_default();
    let mut page = Page::new(&title);
    page.push(paragraph(&format!("{}.", first.map(|one| one.authors.join(", ")).unwrap_or_default())));
    for Part { id, heading, blocks } in parts(all, paper) {
        page.section(&id, &heading, html! { @for one in &blocks { (block(one)) } });
    }
    page
}

fn block(block: &Block) -> Markup {
    match block {
        Block::Text(words) => html! { p { (marked(words)) } },
        Block::Note(words) => html! { p class="note" { (marked(words)) } },
        Block::Heading(words) => html! { h3 { (words) } },
        Block::List(lines) => html! { ul { @for line in lines { li { (marked(line)) } } } },
        Block::Table(grid) => grid_table(grid).html(),
        Block::Figure(figure, numbers) => {
            let (first, rest) = numbers.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
            html! {
                h3 { (figure.title) }
                (drawing(figure))
                @if !rest.is_empty() {
                    details {
                        summary { "In numbers" }
                        p class="note" { (first) }
                        ul { @for line in rest { li { (line) } } }
                    }
                }
            }
        }
    }
}

fn grid_table(grid: &PageTable) -> Table {
    let columns: Vec<(&str, bool)> = grid.columns.iter().map(|(heading, number)| (heading.as_str(), *number)).collect();
    let table = Table::new(&columns);
    let mut table = if grid.stacked { table.stacked() } else { table.pinned() };
    for row in &grid.rows {
        table.row(row.iter().map(grid_cell));
    }
    table
}

fn grid_cell(cell: &PageCell) -> Cell {
    let plain = Cell::from(cell.text.replace('`', ""));
    cell.tone.map_or(plain.clone(), |tone| plain.toned(tone))
}

/// Text with code in backticks and words in pairs of asterisks.
fn marked(text: &str) -> Markup {
    html! {
        @for (place, part) in text.split('`').enumerate() {
            @if place % 2 == 1 {
                code { (breakable(part)) }
            } @else {
                @for (place, words) in part.split("**").enumerate() {
                    @if place % 2 == 1 { strong { (words) } } @else { (words) }
                }
            }
        }
    }
}
