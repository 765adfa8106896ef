//! Crews that a program adds to the command line: the Python package brings executors along.

use std::sync::{Arc, OnceLock};

use clap::{Arg, ArgMatches, Command};
use mctslab_lab::arena::{Crew, Flags};
use mctslab_lab::{Lab, LabError};

/// An option that says who plays, on every command that has `--workers`.
pub struct CrewOption {
    /// Its name, without the dashes.
    pub name: &'static str,
    /// What its value is called in the help.
    pub value_name: &'static str,
    /// What it does.
    pub help: &'static str,
}

/// Crews that are asked for by options.
pub trait Crews: Send + Sync {
    /// The options.
    fn options(&self) -> &'static [CrewOption];

    /// The crew that an option asks for by its value; it obeys the flags.
    fn crew(&self, option: &str, value: &str, lab: &Lab, flags: &Arc<Flags>) -> Result<Box<dyn Crew>, LabError>;
}

static CREWS: OnceLock<Box<dyn Crews>> = OnceLock::new();

/// Adds crews to the command line of this process.
pub(crate) fn add(crews: Box<dyn Crews>) {
    // The command line is started once, and refuses to start again by itself.
    drop(CREWS.set(crews));
}

fn options() -> &'static [CrewOption] {
    CREWS.get().map_or(&[], |crews| crews.options())
}

/// Adds the options to all commands that play.
pub(crate) fn add_options(command: Command) -> Command {
    let command = command.mut_subcommands(add_options);
    if command.get_arguments().all(|arg| arg.get_id() != "workers") {
        return command;
    }
    let names: Vec<&str> = options().iter().map(|option| option.name).collect();
    command.args(options().iter().map(|option| {
        let others = names.iter().filter(|name| **name != option.name).chain(&["workers"]);
        let arg = Arg::new(option.name).long(option.name).value_name(option.value_name).help(option.help);
        arg.help_heading("Store and workers").conflicts_with_all(others)
    }))
}

/// The option that was typed behind a command, and its value.
pub(crate) fn read_option(matches: &ArgMatches) -> Option<(&'static str, String)> {
    options().iter().find_map(|option| {
        let value = matches.try_get_one::<String>(option.name).ok().flatten()?;
        Some((option.name, value.clone()))
    })
}

/// The crew that was asked for.
pub(crate) fn make(
    (option, value): &(&'static str, String),
    lab: &Lab,
    flags: &Arc<Flags>,
) -> Result<Box<dyn Crew>, LabError> {
    let crews = CREWS.get().expect("its option was read");
    crews.crew(option, value, lab, flags)
}
