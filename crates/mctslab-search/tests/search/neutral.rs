//! An enhancement at its neutral setting is no enhancement: the same tree, visit by visit.

use mctslab_core::{Budget, Game, Visit};

use crate::{agent, with_game};

/// Visits and values of the root moves over the first moves of a game.
struct Trees<'a>(&'a str);

impl Visit for Trees<'_> {
    type Output = Vec<(u64, Option<f64>)>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let mut agent = agent(&game, self.0);
        agent.new_game(11);
        let mut state = game.initial();
        let mut found = Vec::new();
        for _ in 0..6 {
            if game.turn(&state).is_none() {
                break;
            }
            let mv = agent.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
            let thoughts = agent.thoughts(&game);
            assert_ne!(thoughts.iterations, 0, "{}", self.0);
            found.extend(thoughts.moves.iter().map(|thought| (thought.visits, thought.value)));
            game.play(&mut state, mv);
        }
        found
    }
}

const GAMES: &[&str] = &["connect-four", "hex(size=5)", "othello(size=6)", "tic-tac-mo", "awari"];

/// Both search the same trees in all games.
fn same(one: &str, other: &str, games: &[&str]) {
    for game in games {
        let (left, right) = (with_game(game, Trees(one)), with_game(game, Trees(other)));
        assert!(left == right, "{game}, seed 11: {one} and {other} differ");
    }
}

/// The two search different trees in at least one of the games, so that a test of sameness means
/// something.
fn differ(one: &str, other: &str) {
    let differs = GAMES[..3].iter().any(|game| with_game(game, Trees(one)) != with_game(game, Trees(other)));
    assert!(differs, "seed 11: {one} and {other} are the same");
}

/// `uct` with a small budget and the options at hand.
fn uct(options: &str) -> String {
    format!("uct(iters=300,{options})")
}

#[test]
fn estimates_without_weight_change_nothing() {
    for expand in ["one", "all"] {
        let with = |select: &str| uct(&format!("select={select},c=0.4,expand={expand}"));
        for neutral in ["grave(weight=0)", "grave(bias=3,weight=0)", "rave(weight=0)", "progressive-history(w=0)"] {
            same(&with("ucb1"), &with(neutral), GAMES);
        }
    }
    for weighed in ["grave", "rave", "progressive-history(w=5)"] {
        differ(&uct("select=ucb1"), &uct(&format!("select={weighed}")));
    }
}

#[test]
fn without_exploration_ucb1_is_greedy() {
    for expand in ["one", "all"] {
        let plain = uct(&format!("c=0,expand={expand}"));
        same(&plain, &uct(&format!("select=epsilon-greedy(eps=0),expand={expand}")), GAMES);
        same(&plain, &uct(&format!("select=ucb1-tuned,c=0,expand={expand}")), GAMES);
    }
    differ(&uct("c=0"), &uct("select=epsilon-greedy(eps=0.2)"));
}

#[test]
fn priors_that_know_nothing_are_all_alike() {
    for options in ["", ",expand=all,ties=first", ",transpositions=true"] {
        let with = |select: &str| uct(&format!("select={select}{options}"));
        same(&with("puct(eval=half)"), &with("puct(eval=half,temperature=0.01)"), &["connect-four", "othello(size=6)"]);
        differ(&with("puct(temperature=0.01)"), &with("puct(temperature=100)"));
        differ(&with("puct(temperature=100)"), &with("ucb1"));
    }
    same(&uct("select=puct"), &uct("select=puct,expand=all"), GAMES);
}

#[test]
fn estimates_without_alpha_change_nothing() {
    let duels = &["connect-four", "hex(size=5)", "othello(size=6)", "awari"];
    same(&uct("c=0.5"), &uct("c=0.5,backup=implicit-minimax(alpha=0)"), duels);
    differ(&uct("c=0.5"), &uct("c=0.5,backup=implicit-minimax(alpha=0.3)"));
    differ(&uct("c=0.5"), &uct("c=0.5,backup=max"));
    differ(&uct("c=0.5"), &uct("c=0.5,backup=power-mean(p=4)"));
    same(&uct("c=0.5"), &uct("c=0.5,parallel=root,trees=1,threads=3"), duels);
}

#[test]
fn ordinary_values_are_what_the_game_pays() {
    same(&uct("c=0.5"), &uct("c=0.5,reward=values(loss=0,draw=0.5,win=1)"), GAMES);
    differ(&uct("c=0.5"), &uct("c=0.5,reward=values(loss=0.1,draw=0.5,win=0.9)"));
}

#[test]
fn the_first_of_equals_is_the_one_made_first() {
    same(&uct("ties=random"), &uct("ties=first"), GAMES);
    differ(&uct("expand=all,ties=random"), &uct("expand=all,ties=first"));
    differ(&uct("expand=all,ties=last"), &uct("expand=all,ties=first"));
}

#[test]
fn where_no_position_comes_twice_there_is_nothing_to_share() {
    same(&uct("solve=false"), &uct("solve=false,transpositions=true"), &["one-path", "chain"]);
    differ(&uct("solve=false"), &uct("solve=false,transpositions=true"));
}

#[test]
fn a_final_choice_that_may_not_ask_for_more_is_the_most_visited() {
    same(&uct("finish=visits"), &uct("finish=max-robust(extra=0)"), GAMES);
    same(&uct("finish=mean"), &uct("finish=lcb(z=0)"), GAMES);
    differ(&uct("finish=visits"), &uct("finish=mean"));
}

#[test]
fn ways_that_are_kept_from_iteration_to_iteration_make_the_same_trees() {
    // With little exploration ways soon are so long that they are kept; searches with advice of no
    // weight begin at the root every time. Awari makes the moves again, others save positions, and
    // in games that can be solved proofs cut ways off.
    let games = ["connect-four", "awari", "othello(size=6)", "connect-four(width=5,height=4)", "tic-tac-mo", "nim"];
    for options in ["c=0.05", "c=0.05,solve=false", "c=0.2,reuse=true", "c=0,playouts=2"] {
        let with = |select: &str| format!("uct(iters=20000,{options},expand=one,select={select})");
        same(&with("ucb1"), &with("grave(weight=0)"), &games);
    }
}
