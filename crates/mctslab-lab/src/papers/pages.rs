//! Documents of papers as files: one JSON file for each id, and the pages and the Markdown that are made from these alone.

use std::path::{Path, PathBuf};

use super::PaperLibrary;
use crate::LabError;
use crate::documents::{Document, PaperCollection, PaperDocument};

/// Writes the document of an id into a folder, as `ID.json`.
pub fn save_paper(document: &PaperDocument, folder: &Path) -> Result<PathBuf, LabError> {
    let text = serde_json::to_string_pretty(&document.json()).expect("a document can always be written");
    write(folder, &format!("{}.json", document.id), &(text + "\n"))
}

/// Makes the pages and the Markdown of all documents in the folder `data`, and writes them into another.
pub fn report_papers(library: &PaperLibrary, data: &Path, folder: &Path) -> Result<Vec<PathBuf>, LabError> {
    let place = |error| LabError::Place { path: data.to_path_buf(), error };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(data).map_err(place)? {
        let path = entry.map_err(place)?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let text = std::fs::read_to_string(&path).map_err(place)?;
            files.push((path.display().to_string(), text));
        }
    }
    if files.is_empty() {
        return Err(LabError::Request(format!("`{}` has no document of `paper run`", data.display())));
    }
    files.sort();
    let order: Vec<&str> = library.ids().map(super::PaperId::name).collect();
    let collection = PaperCollection::read(&files, &order)?;
    collection.files().iter().map(|(name, text)| write(folder, name, text)).collect()
}

fn write(folder: &Path, name: &str, text: &str) -> Result<PathBuf, LabError> {
    let path = folder.join(name);
    let place = |error| LabError::Place { path: path.clone(), error };
    std::fs::create_dir_all(folder).map_err(place)?;
    std::fs::write(&path, text).map_err(place)?;
    Ok(path)
}
