//! What a search found, and how much it differs from seed to seed.
//!
//! Values of a move are averaged over the searches that have one for it; their spread is the
//! standard deviation from seed to seed.

use std::fmt::Write;

use mctslab_core::{Unit, View};
use mctslab_page::{BOLD, draw, grouped, score_text, table};
use mctslab_registry::{MoveReport, SearchReport};
use serde::Serialize;
use serde_json::Value;

use crate::document::json_of;

/// Moves of the expected line that are shown.
const SHOWN: usize = 12;

/// The same search with many seeds.
#[derive(Serialize)]
pub struct RepeatedSearch {
    game: String,
    agent: String,
    agent_name: String,
    position: String,
    to_move: usize,
    iterations: u64,
    unit: &'static str,
    seconds: f64,
    best: String,
    repeat: usize,
    seeds: Vec<u64>,
    moves: Vec<MoveSummary>,
    line: Vec<String>,
    /// Every seed gives the same search.
    #[serde(skip)]
    deterministic: bool,
    /// The first search that chose the best move.
    #[serde(skip)]
    first: SearchReport,
}

/// What many searches found of one move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveSummary {
    #[serde(rename = "move")]
    text: String,
    /// Visits in all searches.
    visits: u64,
    value: Option<f64>,
    /// What one of them proved, which is true of all.
    proven: Option<f64>,
    /// How many of them chose it.
    chosen: u64,
    value_mean: Option<f64>,
    value_sd: Option<f64>,
    visits_mean: f64,
    /// Some of them say something about it.
    #[serde(skip)]
    listed: bool,
}

impl MoveSummary {
    fn new(text: &str, searches: &[&SearchReport]) -> MoveSummary {
        let found: Vec<&MoveReport> =
            searches.iter().filter_map(|search| search.moves.iter().find(|mv| mv.text == text)).collect();
        let values: Vec<f64> = found.iter().filter_map(|mv| mv.value).collect();
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let visits = found.iter().map(|mv| mv.visits).sum();
        let value = (count > 0.0).then_some(mean);
        MoveSummary {
            text: text.to_string(),
            visits,
            value,
            proven: found.iter().find_map(|mv| mv.proven),
            chosen: searches.iter().filter(|search| search.best == text).count() as u64,
            value_mean: value,
            value_sd: (count > 1.0).then(|| (squares / (count - 1.0)).sqrt()),
            visits_mean: visits as f64 / searches.len() as f64,
            listed: !found.is_empty(),
        }
    }

    /// Every move that was looked at or chosen, those chosen most often first.
    fn all(searches: &[&SearchReport]) -> Vec<MoveSummary> {
        let named = |search: &&SearchReport| {
            search.moves.iter().map(|mv| mv.text.clone()).chain([search.best.clone()]).collect::<Vec<_>>()
        };
        let mut texts: Vec<String> = Vec::new();
        for text in searches.iter().flat_map(named) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        let mut moves: Vec<MoveSummary> = texts.iter().map(|text| MoveSummary::new(text, searches)).collect();
        moves.sort_by(|a, b| b.chosen.cmp(&a.chosen).then(b.visits.cmp(&a.visits)));
        moves
    }

    /// Whether it was listed without a value.
    fn is_unknown(&self) -> bool {
        self.listed && self.value_mean.is_none()
    }

    fn cells(&self, players: usize) -> Vec<String> {
        let number = |value: Option<f64>| value.map_or(String::new(), |value| score_text(Some(value)));
        let value = if self.is_unknown() { "?".to_string() } else { number(self.value_mean) };
        vec![
            self.text.clone(),
            grouped(self.chosen),
            grouped(self.visits_mean.round() as u64),
            value,
            number(self.value_sd),
            verdict(self.proven, players),
        ]
    }
}

