//! Hand-computed scores, refusals, and that the players waste nothing.

use mctslab_core::{Budget, Game, Visit};

use crate::{agent, try_agent, with_game};

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

/// Checks the move that an agent chooses and the scores of some moves, which it shows as 1/2 + s /
/// (2 (|s| + scale)).
fn check_scores(game: &str, agent: &str, position: &str, best: &str, scale: f64, scores: &[(&str, f64)]) {
    let (chosen, values) = with_game(game, Asked { agent, position });
    assert_eq!(chosen, best, "{agent}, seed 1, in {position}: {values:?}");
    for (mv, expected) in scores {
        let found = values.iter().find(|(text, _)| text == mv).and_then(|(_, value)| *value);
        let value = found.unwrap_or_else(|| panic!("{agent} in {position}: no value of {mv} in {values:?}"));
        let lead = 2.0 * value - 1.0;
        let score = scale * lead / (1.0 - lead.abs());
        assert!((score - expected).abs() < 1e-4, "{agent} in {position}: {mv} scores {score}, not {expected}");
    }
}

#[test]
fn nfriends_floyd_gives_the_points_counted_by_hand() {
    let check = |port: &str, position: &str, best: &str, scores: &[(&str, f64)]| {
        check_scores("connect-four", &format!("nfriends-floyd(port={port})"), position, best, 100.0, scores);
    };
    // Own three beside a landing square.
    let own = "7/7/7/7/ooo4/xxx4 x";
    check("original", own, "4", &[("1", 1.0), ("3", 1.0), ("4", 5002.0), ("5", 2.0)]);
    check("transposed", own, "4", &[("1", 2.0), ("4", 5002.0), ("5", 2.0)]);
    // The opponent's three; the own three above it cannot be played yet, but the transposed port
    // thinks so.
    let other = "7/7/7/7/ooo4/xxx3x o";
    check("original", other, "4", &[("1", 1.0), ("4", 1002.0), ("7", 2.0)]);
    check("transposed", other, "4", &[("1", 2.0), ("4", 5002.0), ("7", 2.0)]);
    // Two windows of one line give their maximum: 1000 and not 2000.
    check("original", "7/7/7/7/oo5/xx1xx1o o", "3", &[("3", 1001.0), ("4", 2.0)]);
    // A diagonal and a column give their sum. The transposed port sees no left neighbour and a
    // square in the upper half.
    let sum = "7/7/7/2xx3/1xox3/xooxooo x";
    check("original", sum, "4", &[("4", 10_002.0)]);
    check("transposed", sum, "4", &[("4", 1001.0)]);
}

#[test]
fn score4_counts_windows_and_shifts_wins() {
    let check = |options: &str, position: &str, best: &str, scores: &[(&str, f64)]| {
        check_scores("connect-four", &format!("score4({options})"), position, best, 20.0, scores);
    };
    // A disc on the bottom is in 3, 4, 5, 7, 5, 4, 3 windows; of equals the last is played.
    let empty = "7/7/7/7/7/7 x";
    check("depth=1", empty, "4", &[("1", 3.0), ("2", 4.0), ("3", 5.0), ("4", 7.0)]);
    // The reply takes the middle: 3 - 7 at the edge, 4 - 7 beside it. After the middle it lands
    // above, in 10 windows: with the one that both are in, 6 - 9.
    check("depth=2", empty, "6", &[("1", -4.0), ("2", -3.0), ("4", -3.0), ("6", -3.0)]);
    // A win at once ends the scan before the middle is looked at.
    check("depth=5", "7/7/7/x6/xo5/xoo4 x", "1", &[("1", 1_000_000.0)]);
    // The opponent wins on the fourth column unless it is taken: his win is shifted by the plies
    // left at the own move.
    let threat = "7/7/7/7/xx5/ooo3x x";
    check("depth=2", threat, "4", &[("1", -1_000_002.0), ("2", -1_000_002.0)]);
    check("depth=4", threat, "4", &[("1", -1_000_004.0), ("2", -1_000_004.0)]);
    // From the opponent's point of view the same square wins.
    check("depth=1,view=other", threat, "4", &[("4", 1_000_000.0)]);
    check("depth=1,view=first", "7/7/7/7/oo5/xxx4 o", "4", &[("4", 1_000_000.0)]);
}

