//! `mctslab match GAME A B [C] -n N`: a match with seats taken evenly.

use crate::cli::{MatchArgs, Options};
use crate::output::Usage;
use crate::running::{self, Plan, Request};

pub(crate) fn run(args: &MatchArgs, options: &Options) -> anyhow::Result<()> {
    let (found, wanted) = (args.agents.len(), mctslab_registry::game(&args.game)?.players());
    if found != wanted {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let many =
            if found > wanted && wanted > 1 { ", or play them all against each other with `tournament`" } else { "" };
        let message = format!(
            "{found} agent{} for `{}`, which has {wanted} seat{}: give {wanted} agent{}{many}",
            plural(found),
            args.game,
            plural(wanted),
            plural(wanted)
        );
        return Err(Usage(message).into());
    }
    let format = "match".to_string();
    let request = Request { command: "match", game: &args.game, agents: &args.agents, games: args.games, format };
    let plan = Plan::new(request, &args.run, options)?;
    running::run(plan, &args.run, None, options)
}
