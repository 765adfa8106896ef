//! Ratings, Elo differences and verdicts in the words that the terminal and the page share.

use mctslab_arena::{Course, Format, Summary};
use mctslab_lab::{Anchor, Hints};
use mctslab_page::grouped;
use mctslab_stats::bradley_terry::{RatingEstimate, Ratings, rate};
use mctslab_stats::elo::likelihood_of_superiority;
use mctslab_stats::{Interval, elo};

/// The Elo difference of a score: `+102`, `-∞`.
pub(crate) fn elo_text(score: f64) -> String {
    elo(score).map_or_else(|| if score > 0.5 { "+∞" } else { "-∞" }.to_string(), points_text)
}

/// A rating in whole points.
pub(crate) fn points_text(elo: f64) -> String {
    // Adding zero makes a zero of a negative zero.
    format!("{:+.0}", elo.round() + 0.0)
}

/// The interval of a rating: `-12 to +30`; of one that is given, `anchor`.
pub(crate) fn interval_text(estimate: &RatingEstimate) -> String {
    if [estimate.low, estimate.high] == [Some(estimate.elo); 2] {
        return "anchor".to_string();
    }
    let low = estimate.low.map_or("-∞".to_string(), points_text);
    let high = estimate.high.map_or("+∞".to_string(), points_text);
    format!("{low} to {high}")
}

/// The anchor that was asked for, else the first agent of a gauntlet, whom alone all others met;
/// elsewhere 0 is the mean.
pub(crate) fn anchor_of_course(asked: Option<Anchor>, course: &Course) -> Option<Anchor> {
    let first = Anchor { agent: 0, elo: 0.0 };
    asked.or_else(|| (course.format() == Format::Gauntlet).then_some(first))
}

/// Joint ratings of the agents of a run. The first seat has an advantage worth estimating only
/// where there are two.
pub(crate) fn ratings(summary: &Summary, course: &Course, anchor: Option<Anchor>) -> Ratings {
    let agents = summary.points().len();
    let ratings =
        rate(agents, &summary.encounters(), course.seatings() == 2).expect("agents and counts come from records");
    match anchor_of_course(anchor, course).filter(|_| summary.games() > 0) {
        Some(Anchor { agent, elo }) => ratings.anchored(agent, elo),
        None => ratings,
    }
}

/// What the zero of the ratings is, and what to do if it leaves most of them open.
pub(crate) fn anchor_text(
    ratings: &Ratings,
    anchor: Option<Anchor>,
    course: &Course,
    names: &[String],
    hints: &dyn Hints,
) -> String {
    let open = ratings.players.iter().filter(|one| one.low.is_none() && one.high.is_none()).count();
    match anchor_of_course(anchor, course) {
        Some(Anchor { agent, elo }) => {
            format!("{} is fixed at {}; intervals are for the difference from it", names[agent], points_text(elo))
        }
        None if open > 0 && ratings.components.len() == 1 => {
            format!(
                "0 is the mean of all agents. It is unbounded because an agent won or lost every game: use `{}` to get intervals for \
                 differences",
                hints.set("anchor", "AGENT")
            )
        }
        None => "0 is the mean of all agents".to_string(),
    }
}

/// Agents, the strongest first; of equals the one listed first.
pub(crate) fn ranking(ratings: &Ratings) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ratings.players.len()).collect();
    order.sort_by(|&a, &b| ratings.players[b].elo.total_cmp(&ratings.players[a].elo).then(a.cmp(&b)));
    order
}

/// Ranks of a set of agents in that order, from 1.
pub(crate) fn ranks(order: &[usize], set: &[usize]) -> String {
    let place = |agent: &usize| order.iter().position(|other| other == agent);
    let mut ranks: Vec<usize> = set.iter().filter_map(place).map(|place| place + 1).collect();
    ranks.sort_unstable();
    ranks.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

/// The probability that the first of two agents is the stronger one.
pub(crate) fn superiority(summary: &Summary) -> f64 {
    let first = summary.total(0);
    let scores = summary.pairs().map_or(first.scores, mctslab_stats::Pairs::scores);
    likelihood_of_superiority(&scores.weighted(first.weight()))
}

/// What a match says, in one sentence, with the 95 % interval of each agent's score; `None` of no
/// games.
pub(crate) fn match_verdict(
    summary: &Summary,
    names: &[String],
    interval: impl Fn(usize) -> Interval,
) -> Option<String> {
    let best = (0..names.len()).max_by(|&a, &b| summary.points()[a].total_cmp(&summary.points()[b]).then(b.cmp(&a)))?;
    let (mean, interval) = (summary.total(best).scores.mean()?, interval(best));
    let (low, high) = (interval.low, interval.high);
    match names {
        [_] => Some(format!("{} is paid {mean:.3} on average (95 %: {low:.3} to {high:.3})", names[best])),
        [_, _] => {
            let other = &names[1 - best];
            let (elo, range) = (elo_text(mean), format!("(95 %: {} to {})", elo_text(low), elo_text(high)));
            Some(if low > 0.5 {
                format!("{} is stronger than {other}: {elo} Elo {range}", names[best])
            } else if mean >= 1.0 {
                let games = grouped(summary.total(best).games());
                format!("no significant difference ({} leads {games}-0; Elo undetermined)", names[best])
            } else {
                format!("no significant difference: {} scores {elo} Elo against {other} {range}", names[best])
            })
        }
        _ => Some(format!("{} scores highest: {mean:.3} (95 %: {low:.3} to {high:.3})", names[best])),
    }
}

/// The share of the games of two agents that were drawn; of games that were planned beforehand also
/// which of the two is more likely the stronger one, and how likely that is.
pub(crate) fn match_details(summary: &Summary, names: &[String], planned: bool) -> Option<String> {
    let ([first, second], 1..) = (names, summary.games()) else { return None };
    let of_first = superiority(summary);
    let (stronger, likelihood) = if of_first < 0.5 { (second, 1.0 - of_first) } else { (first, of_first) };
    let share = |part: f64| format!("{:.1} %", 100.0 * part);
    let draws = share(summary.total(0).draws as f64 / summary.games() as f64);
    if !planned {
        return Some(format!("draws: {draws}"));
    }
    Some(format!("probability that {stronger} is stronger (LOS): {}; draws: {draws}", share(likelihood)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_that_mean_nothing_or_several_agents_are_refused() {
        let names = ["random", "random", "uct(iters=5)"].map(str::to_string);
        let error = |text: &str| Anchor::parse(text, &names).expect_err("no anchor").to_string();
        assert!(error("random").contains("give its number, 1 to 3") && error("random=7").contains("its number"));
        for text in ["uct", "0", "4", "uct(iters=5)=high", "uct(iters=5)=inf", ""] {
            assert!(error(text).contains("`uct(iters=5)`"), "{text}");
        }
        assert_eq!(Anchor::parse("2=-30.5", &names), Ok(Anchor { agent: 1, elo: -30.5 }));
    }

    #[test]
    fn differences_are_written_with_a_sign() {
        assert_eq!((elo_text(0.5).as_str(), elo_text(0.0).as_str()), ("+0", "-∞"));
        assert_eq!(elo_text(0.4999), "+0", "no sign before a zero");
        assert_eq!((points_text(-0.3).as_str(), points_text(-12.6).as_str()), ("+0", "-13"));
    }
}
