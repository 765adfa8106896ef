//! `mctslab perft GAME DEPTH`: counts move sequences.

use crate::cli::{Options, PerftArgs};
use crate::lab::lab;
use crate::output::{emit, emit_json};

pub(crate) fn run(args: &PerftArgs, options: &Options) -> anyhow::Result<()> {
    let PerftArgs { game, depth, position, divide } = args;
    let document = lab().perft(game, position.as_deref(), *depth, *divide, options.threads())?;
    if options.json { emit_json(&document.json()) } else { emit(&document.text()) }
}
