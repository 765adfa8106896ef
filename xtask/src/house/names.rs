//! The names in backticks in the documents about the sources exist: files and folders are there,
//! and types, functions, modules, and names in specs are declared.

use std::collections::BTreeSet;
use std::path::Path;

use super::Written;

const DOCUMENTS: &[&str] = &["docs/design.md", "CONTRIBUTING.md"];

/// Words of Rust, of other libraries, of operating systems and of protocols, and paths that exist
/// only after a build or on a user's machine.
const FOREIGN: &[&str] = &[
    "--no-default-features",
    "//!",
    "Any",
    "DIR/lanzi.txt",
    "Result",
    "Serialize",
    "TODO",
    "cargo",
    "clone_from",
    "close_fds",
    "libm",
    "maud",
    "mod",
    "nohup",
    "parquet",
    "plotters",
    "rustix",
    "target-cpu",
    "unsafe",
];

/// The keywords of declarations.
const KEYWORDS: &[&str] = &["const", "enum", "fn", "macro_rules!", "mod", "static", "struct", "trait", "type"];

/// The names in the documents that the sources do not have, as `path:line: name`.
pub(super) fn unknown_names(root: &Path, files: &[Written]) -> Vec<String> {
    let declared = Declared::read(files);
    let documents = files.iter().filter(|file| DOCUMENTS.iter().any(|path| file.path == Path::new(path)));
    let unknown = documents.flat_map(|file| {
        let spans = spans(&file.text).into_iter();
        let unknown = spans.filter(|(_, span)| !is_known(span, root, files, &declared));
        unknown.map(|(line, span)| format!("{}:{line}: `{span}` is not there", file.path.display())).collect::<Vec<_>>()
    });
    unknown.collect()
}

/// The texts in backticks, each with its line; blocks of code are left out.
fn spans(text: &str) -> Vec<(usize, String)> {
    let mut spans = Vec::new();
    let mut open: Option<(usize, String)> = None;
    let mut fenced = false;
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            for (place, piece) in line.split('`').enumerate() {
                if place > 0 {
                    match open.take() {
                        Some(span) => spans.push(span),
                        None => open = Some((number + 1, String::new())),
                    }
                }
                if let Some((_, span)) = &mut open {
                    let space = if place == 0 && !span.is_empty() { " " } else { "" };
                    span.push_str(space);
                    span.push_str(piece.trim_start_matches(if place == 0 { ' ' } else { '\0' }));
                }
            }
        }
    }
    spans.extend(open);
    spans
}

/// Whether all names in a text in backticks exist. Commands and other texts of several words are
/// not examined.
fn is_known(span: &str, root: &Path, files: &[Written], declared: &Declared) -> bool {
    let span = span.strip_prefix("impl ").or_else(|| span.strip_prefix("dyn ")).unwrap_or(span);
    let name = span.split(['(', '=', '<', ',']).next().unwrap_or_default().trim_end_matches(['!', ';']);
    if FOREIGN.contains(&name) || span.contains(' ') {
        return true;
    }
    if let Some(option) = name.strip_prefix("--") {
        return declared.quoted.contains(option) || declared.members.contains(&option.replace('-', "_"));
    }
    if name.contains('/') || name.contains('.') {
        return is_path(name, root, files);
    }
    match name.rsplit_once("::") {
        Some((owner, member)) => declared.has_member(owner, member, files),
        None if name.starts_with(char::is_uppercase) => declared.items.contains(name),
        None => declared.has_word(name) || is_crate(name, root),
    }
}

/// Whether a crate has this name, with or without the common prefix.
fn is_crate(name: &str, root: &Path) -> bool {
    [name.to_string(), format!("mctslab-{name}")].iter().any(|name| root.join("crates").join(name).is_dir())
}

/// Whether a file or a folder exists: below the root of the project, below `crates/`, below the
/// sources of the crate that the first word stands for, or, if the first word stands for none of
/// these, at the end of any path. A word in capitals and a star match anything.
fn is_path(name: &str, root: &Path, files: &[Written]) -> bool {
    let name = name.trim_end_matches('/');
    let (first, rest) = name.split_once('/').unwrap_or((name, ""));
    if first == "target" {
        return true;
    }
    let crate_name = if first == "mctslab" { first.to_string() } else { format!("mctslab-{first}") };
    let sources = root.join("crates").join(crate_name).join("src");
    let from_a_known_place = [root.to_path_buf(), root.join("crates")].iter().any(|place| exists(place, name));
    if from_a_known_place || sources.is_dir() && exists(&sources, rest) {
        return true;
    }
    let known_first = sources.is_dir() || root.join(first).is_dir();
    !known_first && files.iter().any(|file| file.path.ancestors().any(|path| path.ends_with(name)))
}

fn exists(folder: &Path, name: &str) -> bool {
    let (first, rest) = name.split_once('/').unwrap_or((name, ""));
    let any = |ending: &str| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut fitting = entries.filter(|entry| entry.file_name().to_string_lossy().ends_with(ending));
        fitting.any(|entry| rest.is_empty() || exists(&entry.path(), rest))
    };
    if first.is_empty() {
        return folder.exists();
    }
    if let Some(ending) = first.strip_prefix('*') {
        return any(ending);
    }
    if !rest.is_empty() && first.chars().all(|letter| letter.is_ascii_uppercase()) {
        return any("");
    }
    let path = folder.join(first);
    if rest.is_empty() { path.exists() } else { exists(&path, rest) }
}

