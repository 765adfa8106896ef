//! `mctslab search GAME AGENT`: one search, looked into. A value has no interval: the visits of one tree are not independent, and
//! only other seeds say how much it may differ (`--repeat`).

use std::fmt::Write;
use std::time::Instant;

use mctslab_core::Unit;
use mctslab_registry::{MoveReport, SearchReport, short_agent};
use serde_json::{Value, json};

use crate::board::draw;
use crate::cli::{Options, SearchArgs};
use crate::commands::search_repeat;
use crate::output::{BOLD, Usage, emit, emit_json, grouped, table};

pub(crate) fn run(args: &SearchArgs, options: &Options) -> anyhow::Result<()> {
    if let Some(times) = args.repeat {
        return search_repeat::run(args, times, options);
    }
    if let Some(threads) = options.threads {
        let message = format!(
            "--threads does nothing for one search: `--repeat TIMES --threads {threads}` makes several at once; {}",
            threads_of_agent(threads)
        );
        return Err(Usage(message).into());
    }
    let game = mctslab_registry::game(&args.game)?;
    let agent = game.agent(&args.agent)?;
    let start = Instant::now();
    let report = game.search(&args.agent, args.position.as_deref(), options.seed)?;
    let seconds = start.elapsed().as_secs_f64();
    if options.json {
        let moves: Vec<Value> = report.moves.iter().map(move_json).collect();
        return emit_json(&json!({
            "game": game.spec(), "agent": agent, "position": report.position, "to_move": report.to_move,
            "iterations": report.iterations, "unit": report.unit.name(), "seconds": seconds, "best": report.best,
            "moves": moves, "line": report.line,
        }));
    }
    let session = game.session(args.position.as_deref())?;
    let mut text = draw(&session.view());
    let (count, unit) = (grouped(report.iterations), report.unit.name());
    let _ = writeln!(text, "\nplayer {} to move in {}", report.to_move, report.position);
    let agent = short_agent(&*game, &agent);
    let _ = writeln!(text, "{agent}: {count} {unit} in {seconds:.2} s\n");
    text += &thoughts(&report);
    emit(&text)
}

/// How one search uses several threads.
pub(crate) fn threads_of_agent(threads: u16) -> String {
    format!("an agent may search with several threads, as in `uct(threads={threads})`")
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
        let value = mv.value.map_or("?".to_string(), |value| format!("{value:.3}"));
        vec![mv.text.clone(), grouped(mv.visits), value, verdict(mv.proven, report.players)]
    });
    let columns = &[("move", false), (visits_word(report.unit), true), ("value", true), ("proven", false)];
    let mut text = if moves.is_empty() { String::new() } else { table(columns, rows.collect()) };
    text += legend(report.unit, moves.iter().any(|mv| mv.value.is_none()));
    let _ = writeln!(text, "{}best: {BOLD}{}{BOLD:#}", if moves.is_empty() { "" } else { "\n" }, report.best);
    text + &line(report)
}

/// The heading above the visits of moves.
pub(crate) fn visits_word(unit: Unit) -> &'static str {
    match unit {
        Unit::Iterations => "visits",
        Unit::Nodes => "nodes",
    }
}

/// What `?` means, where there is one.
pub(crate) fn legend(unit: Unit, unknown: bool) -> &'static str {
    match unit {
        _ if !unknown => "",
        Unit::Iterations => "?: not tried\n",
        Unit::Nodes => "?: pruned or not looked at\n",
    }
}

/// The line of play that the search expects, if it sees more than its move.
pub(crate) fn line(report: &SearchReport) -> String {
    if report.line.len() < 2 {
        return String::new();
    }
    let shown = report.line.iter().take(12).cloned().collect::<Vec<_>>().join(" ");
    format!("line: {shown}{}\n", if report.line.len() > 12 { " …" } else { "" })
}

/// A proven payoff in words; with other than two players it may be a place, so the number stands for itself.
pub(crate) fn verdict(proven: Option<f64>, players: usize) -> String {
    match (proven, players) {
        (None, _) => String::new(),
        (Some(1.0), 2) => "win".to_string(),
        (Some(0.5), 2) => "draw".to_string(),
        (Some(0.0), 2) => "loss".to_string(),
        (Some(payoff), _) => format!("{payoff}"),
    }
}

fn move_json(mv: &MoveReport) -> Value {
    json!({ "move": mv.text, "visits": mv.visits, "value": mv.value, "proven": mv.proven })
}
