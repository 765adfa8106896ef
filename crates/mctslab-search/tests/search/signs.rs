//! Signs: every search takes a win in one and avoids a loss in two, in every game, for every seat.

use mctslab_core::{Budget, Game, Player, Rng, Visit};

use crate::{after, agent, legal, with_game};

/// Positions of each kind to be tried for each seat.
pub(super) const POSITIONS: usize = 4;
/// Random games looked through for them.
pub(super) const GAMES: u64 = 3000;

/// Searches that must see two plies, `ITERS` standing for a budget that fits the number of moves.
const SAMPLING: &[&str] = &["uct(iters=ITERS,solve=false)", "mcts(iters=ITERS)"];
const PRUNED: &str = "alphabeta(depth=2)";
const PLAIN: &str = "minimax(depth=2)";
const PROVING: &[&str] = &["uct(iters=ITERS,solve=true)", "uct(iters=ITERS,expand=all,finish=mean,solve=true)"];

/// A position and the moves that are right in it.
pub(super) type Test<G> = (<G as Game>::State, Vec<<G as Game>::Move>);

/// A game, how many positions of each kind are tried for each seat, and the seeds of the random
/// games in which they are looked for.
struct Signs<'a>(&'a str, usize, Vec<u64>);

impl Visit for Signs<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut wins: Vec<Vec<Test<G>>> = vec![Vec::new(); game.players()];
        let mut dangers = wins.clone();
        for &seed in &self.2 {
            collect(&game, seed, self.1, &mut wins, &mut dangers);
            if wins.iter().chain(&dangers).all(|found| found.len() >= self.1) {
                break;
            }
        }
        // The last move of these is always the same player's, who has all wins in one.
        let parity = ["one-path", "robbers"].iter().any(|name| self.0.starts_with(name));
        assert!(wins.iter().any(|found| !found.is_empty()), "{}: no win in one found", self.0);
        // In yavalade a stone on the cell that another player needs completes his row as well; in
        // triad letting another player win may pay the second place.
        let parries = !["yavalade(places=first)", "triad"].contains(&self.0);
        let tests = |seat: usize| wins[seat].iter().chain(dangers[seat].iter().filter(|_| parries));
        for seat in 0..game.players() {
            let found = [!wins[seat].is_empty(), !dangers[seat].is_empty() || !parries];
            assert!(parity || found == [true; 2], "{}, seat {seat}: win in one, loss in two: {found:?}", self.0);
            for test in tests(seat) {
                for spec in PROVING.iter().chain(&[if game.players() == 2 { PRUNED } else { PLAIN }]) {
                    if let Err(message) = self.check(&game, test, spec) {
                        panic!("{message}");
                    }
                }
            }
            // Samples may mislead where hope is faint, but a wrong sign would mislead nearly
            // always.
            for spec in SAMPLING {
                let wrong: Vec<String> = tests(seat).filter_map(|test| self.check(&game, test, spec).err()).collect();
                assert!(4 * wrong.len() <= tests(seat).count(), "{}", wrong.join("\n"));
            }
        }
    }
}

impl Signs<'_> {
    fn check<G: Game>(&self, game: &G, (state, good): &Test<G>, spec: &str) -> Result<(), String> {
        let iters = (400 * legal(game, state).len()).clamp(3000, 20_000);
        let spec = spec.replace("ITERS", &iters.to_string());
        let mut agent = agent(game, &spec);
        agent.new_game(1);
        let chosen = agent.choose(game, state, &mut Budget::default()).expect("the game goes on");
        if good.contains(&chosen) {
            return Ok(());
        }
        let text = |mv| game.move_text(state, mv);
        let wanted: Vec<String> = good.iter().map(|&mv| text(mv)).collect();
        let (found, position) = (text(chosen), game.state_text(state));
        Err(format!("{}, {spec}, seed 1: `{found}` in `{position}`, not {wanted:?}", self.0))
    }
}

