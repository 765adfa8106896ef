//! Examinations of a program: does it start, is it in time, does it play by the rules, does it
//! survive nonsense.

use std::sync::Arc;
use std::time::{Duration, Instant};

use mctslab_core::rng::mix;
use mctslab_core::spec::{Args, SpecError};
use mctslab_core::text::{printable, quote};
use mctslab_core::{AnyAgent, AnyState, Failure, Rng, SearchBudget};

use super::program::{Program, ProgramSettings};
use super::protocol::examine;
use super::{Dialect, Process, Protocol};

/// The result of one examination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its subject.
    pub what: &'static str,
    /// Whether the program passed; `None` if it could not be examined.
    pub passed: Option<bool>,
    /// The observation.
    pub detail: String,
}

impl Finding {
    fn new(what: &'static str, outcome: Result<String, Complaint>) -> Finding {
        let passed = Some(outcome.is_ok());
        Finding { what, passed, detail: outcome.unwrap_or_else(|Complaint(reason)| reason) }
    }

    fn not_examined(what: &'static str, reason: String) -> Finding {
        Finding { what, passed: None, detail: reason }
    }
}

/// The fault of a program, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Complaint(String);

impl From<Failure> for Complaint {
    fn from(failure: Failure) -> Complaint {
        Complaint(failure.message)
    }
}

/// The time in which a program must end after `quit`, and answer `stop`.
const QUIT_TIMEOUT: Duration = Duration::from_secs(1);

/// Examines the program that `args` of `process` name, over `games` games against random moves.
pub fn check(
    initial: &Arc<dyn AnyState>,
    spec: &str,
    args: &Args,
    protocol: Protocol,
    games: u64,
    seed: u64,
) -> Result<Vec<Finding>, SpecError> {
    let dialect = Dialect::new(args.name(), protocol, spec, initial.players())?;
    let settings = super::process::settings(args, protocol)?;
    let mut agent = Process::build(Arc::clone(initial), spec, args, protocol)?;
    let started = start(&settings, &dialect);
    let ready = started.is_ok();
    let mut findings = vec![Finding::new("handshake", started)];
    if ready {
        findings.extend(play(initial, &mut *agent, settings.limits.movetime, games, seed));
        drop(agent);
        findings.extend(examine(&**initial, &settings, &dialect));
    }
    Ok(findings)
}

fn start(settings: &ProgramSettings, dialect: &Dialect) -> Result<String, Complaint> {
    let since = Instant::now();
    let mut talk = dialect.protocol().begin(settings, dialect).map_err(Complaint::from)?;
    talk.new_game(1).map_err(Complaint::from)?;
    Ok(format!("ready for a game in {} ms", since.elapsed().as_millis()))
}

/// Games with the program in every seat in turn and random moves in the others.
fn play(
    initial: &Arc<dyn AnyState>,
    agent: &mut dyn AnyAgent,
    movetime: Option<u64>,
    games: u64,
    seed: u64,
) -> [Finding; 2] {
    let mut times = Vec::new();
    let mut faults = Vec::new();
    for number in 0..games {
        let seat = (number % initial.players() as u64) as usize;
        let seed = mix(&[seed, number]);
        if let Err(failure) = one_game(initial, agent, seat, seed, &mut times) {
            faults.push(format!("game {number}: {}: {}", failure.kind.name(), failure.message));
        }
    }
    let played = format!("{games} games, {} moves, all legal", times.len());
    let legality = if faults.is_empty() { Ok(played) } else { Err(Complaint(faults.join("\n"))) };
    [Finding::new("legality", legality), timing(&times, movetime)]
}

/// The times of moves, compared with the time allowed.
fn timing(times: &[Duration], movetime: Option<u64>) -> Finding {
    let Some(&worst) = times.iter().max() else {
        return Finding::not_examined("timing", "nothing was timed: it made no legal move".to_string());
    };
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    let text = format!("{:.1} ms per move, at most {:.1} ms", mean.as_secs_f64() * 1e3, worst.as_secs_f64() * 1e3);
    let allowed = movetime.map(|millis| Duration::from_millis(millis * 3 / 2 + 200));
    let timing = match allowed {
        Some(allowed) if worst > allowed => {
            Err(Complaint(format!("{text}; expected at most {} ms", allowed.as_millis())))
        }
        _ => Ok(text),
    };
    Finding::new("timing", timing)
}

