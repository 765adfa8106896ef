//! What can be typed.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use mctslab_core::program::hints;
use mctslab_lab::export::ExportFormat;
use mctslab_lab::{Conditions, Request, with_bots};

use crate::commands::{self, study::StudyCommand};
use crate::common;
pub(crate) use crate::common::Options;
use crate::lab::protocols;

/// A laboratory for Monte Carlo tree search in board games.
///
/// Games and agents are named by specs: `name` or `name(key=value, …)`, as in `othello(size=6)` and
/// `uct(iters=1000,c=0.7)`. `mctslab games` and `mctslab agents` list the names, `mctslab explain
/// NAME` explains one of them.
#[derive(Parser)]
#[command(version = crate::VERSION, about, long_about, max_term_width = 110)]
pub(crate) struct Cli {
    #[arg(skip)]
    pub(crate) options: Options,
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Cli {
    /// Reads the command line; what is wrong there ends the program with a message.
    pub(crate) fn read(words: impl Iterator<Item = std::ffi::OsString>) -> Cli {
        let mut command = command();
        let matches = command.try_get_matches_from_mut(words).unwrap_or_else(|error| error.exit());
        let read = Options::read(&mut command, &matches).and_then(|options| {
            let command = match matches.subcommand() {
                Some((name, own)) if common::generated(name).is_some() => {
                    Command::Study(Box::new(StudyCommand::read(name, own)?))
                }
                _ => Cli::from_arg_matches(&matches)?.command,
            };
            Ok(Cli { options, command })
        });
        read.unwrap_or_else(|error| error.exit())
    }

    /// Does what was typed.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let options = &self.options;
        match &self.command {
            Command::Games => commands::explore::games(options),
            Command::Agents(args) => commands::explore::agents(args, options),
            Command::Explain(args) => commands::explore::explain(args, options),
            Command::Play(args) => commands::play::run(args, options),
            Command::Search(args) => commands::search::run(args, options),
            Command::Perft(args) => commands::bench::perft(args, options),
            Command::Bench(args) => commands::bench::run(args, options),
            Command::Match(args) => commands::matches::play_match(args, options),
            Command::Tournament(args) => commands::matches::tournament(args, options),
            Command::Complexity(args) => commands::complexity::run(args, options),
            Command::Study(study) => commands::study::run(study, options),
            Command::Experiment(args) => commands::experiment::run(args, options),
            Command::Paper(args) => commands::paper::run(args, options),
            Command::Worker => commands::engines::worker(),
            Command::Runs(args) => commands::stored::runs(args, options),
            Command::Show(args) => commands::stored::show(args, options),
            Command::Resume(args) => commands::stored::resume(args, options),
            Command::Export(args) => commands::stored::export(args, options),
            Command::Report(args) => commands::stored::report(args, options),
            Command::Engine(args) => commands::engines::engine(args, options),
            Command::EngineCheck(args) => commands::engines::check(args, options),
            Command::New(args) => commands::explore::new_crate(args, options),
            Command::Completions(args) => commands::explore::completions(args),
        }
    }
}

