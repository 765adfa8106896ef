//! Checking a [`Spec`] against the declarations.

use super::declare::{listed, names};
use super::error::nearest;
use super::{Arg, Args, Entry, Kind, Param, Resolved, Scope, Spec, SpecError, Value};

/// The entry called `name`; `what` is its kind in words, for the error.
pub fn find<'a>(name: &str, what: &str, entries: &'a [Entry]) -> Result<&'a Entry, SpecError> {
    entries.iter().find(|entry| entry.name == name).ok_or_else(|| SpecError::UnknownName {
        what: what.to_string(),
        found: name.to_string(),
        near: nearest(name, entries.iter().map(|entry| entry.name)),
        valid: names(entries),
    })
}

/// Finds the entry that `spec` names, checks every argument, and writes out every default. `what`
/// is the kind of the entry in words, for errors; `scope` has the lists that [`Kind::Part`] refers
/// to.
///
/// ```
/// # use mctslab_core::spec::{resolve, Entry, Kind, Param, Spec};
/// const C: Param = Param::new("c", Kind::Real { min: 0.0, max: 10.0 }, "0.7", "exploration");
/// let entries = [Entry { name: "uct", doc: "", params: &[C] }];
/// let spec = Spec::parse("uct").expect("a spec");
/// assert_eq!(resolve(&spec, "agent", &entries, &[]).expect("it resolves").to_string(), "uct(c=0.7)");
/// ```
pub fn resolve(spec: &Spec, what: &str, entries: &[Entry], scope: Scope<'_>) -> Result<Args, SpecError> {
    let entry = find(&spec.name, what, entries)?;
    check_keys(entry, &spec.args)?;
    let mut values = Vec::new();
    for param in entry.params {
        let given = spec.args.iter().find(|arg| arg.key == param.name);
        let value = match given {
            Some(arg) => read(entry, param, &arg.value, scope)?,
            None => default(entry, param, &spec.args, scope)?,
        };
        values.push((param.name, value));
    }
    Ok(Args::new(entry.name, values))
}

fn check_keys(entry: &Entry, args: &[Arg]) -> Result<(), SpecError> {
    for (i, arg) in args.iter().enumerate() {
        if !entry.params.iter().any(|param| param.name == arg.key) {
            let keys: Vec<String> = entry.params.iter().map(|param| format!("`{}`", param.name)).collect();
            let valid = if keys.is_empty() { "it has none".to_string() } else { format!("valid: {}", keys.join(", ")) };
            return Err(SpecError::UnknownKey {
                owner: entry.name.to_string(),
                found: arg.key.clone(),
                near: nearest(&arg.key, entry.params.iter().map(|param| param.name)),
                valid,
            });
        }
        if args[..i].iter().any(|earlier| earlier.key == arg.key) {
            return Err(SpecError::RepeatedKey { owner: entry.name.to_string(), key: arg.key.clone() });
        }
    }
    Ok(())
}

/// The value of a parameter that is left out, given the other arguments.
pub(super) fn default(entry: &Entry, param: &Param, args: &[Arg], scope: Scope<'_>) -> Result<Resolved, SpecError> {
    let none = Value::Spec(Spec { name: "none".to_string(), args: Vec::new() });
    let yields = param.yields_to.is_some_and(|key| args.iter().any(|arg| arg.key == key && arg.value != none));
    let text = match (param.kind, param.default) {
        _ if yields => "none",
        (Kind::Part(list), Some(Param::FIRST)) => listed(scope, list).first().map_or("none", |entry| entry.name),
        (_, Some(text)) => text,
        (_, None) => {
            return Err(SpecError::MissingKey {
                owner: entry.name.to_string(),
                key: param.name.to_string(),
                doc: param.doc.to_string(),
            });
        }
    };
    let value = Spec::parse(&format!("default(value={text})"))?.args.remove(0).value;
    read(entry, param, &value, scope)
}

fn read(entry: &Entry, param: &Param, value: &Value, scope: Scope<'_>) -> Result<Resolved, SpecError> {
    let refuse = |found: &str| Err(SpecError::bad_value(entry.name, param.name, found, param.kind.describe(scope)));
    match (param.kind, value) {
        (Kind::Limit { .. }, Value::Spec(spec)) if spec.name == "none" && spec.args.is_empty() => {
            Ok(Resolved::Limit(None))
        }
        (Kind::Integer { min, max }, Value::Number(text)) => match whole(text) {
            Some(number) if (min..=max).contains(&number) => Ok(Resolved::Integer(number)),
            _ => refuse(text),
        },
        (Kind::Limit { min, max }, Value::Number(text)) => match whole(text) {
            Some(number) if (min..=max).contains(&number) => Ok(Resolved::Limit(Some(number))),
            _ => refuse(text),
        },
        (Kind::Auto { .. }, Value::Spec(spec)) if spec.name == "auto" && spec.args.is_empty() => {
            Ok(Resolved::Auto(None))
        }
        (Kind::Auto { min, max }, Value::Number(text)) => match whole(text) {
            Some(number) if (min..=max).contains(&number) => Ok(Resolved::Auto(Some(number))),
            _ => refuse(text),
        },
        (Kind::Real { min, max }, Value::Number(text)) => match text.parse::<f64>() {
            Ok(number) if (min..=max).contains(&number) => Ok(Resolved::Real(number)),
            _ => refuse(text),
        },
        (Kind::Flag, Value::Spec(spec)) if spec.args.is_empty() && spec.name == "true" => Ok(Resolved::Flag(true)),
        (Kind::Flag, Value::Spec(spec)) if spec.args.is_empty() && spec.name == "false" => Ok(Resolved::Flag(false)),
        (Kind::Choice(entries), Value::Spec(spec)) => read_choice(spec, param, entries, scope).unwrap_or_else(refuse),
        (Kind::Part(list), Value::Spec(spec)) => {
            read_choice(spec, param, listed(scope, list), scope).unwrap_or_else(refuse)
        }
        (Kind::Text, Value::Quoted(text)) => Ok(Resolved::Text(text.clone())),
        (_, Value::Number(text)) => refuse(text),
        (_, Value::Quoted(text)) => refuse(&format!("\"{text}\"")),
        (_, Value::Spec(spec)) => refuse(&spec.name),
    }
}

/// One of the entries with its own arguments; the error is the name, if no entry has it.
fn read_choice<'s>(
    spec: &'s Spec,
    param: &Param,
    entries: &[Entry],
    scope: Scope<'_>,
) -> Result<Result<Resolved, SpecError>, &'s str> {
    if !entries.iter().any(|candidate| candidate.name == spec.name) {
        return Err(&spec.name);
    }
    Ok(resolve(spec, param.name, entries, scope).map(Resolved::Choice))
}

/// A whole number, also in the forms `1e6` and `1000.0`.
fn whole(text: &str) -> Option<i64> {
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    let real: f64 = text.parse().ok()?;
    (real.fract() == 0.0 && real.abs() < 9e15).then_some(real as i64)
}