fn one_game(
    initial: &Arc<dyn AnyState>,
    agent: &mut dyn AnyAgent,
    seat: usize,
    seed: u64,
    times: &mut Vec<Duration>,
) -> Result<(), Failure> {
    let mut rng = Rng::new(seed);
    let (mut state, mut line) = (Arc::clone(initial), vec![Arc::clone(initial)]);
    agent.new_game(seed);
    while let Some(player) = state.turn() {
        let mut next = state.successors();
        let place = if player == seat {
            agent.see_line(&line);
            agent.get_ready()?;
            let since = Instant::now();
            let best = agent.choose(&state, SearchBudget::default())?.best;
            times.push(since.elapsed());
            next.iter().position(|next| next.last_move() == Some(best.as_str()))
        } else {
            Some(rng.below(next.len() as u32) as usize)
        };
        state = next.swap_remove(place.expect("a program is asked for a legal move"));
        line.push(Arc::clone(&state));
    }
    Ok(())
}

/// One examination of a program: an observation if it passed, its fault if not.
pub(super) type Examination<'a> = dyn Fn(&Raw) -> Result<String, Complaint> + 'a;

/// The examinations of a program that speaks a universal protocol, in their order; `query` asks it
/// for its position, if it can answer.
pub(super) fn universal(
    settings: &ProgramSettings,
    dialect: &Dialect,
    query: Option<&Examination<'_>>,
) -> Vec<Finding> {
    let protocol = dialect.protocol();
    let new_game = |talk: &Raw| {
        talk.say(&format!("{}newgame", protocol.name()));
        talk.say("position startpos");
    };
    let mut exam = Exam::new(settings, dialect);
    exam.look("second start", |_| Ok("the program starts again".to_string()));
    for (what, line, well) in [
        ("unknown command", "xyzzy 1 2 3", "ignored"),
        ("unreadable position", "position fen this is no position", "survived"),
        ("illegal move", "position startpos moves zz99", "survived"),
    ] {
        exam.look(what, |talk| {
            talk.say(line);
            talk.alive(well)
        });
    }
    if let Some(query) = query {
        exam.look("query", |talk| {
            new_game(talk);
            query(talk)
        });
    }
    exam.look("stop", |talk| {
        new_game(talk);
        talk.say("go movetime 3000");
        talk.say("stop");
        let stopped = talk.until(QUIT_TIMEOUT + Duration::from_millis(500), |line| line.starts_with("bestmove"))?;
        Ok(format!("answered in {} ms", stopped.as_millis()))
    });
    exam.look("end", |talk| talk.quit("quit"));
    exam.findings
}

/// The examinations of a program in GTP, in their order.
pub(super) fn gtp(settings: &ProgramSettings, dialect: &Dialect) -> Vec<Finding> {
    let mut exam = Exam::new(settings, dialect);
    if let Some(size) = dialect.board_size() {
        exam.look("board size", |talk| talk.expect(&format!("1 boardsize {size}"), "=1"));
    }
    exam.look("unknown command", |talk| talk.expect("2 xyzzy", "?2"));
    exam.look("clear board", |talk| talk.expect("3 clear_board", "=3"));
    exam.look("illegal move", |talk| talk.expect("4 play black zz99", "?4"));
    exam.look("end", |talk| talk.quit("5 quit"));
    exam.findings
}

/// The examination whether a program of plain lines ends when its input does.
pub(super) fn end_of_input(settings: &ProgramSettings, dialect: &Dialect) -> Finding {
    let ended = Raw::start(settings, dialect).and_then(|mut talk| {
        talk.program.child.close_input();
        talk.gone()
    });
    Finding::new("end", ended)
}

/// A series of examinations of one program. After a failed one the program is started afresh, so
/// that the findings are independent.
struct Exam<'a> {
    settings: &'a ProgramSettings,
    dialect: &'a Dialect,
    talk: Option<Raw>,
    /// Why it could not be started again.
    over: Option<Complaint>,
    findings: Vec<Finding>,
}

