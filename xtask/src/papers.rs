//! Checks that the published numbers of the papers occur in the papers' texts.
//!
//! The texts are not part of the project. Each table gives the place of its numbers, by words that
//! begin and end it; every number and every error after ± must occur there, as often as in the
//! table.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail, ensure};
use serde::Deserialize;
use serde_json::Value;

use crate::cargo_path;
use crate::numbers::{Numbers, in_text};

/// A table or figure, as `mctslab paper show --json` prints it.
#[derive(Deserialize)]
struct Table {
    id: String,
    paper: String,
    published: Vec<Published>,
    texts: Vec<Place>,
}

#[derive(Deserialize)]
struct Published {
    label: String,
    #[serde(rename = "published")]
    number: Value,
    #[serde(default)]
    plus_minus: Value,
    /// Whether the number is that of another row, which counts there.
    #[serde(default)]
    again: bool,
}

/// A place in a text, by words of its first and last line.
#[derive(Deserialize)]
struct Place {
    from: String,
    to: Option<String>,
}

/// Compares all papers with their texts in that folder and prints the results; missing numbers are
/// an error.
pub(crate) fn check(dir: &Path) -> anyhow::Result<()> {
    let tables = tables()?;
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    for table in &tables {
        if !texts.contains_key(table.paper.as_str()) {
            texts.insert(&table.paper, read(dir, &table.paper)?);
        }
    }
    let mut missing = 0;
    for table in &tables {
        let place = table.place(&texts[table.paper.as_str()])?;
        let (found, absent) = table.compare(&place);
        match found + absent.len() {
            0 => println!("{}: no published numbers", table.id),
            all => println!("{}: {found} of {all} published numbers found", table.id),
        }
        for line in &absent {
            println!("  not found: {line}");
        }
        missing += absent.len();
    }
    ensure!(missing == 0, "{missing} published numbers are not in the texts");
    Ok(())
}

/// The tables and figures of all papers.
fn tables() -> anyhow::Result<Vec<Table>> {
    let args = ["run", "--release", "--quiet", "--package", "mctslab", "--", "paper", "show", "all", "--json"];
    let run = Command::new(cargo_path()).args(args).stderr(std::process::Stdio::inherit()).output();
    let run = run.with_context(|| format!("cannot start cargo {}", args.join(" ")))?;
    if !run.status.success() {
        bail!("cargo {} failed", args.join(" "));
    }
    let lines = String::from_utf8(run.stdout).context("`paper show` printed something that is not text")?;
    let table = |line| serde_json::from_str(line).with_context(|| format!("`paper show` printed {line}"));
    lines.lines().map(table).collect()
}

fn read(dir: &Path, paper: &str) -> anyhow::Result<String> {
    let path = dir.join(format!("{paper}.txt"));
    std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}: the text of the paper was expected there", path.display()))
}

impl Table {
    /// The part of the text that contains the numbers of the table.
    fn place(&self, text: &str) -> anyhow::Result<String> {
        let places = self.texts.iter().map(|place| place.cut(text)).collect::<Result<Vec<&str>, _>>();
        Ok(places.with_context(|| format!("the text of {}", self.id))?.join("\n"))
    }

    /// The number of published numbers that were found, and the others with their rows.
    fn compare(&self, place: &str) -> (usize, Vec<String>) {
        let mut left = Numbers::of(place);
        let (mut found, mut absent, mut seen) = (0, Vec::new(), HashSet::new());
        for row in &self.published {
            // A row of two profiles has one published number.
            let again = !seen.insert(&row.label) || row.again;
            for (sign, value) in [("", &row.number), ("± ", &row.plus_minus)] {
                for number in numbers_of(value) {
                    // A number that is shown a second time must occur there, too, but not twice.
                    let stands = if again { Numbers::of(place).take(number) } else { left.take(number) };
                    if stands {
                        found += 1;
                    } else {
                        absent.push(format!("{sign}{number} ({})", row.label));
                    }
                }
            }
        }
        (found, absent)
    }
}

/// A published number as a number, or as it is printed.
fn numbers_of(value: &Value) -> Vec<f64> {
    match value {
        Value::String(printed) => in_text(printed),
        other => other.as_f64().into_iter().collect(),
    }
}

impl Place {
    /// The text from the words that begin the place to those that end it, or to its end.
    fn cut<'t>(&self, text: &'t str) -> anyhow::Result<&'t str> {
        let found = text.matches(&self.from).count();
        ensure!(found == 1, "`{}` stands in the text {found} times, expected once", self.from);
        let text = &text[text.find(&self.from).unwrap_or_default()..];
        let Some(to) = &self.to else { return Ok(text) };
        let end = text.find(to).with_context(|| format!("`{to}` does not stand in the text after `{}`", self.from))?;
        Ok(&text[..end + to.len()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "3 before\nTable 1\nA\t$17.5 \\pm 2.94$\nB\t.93 ± 0.04\nEnd of it: 8\n9 after";

    fn table(published: &str) -> Table {
        let text = r#"[{"from": "Table 1", "to": "End of it"}]"#;
        let json = format!(r#"{{"id": "x-table-1", "paper": "x", "published": {published}, "texts": {text}}}"#);
        serde_json::from_str(&json).expect("a table")
    }

    fn absent(published: &str) -> Vec<String> {
        let table = table(published);
        table.compare(&table.place(TEXT).expect("both markers are there")).1
    }

    #[test]
    fn printed_numbers_and_numbers_are_found_by_value() {
        let published = r#"[{"label": "A", "published": "17.5", "plus_minus": "2.94"},
            {"label": "B", "published": 0.93, "plus_minus": ".04"}]"#;
        assert!(absent(published).is_empty());
    }

    #[test]
    fn what_stands_outside_the_place_is_not_found() {
        let published = r#"[{"label": "A", "published": "3"}, {"label": "B", "published": "17.5", "plus_minus": "9"}]"#;
        assert_eq!(absent(published), ["3 (A)", "± 9 (B)"]);
    }

    #[test]
    fn a_number_serves_one_row_unless_it_is_shown_again() {
        let row = |more: &str| {
            format!(r#"[{{"label": "A", "published": 17.5}}, {{"label": "C", "published": "17.5"{more}}}]"#)
        };
        assert_eq!(absent(&row("")), ["17.5 (C)"]);
        assert!(absent(&row(r#", "again": true"#)).is_empty());
        assert!(absent(&row("").replace("\"C\"", "\"A\"")).is_empty(), "the same row in two profiles");
    }

    #[test]
    fn words_that_are_missing_or_stand_twice_are_refused() {
        let cut = |from: &str, to: &str| Place { from: from.into(), to: Some(to.into()) }.cut(TEXT).map(str::len);
        assert!(cut("Table 1", "End").is_ok());
        for (from, to) in [("Table 2", "End"), ("e", "End"), ("End", "Table 1")] {
            assert!(cut(from, to).is_err(), "{from} to {to}");
        }
    }

    #[test]
    fn a_missing_text_is_said_with_its_path() {
        let error = read(Path::new("nowhere"), "lanzi").expect_err("there is none");
        assert!(format!("{error:#}").contains("lanzi.txt"), "{error:#}");
    }
}
