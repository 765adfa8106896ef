//! The rounds of a Swiss or knock-out tournament: who met whom, with what result, and who had a
//! bye.

use std::fmt::Write;

use maud::{Markup, html};
use mctslab_arena::{Course, Format, PlayedTable, Summary};
use mctslab_page::{BOLD, DIM, note};
use serde::Serialize;

/// A round.
#[derive(Serialize)]
pub(super) struct RoundRow {
    /// Its number, from 1.
    round: usize,
    tables: Vec<TableRow>,
    byes: Vec<usize>,
    over: bool,
}

/// A table of a round.
#[derive(Serialize)]
struct TableRow {
    agents: Vec<usize>,
    points: Vec<f64>,
    winner: Option<usize>,
}

impl RoundRow {
    /// The rounds of a tournament as far as they were played.
    pub(super) fn all(course: &Course, summary: &Summary) -> Vec<RoundRow> {
        let table = |table: PlayedTable| TableRow { agents: table.agents, points: table.points, winner: table.winner };
        let rounds = course.rounds(summary).into_iter().enumerate().map(|(place, round)| RoundRow {
            round: place + 1,
            tables: round.tables.into_iter().map(table).collect(),
            byes: round.byes,
            over: round.over,
        });
        rounds.collect()
    }

    /// What the round is called: the last one of a knock-out is the final.
    fn name(&self, format: Format) -> String {
        let left = self.byes.len() + self.tables.iter().map(|table| table.agents.len()).sum::<usize>();
        if format == Format::Knockout && self.tables.len() == 1 && left == self.tables[0].agents.len() {
            return format!("Round {}, the final", self.round);
        }
        format!("Round {}", self.round)
    }
}

/// Whether the rounds of a format are worth telling apart.
pub(super) fn has_rounds(format: Format) -> bool {
    matches!(format, Format::Swiss { .. } | Format::Knockout)
}

/// Points as people write them: `12`, `4.5`.
fn points_made(points: f64) -> String {
    let tenths = (10.0 * points).round() / 10.0;
    if tenths.fract() == 0.0 { format!("{tenths:.0}") } else { format!("{tenths:.1}") }
}

/// Round after round: who met whom with how many points, who went on, and who had a bye.
pub(super) fn rounds_text(format: Format, rounds: &[RoundRow], names: &[String]) -> String {
    let mut text = String::new();
    for round in rounds {
        let open = if round.over { "" } else { ", not over yet" };
        let _ = writeln!(text, "{BOLD}{}{BOLD:#}{open}", round.name(format));
        for table in &round.tables {
            let _ = writeln!(text, "  {}", pairing(table, names));
        }
        for &agent in &round.byes {
            let _ = writeln!(text, "  {} {DIM}has a bye{DIM:#}", names[agent]);
        }
    }
    text
}

/// `a 12 : 4 b  → a`.
fn pairing(table: &TableRow, names: &[String]) -> String {
    let points: Vec<String> = table.points.iter().map(|&points| points_made(points)).collect();
    let seated: Vec<&str> = table.agents.iter().map(|&agent| names[agent].as_str()).collect();
    let line = if let ([first, second], [ours, theirs]) = (seated.as_slice(), points.as_slice()) {
        format!("{first}  {ours} : {theirs}  {second}")
    } else {
        let each = seated.iter().zip(&points).map(|(name, points)| format!("{name} {points}"));
        each.collect::<Vec<String>>().join(", ")
    };
    table.winner.map_or(line.clone(), |winner| format!("{line}  → {}", names[winner]))
}

/// The rounds side by side as HTML.
pub(super) fn rounds_html(format: Format, rounds: &[RoundRow], names: &[String]) -> Markup {
    html! {
        div class="rounds" {
            @for round in rounds {
                div class="round" {
                    h3 { (round.name(format)) }
                    @for table in &round.tables {
                        div class="pairing" {
                            @for (&agent, &points) in table.agents.iter().zip(&table.points) {
                                div class=[(table.winner == Some(agent)).then_some("won")] {
                                    (names[agent]) " " b { (points_made(points)) }
                                }
                            }
                        }
                    }
                    @for &agent in &round.byes {
                        div class="pairing bye" { div { (names[agent]) " " i { "bye" } } }
                    }
                    @if !round.over { (note("not over yet")) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_byes_and_the_final_are_marked() {
        let table = |agents: [usize; 2], winner| TableRow { agents: agents.to_vec(), points: vec![1.5, 0.5], winner };
        let rounds = [
            RoundRow { round: 1, tables: vec![table([1, 2], Some(1))], byes: vec![0], over: true },
            RoundRow { round: 2, tables: vec![table([0, 1], None)], byes: Vec::new(), over: false },
        ];
        let names = ["a<b", "c", "d"].map(str::to_string);
        let html = rounds_html(Format::Knockout, &rounds, &names).into_string();
        assert!(html.contains("<div class=\"won\">c <b>1.5</b></div><div>d <b>0.5</b></div>"), "{html}");
        assert!(html.contains("a&lt;b <i>bye</i>") && html.contains("Round 2, the final"), "{html}");
        assert_eq!((html.matches("class=\"won\"").count(), html.matches("not over yet").count()), (1, 1));
        assert!(!rounds_html(Format::Swiss { rounds: 2 }, &rounds, &names).0.contains("final"));
        let text = rounds_text(Format::Knockout, &rounds, &names);
        assert!(text.contains("c  1.5 : 0.5  d  → c\n") && text.contains("Round 2, the final"), "{text}");
        assert_eq!(
            (points_made(3.0).as_str(), points_made(0.5), points_made(2.0 / 3.0)),
            ("3", "0.5".into(), "0.7".into())
        );
    }
}
