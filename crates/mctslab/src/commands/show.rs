//! `mctslab show RUN`: the result of a run again, or one of its games.

use mctslab_lab::arena::Store;
use mctslab_lab::documents::GameDocument;
use mctslab_lab::export::GameRows;
use mctslab_lab::{GAMES, Stored, replay};

use crate::cli::{Options, ShowArgs};
use crate::lab::lab;
use crate::output::{emit, emit_json, usage};
use crate::playing;

pub(crate) fn run(args: &ShowArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_existing(&args.store.db)?;
    let Some(number) = args.game else {
        let replayed = replay(lab(), &store, args.run)?;
        let anchor = playing::anchor_of(&replayed.stored, args.anchor.as_deref())?;
        let document = replayed.study.document(replayed.about().anchored(anchor));
        return playing::print(&*document, None, options);
    };
    let stored = Stored::new(lab(), &store, args.run)?;
    let (row, unit) = (&stored.row, stored.settings.unit);
    let Some(found) = GameRows::new(&stored)?.one(number)? else {
        if unit != GAMES {
            let run = row.run;
            return Err(usage(format!(
                "run {run} has {unit}, not games, or none with a game {number}: `mctslab export {run}` prints them"
            )));
        }
        anyhow::bail!("run {} has no game {number}: it has {} of {} games", row.run, row.games, row.planned);
    };
    let document = GameDocument::new(&*stored.game, row.run, found)?;
    if options.json { emit_json(&document.json()) } else { emit(&document.text()) }
}
