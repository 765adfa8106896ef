//! What is said of games that repeat each other.
//!
//! If an agent moves at random, a repeated game is a sample like any other, and the interval of the
//! expected score from these starts is right; but few different games say little about strength in
//! general. If no agent is known to move at random, a repetition is the same observation again, and
//! [`Summary`] lets it count once.

use mctslab_arena::Summary;
use mctslab_lab::Settings;
use mctslab_page::grouped;

/// Repeated games among so many are worth a warning.
const SUBSTANTIAL: u64 = 4;

/// How many games repeat an earlier one, and whether they count.
pub(crate) fn repeats_text(summary: &Summary) -> String {
    let (repeats, games) = (summary.duplicates(), grouped(summary.games()));
    let counted = if repeats > 0 && finding(summary).is_none() { " (by chance; all are counted)" } else { "" };
    format!("identical games: {} of {games}{counted}", grouped(repeats))
}

/// What a reader should know where many games are identical: how many are not, what that does to
/// intervals, and the cure.
pub(crate) fn repeats_warning(summary: &Summary, settings: &Settings) -> Option<String> {
    let cure = if settings.openings == "none" {
        format!("Use `{}` to vary the start.", settings.hints.set("openings", "random(plies=4)"))
    } else {
        "Use more openings, or more random plies in them.".to_string()
    };
    Some(format!("{} {cure}", finding(summary)?))
}

/// How many games are not identical to others, and what that does to intervals, where it matters.
fn finding(summary: &Summary) -> Option<String> {
    let [games, distinct, effective] = [summary.games(), summary.distinct(), summary.effective()];
    let finding = if effective < games && effective == distinct {
        format!(
            "The agents look deterministic, so identical games are counted once: only {} different \
             games were played, and intervals and tests use those.",
            grouped(distinct)
        )
    } else if effective < games {
        format!(
            "Agents that look deterministic repeated {} games. Identical games are counted once, so intervals and tests use {} of {} games.",
            grouped(games - effective),
            grouped(effective),
            grouped(games)
        )
    } else if SUBSTANTIAL * summary.duplicates() > games && summary.points().len() > 1 {
        format!(
            "Many games are identical: only {} different games were played. The intervals hold for the score from these starting positions; \
             they are too narrow for strength in general.",
            grouped(distinct)
        )
    } else {
        return None;
    };
    Some(finding)
}
