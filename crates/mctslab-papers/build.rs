//! Puts the files of `papers/` and the documents of the committed run into the library: a new file
//! is a new paper, and what was counted is where a command can go on from.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let root = Path::new(&root);
    include("papers.rs", &files(&root.join("papers"), "toml"), name);
    // They lie in the checkout, and not in the package.
    include("documents.rs", &files(&root.join("../../docs/papers/data"), "json"), stem);
    let mut scripts = files(&root.join("../../scripts"), "py");
    scripts.retain(|file| file.ends_with("recompute_verdicts.py"));
    include("scripts.rs", &scripts, name);
}

fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn stem(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The files of a folder with that extension, in the order of their names.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    if folder.exists() {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    let mut files: Vec<_> = fs::read_dir(folder)
        .map_or_else(|_| Vec::new(), |entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect());
    files.retain(|file| file.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}

/// Writes a list of names with the texts of files.
fn include(list: &str, files: &[PathBuf], name: impl Fn(&Path) -> String) {
    let mut text = String::from("&[\n");
    for file in files {
        let file = file.canonicalize().expect("it was just listed");
        println!("cargo::rerun-if-changed={}", file.display());
        writeln!(text, "    ({:?}, include_str!({:?})),", name(&file), file.display().to_string())
            .expect("text can be written to");
    }
    text.push(']');
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join(list), text).expect("the folder of the build can be written to");
}
