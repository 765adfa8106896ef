//! Asking in UGI, UAI and UCI, which share `position`, `go` and `bestmove`.
//!
//! Before every question the program is asked whether it is ready, and all its output before that
//! answer is dropped: neither a second answer to the last question nor a late one can be mistaken
//! for the answer to the next.

use std::fmt::Write;
use std::time::{Duration, Instant};

use mctslab_core::text::quote;
use mctslab_core::{Clocks, Failure, Fault};

use super::program::{Limits, Program, ProgramAnswer, ProgramSettings, Question, Talk};
use super::{Dialect, Protocol};

/// The commands that ask a program to end.
pub(super) const FAREWELL: &[&str] = &["stop", "quit"];

/// A program that is ready.
pub(super) struct Universal {
    program: Program,
    protocol: Protocol,
    start_timeout: Duration,
    options: Vec<Offer>,
}

/// An option that a program offers.
struct Offer {
    name: String,
    /// Its declaration as sent.
    line: String,
}

impl Universal {
    pub(super) fn start(settings: &ProgramSettings, dialect: &Dialect) -> Result<Universal, Failure> {
        let protocol = dialect.protocol();
        let program = Program::start(settings, protocol)?;
        let deadline = Instant::now() + settings.start_timeout;
        let start_timeout = settings.start_timeout;
        let mut universal = Universal { program, protocol, start_timeout, options: Vec::new() };
        universal.introduce(deadline)?;
        for (name, value) in &settings.options {
            universal.set(name, value)?;
        }
        // Setting an option may have added variants, as loading a file of them does; a second
        // introduction names them.
        if !universal.offers_variant(dialect) && !settings.options.is_empty() {
            universal.introduce(deadline)?;
        }
        universal.choose_variant(dialect)?;
        universal.sync(deadline, true)?;
        Ok(universal)
    }

    /// Asks the program for its name and its options.
    fn introduce(&mut self, deadline: Instant) -> Result<(), Failure> {
        let (name, done) = (self.protocol.name(), format!("{}ok", self.protocol.name()));
        self.program.child.send(name);
        let mut options = Vec::new();
        let awaited = format!("`{done}` (a program that only reads moves and writes moves needs `protocol=lines`)");
        self.program.wait(deadline, true, &awaited, |line| {
            options.extend(offer(line));
            (line.trim() == done).then_some(())
        })?;
        self.options = options;
        Ok(())
    }

    /// The variants that the program offers.
    fn variants(&self) -> Vec<&str> {
        let offered = self.find("UCI_Variant").map(|offer| offer.line.split(" var ").skip(1).map(str::trim).collect());
        offered.unwrap_or_default()
    }

    fn offers_variant(&self, dialect: &Dialect) -> bool {
        dialect.variant().is_none_or(|variant| self.variants().contains(&variant))
    }

    /// Sets the variant; an error if the program does not know it: it would play chess without a
    /// warning.
    fn choose_variant(&self, dialect: &Dialect) -> Result<(), Failure> {
        let Some(variant) = dialect.variant() else { return Ok(()) };
        if !self.offers_variant(dialect) {
            let offered = self.variants();
            let all = if offered.is_empty() { "none".to_string() } else { offered.join(", ") };
            let what = format!(
                "does not offer `{variant}` as UCI_Variant, but: {}; a program may have to load a file of variants first, by an argument \
                 or an option of the agent `process`",
                quote(&all)
            );
            return Err(self.program.failure(Fault::NoStart, &what));
        }
        self.set("UCI_Variant", variant)
    }

    fn find(&self, name: &str) -> Option<&Offer> {
        self.options.iter().find(|offer| offer.name.eq_ignore_ascii_case(name))
    }

    fn set(&self, name: &str, value: &str) -> Result<(), Failure> {
        let Some(offer) = self.find(name) else {
            let names: Vec<&str> = self.options.iter().map(|offer| offer.name.as_str()).collect();
            let what = format!("has no option {}; it offers: {}", quote(name), names.join(", "));
            return Err(self.program.failure(Fault::NoStart, &what));
        };
        self.program.child.send(&format!("setoption name {} value {value}", offer.name));
        Ok(())
    }

    fn sync(&self, deadline: Instant, starting: bool) -> Result<(), Failure> {
        self.program.child.send("isready");
        self.program.wait(deadline, starting, "`readyok`", |line| (line.trim() == "readyok").then_some(()))
    }

    fn go(&self, limits: Limits, clocks: Option<&Clocks>) -> String {
        let mut words = String::from("go");
        for (name, value) in [("movetime", limits.movetime), ("nodes", limits.nodes), ("depth", limits.depth)] {
            if let Some(value) = value {
                let _ = write!(words, " {name} {value}");
            }
        }
        if let Some(clocks) = clocks {
            for (seat, left) in clocks.left.iter().enumerate() {
                let side = self.protocol.side(seat);
                let _ = write!(words, " {side}time {} {side}inc {}", left.as_millis(), clocks.increment.as_millis());
            }
        }
        words
    }
}

impl Talk for Universal {
    fn new_game(&mut self, seed: u64) -> Result<(), Failure> {
        if self.find("Seed").is_some() {
            self.set("Seed", &seed.to_string())?;
        }
        self.program.child.send(&format!("{}newgame", self.protocol.name()));
        self.sync(Instant::now() + self.start_timeout, false)
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<ProgramAnswer, Failure> {
        self.sync(question.deadline, false)?;
        let mut position =
            question.start.as_ref().map_or("position startpos".to_string(), |s| format!("position fen {s}"));
        if !question.moves.is_empty() {
            position += " moves";
            for (_, mv) in &question.moves {
                position.push(' ');
                position += mv;
            }
        }
        self.program.child.send(&position);
        self.program.child.send(&self.go(question.limits, question.clocks));
        let mut nodes = 0;
        let text = self.program.wait_for_move(question, Some("stop"), "`bestmove`", |line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => nodes = number_after("nodes", line).unwrap_or(nodes),
                Some("bestmove") => return Some(words.next().unwrap_or_default().to_string()),
                _ => {}
            }
            None
        });
        let text = text.map_err(|mut failure| {
            if failure.kind == Fault::TimeOut && question.limits == Limits::default() && question.clocks.is_none() {
                failure.message += "; it was given no limit: say `movetime`, `nodes` or `depth`";
            }
            failure
        })?;
        Ok(ProgramAnswer { text, nodes })
    }
}

/// `option name NAME type …`.
fn offer(line: &str) -> Option<Offer> {
    let rest = line.trim().strip_prefix("option name ")?;
    let name = rest.split(" type ").next()?.trim().to_string();
    Some(Offer { name, line: line.to_string() })
}

fn number_after(key: &str, line: &str) -> Option<u64> {
    line.split_whitespace().skip_while(|&word| word != key).nth(1)?.parse().ok()
}