/// All that can be typed.
pub(crate) fn command() -> clap::Command {
    common::complete(Cli::command())
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the games
    Games,
    /// List all agents, or those that can play a game
    Agents(AgentsArgs),
    /// Explain a game, an agent or an option, with sources
    Explain(ExplainArgs),
    /// Play against an agent in the terminal
    Play(PlayArgs),
    /// Search one position and show the value of each move
    Search(SearchArgs),
    /// Count move sequences of a given length
    Perft(PerftArgs),
    /// Measure speed: playouts and search iterations per second
    Bench(BenchArgs),
    /// Play a match between agents, who take turns moving first
    Match(RunArgs),
    /// Play a tournament between many agents
    Tournament(TournamentArgs),
    /// Measure how strong a player is, in iterations of MCTS
    Complexity(Box<ComplexityArgs>),
    /// A command of studies without a file of its own
    #[command(skip)]
    Study(Box<StudyCommand>),
    /// Run many games, agents and studies from one file
    Experiment(ExperimentArgs),
    /// Reproduce the tables and figures of papers and check their claims
    Paper(PaperArgs),
    /// List the runs in the store
    Runs(StoreArgs),
    /// Show the result of a run, or one of its games
    Show(ShowArgs),
    /// Continue an interrupted run
    Resume(ResumeArgs),
    /// Export the games or samples of a run
    Export(ExportArgs),
    /// Write an HTML report of a run
    Report(ReportArgs),
    /// Serve an agent as an engine for other programs, on standard input and output
    Engine(EngineArgs),
    /// Check an engine: handshake, timing, legal moves, bad input
    EngineCheck(EngineCheckArgs),
    /// Play games for another mctslab process, on standard input and output
    Worker,
    /// Write a crate of your own: a small game to change, with every command for it
    New(NewArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
}

#[derive(Args)]
pub(crate) struct AgentsArgs {
    /// List only agents that can play this game
    pub(crate) game: Option<String>,
}

#[derive(Args)]
pub(crate) struct ExplainArgs {
    /// A game, an agent, or the value of an option: a selection rule (`grave`), openings (`file`),
    /// a stop rule (`sprt`), a tournament format (`swiss`), a method (`bisection`), a protocol
    /// (`lines`), an evaluation (`stones`), …
    pub(crate) name: String,
}

#[derive(Args)]
pub(crate) struct PlayArgs {
    /// The game, as in `hex(size=7)`
    pub(crate) game: String,
    /// Your seat; seat 0 moves first
    #[arg(long, default_value_t = 0)]
    pub(crate) seat: usize,
    /// The agent in all other seats [default: the best one known for the game]
    #[arg(long, value_name = "AGENT")]
    pub(crate) against: Option<String>,
    /// The program in all other seats, as in `--bot "python3 bot.py"`
    #[arg(long, value_name = "CMD", conflicts_with = "against")]
    pub(crate) bot: Option<String>,
    /// Start from this position, or from `moves` and a list of moves; `explain GAME` shows how
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
}

#[derive(Args)]
pub(crate) struct SearchArgs {
    /// The game
    pub(crate) game: String,
    /// The agent that searches [default: the best one known for the game]
    pub(crate) agent: Option<String>,
    /// The position, or `moves` and a list of moves; `explain GAME` shows how [default: initial]
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
    /// List this many moves, the best first; 0 lists all
    #[arg(long, default_value_t = 10, value_name = "N")]
    pub(crate) top: usize,
    /// Search with this many seeds, starting at --seed, and show how the results differ
    #[arg(long, value_name = "TIMES", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub(crate) repeat: Option<u64>,
    /// Show a node of the tree as well: its children, with the terms of the scores by which they
    /// are compared. PATH is the moves that lead there; without it, the root
    #[arg(long, value_name = "PATH", num_args = 0..=1, default_missing_value = "", conflicts_with = "repeat")]
    pub(crate) tree: Option<String>,
}

#[derive(Args)]
pub(crate) struct PerftArgs {
    /// The game
    pub(crate) game: String,
    /// Length of the move sequences
    #[arg(allow_negative_numbers = true)]
    pub(crate) depth: u32,
    /// The position, or `moves` and a list of moves; `explain GAME` shows how [default: initial]
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
    /// Split the count by the first move
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(Args)]
pub(crate) struct BenchArgs {
    /// The games [default: all]
    pub(crate) games: Vec<String>,
    /// The agent whose iterations are counted
    #[arg(long, default_value = "uct(iters=10000,reuse=false)", value_name = "AGENT")]
    pub(crate) agent: String,
    /// Measure `uct` with these numbers of iterations per search instead of an agent, one row each,
    /// as in `10000,100000,1000000`
    #[arg(long, value_name = "LIST", value_delimiter = ',', conflicts_with_all = ["agent", "playout"],
        value_parser = clap::value_parser!(u64).range(1..=4_000_000_000))]
    pub(crate) iters: Vec<u64>,
    /// Milliseconds for playouts, and as many for searches, per game
    #[arg(long, default_value_t = 1000, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=600_000))]
    pub(crate) time: u64,
    /// Measure this playout instead of an agent, compared with a random playout that lists the
    /// legal moves, as in `mast` or `nst(k=5)`
    #[arg(long, value_name = "PLAYOUT", conflicts_with_all = ["agent", "instructions"])]
    pub(crate) playout: Option<String>,
    /// Also count instructions (needs valgrind)
    #[arg(long)]
    pub(crate) instructions: bool,
    /// Only do this many playouts: what is run under valgrind
    #[arg(long, hide = true)]
    pub(crate) only_playouts: Option<u64>,
    /// Only do this many searches: what is run under valgrind
    #[arg(long, hide = true)]
    pub(crate) only_searches: Option<u64>,
}

