//! Runs of one kind side by side: a plot in which a player has the same mark in every game, and a
//! table of players and games.

use maud::Markup;
use mctslab_page::{Axis, Cell, ForestPlot, PlayerValue, Table};

use super::key_number::KeyNumber;

/// Runs of one kind, each of a player in a game.
#[derive(Default)]
pub struct GameMatrix {
    /// In the order in which they came.
    games: Vec<String>,
    players: Vec<String>,
    runs: Vec<RunInMatrix>,
}

struct RunInMatrix {
    game: usize,
    player: usize,
    number: KeyNumber,
    /// Where its own page is.
    link: Option<String>,
}

/// The place of a text in a list, at whose end it is put if it is new.
fn place(list: &mut Vec<String>, text: &str) -> usize {
    list.iter().position(|known| known == text).unwrap_or_else(|| {
        list.push(text.to_string());
        list.len() - 1
    })
}

impl GameMatrix {
    /// Adds what a run found, with a link to its own page if it has one.
    pub fn add(&mut self, number: KeyNumber, link: Option<String>) {
        let (game, player) = (place(&mut self.games, &number.game), place(&mut self.players, &number.player));
        self.runs.push(RunInMatrix { game, player, number, link });
    }

    /// The players in the order in which they came.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// The games in the order in which they came.
    pub fn games(&self) -> &[String] {
        &self.games
    }

    /// How many runs there are.
    pub fn runs(&self) -> usize {
        self.runs.len()
    }

    /// All values with their intervals, game by game.
    pub fn plot(&self) -> Markup {
        let first = self.runs.first().map(|run| &run.number);
        let what = first.map_or("", |number| number.what.as_str());
        let even = first.and_then(|number| number.even);
        let axis = match even {
            Some(_) => Axis::linear(&format!("{what}, with 95 % intervals")).between(0.0, 1.0),
            None => Axis::log2(&format!("{what}, with 95 % intervals")),
        };
        let mut plot = ForestPlot::new(axis, self.players.clone());
        for (game, name) in self.games.iter().enumerate() {
            let value = |run: &RunInMatrix| PlayerValue {
                player: run.player,
                value: run.number.value,
                low: run.number.low,
                high: run.number.high,
                text: run.number.words(),
            };
            plot.group(name, self.runs.iter().filter(|run| run.game == game).map(value).collect());
        }
        even.into_iter().fold(plot, ForestPlot::even_at).svg()
    }

    /// A row for each player with its value in every game; intervals are small.
    pub fn table(&self) -> Markup {
        let mut columns = vec![("player", false)];
        columns.extend(self.games.iter().map(|game| (game.as_str(), true)));
        let mut table = Table::new(&columns).stacked();
        for (player, name) in self.players.iter().enumerate() {
            let cells = (0..self.games.len()).map(|game| self.cell(game, player));
            table.row(std::iter::once(Cell::from(name.as_str())).chain(cells));
        }
        table.html()
    }

    /// What was found of a player in a game: more than one run is a list.
    fn cell(&self, game: usize, player: usize) -> Cell {
        let found: Vec<&RunInMatrix> =
            self.runs.iter().filter(|run| (run.game, run.player) == (game, player)).collect();
        match found.as_slice() {
            [] => Cell::from(""),
            [one] => {
                let cell = Cell::from(format!("{}\n{}", one.number.text, one.number.interval));
                one.link.as_deref().into_iter().fold(cell, Cell::linking)
            }
            several => {
                let words: Vec<String> = several.iter().map(|run| run.number.words()).collect();
                Cell::from(words.join("; "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_player_has_a_row_and_each_game_a_column() {
        let mut matrix = GameMatrix::default();
        for (game, player, value) in [("nim", "a", 4.0), ("nim", "b", 8.0), ("hex", "b", 16.0)] {
            let number = KeyNumber {
                game: game.to_string(),
                player: player.to_string(),
                what: "iterations".to_string(),
                value: Some(value),
                low: None,
                high: None,
                text: value.to_string(),
                interval: "1 to 20".to_string(),
                even: None,
            };
            matrix.add(number, Some(format!("{game}-{player}.html")));
        }
        let html = matrix.table().into_string();
        assert_eq!((html.matches("<tr>").count(), html.matches("<td").count()), (3, 6), "{html}");
        assert!(html.contains("<a href=\"hex-b.html\">16</a><br><small>1 to 20</small>"), "{html}");
        let plot = matrix.plot().into_string();
        assert!(plot.contains(">hex</text>") && plot.contains(">16 (1 to 20)</text>"), "{plot}");
    }
}
