//! `mctslab play GAME`: a game against an agent in the terminal. Ctrl-C while the machine thinks
//! makes it play what it has found so far.

use std::io::{BufRead, Write};

use anyhow::Context;
use mctslab_lab::arena::interrupt;
use mctslab_lab::registry::SearchBudget;
use mctslab_lab::{Answer, Conversation};

use crate::cli::{Options, PlayArgs};
use crate::lab::lab;
use crate::output::{BOLD, DIM, emit};

const CTRL_C: &str = "Ctrl-C while the machine thinks makes it play the best move found so far.\n";

pub(crate) fn run(args: &PlayArgs, options: &Options) -> anyhow::Result<()> {
    let game = lab().game(&args.game)?;
    let (players, seat) = (game.players(), args.seat);
    let seed = options.typed_seed.unwrap_or_else(Conversation::fresh_seed);
    let mut talk = Conversation::new(&*game, args.position.as_deref(), seat, &args.against, seed)?;
    let opponents = if players == 1 { String::new() } else { format!(" against {}", args.against) };
    let again = format!("{DIM}seed {seed}: `--seed {seed}` repeats the machine's choices{DIM:#}");
    let title = lab().catalog().short_game(game.spec());
    emit(&format!(
        "{BOLD}{title}{BOLD:#}{opponents}: you have seat {seat} (seat 0 moves first).\n{again}\n{}\n",
        help()
    ))?;
    emit(&talk.board())?;
    while let Some(mover) = talk.turn() {
        if mover != seat {
            emit(&stoppable(|budget| talk.machine_moves(mover, budget))?)?;
            emit(&talk.board())?;
            continue;
        }
        emit(&talk.prompt())?;
        std::io::stdout().flush()?;
        let mut line = Vec::new();
        if std::io::stdin().lock().read_until(b'\n', &mut line).context("cannot read your move")? == 0 {
            return emit("\n");
        }
        match stoppable(|budget| talk.answer(&String::from_utf8_lossy(&line), budget))? {
            Answer::Moved => emit(&talk.board())?,
            Answer::Said(text) => emit(&text)?,
            Answer::Help => emit(&help())?,
            Answer::Left(text) => return emit(&text),
        }
    }
    emit(&talk.result())
}

fn help() -> String {
    [Conversation::WORDS, CTRL_C].concat()
}

/// Does something with a budget that Ctrl-C ends.
fn stoppable<T>(work: impl FnOnce(SearchBudget<'_>) -> T) -> T {
    interrupt::stoppable(|stop| work(SearchBudget { stop: Some(stop), ..SearchBudget::default() }))
}
