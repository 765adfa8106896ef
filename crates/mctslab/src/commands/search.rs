//! `mctslab search GAME AGENT`: one search, looked into, or with `--repeat` the same search with the seeds from `--seed` on.
//!
//! On a terminal one search is shown while it goes on. Ctrl-C ends it, and what it has found is printed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use indicatif::ProgressBar;
use mctslab_lab::documents::{SearchDocument, search_progress};
use mctslab_lab::registry::{AnyGame, SearchBudget, SearchReport};
use mctslab_lab::{LabError, SearchRequest, repeat_search};

use crate::cli::{Options, SearchArgs};
use crate::interrupt;
use crate::output::{emit, printed, usage};

pub(crate) fn run(args: &SearchArgs, options: &Options) -> anyhow::Result<()> {
    if let (None, Some(threads)) = (args.repeat, options.threads) {
        return Err(usage(format!(
            "--threads does nothing for one search: `--repeat TIMES --threads {threads}` makes several at once; an agent may \
             search with several threads, as in `uct(threads={threads})`"
        )));
    }
    let game = crate::lab::game(&args.game)?;
    let position = args.position.as_deref();
    let view = game.session(position)?.view();
    let (found, interrupted) = interrupt::stoppable(|stop| {
        let found = match args.repeat {
            None => {
                one(&*game, args, options, stop).map(|found| printed(options, || found.json(), || found.text(&view)))
            }
            Some(times) => {
                let request = SearchRequest { agent: &args.agent, position, seed: options.seed, times };
                repeat_search(&*game, &request, options.threads(), stop)
                    .map(|found| printed(options, || found.json(), || found.text(&view)))
            }
        };
        (found, stop.load(Ordering::Relaxed))
    });
    emit(&found?)?;
    if interrupted { Err(anyhow!("interrupted; this is what was found before")) } else { Ok(()) }
}

/// Searches until it is over or `stop` is raised, and shows what was found meanwhile.
fn one<'a>(
    game: &'a dyn AnyGame,
    args: &SearchArgs,
    options: &Options,
    stop: &AtomicBool,
) -> Result<SearchDocument<'a>, LabError> {
    const EVERY: Duration = Duration::from_millis(250);
    let (agent, start) = (game.agent(&args.agent)?, Instant::now());
    // It is drawn on standard error, and only if that is a terminal.
    let bar = if options.quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    let mut show = |report: &SearchReport| bar.set_message(search_progress(report));
    let observer = (!bar.is_hidden()).then_some((EVERY, &mut show as &mut dyn FnMut(&SearchReport)));
    let budget = SearchBudget { stop: Some(stop), observer, ..SearchBudget::default() };
    let report = game.search(&args.agent, args.position.as_deref(), options.seed, budget);
    bar.finish_and_clear();
    Ok(SearchDocument::new(game, agent, report?, start.elapsed().as_secs_f64()))
}
