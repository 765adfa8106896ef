//! `mctslab play GAME`: a game against an agent in the terminal.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, Write};

use anyhow::Context;
use mctslab_core::Player;
use mctslab_core::rng::mix;
use mctslab_registry::{SearchReport, Session, short_game};

use crate::board::{colour, draw};
use crate::cli::{Options, PlayArgs};
use crate::commands::search::thoughts;
use crate::output::{BOLD, DIM, Usage, emit};

const HELP: &str = "\
type a move, or
  hint      what the machine would play in your place, and why
  thoughts  what the machine thought at its last move
  moves     all legal moves
  undo      take your last move back
  position  the position as text
  resign    give the game up
  quit      leave
";

pub(crate) fn run(args: &PlayArgs, options: &Options) -> anyhow::Result<()> {
    let game = mctslab_registry::game(&args.game)?;
    if args.seat >= game.players() {
        let message =
            format!("--seat {} is not a seat of `{}`: give 0 to {}", args.seat, args.game, game.players() - 1);
        return Err(Usage(message).into());
    }
    let mut session = game.session(args.position.as_deref())?;
    let seed = options.typed_seed.unwrap_or_else(fresh_seed);
    for seat in 0..game.players() {
        session.invite(&args.against, mix(&[seed, seat as u64]))?;
    }
    let mut table = Table { session: &mut *session, seat: args.seat, last: None };
    let opponents = if game.players() == 1 { String::new() } else { format!(" against {}", args.against) };
    let again = format!("{DIM}seed {seed}: `--seed {seed}` repeats the machine's choices{DIM:#}");
    let title = short_game(game.spec());
    emit(&format!("{BOLD}{title}{BOLD:#}{opponents}: you have seat {}.\n{again}\n{HELP}\n", args.seat))?;
    table.play()
}

/// A seed for today, short enough to be typed again.
fn fresh_seed() -> u64 {
    // The keys of a new hash table are random, which is all the chance that is needed here.
    RandomState::new().build_hasher().finish() % 1_000_000
}

/// One game between a person and agents; agent number `n` sits in seat `n`, and the one in the person's seat gives hints.
struct Table<'a> {
    session: &'a mut dyn Session,
    seat: usize,
    last: Option<SearchReport>,
}

/// What the person's line led to.
enum Turn {
    /// The position is another one.
    Moved,
    /// The same position again.
    Again,
    /// The end of the conversation.
    Left,
}

impl Table<'_> {
    fn play(&mut self) -> anyhow::Result<()> {
        self.show()?;
        while let Some(mover) = self.session.turn() {
            if mover != self.seat {
                self.machine_moves(mover)?;
                self.show()?;
                continue;
            }
            match self.person_moves()? {
                Turn::Moved => self.show()?,
                Turn::Again => {}
                Turn::Left => return Ok(()),
            }
        }
        self.result()
    }

    fn show(&self) -> anyhow::Result<()> {
        emit(&format!("{}\n", draw(&self.session.view())))
    }

    fn machine_moves(&mut self, mover: usize) -> anyhow::Result<()> {
        let report = self.session.ask(mover)?;
        self.session.play(&report.best)?;
        let value = report.moves.iter().find(|mv| mv.text == report.best).and_then(|mv| mv.value);
        let sure = value.map_or(String::new(), |value| format!(" {DIM}(expects {value:.2}){DIM:#}"));
        let style = colour(Player::new(mover));
        emit(&format!("{style}player {mover}{style:#} plays {BOLD}{}{BOLD:#}{sure}\n\n", report.best))?;
        self.last = Some(report);
        Ok(())
    }

    fn person_moves(&mut self) -> anyhow::Result<Turn> {
        let style = colour(Player::new(self.seat));
        emit(&format!("{style}your move{style:#}> "))?;
        std::io::stdout().flush()?;
        let mut line = Vec::new();
        if std::io::stdin().lock().read_until(b'\n', &mut line).context("cannot read your move")? == 0 {
            emit("\n")?;
            return Ok(Turn::Left);
        }
        let line = String::from_utf8_lossy(&line);
        let text = line.trim();
        match text.to_ascii_lowercase().as_str() {
            "" => return Ok(Turn::Again),
            "help" | "?" => emit(HELP)?,
            "hint" => match self.session.ask(self.seat) {
                Ok(report) => emit(&thoughts(&report))?,
                Err(error) => emit(&format!("No hint: {error}\n"))?,
            },
            "thoughts" => match &self.last {
                Some(report) => emit(&thoughts(report))?,
                None => emit("The machine has not moved yet.\n")?,
            },
            "moves" => emit(&format!("{}\n", self.session.legal().join(" ")))?,
            "position" => emit(&format!("{}\n", self.session.position()))?,
            "undo" => return self.undo(),
            "resign" => {
                emit("You resign. Well fought.\n")?;
                return Ok(Turn::Left);
            }
            "quit" | "exit" => return Ok(Turn::Left),
            _ => match self.session.play(text) {
                Ok(()) => return Ok(Turn::Moved),
                Err(error) => emit(&format!("{error}\n(`help` lists what else you can type)\n"))?,
            },
        }
        Ok(Turn::Again)
    }

    /// Takes moves back until the person is to move again; if that was never so, nothing is taken back.
    fn undo(&mut self) -> anyhow::Result<Turn> {
        let made = self.session.moves();
        while self.session.undo() {
            if self.session.turn() == Some(self.seat) {
                self.last = None;
                return Ok(Turn::Moved);
            }
        }
        for text in made {
            self.session.play(&text)?;
        }
        emit("There is nothing to take back.\n")?;
        Ok(Turn::Again)
    }

    fn result(&self) -> anyhow::Result<()> {
        let payoffs = self.session.payoffs();
        let mine = payoffs[self.seat];
        let better = payoffs.iter().filter(|&&payoff| payoff > mine).count();
        let equal = payoffs.iter().filter(|&&payoff| payoff == mine).count() > 1;
        let verdict = match (payoffs.len(), better, equal) {
            (1, ..) => format!("The game pays you {mine:.2}."),
            (2, 0, false) => "You win!".to_string(),
            (2, 0, true) => "A draw.".to_string(),
            (2, ..) => "You lose.".to_string(),
            (_, better, equal) => {
                let shared = if equal { ", shared" } else { "" };
                format!("You take place {}{shared}, which pays {mine:.2}.", better + 1)
            }
        };
        emit(&format!("{BOLD}{verdict}{BOLD:#} {DIM}moves: {}{DIM:#}\n", self.session.moves().join(" ")))
    }
}
