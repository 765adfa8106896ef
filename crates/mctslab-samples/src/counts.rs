//! Exact numbers of positions and games, up to the symmetries of the game and in all.
//!
//! One sample is the whole game. The positions are found ply by ply from the start; of positions
//! that symmetries turn into each other one is stored, with the number of positions that it stands
//! for. Only symmetries that leave the start unchanged are used, so that they turn reachable
//! positions into reachable ones.
//!
//! A position is a state of the rules: the board, the side to move, and any part of the past that
//! the rules need, such as a count of plies towards a limit. Two positions may therefore have the
//! same board. A game is a sequence of moves from the start to an end.

use std::collections::{HashMap, HashSet};

use mctslab_arena::Plan;
use mctslab_core::Game;
use mctslab_core::hash::StateHash;
use serde::{Deserialize, Serialize};

use crate::hex_equations::{Checked, Fillings};
use crate::check::{at_most, length, payoffs};
use crate::measure::written;
use crate::{Measure, SampleError, SampleFacts, SampleTable, Sampler, Wrong};

/// The greatest number of positions, up to symmetry, that are counted.
pub const MOST_STATES: usize = 10_000_000;

/// All positions and all games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The greatest number of empty cells of undecided positions of Hex in which its equations are
    /// checked; 0 in other games.
    pub equations: u32,
}

/// A number of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Number {
    /// Positions that no symmetry turns into each other.
    pub distinct: u64,
    /// All positions.
    pub all: u64,
}

impl Number {
    fn add(&mut self, orbit: u64) {
        self.distinct += 1;
        self.all += orbit;
    }
}

/// The positions at one distance from the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ply {
    /// Positions that cannot be reached in fewer plies.
    pub positions: Number,
    /// The positions among them in which the game is over.
    pub ends: Number,
    /// Sequences of this many moves; `None` if there are too many to count.
    pub sequences: Option<u64>,
}

/// One result with which games end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndCounts {
    /// The payoffs, by seat.
    pub payoffs: Vec<f64>,
    /// Finished positions with this result.
    pub positions: Number,
    /// Games with this result; `None` if there are too many to count.
    pub games: Option<u64>,
}

/// The whole game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CountsSample {
    /// Symmetries that leave the start unchanged, including the identity.
    pub symmetries: u64,
    /// All positions, including the start and the ends.
    pub positions: Number,
    /// By the smallest number of plies that leads there.
    pub plies: Vec<Ply>,
    /// By payoffs, the greatest for the first player first.
    pub ends: Vec<EndCounts>,
    /// Games; `None` if there are too many to count.
    pub games: Option<u64>,
    /// The results of the equations of Hex, where they were checked.
    pub equations: Option<Checked>,
}

impl Measure for Counts {
    type Sample = CountsSample;

    fn check(&self, sample: &CountsSample, facts: &SampleFacts) -> Result<(), Wrong> {
        at_most("plies", sample.plies.len() as u64, u64::from(facts.max_plies) + 1)?;
        for end in &sample.ends {
            length("payoffs", end.payoffs.len(), facts.seats)?;
            payoffs("a payoff", &end.payoffs)?;
        }
        Ok(())
    }

    fn sampler<G: Game>(&self, table: SampleTable<G>) -> Result<Box<dyn Sampler>, SampleError> {
        Ok(Box::new(CountsSampler { table, measure: self.clone() }))
    }

    fn available<G: Game>(&self, _: &G, _: &Plan) -> Result<Option<u64>, SampleError> {
        Ok(Some(1))
    }
}

struct CountsSampler<G: Game> {
    table: SampleTable<G>,
    measure: Counts,
}

impl<G: Game> Sampler for CountsSampler<G> {
    fn sample(&mut self, _number: u64) -> Result<String, SampleError> {
        Ok(written(&count(&*self.table.game, MOST_STATES, self.measure.equations)?))
    }
}

