//! The players of Debets et al., "Who Invented MCTS?", as implemented in their program.
//!
//! * `mcts`: UCB1 with 0.4 · sqrt(ln N / n) on payoffs in [-1, 1], here c = 0.2; one random untried
//!   child per iteration, a uniform playout, a fresh tree for every move, and the greatest mean in
//!   the end.
//! * `mcts-mast`, `mcts-nst`: the same with `mast` or `nst` playouts, whose tables also choose, in
//!   nine of ten cases, the next untried child. They learn from playouts only, and know a move by
//!   Ludii's hash of it, which holds the piece: where stones are placed the tables are each
//!   player's own, where pieces move they are not. Chains of `nst` have up to four moves, one more
//!   than the text says.
//! * `ams`: two plies of adaptive multistage sampling on the game's estimate, mean + sqrt(2 ln N /
//!   n) on payoffs in [-1, 1], here c = 0.707; the move with the greatest sum of samples in the
//!   end.
//! * `ams-playouts`: leaves are worth a uniform playout. `ams-priority`: the same, and positions
//!   below the root take 50 samples. `ams-mast`, `ams-nst`: as `ams-priority`, with those playouts.
//!
//! Two artefacts of the program decide most games, and `profile=faithful` has them. Without a limit
//! below the root, the first move of the root takes the whole budget. And every sample that is due
//! after that returns 0, a draw: so `ams` and `ams-playouts` play the first move of the list if it
//! looks better than a draw, and otherwise the second. With `profile=corrected` every position
//! below the root has the limit of 50, what was not sampled is not compared, the greatest mean is
//! played in the end, and chains of `nst` have up to three moves.
//!
//! `sums=shared` is an oversight in the tables of MAST and NST of the public program, in all states
//! of it that could be read: what is first seen in one playout shares one sum (see `mast`). It is
//! no part of the profile, because it does not fit what the study measured: MCTS with MAST then
//! loses to plain MCTS in Breakthrough (3 of 16 games) and in Othello
//! (6.5 of 24), where the study finds it stronger, and AMS with MAST wins 7 of 40 games of Othello
//! against MCTS (42.5 % in the study).
//!
//! `choose=gibbs` draws the moves of MAST and NST playouts by the Gibbs measure, which the text
//! names as the original; the study is ε-greedy. `decay` is the weight decay of its Table I, where
//! it is 0: all is forgotten between the moves of a game.
//!
//! Differs from the program: its estimates are not normalised, so that its exploration had no
//! scale; here they are in (0, 1). Captures, which Ludii hashes apart, are the same moves as those
//! to empty squares; a piece that a player drops for another is his own move. The study gave one
//! second per move; iterations are lines of play valued at their end, playouts for all but `ams`.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Game};

use super::budget::{ITERS, TIME, budget};
use super::{AgentFamily, AgentInfo, resolve_agent};
use crate::PartCatalog;
use crate::playout::{CHOOSE, DECAY, SUMS};

/// `debets` in the list of agents, with its options.
pub(super) struct Debets;

const VARIANTS: &[Entry] = &[
    Entry::word("mcts", "Monte Carlo tree search"),
    Entry::word("mcts-mast", "with MAST playouts"),
    Entry::word("mcts-nst", "with NST playouts"),
    Entry::word("ams", "adaptive multistage sampling on the game's estimate"),
    Entry::word("ams-playouts", "on uniform playouts"),
    Entry::word("ams-priority", "on uniform playouts, 50 samples below the root"),
    Entry::word("ams-mast", "on MAST playouts, 50 samples below the root"),
    Entry::word("ams-nst", "on NST playouts, 50 samples below the root"),
];

const PROFILES: &[Entry] =
    &[Entry::word("faithful", "with the artefacts of the program"), Entry::word("corrected", "without them")];

impl AgentFamily for Debets {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: "debets",
            doc: "the players of the study \"Who Invented MCTS?\"",
            params: &[
                Param::required("variant", Kind::Choice(VARIANTS), "which of its players"),
                Param::new("profile", Kind::Choice(PROFILES), "faithful", "as programmed or as meant"),
                SUMS,
                CHOOSE,
                DECAY,
                ITERS,
                TIME,
            ],
        },
        source: include_str!("debets.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args, parts: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError> {
        budget(args)?;
        let limit = |key: &str| args.limit(key).map_or_else(|| "none".to_string(), |limit| limit.to_string());
        let budget = format!("iters={},time={}", limit("iters"), limit("time"));
        let faithful = args.choice("profile").name() == "faithful";
        let learning =
            format!("sums={},choose={},decay={}", args.choice("sums"), args.choice("choose"), args.real("decay"));
        let spec = spec(args.choice("variant").name(), faithful, &budget, &learning);
        super::build(game, &resolve_agent(game, &spec, parts)?, parts)
    }

    fn is_deterministic(args: &Args) -> bool {
        // The one that neither plays out nor draws anything else at random.
        args.choice("variant").name() == "ams" && args.limit("time").is_none()
    }
}

/// The spec of a variant.
fn spec(variant: &str, faithful: bool, budget: &str, learning: &str) -> String {
    let (search, leaves) = variant.split_once('-').unwrap_or((variant, ""));
    let grams = if faithful { 4 } else { 3 };
    let learning = format!("eps=0.1,{learning},update=playout,keys=piece");
    let playout = match leaves {
        "mast" => format!("mast({learning})"),
        "nst" => format!("nst({learning},k=7,grams={grams})"),
        "" if search == "ams" => "eval".to_string(),
        _ => "uniform".to_string(),
    };
    if search == "mcts" {
        let order = if leaves.is_empty() { "random" } else { "table" };
        return format!(
            "uct({budget},c=0.2,ties=first,expand=one(order={order},eps=0.1),playout={playout},finish=mean,reuse=false,solve=false)"
        );
    }
    let limited = !faithful || !matches!(leaves, "" | "playouts");
    let inner = if limited { "50" } else { "none" };
    let (finish, late) = if faithful { ("sum", "draw") } else { ("mean", "drop") };
    format!("ams({budget},depth=2,inner={inner},c=0.7071067811865476,playout={playout},finish={finish},late={late})")
}