#[derive(Args)]
pub(crate) struct TournamentArgs {
    /// Who meets whom: round-robin, gauntlet (the first against all others), swiss(rounds=N) or
    /// knockout (the order of the list is the seeding: the best meet the weakest, and a drawn
    /// pairing goes to the agent listed first)
    #[arg(long, default_value = "round-robin", value_name = "SPEC")]
    pub(crate) format: String,
    /// Rate all agents relative to this one: AGENT or AGENT=ELO, the agent as typed or by its
    /// number in the list, from 1 [default: the mean is 0; gauntlet: the first agent]
    #[arg(long, value_name = "AGENT")]
    pub(crate) anchor: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Args)]
pub(crate) struct ComplexityArgs {
    /// The game, then one or more agents to measure
    #[arg(value_name = "GAME TARGET", num_args = 0..)]
    pub(crate) words: Vec<String>,
    /// Measure a program of yours, as in `--bot "python3 bot.py"`; can be repeated. It means the
    /// agent `process(cmd="python3 bot.py",protocol=lines)`
    #[arg(long = "bot", value_name = "CMD")]
    pub(crate) bots: Vec<String>,
    /// Measure the agents in these games, as in "hex,othello(size=6)"; all arguments are agents
    #[arg(id = "list", long = "games", value_name = "LIST")]
    pub(crate) games: Option<String>,
    /// The method: fit (a fitted curve), bisection (Lanzi's method), or ladder (the same as
    /// --ladder); `mctslab explain bisection` lists the options of a method, as in
    /// bisection(trials=3)
    #[arg(long, default_value = "fit", value_name = "SPEC")]
    pub(crate) method: String,
    /// Measure the game itself: count its skill levels, each of which beats the one below
    #[arg(long, conflicts_with = "method")]
    pub(crate) ladder: bool,
    /// Measure in iterations of this agent
    #[arg(long, default_value = "mcts", value_name = "AGENT")]
    pub(crate) touchstone: String,
    /// Stop after this many seconds and report the estimate so far (not reproducible)
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) time: Option<u64>,
    /// Where games start: none, random(plies=4), or file(path="…") [default: none, or
    /// random(plies=2) if target and touchstone are deterministic]
    #[arg(long, value_name = "SPEC")]
    pub(crate) openings: Option<String>,
    /// Give each agent a clock: seconds per game, plus seconds added per move, as in 60+0.5
    #[arg(long, value_name = "CLOCK")]
    pub(crate) clock: Option<String>,
    #[command(flatten)]
    pub(crate) keep: KeepArgs,
}

/// What every study takes whose command is made of its declaration.
#[derive(Args)]
pub(crate) struct StudyArgs {
    /// The game
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) keep: KeepArgs,
}

