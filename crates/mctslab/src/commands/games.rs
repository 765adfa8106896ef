//! `mctslab games`: what can be played.

use mctslab_lab::documents::EntryList;

use crate::cli::Options;
use crate::lab::lab;
use crate::output::{emit, emit_json};

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    print(&lab().games()?, options)
}

/// Prints a list of games or agents.
pub(super) fn print(list: &EntryList<'_>, options: &Options) -> anyhow::Result<()> {
    if options.json { list.json().try_for_each(|entry| emit_json(&entry)) } else { emit(&list.text()) }
}
