//! `cargo xtask added`: how many files an addition takes. A game, a selection rule, an advice and a
//! back-up take one new file, its `mod` line and one row, a protocol at most three files; a study
//! is one file and one word, and has a command. All of these are added to one copy of the project,
//! and so are users' additions outside of it: the crate that README.md describes, the crate that
//! `mctslab new` writes, and the programs of `examples/`.
//!
//! Everything is built without optimization and with few games: the question is whether it builds
//! and is found.

mod copied;

use std::fs;
use std::path::Path;

use anyhow::{Context, bail, ensure};

use copied::Copied;

// The new files. They end in `.txt` so that they are not compiled in place.
const NEW_GAME: &str = include_str!("../added/game.txt");
const NEW_RULE: &str = include_str!("../added/rule.txt");
const NEW_ADVICE: &str = include_str!("../added/advice.txt");
const NEW_BACKUP: &str = include_str!("../added/backup.txt");
const NEW_STUDY: &str = include_str!("../added/study.txt");
const NEW_PROTOCOL: &str = include_str!("../added/protocol.txt");

/// Adds one thing of every kind to a copy of the project, builds it, and runs it.
pub(crate) fn check(root: &Path) -> anyhow::Result<()> {
    let project = Copied::make(root)?;
    add_everything(&project)?;
    println!(
        "xtask: a game, a rule, an advice, a back-up, a protocol and a study are added to a copy; built and tested"
    );
    the_added_are_found(&project)?;
    println!("xtask: the crate of README.md");
    the_crate_of_the_readme(&project)?;
    println!("xtask: the crate that `mctslab new` writes");
    the_crate_that_new_writes(&project)?;
    println!("xtask: the programs of examples/");
    the_programs_of_the_examples(&project)
}

fn add_everything(project: &Copied) -> anyhow::Result<()> {
    let pile = [("lib.rs", "pub mod pile;", "pub mod hex;"), ("list.rs", "    pile::Pile,", "    nim::Nim,")];
    let files = project.add("crates/mctslab-games/src", ("pile.rs", NEW_GAME), &pile)?;
    ensure!(files == 3, "a game: its own file, the `mod` line, and the list");
    let latest = [("mod.rs", "mod latest;", "mod thompson;"), ("mod.rs", "    latest::ROW,", "    history::ROW,")];
    let files = project.add("crates/mctslab-search/src/select", ("latest.rs", NEW_RULE), &latest)?;
    ensure!(files == 2, "a rule: its own file, and the list");
    let early = [("mod.rs", "mod early;", "mod epsilon_greedy;"), ("mod.rs", "    early::ROW,", "    history::ROW,")];
    let files = project.add("crates/mctslab-search/src/select", ("early.rs", NEW_ADVICE), &early)?;
    ensure!(files == 2, "an advice: its own file, and the list");
    let robust = [("mod.rs", "mod robust;", "use mctslab_core::Row;"), ("mod.rs", "robust::ROW,", "max::ROW];")];
    let files = project.add("crates/mctslab-search/src/backup", ("robust.rs", NEW_BACKUP), &robust)?;
    ensure!(files == 2, "a back-up: its own file, and the list");
    let asking = [
        ("mod.rs", "mod asking;", "mod check;"),
        ("protocol.rs", "use super::asking;", "use super::program"),
        ("protocol.rs", "    asking::Asking,", "    ugi::Ugi,"),
    ];
    let files = project.add("crates/mctslab-arena/src/engines", ("asking.rs", NEW_PROTOCOL), &asking)?;
    ensure!(files == 3, "a protocol: its own file, the list, and the `mod` line");
    let lengths = [("lib.rs", "    lengths: ROW;", "    analyze: ROW;")];
    let files = project.add("crates/mctslab-studies/src", ("lengths.rs", NEW_STUDY), &lengths)?;
    ensure!(files == 2, "a study: its own file, and the list");
    Ok(())
}

/// The tests that the new files contain.
fn the_added_are_found(project: &Copied) -> anyhow::Result<()> {
    let crates = ["-p", "mctslab-games", "-p", "mctslab-search", "-p", "mctslab-arena"];
    let output = project.cargo(&project.root, &[&["test", "--lib"], &crates[..], &["added"]].concat())?;
    for law in [
        "added_game_is_listed_and_keeps_the_laws ... ok",
        "added_rule_is_what_its_name_makes ... ok",
        "added_advice_is_in_the_list ... ok",
        "added_backup_is_in_the_list ... ok",
        "added_protocol_asks_a_program ... ok",
    ] {
        ensure!(output.contains(law), "no `{law}` in:\n{output}");
    }
    Ok(())
}

/// A section of a Markdown text.
fn section<'a>(text: &'a str, heading: &str) -> anyhow::Result<&'a str> {
    let start = text.find(heading).with_context(|| format!("no `{heading}`"))?;
    let rest = &text[start + heading.len()..];
    Ok(rest.find("\n## ").map_or(rest, |end| &rest[..end]))
}

/// The blocks of code in a language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    text.split(&fence).skip(1).filter_map(|block| block.split("```").next()).collect()
}

