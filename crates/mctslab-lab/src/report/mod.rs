//! Report pages: one HTML file each, which needs no network and no script.
//!
//! [`Page`] is the shell with its style sheet, [`Table`] a table, [`Chart`], [`DotPlot`] and
//! [`HeatMap`] are plots as inline SVG, [`Boards`] draws positions. [`Gathered`] and [`StudyGames`]
//! keep in one pass what a page shows of the games of a run; the rest of this module is the numbers
//! and words that pages share with the terminal. The pages themselves are those of
//! [`crate::documents`].
//!
//! ```
//! use mctslab_lab::report::{Axis, Chart, Page, Series};
//!
//! let mut page = Page::new("A study");
//! let line = Series::line("score", vec![(1.0, 0.5), (2.0, 0.75)]);
//! page.section("growth", "Growth", &Chart::new(Axis::linear("games"), Axis::linear("score")).with(line).svg());
//! assert!(page.html().contains("<h2>Growth</h2>"));
//! ```

mod axis;
mod boards;
mod colours;
mod compare;
mod date;
mod dot_plot;
mod faults;
mod gather;
mod heat_map;
mod histogram;
mod names;
mod numbers;
mod page;
mod plot;
mod ratio;
mod repeats;
mod replay;
mod series;
mod spread;
mod standing;
mod strength;
mod study_games;
mod verdict;

pub use crate::anchor::{Anchor, AnchorError};
pub use crate::documents::COUNT_FORFEITS;
pub use axis::{Axis, Scale};
pub use boards::Boards;
pub use compare::{Comparison, by_rank, comparisons, p_text, significance_text};
pub use date::utc;
pub use dot_plot::{Dot, DotPlot};
pub(crate) use faults::clearly_broken;
pub use faults::{FORFEITS, Faults, fault_words, no_verdict};
pub use gather::{Gathered, Sample, ScoreProgress, Why};
pub use heat_map::HeatMap;
pub(crate) use histogram::histogram;
pub use names::{distinct_names, quoted};
pub use numbers::{as_sentence, counted, grouped, score_text};
pub(crate) use page::NOTHING;
pub use page::{Page, Table, escape, facts, paragraph};
pub use plot::Chart;
pub(crate) use plot::WIDTH;
pub use ratio::{Ratio, ratios};
pub use repeats::{repeats_text, repeats_warning};
pub use replay::{Replay, ReplayFrame};
pub(crate) use replay::{strips, strips_among};
pub use series::{Bar, Point, Series};
pub use spread::Spread;
pub use standing::{
    anchor_of_course, anchor_text, elo_text, interval_text, match_details, match_verdict, points_text, range_text,
    ranking, ranks, ratings, superiority,
};
pub use strength::{
    CurvePoint, Picture, TrialSummary, doubled_score, far_beyond_budget, fitted_curve, fitted_score, games_needed,
    iterations_text, level_interval, precision_reached, remarks, scores_of,
};
pub use study_games::{Ending, StudyGames};
pub use verdict::{ends_text, interval_words, sentence};
