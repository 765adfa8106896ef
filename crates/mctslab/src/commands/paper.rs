//! `mctslab paper`: tables and figures of papers, run again, with a verdict on every claim.

use std::path::Path;

use mctslab_lab::LabError;
use mctslab_papers::{PaperId, PaperLibrary, PaperSettings, report_papers, run_papers, save_paper, start_papers};

use crate::cli::{KeepArgs, Options, PaperAction, PaperArgs, PaperRows, PaperSource};
use crate::lab::lab;
use crate::output::{emit, emit_json, note, usage, width};
use crate::playing;

pub(crate) fn run(args: &PaperArgs, options: &Options) -> anyhow::Result<()> {
    match &args.action {
        PaperAction::List(source) if options.json => {
            let settings = PaperSettings::default();
            library(source)?.ids().try_for_each(|id| emit_json(&id.json(lab(), &settings)?))
        }
        PaperAction::List(source) => emit(&library(source)?.text(width())),
        PaperAction::Show { id, rows } => show(&library(&rows.source)?.find(id)?, &settings(rows, options), options),
        PaperAction::Run { id, rows, save, keep } => {
            let library = library(&rows.source)?;
            play(&library.find(id)?, &settings(rows, options), save.as_deref(), keep, options)
        }
        PaperAction::Report { data, output, source } => {
            let written = report_papers(&library(source)?, data, output).map_err(|error| match error {
                LabError::Unread { .. } => usage(format!("{error}; name the folder of `paper run --save` with --data")),
                error => error.into(),
            })?;
            written.iter().try_for_each(|path| emit(&format!("wrote {}\n", path.display())))
        }
    }
}

fn library(source: &PaperSource) -> anyhow::Result<PaperLibrary> {
    Ok(source.file.as_deref().map_or_else(PaperLibrary::built_in, PaperLibrary::read)?)
}

fn settings(rows: &PaperRows, options: &Options) -> PaperSettings {
    PaperSettings {
        scale: rows.scale,
        scales: rows.scale_of.clone(),
        budget: rows.budget,
        budgets: rows.budgets.clone(),
        profile: Some(rows.profile.clone()).filter(|profile| profile != "both"),
        time: rows.time,
        seed: options.seed,
        sample: rows.sample,
        rows: rows.rows.clone(),
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
fn play(
    ids: &[PaperId<'_>],
    settings: &PaperSettings,
    save: Option<&Path>,
    keep: &KeepArgs,
    options: &Options,
) -> anyhow::Result<()> {
    let (papers, remarks) = start_papers(lab(), ids, settings, keep.place())?;
    for remark in &remarks {
        note(options, remark);
    }
    let alone = Options { threads: Some(1), quiet: options.quiet, ..Options::default() };
    let (documents, whole) = run_papers(lab(), papers, keep.place(), |runs, timed| {
        playing::play(runs, &keep.crew, None, if timed { &alone } else { options })
    })?;
    for (place, document) in documents.iter().enumerate() {
        if place > 0 && !options.json {
            emit("\n")?;
        }
        playing::print(document, None, options)?;
        if let Some(folder) = save {
            note(options, &format!("wrote {}", save_paper(document, folder)?.display()));
        }
    }
    anyhow::ensure!(whole, "interrupted; finished games are kept, and the same command continues");
    Ok(())
}
