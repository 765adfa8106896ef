//! Players of papers and flat Monte Carlo: that each keeps to its own rules, in every game.

use mctslab_core::{Agent, Budget, Game, Payoffs, Player, Visit};
use mctslab_search::{PartCatalog, resolve_agent};

use crate::{agent, legal, with_game};

/// Each player four times gives one to the other, takes one, or lets both have one; who holds more
/// wins.
struct Takes;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Held {
    stones: [u32; 2],
    plies: usize,
}

const GIVE: usize = 0;
const TAKE: usize = 1;
const BOTH: usize = 2;

impl Game for Takes {
    type State = Held;
    type Move = usize;

    fn initial(&self) -> Held {
        Held { stones: [0; 2], plies: 0 }
    }

    fn turn(&self, state: &Held) -> Option<Player> {
        (state.plies < 8).then(|| Player::new(state.plies % 2))
    }

    fn moves(&self, state: &Held, out: &mut Vec<usize>) {
        if self.turn(state).is_some() {
            out.extend([GIVE, TAKE, BOTH]);
        }
    }

    fn play(&self, state: &mut Held, mv: usize) {
        let mover = state.plies % 2;
        state.stones[mover] += u32::from(mv != GIVE);
        state.stones[1 - mover] += u32::from(mv != TAKE);
        state.plies += 1;
    }

    fn payoffs(&self, state: &Held) -> Payoffs {
        Payoffs::by_score(state.stones[0], state.stones[1])
    }

    fn index(&self, mv: usize) -> usize {
        mv
    }

    fn index_bound(&self) -> usize {
        3
    }

    fn max_plies(&self) -> u32 {
        8
    }

    fn score(&self, state: &Held, player: Player) -> Option<u32> {
        Some(state.stones[player.index()])
    }
}

/// Visits and values of the root moves after one choice.
fn table(agent: &mut Box<dyn Agent<Takes>>, state: &Held, seed: u64) -> (usize, Vec<(u64, Option<f64>)>) {
    agent.new_game(seed);
    let chosen = agent.choose(&Takes, state, &mut Budget::default()).expect("the game goes on");
    let moves = agent.thoughts(&Takes).moves;
    (chosen, moves.iter().map(|thought| (thought.visits, thought.value)).collect())
}

#[test]
fn ribeiro_counts_stones_where_playouts_are_cut() {
    // Second to move, level at one each: giving falls behind, taking leads 2 to 1, both is a draw,
    // which is worth nothing.
    let state = Held { stones: [1, 1], plies: 1 };
    for (variant, worth) in [("ucb-binary", 1.0), ("uniform", 1.0), ("ucb-fractional", 2.0 / 3.0)] {
        for order in ["listed", "reversed"] {
            let spec = format!("ribeiro(iters=1,variant={variant},iteration=per-child,limit=0,order={order})");
            let (chosen, moves) = table(&mut agent(&Takes, &spec), &state, 1);
            assert_eq!(moves, [(1, Some(0.0)), (1, Some(worth)), (1, Some(0.0))], "{spec}");
            assert_eq!(chosen, TAKE, "{spec}");
        }
    }
}

#[test]
fn a_single_lost_sample_of_ribeiro_leaves_the_first_move() {
    let hopeless = Held { stones: [9, 0], plies: 1 };
    for (order, first) in [("listed", GIVE), ("reversed", BOTH)] {
        let mut agent = agent(&Takes, &format!("ribeiro(iters=1,order={order})"));
        for seed in 0..20 {
            let (chosen, moves) = table(&mut agent, &hopeless, seed);
            assert_eq!(moves.iter().map(|&(visits, _)| visits).sum::<u64>(), 1);
            assert_eq!(chosen, first, "{order}, seed {seed}");
        }
    }
}

#[test]
fn a_single_won_sample_of_ribeiro_is_played() {
    let sure = Held { stones: [0, 9], plies: 1 };
    let mut agent = agent(&Takes, "ribeiro(iters=1)");
    let mut played = [0; 3];
    for seed in 0..60 {
        let (chosen, moves) = table(&mut agent, &sure, seed);
        assert_eq!(moves[chosen], (1, Some(1.0)), "seed {seed}");
        played[chosen] += 1;
    }
    assert!(played.iter().all(|&times| times > 8), "seeds 0 to 59: {played:?}");
}

#[test]
fn the_second_iteration_of_ribeiro_goes_to_the_last_untried_move() {
    for (order, last) in [("listed", BOTH), ("reversed", GIVE)] {
        let mut agent = agent(&Takes, &format!("ribeiro(iters=2,order={order})"));
        for seed in 0..20 {
            let (_, moves) = table(&mut agent, &Takes.initial(), seed);
            assert!(moves[last].0 == 1 && moves.iter().all(|&(visits, _)| visits <= 1), "{order}, {seed}: {moves:?}");
        }
    }
}

