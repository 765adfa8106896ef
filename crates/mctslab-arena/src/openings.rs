//! Openings: the positions in which games start.
//!
//! `random(plies=K)` plays K uniformly random moves; `file(path="…")` takes the positions of a
//! file, one per line, in turn: the text of a position, or `moves` and the moves that lead to it.
//! Programs that can only receive moves need the second form. An opening is a function of the run's
//! seed and its number, is played with every seat order, and is never a finished position.

use mctslab_core::rng::mix;
use mctslab_core::spec::{Entry, Kind, Param, Spec, resolve};
use mctslab_core::{Game, Rng, TextError};
use serde::{Deserialize, Serialize};

use crate::{OpeningError, OpeningFileFault, OpeningLineFault};

/// The kinds of openings.
pub const OPENINGS: &[Entry] = &[
    Entry::word("none", "every game starts from the initial position"),
    Entry {
        name: "random",
        doc: "a number of random moves first",
        params: &[Param::new("plies", Kind::Integer { min: 1, max: 1000 }, "4", "random moves before the agents'")],
    },
    Entry {
        name: "file",
        doc: "positions from a file, one per line: a text, or `moves` and the moves that lead there",
        params: &[Param::required(
            "path",
            Kind::Text,
            "the file; empty lines and lines that start with # do not count",
        )],
    },
];

/// The number of random games ending too early after which a shorter opening is used.
const MAX_TRIES: u64 = 64;
/// Separates the random numbers of openings from those of games.
const OPENING_STREAM: u64 = 0x6f70_656e_696e_6700;

/// The word before a position that is given by its moves.
const MOVES_PREFIX: &str = "moves ";

/// The openings of a run, for a game of any type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "WrittenOpenings", try_from = "WrittenOpenings")]
pub struct Openings {
    spec: String,
    kind: OpeningKinds,
}

/// Openings as a plan stores them: with the positions of a file, so that the file itself is no
/// longer needed.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenOpenings {
    spec: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    positions: Vec<String>,
}

impl From<Openings> for WrittenOpenings {
    fn from(openings: Openings) -> WrittenOpenings {
        let positions = if let OpeningKinds::Positions(positions) = openings.kind { positions } else { Vec::new() };
        WrittenOpenings { spec: openings.spec, positions }
    }
}

impl TryFrom<WrittenOpenings> for Openings {
    type Error = OpeningError;

