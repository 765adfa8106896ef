//! `mctslab search GAME AGENT`: one search, looked into.

use std::fmt::Write;
use std::time::Instant;

use mctslab_registry::{MoveReport, SearchReport, short_agent};
use mctslab_stats::{Interval, Scores};
use serde_json::{Value, json};

use crate::board::draw;
use crate::cli::{Options, SearchArgs};
use crate::output::{BOLD, emit, emit_json, grouped, table};

pub(crate) fn run(args: &SearchArgs, options: &Options) -> anyhow::Result<()> {
    let game = mctslab_registry::game(&args.game)?;
    let agent = game.agent(&args.agent)?;
    let start = Instant::now();
    let report = game.search(&args.agent, args.position.as_deref(), options.seed)?;
    let seconds = start.elapsed().as_secs_f64();
    if options.json {
        let moves: Vec<Value> = report.moves.iter().map(|mv| move_json(&report, mv)).collect();
        return emit_json(&json!({
            "game": game.spec(), "agent": agent, "position": report.position, "to_move": report.to_move,
            "iterations": report.iterations, "seconds": seconds, "best": report.best, "moves": moves, "line": report.line,
        }));
    }
    let session = game.session(args.position.as_deref())?;
    let mut text = draw(&session.view());
    let _ = writeln!(text, "\nplayer {} to move in {}", report.to_move, report.position);
    let agent = short_agent(&*game, &agent);
    let _ = writeln!(text, "{agent}: {} iterations in {seconds:.2} s\n", grouped(report.iterations));
    text += &thoughts(&report);
    emit(&text)
}

/// The table of moves, the best first, and the expected line.
pub(crate) fn thoughts(report: &SearchReport) -> String {
    let mut moves: Vec<&MoveReport> = report.moves.iter().collect();
    let chosen = |mv: &MoveReport| mv.text == report.best;
    moves.sort_by(|a, b| {
        let by_value = b.value.unwrap_or(-1.0).total_cmp(&a.value.unwrap_or(-1.0));
        chosen(b).cmp(&chosen(a)).then(b.visits.cmp(&a.visits)).then(by_value)
    });
    let rows = moves.iter().map(|mv| {
        let interval =
            interval(report, mv).map_or(String::new(), |range| format!("{:.3} to {:.3}", range.low, range.high));
        let value = mv.value.map_or("?".to_string(), |value| format!("{value:.3}"));
        vec![mv.text.clone(), grouped(mv.visits), value, interval, verdict(mv.proven, report.players)]
    });
    let columns = &[("move", false), ("visits", true), ("value", true), ("95 %", false), ("proven", false)];
    let mut text = if moves.is_empty() { String::new() } else { table(columns, rows.collect()) + "\n" };
    let _ = writeln!(text, "best: {BOLD}{}{BOLD:#}", report.best);
    if report.line.len() > 1 {
        let shown = report.line.iter().take(12).cloned().collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "line: {shown}{}", if report.line.len() > 12 { " …" } else { "" });
    }
    text
}

/// A proven payoff in words; with other than two players it may be a place, so the number stands for itself.
fn verdict(proven: Option<f64>, players: usize) -> String {
    match (proven, players) {
        (None, _) => String::new(),
        (Some(1.0), 2) => "win".to_string(),
        (Some(0.5), 2) => "draw".to_string(),
        (Some(0.0), 2) => "loss".to_string(),
        (Some(payoff), _) => format!("{payoff}"),
    }
}

/// How sure the value is, were every visit a game won or lost.
fn interval(report: &SearchReport, mv: &MoveReport) -> Option<Interval> {
    let value = mv.value.filter(|_| report.sampled && mv.proven.is_none())?;
    let games = mv.visits as f64;
    Some(Scores { games, sum: games * value, squares: games * value }.interval())
}

fn move_json(report: &SearchReport, mv: &MoveReport) -> Value {
    let range = interval(report, mv);
    json!({
        "move": mv.text, "visits": mv.visits, "value": mv.value, "proven": mv.proven,
        "low": range.map(|range| range.low), "high": range.map(|range| range.high),
    })
}
