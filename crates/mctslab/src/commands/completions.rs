//! `mctslab completions SHELL`: a script that completes commands and options.

use clap::CommandFactory;

use crate::cli::{Cli, CompletionsArgs};
use crate::output::emit;

pub(crate) fn run(args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "mctslab", &mut script);
    emit(&String::from_utf8(script)?)
}
