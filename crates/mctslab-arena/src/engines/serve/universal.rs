//! Serving in UGI, UAI and UCI.
//!
//! `query p1turn`, `query gameover` and `query result` are answered with `response …`, for any
//! number of players (`p3turn`, `p3win`). A position that cannot be read is reported in an `info
//! string` and answered with `bestmove 0000`, as a finished game is.
//!
//! While the agent thinks there is an `info` line at least every second: milliseconds, nodes (in
//! the agent's unit: iterations or nodes), and, if the agent reports them, the visits and the value
//! of its move, the value once more as `score cp`, which is 400 · log10(value / (1 - value)), and
//! the expected line of play.

use crate::engines::refusal::RefusedCommand;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use mctslab_core::text::quote;
use mctslab_core::{Clocks, Failure, SearchReport};

use super::desk::{Desk, SearchNews};
use super::thinker::ServedLimits;
use super::{Event, Reaction, Serve};
use crate::engines::Protocol;

/// The serving side of the protocol.
pub(crate) struct UniversalServer<'a> {
    desk: Desk<'a>,
    protocol: Protocol,
    /// Why there is no position to search.
    bad: Option<String>,
    /// The latest report of the present search, and the time at which it was sent.
    seen: Option<SearchReport>,
    said: Instant,
    /// Whether `quit` was received while an answer is still owed.
    leaving: bool,
}

/// The longest silence while the agent thinks.
const MAX_SILENCE: Duration = Duration::from_millis(900);

impl<'a> UniversalServer<'a> {
    pub(crate) fn new(desk: Desk<'a>, protocol: Protocol) -> UniversalServer<'a> {
        UniversalServer { desk, protocol, bad: None, seen: None, said: Instant::now(), leaving: false }
    }

    fn introduce(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "id name mctslab {} {}", env!("CARGO_PKG_VERSION"), self.desk.service.agent)?;
        writeln!(out, "id author the authors of mctslab")?;
        writeln!(out, "option name Seed type string default {}", self.desk.service.seed)?;
        if let Some(variant) = self.desk.service.dialect.variant() {
            writeln!(out, "option name UCI_Variant type combo default {variant} var {variant}")?;
        }
        writeln!(out, "{}ok", self.protocol.name())
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), RefusedCommand> {
        let value_at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let name = words.get(1..value_at).unwrap_or_default().join(" ");
        let value = words.get(value_at + 1..).unwrap_or_default().join(" ");
        let variant = self.desk.service.dialect.variant();
        if words.first() == Some(&"name") && name.eq_ignore_ascii_case("seed") {
            self.desk.seed = value.parse().map_err(|_| format!("Seed is {}, expected a number", quote(&value)))?;
            return Ok(());
        }
        if let Some(variant) = variant.filter(|_| name.eq_ignore_ascii_case("uci_variant")) {
            let wrong = || format!("UCI_Variant is {}, and `{variant}` is all there is", quote(&value)).into();
            return (value == variant).then_some(()).ok_or_else(wrong);
        }
        Err(format!("no option {}", quote(&name)).into())
    }

