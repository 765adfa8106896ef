//! Claims: statements about the true values behind rows, with a kind and a tolerance.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::WrongPart;
use crate::settings::RunKey;

/// What is claimed of rows.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub id: String,
    pub text: String,
    pub kind: ClaimKind,
    pub rows: Vec<RunKey>,
    pub than: Vec<RunKey>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub within: Option<f64>,
    pub least: Option<usize>,
    /// Whether a single row that lies wholly outside refutes a count.
    pub none_outside: bool,
    pub second: bool,
    pub fitted: Option<String>,
    pub reason: Option<String>,
    /// Why it is reported apart from the claims that count.
    pub because: Option<String>,
    pub profile: Option<String>,
}

/// How rows are compared with the tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClaimKind {
    Inside,
    Differs,
    Order,
    Count,
    Trend,
    Exact,
}

const KINDS: [(&str, ClaimKind); 6] = [
    ("inside", ClaimKind::Inside),
    ("differs", ClaimKind::Differs),
    ("order", ClaimKind::Order),
    ("count", ClaimKind::Count),
    ("trend", ClaimKind::Trend),
    ("exact", ClaimKind::Exact),
];

impl FromStr for ClaimKind {
    type Err = WrongPart;

    fn from_str(text: &str) -> Result<ClaimKind, WrongPart> {
        let found = KINDS.iter().find(|(name, _)| *name == text).map(|(_, kind)| *kind);
        found.ok_or_else(|| {
            let names = KINDS.map(|kind| kind.0).join(", ");
            WrongPart::new(format!("`{text}` is not a kind of claim; valid: {names}"))
        })
    }
}

impl ClaimKind {
    /// What the file calls it.
    pub(super) fn name(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimVerdict {
    /// The intervals lie within the tolerance.
    Reproduced,
    /// One of them lies wholly outside.
    NotReproduced,
    /// Neither.
    Open,
    /// None of its rows was run.
    NotRun,
}

impl ClaimVerdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            ClaimVerdict::Reproduced => "reproduced",
            ClaimVerdict::NotReproduced => "not reproduced",
            ClaimVerdict::Open => "open",
            ClaimVerdict::NotRun => "not run",
        }
    }
}

impl Claim {
    /// Whether its verdict counts.
    pub(super) fn counts(&self) -> bool {
        self.fitted.is_none() && !self.second && self.because.is_none()
    }

    /// Its name with the profile, which is unique in its id.
    pub(super) fn key(&self) -> String {
        let profile = self.profile.as_ref().map(|profile| format!(" @{profile}")).unwrap_or_default();
        format!("{}{profile}{}", self.id, if self.second { ", second reading" } else { "" })
    }

    /// Whether the claim makes sense; `published` looks up the published number of a row.
    pub(super) fn check(&self, published: impl Fn(&RunKey) -> Option<f64>) -> Result<(), WrongPart> {
        if self.rows.is_empty() {
            return Err(WrongPart::new("it names no row: add `rows = [\"LABEL\"]`".to_string()));
        }
        if let (Some(low), Some(high)) = (self.low, self.high)
            && low > high
        {
            return Err(WrongPart::new(format!("its tolerance from {low} to {high} is empty")));
        }
        if let Some(within) = self.within
            && (within <= 0.0 || self.low.is_some() || self.high.is_some())
        {
            return Err(WrongPart::new(
                "`within` is a positive distance from the published numbers, in place of `low` and `high`".to_string(),
            ));
        }
        let lacks = |key: &&RunKey| published(key).is_none();
        if (self.within.is_some() || self.kind == ClaimKind::Exact)
            && let Some(row) = self.rows.iter().find(lacks)
        {
            return Err(WrongPart::new(format!("the row `{}` has no published number to compare with", row.text())));
        }
        let bounded = self.low.is_some() || self.high.is_some() || self.within.is_some();
        let wants_bounds = !matches!(self.kind, ClaimKind::Order | ClaimKind::Exact);
        if wants_bounds != bounded {
            let name = self.kind.name();
            return Err(WrongPart::new(if bounded {
                format!("`{name}` takes no tolerance")
            } else {
                format!("`{name}` needs `low`, `high` or `within`")
            }));
        }
        let pairs = self.kind == ClaimKind::Differs || (self.kind == ClaimKind::Count && !self.than.is_empty());
        if pairs && self.than.len() != self.rows.len() || !pairs && !self.than.is_empty() {
            let (than, rows) = (self.than.len(), self.rows.len());
            return Err(WrongPart::new(format!(
                "it has {rows} rows and {than} in `than`: `differs` needs as many in `than` as in `rows`, and other kinds take none"
            )));
        }
        if self.none_outside && self.kind != ClaimKind::Count {
            return Err(WrongPart::new("only `count` takes `none_outside`".to_string()));
        }
        if self.kind == ClaimKind::Count && self.least.is_none_or(|least| least == 0 || least > self.rows.len()) {
            return Err(WrongPart::new(format!("`count` needs `least`, from 1 to its {} rows", self.rows.len())));
        }
        if matches!(self.kind, ClaimKind::Order) && self.rows.len() < 2
            || self.kind == ClaimKind::Trend && self.rows.len() < 3
        {
            return Err(WrongPart::new(format!("{} rows are too few for `{}`", self.rows.len(), self.kind.name())));
        }
        Ok(())
    }

    /// The tolerance in words.
    pub(super) fn tolerance(&self) -> String {
        let bounds = match (self.low, self.high, self.within) {
            (_, _, Some(within)) => format!("within {within} of the published number"),
            (Some(low), Some(high), _) => format!("{low} to {high}"),
            (Some(low), None, _) => format!("at least {low}"),
            (None, Some(high), _) => format!("at most {high}"),
            (None, None, _) if self.kind == ClaimKind::Order => "each above the one before".to_string(),
            (None, None, _) => "as published".to_string(),
        };
        let rows = self.rows.len();
        match self.least.filter(|_| matches!(self.kind, ClaimKind::Count | ClaimKind::Exact)) {
            Some(least) => {
                let none = if self.none_outside { ", and outside in none" } else { "" };
                format!("{bounds}, in {least} of {rows} or more{none}")
            }
            None => bounds,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(kind: ClaimKind, low: Option<f64>, high: Option<f64>) -> Claim {
        let rows = vec![RunKey::new("a".to_string(), None)];
        let (id, text) = ("X".to_string(), String::new());
        Claim {
            id,
            text,
            kind,
            rows,
            than: Vec::new(),
            low,
            high,
            within: None,
            least: None,
            none_outside: false,
            second: false,
            fitted: None,
            reason: None,
            because: None,
            profile: None,
        }
    }

    #[test]
    fn claims_that_make_no_sense_are_refused() {
        let refused = |claim: Claim| claim.check(|_| None).expect_err("refused").0;
        assert!(refused(claim(ClaimKind::Inside, None, None)).contains("needs"));
        assert!(refused(claim(ClaimKind::Inside, Some(1.0), Some(0.5))).contains("empty"));
        assert!(refused(claim(ClaimKind::Order, None, None)).contains("too few"));
        assert!(refused(claim(ClaimKind::Exact, None, None)).contains("no published number"));
        assert!(refused(claim(ClaimKind::Differs, Some(0.0), None)).contains("than"));
        assert!(refused(claim(ClaimKind::Count, Some(0.0), None)).contains("least"));
        assert!("between".parse::<ClaimKind>().is_err_and(|error| error.0.contains("inside")));
    }
}
