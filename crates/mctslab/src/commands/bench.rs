//! `mctslab bench [GAMES…]`: playouts and iterations per second, and instructions where valgrind can count them.

use std::process::{Command, Stdio};
use std::time::Duration;

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
    if let Some(playout) = &args.playout {
        return compare_playouts(&specs, &games, playout, args, options);
    }
    for game in &games {
        game.agent(&args.agent)?;
    }
    if let Some(work) = fixed_work(args) {
        // Under valgrind: how much was done is all that its caller needs to know.
        let report = games[0].bench(&work, options.seed)?;
        return emit(&format!("{}\n", report.playouts + report.iterations));
    }
    let threads = options.threads.map_or(1, usize::from);
    let mut rows = Vec::new();
    for (spec, game) in specs.iter().zip(&games) {
        if !options.quiet && !options.json {
            eprintln!("measuring {spec} …");
        }
        let measured = measure(&**game, args, options, threads)?;
        let counted = if args.instructions { Some(count_instructions(spec, args)) } else { None };
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
    let threads = format!("{threads} thread{}", if threads == 1 { "" } else { "s" });
    let note = format!("\niterations by {} from the initial position, {threads}\n", args.agent);
    emit(&(table(&columns, rows) + &note))
}

/// A playout beside the one that lists moves, in every game.
fn compare_playouts(
    specs: &[String],
    games: &[Box<dyn AnyGame>],
    playout: &str,
    args: &BenchArgs,
    options: &Options,
) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    for (spec, game) in specs.iter().zip(games) {
        let speeds = game.bench_playout(playout, Duration::from_millis(args.time), options.seed)?;
        let share = speeds.policy / speeds.listing;
        if options.json {
            emit_json(&json!({
                "game": game.spec(), "playout": playout, "listing_per_s": speeds.listing,
                "playouts_per_s": speeds.policy, "share": share,
            }))?;
        } else {
            rows.push(vec![spec.clone(), rate(speeds.listing), rate(speeds.policy), format!("{:.0} %", 100.0 * share)]);
        }
    }
    if options.json {
        return Ok(());
    }
    emit(&table(&[("game", false), ("listing/s", true), (playout, true), ("share", true)], rows))
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
        let run = |thread: usize| game.bench(&work, options.seed.wrapping_add(thread as u64));
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
fn count_instructions(game: &str, args: &BenchArgs) -> Instructions {
    let per_piece = |flag: &str, counts: [u64; 2]| {
        let [few, more] = counts.map(|count| instructions(game, &args.agent, flag, count));
        let ((few, few_pieces), (more, more_pieces)) = few.zip(more)?;
        Some(more.checked_sub(few)? as f64 / more_pieces.checked_sub(few_pieces)?.max(1) as f64)
    };
    Instructions {
        playout: per_piece("--only-playouts", [1024, 2048]),
        iteration: per_piece("--only-searches", [1, 2]),
    }
}

/// Instructions, and pieces of work done, of one run; `None` if valgrind is missing or cannot run this program.
fn instructions(game: &str, agent: &str, flag: &str, count: u64) -> Option<(u64, u64)> {
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .args(["bench", game, "--agent", agent, flag, &count.to_string()])
        .stdin(Stdio::null())
        .output()
        .ok()?;
    // The last word of "==1== Collected : 1234567".
    let log = String::from_utf8_lossy(&run.stderr);
    let collected = log.lines().find(|line| line.contains("Collected"))?.split_whitespace().last()?.parse().ok()?;
    let pieces = String::from_utf8_lossy(&run.stdout).trim().parse().ok()?;
    Some((collected, pieces))
}
