//! The rows that the settings ask for, with the runs that they need.

use std::collections::HashSet;

use mctslab_lab::LabError;

use crate::expand::{Expanded, ExpandedRow, Source, wrong};
use crate::library::PaperId;
use crate::settings::{PaperSettings, RunKey, has_words};

/// The rows that the settings ask for, and what follows from them.
pub(super) fn chosen_rows(
    id: PaperId<'_>,
    settings: &PaperSettings,
    expanded: &Expanded,
) -> Result<HashSet<RunKey>, LabError> {
    let wanted = |row: &ExpandedRow| {
        let profile = settings.profile.is_none() || row.key.profile == settings.profile;
        let named = settings.rows.is_empty() || settings.rows.iter().any(|part| has_words(&row.key.label, part));
        profile && named && (!settings.sample || row.core)
    };
    let mut chosen: HashSet<RunKey> = expanded
        .rows
        .iter()
        .filter(|row| matches!(row.source, Source::Runs(..)) && wanted(row))
        .map(|row| row.key.clone())
        .collect();
    if chosen.is_empty() {
        let words = if settings.sample {
            "is marked `core`".to_string()
        } else {
            format!("contains {}", settings.rows.join(" or "))
        };
        return Err(wrong(id.id, &format!("no row {words}; `paper show {}` lists the rows", id.name())));
    }
    loop {
        let before = chosen.len();
        chosen.extend(
            expanded
                .rows
                .iter()
                .filter(|row| follows_from(row, &chosen))
                .map(|row| row.key.clone())
                .collect::<Vec<_>>(),
        );
        if chosen.len() == before {
            return Ok(chosen);
        }
    }
}

/// Whether a row follows from these: from all that it names, or from any of them if it may be
/// partial.
fn follows_from(row: &ExpandedRow, rows: &HashSet<RunKey>) -> bool {
    match &row.source {
        Source::Rows(_, of) if row.partial => of.iter().any(|key| rows.contains(key)),
        Source::Rows(_, of) => of.iter().all(|key| rows.contains(key)),
        Source::Runs(..) => false,
    }
}

/// The runs that these rows need; where nothing is left out, runs that only a figure needs as well.
pub(super) fn needed_runs(settings: &PaperSettings, expanded: &Expanded, chosen: &HashSet<RunKey>) -> HashSet<RunKey> {
    if settings.profile.is_none() && settings.rows.is_empty() && !settings.sample {
        return expanded.runs.iter().map(|run| run.key.clone()).collect();
    }
    let rows = expanded.rows.iter().filter(|row| chosen.contains(&row.key));
    let runs = rows.filter_map(|row| match &row.source {
        Source::Runs(runs, _) => Some(runs.clone()),
        Source::Rows(..) => None,
    });
    runs.flatten().collect()
}
