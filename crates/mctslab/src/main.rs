//! The command line of mctslab: one file per subcommand, all of them thin.

mod cli;
mod commands;
mod common;
mod interrupt;
mod lab;
mod output;
mod playing;
mod study_options;

use std::process::ExitCode;

use cli::{Cli, Command};

fn main() -> ExitCode {
    // Programs that we start are to have no files open but the pipes they are given; this must come before we open any.
    #[cfg(unix)]
    close_fds::set_fds_cloexec(3, &[]);
    let cli = Cli::read();
    match interrupt::watch().and_then(|()| run(&cli)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => output::fail(&error),
    }
}

fn run(cli: &Cli) -> anyhow::Result<()> {
    let options = &cli.options;
    match &cli.command {
        Command::Games => commands::games::run(options),
        Command::Agents(args) => commands::agents::run(args, options),
        Command::Explain(args) => commands::explain::run(args, options),
        Command::Play(args) => commands::play::run(args, options),
        Command::Search(args) => commands::search::run(args, options),
        Command::Perft(args) => commands::perft::run(args, options),
        Command::Bench(args) => commands::bench::run(args, options),
        Command::Match(args) => commands::matches::run(args, options),
        Command::Tournament(args) => commands::tournament::run(args, options),
        Command::Complexity(args) => commands::complexity::run(args, options),
        Command::Study(study) => commands::study::run(study, options),
        Command::Experiment(args) => commands::experiment::run(args, options),
        Command::Paper(args) => commands::paper::run(args, options),
        Command::Worker => commands::worker::run(),
        Command::Runs(args) => commands::runs::run(args, options),
        Command::Show(args) => commands::show::run(args, options),
        Command::Resume(args) => commands::resume::run(args, options),
        Command::Export(args) => commands::export::run(args, options),
        Command::Report(args) => commands::report::run(args, options),
        Command::Engine(args) => commands::engine::run(args, options),
        Command::EngineCheck(args) => commands::engine_check::run(args, options),
        Command::Completions(args) => commands::completions::run(args),
    }
}
