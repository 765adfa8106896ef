//! What known players are worth in iterations of `mcts`, to compare a number with: measured by this
//! program with seed 1, to ±10 %.

/// Players with what they are worth, weakest first.
type KnownPlayers = &'static [(&'static str, &'static str)];

/// The games that were measured, with every option of theirs.
const KNOWN: &[(&str, KnownPlayers)] = &[
    (
        "connect-four(width=7,height=6,max-plies=0)",
        &[("random", "1 to 6"), ("nfriends-floyd(port=transposed)", "19"), ("score4(depth=1)", "47")],
    ),
    (
        "awari(rules=tournament,grand-slam=void,starved=owner,repeat=split,win=25,max-plies=none)",
        &[("random", "1 to 2"), ("divilly", "30"), ("mancala-alphabeta(depth=2)", "209")],
    ),
    ("othello(size=6,opening=fixed,max-plies=0)", &[("random", "1 to 2"), ("othello-simple", "26")]),
];

/// Known players of a game with their worth, weakest first; none if the game was not measured.
pub(crate) fn known_players(game: &str) -> KnownPlayers {
    KNOWN.iter().find(|(known, _)| *known == game).map_or(&[], |(_, players)| players)
}