/// Counts a whole game; an error if it has more than `most` positions up to symmetry.
pub fn count<G: Game>(game: &G, most: usize, equations: u32) -> Result<CountsSample, SampleError> {
    let start = game.initial();
    let symmetries: Vec<usize> =
        (0..game.symmetries()).filter(|&symmetry| game.transform(symmetry, &start) == start).collect();
    let mut counting = Counting {
        game,
        symmetries,
        most,
        seen: HashSet::with_hasher(StateHash),
        sample: CountsSample {
            symmetries: 0,
            positions: Number::default(),
            plies: Vec::new(),
            ends: Vec::new(),
            games: Some(0),
            equations: (equations > 0).then(Checked::default),
        },
        equations,
    };
    counting.run(start)?;
    let Counting { mut sample, symmetries, .. } = counting;
    sample.symmetries = symmetries.len() as u64;
    sample.ends.sort_by(|a, b| b.payoffs.partial_cmp(&a.payoffs).expect("payoffs are numbers"));
    Ok(sample)
}

/// Positions after a number of plies, one of each orbit, with the number of sequences of moves that
/// lead to the orbit.
struct Layer<G: Game> {
    states: Vec<(G::State, Option<u64>)>,
    places: HashMap<G::State, usize, StateHash>,
}

impl<G: Game> Layer<G> {
    fn new() -> Layer<G> {
        Layer { states: Vec::new(), places: HashMap::with_hasher(StateHash) }
    }
}

struct Counting<'a, G: Game> {
    game: &'a G,
    symmetries: Vec<usize>,
    most: usize,
    /// One position of each orbit.
    seen: HashSet<G::State, StateHash>,
    sample: CountsSample,
    equations: u32,
}

impl<G: Game> Counting<'_, G> {
    fn run(&mut self, start: G::State) -> Result<(), SampleError> {
        let mut layer = Layer::<G>::new();
        self.put(&mut layer, start, Some(1));
        let mut moves = Vec::new();
        while !layer.states.is_empty() {
            let (mut ply, mut next) = (Ply { sequences: Some(0), ..Ply::default() }, Layer::new());
            for (state, sequences) in &layer.states {
                ply.sequences = sum(ply.sequences, *sequences);
                self.note(&mut ply, state, *sequences)?;
                moves.clear();
                self.game.moves(state, &mut moves);
                for &mv in &moves {
                    let mut child = state.clone();
                    self.game.play(&mut child, mv);
                    self.put(&mut next, child, *sequences);
                }
                if self.seen.len() + next.states.len() > self.most {
                    return Err(SampleError::Request(format!(
                        "this game has more than {} positions up to symmetry, which are too many to count: take a smaller board, or \
                         analyze random games instead",
                        self.most
                    )));
                }
            }
            self.sample.plies.push(ply);
            layer = next;
        }
        Ok(())
    }

    /// Adds a position to a layer, or its sequences to those of its orbit.
    fn put(&self, layer: &mut Layer<G>, state: G::State, sequences: Option<u64>) {
        let known = |symmetry: &usize| layer.places.get(&self.game.transform(*symmetry, &state)).copied();
        if let Some(place) = self.symmetries.iter().find_map(known) {
            let entry = &mut layer.states[place].1;
            *entry = sum(*entry, sequences);
            return;
        }
        layer.places.insert(state.clone(), layer.states.len());
        layer.states.push((state, sequences));
    }

    /// Counts a position, if it did not occur at an earlier ply, and the games that end there.
    fn note(&mut self, ply: &mut Ply, state: &G::State, sequences: Option<u64>) -> Result<(), SampleError> {
        let mut images: Vec<G::State> = Vec::with_capacity(self.symmetries.len());
        for &symmetry in &self.symmetries {
            let image = self.game.transform(symmetry, state);
            if !images.contains(&image) {
                images.push(image);
            }
        }
        let is_new = !images.iter().any(|image| self.seen.contains(image));
        let orbit = images.len() as u64;
        if is_new {
            self.seen.insert(state.clone());
            self.sample.positions.add(orbit);
            ply.positions.add(orbit);
        }
        if self.game.turn(state).is_some() {
            if let (true, Some(checked)) = (is_new, &mut self.sample.equations)
                && let Some(fillings) = Fillings::of(self.game, state, self.equations)?
            {
                checked.add(&fillings, orbit);
            }
            return Ok(());
        }
        let payoffs = self.game.payoffs(state).as_slice().to_vec();
        let ends = &mut self.sample.ends;
        let place = ends.iter().position(|end| end.payoffs == payoffs).unwrap_or_else(|| {
            ends.push(EndCounts { payoffs, positions: Number::default(), games: Some(0) });
            ends.len() - 1
        });
        let end = &mut ends[place];
        end.games = sum(end.games, sequences);
        self.sample.games = sum(self.sample.games, sequences);
        if is_new {
            end.positions.add(orbit);
            ply.ends.add(orbit);
        }
        Ok(())
    }
}

