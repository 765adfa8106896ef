//! The portrait in a terminal: tables and curves of one line.

use std::fmt::Write;

use mctslab_lab::{Document, TextOptions};
use mctslab_page::{BOLD, DIM, grouped, sparkline, table};

use super::document::AnalyzeDocument;
use super::position_findings::PositionFindings;
use crate::complexity::FirstMoveRow;
use crate::shared::MeanValue;

/// Columns of a curve.
const WIDE: usize = 60;
/// Curves show what at least this share of the games has: later plies are those of a few long
/// games.
const SHARE: f64 = 0.1;
/// Knuth's estimate is unreliable if a single sample makes up this share of it.
const UNRELIABLE: f64 = 0.5;

impl AnalyzeDocument<'_> {
    /// The whole text.
    pub(super) fn terminal(&self, options: &TextOptions) -> String {
        let elapsed = options.elapsed.map(|time| format!(", {:.1} s", time.as_secs_f64())).unwrap_or_default();
        let (agent, games) = (self.about.name(0), grouped(self.games));
        let mut text = format!("{}, {agent} on all seats\n{BOLD}{}{BOLD:#}\n", self.game, self.headline());
        let _ = writeln!(text, "{games} games, seed {}{elapsed}\n", self.seed);
        text += &means(&[self.main_rows(), self.further_rows()].concat(), "games");
        text += &self.tree();
        text += &self.first_move_text();
        text.push('\n');
        text += &self.curves();
        if let Some(found) = &self.positions {
            text += &positions(found);
        }
        if let Some(part) = &self.of_ladder {
            text += &part.with_document(&self.about, |document| format!("\n{}", document.ladder_text()));
        }
        if let Some(row) = self.about.unfinished() {
            let _ = writeln!(text, "{}: samples are still to be taken", row.status);
        }
        text
    }

    /// What is asked of a game first: who wins, how long it takes, how much choice there is.
    pub(super) fn main_rows(&self) -> Vec<(String, MeanValue)> {
        let seats = self.seat_payoffs.iter().enumerate();
        let name = |seat: usize| match (seat, self.seat_payoffs.len()) {
            (0, 2) => "score of the first player".to_string(),
            (_, 2) => "score of the second player".to_string(),
            _ => format!("payoff of seat {seat}"),
        };
        let mut rows: Vec<(String, MeanValue)> = seats.map(|(seat, paid)| (name(seat), *paid)).collect();
        rows.extend(self.draws.map(|draws| ("draws".to_string(), draws)));
        rows.push(("plies".to_string(), self.plies_mean));
        rows.push(("legal moves".to_string(), self.branching_mean));
        rows
    }

    /// The other means over games.
    pub(super) fn further_rows(&self) -> Vec<(String, MeanValue)> {
        vec![
            ("legal moves, mean of games".to_string(), self.branching_per_game),
            ("legal moves, end included".to_string(), self.branching_per_game_with_end),
            ("passes".to_string(), self.passes),
            ("repetitions".to_string(), self.repetitions),
        ]
    }

    /// How large the game tree is, in a line.
    pub(super) fn tree(&self) -> String {
        let Some(simple) = self.tree_complexity_log10 else { return String::new() };
        let mut text = format!("game tree: 10^{simple:.1} by branching to the power of length");
        if let (Some(knuth), Some(share)) = (self.knuth_log10, self.knuth_greatest_share) {
            let percent = 100.0 * share;
            let _ = if share < UNRELIABLE {
                write!(text, "; 10^{knuth:.1} games by Knuth's estimate")
            } else {
                write!(
                    text,
                    "; Knuth's estimate (10^{knuth:.1} games) is unreliable: {percent:.1} % of it is one sample"
                )
            };
        }
        text + "\n"
    }

    /// The score of the first player by strength, if a ladder was measured.
    fn first_move_text(&self) -> String {
        if self.first_move.is_empty() {
            return String::new();
        }
        let columns = [("iterations", true), ("first player", true), ("95 %", false), ("games", true)];
        let rows = self.first_move_cells().into_iter().map(Vec::from).collect();
        format!("\n{BOLD}Score of the first player by strength{BOLD:#}\n{}", table(&columns, rows))
    }

    /// Strength, score, interval, games: random play first, if that was played.
    pub(super) fn first_move_cells(&self) -> Vec<[String; 4]> {
        let random = self.first_mover.filter(|_| self.is_random()).map(|score| {
            let [mean, _, interval] = score.rounded_cells();
            ["random play".to_string(), mean, interval, grouped(score.n)]
        });
        let row = |row: &FirstMoveRow| [row.strength(), row.results.score_cell(), row.ends.cell(), grouped(row.games)];
        random.into_iter().chain(self.first_move.iter().map(row)).collect()
    }

    fn curves(&self) -> String {
        let many = |n: u64| n as f64 >= SHARE * self.games as f64;
        let plies: Vec<(u64, f64)> = self
            .by_ply
            .iter()
            .filter(|at| many(at.moves.n))
            .filter_map(|at| Some((at.ply as u64, at.moves.mean?)))
            .collect();
        let stones: Vec<(u64, f64)> = self
            .by_stones
            .iter()
            .filter(|at| many(at.moves.n))
            .filter_map(|at| Some((at.stones.into(), at.moves.mean?)))
            .collect();
        let lengths: Vec<(u64, f64)> = match (self.plies_min, self.plies_max) {
            (Some(least), Some(most)) => {
                let games = |plies: u32| self.found.lengths.get(&plies).copied().unwrap_or_default() as f64;
                (least..=most).map(|plies| (plies.into(), games(plies))).collect()
            }
            _ => Vec::new(),
        };
        let moves = |value: f64| format!("{value:.1}");
        let count = |value: f64| grouped(value as u64);
        curve("moves by ply", &plies, &moves)
            + &curve("moves by stones", &stones, &moves)
            + &curve("games by plies", &lengths, &count)
    }
}

