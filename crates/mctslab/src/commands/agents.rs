//! `mctslab agents [GAME]`: what can play.

use super::games::print;
use crate::cli::{AgentsArgs, Options};
use crate::lab::lab;

pub(crate) fn run(args: &AgentsArgs, options: &Options) -> anyhow::Result<()> {
    print(&lab().agents(args.game.as_deref())?, options)
}
