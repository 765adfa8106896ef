//! Short specs for readers: resolved specs without the arguments that are defaults.

use super::declare::listed;
use super::resolve::default;
use super::{Arg, Args, Entry, Kind, Resolved, Scope, Spec, SpecError, resolve};

/// The shortest spec that resolves to the same as `spec` does. A resolved text is complete, but
/// most of it is not news to a reader.
///
/// ```
/// # use mctslab_core::spec::{short, Entry, Kind, Param, Spec};
/// const SIZE: Param = Param::new("size", Kind::Integer { min: 1, max: 19 }, "11", "cells of a side");
/// const SWAP: Param = Param::new("swap", Kind::Flag, "false", "the second player may take the first move");
/// let games = [Entry { name: "hex", doc: "", params: &[SIZE, SWAP] }];
/// let shown = |text: &str| short(&Spec::parse(text).expect("a spec"), "game", &games, &[]).expect("it resolves");
/// assert_eq!(shown("hex(size=5,swap=false)"), "hex(size=5)");
/// assert_eq!(shown("hex(size=11,swap=false)"), "hex");
/// ```
pub fn short(spec: &Spec, what: &str, entries: &[Entry], scope: Scope<'_>) -> Result<String, SpecError> {
    shortened(&resolve(spec, what, entries, scope)?, entries, scope)
}

fn shortened(args: &Args, entries: &[Entry], scope: Scope<'_>) -> Result<String, SpecError> {
    let whole: Vec<Arg> = Spec::parse(&args.to_string())?.args;
    let params = entries.iter().find(|entry| entry.name == args.name()).map_or(&[][..], |entry| entry.params);
    let owner = Entry { name: args.name(), doc: "", params: &[] };
    let mut kept = Vec::new();
    for (param, (key, value)) in params.iter().zip(args.values()) {
        // A required argument has no default, and so differs from it.
        if default(&owner, param, &whole, scope).is_ok_and(|usual| usual == *value) {
            continue;
        }
        let text = match (param.kind, value) {
            (Kind::Choice(choices), Resolved::Choice(inner)) => shortened(inner, choices, scope)?,
            (Kind::Part(list), Resolved::Choice(inner)) => shortened(inner, listed(scope, list), scope)?,
            _ => value.to_string(),
        };
        kept.push(format!("{key}={text}"));
    }
    Ok(if kept.is_empty() { args.name().to_string() } else { format!("{}({})", args.name(), kept.join(",")) })
}

#[cfg(test)]
mod tests {
    use super::super::Param;
    use super::*;

    const LIMIT: Kind = Kind::Limit { min: 1, max: 100 };
    const PLAYOUTS: &[Entry] = &[
        Entry { name: "uniform", doc: "", params: &[Param::new("limit", LIMIT, "none", "")] },
        Entry {
            name: "nst",
            doc: "",
            params: &[Param::new("k", LIMIT, "7", ""), Param::new("limit", LIMIT, "none", "")],
        },
    ];
    const EVALS: &[Entry] = &[Entry::word("stones", ""), Entry::word("half", "")];
    const SCOPE: Scope<'static> = &[("playout", PLAYOUTS), ("eval", EVALS)];
    const AGENTS: &[Entry] = &[
        Entry {
            name: "uct",
            doc: "",
            params: &[
                Param::new("iters", LIMIT, "10", "").yielding_to("time"),
                Param::new("time", LIMIT, "none", ""),
                Param::new("playout", Kind::Part("playout"), "uniform", ""),
                Param::first_of("eval", "eval", ""),
            ],
        },
        Entry { name: "process", doc: "", params: &[Param::required("cmd", Kind::Text, "")] },
    ];

    #[test]
    fn what_is_left_resolves_to_the_same() {
        let spec = |text: &str| Spec::parse(text).expect("a spec");
        let whole = |text: &str| resolve(&spec(text), "agent", AGENTS, SCOPE).expect("it resolves").to_string();
        for text in [
            "uct",
            "uct(iters=20)",
            "uct(time=5)",
            "uct(iters=10,time=5)",
            "uct(playout=nst)",
            "uct(playout=uniform(limit=3))",
            "uct(playout=nst(limit=3),eval=half)",
            "process(cmd=\"./a \\\"b\\\"\")",
        ] {
            let shown = short(&spec(&whole(text)), "agent", AGENTS, SCOPE).expect("it resolves");
            assert_eq!(shown, text);
            assert_eq!(whole(&shown), whole(text));
        }
    }
}
