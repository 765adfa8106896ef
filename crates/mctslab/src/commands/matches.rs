//! `mctslab match GAME A B [C] -n N`: a match with seats taken evenly.

use crate::cli::{MatchArgs, Options};
use crate::output::Usage;
use crate::running::{self, Plan, Request};

pub(crate) fn run(args: &MatchArgs, options: &Options) -> anyhow::Result<()> {
    let (found, wanted) = (args.agents.len(), mctslab_registry::game(&args.game)?.players());
    if found != wanted {
        let agents = |count: usize| format!("{count} agent{}", if count == 1 { "" } else { "s" });
        let seats = format!("{wanted} seat{}", if wanted == 1 { "" } else { "s" });
        let more =
            if found > wanted && wanted > 1 { ", or let all of them meet with `mctslab tournament`" } else { "" };
        let (found, wanted) = (agents(found), agents(wanted));
        let message = format!("{found} for `{}`, which has {seats}: give {wanted}{more}", args.game);
        return Err(Usage(message).into());
    }
    let format = "match".to_string();
    let request = Request { command: "match", game: &args.game, agents: &args.agents, games: args.games, format };
    let plan = Plan::new(request, &args.run, options)?;
    running::run(plan, &args.run, None, options)
}
