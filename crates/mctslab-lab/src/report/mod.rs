//! Pages that tell of a study: one HTML file each, which needs no network and no script.
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
mod date;
mod gather;
mod histogram;
mod ladder;
mod page;
mod plot;
mod replay;
mod run;
mod sections;
mod series;
mod standing;
mod strength;
mod study;

pub use axis::{Axis, Scale};
pub use boards::Boards;
pub use date::utc;
pub use gather::{Gathered, Progress, Sample, Why};
pub use ladder::{Ladder, Rung};
pub use page::{Page, Table, escape, facts, grouped, paragraph};
pub use plot::Chart;
pub use replay::{Frame, Replay};
pub use run::{RunReport, distinct_names, quoted};
pub use series::{Bar, Point, Series};
pub use standing::{elo_text, interval_text, points_text, ranking, ranks, ratings};
pub use strength::{
    CurvePoint, Picture, TrialSummary, crossing, fitted_curve, iterations_text, level_interval, remarks, scores_of,
};
pub use study::{Ending, StudyGames, StudyReport};