#[test]
fn flat_tries_all_moves_equally_often_and_leaves_the_rest_to_chance() {
    let mut agent = agent(&Takes, "flat(iters=100)");
    let mut favoured = [0; 3];
    for seed in 0..60 {
        let (chosen, moves) = table(&mut agent, &Takes.initial(), seed);
        let most = moves.iter().position(|&(visits, _)| visits == 34).expect("one move has one more");
        assert_eq!(moves.iter().map(|&(visits, _)| visits).sum::<u64>(), 100, "seed {seed}");
        assert!(moves.iter().all(|&(visits, _)| visits >= 33), "seed {seed}: {moves:?}");
        assert!(moves.iter().all(|&(_, value)| value <= moves[chosen].1), "seed {seed}: {moves:?}");
        favoured[most] += 1;
    }
    assert!(favoured.iter().all(|&times| times > 8), "seeds 0 to 59: {favoured:?}");
}

#[test]
fn the_last_move_is_right() {
    // Giving loses, taking wins, both draws.
    let state = Held { stones: [3, 3], plies: 7 };
    for spec in SPECS {
        let right = if spec.contains("highly-defensive") { BOTH } else { TAKE };
        assert_eq!(table(&mut agent(&Takes, spec), &state, 1).0, right, "{spec}");
    }
}

const SPECS: &[&str] = &[
    "flat(iters=60)",
    "govani(iters=60)",
    "govani(iters=60,style=highly-defensive,replies=search)",
    "govani(iters=60,style=offensive,select=egreedy(eps=0.3))",
    "govani(iters=60,select=egreedy,replies=first)",
    "ribeiro(iters=60)",
    "ribeiro(iters=60,variant=uniform)",
];

struct Everywhere<'a>(&'a str);

impl Visit for Everywhere<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        for spec in SPECS {
            let mut agent = agent(&game, spec);
            let state = game.initial();
            let mut chosen = None;
            let mut allocations = 0;
            for _ in 0..3 {
                agent.new_game(1);
                let measured =
                    allocation_counter::measure(|| chosen = agent.choose(&game, &state, &mut Budget::default()).ok());
                allocations = measured.count_total;
            }
            assert!(legal(&game, &state).contains(&chosen.expect("the game goes on")), "{}, {spec}, seed 1", self.0);
            let thoughts = agent.thoughts(&game);
            let visits: u64 = thoughts.moves.iter().map(|thought| thought.visits).sum();
            assert_eq!((thoughts.iterations, visits), (60, 60), "{}, {spec}: every iteration counts once", self.0);
            // `ribeiro` writes each move once in a search, to order the moves by their squares.
            let texts = if spec.starts_with("ribeiro") { game.players() * game.index_bound() } else { 0 };
            assert!(allocations as usize <= texts, "{}, {spec}: {allocations} allocations of a warm search", self.0);
        }
    }
}

#[test]
fn all_games_are_served_every_iteration_is_counted_and_nothing_allocated() {
    for info in mctslab_games::GAMES {
        with_game(info.samples[0], Everywhere(info.samples[0]));
    }
}

struct Once<'a>(&'a str);

impl Visit for Once<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut agent = agent(&game, self.0);
        agent.new_game(1);
        let chosen = agent.choose(&game, &game.initial(), &mut Budget::default()).expect("the game goes on");
        let thoughts = agent.thoughts(&game);
        let visited: Vec<_> = thoughts.moves.iter().filter(|thought| thought.visits == 1).collect();
        assert!(
            visited.len() == 1 && visited[0].mv == chosen && visited[0].value.is_some(),
            "{}: {thoughts:?}",
            self.0
        );
    }
}

#[test]
fn one_iteration_is_enough_for_a_move() {
    for options in ["", ",replies=search", ",select=egreedy,replies=first"] {
        with_game("connect-four", Once(&format!("govani(iters=1{options})")));
    }
}

struct Refused<'a>(&'a str);

impl Visit for Refused<'_> {
    type Output = String;
    fn visit<G: Game>(self, game: G) -> String {
        let parts = PartCatalog::standard();
        let args = resolve_agent(&game, self.0, &parts).expect("each option for itself is right");
        let built = mctslab_search::build(&game, &args, &parts);
        built.err().map(|error| error.to_string()).unwrap_or_default()
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (spec, reason) in [
        ("govani(replies=first)", "needs `select=egreedy`"),
        ("ribeiro(variant=ucb-fractional)", "counts stones"),
        ("ribeiro(limit=5)", "counts stones"),
        ("flat(iters=none)", "never end"),
    ] {
        let error = with_game("hex", Refused(spec));
        assert!(error.contains(reason), "{spec}: {error:?}");
    }
}
