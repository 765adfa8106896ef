//! What one search found. A value has no interval: the visits of one tree are not independent, and
//! only other seeds say how much it may differ.

use std::fmt::Write;

use mctslab_core::View;
use mctslab_page::{draw, grouped};
use mctslab_registry::{AnyGame, MoveReport, SearchReport};
use serde_json::{Value, json};

use super::repeated::thoughts;
use super::tree_node::TreeNode;
use crate::names::agent_name;

/// Moves of the expected line that are shown while a search goes on.
const SHOWN: usize = 8;

/// One search.
pub struct SearchDocument<'a> {
    game: &'a dyn AnyGame,
    agent: String,
    report: SearchReport,
    seconds: f64,
    /// A node of its tree, if one was asked for.
    node: Option<TreeNode>,
}

impl SearchDocument<'_> {
    /// The document of a search by an agent, whose spec is resolved, that took this number of
    /// seconds.
    pub fn new(game: &dyn AnyGame, agent: String, report: SearchReport, seconds: f64) -> SearchDocument<'_> {
        SearchDocument { game, agent, report, seconds, node: None }
    }

    /// The same with a node of its tree.
    #[must_use]
    pub fn with_node(self, node: Option<TreeNode>) -> Self {
        SearchDocument { node, ..self }
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let report = &self.report;
        let moves: Vec<Value> = report.moves.iter().map(move_json).collect();
        let name = agent_name(self.game, &self.agent);
        let mut json = json!({
            "game": self.game.spec(), "agent": self.agent, "agent_name": name, "position": report.position, "to_move": report.to_move,
            "iterations": report.iterations, "unit": report.unit.name(), "seconds": self.seconds, "best": report.best,
            "moves": moves, "line": report.line,
        });
        if let Some(node) = &self.node {
            json["tree"] = node.json();
        }
        json
    }

    /// For people; `view` is the position that was searched, and at most `top` moves are listed, or
    /// all for 0.
    pub fn text(&self, view: &View, top: usize) -> String {
        let report = &self.report;
        let mut text = draw(view);
        let (count, unit) = (grouped(report.iterations), report.unit.name());
        let _ = writeln!(text, "\nplayer {} to move in {}", report.to_move, report.position);
        let agent = agent_name(self.game, &self.agent);
        let _ = writeln!(text, "{agent}: {count} {unit} in {:.2} s\n", self.seconds);
        text += &thoughts(report, top);
        if let Some(node) = &self.node {
            let _ = write!(text, "\n{}", node.text(top));
        }
        text
    }
}

fn move_json(mv: &MoveReport) -> Value {
    json!({ "move": mv.text, "visits": mv.visits, "value": mv.value, "proven": mv.proven })
}

/// A search that goes on, in one line.
pub fn search_progress(report: &SearchReport) -> String {
    let value = report.moves.iter().find(|mv| mv.text == report.best).and_then(|mv| mv.value);
    let value = value.map_or(String::new(), |value| format!(" ({value:.3})"));
    let expected: Vec<&str> = report.line.iter().take(SHOWN).map(String::as_str).collect();
    let mut line = format!("{} {}", grouped(report.iterations), report.unit.name());
    // Some agents know no best move before their search is over, and some no line.
    if !report.best.is_empty() {
        let _ = write!(line, ", best {}{value}", report.best);
    }
    if !expected.is_empty() {
        let _ = write!(line, ", expected line: {}", expected.join(" "));
    }
    line
}

#[cfg(test)]
mod tests {
    use mctslab_registry::{Catalog, SearchBudget};

    use super::*;

    #[test]
    fn a_search_is_described_for_programs_for_people_and_while_it_goes_on() {
        let game = Catalog::standard().game("tic-tac-toe").expect("a game");
        let agent = game.agent("uct(iters=50)").expect("an agent");
        let report = game.search(&agent, None, 1, SearchBudget::default()).expect("a search");
        let best = report.best.clone();
        assert!(search_progress(&report).contains(&format!(", best {best} (")), "{}", search_progress(&report));
        let early = SearchReport { best: String::new(), line: Vec::new(), moves: Vec::new(), ..report.clone() };
        assert_eq!(search_progress(&early), "50 iterations", "nothing is said of what is not known yet");
        let document = SearchDocument::new(&*game, agent, report, 0.25);
        let json = document.json();
        assert_eq!((&json["best"], &json["seconds"]), (&json!(best), &json!(0.25)));
        assert_eq!(json["moves"].as_array().map(Vec::len), Some(9));
        let text = document.text(&View::default(), 3);
        assert!(text.contains("player 0 to move in ") && text.contains(" in 0.25 s\n"), "{text}");
        assert!(text.contains("\nand 6 more moves\n"), "{text}");
    }
}
