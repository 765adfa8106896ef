//! `mctslab resume RUN`: plays what a run still lacks. All settings come from the store.

use mctslab_registry::arena::{Status, Store};

use crate::cli::{Options, ResumeArgs};
use crate::commands::show;
use crate::output::note;
use crate::running::{self, Plan};
use crate::studying;

pub(crate) fn run(args: &ResumeArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_for_writing(&args.store.db)?;
    let row = show::stored_run(&store, args.run)?;
    running::refuse_other_seed(&row, options)?;
    if row.status == Status::Finished {
        note(options, &format!("run {} is finished; this is its result", row.run));
        return show::table(&store, &row, None, options);
    }
    let plan = Plan::of_row(&row, options)?;
    let store = Some(store.take_up(row.run)?);
    if studying::is_study(&row.settings) {
        studying::play_and_print(&plan, store, None, options)
    } else {
        running::play(&plan, store, None, options)
    }
}
