//! Examining a program: does it start, is it in time, does it play by the rules, does it stand nonsense.

use std::time::{Duration, Instant};

use mctslab_core::rng::mix;
use mctslab_core::spec::{Args, SpecError};
use mctslab_core::{Agent, Failure, Game, Player, Rng};

use super::program::{Program, Settings, begin};
use super::{Dialect, Process, Protocol};

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What.
    pub what: &'static str,
    /// Whether all was well.
    pub passed: bool,
    /// What was seen.
    pub detail: String,
}

impl Finding {
    fn new(what: &'static str, outcome: Result<String, String>) -> Finding {
        let passed = outcome.is_ok();
        Finding { what, passed, detail: outcome.unwrap_or_else(|reason| reason) }
    }
}

/// How long a program may take to end after `quit`, and to answer `stop`.
const SOON: Duration = Duration::from_secs(1);

/// Examines the program that `args` of `process` name, over `games` games against random moves.
pub fn check<G: Game>(game: &G, spec: &str, args: &Args, games: u64, seed: u64) -> Result<Vec<Finding>, SpecError> {
    let protocol = Protocol::of(args.choice("protocol"));
    let dialect = Dialect::new(args.name(), protocol, spec, game.players())?;
    let settings = super::process::settings(args, protocol)?;
    let mut agent = Process::build(game, spec, args)?;
    let started = start(&settings, &dialect);
    let mut findings = vec![Finding::new("handshake", started)];
    if findings[0].passed {
        findings.extend(play(game, &mut *agent, settings.limits.movetime, games, seed));
        drop(agent);
        findings.extend(match protocol {
            Protocol::Gtp => Gtp::check(&settings, &dialect),
            Protocol::Lines { .. } => vec![Finding::new("end", ends(&settings, protocol))],
            _ => universal(game, &settings, &dialect),
        });
    }
    Ok(findings)
}

fn start(settings: &Settings, dialect: &Dialect) -> Result<String, String> {
    let since = Instant::now();
    let mut talk = begin(settings, dialect).map_err(|failure| failure.message)?;
    talk.new_game(1).map_err(|failure| failure.message)?;
    Ok(format!("ready for a game in {} ms", since.elapsed().as_millis()))
}

/// Games with the program in every seat in turn and random moves in the others.
fn play<G: Game>(game: &G, agent: &mut dyn Agent<G>, movetime: Option<u64>, games: u64, seed: u64) -> [Finding; 2] {
    let mut times = Vec::new();
    let mut faults = Vec::new();
    for number in 0..games {
        let seat = Player::new((number % game.players() as u64) as usize);
        let seed = mix(&[seed, number]);
        if let Err(failure) = one_game(game, agent, seat, seed, &mut times) {
            faults.push(format!("game {number}: {}: {}", failure.kind.name(), failure.message));
        }
    }
    let moves = times.len();
    let played = format!("{games} games, {moves} moves, all legal");
    let legality = if faults.is_empty() { Ok(played) } else { Err(faults.join("\n")) };
    let worst = times.iter().max().copied().unwrap_or_default();
    let mean = times.iter().sum::<Duration>() / (moves.max(1) as u32);
    let text = format!("{:.1} ms a move, at most {:.1} ms", mean.as_secs_f64() * 1e3, worst.as_secs_f64() * 1e3);
    let allowed = movetime.map(|millis| Duration::from_millis(millis * 3 / 2 + 200));
    let timing = match allowed {
        Some(allowed) if worst > allowed => Err(format!("{text}; expected at most {} ms", allowed.as_millis())),
        _ => Ok(text),
    };
    [Finding::new("legality", legality), Finding::new("timing", timing)]
}

fn one_game<G: Game>(
    game: &G,
    agent: &mut dyn Agent<G>,
    seat: Player,
    seed: u64,
    times: &mut Vec<Duration>,
) -> Result<(), Failure> {
    let mut rng = Rng::new(seed);
    let (mut state, mut scratch) = (game.initial(), Vec::new());
    agent.new_game(seed);
    while let Some(player) = game.turn(&state) {
        let mv = if player == seat {
            let since = Instant::now();
            let mv = agent.choose(game, &state)?;
            times.push(since.elapsed());
            mv
        } else {
            game.random_move(&state, &mut rng, &mut scratch).expect("a game that goes on has a legal move")
        };
        game.play(&mut state, mv);
    }
    Ok(())
}

