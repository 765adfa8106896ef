//! Programs as players: good ones, and every way of being a bad one.

mod clocks;
mod faults;
mod lines;
mod orphans;
mod start;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use mctslab_arena::engines::{PROCESS, Process, protocols};
use mctslab_core::spec::{Spec, resolve};
use mctslab_core::{Agent, Budget, Failure, Game, Visit};

/// What a game with the program in the first seat came to: its moves, or how the program failed.
type Outcome = Result<Vec<String>, Failure>;

/// A folder of a test's own, gone afterwards.
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

/// The program that a spec of `process` names, as a player of the game with that spec.
fn process<G: Game>(game: &G, spec: &str, agent: &str) -> Box<dyn Agent<G>> {
    let protocols = protocols();
    let scope = [("protocol", protocols.entries())];
    let args = resolve(&Spec::parse(agent).expect("a spec"), "agent", &[PROCESS], &scope).expect("a spec");
    let protocol = args.choice("protocol");
    let protocol = protocols.build(protocol).expect("listed")(protocol);
    Process::build(game, spec, &args, protocol).expect("it serves the game")
}

/// Whether Python is there; says loudly if not.
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
    let args = mctslab_games::resolve_game(game).expect("a game");
    let spec = args.to_string();
    mctslab_games::build(&args, Games { spec, agent, count: games }).expect("a game")
}

struct Games<'a> {
    spec: String,
    agent: &'a str,
    count: usize,
}

impl Visit for Games<'_> {
    type Output = Vec<Outcome>;

    fn visit<G: Game>(self, game: G) -> Vec<Outcome> {
        let mut agent = process(&game, &self.spec, self.agent);
        (0..self.count).map(|number| one_game(&game, &mut *agent, number as u64)).collect()
    }
}

fn one_game<G: Game>(game: &G, agent: &mut dyn Agent<G>, seed: u64) -> Outcome {
    agent.new_game(seed);
    let (mut state, mut moves, mut legal) = (game.initial(), Vec::new(), Vec::new());
    let mut texts = Vec::new();
    while let Some(player) = game.turn(&state) {
        legal.clear();
        game.moves(&state, &mut legal);
        agent.see_moves(&game.initial(), &moves);
        let mv = if player.index() == 0 { agent.choose(game, &state, &mut Budget::default())? } else { legal[0] };
        texts.push(game.move_text(&state, mv));
        moves.push(mv);
        game.play(&mut state, mv);
    }
    Ok(texts)
}
