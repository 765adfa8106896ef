//! `mctslab match` and `tournament`: games between agents, with scores and joint ratings.

use mctslab_lab::{anchor, with_bots};

use crate::cli::{Options, RunArgs, TournamentArgs};
use crate::lab::lab;
use crate::playing;

pub(crate) fn play_match(args: &RunArgs, options: &Options) -> anyhow::Result<()> {
    let study = lab().study_spec("match", "match", &options.study)?;
    playing::run(&args.request(study, options), args, None, options)
}

pub(crate) fn tournament(args: &TournamentArgs, options: &Options) -> anyhow::Result<()> {
    let agents = with_bots(&args.run.agents, &args.run.bots);
    let anchor = args.anchor.as_deref().map(|text| anchor(&*lab().game(&args.run.game)?, &agents, text)).transpose()?;
    let study = lab().study_spec("tournament", &args.format, &options.study)?;
    lab().resolve_study_of("tournament", "format", &study)?;
    playing::run(&args.run.request(study, options), &args.run, anchor, options)
}
