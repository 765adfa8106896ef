//! Places in the JSON document of a run: `rows[mode=offline,c=0].median`, `trials[*].estimate`,
//! `moves[move=10..20].value`.

use serde_json::Value;

use crate::error::WrongPart;

/// A place, or several where a list is chosen from.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Path {
    steps: Vec<JsonStep>,
}

#[derive(Clone, Debug, PartialEq)]
enum JsonStep {
    Key(String),
    Place(usize),
    All,
    Where(Vec<(Vec<String>, Wanted)>),
}

/// What a value of an element must be.
#[derive(Clone, Debug, PartialEq)]
enum Wanted {
    Number(f64),
    Between(f64, f64),
    Text(String),
}

impl Path {
    /// Reads a place; the error says what is wrong with it.
    pub(super) fn parse(text: &str) -> Result<Path, WrongPart> {
        let mut steps = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(inside) = rest.strip_prefix('[') {
                let end = inside.find(']').ok_or_else(|| WrongPart::new(format!("`{text}` lacks a `]`")))?;
                steps.push(JsonStep::parse(&inside[..end], text)?);
                rest = &inside[end + 1..];
            } else {
                let name = rest.strip_prefix('.').unwrap_or(rest);
                let end = name.find(['.', '[']).unwrap_or(name.len());
                if end == 0 {
                    return Err(WrongPart::new(format!("`{text}` has an empty key")));
                }
                steps.push(JsonStep::Key(name[..end].to_string()));
                rest = &name[end..];
            }
        }
        Ok(Path { steps })
    }

    /// The values at the place, in the order of the document.
    pub(super) fn select<'a>(&self, document: &'a Value) -> Vec<&'a Value> {
        let mut found = vec![document];
        for step in &self.steps {
            found = found.into_iter().flat_map(|value| step.select(value)).collect();
        }
        found
    }

    /// The single value at the place.
    pub(super) fn one<'a>(&self, document: &'a Value) -> Option<&'a Value> {
        self.select(document).into_iter().next()
    }

    /// Which element of which list the last step but names: the agent of `agents[1]`.
    pub(super) fn element_of(&self, list: &str) -> Option<usize> {
        match self.steps.as_slice() {
            [JsonStep::Key(key), JsonStep::Place(place)] if key == list => Some(*place),
            _ => None,
        }
    }
}

impl JsonStep {
    fn parse(inside: &str, whole: &str) -> Result<JsonStep, WrongPart> {
        if inside == "*" {
            return Ok(JsonStep::All);
        }
        if let Ok(place) = inside.parse() {
            return Ok(JsonStep::Place(place));
        }
        let condition = |part: &str| {
            let (key, value) = part.split_once('=').ok_or_else(|| {
                WrongPart::new(format!(
                    "`[{inside}]` in `{whole}`: a place in a list is a number, `*`, or conditions such as `c=0.4`"
                ))
            })?;
            Ok((key.trim().split('.').map(str::to_string).collect(), Wanted::parse(value.trim())))
        };
        inside.split(',').map(condition).collect::<Result<_, WrongPart>>().map(JsonStep::Where)
    }

    fn select<'a>(&self, value: &'a Value) -> Vec<&'a Value> {
        match (self, value) {
            (JsonStep::Key(key), Value::Object(map)) => map.get(key).into_iter().collect(),
            (JsonStep::Place(place), Value::Array(list)) => list.get(*place).into_iter().collect(),
            (JsonStep::All, Value::Array(list)) => list.iter().collect(),
            (JsonStep::Where(conditions), Value::Array(list)) => list
                .iter()
                .filter(|element| conditions.iter().all(|(key, wanted)| wanted.fits(inner(element, key))))
                .collect(),
            _ => Vec::new(),
        }
    }
}

/// The value under these keys.
fn inner<'a>(value: &'a Value, keys: &[String]) -> Option<&'a Value> {
    keys.iter().try_fold(value, |value, key| value.get(key))
}

impl Wanted {
    fn parse(text: &str) -> Wanted {
        if let Some((low, high)) = text.split_once("..")
            && let (Ok(low), Ok(high)) = (low.parse(), high.parse())
        {
            return Wanted::Between(low, high);
        }
        text.parse().map_or_else(|_| Wanted::Text(text.to_string()), Wanted::Number)
    }

    fn fits(&self, value: Option<&Value>) -> bool {
        match (self, value) {
            (Wanted::Number(number), Some(Value::Number(found))) => {
                found.as_f64().is_some_and(|found| (found - number).abs() <= 1e-9 * (1.0 + number.abs()))
            }
            (Wanted::Between(low, high), Some(Value::Number(found))) => {
                found.as_f64().is_some_and(|found| *low <= found && found <= *high)
            }
            (Wanted::Text(text), Some(Value::String(found))) => text == found,
            (Wanted::Text(text), Some(Value::Bool(found))) => *text == found.to_string(),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn places_of_a_document() {
        let document = json!({"rows": [{"c": 0.0, "mode": "offline", "median": 19}, {"c": 0.707, "mode": "offline", "median": 21},
            {"c": 0.707, "mode": "online", "median": 18, "more": {"k": 3}}]});
        let read = |path: &str| {
            let found = Path::parse(path).expect("a path");
            found.select(&document).into_iter().filter_map(Value::as_i64).collect::<Vec<i64>>()
        };
        assert_eq!(read("rows[mode=offline,c=0].median"), [19]);
        assert_eq!(read("rows[*].median"), [19, 21, 18]);
        assert_eq!(read("rows[2].median"), [18]);
        assert_eq!(read("rows[median=18..19].median"), [19, 18]);
        assert_eq!(read("rows[more.k=3].median"), [18]);
        assert_eq!(read("rows[mode=none].median"), [0; 0]);
        assert_eq!(Path::parse("agents[1]").expect("a path").element_of("agents"), Some(1));
        for wrong in ["rows[0", "rows[mode]", "rows..c"] {
            assert!(Path::parse(wrong).is_err(), "{wrong}");
        }
    }
}
