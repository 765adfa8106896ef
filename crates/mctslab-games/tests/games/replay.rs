//! Random games played by Ludii replay ply by ply: the same mover, the same number of legal moves,
//! the same result.
//!
//! A game adds one row to `FILES`, with the translation of Ludii's sites to our notation.

use mctslab_core::{Game, Visit};
use serde_json::Value;

/// A move as Ludii logs it, with sites as (row from the bottom, column).
struct Ply {
    /// The number of the site left, which may be outside the board, in a hand.
    site: i64,
    from: (usize, usize),
    to: (usize, usize),
    /// The number of the piece or colour that a placement puts down, from 1; 0 if it is not needed.
    component: usize,
    swap: bool,
}

/// File of games, spec of the game, and the text of a move in our notation.
type Row = (&'static str, &'static str, fn(&Ply) -> String);

const FILES: &[Row] = &[
    ("tic-tac-toe/ludii.jsonl", "tic-tac-toe", |ply| square(ply.to)),
    ("ataxx/ludii.jsonl", "ataxx(clones=per-source)", |ply| mirrored(ply.from, 7) + &mirrored(ply.to, 7)),
    ("breakthrough/ludii.jsonl", "breakthrough", |ply| square(ply.from) + &square(ply.to)),
    ("knightthrough/ludii.jsonl", "knightthrough", |ply| square(ply.from) + &square(ply.to)),
    ("skirmish/ludii.jsonl", "skirmish", |ply| match ply.component {
        0 => square(ply.from) + &square(ply.to),
        // Rook, king, bishop, knight and queen of the first player, each followed by that of the
        // second.
        component => format!("={}", ["r", "k", "b", "n", "q"][(component - 3) / 2]),
    }),
    ("connect-four/ludii.jsonl", "connect-four", |ply| (ply.to.1 + 1).to_string()),
    ("hnefatafl/ludii.jsonl", "hnefatafl", |ply| square(ply.from) + &square(ply.to)),
    ("hex/ludii-noswap.jsonl", "hex", hex_move),
    ("hex/ludii-swap.jsonl", "hex(swap=noop)", hex_move),
    // Each player's hand holds queen, king and rook.
    ("tic-tac-chess/ludii.jsonl", "tic-tac-chess", |ply| {
        let from = match ply.site {
            ..=8 => square(ply.from),
            hand => ["Q", "K", "R"][hand as usize % 3].to_string(),
        };
        from + &square(ply.to)
    }),
    ("tic-tac-mo/ludii.jsonl", "tic-tac-mo", |ply| square(ply.to)),
    ("ultimate-tic-tac-toe/ludii.jsonl", "ultimate-tic-tac-toe", |ply| square(ply.to)),
    ("yavalath/ludii.jsonl", "yavalath(swap=noop)", yavalath_move),
    ("yavalade/ludii.jsonl", "yavalade", |ply| hexagon_cell(ply.to)),
    ("triad/ludii.jsonl", "triad", triad_move),
    // The second player's row lies on top, and his left is our right.
    ("awari/ludii.jsonl", "awari(rules=ludii)", |ply| {
        let column = if ply.to.0 == 0 { ply.to.1 } else { 5 - ply.to.1 };
        char::from(b'a' + column as u8).to_string()
    }),
    ("othello/ludii-fixed.jsonl", "othello", |ply| from_the_top(8, ply.to)),
    ("othello/ludii-free.jsonl", "othello(opening=free)", |ply| from_the_top(8, ply.to)),
];

/// Files in which the winner plays on after our end, until he reaches the far row: Ludii does not
/// end these games when a player has lost all pieces. Elsewhere only passes may follow.
const WINNER_GOES_ON: [&str; 2] = ["breakthrough/ludii.jsonl", "knightthrough/ludii.jsonl"];

/// The name of a square, with `a1` at the bottom left.
fn square((row, column): (usize, usize)) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// Ludii's board of size 11 has the sides of the two players exchanged and is a mirror image.
fn hex_move(ply: &Ply) -> String {
    if ply.swap { "swap".to_string() } else { square((ply.to.1, 10 - ply.to.0)) }
}

/// The name of a square, with `a1` at the top left of a board with this many rows.
fn from_the_top(rows: usize, (row, column): (usize, usize)) -> String {
    square((rows - 1 - row, column))
}

