//! `mctslab match GAME A B [C] -n N`: a match with seats taken evenly.

use crate::cli::{Options, RunArgs};
use crate::lab::lab;
use crate::playing;

pub(crate) fn run(args: &RunArgs, options: &Options) -> anyhow::Result<()> {
    let study = lab().study_spec("match", "match", &options.study)?;
    playing::run(&args.request(study, options), args, None, options)
}
