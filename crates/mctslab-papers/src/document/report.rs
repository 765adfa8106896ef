//! The page of a paper as parts, before it is Markdown or HTML.

use mctslab_page::as_sentence;

use super::blocks::{Block, PageTable, Part};
use super::claims::{self, PlacedClaim};
use super::collection::PaperCollection;
use super::figures::in_numbers;
use super::shape::{Footnotes, place_of, tables};
use super::summary::{self, SummaryWords};
use super::{CORRECTED, PaperDocument, PaperFigure, PaperSeries, number_text};

/// How numbers are to be read.
const LEGEND: &str = "In a cell stands what was published, `|`, what was measured, and in brackets the difference in standard errors of both \
    numbers. What is published has ± as it is printed; what is measured has half of its 95 % interval, or both ends where these are not \
    equally far. `–` was not run. Verdicts hold at 95 %, for all rows of a claim together.";

/// All parts of a paper.
pub(super) fn parts(all: &PaperCollection, paper: &str) -> Vec<Part> {
    let documents: Vec<&PaperDocument> = all.of(paper).collect();
    let claims: Vec<PlacedClaim<'_>> =
        documents.iter().flat_map(|document| document.claims.iter().map(move |claim| (*document, claim))).collect();
    let words = all.words(paper);
    let mut parts = vec![summary_part(&documents, &claims, &words)];
    if !claims.is_empty() {
        parts.push(Part { id: "claims".to_string(), heading: "Claims".to_string(), blocks: claims::blocks(&claims) });
    }
    parts.extend(documents.iter().map(|document| document_part(document)));
    parts.push(missing_part(&documents));
    parts.extend(errors_part(&documents));
    parts.push(again_part(paper, &documents));
    parts
}

