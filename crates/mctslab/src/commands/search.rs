//! `mctslab search GAME AGENT`: one search, looked into, or with `--repeat` the same search with the seeds from `--seed` on.
//!
//! On a terminal one search is shown while it goes on. Ctrl-C ends it, and what it has found is printed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::bail;
use indicatif::ProgressBar;
use mctslab_lab::documents::{SearchDocument, search_progress};
use mctslab_lab::registry::{AnyGame, RegistryError, SearchBudget, SearchReport};
use mctslab_lab::{SearchRequest, repeat_search};

use crate::cli::{Options, SearchArgs};
use crate::interrupt;
use crate::output::{emit, emit_json, usage};

pub(crate) fn run(args: &SearchArgs, options: &Options) -> anyhow::Result<()> {
    if let Some(times) = args.repeat {
        return repeat(args, times, options);
    }
    if let Some(threads) = options.threads {
        return Err(usage(format!(
            "--threads does nothing for one search: `--repeat TIMES --threads {threads}` makes several at once; an agent may \
             search with several threads, as in `uct(threads={threads})`"
        )));
    }
    let game = crate::lab::game(&args.game)?;
    let agent = game.agent(&args.agent)?;
    let start = Instant::now();
    let (report, interrupted) = interrupt::stoppable(|stop| {
        let report = search(&*game, args, options, stop);
        (report, stop.load(Ordering::Relaxed))
    });
    let document = SearchDocument::new(&*game, agent, report?, start.elapsed().as_secs_f64());
    if options.json {
        emit_json(&document.json())?;
    } else {
        emit(&document.text(&game.session(args.position.as_deref())?.view()))?;
    }
    if interrupted {
        bail!("interrupted; this is what the search had found");
    }
    Ok(())
}

/// Searches until it is over or `stop` is raised, and shows what was found meanwhile.
fn search(
    game: &dyn AnyGame,
    args: &SearchArgs,
    options: &Options,
    stop: &AtomicBool,
) -> Result<SearchReport, RegistryError> {
    const EVERY: Duration = Duration::from_millis(250);
    // It is drawn on standard error, and only if that is a terminal.
    let bar = if options.quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    let mut show = |report: &SearchReport| bar.set_message(search_progress(report));
    let observer = (!bar.is_hidden()).then_some((EVERY, &mut show as &mut dyn FnMut(&SearchReport)));
    let budget = SearchBudget { stop: Some(stop), observer, ..SearchBudget::default() };
    let report = game.search(&args.agent, args.position.as_deref(), options.seed, budget);
    bar.finish_and_clear();
    report
}

/// Searches with several seeds and prints what they have in common.
fn repeat(args: &SearchArgs, times: u64, options: &Options) -> anyhow::Result<()> {
    let game = crate::lab::game(&args.game)?;
    let position = args.position.as_deref();
    let request = SearchRequest { agent: &args.agent, position, seed: options.seed, times };
    let (document, interrupted) = interrupt::stoppable(|stop| {
        let document = repeat_search(&*game, &request, options.threads(), stop);
        (document, stop.load(Ordering::Relaxed))
    });
    let document = document?;
    if options.json {
        emit_json(&document.json())?;
    } else {
        emit(&document.text(&game.session(position)?.view()))?;
    }
    if interrupted {
        bail!("interrupted; this is what was found before");
    }
    Ok(())
}
