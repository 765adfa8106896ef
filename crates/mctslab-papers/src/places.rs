//! Where rows stand in the tables of a page, and how figures are drawn: what the file says, or what
//! follows from the axes of a row.

use std::collections::BTreeMap;

use mctslab_lab::LabError;

use crate::document::{FigureKind, PaperDocument, RowPlace};
use crate::expand::{belongs, wrong};
use crate::file::{DerivedFile, IdFile, RowFile};
use crate::settings::{PaperSettings, RunKey};
use crate::values::{Values, combinations};

/// What rows and derived rows have in common.
struct Placed<'a> {
    label: &'a str,
    each: &'a [String],
    profiles: Option<&'a [String]>,
    again: bool,
    table: Option<&'a str>,
    row: Option<&'a str>,
    column: Option<&'a str>,
}

impl<'a> Placed<'a> {
    fn row(row: &'a RowFile) -> Placed<'a> {
        Placed {
            label: &row.label,
            each: &row.each,
            profiles: row.profiles.as_deref(),
            again: row.again,
            table: row.table.as_deref(),
            row: row.row.as_deref(),
            column: row.column.as_deref(),
        }
    }

    fn derived(row: &'a DerivedFile) -> Placed<'a> {
        Placed {
            label: &row.label,
            each: &row.each,
            profiles: row.profiles.as_deref(),
            again: row.again,
            table: row.table.as_deref(),
            row: row.row.as_deref(),
            column: row.column.as_deref(),
        }
    }

    /// The parts of the label that name the row and the column: the row up to the first axis, the
    /// column what comes after it. A label without axes is the name of a row.
    fn halves(&self) -> (&'a str, &'a str) {
        let first = self.each.first().map(|axis| format!("<{axis}>"));
        let end = first.and_then(|first| Some(self.label.find(&first)? + first.len()));
        let (row, column) = self.label.split_at(end.unwrap_or(self.label.len()));
        (self.row.unwrap_or(row), self.column.unwrap_or(column))
    }

    fn place(&self, values: &Values<'_>) -> Option<RowPlace> {
        let (row, column) = self.halves();
        let fill = |text: &str| Some(values.fill(text).ok()?.trim_matches([' ', ':', ',']).to_string());
        // Tables without a title are kept apart by what their rows are.
        let own = self.table.is_none() && self.row.is_none() && !self.each.is_empty();
        let axis = if own { row.to_string() } else { String::new() };
        let table = fill(self.table.unwrap_or_default())?;
        Some(RowPlace { table, axis, again: self.again, row: fill(row)?, column: fill(column)? })
    }
}

/// The place of every row of an id, by its key.
pub(super) fn row_places(id: &IdFile, settings: &PaperSettings) -> BTreeMap<String, RowPlace> {
    let mut places = BTreeMap::new();
    let names: Vec<Option<&str>> = id.profiles.keys().map(|name| Some(name.as_str())).collect();
    let profiles = if names.is_empty() { vec![None] } else { names };
    let rows = id.rows.iter().map(Placed::row).chain(id.derived.iter().map(Placed::derived));
    for placed in rows {
        for profile in profiles.iter().copied().filter(|profile| belongs(placed.profiles, *profile)) {
            let all = combinations(&id.axes, placed.each, settings.scale).unwrap_or_default();
            for entries in all {
                let values = Values {
                    entries,
                    profile: profile.and_then(|name| Some((name, id.profiles.get(name)?))),
                    budgets: settings.budgets.as_deref().or(id.budgets.first().map(String::as_str)),
                    settings,
                    scale: settings.scale,
                    seatings: 1,
                };
                let Ok(label) = values.fill(placed.label) else { continue };
                places.extend(placed.place(&values).map(|place| (RunKey::new(label, profile).text(), place)));
            }
        }
    }
    places
}

/// Puts the rows and figures of a document into the places that the file has for them.
pub(super) fn describe(document: &mut PaperDocument, id: &IdFile) {
    let (scale, budgets) = (document.scale, document.budgets.clone());
    let places = row_places(id, &PaperSettings { scale, budgets, ..PaperSettings::default() });
    for row in &mut document.rows {
        row.place = places.get(&row.key()).cloned();
    }
    for figure in &mut document.figures {
        let file = id.figures.iter().find(|file| file.title == figure.title);
        figure.kind = file.map(|file| file.kind).unwrap_or_default();
        figure.names = file.map(|file| file.x_names.clone()).unwrap_or_default();
        figure.heading = file.map(|file| file.heading.clone()).unwrap_or_default();
    }
}

/// Whether each row has a cell of its own; the error names two that share one.
pub(super) fn check_places(id: &IdFile) -> Result<(), LabError> {
    let places = row_places(id, &PaperSettings::default());
    let profile = |key: &str| key.rsplit_once(" @").map(|(_, profile)| profile.to_string());
    let mut seen: Vec<(Option<String>, &RowPlace, &str)> = Vec::new();
    for (key, place) in &places {
        let profile = profile(key);
        if let Some((_, _, other)) = seen.iter().find(|(known, at, _)| *known == profile && *at == place) {
            let cell = format!("{}, {}", place.row, place.column);
            return Err(wrong(id, &format!("the rows `{other}` and `{key}` have the same cell ({cell}) of a table")));
        }
        seen.push((profile, place, key));
    }
    let mut others = id.figures.iter().filter(|figure| figure.kind != FigureKind::Bars);
    if let Some(figure) = others.find(|figure| !figure.x_names.is_empty()) {
        let what = format!("figure `{}` has `x_names`, which belong to `kind = \"bars\"`", figure.title);
        return Err(wrong(id, &what));
    }
    Ok(())
}
