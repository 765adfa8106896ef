//! One whole game, played by one agent on all seats: its length, the number of moves to choose
//! from, and its result.
//!
//! Boards are compared by their drawings ([`Game::view`]), which works for every game: states
//! themselves may contain the plies played or earlier positions, so that no two of one game are
//! equal.

use mctslab_core::rng::mix;
use mctslab_core::view::BoardRow;
use mctslab_core::{Agent, Budget, Game, Player};
use serde::{Deserialize, Serialize};

use crate::check::{at_most, length, payoffs};
use crate::measure::written;
use crate::{Measure, SampleError, SampleFacts, SampleTable, Sampler, Wrong};

/// The number of games in which repetitions are counted: drawing every position takes longer than
/// playing.
pub const GAMES_WITH_REPETITIONS: u64 = 1_000;

/// The number of games whose moves are stored, for a page to show some of them.
pub const GAMES_WITH_MOVES: u64 = 1_000;

/// The properties of a game that is played by the first agent of the plan on all seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Portrait {
    /// The number of games, the first ones, whose moves are stored.
    pub moves: u64,
}

/// The measurements of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameSample {
    /// Legal moves before each ply.
    pub branching: Vec<u32>,
    /// The sum of the scores of all players before each ply, in games that count something
    /// ([`Game::score`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stones: Option<Vec<u32>>,
    /// Plies that were passes: the only legal move, which leaves the drawn board unchanged and
    /// gives the turn to another player.
    pub passes: u32,
    /// Positions that occurred before in the same game with the same player to move, after the
    /// board had changed in between; at the end, where no player is to move, with any. Counted in
    /// the first games alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetitions: Option<u32>,
    /// The payoffs, by seat.
    pub payoffs: Vec<f64>,
    /// The moves, separated by spaces; of the first games alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
}

impl Measure for Portrait {
    type Sample = GameSample;

    fn check(&self, sample: &GameSample, facts: &SampleFacts) -> Result<(), Wrong> {
        let plies = sample.branching.len();
        at_most("plies", plies as u64, facts.max_plies.into())?;
        if let Some(stones) = &sample.stones {
            length("counts of stones", stones.len(), plies)?;
        }
        at_most("passes", sample.passes.into(), plies as u64)?;
        at_most("repetitions", sample.repetitions.unwrap_or(0).into(), plies as u64)?;
        length("payoffs", sample.payoffs.len(), facts.seats)?;
        payoffs("a payoff", &sample.payoffs)?;
        match &sample.moves {
            Some(moves) => length("moves", moves.split_whitespace().count(), plies),
            None => Ok(()),
        }
    }

    fn sampler<G: Game>(&self, table: SampleTable<G>) -> Result<Box<dyn Sampler>, SampleError> {
        let agents = (0..table.game.players()).map(|_| table.agent(0)).collect::<Result<Vec<_>, _>>()?;
        Ok(Box::new(PortraitSampler { table, agents, scratch: Vec::new(), with_moves: self.moves }))
    }
}

struct PortraitSampler<G: Game> {
    table: SampleTable<G>,
    agents: Vec<Box<dyn Agent<G>>>,
    scratch: Vec<G::Move>,
    with_moves: u64,
}

impl<G: Game> Sampler for PortraitSampler<G> {
    fn sample(&mut self, number: u64) -> Result<String, SampleError> {
        Ok(written(&self.game(number)?))
    }
}

impl<G: Game> PortraitSampler<G> {
    fn game(&mut self, number: u64) -> Result<GameSample, SampleError> {
        let game = &*self.table.game;
        let seed = self.table.seed(number);
        for (seat, agent) in self.agents.iter_mut().enumerate() {
            agent.new_game(mix(&[seed, seat as u64]));
        }
        let start = game.initial();
        let (mut state, mut line) = (start.clone(), Vec::new());
        let mut history = (number < GAMES_WITH_REPETITIONS).then(|| SeenBoards::starting(game, &state));
        let mut stones = held(game, &state).map(|_| Vec::new());
        let mut moves = (number < self.with_moves).then(Vec::new);
        let (mut branching, mut passes) = (Vec::new(), 0);
        while let Some(player) = game.turn(&state) {
            let choices = game.count_moves(&state, &mut self.scratch);
            branching.push(choices as u32);
            if let (Some(stones), Some(held)) = (&mut stones, held(game, &state)) {
                stones.push(held);
            }
            let agent = &mut self.agents[player.index()];
            agent.see_moves(&start, &line);
            let mv = agent.choose(game, &state, &mut Budget::default())?;
            line.push(mv);
            if let Some(moves) = &mut moves {
                moves.push(game.move_text(&state, mv));
            }
            let alone = (choices == 1).then(|| board(game, &state));
            game.play(&mut state, mv);
            if alone.is_some_and(|before| game.turn(&state) != Some(player) && before == board(game, &state)) {
                passes += 1;
            }
            if let Some(history) = &mut history {
                history.add(game, &state);
            }
        }
        Ok(GameSample {
            branching,
            stones,
            passes,
            repetitions: history.map(|history| history.repetitions),
            payoffs: game.payoffs(&state).as_slice().to_vec(),
            moves: moves.map(|moves| moves.join(" ")),
        })
    }
}

/// The sum of the scores of all players.
fn held<G: Game>(game: &G, state: &G::State) -> Option<u32> {
    (0..game.players()).map(|player| game.score(state, Player::new(player))).sum()
}

