//! Players with pruned searches against plain ones, move by move and value by value.

use mctslab_core::{Budget, Game, Player, Rng, Visit};

use crate::{after, agent, legal, with_game};

/// A state that goes on after up to `plies` random moves.
pub(crate) fn random_state<G: Game>(game: &G, seed: u64, plies: u32) -> G::State {
    let mut rng = Rng::new(seed);
    let mut state = game.initial();
    for _ in 0..plies {
        let mv = rng.pick(&legal(game, &state)).expect("the game goes on");
        let next = after(game, &state, mv);
        if game.turn(&next).is_some() {
            state = next;
        }
    }
    state
}

/// The value of a position after a move of `last`, by definition.
fn plain_share<G: Game>(game: &G, state: &G::State, searcher: Player, last: Player, depth: u32, faithful: bool) -> f64 {
    let turn = game.turn(state);
    let side = if faithful { last } else { searcher };
    if turn.is_none() && game.payoffs(state).of(side) != 0.5 {
        return if game.payoffs(state).of(side) > 0.5 { f64::INFINITY } else { f64::NEG_INFINITY };
    }
    let Some(player) = turn.filter(|_| depth > 0) else {
        let held = |player| f64::from(game.score(state, player).expect("counted"));
        let all = held(side) + held(side.other());
        return if all == 0.0 { 0.5 } else { held(side) / all };
    };
    let moves = legal(game, state);
    if faithful && moves.len() == 1 && ["0000", "pass"].contains(&game.move_text(state, moves[0]).as_str()) {
        // The program finds no move there.
        return if player == searcher { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    let moves = moves.into_iter();
    let values = moves.map(|mv| plain_share(game, &after(game, state, mv), searcher, player, depth - 1, faithful));
    let best = if player == searcher { values.reduce(f64::max) } else { values.reduce(f64::min) };
    best.expect("the game goes on")
}

struct SameShare<'a>(&'a str);

impl Visit for SameShare<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        for (depth, seed) in (1..=3).flat_map(|depth| (0..10).map(move |seed| (depth, seed))) {
            let state = random_state(&game, seed, 4 * seed as u32);
            let player = game.turn(&state).expect("the game goes on");
            for (view, faithful) in [("faithful", true), ("corrected", false)] {
                let value = |mv| plain_share(&game, &after(&game, &state, mv), player, player, depth - 1, faithful);
                let values: Vec<f64> = legal(&game, &state).into_iter().map(value).collect();
                let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let first = values.iter().position(|&value| value == most).map(|at| legal(&game, &state)[at]);
                let mut agent = agent(&game, &format!("ribeiro-minimax(depth={depth},view={view},order=listed)"));
                let chosen = agent.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
                let at = format!("{}, {view}, depth {depth}, seed {seed}", self.0);
                assert_eq!(Some(chosen), first, "{at}, `{}`", game.state_text(&state));
            }
        }
    }
}

#[test]
fn ribeiro_minimax_plays_what_minimax_plays() {
    for spec in ["ataxx(size=4)", "ataxx(size=4,clones=per-source,max-plies=30)", "othello(size=6)", "awari"] {
        with_game(spec, SameShare(spec));
    }
}