impl RepeatedSearch {
    /// The document of searches by `agent` in `game`, both resolved, one for each of the seeds; of
    /// a deterministic agent one search stands for all seeds. There must be a seed and a search.
    pub fn new(game: &str, agent: &str, seeds: Vec<u64>, made: &[SearchReport], seconds: f64) -> RepeatedSearch {
        let searches: Vec<&SearchReport> = made.iter().cycle().take(seeds.len()).collect();
        let moves = MoveSummary::all(&searches);
        let best = moves[0].text.clone();
        let first = searches.iter().find(|search| search.best == best).copied().unwrap_or(searches[0]).clone();
        RepeatedSearch {
            game: game.to_string(),
            agent: agent.to_string(),
            agent_name: agent.to_string(),
            position: first.position.clone(),
            to_move: first.to_move,
            iterations: searches.iter().map(|search| search.iterations).sum(),
            unit: first.unit.name(),
            seconds,
            best,
            repeat: seeds.len(),
            moves,
            line: first.line.clone(),
            deterministic: false,
            seeds,
            first,
        }
    }

    /// The same with another name of the agent for people.
    pub fn called(self, agent_name: String) -> RepeatedSearch {
        RepeatedSearch { agent_name, ..self }
    }

    /// The same where every seed gives the same search.
    pub fn deterministic(self, deterministic: bool) -> RepeatedSearch {
        RepeatedSearch { deterministic, ..self }
    }

    /// For programs.
    pub fn json(&self) -> Value {
        json_of(self)
    }

    /// For people; `view` is the position that was searched, and at most `top` moves are listed, or
    /// all for 0.
    pub fn text(&self, view: &View, top: usize) -> String {
        let mut text = draw(view);
        let searches = match self.seeds.as_slice() {
            [first, .., last] if last.wrapping_sub(*first) == self.repeat as u64 - 1 => {
                format!("{} searches with seeds {first} to {last}", self.repeat)
            }
            // Some were stopped before they were over.
            [first, .., last] => format!("{} searches with seeds between {first} and {last}", self.repeat),
            seeds => format!("1 search with seed {}", seeds.first().copied().unwrap_or_default()),
        };
        let (agent, count, unit, seconds) = (&self.agent_name, grouped(self.iterations), self.unit, self.seconds);
        let _ = writeln!(text, "\nplayer {} to move in {}", self.to_move, self.position);
        let _ = writeln!(text, "{agent}: {searches}, {count} {unit} in {seconds:.2} s");
        if self.deterministic {
            text += "The agent is deterministic: every seed gives the same search.\n";
        }
        let _ = writeln!(text, "\n{}", self.moves_table(top));
        let (best, chosen, times) = (&self.best, self.moves[0].chosen, self.repeat);
        let _ = writeln!(text, "best: {BOLD}{best}{BOLD:#}, chosen by {chosen} of {times}");
        text + &line(&self.first)
    }

    fn moves_table(&self, top: usize) -> String {
        let visits = format!("mean {}", visits_word(self.first.unit));
        let columns = &[
            ("move", false),
            ("chosen", true),
            (&*visits, true),
            ("mean value", true),
            ("spread", true),
            ("proven", false),
        ];
        let shown = shown(&self.moves, top);
        let rows = shown.iter().map(|mv| mv.cells(self.first.players));
        let unknown = shown.iter().any(MoveSummary::is_unknown);
        table(columns, rows.collect()) + &more(self.moves.len(), shown.len()) + legend(self.first.unit, unknown)
    }
}

/// The first of a list, at most `top` of them, or all for 0.
fn shown<T>(moves: &[T], top: usize) -> &[T] {
    &moves[..moves.len().min(if top == 0 { usize::MAX } else { top })]
}

/// How many moves are not shown.
fn more(all: usize, shown: usize) -> String {
    match all - shown {
        0 => String::new(),
        1 => "and 1 more move\n".to_string(),
        left => format!("and {} more moves\n", grouped(left as u64)),
    }
}

/// The table of moves of one search, the best first and at most `top` of them, or all for 0, and
/// the expected line.
pub fn thoughts(report: &SearchReport, top: usize) -> String {
    let mut moves: Vec<&MoveReport> = report.moves.iter().collect();
    let chosen = |mv: &MoveReport| mv.text == report.best;
    moves.sort_by(|a, b| {
        let by_value = b.value.unwrap_or(-1.0).total_cmp(&a.value.unwrap_or(-1.0));
        chosen(b).cmp(&chosen(a)).then(b.visits.cmp(&a.visits)).then(by_value)
    });
    let shown = shown(&moves, top);
    let rows = shown.iter().map(|mv| {
        let value = mv.value.map_or("?".to_string(), |value| format!("{value:.3}"));
        vec![mv.text.clone(), grouped(mv.visits), value, verdict(mv.proven, report.players)]
    });
    let columns = &[("move", false), (visits_word(report.unit), true), ("value", true), ("proven", false)];
    let mut text = if moves.is_empty() { String::new() } else { table(columns, rows.collect()) };
    text += &more(moves.len(), shown.len());
    text += legend(report.unit, shown.iter().any(|mv| mv.value.is_none()));
    let _ = writeln!(text, "{}best: {BOLD}{}{BOLD:#}", if moves.is_empty() { "" } else { "\n" }, report.best);
    text + &line(report)
}

