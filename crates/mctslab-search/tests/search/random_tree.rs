//! A game for tests: a small random tree, or a graph in which positions recur, whose players move
//! in no fixed turn.

use mctslab_core::rng::mix;
use mctslab_core::{Eval, Game, Payoffs, Player, Rng};

/// One position.
pub(crate) struct Spot {
    player: Player,
    children: Vec<u32>,
    /// What the first player gets if there are no children; an estimate of it otherwise.
    value: f64,
}

/// The game. A state is the number of a spot.
pub(crate) struct RandomTree {
    spots: Vec<Spot>,
    height: u32,
}

impl RandomTree {
    /// A tree of at most 5 plies with 1 to 4 moves everywhere; payoffs are 0, 1/2 or 1 for even
    /// seeds and any for odd ones.
    pub(crate) fn tree(seed: u64) -> RandomTree {
        let mut rng = Rng::new(mix(&[seed, 1]));
        let height = 1 + rng.below(5);
        let mut game = RandomTree { spots: Vec::new(), height };
        game.add(seed, height, &mut rng);
        game
    }

    /// A graph of up to 24 positions, each of which leads to later ones, so that positions recur at
    /// various depths.
    pub(crate) fn graph(seed: u64) -> RandomTree {
        let mut rng = Rng::new(mix(&[seed, 2]));
        let size = 4 + rng.below(21);
        let spots = (0..size).map(|number| {
            let later = size - 1 - number;
            let over = number > 0 && (later == 0 || rng.below(5) == 0);
            let count = if over { 0 } else { 1 + rng.below(4.min(later)) };
            let children = (0..count).map(|_| number + 1 + rng.below(later.min(6))).collect();
            Spot { player: draw_player(&mut rng), children, value: draw_value(seed, over, &mut rng) }
        });
        RandomTree { spots: spots.collect(), height: size }
    }

    fn add(&mut self, seed: u64, height: u32, rng: &mut Rng) -> u32 {
        let number = self.spots.len();
        let over = height == 0 || (number > 0 && rng.below(6) == 0);
        let value = draw_value(seed, over, rng);
        self.spots.push(Spot { player: draw_player(rng), children: Vec::new(), value });
        let count = if over { 0 } else { 1 + rng.below(4) };
        let children = (0..count).map(|_| self.add(seed, height - 1, rng)).collect();
        self.spots[number].children = children;
        number as u32
    }

    /// The longest game.
    pub(crate) fn height(&self) -> u32 {
        self.height
    }

    /// All positions.
    pub(crate) fn size(&self) -> u64 {
        self.spots.len() as u64
    }

    /// Positions in which the game goes on.
    pub(crate) fn inner(&self) -> u64 {
        self.spots.iter().filter(|spot| !spot.children.is_empty()).count() as u64
    }

    fn estimate(&self, state: &u32, player: Player) -> f64 {
        let first = self.spots[*state as usize].value;
        if player == Player::FIRST { first } else { 1.0 - first }
    }

    /// The minimax value for the first player at a depth, by definition.
    pub(crate) fn minimax(&self, state: u32, depth: u32) -> f64 {
        let spot = &self.spots[state as usize];
        if spot.children.is_empty() || depth == 0 {
            return spot.value;
        }
        let values = spot.children.iter().map(|&child| self.minimax(child, depth - 1));
        if spot.player == Player::FIRST { values.fold(-1.0, f64::max) } else { values.fold(2.0, f64::min) }
    }
}

fn draw_player(rng: &mut Rng) -> Player {
    Player::new(rng.below(2) as usize)
}

/// Multiples of 2^-53, so that one minus a value is exact.
fn draw_value(seed: u64, over: bool, rng: &mut Rng) -> f64 {
    if over && seed.is_multiple_of(2) { f64::from(rng.below(3)) / 2.0 } else { rng.unit().max(0.001) }
}

impl Game for RandomTree {
    type State = u32;
    type Move = u8;

    fn initial(&self) -> u32 {
        0
    }

    fn turn(&self, state: &u32) -> Option<Player> {
        let spot = &self.spots[*state as usize];
        (!spot.children.is_empty()).then_some(spot.player)
    }

    fn moves(&self, state: &u32, out: &mut Vec<u8>) {
        out.extend(0..self.spots[*state as usize].children.len() as u8);
    }

    fn play(&self, state: &mut u32, mv: u8) {
        *state = self.spots[*state as usize].children[mv as usize];
    }

    fn payoffs(&self, state: &u32) -> Payoffs {
        let first = self.spots[*state as usize].value;
        Payoffs::new(&[first, 1.0 - first])
    }

    fn index(&self, mv: u8) -> usize {
        mv.into()
    }

    fn index_bound(&self) -> usize {
        4
    }

    fn max_plies(&self) -> u32 {
        self.height
    }

    fn evals(&self) -> &'static [Eval<RandomTree>] {
        const { &[Eval::new("drawn", "drawn at random for every position", RandomTree::estimate)] }
    }
}
