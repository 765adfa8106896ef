//! Players of papers: that matches come out as measured for the originals.

use mctslab_core::rng::mix;
use mctslab_core::{Agent, Budget, Game, Player, Visit};

use crate::{agent, with_game};

/// A match between two agents: the score of the first of them and the share of drawn games.
struct Match<'a> {
    agents: [&'a str; 2],
    games: u64,
    seed: u64,
    /// The first agent takes the second seat always, not every other game.
    second: bool,
}

impl Visit for Match<'_> {
    type Output = (f64, f64);
    fn visit<G: Game>(self, game: G) -> (f64, f64) {
        let mut agents = self.agents.map(|spec| agent(&game, spec));
        let (mut score, mut draws) = (0.0, 0.0);
        for number in 0..self.games {
            let seat = if self.second { 1 } else { number as usize % 2 };
            for (who, agent) in agents.iter_mut().enumerate() {
                agent.new_game(mix(&[self.seed, number, who as u64]));
            }
            let payoff = play(&game, &mut agents, seat);
            score += payoff;
            draws += f64::from(payoff == 0.5);
        }
        (score / self.games as f64, draws / self.games as f64)
    }
}

/// Plays a game and says what it pays the first agent, who has that seat.
fn play<G: Game>(game: &G, agents: &mut [Box<dyn Agent<G>>; 2], seat: usize) -> f64 {
    let mut state = game.initial();
    while let Some(player) = game.turn(&state) {
        let mover = &mut agents[usize::from(player.index() != seat)];
        let mv = mover.choose(game, &state, &mut Budget::default()).expect("the game goes on");
        game.play(&mut state, mv);
    }
    game.payoffs(&state).of(Player::new(seat))
}

fn score(game: &str, agents: [&str; 2], games: u64) -> (f64, f64) {
    with_game(game, Match { agents, games, seed: 1, second: false })
}

#[test]
fn twice_the_iterations_give_govani_an_edge() {
    let (score, _) = score("connect-four", ["govani(iters=1000)", "govani(iters=500)"], 300);
    assert!((0.50..0.66).contains(&score), "seed 1: {score}, not near 0.57");
}

#[test]
fn ucb_crushes_the_greedy_rule_that_expects_the_first_reply() {
    let greedy = "govani(iters=500,select=egreedy(eps=0.1),replies=first)";
    let (score, _) = score("connect-four", ["govani(iters=500)", greedy], 200);
    assert!(score >= 0.9, "seed 1: {score}");
}

#[test]
fn styles_order_the_draws() {
    // Few iterations and a small board make draws common enough to be compared.
    let draws = ["highly-defensive", "defensive", "balanced", "offensive"].map(|style| {
        let spec = format!("govani(iters=100,style={style})");
        score("connect-four(width=5,height=4)", [&spec, &spec], 300).1
    });
    assert!(draws.is_sorted_by(|more, fewer| more > fewer), "seed 1: {draws:?}");
}

#[test]
fn opponents_who_search_for_themselves_make_govani_stronger() {
    let (score, _) = score("connect-four", ["govani(iters=500,replies=search)", "govani(iters=500)"], 100);
    assert!(score > 0.6, "seed 1: {score}");
}

#[test]
fn one_iteration_of_ribeiro_beats_random_play_by_doubling_stones() {
    let game = "ataxx(clones=per-source)";
    let agents = ["ribeiro(iters=1)", "random"];
    let (score, _) = with_game(game, Match { agents, games: 800, seed: 1, second: true });
    assert!((0.66..0.76).contains(&score), "seed 1: {score}, not near 0.71");
}
