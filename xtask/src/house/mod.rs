//! The rules of the house that can be checked in a second, without a build: a run of all tests
//! begins with them.

mod columns;
mod crates;
mod modules;
mod names;
mod sources;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

/// A file that people write.
struct Written {
    /// Its path from the root of the project.
    path: PathBuf,
    text: String,
}

impl Written {
    fn is_rust(&self) -> bool {
        self.path.extension().is_some_and(|ending| ending == "rs")
    }
}

/// Checks all rules, and names every place that breaks one.
pub(crate) fn check(root: &Path) -> anyhow::Result<()> {
    let files = written(root)?;
    ensure!(files.len() > 300, "only {} files to check in {}", files.len(), root.display());
    let mut broken = columns::wide_lines(&files);
    broken.extend(sources::thick_binary(&files));
    broken.extend(sources::wall_clocks(&files));
    broken.extend(modules::circles(&files));
    broken.extend(names::unknown_names(root, &files));
    broken.extend(crates::dependencies(root)?);
    broken.extend(crates::features(root)?);
    if !broken.is_empty() {
        bail!("rules of the house are broken:\n{}", broken.join("\n"));
    }
    Ok(())
}

/// Sources and documents in the folders of files that people write.
fn written(root: &Path) -> anyhow::Result<Vec<Written>> {
    let names =
        ["crates", "docs", "examples", "fuzz", "python", "xtask", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"];
    let mut open: Vec<PathBuf> = names.iter().map(|name| root.join(name)).collect();
    let mut files = Vec::new();
    while let Some(path) = open.pop() {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" {
                let folder = std::fs::read_dir(&path).with_context(|| format!("cannot read {}", path.display()))?;
                open.extend(folder.filter_map(|entry| Some(entry.ok()?.path())));
            }
        } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "md") {
            let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            files.push(Written { path: path.strip_prefix(root)?.to_path_buf(), text });
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}
