//! Tables and figures of several papers together: the pages and the Markdown that are made from
//! stored documents.

use std::collections::BTreeMap;

use mctslab_lab::LabError;
use mctslab_page::Page;

use super::summary::SummaryWords;
use super::{PaperClaim, PaperDocument, markdown, page};
use crate::claim::ClaimVerdict;

/// Documents of tables and figures, by paper.
pub struct PaperCollection {
    documents: Vec<PaperDocument>,
    /// What people say about the runs, by paper.
    words: BTreeMap<String, SummaryWords>,
}

/// How many claims have which verdict; those that are reported apart are not among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VerdictTally {
    /// Claims that were reproduced.
    pub reproduced: usize,
    /// Claims that were not.
    pub not_reproduced: usize,
    /// Claims that the runs do not decide.
    pub open: usize,
    /// Claims none of whose rows was run.
    pub not_run: usize,
}

impl VerdictTally {
    /// All of them.
    pub fn all(self) -> usize {
        self.reproduced + self.not_reproduced + self.open + self.not_run
    }

    /// `3 reproduced, 1 not reproduced, 2 open`.
    pub fn words(self) -> String {
        if self.all() == 0 {
            return "no claims".to_string();
        }
        let words =
            format!("{} reproduced, {} not reproduced, {} open", self.reproduced, self.not_reproduced, self.open);
        if self.not_run > 0 { format!("{words}, {} not run", self.not_run) } else { words }
    }
}

impl<'a> FromIterator<&'a PaperClaim> for VerdictTally {
    fn from_iter<I: IntoIterator<Item = &'a PaperClaim>>(claims: I) -> VerdictTally {
        let mut tally = VerdictTally::default();
        for claim in claims.into_iter().filter(|claim| claim.counts()) {
            match claim.verdict {
                ClaimVerdict::Reproduced => tally.reproduced += 1,
                ClaimVerdict::NotReproduced => tally.not_reproduced += 1,
                ClaimVerdict::Open => tally.open += 1,
                ClaimVerdict::NotRun => tally.not_run += 1,
            }
        }
        tally
    }
}

/// The document in a file of that name.
pub(crate) fn read_paper(name: &str, text: &str) -> Result<PaperDocument, LabError> {
    let wrong = |error| LabError::Request(format!("`{name}` was not written by `paper run`: {error}"));
    serde_json::from_str(text).map_err(wrong)
}

impl PaperCollection {
    /// These documents, in their order.
    pub fn new(documents: Vec<PaperDocument>) -> PaperCollection {
        PaperCollection { documents, words: BTreeMap::new() }
    }

    /// The collection with each document as `describe` completes it, and with what people say about
    /// the runs, by paper.
    pub(crate) fn with_words(
        mut self,
        describe: impl Fn(&mut PaperDocument),
        words: BTreeMap<String, SummaryWords>,
    ) -> PaperCollection {
        self.documents.iter_mut().for_each(describe);
        self.words = words;
        self
    }

    /// Documents from the text of JSON files, each with the name of its file; they are ordered as
    /// `order` has their names.
    pub fn read(files: &[(String, String)], order: &[&str]) -> Result<PaperCollection, LabError> {
        let mut documents: Vec<PaperDocument> = Vec::new();
        for (name, text) in files {
            documents.push(read_paper(name, text)?);
        }
        let place = |document: &PaperDocument| order.iter().position(|id| *id == document.id).unwrap_or(order.len());
        documents.sort_by_key(place);
        Ok(PaperCollection::new(documents))
    }

    /// The keys of the papers, in the order of their first document.
    pub fn papers(&self) -> Vec<&str> {
        let mut papers: Vec<&str> = Vec::new();
        for document in &self.documents {
            if !papers.contains(&document.paper.as_str()) {
                papers.push(&document.paper);
            }
        }
        papers
    }

    /// The documents of a paper.
    pub(super) fn of<'a>(&'a self, paper: &'a str) -> impl Iterator<Item = &'a PaperDocument> {
        self.documents.iter().filter(move |document| document.paper == paper)
    }

    /// How many claims of a paper have which verdict.
    pub fn tally(&self, paper: &str) -> VerdictTally {
        self.of(paper).flat_map(|document| &document.claims).collect()
    }

    /// Minutes for which the runs of a paper were played, added up over threads.
    pub(super) fn minutes(&self, paper: &str) -> f64 {
        self.of(paper).filter_map(PaperDocument::seconds).sum::<f64>() / 60.0
    }

    /// What people say about the run of a paper.
    pub(super) fn words(&self, paper: &str) -> SummaryWords {
        self.words.get(paper).cloned().unwrap_or_default()
    }

    /// What was found in each paper, in a sentence, with its citation.
    pub(super) fn findings(&self) -> Vec<(String, String)> {
        let finding = |paper: &&str| {
            let citation = self.of(paper).next()?.citation();
            Some((citation, self.words(paper).finding)).filter(|(_, finding)| !finding.is_empty())
        };
        self.papers().iter().filter_map(finding).collect()
    }

    /// The page of one paper.
    pub fn paper_page(&self, paper: &str) -> Page {
        page::paper(self, paper)
    }

    /// The page over all papers, with links to theirs.
    pub fn index_page(&self) -> Page {
        page::index(self)
    }

    /// One paper as Markdown.
    pub fn paper_markdown(&self, paper: &str) -> String {
        markdown::paper(self, paper)
    }

    /// The table over all papers as Markdown, with links to theirs.
    pub fn index_markdown(&self) -> String {
        markdown::index(self)
    }

    /// Every file that is made from the documents, with its name.
    pub fn files(&self) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        files.insert("index.html".to_string(), self.index_page().html());
        files.insert("README.md".to_string(), markdown::overview(self));
        for paper in self.papers() {
            files.insert(format!("{paper}.html"), self.paper_page(paper).html());
            files.insert(format!("{paper}.md"), self.paper_markdown(paper));
        }
        files
    }
}
