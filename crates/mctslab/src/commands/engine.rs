//! `mctslab engine GAME AGENT`: an agent as an engine for other programs.

use std::io::{BufReader, stdin, stdout};

use mctslab_registry::Protocol;

use crate::cli::{EngineArgs, Options};

pub(crate) fn run(args: &EngineArgs, options: &Options) -> anyhow::Result<()> {
    // A search may be left to itself at the end, so the game lives as long as the program.
    let game = Box::leak(mctslab_registry::game(&args.game)?);
    let input = Box::new(BufReader::new(stdin()));
    game.serve(&args.agent, protocol(&args.protocol), options.seed, input, &mut stdout())?;
    Ok(())
}

/// The protocol of a name that the command line has checked.
fn protocol(name: &str) -> Protocol {
    match name {
        "uai" => Protocol::Uai,
        "gtp" => Protocol::Gtp,
        "uci" => Protocol::Uci,
        _ => Protocol::Ugi,
    }
}
