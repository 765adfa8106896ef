//! What stands at the beginning of the page of a paper: what held, what did not, and what was done
//! differently.

use super::claims::{PlacedClaim, name};
use super::text::found;
use super::{PaperClaim, PaperDocument};
use crate::claim::ClaimVerdict;

/// What a person says about the run of a paper; the rest of the summary is counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct SummaryWords {
    /// What was found, in a sentence.
    pub finding: String,
    /// Why claims failed.
    pub failed: Vec<String>,
    /// What was done differently than in the paper.
    pub differently: Vec<String>,
}

/// The lines of the summary.
pub(super) fn lines(documents: &[&PaperDocument], claims: &[PlacedClaim<'_>], words: &SummaryWords) -> Vec<String> {
    let counting: Vec<&PaperClaim> = claims.iter().map(|(_, claim)| *claim).filter(|claim| claim.counts()).collect();
    let of = |verdict: ClaimVerdict| counting.iter().filter(move |claim| claim.verdict == verdict).copied();
    let names = |verdict: ClaimVerdict| list(of(verdict).map(name));
    let mut lines: Vec<String> =
        Some(words.finding.clone()).filter(|finding| !finding.is_empty()).into_iter().collect();
    let held = of(ClaimVerdict::Reproduced).count();
    lines.push(format!(
        "**Held:** {held} of {} claims that count{}.",
        counting.len(),
        after(&names(ClaimVerdict::Reproduced))
    ));
    let failed = of(ClaimVerdict::NotReproduced)
        .map(|claim| format!("{} (found {}; the criterion is {})", name(claim), found(claim), claim.tolerance));
    let failed: Vec<String> = failed.collect();
    let count = failed.len();
    lines.push(format!("**Did not hold:** {count}{}.", after(&failed.join("; "))));
    lines.extend(words.failed.iter().map(|why| format!("**Why:** {why}")));
    let open: Vec<String> = [ClaimVerdict::Open, ClaimVerdict::NotRun]
        .into_iter()
        .filter(|verdict| of(*verdict).count() > 0)
        .map(|verdict| format!("{} {}{}", of(verdict).count(), verdict.word(), after(&names(verdict))))
        .collect();
    lines.push(format!("**Undecided:** {}.", if open.is_empty() { "none".to_string() } else { open.join("; ") }));
    lines.push(numbers(documents));
    let apart = claims.len() - counting.len();
    if apart > 0 {
        let many = if apart == 1 { "verdict is" } else { "verdicts are" };
        lines.push(format!("**Not counted:** {apart} more {many} reported apart, each with the reason."));
    }
    lines.extend(words.differently.iter().map(|what| format!("**Done differently:** {what}")));
    lines
}

fn after(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(": {text}") }
}

/// Names in a list, where those of one claim that was split over rows stand together.
fn list(names: impl Iterator<Item = String>) -> String {
    let mut heads: Vec<(String, usize)> = Vec::new();
    for name in names {
        let head = name.split(" (").next().unwrap_or(&name).to_string();
        match heads.iter_mut().find(|(known, _)| *known == head) {
            Some((_, count)) => *count += 1,
            None => heads.push((head, 1)),
        }
    }
    let text = |(head, count): (String, usize)| if count > 1 { format!("{head} ({count} rows)") } else { head };
    heads.into_iter().map(text).collect::<Vec<String>>().join(", ")
}

/// How many published numbers have a measured one, and how near they are.
fn numbers(documents: &[&PaperDocument]) -> String {
    let rows = || documents.iter().flat_map(|document| &document.rows).filter(|row| super::is_own(row));
    let published = rows().filter(|row| row.published.is_some()).count();
    let measured = rows().filter(|row| row.published.is_some() && (row.measured.is_some() || row.beyond)).count();
    let known: Vec<f64> = rows().filter_map(|row| row.difference).collect();
    let near = known.iter().filter(|errors| errors.abs() <= 2.0).count();
    let text = format!("**Numbers:** {measured} of {published} published numbers were measured");
    if known.is_empty() {
        return format!("{text}.");
    }
    format!("{text}; of the {} whose difference has a known error, {near} lie within two standard errors.", known.len())
}
