//! Papers: what their files plan and refuse, how their runs are continued, and that verdicts come
//! from records alone.

mod pages;

use std::path::Path;

use mctslab_lab::{Control, Lab, LabError, Run, drive, hire};
use mctslab_papers::{
    ClaimVerdict, DecideAudience, PaperCollection, PaperDocument, PaperId, PaperLibrary, PaperSettings, bundle_paper,
    decide_papers, report_papers, run_papers, save_paper, saved_paper, start_papers,
};
use mctslab_registry::Catalog;
use mctslab_studies::standard_lab;

const FILE: &str = r#"
key = "test"
authors = ["Ada Lovelace", "Charles Babbage"]
title = "Notes"
year = 1843

[[errors]]
text = "The second row is a copy of the first."
rows = ["test-table: strong v random"]

[[ids]]
id = "test-table"
title = "Search against random play"
published_in = "Table 1"
cpu = "1 s"
note = "Two players in tic-tac-toe."

[ids.profiles.faithful]
iters = 30
[ids.profiles.corrected]
iters = 60

[ids.axes]
player = [{ name = "weak", factor = 1, score = 0.8 }, { name = "strong", factor = 4, score = nan }]

[[ids.runs]]
label = "<player> v random"
each = ["player"]
game = "tic-tac-toe"
study = "match(games=<games:40>)"
agents = ["uct(iters=<budget:<player.factor>>)", "random"]

[[ids.runs]]
label = "search"
game = "tic-tac-toe"
study = "match(games=<games:40>)"
agents = ["uct(iters=<profile.iters>)", "random"]

[[ids.rows]]
label = "<player> v random"
each = ["player"]
run = "<player> v random"
path = "agents[0]"
as = "score"
published = "<player.score>"
core = true

[[ids.rows]]
label = "search v random"
run = "search"
path = "agents[0]"
as = "score"
published = 0.9

[[ids.derived]]
label = "gain"
kind = "difference"
of = ["search v random", "weak v random"]

[[ids.claims]]
id = "T1"
text = "Search wins."
kind = "inside"
rows = ["search v random"]
low = 0.6

[[ids.claims]]
id = "T2"
text = "Search loses."
kind = "inside"
rows = ["search v random"]
high = 0.4

[[ids.claims]]
id = "T3"
text = "More is better."
kind = "order"
rows = ["<player> v random"]
over = ["player"]

[[ids.figures]]
title = "Scores"
x = "factor"
y = "score"
[[ids.figures.series]]
name = "uct"
rows = ["<player> v random"]
over = ["player"]
x = "<player.factor>"
"#;

fn lab() -> Lab {
    standard_lab(Catalog::standard())
}

fn play(lab: &Lab, mut runs: Vec<Run>, threads: usize) -> Result<Vec<Run>, LabError> {
    let control = Control::default();
    let mut crew = hire(lab, None, threads, &control)?;
    drive(&mut runs, &mut *crew, &control, &mut |_| ())?;
    Ok(runs)
}

fn run(text: &str, settings: &PaperSettings, store: Option<&Path>, threads: usize) -> Result<PaperDocument, LabError> {
    let lab = lab();
    let library = PaperLibrary::of_file("test.toml", text)?;
    let ids = library.find("all")?;
    let (papers, _) = start_papers(&lab, &ids, settings, store)?;
    let (mut documents, whole) = run_papers(&lab, papers, store, |runs, _| play(&lab, runs, threads))?;
    assert!(whole && documents.len() == 1);
    Ok(documents.remove(0))
}

#[test]
fn rows_and_verdicts_of_both_profiles() {
    let found = run(FILE, &PaperSettings::default(), None, 2).expect("a document");
    let labels: Vec<String> =
        found.rows.iter().map(|row| format!("{} {}", row.label, row.profile.as_deref().unwrap_or("-"))).collect();
    assert_eq!(labels.len(), 8, "{labels:?}");
    let verdict = |id: &str| found.claims.iter().find(|claim| claim.id == id).expect("a claim").verdict;
    assert_eq!((verdict("T1"), verdict("T2")), (ClaimVerdict::Reproduced, ClaimVerdict::NotReproduced));
    let strong = found.rows.iter().find(|row| row.label == "strong v random").expect("a row");
    assert_eq!(strong.published, None, "a lost cell is absent, not 0");
    assert_eq!(found.errors, ["The second row is a copy of the first."]);
    assert_eq!(found.figures[0].series.len(), 2, "one curve for each profile");
    assert_eq!((found.claims.len(), found.tally().all()), (6, 3), "those of the corrected program are apart");
    assert_eq!(found.citation(), "Lovelace and Babbage (1843)");
}

