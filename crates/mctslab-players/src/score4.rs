//! The Connect Four program Score4: full-width search by counting discs in windows of four.
//!
//! Over all windows of four squares, with d own discs minus the opponent's in a window, the score
//! of a board is the sum of 1, 2, 5 for d = 1, 2, 3 and of -1, -2, -5 for d = -1, -2, -3. After
//! `depth` plies the board is scored; a four in a row before that ends the line with ±1,000,000.
//! The loser's move before it moves that number away from zero by the depth that was left there, so
//! that early wins and late losses are preferred. A player who wins at once looks at no other move;
//! otherwise, of moves with equal scores the last column is played. A board that is full before the
//! depth is reached counts 10,000,000 against the player who would be next, since no move improves
//! on the value that the search starts from: such draws are avoided at any price.
//!
//! With `view=own` it searches for itself. With `view=first` it searches as if the first player
//! were to move, the wrong side when it plays second, and with `view=other` always as if its
//! opponent were: in the matches of Lanzi, "Evaluating the Complexity of Players' Strategies using
//! MCTS Iterations" (2019), the program always searched as player 1 and always was player 2. At
//! depth 1 this makes it stronger, since it blocks where the opponent would win.
//!
//! Source: Score4 by Thanassis Tsiodras, whose default is depth 7. It has no pruning; here
//! alpha-beta skips what cannot change the move or its score, which a test compares with the plain
//! search. Lanzi's 53 to 58 iterations of `mcts` fit depth 1, which is level with 49 here; depth 7
//! is level with about 2000. The value of a move is 1/2 + s / (2 (|s| + 20)) with s its score, and
//! nothing where it is only known to be worse; it orders the moves and is no payoff.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Budget, Failure, Game, Player, Thoughts, Watch};
use mctslab_games::boards::bits::positions;
use mctslab_games::connect_four::{ConnectFour, State};
use mctslab_search::PartCatalog;
use mctslab_search::agents::ratings::MoveRatings;
use mctslab_search::agents::specific::{refuse, serve};
use mctslab_search::agents::{AgentFamily, AgentInfo};

/// `score4` in the list of agents, with its options.
pub(super) struct Score4;

const NAME: &str = "score4";
const VIEWS: &[Entry] = &[
    Entry::word("own", "its own"),
    Entry::word("first", "the first player's, whoever it is"),
    Entry::word("other", "its opponent's"),
];

/// Four in a row.
const WIN: i32 = 1_000_000;
/// What a player starts from who has no move at all.
const NO_MOVE_SCORE: i32 = 10_000_000;

