//! The game of the examples: take one to three stones; whoever takes the last stone wins.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Family, Game, GameInfo, Payoffs, Player, Visit};

pub struct Heap {
    pub stones: u32,
}

impl Game for Heap {
    type State = (u32, Player); // stones left, and who is to move
    type Move = u32;

    fn initial(&self) -> Self::State {
        (self.stones, Player::FIRST)
    }
    fn turn(&self, &(stones, player): &Self::State) -> Option<Player> {
        (stones > 0).then_some(player)
    }
    fn moves(&self, &(stones, _): &Self::State, out: &mut Vec<u32>) {
        out.extend(1..=stones.min(3));
    }
    fn play(&self, (stones, player): &mut Self::State, taken: u32) {
        *stones -= taken;
        *player = player.other();
    }
    fn payoffs(&self, &(_, player): &Self::State) -> Payoffs {
        Payoffs::duel(Some(player.other()))
    }
    fn index(&self, taken: u32) -> usize {
        taken as usize - 1
    }
    fn index_bound(&self) -> usize {
        3
    }
    fn max_plies(&self) -> u32 {
        self.stones
    }
}

const STONES: Param = Param::new("stones", Kind::Integer { min: 1, max: 99 }, "21", "stones at the start");

impl Family for Heap {
    const INFO: GameInfo = GameInfo {
        entry: Entry { name: "heap", doc: "take one to three stones; the last one wins", params: &[STONES] },
        source: include_str!("heap.rs"),
        samples: &["heap", "heap(stones=7)"],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        Ok(visit.visit(Heap { stones: args.integer("stones") as u32 }))
    }
}
