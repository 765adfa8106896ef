//! Values in angle brackets: what `<game.start>` or `<games:100>` in the file of a paper becomes.

use std::collections::BTreeMap;

use crate::file::AxisEntries;
use crate::settings::PaperSettings;

/// A value that cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NoValue {
    /// What stands in the brackets.
    pub wanted: String,
    /// What there is instead.
    pub valid: String,
    /// Whether the entry exists and only lacks this value.
    pub absent: bool,
}

/// What texts are filled in with: an entry of each axis, a profile, and the settings of the
/// command.
#[derive(Clone)]
pub(super) struct Values<'a> {
    pub entries: Vec<(&'a str, toml::Table)>,
    pub profile: Option<(&'a str, &'a toml::Table)>,
    pub budgets: Option<&'a str>,
    pub settings: &'a PaperSettings,
    /// What sample sizes are multiplied by here.
    pub scale: f64,
    /// Games that fill every seating once.
    pub seatings: u64,
}

impl Values<'_> {
    /// A text with all its values, innermost first.
    pub(super) fn fill(&self, text: &str) -> Result<String, NoValue> {
        let mut text = text.to_string();
        while let Some(end) = text.find('>') {
            let Some(start) = text[..end].rfind('<') else { break };
            let value = self.value(&text[start + 1..end])?;
            text.replace_range(start..=end, &value);
        }
        Ok(text)
    }

    fn value(&self, wanted: &str) -> Result<String, NoValue> {
        if let Some((what, number)) = wanted.split_once(':') {
            return self.sized(what, number.trim(), wanted);
        }
        let mut steps = wanted.split('.');
        let first = steps.next().unwrap_or_default();
        let rest: Vec<&str> = steps.collect();
        match (first, rest.is_empty()) {
            ("seed", true) if !self.entries.iter().any(|(name, _)| *name == "seed") => {
                return Ok(self.settings.seed.to_string());
            }
            ("profile", true) => return Ok(self.profile.map_or(String::new(), |(name, _)| name.to_string())),
            ("budgets", true) => return Ok(self.budgets.unwrap_or_default().to_string()),
            _ => {}
        }
        let table = match first {
            "profile" => self.profile.map(|(_, table)| table),
            _ => self.entries.iter().find(|(name, _)| *name == first).map(|(_, entry)| entry),
        };
        let Some(table) = table else {
            let known: Vec<&str> = self.entries.iter().map(|(name, _)| *name).collect();
            let known = if known.is_empty() { "no axis".to_string() } else { known.join(", ") };
            let valid =
                format!("an axis of `each` or `over` ({known}), profile, budgets, seed, games:N, count:N, budget:N");
            return Err(NoValue { wanted: wanted.to_string(), valid, absent: false });
        };
        let path = if rest.is_empty() { vec!["name"] } else { rest };
        look_up(table, &path).ok_or_else(|| {
            let valid = table.keys().cloned().collect::<Vec<_>>().join(", ");
            NoValue { wanted: wanted.to_string(), valid, absent: true }
        })
    }

    /// A number that the settings change.
    fn sized(&self, what: &str, number: &str, wanted: &str) -> Result<String, NoValue> {
        let refuse = |valid: &str| NoValue { wanted: wanted.to_string(), valid: valid.to_string(), absent: false };
        let parse = |text: &str| text.trim().parse::<f64>().map_err(|_| refuse("a number after the colon"));
        let iterations = |text: &str| Ok((parse(text)? * self.settings.budget).round().max(1.0) as u64);
        match what {
            "games" => Ok(scaled_games(parse(number)?, self.scale, self.seatings).to_string()),
            "count" => Ok(scaled_count(parse(number)?, self.scale).to_string()),
            "budget" => Ok(iterations(number)?.to_string()),
            "seed" => Ok(self.settings.seed.wrapping_add(parse(number)? as u64).to_string()),
            "limit" => {
                let (count, seconds) = number.split_once(',').ok_or_else(|| refuse("`limit:ITERATIONS,SECONDS`"))?;
                Ok(if self.settings.time {
                    format!("time={}", (1000.0 * parse(seconds)?).round())
                } else {
                    format!("iters={}", iterations(count)?)
                })
            }
            _ => Err(refuse("games:N, count:N, budget:N, limit:ITERATIONS,SECONDS or seed:N")),
        }
    }
}

