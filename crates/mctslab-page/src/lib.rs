//! How results are shown: pages as one HTML file each, which needs no network and no script, and
//! tables and boards for a terminal.
//!
//! [`Page`] is the shell with its style sheet, [`Table`] a table, [`Chart`], [`DotPlot`],
//! [`ForestPlot`] and [`HeatMap`] are plots as inline SVG, [`Boards`] draws positions and
//! [`Replay`] a game as a strip of them. [`table`] and [`draw`] do the same for a terminal. Nothing
//! here knows a run or a study: numbers, texts and [`View`](mctslab_core::View)s come in, markup
//! and text go out.
//!
//! ```
//! use mctslab_page::{Axis, Chart, Page, Series};
//!
//! let mut page = Page::new("A study");
//! let line = Series::line("score", vec![(1.0, 0.5), (2.0, 0.75)]);
//! let chart = Chart::new(Axis::linear("games"), Axis::linear("score")).with(line).svg();
//! page.section("growth", "Growth", chart);
//! assert!(page.html().contains("<h2>Growth</h2>"));
//! ```

mod axis;
mod bar_chart;
mod boards;
mod colours;
mod date;
mod dot_plot;
mod forest_plot;
mod game_strip;
mod heat_map;
mod histogram;
mod marks;
mod names;
mod numbers;
mod page;
mod plot;
mod series;
mod sparkline;
mod spread;
mod svg;
mod table;
mod terminal;
mod terminal_board;
mod wrap;

pub use axis::{Axis, Scale};
pub use bar_chart::{BarChart, BarSeries, ComparedBar};
pub use boards::Boards;
pub use date::utc;
pub use dot_plot::{Dot, DotPlot};
pub use forest_plot::{ForestPlot, PlayerValue};
pub use game_strip::{Replay, ReplayFrame, positions, strips};
pub use heat_map::HeatMap;
pub use histogram::histogram;
pub use names::{distinct_names, quoted};
pub use numbers::{as_sentence, counted, grouped, number_list, score_text};
pub use page::{Page, Section, facts, note, nothing, paragraph, side_by_side, verdict, warning};
pub use plot::Chart;
pub use series::{Bar, Point, Series};
pub use sparkline::sparkline;
pub use spread::Spread;
pub use svg::WIDTH;
pub use table::{Cell, Table, Tone, breakable};
pub use terminal::{BOLD, DIM, rate, table, table_within};
pub use terminal_board::{colour, draw};
pub use wrap::{filled, wrapped};
