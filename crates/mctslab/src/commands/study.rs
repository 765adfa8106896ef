//! `mctslab COMMAND GAME …` of a study that needs no file here: the command is made of what the
//! study declares. The parameters of a choice are options as well: `--criterion score --theta 0.02`
//! is the same as `--criterion "score(theta=0.02)"`.

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use mctslab_core::spec::{Entry, Kind};
use mctslab_lab::{Agents, Conditions, Request, Run, StudyOption, StudyRow, bot_spec, start};

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
    /// Further games.
    also: Vec<String>,
    openings: Option<String>,
}

/// The studies of a command that are not its first: a switch with its name chooses each.
fn others(study: &StudyRow) -> impl Iterator<Item = &'static StudyRow> {
    lab().studies_of(study.command).skip(1)
}

/// The command of a study, without the options that its parameters become.
pub(crate) fn command(study: &StudyRow) -> Command {
    // What is shared says of itself what it is, which is not what the command is about.
    let command = StudyArgs::augment_args(Command::new(study.command)).about(study.entry.doc).long_about(None);
    // What follows does not belong to the store and its workers.
    let command = command.next_help_heading(None::<&'static str>);
    let command = command.args(others(study).map(|other| {
        let Entry { name, doc, .. } = other.entry;
        Arg::new(name).long(name).action(ArgAction::SetTrue).group("study").help(format!("{doc} instead"))
    }));
    let command = if study.combine.is_some() { command.arg(also()) } else { command };
    let command = if study.agents == Agents::Against { command.arg(openings()) } else { command };
    let spec = |help: &'static str| Arg::new("agent").value_name("AGENT").required(true).help(help);
    match study.agents {
        Agents::One { option, default } => {
            let help = format!("The agent that plays or searches [default: {default}]");
            let agent = Arg::new("agent").long(option).value_name("AGENT").help(help);
            command.arg(agent.conflicts_with("bot")).arg(bot("The program that plays"))
        }
        Agents::Alone => command.arg(spec("The agent that is examined")),
        Agents::Against => {
            let against = Arg::new("against").long("against").value_name("AGENT").required_unless_present("bot");
            let against = against.conflicts_with("bot");
            let agent =
                spec("The agent; a list in braces makes one agent of each value: \"uct(iters=500,c={0.2,0.4})\"");
            command
                .arg(agent.num_args(1..))
                .arg(against.help("The agent in all other seats"))
                .arg(bot("The program in all other seats"))
        }
        Agents::Seats | Agents::Many | Agents::Target => command.arg(spec("The agents").num_args(1..)),
        // A plan has a game, whatever it is.
        Agents::NoGame => command.mut_arg("game", |game| game.required(false).default_value("nim").hide(true)),
        Agents::Touchstone | Agents::None => command,
    }
}

/// The option for an agent that is a program.
fn bot(what: &str) -> Arg {
    let help = format!("{what}, as in `--bot \"python3 bot.py\"`");
    Arg::new("bot").long("bot").value_name("CMD").help(help)
}

/// The option for further games.
fn also() -> Arg {
    let help = "One more game to play in, shown together with the first; may be repeated";
    Arg::new("also").long("also").value_name("GAME").action(ArgAction::Append).help(help)
}

/// The option for where games start.
fn openings() -> Arg {
    let help = "Where games start: none, random(plies=4), or file(path=\"…\") [default: none]";
    Arg::new("openings").long("openings").value_name("SPEC").help(help)
}

impl StudyCommand {
    /// Reads what was typed behind the name of a command.
    pub(crate) fn read(name: &str, matches: &ArgMatches) -> Result<StudyCommand, clap::Error> {
        let first = generated(name).expect("it was found before");
        let study = others(first).find(|other| matches.get_flag(other.entry.name)).unwrap_or(first);
        let named = |id: &str| matches.try_get_many::<String>(id).ok().flatten().into_iter().flatten().cloned();
        let agents = named("agent").chain(named("against")).chain(named("bot").map(|bot| bot_spec(&bot))).collect();
        let (also, openings) = (named("also").collect(), named("openings").next());
        Ok(StudyCommand { study, args: StudyArgs::from_arg_matches(matches)?, agents, also, openings })
    }
}

pub(crate) fn run(typed: &StudyCommand, options: &Options) -> anyhow::Result<()> {
    let StudyCommand { study, args, agents, also, openings } = typed;
    let spec = lab().study_spec(study.command, study.entry.name, &options.study)?;
    let (agents, openings) = (agents.clone(), openings.clone());
    let conditions = Conditions { openings, ..Conditions::default() };
    let request = Request { agents, study: spec, conditions, seed: options.seed, ..Request::default() };
    let games: Vec<String> = std::iter::once(&args.game).chain(also).cloned().collect();
    let plans = lab().plan_games(&request, &games)?;
    let runs = plans.into_iter().map(|plan| start(lab(), plan, args.keep.place())).collect::<Result<Vec<Run>, _>>()?;
    playing::play_all(runs, &args.keep.crew, None, options)
}

/// What was typed: keys and values.
pub(crate) type TypedOptions = Vec<(String, String)>;

/// Adds an option for each parameter.
pub(crate) fn add_options(command: Command) -> Command {
    // `complexity --games` names games, so that their number is called otherwise there.
    let taken = command.get_arguments().any(|arg| arg.get_long() == Some("games"));
    let args = lab().study_options(command.get_name()).into_iter().map(|option| {
        let key = option.param.name;
        let long = if key == "games" && taken { "max-games" } else { key };
        let arg = Arg::new(key).long(long).value_name(option.value_name()).help(option.help());
        let arg = if key == "games" { arg.short('n') } else { arg };
        let arg = if is_switch(&option) { arg.action(ArgAction::SetTrue) } else { arg.allow_negative_numbers(true) };
        arg.help_heading(option.of.map(heading))
    });
    command.args(args.collect::<Vec<Arg>>())
}

/// What the options of a choice stand under in the help.
fn heading(choice: &str) -> &'static str {
    match choice {
        "stop" => "Options of --stop",
        "criterion" => "Options of --criterion",
        _ => "Options of a chosen rule",
    }
}

/// Whether an option is typed without a value: what is off unless it is switched on.
fn is_switch(option: &StudyOption) -> bool {
    matches!(option.param.kind, Kind::Flag) && option.param.default == Some("false")
}

/// What was typed behind a command.
pub(crate) fn read_options(command: &str, matches: &ArgMatches) -> TypedOptions {
    let typed = |option: &StudyOption| {
        let id = option.param.name;
        let given = matches.value_source(id) == Some(ValueSource::CommandLine);
        let value = || matches.try_get_one::<String>(id).ok().flatten().cloned();
        let value = if is_switch(option) { Some("true".to_string()) } else { value() };
        Some((id.to_string(), value.filter(|_| given)?))
    };
    lab().study_options(command).iter().filter_map(typed).collect()
}
