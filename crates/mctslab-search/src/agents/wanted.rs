//! Defaults that a part of `uct` wants in place of the usual ones.
//!
//! A rule of selection that is a paper's means that paper's search, exploration and growth of the
//! tree included, unless these are written out. Texts are completed before they are resolved, so
//! that the resolved text shows what is meant.

use mctslab_core::spec::{Arg, Spec, Value};

use super::uct;
use crate::select::wanted;

/// A spec of an agent with the defaults that one of its parts wants: what is written stays.
///
/// ```
/// # use mctslab_core::spec::Spec;
/// # let wanted = |text| mctslab_search::agents::with_wanted(Spec::parse(text).unwrap()).to_string();
/// assert_eq!(wanted("uct(select=grave)"), "uct(select=grave,c=0,expand=all)");
/// assert_eq!(wanted("uct(select=grave,c=0.4)"), "uct(select=grave,c=0.4,expand=all)");
/// assert_eq!(wanted("uct(select=ucb1)"), "uct(select=ucb1)");
/// ```
#[must_use]
pub fn with_wanted(mut spec: Spec) -> Spec {
    for &(key, value) in wanted_by(&spec) {
        if value_of(&spec, key).is_none() {
            spec.args.push(Arg { key: key.to_string(), value: parsed(value) });
        }
    }
    spec
}

/// The shortest spec that [`with_wanted`] and then all other defaults turn into `whole`, of the one
/// that leaves out what is usual.
///
/// ```
/// # use mctslab_core::spec::Spec;
/// # let parse = |text| Spec::parse(text).unwrap();
/// # let short = |whole, usual| mctslab_search::agents::without_wanted(&parse(whole), parse(usual)).to_string();
/// let usual = "uct(select=grave,c=0,expand=all)";
/// assert_eq!(short("uct(select=grave,c=0,expand=all(playouts=per-leaf))", usual), "uct(select=grave)");
/// let usual = "uct(select=grave)";
/// assert_eq!(short("uct(select=grave,c=0.4,expand=one(eps=0.1))", usual), "uct(select=grave,c=0.4,expand=one)");
/// ```
#[must_use]
pub fn without_wanted(whole: &Spec, mut short: Spec) -> Spec {
    for &(key, value) in wanted_by(&short) {
        match value_of(&short, key) {
            Some(shown) if *shown == parsed(value) => short.args.retain(|arg| arg.key != key),
            Some(_) => {}
            // As usual, and so not as wanted.
            None => {
                let usual = value_of(whole, key).map(|value| match value {
                    Value::Spec(spec) => Value::Spec(Spec { name: spec.name.clone(), args: Vec::new() }),
                    other => other.clone(),
                });
                short.args.extend(usual.map(|value| Arg { key: key.to_string(), value }));
            }
        }
    }
    short
}

/// What the rule of selection of a spec wants.
fn wanted_by(spec: &Spec) -> &'static [(&'static str, &'static str)] {
    match value_of(spec, "select") {
        Some(Value::Spec(rule)) if spec.name == uct::NAME => wanted(&rule.name),
        _ => &[],
    }
}

fn value_of<'a>(spec: &'a Spec, key: &str) -> Option<&'a Value> {
    spec.args.iter().find(|arg| arg.key == key).map(|arg| &arg.value)
}

/// A number or a word as a value.
fn parsed(text: &str) -> Value {
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        Value::Number(text.to_string())
    } else {
        Value::Spec(Spec { name: text.to_string(), args: Vec::new() })
    }
}
