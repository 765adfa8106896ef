//! A game of your own, searched: take one to three stones from a heap of 13; whoever takes the last stone wins.
//!
//! `cargo run --release -p mctslab-search --example own_game`

use mctslab_core::{Budget, Game, Payoffs, Player};
use mctslab_search::PartCatalog;

struct Heap;

impl Game for Heap {
    type State = (u32, Player); // stones left, and who is to move
    type Move = u32;

    fn initial(&self) -> Self::State {
        (13, Player::FIRST)
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
        13
    }
}

fn main() {
    let parts = PartCatalog::standard();
    let mut agent = parts.agent(&Heap, "uct(iters=10000,solve=true)").expect("uct serves every game");
    agent.new_game(1);
    let best = agent.choose(&Heap, &Heap.initial(), &mut Budget::default()).expect("the game goes on");
    println!("with 13 stones, take {best}"); // 1: a multiple of four is lost
    for thought in agent.thoughts(&Heap).moves {
        println!("take {}: {} visits, value {:?}", thought.mv, thought.visits, thought.value);
    }
    assert_eq!(best, 1);
}
