//! Move-sequence counts of other systems hold.

use mctslab_core::perft::{divide, perft};
use mctslab_core::{Game, Visit};
use mctslab_games::GAMES;

struct Count {
    depth: u32,
}

impl Visit for Count {
    type Output = u64;
    fn visit<G: Game>(self, game: G) -> u64 {
        let nodes = perft(&game, &game.initial(), self.depth);
        let split: u64 = divide(&game, &game.initial(), self.depth, 2).iter().map(|(_, nodes)| nodes).sum();
        assert_eq!(nodes, split, "the parts of a divided count add up");
        nodes
    }
}

#[test]
fn counts_agree_with_other_systems() {
    for info in GAMES {
        let Some(text) = crate::golden_of(info.entry.name, "perft.txt") else { continue };
        let mut spec = "";
        let mut checked = 0;
        for line in text.lines().map(|line| line.split('#').next().unwrap_or("").trim()).filter(|line| !line.is_empty())
        {
            let Some((depth, nodes)) = line.split_once(' ') else {
                spec = line;
                continue;
            };
            let depth = depth.parse().expect("a depth");
            let nodes: u64 = nodes.parse().expect("a count");
            assert_eq!(crate::with_game(spec, Count { depth }), nodes, "{spec} at depth {depth}");
            checked += 1;
        }
        assert!(checked > 0, "{} has no perft golden", info.entry.name);
    }
}
