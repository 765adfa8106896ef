//! Adaptive multistage sampling: samples counted by hand, exact budgets, and the study whose
//! players it explains.

use mctslab_core::{Budget, Game, Payoffs, Player, Thoughts, Visit};
use mctslab_search::{PartCatalog, resolve_agent};

use crate::{agent, legal, with_game};

/// The first player chooses a row, the second a column; this is what the first then gets.
const PAYS: [[f64; 2]; 2] = [[1.0, 0.0], [0.25, 0.5]];

struct Matrix;

impl Game for Matrix {
    type State = Vec<usize>;
    type Move = usize;

    fn initial(&self) -> Vec<usize> {
        Vec::new()
    }
    fn turn(&self, state: &Vec<usize>) -> Option<Player> {
        (state.len() < 2).then_some(Player::new(state.len()))
    }
    fn moves(&self, state: &Vec<usize>, out: &mut Vec<usize>) {
        if state.len() < 2 {
            out.extend([0, 1]);
        }
    }
    fn play(&self, state: &mut Vec<usize>, mv: usize) {
        state.push(mv);
    }
    fn payoffs(&self, state: &Vec<usize>) -> Payoffs {
        let first = PAYS[state[0]][state[1]];
        Payoffs::new(&[first, 1.0 - first])
    }
    fn index(&self, mv: usize) -> usize {
        mv
    }
    fn index_bound(&self) -> usize {
        2
    }
    fn max_plies(&self) -> u32 {
        2
    }
}

fn searched<G: Game>(game: &G, spec: &str) -> (G::Move, Thoughts<G::Move>) {
    let mut agent = agent(game, spec);
    agent.new_game(6);
    let mv = agent.choose(game, &game.initial(), &mut Budget::default()).expect("the game goes on");
    (mv, agent.thoughts(game))
}

/// The chosen row, and samples and mean of each.
fn rows(spec: &str) -> (usize, [(u64, f64); 2]) {
    let (mv, thoughts) = searched(&Matrix, spec);
    let seen = |place: usize| (thoughts.moves[place].visits, thoughts.moves[place].value.unwrap_or(f64::NAN));
    (mv, [seen(0), seen(1)])
}

#[test]
fn samples_are_those_counted_by_hand() {
    // One sample of each column: the means of the rows.
    assert_eq!(rows("ams(iters=4,inner=0)"), (0, [(1, 0.5), (1, 0.375)]));
    // Two more in each row go to the second player's better column.
    assert_eq!(rows("ams(iters=8,inner=2,c=0.7)"), (1, [(1, 0.25), (1, 0.3125)]));
    // By then the first row has a sum of -1/4, the second of -3/16.
    assert_eq!(rows("ams(iters=8,inner=2,c=0.7,finish=sum)").0, 1);
    // The first row takes all, and the second is not compared.
    let (mv, seen) = rows("ams(iters=2,inner=none)");
    assert!(mv == 0 && seen[0] == (1, 0.5) && seen[1].0 == 0 && seen[1].1.is_nan(), "{seen:?}");
}

#[test]
fn many_samples_find_the_value() {
    // Without memory every sample explores anew; with it the second player learns to answer.
    let (mv, plain) = rows("ams(iters=4000,inner=2,c=0.7)");
    assert_eq!((mv, plain[0].1), (1, 0.25));
    let (mv, kept) = rows("ams(iters=4000,inner=2,c=0.7,table=true)");
    assert!(mv == 1 && kept[0].1 < 0.15 && kept[1].1 < 0.3, "{kept:?}");
}

#[test]
fn late_samples_are_draws_in_the_faithful_profile() {
    let faithful = |finish: &str| rows(&format!("ams(iters=100,inner=none,c=0.7,late=draw,finish={finish})"));
    // The first row is bad for the first player, so the second, never looked at, is taken for
    // better.
    let (mv, seen) = faithful("sum");
    assert!(mv == 1 && seen[0].0 == 1 && seen[0].1 < 0.3 && seen[1] == (1, 0.5), "{seen:?}");
    assert_eq!(faithful("mean").0, 1);
}

struct ExactBudget(&'static str);

impl Visit for ExactBudget {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let moves = legal(&game, &game.initial());
        for options in
            ["", "depth=1", "depth=3,inner=5", "inner=none", "inner=none,late=draw", "table=true", "playout=eval"]
        {
            for playout in if options.contains("playout") { &[""][..] } else { &["", "playout=nst(limit=4)"] } {
                let spec = format!("ams(iters=300,{options},{playout})").replace(",,", ",").replace(",)", ")");
                let (mv, thoughts) = searched(&game, &spec);
                assert_eq!(thoughts.iterations, 300, "{}, {spec}, seed 6", self.0);
                assert!(moves.contains(&mv), "{}, {spec}, seed 6", self.0);
                let shown: Vec<G::Move> = thoughts.moves.iter().map(|thought| thought.mv).collect();
                assert_eq!(shown, moves, "{}, {spec}, seed 6: every move is told of", self.0);
            }
        }
        for variant in ["mcts", "mcts-mast", "mcts-nst", "ams", "ams-playouts", "ams-priority", "ams-mast", "ams-nst"] {
            for profile in ["faithful", "corrected"] {
                let spec = format!("debets(variant={variant},profile={profile},iters=40)");
                assert_eq!(searched(&game, &spec).1.iterations, 40, "{}, {spec}, seed 6", self.0);
            }
        }
    }
}