#[test]
fn the_same_seed_gives_the_same_document_with_any_number_of_threads_and_in_two_pieces() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("papers.db");
    let settings = PaperSettings::default();
    let numbers = |document: &PaperDocument| serde_json::to_string(&(&document.rows, &document.claims)).expect("JSON");
    let once = run(FILE, &settings, None, 1).expect("a document");
    // First only the core rows, then the rest: what was played is not played again.
    let sample = PaperSettings { sample: true, ..settings.clone() };
    let part = run(FILE, &sample, Some(&path), 2).expect("a document");
    let run_rows = part.rows.iter().filter(|row| !row.not_run).count();
    assert_eq!((part.runs, run_rows, part.rows.len()), (4, 4, 8), "rows that were not run are listed");
    assert_eq!(part.tally().not_run, 2, "and so are claims");
    assert!(part.cut.iter().any(|line| line.contains("core")), "{:?}", part.cut);
    let whole = run(FILE, &settings, Some(&path), 8).expect("a document");
    assert_eq!(numbers(&once), numbers(&whole));
    let store = mctslab_arena::Store::open_existing(&path).expect("a store");
    let mut count = 0;
    store.runs(|_| count += 1).expect("runs");
    assert_eq!(count, 6, "four of the core rows, two more");
    drop(store);
    let again = run(FILE, &settings, Some(&path), 2).expect("a document");
    assert_eq!((numbers(&whole), again.cpu_seconds), (numbers(&again), whole.cpu_seconds), "everything was there");
    let other = run(FILE, &PaperSettings { seed: 2, ..settings }, Some(&path), 2).expect("a document");
    assert_ne!(numbers(&other), numbers(&once), "another seed starts new runs");
}

#[test]
fn pages_are_made_from_files_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, out) = (folder.path().join("data"), folder.path().join("out"));
    let document = run(FILE, &PaperSettings { scale: 0.1, ..PaperSettings::default() }, None, 1).expect("a document");
    save_paper(&document, &data).expect("a file");
    let library = PaperLibrary::of_file("test.toml", FILE).expect("a library");
    let written = report_papers(&library, &data, &out).expect("pages");
    assert_eq!(written.len(), 4);
    let read = |name: &str| std::fs::read_to_string(out.join(name)).expect("a file");
    let (page, markdown) = (read("test.html"), read("test.md"));
    for text in [&page, &markdown] {
        for wanted in
            ["search v random", "T1", "Lovelace", "--scale 0.1", "sample sizes are 0.1 times", "copy of the first"]
        {
            assert!(text.to_lowercase().contains(&wanted.to_lowercase()), "{wanted}");
        }
    }
    let same = PaperCollection::new(vec![document]);
    assert_eq!(same.paper_markdown("test"), markdown, "a document that was written and read says the same");
    assert!(read("README.md").contains("`mctslab paper run test`"));
    assert!(report_papers(&library, &out, &data).is_err_and(|error| error.to_string().contains("no document")));
}

#[test]
fn what_is_wrong_with_a_file_is_refused_with_what_is_valid() {
    for (from, to, expected) in [
        ("year = 1843", "yaer = 1843", "year"),
        ("as = \"score\"", "as = \"points\"", "valid: score"),
        ("kind = \"order\"", "kind = \"sorted\"", "valid: inside"),
        ("game = \"tic-tac-toe\"", "game = \"tictactoe\"", "tic-tac-toe"),
        ("\"random\"]", "\"randon\"]", "random"),
        ("rows = [\"search v random\"]", "rows = [\"search v chance\"]", "there is no row `search v chance"),
        ("low = 0.6", "low = 0.6\nhigh = 0.5", "is empty"),
        ("low = 0.6", "", "needs `low`, `high` or `within`"),
        ("label = \"gain\"", "label = \"search v random\"", "labels are unique"),
        ("run = \"search\"", "run = \"serach\"", "needs the run `serach"),
        ("each = [\"player\"]", "each = [\"players\"]", "the axes player"),
        ("<player.factor>>)", "<player.fact>>)", "name, score"),
        ("kind = \"difference\"", "kind = \"product\"", "ratio"),
        ("kind = \"difference\"", "kind = \"difference\"\npartial = true", "`mean` and `pooled` can"),
    ] {
        let text = FILE.replacen(from, to, 1);
        assert_ne!(text, FILE, "{from}");
        let error = run(&text, &PaperSettings { scale: 0.05, ..PaperSettings::default() }, None, 1);
        let error = error.expect_err(to);
        assert!(error.is_usage() && error.to_string().contains(expected), "{to}: {error}");
    }
}