    fn try_from(written: WrittenOpenings) -> Result<Openings, OpeningError> {
        Openings::made(&written.spec, |path| {
            let lost = OpeningError::File { path: path.to_string(), fault: OpeningFileFault::NotKept };
            if written.positions.is_empty() { Err(lost) } else { Ok(written.positions) }
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
enum OpeningKinds {
    Initial,
    Random { plies: u32 },
    Positions(Vec<String>),
}

impl Openings {
    /// No openings: every game starts from the initial position.
    pub fn none() -> Openings {
        Openings { spec: "none".to_string(), kind: OpeningKinds::Initial }
    }

    /// Reads a spec, and the file that it names.
    pub fn parse(text: &str) -> Result<Openings, OpeningError> {
        Openings::made(text, read_lines)
    }

    fn made(
        text: &str,
        positions: impl FnOnce(&str) -> Result<Vec<String>, OpeningError>,
    ) -> Result<Openings, OpeningError> {
        let args = resolve(&Spec::parse(text)?, "kind of openings", OPENINGS, &[])?;
        let kind = match args.name() {
            "random" => OpeningKinds::Random { plies: args.integer("plies") as u32 },
            "file" => OpeningKinds::Positions(positions(args.text("path"))?),
            "none" => OpeningKinds::Initial,
            other => unreachable!("`{other}` is no listed kind of openings"),
        };
        Ok(Openings { spec: args.to_string(), kind })
    }

    /// The spec with every option written out.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// Whether games may start from other positions than the initial one.
    pub fn vary(&self) -> bool {
        self.kind != OpeningKinds::Initial
    }

    /// The positions of a file that are given without their moves.
    pub fn bare_positions(&self) -> impl Iterator<Item = &str> {
        let lines = if let OpeningKinds::Positions(lines) = &self.kind { lines.as_slice() } else { &[] };
        lines.iter().map(String::as_str).filter(|line| !line.starts_with(MOVES_PREFIX))
    }

    /// The openings for a game; the error names the opening of a file, counted from 1, that is not
    /// an unfinished position of the game.
    pub fn starts<G: Game>(&self, game: &G, seed: u64) -> Result<Starts<G>, OpeningError> {
        match &self.kind {
            OpeningKinds::Initial => Ok(Starts::Initial),
            OpeningKinds::Random { plies } => Ok(Starts::Random { plies: *plies, seed }),
            OpeningKinds::Positions(lines) => {
                let read = |(number, line): (usize, &String)| {
                    let refuse = |fault| OpeningError::Line { number: number + 1, line: line.clone(), fault };
                    read_opening(game, line).map_err(refuse)
                };
                Ok(Starts::Positions(lines.iter().enumerate().map(read).collect::<Result<_, _>>()?))
            }
        }
    }
}

/// An unfinished position by its text, or by the moves that lead there.
fn read_opening<G: Game>(game: &G, line: &str) -> Result<Opening<G>, OpeningLineFault> {
    let opening = read_position(game, line)?;
    if game.turn(&opening.state).is_none() { Err(OpeningLineFault::Over) } else { Ok(opening) }
}

/// A position by its text, or by `moves` and the moves that lead there.
pub fn read_position<G: Game>(game: &G, text: &str) -> Result<Opening<G>, TextError> {
    match text.strip_prefix(MOVES_PREFIX) {
        Some(moves) => after_moves(game, moves),
        None => Ok(Opening { state: game.parse_state(text)?, moves: None }),
    }
}

fn after_moves<G: Game>(game: &G, moves: &str) -> Result<Opening<G>, TextError> {
    let (mut state, mut made) = (game.initial(), Vec::new());
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&state, text)?;
        game.play(&mut state, mv);
        made.push(mv);
    }
    Ok(Opening { state, moves: Some(made) })
}

fn read_lines(path: &str) -> Result<Vec<String>, OpeningError> {
    let refuse = |fault| OpeningError::File { path: path.to_string(), fault };
    let text =
        std::fs::read_to_string(path).map_err(|error| refuse(OpeningFileFault::Unreadable(error.to_string())))?;
    // Some editors begin a file with a mark of its encoding.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines: Vec<String> = lines.map(str::to_string).collect();
    if lines.is_empty() { Err(refuse(OpeningFileFault::Empty)) } else { Ok(lines) }
}

/// The openings of a run, for one type of game.
pub enum Starts<G: Game> {
    /// The initial position.
    Initial,
    /// Random moves.
    Random {
        /// Their number.
        plies: u32,
        /// The seed of the run.
        seed: u64,
    },
    /// These positions, in turn.
    Positions(Vec<Opening<G>>),
}

/// The position in which a game starts.
pub struct Opening<G: Game> {
    /// The position.
    pub state: G::State,
    /// The moves that lead there from the initial position, if they are known.
    pub moves: Option<Vec<G::Move>>,
}

// Implemented by hand, since a derived one would demand `G: Clone`.
impl<G: Game> Clone for Opening<G> {
    fn clone(&self) -> Self {
        Opening { state: self.state.clone(), moves: self.moves.clone() }
    }
}

impl<G: Game> Starts<G> {
    /// Opening number `number`, or the initial position.
    pub fn opening(&self, game: &G, number: Option<u64>, scratch: &mut Vec<G::Move>) -> Opening<G> {
        match (self, number) {
            (Starts::Initial, _) | (_, None) => Opening { state: game.initial(), moves: Some(Vec::new()) },
            (Starts::Positions(all), Some(number)) => all[(number % all.len() as u64) as usize].clone(),
            (Starts::Random { plies, seed }, Some(number)) => random_start(game, *plies, *seed, number, scratch),
        }
    }

    /// The position of opening number `number`, or the initial one.
    pub fn state(&self, game: &G, number: Option<u64>, scratch: &mut Vec<G::Move>) -> G::State {
        self.opening(game, number, scratch).state
    }
}

/// The first random game that is unfinished after this many plies; with fewer plies if there is
/// none.
fn random_start<G: Game>(game: &G, plies: u32, seed: u64, number: u64, scratch: &mut Vec<G::Move>) -> Opening<G> {
    let mut wanted = plies as usize;
    let mut moves = Vec::new();
    while wanted > 0 {
        let mut longest = 0;
        for attempt in 0..MAX_TRIES {
            let mut rng = Rng::new(mix(&[seed, OPENING_STREAM, number, attempt]));
            let mut state = game.initial();
            moves.clear();
            while moves.len() < wanted
                && let Some(mv) = game.random_move(&state, &mut rng, scratch)
            {
                game.play(&mut state, mv);
                moves.push(mv);
            }
            if game.turn(&state).is_some() {
                return Opening { state, moves: Some(moves) };
            }
            longest = longest.max(moves.len());
        }
        wanted = longest - 1;
    }
    Opening { state: game.initial(), moves: Some(Vec::new()) }
}