/// A crate outside the checkout, made by the steps of README.md alone, does what README.md says.
fn the_crate_of_the_readme(project: &Copied) -> anyhow::Result<()> {
    let readme = fs::read_to_string(project.root.join("README.md"))?;
    let text = section(&readme, "## Your own game\n")?;
    let folder = fresh(&project.root.join("../heap"))?;
    fs::create_dir_all(folder.join("src"))?;
    // The manifest that `cargo new` writes, with the lines of README.md; here with few games
    // besides its own.
    let made = "[package]\nname = \"heap\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n";
    let added = blocks(text, "toml").first().context("README.md shows no manifest")?.to_string();
    let few = added.replacen("crates/mctslab\" }", "crates/mctslab\", default-features = false }", 1);
    ensure!(few != added, "README.md names no path of mctslab: {added}");
    fs::write(folder.join("Cargo.toml"), format!("{made}{few}"))?;
    fs::write(folder.join("src/main.rs"), blocks(text, "rust").first().context("README.md shows no program")?)?;
    project.build_outside(&folder)?;
    let lines = blocks(text, "sh").into_iter().flat_map(str::lines);
    let commands: Vec<Vec<String>> =
        lines.filter_map(|line| Some(words(line.split(" -- ").nth(1)?.split('#').next()?))).collect();
    for command in &commands {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let input = "ugi\nisready\nposition startpos\ngo nodes 50\nquit\n";
        let found = match words[0] {
            "match" => "is stronger than random",
            "complexity" => "iterations",
            "report" => "wrote heap.html",
            "engine" => "ugiok",
            "explain" => "whoever takes the last stone wins",
            other => bail!("README.md has a command that is not expected here: {other}"),
        };
        project.run("heap", &words, &folder, if words[0] == "engine" { input } else { "" }, found)?;
    }
    for name in ["match", "complexity", "report", "engine"] {
        let shown = commands.iter().any(|command| command[0] == name);
        ensure!(shown, "README.md shows no `{name}` for a game of one's own");
    }
    let page = fs::read_to_string(folder.join("heap.html"))?;
    ensure!(page.contains("<svg") && page.contains("heap"), "the page has no chart");
    // The study that was added in the copy has a command of its own, with its options, though
    // nothing was added to the binary.
    let lengths = ["lengths", "nim(heaps=2)", "-n", "3", "--seed", "5", "--no-store", "-q", "--json"];
    let output = project.run("heap", &lengths, &folder, "", "plies")?;
    let found = output.lines().find_map(|line| line.strip_prefix("{\"plies\":[")?.strip_suffix("]}"));
    let plies: Vec<u32> = found.unwrap_or_default().split(',').filter_map(|plies| plies.parse().ok()).collect();
    // Two heaps, of one stone and of three.
    ensure!(plies.len() == 3 && plies.iter().all(|plies| (2..=4).contains(plies)), "{output}");
    Ok(())
}

/// A crate that `new` writes outside the checkout builds unchanged, and has its game in every
/// command.
fn the_crate_that_new_writes(project: &Copied) -> anyhow::Result<()> {
    let place = project.root.join("..");
    let folder = fresh(&place.join("my-game"))?;
    project.run("heap", &["new", "my-game", "--path", "mctslab"], &place, "", "my-game")?;
    let game = fs::read_to_string(folder.join("src/game.rs"))?;
    ensure!(game.contains("name: \"my-game\""), "{game}");
    project.build_outside(&folder)?;
    for (words, found) in [
        (&["explain", "my-game"][..], "whoever takes the last stone wins"),
        (&["perft", "my-game", "2", "--position", "7 o"], "9"),
        (&["bench", "my-game", "--time", "5"], "my-game"),
        (&["match", "my-game", "uct(iters=100)", "random", "-n", "20", "--no-store"], "is stronger than random"),
    ] {
        project.run("my-game", words, &folder, "", found)?;
    }
    Ok(())
}

/// A folder that does not exist.
fn fresh(folder: &Path) -> anyhow::Result<std::path::PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    Ok(folder.to_path_buf())
}

/// The words of a command line with quotation marks.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(place, part)| match place % 2 {
        0 => part.split_whitespace().map(str::to_string).collect(),
        _ => vec![part.to_string()],
    });
    words.collect()
}

/// Every program of `examples/` is short, builds outside the workspace, and does what it says.
fn the_programs_of_the_examples(project: &Copied) -> anyhow::Result<()> {
    let folder = project.root.join("examples");
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|kind| kind == "rs") {
            let lines = fs::read_to_string(&path)?.lines().count();
            ensure!(lines < 60, "{} has {lines} lines", path.display());
        }
    }
    project.build_outside(&folder)?;
    let played = ["random", "-n", "20", "--no-store"];
    let own_agent = [&["match", "heap", "careful(stones=3)"], &played[..]].concat();
    let own_rule = [&["match", "tic-tac-toe", "uct(iters=50,select=decaying(rate=2))"], &played[..]].concat();
    let own_playout = [&["match", "heap", "uct(iters=20,playout=careful(p=1))"], &played[..]].concat();
    let runs: [(&str, &[&str], &str); 8] = [
        ("own_game", &["games"], "heap"),
        ("own_agent", &own_agent, "is stronger than random"),
        ("own_rule", &own_rule, "games"),
        ("own_rule", &["explain", "decaying"], "how much is explored"),
        ("own_playout", &own_playout, "games"),
        ("match_in_code", &[], "timid: score"),
        ("complexity_in_code", &[], "wrote "),
        ("live_analysis", &[], "stopped: take "),
    ];
    for (program, words, found) in runs {
        project.run(program, words, &folder, "", found)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_taken_apart() {
        assert_eq!(words("match heap \"uct(iters=5, c=1)\" random"), ["match", "heap", "uct(iters=5, c=1)", "random"]);
        let text = "# A\n## B\n```sh\none\n```\n```rust\ntwo\n```\n## C\n```sh\nthree\n```\n";
        assert_eq!(blocks(section(text, "## B\n").expect("there"), "sh"), ["one\n"]);
        assert!(section(text, "## D\n").is_err());
    }
}
