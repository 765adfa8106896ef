//! The agent that ratings are relative to.

use thiserror::Error;

/// An agent whose rating is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// Which agent.
    pub agent: usize,
    /// Its rating.
    pub elo: f64,
}

impl Anchor {
    /// Reads `AGENT` or `AGENT=ELO` where an agent is given as it was typed, or by its number in
    /// the list, from 1.
    ///
    /// ```
    /// # use mctslab_lab::Anchor;
    /// let names = ["random", "uct(iters=5)"].map(str::to_string);
    /// let read = |text: &str| Anchor::parse(text, &names).expect("an anchor");
    /// assert_eq!(read("uct(iters=5)=1500"), Anchor { agent: 1, elo: 1500.0 });
    /// assert_eq!((read("1"), read("random")), (Anchor { agent: 0, elo: 0.0 }, Anchor { agent: 0, elo: 0.0 }));
    /// ```
    pub fn parse(text: &str, names: &[String]) -> Result<Anchor, AnchorError> {
        Anchor::find(text, names, |text, agent| names[agent] == text)
    }

    /// The same where `is` says whether a text means an agent.
    pub(crate) fn find(text: &str, names: &[String], is: impl Fn(&str, usize) -> bool) -> Result<Anchor, AnchorError> {
        let with_elo = text.rsplit_once('=').and_then(|(name, elo)| Some((name, elo.parse::<f64>().ok()?)));
        let readings = [Some((text, 0.0)), with_elo];
        for (name, elo) in readings.into_iter().flatten().filter(|(_, elo)| elo.is_finite()) {
            let named: Vec<usize> = (0..names.len()).filter(|&agent| is(name, agent)).collect();
            match (named.as_slice(), name.parse::<usize>()) {
                (&[agent], _) => return Ok(Anchor { agent, elo }),
                ([], Ok(number)) if (1..=names.len()).contains(&number) => {
                    return Ok(Anchor { agent: number - 1, elo });
                }
                ([], _) => {}
                _ => return Err(AnchorError::Several { name: name.to_string(), count: names.len() }),
            }
        }
        let agents: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        Err(AnchorError::Unknown { text: text.to_string(), agents: agents.join(", "), count: names.len() })
    }
}

/// Why a text is no anchor.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnchorError {
    /// Several agents have that name.
    #[error("several agents are `{name}`: give its number, 1 to {count}")]
    Several {
        /// The name.
        name: String,
        /// How many agents there are.
        count: usize,
    },
    /// No agent has that name or number.
    #[error(
        "no agent `{text}` to anchor ratings at: expected AGENT or AGENT=ELO, with one of {agents} or its number, 1 to {count}"
    )]
    Unknown {
        /// What was found.
        text: String,
        /// The agents there are.
        agents: String,
        /// How many.
        count: usize,
    },
}
