//! Experiment files: what they plan, and what they refuse.

use mctslab_lab::Experiment;
use mctslab_registry::Catalog;
use mctslab_studies::standard_lab;

fn read(text: &str) -> Result<Experiment, String> {
    Experiment::parse(&standard_lab(Catalog::standard()), "the file", text, false).map_err(|error| error.to_string())
}

const FILE: &str = r#"
name = "Strength and rank"

[defaults.all]
seed = 5
games = ["tic-tac-toe", "nim"]

[defaults.rough]
studies = ["fit(precision=0.3)"]
agents = ["random", "greedy"]

[[tables]]
label = "strength"
defaults = "rough"

[[tables]]
label = "rank"
games = ["nim"]
agents = ["random", "greedy", "solve"]
studies = ["round-robin(games=4)", "ladder(max=20)"]
seed = 6
"#;

#[test]
fn a_table_is_every_game_with_every_agent_and_every_study() {
    let experiment = read(FILE).expect("an experiment");
    let labels: Vec<&str> = experiment.runs.iter().map(|run| run.label.as_str()).collect();
    let expected = [
        "strength / tic-tac-toe / random",
        "strength / tic-tac-toe / greedy",
        "strength / nim / random",
        "strength / nim / greedy",
        "rank / round-robin(games=4)",
        "rank / ladder(max=20)",
    ];
    assert_eq!(labels, expected);
    let seeds: Vec<u64> = experiment.runs.iter().map(|run| run.plan.seed).collect();
    assert_eq!(seeds, [5, 5, 5, 5, 6, 6], "a table's own word comes first, then its defaults, then those of all");
    assert_eq!(experiment.runs[4].plan.agents.len(), 3, "a tournament has all agents");
    assert!(experiment.runs[0].plan.study.contains("precision=0.3"));
    assert_eq!(experiment.name, "Strength and rank");
}

#[test]
fn what_is_wrong_is_refused_with_what_is_valid() {
    for (from, to, expected) in [
        ("seed = 6", "sed = 6", "unknown field `sed`"),
        ("seed = 6", "sed = 6", "touchstone"),
        ("defaults = \"rough\"", "defaults = \"fine\"", "valid: all, rough"),
        ("games = [\"nim\"]", "games = [\"nin\"]", "nim"),
        ("\"solve\"]", "\"solv\"]", "solve"),
        ("label = \"rank\"", "label = \"strength\"\ndefaults = \"rough\"", ""),
        ("studies = [\"fit(precision=0.3)\"]", "", "has no studies"),
        ("precision=0.3", "precision=3", "precision"),
        ("round-robin(games=4)", "round-robing", "round-robin"),
    ] {
        let text = FILE.replacen(from, to, 1);
        assert_ne!(text, FILE, "{from}");
        match read(&text) {
            Err(error) => assert!(error.contains(expected), "{to}: {error}"),
            Ok(_) => assert!(expected.is_empty(), "{to} was accepted"),
        }
    }
    let twice = FILE
        .replace("\"rank\"", "\"strength\"")
        .replace("games = [\"nim\"]", "")
        .replace("studies = [\"round-robin(games=4)\", \"ladder(max=20)\"]", "studies = [\"fit(precision=0.3)\"]");
    let error = read(&twice).unwrap_err();
    assert!(error.contains("`strength / tic-tac-toe / random` is used twice"), "{error}");
    assert!(read("name = \"x\"\ntables = []").unwrap_err().contains("no run"));
}
