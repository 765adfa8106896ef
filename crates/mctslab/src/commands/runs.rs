//! `mctslab runs`: what the store holds.

use mctslab_lab::arena::{RunRow, Store};
use mctslab_lab::documents::{RunList, Settings};

use crate::cli::{Options, StoreArgs};
use crate::lab::lab;
use crate::output::{emit, emit_json};

pub(crate) fn run(args: &StoreArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_existing(&args.db)?;
    let mut rows: Vec<(RunRow, Settings)> = Vec::new();
    store.runs(|row| {
        let settings = Settings::of(lab(), &row.plan, &row.command);
        rows.push((row, settings));
    })?;
    let list = RunList::new(&rows);
    if options.json {
        return list.runs().iter().try_for_each(|run| emit_json(&run.json()));
    }
    emit(&list.text())
}
