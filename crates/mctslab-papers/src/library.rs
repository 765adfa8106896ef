//! The papers that there are: those that are built in, or one file.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use mctslab_lab::{Lab, LabError};
use mctslab_page::table_within;
use serde_json::{Value, json};

use crate::document::{PaperCollection, PaperDocument, SummaryWords, read_paper};
use crate::expand::{Expanded, ExpandedRow, ExpandedRun, Source, expand, wrong};
use crate::file::{IdFile, KnownError, PaperFile};
use crate::places::{check_places, describe};
use crate::settings::PaperSettings;

/// The files of `papers/`.
static BUILT_IN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/papers.rs"));

/// The documents of the committed run, by their ids.
static COMMITTED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/documents.rs"));

/// Papers, each with its tables and figures.
pub struct PaperLibrary {
    papers: Vec<PaperFile>,
}

/// A table or figure of a paper.
#[derive(Clone, Copy)]
pub struct PaperId<'a> {
    pub(super) paper: &'a PaperFile,
    pub(super) id: &'a IdFile,
}

impl PaperCollection {
    /// The collection with what the files of the papers say about tables, figures and summaries.
    #[must_use]
    pub fn described(self, library: &PaperLibrary) -> PaperCollection {
        self.with_words(|document| library.describe(document), library.words())
    }
}

impl PaperLibrary {
    /// The papers that are built in.
    pub fn built_in() -> Result<PaperLibrary, LabError> {
        let papers = BUILT_IN.iter().map(|(name, text)| read(name, text)).collect::<Result<Vec<_>, _>>()?;
        let library = PaperLibrary { papers };
        library.refuse_twice()?;
        Ok(library)
    }

    /// What the committed run has found of an id, if the built-in papers have it.
    pub fn committed(id: &str) -> Result<Option<PaperDocument>, LabError> {
        let found = COMMITTED.iter().find(|(name, _)| *name == id);
        found.map(|(name, text)| read_paper(name, text)).transpose()
    }

    /// The paper of a file.
    pub fn read(path: &Path) -> Result<PaperLibrary, LabError> {
        let name = path.display().to_string();
        let text =
            std::fs::read_to_string(path).map_err(|error| LabError::Unread { path: path.to_path_buf(), error })?;
        PaperLibrary::of_file(&name, &text)
    }

    /// The paper of one file; `name` is what the file is called.
    pub fn of_file(name: &str, text: &str) -> Result<PaperLibrary, LabError> {
        let library = PaperLibrary { papers: vec![read(name, text)?] };
        library.refuse_twice()?;
        Ok(library)
    }

    /// Puts the rows and figures of a document into the places that its file has for them.
    pub(crate) fn describe(&self, document: &mut PaperDocument) {
        if let Some(id) = self.ids().find(|id| id.name() == document.id && id.paper() == document.paper) {
            describe(document, id.id);
        }
    }

    /// What people say about the runs of papers, by their keys.
    fn words(&self) -> BTreeMap<String, SummaryWords> {
        let of = |paper: &PaperFile| {
            let words = paper.summary.clone();
            let (failed, differently) = (words.failed, words.differently);
            (paper.key.clone(), SummaryWords { finding: words.finding, failed, differently })
        };
        self.papers.iter().map(of).collect()
    }

    fn refuse_twice(&self) -> Result<(), LabError> {
        let mut seen = Vec::new();
        for id in self.ids() {
            if seen.contains(&id.name()) {
                return Err(LabError::Request(format!(
                    "two tables or figures are called `{}`: names are unique",
                    id.name()
                )));
            }
            seen.push(id.name());
        }
        Ok(())
    }

    /// All tables and figures.
    pub fn ids(&self) -> impl Iterator<Item = PaperId<'_>> {
        self.papers.iter().flat_map(|paper| paper.ids.iter().map(move |id| PaperId { paper, id }))
    }

    /// A line for each table and figure.
    pub fn text(&self, width: Option<usize>) -> String {
        let row = |id: PaperId<'_>| {
            let timed = if id.timed() { "timed" } else { "" };
            let place = format!("{}, {}", id.citation(), id.id.published_in);
            vec![
                id.name().to_string(),
                place,
                id.id.title.clone(),
                id.cpu().to_string(),
                id.profiles().join(", "),
                timed.to_string(),
            ]
        };
        let columns = [
            ("id", false),
            ("published in", false),
            ("what it is about", false),
            ("CPU at scale 1", true),
            ("profiles", false),
            ("", false),
        ];
        let rows: Vec<Vec<String>> = self.ids().map(row).collect();
        let whole = table_within(&columns, rows.clone(), None);
        if width.is_none_or(|width| whole.lines().skip(1).all(|line| line.chars().count() <= width)) {
            return whole;
        }
        // An id names its paper, and `paper show` has the rest.
        let few = |row: Vec<String>| [0, 2, 3].map(|column: usize| row[column].clone()).to_vec();
        table_within(&[columns[0], columns[2], columns[3]], rows.into_iter().map(few).collect(), width)
    }

    /// The tables and figures that a word means: one of them, all of a paper, or `all`.
    pub fn find(&self, what: &str) -> Result<Vec<PaperId<'_>>, LabError> {
        let found: Vec<PaperId<'_>> =
            self.ids().filter(|id| what == "all" || id.name() == what || id.paper.key == what).collect();
        if !found.is_empty() {
            return Ok(found);
        }
        let papers: Vec<&str> = self.papers.iter().map(|paper| paper.key.as_str()).collect();
        let near: Vec<&str> = self.ids().map(|id| id.id.id.as_str()).collect();
        Err(LabError::Request(format!(
            "`{what}` is not a table, a figure or a paper; valid: all; the papers {}; {}",
            papers.join(", "),
            near.join(", ")
        )))
    }
}

