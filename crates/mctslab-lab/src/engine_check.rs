//! An engine, examined.

use mctslab_page::{BOLD, table};
use mctslab_registry::{Finding, RegistryError};
use serde_json::{Value, json};

use crate::lab::Lab;

/// An engine that is to be examined.
#[derive(Clone, Copy, Debug)]
pub struct EngineRequest<'a> {
    /// The command that starts it.
    pub command: &'a str,
    /// The protocol that it speaks.
    pub protocol: &'a str,
    /// Milliseconds that it is given for a move.
    pub movetime: Option<u64>,
    /// Its own options: `name=value;name=value`.
    pub options: &'a str,
    /// The game that it plays.
    pub game: &'a str,
    /// How many games it is to play.
    pub games: u64,
}

impl EngineRequest<'_> {
    /// The engine as an agent.
    fn agent(&self) -> String {
        let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        let movetime = self.movetime.map_or(String::new(), |millis| format!(",movetime={millis}"));
        let (command, options) = (quoted(self.command), quoted(self.options));
        format!("process(cmd=\"{command}\",protocol={}{movetime},options=\"{options}\")", self.protocol)
    }
}

/// What was found of an engine.
pub struct EngineCheckDocument<'a> {
    request: EngineRequest<'a>,
    game: String,
    /// The game's spec without what is as by default.
    name: String,
    findings: Vec<Finding>,
}

impl Lab {
    /// Examines an engine: handshake, timing, legality, bad input.
    pub fn check_engine<'a>(
        &self,
        request: EngineRequest<'a>,
        seed: u64,
    ) -> Result<EngineCheckDocument<'a>, RegistryError> {
        let game = self.catalog().game(request.game)?;
        let findings = game.check_engine(&request.agent(), request.games, seed)?;
        let name = self.catalog().short_game(game.spec());
        Ok(EngineCheckDocument { request, game: game.spec().to_string(), name, findings })
    }
}

impl EngineCheckDocument<'_> {
    fn failed(&self) -> usize {
        self.findings.iter().filter(|finding| finding.passed == Some(false)).count()
    }

    /// How many checks failed, if any did.
    pub fn failure(&self) -> Option<String> {
        let failed = self.failed();
        (failed > 0).then(|| format!("{failed} of {} checks failed", self.findings.len()))
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let row = |found: &Finding| json!({"check": found.what, "passed": found.passed, "detail": found.detail});
        let rows: Vec<Value> = self.findings.iter().map(row).collect();
        let EngineRequest { command, protocol, .. } = self.request;
        let passed = self.failed() == 0;
        json!({"command": command, "protocol": protocol, "game": self.game, "passed": passed, "checks": rows})
    }

    /// For people.
    pub fn text(&self) -> String {
        let rows = self.findings.iter().map(|finding| {
            let verdict = finding.passed.map_or("–", |passed| if passed { "ok" } else { "FAILED" });
            vec![finding.what.to_string(), verdict.to_string(), finding.detail.clone()]
        });
        let EngineRequest { command, protocol, .. } = self.request;
        let heading = format!("{BOLD}{command}{BOLD:#}  {protocol}, {}\n\n", self.name);
        heading + &table(&[("check", false), ("verdict", false), ("seen", false)], rows.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_with_quotes_is_one_option_of_an_agent() {
        let request = EngineRequest {
            command: r#"a "b" \c"#,
            protocol: "gtp",
            movetime: Some(5),
            options: "",
            game: "",
            games: 1,
        };
        assert_eq!(request.agent(), r#"process(cmd="a \"b\" \\c",protocol=gtp,movetime=5,options="")"#);
    }
}