/// The sum, unless it is too large.
fn sum(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    a?.checked_add(b?)
}

#[cfg(test)]
mod tests {
    use mctslab_core::Visit;

    use super::*;
    use crate::testing;

    struct CountGame {
        most: usize,
        symmetric: bool,
    }

    impl Visit for CountGame {
        type Output = Result<CountsSample, SampleError>;
        fn visit<G: Game>(self, game: G) -> Self::Output {
            if self.symmetric {
                return count(&game, self.most, 0);
            }
            let mut sample = count(&game, self.most, 0)?;
            sample.positions.distinct = every_state(&game).len() as u64;
            Ok(sample)
        }
    }

    /// All reachable states, without use of symmetry.
    fn every_state<G: Game>(game: &G) -> HashSet<G::State> {
        let (mut seen, mut todo) = (HashSet::new(), vec![game.initial()]);
        while let Some(state) = todo.pop() {
            if seen.insert(state.clone()) {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                todo.extend(moves.iter().map(|&mv| {
                    let mut next = state.clone();
                    game.play(&mut next, mv);
                    next
                }));
            }
        }
        seen
    }

    fn counted(game: &str, most: usize, symmetric: bool) -> Result<CountsSample, SampleError> {
        CountGame { most, symmetric }.visit(testing::game(game))
    }

    #[test]
    fn tic_tac_toe_by_the_known_numbers() {
        let sample = counted("tic-tac-toe", MOST_STATES, true).expect("it is small");
        assert_eq!(sample.symmetries, 8);
        assert_eq!(sample.positions, Number { distinct: 765, all: 5478 });
        let ends: Vec<(u64, u64, Option<u64>)> =
            sample.ends.iter().map(|end| (end.positions.distinct, end.positions.all, end.games)).collect();
        assert_eq!(ends, [(91, 626, Some(131_184)), (3, 16, Some(46_080)), (44, 316, Some(77_904))]);
        assert_eq!(sample.games, Some(255_168));
        let plies: Vec<u64> = sample.plies.iter().map(|ply| ply.positions.distinct).collect();
        assert_eq!(plies, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
        let sequences: Vec<Option<u64>> = sample.plies.iter().map(|ply| ply.sequences).collect();
        assert_eq!(sequences[..6], [Some(1), Some(9), Some(72), Some(504), Some(3024), Some(15_120)]);
    }

    #[test]
    fn all_positions_are_those_that_play_leads_to() {
        for game in ["nim", "hex(size=3)", "connect-four(width=4,height=4)", "one-path(depth=3)", "chain"] {
            let sample = counted(game, MOST_STATES, false).unwrap_or_else(|error| panic!("{game}: {error}"));
            assert_eq!(sample.positions.all, sample.positions.distinct, "{game}");
        }
    }

    #[test]
    fn too_many_positions_are_refused_with_the_number() {
        let error = counted("tic-tac-toe", 700, true).expect_err("765 are more").to_string();
        assert!(error.contains("more than 700 positions"), "{error}");
        assert!(counted("tic-tac-toe", 765, true).is_ok());
    }
}
