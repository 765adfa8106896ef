//! `mctslab engine GAME AGENT`: an agent as an engine for other programs.

use std::io::{BufReader, stdin, stdout};

use crate::cli::{EngineArgs, Options};
use crate::lab::catalog;

pub(crate) fn run(args: &EngineArgs, options: &Options) -> anyhow::Result<()> {
    let game = crate::lab::game(&args.game)?;
    let input = Box::new(BufReader::new(stdin()));
    game.serve(&args.agent, catalog().protocol(&args.protocol)?, options.seed, input, &mut stdout())?;
    Ok(())
}
