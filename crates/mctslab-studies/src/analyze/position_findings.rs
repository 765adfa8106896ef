//! What random play is worth in positions, and whether it points to the best move.

use mctslab_registry::samples::outlook::Outlook;
use serde::Serialize;

use crate::shared::MeanValue;
use super::positions::AnalyzedPositions;

/// What was found in positions.
#[derive(Serialize)]
pub(super) struct PositionFindings<'a> {
    pub(super) positions: u64,
    pub(super) after: u32,
    pub(super) enumerated: bool,
    pub(super) resampled: u64,
    pub(super) exact: u64,
    pub(super) unsolved: u64,
    pub(super) uniform: MeanValue,
    pub(super) uniform_by_value: Vec<ByValue>,
    pub(super) top_move_optimal: TopMove,
    pub(super) rank_mean: MeanValue,
    pub(super) ranks: Vec<AtRank>,
    pub(super) accumulation: Accumulation,
    #[serde(skip)]
    pub(super) found: &'a AnalyzedPositions,
}

/// Positions of one true value: what random play pays the first player in them. `balance` is the
/// mean where a loss counts −1.
#[derive(Serialize)]
pub(super) struct ByValue {
    pub(super) value: f64,
    #[serde(flatten)]
    pub(super) uniform: MeanValue,
    pub(super) balance: Option<f64>,
}

/// How often the best move by uniform value is optimal.
#[derive(Serialize)]
pub(super) struct TopMove {
    pub(super) all: MeanValue,
    pub(super) differing: MeanValue,
}

/// Positions whose first optimal move has a rank.
#[derive(Serialize)]
pub(super) struct AtRank {
    pub(super) rank: usize,
    pub(super) positions: f64,
    pub(super) share: f64,
}

/// How uniform values change from ply to ply.
#[derive(Serialize)]
pub(super) struct Accumulation {
    pub(super) change: MeanValue,
    pub(super) spread: MeanValue,
    pub(super) correlation: MeanValue,
}

impl<'a> PositionFindings<'a> {
    pub(super) fn of(found: &'a AnalyzedPositions, plan: &Outlook) -> PositionFindings<'a> {
        let by_value = found.by_value.iter().map(|of| ByValue {
            value: of.value,
            uniform: (&of.uniform).into(),
            balance: of.uniform.mean().map(|mean| 2.0 * mean - 1.0),
        });
        let solved = found.rank.count() as f64;
        let rank = |(rank, &positions): (usize, &f64)| AtRank { rank, positions, share: positions / solved };
        PositionFindings {
            positions: found.count(),
            after: plan.after,
            enumerated: plan.enumerate,
            resampled: found.redrawn,
            exact: found.exact,
            unsolved: found.unsolved,
            uniform: (&found.uniform).into(),
            uniform_by_value: by_value.collect(),
            top_move_optimal: TopMove {
                all: MeanValue::share(&found.top_optimal),
                differing: MeanValue::share(&found.top_optimal_differing),
            },
            rank_mean: (&found.rank).into(),
            ranks: found.ranks.iter().enumerate().map(rank).collect(),
            accumulation: Accumulation {
                change: (&found.change).into(),
                spread: (&found.spread).into(),
                correlation: (&found.correlation).into(),
            },
            found,
        }
    }
}