fn summary_part(documents: &[&PaperDocument], claims: &[PlacedClaim<'_>], words: &SummaryWords) -> Part {
    let blocks = vec![Block::List(summary::lines(documents, claims, words)), Block::Note(LEGEND.to_string())];
    Part { id: "summary".to_string(), heading: "Summary".to_string(), blocks }
}

/// A table or figure: its note, its drawings, and its tables.
fn document_part(document: &PaperDocument) -> Part {
    let mut blocks: Vec<Block> =
        Some(document.note.clone()).filter(|note| !note.is_empty()).map(Block::Text).into_iter().collect();
    blocks.extend(document.remarks().iter().map(|remark| Block::Note(as_sentence(remark))));
    let (own, others) = drawings(document);
    blocks.extend(own);
    let mut footnotes = Footnotes::default();
    let mut others = others.into_iter();
    let mut empty = Vec::new();
    for profile in document.profiles() {
        let (tables, names) = tables(document, profile, &mut footnotes);
        let corrected = profile == Some(CORRECTED);
        if corrected && !tables.is_empty() {
            blocks.push(Block::Heading("The corrected program, which the authors did not run".to_string()));
            blocks.extend(others.by_ref());
        }
        blocks.extend(tables);
        empty.extend(names.into_iter().map(|name| if corrected { format!("{name} ({CORRECTED})") } else { name }));
    }
    blocks.extend(others);
    blocks.extend(footnotes.blocks());
    if !empty.is_empty() {
        blocks.push(Block::Note(format!("Not run, and without a published number: {}.", empty.join("; "))));
    }
    let heading = format!("{}: {}", document.published_in, document.title);
    Part { id: document.id.clone(), heading, blocks }
}

/// The figures of the program as its authors ran it, and those of the corrected one.
fn drawings(document: &PaperDocument) -> (Vec<Block>, Vec<Block>) {
    let figures = document.figures.iter().filter(|figure| !figure.series.is_empty());
    let (own, others): (Vec<PaperFigure>, Vec<PaperFigure>) =
        figures.flat_map(by_profile).partition(|figure| !figure.title.ends_with(OF_CORRECTED));
    let drawn = |figure: PaperFigure| {
        let numbers = in_numbers(&figure, in_tables(document, &figure));
        Block::Figure(figure, numbers)
    };
    (own.into_iter().map(drawn).collect(), others.into_iter().map(drawn).collect())
}

const OF_CORRECTED: &str = "(corrected program)";

/// The series of the program as its authors ran it, and those of the corrected one, which have a
/// drawing of their own.
fn by_profile(figure: &PaperFigure) -> Vec<PaperFigure> {
    let (others, own): (Vec<PaperSeries>, Vec<PaperSeries>) =
        figure.series.iter().cloned().partition(|series| series.name.ends_with(CORRECTED));
    let short = |series: PaperSeries| {
        let name = [", faithful", ", corrected"].iter().find_map(|end| series.name.strip_suffix(end));
        PaperSeries { name: name.unwrap_or(&series.name).to_string(), points: series.points }
    };
    let of = |series: Vec<PaperSeries>, title: String| {
        let series: Vec<PaperSeries> = series.into_iter().map(short).collect();
        PaperFigure { title, series, ..figure.clone() }
    };
    let title = if figure.heading.is_empty() { &figure.title } else { &figure.heading };
    let both = [of(own, title.clone()), of(others, format!("{title} {OF_CORRECTED}"))];
    both.into_iter().filter(|figure| !figure.series.is_empty()).collect()
}

/// Whether all numbers of a figure are numbers of rows.
fn in_tables(document: &PaperDocument, figure: &PaperFigure) -> bool {
    let known = |value: f64| document.rows.iter().any(|row| row.measured == Some(value));
    figure.series.iter().flat_map(|series| &series.points).filter_map(|point| point.measured).all(known)
}

/// Published numbers without a measured one.
fn missing_part(documents: &[&PaperDocument]) -> Part {
    let line = |document: &&PaperDocument| {
        let own = || document.rows.iter().filter(|row| super::is_own(row) && row.published.is_some());
        let missing: Vec<_> = own().filter(|row| row.measured.is_none() && !row.beyond).collect();
        let mut names: Vec<String> = Vec::new();
        for row in &missing {
            let place = place_of(row);
            let name =
                [place.table, place.row].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let (count, all) = (missing.len(), own().count());
        let place = &document.published_in;
        (count > 0).then(|| format!("{place}: {count} of {all} published numbers, in the rows {}.", names.join("; ")))
    };
    let lines: Vec<String> = documents.iter().filter_map(line).collect();
    let block = if lines.is_empty() {
        Block::Text("Every published number that the files hold has a measured one.".to_string())
    } else {
        Block::List(lines)
    };
    Part { id: "not-run".to_string(), heading: "What was not run".to_string(), blocks: vec![block] }
}

fn errors_part(documents: &[&PaperDocument]) -> Option<Part> {
    let mut errors: Vec<(&str, Vec<&str>)> = Vec::new();
    for document in documents {
        for error in &document.errors {
            match errors.iter_mut().find(|(known, _)| known == error) {
                Some((_, places)) => places.push(&document.published_in),
                None => errors.push((error.as_str(), vec![document.published_in.as_str()])),
            }
        }
    }
    let line = |(error, places): (&str, Vec<&str>)| format!("{} ({})", error.trim(), places.join("; "));
    let lines: Vec<String> = errors.into_iter().map(line).collect();
    let heading = "Errors of the paper".to_string();
    (!lines.is_empty()).then(|| Part { id: "errors".to_string(), heading, blocks: vec![Block::List(lines)] })
}

/// What to type, and what that costs.
fn again_part(paper: &str, documents: &[&PaperDocument]) -> Part {
    let columns =
        [("table or figure", false), ("command of this run", false), ("it took", true), ("at the paper's size", true)];
    let mut grid = PageTable::new(&columns, true);
    for document in documents {
        let took = match (document.cpu_seconds, document.clock_seconds) {
            (Some(seconds), _) => time_text(seconds),
            (None, Some(seconds)) => format!("{} by the clock", time_text(seconds)),
            (None, None) => "not measured".to_string(),
        };
        let command = format!("`{}`", document.command);
        grid.row([document.published_in.clone(), command, took, document.cpu.clone()]);
    }
    let text = format!(
        "`mctslab paper run {paper}` runs everything at the paper's size, `--decide` plays on where claims are open, and `--sample` runs the \
         core rows alone. This page is made from the stored counts by `mctslab paper report`."
    );
    let mut blocks = vec![Block::Text(text), Block::Table(grid)];
    blocks.push(Block::Note(format!("Run with {}.", origins(documents).join("; "))));
    Part { id: "again".to_string(), heading: "How to run it again".to_string(), blocks }
}

/// The versions, seeds and machines, each once.
fn origins(documents: &[&PaperDocument]) -> Vec<String> {
    let mut origins = Vec::new();
    for document in documents {
        let origin = format!("version {}, seed {}, on {}", document.version, document.seed, document.machine);
        if !origins.contains(&origin) {
            origins.push(origin);
        }
    }
    origins
}

/// Seconds, minutes or hours of CPU time.
pub(super) fn time_text(seconds: f64) -> String {
    match seconds {
        _ if seconds < 100.0 => format!("{} s", number_text(seconds.round())),
        _ if seconds < 6000.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}
