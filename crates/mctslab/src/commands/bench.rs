//! `mctslab bench [GAMES…]`: playouts and iterations per second, and instructions where valgrind can count them.

use std::process::Command;
use std::time::Duration;

use mctslab_lab::documents::{InstructionCounts, PlayoutSpeedRow, SpeedRow, playout_table, speed_table};
use mctslab_lab::registry::{AnyGame, BenchWork};
use mctslab_lab::{count_instructions, measure_speeds};

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
            counted: args.instructions.then(|| InstructionCounts {
                playout: count_instructions([1024, 2048], |count| program(spec, &args.agent, "--only-playouts", count)),
                iteration: count_instructions([1, 2], |count| program(spec, &args.agent, "--only-searches", count)),
            }),
            name: spec.clone(),
        };
        if options.json {
            emit_json(&row.json())?;
        }
        rows.push(row);
    }
    if options.json { Ok(()) } else { emit(&speed_table(&rows, &args.agent)) }
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
        let row = PlayoutSpeedRow::new(game.spec(), spec, playout, speeds);
        if options.json {
            emit_json(&row.json())?;
        }
        rows.push(row);
    }
    if options.json { Ok(()) } else { emit(&playout_table(&rows, playout)) }
}

fn fixed_work(args: &BenchArgs) -> Option<BenchWork> {
    let searches = args.only_searches.map(|count| BenchWork::Searches { count, agent: args.agent.clone() });
    searches.or(args.only_playouts.map(BenchWork::Playouts))
}

/// What does this many pieces of one kind of work, and prints how many it did.
fn program(game: &str, agent: &str, flag: &str, count: u64) -> Option<Command> {
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.args(["bench", game, "--agent", agent, flag, &count.to_string()]);
    Some(command)
}