    fn set_position(&mut self, words: &[&str]) -> Result<(), RefusedCommand> {
        let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (place, moves) = words.split_at(moves_at);
        let start = match place {
            ["startpos"] => None,
            ["fen", rest @ ..] if self.desk.service.dialect.has_positions() => Some(rest.join(" ")),
            ["fen", ..] => return Err("positions are read as `startpos moves …` only".into()),
            _ => return Err("expected `position startpos|fen … [moves …]`".into()),
        };
        self.desk.set(start.as_deref()).map_err(|error| error.to_string())?;
        for mv in moves.iter().skip(1) {
            self.desk.play(mv).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    fn go(&mut self, words: &[&str], out: &mut dyn Write) -> io::Result<()> {
        if self.desk.thinking() {
            return writeln!(out, "info string already thinking");
        }
        let Some(seat) = self.desk.turn().filter(|_| self.bad.is_none()) else {
            let reason = self.bad.as_deref().unwrap_or("the game is over");
            writeln!(out, "info string no move: {reason}")?;
            return writeln!(out, "bestmove 0000");
        };
        let number = |key: &str| words.iter().skip_while(|&&word| word != key).nth(1)?.parse::<i64>().ok();
        let count = |key: &str| number(key).filter(|&count| count > 0).map(|count| count as u64);
        let depth = count("depth").map(|plies| u32::try_from(plies).unwrap_or(u32::MAX));
        let millis = |key: String| number(&key).map(|left| Duration::from_millis(left.max(0) as u64));
        let sides = (0..self.desk.service.dialect.players()).map(|seat| self.protocol.side(seat));
        let left: Vec<Option<Duration>> = sides.map(|side| millis(side + "time")).collect();
        let increment = millis(self.protocol.side(seat) + "inc").unwrap_or_default();
        let clocks = left[seat].map(|own| Clocks {
            left: left.iter().map(|left| left.unwrap_or(own)).collect(),
            increment,
            seat,
        });
        let time = count("movetime").map(Duration::from_millis);
        (self.seen, self.said) = (None, Instant::now());
        self.desk.think(ServedLimits { time, iterations: count("nodes"), depth, clocks }, words.contains(&"infinite"));
        Ok(())
    }

    /// Sends an `info` line about the running search.
    fn inform(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.said = Instant::now();
        let size = self.seen.as_ref().map_or(0, |report| report.iterations);
        let mut line = format!("info time {} nodes {size}", self.desk.elapsed().as_millis());
        if let Some(report) = self.seen.as_ref().filter(|report| !report.line.is_empty()) {
            if let Some(best) = report.moves.iter().find(|mv| mv.text == report.line[0]) {
                let _ = write!(line, " visits {}", best.visits);
                if let Some(value) = best.proven.or(best.value) {
                    let _ = write!(line, " value {value:.3} score cp {:.0}", centipawns(value));
                }
            }
            line += " pv";
            let mut state = Arc::clone(self.desk.state());
            for mv in &report.line {
                let _ = write!(line, " {}", self.desk.service.dialect.write(mv, &state.text()));
                let Ok(next) = state.play(mv) else { break };
                state = next;
            }
        }
        writeln!(out, "{line}")
    }

    fn best(&self, outcome: Result<String, Failure>, out: &mut dyn Write) -> io::Result<()> {
        match outcome {
            Ok(mv) => writeln!(out, "bestmove {}", self.desk.write(&mv)),
            Err(failure) => {
                writeln!(out, "info string no move: {}", failure.message.replace('\n', " "))?;
                writeln!(out, "bestmove 0000")
            }
        }
    }

    fn query(&self, what: Option<&&str>, out: &mut dyn Write) -> io::Result<()> {
        let turn = self.desk.turn();
        let seat = |word: &str| word.strip_prefix('p')?.strip_suffix("turn")?.parse::<usize>().ok();
        match what {
            Some(&"gameover") => writeln!(out, "response {}", turn.is_none()),
            Some(&"result") => writeln!(out, "response {}", self.result()),
            Some(word) if seat(word).is_some() => {
                writeln!(out, "response {}", turn.map(|turn| turn + 1) == seat(word))
            }
            _ => writeln!(out, "info string expected `query p1turn|gameover|result`"),
        }
    }

    fn result(&self) -> String {
        let Some(payoffs) = self.desk.state().payoffs() else { return "none".to_string() };
        let best = payoffs.iter().copied().fold(f64::MIN, f64::max);
        let mut first = (1..).zip(&payoffs).filter(|&(_, &payoff)| payoff == best).map(|(player, _)| player);
        match (first.next(), first.next()) {
            (Some(player), None) => format!("p{player}win"),
            _ => "draw".to_string(),
        }
    }
}

impl Serve for UniversalServer<'_> {
    fn line(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Reaction> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Ok(Reaction::More) };
        let name = self.protocol.name();
        match command {
            // A script that sends `stop` and `quit` together still gets its move.
            "quit" if self.desk.stopping() => self.leaving = true,
            "quit" => return Ok(Reaction::Quit),
            "isready" => writeln!(out, "readyok")?,
            "stop" => self.desk.stop(),
            "go" => self.go(rest, out)?,
            "query" => self.query(rest.first(), out)?,
            _ if command == name => self.introduce(out)?,
            "position" | "setoption" if self.desk.thinking() => {
                writeln!(out, "info string `{command}` is ignored during a search")?;
            }
            "position" => {
                self.bad = self.set_position(rest).err().map(|refused| refused.0);
                if let Some(reason) = &self.bad {
                    writeln!(out, "info string bad position: {reason}")?;
                }
            }
            "setoption" => {
                if let Err(reason) = self.set_option(rest) {
                    writeln!(out, "info string {reason}")?;
                }
            }
            _ if command.strip_suffix("newgame") == Some(name) => {
                self.desk.abandon();
                self.desk.new_game();
                self.bad = None;
            }
            // Commands that clients may send and that have no meaning here.
            "debug" | "ponderhit" | "register" => {}
            _ => writeln!(out, "info string unknown command {}", quote(command))?,
        }
        Ok(Reaction::More)
    }

    fn event(&mut self, event: Event, out: &mut dyn Write) -> io::Result<Reaction> {
        match self.desk.found(event) {
            Some(SearchNews::SoFar(report)) => {
                self.seen = Some(report);
                self.inform(out)?;
            }
            Some(SearchNews::AtLast(outcome)) => {
                let best = outcome.map(|report| {
                    let best = report.best.clone();
                    self.seen = Some(report);
                    best
                });
                self.inform(out)?;
                self.desk.done();
                self.best(best, out)?;
            }
            None => {}
        }
        Ok(if self.leaving && !self.desk.thinking() { Reaction::Quit } else { Reaction::More })
    }

    fn tick(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.desk.thinking() && self.said.elapsed() >= MAX_SILENCE { self.inform(out) } else { Ok(()) }
    }

    fn busy(&self) -> bool {
        self.desk.thinking()
    }

    fn desk(&self) -> &Desk<'_> {
        &self.desk
    }
}

/// A payoff in the centipawns of other programs.
fn centipawns(value: f64) -> f64 {
    (400.0 * libm::log10(value / (1.0 - value))).clamp(-10_000.0, 10_000.0)
}
