//! Documents of papers as files: one JSON file for each id, and the pages and the Markdown that are
//! made from these alone.

use std::path::{Path, PathBuf};

use mctslab_lab::{Document, LabError};
use serde_json::Value;

use crate::document::{PaperCollection, PaperDocument, read_paper};
use crate::library::PaperLibrary;

/// Writes the document of an id into a folder, as `ID.json`.
pub fn save_paper(document: &PaperDocument, folder: &Path) -> Result<PathBuf, LabError> {
    write(folder, &format!("{}.json", document.id), &lines(&document.json()))
}

/// The document of an id in a folder; `None` if the folder has none.
pub fn saved_paper(id: &str, folder: &Path) -> Result<Option<PaperDocument>, LabError> {
    let path = folder.join(format!("{id}.json"));
    if !path.exists() {
        return Ok(None);
    }
    let text = std::fs::read_to_string(&path).map_err(|error| LabError::Unread { path: path.clone(), error })?;
    read_paper(&path.display().to_string(), &text).map(Some)
}

/// JSON with a line for each key, and for each element of a list: short, and what changed can be
/// seen.
pub(super) fn lines(document: &Value) -> String {
    let Value::Object(map) = document else { return document.to_string() };
    let list = |elements: &Vec<Value>| {
        let elements: Vec<String> = elements.iter().map(|element| format!("    {element}")).collect();
        if elements.is_empty() { "[]".to_string() } else { format!("[\n{}\n  ]", elements.join(",\n")) }
    };
    let value = |value: &Value| if let Value::Array(elements) = value { list(elements) } else { value.to_string() };
    let keys: Vec<String> = map.iter().map(|(key, inner)| format!("  {key:?}: {}", value(inner))).collect();
    format!("{{\n{}\n}}\n", keys.join(",\n"))
}

/// Makes the pages and the Markdown of all documents in the folder `data`, and writes them into
/// another.
pub fn report_papers(library: &PaperLibrary, data: &Path, folder: &Path) -> Result<Vec<PathBuf>, LabError> {
    let place = |error| LabError::Unread { path: data.to_path_buf(), error };
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
    let collection = PaperCollection::read(&files, &order)?.described(library);
    collection.files().iter().map(|(name, text)| write(folder, name, text)).collect()
}

fn write(folder: &Path, name: &str, text: &str) -> Result<PathBuf, LabError> {
    let path = folder.join(name);
    let place = |error| LabError::Place { path: path.clone(), error };
    std::fs::create_dir_all(folder).map_err(place)?;
    std::fs::write(&path, text).map_err(place)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_document_in_lines_is_the_same_document() {
        let document =
            json!({"id": "x", "none": [], "rows": [{"label": "a \"b\"", "low": null}, {"label": "c"}], "seed": 1});
        let text = lines(&document);
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), document);
        assert_eq!(text.lines().count(), 9, "{text}");
    }
}
