//! A match: every agent with its score and what that is in Elo, and how it did in each seat.

use mctslab_lab::report::{elo_text, match_details, match_verdict, superiority};
use mctslab_stats::elo;
use serde_json::{Value, json};

use super::Outcome;
use crate::output::{grouped, table};

pub(super) fn json(outcome: &Outcome<'_>) -> Value {
    let summary = outcome.summary;
    let count = outcome.names.len();
    let agent = |number: usize| {
        let tally = summary.total(number);
        let range = summary.interval(number);
        let mean = tally.scores.mean();
        // Elo compares two: with one player, or three, there is no such number.
        let elo = |score: f64| if count == 2 { elo(score) } else { None };
        let superior = superiority(summary);
        let superior = if number == 0 { superior } else { 1.0 - superior };
        json!({
            "spec": outcome.settings.agents[number],
            "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
            "score": mean, "low": range.low, "high": range.high,
            "elo": mean.and_then(elo), "elo_low": elo(range.low), "elo_high": elo(range.high),
            "los": if count == 2 { Some(superior) } else { None },
        })
    };
    let seat = |agent: usize, seat: usize| {
        let tally = summary.in_seat(agent, seat);
        json!({
            "agent": agent, "seat": seat, "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
            "score": tally.scores.mean(),
        })
    };
    let seats = (0..count).flat_map(|number| (0..count).map(move |place| (number, place)));
    json!({
        "agents": (0..count).map(agent).collect::<Vec<_>>(),
        "seats": seats.map(|(number, place)| seat(number, place)).collect::<Vec<_>>(),
        "pairs": summary.pairs().map(|pairs| pairs.counts),
    })
}

pub(super) fn tables(outcome: &Outcome<'_>) -> String {
    let mut text = agents_table(outcome);
    if outcome.names.len() == 1 {
        return text;
    }
    let said = [match_verdict, match_details].map(|say| say(outcome.summary, &outcome.names));
    text.push('\n');
    for line in said.into_iter().flatten() {
        text += &line;
        text.push('\n');
    }
    text.push('\n');
    text += &seats_table(outcome);
    if outcome.names.len() > 2 {
        text.push_str("\nwins: first place alone; draws: first place shared; score: mean payoff of all places");
    }
    text
}

fn agents_table(outcome: &Outcome<'_>) -> String {
    let agents = outcome.names.len();
    // One player alone neither wins nor loses.
    let mut columns = match agents {
        1 => vec![("agent", false), ("games", true), ("mean payoff", true), ("95 %", false)],
        _ => {
            vec![("agent", false), ("wins", true), ("draws", true), ("losses", true), ("score", true), ("95 %", false)]
        }
    };
    if agents == 2 {
        columns.extend([("Elo", true), ("95 %", false)]);
    }
    let rows = outcome.names.iter().enumerate().map(|(number, name)| {
        let tally = outcome.summary.total(number);
        let range = outcome.summary.interval(number);
        let mean = tally.scores.mean().unwrap_or_default();
        let mut row = vec![name.clone()];
        match agents {
            1 => row.push(grouped(tally.games())),
            _ => row.extend([tally.wins, tally.draws, tally.losses].map(grouped)),
        }
        row.extend([format!("{mean:.3}"), format!("{:.3} to {:.3}", range.low, range.high)]);
        if agents == 2 {
            row.extend([elo_text(mean), format!("{} to {}", elo_text(range.low), elo_text(range.high))]);
        }
        row
    });
    table(&columns, rows.collect())
}

fn seats_table(outcome: &Outcome<'_>) -> String {
    let columns =
        [("agent", false), ("seat", true), ("wins", true), ("draws", true), ("losses", true), ("score", true)];
    let mut rows = Vec::new();
    for (number, name) in outcome.names.iter().enumerate() {
        for seat in 0..outcome.names.len() {
            let tally = outcome.summary.in_seat(number, seat);
            let mean = tally.scores.mean().map_or("-".to_string(), |mean| format!("{mean:.3}"));
            let counts = [tally.wins, tally.draws, tally.losses].map(grouped);
            rows.push([&[name.clone(), seat.to_string()], counts.as_slice(), &[mean]].concat());
        }
    }
    table(&columns, rows)
}
