//! Draws a [`View`] in the terminal.

use anstyle::{AnsiColor, Style};
use mctslab_core::view::{self, Ink};
use mctslab_core::{Player, View};

use crate::terminal::DIM;

/// The colour of a player's pieces.
pub fn colour(player: Player) -> Style {
    const COLOURS: [AnsiColor; 4] = [AnsiColor::Cyan, AnsiColor::Yellow, AnsiColor::Magenta, AnsiColor::Green];
    COLOURS[player.index() % COLOURS.len()].on_default().bold()
}

/// The board as lines of text with colours. The last move stands in brackets.
pub fn draw(view: &View) -> String {
    view::draw(view, &|ink, text| {
        let style = match ink {
            Ink::Faint => DIM,
            Ink::Piece(player) => colour(player),
            Ink::Plain => Style::new(),
        };
        format!("{style}{text}{style:#}")
    })
}
