//! Puts the files of `papers/` into the library: a new file is a new paper.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let folder = Path::new(&root).join("papers");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> = fs::read_dir(&folder)
        .map_or_else(|_| Vec::new(), |entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect());
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let file = file.canonicalize().expect("it was just listed");
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        writeln!(list, "    ({name:?}, include_str!({:?})),", file.display().to_string())
            .expect("text can be written to");
    }
    list.push(']');
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("papers.rs"), list).expect("the folder of the build can be written to");
}
