//! Serving in GTP, version 2: `=` or `?`, the number of the command, the answer, a blank line.
//!
//! Commands are answered strictly in order: those that come in during a search wait for its end,
//! and so does `quit`.

use crate::engines::refusal::RefusedCommand;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::Duration;

use mctslab_core::Clocks;
use mctslab_core::text::quote;
use mctslab_core::view::draw;

use super::desk::{Desk, SearchNews};
use super::thinker::ServedLimits;
use super::{Event, Reaction, Serve};

const COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "showboard",
    "set_random_seed",
    "time_settings",
    "time_left",
];

/// The serving side of the protocol.
pub(crate) struct GtpServer<'a> {
    desk: Desk<'a>,
    waiting: VecDeque<String>,
    /// The number of the command whose search is running.
    number: String,
    /// The time for every move, if the client set one.
    time: Option<Duration>,
    /// Seconds left, by colour.
    left: [Option<u64>; 2],
}

/// The result of a command; `None` if the answer comes later.
type Reply = Result<Option<String>, RefusedCommand>;

impl<'a> GtpServer<'a> {
    pub(crate) fn new(desk: Desk<'a>) -> GtpServer<'a> {
        GtpServer { desk, waiting: VecDeque::new(), number: String::new(), time: None, left: [None; 2] }
    }

    fn reply(&mut self, command: &str, rest: &[&str]) -> Reply {
        let done = |text: &str| Ok(Some(text.to_string()));
        match command {
            "protocol_version" => done("2"),
            "name" => done("mctslab"),
            "version" => done(&format!("{} {}", env!("CARGO_PKG_VERSION"), self.desk.service.agent)),
            "known_command" => {
                done(if rest.first().is_some_and(|name| COMMANDS.contains(name)) { "true" } else { "false" })
            }
            "list_commands" => done(&COMMANDS.join("\n")),
            "komi" | "quit" => done(""),
            "boardsize" => self.board_size(rest),
            "clear_board" => {
                self.desk.new_game();
                done("")
            }
            "play" => self.play(rest),
            "genmove" => self.genmove(rest),
            "undo" if self.desk.undo() => done(""),
            "undo" => Err("cannot undo".into()),
            "showboard" => done(&self.board()),
            "set_random_seed" => {
                let seed = rest.first().and_then(|seed| seed.parse().ok());
                self.desk.seed = seed.ok_or("syntax error")?;
                done("")
            }
            "time_settings" => self.time_settings(rest),
            "time_left" => self.time_left(rest),
            _ => Err("unknown command".into()),
        }
    }

    /// The board in ASCII, as GTP demands.
    fn board(&self) -> String {
        let board = draw(&self.desk.state().view(), &|_, text| text.to_string());
        let ascii = board.replace('·', ".").replace('─', "-").replace('│', "|");
        let mover = self.desk.turn().map(|turn| self.desk.service.dialect.colour(&self.desk.state().text(), turn));
        let turn = mover.map_or_else(|| "the game is over".to_string(), |colour| format!("{colour} to move"));
        format!("\n{ascii}{turn}")
    }

    fn board_size(&mut self, rest: &[&str]) -> Reply {
        let wanted = rest.first().and_then(|size| size.parse::<u32>().ok()).ok_or("syntax error")?;
        if self.desk.service.dialect.board_size().is_some_and(|size| size != wanted) {
            return Err("unacceptable size".into());
        }
        self.desk.new_game();
        Ok(Some(String::new()))
    }

    /// Black or white, which must be to move.
    fn check_colour(&self, word: Option<&&str>) -> Result<(), RefusedCommand> {
        let turn = self.desk.turn().ok_or("the game is over")?;
        let colour = self.desk.service.dialect.colour(&self.desk.state().text(), turn);
        let said = word.map(|word| word.to_ascii_lowercase()).ok_or("syntax error")?;
        if said == colour || said == colour[..1] {
            return Ok(());
        }
        Err(format!("illegal move: {colour} is to move").into())
    }

    fn play(&mut self, rest: &[&str]) -> Reply {
        self.check_colour(rest.first())?;
        let mv = rest.get(1).ok_or("syntax error")?;
        self.desk.play(mv).map_err(|error| format!("illegal move: {error}"))?;
        Ok(Some(String::new()))
    }

    fn genmove(&mut self, rest: &[&str]) -> Reply {
        self.check_colour(rest.first())?;
        let seat = self.desk.turn().unwrap_or_default();
        let clocks = self.left[seat & 1].map(|own| Clocks {
            left: self.left.iter().map(|left| Duration::from_secs(left.unwrap_or(own))).collect(),
            increment: Duration::ZERO,
            seat,
        });
        self.desk.think(ServedLimits { time: self.time, clocks, ..ServedLimits::default() }, false);
        Ok(None)
    }

    /// Main time, then a time for a number of moves: without main time it is a limit per move.
    fn time_settings(&mut self, rest: &[&str]) -> Reply {
        let numbers: Option<Vec<u64>> = rest.iter().map(|word| word.parse().ok()).collect();
        let Some([main, period, moves]) = numbers.and_then(|numbers| <[u64; 3]>::try_from(numbers).ok()) else {
            return Err("syntax error".into());
        };
        let movetime = period.saturating_mul(1000).checked_div(moves).filter(|&millis| main == 0 && millis > 0);
        self.time = movetime.map(Duration::from_millis);
        self.left = [(main > 0).then_some(main); 2];
        Ok(Some(String::new()))
    }

    fn time_left(&mut self, rest: &[&str]) -> Reply {
        let [colour, left, moves] = rest else { return Err("syntax error".into()) };
        let (Ok(left), Ok(moves)) = (left.parse::<u64>(), moves.parse::<u64>()) else {
            return Err("syntax error".into());
        };
        let seat = usize::from(colour.to_ascii_lowercase().starts_with('w'));
        // The moves share the time left: the clock is set to the part of one move.
        self.left[seat] = left.checked_div(moves).or(Some(left));
        Ok(Some(String::new()))
    }

    fn obey(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Reaction> {
        let line = line.split('#').next().unwrap_or_default().replace('\t', " ");
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let numbered = words.first().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let number = if numbered { words.remove(0).to_string() } else { String::new() };
        let Some((&command, rest)) = words.split_first() else { return Ok(Reaction::More) };
        match self.reply(command, rest) {
            Ok(Some(text)) => write_reply(out, '=', &number, &text)?,
            Ok(None) => self.number = number,
            Err(reason) => write_reply(out, '?', &number, &reason.0)?,
        }
        Ok(if command == "quit" { Reaction::Quit } else { Reaction::More })
    }

    fn catch_up(&mut self, out: &mut dyn Write) -> io::Result<Reaction> {
        while !self.desk.thinking() {
            let Some(line) = self.waiting.pop_front() else { break };
            if self.obey(&line, out)? == Reaction::Quit {
                return Ok(Reaction::Quit);
            }
        }
        Ok(Reaction::More)
    }
}

fn write_reply(out: &mut dyn Write, mark: char, number: &str, text: &str) -> io::Result<()> {
    // A blank line would end the answer.
    let text = text.replace("\n\n", "\n");
    writeln!(out, "{}\n", format!("{mark}{number} {text}").trim_end())
}

impl Serve for GtpServer<'_> {
    fn line(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Reaction> {
        self.waiting.push_back(line.to_string());
        self.catch_up(out)
    }

    fn event(&mut self, event: Event, out: &mut dyn Write) -> io::Result<Reaction> {
        if let Some(SearchNews::AtLast(outcome)) = self.desk.found(event) {
            self.desk.done();
            let text = outcome.map(|report| (self.desk.write(&report.best), report.best));
            let made = text.map_err(|failure| failure.message).and_then(|(text, best)| {
                self.desk.make(&best).map_err(|error| error.to_string())?;
                Ok(text)
            });
            match made {
                Ok(text) => write_reply(out, '=', &self.number, &text)?,
                Err(message) => write_reply(out, '?', &self.number, &quote(&message))?,
            }
        }
        self.catch_up(out)
    }

    fn busy(&self) -> bool {
        self.desk.thinking() || !self.waiting.is_empty()
    }

    fn desk(&self) -> &Desk<'_> {
        &self.desk
    }
}
