//! What to do next is said in the words of the front end, and of nobody else.

use std::fs;
use std::path::Path;

use mctslab_arena::Store;
use mctslab_lab::{
    Control, Hints, Lab, LabError, LibraryHints, Recipe, Request, Run, TextOptions, cure, drive, hire, kept_so_far,
    reproduce_run, start,
};
use mctslab_registry::Catalog;
use mctslab_studies::standard_lab;

use crate::runs::plan;

/// Words that nobody else has.
struct Odd;

impl Hints for Odd {
    fn resume(&self, run: i64, store: Option<&Path>, starts_programs: bool) -> String {
        format!("<resume {run} {} {starts_programs}>", store.is_some())
    }

    fn set(&self, option: &str, value: &str) -> String {
        format!("<{option} = {value}>")
    }

    fn option(&self, name: &str) -> String {
        format!("<{name}>")
    }

    fn choose(&self, study: &str) -> String {
        format!("<study {study}>")
    }

    fn allow_engines(&self) -> String {
        "<allow>".to_string()
    }

    fn name_store(&self) -> String {
        "<store>".to_string()
    }

    fn no_store(&self) -> String {
        "<no store>".to_string()
    }

    fn list_runs(&self) -> String {
        "<runs>".to_string()
    }

    fn export(&self, run: i64) -> String {
        format!("<export {run}>")
    }

    fn check_engine(&self) -> String {
        "<check>".to_string()
    }

    fn start_worker(&self) -> String {
        "<worker>".to_string()
    }

    fn list_games(&self) -> String {
        "<games>".to_string()
    }

    fn list_agents(&self) -> String {
        "<agents>".to_string()
    }

    fn explain(&self, name: &str) -> String {
        format!("<explain {name}>")
    }

    fn repeat(&self, recipe: &Recipe) -> String {
        format!("<again {} {}>", recipe.command, recipe.words.join(" "))
    }
}

fn lab() -> Lab {
    standard_lab(Catalog::standard()).with_hints(Odd)
}

fn played(lab: &Lab, game: &str, study: &str, agents: &[&str]) -> Run {
    let run = Run::new(lab, plan(lab, game, study, agents), None).expect("a run");
    let control = Control::default();
    let mut crew = hire(lab, None, 1, &control).expect("a crew");
    let mut runs = [run];
    drive(&mut runs, &mut *crew, &control, &mut |_| {}).expect("it is played");
    let [run] = runs;
    run
}

#[test]
fn documents_ask_for_the_words_of_the_front_end() {
    let lab = lab();
    let text = |run: &Run| run.document().text(&TextOptions { verbose: true, elapsed: None });
    // Players that always play the same games.
    let same = played(&lab, "tic-tac-toe", "match(games=40)", &["alphabeta(depth=2)", "alphabeta(depth=3)"]);
    assert!(text(&same).contains("Use `<openings = random(plies=4)>` to vary the start."), "{}", text(&same));
    let table = played(&lab, "nim", "round-robin(games=4)", &["greedy", "random"]);
    let again = reproduce_run(table.about().settings);
    assert!(again.starts_with("<again tournament nim") && again.ends_with(" greedy(eval=half) random>"), "{again}");
    let fit = played(&lab, "nim", "fit(games=100)", &["random"]);
    assert!(fit.document().json()["command"].as_str().is_some_and(|again| again.starts_with("<again complexity nim")));
}

#[test]
fn errors_and_remarks_about_what_is_kept_use_them_too() {
    let (lab, folder) = (lab(), tempfile::tempdir().expect("a folder"));
    let path = folder.path().join("runs.db");
    let run = start(&lab, plan(&lab, "nim", "match(games=4)", &["random", "random"]), Some(&path)).expect("a run");
    assert_eq!(kept_so_far(&[run]), "finished games are kept: `<resume 1 true false>` continues");
    let shown = |error: LabError| format!("{error}{}", cure(&error, &**lab.hints()));
    let unknown = Store::open_existing(&path).and_then(|store| store.run(7)).expect_err("no such run");
    assert!(shown(unknown.into()).ends_with("runs 1 to 1; `<runs>` lists them"), "it is asked");
    let elsewhere = Store::open_existing(folder.path()).err().expect("a folder is no store");
    assert!(shown(elsewhere.into()).ends_with("; name another store with <store>, or keep none with <no store>"));
    let agents = vec!["process(cmd=\"x\")".to_string(), "random".to_string()];
    let request = Request { game: "nim".to_string(), agents, study: "match".to_string(), ..Request::default() };
    let refused = request.allow_engines("this file", false).expect_err("programs are not started");
    assert!(shown(refused).ends_with("; add `<allow>` if you trust it"));
    let name = lab.explain("nothing-like-it").err().expect("no such name").to_string();
    assert!(name.contains("`<games>` and `<agents>` list games and agents, and `<explain uct>`"), "{name}");
    let choice = lab.study_spec("match", "match", &[("elo0".to_string(), "3".to_string())]).expect_err("of no rule");
    assert!(shown(choice).ends_with(": `<stop = sprt>`"));
    assert_eq!(LibraryHints.resume(3, Some(Path::new("a.db")), true), "resume(&lab, \"a.db\", 3, true)");
}

/// The texts of libraries: strings that say what to type are the command line's own.
#[test]
fn no_library_names_a_command_or_an_option() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for name in
        ["core", "games", "stats", "search", "players", "arena", "samples", "registry", "page", "lab", "studies"]
    {
        sources(&root.join(format!("mctslab-{name}/src")), &mut |path, text| {
            for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
                let is_typed = line.contains("`--") || line.contains("`mctslab ") || line.contains("(--");
                if is_typed && !ALLOWED.iter().any(|allowed| path.ends_with(allowed)) {
                    found.push(format!("{}: {line}", path.display()));
                }
            }
        });
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Where commands are the matter itself: how their names are replaced, and an option of cargo.
const ALLOWED: &[&str] = &["mctslab-core/src/program.rs", "mctslab-lab/src/export/mod.rs"];

fn sources(folder: &Path, see: &mut impl FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, see);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            see(&path, &fs::read_to_string(&path).expect("a source"));
        }
    }
}