/// What every match and every tournament takes.
#[derive(Args)]
pub(crate) struct RunArgs {
    /// The game
    pub(crate) game: String,
    /// The agents: one for each seat in a match, at least as many in a tournament
    #[arg(required_unless_present = "bots", num_args = 1.., value_name = "AGENT")]
    pub(crate) agents: Vec<String>,
    /// One more agent: a program of yours, as in `--bot "python3 bot.py"`; can be repeated. It
    /// means the agent `process(cmd="python3 bot.py",protocol=lines)`
    #[arg(long = "bot", value_name = "CMD")]
    pub(crate) bots: Vec<String>,
    /// Where games start: none, random(plies=4), or file(path="…") with a position, or `moves` and
    /// a list of moves, on each line
    #[arg(long, default_value = "none", value_name = "SPEC")]
    pub(crate) openings: String,
    /// Give each agent a clock: seconds per game, plus seconds added per move, as in 60+0.5
    #[arg(long, value_name = "CLOCK")]
    pub(crate) clock: Option<String>,
    /// End a game early: proven (once the player to move has proved the result; two players only),
    /// or repeats (once a player repeats its moves; what players hold is counted)
    #[arg(long, value_name = "SPEC")]
    pub(crate) adjudicate: Option<String>,
    /// When agents resign: score(below=0.03,moves=3)
    #[arg(long, value_name = "SPEC")]
    pub(crate) resign: Option<String>,
    /// Continue this run, if it was started with the same settings
    #[arg(long, value_name = "RUN", conflicts_with = "no_store")]
    pub(crate) resume: Option<i64>,
    #[command(flatten)]
    pub(crate) keep: KeepArgs,
}

impl RunArgs {
    pub(crate) fn request(&self, study: String, options: &Options) -> Request {
        Request {
            game: self.game.clone(),
            agents: with_bots(&self.agents, &self.bots),
            study,
            conditions: Conditions {
                openings: Some(self.openings.clone()),
                clock: self.clock.clone(),
                adjudicate: self.adjudicate.clone(),
                resign: self.resign.clone(),
                touchstone: None,
            },
            seed: options.seed,
        }
    }
}

/// Where a run is kept, and who plays it.
#[derive(Args)]
#[command(next_help_heading = "Store and workers")]
pub(crate) struct KeepArgs {
    /// Do not store the run
    #[arg(long, conflicts_with = "db")]
    pub(crate) no_store: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    #[command(flatten)]
    pub(crate) crew: CrewArgs,
}

impl KeepArgs {
    /// The store, if the run is to be kept.
    pub(crate) fn place(&self) -> Option<&Path> {
        (!self.no_store).then_some(self.store.db.as_path())
    }
}

#[derive(Args)]
pub(crate) struct CrewArgs {
    /// Play in worker processes started by this command, as in `mctslab worker` or `ssh host
    /// mctslab worker`; no shell is used
    #[arg(long, value_name = "COMMAND")]
    pub(crate) workers: Option<String>,
    /// The number of worker processes [default: one for each core]
    #[arg(long, value_name = "N", requires = "workers", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) count: Option<u16>,
}

#[derive(Args)]
pub(crate) struct ExperimentArgs {
    #[command(subcommand)]
    pub(crate) action: ExperimentAction,
}

#[derive(Subcommand)]
pub(crate) enum ExperimentAction {
    /// Plan all runs of a file and play them together
    Run {
        /// The file, in TOML (examples/experiments has some)
        file: PathBuf,
        #[command(flatten)]
        keep: KeepArgs,
    },
    /// List the experiments of the store
    List(StoreArgs),
    /// Show the table of an experiment in the store
    Show(ExperimentNumber),
    /// Continue an experiment that was interrupted
    Resume {
        #[command(flatten)]
        which: ExperimentNumber,
        #[command(flatten)]
        crew: CrewArgs,
    },
    /// Write a folder with a page of all results and a page for each run
    Report {
        #[command(flatten)]
        which: ExperimentNumber,
        /// The folder to write [default: experiment-NUMBER]
        #[arg(short, long, value_name = "FOLDER")]
        output: Option<PathBuf>,
    },
}

#[derive(Args)]
pub(crate) struct ExperimentNumber {
    /// The number of the experiment [default: the last one]
    pub(crate) number: Option<i64>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Args)]
pub(crate) struct PaperArgs {
    #[command(subcommand)]
    pub(crate) action: PaperAction,
}

