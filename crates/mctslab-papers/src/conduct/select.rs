//! The rows that the settings ask for, with the runs and claims that they need.

use std::collections::HashSet;

use mctslab_lab::LabError;

use crate::claim::Claim;
use crate::expand::{Expanded, ExpandedRow, Source, wrong};
use crate::library::PaperId;
use crate::settings::{PaperSettings, RunKey, has_words};

/// Keeps the rows that the settings ask for, and what they need.
pub(super) fn choose(id: PaperId<'_>, settings: &PaperSettings, expanded: &mut Expanded) -> Result<(), LabError> {
    let wanted = |row: &ExpandedRow| {
        let profile = settings.profile.is_none() || row.key.profile == settings.profile;
        let named = settings.rows.is_empty() || settings.rows.iter().any(|part| has_words(&row.key.label, part));
        profile && (named || matches!(row.source, Source::Rows(..))) && (!settings.sample || row.core)
    };
    let whole = settings.profile.is_none() && settings.rows.is_empty() && !settings.sample;
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
        for row in &expanded.rows {
            if row.follows_from(&chosen) {
                chosen.insert(row.key.clone());
            }
        }
        if chosen.len() == before {
            break;
        }
    }
    expanded.rows.retain(|row| chosen.contains(&row.key));
    expanded.rows.iter_mut().for_each(|row| row.keep(&chosen));
    let needed: HashSet<RunKey> = expanded.rows.iter().flat_map(|row| runs_of(&row.source)).cloned().collect();
    expanded.runs.retain(|(key, _)| needed.contains(key) || (whole && !settings.sample));
    let profile = |claim: &Claim| settings.profile.is_none() || claim.profile == settings.profile;
    expanded.claims.retain(|claim| profile(claim) && claim.rows.iter().any(|key| chosen.contains(key)));
    Ok(())
}

fn runs_of(source: &Source) -> &[RunKey] {
    match source {
        Source::Runs(runs, _) => runs,
        Source::Rows(..) => &[],
    }
}
