//! Which command takes which of the shared options, its group in the list, and its example.
//!
//! The options are declared here, once, and added to the commands on which they act: what a command
//! would ignore it refuses.

use std::fmt::Write;
use std::sync::LazyLock;

use anstyle::Style;
use clap::builder::StyledStr;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use mctslab_core::program::{hints, program, typed};
use mctslab_lab::StudyRow;

use crate::commands::study::{self, TypedOptions};
use crate::crews;
use crate::lab::lab;

use Common::{Engines, Json, Quiet, Seed, Threads, Verbose};

/// An option that many commands share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Common {
    Seed,
    Threads,
    Json,
    Engines,
    Quiet,
    Verbose,
}

const ALL: [Common; 6] = [Seed, Threads, Json, Engines, Quiet, Verbose];

/// What the shared options were set to.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch that is typed or not")]
pub(crate) struct Options {
    pub(crate) seed: u64,
    pub(crate) typed_seed: Option<u64>,
    pub(crate) threads: Option<u16>,
    pub(crate) json: bool,
    pub(crate) allow_engines: bool,
    pub(crate) quiet: bool,
    pub(crate) verbose: bool,
    pub(crate) study: TypedOptions,
    /// The option that names a crew of the front end, with its value.
    pub(crate) crew: Option<(&'static str, String)>,
}

impl Options {
    /// Threads to use where all cores are the default.
    pub(crate) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }

    /// Reads what was typed behind the command, or before it.
    pub(crate) fn read(command: &mut Command, matches: &ArgMatches) -> Result<Options, clap::Error> {
        let Some((name, mut own)) = matches.subcommand() else { return Ok(Options::default()) };
        let action = own.subcommand();
        let (takes, bears) = match action {
            Some((action, _)) => options_of_action(name, action),
            None => row(name).map_or((&[][..], &[][..]), |row| (row.takes, row.bears)),
        };
        let takes = |option: &Common| takes.contains(option) || bears.contains(option);
        own = action.map_or(own, |(_, inner)| inner);
        if let Some(idle) = ALL.iter().find(|option| option.is_typed(matches) && !takes(option)) {
            let message = format!("`--{}` has no effect in `{} {name}`: leave it out", idle.name(), program());
            return Err(command.error(ErrorKind::UnknownArgument, message));
        }
        let typed_seed = value(own, matches, Seed);
        Ok(Options {
            seed: typed_seed.unwrap_or(1),
            typed_seed,
            threads: value(own, matches, Threads),
            json: value(own, matches, Json).unwrap_or(false),
            allow_engines: value(own, matches, Engines).unwrap_or(false),
            quiet: value(own, matches, Quiet).unwrap_or(false),
            verbose: value(own, matches, Verbose).unwrap_or(false),
            study: study::read_options(name, own),
            crew: crews::read_option(own),
        })
    }
}

/// The value of an option, typed behind the command or before it.
fn value<T: Clone + Send + Sync + 'static>(own: &ArgMatches, before: &ArgMatches, option: Common) -> Option<T> {
    let typed = [own, before].into_iter().find(|matches| option.is_typed(matches))?;
    typed.try_get_one(option.name()).ok().flatten().cloned()
}

impl Common {
    /// Its name in long form, without the dashes.
    fn name(self) -> &'static str {
        match self {
            Seed => "seed",
            Threads => "threads",
            Json => "json",
            Engines => "allow-engines",
            Quiet => "quiet",
            Verbose => "verbose",
        }
    }

    /// Whether it was typed; a command that does not know it has no value of it.
    fn is_typed(self, matches: &ArgMatches) -> bool {
        let known = matches.try_contains_id(self.name()).is_ok();
        known && matches.value_source(self.name()) == Some(clap::parser::ValueSource::CommandLine)
    }

    fn arg(self, command: &str) -> Arg {
        let arg = Arg::new(self.name()).long(self.name()).help_heading("Common options").help(self.help(command));
        match self {
            Seed => arg.value_name("N").value_parser(value_parser!(u64)).allow_negative_numbers(true),
            Threads => arg.value_name("N").value_parser(value_parser!(u16).range(1..=1024)),
            Quiet => arg.short('q').action(ArgAction::SetTrue),
            Verbose => arg.short('v').action(ArgAction::SetTrue),
            Json | Engines => arg.action(ArgAction::SetTrue),
        }
    }

    fn help(self, command: &str) -> &'static str {
        match (self, command) {
            (Seed, "play") => "Seed of the agents' random choices: the same seed repeats a game [default: a new one]",
            (Seed, "resume") => "The seed that the run was started with; any other is refused",
            (Seed, _) => "Seed of all random choices: the same seed gives the same output [default: 1]",
            (Threads, "bench") => "Threads to use [default: 1]",
            (Threads, "search") => "Threads to use with --repeat [default: all cores]",
            (Threads, _) => "Threads to use [default: all cores]",
            (Json, "export") => "The same as --format jsonl",
            (Json, "games" | "agents" | "explain" | "runs" | "bench") => "Print JSON lines: one object for each line",
            (Json, _) => "Print JSON",
            (Engines, _) => "Allow stored runs and files to start external programs",
            (Quiet, _) => "Hide progress and notes",
            (Verbose, _) => "Show all rows",
        }
    }
}

