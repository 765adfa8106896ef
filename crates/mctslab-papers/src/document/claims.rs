//! The claims of a paper in one table, and what became of them in words.

use mctslab_page::Tone;

use super::blocks::{Block, PageCell, PageTable};
use super::text::found;
use super::{PaperClaim, PaperDocument};
use crate::claim::ClaimVerdict;

/// A claim with the table or figure that it is about.
pub(super) type PlacedClaim<'a> = (&'a PaperDocument, &'a PaperClaim);

fn tone(verdict: ClaimVerdict) -> Tone {
    match verdict {
        ClaimVerdict::Reproduced => Tone::Good,
        ClaimVerdict::NotReproduced => Tone::Bad,
        ClaimVerdict::Open => Tone::Open,
        ClaimVerdict::NotRun => Tone::Plain,
    }
}

/// Its name for readers.
pub(super) fn name(claim: &PaperClaim) -> String {
    let profile = claim.profile.as_ref().filter(|profile| *profile != "faithful");
    let profile = profile.map(|profile| format!(" {profile}")).unwrap_or_default();
    let second = if claim.second { ", second reading" } else { "" };
    format!("{}{profile}{second}", claim.id)
}

/// Why a claim is reported apart.
fn apart(claim: &PaperClaim) -> String {
    let fitted = claim.fitted.as_ref().map(|why| format!("Fitted: {why}"));
    let second = claim.second.then(|| "A second reading of the paper.".to_string());
    let reasons = [claim.because.clone(), fitted, second, claim.reason.clone()];
    let sentences = reasons.into_iter().flatten().map(|reason| mctslab_page::as_sentence(&reason));
    sentences.collect::<Vec<String>>().join(" ")
}

/// What an open claim needs.
fn needs(claim: &PaperClaim) -> String {
    match (&claim.needs, claim.verdict) {
        (Some(needs), _) => needs.clone(),
        (None, ClaimVerdict::NotRun) => "was not run".to_string(),
        (None, _) if claim.measured < claim.rows => format!("{} of {} rows were run", claim.measured, claim.rows),
        (None, _) => "the samples do not decide it".to_string(),
    }
}

/// The claims that count in one table, those that are reported apart in another, and what open
/// ones need.
pub(super) fn blocks(claims: &[PlacedClaim<'_>]) -> Vec<Block> {
    let (counting, others): (Vec<&PlacedClaim<'_>>, Vec<&PlacedClaim<'_>>) =
        claims.iter().partition(|(_, claim)| claim.counts());
    let mut blocks = Vec::new();
    let columns =
        [("id", false), ("claim", false), ("criterion", false), ("measured", false), ("verdict", false), ("of", false)];
    if !counting.is_empty() {
        let text = "These claims count: they are the paper's own, about the program as its authors ran it.";
        blocks.push(Block::Text(text.to_string()));
        let mut grid = PageTable::new(&columns, true);
        grid.rows.extend(counting.iter().map(|one| row(one, one.1.reason.clone())));
        blocks.push(Block::Table(grid));
    }
    let undecided: Vec<String> = counting
        .iter()
        .filter(|(_, claim)| matches!(claim.verdict, ClaimVerdict::Open | ClaimVerdict::NotRun))
        .map(|(document, claim)| format!("{} ({}): {}.", name(claim), document.published_in, needs(claim)))
        .collect();
    if !undecided.is_empty() {
        blocks.push(Block::Heading("What open claims need".to_string()));
        blocks.push(Block::List(undecided));
    }
    if !others.is_empty() {
        blocks.push(Block::Heading("Claims that do not count".to_string()));
        let mut grid = PageTable::new(&[&columns[..], &[("why it does not count", false)]].concat(), true);
        for one in others {
            let mut cells = row(one, None);
            cells.push(PageCell::from(apart(one.1)));
            grid.rows.push(cells);
        }
        blocks.push(Block::Table(grid));
    }
    blocks
}

fn row((document, claim): &PlacedClaim<'_>, reason: Option<String>) -> Vec<PageCell> {
    let reason = reason.map(|why| format!(" ({why})")).unwrap_or_default();
    let verdict = PageCell { tone: Some(tone(claim.verdict)), ..PageCell::from(claim.verdict.word().to_string()) };
    vec![
        PageCell::from(name(claim)),
        PageCell::from(format!("{}{reason}", claim.text)),
        PageCell::from(claim.tolerance.clone()),
        PageCell::from(found(claim)),
        verdict,
        PageCell::from(document.published_in.clone()),
    ]
}
