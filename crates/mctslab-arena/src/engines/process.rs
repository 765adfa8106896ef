//! Runs an external program as a player.
//!
//! `process(cmd="./my-engine --strong",protocol=ugi,movetime=100)` plays like any other agent. The
//! command is split into words without a shell: spaces separate them, `'…'` and `"…"` keep them
//! together, `\` escapes the next character (inside a spec, `\"` is a quote and `\\` a backslash).
//! The program runs in its own process group. When the agent is no longer needed, the program
//! receives `stop` and `quit`; half a second later the whole group is terminated, and after another
//! half second it is killed. It also dies when mctslab is killed; on Linux so do children that left
//! the group, which are recognised by `MCTSLAB_ENGINE` in their environment.
//!
//! Protocols: `ugi` works for every game, in the notation that `mctslab explain GAME` describes
//! (three players: `p3time`, `p3inc` follow the same pattern). `uai` is for Ataxx. `gtp` is for
//! games of two players (`boardsize`, `clear_board`, `play`, `genmove`, `time_left`,
//! `set_random_seed`; each option is a command). `uci` is for games of two players with
//! `UCI_Variant`, and uses the names and moves of Fairy-Stockfish for the games that it knows
//! (Connect Four is in its file of variants: `cmd="fairy-stockfish load variants.ini"` or
//! `options="VariantPath=variants.ini"`). `lines` is for small programs: they read one line with
//! all moves since the start, separated by spaces (empty at the start), and print one line with
//! their move.
//!
//! A game that starts from an opening is sent as moves from the initial position if they are known:
//! this is so for random openings, and for lines of a file that begin with `moves`. A position
//! without moves can be sent in `ugi`, `uai`, by `lines(send=position)`, in `uci` for games that
//! Fairy-Stockfish does not know, and in `gtp` for Hex; otherwise it is refused.
//!
//! mctslab is the referee. A program loses the game as `illegal-move` if its answer is not a legal
//! move (empty, null, or in another notation); as `crash` if it exits or refuses a legal move of
//! its opponent; as `time-out` if it does not answer within `move-timeout`, or long after its clock
//! has run out; and as `no-start` if it cannot be started or is not ready within `start-timeout`.
//! The time to start a program is not on its clock; in `lines`, which has no word for being ready,
//! the first answer after a start is. The message ends with the last lines of the program's
//! standard error. A program that crashed or was too late is ended and started again for the next
//! game; a late answer never reaches that game.
//!
//! If the budget of a move has smaller limits, they are sent as well. If an answer is needed at
//! once, `stop` is sent in `ugi`, `uai` and `uci`. A program that does not answer soon, or whose
//! protocol has no such word, is ended, and the first legal move is played.
//!
//! A program that offers the option `Seed`, or in GTP the command `set_random_seed`, receives the
//! seed of each game, so that it can repeat its play.

use std::sync::Arc;
use std::time::{Duration, Instant};

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::text::quote;
use mctslab_core::{AnyAgent, AnyState, Failure, Fault, SearchBudget, SearchReport, TextError};

use super::child::Bounds;
use super::line::{Line, extended, is_from_start};
use super::program::{Limits, ProgramAnswer, ProgramSettings, Question, Talk};
use super::{Dialect, Protocol, words};

/// The entry of the agent in the list.
pub const PROCESS: Entry = Entry {
    name: "process",
    doc: "an external program, over UGI, UAI, GTP, UCI or plain lines",
    params: &[
        Param::required("cmd", Kind::Text, "the command line, not run through a shell"),
        Param::new("name", Kind::Text, "\"\"", "its name in tables and titles, instead of its whole spec"),
        Param::new("protocol", Kind::Part("protocol"), "ugi", "the protocol that the program speaks"),
        Param::new(
            "movetime",
            Kind::Limit { min: 1, max: 86_400_000 },
            "none",
            "milliseconds per move, sent to the program",
        ),
        Param::new("nodes", Kind::Limit { min: 1, max: i64::MAX }, "none", "nodes per move, sent to the program"),
        Param::new("depth", Kind::Limit { min: 1, max: 1_000_000 }, "none", "depth of search, sent to the program"),
        Param::new("options", Kind::Text, "\"\"", "options to set in the program: `name=value;name=value`"),
        Param::new("start-timeout", TIMEOUT, "10000", "milliseconds within which it must be ready"),
        Param::new("move-timeout", TIMEOUT, "60000", "milliseconds within which it must answer"),
        Param::new("restart", Kind::Choice(RESTARTS), "fault", "when to start it again"),
        Param::new("memory", Kind::Limit { min: 1, max: 1 << 30 }, "none", "megabytes of address space (Linux)"),
        Param::new("cpu", Kind::Limit { min: 1, max: 1 << 30 }, "none", "seconds of processor time (Linux)"),
    ],
};

