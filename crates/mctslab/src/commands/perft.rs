//! `mctslab perft GAME DEPTH`: counts move sequences.

use std::fmt::Write;
use std::time::Instant;

use mctslab_registry::short_game;
use serde_json::{Value, json};

use crate::cli::{Options, PerftArgs};
use crate::output::{emit, emit_json, grouped, rate, table};

pub(crate) fn run(args: &PerftArgs, options: &Options) -> anyhow::Result<()> {
    let game = mctslab_registry::game(&args.game)?;
    let position = game.position(args.position.as_deref())?;
    let start = Instant::now();
    let split = game.perft(args.position.as_deref(), args.depth, options.threads())?;
    let seconds = start.elapsed().as_secs_f64();
    let nodes: u64 = split.iter().map(|(_, nodes)| nodes).sum();
    if options.json {
        let mut report =
            json!({"game": game.spec(), "position": position, "depth": args.depth, "nodes": nodes, "seconds": seconds});
        if args.divide && args.depth > 0 {
            let parts = split.iter().map(|(mv, nodes)| json!({"move": mv, "nodes": nodes}));
            report["divide"] = Value::Array(parts.collect());
        }
        return emit_json(&report);
    }
    let mut text = String::new();
    if args.divide && args.depth > 0 {
        let rows = split.iter().map(|(mv, nodes)| vec![mv.clone(), grouped(*nodes)]);
        text += &table(&[("move", false), ("sequences", true)], rows.collect());
        text.push('\n');
    }
    let speed = rate(nodes as f64 / seconds.max(1e-9));
    let _ = writeln!(
        text,
        "{} at depth {}: {} sequences in {seconds:.3} s ({speed}/s)",
        short_game(game.spec()),
        args.depth,
        grouped(nodes)
    );
    emit(&text)
}
