//! `mctslab perft GAME DEPTH` counts move sequences; `mctslab bench [GAMES…]` measures playouts and
//! iterations per second, and instructions where valgrind can count them.

use std::sync::Arc;
use std::time::Duration;

use mctslab_lab::registry::{AnyGame, BenchWork};
use mctslab_lab::{PlayoutSpeedRow, SpeedRequest, SpeedRow, agents_of_sizes, playout_table, speed_table};
use serde_json::Value;

use crate::cli::{BenchArgs, Options, PerftArgs};
use crate::lab::lab;
use crate::output::{emit, emit_json, printed};

pub(crate) fn perft(args: &PerftArgs, options: &Options) -> anyhow::Result<()> {
    let PerftArgs { game, depth, position, divide } = args;
    let document = lab().perft(game, position.as_deref(), *depth, *divide, options.threads())?;
    emit(&printed(options, || document.json(), || document.text()))
}

pub(crate) fn run(args: &BenchArgs, options: &Options) -> anyhow::Result<()> {
    let games = lab().games_or_all(&args.games)?;
    let (time, seed, agent) = (Duration::from_millis(args.time), options.seed, args.agent.as_str());
    if let Some(playout) = &args.playout {
        let measure = |game: &dyn AnyGame, spec: &str| {
            Ok(PlayoutSpeedRow::new(game.spec(), spec, playout, game.bench_playout(playout, time, seed)?))
        };
        let rows = each(&games, options, measure, PlayoutSpeedRow::json)?;
        return if options.json { Ok(()) } else { emit(&playout_table(&rows, playout)) };
    }
    games.iter().try_for_each(|(game, _)| game.agent(agent).map(drop))?;
    let searches = args.only_searches.map(|count| BenchWork::Searches { count, agent: agent.to_string() });
    if let Some(work) = searches.or(args.only_playouts.map(BenchWork::Playouts)) {
        // Under valgrind: how much was done is all that its caller needs to know.
        let report = games[0].0.bench(&work, seed)?;
        return emit(&format!("{}\n", report.playouts + report.iterations));
    }
    let threads = options.threads.map_or(1, usize::from);
    let mut rows = Vec::new();
    for (iters, agent) in &agents_of_sizes(agent, &args.iters) {
        let measure = |game: &dyn AnyGame, spec: &str| {
            let request = SpeedRequest { agent, time, threads, seed, instructions: args.instructions };
            Ok(SpeedRow { iters: *iters, ..request.measure(game, spec)? })
        };
        rows.extend(each(&games, options, measure, SpeedRow::json)?);
    }
    let shown = if args.iters.is_empty() { agent } else { "uct(iters=…,reuse=false)" };
    if options.json { Ok(()) } else { emit(&speed_table(&rows, shown)) }
}

/// Measures every game, and prints each as JSON as soon as it is known.
fn each<R>(
    games: &[(Arc<dyn AnyGame>, String)],
    options: &Options,
    measure: impl Fn(&dyn AnyGame, &str) -> anyhow::Result<R>,
    json: impl Fn(&R) -> Value,
) -> anyhow::Result<Vec<R>> {
    let mut rows = Vec::new();
    for (game, spec) in games {
        if !options.quiet && !options.json {
            eprintln!("measuring {spec} …");
        }
        let row = measure(&**game, spec)?;
        if options.json {
            emit_json(&json(&row))?;
        }
        rows.push(row);
    }
    Ok(rows)
}
