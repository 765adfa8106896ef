//! The one number of a run, by which it stands beside other runs of its kind.

/// What a run measured: a score, or a number of iterations.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyNumber {
    /// The game, with those of its options that are not as usual.
    pub game: String,
    /// What it is the value of: an agent, or two against each other.
    pub player: String,
    /// What it counts, as the label of an axis.
    pub what: String,
    /// The value; `None` if it is not known.
    pub value: Option<f64>,
    /// Lower end of the 95 % interval; `None` if it is open.
    pub low: Option<f64>,
    /// Upper end; `None` if it is open.
    pub high: Option<f64>,
    /// The value as people read it, or why there is none.
    pub text: String,
    /// The interval as people read it; empty if there is none.
    pub interval: String,
    /// The value at which two sides are even, if there is one; else equal ratios are equally far
    /// apart.
    pub even: Option<f64>,
}

impl KeyNumber {
    /// Value and interval: `47 (42 to 52)`.
    pub fn words(&self) -> String {
        if self.interval.is_empty() { self.text.clone() } else { format!("{} ({})", self.text, self.interval) }
    }
}
