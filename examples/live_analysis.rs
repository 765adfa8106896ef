//! A fast MCTS for your game with mctslab-core and mctslab-search alone: watched while it thinks,
//! stopped from another thread, and continued step by step. `cargo run --bin live_analysis`

mod heap;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use heap::Heap;
use mctslab_core::{Budget, Game, Observer, Thoughts};
use mctslab_search::PartCatalog;

fn main() {
    let game = Heap { stones: 99 };
    let spec = "uct(time=60000,solve=false)"; // one minute, unless somebody stops it
    let mut agent = PartCatalog::standard().agent(&game, spec).expect("uct serves every game");
    agent.new_game(1);

    // The search so far, four times a second; a stop from elsewhere after half a second.
    let stop = AtomicBool::new(false);
    let mut show =
        |thoughts: &Thoughts<u32>| println!("{} iterations, {:?}", thoughts.iterations, thoughts.line.first());
    let best = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(500));
            stop.store(true, Ordering::Relaxed);
        });
        let observer = Some(Observer { show: &mut show, every: Duration::from_millis(250) });
        let mut budget = Budget { stop: Some(&stop), observer, ..Budget::default() };
        agent.choose(&game, &game.initial(), &mut budget).expect("the game goes on")
    });
    println!("stopped: take {best}");

    // Step by step: the tree is kept, so that every step goes on where the last one ended.
    let before: u64 = agent.thoughts(&game).moves.iter().map(|thought| thought.visits).sum();
    for _ in 0..3 {
        let mut budget = Budget { iterations: Some(1000), ..Budget::default() };
        agent.choose(&game, &game.initial(), &mut budget).expect("the game goes on");
    }
    let thoughts = agent.thoughts(&game);
    for thought in &thoughts.moves {
        println!("take {}: {} visits, value {:?}", thought.mv, thought.visits, thought.value);
    }
    let after: u64 = thoughts.moves.iter().map(|thought| thought.visits).sum();
    assert_eq!(after - before, 3000, "every step adds its iterations");
}