#[test]
fn a_mean_that_may_be_partial_is_taken_of_the_rows_that_are_run() {
    let mean = "[[ids.derived]]\nlabel = \"all\"\nkind = \"mean\"\nof = [\"<player> v random\"]\nover = [\"player\"]\n";
    let settings = PaperSettings { rows: vec!["weak".to_string()], scale: 0.1, ..PaperSettings::default() };
    for (partial, shown) in [("partial = true\n", 2), ("", 0)] {
        let text = FILE.replacen("[[ids.claims]]", &format!("{mean}{partial}\n[[ids.claims]]"), 1);
        let found = run(&text, &settings, None, 1).expect("a document");
        let rows = |label: &str| found.rows.iter().filter(|row| row.label == label && !row.not_run).collect::<Vec<_>>();
        assert_eq!((rows("all").len(), rows("weak v random").len(), rows("gain").len()), (shown, 2, 0));
        for (all, weak) in rows("all").iter().zip(rows("weak v random")) {
            assert_eq!((all.measured, all.note.as_deref()), (weak.measured, Some("of 1 of 2 rows")));
        }
        let whole = run(&text, &PaperSettings { rows: Vec::new(), ..settings.clone() }, None, 1).expect("a document");
        assert!(whole.rows.iter().any(|row| row.label == "all" && row.note.is_none()));
    }
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let settings = PaperSettings::default;
    for (settings, expected) in [
        (PaperSettings { scale: 0.0, ..settings() }, "above 0"),
        (PaperSettings { scale: -1.0, ..settings() }, "above 0"),
        (PaperSettings { budget: f64::NAN, ..settings() }, "above 0"),
        (PaperSettings { time: true, budget: 0.5, ..settings() }, "choose one"),
        (PaperSettings { time: true, ..settings() }, "no seconds per move"),
        (PaperSettings { profile: Some("mended".to_string()), ..settings() }, "corrected, faithful"),
        (PaperSettings { budgets: Some("equal".to_string()), ..settings() }, "valid: none"),
        (PaperSettings { rows: vec!["nothing".to_string()], ..settings() }, "no row contains nothing"),
    ] {
        let error = run(FILE, &settings, None, 1).expect_err(expected);
        assert!(error.is_usage() && error.to_string().contains(expected), "{error}");
    }
    let library = PaperLibrary::built_in().expect("the papers");
    let error = library.find("lanzy").err().expect("refused").to_string();
    assert!(error.contains("lanzi") && error.contains("govani-table-1"), "{error}");
}

#[test]
fn every_paper_that_is_built_in_makes_sense() {
    let lab = lab();
    let library = PaperLibrary::built_in().expect("the papers");
    let mut papers: Vec<&str> = library.ids().map(PaperId::paper).collect();
    papers.dedup();
    assert_eq!(papers, ["debets", "govani", "lanzi", "ribeiro", "vonasek"]);
    for id in library.ids() {
        for scale in [0.01, 1.0] {
            let settings = PaperSettings { scale, ..PaperSettings::default() };
            id.json(&lab, &settings).unwrap_or_else(|error| panic!("{}: {error}", id.name()));
        }
        // Every id has a row that is quickly run, and its runs can be planned.
        let settings = PaperSettings { sample: true, scale: 0.01, ..PaperSettings::default() };
        let planned = start_papers(&lab, &[id], &settings, None);
        let (papers, _) = planned.unwrap_or_else(|error| panic!("{}: {error}", id.name()));
        assert!(!papers[0].1.is_empty(), "{}", id.name());
    }
}

#[test]
fn what_counts_holds_for_the_papers_own_numbers() {
    let lab = lab();
    let library = PaperLibrary::built_in().expect("the papers");
    let mut wrong = Vec::new();
    for id in library.ids() {
        for claim in id.claims_as_published(&lab).expect("claims") {
            let held = claim.verdict.is_none_or(|verdict| verdict == ClaimVerdict::Reproduced);
            if claim.counts && !held {
                wrong.push(format!("{}, {}: {:?}", id.name(), claim.claim, claim.verdict));
            }
        }
    }
    assert!(wrong.is_empty(), "put the claim otherwise, or say why it does not count:\n{}", wrong.join("\n"));
}

/// Plays on one thread, and stops before that many plays.
struct Few {
    lab: Lab,
    plays: usize,
    folder: std::path::PathBuf,
    said: Vec<String>,
}

impl DecideAudience<LabError> for Few {
    fn play(&mut self, runs: Vec<Run>, _: bool) -> Result<Vec<Run>, LabError> {
        self.plays -= 1;
        play(&self.lab, runs, 2)
    }

    fn goes_on(&self) -> bool {
        self.plays > 0
    }

    fn say(&mut self, text: &str) {
        self.said.push(text.to_string());
    }

    fn take(&mut self, document: &PaperDocument) -> Result<(), LabError> {
        save_paper(document, &self.folder).map(|_| ())
    }
}

