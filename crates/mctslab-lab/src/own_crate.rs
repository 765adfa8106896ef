//! A crate of a user's own: a small game with the whole command line, built for full speed.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::error::LabError;
use crate::lab::Lab;

/// The files of a crate, with `{name}` for its name.
const FILES: [(&str, &str); 6] = [
    ("Cargo.toml", include_str!("own_crate/cargo.txt")),
    (".cargo/config.toml", include_str!("own_crate/config.txt")),
    (".gitignore", "/target\n*.db\n"),
    ("README.md", include_str!("own_crate/readme.txt")),
    ("src/game.rs", include_str!("own_crate/game.rs")),
    ("src/main.rs", include_str!("own_crate/main.txt")),
];

/// Words that cargo or the compiler does not take as the name of a crate.
const RESERVED: &str = "abstract alloc as async await become box break build const continue core crate debug deps \
                        do doc dyn else enum examples extern false final fn for gen if impl in incremental let loop \
                        macro match mctslab mod move mut override priv proc_macro pub ref release return self static \
                        std struct super test trait true try type typeof unsafe unsized use virtual where while yield";

/// A crate that was written.
pub struct OwnCrate {
    name: String,
    folder: PathBuf,
    files: Vec<String>,
}

impl OwnCrate {
    /// Writes the crate `name` into a new folder of that name within `place`. It depends on the
    /// published version of mctslab, or on the sources in a checkout, which is found from `place`.
    /// A name that no crate or no new game can have is refused, and so is a folder that exists.
    pub fn write(lab: &Lab, name: &str, place: &Path, checkout: Option<&Path>) -> Result<OwnCrate, LabError> {
        check_name(lab, name)?;
        let folder = place.join(name);
        let source = checkout.map(|checkout| Checkout::find(place, checkout)).transpose()?;
        fs::create_dir(&folder).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => LabError::Request(format!(
                "`{}` exists already, and nothing in it was changed: choose another name, or move it away",
                folder.display()
            )),
            _ => LabError::Place { path: folder.clone(), error },
        })?;
        let dependency = |package: &str, more: &str| {
            let at = source.as_ref().map_or_else(
                || format!("version = {}", quoted(env!("CARGO_PKG_VERSION"))),
                |source| format!("path = {}", quoted(&source.named.join("crates").join(package).to_string_lossy())),
            );
            format!("{{ {at}{more} }}")
        };
        let mut files = Vec::new();
        for (file, text) in FILES {
            let text = text
                .replace("{mctslab}", &dependency("mctslab", ", default-features = false"))
                .replace("{core}", &dependency("mctslab-core", ", features = [\"testing\"]"))
                .replace("{name}", name);
            put(&folder.join(file), text.as_bytes())?;
            files.push(file.to_string());
        }
        // The versions of all other crates that mctslab is tested with, where they are known.
        if let Some(lock) = source.and_then(|source| fs::read(source.found.join("Cargo.lock")).ok()) {
            put(&folder.join("Cargo.lock"), &lock)?;
            files.push("Cargo.lock".to_string());
        }
        Ok(OwnCrate { name: name.to_string(), folder, files })
    }

    /// For people.
    pub fn text(&self) -> String {
        let OwnCrate { name, folder, .. } = self;
        format!(
            "wrote the crate `{name}` into `{}`: its game is in `src/game.rs`\n\nTry it (the first build takes some \
             minutes, later ones seconds):\n  cd {name}\n  cargo test\n  cargo run --release -- play {name}\n  cargo run \
             --release -- bench {name}\n",
            folder.display()
        )
    }

    /// For programs.
    pub fn json(&self) -> Value {
        json!({ "name": self.name, "folder": self.folder, "files": self.files })
    }
}

/// The sources of mctslab.
struct Checkout {
    /// Where they are.
    found: PathBuf,
    /// The same as seen from the folder of the new crate.
    named: PathBuf,
}

impl Checkout {
    fn find(place: &Path, checkout: &Path) -> Result<Checkout, LabError> {
        let found = place.join(checkout);
        if !found.join("crates/mctslab/Cargo.toml").is_file() {
            return Err(LabError::Request(format!(
                "`{}` is no checkout of mctslab: there is no `crates/mctslab/Cargo.toml` in it",
                checkout.display()
            )));
        }
        let named = if checkout.is_absolute() { checkout.to_path_buf() } else { Path::new("..").join(checkout) };
        Ok(Checkout { found, named })
    }
}

