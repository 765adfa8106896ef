//! A game and an agent of your own in the catalog: named in specs like all others, played by and against all others.
//!
//! `cargo run --release -p mctslab-registry --example own_catalog`

use mctslab_core::spec::{Args, Entry, Kind, Param};
use mctslab_core::{Agent, Budget, Failure, Game, Payoffs, Player};
use mctslab_registry::{AgentRow, Catalog, RegistryError, SearchBudget};

/// Take one to three stones from a heap; whoever takes the last stone wins.
struct Heap {
    stones: u32,
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

/// Leaves a multiple of four if it can, else takes one.
struct Mine;

impl Agent<Heap> for Mine {
    fn new_game(&mut self, _seed: u64) {}
    fn choose(&mut self, _: &Heap, &(stones, _): &(u32, Player), _: &mut Budget<'_, u32>) -> Result<u32, Failure> {
        Ok((stones % 4).max(1))
    }
}

fn main() -> Result<(), RegistryError> {
    const STONES: Param = Param::new("stones", Kind::Integer { min: 1, max: 99 }, "13", "stones at the start");
    let heap = Entry { name: "heap", doc: "take one to three stones; the last stone wins", params: &[STONES] };
    let mut catalog = Catalog::standard();
    catalog.add_game(heap, "", |args: &Args| Ok(Heap { stones: args.integer("stones") as u32 }))?;
    catalog.add_game(Entry::word("heap-5", "five stones"), "", |_| Ok(Heap { stones: 5 }))?;
    let mine = AgentRow::new(Entry::word("mine", "leaves a multiple of four"), "");
    catalog.add_agent(mine.serving(|_: &Heap, _| Ok(Box::new(Mine))))?;

    let game = catalog.game("heap")?;
    println!("{} is played by {} and {}", game.spec(), game.agent("mine")?, game.agent("uct")?);
    let mut session = game.session(None)?;
    let agents = [session.invite("mine", 1)?, session.invite("uct(iters=1000)", 1)?];
    while let Some(seat) = session.turn() {
        let best = session.ask(agents[seat], SearchBudget::default())?.best;
        session.play(&best)?;
    }
    println!("moves {:?}, payoffs {:?}", session.moves(), session.payoffs());
    assert_eq!(session.payoffs(), [1.0, 0.0], "with 13 stones the first player wins");
    let heap = catalog.game("heap-5")?;
    let best = |agent| Ok::<_, RegistryError>(heap.search(agent, None, 1, SearchBudget::default())?.best);
    assert_eq!(best("solve")?, best("mine")?);
    assert!(catalog.game("hex")?.agent("mine").is_err(), "it was added for heaps alone");
    Ok(())
}
