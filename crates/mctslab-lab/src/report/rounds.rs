//! The rounds of a Swiss or knock-out tournament: who met whom, with what result, and who had a bye.

use std::fmt::Write;

use mctslab_arena::{Format, PlayedRound, PlayedTable};

use super::page::escape;

/// Whether the rounds of a format are worth telling apart.
pub fn has_rounds(format: Format) -> bool {
    matches!(format, Format::Swiss { .. } | Format::Knockout)
}

/// What a round is called: the last one of a knock-out is the final. `left` counts the agents before the round.
pub fn round_name(format: Format, number: usize, round: &PlayedRound) -> String {
    let left = round.byes.len() + round.tables.iter().map(|table| table.agents.len()).sum::<usize>();
    if format == Format::Knockout && round.tables.len() == 1 && left == round.tables[0].agents.len() {
        return format!("Round {number}, the final");
    }
    format!("Round {number}")
}

/// Points as people write them: `12`, `4.5`.
pub fn points_made(points: f64) -> String {
    let tenths = (10.0 * points).round() / 10.0;
    if tenths.fract() == 0.0 { format!("{tenths:.0}") } else { format!("{tenths:.1}") }
}

/// The rounds side by side as HTML; `names` are those of the agents.
pub(super) fn rounds_html(format: Format, rounds: &[PlayedRound], names: &[String]) -> String {
    let mut html = String::from("<div class=\"rounds\">\n");
    for (place, round) in rounds.iter().enumerate() {
        let _ = writeln!(html, "<div class=\"round\">\n<h3>{}</h3>", round_name(format, place + 1, round));
        for table in &round.tables {
            push_table(&mut html, table, names);
        }
        for &agent in &round.byes {
            let _ = writeln!(html, "<div class=\"pairing bye\"><div>{} <i>bye</i></div></div>", escape(&names[agent]));
        }
        if !round.over {
            html.push_str("<p class=\"note\">not over yet</p>\n");
        }
        html.push_str("</div>\n");
    }
    html + "</div>\n"
}

fn push_table(html: &mut String, table: &PlayedTable, names: &[String]) {
    html.push_str("<div class=\"pairing\">");
    for (&agent, &points) in table.agents.iter().zip(&table.points) {
        let class = if table.winner == Some(agent) { " class=\"won\"" } else { "" };
        let _ = write!(html, "<div{class}>{} <b>{}</b></div>", escape(&names[agent]), points_made(points));
    }
    html.push_str("</div>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_byes_and_the_final_are_marked() {
        let table =
            |agents: [usize; 2], winner| PlayedTable { agents: agents.to_vec(), points: vec![1.5, 0.5], winner };
        let rounds = [
            PlayedRound { tables: vec![table([1, 2], Some(1))], byes: vec![0], over: true },
            PlayedRound { tables: vec![table([0, 1], None)], byes: Vec::new(), over: false },
        ];
        let names = ["a<b", "c", "d"].map(str::to_string);
        let html = rounds_html(Format::Knockout, &rounds, &names);
        assert!(html.contains("<div class=\"won\">c <b>1.5</b></div><div>d <b>0.5</b></div>"), "{html}");
        assert!(html.contains("a&lt;b <i>bye</i>") && html.contains("Round 2, the final"), "{html}");
        assert_eq!((html.matches("class=\"won\"").count(), html.matches("not over yet").count()), (1, 1));
        assert!(!rounds_html(Format::Swiss { rounds: 2 }, &rounds, &names).contains("final"));
        assert_eq!(
            (points_made(3.0).as_str(), points_made(0.5), points_made(2.0 / 3.0)),
            ("3", "0.5".into(), "0.7".into())
        );
    }
}
