//! `mctslab bench [GAMES…]`: playouts and iterations per second, and instructions where valgrind can count them.

use std::process::{Command, Stdio};
use std::time::Duration;

use mctslab_lab::documents::{InstructionCounts, PlayoutRow, SpeedRow, playout_table, speed_table};
use mctslab_lab::measure_speeds;
use mctslab_lab::registry::{AnyGame, BenchWork};

use crate::cli::{BenchArgs, Options};
use crate::output::{emit, emit_json};

pub(crate) fn run(args: &BenchArgs, options: &Options) -> anyhow::Result<()> {
    let specs = if args.games.is_empty() {
        crate::lab::catalog().games().iter().map(|game| game.entry.name.to_string()).collect()
    } else {
        args.games.clone()
    };
    let games = specs.iter().map(|spec| crate::lab::game(spec)).collect::<Result<Vec<_>, _>>()?;
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
    let (time, threads) = (Duration::from_millis(args.time), options.threads.map_or(1, usize::from));
    let mut rows = Vec::new();
    for (spec, game) in specs.iter().zip(&games) {
        if !options.quiet && !options.json {
            eprintln!("measuring {spec} …");
        }
        let row = SpeedRow {
            game: game.spec().to_string(),
            agent: game.agent(&args.agent)?,
            speeds: measure_speeds(&**game, &args.agent, time, threads, options.seed)?,
            counted: args.instructions.then(|| count_instructions(spec, args)),
            name: spec.clone(),
        };
        if options.json {
            emit_json(&row.json())?;
        } else {
            rows.push(row);
        }
    }
    if options.json {
        return Ok(());
    }
    emit(&speed_table(&rows, &args.agent))
}

/// A playout beside the one that lists moves, in every game.
fn compare_playouts(
    specs: &[String],
    games: &[std::sync::Arc<dyn AnyGame>],
    playout: &str,
    args: &BenchArgs,
    options: &Options,
) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    for (spec, game) in specs.iter().zip(games) {
        let speeds = game.bench_playout(playout, Duration::from_millis(args.time), options.seed)?;
        let row = PlayoutRow::new(game.spec(), spec, playout, speeds);
        if options.json {
            emit_json(&row.json())?;
        } else {
            rows.push(row);
        }
    }
    if options.json {
        return Ok(());
    }
    emit(&playout_table(&rows, playout))
}

fn fixed_work(args: &BenchArgs) -> Option<BenchWork> {
    let searches = args.only_searches.map(|count| BenchWork::Searches { count, agent: args.agent.clone() });
    searches.or(args.only_playouts.map(BenchWork::Playouts))
}

/// Runs this program under valgrind with little and with more work; the difference is the work alone.
fn count_instructions(game: &str, args: &BenchArgs) -> InstructionCounts {
    let per_piece = |flag: &str, counts: [u64; 2]| {
        let [few, more] = counts.map(|count| instructions(game, &args.agent, flag, count));
        let ((few, few_pieces), (more, more_pieces)) = few.zip(more)?;
        Some(more.checked_sub(few)? as f64 / more_pieces.checked_sub(few_pieces)?.max(1) as f64)
    };
    InstructionCounts {
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
