//! A node of a search's tree: its children, with what they are compared by.

use std::fmt::Write;

use mctslab_core::{ChildView, NodeView};
use mctslab_page::{BOLD, grouped, table};
use mctslab_registry::AnyAgent;
use serde::Serialize;
use serde_json::Value;

use super::repeated::verdict;
use crate::document::json_of;
use crate::error::LabError;

/// Moves without a node that are named.
const MOST_NAMED: usize = 12;

/// A node of the tree of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TreeNode {
    /// The moves that lead there from the root.
    path: Vec<String>,
    #[serde(flatten)]
    node: NodeView<String>,
    #[serde(skip)]
    players: usize,
}

impl TreeNode {
    /// The node to which moves lead from the root of an agent's last search, in a game with this
    /// number of players. The error says whether there is no tree, or where it ends.
    pub fn find(agent: &dyn AnyAgent, path: &[String], players: usize) -> Result<TreeNode, LabError> {
        if let Some(node) = agent.inspect(path) {
            return Ok(TreeNode { path: path.to_vec(), node, players });
        }
        let reached = (0..path.len()).rev().find_map(|length| Some((length, agent.inspect(&path[..length])?)));
        let Some((length, node)) = reached else {
            return Err(LabError::Request(
                "the agent keeps no tree that could be looked at: expected one that does, such as `uct`".to_string(),
            ));
        };
        let known: Vec<&str> = node.children.iter().map(|child| child.mv.as_str()).collect();
        let known = if known.is_empty() { "none".to_string() } else { known.join(", ") };
        Err(LabError::Request(format!(
            "the tree has no node for `{}` {}: expected one of its children there: {known}",
            path[length],
            place(&path[..length])
        )))
    }

    /// What is known of it.
    pub fn node(&self) -> &NodeView<String> {
        &self.node
    }

    /// For programs.
    pub fn json(&self) -> Value {
        json_of(self)
    }

    /// For people: the children, those visited most first and at most `top` of them, or all for 0.
    pub fn text(&self, top: usize) -> String {
        let NodeView { player, visits, mean, proven, children, untried } = &self.node;
        let mover = player.map_or_else(|| "the game is over".to_string(), |player| format!("player {player} to move"));
        let mean = mean.map_or_else(String::new, |mean| format!(", mean {mean:.3}"));
        let proven = proven.map_or_else(String::new, |payoff| format!(", proven {payoff}"));
        let mut text = format!("{BOLD}node {}{BOLD:#}: ", place(&self.path));
        let _ = writeln!(text, "{mover}, {} visits{mean}{proven}\n", grouped(*visits));
        let mut children: Vec<&ChildView<String>> = children.iter().collect();
        children.sort_by_key(|child| std::cmp::Reverse(child.visits));
        let shown = &children[..children.len().min(if top == 0 { usize::MAX } else { top })];
        text += &self.table(shown);
        if children.len() > shown.len() {
            let _ = writeln!(text, "and {} more children", grouped((children.len() - shown.len()) as u64));
        }
        if !untried.is_empty() {
            let named = untried.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(" ");
            let more = if untried.len() > MOST_NAMED { " …" } else { "" };
            let _ = writeln!(text, "without a node: {} ({named}{more})", grouped(untried.len() as u64));
        }
        text
    }

    /// The children with a column for each term of their scores.
    fn table(&self, children: &[&ChildView<String>]) -> String {
        let mut terms: Vec<&str> = Vec::new();
        for term in children.iter().flat_map(|child| &child.terms) {
            if !terms.contains(&term.name) {
                terms.push(term.name);
            }
        }
        // The mean is a term of most scores.
        let has_mean = terms.contains(&"mean");
        let mut columns = vec![("move", false), ("visits", true), ("proven", false)];
        columns.extend((!has_mean).then_some(("mean", true)));
        columns.extend(terms.iter().map(|&name| (name, true)));
        columns.extend((!terms.is_empty()).then_some(("score", true)));
        let row = |child: &&ChildView<String>| {
            let mut cells = vec![child.mv.clone(), grouped(child.visits), verdict(child.proven, self.players)];
            cells.extend((!has_mean).then(|| child.mean.map_or_else(|| "?".to_string(), number)));
            let value = |name: &str| child.terms.iter().find(|term| term.name == name).map(|term| number(term.value));
            cells.extend(terms.iter().map(|name| value(name).unwrap_or_default()));
            let score = (!child.terms.is_empty()).then(|| number(child.score()));
            cells.extend((!terms.is_empty()).then(|| score.unwrap_or_default()));
            cells
        };
        if children.is_empty() { String::new() } else { table(&columns, children.iter().map(row).collect()) }
    }
}

/// Where a node is, in words.
fn place(path: &[String]) -> String {
    if path.is_empty() { "at the root".to_string() } else { format!("after {}", path.join(" ")) }
}

fn number(value: f64) -> String {
    match value {
        f64::INFINITY => "∞".to_string(),
        f64::NEG_INFINITY => "-∞".to_string(),
        value => format!("{value:.4}"),
    }
}

#[cfg(test)]
mod tests {
    use mctslab_registry::{Catalog, SearchBudget};

    use super::*;

    fn searched(spec: &str) -> Box<dyn AnyAgent> {
        let game = Catalog::standard().game("tic-tac-toe").expect("a game");
        let state = game.state(None).expect("a state");
        game.search_and_keep(&state, spec, 3, SearchBudget::default()).expect("a search").1
    }

    #[test]
    fn a_node_is_shown_with_the_terms_by_which_its_children_are_compared() {
        let agent = searched("uct(iters=200)");
        let root = TreeNode::find(&*agent, &[], 2).expect("a tree");
        let text = root.text(4);
        for expected in ["at the root", "200 visits", "exploration", "score", "and 5 more children"] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
        let json = root.json();
        assert_eq!((&json["visits"], &json["player"], &json["path"]), (&200.into(), &0.into(), &serde_json::json!([])));
        let best = root.node().children.iter().max_by_key(|child| child.visits).expect("children").mv.clone();
        let below = TreeNode::find(&*agent, std::slice::from_ref(&best), 2).expect("it was visited");
        assert!(below.text(0).contains(&format!("after {best}")), "{}", below.text(0));
        assert!(below.node().visits < 200);
    }

    #[test]
    fn the_error_for_a_node_that_is_not_there_names_those_that_are() {
        let agent = searched("uct(iters=200)");
        let refused = |path: &[&str]| {
            let path: Vec<String> = path.iter().map(ToString::to_string).collect();
            TreeNode::find(&*agent, &path, 2).expect_err("no such node").to_string()
        };
        assert!(refused(&["z9"]).contains("no node for `z9` at the root: expected one of"), "{}", refused(&["z9"]));
        assert!(refused(&["b2", "b2"]).contains("no node for `b2` after b2"), "{}", refused(&["b2", "b2"]));
        let random = TreeNode::find(&*searched("random"), &[], 2).expect_err("no tree").to_string();
        assert!(random.contains("keeps no tree"), "{random}");
    }
}