/// Looks through one random game for wins in one, and for threats that only some moves parry.
pub(super) fn collect<G: Game>(
    game: &G,
    seed: u64,
    most: usize,
    wins: &mut [Vec<Test<G>>],
    dangers: &mut [Vec<Test<G>>],
) {
    let mut rng = Rng::new(seed);
    let mut state = game.initial();
    while let Some(player) = game.turn(&state) {
        let moves = legal(game, &state);
        let winning: Vec<G::Move> =
            moves.iter().copied().filter(|&mv| wins_at_once(game, &state, mv, player)).collect();
        let mut others = moves.iter().filter(|mv| !winning.contains(mv));
        if !winning.is_empty()
            && winning.len() < moves.len()
            && wins[player.index()].len() < most
            // A search has no reason to prefer a win in one to another sure win.
            && others.all(|&mv| chances(game, &after(game, &state, mv), player, &mut rng) < 0.8)
        {
            wins[player.index()].push((state.clone(), winning.clone()));
        }
        if winning.is_empty() && dangers[player.index()].len() < most {
            let safe: Vec<G::Move> = moves.iter().copied().filter(|&mv| is_safe(game, &state, mv, player)).collect();
            // Nor to defend what is lost anyway.
            if safe.len() == 1
                && moves.len() > 1
                && holds(game, &after(game, &state, safe[0]), player)
                && chances(game, &after(game, &state, safe[0]), player, &mut rng) > 0.2
            {
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

/// What random play from here pays on average.
fn chances<G: Game>(game: &G, state: &G::State, player: Player, rng: &mut Rng) -> f64 {
    let mut scratch = Vec::new();
    let mut payoff = || game.playout(&mut state.clone(), rng, &mut scratch).payoffs.of(player);
    (0..40).map(|_| payoff()).sum::<f64>() / 40.0
}

/// Whether the move neither loses at once nor lets the opponent win at once.
fn is_safe<G: Game>(game: &G, state: &G::State, mv: G::Move, player: Player) -> bool {
    let next = after(game, state, mv);
    match game.turn(&next) {
        None => game.payoffs(&next).of(player) > 0.0,
        Some(mover) if mover == player => legal(game, &next).into_iter().any(|mv| is_safe(game, &next, mv, player)),
        Some(mover) => !legal(game, &next).into_iter().any(|reply| wins_at_once(game, &next, reply, mover)),
    }
}

/// Whether `player` has an answer to every reply that does not lose at once, so that the position
/// is worth defending.
fn holds<G: Game>(game: &G, state: &G::State, player: Player) -> bool {
    if game.players() != 2 || game.turn(state) != Some(player.other()) {
        return true;
    }
    legal(game, state).into_iter().all(|reply| {
        let next = after(game, state, reply);
        game.turn(&next).is_none() || legal(game, &next).into_iter().any(|mv| is_safe(game, &next, mv, player))
    })
}

/// Where games are longest, random ones take as long as those of all others together.
const LONG: [&str; 3] = ["hnefatafl", "skirmish", "ataxx"];

fn check_listed(is_meant: impl Fn(&str) -> bool) {
    for info in mctslab_games::GAMES.iter().filter(|info| is_meant(info.entry.name)) {
        let spec = match info.entry.name {
            // Where play goes on for second place, the first place is no win in one.
            "tic-tac-mo" => "tic-tac-mo(places=first)",
            "yavalade" => "yavalade(places=first)",
            // Nobody to win against.
            "chain" => continue,
            _ => info.samples[0],
        };
        with_game(spec, Signs(spec, POSITIONS, (0..GAMES).collect()));
    }
}

#[test]
fn wins_are_taken_and_losses_avoided() {
    check_listed(|name| !LONG.contains(&name));
    for spec in ["one-path(depth=7)", "robbers(depth=9)"] {
        with_game(spec, Signs(spec, POSITIONS, (0..GAMES).collect()));
    }
}

#[test]
fn some_wins_are_taken_and_losses_avoided_in_long_games() {
    // The games with such positions, two for each seat and kind: few random ones have any.
    let with_positions = [
        ("ataxx", (0..GAMES).collect()),
        ("hnefatafl", vec![1, 60, 61, 135, 1765]),
        ("skirmish", vec![1, 3, 68, 98, 221, 240, 416, 604]),
    ];
    for (spec, seeds) in with_positions {
        with_game(spec, Signs(spec, 2, seeds));
    }
}

#[test]
#[ignore = "slow: looks for rare positions in long games"]
fn wins_are_taken_and_losses_avoided_in_long_games() {
    check_listed(|name| LONG.contains(&name));
}
