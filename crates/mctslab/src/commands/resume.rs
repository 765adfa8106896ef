//! `mctslab resume RUN`: does what a run still lacks. All settings come from the store.

use std::time::Instant;

use mctslab_lab::arena::{Status, Store};
use mctslab_lab::{replay, resume};

use crate::cli::{Options, ResumeArgs};
use crate::lab::lab;
use crate::output::note;
use crate::playing;

pub(crate) fn run(args: &ResumeArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_existing(&args.store.db)?;
    let row = store.run(args.run)?;
    playing::refuse_other_seed(&row, options)?;
    if row.status == Status::Finished {
        note(options, &format!("run {} is finished: nothing is left to do", row.run));
        return playing::print(&*replay(lab(), &store, row.run)?.document(), None, options);
    }
    let begin = Instant::now();
    drop(store);
    let run = resume(lab(), &args.store.db, args.run, options.allow_engines)?;
    let runs = playing::play(vec![run], &args.crew, None, options)?;
    playing::finish(runs, None, begin.elapsed(), options)
}