fn read(name: &str, text: &str) -> Result<PaperFile, LabError> {
    let file: PaperFile = toml::from_str(text).map_err(|error| LabError::Request(format!("`{name}`: {error}")))?;
    Ok(PaperFile { text: text.to_string(), ..file })
}

impl<'a> PaperId<'a> {
    /// Its name.
    pub fn name(self) -> &'a str {
        &self.id.id
    }

    /// The key of its paper.
    pub fn paper(self) -> &'a str {
        &self.paper.key
    }

    /// The file of its paper.
    pub(super) fn paper_file(&self) -> &'a PaperFile {
        self.paper
    }

    /// `Govani 2015, Table 1: …`.
    pub fn title(self) -> String {
        format!("{}, {}: {}", self.citation(), self.id.published_in, self.id.title)
    }

    /// `Govani (2015)`.
    pub fn citation(self) -> String {
        let names: Vec<&str> = self.paper.authors.iter().filter_map(|name| name.split_whitespace().last()).collect();
        let names = match names.as_slice() {
            [one] => (*one).to_string(),
            [one, other] => format!("{one} and {other}"),
            [first, ..] => format!("{first} et al."),
            [] => self.paper.key.clone(),
        };
        format!("{names} ({})", self.paper.year)
    }

    /// What it takes at scale 1.
    pub fn cpu(self) -> &'a str {
        &self.id.cpu
    }

    /// Whether its numbers depend on the speed of the machine.
    pub fn timed(self) -> bool {
        self.id.timed
    }

    /// The names of its profiles.
    pub fn profiles(self) -> Vec<&'a str> {
        self.id.profiles.keys().map(String::as_str).collect()
    }

    /// Known errors of the paper that concern this id, with the rows.
    pub(super) fn errors(self) -> Vec<&'a KnownError> {
        let own = |row: &String| row.split(':').next().is_some_and(|id| id.trim() == self.id.id);
        // What concerns no single row stands with the first table or figure of the paper.
        let first = self.paper.ids.first().is_some_and(|first| first.id == self.id.id);
        let concerned = |error: &&KnownError| error.rows.iter().any(own) || (error.rows.is_empty() && first);
        self.paper.errors.iter().filter(concerned).collect()
    }

    /// Everything that the id is made of, with these settings; the error says what is wrong, and
    /// what is valid.
    pub(super) fn expand(self, lab: &Lab, settings: &PaperSettings) -> Result<Expanded, LabError> {
        self.check(settings)?;
        check_places(self.id)?;
        expand(lab, self.id, settings)
    }

    /// Whether the id has what the settings ask for.
    pub(super) fn check(self, settings: &PaperSettings) -> Result<(), LabError> {
        let positive = |name: &str, number: f64| {
            let right = number.is_finite() && number > 0.0;
            let message = format!("a {name} of {number}: give a number above 0, such as 0.2");
            if right { Ok(()) } else { Err(LabError::Request(message)) }
        };
        positive("scale", settings.scale)?;
        settings.scales.iter().try_for_each(|(_, scale)| positive("scale", *scale))?;
        positive("budget", settings.budget)?;
        if settings.time && settings.budget != 1.0 {
            return Err(LabError::Request(
                "a budget scales iterations, and there are none with a time limit: choose one of the two".to_string(),
            ));
        }
        let among = |none: &str, wanted: &Option<String>, valid: Vec<&str>| match wanted {
            Some(wanted) if !valid.contains(&wanted.as_str()) => {
                let valid = if valid.is_empty() { "none".to_string() } else { valid.join(", ") };
                Err(wrong(self.id, &format!("there {none} `{wanted}` here; valid: {valid}")))
            }
            _ => Ok(()),
        };
        among("are no budgets", &settings.budgets, self.id.budgets.iter().map(String::as_str).collect())?;
        among("is no profile", &settings.profile, self.profiles())?;
        let limits = self.id.runs.iter().any(|run| run.agents.iter().any(|agent| agent.contains("<limit:")));
        if settings.time && !limits {
            return Err(wrong(self.id, "its paper gives no seconds per move: leave the time limit out"));
        }
        Ok(())
    }

    /// What is published and what is run, for programs: a line of `paper show --json`.
    pub fn json(self, lab: &Lab, settings: &PaperSettings) -> Result<Value, LabError> {
        let expanded = self.expand(lab, settings)?;
        let row = |row: &ExpandedRow| json!({"label": row.key.label, "profile": row.key.profile, "published": row.published, "plus_minus": row.plus_minus, "again": row.again});
        // The same number stands once in the paper, whatever the profiles.
        let mut labels = Vec::new();
        let published = expanded.rows.iter().filter(|row| row.published.is_some()).filter(|row| {
            let first = !labels.contains(&row.key.label);
            labels.push(row.key.label.clone());
            first
        });
        let published: Vec<Value> = published.map(row).collect();
        let runs: Vec<Value> = expanded
            .runs
            .iter()
            .map(|run| (&run.key, &run.request))
            .map(|(key, request)| json!({"label": key.text(), "game": request.game, "study": request.study, "agents": request.agents}))
            .collect();
        let claims: Vec<Value> = expanded
            .claims
            .iter()
            .map(|claim| {
                json!({"id": claim.id, "text": claim.text, "kind": claim.kind.name(), "profile": claim.profile,
                    "tolerance": claim.tolerance(), "second": claim.second, "fitted": claim.fitted,
                    "because": claim.because})
            })
            .collect();
        Ok(
            json!({"id": self.id.id, "paper": self.paper.key, "title": self.id.title, "published_in": self.id.published_in,
            "cpu": self.id.cpu, "timed": self.id.timed, "profiles": self.profiles(), "budgets": self.id.budgets,
            "published": published, "runs": runs, "claims": claims, "texts": self.id.texts}),
        )
    }

    /// The same for people.
    pub fn text(self, lab: &Lab, settings: &PaperSettings) -> Result<String, LabError> {
        let expanded = self.expand(lab, settings)?;
        let (title, paper) = (self.title(), self.paper);
        let mut text = format!(
            "{title}\n{}, \"{}\". {}\n\n{}\n",
            paper.authors.join(", "),
            paper.title,
            paper.source,
            self.id.note.trim()
        );
        let mut add = |heading: &str, lines: Vec<String>| {
            if !lines.is_empty() {
                let _ = write!(text, "\n{heading}\n  {}\n", lines.join("\n  "));
            }
        };
        let timed = if self.id.timed { "; depends on the speed of the machine" } else { "" };
        add("At scale 1", vec![format!("{} of CPU time{timed}", self.id.cpu)]);
        add("Profiles", self.profiles().iter().map(ToString::to_string).collect());
        add("Budgets", self.id.budgets.clone());
        let run = |ExpandedRun { key, request, .. }: &ExpandedRun| {
            format!("{}: {}, {}, {}", key.text(), request.game, request.study, request.agents.join(", "))
        };
        add(&format!("{} runs", expanded.runs.len()), expanded.runs.iter().map(run).collect());
        let row = |row: &ExpandedRow| {
            let published = row.published.map(|number| format!(", published {number}")).unwrap_or_default();
            let around = row.plus_minus.map(|number| format!(" ± {number}")).unwrap_or_default();
            let core = if row.core { ", core" } else { "" };
            let kind = if matches!(row.source, Source::Rows(..)) { ", follows from other rows" } else { "" };
            format!("{}{published}{around}{core}{kind}", row.key.text())
        };
        add(&format!("{} rows", expanded.rows.len()), expanded.rows.iter().map(row).collect());
        let claim = |claim: &super::claim::Claim| {
            let profile = claim.profile.as_ref().map(|profile| format!(" @{profile}")).unwrap_or_default();
            let second = if claim.second { ", second reading" } else { "" };
            let fitted = if claim.fitted.is_some() { ", fitted" } else { "" };
            let (id, kind, tolerance) = (&claim.id, claim.kind.name(), claim.tolerance());
            let apart = if claim.because.is_some() { ", reported apart" } else { "" };
            format!("{id}{profile} ({kind}, {tolerance}{second}{fitted}{apart}): {}", claim.text)
        };
        add(&format!("{} claims", expanded.claims.len()), expanded.claims.iter().map(claim).collect());
        add("Known errors of the paper", self.errors().iter().map(|error| error.text.clone()).collect());
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::count_cells;

    #[test]
    fn every_row_of_the_committed_documents_has_one_cell() {
        let library = PaperLibrary::built_in().expect("a library");
        for id in library.ids() {
            let Some(mut document) = PaperLibrary::committed(id.name()).expect("a document") else { continue };
            library.describe(&mut document);
            for profile in document.profiles() {
                let (shown, empty) = count_cells(&document, profile);
                let rows = document.rows.iter().filter(|row| row.profile.as_deref() == profile).count();
                assert_eq!(shown + empty, rows, "{} {profile:?}", id.name());
            }
        }
    }
}
