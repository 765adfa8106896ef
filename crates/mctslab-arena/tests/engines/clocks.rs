//! What a program is told of time, and what it costs to ignore it.

use std::time::{Duration, Instant};

use mctslab_arena::engines::{PROCESS, Process};
use mctslab_core::spec::{Spec, resolve};
use mctslab_core::{Clocks, Failure, Fault, Game, Visit};

use crate::{Folder, engine, python};

/// The first move of a program that sees these clocks.
struct First<'a> {
    agent: &'a str,
    left: [u64; 2],
}

impl Visit for First<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Game>(self, game: G) -> Result<String, Failure> {
        let spec = Spec::parse(self.agent).expect("a spec");
        let args = resolve(&spec, "agent", &[PROCESS], &[]).expect("a spec");
        let mut agent = Process::build(&game, "tic-tac-toe", &args).expect("it serves the game");
        agent.new_game(1);
        let left = self.left.map(Duration::from_millis).to_vec();
        agent.see_clocks(&Clocks { left, increment: Duration::from_millis(70), seat: 0 });
        let state = game.initial();
        agent.choose(&game, &state).map(|mv| game.move_text(&state, mv))
    }
}

fn first(command: &str, more: &str, left: [u64; 2]) -> Result<String, Failure> {
    let args = mctslab_games::resolve_game("tic-tac-toe").expect("a game");
    let agent = format!("process(cmd=\"{command}\"{more})");
    mctslab_games::build(&args, First { agent: &agent, left }).expect("a game")
}

#[test]
fn clocks_and_limits_are_told() {
    let folder = Folder::new();
    if python() {
        let on_go = "say('bestmove ' + ('c3' if line.strip() == 'go nodes 5 p1time 5000 p1inc 70 p2time 4000 p2inc 70' else line))";
        let found = first(&folder.script(&engine(on_go)), ",nodes=5", [5000, 4000]);
        assert_eq!(found.as_deref(), Ok("c3"));
    }
}

#[test]
fn a_program_is_given_up_soon_after_its_clock_ran_out() {
    let folder = Folder::new();
    if python() {
        let start = Instant::now();
        let failure = first(&folder.script(&engine("time.sleep(1000)")), "", [500, 4000]).expect_err("too late");
        assert_eq!(failure.kind, Fault::TimeOut);
        assert!(start.elapsed() < Duration::from_secs(6), "it took {:?}", start.elapsed());
    }
}
