//! A paper as one file, for whoever wants to check it or to keep it.
//!
//! The bundle holds the file of the paper, the documents with their rows and raw counts, the pages
//! that are made from these, and what they were made with. It depends on nothing else, neither on
//! the time nor on the machine that makes it, so two bundles of the same data are equal.

use std::collections::{BTreeMap, BTreeSet};

use mctslab_lab::{Document, LabError};
use serde_json::json;

use crate::document::{PaperCollection, PaperDocument};
use crate::library::{PaperId, PaperLibrary};
use crate::pages::lines;
use crate::zip_archive::zip_archive;

/// The script that recomputes verdicts, where the program was built from a checkout.
static SCRIPTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/scripts.rs"));

/// The bundle of the tables and figures that `what` means: one of them, or all of a paper. `found`
/// has what was found of an id.
pub fn bundle_paper(
    library: &PaperLibrary,
    what: &str,
    found: impl Fn(&str) -> Result<Option<PaperDocument>, LabError>,
) -> Result<Vec<u8>, LabError> {
    let ids = library.find(what)?;
    let documents = ids.iter().map(|id| found(id.name())).collect::<Result<Vec<_>, _>>()?;
    let documents: Vec<PaperDocument> = documents.into_iter().flatten().collect();
    if documents.is_empty() {
        return Err(LabError::Request(format!("nothing of `{what}` was run yet: there is no document of it")));
    }
    let mut files = BTreeMap::new();
    for paper in ids.iter().map(PaperId::paper_file) {
        files.insert(format!("papers/{}.toml", paper.key), paper.text.clone());
    }
    for document in &documents {
        files.insert(format!("data/{}.json", document.id), lines(&document.json()));
    }
    files.insert("about.json".to_string(), lines(&about(what, &documents)));
    files.extend(SCRIPTS.iter().map(|(name, text)| ((*name).to_string(), (*text).to_string())));
    files.extend(PaperCollection::new(documents).described(library).files());
    zip_archive(&files).map_err(|name| LabError::Request(format!("`{name}` is too large for a zip file")))
}

/// What the numbers were measured with.
fn about(what: &str, documents: &[PaperDocument]) -> serde_json::Value {
    let played = || documents.iter().flat_map(|document| &document.played);
    let versions: BTreeSet<&str> = played().map(|run| run.version.as_str()).collect();
    let machines: BTreeSet<&str> = played().map(|run| run.machine.as_str()).collect();
    let seeds: BTreeSet<u64> = played().map(|run| run.seed).collect();
    let commands: Vec<&str> = documents.iter().map(|document| document.command.as_str()).collect();
    json!({"bundle": what, "made_by": format!("mctslab {}", env!("CARGO_PKG_VERSION")), "versions": versions,
        "machines": machines, "seeds": seeds, "commands": commands,
        "recompute": "python3 recompute_verdicts.py data"})
}
