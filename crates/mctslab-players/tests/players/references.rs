//! Players with pruned searches against plain ones, move by move and value by value.

use std::any::Any;
use std::marker::PhantomData;

use mctslab_core::{Budget, Game, Player, Visit};
use mctslab_games::awari::{self, Awari};
use mctslab_games::connect_four::ConnectFour;

use crate::{after, agent, legal, random_state, with_game};

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

/// The search of Score4 as its author wrote it down: the column and its score for the one who owns
/// `sides[0]`, searching for the player whose sign is `colour`. The score is the first side's.
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
                let chosen = agent.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
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
            let chosen = agent.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
            assert_eq!(Some(chosen), first, "{spec}, depth {depth}, seed {seed}, `{}`", game.state_text(&state));
        }
    }
}
