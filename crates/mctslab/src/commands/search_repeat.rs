//! `mctslab search GAME AGENT --repeat TIMES`: the same search with other seeds, and how much its results differ.
//!
//! The seeds are `--seed`, the next, and so on. Values are averaged over the searches that have one for the move; their spread is the
//! standard deviation from seed to seed.

use std::fmt::Write;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use mctslab_registry::{AnyGame, RegistryError, SearchReport};
use serde_json::{Value, json};

use crate::board::draw;
use crate::cli::{Options, SearchArgs};
use crate::commands::search::{legend, line, verdict, visits_word};
use crate::output::{BOLD, emit, emit_json, grouped, table};
use crate::running::plays_alike;

/// Searches with so many seeds and prints what they have in common.
pub(crate) fn run(args: &SearchArgs, times: u64, options: &Options) -> anyhow::Result<()> {
    let game = mctslab_registry::game(&args.game)?;
    let agent = game.agent(&args.agent)?;
    let seeds: Vec<u64> = (0..times).map(|number| options.seed.wrapping_add(number)).collect();
    let same = plays_alike(&*game, &args.agent)?;
    let start = Instant::now();
    let made = search_all(&*game, args, if same { &seeds[..1] } else { &seeds }, options.threads())?;
    let seconds = start.elapsed().as_secs_f64();
    let searches: Vec<&SearchReport> = made.iter().cycle().take(seeds.len()).collect();
    let moves = summarise(&searches);
    let best = &moves[0].text;
    let first = searches.iter().find(|search| search.best == *best).copied().unwrap_or(searches[0]);
    let iterations: u64 = searches.iter().map(|search| search.iterations).sum();
    if options.json {
        return emit_json(&json!({
            "game": game.spec(), "agent": agent, "position": first.position, "to_move": first.to_move,
            "iterations": iterations, "unit": first.unit.name(), "seconds": seconds, "best": best,
            "repeat": times, "seeds": seeds, "moves": moves.iter().map(Summary::json).collect::<Vec<Value>>(),
            "line": first.line,
        }));
    }
    let mut text = draw(&game.session(args.position.as_deref())?.view());
    let (count, unit, seed) = (grouped(iterations), first.unit.name(), seeds[0]);
    let searches = match seeds.last() {
        Some(last) if times > 1 => format!("{times} searches with seeds {seed} to {last}"),
        _ => format!("1 search with seed {seed}"),
    };
    let _ = writeln!(text, "\nplayer {} to move in {}", first.to_move, first.position);
    let _ = writeln!(text, "{agent}: {searches}, {count} {unit} in {seconds:.2} s");
    if same {
        text += "The agent is deterministic: every seed gives the same search.\n";
    }
    let _ = writeln!(text, "\n{}", shown(&moves, first));
    let _ = writeln!(text, "best: {BOLD}{best}{BOLD:#}, chosen by {} of {times}", moves[0].chosen);
    emit(&(text + &line(first)))
}

/// The searches with these seeds, in their order.
fn search_all(
    game: &dyn AnyGame,
    args: &SearchArgs,
    seeds: &[u64],
    threads: usize,
) -> Result<Vec<SearchReport>, RegistryError> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let Some((number, &seed)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, seeds.get(at)?)))
        {
            found.push((number, game.search(&args.agent, args.position.as_deref(), seed)));
        }
        found
    };
    let mut found = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads.min(seeds.len())).map(|_| scope.spawn(work)).collect();
        let join =
            |handle: std::thread::ScopedJoinHandle<'_, _>| handle.join().unwrap_or_else(|panic| resume_unwind(panic));
        handles.into_iter().flat_map(join).collect::<Vec<_>>()
    });
    found.sort_by_key(|(number, _)| *number);
    found.into_iter().map(|(_, report)| report).collect()
}

/// What many searches found of one move.
struct Summary {
    text: String,
    /// Some of them say something about it.
    listed: bool,
    /// How many of them chose it.
    chosen: u64,
    /// Visits in all of them.
    visits: u64,
    visits_mean: f64,
    value_mean: Option<f64>,
    value_sd: Option<f64>,
    /// What one of them proved, which is true of all.
    proven: Option<f64>,
}

impl Summary {
    fn new(text: &str, searches: &[&SearchReport]) -> Summary {
        let found: Vec<_> =
            searches.iter().filter_map(|search| search.moves.iter().find(|mv| mv.text == text)).collect();
        let values: Vec<f64> = found.iter().filter_map(|mv| mv.value).collect();
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let visits = found.iter().map(|mv| mv.visits).sum();
        Summary {
            text: text.to_string(),
            listed: !found.is_empty(),
            chosen: searches.iter().filter(|search| search.best == text).count() as u64,
            visits,
            visits_mean: visits as f64 / searches.len() as f64,
            value_mean: (count > 0.0).then_some(mean),
            value_sd: (count > 1.0).then(|| (squares / (count - 1.0)).sqrt()),
            proven: found.iter().find_map(|mv| mv.proven),
        }
    }

    /// Whether it was listed without a value.
    fn is_unknown(&self) -> bool {
        self.listed && self.value_mean.is_none()
    }

    fn json(&self) -> Value {
        json!({
            "move": self.text, "visits": self.visits, "value": self.value_mean, "proven": self.proven,
            "chosen": self.chosen, "value_mean": self.value_mean, "value_sd": self.value_sd,
            "visits_mean": self.visits_mean,
        })
    }
}

/// Every move that was looked at or chosen, those chosen most often first.
fn summarise(searches: &[&SearchReport]) -> Vec<Summary> {
    let named = |search: &&SearchReport| {
        search.moves.iter().map(|mv| mv.text.clone()).chain([search.best.clone()]).collect::<Vec<_>>()
    };
    let mut texts: Vec<String> = Vec::new();
    for text in searches.iter().flat_map(named) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    let mut moves: Vec<Summary> = texts.iter().map(|text| Summary::new(text, searches)).collect();
    moves.sort_by(|a, b| b.chosen.cmp(&a.chosen).then(b.visits.cmp(&a.visits)));
    moves
}

/// The table of moves.
fn shown(moves: &[Summary], search: &SearchReport) -> String {
    let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.3}"));
    let rows = moves.iter().map(|mv| {
        let value = if mv.is_unknown() { "?".to_string() } else { number(mv.value_mean) };
        let visits = grouped(mv.visits_mean.round() as u64);
        vec![
            mv.text.clone(),
            grouped(mv.chosen),
            visits,
            value,
            number(mv.value_sd),
            verdict(mv.proven, search.players),
        ]
    });
    let visits = format!("mean {}", visits_word(search.unit));
    let columns = &[
        ("move", false),
        ("chosen", true),
        (&*visits, true),
        ("mean value", true),
        ("spread", true),
        ("proven", false),
    ];
    table(columns, rows.collect()) + legend(search.unit, moves.iter().any(Summary::is_unknown))
}
