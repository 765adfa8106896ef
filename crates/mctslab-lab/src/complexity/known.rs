//! What known players are worth in iterations of `mcts`, to compare a number with: measured by this program, seed 1.

/// Known players by game, with their worth.
const KNOWN: &[(&str, &[(&str, &str)])] = &[(
    "connect-four(width=7,height=6,max-plies=0)",
    &[("random", "1 to 4"), ("nfriends-floyd(port=transposed)", "20"), ("score4(depth=1)", "48")],
)];

/// Known players of a game with their worth, weakest first; none if the game was not measured.
pub fn known_players(game: &str) -> &'static [(&'static str, &'static str)] {
    KNOWN.iter().find(|(known, _)| *known == game).map_or(&[], |(_, players)| players)
}