/// What is said to a program of the universal kind, one thing after another; each finding stands for itself.
fn universal<G: Game>(game: &G, settings: &Settings, dialect: &Dialect) -> Vec<Finding> {
    let protocol = dialect.protocol();
    let name = protocol.name();
    let mut talk = match Raw::start(settings, protocol) {
        Ok(talk) => talk,
        Err(reason) => return vec![Finding::new("second start", Err(reason))],
    };
    let done = format!("{name}ok");
    let mut findings = Vec::new();
    talk.say(name);
    let again = talk.until(settings.start_timeout, |line| line == done);
    if protocol == Protocol::Uci {
        talk.say(&format!("setoption name UCI_Variant value {}", dialect.variant()));
    }
    findings.push(Finding::new("second start", again.map(|_| "as good as the first".to_string())));
    talk.say("xyzzy 1 2 3");
    findings.push(Finding::new("unknown command", talk.alive("ignored")));
    talk.say("position fen this is no position");
    findings.push(Finding::new("unreadable position", talk.alive("survived")));
    talk.say("position startpos moves zz99");
    findings.push(Finding::new("illegal move", talk.alive("survived")));
    talk.say(&format!("{name}newgame"));
    talk.say("position startpos");
    if protocol == Protocol::Ugi {
        findings.push(Finding::new("query", talk.query(game)));
    }
    talk.say("go movetime 3000");
    talk.say("stop");
    let stopped = talk.until(SOON + Duration::from_millis(500), |line| line.starts_with("bestmove"));
    let since = stopped.map(|time| format!("answered in {} ms", time.as_millis()));
    findings.push(Finding::new("stop", since));
    findings.push(Finding::new("end", talk.quit("quit")));
    findings
}

/// How a program of plain lines ends when its input does.
fn ends(settings: &Settings, protocol: Protocol) -> Result<String, String> {
    let mut talk = Raw::start(settings, protocol)?;
    talk.program.child.close_input();
    talk.gone()
}

/// A program spoken to line by line.
struct Raw {
    program: Program,
    patience: Duration,
}

impl Raw {
    fn start(settings: &Settings, protocol: Protocol) -> Result<Raw, String> {
        let program = Program::start(settings, protocol).map_err(|failure| failure.message)?;
        Ok(Raw { program, patience: settings.start_timeout })
    }

    fn say(&self, line: &str) {
        self.program.child.send(line);
    }

    /// Waits for such a line and says how long it took.
    fn until(&self, patience: Duration, mut wanted: impl FnMut(&str) -> bool) -> Result<Duration, String> {
        let since = Instant::now();
        let found = |line: &str| wanted(line.trim()).then(|| since.elapsed());
        self.program.wait(since + patience, false, "what was expected", found).map_err(|failure| failure.message)
    }

    fn alive(&self, well: &str) -> Result<String, String> {
        self.say("isready");
        self.until(self.patience, |line| line == "readyok").map(|_| well.to_string())
    }

    /// Whether it agrees with the referee on the start of the game.
    fn query<G: Game>(&self, game: &G) -> Result<String, String> {
        let over = game.turn(&game.initial()).is_none();
        let first = game.turn(&game.initial()) == Some(Player::FIRST);
        for (what, ours) in [("gameover", over.to_string()), ("p1turn", first.to_string())] {
            self.say(&format!("query {what}"));
            let mut theirs = String::new();
            let heard = self.until(self.patience, |line| {
                theirs = line.strip_prefix("response ").unwrap_or_default().to_string();
                !theirs.is_empty()
            });
            heard?;
            if theirs != ours {
                return Err(format!("`query {what}` at the start: it says {theirs}, the referee {ours}"));
            }
        }
        Ok("agrees with the referee".to_string())
    }

    fn quit(&mut self, word: &str) -> Result<String, String> {
        self.say(word);
        self.gone()
    }

    fn gone(&mut self) -> Result<String, String> {
        let since = Instant::now();
        if self.program.child.ends_within(SOON) {
            return Ok(format!("gone in {} ms", since.elapsed().as_millis()));
        }
        Err(format!("still there after {} ms", SOON.as_millis()))
    }
}

/// The examination in GTP.
struct Gtp;

impl Gtp {
    fn check(settings: &Settings, dialect: &Dialect) -> Vec<Finding> {
        let mut talk = match Raw::start(settings, dialect.protocol()) {
            Ok(talk) => talk,
            Err(reason) => return vec![Finding::new("second start", Err(reason))],
        };
        let ask = |talk: &Raw, command: &str, mark: &str| {
            talk.say(command);
            let mut head = String::new();
            talk.until(talk.patience, |line| {
                head = line.to_string();
                line.starts_with(['=', '?'])
            })?;
            if head.starts_with(mark) {
                Ok(head)
            } else {
                Err(format!("`{command}`: expected {mark}, it says `{head}`"))
            }
        };
        let size =
            dialect.board_size().map_or(Ok(String::new()), |size| ask(&talk, &format!("1 boardsize {size}"), "=1"));
        let mut findings = vec![Finding::new("board size", size)];
        findings.push(Finding::new("unknown command", ask(&talk, "2 xyzzy", "?2")));
        findings.push(Finding::new("clear board", ask(&talk, "3 clear_board", "=3")));
        findings.push(Finding::new("illegal move", ask(&talk, "4 play black zz99", "?4")));
        findings.push(Finding::new("end", talk.quit("5 quit")));
        findings
    }
}