/// An Awari position where `a` leaves seeds to be captured, and `f` captures two.
const SEEDS: &str = "2,0,0,0,0,1 1,3,0,0,0,3 20-18 x 60";

#[test]
fn divilly_weighs_the_features_counted_by_hand() {
    let [w1, w2, w3, w4, w5, w6] = [0.198_649, 0.190_084, 0.370_793, 1.0, 0.418_841, 0.565_937];
    let check = |options: &str, best: &str, a: f64, f: f64| {
        check_scores("awari", &format!("divilly{options}"), SEEDS, best, 10.0, &[("a", a), ("f", f)]);
    };
    // After `a` the row is 0,1,1,0,0,1 with 20 captured, after `f` it is 2,0,0,0,0,0 with 22.
    let a = 3.0 * w2 + 3.0 * w3 + 20.0 * w4 - 18.0 * w6;
    let f = 2.0 * w1 + 2.0 * w2 + w3 + 22.0 * w4 + w5 - 18.0 * w6;
    check("", "f", a, f);
    check("(hoard=most)", "f", a + w1, f);
    // After `a` the opponent's `f` captures four, after `f` nothing.
    check("(reply=true)", "f", a - 4.0 * w6, f);
    // Each weight counts for its own feature alone.
    check("(w1=1,w2=0,w3=0,w4=0,w5=0,w6=0)", "f", 0.0, 2.0);
    check("(w1=0,w2=1,w3=0,w4=0,w5=0,w6=0)", "a", 3.0, 2.0);
    check("(w1=0,w2=0,w3=1,w4=0,w5=0,w6=0)", "a", 3.0, 1.0);
    check("(w1=0,w2=0,w3=0,w4=-1,w5=0,w6=0)", "a", -20.0, -22.0);
    check("(w1=0,w2=0,w3=0,w4=0,w5=1,w6=0)", "f", 0.0, 1.0);
    check("(w1=0,w2=0,w3=0,w4=0,w5=1,w6=0,from=left)", "a", 1.0, 0.0);
    check("(w1=0,w2=0,w3=0,w4=0,w5=0,w6=1,reply=true)", "f", -22.0, -18.0);
}

#[test]
fn mancala_alphabeta_counts_captured_seeds() {
    check_scores("awari", "mancala-alphabeta(depth=1)", SEEDS, "f", 10.0, &[("a", 2.0), ("f", 4.0)]);
    check_scores("awari", "mancala-alphabeta(depth=2)", SEEDS, "f", 10.0, &[("a", -2.0), ("f", 4.0)]);
    // Nothing can be captured: the first pit.
    let start = "4,4,4,4,4,4 4,4,4,4,4,4 0-0 x 0";
    check_scores("awari", "mancala-alphabeta(depth=2)", start, "a", 10.0, &[("a", 0.0)]);
}