impl<'a> Exam<'a> {
    fn new(settings: &'a ProgramSettings, dialect: &'a Dialect) -> Exam<'a> {
        Exam { settings, dialect, talk: None, over: None, findings: Vec::new() }
    }

    fn look(&mut self, what: &'static str, examine: impl FnOnce(&mut Raw) -> Result<String, Complaint>) {
        if let Some(Complaint(reason)) = &self.over {
            let reason = format!("not examined, as it could not be started again: {reason}");
            return self.findings.push(Finding::not_examined(what, reason));
        }
        let started = self.talk.take().map_or_else(|| Raw::start(self.settings, self.dialect), Ok);
        let outcome = started.inspect_err(|reason| self.over = Some(reason.clone())).and_then(|mut talk| {
            let outcome = examine(&mut talk)?;
            self.talk = Some(talk);
            Ok(outcome)
        });
        self.findings.push(Finding::new(what, outcome));
    }
}

/// A program in a raw conversation of lines.
pub(super) struct Raw {
    program: Program,
    patience: Duration,
}

impl Raw {
    /// Starts the program and, where the protocol has a command for it, waits until it is ready.
    fn start(settings: &ProgramSettings, dialect: &Dialect) -> Result<Raw, Complaint> {
        let protocol = dialect.protocol();
        let program = Program::start(settings, protocol).map_err(Complaint::from)?;
        let talk = Raw { program, patience: settings.start_timeout };
        if protocol.is_universal() {
            let done = format!("{}ok", protocol.name());
            talk.say(protocol.name());
            talk.until(talk.patience, |line| line == done)?;
            for (name, value) in &settings.options {
                talk.say(&format!("setoption name {name} value {value}"));
            }
            if let Some(variant) = dialect.variant() {
                talk.say(&format!("setoption name UCI_Variant value {variant}"));
            }
        }
        Ok(talk)
    }

    fn say(&self, line: &str) {
        self.program.child.send(line);
    }

    /// Waits for a wanted line and returns the time it took.
    fn until(&self, patience: Duration, mut wanted: impl FnMut(&str) -> bool) -> Result<Duration, Complaint> {
        let since = Instant::now();
        let found = |line: &str| wanted(line.trim()).then(|| since.elapsed());
        self.program.wait(since + patience, false, "the expected answer", found).map_err(Complaint::from)
    }

    fn alive(&self, well: &str) -> Result<String, Complaint> {
        self.say("isready");
        self.until(self.patience, |line| line == "readyok").map(|_| well.to_string())
    }

    /// Whether the program agrees with the referee on the start of the game.
    pub(super) fn query(&self, initial: &dyn AnyState) -> Result<String, Complaint> {
        let over = initial.turn().is_none();
        let first = initial.turn() == Some(0);
        for (what, ours) in [("gameover", over.to_string()), ("p1turn", first.to_string())] {
            self.say(&format!("query {what}"));
            let mut theirs = String::new();
            let heard = self.until(self.patience, |line| {
                theirs = line.strip_prefix("response ").unwrap_or_default().to_string();
                !theirs.is_empty()
            });
            heard?;
            if theirs != ours {
                let (theirs, ours) = (quote(&theirs), ours);
                return Err(Complaint(format!(
                    "`query {what}` in the initial position: the engine answers {theirs}, the referee {ours}"
                )));
            }
        }
        Ok("agrees with the referee".to_string())
    }

    fn quit(&mut self, word: &str) -> Result<String, Complaint> {
        self.say(word);
        self.gone()
    }

    fn gone(&mut self) -> Result<String, Complaint> {
        let since = Instant::now();
        if self.program.child.ends_within(QUIT_TIMEOUT) {
            return Ok(format!("ended in {} ms", since.elapsed().as_millis()));
        }
        Err(Complaint(format!("still running after {} ms", QUIT_TIMEOUT.as_millis())))
    }

    /// The answer to a command in GTP, which must start with that mark.
    fn expect(&self, command: &str, mark: &str) -> Result<String, Complaint> {
        self.say(command);
        let mut head = String::new();
        self.until(self.patience, |line| {
            head = line.to_string();
            line.starts_with(['=', '?'])
        })?;
        if head.starts_with(mark) {
            return Ok(printable(&head).into_owned());
        }
        Err(Complaint(format!("`{command}`: expected {mark}, the engine answers {}", quote(&head))))
    }
}
