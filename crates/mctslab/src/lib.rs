//! A laboratory for Monte Carlo tree search in board games: its command line as a library.
//!
//! A program of your own adds games, agents and parts to [`Lab`] and gets every command for them:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use mctslab::games::hex::Hex; // in place of a game of your own
//!
//! fn main() -> ExitCode {
//!     mctslab::Lab::empty().standard_agents().game::<Hex>().main()
//! }
//! ```
//!
//! In code, [`play_match`], [`measure`] and [`write_report`] do the same without a command line;
//! [`Uct`] has an example.

mod cli;
mod commands;
mod common;
mod crews;
mod hints;
mod lab;
mod output;
mod playing;

use std::process::ExitCode;

pub use crews::{CrewOption, Crews};
pub use hints::CommandHints;
pub use mctslab_core as core;
pub use mctslab_lab::LabError;
use mctslab_lab::arena::interrupt;
pub use mctslab_lab::registry::{AgentRow, AnyGame, NamedAgent, NamedFinish, NamedPlayout, NamedSelect, games, search};
use mctslab_studies::FrontEnd;
pub use mctslab_studies::{
    AgentResult, Entrant, Found, LabBuilder, Uct, measure, measure_by, play_match, write_report,
};

/// The laboratory in code: plans, runs and documents, and below them pages, studies and papers.
pub mod laboratory {
    pub use mctslab_lab::*;
    pub use mctslab_page as page;
    pub use mctslab_papers as papers;
    pub use mctslab_studies as studies;
    pub use mctslab_studies::{STUDIES, standard_lab};
}

/// The commit that this program was built from, and its day: `abc1234 2026-03-01`; `unknown`
/// outside a checkout.
pub const BUILD: &str = env!("MCTSLAB_BUILD");

/// The version with the commit.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("MCTSLAB_BUILD"), ")");

/// A laboratory whose [`LabBuilder::main`] is the command line of mctslab.
pub type Lab = LabBuilder<CommandLine>;

/// The command line as what a program does with a laboratory.
pub struct CommandLine;

impl FrontEnd for CommandLine {
    fn main(lab: Result<mctslab_lab::Lab, LabError>) -> ExitCode {
        ExitCode::from(run(lab, std::env::args_os()))
    }
}

/// Does what the words of a command line ask for, the program's name first; the answer is the exit
/// code. A process does it once.
pub fn run(lab: Result<mctslab_lab::Lab, LabError>, words: impl Iterator<Item = std::ffi::OsString>) -> u8 {
    // Programs that we start are to have no files open but the pipes they are given; this must come
    // before we open any.
    #[cfg(unix)]
    close_fds::set_fds_cloexec(3, &[]);
    let mut words = words.peekable();
    if let Some(path) = words.peek() {
        core::program::name_program(&path.to_string_lossy());
    }
    mctslab_lab::name_build(BUILD);
    let done = lab.map_err(anyhow::Error::from).and_then(|lab| {
        lab::open(lab.with_hints(CommandHints))?;
        let cli = cli::Cli::read(words);
        interrupt::watch()?;
        cli.run()
    });
    done.map_or_else(|error| output::fail(&error), |()| 0)
}

/// The same with crews besides threads and worker processes.
pub fn run_with(
    lab: Result<mctslab_lab::Lab, LabError>,
    words: impl Iterator<Item = std::ffi::OsString>,
    crews: Box<dyn Crews>,
) -> u8 {
    crews::add(crews);
    run(lab, words)
}

/// All that can be typed, for tests and for those who make manuals.
#[doc(hidden)]
pub fn command_line() -> clap::Command {
    cli::command()
}
