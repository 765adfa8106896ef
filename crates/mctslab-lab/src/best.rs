//! The best agent that is known for each game, where a person plays or asks and names none.
//!
//! One row for each game: what to add to `uct`, and how many iterations take about a second on a
//! usual machine. A number of iterations in place of a time makes a seed repeat its moves. The
//! options are those of docs/strength.md that win at equal time; where nothing wins for certain,
//! they are the defaults. New measurements are new rows.

use mctslab_registry::AnyGame;

/// What is known of a game.
struct BestRow {
    game: &'static str,
    /// Options of `uct`, as a spec has them; empty: the defaults.
    options: &'static str,
    /// Iterations that take about a second.
    iterations: u64,
}

/// Of a game that has no row: a game of one's own, whose speed nobody knows.
const UNKNOWN: BestRow = row("", "", 50_000);

const fn row(game: &'static str, options: &'static str, iterations: u64) -> BestRow {
    BestRow { game, options, iterations }
}

/// Iterations are those of one second on the machine of docs/performance.md, in trees that large.
const ROWS: &[BestRow] = &[
    row("tic-tac-toe", "", 1_000_000),
    row("connect-four", "", 1_200_000),
    row("othello", "", 400_000),
    row("awari", "", 400_000),
    // docs/strength.md: 200 of 200 games against the defaults.
    row("hex", "select=grave,c=0.4,expand=one", 500_000),
    row("ataxx", "", 200_000),
    row("breakthrough", "", 700_000),
    row("knightthrough", "", 1_000_000),
    row("yavalath", "", 1_200_000),
    row("skirmish", "", 150_000),
    row("tic-tac-chess", "", 1_000_000),
    row("ultimate-tic-tac-toe", "", 800_000),
    row("tic-tac-mo", "", 1_500_000),
    row("yavalade", "", 600_000),
    row("triad", "", 350_000),
    row("hnefatafl", "", 25_000),
    row("one-path", "", 1_000_000),
    row("robbers", "", 1_000_000),
    row("chain", "", 1_000_000),
    row("nim", "", 1_000_000),
];

/// The best agent that is known for a game, with as many iterations as take about a second.
///
/// ```
/// # use mctslab_lab::{best_agent, registry::Catalog};
/// let game = Catalog::standard().game("hex(size=5)")?;
/// assert_eq!(best_agent(&*game), "uct(iters=500000,select=grave,c=0.4,expand=one)");
/// # Ok::<(), mctslab_lab::registry::RegistryError>(())
/// ```
pub fn best_agent(game: &dyn AnyGame) -> String {
    let name = game.spec().split('(').next().unwrap_or_default();
    let BestRow { options, iterations, .. } = ROWS.iter().find(|row| row.game == name).unwrap_or(&UNKNOWN);
    let comma = if options.is_empty() { "" } else { "," };
    format!("uct(iters={iterations}{comma}{options})")
}

#[cfg(test)]
mod tests {
    use mctslab_registry::Catalog;

    use super::*;

    #[test]
    fn every_game_has_a_row_whose_agent_plays_it() {
        let catalog = Catalog::standard();
        for game in catalog.games() {
            let name = game.entry.name;
            assert_eq!(ROWS.iter().filter(|row| row.game == name).count(), 1, "{name}");
            let game = catalog.game(name).expect("a game");
            assert!(game.agent(&best_agent(&*game)).is_ok(), "{name}");
        }
        assert_eq!(ROWS.len(), catalog.games().len(), "no row of a game that is gone");
    }
}
