//! Answering in UGI, UAI and UCI.
//!
//! `query p1turn`, `query gameover` and `query result` are answered with `response …`, for any number of players (`p3turn`, `p3win`). A
//! position that cannot be read is told in an `info string` and answered with `bestmove 0000`, as a finished game is.

use std::io::{self, Write};
use std::time::Duration;

use mctslab_core::text::quote;
use mctslab_core::{Clocks, Failure, Game};

use super::desk::{Desk, Event};
use super::{Next, Serve};
use crate::engines::Protocol;
use crate::engines::program::Limits;
use crate::engines::universal::side;

/// The end that serves.
pub(super) struct Universal<G: Game> {
    desk: Desk<G>,
    protocol: Protocol,
    /// Why there is no position to think about.
    bad: Option<String>,
}

impl<G: Game> Universal<G> {
    pub(super) fn new(desk: Desk<G>, protocol: Protocol) -> Universal<G> {
        Universal { desk, protocol, bad: None }
    }

    fn introduce(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "id name mctslab {} {}", env!("CARGO_PKG_VERSION"), self.desk.service.agent)?;
        writeln!(out, "id author the authors of mctslab")?;
        writeln!(out, "option name Seed type string default {}", self.desk.service.seed)?;
        if self.protocol == Protocol::Uci {
            let variant = self.desk.service.dialect.variant();
            writeln!(out, "option name UCI_Variant type combo default {variant} var {variant}")?;
        }
        writeln!(out, "{}ok", self.protocol.name())
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let value_at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let name = words.get(1..value_at).unwrap_or_default().join(" ");
        let value = words.get(value_at + 1..).unwrap_or_default().join(" ");
        let variant = self.desk.service.dialect.variant();
        if words.first() == Some(&"name") && name.eq_ignore_ascii_case("seed") {
            self.desk.seed = value.parse().map_err(|_| format!("Seed is {}, expected a number", quote(&value)))?;
            return Ok(());
        }
        if self.protocol == Protocol::Uci && name.eq_ignore_ascii_case("uci_variant") {
            let wrong = || format!("UCI_Variant is {}, and `{variant}` is all there is", quote(&value));
            return (value == variant).then_some(()).ok_or_else(wrong);
        }
        Err(format!("no option {}", quote(&name)))
    }

    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (place, moves) = words.split_at(moves_at);
        let start = match place {
            ["startpos"] => None,
            ["fen", rest @ ..] if self.desk.service.dialect.has_positions() => Some(rest.join(" ")),
            ["fen", ..] => return Err("positions are read as `startpos moves …` only".to_string()),
            _ => return Err("expected `position startpos|fen … [moves …]`".to_string()),
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
        let limits = Limits { movetime: count("movetime"), nodes: count("nodes"), depth: count("depth") };
        let millis = |key: String| number(&key).map(|left| Duration::from_millis(left.max(0) as u64));
        let sides = (0..self.desk.service.dialect.players()).map(|seat| side(self.protocol, seat));
        let left: Vec<Option<Duration>> = sides.map(|side| millis(side + "time")).collect();
        let increment = millis(side(self.protocol, seat) + "inc").unwrap_or_default();
        let clocks = left[seat].map(|own| Clocks {
            left: left.iter().map(|left| left.unwrap_or(own)).collect(),
            increment,
            seat,
        });
        self.desk.think(limits, clocks);
        Ok(())
    }

    fn best(&self, outcome: Result<G::Move, Failure>, out: &mut dyn Write) -> io::Result<()> {
        match outcome {
            Ok(mv) => writeln!(out, "bestmove {}", self.desk.write(mv, &self.desk.position())),
            Err(failure) => {
                writeln!(out, "info string no move: {}", failure.message.replace('\n', " "))?;
                writeln!(out, "bestmove 0000")
            }
        }
    }

    fn stop(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !self.desk.thinking() {
            return Ok(());
        }
        self.desk.abandon();
        let mv = self.desk.quick().ok_or_else(Failure::game_over);
        self.best(mv, out)
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
        if self.desk.turn().is_some() {
            return "none".to_string();
        }
        let payoffs = self.desk.game().payoffs(self.desk.state());
        let best = payoffs.as_slice().iter().copied().fold(f64::MIN, f64::max);
        let mut first = (1..).zip(payoffs.as_slice()).filter(|&(_, &payoff)| payoff == best).map(|(player, _)| player);
        match (first.next(), first.next()) {
            (Some(player), None) => format!("p{player}win"),
            _ => "draw".to_string(),
        }
    }
}

impl<G: Game> Serve<G> for Universal<G> {
    fn line(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Next> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Ok(Next::More) };
        let name = self.protocol.name();
        match command {
            "quit" => return Ok(Next::Quit),
            "isready" => writeln!(out, "readyok")?,
            "stop" => self.stop(out)?,
            "go" => self.go(rest, out)?,
            "query" => self.query(rest.first(), out)?,
            _ if command == name => self.introduce(out)?,
            "position" | "setoption" if self.desk.thinking() => {
                writeln!(out, "info string `{command}` is of no effect while thinking")?;
            }
            "position" => {
                self.bad = self.set_position(rest).err();
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
            // What clients may say and what means nothing here.
            "debug" | "ponderhit" | "register" => {}
            _ => writeln!(out, "info string unknown command {}", quote(command))?,
        }
        Ok(Next::More)
    }

    fn event(&mut self, event: Event<G>, out: &mut dyn Write) -> io::Result<Next> {
        if let Some((outcome, iterations)) = self.desk.done(event) {
            writeln!(out, "info nodes {iterations}")?;
            self.best(outcome, out)?;
        }
        Ok(Next::More)
    }

    fn busy(&self) -> bool {
        self.desk.thinking()
    }
}
