//! `mctslab paper`: tables and figures of papers, run again, with a verdict on every claim.

use mctslab_lab::LabError;
use mctslab_lab::papers::{PaperId, PaperLibrary, PaperSettings, report_papers, run_papers, save_paper, start_papers};

use crate::cli::{Options, PaperAction, PaperArgs};
use crate::lab::lab;
use crate::output::{emit, emit_json, note, usage, width};
use crate::playing;

pub(crate) fn run(args: &PaperArgs, options: &Options) -> anyhow::Result<()> {
    let library = args.file.as_deref().map_or_else(PaperLibrary::built_in, PaperLibrary::read)?;
    let settings = settings(args, options);
    let what = args.what.as_deref().unwrap_or("all");
    match args.action {
        PaperAction::List if options.json => library.ids().try_for_each(|id| emit_json(&id.json(lab(), &settings)?)),
        PaperAction::List => emit(&library.text(width())),
        PaperAction::Show => show(&library.find(what)?, &settings, options),
        PaperAction::Run => play(&library.find(what)?, &settings, args, options),
        PaperAction::Report => {
            let written = report_papers(&library, &args.data, &args.output).map_err(|error| match error {
                LabError::Unread { .. } => usage(format!("{error}; name the folder of `paper run --save` with --data")),
                error => error.into(),
            })?;
            written.iter().try_for_each(|path| emit(&format!("wrote {}\n", path.display())))
        }
    }
}

fn settings(args: &PaperArgs, options: &Options) -> PaperSettings {
    PaperSettings {
        scale: args.scale,
        scales: args.scale_of.clone(),
        budget: args.budget,
        budgets: args.budgets.clone(),
        profile: Some(args.profile.clone()).filter(|profile| profile != "both"),
        time: args.time,
        seed: options.seed,
        sample: args.sample,
        rows: args.rows.clone(),
        engines_allowed: options.allow_engines,
    }
}

fn show(ids: &[PaperId<'_>], settings: &PaperSettings, options: &Options) -> anyhow::Result<()> {
    ids.iter().try_for_each(|id| {
        let text = || id.text(lab(), settings);
        if options.json { emit_json(&id.json(lab(), settings)?) } else { emit(&format!("{}\n", text()?)) }
    })
}

/// Runs all of them, and prints what came of each.
fn play(ids: &[PaperId<'_>], settings: &PaperSettings, args: &PaperArgs, options: &Options) -> anyhow::Result<()> {
    let (papers, remarks) = start_papers(lab(), ids, settings, args.keep.place())?;
    for remark in &remarks {
        note(options, remark);
    }
    let alone = Options { threads: Some(1), quiet: options.quiet, ..Options::default() };
    let (documents, whole) = run_papers(lab(), papers, args.keep.place(), |runs, timed| {
        playing::play(runs, &args.keep.crew, None, if timed { &alone } else { options })
    })?;
    for (place, document) in documents.iter().enumerate() {
        if place > 0 && !options.json {
            emit("\n")?;
        }
        playing::print(document, None, options)?;
        if let Some(folder) = &args.save {
            note(options, &format!("wrote {}", save_paper(document, folder)?.display()));
        }
    }
    anyhow::ensure!(whole, "interrupted; finished games are kept, and the same command continues");
    Ok(())
}
