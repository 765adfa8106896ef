//! `NFriendsFloyd`, a Connect Four player that gives points to empty squares.
//!
//! An empty square gets 1 point, or 2 if its first coordinate is 3 or more, counted from 0. To
//! these are added, for each of the four lines through it, the most points that a window of four
//! squares on that line gives. A window in which one side has three discs and the square is the
//! fourth gives 5000 for own discs and 1000 for the opponent's if the square can be played at once,
//! else 500 and 100. A square can be played at once if its second coordinate is 0 or the square
//! before it along the second coordinate is taken. A square with the most points is drawn, each
//! equally likely, and its column is played: a column with several best squares is likelier.
//!
//! With `port=original` the coordinates are column and height, so that everything means what it
//! should. With `port=transposed` they are row from the top and column, as in the framework of
//! Lanzi, "Evaluating the Complexity of Players' Strategies using MCTS Iterations" (2019), which
//! took one for the other: the bonus is for the lower rows, and a square can be played at once if
//! its left neighbour is taken, whatever lies below. Lanzi measured this one at 21 iterations of
//! `mcts`; here it is level with 20, and the original with 39.
//!
//! Source: the rules were read from an earlier version of Lanzi's framework. The value of a move is
//! s / (2 (s + 100)) + 1/2 with s the points of its best square; it orders the moves and is no
//! payoff.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Budget, Failure, Game, Rng, Thoughts};
use mctslab_games::boards::bits::positions;
use mctslab_games::connect_four::{ConnectFour, State};
use mctslab_search::PartCatalog;
use mctslab_search::agents::ratings::MoveRatings;
use mctslab_search::agents::specific::{refuse, serve};
use mctslab_search::agents::{AgentFamily, AgentInfo};

/// `nfriends-floyd` in the list of agents, with its options.
pub(super) struct NFriendsFloyd;

const NAME: &str = "nfriends-floyd";
const PORTS: &[Entry] = &[
    Entry::word("transposed", "rows and columns confused, as in Lanzi's framework"),
    Entry::word("original", "as it was meant"),
];

/// Points for a window with three discs of the player to move and of the other, each for a square
/// that can be played at once and for another.
const POINTS: [[u32; 2]; 2] = [[5000, 500], [1000, 100]];
/// Squares whose first coordinate is this or more get two points instead of one.
const BONUS_FROM: u32 = 3;
/// Directions of lines.
const DIRECTIONS: usize = 4;

impl AgentFamily for NFriendsFloyd {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: NAME,
            doc: "points for squares that complete fours; connect-four only",
            params: &[Param::new("port", Kind::Choice(PORTS), "transposed", "which coordinates it reads")],
        },
        source: include_str!("nfriends_floyd.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args, _: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError> {
        let transposed = args.choice("port").name() == "transposed";
        serve::<G, ConnectFour>(game, |game| Box::new(NFriendsFloydAgent::new(game, transposed)))
            .ok_or_else(|| refuse(NAME, "connect-four"))
    }
}

/// `nfriends-floyd` as it plays one game, with what it keeps from move to move.
struct NFriendsFloydAgent {
    transposed: bool,
    /// The windows of each direction. Windows of one direction that share a square lie on one line.
    windows: [Vec<u64>; DIRECTIONS],
    rng: Rng,
    ratings: MoveRatings<u8>,
}

impl NFriendsFloydAgent {
    fn new(game: &ConnectFour, transposed: bool) -> NFriendsFloydAgent {
        let mut windows: [Vec<u64>; DIRECTIONS] = Default::default();
        let mut steps = Vec::new();
        for &window in game.windows() {
            // The distance of the two lowest squares tells the direction.
            let step = (window & (window - 1)).trailing_zeros() - window.trailing_zeros();
            let direction = steps.iter().position(|&known| known == step).unwrap_or_else(|| {
                steps.push(step);
                steps.len() - 1
            });
            windows[direction].push(window);
        }
        NFriendsFloydAgent { transposed, windows, rng: Rng::new(0), ratings: MoveRatings::of_points(100.0) }
    }

    /// Whether the square is taken for one that can be played at once.
    fn at_hand(&self, game: &ConnectFour, all: u64, square: u32) -> bool {
        let stride = game.size().1 + 1;
        let (column, row) = (square / stride, square % stride);
        if self.transposed {
            column == 0 || all >> (square - stride) & 1 == 1
        } else {
            row == 0 || all >> (square - 1) & 1 == 1
        }
    }

    /// Points for being there.
    fn base(&self, game: &ConnectFour, square: u32) -> u32 {
        let height = game.size().1;
        let (column, row) = (square / (height + 1), square % (height + 1));
        let first = if self.transposed { height - 1 - row } else { column };
        if first >= BONUS_FROM { 2 } else { 1 }
    }

    /// The points of every square, 0 for those that are taken.
    fn points(&self, game: &ConnectFour, sides: [u64; 2]) -> [u32; 64] {
        let all = sides[0] | sides[1];
        let (width, height) = game.size();
        let board = (0..width).fold(0u64, |board, column| board | ((1 << height) - 1) << (column * (height + 1)));
        let mut points = [0; 64];
        for square in positions(board & !all) {
            points[square as usize] = self.base(game, square);
        }
        for windows in &self.windows {
            let mut most = [0; 64];
            for window in windows {
                let gap = window & !all;
                let Some(threes) = sides.iter().position(|side| (side & window).count_ones() == 3) else { continue };
                if gap != 0 {
                    let square = gap.trailing_zeros();
                    let given = POINTS[threes][usize::from(!self.at_hand(game, all, square))];
                    most[square as usize] = given.max(most[square as usize]);
                }
            }
            points.iter_mut().zip(most).for_each(|(sum, given)| *sum += given);
        }
        points
    }
}

impl Agent<ConnectFour> for NFriendsFloydAgent {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, game: &ConnectFour, state: &State, _: &mut Budget<'_, u8>) -> Result<u8, Failure> {
        game.turn(state).ok_or_else(Failure::game_over)?;
        let points = self.points(game, state.sides());
        self.ratings.clear();
        for (square, &points) in points.iter().enumerate().filter(|(_, points)| **points > 0) {
            self.ratings.push(game.column(square as u32), f64::from(points), 1);
        }
        self.ratings.any_best(&mut self.rng).ok_or_else(Failure::game_over)
    }

    fn thoughts(&self, _: &ConnectFour) -> Thoughts<u8> {
        let mut thoughts = self.ratings.thoughts();
        // Squares of a column are next to each other: of each column the best is told.
        thoughts.moves.dedup_by(|above, kept| {
            let same = above.mv == kept.mv;
            if same {
                kept.value = if above.value > kept.value { above.value } else { kept.value };
                kept.visits += above.visits;
            }
            same
        });
        thoughts
    }
}
