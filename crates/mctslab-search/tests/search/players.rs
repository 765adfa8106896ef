//! Players that follow rules: hand-computed scores, refusals, and that they waste nothing.

use mctslab_core::{Budget, Eval, Game, Player, Visit};
use mctslab_search::PartCatalog;

use crate::{agent, legal, with_game};

/// What an agent thinks of a position: the chosen move, and each move with its value.
struct Asked<'a> {
    agent: &'a str,
    position: &'a str,
}

impl Visit for Asked<'_> {
    type Output = (String, Vec<(String, Option<f64>)>);
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let state = game.parse_state(self.position).unwrap_or_else(|error| panic!("{}: {error}", self.position));
        let mut agent = agent(&game, self.agent);
        agent.new_game(1);
        let chosen = agent.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
        let thoughts = agent.thoughts(&game);
        assert_eq!(thoughts.line, [chosen], "{}: the line starts with the chosen move", self.agent);
        let moves = thoughts.moves.iter().map(|thought| (game.move_text(&state, thought.mv), thought.value));
        (game.move_text(&state, chosen), moves.collect())
    }
}

#[test]
fn ribeiro_minimax_takes_the_share_of_the_right_side() {
    let start = "x5o/7/7/7/7/7/o5x x 0 1";
    let values = |view: &str| {
        let agent = format!("ribeiro-minimax(view={view},order=listed)");
        let (chosen, values) = with_game("ataxx", Asked { agent: &agent, position: start });
        let of = |mv: &str| values.iter().find(|(text, _)| text == mv).and_then(|(_, value)| *value);
        (chosen, of("f1"), of("g1e1"))
    };
    // Corrected: a clone and a clone are 3 of 6, a jump and a clone 2 of 5. The first clone is
    // played.
    assert_eq!(values("corrected"), ("f1".to_string(), Some(0.5), Some(0.4)));
    // Faithful: the opponent seems to want little. He jumps and has 2 of 4 after a jump, which is
    // best for him; after a clone it would be 2 of 5, which is passed over.
    assert_eq!(values("faithful"), ("g1e1".to_string(), None, Some(0.5)));
}

#[test]
fn ribeiro_minimax_takes_the_first_of_equals_as_the_program_lists_them() {
    let start = "x5o/7/7/7/7/7/o5x x 0 1";
    let chosen = |spec: &str, position: &str| with_game("ataxx(clones=per-source)", Asked { agent: spec, position }).0;
    // Faithful, any jump is best, and corrected any clone. The top left stone comes first; of its
    // jumps on the board two columns to the right, of its clones one to the right.
    assert_eq!(chosen("ribeiro-minimax", start), "a7c7");
    assert_eq!(chosen("ribeiro-minimax(view=corrected)", start), "a7b7");
    assert_eq!(chosen("ribeiro-minimax(order=listed)", start), "g1e1");
}

#[test]
fn greedy_takes_the_best_next_position() {
    let check = |game: &str, position: &str, best: &str| {
        let (chosen, values) = with_game(game, Asked { agent: "greedy", position });
        assert_eq!(chosen, best, "greedy, seed 1, in {position}: {values:?}");
    };
    check("connect-four", "7/7/7/7/7/7 x", "4");
    // A win, for either side, rather than more windows.
    check("connect-four", "7/7/7/x6/xo5/xoo4 x", "1");
    check("connect-four", "7/7/o6/o6/o2x3/x2xx2 o", "1");
    check("othello", "8/1o6/2o5/3xo3/3ox3/8/8/8 x", "a1");
    check("awari", "2,0,0,0,0,1 1,3,0,0,0,3 20-18 x 60", "f");
}

struct GreedyTakesMost<'a>(&'a str);

impl Visit for GreedyTakesMost<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        for seed in 0..5 {
            let state = crate::references::random_state(&game, seed, 3 + 4 * seed as u32);
            let player = game.turn(&state).expect("the game goes on");
            let value = |mv| {
                let next = crate::after(&game, &state, mv);
                let over = game.turn(&next).is_none();
                if over { game.payoffs(&next).of(player) } else { Eval::first(&game).of(&game, &next, player) }
            };
            let mut agent = agent(&game, "greedy");
            agent.new_game(seed);
            let chosen = value(agent.choose(&game, &state, &mut Budget::default()).expect("the game goes on"));
            let most = legal(&game, &state).into_iter().map(value).fold(0.0, f64::max);
            assert_eq!(chosen, most, "{}, seed {seed}, `{}`", self.0, game.state_text(&state));
        }
    }
}

#[test]
fn greedy_serves_every_game() {
    for info in mctslab_games::GAMES {
        with_game(info.samples[0], GreedyTakesMost(info.samples[0]));
    }
}

struct Held;

impl Visit for Held {
    type Output = Vec<Option<u32>>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        (0..game.players()).map(|player| game.score(&game.initial(), Player::new(player))).collect()
    }
}

#[test]
fn games_that_count_tell_what_players_hold() {
    for (game, held) in [("othello(size=10)", 2), ("ataxx", 2), ("awari", 0), ("skirmish", 16), ("triad", 9)] {
        let found = with_game(game, Held);
        assert!(found.iter().all(|score| *score == Some(held)), "{game}: {found:?}, not {held}");
    }
    assert_eq!(with_game("hex", Held), [None, None]);
}

struct Refusal<'a>(&'a str);

impl Visit for Refusal<'_> {
    type Output = Option<String>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        PartCatalog::standard().agent(&game, self.0).err().map(|error| error.to_string())
    }
}

#[test]
fn wrong_games_and_options_are_refused() {
    for (game, agent, reason) in [
        ("hex", "ribeiro-minimax", "`ataxx`, `othello`, `awari` or `skirmish`"),
        ("triad", "ribeiro-minimax", "a game of two players that counts"),
        ("ataxx", "ribeiro-minimax(depth=0)", "`depth` is `0`, expected a whole number from 1 to 20"),
        ("ataxx", "greedy(eval=seeds)", "expected `stones`, `half`"),
    ] {
        let refusal = with_game(game, Refusal(agent)).unwrap_or_else(|| panic!("{agent} takes {game}"));
        assert!(refusal.contains(reason), "{agent} for {game}: {refusal}");
    }
}

struct NoAllocation<'a>(&'a str);

impl Visit for NoAllocation<'_> {
    type Output = u64;
    fn visit<G: Game>(self, game: G) -> u64 {
        let mut agent = agent(&game, self.0);
        let state = crate::references::random_state(&game, 1, 6);
        agent.new_game(1);
        agent.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
        allocation_counter::measure(|| drop(agent.choose(&game, &state, &mut Budget::default()))).count_total
    }
}

#[test]
fn a_warm_player_does_not_allocate() {
    for (game, agent) in [("ataxx", "ribeiro-minimax(order=listed)"), ("hex", "greedy")] {
        let count = with_game(game, NoAllocation(agent));
        assert_eq!(count, 0, "{agent} in {game}: allocations in one move");
    }
}