/// A curve with its ends and its peak.
fn curve(name: &str, points: &[(u64, f64)], text: &dyn Fn(f64) -> String) -> String {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return String::new() };
    let values: Vec<f64> = points.iter().map(|point| point.1).collect();
    let peak = points.iter().fold(*first, |peak, point| if point.1 > peak.1 { *point } else { peak });
    let line = sparkline(&values, WIDE);
    let words = format!(
        "{} at {}, peak {} at {}, {} at {}",
        text(first.1),
        first.0,
        text(peak.1),
        peak.0,
        text(last.1),
        last.0
    );
    format!("{DIM}{name:<16}{DIM:#}{line}\n{:16}{words}\n", "")
}

/// A table of means.
fn means(rows: &[(String, MeanValue)], what: &str) -> String {
    let columns = [("", false), ("mean", true), ("s.e.", true), ("95 %", false), (what, true)];
    let row = |(name, mean): &(String, MeanValue)| {
        let [value, error, interval] = mean.rounded_cells();
        vec![name.clone(), value, error, interval, grouped(mean.n)]
    };
    table(&columns, rows.iter().map(row).collect())
}

fn positions(found: &PositionFindings<'_>) -> String {
    let mut text = format!("\n{BOLD}{}{BOLD:#}\n", found.headline());
    let _ = writeln!(text, "{}\n", found.counts());
    text += &means(&found.rows(), "positions");
    if !found.ranks.is_empty() {
        let shares: Vec<f64> = found.ranks.iter().map(|at| at.share).collect();
        let listed: Vec<String> =
            found.ranks.iter().take(6).map(|at| format!("{}: {:.1} %", at.rank, 100.0 * at.share)).collect();
        let more = if found.ranks.len() > 6 { ", …" } else { "" };
        let _ = writeln!(text, "\n{DIM}{:<16}{DIM:#}{}", "optimal by rank", sparkline(&shares, WIDE));
        let _ = writeln!(text, "{:16}{}{more}", "", listed.join(", "));
    }
    text
}

impl PositionFindings<'_> {
    /// What was found, in a line.
    pub(super) fn headline(&self) -> String {
        match self.top_move_optimal.all.mean {
            Some(share) => {
                format!(
                    "the best move by random play is optimal in {:.1} % of the positions after {} plies",
                    100.0 * share,
                    self.after
                )
            }
            None => format!("positions after {} plies", self.after),
        }
    }

    /// How many positions there were, and of what kind.
    pub(super) fn counts(&self) -> String {
        let how = if self.enumerated { "each once" } else { "chosen at random" };
        format!(
            "{} positions, {how}; {} decided positions were replaced; values are exact in {}; {} could not be solved",
            grouped(self.positions),
            grouped(self.resampled),
            grouped(self.exact),
            grouped(self.unsolved)
        )
    }

    /// All means over positions with their names.
    pub(super) fn rows(&self) -> Vec<(String, MeanValue)> {
        let mut rows = vec![("random play, first player".to_string(), self.uniform)];
        let by_value = self.uniform_by_value.iter();
        rows.extend(by_value.map(|of| (format!("  where best play pays {}", of.value), of.uniform)));
        rows.extend([
            ("top move optimal".to_string(), self.top_move_optimal.all),
            ("  where moves differ".to_string(), self.top_move_optimal.differing),
            ("rank of the optimal move".to_string(), self.rank_mean),
            ("change by a move".to_string(), self.accumulation.change),
            ("spread between moves".to_string(), self.accumulation.spread),
            ("correlation of two plies".to_string(), self.accumulation.correlation),
        ]);
        rows
    }
}
