//! Rules that end a run before all planned games are played.
//!
//! `sprt(elo0=0,elo1=10,alpha=0.05,beta=0.05)`: the sequential test of two Elo differences between two agents, over pairs of games.
//! `width(to=0.02)`: the 95 % intervals of all scores are at most so wide. Rules look at the games at fixed boundaries only.

use mctslab_core::spec::{Entry, Kind, Param, Spec, SpecError, resolve};
use mctslab_stats::{Sprt, Verdict};

use crate::{Format, Plan, Summary};

const ELO: Kind = Kind::Real { min: -2000.0, max: 2000.0 };
const ERROR: Kind = Kind::Real { min: 1e-6, max: 0.5 };

/// The rules.
pub const STOPS: &[Entry] = &[
    Entry {
        name: "sprt",
        doc: "stop when a test of two Elo differences is decided",
        params: &[
            Param::new("elo0", ELO, "0", "the smaller difference: the first agent is no stronger than this"),
            Param::new("elo1", ELO, "10", "the greater difference: it is at least this much stronger"),
            Param::new("alpha", ERROR, "0.05", "probability of accepting the greater when the smaller is true"),
            Param::new("beta", ERROR, "0.05", "probability of accepting the smaller when the greater is true"),
        ],
    },
    Entry {
        name: "width",
        doc: "stop when the intervals of all scores are narrow",
        params: &[Param::new("to", Kind::Real { min: 1e-4, max: 1.0 }, "0.02", "width of the 95 % interval")],
    },
];

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

/// What a rule said when it ended the run.
#[derive(Clone, Debug, PartialEq)]
pub struct StopVerdict {
    /// `accept-h0`, `accept-h1` or `narrow`.
    pub word: &'static str,
    /// The same as a sentence.
    pub text: String,
    /// The logarithm of the likelihood ratio, where there is one.
    pub llr: Option<f64>,
}

impl Stop {
    /// Reads a spec.
    pub fn parse(text: &str) -> Result<Stop, SpecError> {
        let args = resolve(&Spec::parse(text)?, "stop rule", STOPS, &[])?;
        let rule = if args.name() == "sprt" {
            let [elo0, elo1, alpha, beta] = ["elo0", "elo1", "alpha", "beta"].map(|key| args.real(key));
            Rule::Sprt(Sprt::new(elo0, elo1, alpha, beta).map_err(|reason| SpecError::combination("sprt", reason))?)
        } else {
            Rule::Width(args.real("to"))
        };
        Ok(Stop { spec: args.to_string(), rule })
    }

    /// The spec with every option written out.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// Whether the rule makes sense for that plan; the error says what it needs.
    pub fn check(&self, plan: &Plan) -> Result<(), String> {
        match self.rule {
            Rule::Sprt(_) if plan.agents != 2 || plan.seats != 2 => {
                Err("`sprt` compares two agents: use it in a match of two, or `width(to=…)`".to_string())
            }
            _ if !matches!(plan.format, Format::Match | Format::RoundRobin | Format::Gauntlet) => {
                Err("a stop rule needs games that do not depend on results: a match, `round-robin` or `gauntlet`"
                    .to_string())
            }
            _ => Ok(()),
        }
    }

    /// What the rule says after these games; `None` to go on.
    pub fn decide(&self, summary: &Summary) -> Option<StopVerdict> {
        let games = summary.games();
        match self.rule {
            Rule::Sprt(sprt) => {
                let first = summary.total(0);
                let report = summary
                    .pairs()
                    .map_or_else(|| sprt.games(first.wins, first.draws, first.losses), |p| sprt.pairs(p));
                let (word, side) = match report.verdict {
                    Verdict::AcceptH0 => ("accept-h0", "H0, the smaller difference, is accepted"),
                    Verdict::AcceptH1 => ("accept-h1", "H1, the greater difference, is accepted"),
                    Verdict::Continue => return None,
                };
                let llr = report.llr;
                let text = format!("stopped by {} after {games} games: {side} (LLR {llr:.2})", self.spec);
                Some(StopVerdict { word, text, llr: Some(llr) })
            }
            Rule::Width(widest) => {
                let narrow = (0..summary.points().len()).all(|agent| {
                    let interval = summary.interval(agent);
                    interval.high - interval.low <= widest
                });
                let text = format!("stopped by {} after {games} games: all intervals are narrow", self.spec);
                narrow.then_some(StopVerdict { word: "narrow", text, llr: None })
            }
        }
    }
}