#[test]
fn othello_simple_adds_up_cells() {
    let check = |game: &str, table: &str, position: &str, best: &str, scores: &[(&str, f64)]| {
        check_scores(game, &format!("othello-simple(table={table})"), position, best, 50.0, scores);
    };
    let corner = "8/1o6/2o5/3xo3/3ox3/8/8/8 x";
    // The corner turns b2, which is bad to have: 100 - 50 + 3 against 2. Elsewhere 4 against
    // 2 - 50.
    let (chosen, values) = with_game("othello", Asked { agent: "othello-simple", position: corner });
    assert_ne!(chosen, "a1", "{values:?}");
    check("othello", "classic", corner, &chosen, &[("a1", 51.0), ("d6", 52.0), ("c5", 52.0)]);
    check("othello", "corners", corner, "a1", &[("a1", 102.0), ("d6", 1.0)]);
    check("othello", "stones", corner, "a1", &[("a1", 3.0), ("d6", 1.0)]);
    // The same cells on boards of other sizes: the edge beside the corner on 4, the centre on 10.
    let (four, ten) = ("4/1ox1/1xo1/4 x", "10/10/10/10/4ox4/4xo4/10/10/10/10 x");
    for (game, position, moves, score) in
        [("othello(size=4)", four, "b1 a2 d3 c4", -120.0), ("othello(size=10)", ten, "e4 d5 g6 f7", 3.0)]
    {
        let (chosen, _) = with_game(game, Asked { agent: "othello-simple", position });
        let scores: Vec<(&str, f64)> = moves.split(' ').map(|mv| (mv, score)).collect();
        check(game, "classic", position, &chosen, &scores);
    }
}

struct Refusal<'a>(&'a str);

impl Visit for Refusal<'_> {
    type Output = Option<String>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        try_agent(&game, self.0).err().map(|error| error.to_string())
    }
}

#[test]
fn wrong_games_and_options_are_refused() {
    for (game, agent, reason) in [
        ("hex", "nfriends-floyd", "`nfriends-floyd`: needs the rules of `connect-four`"),
        ("othello", "score4", "`score4`: needs the rules of `connect-four`"),
        ("ataxx", "divilly", "`divilly`: needs the rules of `awari`"),
        ("nim", "mancala-alphabeta", "`mancala-alphabeta`: needs the rules of `awari`"),
        ("ataxx", "othello-simple", "`othello-simple`: needs the rules of `othello`"),
        ("connect-four", "nfriends-floyd(port=upright)", "expected `transposed`, `original`"),
        ("connect-four", "score4(depth=0)", "`depth` is `0`, expected a whole number from 1 to 20"),
        ("connect-four", "score4(view=second)", "expected `own`, `first`, `other`"),
        ("awari", "divilly(w3=heavy)", "`w3` is `heavy`, expected a number from -1000 to 1000"),
        ("awari", "divilly(hoard=right)", "expected `left`, `most`"),
        ("awari", "mancala-alphabeta(depth=0)", "`depth` is `0`, expected a whole number from 1 to 30"),
        ("othello", "othello-simple(table=best)", "expected `classic`, `corners`, `stones`"),
    ] {
        let refusal = with_game(game, Refusal(agent)).unwrap_or_else(|| panic!("{agent} takes {game}"));
        assert!(refusal.contains(reason), "{agent} for {game}: {refusal}");
    }
    for game in ["connect-four(width=9,height=6)", "connect-four(width=4,height=4,max-plies=7)"] {
        for agent in ["nfriends-floyd(port=original)", "score4(view=first)"] {
            assert_eq!(with_game(game, Refusal(agent)), None, "{agent} for {game}");
        }
    }
}

struct NoAllocation<'a>(&'a str);

impl Visit for NoAllocation<'_> {
    type Output = u64;
    fn visit<G: Game>(self, game: G) -> u64 {
        let mut agent = agent(&game, self.0);
        let state = crate::random_state(&game, 1, 6);
        agent.new_game(1);
        agent.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
        allocation_counter::measure(|| drop(agent.choose(&game, &state, &mut Budget::default()))).count_total
    }
}

#[test]
fn a_warm_player_does_not_allocate() {
    for (game, agent) in [
        ("connect-four", "nfriends-floyd"),
        ("connect-four", "score4"),
        ("awari", "divilly(reply=true)"),
        ("awari", "mancala-alphabeta"),
        ("othello", "othello-simple"),
    ] {
        let count = with_game(game, NoAllocation(agent));
        assert_eq!(count, 0, "{agent} in {game}: allocations in one move");
    }
}
