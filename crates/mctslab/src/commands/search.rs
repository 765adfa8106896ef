//! `mctslab search GAME AGENT`: one search, looked into, or with `--repeat` the same search with
//! the seeds from `--seed` on.
//!
//! On a terminal it is shown while it goes on. Ctrl-C ends it, and what was found is printed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use indicatif::ProgressBar;
use mctslab_lab::arena::interrupt;
use mctslab_lab::registry::{AnyGame, SearchBudget, SearchReport};
use mctslab_lab::{
    LabError, SearchDocument, SearchRequest, TreeNode, best_agent, repeat_search_watched, search_progress,
};

use crate::cli::{Options, SearchArgs};
use crate::output::{emit, printed, usage};

/// How often what is shown is drawn anew.
const EVERY: Duration = Duration::from_millis(250);

pub(crate) fn run(args: &SearchArgs, options: &Options) -> anyhow::Result<()> {
    if let (None, Some(threads)) = (args.repeat, options.threads) {
        return Err(usage(format!(
            "--threads has no effect on a single search: `--repeat TIMES --threads {threads}` makes several searches at once, \
             and an agent may itself search with several threads, as in `uct(threads={threads})`"
        )));
    }
    let game = crate::lab::lab().game(&args.game)?;
    let (position, best) = (args.position.as_deref(), best_agent(&*game));
    let agent = args.agent.as_deref().unwrap_or(&best);
    let path = args.tree.as_ref().map(|path| path.split_whitespace().map(str::to_string).collect::<Vec<String>>());
    let view = game.state(position)?.view();
    // It is drawn on standard error, if that is a terminal. Some agents show nothing for long.
    let bar = if options.quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner().with_message("searching") };
    bar.enable_steady_tick(EVERY);
    let (found, interrupted) = interrupt::stoppable(|stop| {
        let found = match args.repeat {
            None => one(&*game, (agent, position, path.as_deref()), options, (stop, &bar))
                .map(|found| printed(options, || found.json(), || found.text(&view, args.top))),
            Some(times) => {
                let request = SearchRequest { agent, position, seed: options.seed, times };
                let over = |number: usize| bar.set_message(format!("{number} of {times} searches are done"));
                repeat_search_watched(&*game, &request, options.threads(), stop, &over)
                    .map(|found| printed(options, || found.json(), || found.text(&view, args.top)))
            }
        };
        (found, stop.load(Ordering::Relaxed))
    });
    bar.finish_and_clear();
    emit(&found?)?;
    if interrupted { Err(anyhow!("interrupted; the result so far was printed")) } else { Ok(()) }
}

/// Searches until it is over or `stop` is raised, and shows what was found meanwhile; `path` leads
/// to a node of the tree that is shown at last.
fn one<'a>(
    game: &'a dyn AnyGame,
    (agent, position, path): (&str, Option<&str>, Option<&[String]>),
    options: &Options,
    (stop, bar): (&AtomicBool, &ProgressBar),
) -> Result<SearchDocument<'a>, LabError> {
    let (resolved, start) = (game.agent(agent)?, Instant::now());
    let mut show = |report: &SearchReport| bar.set_message(search_progress(report));
    let observer = (!bar.is_hidden()).then_some((EVERY, &mut show as &mut dyn FnMut(&SearchReport)));
    let budget = SearchBudget { stop: Some(stop), observer, ..SearchBudget::default() };
    let state = game.state(position)?;
    let (report, agent) = game.search_and_keep(&state, agent, options.seed, budget)?;
    let seconds = start.elapsed().as_secs_f64();
    let node = path.map(|path| TreeNode::find(&*agent, path, state.players())).transpose()?;
    Ok(SearchDocument::new(game, resolved, report, seconds).with_node(node))
}
