//! An Awari player that looks one ply ahead and adds up six weighted features.
//!
//! Every move is made and the position after it scored V = w1 H1 + w2 H2 + w3 H3 + w4 H4 + w5 H5 -
//! w6 H6, where H1 are the seeds hoarded in the own leftmost pit, H2 the seeds in all own pits, H3
//! the own pits that are not empty, H4 the seeds captured, H5 is 1 if the move was made from the
//! rightmost pit that was not empty, the one nearest to the opponent (`from`), and H6 are the seeds
//! captured by the opponent. The best move is played, ties at random. The end of the game is scored
//! like any other position.
//!
//! Source: Divilly, O'Riordan, Hill, "Exploration and Analysis of the Evolution of Strategies for
//! Mancala Variants" (2013), who evolved the weights. Features and weights are known here at second
//! hand, from another Awari program. What is unsure has an option: `hoard=most` takes the fullest
//! own pit for H1, and `reply=true` counts H6 after the opponent's reply that captures most, which
//! makes it a look of two plies. `from=left` takes the leftmost pit for H5. Lanzi (2019) measured
//! such a player at 46 to 48 iterations of `mcts`; here it is level with 30, far above 100 with
//! `reply=true`, and about level with 46 with `from=left`, which no source says. The value of a
//! move is 1/2 + V / (2 (|V| + 10)); it orders the moves and is no payoff.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Budget, Failure, Game, Player, Rng, Thoughts};
use mctslab_games::awari::pits::{self, PITS};
use mctslab_games::awari::{Awari, State};
use mctslab_search::PartCatalog;
use mctslab_search::agents::ratings::MoveRatings;
use mctslab_search::agents::specific::{refuse, serve};
use mctslab_search::agents::{AgentFamily, AgentInfo};

/// `divilly` in the list of agents, with its options.
pub(super) struct Divilly;

const NAME: &str = "divilly";
const WEIGHT: Kind = Kind::Real { min: -1000.0, max: 1000.0 };
const ENDS: &[Entry] =
    &[Entry::word("right", "the rightmost that is not empty"), Entry::word("left", "the leftmost that is not empty")];
const HOARDS: &[Entry] = &[Entry::word("left", "the leftmost own pit"), Entry::word("most", "the fullest own pit")];

impl AgentFamily for Divilly {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: NAME,
            doc: "one ply ahead by six weighted features; awari only",
            params: &[
                Param::new("w1", WEIGHT, "0.198649", "weight of the seeds hoarded in one pit"),
                Param::new("w2", WEIGHT, "0.190084", "weight of the seeds in own pits"),
                Param::new("w3", WEIGHT, "0.370793", "weight of the own pits that are not empty"),
                Param::new("w4", WEIGHT, "1", "weight of the own captured seeds"),
                Param::new("w5", WEIGHT, "0.418841", "weight of moving from the outermost pit"),
                Param::new("w6", WEIGHT, "0.565937", "weight of the opponent's captured seeds, which is subtracted"),
                Param::new("from", Kind::Choice(ENDS), "right", "the outermost pit that counts when it is moved from"),
                Param::new("hoard", Kind::Choice(HOARDS), "left", "the pit whose seeds are hoarded"),
                Param::new("reply", Kind::Flag, "false", "count the opponent's seeds after his best reply"),
            ],
        },
        source: include_str!("divilly.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args, _: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError> {
        let build = |game: &Awari| -> Box<dyn Agent<Awari>> {
            Box::new(DivillyAgent {
                weights: ["w1", "w2", "w3", "w4", "w5", "w6"].map(|key| args.real(key)),
                leftmost: args.choice("from").name() == "left",
                most: args.choice("hoard").name() == "most",
                reply: args.flag("reply"),
                rng: Rng::new(0),
                moves: Vec::new(),
                replies: Vec::new(),
                next: game.initial(),
                after: game.initial(),
                ratings: MoveRatings::of_points(10.0),
            })
        };
        serve(game, build).ok_or_else(|| refuse(NAME, "awari"))
    }
}

/// `divilly` as it plays one game, with what it keeps from move to move.
struct DivillyAgent {
    weights: [f64; 6],
    leftmost: bool,
    most: bool,
    reply: bool,
    rng: Rng,
    // buffers
    moves: Vec<u8>,
    replies: Vec<u8>,
    next: State,
    after: State,
    ratings: MoveRatings<u8>,
}

impl DivillyAgent {
    /// The six features of `self.next`, which `player` made with the outermost pit that held seeds
    /// or with another one.
    fn features(&mut self, game: &Awari, player: Player, outermost: bool) -> [f64; 6] {
        let own = self.next.row(player);
        let seeds = |pit| pits::seeds(own, pit);
        let hoarded = if self.most { (0..PITS).map(seeds).max().unwrap_or(0) } else { seeds(0) };
        let filled = (0..PITS).filter(|&pit| seeds(pit) > 0).count();
        [
            f64::from(hoarded),
            f64::from(pits::total(own)),
            filled as f64,
            f64::from(pits::store(own)),
            f64::from(u8::from(outermost)),
            f64::from(self.opponents_store(game, player.other())),
        ]
    }

    /// What the opponent has captured, after his best reply if that is asked for.
    fn opponents_store(&mut self, game: &Awari, opponent: Player) -> u32 {
        let mut most = pits::store(self.next.row(opponent));
        if self.reply {
            self.replies.clear();
            game.moves(&self.next, &mut self.replies);
            for &mv in &self.replies {
                self.after.clone_from(&self.next);
                game.play(&mut self.after, mv);
                most = most.max(pits::store(self.after.row(opponent)));
            }
        }
        most
    }
}

impl Agent<Awari> for DivillyAgent {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, game: &Awari, state: &State, _: &mut Budget<'_, u8>) -> Result<u8, Failure> {
        let player = game.turn(state).ok_or_else(Failure::game_over)?;
        let mut filled = (0..PITS).filter(|&pit| pits::seeds(state.row(player), pit) > 0);
        let outermost = if self.leftmost { filled.next() } else { filled.next_back() };
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        game.moves(state, &mut moves);
        self.ratings.clear();
        for &mv in &moves {
            self.next.clone_from(state);
            game.play(&mut self.next, mv);
            let [hoarded, seeds, filled, captured, outer, lost] =
                self.features(game, player, outermost == Some(usize::from(mv)));
            let [w1, w2, w3, w4, w5, w6] = self.weights;
            let value = w1 * hoarded + w2 * seeds + w3 * filled + w4 * captured + w5 * outer - w6 * lost;
            self.ratings.push(mv, value, 1 + if self.reply { self.replies.len() as u64 } else { 0 });
        }
        self.moves = moves;
        self.ratings.any_best(&mut self.rng).ok_or_else(Failure::game_over)
    }

    fn thoughts(&self, _: &Awari) -> Thoughts<u8> {
        self.ratings.thoughts()
    }
}
