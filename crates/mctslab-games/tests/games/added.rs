//! What is added with how many files: a game, a selection rule, an advice and a back-up with one
//! new file, its `mod` line and one row, a protocol in at most three files; a study is one file and
//! one word, and has a command. All of it is done here, in one copy of the project, and so is what
//! users do outside of it: the crate that README.md describes, and the programs of `examples/`.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

// The new files. They end in `.txt` here so that nobody compiles them in place.
const NEW_GAME: &str = include_str!("added_game.txt");
const NEW_RULE: &str = include_str!("added_rule.txt");
const NEW_ADVICE: &str = include_str!("added_advice.txt");
const NEW_BACKUP: &str = include_str!("added_backup.txt");
const NEW_STUDY: &str = include_str!("added_study.txt");
const NEW_PROTOCOL: &str = include_str!("added_protocol.txt");

/// A copy of the project in which things are added.
struct Project {
    root: PathBuf,
    target: PathBuf,
}

impl Project {
    /// The copy is made anew, its build is kept for the next run.
    fn copy() -> Project {
        let from = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
        let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("added-game");
        // The name of a checkout, as README.md has it.
        let root = scratch.join("mctslab");
        drop(fs::remove_dir_all(&root));
        for folder in ["crates", "examples", "games", "xtask"] {
            copy(&from.join(folder), &root.join(folder));
        }
        for file in ["Cargo.toml", "Cargo.lock"] {
            fs::copy(from.join(file), root.join(file)).expect("a copy");
        }
        Project { root, target: scratch.join("target") }
    }

    /// The programs of a crate outside the workspace, built as they are: they do little.
    fn build_outside(&self, folder: &Path) {
        // The versions that are on this machine.
        fs::copy(self.root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("a copy");
        let plain = ["--config", "profile.dev.opt-level=0", "--config", "profile.dev.debug=false"];
        self.cargo_in(folder, "build", &[&["--quiet", "--bins"], &plain[..]].concat());
    }

    /// Runs a program that was built, in a folder and with that on its standard input; it must
    /// succeed.
    fn run(&self, program: &str, words: &[&str], folder: &Path, input: &str) -> String {
        let path = self.target.join("debug").join(program);
        let mut command = Command::new(path);
        command.args(words).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{program}: {error}"));
        child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads or has ended");
        printed(&child.wait_with_output().expect("it ends"))
    }

    /// Writes a new file, puts lines before others, and returns how many files that took.
    fn add(&self, folder: &str, (file, text): (&str, &str), lines: &[(&str, &str, &str)]) -> usize {
        let folder = self.root.join(folder);
        fs::write(folder.join(file), text).expect("the new file");
        for (changed, line, before) in lines {
            insert(&folder.join(changed), line, before);
        }
        1 + lines.iter().map(|(changed, ..)| changed).collect::<BTreeSet<_>>().len()
    }

    /// Runs tests there and returns what they print; all must pass.
    fn test(&self, words: &[&str]) -> String {
        self.cargo("test", words)
    }

    fn cargo(&self, command: &str, words: &[&str]) -> String {
        self.cargo_in(&self.root, command, words)
    }

    fn cargo_in(&self, folder: &Path, command: &str, words: &[&str]) -> String {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args([command, "--offline"]).args(words).current_dir(folder).env("CARGO_TARGET_DIR", &self.target);
        printed(&cargo.output().expect("cargo starts"))
    }
}

/// What a program printed, which must have succeeded.
fn printed(run: &Output) -> String {
    let output = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{output}");
    output
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a new folder");
    for entry in fs::read_dir(from).expect("a folder of the project") {
        let path = entry.expect("readable").path();
        let target = to.join(path.file_name().expect("named"));
        if path.ends_with("target") {
            continue; // What somebody built in there.
        }
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a copy");
        }
    }
}

/// Puts `line` before the line that contains `before`.
fn insert(file: &Path, line: &str, before: &str) {
    let text = fs::read_to_string(file).expect("a file of the project");
    let at = text.find(before).unwrap_or_else(|| panic!("{}: no `{before}`", file.display()));
    fs::write(file, format!("{}{line}\n{}", &text[..at], &text[at..])).expect("a changed copy");
}