/// [`square`] on a board `width` wide that Ludii sets up with left and right exchanged.
fn mirrored((row, column): (usize, usize), width: usize) -> String {
    square((row, (width - 1).wrapping_sub(column)))
}

/// Rows from the bottom and slanted columns, as in Ludii.
fn hexagon_cell((row, column): (usize, usize)) -> String {
    format!("{}{}", char::from(b'a' + row as u8), column + 1)
}

fn yavalath_move(ply: &Ply) -> String {
    if ply.swap { "swap".to_string() } else { hexagon_cell(ply.to) }
}

/// Drops are given by the cell entered.
fn triad_move(ply: &Ply) -> String {
    let to = hexagon_cell(ply.to);
    if ply.from == ply.to { to } else { hexagon_cell(ply.from) + &to }
}

struct Replay<'a> {
    row: &'a Row,
    sites: Vec<(usize, usize)>,
    number: usize,
    game: &'a Value,
}

impl Replay<'_> {
    fn site(&self, site: i64) -> (usize, usize) {
        usize::try_from(site).ok().and_then(|site| self.sites.get(site)).copied().unwrap_or((99, 99))
    }
}

impl Visit for Replay<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut state = game.initial();
        let mut legal = Vec::new();
        let plies = self.game["plies"].as_array().expect("plies");
        for (number, logged) in plies.iter().enumerate() {
            let at = format!("{}, game {}, ply {number}", self.row.0, self.number);
            let [mover, count, from, to, component, flag] =
                std::array::from_fn(|i| logged[i].as_i64().expect("a number"));
            let Some(player) = game.turn(&state) else {
                let won = game.payoffs(&state).as_slice()[mover as usize - 1] == 1.0;
                let may_go_on = flag == 1 || won && WINNER_GOES_ON.contains(&self.row.0);
                assert!(may_go_on, "{at}: over for us, but Ludii goes on");
                continue;
            };
            assert_eq!(player.index() as i64, mover - 1, "{at}: mover");
            legal.clear();
            game.moves(&state, &mut legal);
            assert_eq!(legal.len() as i64, count, "{at}: legal moves in {}", game.state_text(&state));
            let mv = if flag == 1 {
                assert_eq!(legal.len(), 1, "{at}: a pass is the only move");
                legal[0]
            } else {
                let (component, swap) = (component as usize, flag == 2);
                let ply = Ply { site: from, from: self.site(from), to: self.site(to), component, swap };
                let text = (self.row.2)(&ply);
                game.parse_move(&state, &text).unwrap_or_else(|error| panic!("{at}: {error}"))
            };
            game.play(&mut state, mv);
        }
        let at = format!("{}, game {}", self.row.0, self.number);
        assert_eq!(game.turn(&state), None, "{at}: over");
        let ours = game.payoffs(&state);
        let theirs: Vec<f64> = self.game["util"]
            .as_array()
            .expect("util")
            .iter()
            .map(|u| u.as_f64().expect("number") / 2.0 + 0.5)
            .collect();
        assert_eq!(ours.as_slice(), theirs, "{at}: payoffs");
    }
}

#[test]
fn ludii_games_replay() {
    for row in FILES {
        let text = crate::golden(row.0);
        let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let head = lines.next().expect("a first line");
        let sites = head["sites"].as_array().expect("sites").iter();
        let sites: Vec<(usize, usize)> =
            sites.map(|s| (s[0].as_u64().expect("row") as usize, s[1].as_u64().expect("column") as usize)).collect();
        let mut played = 0;
        for (number, game) in lines.enumerate() {
            crate::with_game(row.1, Replay { row, sites: sites.clone(), number, game: &game });
            played += 1;
        }
        assert!(played > 0, "{}: no games", row.0);
    }
}

#[test]
fn every_recorded_game_file_is_replayed() {
    let replayed: Vec<&str> = FILES.iter().map(|row| row.0).collect();
    for info in mctslab_games::GAMES {
        let Ok(folder) = std::fs::read_dir(crate::goldens().join(info.entry.name)) else { continue };
        for file in folder {
            let file = file.expect("readable").path();
            let path = format!("{}/{}", info.entry.name, file.file_name().expect("named").to_string_lossy());
            let recorded = file.extension().is_some_and(|extension| extension == "jsonl");
            assert!(!recorded || replayed.contains(&path.as_str()), "{path} has no row in FILES");
        }
    }
}
