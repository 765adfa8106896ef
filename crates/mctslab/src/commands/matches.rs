//! `mctslab match GAME A B [C] -n N`: a match with seats taken evenly.

use mctslab_lab::Request;

use crate::cli::{MatchArgs, Options};
use crate::lab::lab;
use crate::playing;

pub(crate) fn run(args: &MatchArgs, options: &Options) -> anyhow::Result<()> {
    let study = lab().study_spec("match", "match", &options.study)?;
    let request = Request { game: args.game.clone(), agents: args.agents.clone(), study, ..args.run.request(options) };
    playing::run(&request, &args.run, None, options)
}