/// Refuses a name that no crate can have, and that of a game, agent or crate that is there.
fn check_name(lab: &Lab, name: &str) -> Result<(), LabError> {
    let refuse = |reason: &str| Err(LabError::Request(format!("`{name}` cannot be the name of a crate: {reason}")));
    let begins = name.starts_with(|first: char| first.is_ascii_lowercase());
    let letters = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    let gaps = name.ends_with('-') || name.contains("--");
    if !begins || !letters || gaps || name.len() > 64 {
        return refuse("expected a lower-case letter, then letters, digits and single `-`, as in `my-game`");
    }
    if RESERVED.split_whitespace().any(|word| word == name) || name.starts_with("mctslab-") {
        return refuse("cargo, Rust or mctslab uses that word; choose another, as in `my-game`");
    }
    if lab.catalog().games().iter().any(|game| game.entry.name == name) {
        return refuse("there is a game of that name, and the crate's game has the name of the crate; choose another");
    }
    Ok(())
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn put(path: &Path, content: &[u8]) -> Result<(), LabError> {
    let place = |error| LabError::Place { path: path.to_path_buf(), error };
    fs::create_dir_all(path.parent().unwrap_or(path)).map_err(place)?;
    fs::write(path, content).map_err(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(name: &str, place: &Path, checkout: Option<&Path>) -> Result<OwnCrate, String> {
        let lab = Lab::new(mctslab_registry::Catalog::standard(), &[]);
        OwnCrate::write(&lab, name, place, checkout).map_err(|error| error.to_string())
    }

    #[test]
    fn a_crate_names_itself_and_what_it_needs() {
        let place = tempfile::tempdir().expect("a folder");
        let made = written("my-game", place.path(), None).expect("a good name");
        let read = |file: &str| fs::read_to_string(made.folder.join(file)).expect("a file");
        let manifest: toml::Table = read("Cargo.toml").parse().expect("a manifest");
        assert_eq!(manifest["package"]["name"].as_str(), Some("my-game"));
        assert_eq!(manifest["dependencies"]["mctslab"]["version"].as_str(), Some(env!("CARGO_PKG_VERSION")));
        assert_eq!(manifest["profile"]["release"]["lto"].as_str(), Some("thin"));
        assert_eq!(manifest["profile"]["release"]["codegen-units"].as_integer(), Some(1));
        assert!(read(".cargo/config.toml").contains("target-cpu=native"));
        for file in &made.files {
            let text = read(file);
            assert!(!["{name}", "{mctslab}", "{core}"].iter().any(|hole| text.contains(hole)), "{file}: {text}");
        }
        assert!(made.text().contains("play my-game"), "{}", made.text());
        assert_eq!(made.json()["files"].as_array().map(Vec::len), Some(FILES.len()));
    }

    /// Link-time optimisation takes its level from the last crate: optimised for size, it would
    /// take the vectors out of every game.
    #[test]
    fn the_program_and_a_crate_are_built_alike_and_for_speed() {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml");
        let workspace: toml::Table = fs::read_to_string(workspace).expect("a manifest").parse().expect("TOML");
        let own: toml::Table = FILES[0].1.replace("{mctslab}", "{}").replace("{core}", "{}").parse().expect("TOML");
        let [workspace, own] = [&workspace, &own].map(|manifest| &manifest["profile"]["release"]);
        for setting in ["lto", "codegen-units"] {
            assert_eq!(workspace[setting], own[setting], "{setting}");
        }
        for profile in [workspace, own] {
            let packages = profile["package"].as_table().expect("packages");
            for (name, settings) in packages.iter().filter(|(name, _)| name.starts_with("mctslab")) {
                assert_eq!(settings.get("opt-level"), None, "{name}");
            }
            assert_eq!(profile.get("opt-level"), None, "3 is the best");
        }
    }

    #[test]
    fn a_checkout_is_named_as_the_crate_sees_it() {
        let place = tempfile::tempdir().expect("a folder");
        let checkout = place.path().join("sources \"x\"");
        put(&checkout.join("crates/mctslab/Cargo.toml"), b"").expect("a file");
        put(&checkout.join("Cargo.lock"), b"versions").expect("a file");
        for (name, given) in [("near", Path::new("sources \"x\"")), ("far", checkout.as_path())] {
            let made = written(name, place.path(), Some(given)).expect("a good name");
            let manifest = fs::read_to_string(made.folder.join("Cargo.toml")).expect("a manifest");
            let manifest: toml::Table = manifest.parse().expect("a manifest");
            let path = manifest["dependencies"]["mctslab"]["path"].as_str().expect("a path");
            assert!(made.folder.join(path).join("Cargo.toml").is_file(), "{path}");
            assert_eq!(fs::read(made.folder.join("Cargo.lock")).ok().as_deref(), Some(&b"versions"[..]));
        }
        let refused = written("other", place.path(), Some(Path::new("nowhere"))).err().unwrap_or_default();
        assert!(refused.contains("`nowhere` is no checkout of mctslab"), "{refused}");
        assert!(!place.path().join("other").exists(), "nothing is written before all is known");
    }

    #[test]
    fn bad_names_and_folders_that_exist_are_refused() {
        let place = tempfile::tempdir().expect("a folder");
        for (name, reason) in [
            ("", "expected a lower-case letter"),
            ("My", "expected a lower-case letter"),
            ("1st", "expected a lower-case letter"),
            ("a_b", "expected a lower-case letter"),
            ("a--b", "single `-`"),
            ("../up", "expected a lower-case letter"),
            ("self", "uses that word"),
            ("mctslab", "uses that word"),
            ("mctslab-core", "uses that word"),
            ("hex", "there is a game of that name"),
        ] {
            let refused = written(name, place.path(), None).err().unwrap_or_default();
            assert!(refused.contains(reason), "{name}: {refused}");
        }
        fs::create_dir(place.path().join("mine")).expect("a folder");
        let refused = written("mine", place.path(), None).err().unwrap_or_default();
        assert!(refused.contains("exists already, and nothing in it was changed"), "{refused}");
        let left = fs::read_dir(place.path()).expect("a folder").count();
        assert_eq!(left, 1, "nothing else was written");
    }
}
