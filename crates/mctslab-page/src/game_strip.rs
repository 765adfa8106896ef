//! A game as a strip of boards.

use std::fmt::Write;

use mctslab_core::View;

use crate::boards::Boards;
use crate::page::{NOTHING, escape, paragraph};

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
    pub fn html(&self, boards: &mut Boards) -> String {
        let mut html = format!("<article id=\"{}\">\n<h3>{}</h3>\n<p>", self.id(), escape(&self.title));
        for (seat, player) in self.players.iter().enumerate() {
            let _ = write!(
                html,
                "<span class=\"k{}\"><span class=\"swatch\"></span></span>{} &ensp;",
                seat % 8,
                escape(player)
            );
        }
        html.push_str("</p>\n");
        for remark in &self.remarks {
            html += &paragraph(remark);
        }
        // What is said of every position is said once.
        let common = |note: &&String| self.frames.iter().all(|frame| frame.view.notes.contains(note));
        let notes: Vec<&String> =
            self.frames.first().iter().flat_map(|frame| &frame.view.notes).filter(common).collect();
        for note in &notes {
            let _ = writeln!(html, "<p class=\"note\">{}</p>", escape(note));
        }
        let _ = writeln!(
            html,
            "<div class=\"strip\" tabindex=\"0\" role=\"region\" aria-label=\"moves of game {}\">",
            self.number
        );
        let mut before = None;
        for frame in &self.frames {
            if let Some(gap) = before.and_then(|ply: u32| frame.ply.checked_sub(ply + 1)).filter(|gap| *gap > 0) {
                let _ = writeln!(html, "<div class=\"gap\">{gap} moves left out</div>");
            }
            before = Some(frame.ply);
            push_frame(&mut html, frame, &notes, boards);
        }
        html + "</div>\n</article>\n"
    }
}

/// Games as strips of boards, with a list of them.
pub fn strips(replays: &[Replay]) -> String {
    let mut boards = Boards::default();
    let html = strips_among(replays, &mut boards);
    if replays.is_empty() { html } else { boards.shared() + &html }
}

/// The same among other boards of a page: what they share is to be put before.
pub fn strips_among(replays: &[Replay], boards: &mut Boards) -> String {
    if replays.is_empty() {
        return NOTHING.to_string();
    }
    let mut html = String::from("<ul>\n");
    for replay in replays {
        let _ = writeln!(html, "<li><a href=\"#{}\">{}</a></li>", replay.id(), escape(&replay.title));
    }
    html.push_str("</ul>\n");
    let strips: String = replays.iter().map(|replay| replay.html(boards)).collect();
    html + &strips
}

fn push_frame(html: &mut String, frame: &ReplayFrame, common: &[&String], boards: &mut Boards) {
    let text = match (&frame.mv, frame.seat) {
        (Some(mv), Some(seat)) => {
            let mark = format!("<span class=\"k{}\"><span class=\"swatch\"></span></span>", seat % 8);
            format!("{}. {mark}{}", frame.ply, escape(mv))
        }
        (Some(mv), None) => format!("{}. {}", frame.ply, escape(mv)),
        (None, _) => "start".to_string(),
    };
    let _ = write!(html, "<figure>{}<figcaption>{text}", boards.draw(&frame.view));
    for note in frame.view.notes.iter().filter(|note| !common.contains(note)) {
        let _ = write!(html, "<br>{}", escape(note));
    }
    html.push_str("</figcaption></figure>\n");
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
        let html = replay.html(&mut Boards::default());
        assert_eq!((html.matches("of all").count(), html.matches("three").count()), (1, 1), "{html}");
        assert!(
            html.contains("7 moves left out") && html.contains("&lt;a1&gt;") && html.contains("a &amp; b"),
            "{html}"
        );
    }
}
