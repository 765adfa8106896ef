//! `mctslab worker`: plays jobs for another program, which writes them to standard input and reads results from standard output.

use std::io::{BufReader, stdin, stdout};

use mctslab_lab::arena::worker::serve;
use mctslab_lab::make_player;

use crate::lab::lab;

pub(crate) fn run() -> anyhow::Result<()> {
    let lab = lab();
    Ok(serve(&lab.identity(), &*make_player(lab), BufReader::new(stdin()), &mut stdout().lock())?)
}