#[derive(Subcommand)]
pub(crate) enum PaperAction {
    /// List all tables and figures
    List(PaperSource),
    /// Show the runs, the published numbers and the claims
    Show {
        /// A table or figure, as `paper list` names it; a paper; or `all`
        id: String,
        #[command(flatten)]
        rows: PaperRows,
    },
    /// Run or continue tables and figures, and check the claims
    Run {
        /// A table or figure, as `paper list` names it; a paper; or `all`
        id: String,
        #[command(flatten)]
        rows: PaperRows,
        /// Also write the results as JSON into this folder, one file for each table or figure; rows
        /// that are not run keep what a file there has counted of them
        #[arg(long, value_name = "FOLDER")]
        save: Option<PathBuf>,
        #[command(flatten)]
        decide: DecideArgs,
        #[command(flatten)]
        keep: KeepArgs,
    },
    /// Write the paper's file, numbers, raw counts and pages as one zip file
    Bundle {
        /// A table or figure, as `paper list` names it, or a paper
        id: String,
        /// The folder with the files of `paper run --save`, if not the committed run
        #[arg(long, value_name = "FOLDER")]
        data: Option<PathBuf>,
        /// The file to write
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
        #[command(flatten)]
        source: PaperSource,
    },
    /// Write pages and Markdown from the files of `paper run --save`
    Report {
        /// The folder with the files of `paper run --save`
        #[arg(long, default_value = "docs/papers/data", value_name = "FOLDER")]
        data: PathBuf,
        /// The folder to write
        #[arg(short, long, default_value = "docs/papers", value_name = "FOLDER")]
        output: PathBuf,
        #[command(flatten)]
        source: PaperSource,
    },
}

/// Deciding claims in stages.
#[derive(Args)]
#[command(about = None, long_about = None)]
pub(crate) struct DecideArgs {
    /// Play what open claims need, in stages, until all that count are decided; goes on from what
    /// was counted before
    #[arg(long)]
    pub(crate) decide: bool,
    /// Stop after this many minutes
    #[arg(long, value_name = "M", requires = "decide")]
    pub(crate) minutes: Option<f64>,
    /// Go on from the files in this folder, not from those of --save or of the committed run
    #[arg(long, value_name = "FOLDER", requires = "decide", conflicts_with = "anew")]
    pub(crate) data: Option<PathBuf>,
    /// Count everything anew
    #[arg(long, requires = "decide")]
    pub(crate) anew: bool,
}

#[derive(Args)]
pub(crate) struct PaperSource {
    /// Read the paper in this file instead of the built-in ones (format: docs/papers-format.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

/// Which rows of a paper, and how large.
#[derive(Args)]
#[command(about = None, long_about = None)]
pub(crate) struct PaperRows {
    /// Multiply games, positions, trees and trials by this
    #[arg(long, default_value_t = 1.0, value_name = "F", allow_negative_numbers = true)]
    pub(crate) scale: f64,
    /// A different scale for the rows whose label contains TEXT; commas separate several of them
    #[arg(long, value_name = "TEXT=F", value_delimiter = ',', value_parser = mctslab_papers::row_scale)]
    pub(crate) scale_of: Vec<(String, f64)>,
    /// Multiply iterations per move by this
    #[arg(long, default_value_t = 1.0, value_name = "F", allow_negative_numbers = true)]
    pub(crate) budget: f64,
    /// Choose budgets where a paper leaves them open: start, equal or published
    #[arg(long, value_name = "NAME")]
    pub(crate) budgets: Option<String>,
    /// Run the paper's program with its bugs (faithful), as its authors meant it (corrected), or
    /// both
    #[arg(long, default_value = "both", value_name = "faithful|corrected|both")]
    pub(crate) profile: String,
    /// Limit moves by the paper's seconds, not by iterations; such runs are not reproducible
    #[arg(long)]
    pub(crate) time: bool,
    /// Run only the few rows that are marked `core`
    #[arg(long)]
    pub(crate) sample: bool,
    /// Run only the rows whose label contains one of these texts; commas separate them
    #[arg(long, value_delimiter = ',', value_name = "TEXT")]
    pub(crate) rows: Vec<String>,
    #[command(flatten)]
    pub(crate) source: PaperSource,
}

#[derive(Args)]
pub(crate) struct StoreArgs {
    /// The store: an SQLite file
    #[arg(long, default_value = "mctslab.db", value_name = "PATH", value_parser = PathBufValueParser::new().try_map(store_path))]
    pub(crate) db: PathBuf,
}

/// Refuses what SQLite takes for a store that is kept nowhere.
fn store_path(path: PathBuf) -> anyhow::Result<PathBuf> {
    let kept = path.as_os_str() != ":memory:";
    anyhow::ensure!(kept, "a store in memory would keep nothing: name a file, or use --no-store");
    Ok(path)
}

/// Reads the number of a run.
fn run_number(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| hints("a run has a number: `mctslab runs` lists them"))
}