/// The text that `mctslab explain process` prints.
pub const PROCESS_SOURCE: &str = include_str!("process.rs");

const TIMEOUT: Kind = Kind::Integer { min: 1, max: 86_400_000 };

const RESTARTS: &[Entry] = &[
    Entry::word("fault", "for the game after a crash or a time-out"),
    Entry::word("game", "for every game"),
    Entry::word("never", "not at all: after a crash or a time-out all games are lost"),
];

/// The time by which a program may exceed its clock before it is given up.
const CLOCK_GRACE: Duration = Duration::from_millis(500);

/// An external program as an agent.
pub struct Process {
    // Fixed when it is built.
    initial: Arc<dyn AnyState>,
    settings: ProgramSettings,
    dialect: Dialect,
    restart: &'static str,
    // Changes during a game.
    talk: Option<Box<dyn Talk>>,
    /// The states that led to the next position that is asked about, if they are known.
    line: Option<Line>,
    seed: u64,
    /// The program has not been informed of this game yet.
    fresh: bool,
    /// Why it is not started again.
    over: Option<Failure>,
}

impl Process {
    /// An agent that starts the program when it is first asked. `initial` is the initial state of
    /// the game, `spec` the resolved spec of the game; `protocol` is the one that the arguments
    /// name.
    pub fn build(
        initial: Arc<dyn AnyState>,
        spec: &str,
        args: &Args,
        protocol: Protocol,
    ) -> Result<Box<dyn AnyAgent>, SpecError> {
        let dialect = Dialect::new(args.name(), protocol, spec, initial.players())?;
        let settings = settings(args, protocol)?;
        let restart = args.choice("restart").name();
        Ok(Box::new(Process {
            initial,
            settings,
            dialect,
            restart,
            talk: None,
            line: None,
            seed: 0,
            fresh: true,
            over: None,
        }))
    }

    /// The program, started and informed of the game.
    fn started(&mut self) -> Result<&mut dyn Talk, Failure> {
        if self.talk.is_none() {
            if let Some(failure) = &self.over {
                return Err(Failure::new(Fault::NoStart, format!("not started again: {failure}")));
            }
            self.talk = Some(self.dialect.protocol().begin(&self.settings, &self.dialect)?);
            self.fresh = true;
        }
        let talk = self.talk.as_mut().expect("started above");
        if std::mem::take(&mut self.fresh) {
            talk.new_game(self.seed)?;
        }
        Ok(&mut **talk)
    }

    fn ask(&mut self, state: &Arc<dyn AnyState>, budget: &SearchBudget<'_>) -> Result<ProgramAnswer, Failure> {
        self.started()?;
        let line = self.line.take().unwrap_or_else(|| vec![Arc::clone(state)]);
        let told = is_from_start(&line, &*self.initial)
            || line.first().is_some_and(|start| self.dialect.can_start_from(&start.text()));
        let line = if told { line } else { extended(line, &self.initial) };
        let begin = Instant::now();
        let patience = budget.clocks.and_then(|clocks| clocks.left.get(clocks.seat)).map(|&left| left + CLOCK_GRACE);
        let patience = patience.unwrap_or(self.settings.move_timeout).min(self.settings.move_timeout);
        let late = budget.time.map(|time| begin + time + CLOCK_GRACE);
        let stopped = || budget.is_stopped() || late.is_some_and(|late| Instant::now() >= late);
        let mut question = question(&self.initial, &self.dialect, &line, begin + patience)?;
        question.clocks = budget.clocks;
        question.limits = self.settings.limits.within(budget);
        question.stopped = &stopped;
        self.started()?.ask(&question)
    }

    /// Ends a program that failed: its further output belongs to no question.
    fn give_up(&mut self, failure: &Failure) {
        self.talk = None;
        if self.restart == "never" && self.over.is_none() {
            self.over = Some(failure.clone());
        }
    }

    /// The legal move that the program means.
    fn read(&self, state: &dyn AnyState, answer: &str) -> Result<String, Failure> {
        let (mut legal, position) = (state.moves(), state.text());
        let texts: Vec<String> = legal.iter().map(|mv| self.dialect.write(mv, &position)).collect();
        let found = texts.iter().position(|ours| self.dialect.means(answer, ours));
        found.map(|number| legal.swap_remove(number)).ok_or_else(|| {
            let error = TextError::illegal_move(answer, &texts);
            let hint = self.dialect.protocol().hint_at_wrong_move();
            Failure::new(Fault::IllegalMove, format!("`{}` in `{position}`: {error}{hint}", self.settings.command))
        })
    }
}

