//! `mctslab tournament GAME AGENT… -n N --format …`: many agents, a cross table and joint ratings.

use mctslab_lab::report::Anchor;

use crate::cli::{Options, TournamentArgs};
use crate::lab::lab;
use crate::output::usage;
use crate::playing;

pub(crate) fn run(args: &TournamentArgs, options: &Options) -> anyhow::Result<()> {
    let anchor = args.anchor.as_deref().map(|text| Anchor::parse(text, &args.run.agents)).transpose().map_err(usage)?;
    let study = lab().study_spec("tournament", &args.format, &options.study)?;
    lab().resolve_study_of("tournament", "format", &study)?;
    playing::run(&args.run.request(study, options), &args.run, anchor, options)
}