#[test]
fn every_line_of_play_is_counted_once() {
    for info in mctslab_games::GAMES {
        with_game(info.samples[0], ExactBudget(info.entry.name));
    }
}

struct FirstOrSecond;

impl Visit for FirstOrSecond {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let moves = legal(&game, &game.initial());
        for variant in ["ams", "ams-playouts"] {
            let (mv, thoughts) = searched(&game, &format!("debets(variant={variant},iters=500)"));
            let values: Vec<f64> = thoughts.moves.iter().filter_map(|thought| thought.value).collect();
            assert!(values[1..].iter().all(|&value| value == 0.5), "{variant}, seed 6: {values:?}");
            assert_eq!(mv, moves[usize::from(values[0] < 0.5)], "{variant}, seed 6: {values:?}");
        }
    }
}

#[test]
fn the_faithful_sampler_plays_the_first_or_the_second_move() {
    for spec in ["connect-four", "breakthrough", "othello", "hex"] {
        with_game(spec, FirstOrSecond);
    }
}

/// The share of points of the first agent in so many games, half of them with the first move.
struct Match<'a>(&'a str, &'a str, u64);

impl Visit for Match<'_> {
    type Output = f64;
    fn visit<G: Game>(self, game: G) -> f64 {
        let mut points = 0.0;
        for number in 0..self.2 {
            let mut seats = [agent(&game, self.0), agent(&game, self.1)];
            for (seat, agent) in seats.iter_mut().enumerate() {
                agent.new_game(2 * number + seat as u64);
            }
            let swapped = number % 2 == 1;
            let mut state = game.initial();
            while let Some(player) = game.turn(&state) {
                let seat = player.index() ^ usize::from(swapped);
                let mv = seats[seat].choose(&game, &state, &mut Budget::default()).expect("the game goes on");
                game.play(&mut state, mv);
            }
            points += game.payoffs(&state).of(Player::new(usize::from(swapped)));
        }
        points / self.2 as f64
    }
}

#[test]
fn tree_search_crushes_the_faithful_sampler_but_not_the_corrected_one() {
    let play = |variant: &str, profile: &str| {
        let first = format!("debets(variant={variant},profile={profile},iters=400)");
        with_game("connect-four", Match(&first, "debets(variant=mcts,iters=400)", 40))
    };
    let faithful = play("ams-playouts", "faithful");
    let corrected = play("ams-playouts", "corrected");
    let plain = play("ams", "faithful");
    assert!(faithful <= 0.05 && plain <= 0.05, "seeds 0 to 79: {faithful}, {plain}");
    assert!(corrected >= 0.15, "seeds 0 to 79: {corrected} against {faithful}");
}

#[test]
fn a_search_without_end_is_refused() {
    for spec in ["ams(iters=none)", "debets(variant=mcts,iters=none)", "debets(variant=ams,iters=none)"] {
        let parts = PartCatalog::standard();
        let args = resolve_agent(&Matrix, spec, &parts).expect("each value is right");
        let error = mctslab_search::build(&Matrix, &args, &parts).err().expect("but not together").to_string();
        assert!(error.contains("never end"), "{spec}: {error}");
    }
}

/// A search: its moves with their samples, the bytes that it kept, and its lines of play.
struct Kept<'a>(&'a str);

impl Visit for Kept<'_> {
    type Output = (String, u64, u64);

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let (mv, thoughts) = searched(&game, self.0);
        (format!("{mv:?} {:?}", thoughts.moves), thoughts.bytes, thoughts.iterations)
    }
}

#[test]
fn a_table_stops_growing_at_its_bound() {
    let search = |iters: u32, memory: u32| {
        let spec = format!("ams(iters={iters},depth=12,inner=2,table=true,memory={memory})");
        with_game("hex(size=7)", Kept(&spec))
    };
    let (wide, narrow) = (search(60_000, 64), search(60_000, 1));
    assert!(wide.1 > 2_000_000, "seed 6: {} bytes without a bound", wide.1);
    assert!(narrow.1 <= 1_000_000, "seed 6: {} bytes of a megabyte", narrow.1);
    assert_eq!((wide.2, narrow.2), (60_000, 60_000), "the budget is spent all the same");
    assert_eq!(search(300, 1), search(300, 64), "below its bound it changes nothing");
}