/// A board as drawn, without the last move and without remarks.
#[derive(PartialEq)]
struct CountedBoard {
    rows: Vec<BoardRow>,
    /// The remarks in place of a board, where a game draws none.
    notes: Vec<String>,
}

fn board<G: Game>(game: &G, state: &G::State) -> CountedBoard {
    let view = game.view(state, None);
    let notes = if view.rows.is_empty() { view.notes } else { Vec::new() };
    CountedBoard { rows: view.rows, notes }
}

/// The positions of a game so far, as drawn.
struct SeenBoards {
    /// The board, and the player to move.
    seen: Vec<(CountedBoard, Option<Player>)>,
    /// The first of the positions with the last board, without a change since.
    unchanged_from: usize,
    repetitions: u32,
}

impl SeenBoards {
    fn starting<G: Game>(game: &G, state: &G::State) -> SeenBoards {
        SeenBoards { seen: vec![(board(game, state), game.turn(state))], unchanged_from: 0, repetitions: 0 }
    }

    fn add<G: Game>(&mut self, game: &G, state: &G::State) {
        self.see(board(game, state), game.turn(state));
    }

    fn see(&mut self, board: CountedBoard, turn: Option<Player>) {
        if self.seen.last().is_none_or(|last| last.0 != board) {
            self.unchanged_from = self.seen.len();
        }
        // No player is to move at the end, which a repetition may have caused.
        let same = |(before, mover): &(CountedBoard, Option<Player>)| *before == board && (turn.is_none() || *mover == turn);
        self.repetitions += u32::from(self.seen[..self.unchanged_from].iter().any(same));
        self.seen.push((board, turn));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::table;

    fn samples(spec: &str, numbers: std::ops::Range<u64>) -> Vec<GameSample> {
        let mut sampler = Portrait { moves: u64::MAX }.sampler(table(spec)).expect("a sampler");
        numbers.map(|number| serde_json::from_str(&sampler.sample(number).expect("a sample")).expect("JSON")).collect()
    }

    fn mean(samples: &[GameSample], of: impl Fn(&GameSample) -> f64) -> f64 {
        samples.iter().map(of).sum::<f64>() / samples.len() as f64
    }

    #[test]
    fn passes_are_those_that_the_games_write_as_such() {
        let all = [
            samples("othello", 0..1000),
            samples("ataxx(clones=per-source)", 0..300),
            samples("awari(rules=ludii)", 0..300),
            samples("tic-tac-toe", 0..100),
        ];
        for samples in &all {
            for sample in samples {
                let moves = sample.moves.as_ref().expect("asked for").split(' ');
                let passes = moves.filter(|mv| ["pass", "0000"].contains(mv)).count();
                assert_eq!(sample.passes as usize, passes, "seed 1");
            }
        }
        // OpenSpiel 2.0.2 has 0.4495 passes in a random game of Othello.
        let passes = mean(&all[0], |sample| sample.passes.into());
        assert!((passes - 0.4495).abs() < 0.1, "seed 1: {passes}");
    }

    #[test]
    fn ataxx_is_as_large_as_papers_say() {
        let samples = samples("ataxx(clones=per-source)", 1000..3000);
        let plies = mean(&samples, |sample| sample.branching.len() as f64);
        // 110.8 plies with a standard deviation of 28.
        assert!((plies - 110.8).abs() < 4.0 * 28.3 / 2000_f64.sqrt(), "seed 1: {plies}");
        assert!(samples.iter().all(|sample| sample.branching[0] == 16 && sample.repetitions.is_none()));
        let stones = samples[0].stones.as_ref().expect("stones are counted");
        assert_eq!((stones.len(), stones[0]), (samples[0].branching.len(), 4));
    }

    #[test]
    fn a_board_that_comes_back_is_a_repetition() {
        let repetitions = |boards: &str| {
            let mut boards = boards.chars().map(|one| CountedBoard { rows: Vec::new(), notes: vec![one.to_string()] });
            let start = boards.next().expect("a start");
            let mut history = SeenBoards { seen: vec![(start, None)], unchanged_from: 0, repetitions: 0 };
            for board in boards {
                history.see(board, None);
            }
            history.repetitions
        };
        assert_eq!(["ab", "aba", "abbab"].map(repetitions), [0, 1, 2]);
        assert_eq!(repetitions("aaa"), 0, "nothing changed in between");
    }

    #[test]
    fn games_that_cannot_repeat_have_no_repetitions() {
        for samples in [
            samples("tic-tac-toe", 0..50),
            samples("chain(depth=9)", 0..50),
            samples("robbers", 0..50),
        ] {
            assert!(samples.iter().all(|sample| sample.repetitions == Some(0) && sample.passes == 0));
            assert!(samples.iter().all(|sample| sample.stones.is_none()));
        }
        let ataxx = samples("ataxx(size=4)", 0..200);
        assert!(mean(&ataxx, |sample| sample.repetitions.expect("counted").into()) > 0.0, "jumps go back");
        let awari = samples("awari", 0..1000);
        let ended = awari.iter().map(|sample| sample.repetitions.expect("counted"));
        assert_eq!(ended.clone().max(), Some(1), "seed 1: a repetition ends the game");
        assert!(ended.sum::<u32>() < 200);
    }
}
