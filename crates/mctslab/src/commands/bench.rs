//! `mctslab bench [GAMES…]`: playouts and iterations per second, and instructions where valgrind can count them.

use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::Context;
use mctslab_registry::{AnyGame, BenchReport, BenchWork};
use serde_json::json;

use crate::cli::{BenchArgs, Options};
use crate::output::{emit, emit_json, rate, table};

pub(crate) fn run(args: &BenchArgs, options: &Options) -> anyhow::Result<()> {
    let specs = if args.games.is_empty() {
        mctslab_registry::games().iter().map(|game| game.entry.name.to_string()).collect()
    } else {
        args.games.clone()
    };
    let games = specs.iter().map(|spec| mctslab_registry::game(spec)).collect::<Result<Vec<_>, _>>()?;
    for game in &games {
        game.agent(&args.agent)?;
    }
    if let Some(work) = fixed_work(args) {
        return games.iter().try_for_each(|game| Ok(game.bench(&work, options.seed).map(drop)?));
    }
    let threads = options.threads.map_or(1, usize::from);
    let mut rows = Vec::new();
    for (spec, game) in specs.iter().zip(&games) {
        if !options.quiet && !options.json {
            eprintln!("measuring {spec} …");
        }
        let measured = measure(&**game, args, options, threads)?;
        let counted = if args.instructions { Some(count_instructions(spec, args)?) } else { None };
        if options.json {
            emit_json(&as_json(&**game, &measured, counted, args, threads)?)?;
        } else {
            rows.push(row(spec, &measured, counted));
        }
    }
    if options.json {
        return Ok(());
    }
    let mut columns = vec![
        ("game", false),
        ("playouts/s", true),
        ("plies/playout", true),
        ("plies/s", true),
        ("iterations/s", true),
        ("bytes/iteration", true),
    ];
    if args.instructions {
        columns.extend([("instr/playout", true), ("instr/iteration", true)]);
    }
    let note = format!("\niterations by {} from the initial position, {threads} thread(s)\n", args.agent);
    emit(&(table(&columns, rows) + &note))
}

fn fixed_work(args: &BenchArgs) -> Option<BenchWork> {
    let searches = args.only_searches.map(|count| BenchWork::Searches { count, agent: args.agent.clone() });
    searches.or(args.only_playouts.map(BenchWork::Playouts))
}

/// Speeds summed over threads.
struct Speeds {
    playouts: f64,
    iterations: f64,
    plies: f64,
    bytes: f64,
}

fn measure(game: &dyn AnyGame, args: &BenchArgs, options: &Options, threads: usize) -> anyhow::Result<Speeds> {
    let work = BenchWork::Timed { time: Duration::from_millis(args.time), agent: args.agent.clone() };
    let reports = std::thread::scope(|scope| {
        let run = |thread: usize| game.bench(&work, options.seed + thread as u64);
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || run(thread))).collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("a benchmark does not panic"))
            .collect::<Result<Vec<_>, _>>()
    })?;
    let sum = |speed: fn(&BenchReport) -> f64| reports.iter().map(speed).sum::<f64>();
    Ok(Speeds {
        playouts: sum(|report| report.playouts as f64 / report.playout_seconds),
        iterations: sum(|report| report.iterations as f64 / report.search_seconds),
        plies: sum(|report| report.plies_per_playout) / threads as f64,
        bytes: sum(|report| report.bytes_per_iteration) / threads as f64,
    })
}

fn row(game: &str, speeds: &Speeds, counted: Option<Instructions>) -> Vec<String> {
    let mut row = vec![
        game.to_string(),
        rate(speeds.playouts),
        format!("{:.1}", speeds.plies),
        rate(speeds.playouts * speeds.plies),
        rate(speeds.iterations),
        format!("{:.1}", speeds.bytes),
    ];
    if let Some(counted) = counted {
        let text = |count: Option<f64>| count.map_or("?".to_string(), |count| format!("{count:.0}"));
        row.extend([text(counted.playout), text(counted.iteration)]);
    }
    row
}

fn as_json(
    game: &dyn AnyGame,
    speeds: &Speeds,
    counted: Option<Instructions>,
    args: &BenchArgs,
    threads: usize,
) -> anyhow::Result<serde_json::Value> {
    let mut report = json!({
        "game": game.spec(), "agent": game.agent(&args.agent)?, "playouts_per_s": speeds.playouts,
        "plies_per_playout": speeds.plies, "plies_per_s": speeds.playouts * speeds.plies,
        "iterations_per_s": speeds.iterations, "bytes_per_iteration": speeds.bytes, "threads": threads,
    });
    if let Some(counted) = counted {
        report["instructions_per_playout"] = json!(counted.playout);
        report["instructions_per_iteration"] = json!(counted.iteration);
    }
    Ok(report)
}

/// Instructions by kind of work; `None` where valgrind cannot count them.
#[derive(Clone, Copy)]
struct Instructions {
    playout: Option<f64>,
    iteration: Option<f64>,
}

/// Runs this program under valgrind with little and with more work; the difference is the work alone.
fn count_instructions(game: &str, args: &BenchArgs) -> anyhow::Result<Instructions> {
    const PLAYOUTS: u64 = 1024;
    const ITERATIONS: u64 = 10_000;
    let per = |flag: &str, agent: &str, counts: [u64; 2], pieces: u64| -> anyhow::Result<Option<f64>> {
        let [few, more] = counts.map(|count| instructions(game, agent, flag, count));
        Ok(few?.zip(more?).map(|(few, more)| (more - few) as f64 / pieces as f64))
    };
    // Playouts are done in batches of 64, and one search is as many iterations as its agent says.
    let search = format!("uct(iters={ITERATIONS},reuse=false)");
    let agent = if args.agent.starts_with("uct(iters=10000,") { &args.agent } else { &search };
    Ok(Instructions {
        playout: per("--only-playouts", agent, [PLAYOUTS, 2 * PLAYOUTS], PLAYOUTS)?,
        iteration: per("--only-searches", agent, [1, 2], ITERATIONS)?,
    })
}

fn instructions(game: &str, agent: &str, flag: &str, count: u64) -> anyhow::Result<Option<u64>> {
    let program = std::env::current_exe().context("this program has no file of its own")?;
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["bench", game, "--agent", agent, flag, &count.to_string()])
        .stdin(Stdio::null())
        .output();
    let Ok(run) = run else { return Ok(None) };
    // The last word of "==1== Collected : 1234567".
    let log = String::from_utf8_lossy(&run.stderr).into_owned();
    let line = log.lines().find(|line| line.contains("Collected"));
    Ok(line.and_then(|line| line.split_whitespace().last()).and_then(|word| word.parse().ok()))
}
