//! Report pages: one HTML file each, which needs no network and no script.
//!
//! [`Page`] is the shell with its style sheet, [`Table`] a table, [`Chart`] and [`Ladder`] are plots as inline SVG, [`Boards`] draws
//! positions. The page of a match or tournament is made of them by [`RunReport`], from what [`Gathered`] kept of its games in one pass;
//! that of a study of strength by [`StudyReport`], from [`StudyGames`].
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
mod compare;
mod date;
mod gather;
mod histogram;
mod ladder;
mod many;
mod page;
mod plot;
mod ratio;
mod repeats;
mod replay;
mod rounds;
mod run;
mod sections;
mod series;
mod standing;
mod strength;
mod study;
mod tables;
mod verdict;

pub use axis::{Axis, Scale};
pub use boards::Boards;
pub use compare::{Comparison, by_rank, comparisons, p_text, significance_text};
pub use date::utc;
pub use gather::{Gathered, Progress, Sample, Why};
pub use ladder::{Ladder, Rung};
pub use many::{StudyRow, many_page};
pub use page::{Page, Table, escape, facts, grouped, paragraph};
pub use plot::Chart;
pub use ratio::{Ratio, ratios};
pub use repeats::{repeats_text, repeats_warning};
pub use replay::{Frame, Replay};
pub use rounds::{has_rounds, points_made, round_name};
pub use run::{RunReport, distinct_names, quoted};
pub use series::{Bar, Point, Series};
pub use standing::{
    Anchor, anchor_text, elo_text, interval_text, match_details, match_verdict, points_text, ranking, ranks, ratings,
    superiority,
};
pub use strength::{
    CurvePoint, Picture, TrialSummary, doubled_score, far_beyond_budget, fitted_curve, fitted_score, games_needed,
    iterations_text, level_interval, precision_reached, remarks, scores_of,
};
pub use study::{Ending, StudyGames, StudyReport, reproduce, step_found, won_words};
pub use verdict::{interval_words, sentence};