#[derive(Clone)]
struct CommandRow {
    group: &'static str,
    name: &'static str,
    /// The options that act on it.
    takes: &'static [Common],
    /// Options that do nothing there, and are taken so that scripts can give them everywhere.
    bears: &'static [Common],
    example: &'static str,
}

const RUN: &[Common] = &[Seed, Threads, Json, Quiet];
const STUDY: &[Common] = &[Seed, Threads, Json, Quiet, Verbose];
const MEASURE: &str = "Measure";

#[rustfmt::skip]
const ROWS: &[CommandRow] = &[
    CommandRow { group: "Explore", name: "games", takes: &[Json], bears: &[], example: "mctslab games" },
    CommandRow { group: "Explore", name: "agents", takes: &[Json], bears: &[], example: "mctslab agents hex" },
    CommandRow { group: "Explore", name: "explain", takes: &[Json], bears: &[], example: "mctslab explain grave" },
    CommandRow { group: "Play and analyse", name: "play", takes: &[Seed], bears: &[], example: "mctslab play \"hex(size=7)\" --against \"uct(time=1000)\"" },
    CommandRow { group: "Play and analyse", name: "search", takes: RUN, bears: &[], example: "mctslab search connect-four \"uct(iters=100000)\" --position 4424" },
    CommandRow { group: "Measure", name: "complexity", takes: STUDY, bears: &[], example: "mctslab complexity connect-four \"score4(depth=1)\" --precision 0.2" },
    CommandRow { group: "Measure", name: "match", takes: RUN, bears: &[], example: "mctslab match othello \"uct(iters=500)\" \"alphabeta(depth=3)\" -n 200" },
    CommandRow { group: "Measure", name: "tournament", takes: RUN, bears: &[], example: "mctslab tournament connect-four random \"mcts(iters=20)\" \"uct(iters=100)\" -n 50" },
    CommandRow { group: "Measure", name: "perft", takes: &[Threads, Json], bears: &[Seed, Quiet], example: "mctslab perft othello 7 --divide" },
    CommandRow { group: "Measure", name: "bench", takes: RUN, bears: &[], example: "mctslab bench connect-four othello" },
    CommandRow { group: "Measure", name: "experiment", takes: &[], bears: &[], example: "mctslab experiment run examples/experiments/strength.toml" },
    CommandRow { group: "Measure", name: "paper", takes: &[], bears: &[], example: "mctslab paper run govani-table-4 --scale 0.2" },
    CommandRow { group: "Stored runs", name: "runs", takes: &[Json], bears: &[], example: "mctslab runs --db games.db" },
    CommandRow { group: "Stored runs", name: "show", takes: &[Json, Verbose], bears: &[], example: "mctslab show 1 --game 3" },
    CommandRow { group: "Stored runs", name: "resume", takes: &[Seed, Threads, Json, Engines, Quiet, Verbose], bears: &[], example: "mctslab resume 1" },
    CommandRow { group: "Stored runs", name: "export", takes: &[Json], bears: &[], example: "mctslab export 1 --format csv -o games.csv" },
    CommandRow { group: "Stored runs", name: "report", takes: &[Json, Quiet], bears: &[], example: "mctslab report 1 -o match.html" },
    CommandRow { group: "Other programs", name: "engine", takes: &[Seed], bears: &[], example: "mctslab engine othello \"uct(iters=5000)\" --protocol gtp" },
    CommandRow { group: "Other programs", name: "engine-check", takes: &[Seed, Json], bears: &[], example: "mctslab engine-check \"./engine --uai\" --protocol uai --game ataxx" },
    CommandRow { group: "Other programs", name: "worker", takes: &[], bears: &[], example: "mctslab worker" },
    CommandRow { group: "Other programs", name: "new", takes: &[Json], bears: &[], example: "mctslab new my-game" },
    CommandRow { group: "Other programs", name: "completions", takes: &[], bears: &[], example: "mctslab completions bash > ~/.local/share/bash-completion/completions/mctslab" },
];

/// What a command does that can do several things: the command, the action, the options that act on
/// it, and those that do nothing there.
type ActionRow = (&'static str, &'static str, &'static [Common], &'static [Common]);

