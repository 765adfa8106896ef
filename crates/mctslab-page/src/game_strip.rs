//! A game as a strip of boards.

use maud::{Markup, html};
use mctslab_core::View;

use crate::boards::Boards;
use crate::page::nothing;

/// From a long game so many positions are kept at its start …
const OPENING: u32 = 60;
/// … and so many at its end.
const ENDING: u32 = 40;

/// A position of a replay.
#[derive(Clone, Debug)]
pub struct ReplayFrame {
    /// How many moves led to it, those of the opening aside.
    pub ply: u32,
    /// The last of them; `None` at the start.
    pub mv: Option<String>,
    /// The seat that made it.
    pub seat: Option<usize>,
    /// The board.
    pub view: View,
}

/// A game to be shown.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Its number.
    pub number: u64,
    /// What is said of it, in plain text: who sat where, how it ended.
    pub title: String,
    /// Who sat where, by seat.
    pub players: Vec<String>,
    /// Remarks in plain text.
    pub remarks: Vec<String>,
    /// The positions that are shown.
    pub frames: Vec<ReplayFrame>,
}

impl Replay {
    /// Whether the position after `ply` of `plies` moves is shown: all of them, unless there are
    /// too many.
    pub fn shows(ply: u32, plies: u32) -> bool {
        plies <= OPENING + ENDING || ply <= OPENING || ply + ENDING > plies
    }

    /// What links point to.
    pub fn id(&self) -> String {
        format!("game-{}", self.number)
    }

    /// The replay as HTML.
    pub fn html(&self, boards: &mut Boards) -> Markup {
        // What is said of every position is said once.
        let common = |note: &&String| self.frames.iter().all(|frame| frame.view.notes.contains(note));
        let notes: Vec<&String> =
            self.frames.first().iter().flat_map(|frame| &frame.view.notes).filter(common).collect();
        let plies_before = [None].into_iter().chain(self.frames.iter().map(|frame| Some(frame.ply)));
        html! {
            article id=(self.id()) {
                h3 { (self.title) }
                p {
                    @for (seat, player) in self.players.iter().enumerate() {
                        (swatch(seat)) (player) " \u{2002}"
                    }
                }
                @for remark in &self.remarks { p { (remark) } }
                @for note in &notes { p class="note" { (note) } }
                div class="strip" tabindex="0" role="region" aria-label={ "moves of game " (self.number) } {
                    @for (before, frame) in plies_before.zip(&self.frames) {
                        @if let Some(gap) = gap(before, frame.ply) {
                            div class="gap" { (gap) " moves left out" }
                        }
                        (frame_html(frame, &notes, boards))
                    }
                }
            }
        }
    }
}

/// How many moves are left out between two positions, if any are.
fn gap(before: Option<u32>, ply: u32) -> Option<u32> {
    ply.checked_sub(before? + 1).filter(|gap| *gap > 0)
}

/// The colour of a seat.
fn swatch(seat: usize) -> Markup {
    html! { span class={ "k" (seat % 8) } { span class="swatch" {} } }
}

/// Positions side by side, each with what is said of it in plain text.
pub fn positions<'a>(positions: impl IntoIterator<Item = (&'a str, &'a View)>) -> Markup {
    let mut boards = Boards::of_section("positions-");
    let figure = |(words, view): (&str, &View)| html! { figure { (boards.draw(view)) figcaption { (words) } } };
    let figures: Vec<Markup> = positions.into_iter().map(figure).collect();
    html! {
        (boards.shared())
        div class="strip" { @for figure in &figures { (figure) } }
    }
}

/// Games as strips of boards, with a list of them.
pub fn strips(replays: &[Replay]) -> Markup {
    if replays.is_empty() {
        return nothing();
    }
    let mut boards = Boards::default();
    let strips: Vec<Markup> = replays.iter().map(|replay| replay.html(&mut boards)).collect();
    html! {
        (boards.shared())
        ul { @for replay in replays { li { a href={ "#" (replay.id()) } { (replay.title) } } } }
        @for strip in &strips { (strip) }
    }
}

fn frame_html(frame: &ReplayFrame, common: &[&String], boards: &mut Boards) -> Markup {
    html! {
        figure {
            (boards.draw(&frame.view))
            figcaption {
                @match (&frame.mv, frame.seat) {
                    (Some(mv), Some(seat)) => { (frame.ply) ". " (swatch(seat)) (mv) }
                    (Some(mv), None) => { (frame.ply) ". " (mv) }
                    (None, _) => "start",
                }
                @for note in frame.view.notes.iter().filter(|note| !common.contains(note)) {
                    br;
                    (note)
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_games_show_their_start_and_their_end() {
        let shown = |plies: u32| (0..=plies).filter(|&ply| Replay::shows(ply, plies)).collect::<Vec<u32>>();
        assert_eq!(shown(100).len(), 101, "the start and every move");
        let long = shown(5000);
        assert_eq!((long.len(), long[0], long[long.len() - 1]), (101, 0, 5000));
    }

    #[test]
    fn what_is_left_out_is_said_and_common_remarks_are_said_once() {
        let frame = |ply: u32, own: &str| ReplayFrame {
            ply,
            mv: (ply > 0).then(|| "<a1>".to_string()),
            seat: (ply > 0).then_some(0),
            view: View { notes: vec!["of all".to_string(), own.to_string()], ..View::default() },
        };
        let replay = Replay {
            number: 7,
            title: "Game 7".to_string(),
            players: vec!["a & b".to_string()],
            remarks: Vec::new(),
            frames: vec![frame(0, "one"), frame(1, "two"), frame(9, "three")],
        };
        let html = replay.html(&mut Boards::default()).into_string();
        assert_eq!((html.matches("of all").count(), html.matches("three").count()), (1, 1), "{html}");
        assert!(
            html.contains("7 moves left out") && html.contains("&lt;a1&gt;") && html.contains("a &amp; b"),
            "{html}"
        );
    }
}
