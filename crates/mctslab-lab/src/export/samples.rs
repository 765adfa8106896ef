//! Samples as JSON lines: one object for each sample, with its number first and without its
//! durations.

use std::fmt::{self, Write};

use mctslab_arena::TaskResult;
use mctslab_registry::samples::TIMING;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::Out;
use crate::error::LabError;
use crate::replay::Stored;

/// Writes the samples of a run; games have their own lines.
pub fn write_samples(out: Out<'_>, stored: &Stored<'_>) -> Result<(), LabError> {
    stored.results(|result, _| {
        let TaskResult::Own { task, found } = result else { return Ok(()) };
        let line = line(task, &found).map_err(|_| stored.damaged(task))?;
        Ok(writeln!(out, "{line}")?)
    })
}

/// A sample as it is exported: its values as they were written, in the order in which they were.
fn line(number: u64, sample: &str) -> Result<String, serde_json::Error> {
    let KeyedValues(pairs) = serde_json::from_str(sample)?;
    let mut line = format!("{{\"sample\":{number}");
    for (key, value) in pairs.iter().filter(|(key, _)| key != TIMING) {
        let _ = write!(line, ",{}:{}", serde_json::Value::from(key.as_str()), value.get());
    }
    Ok(line + "}")
}

/// The keys and values of an object in their order.
struct KeyedValues(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for KeyedValues {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<KeyedValues, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = KeyedValues;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<KeyedValues, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(KeyedValues(pairs))
            }
        }

        from.deserialize_map(Object)
    }
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn values_stay_as_they_were_written_and_durations_are_left_out() {
        let sample = r#"{"z":0.1000,"a":{"timing":1},"timing":{"seconds":[0.5,1e-9]},"b\"":[1, 2]}"#;
        assert_eq!(line(7, sample).expect("a line"), r#"{"sample":7,"z":0.1000,"a":{"timing":1},"b\"":[1, 2]}"#);
        assert_eq!(line(0, "{}").expect("a line"), r#"{"sample":0}"#);
        assert!(line(0, "[]").is_err() && line(0, "{").is_err());
    }
}
