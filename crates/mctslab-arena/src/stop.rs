//! Rules that end a run before all planned games are played.
//!
//! `sprt(elo0=0,elo1=10,alpha=0.05,beta=0.05)`: the sequential test of two Elo differences between
//! two agents, over pairs of games. `width(to=0.02)`: the 95 % intervals of all scores are at most
//! this wide. Rules are applied at fixed boundaries only.
//!
//! A match ended by its test stops when the score happens to be far from the middle, so that the
//! interval for the same number of planned games contains the true score in as few as 85 % of all
//! matches. The interval of a run that `sprt` may end is therefore the 99 % interval of planned
//! games: in simulations of tests with error rates from 0.01 to 0.2 and true differences from -100
//! to 300 Elo it contains the true score in 95.6 % or more.

use mctslab_core::spec::{Args, Entry, Kind, Param, Spec, SpecError, resolve};
use mctslab_stats::{Interval, Sprt, SprtReport, Verdict};

use crate::{CoursePlan, Format, Summary};

const ELO_RANGE: Kind = Kind::Real { min: -2000.0, max: 2000.0 };
const ERROR_RANGE: Kind = Kind::Real { min: 1e-6, max: 0.5 };

/// The rules that end a run early, as specs name them.
pub const STOPS: &[Entry] = &[
    Entry::word("none", "play all games that were planned"),
    Entry {
        name: "sprt",
        doc: "sequential probability ratio test: stop when it decides between two Elo differences",
        params: &[
            Param::new("elo0", ELO_RANGE, "0", "H0: the first agent is stronger by no more than this"),
            Param::new("elo1", ELO_RANGE, "10", "H1: the first agent is stronger by at least this"),
            Param::new("alpha", ERROR_RANGE, "0.05", "probability of a false positive: elo1 is accepted, elo0 is true"),
            Param::new("beta", ERROR_RANGE, "0.05", "probability of a false negative: elo0 is accepted, elo1 is true"),
        ],
    },
    Entry {
        name: "width",
        doc: "stop when the intervals of all scores are narrow enough",
        params: &[Param::new("to", Kind::Real { min: 1e-4, max: 1.0 }, "0.02", "greatest width of a 95 % interval")],
    },
];

/// The confidence of the interval of planned games with which that of a sequential test has 95 %.
const SPRT_CONFIDENCE: f64 = 0.99;

/// A rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    spec: String,
    rule: Rule,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Rule {
    Sprt(Sprt),
    Width(f64),
}

/// Why a rule cannot be used with a plan.
#[derive(Debug, thiserror::Error, Clone, Copy, PartialEq, Eq)]
pub enum StopError {
    /// The test compares two agents.
    #[error("`sprt` compares two agents: use it in a match of two, or use `width(to=…)`")]
    NotTwo,
    /// Rounds that depend on results cannot be cut short.
    #[error("a stop rule needs games that do not depend on results: a match, `round-robin` or `gauntlet`")]
    Dependent,
}

/// The verdict of a rule that ended the run.
#[derive(Clone, Debug, PartialEq)]
pub struct StopVerdict {
    /// `accept-h0`, `accept-h1` or `narrow`.
    pub word: &'static str,
    /// The verdict as a sentence.
    pub text: String,
    /// The logarithm of the likelihood ratio, where there is one.
    pub llr: Option<f64>,
}

impl Stop {
    /// Reads a spec; `None` for the rule that never stops.
    pub fn parse(text: &str) -> Result<Option<Stop>, SpecError> {
        Stop::of_args(&resolve(&Spec::parse(text)?, "stop rule", STOPS, &[])?)
    }

    /// The rule with these resolved options; `None` for the rule that never stops.
    pub fn of_args(args: &Args) -> Result<Option<Stop>, SpecError> {
        let rule = match args.name() {
            "none" => return Ok(None),
            "sprt" => {
                let [elo0, elo1, alpha, beta] = ["elo0", "elo1", "alpha", "beta"].map(|key| args.real(key));
                Rule::Sprt(
                    Sprt::new(elo0, elo1, alpha, beta)
                        .map_err(|error| SpecError::combination("sprt", error.to_string()))?,
                )
            }
            "width" => Rule::Width(args.real("to")),
            other => unreachable!("`{other}` is no listed stop rule"),
        };
        Ok(Some(Stop { spec: args.to_string(), rule }))
    }

    /// The spec with every option written out.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// Whether it is a sequential test.
    pub fn is_test(&self) -> bool {
        matches!(self.rule, Rule::Sprt(_))
    }

    /// Whether the rule can be used with that plan; the error says what it needs.
    pub fn check(&self, plan: &CoursePlan) -> Result<(), StopError> {
        match self.rule {
            Rule::Sprt(_) if plan.agents.len() != 2 || plan.seats != 2 => Err(StopError::NotTwo),
            _ if !matches!(plan.format, Format::Match | Format::RoundRobin | Format::Gauntlet) => {
                Err(StopError::Dependent)
            }
            _ => Ok(()),
        }
    }