impl AnyAgent for Process {
    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.fresh = true;
        self.line = None;
        if self.restart == "game" {
            self.talk = None;
        }
    }

    fn choose(&mut self, state: &Arc<dyn AnyState>, budget: SearchBudget<'_>) -> Result<SearchReport, Failure> {
        if state.turn().is_none() {
            return Err(Failure::game_over());
        }
        match self.ask(state, &budget) {
            Ok(ProgramAnswer { text, nodes }) => {
                let best = self.read(&**state, &text)?;
                Ok(SearchReport { iterations: nodes, ..SearchReport::of_move(&**state, best) })
            }
            Err(failure) if failure.kind == Fault::TimeOut && budget.is_stopped() => {
                self.talk = None;
                let first = state.moves().into_iter().next().ok_or_else(Failure::game_over)?;
                Ok(SearchReport::of_move(&**state, first))
            }
            // A program that resigned is ready for the next game.
            Err(failure) if failure.kind == Fault::Resignation => Err(failure),
            Err(failure) => {
                self.give_up(&failure);
                Err(failure)
            }
        }
    }

    fn get_ready(&mut self) -> Result<(), Failure> {
        let outcome = self.started().map(|_| ());
        outcome.inspect_err(|failure| self.give_up(failure))
    }

    fn see_line(&mut self, line: &[Arc<dyn AnyState>]) {
        self.line = Some(line.to_vec());
    }

    fn wants_line(&self) -> bool {
        true
    }
}

/// The line so far in the words of the protocol.
fn question<'a>(
    initial: &Arc<dyn AnyState>,
    dialect: &Dialect,
    line: &[Arc<dyn AnyState>],
    deadline: Instant,
) -> Result<Question<'a>, Failure> {
    let colour = |state: &dyn AnyState, text: &str| dialect.colour(text, state.turn().unwrap_or_default());
    let start = line.first().filter(|_| !is_from_start(line, &**initial)).map(|start| start.text());
    if let Some(start) = start.as_ref().filter(|start| !dialect.can_start_from(start)) {
        let name = dialect.protocol().name();
        let message =
            format!("`{name}` sends moves from the start only, and no short line of moves to `{start}` was found");
        return Err(Failure::new(Fault::NoMove, message));
    }
    let mut moves = Vec::with_capacity(line.len());
    for pair in line.windows(2) {
        let (before, mv) = (&*pair[0], pair[1].last_move().unwrap_or_default());
        let position = before.text();
        moves.push((colour(before, &position), dialect.write(mv, &position)));
    }
    let last = line.last().unwrap_or(initial);
    let position = last.text();
    let (limits, stopped) = (Limits::default(), &|| false);
    Ok(Question { start, moves, colour: colour(&**last, &position), position, clocks: None, limits, deadline, stopped })
}

/// The settings in the arguments of `process`.
pub(super) fn settings(args: &Args, protocol: Protocol) -> Result<ProgramSettings, SpecError> {
    let refuse = |reason: String| SpecError::combination(args.name(), reason);
    let command = args.text("cmd").to_string();
    let words = words(&command).map_err(|error| refuse(error.to_string()))?;
    let options = options(args.text("options")).map_err(|error| refuse(error.to_string()))?;
    let limits = Limits { movetime: args.limit("movetime"), nodes: args.limit("nodes"), depth: args.limit("depth") };
    let name = protocol.name();
    let says = protocol.words_for();
    if !says.nodes && (limits.nodes.is_some() || limits.depth.is_some()) {
        return Err(refuse(format!("`nodes` and `depth` cannot be sent in `{name}`; put them into `cmd`")));
    }
    if !says.movetime && limits.movetime.is_some() || !says.options && !options.is_empty() {
        return Err(refuse(format!("`movetime` and `options` cannot be sent in `{name}`; put them into `cmd`")));
    }
    let millis = |key: &str| Duration::from_millis(args.integer(key) as u64);
    Ok(ProgramSettings {
        command,
        words,
        options,
        limits,
        start_timeout: millis("start-timeout"),
        move_timeout: millis("move-timeout"),
        bounds: Bounds { memory: args.limit("memory"), cpu: args.limit("cpu") },
    })
}

/// The error of a part of `options` that is not a pair.
#[derive(Debug, thiserror::Error)]
#[error("`options` has {}, expected `name=value`, separated by `;`", quote(.0))]
struct OptionError(String);

/// `name=value;name=value`.
fn options(text: &str) -> Result<Vec<(String, String)>, OptionError> {
    let parts = text.split(';').map(str::trim).filter(|part| !part.is_empty());
    let pair = |part: &str| match part.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !part.contains(['\n', '\r']) => {
            Ok((name.trim().to_string(), value.trim().to_string()))
        }
        _ => Err(OptionError(part.to_string())),
    };
    parts.map(pair).collect()
}
