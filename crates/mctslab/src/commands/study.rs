//! `mctslab COMMAND GAME …` of a study that needs no file here: the command is made of what the study declares.

use std::time::Instant;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use mctslab_core::spec::Entry;
use mctslab_lab::{Agents, Request, StudyRow, start};

use crate::cli::{Options, StudyArgs};
use crate::common::generated;
use crate::lab::lab;
use crate::playing;

/// What was typed.
pub(crate) struct StudyCommand {
    study: &'static StudyRow,
    args: StudyArgs,
    /// The agents that were named.
    agents: Vec<String>,
}

/// The studies of a command that are not its first: a switch with its name chooses each.
fn others(study: &StudyRow) -> impl Iterator<Item = &'static StudyRow> {
    lab().studies_of(study.command).skip(1)
}

/// The command of a study, without the options that its parameters become.
pub(crate) fn command(study: &StudyRow) -> Command {
    // What is shared says of itself what it is, which is not what the command is about.
    let command = StudyArgs::augment_args(Command::new(study.command)).about(study.entry.doc).long_about(None);
    let command = command.args(others(study).map(|other| {
        let Entry { name, doc, .. } = other.entry;
        Arg::new(name).long(name).action(ArgAction::SetTrue).group("study").help(format!("{doc} instead"))
    }));
    let spec = |help: &'static str| Arg::new("agent").value_name("AGENT").required(true).help(help);
    match study.agents {
        Agents::One { option, default } => {
            let help = format!("The agent [default: {default}]");
            command.arg(Arg::new("agent").long(option).value_name("AGENT").help(help))
        }
        Agents::Alone => command.arg(spec("The agent")),
        Agents::Against => {
            let against = Arg::new("against").long("against").value_name("AGENT").required(true);
            let agent = spec("The agent; lists in braces make several of it: \"uct(iters=500,c={0.2,0.4})\"");
            command.arg(agent.num_args(1..)).arg(against.help("The agent in all other seats"))
        }
        Agents::Seats | Agents::Many | Agents::Target => command.arg(spec("The agents").num_args(1..)),
        Agents::Touchstone | Agents::None => command,
    }
}

impl StudyCommand {
    /// Reads what was typed behind the name of a command.
    pub(crate) fn read(name: &str, matches: &ArgMatches) -> Result<StudyCommand, clap::Error> {
        let first = generated(name).expect("it was found before");
        let study = others(first).find(|other| matches.get_flag(other.entry.name)).unwrap_or(first);
        let named = |id: &str| matches.try_get_many::<String>(id).ok().flatten().into_iter().flatten().cloned();
        let agents = named("agent").chain(named("against")).collect();
        Ok(StudyCommand { study, args: StudyArgs::from_arg_matches(matches)?, agents })
    }
}

pub(crate) fn run(typed: &StudyCommand, options: &Options) -> anyhow::Result<()> {
    let begin = Instant::now();
    let StudyCommand { study, args, agents } = typed;
    let spec = lab().study_spec(study.command, study.entry.name, &options.study)?;
    let (game, agents) = (args.game.clone(), agents.clone());
    let request = Request { game, agents, study: spec, seed: options.seed, ..Request::default() };
    let run = start(lab(), lab().plan(&request)?, args.keep.place())?;
    let runs = playing::play(vec![run], &args.keep.crew, None, options)?;
    playing::finish(runs, None, begin.elapsed(), options)
}
