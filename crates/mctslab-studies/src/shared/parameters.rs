//! In what the settings of an agent differ: the options that a reader compares, as keys and values.

use mctslab_core::spec::{Spec, Value as Setting};
use serde_json::{Map, Value};

/// The options in which some specs differ.
pub(crate) struct Parameters {
    /// The keys in the order of the specs; those of a part of an agent follow its own:
    /// `playout.eps`.
    pub(crate) keys: Vec<String>,
    /// The values by spec.
    pub(crate) values: Vec<Map<String, Value>>,
}

impl Parameters {
    /// The options in which resolved specs differ. Of one spec alone those count that were typed.
    pub(crate) fn of(resolved: &[String], typed: &[String]) -> Parameters {
        let mut found = Parameters { keys: Vec::new(), values: vec![Map::new(); resolved.len()] };
        if let [typed] = typed {
            for arg in Spec::parse(typed).map(|spec| spec.args).unwrap_or_default() {
                found.put(0, &arg.key, &arg.value);
            }
            return found;
        }
        let specs: Vec<Option<Spec>> = resolved.iter().map(|text| Spec::parse(text).ok()).collect();
        found.compare("", &specs.iter().map(Option::as_ref).collect::<Vec<_>>());
        found
    }

    /// Compares specs option by option; `path` is the option that they are the value of.
    fn compare(&mut self, path: &str, specs: &[Option<&Spec>]) {
        let mut keys: Vec<&str> = Vec::new();
        for arg in specs.iter().flatten().flat_map(|spec| &spec.args) {
            if !keys.contains(&arg.key.as_str()) {
                keys.push(&arg.key);
            }
        }
        for key in keys {
            let value = |spec: &Spec| spec.args.iter().find(|arg| arg.key == key).map(|arg| arg.value.clone());
            let values: Vec<Option<Setting>> = specs.iter().map(|spec| spec.and_then(value)).collect();
            if values.windows(2).all(|pair| pair[0] == pair[1]) {
                continue;
            }
            let here = if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
            let parts: Vec<Option<&Spec>> = values.iter().map(|value| part(value.as_ref())).collect();
            let name = parts.first().copied().flatten().map(|spec| spec.name.as_str());
            if parts.iter().all(|part| part.is_some() && part.map(|spec| spec.name.as_str()) == name) {
                self.compare(&here, &parts);
                continue;
            }
            for (place, value) in values.iter().enumerate() {
                if let Some(value) = value {
                    self.put(place, &here, value);
                }
            }
        }
    }

    fn put(&mut self, place: usize, key: &str, value: &Setting) {
        if !self.keys.iter().any(|known| known == key) {
            self.keys.push(key.to_string());
        }
        self.values[place].insert(key.to_string(), json(value));
    }

    /// The values of an option as numbers, by spec, if all of them are.
    pub(crate) fn numbers(&self, key: &str) -> Option<Vec<f64>> {
        self.values.iter().map(|values| values.get(key).and_then(Value::as_f64)).collect()
    }

    /// The value of an option of one spec as a cell.
    pub(crate) fn cell(&self, place: usize, key: &str) -> String {
        match self.values[place].get(key) {
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
            None => "-".to_string(),
        }
    }

    /// The cells of an option, each once, in the order in which they appear.
    pub(crate) fn cells(&self, key: &str) -> Vec<String> {
        let mut cells = Vec::new();
        for place in 0..self.values.len() {
            let cell = self.cell(place, key);
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        cells
    }
}

/// A value that is a part of an agent, with options of its own.
fn part(value: Option<&Setting>) -> Option<&Spec> {
    match value {
        Some(Setting::Spec(spec)) => Some(spec),
        _ => None,
    }
}

/// A value of an option: numbers as numbers, switches as switches, all else as text.
fn json(value: &Setting) -> Value {
    match value {
        Setting::Number(text) => {
            let whole = text.parse::<i64>().ok().map(Value::from);
            let real = || text.parse::<f64>().ok().map(Value::from);
            whole.or_else(real).unwrap_or_else(|| Value::from(text.as_str()))
        }
        Setting::Spec(spec) if spec.args.is_empty() && spec.name == "true" => Value::Bool(true),
        Setting::Spec(spec) if spec.args.is_empty() && spec.name == "false" => Value::Bool(false),
        Setting::Quoted(text) => Value::from(text.as_str()),
        Setting::Spec(spec) => Value::from(spec.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(specs: &[&str]) -> Parameters {
        let specs: Vec<String> = specs.iter().map(|spec| (*spec).to_string()).collect();
        Parameters::of(&specs, &specs)
    }

    #[test]
    fn only_what_differs_is_told_and_numbers_are_numbers() {
        let found = of(&["uct(iters=5,c=0.4,solve=true)", "uct(iters=5,c=2,solve=false)"]);
        assert_eq!(found.keys, ["c", "solve"]);
        assert_eq!(Value::Object(found.values[0].clone()), json!({"c": 0.4, "solve": true}));
        assert_eq!(Value::Object(found.values[1].clone()), json!({"c": 2, "solve": false}));
        assert_eq!((found.numbers("c"), found.numbers("solve")), (Some(vec![0.4, 2.0]), None));
    }

    #[test]
    fn options_of_parts_are_told_by_their_path() {
        let found = of(&["uct(playout=mast(eps=0.1,k=7))", "uct(playout=mast(eps=0.2,k=7))"]);
        assert_eq!(
            (found.keys.as_slice(), found.cell(1, "playout.eps")),
            (&["playout.eps".to_string()][..], "0.2".to_string())
        );
        let other = of(&["uct(playout=mast(eps=0.1))", "uct(playout=uniform)"]);
        assert_eq!(other.cells("playout"), ["mast(eps=0.1)", "uniform"]);
    }

    #[test]
    fn one_alone_tells_what_was_typed() {
        let (resolved, typed) = (["uct(iters=5,c=0.4)".to_string()], ["uct(iters=5)".to_string()]);
        let found = Parameters::of(&resolved, &typed);
        assert_eq!(Value::Object(found.values[0].clone()), json!({"iters": 5}));
        assert!(of(&["random"]).keys.is_empty());
    }
}
