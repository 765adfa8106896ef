//! Players with pruned searches against plain ones, move by move and value by value.

use std::any::Any;
use std::marker::PhantomData;

use mctslab_core::{Game, Player, Rng, Visit};
use mctslab_games::awari::{self, Awari};
use mctslab_games::connect_four::ConnectFour;

use crate::{after, agent, legal, with_game};

/// The game that a spec names, whose type is known.
fn concrete<T: Game>(spec: &str) -> T {
    with_game(spec, Concrete(PhantomData)).unwrap_or_else(|| panic!("{spec} has another type"))
}

struct Concrete<T>(PhantomData<T>);

impl<T: Game> Visit for Concrete<T> {
    type Output = Option<T>;
    fn visit<G: Game>(self, game: G) -> Option<T> {
        let game: Box<dyn Any> = Box::new(game);
        game.downcast().ok().map(|game| *game)
    }
}

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

/// The search of Score4 as its author wrote it down: the column and its score for the one who owns `sides[0]`, searching for
/// the player whose sign is `colour`. The score is the first side's.
fn plain_score4(game: &ConnectFour, sides: [u64; 2], colour: i32, depth: i32) -> (Option<u8>, i32) {
    let mover = usize::from(colour < 0);
    let mut best = (None, -10_000_000 * colour);
    for column in 0..game.size().0 as u8 {
        let all = sides[0] | sides[1];
        let open = if all.count_ones() < game.max_plies() { game.open(all) } else { 0 };
        let Some(square) = (0..64).find(|&square| open >> square & 1 == 1 && game.column(square) == column) else {
            continue;
        };
        let mut next = sides;
        next[mover] |= 1 << square;
        if game.connected(next[mover]) {
            return (Some(column), 1_000_000 * colour);
        }
        let mut score =
            if depth > 1 { plain_score4(game, next, -colour, depth - 1).1 } else { game.score4(next[0], next[1]) };
        if score.abs() == 1_000_000 {
            score -= depth * colour;
        }
        if score * colour >= best.1 * colour {
            best = (Some(column), score);
        }
    }
    best
}

#[test]
fn score4_plays_what_the_plain_search_plays() {
    for (spec, depth, seeds) in [
        ("connect-four", 1, 60),
        ("connect-four", 2, 60),
        ("connect-four", 3, 60),
        ("connect-four", 6, 20),
        ("connect-four(width=5,height=4)", 7, 30),
        ("connect-four(width=4,height=4,max-plies=11)", 5, 30),
    ] {
        let game: ConnectFour = concrete(spec);
        for seed in 0..seeds {
            let state = random_state(&game, seed, (seed % 41) as u32);
            let [mine, theirs] = state.sides();
            for (view, sides) in [("own", [mine, theirs]), ("other", [theirs, mine])] {
                let name = format!("score4(depth={depth},view={view})");
                let at = format!("{spec}, {name}, seed {seed}, `{}`", game.state_text(&state));
                let mut agent = agent(&game, &name);
                let chosen = agent.choose(&game, &state).expect("the game goes on");
                let (expected, score) = plain_score4(&game, sides, 1, depth);
                assert_eq!(Some(chosen), expected, "{at}");
                let thoughts = agent.thoughts(&game);
                let value = thoughts.moves.iter().find(|thought| thought.mv == chosen).and_then(|found| found.value);
                let lead = 2.0 * value.expect("the chosen move has a value") - 1.0;
                let found = 20.0 * lead / (1.0 - lead.abs());
                // Ten million are shown as a number very near to one.
                assert!((found - f64::from(score)).abs() < 1e-2, "{at}: score {found}, not {score}");
            }
        }
    }
}

/// The difference in seeds for the player to move.
fn plain_lead(game: &Awari, state: &awari::State, mover: Player, depth: u32) -> i32 {
    let seeds = |player| game.score(state, player).expect("seeds are counted") as i32;
    if game.turn(state).is_none() {
        let [first, second] = game.settled(state).map_or([Player::FIRST, Player::SECOND].map(seeds), |ends| {
            let paid = game.payoffs(state).of(Player::FIRST);
            assert_eq!(paid == 1.0, ends[0] > ends[1], "more seeds win: {ends:?}");
            ends.map(|seeds| seeds as i32)
        });
        return if mover == Player::FIRST { first - second } else { second - first };
    }
    if depth == 0 {
        return seeds(mover) - seeds(mover.other());
    }
    let values = legal(game, state).into_iter();
    let values = values.map(|mv| -plain_lead(game, &after(game, state, mv), mover.other(), depth - 1));
    values.max().expect("the game goes on")
}

#[test]
fn mancala_alphabeta_plays_what_minimax_plays() {
    for spec in ["awari", "awari(rules=ludii)", "awari(grand-slam=allowed,starved=nobody,max-plies=80)"] {
        let game: Awari = concrete(spec);
        for (depth, seed) in (1..=4).flat_map(|depth| (0..25).map(move |seed| (depth, seed))) {
            let state = random_state(&game, seed, 3 * seed as u32);
            let player = game.turn(&state).expect("the game goes on");
            let value = |mv| -plain_lead(&game, &after(&game, &state, mv), player.other(), depth - 1);
            let moves = legal(&game, &state);
            let most = moves.iter().map(|&mv| value(mv)).max().expect("there are moves");
            let first = moves.into_iter().find(|&mv| value(mv) == most);
            let mut agent = agent(&game, &format!("mancala-alphabeta(depth={depth})"));
            let chosen = agent.choose(&game, &state).expect("the game goes on");
            assert_eq!(Some(chosen), first, "{spec}, depth {depth}, seed {seed}, `{}`", game.state_text(&state));
        }
    }
}

/// The value of a position after a move of `last`, by definition.
fn plain_share<G: Game>(game: &G, state: &G::State, searcher: Player, last: Player, depth: u32, faithful: bool) -> f64 {
    let turn = game.turn(state);
    if turn.is_none() && game.payoffs(state).of(searcher) != 0.5 {
        return if game.payoffs(state).of(searcher) > 0.5 { f64::INFINITY } else { f64::NEG_INFINITY };
    }
    let Some(player) = turn.filter(|_| depth > 0) else {
        let side = if faithful { last } else { searcher };
        let held = |player| f64::from(game.score(state, player).expect("counted"));
        let all = held(side) + held(side.other());
        return if all == 0.0 { 0.5 } else { held(side) / all };
    };
    let moves = legal(game, state).into_iter();
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
                let mut agent = agent(&game, &format!("ribeiro-minimax(depth={depth},view={view})"));
                let chosen = agent.choose(&game, &state).expect("the game goes on");
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
