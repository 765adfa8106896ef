//! A behaviour signature: the root visits of fixed searches in every game. A refactoring must not
//! change them.
//!
//! After a change that is meant to change behaviour, `MCTSLAB_BLESS=1 cargo test -p
//! mctslab-registry signature` writes the files anew; state the reason in the commit. The lines of
//! `mcts` must never change: it is the unit of strength.

use std::fmt::Write;
use std::path::PathBuf;

use mctslab_registry::games::GAMES;
use mctslab_registry::{Catalog, SearchBudget};

const PLAIN: &[&str] = &[
    "mcts(iters=1000)",
    "uct(iters=1000,c=0.7,solve=false,reuse=false)",
    "uct(iters=1000,c=0.7,expand=all,solve=true,reuse=true)",
];

/// Searches with estimates by move, for each way in which children are compared.
const GRAVE: &[&str] = &[
    "uct(iters=1000,select=grave,c=0.4,expand=one,solve=false,reuse=false)",
    "uct(iters=1000,select=grave,c=0.4,expand=one,reuse=true)",
    "uct(iters=500,select=rave(bias=0.001),c=0.4,expand=one,ties=last)",
];

/// Two moves of the same agent, to show the effect of a kept tree.
fn signature(catalog: &Catalog, game: &str, agents: &[&str]) -> String {
    let mut text = String::new();
    let table = catalog.game(game).expect("a listed game");
    for spec in agents {
        let mut state = table.state(None).expect("the initial position");
        let mut agent = table.make_agent(spec).expect("it serves every game");
        agent.new_game(42);
        for _ in 0..2 {
            if state.turn().is_none() {
                break;
            }
            let report = agent.choose(&state, SearchBudget::default()).expect("the game goes on");
            let _ = write!(text, "{game} {spec} {}:", report.best);
            for mv in &report.moves {
                let _ = write!(text, " {}", mv.visits);
            }
            text.push('\n');
            state = state.play(&report.best).expect("a legal move");
        }
    }
    text
}

#[test]
fn searches_are_what_they_were() {
    compare("signature.txt", PLAIN);
}

#[test]
fn searches_with_estimates_are_what_they_were() {
    compare("signature-grave.txt", GRAVE);
}

fn compare(file: &str, agents: &[&str]) {
    let goldens = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let catalog = Catalog::standard();
    for info in GAMES.iter().filter(|info| catalog.game(info.entry.name).is_ok()) {
        let folder = goldens.join(info.entry.name);
        if !folder.is_dir() {
            continue;
        }
        let path = folder.join(file);
        let found: String = info.samples.iter().map(|game| signature(&catalog, game, agents)).collect();
        if std::env::var_os("MCTSLAB_BLESS").is_some() {
            std::fs::write(&path, &found).expect("the golden file can be written");
        }
        let golden = std::fs::read_to_string(&path).unwrap_or_default();
        for (found, golden) in found.lines().zip(golden.lines()) {
            assert_eq!(found, golden);
        }
        let lines = [&found, &golden].map(|text| text.lines().count());
        assert_eq!(lines[0], lines[1], "{}: one line for each search", path.display());
    }
}