impl AgentFamily for Score4 {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: NAME,
            doc: "full-width search by windows of four; connect-four only",
            params: &[
                Param::new("depth", Kind::Integer { min: 1, max: 20 }, "7", "plies to look ahead"),
                Param::new("view", Kind::Choice(VIEWS), "own", "whose move it searches for"),
            ],
        },
        source: include_str!("score4.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args, _: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError> {
        let depth = args.integer("depth") as i32;
        let view = args.choice("view");
        let view = match view.name() {
            "own" => PortView::Own,
            "first" => PortView::First,
            "other" => PortView::Other,
            _ => view.unlisted(),
        };
        let build = |_: &ConnectFour| -> Box<dyn Agent<ConnectFour>> {
            Box::new(Score4Agent { depth, view, positions: 0, ratings: MoveRatings::of_points(20.0) })
        };
        serve(game, build).ok_or_else(|| refuse(NAME, "connect-four"))
    }

    fn is_deterministic(_: &Args) -> bool {
        true
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PortView {
    Own,
    First,
    Other,
}

/// `score4` as it plays one game, with what it keeps from move to move.
struct Score4Agent {
    depth: i32,
    view: PortView,
    positions: u64,
    ratings: MoveRatings<u8>,
}

impl Score4Agent {
    /// The score of a position for the player to move, at most `depth` plies ahead, if it lies
    /// strictly between `alpha` and `beta`; otherwise a bound on it that lies on the same side. Of
    /// no meaning once the watch says stop.
    #[expect(clippy::too_many_arguments, reason = "a position, a depth, a window and a watch")]
    fn score(
        &mut self,
        game: &ConnectFour,
        mine: u64,
        theirs: u64,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        watch: &mut Watch<'_>,
    ) -> i32 {
        self.positions += 1;
        if watch.node() {
            return 0;
        }
        if depth == 0 {
            return game.score4(mine, theirs);
        }
        let open = open(game, mine | theirs);
        if positions(open).any(|square| game.connected(mine | 1 << square)) {
            // The opponent, at whose move one more ply was left, has shifted the score by that.
            return WIN + depth + 1;
        }
        let mut best = -NO_MOVE_SCORE;
        for square in middle_first(game, open) {
            let score = -self.score(game, theirs, mine | 1 << square, depth - 1, -beta, -alpha, watch);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta || watch.is_over() {
                break;
            }
        }
        best
    }

    /// Scores the moves of the player who owns `mine`, as long as the watch allows.
    fn rate(&mut self, game: &ConnectFour, [mine, theirs]: [u64; 2], depth: i32, watch: &mut Watch<'_>) {
        self.ratings.clear();
        let open = open(game, mine | theirs);
        if let Some(square) = positions(open).find(|&square| game.connected(mine | 1 << square)) {
            self.ratings.push(game.column(square), f64::from(WIN), 1);
            return;
        }
        let mut most = -NO_MOVE_SCORE;
        for square in positions(open) {
            self.positions = 0;
            // Equal scores must be distinguished from lesser ones, because the last of them is
            // played.
            let score = -self.score(game, theirs, mine | 1 << square, depth - 1, -NO_MOVE_SCORE - 1, 1 - most, watch);
            if watch.is_over() {
                self.ratings.push_passed_over(game.column(square), self.positions);
                break;
            }
            if score >= most {
                self.ratings.push(game.column(square), f64::from(score), self.positions);
                most = score;
            } else {
                self.ratings.push_passed_over(game.column(square), self.positions);
            }
        }
    }
}

/// Where a disc may land; nowhere when the game has run out of plies.
#[inline]
fn open(game: &ConnectFour, all: u64) -> u64 {
    if all.count_ones() < game.max_plies() { game.open(all) } else { 0 }
}

/// The landing squares, those in the middle first: good moves are found there, and more can be
/// skipped.
#[inline]
fn middle_first(game: &ConnectFour, open: u64) -> impl Iterator<Item = u32> {
    let (width, height) = game.size();
    let column = move |number: u32| ((1u64 << height) - 1) << (number * (height + 1));
    let middle = (width - 1) / 2;
    let order = (0..width).map(move |i| if i % 2 == 1 { middle + i.div_ceil(2) } else { middle - i / 2 });
    order.map(move |number| open & column(number)).filter(|landing| *landing != 0).map(u64::trailing_zeros)
}

impl Agent<ConnectFour> for Score4Agent {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, game: &ConnectFour, state: &State, budget: &mut Budget<'_, u8>) -> Result<u8, Failure> {
        let player = game.turn(state).ok_or_else(Failure::game_over)?;
        let [mine, theirs] = state.sides();
        let turned = match self.view {
            PortView::Own => false,
            PortView::First => player != Player::FIRST,
            PortView::Other => true,
        };
        let depth = budget.depth(self.depth as u32) as i32;
        self.rate(game, if turned { [theirs, mine] } else { [mine, theirs] }, depth, &mut budget.watch(None, None));
        let any = || positions(open(game, mine | theirs)).next().map(|square| game.column(square));
        self.ratings.last_best().or_else(any).ok_or_else(Failure::game_over)
    }

    fn thoughts(&self, _: &ConnectFour) -> Thoughts<u8> {
        self.ratings.thoughts()
    }

    fn deterministic(&self) -> bool {
        true
    }
}
