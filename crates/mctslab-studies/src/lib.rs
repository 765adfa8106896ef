//! The studies on offer: one folder each, with its row, what it plays, its document and its page,
//! and the list of them.
//!
//! [`standard_lab`] is a laboratory with all of them, [`LabBuilder`] one to which games, agents,
//! parts and studies of one's own are added, and [`play_match`] and [`measure`] are the two
//! questions that are asked most, as calls.

mod builder;
mod calls;
mod course;
mod shared;

pub use builder::{FrontEnd, LabBuilder};
pub use calls::{AgentResult, Entrant, Found, Uct, measure, measure_by, play_match, write_report};
pub use complexity::{
    Bisection, BisectionBounds, BisectionPlan, ComplexityEstimate, Criterion, Fit, FitPlan, FitStatus, Goodness,
    Ladder, LadderPlan, Outcome, Purpose, Saturation, Trial,
};
use mctslab_lab::registry::Catalog;
use mctslab_lab::{Lab, StudyRow};

macro_rules! studies {
    ($($module:ident: $($row:ident),+;)*) => {
        $(mod $module;)*

        /// Every study, in the order in which they are listed.
        pub static STUDIES: &[StudyRow] = &[$($($module::$row),+),*];
    };
}

studies! {
    matches: ROW;
    tournament: ROUND_ROBIN, GAUNTLET, SWISS, KNOCKOUT;
    complexity: FIT, BISECTION, LADDER;
    analyze: ROW;
    efficiency: ROW;
    sweep: ROW;
    trace: ROW;
    exact_counts: ROW;
    probe: ROW;
    criteria: ROW;
}

/// A laboratory with the studies that mctslab comes with.
pub fn standard_lab(catalog: Catalog) -> Lab {
    Lab::new(catalog, STUDIES)
}
