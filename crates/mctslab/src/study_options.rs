//! Options of commands that run studies: one for each parameter that a study of the command declares.
//!
//! The parameters of a choice are options as well: `--criterion score --theta 0.02` is the same as `--criterion "score(theta=0.02)"`.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use mctslab_core::spec::Kind;
use mctslab_lab::StudyOption;

use crate::lab::lab;

/// What was typed: keys and values.
pub(crate) type Typed = Vec<(String, String)>;

/// Adds an option for each parameter.
pub(crate) fn add(command: Command) -> Command {
    // `complexity --games` names games, so that their number is called otherwise there.
    let taken = command.get_arguments().any(|arg| arg.get_long() == Some("games"));
    let args = lab().study_options(command.get_name()).into_iter().map(|option| {
        let key = option.param.name;
        let long = if key == "games" && taken { "max-games" } else { key };
        let arg = Arg::new(key).long(long).value_name(option.value_name()).help(option.help());
        let arg = if key == "games" { arg.short('n') } else { arg };
        // A switch need not be given its value.
        let switch = matches!(option.param.kind, Kind::Flag);
        let arg = if switch { arg.num_args(0..=1).require_equals(true).default_missing_value("true") } else { arg };
        let arg =
            if option.of.is_some() { arg.help_heading("Options of the chosen method, rule or criterion") } else { arg };
        arg.allow_negative_numbers(true)
    });
    command.args(args.collect::<Vec<Arg>>())
}

/// What was typed behind a command.
pub(crate) fn read(command: &str, matches: &ArgMatches) -> Typed {
    let typed = |option: &StudyOption| {
        let id = option.param.name;
        let given = matches.value_source(id) == Some(ValueSource::CommandLine);
        let value = matches.try_get_one::<String>(id).ok().flatten().filter(|_| given)?;
        Some((id.to_string(), value.clone()))
    };
    lab().study_options(command).iter().filter_map(typed).collect()
}
