//! Move sequences of a given length, counted.

use std::fmt::Write;
use std::time::Instant;

use mctslab_page::{grouped, rate, table};
use mctslab_registry::RegistryError;
use serde_json::{Value, json};

use crate::lab::Lab;

/// A count of move sequences.
pub struct PerftDocument {
    game: String,
    /// The game's spec without what is as by default.
    name: String,
    position: String,
    depth: u32,
    seconds: f64,
    /// The count by the first move.
    split: Vec<(String, u64)>,
    /// Whether the count by the first move is wanted.
    divide: bool,
}

impl Lab {
    /// Counts the move sequences of a length from a position, or from the start; `divide` also
    /// shows them by their first move.
    pub fn perft(
        &self,
        game: &str,
        position: Option<&str>,
        depth: u32,
        divide: bool,
        threads: usize,
    ) -> Result<PerftDocument, RegistryError> {
        let game = self.catalog().game(game)?;
        let text = game.position(position)?;
        let start = Instant::now();
        let split = game.perft(position, depth, threads)?;
        Ok(PerftDocument {
            game: game.spec().to_string(),
            name: self.catalog().short_game(game.spec()),
            position: text,
            depth,
            seconds: start.elapsed().as_secs_f64(),
            split,
            divide: divide && depth > 0,
        })
    }
}

impl PerftDocument {
    fn nodes(&self) -> u64 {
        self.split.iter().map(|(_, nodes)| nodes).sum()
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let PerftDocument { game, position, depth, seconds, .. } = self;
        let nodes = self.nodes();
        let mut json = json!({"game": game, "position": position, "depth": depth, "nodes": nodes, "seconds": seconds});
        if self.divide {
            let parts = self.split.iter().map(|(mv, nodes)| json!({"move": mv, "nodes": nodes}));
            json["divide"] = Value::Array(parts.collect());
        }
        json
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if self.divide {
            let rows = self.split.iter().map(|(mv, nodes)| vec![mv.clone(), grouped(*nodes)]);
            text += &table(&[("move", false), ("sequences", true)], rows.collect());
            text.push('\n');
        }
        let PerftDocument { name, depth, seconds, .. } = self;
        let (nodes, speed) = (grouped(self.nodes()), rate(self.nodes() as f64 / seconds.max(1e-9)));
        let _ = writeln!(text, "{name} at depth {depth}: {nodes} sequences in {seconds:.3} s ({speed}/s)");
        text
    }
}

#[cfg(test)]
mod tests {
    use mctslab_registry::Catalog;

    use super::*;

    #[test]
    fn sequences_are_split_by_the_first_move_where_there_is_one() {
        let lab = Lab::new(Catalog::standard(), &[]);
        let count = |depth: u32, divide: bool| lab.perft("tic-tac-toe", None, depth, divide, 1).expect("a count");
        assert_eq!(count(2, true).json()["nodes"], 72);
        assert_eq!(count(2, true).json()["divide"].as_array().map(Vec::len), Some(9));
        assert!(count(2, false).json().get("divide").is_none() && count(0, true).json().get("divide").is_none());
        assert!(count(2, true).text().contains("tic-tac-toe at depth 2: 72 sequences in "));
    }
}
