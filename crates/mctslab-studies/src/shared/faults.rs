//! Games that ended by a fault: what is said of them, and whether they leave a verdict of strength.
//!
//! A player that crashes or does not start is not a weak player. Where more than 2 % of the games
//! of a run, or of one agent, ended so, nothing is said of strength unless it was asked for. Losses
//! on time and illegal moves are part of how somebody plays: they count, and are said. Where every
//! game was forfeited, nobody has seen any play at all.

use std::collections::BTreeMap;

use mctslab_arena::{ForfeitCounts, forfeited};
use mctslab_core::Fault;
use mctslab_page::grouped;

/// The share of games lost by a crash up to which a verdict is given.
const MOST_CRASHES: f64 = 0.02;
/// A study that plays on is given up after this many games at the earliest, if as many crashes as
/// there were would come by chance less often than this.
const FEWEST_GAMES: u64 = 20;
const CHANCE: f64 = 0.001;
/// The status of a document that gives no verdict for its forfeits.
pub(crate) const FORFEITS: &str = "forfeits";

/// How many games ended by a fault, and whether they leave anything to say of strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Faults {
    /// Games that ended because a player crashed or did not start.
    pub crashes: u64,
    /// Whether every game was forfeited, by whatever fault.
    pub all: bool,
    /// Whether nothing is said of strength.
    pub withheld: bool,
}

impl Faults {
    /// The faults in `games` games; `counted` if they are to count like any other loss.
    pub(crate) fn of(counts: &ForfeitCounts, games: u64, counted: bool) -> Faults {
        let crashes = forfeited(counts, Fault::is_crash);
        let all = games > 0 && forfeited(counts, |fault| fault != Fault::Resignation) == games;
        Faults { crashes, all: all && !counted, withheld: !counted && (all || too_many(crashes, games)) }
    }

    /// The same where agents play different numbers of games: one that crashes in too many of its
    /// own is enough.
    pub(crate) fn of_agents(counts: &ForfeitCounts, games: u64, counted: bool, own: impl Fn(usize) -> u64) -> Faults {
        let faults = Faults::of(counts, games, counted);
        let mut crashes: BTreeMap<usize, u64> = BTreeMap::new();
        for ((agent, _), forfeits) in counts.iter().filter(|((_, fault), _)| fault.is_crash()) {
            *crashes.entry(*agent).or_default() += forfeits.games;
        }
        let broken = crashes.iter().any(|(agent, crashes)| too_many(*crashes, own(*agent)));
        Faults { withheld: faults.withheld || !counted && broken, ..faults }
    }
}

fn too_many(crashes: u64, games: u64) -> bool {
    crashes as f64 > MOST_CRASHES * games as f64
}

/// Whether a study is to play no more games because its player is broken: with at least 20 of them,
/// that many crashes are no accident of one that crashes in 2 %.
pub(crate) fn clearly_broken(counts: &ForfeitCounts, games: u64) -> bool {
    let crashes = forfeited(counts, Fault::is_crash);
    games >= FEWEST_GAMES && too_many(crashes, games) && at_least(crashes, games) < CHANCE
}

/// No less than the probability of that many crashes or more by chance: Chernoff's bound,
/// exp(−n·KL(k/n ‖ 2 %)).
fn at_least(crashes: u64, games: u64) -> f64 {
    let (share, games) = (crashes as f64 / games as f64, games as f64);
    let part = |found: f64, expected: f64| if found > 0.0 { found * libm::log(found / expected) } else { 0.0 };
    libm::exp(-games * (part(share, MOST_CRASHES) + part(1.0 - share, 1.0 - MOST_CRASHES)))
}

/// What is said of games that ended by a fault, in a part of a sentence; `None` if there are none.
/// Giving up a lost game is no fault.
pub(crate) fn fault_words(
    counts: &ForfeitCounts,
    own: impl Fn(usize) -> u64,
    name: impl Fn(usize) -> String,
) -> Option<String> {
    let mut agents: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for ((agent, fault), forfeits) in counts {
        let of = share(forfeits.games, own(*agent));
        let words = match fault {
            Fault::Resignation => continue,
            Fault::Crash => format!("crashed in {of}"),
            Fault::NoStart => format!("did not start in {of}"),
            Fault::NoMove => format!("had no move to offer in {of}"),
            Fault::TimeOut => format!("lost {of} on time"),
            Fault::IllegalMove => format!("lost {of} by illegal moves"),
        };
        agents.entry(*agent).or_default().push(words);
    }
    let said = agents.into_iter().map(|(agent, words)| format!("{} {}", name(agent), words.join(", ")));
    Some(said.collect::<Vec<_>>().join("; ")).filter(|said| !said.is_empty())
}