/// Decides for that many plays, from a document; what came of it.
fn decide(folder: &Path, plays: usize, base: Option<&PaperDocument>) -> (PaperDocument, Vec<String>) {
    let mut few = Few { lab: lab(), plays, folder: folder.to_path_buf(), said: Vec::new() };
    // A claim that stays open: random play against itself is near to a half.
    let text = FILE.replacen("high = 0.4", "low = 0.8\nhigh = 0.9", 1).replacen(
        "match(games=<games:40>)",
        "match(games=<games:10>)",
        2,
    );
    let library = PaperLibrary::of_file("test.toml", &text).expect("a paper");
    let (lab, ids) = (lab(), library.find("all").expect("an id"));
    let settings = PaperSettings::default();
    let found = decide_papers(&lab, &ids, &settings, |_| base.cloned(), None, &mut few).expect("a document");
    (found.into_iter().next().expect("one"), few.said)
}

#[test]
fn stages_go_on_from_a_document_as_if_nothing_had_stopped_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, said) = decide(folder.path(), 3, None);
    assert!(said[0].starts_with("test-table: 0 of "), "{said:?}");
    assert!(said[0].contains("CPU time"), "{said:?}");
    let mut parts = None;
    for _ in 0..3 {
        parts = Some(decide(folder.path(), 1, parts.as_ref()).0);
    }
    let numbers = |document: &PaperDocument| serde_json::to_string(&(&document.rows, &document.claims)).expect("JSON");
    let parts = parts.expect("a document");
    assert_eq!(numbers(&whole).replace("\"needs\"", ""), numbers(&parts).replace("\"needs\"", ""));
    let most = whole.rows.iter().map(|row| row.raw.len()).max();
    assert!(
        most > Some(1) && whole.played.iter().any(|run| run.seed == 1_000_001),
        "a second stage has a seed of its own"
    );
}

#[test]
fn a_script_without_our_code_comes_to_the_same_verdicts() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (lab, library) = (lab(), PaperLibrary::built_in().expect("the papers"));
    let ids = ["govani-table-4", "lanzi-table-3", "ribeiro-table-1", "vonasek-exact", "debets-tables-17-22"];
    let ids: Vec<PaperId<'_>> = library.ids().filter(|id| ids.contains(&id.name())).collect();
    let settings = PaperSettings { sample: true, scale: 0.02, ..PaperSettings::default() };
    let (papers, _) = start_papers(&lab, &ids, &settings, None).expect("papers");
    let (documents, _) = run_papers(&lab, papers, None, |runs, _| play(&lab, runs, 2)).expect("documents");
    for document in documents.iter().chain([&decide(folder.path(), 3, None).0]) {
        save_paper(document, folder.path()).expect("a file");
    }
    let script = root.join("scripts/recompute_verdicts.py");
    let checked = |folder: &Path| match std::process::Command::new("python3").arg(&script).arg(folder).output() {
        Ok(output) => {
            let text = [output.stdout, output.stderr].concat();
            Some((output.status.success(), String::from_utf8_lossy(&text).into_owned()))
        }
        Err(error) => {
            println!("not checked: python3 cannot be started ({error})");
            None
        }
    };
    let Some((same, text)) = checked(folder.path()) else { return };
    assert!(same && text.contains(" 0 differences"), "{text}");
    let Some((same, text)) = checked(&root.join("docs/papers/data")) else { return };
    assert!(same, "the committed documents:\n{text}");
    // The script sees a count that was changed.
    let path = folder.path().join("test-table.json");
    let stored = std::fs::read_to_string(&path).expect("a file");
    let changed = stored.replacen("\"pairs\":[", "\"pairs\":[900", 1);
    std::fs::write(&path, changed).expect("a file");
    assert_eq!(checked(folder.path()).map(|found| found.0), Some(false));
}

#[test]
fn a_bundle_is_the_same_whenever_it_is_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let document = run(FILE, &PaperSettings { scale: 0.1, ..PaperSettings::default() }, None, 1).expect("a document");
    let library = PaperLibrary::of_file("test.toml", FILE).expect("a library");
    save_paper(&document, folder.path()).expect("a file");
    let made = |what: &str| bundle_paper(&library, what, |id| saved_paper(id, folder.path()));
    let bundle = made("test").expect("a bundle");
    assert_eq!(bundle, made("test").expect("a bundle"));
    let text = String::from_utf8_lossy(&bundle).into_owned();
    for name in
        ["papers/test.toml", "data/test-table.json", "test.html", "test.md", "about.json", "recompute_verdicts.py"]
    {
        assert!(text.contains(name), "{name}");
    }
    assert!(text.contains(FILE), "the file as it stands");
    let error = bundle_paper(&library, "test", |_| Ok(None)).expect_err("nothing was run");
    assert!(error.to_string().contains("was run yet"), "{error}");
}
