//! Programs as players: good ones, and every kind of failure.

mod clocks;
mod faults;
mod lines;
mod orphans;
mod start;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mctslab_arena::engines::{PROCESS, Process, protocols};
use mctslab_core::any::StateOf;
use mctslab_core::spec::{Spec, resolve};
use mctslab_core::{AnyAgent, AnyState, Failure, Game, SearchBudget, Visit};

/// The result of a game with the program in the first seat: its moves, or the program's failure.
type Outcome = Result<Vec<String>, Failure>;

/// A folder for one test, removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("mctslab-engines-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    /// Writes a script and returns the spec's words for it.
    fn script(&self, body: &str) -> String {
        let path = self.0.join("engine.py");
        fs::write(&path, body).expect("a script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("made executable");
        format!("python3 -u '{}'", path.display())
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// The initial state of the game of this spec.
struct Initial(String);

impl Visit for Initial {
    type Output = Arc<dyn AnyState>;

    fn visit<G: Game>(self, game: G) -> Arc<dyn AnyState> {
        let initial = game.initial();
        Arc::new(StateOf::new(&Arc::new(game), &self.0.into(), initial))
    }
}

fn initial(game: &str) -> Arc<dyn AnyState> {
    let args = mctslab_games::resolve_game(game).expect("a game");
    mctslab_games::build(&args, Initial(args.to_string())).expect("a game")
}

/// The program that a spec of `process` names, as a player of the game with that spec.
fn process(initial: &Arc<dyn AnyState>, game: &str, agent: &str) -> Box<dyn AnyAgent> {
    let protocols = protocols();
    let scope = [("protocol", protocols.entries())];
    let args = resolve(&Spec::parse(agent).expect("a spec"), "agent", &[PROCESS], &scope).expect("a spec");
    let protocol = args.choice("protocol");
    let protocol = protocols.build(protocol).expect("listed")(protocol);
    let game = mctslab_games::resolve_game(game).expect("a game").to_string();
    Process::build(Arc::clone(initial), &game, &args, protocol).expect("it serves the game")
}

/// Whether Python is installed; prints a message if not.
fn python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|run| run.status.success());
    if !found {
        eprintln!("SKIPPED: no python3 on this machine");
    }
    found
}

/// A UGI engine for tic-tac-toe in Python; `on_go` answers a `go` and may use `legal`, the empty
/// cells of the position, `game`, the number of the game, and `say`.
fn engine(on_go: &str) -> String {
    format!(
        r#"import os, signal, subprocess, sys, time
def say(text, end="\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()
cells = [c + r for r in "123" for c in "abc"]
moves, game = [], 0
for line in sys.stdin:
    words = line.split()
    if words == ["ugi"]: say("id name scripted"); say("ugiok")
    elif words == ["isready"]: say("readyok")
    elif words == ["uginewgame"]: game += 1
    elif words == ["quit"]: break
    elif words[:1] == ["position"]: moves = words[words.index("moves") + 1:] if "moves" in words else []
    elif words[:1] == ["go"]:
        legal = [cell for cell in cells if cell not in moves]
{}
"#,
        on_go.lines().map(|line| ["        ", line].concat()).collect::<Vec<_>>().join("\n")
    )
}

/// Plays games in which the program `command` moves first and the other player takes the first
/// legal move.
fn play(command: &str, more: &str, games: usize) -> Vec<Outcome> {
    let quoted = command.replace('\\', "\\\\").replace('"', "\\\"");
    play_spec("tic-tac-toe", &format!("process(cmd=\"{quoted}\"{more})"), games)
}

fn play_spec(game: &str, agent: &str, games: usize) -> Vec<Outcome> {
    let initial = initial(game);
    let mut agent = process(&initial, game, agent);
    (0..games).map(|number| one_game(&initial, &mut *agent, number as u64)).collect()
}

fn one_game(initial: &Arc<dyn AnyState>, agent: &mut dyn AnyAgent, seed: u64) -> Outcome {
    agent.new_game(seed);
    let (mut line, mut texts) = (vec![Arc::clone(initial)], Vec::new());
    while let Some(state) = line.last().filter(|state| state.turn().is_some()).cloned() {
        agent.see_line(&line);
        let first = state.turn() == Some(0);
        let mv = if first { agent.choose(&state, SearchBudget::default())?.best } else { state.moves()[0].clone() };
        line.push(state.play(&mv).expect("a legal move"));
        texts.push(mv);
    }
    Ok(texts)
}
