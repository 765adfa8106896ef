//! `mctslab play GAME`: a game against an agent in the terminal. Ctrl-C while the machine thinks
//! makes it play what it has found so far.

use std::io::{BufRead, IsTerminal};

use anyhow::Context;
use console::{Key, Term, colors_enabled, strip_ansi_codes};
use mctslab_lab::arena::interrupt;
use mctslab_lab::registry::SearchBudget;
use mctslab_lab::{Answer, Conversation, LineEditor, LineKey, TypedLine, best_agent, bot_spec};

use crate::cli::{Options, PlayArgs};
use crate::lab::lab;
use crate::output::{BOLD, DIM, emit};

const CTRL_C: &str = "Ctrl-C while the machine thinks makes it play the best move found so far.\n";

pub(crate) fn run(args: &PlayArgs, options: &Options) -> anyhow::Result<()> {
    let game = lab().game(&args.game)?;
    let (players, seat) = (game.players(), args.seat);
    let seed = options.typed_seed.unwrap_or_else(Conversation::fresh_seed);
    let against = args.bot.as_deref().map(bot_spec).or_else(|| args.against.clone());
    let against = against.unwrap_or_else(|| best_agent(&*game));
    let mut talk = Conversation::new(&*game, args.position.as_deref(), seat, &against, seed)?;
    let opponents = if players == 1 { String::new() } else { format!(" against {against}") };
    let again = format!("{DIM}seed {seed}: `--seed {seed}` repeats the machine's choices{DIM:#}");
    let title = lab().catalog().short_game(game.spec());
    emit(&format!("{BOLD}{title}{BOLD:#}{opponents}: {}.\n{again}\n{}\n", talk.role(), help()))?;
    emit(&talk.board())?;
    let mut editor = LineEditor::default();
    while let Some(mover) = talk.turn() {
        if mover != seat {
            emit(&stoppable(|budget| talk.machine_moves(mover, budget))?)?;
            emit(&talk.board())?;
            continue;
        }
        let Some(line) = typed(&talk.prompt(), &mut editor).context("cannot read your move")? else {
            return emit("\n");
        };
        match stoppable(|budget| talk.answer(&line, budget))? {
            Answer::Moved => emit(&talk.board())?,
            Answer::Said(text) => emit(&text)?,
            Answer::Help => emit(&help())?,
            Answer::Left(text) => return emit(&text),
        }
    }
    emit(&talk.result())
}

/// What the person types: with editing on a terminal, line by line elsewhere; `None` at the end.
fn typed(prompt: &str, editor: &mut LineEditor) -> anyhow::Result<Option<String>> {
    let terminal = Term::stdout();
    if !terminal.is_term() || !std::io::stdin().is_terminal() {
        emit(prompt)?;
        let mut line = Vec::new();
        let read = std::io::stdin().lock().read_until(b'\n', &mut line)?;
        return Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()));
    }
    // What moves the cursor is needed also where no colours are wanted.
    let prompt = if colors_enabled() { prompt.into() } else { strip_ansi_codes(prompt) };
    loop {
        terminal.write_str(&editor.drawn(&prompt))?;
        let key = match terminal.read_key_raw()? {
            Key::Char(letter) => LineKey::Char(letter),
            Key::ArrowLeft => LineKey::Left,
            Key::ArrowRight => LineKey::Right,
            Key::ArrowUp => LineKey::Up,
            Key::ArrowDown => LineKey::Down,
            Key::Home => LineKey::Home,
            Key::End => LineKey::End,
            Key::Backspace => LineKey::Backspace,
            Key::Del => LineKey::Delete,
            Key::Enter => LineKey::Enter,
            Key::CtrlC => return Ok(None),
            _ => continue,
        };
        match editor.press(key) {
            TypedLine::Open => {}
            TypedLine::Over => return Ok(None),
            TypedLine::Entered(line) => return emit("\n").map(|()| Some(line)),
        }
    }
}

fn help() -> String {
    [Conversation::WORDS, CTRL_C].concat()
}

/// Does something with a budget that Ctrl-C ends.
fn stoppable<T>(work: impl FnOnce(SearchBudget<'_>) -> T) -> T {
    interrupt::stoppable(|stop| work(SearchBudget { stop: Some(stop), ..SearchBudget::default() }))
}
