//! `mctslab paper`: tables and figures of papers, run again, with a verdict on every claim.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use mctslab_lab::{LabError, Run, RunState};
use mctslab_papers::{
    DecideAudience, PaperDocument, PaperId, PaperLibrary, PaperSettings, add_to_papers, bundle_paper, decide_papers,
    report_papers, save_paper, saved_paper, start_papers,
};

use crate::cli::{DecideArgs, KeepArgs, Options, PaperAction, PaperArgs, PaperRows, PaperSource};
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
        PaperAction::Run { id, rows, save, decide, keep } => {
            let library = library(&rows.source)?;
            let (ids, settings) = (library.find(id)?, settings(rows, options));
            let playing = PaperPlay { save: save.as_deref(), keep, options };
            if decide.decide {
                let built_in = rows.source.file.is_none();
                playing.decide(&ids, &settings, decide, built_in)
            } else {
                playing.play(&ids, &settings)
            }
        }
        PaperAction::Bundle { id, data, output, source } => {
            let found = |id: &str| match data {
                Some(folder) => saved_paper(id, folder),
                None if source.file.is_some() => Ok(None),
                None => PaperLibrary::committed(id),
            };
            let bundle = bundle_paper(&library(source)?, id, found)?;
            let place = |error| LabError::Place { path: output.clone(), error };
            std::fs::write(output, bundle).map_err(place)?;
            emit(&format!("wrote {}\n", output.display()))
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

/// How tables and figures are played, and where what was found goes.
struct PaperPlay<'a> {
    save: Option<&'a Path>,
    keep: &'a KeepArgs,
    options: &'a Options,
}

impl PaperPlay<'_> {
    /// Runs all of them, and prints what came of each.
    fn play(&self, ids: &[PaperId<'_>], settings: &PaperSettings) -> anyhow::Result<()> {
        let (papers, remarks) = start_papers(lab(), ids, settings, self.keep.place())?;
        for remark in &remarks {
            note(self.options, remark);
        }
        let mut before = BTreeMap::new();
        for id in ids {
            let saved = self.save.map(|folder| saved_paper(id.name(), folder)).transpose()?.flatten();
            before.extend(saved.map(|document| (id.name().to_string(), document)));
        }
        let base = |id: &str| before.get(id).cloned();
        let (documents, whole) =
            add_to_papers(lab(), papers, self.keep.place(), base, |runs, timed| self.play_runs(runs, timed, None))?;
        documents.iter().try_for_each(|document| self.save(document))?;
        self.print(&documents)?;
        anyhow::ensure!(whole, INTERRUPTED);
        Ok(())
    }

    /// Plays what open claims need, and prints what came of all of them.
    fn decide(
        &self,
        ids: &[PaperId<'_>],
        settings: &PaperSettings,
        args: &DecideArgs,
        built_in: bool,
    ) -> anyhow::Result<()> {
        let deadline = args.minutes.map(deadline_in).transpose()?;
        let mut before = BTreeMap::new();
        for id in ids.iter().filter(|_| !args.anew) {
            let folder = args.data.as_deref().or(self.save);
            let saved = folder.map(|folder| saved_paper(id.name(), folder)).transpose()?.flatten();
            let known = match saved {
                None if built_in && args.data.is_none() => PaperLibrary::committed(id.name())?,
                saved => saved,
            };
            before.extend(known.map(|document| (id.name().to_string(), document)));
        }
        let base = |id: &str| before.get(id).cloned();
        let mut deciding = DecidingOnScreen { play: self, deadline, stopped: false };
        let documents = decide_papers(lab(), ids, settings, base, self.keep.place(), &mut deciding)?;
        let stopped = deciding.stopped && deadline.is_none_or(|deadline| Instant::now() < deadline);
        self.print(&documents)?;
        anyhow::ensure!(!stopped, INTERRUPTED);
        Ok(())
    }

    fn play_runs(&self, runs: Vec<Run>, timed: bool, deadline: Option<Instant>) -> anyhow::Result<Vec<Run>> {
        let alone = Options { threads: Some(1), quiet: self.options.quiet, ..Options::default() };
        playing::play(runs, &self.keep.crew, deadline, if timed { &alone } else { self.options })
    }

    fn save(&self, document: &PaperDocument) -> anyhow::Result<()> {
        if let Some(folder) = self.save {
            note(self.options, &format!("wrote {}", save_paper(document, folder)?.display()));
        }
        Ok(())
    }

    fn print(&self, documents: &[PaperDocument]) -> anyhow::Result<()> {
        for (place, document) in documents.iter().enumerate() {
            if place > 0 && !self.options.json {
                emit("\n")?;
            }
            playing::print(document, None, self.options)?;
        }
        Ok(())
    }
}

const INTERRUPTED: &str = "interrupted; finished games are kept, and the same command continues";

/// The time in that many minutes.
fn deadline_in(minutes: f64) -> anyhow::Result<Instant> {
    let duration = Duration::try_from_secs_f64(60.0 * minutes).ok().filter(|duration| !duration.is_zero());
    let deadline = duration.and_then(|duration| Instant::now().checked_add(duration));
    deadline.ok_or_else(|| usage(format!("`--minutes {minutes}` is no time: give minutes above 0, such as 30")))
}

/// The deciding of claims on the command line.
struct DecidingOnScreen<'a> {
    play: &'a PaperPlay<'a>,
    deadline: Option<Instant>,
    /// Whether some runs are not over.
    stopped: bool,
}

impl DecideAudience<anyhow::Error> for DecidingOnScreen<'_> {
    fn play(&mut self, runs: Vec<Run>, timed: bool) -> anyhow::Result<Vec<Run>> {
        let runs = self.play.play_runs(runs, timed, self.deadline)?;
        self.stopped |= runs.iter().any(|run| run.state() != RunState::Over);
        Ok(runs)
    }

    fn goes_on(&self) -> bool {
        !self.stopped && self.deadline.is_none_or(|deadline| Instant::now() < deadline)
    }

    fn say(&mut self, text: &str) {
        note(self.play.options, text);
    }

    fn take(&mut self, document: &PaperDocument) -> anyhow::Result<()> {
        self.play.save(document)
    }
}
