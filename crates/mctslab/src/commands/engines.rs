//! `mctslab engine`, `engine-check` and `worker`: other programs at the other end.

use std::io::{BufReader, stdin, stdout};

use mctslab_lab::arena::worker::serve;
use mctslab_lab::{EngineRequest, make_player};

use crate::cli::{EngineArgs, EngineCheckArgs, Options};
use crate::lab::lab;
use crate::output::{emit, printed};

/// An agent as an engine for another program.
pub(crate) fn engine(args: &EngineArgs, options: &Options) -> anyhow::Result<()> {
    let protocol = lab().catalog().protocol(&args.protocol)?;
    let input = Box::new(BufReader::new(stdin()));
    Ok(lab().game(&args.game)?.serve(&args.agent, protocol, options.seed, input, &mut stdout())?)
}

/// An engine examined.
pub(crate) fn check(args: &EngineCheckArgs, options: &Options) -> anyhow::Result<()> {
    let EngineCheckArgs { command, bot, protocol, game, games, movetime, options: own } = args;
    let protocol = if bot.is_some() { "lines" } else { protocol };
    let command = bot.as_ref().or(command.as_ref()).map_or("", String::as_str);
    let request = EngineRequest { command, protocol, movetime: *movetime, options: own, game, games: *games };
    let document = lab().check_engine(request, options.seed)?;
    emit(&printed(options, || document.json(), || document.text()))?;
    document.failure().map_or(Ok(()), |failure| Err(anyhow::anyhow!(failure)))
}

/// Plays jobs for another program: jobs from standard input, results to standard output.
pub(crate) fn worker() -> anyhow::Result<()> {
    let lab = lab();
    Ok(serve(&lab.identity(), &*make_player(lab), BufReader::new(stdin()), &mut stdout().lock())?)
}