/// Games at a scale, rounded up to full seatings.
pub(super) fn scaled_games(games: f64, scale: f64, seatings: u64) -> u64 {
    ((games * scale - 1e-9).ceil().max(1.0) as u64).next_multiple_of(seatings.max(1))
}

/// Positions, trees or trials at a scale: at least two.
pub(super) fn scaled_count(count: f64, scale: f64) -> u64 {
    ((count * scale - 1e-9).ceil() as u64).max(2)
}

/// A value of a table, by keys and places of lists; a number that is not one is absent.
fn look_up(table: &toml::Table, path: &[&str]) -> Option<String> {
    let mut value = table.get(*path.first()?)?;
    for step in &path[1..] {
        value = match value {
            toml::Value::Table(table) => table.get(*step)?,
            toml::Value::Array(list) => list.get(step.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Float(number) => (!number.is_nan()).then(|| number.to_string()),
        toml::Value::Boolean(flag) => Some(flag.to_string()),
        _ => None,
    }
}

/// Every combination of the entries of these axes, the last one varying fastest; the error names an
/// axis that there is not.
pub(super) fn combinations<'a>(
    axes: &'a BTreeMap<String, AxisEntries>,
    names: &'a [String],
    scale: f64,
) -> Result<Vec<Vec<(&'a str, toml::Table)>>, NoValue> {
    let mut all = vec![Vec::new()];
    for name in names {
        let Some(axis) = axes.get(name) else {
            let valid = axes.keys().cloned().collect::<Vec<_>>().join(", ");
            return Err(NoValue { wanted: name.clone(), valid: format!("the axes {valid}"), absent: false });
        };
        let entries = entries(axis, scale);
        let with = |before: Vec<(&'a str, toml::Table)>| {
            let more = |entry: &toml::Table| [before.clone(), vec![(name.as_str(), entry.clone())]].concat();
            entries.iter().map(more).collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(with).collect();
    }
    Ok(all)
}

fn entries(axis: &AxisEntries, scale: f64) -> Vec<toml::Table> {
    match axis {
        AxisEntries::Listed(entries) => entries.clone(),
        AxisEntries::Count { count } => {
            let entry =
                |number: u64| toml::Table::from_iter([("name".to_string(), toml::Value::Integer(number as i64))]);
            (0..scaled_count(*count as f64, scale)).map(entry).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(settings: &PaperSettings) -> Values<'_> {
        let entry = toml::from_str("name = \"hex\"\nstart-a = 4500\nwins = [1.5, nan]").expect("a table");
        Values {
            entries: vec![("game", entry)],
            profile: None,
            budgets: Some("start"),
            settings,
            scale: settings.scale,
            seatings: 6,
        }
    }

    #[test]
    fn the_innermost_value_is_filled_in_first() {
        let settings = PaperSettings { scale: 0.1, budget: 0.5, seed: 7, ..PaperSettings::default() };
        let fill = |text: &str| values(&settings).fill(text);
        assert_eq!(fill("x(iters=<budget:<game.<budgets>-a>>)").as_deref(), Ok("x(iters=2250)"));
        assert_eq!(fill("match(games=<games:100>)").as_deref(), Ok("match(games=12)"));
        assert_eq!(fill("<count:5> <seed> <seed:3> <game>").as_deref(), Ok("2 7 10 hex"));
        assert_eq!(fill("<game.wins.0>").as_deref(), Ok("1.5"));
        assert!(fill("<game.wins.1>").is_err_and(|error| error.absent), "a lost cell is absent");
        assert!(fill("<match.wins>").is_err_and(|error| !error.absent), "an axis that there is not is an error");
        assert_eq!(fill("<limit:1900,5>").as_deref(), Ok("iters=950"));
        let timed = PaperSettings { time: true, ..settings.clone() };
        assert_eq!(values(&timed).fill("<limit:1900,5>").as_deref(), Ok("time=5000"));
    }

    #[test]
    fn sizes_are_rounded_up_and_never_vanish() {
        assert_eq!([0.01, 0.5, 1.0, 2.0].map(|scale| scaled_games(100.0, scale, 2)), [2, 50, 100, 200]);
        assert_eq!(scaled_games(150.0, 0.1, 6), 18);
        assert_eq!([0.001, 0.15, 1.0].map(|scale| scaled_count(10.0, scale)), [2, 2, 10]);
    }
}