fn share(part: u64, games: u64) -> String {
    let noun = if games == 1 { "game" } else { "games" };
    if part == games {
        format!("all {} {noun}", grouped(games))
    } else {
        format!("{} of {} {noun}", grouped(part), grouped(games))
    }
}

/// Why no verdict is given: who crashed how often, and how the first crash ended.
pub(crate) fn no_verdict(counts: &ForfeitCounts, own: impl Fn(usize) -> u64, name: impl Fn(usize) -> String) -> String {
    let words = fault_words(counts, own, name).unwrap_or_default();
    let worst = counts.iter().filter(|((_, fault), _)| fault.is_crash()).max_by_key(|(_, forfeits)| forfeits.games);
    let last = worst.and_then(|(_, forfeits)| forfeits.message.lines().rev().find(|line| !line.trim().is_empty()));
    let why = last.map(|line| format!(" ({})", cut(line.trim()))).unwrap_or_default();
    format!("no verdict: {words}{why}")
}

fn cut(line: &str) -> String {
    const MOST: usize = 120;
    if line.chars().count() <= MOST { line.to_string() } else { line.chars().take(MOST).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use mctslab_arena::Forfeits;

    use super::*;

    fn counts(rows: &[(usize, Fault, u64)]) -> ForfeitCounts {
        let row = |&(agent, fault, games): &(usize, Fault, u64)| {
            ((agent, fault), Forfeits { games, first: 0, message: "File \"bot.py\"\nValueError: no\n".to_string() })
        };
        rows.iter().map(row).collect()
    }

    #[test]
    fn more_than_two_percent_of_crashes_leave_no_verdict_and_other_losses_do() {
        let judged = |rows: &[(usize, Fault, u64)], counted: bool| {
            let Faults { crashes, all, withheld } = Faults::of(&counts(rows), 100, counted);
            (crashes, all, withheld)
        };
        assert_eq!(judged(&[(0, Fault::Crash, 2)], false), (2, false, false));
        assert_eq!(judged(&[(0, Fault::Crash, 2), (1, Fault::NoStart, 1)], false), (3, false, true));
        assert_eq!(judged(&[(0, Fault::Crash, 100)], true), (100, false, false), "it was asked for");
        let legitimate = [(0, Fault::TimeOut, 50), (0, Fault::IllegalMove, 49)];
        assert_eq!(judged(&legitimate, false), (0, false, false));
        assert_eq!(judged(&[(0, Fault::IllegalMove, 100)], false), (0, true, true), "nobody has seen any play");
        assert_eq!(judged(&[(0, Fault::Resignation, 100)], false), (0, false, false), "lost games are given up");
        assert_eq!(judged(&[], false), (0, false, false));
    }

    #[test]
    fn an_agent_that_crashes_in_its_own_games_is_enough() {
        let rows = counts(&[(7, Fault::Crash, 10)]);
        let judged = |own: u64| Faults::of_agents(&rows, 1000, false, |_| own).withheld;
        assert!(!Faults::of(&rows, 1000, false).withheld);
        assert!(judged(20) && !judged(500));
    }

    #[test]
    fn a_study_is_given_up_when_chance_is_no_excuse() {
        let broken = |crashes: u64, games: u64| clearly_broken(&counts(&[(0, Fault::Crash, crashes)]), games);
        assert!(broken(20, 20) && broken(5, 20) && !broken(4, 20) && !broken(19, 19));
        assert!(!broken(21, 1000) && !broken(20, 1000) && broken(40, 1000));
        assert!(broken(50_000, 100_000));
        assert!(at_least(1, 2) >= 1.0 - 0.98 * 0.98, "a bound from above");
    }

    #[test]
    fn words_name_who_and_how_often() {
        let rows = counts(&[(0, Fault::TimeOut, 1), (1, Fault::Crash, 12), (1, Fault::IllegalMove, 2)]);
        let name = |agent: usize| ["uct", "middle"][agent].to_string();
        let words = fault_words(&rows, |_| 40, name).expect("words");
        assert_eq!(
            words,
            "uct lost 1 of 40 games on time; middle crashed in 12 of 40 games, lost 2 of 40 games by illegal moves"
        );
        let rows = counts(&[(1, Fault::Crash, 40)]);
        assert_eq!(no_verdict(&rows, |_| 40, name), "no verdict: middle crashed in all 40 games (ValueError: no)");
        assert_eq!(fault_words(&counts(&[(0, Fault::Resignation, 3)]), |_| 40, name), None);
    }
}