    /// The 95 % interval of an agent's score in a run that the rule may end.
    pub fn interval(&self, summary: &Summary, agent: usize) -> Interval {
        match self.rule {
            Rule::Sprt(_) => summary.interval_at(agent, SPRT_CONFIDENCE),
            Rule::Width(_) => summary.interval(agent),
        }
    }

    /// The state of the rule after these games.
    pub fn state(&self, summary: &Summary) -> StopState {
        let measure = match self.rule {
            Rule::Sprt(sprt) => {
                StopMeasure::Sprt { differences: sprt.differences(), report: sprt_report(sprt, summary) }
            }
            Rule::Width(to) => {
                let intervals = (0..summary.points().len()).map(|agent| summary.interval(agent));
                StopMeasure::Width { to, widest: intervals.map(|one| one.high - one.low).fold(0.0, f64::max) }
            }
        };
        StopState { spec: self.spec.clone(), games: summary.games(), measure }
    }

    /// The verdict of the rule after these games; `None` to continue.
    pub fn decide(&self, summary: &Summary) -> Option<StopVerdict> {
        let state = self.state(summary);
        let llr = match state.measure {
            StopMeasure::Sprt { report, .. } => Some(report.llr),
            StopMeasure::Width { .. } => None,
        };
        Some(StopVerdict { word: state.word()?, text: state.sentence(), llr })
    }
}

fn sprt_report(sprt: Sprt, summary: &Summary) -> SprtReport {
    let (first, weight) = (summary.total(0), summary.total(0).weight());
    if let Some(pairs) = summary.pairs() {
        return sprt.pairs(&pairs.rounded(weight));
    }
    let [wins, draws, losses] =
        [first.wins, first.draws, first.losses].map(|count| (weight * count as f64).round() as u64);
    sprt.games(wins, draws, losses)
}

/// The state of a rule after some games.
#[derive(Clone, Debug, PartialEq)]
pub struct StopState {
    spec: String,
    games: u64,
    /// Its measure.
    pub measure: StopMeasure,
}

/// The measure of a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StopMeasure {
    /// A test of two Elo differences.
    Sprt {
        /// The smaller difference and the greater.
        differences: (f64, f64),
        /// The test after these games.
        report: SprtReport,
    },
    /// The widths of intervals.
    Width {
        /// The required width.
        to: f64,
        /// The greatest width.
        widest: f64,
    },
}

impl StopState {
    /// `accept-h0`, `accept-h1` or `narrow`; `None` if the rule has not decided.
    pub fn word(&self) -> Option<&'static str> {
        match self.measure {
            StopMeasure::Sprt { report, .. } => match report.verdict {
                Verdict::AcceptH0 => Some("accept-h0"),
                Verdict::AcceptH1 => Some("accept-h1"),
                Verdict::Continue => None,
            },
            StopMeasure::Width { to, widest } => (widest <= to).then_some("narrow"),
        }
    }

    /// The answer of a decided test in words: how strong the first agent is.
    pub fn answer(&self, first: &str, second: &str) -> Option<String> {
        let StopMeasure::Sprt { differences: (elo0, elo1), report } = self.measure else { return None };
        let points = |elo: f64| format!("{} Elo", elo.abs());
        let strength = match report.verdict {
            // The refuted hypothesis is a difference of elo1 or more.
            Verdict::AcceptH0 if elo1 > 0.0 => format!("not {} stronger", points(elo1)),
            Verdict::AcceptH0 if elo1 < 0.0 => format!("more than {} weaker", points(elo1)),
            Verdict::AcceptH0 => "weaker".to_string(),
            // The refuted hypothesis is a difference of elo0 or less.
            Verdict::AcceptH1 if elo0 > 0.0 => format!("more than {} stronger", points(elo0)),
            Verdict::AcceptH1 if elo0 < 0.0 => format!("not {} weaker", points(elo0)),
            Verdict::AcceptH1 => "stronger".to_string(),
            Verdict::Continue => return None,
        };
        Some(format!("{first} is {strength} than {second}"))
    }

    /// The decision of the rule as a sentence, or that there is none yet.
    pub fn sentence(&self) -> String {
        let (spec, games) = (&self.spec, self.games);
        match (self.measure, self.word()) {
            (StopMeasure::Sprt { report, .. }, Some(word)) => {
                let side = if word == "accept-h1" {
                    "H1 (elo1) is accepted, H0 (elo0) rejected"
                } else {
                    "H0 (elo0) is accepted, H1 (elo1) rejected"
                };
                format!("stopped by {spec} after {games} games: {side} (LLR {:.2})", report.llr)
            }
            (StopMeasure::Sprt { report, .. }, None) => format!(
                "the test {spec} has not decided after {games} games: LLR {}, bounds {:.2} to {:.2}",
                hundredths(report.llr),
                report.lower,
                report.upper
            ),
            (StopMeasure::Width { .. }, Some(_)) => {
                format!("stopped by {spec} after {games} games: all intervals are narrow")
            }
            (StopMeasure::Width { to, widest }, None) => {
                format!("{spec} was not reached after {games} games: the widest interval is {widest:.3} wide, not {to}")
            }
        }
    }

    /// The decision in a few letters, for a line that changes while games are played.
    pub fn short(&self) -> String {
        match self.measure {
            StopMeasure::Sprt { report, .. } => {
                format!("LLR {} ({:.2}, {:.2})", hundredths(report.llr), report.lower, report.upper)
            }
            StopMeasure::Width { to, widest } => format!("width {widest:.3} (to {to})"),
        }
    }
}

