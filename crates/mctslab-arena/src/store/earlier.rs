//! Data of earlier versions: withdrawn options are removed from the specs of agents, and settings
//! of versions before 0.3 are recognized, to be refused.

use mctslab_core::spec::{Spec, Value};
use serde::Deserialize;

/// Options that agents once had, none of which changes a game any more.
const WITHDRAWN: &[(&str, &str)] = &[("uct", "virtual-loss")];

/// The spec of an agent without withdrawn options.
pub(super) fn agent(text: String) -> String {
    let Ok(mut spec) = Spec::parse(&text) else { return text };
    if withdraw(&mut spec) { spec.to_string() } else { text }
}

/// Whether an option was removed from a spec, or from one within it.
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

/// The version before 0.3 that wrote these settings, if one did: its runs cannot be read any more.
pub(super) fn version_before_plans(settings: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Written {
        version: String,
    }
    let Written { version } = serde_json::from_str(settings).ok()?;
    ["0.1.", "0.2."].iter().any(|start| version.starts_with(start)).then_some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_versions_before_0_3_are_known() {
        assert_eq!(version_before_plans("{\"seed\":3,\"version\":\"0.2.0\"}").as_deref(), Some("0.2.0"));
        assert_eq!(version_before_plans("{\"version\":\"0.3.0\"}"), None);
        assert_eq!(version_before_plans("nothing"), None);
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
