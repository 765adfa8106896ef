//! `mctslab completions SHELL`: a script that completes commands and options.

use crate::cli::{self, CompletionsArgs};
use crate::output::emit;

pub(crate) fn run(args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut cli::command(), "mctslab", &mut script);
    emit(&String::from_utf8(script)?)
}