/// The names that the sources of the crates declare.
#[derive(Default)]
struct Declared {
    /// Functions, types, traits, modules and constants.
    items: BTreeSet<String>,
    /// Fields and variants: words at the beginning of a line, before a colon, a comma or a bracket.
    members: BTreeSet<String>,
    /// Words in quotes: names of games, agents, parts and their options.
    quoted: BTreeSet<String>,
}

impl Declared {
    fn read(files: &[Written]) -> Declared {
        let mut declared = Declared::default();
        for file in files.iter().filter(|file| is_source(file)) {
            file.text.lines().for_each(|line| declared.read_line(line));
        }
        declared
    }

    fn read_line(&mut self, line: &str) {
        let code = line.split("//").next().unwrap_or_default();
        let mut words = code.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if let (true, Some(next)) = (KEYWORDS.contains(&word), words.peek()) {
                self.items.insert(identifier(next).to_string());
            }
        }
        self.members.extend(member(code).map(str::to_string));
        let is_name = |piece: &&str| !piece.is_empty() && identifier(&piece.replace('-', "_")).len() == piece.len();
        self.quoted.extend(code.split('"').filter(is_name).map(str::to_string));
    }

    fn has_word(&self, word: &str) -> bool {
        self.items.contains(word) || self.members.contains(word) || self.quoted.contains(word)
    }

    /// Whether a file that declares or implements the owner has the member; for a module, whether
    /// the member is declared at all.
    fn has_member(&self, owner: &str, name: &str, files: &[Written]) -> bool {
        let owner = owner.rsplit("::").next().unwrap_or(owner);
        if !owner.starts_with(char::is_uppercase) {
            return self.items.contains(name);
        }
        let mut sources = files.iter().filter(|file| is_source(file));
        sources.any(|file| declares_member(&file.text, name) && opens_block_of(&file.text, owner))
    }
}

fn declares_member(text: &str, name: &str) -> bool {
    let is_function = |line: &str| line.split_once("fn ").is_some_and(|(_, rest)| identifier(rest) == name);
    text.lines().any(|line| is_function(line) || member(line) == Some(name))
}

/// Whether a type or a trait is declared or implemented in a text.
fn opens_block_of(text: &str, owner: &str) -> bool {
    let keywords = ["impl", "trait", "enum", "struct"];
    text.lines().any(|line| {
        let mut words = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        words.any(|word| keywords.contains(&word)) && words.any(|word| word == owner)
    })
}

fn is_source(file: &Written) -> bool {
    file.is_rust() && file.path.starts_with("crates") && file.path.iter().any(|part| part == "src")
}

/// The field or the variant that a line seems to declare.
fn member(line: &str) -> Option<&str> {
    let line = line.trim();
    let line = line.strip_prefix("pub ").or_else(|| line.strip_prefix("pub(crate) ")).unwrap_or(line);
    let name = identifier(line);
    let rest = &line[name.len()..];
    let is_field = rest.starts_with(": ");
    let is_variant = name.starts_with(char::is_uppercase) && [",", "(", " {"].iter().any(|next| rest.starts_with(next));
    (is_field || is_variant).then_some(name)
}

fn identifier(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(path: &str, text: &str) -> Written {
        Written { path: path.into(), text: text.to_string() }
    }

    #[test]
    fn texts_in_backticks_are_found_with_their_lines() {
        let text = "A `Run` and\n`drive` of\n```text\n`none`\n```\n`two\n  words` end";
        let found = spans(text);
        let wanted = [(1, "Run"), (2, "drive"), (6, "two words")];
        assert_eq!(found, wanted.map(|(line, span)| (line, span.to_string())));
    }

    #[test]
    fn what_is_declared_is_known_and_nothing_else() {
        let source = "pub struct Run {\n    pub seed: u64,\n}\nimpl Run {\n    pub fn take_job(&self) {}\n}\n\
                      pub enum Kind {\n    Part(Text),\n}\nconst ROW: Entry = entry(\"connect-four\");\n// struct Gone\n";
        let files = [written("crates/mctslab-lab/src/run.rs", source)];
        let declared = Declared::read(&files);
        let known = |span: &str| is_known(span, Path::new("nowhere"), &files, &declared);
        for span in
            ["Run", "Run::take_job", "Run::seed", "Kind::Part(\"x\")", "ROW", "take_job", "connect-four(width=4)"]
        {
            assert!(known(span), "{span}");
        }
        for span in ["Gone", "Run::take", "Walk::take_job", "take", "Part", "hex(size=3)", "lab/job.rs", "--games"] {
            assert!(!known(span), "{span}");
        }
        assert!(known("run.rs") && known("src/run.rs") && !known("un.rs"), "ends of paths, word by word");
    }

    #[test]
    fn paths_begin_at_the_root_at_a_crate_or_at_its_sources() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a root");
        for path in ["docs/design.md", "mctslab-lab/src", "lab/run.rs", "papers/*.toml", "games/NAME/perft.txt"] {
            assert!(is_path(path, root, &[]), "{path}");
        }
        for path in ["docs/none.md", "lab/none.rs", "papers/*.txt", "games/NAME/none.txt", "none/"] {
            assert!(!is_path(path, root, &[]), "{path}");
        }
    }
}