#[derive(Args)]
pub(crate) struct ShowArgs {
    /// The number of the run [default: the last one]
    #[arg(value_parser = run_number)]
    pub(crate) run: Option<i64>,
    /// Show one game: its moves and its last position
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<u64>,
    /// Rate the agents of a tournament relative to this one: AGENT or AGENT=ELO
    #[arg(long, value_name = "AGENT", conflicts_with = "game")]
    pub(crate) anchor: Option<String>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Args)]
pub(crate) struct ResumeArgs {
    /// The number of the run [default: the last one]
    #[arg(value_parser = run_number)]
    pub(crate) run: Option<i64>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    #[command(flatten)]
    pub(crate) crew: CrewArgs,
}

#[derive(Args)]
pub(crate) struct ExportArgs {
    /// The number of the run [default: the last one]
    #[arg(value_parser = run_number)]
    pub(crate) run: Option<i64>,
    /// The format: comma-separated values with a heading, JSON lines, or Apache Parquet (in builds
    /// with `--features parquet`); docs/export.md describes every column [default: jsonl]
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub(crate) format: Option<ExportFormat>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

/// Reads the name of a format.
fn formats() -> impl TypedValueParser<Value = ExportFormat> {
    let format = |name: String| ExportFormat::ALL.iter().find(|(known, _)| *known == name).expect("one of them").1;
    PossibleValuesParser::new(ExportFormat::ALL.map(|(name, _)| name)).map(format)
}

#[derive(Args)]
pub(crate) struct ReportArgs {
    /// The number of the run; several runs of one kind of study make one page with a table
    /// [default: the last run]
    #[arg(num_args = 0.., value_name = "RUN", value_parser = run_number)]
    pub(crate) runs: Vec<i64>,
    /// The file to write; one that exists is replaced [default: run-RUN.html]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Rate the agents of a tournament relative to this one: AGENT or AGENT=ELO
    #[arg(long, value_name = "AGENT")]
    pub(crate) anchor: Option<String>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Args)]
pub(crate) struct EngineArgs {
    /// The game
    pub(crate) game: String,
    /// The agent; it stops at its own limit or at that of the client, whichever comes first, so
    /// give it a large budget
    pub(crate) agent: String,
    /// The protocol to speak
    #[arg(long, default_value = "ugi", value_name = "PROTOCOL", value_parser = protocols(true))]
    pub(crate) protocol: String,
}

#[derive(Args)]
pub(crate) struct EngineCheckArgs {
    /// The engine's command, as one quoted argument; no shell is used
    #[arg(value_name = "CMD", required_unless_present = "bot")]
    pub(crate) command: Option<String>,
    /// The same for a program that speaks `lines`
    #[arg(long, value_name = "CMD", conflicts_with_all = ["command", "protocol"])]
    pub(crate) bot: Option<String>,
    /// The protocol that the engine speaks
    #[arg(long, default_value = "ugi", value_name = "PROTOCOL", value_parser = protocols(false))]
    pub(crate) protocol: String,
    /// The game that the engine plays
    #[arg(long, value_name = "GAME")]
    pub(crate) game: String,
    /// The number of games against random moves
    #[arg(short = 'n', long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) games: u64,
    /// Milliseconds per move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub(crate) movetime: Option<u64>,
    /// Options to set in the engine: `name=value;name=value`
    #[arg(long, default_value = "", value_name = "OPTIONS")]
    pub(crate) options: String,
}

#[derive(Args)]
pub(crate) struct NewArgs {
    /// Name of the crate, of its folder and of its game, as in `my-game`
    #[arg(id = "crate", value_name = "NAME")]
    pub(crate) name: String,
    /// Depend on the sources of mctslab in this checkout, not on the published version
    #[arg(long, value_name = "CHECKOUT")]
    pub(crate) path: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}
