//! Signs: every search takes a win in one and avoids a loss in two, in every game, for both seats.

use mctslab_core::{Game, Player, Rng, Visit};

use crate::{after, agent, legal, with_game};

/// Positions of each kind to be tried for each seat.
const POSITIONS: usize = 4;
/// Random games looked through for them.
const GAMES: u64 = 3000;

const AGENTS: &[&str] = &[
    "uct(iters=3000,solve=false)",
    "uct(iters=3000,solve=true)",
    "uct(iters=3000,expand=all,finish=mean,solve=true)",
    "mcts(iters=3000)",
    "alphabeta(depth=2)",
];

struct Signs<'a>(&'a str);

impl Visit for Signs<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut wins = [const { Vec::new() }; 2];
        let mut dangers = [const { Vec::new() }; 2];
        for seed in 0..GAMES {
            collect(&game, seed, &mut wins, &mut dangers);
            if wins.iter().chain(&dangers).all(|found| found.len() >= POSITIONS) {
                break;
            }
        }
        for seat in 0..2 {
            assert!(!wins[seat].is_empty(), "{}: no win in one found for seat {seat}", self.0);
            assert!(!dangers[seat].is_empty(), "{}: no loss in two found for seat {seat}", self.0);
            for (what, positions) in [("win in one", &wins[seat]), ("safe move", &dangers[seat])] {
                for (state, good) in positions {
                    self.check(&game, state, good, what);
                }
            }
        }
    }
}

impl Signs<'_> {
    fn check<G: Game>(&self, game: &G, state: &G::State, good: &[G::Move], what: &str) {
        for spec in AGENTS {
            let mut agent = agent(game, spec);
            agent.new_game(1);
            let chosen = agent.choose(game, state).expect("the game goes on");
            let text = |mv| game.move_text(state, mv);
            let wanted: Vec<String> = good.iter().map(|&mv| text(mv)).collect();
            assert!(
                good.contains(&chosen),
                "{}, {spec}, seed 1: `{}` in `{}`, {what}: {wanted:?}",
                self.0,
                text(chosen),
                game.state_text(state)
            );
        }
    }
}

type Found<G> = [Vec<(<G as Game>::State, Vec<<G as Game>::Move>)>; 2];

/// Looks through one random game for wins in one, and for threats that only some moves parry.
fn collect<G: Game>(game: &G, seed: u64, wins: &mut Found<G>, dangers: &mut Found<G>) {
    let mut rng = Rng::new(seed);
    let mut state = game.initial();
    while let Some(player) = game.turn(&state) {
        let moves = legal(game, &state);
        let winning: Vec<G::Move> =
            moves.iter().copied().filter(|&mv| wins_at_once(game, &state, mv, player)).collect();
        let mut others = moves.iter().filter(|mv| !winning.contains(mv));
        if !winning.is_empty()
            && winning.len() < moves.len()
            && wins[player.index()].len() < POSITIONS
            && others.all(|&mv| is_doubtful(game, &after(game, &state, mv), player, &mut rng))
        {
            wins[player.index()].push((state.clone(), winning.clone()));
        }
        if winning.is_empty() && dangers[player.index()].len() < POSITIONS {
            let safe: Vec<G::Move> = moves.iter().copied().filter(|&mv| is_safe(game, &state, mv, player)).collect();
            if safe.len() == 1 && moves.len() > 1 && holds(game, &after(game, &state, safe[0]), player) {
                dangers[player.index()].push((state.clone(), safe));
            }
        }
        let mv = rng.pick(&moves).expect("the game goes on");
        game.play(&mut state, mv);
    }
}

fn wins_at_once<G: Game>(game: &G, state: &G::State, mv: G::Move, player: Player) -> bool {
    let next = after(game, state, mv);
    game.turn(&next).is_none() && game.payoffs(&next).of(player) == 1.0
}

/// Whether random play from here often fails to win, so that a search has no reason to prefer it to a win in one.
fn is_doubtful<G: Game>(game: &G, state: &G::State, player: Player, rng: &mut Rng) -> bool {
    let mut scratch = Vec::new();
    let wins: f64 = (0..40).map(|_| game.playout(&mut state.clone(), rng, &mut scratch).payoffs.of(player)).sum();
    wins < 32.0
}

/// Whether the move neither loses at once nor lets the opponent win at once.
fn is_safe<G: Game>(game: &G, state: &G::State, mv: G::Move, player: Player) -> bool {
    let next = after(game, state, mv);
    match game.turn(&next) {
        None => game.payoffs(&next).of(player) > 0.0,
        Some(mover) => {
            mover == player || !legal(game, &next).into_iter().any(|reply| wins_at_once(game, &next, reply, mover))
        }
    }
}

/// Whether `player` has an answer to every reply that does not lose at once, so that the position is worth defending.
fn holds<G: Game>(game: &G, state: &G::State, player: Player) -> bool {
    if game.turn(state) != Some(player.other()) {
        return true;
    }
    legal(game, state).into_iter().all(|reply| {
        let next = after(game, state, reply);
        game.turn(&next).is_none() || legal(game, &next).into_iter().any(|mv| is_safe(game, &next, mv, player))
    })
}

#[test]
fn wins_are_taken_and_losses_avoided() {
    for info in mctslab_games::GAMES {
        with_game(info.samples[0], Signs(info.samples[0]));
    }
}