#[test]
fn a_game_a_rule_and_a_study_are_one_file_and_a_row_and_a_protocol_at_most_three_files() {
    let project = Project::copy();
    let pile = [("lib.rs", "pub mod pile;", "pub mod hex;"), ("list.rs", "    pile::Pile,", "    nim::Nim,")];
    project.add("crates/mctslab-games/src", ("pile.rs", NEW_GAME), &pile);
    let latest = [("mod.rs", "mod latest;", "mod thompson;"), ("mod.rs", "    latest::ROW,", "    history::ROW,")];
    let files = project.add("crates/mctslab-search/src/select", ("latest.rs", NEW_RULE), &latest);
    assert_eq!(files, 2, "the rule's own, and the list");
    let early = [("mod.rs", "mod early;", "mod epsilon_greedy;"), ("mod.rs", "    early::ROW,", "    history::ROW,")];
    let files = project.add("crates/mctslab-search/src/select", ("early.rs", NEW_ADVICE), &early);
    assert_eq!(files, 2, "the advice's own, and the list");
    let robust = [("mod.rs", "mod robust;", "use mctslab_core::Row;"), ("mod.rs", "robust::ROW,", "max::ROW];")];
    let files = project.add("crates/mctslab-search/src/backup", ("robust.rs", NEW_BACKUP), &robust);
    assert_eq!(files, 2, "the back-up's own, and the list");
    let asking = [
        ("mod.rs", "mod asking;", "mod check;"),
        ("protocol.rs", "use super::asking;", "use super::program"),
        ("protocol.rs", "    asking::Asking,", "    ugi::Ugi,"),
    ];
    let files = project.add("crates/mctslab-arena/src/engines", ("asking.rs", NEW_PROTOCOL), &asking);
    assert_eq!(files, 3, "the protocol's own, the list, and the `mod` line");

    let lengths = [("lib.rs", "    lengths: ROW;", "    analyze: ROW;")];
    let files = project.add("crates/mctslab-studies/src", ("lengths.rs", NEW_STUDY), &lengths);
    assert_eq!(files, 2, "the study's own, and the list");

    let output = project.test(&["-p", "mctslab-games", "--test", "games", "--", "--skip", "added"]);
    assert!(output.contains("every_game_keeps_the_laws ... ok"), "{output}");
    // These do little: they are faster built as they are than optimised.
    let plain =
        ["--config", "profile.dev.opt-level=0", "--lib", "-p", "mctslab-search", "-p", "mctslab-arena", "added"];
    let output = project.test(&plain);
    for law in [
        "added_rule_is_what_its_name_makes ... ok",
        "added_advice_is_in_the_list ... ok",
        "added_backup_is_in_the_list ... ok",
        "added_protocol_asks_a_program ... ok",
    ] {
        assert!(output.contains(law), "{output}");
    }
    the_crate_of_the_readme(&project);
    the_crate_that_new_writes(&project);
    the_programs_of_the_examples(&project);
}

/// A section of a Markdown text, and its blocks of code in a language.
fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let start = text.find(heading).unwrap_or_else(|| panic!("no `{heading}`"));
    let rest = &text[start + heading.len()..];
    rest.find("\n## ").map_or(rest, |end| &rest[..end])
}

fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    text.split(&fence).skip(1).filter_map(|block| block.split("```").next()).collect()
}