/// The heading above the visits of moves.
fn visits_word(unit: Unit) -> &'static str {
    match unit {
        Unit::Iterations => "visits",
        Unit::Nodes => "nodes",
    }
}

/// What `?` means, where there is one.
fn legend(unit: Unit, unknown: bool) -> &'static str {
    match unit {
        _ if !unknown => "",
        Unit::Iterations => "?: not tried\n",
        Unit::Nodes => "?: pruned or not looked at\n",
    }
}

/// The principal variation, if it is longer than the move chosen.
fn line(report: &SearchReport) -> String {
    if report.line.len() < 2 {
        return String::new();
    }
    let shown = report.line.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(" ");
    format!("line: {shown}{}\n", if report.line.len() > SHOWN { " …" } else { "" })
}

/// A proven payoff in words; with other than two players it may be a place, so the number stands
/// for itself.
pub(super) fn verdict(proven: Option<f64>, players: usize) -> String {
    match (proven, players) {
        (None, _) => String::new(),
        (Some(1.0), 2) => "win".to_string(),
        (Some(0.5), 2) => "draw".to_string(),
        (Some(0.0), 2) => "loss".to_string(),
        (Some(payoff), _) => format!("{payoff}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(best: &str, moves: &[(&str, u64, Option<f64>)]) -> SearchReport {
        let moves = moves.iter().map(|&(text, visits, value)| MoveReport {
            text: text.to_string(),
            visits,
            value,
            proven: None,
        });
        SearchReport {
            position: "start".to_string(),
            players: 2,
            to_move: 0,
            best: best.to_string(),
            iterations: 10,
            unit: Unit::Iterations,
            bytes: 0,
            moves: moves.collect(),
            line: vec![best.to_string()],
        }
    }

    #[test]
    fn the_move_chosen_most_often_comes_first_with_its_mean_and_spread() {
        let made = [
            search("b", &[("a", 4, Some(0.25)), ("b", 6, Some(0.5)), ("c", 0, None)]),
            search("a", &[("a", 6, Some(0.75)), ("b", 4, Some(0.5))]),
            search("b", &[("a", 2, Some(0.5)), ("b", 8, Some(0.5))]),
        ];
        let found = RepeatedSearch::new("game", "agent", vec![7, 8, 9], &made, 0.5);
        let json = found.json();
        assert_eq!((&json["best"], &json["repeat"], &json["iterations"]), (&"b".into(), &3.into(), &30.into()));
        let [b, a, c] = [0, 1, 2].map(|place| &json["moves"][place]);
        assert_eq!(
            (&b["move"], &b["chosen"], &b["visits"], &b["value_sd"]),
            (&"b".into(), &2.into(), &18.into(), &0.0.into())
        );
        assert_eq!((&a["value_mean"], &a["value_sd"], &a["visits_mean"]), (&0.5.into(), &0.25.into(), &4.0.into()));
        assert!(c["value"].is_null() && c["value_sd"].is_null(), "{c}");
        let text = found.text(&View::default(), 0);
        assert!(text.contains("3 searches with seeds 7 to 9") && text.contains("?: not tried"), "{text}");
        assert!(text.contains("chosen by 2 of 3") && !text.contains("deterministic"), "{text}");
        let gap = RepeatedSearch::new("game", "agent", vec![7, 8, 11], &made, 0.5).text(&View::default(), 0);
        assert!(gap.contains("3 searches with seeds between 7 and 11"), "{gap}");
        let short = found.text(&View::default(), 2);
        assert!(short.contains("\nand 1 more move\n") && !short.contains("not tried"), "{short}");
    }
}
