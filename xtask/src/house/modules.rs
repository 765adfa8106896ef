//! The modules of the laboratory's crates use each other without cycles, so that each can be read,
//! tested and moved after those that it uses.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::Written;

const CRATES: &[&str] = &["mctslab-page", "mctslab-lab", "mctslab-studies", "mctslab-papers"];

/// The modules of a crate's root, each with the modules that it uses.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// Cycles in which modules use each other, one for each crate that has any.
pub(super) fn circles(files: &[Written]) -> Vec<String> {
    CRATES.iter().filter_map(|name| circle_of(name, files)).collect()
}

fn circle_of(name: &str, files: &[Written]) -> Option<String> {
    let source = Path::new("crates").join(name).join("src");
    let graph = graph_of(&source, files);
    if graph.values().flatten().count() <= 10 {
        return Some(format!("{name}: its modules are not found: {graph:?}"));
    }
    let circle = circle_in(&graph)?;
    Some(format!("{name}: modules use each other in a circle: {}", circle.join(" -> ")))
}

/// The uses between the modules of the root, in a folder of sources.
fn graph_of(source: &Path, files: &[Written]) -> Graph {
    let root = files.iter().find(|file| file.path == source.join("lib.rs"));
    let exported = root.map(|root| exported_names(&root.text)).unwrap_or_default();
    let mut graph = Graph::new();
    for file in files.iter().filter(|file| file.is_rust()) {
        let Ok(place) = file.path.strip_prefix(source) else { continue };
        let Some(first) = place.iter().next() else { continue };
        let module = first.to_string_lossy().trim_end_matches(".rs").to_string();
        if module == "lib" {
            continue;
        }
        // In a file of the root, `super` is the root.
        let in_root = place.components().count() == 1;
        let text = if in_root { file.text.replace("\nuse super::", "\nuse crate::") } else { file.text.clone() };
        let used = first_words(&text).into_iter().map(|word| exported.get(&word).cloned().unwrap_or(word));
        let others: Vec<String> = used.filter(|used| *used != module).collect();
        graph.entry(module).or_default().extend(others);
    }
    graph
}

/// The names that the root re-exports, each with the module that it comes from.
fn exported_names(root: &str) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for statement in root.split("pub use ").skip(1) {
        let statement = statement.split(';').next().unwrap_or_default();
        if let Some((module, rest)) = statement.split_once("::") {
            let words = rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            names.extend(words.filter(|word| !word.is_empty()).map(|word| (word.to_string(), module.to_string())));
        }
    }
    // A module's own name means the module, even where it exports an item of the same name.
    for module in names.values().cloned().collect::<Vec<_>>() {
        names.insert(module.clone(), module);
    }
    names
}

/// The words that follow `crate::`, comments aside.
fn first_words(text: &str) -> BTreeSet<String> {
    let code: String =
        text.lines().map(|line| line.split("//").next().unwrap_or_default().to_string() + "\n").collect();
    let mut words = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(list) => words.extend(first_words_of_list(list)),
            None => words.extend(word_at(rest)),
        }
    }
    words
}

/// The first words of the entries of a list in braces, up to its end.
fn first_words_of_list(list: &str) -> Vec<String> {
    let (mut depth, mut starts, mut words) = (0, true, Vec::new());
    for (place, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => starts = true,
            letter if starts && !letter.is_whitespace() => {
                words.extend(word_at(&list[place..]));
                starts = false;
            }
            _ => {}
        }
    }
    words
}

fn word_at(text: &str) -> Option<String> {
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
    (end > 0).then(|| text[..end].to_string())
}

/// A path from a module back to itself, if there is one.
fn circle_in(graph: &Graph) -> Option<Vec<String>> {
    let mut done = BTreeSet::new();
    graph.keys().find_map(|start| follow(graph, start, &mut Vec::new(), &mut done))
}

fn follow(graph: &Graph, module: &str, way: &mut Vec<String>, done: &mut BTreeSet<String>) -> Option<Vec<String>> {
    if let Some(place) = way.iter().position(|before| before == module) {
        return Some(way[place..].iter().cloned().chain([module.to_string()]).collect());
    }
    if !done.insert(module.to_string()) {
        return None;
    }
    way.push(module.to_string());
    let circle = graph.get(module).into_iter().flatten().find_map(|used| follow(graph, used, way, done));
    way.pop();
    circle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_named() {
        let graph = |uses: &[(&str, &str)]| {
            let mut graph = Graph::new();
            for (user, used) in uses {
                graph.entry((*user).to_string()).or_default().insert((*used).to_string());
            }
            graph
        };
        assert_eq!(circle_in(&graph(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
        let circle = circle_in(&graph(&[("start", "a"), ("a", "b"), ("b", "c"), ("c", "a")])).expect("a circle");
        assert_eq!(circle, ["a", "b", "c", "a"]);
    }

    #[test]
    fn paths_are_found_in_lists_and_in_code() {
        let text =
            "use crate::{one::A, two::{B, C}};\nuse crate::three::D; // crate::none::E\nfn f() -> crate::four::G {}\n";
        assert_eq!(first_words(text), BTreeSet::from(["one", "two", "three", "four"].map(str::to_string)));
    }
}