/// A crate beside the checkout, made of nothing but what README.md says, does what README.md says.
fn the_crate_of_the_readme(project: &Project) {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).expect("README.md");
    let text = section(&readme, "## Your own game\n");
    let folder = project.root.join("../heap");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(folder.join("src")).expect("a folder");
    // What `cargo new` writes, and what README.md adds to it.
    let made = "[package]\nname = \"heap\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n";
    fs::write(folder.join("Cargo.toml"), format!("{made}{}", blocks(text, "toml")[0])).expect("a file");
    fs::write(folder.join("src/main.rs"), blocks(text, "rust")[0]).expect("a file");
    project.build_outside(&folder);
    let commands: Vec<&str> = blocks(text, "sh")
        .iter()
        .flat_map(|block| block.lines())
        .filter_map(|line| line.split(" -- ").nth(1))
        .collect();
    let mut seen = Vec::new();
    for line in commands {
        let words = mctslab_words(line.split('#').next().unwrap_or_default());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let input = "ugi\nisready\nposition startpos\ngo nodes 50\nquit\n";
        let output = project.run("heap", &words, &folder, if words[0] == "engine" { input } else { "" });
        let found = match words[0] {
            "match" => "is stronger than random",
            "complexity" => "iterations",
            "report" => "wrote heap.html",
            "engine" => "ugiok",
            "explain" => "whoever takes the last stone wins",
            other => panic!("README.md has a command that is not expected here: {other}"),
        };
        assert!(output.contains(found), "{line}: {output}");
        seen.push(words[0].to_string());
    }
    for command in ["match", "complexity", "report", "engine"] {
        assert!(seen.iter().any(|name| name == command), "README.md shows no `{command}` for a game of one's own");
    }
    let page = fs::read_to_string(folder.join("heap.html")).expect("the page");
    assert!(page.contains("<svg") && page.contains("heap"), "a page with a chart");
    // The study that was added in the copy has a command of its own, with its options, though
    // nothing was added to the binary.
    let lengths = ["lengths", "nim(heaps=2)", "-n", "3", "--seed", "5", "--no-store", "-q", "--json"];
    let output = project.run("heap", &lengths, &folder, "");
    let found = output.lines().find_map(|line| line.strip_prefix("{\"plies\":[")?.strip_suffix("]}"));
    let plies: Vec<u32> = found.unwrap_or_default().split(',').filter_map(|plies| plies.parse().ok()).collect();
    // Two heaps, of one stone and of three.
    assert!(plies.len() == 3 && plies.iter().all(|plies| (2..=4).contains(plies)), "{output}");
}

/// A crate that `new` writes beside the checkout builds as it is, and has its game in every
/// command.
fn the_crate_that_new_writes(project: &Project) {
    let place = project.root.join("..");
    let folder = place.join("my-game");
    drop(fs::remove_dir_all(&folder));
    project.run("heap", &["new", "my-game", "--path", "mctslab"], &place, "");
    let game = fs::read_to_string(folder.join("src/game.rs")).expect("the game");
    assert!(game.contains("name: \"my-game\""), "{game}");
    project.build_outside(&folder);
    for (words, found) in [
        (&["explain", "my-game"][..], "whoever takes the last stone wins"),
        (&["perft", "my-game", "2", "--position", "7 o"], "9"),
        (&["bench", "my-game", "--time", "5"], "my-game"),
        (&["match", "my-game", "uct(iters=100)", "random", "-n", "20", "--no-store"], "is stronger than random"),
    ] {
        let output = project.run("my-game", words, &folder, "");
        assert!(output.contains(found), "{words:?}: {output}");
    }
}

/// The words of a command line with quotation marks.
fn mctslab_words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(place, part)| match place % 2 {
        0 => part.split_whitespace().map(str::to_string).collect(),
        _ => vec![part.to_string()],
    });
    words.collect()
}

/// Every program of `examples/` is short, builds outside the workspace, and does what it says.
fn the_programs_of_the_examples(project: &Project) {
    let folder = project.root.join("examples");
    for entry in fs::read_dir(&folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|kind| kind == "rs") {
            let lines = fs::read_to_string(&path).expect("a program").lines().count();
            assert!(lines < 60, "{} has {lines} lines", path.display());
        }
    }
    project.build_outside(&folder);
    let runs: [(&str, &[&str], &str); 8] = [
        ("own_game", &["games"], "heap"),
        (
            "own_agent",
            &["match", "heap", "careful(stones=3)", "random", "-n", "20", "--no-store"],
            "is stronger than random",
        ),
        (
            "own_rule",
            &["match", "tic-tac-toe", "uct(iters=50,select=decaying(rate=2))", "random", "-n", "20", "--no-store"],
            "games",
        ),
        ("own_rule", &["explain", "decaying"], "how much is explored"),
        (
            "own_playout",
            &["match", "heap", "uct(iters=20,playout=careful(p=1))", "random", "-n", "20", "--no-store"],
            "games",
        ),
        ("match_in_code", &[], "timid: score"),
        ("complexity_in_code", &[], "wrote "),
        ("live_analysis", &[], "stopped: take "),
    ];
    for (program, words, found) in runs {
        let output = project.run(program, words, &folder, "");
        assert!(output.contains(found), "{program} {words:?}: {output}");
    }
}