/// A number with two decimals, without a sign before a zero.
fn hundredths(value: f64) -> String {
    format!("{:.2}", (100.0 * value).round() / 100.0 + 0.0)
}

#[cfg(test)]
mod tests {
    use mctslab_core::Payoffs;

    use super::*;
    use crate::{Fixture, Seats};

    /// A summary of two agents, of which the first won and lost this many games.
    fn played(wins: u64, losses: u64) -> Summary {
        let mut summary = Summary::new(2, 2);
        for id in 0..wins + losses {
            let fixture = Fixture { id, seats: Seats::new(&[0, 1]), opening: None, seed: id };
            let payoffs = if id < wins { [1.0, 0.0] } else { [0.0, 1.0] };
            summary.add(&crate::summary::tests::record(&fixture, Payoffs::new(&payoffs)));
        }
        summary
    }

    #[test]
    fn a_test_that_has_not_decided_says_where_it_stands() {
        let stop = Stop::parse("sprt(elo0=0,elo1=20)").expect("a spec").expect("a rule");
        let (open, won) = (stop.state(&played(60, 50)), stop.state(&played(900, 600)));
        assert_eq!((open.word(), won.word(), stop.decide(&played(60, 50))), (None, Some("accept-h1"), None));
        let StopMeasure::Sprt { report, .. } = open.measure else { panic!("{open:?}") };
        let llr = format!("{:.2}", report.llr);
        assert!(open.sentence().ends_with(&format!("after 110 games: LLR {llr}, bounds -2.94 to 2.94")), "{open:?}");
        assert_eq!(open.short(), format!("LLR {llr} (-2.94, 2.94)"));
        assert!(
            won.sentence().starts_with("stopped by sprt(") && won.sentence().contains("H1 (elo1) is accepted"),
            "{won:?}"
        );
        let nothing = stop.state(&played(0, 0));
        assert_eq!(nothing.short(), "LLR 0.00 (-2.94, 2.94)");
        assert_eq!(hundredths(-0.004), "0.00");
    }

    #[test]
    fn a_test_answers_in_words() {
        for (rule, wins, losses, answer) in [
            ("sprt(elo0=0,elo1=20)", 900, 600, Some("A is stronger than B")),
            ("sprt(elo0=0,elo1=20)", 600, 900, Some("A is not 20 Elo stronger than B")),
            ("sprt(elo0=5,elo1=20)", 900, 600, Some("A is more than 5 Elo stronger than B")),
            ("sprt(elo0=-10,elo1=0)", 900, 600, Some("A is not 10 Elo weaker than B")),
            ("sprt(elo0=-10,elo1=0)", 600, 900, Some("A is weaker than B")),
            ("sprt(elo0=-20,elo1=-5.5)", 600, 900, Some("A is more than 5.5 Elo weaker than B")),
            ("sprt(elo0=0,elo1=20)", 60, 50, None),
            ("width(to=0.1)", 900, 600, None),
        ] {
            let stop = Stop::parse(rule).expect("a spec").expect("a rule");
            let found = stop.state(&played(wins, losses)).answer("A", "B");
            assert_eq!(found.as_deref(), answer, "{rule}, {wins} to {losses}");
        }
    }

    #[test]
    fn the_interval_of_a_test_is_wider_than_that_of_planned_games() {
        let summary = played(300, 200);
        let half = |interval: Interval| (interval.high - interval.low) / 2.0;
        let of = |rule: &str| half(Stop::parse(rule).expect("a spec").expect("a rule").interval(&summary, 0));
        // The 99 % and the 97.5 % points of the normal distribution: 2.576 over 1.960.
        let ratio = of("sprt(elo0=0,elo1=20)") / of("width(to=0.1)");
        assert!((ratio - 1.314).abs() < 0.005, "{ratio}");
        assert_eq!(of("width(to=0.1)"), half(summary.interval(0)));
    }

    #[test]
    fn a_width_that_was_not_reached_says_how_wide_it_is() {
        let stop = Stop::parse("width(to=0.1)").expect("a spec").expect("a rule");
        let (wide, narrow) = (stop.state(&played(20, 20)), stop.state(&played(500, 500)));
        assert_eq!((wide.word(), narrow.word()), (None, Some("narrow")));
        assert!(wide.sentence().contains("was not reached after 40 games: the widest interval is 0.3"), "{wide:?}");
        assert!(narrow.sentence().starts_with("stopped by width("), "{narrow:?}");
    }
}
