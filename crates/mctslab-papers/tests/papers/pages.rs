//! Pages of papers: both forms hold the same tables, and every published number stands in one.

use mctslab_papers::{PaperCollection, PaperDocument, PaperLibrary};

/// The committed documents of all papers.
fn committed(library: &PaperLibrary) -> Vec<PaperDocument> {
    let found = library.ids().map(|id| PaperLibrary::committed(id.name()).expect("a document that can be read"));
    found.flatten().collect()
}

/// The cells of all tables of a Markdown text, without those of headings.
fn markdown_cells(text: &str) -> Vec<String> {
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
    let is_body = |place: &usize| {
        let rule = |place: usize| rows.get(place).is_some_and(|row| row.starts_with("|---"));
        !rule(*place) && !rule(place + 1)
    };
    let cells = |row: &str| {
        let inner = row.trim_start_matches("| ").trim_end_matches(" |").replace("\\|", "\u{1}");
        let cells = inner.split(" | ").map(|cell| cell.replace('\u{1}', "|").replace('`', "").trim().to_string());
        cells.collect::<Vec<String>>()
    };
    (0..rows.len()).filter(is_body).flat_map(|place| cells(rows[place])).collect()
}

/// The text of all cells of an HTML page.
fn html_cells(html: &str) -> Vec<String> {
    let cell = |rest: &str| {
        let inner = rest.split("</td>").next().expect("a part");
        let inner = inner.split_once('>').expect("the end of the tag").1;
        let text: String = inner.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect();
        let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
        text.replace("&#39;", "'").replace("&amp;", "&").trim().to_string()
    };
    html.split("<td").skip(1).map(cell).collect()
}

#[test]
fn both_forms_of_a_page_hold_the_same_tables() {
    let library = PaperLibrary::built_in().expect("a library");
    let all = PaperCollection::new(committed(&library)).described(&library);
    for paper in all.papers() {
        let (markdown, html) = (all.paper_markdown(paper), all.paper_page(paper).html());
        let (text, page) = (markdown_cells(&markdown), html_cells(&html));
        assert!(text.len() > 100, "{paper} has {} cells", text.len());
        // Empty cells at the end of a line are trimmed.
        let full = |cells: Vec<String>| cells.into_iter().filter(|cell| !cell.is_empty()).collect::<Vec<String>>();
        let (text, page) = (full(text), full(page));
        let first = text.iter().zip(&page).find(|(one, other)| one != other);
        assert!(first.is_none() && text.len() == page.len(), "{paper}: {first:?}, {} {}", text.len(), page.len());
        assert!(!html.contains("<p>`") && !html.split("<body>").nth(1).expect("a body").contains('`'), "{paper}");
    }
}

#[test]
fn nothing_that_was_published_is_missing_from_a_page() {
    let library = PaperLibrary::built_in().expect("a library");
    let documents = committed(&library);
    let all = PaperCollection::new(documents.clone()).described(&library);
    for paper in all.papers() {
        let cells = markdown_cells(&all.paper_markdown(paper));
        // What stands before the stroke is published.
        let mut printed: Vec<&str> = cells.iter().filter_map(|cell| Some(cell.split_once(" | ")?.0)).collect();
        printed.sort_unstable();
        let rows = documents.iter().filter(|document| document.paper == paper).flat_map(|document| &document.rows);
        let text = |published: f64, around: Option<f64>| match around {
            Some(around) => format!("{published} ± {around}"),
            None => published.to_string(),
        };
        let mut wanted: Vec<String> = rows.filter_map(|row| Some(text(row.published?, row.plus_minus))).collect();
        wanted.sort_unstable();
        assert_eq!(printed, wanted, "{paper}");
    }
}

#[test]
fn a_summary_is_short_and_counts_every_claim() {
    let library = PaperLibrary::built_in().expect("a library");
    let all = PaperCollection::new(committed(&library)).described(&library);
    for paper in all.papers() {
        let markdown = all.paper_markdown(paper);
        let summary = markdown.split("\n## ").find(|part| part.starts_with("Summary")).expect("a summary");
        let lines = summary.lines().filter(|line| line.starts_with("- ")).count();
        assert!((5..=12).contains(&lines), "{paper}: {lines} lines");
        let tally = all.tally(paper);
        assert!(summary.contains(&format!("{} of {} claims that count", tally.reproduced, tally.all())), "{summary}");
    }
}
