//! `mctslab tournament GAME AGENT… -n N --format …`: many agents, a cross table and joint ratings.

use mctslab_lab::report::Anchor;
use mctslab_registry::arena::Format;

use crate::cli::{Options, TournamentArgs};
use crate::running::{self, Plan, Request, usage};

pub(crate) fn run(args: &TournamentArgs, options: &Options) -> anyhow::Result<()> {
    let anchor = args.anchor.as_deref().map(|text| Anchor::parse(text, &args.agents)).transpose().map_err(usage)?;
    let (_, format) = Format::parse(&args.format, args.agents.len()).map_err(usage)?;
    let request = Request { command: "tournament", game: &args.game, agents: &args.agents, games: args.games, format };
    let plan = Plan::new(request, &args.run, options)?;
    running::run(plan, &args.run, anchor, options)
}
