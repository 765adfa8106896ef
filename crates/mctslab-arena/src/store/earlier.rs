//! What earlier versions stored, read as this one writes it, so that such runs are listed, shown
//! and exported: settings of versions before 0.3 as plans, and specs of agents without the options
//! that they have no more.

use mctslab_core::spec::{Spec, Value};
use serde::Deserialize;

use crate::{OpeningError, Openings, Plan};

/// What those versions kept of a run.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EarlierSettings {
    command: String,
    game: String,
    agents: Vec<String>,
    games: u64,
    format: String,
    openings: String,
    openings_digest: u64,
    clock: Option<String>,
    adjudicate: Option<String>,
    resign: Option<String>,
    stop: Option<String>,
    seed: u64,
    version: String,
}

/// Options that agents had, none of which changes a game any more.
const WITHDRAWN: &[(&str, &str)] = &[("uct", "virtual-loss")];

/// The spec of an agent without what was withdrawn.
pub(super) fn agent(text: String) -> String {
    let Ok(mut spec) = Spec::parse(&text) else { return text };
    if withdraw(&mut spec) { spec.to_string() } else { text }
}

/// Whether an option was taken out of a spec, or of one within it.
fn withdraw(spec: &mut Spec) -> bool {
    let before = spec.args.len();
    let name = &spec.name;
    spec.args.retain(|arg| !WITHDRAWN.contains(&(name.as_str(), arg.key.as_str())));
    let mut changed = spec.args.len() < before;
    for arg in &mut spec.args {
        if let Value::Spec(inner) = &mut arg.value {
            changed |= withdraw(inner);
        }
    }
    changed
}

/// Why settings cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum EarlierError {
    #[error(transparent)]
    Text(#[from] serde_json::Error),
    #[error(transparent)]
    Openings(#[from] OpeningError),
}

/// The plan of such settings. Strength was measured by a method that was kept as the format; of a
/// match and a tournament games and stop rule stood beside it.
pub(super) fn plan(text: &str, names: Vec<String>) -> Result<Plan, EarlierError> {
    let old: EarlierSettings = serde_json::from_str(text)?;
    let rule = old.stop.as_deref().unwrap_or("none");
    let (games, format) = (old.games, old.format.as_str());
    let study = match (old.command.as_str(), format.split_once('(')) {
        ("complexity", _) => old.format.clone(),
        (_, Some((name, options))) => format!("{name}(games={games},{options}"),
        (_, None) if format == "knockout" => format!("{format}(games={games})"),
        (_, None) => format!("{format}(games={games},stop={rule})"),
    };
    Ok(Plan {
        study,
        game: old.game,
        agents: old.agents,
        names,
        openings: Openings::of_path(&old.openings, old.openings_digest)?,
        clock: old.clock,
        adjudicate: old.adjudicate,
        resign: old.resign,
        seed: old.seed,
        version: old.version,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(command: &str, format: &str, stop: &str) -> String {
        format!(
            "{{\"command\":\"{command}\",\"game\":\"nim\",\"agents\":[\"random\",\"random\"],\"games\":12,\"format\":\"{format}\",\
             \"openings\":\"none\",\"openings_digest\":0,\"clock\":null,\"adjudicate\":null,\"resign\":null,\"stop\":{stop},\
             \"seed\":3,\"version\":\"0.2.0\"}}"
        )
    }

    #[test]
    fn every_kind_of_run_becomes_a_study() {
        for (command, format, stop, study) in [
            ("match", "match", "null", "match(games=12,stop=none)"),
            ("match", "match", "\"width(to=0.1)\"", "match(games=12,stop=width(to=0.1))"),
            ("tournament", "round-robin", "null", "round-robin(games=12,stop=none)"),
            ("tournament", "swiss(rounds=3)", "null", "swiss(games=12,rounds=3)"),
            ("tournament", "knockout", "null", "knockout(games=12)"),
            ("complexity", "fit(min=1,max=100)", "null", "fit(min=1,max=100)"),
        ] {
            let plan = plan(&settings(command, format, stop), vec!["a".to_string(), "b".to_string()]).expect("a plan");
            assert_eq!(plan.study, study);
            assert_eq!((plan.seed, plan.version.as_str(), plan.names[1].as_str()), (3, "0.2.0", "b"));
        }
        assert!(plan("{}", Vec::new()).is_err());
    }

    #[test]
    fn options_that_are_no_more_are_left_out() {
        for (stored, read) in [
            ("uct(iters=9,virtual-loss=1,memory=5)", "uct(iters=9,memory=5)"),
            ("uct(virtual-loss=1)", "uct"),
            ("outer( agent=uct(virtual-loss=3) )", "outer(agent=uct)"),
            ("other(virtual-loss=1)", "other(virtual-loss=1)"),
            ("uct( iters=9 )", "uct( iters=9 )"),
            ("no spec", "no spec"),
        ] {
            assert_eq!(agent(stored.to_string()), read);
        }
    }
}