const ACTIONS: &[ActionRow] = &[
    ("experiment", "run", &[Threads, Json, Engines, Quiet], &[Seed]),
    ("experiment", "list", &[Json], &[]),
    ("experiment", "show", &[Json], &[]),
    ("experiment", "resume", &[Threads, Json, Engines, Quiet], &[Seed]),
    ("experiment", "report", &[Json, Quiet], &[]),
    ("paper", "list", &[Json], &[]),
    ("paper", "show", &[Json], &[]),
    ("paper", "run", &[Seed, Threads, Json, Engines, Quiet, Verbose], &[]),
    ("paper", "report", &[], &[]),
];

/// The commands as they are listed: those with a file of their own, and those of studies without.
fn rows() -> &'static [CommandRow] {
    static ALL_ROWS: LazyLock<Vec<CommandRow>> = LazyLock::new(|| {
        let mut rows = ROWS.to_vec();
        for study in lab().studies() {
            let (group, name, example) = (MEASURE, study.command, study.example);
            if rows.iter().all(|row| row.name != name) {
                let place = rows.iter().rposition(|row| row.group == group).map_or(rows.len(), |last| last + 1);
                let more_rows = lab().studies_of(name).any(|study| study.more_rows);
                let (takes, bears): (_, &[_]) = if more_rows { (STUDY, &[]) } else { (RUN, &[Verbose]) };
                rows.insert(place, CommandRow { group, name, takes, bears, example });
            }
        }
        rows
    });
    &ALL_ROWS
}

/// The options that act on an action of a command, and those that do nothing there.
fn options_of_action(command: &str, action: &str) -> (&'static [Common], &'static [Common]) {
    let row = ACTIONS.iter().find(|row| row.0 == command && row.1 == action);
    row.map_or((&[], &[]), |(_, _, takes, bears)| (takes, bears))
}

fn row(name: &str) -> Option<&'static CommandRow> {
    rows().iter().find(|row| row.name == name)
}

/// The study that a command without a file of its own runs.
pub(crate) fn generated(name: &str) -> Option<&'static StudyRow> {
    if ROWS.iter().any(|row| row.name == name) {
        return None;
    }
    lab().studies().iter().find(|study| study.command == name)
}

/// Adds to every command its options and its example, and lists the commands in groups.
pub(crate) fn complete(command: Command) -> Command {
    let studies = rows().iter().filter_map(|row| generated(row.name));
    let command = studies.fold(command, |command, row| command.subcommand(study::command(row)));
    let template = template(&command);
    // Before the name of a command they are taken as well, but not listed twice.
    let before = ALL.map(|option| option.arg("").hide(true));
    let command = command.args(before).help_template(template);
    let command = rows().iter().fold(command, |command, row| {
        command.mut_subcommand(row.name, |own| {
            let own = add_shared(study::add_options(own), row.name, row.takes, row.bears);
            let own = own.mut_subcommands(|action| {
                let (takes, bears) = options_of_action(row.name, action.get_name());
                add_shared(action, row.name, takes, bears)
            });
            own.after_long_help(format!("{HEADING}Example:{HEADING:#}\n  {}", typed(row.example)))
        })
    });
    rename(crews::add_options(command))
}

/// Adds shared options: those that act on a command, and hidden those that do nothing there.
fn add_shared(command: Command, name: &str, takes: &[Common], bears: &[Common]) -> Command {
    let command = command.args(takes.iter().map(|option| option.arg(name)));
    command.args(bears.iter().map(|option| option.arg(name).hide(true)))
}

/// The same command line, whose texts name this program where they say what to type.
fn rename(command: Command) -> Command {
    let text = |text: Option<&StyledStr>| text.map(|text| hints(&text.ansi().to_string()));
    let [about, long] = [text(command.get_about()), text(command.get_long_about())];
    let command = about.into_iter().fold(command, Command::about);
    let command = long.into_iter().fold(command, Command::long_about);
    let command = command.mut_args(|arg| {
        let [help, long] = [text(arg.get_help()), text(arg.get_long_help())];
        long.into_iter().fold(help.into_iter().fold(arg, Arg::help), Arg::long_help)
    });
    command.mut_subcommands(rename)
}

const HEADING: Style = Style::new().bold().underline();
const NAME: Style = Style::new().bold();

/// The text of `--help` with the commands in groups.
fn template(command: &Command) -> String {
    let width = rows().iter().map(|row| row.name.len()).max().unwrap_or(0);
    let mut text = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for (place, row) in rows().iter().enumerate() {
        if place == 0 || rows()[place - 1].group != row.group {
            let _ = writeln!(text, "\n{HEADING}{}:{HEADING:#}", row.group);
        }
        let about = command.find_subcommand(row.name).and_then(Command::get_about).map(ToString::to_string);
        let _ = writeln!(text, "  {NAME}{:width$}{NAME:#}  {}", row.name, about.unwrap_or_default());
    }
    text + &format!(
        "\n{HEADING}Options:{HEADING:#}\n{{options}}\n\n`{} COMMAND --help` prints the options of a command and an example.",
        program()
    )
}
