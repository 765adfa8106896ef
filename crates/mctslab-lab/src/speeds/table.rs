//! How fast games and searches are.

use mctslab_page::{rate, table};
use mctslab_registry::{BenchReport, PlayoutSpeeds};
use serde::Serialize;
use serde_json::Value;

use crate::document::json_of;

/// Speeds of one game, summed over the threads that measured them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Speeds {
    playouts_per_s: f64,
    plies_per_playout: f64,
    plies_per_s: f64,
    iterations_per_s: f64,
    bytes_per_iteration: f64,
    threads: usize,
}

impl Speeds {
    /// What the threads measured together: rates add up, the rest is a mean.
    ///
    /// ```
    /// # use mctslab_lab::Speeds;
    /// # use mctslab_registry::BenchReport;
    /// let one = BenchReport { playouts: 90, playout_seconds: 0.5, plies_per_playout: 6.0, ..BenchReport::default() };
    /// let one = BenchReport { iterations: 8, search_seconds: 2.0, bytes_per_iteration: 30.0, ..one };
    /// let both = Speeds::of(&[one, BenchReport { plies_per_playout: 8.0, ..one }]);
    /// let json = serde_json::to_value(both).expect("numbers");
    /// for (key, value) in [("playouts_per_s", 360.0), ("plies_per_playout", 7.0), ("plies_per_s", 2520.0)] {
    ///     assert_eq!(json[key], value, "{key}");
    /// }
    /// assert_eq!((&json["iterations_per_s"], &json["threads"]), (&8.0.into(), &2.into()));
    /// ```
    pub fn of(reports: &[BenchReport]) -> Speeds {
        let sum = |speed: fn(&BenchReport) -> f64| reports.iter().map(speed).sum::<f64>();
        let threads = reports.len();
        let playouts = sum(|report| report.playouts as f64 / report.playout_seconds);
        let plies = sum(|report| report.plies_per_playout) / threads as f64;
        Speeds {
            playouts_per_s: playouts,
            plies_per_playout: plies,
            plies_per_s: playouts * plies,
            iterations_per_s: sum(|report| report.iterations as f64 / report.search_seconds),
            bytes_per_iteration: sum(|report| report.bytes_per_iteration) / threads as f64,
            threads,
        }
    }
}

/// Instructions by kind of work; `None` where they cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct InstructionCounts {
    /// Of one playout.
    #[serde(rename = "instructions_per_playout")]
    pub playout: Option<f64>,
    /// Of one iteration.
    #[serde(rename = "instructions_per_iteration")]
    pub iteration: Option<f64>,
}

/// The speeds of one game with one agent.
#[derive(Clone, Debug, Serialize)]
pub struct SpeedRow {
    /// The game's resolved spec.
    pub game: String,
    /// The agent's resolved spec.
    pub agent: String,
    /// The speeds.
    #[serde(flatten)]
    pub speeds: Speeds,
    /// Instructions, if they were to be counted.
    #[serde(flatten)]
    pub counted: Option<InstructionCounts>,
    /// Iterations of each search, all in one tree, if sizes are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iters: Option<u64>,
    /// The game as it was typed.
    #[serde(skip)]
    pub name: String,
}

impl SpeedRow {
    /// For programs.
    pub fn json(&self) -> Value {
        json_of(self)
    }

    fn cells(&self) -> Vec<String> {
        let Speeds { playouts_per_s, plies_per_playout, plies_per_s, iterations_per_s, bytes_per_iteration, .. } =
            self.speeds;
        let mut cells = vec![
            self.name.clone(),
            rate(playouts_per_s),
            format!("{plies_per_playout:.1}"),
            rate(plies_per_s),
            rate(iterations_per_s),
            format!("{bytes_per_iteration:.1}"),
        ];
        if let Some(iters) = self.iters {
            cells.insert(4, iters.to_string());
        }
        let text = |count: Option<f64>| count.map_or("?".to_string(), |count| format!("{count:.0}"));
        cells.extend(self.counted.iter().flat_map(|counted| [text(counted.playout), text(counted.iteration)]));
        cells
    }
}

/// The speeds of some games as a table; `agent` as it was typed.
pub fn speed_table(rows: &[SpeedRow], agent: &str) -> String {
    let mut columns = vec![
        ("game", false),
        ("playouts/s", true),
        ("plies/playout", true),
        ("plies/s", true),
        ("iterations/s", true),
        ("bytes/iteration", true),
    ];
    if rows.iter().any(|row| row.iters.is_some()) {
        columns.insert(4, ("in one tree", true));
    }
    if rows.iter().any(|row| row.counted.is_some()) {
        columns.extend([("instr/playout", true), ("instr/iteration", true)]);
    }
    let threads = rows.first().map_or(1, |row| row.speeds.threads);
    let threads = format!("{threads} thread{}", if threads == 1 { "" } else { "s" });
    let note = format!("\niterations by {agent} from the initial position, {threads}\n");
    table(&columns, rows.iter().map(SpeedRow::cells).collect()) + &note
}

/// A playout beside the plainest one, in one game.
#[derive(Clone, Debug, Serialize)]
pub struct PlayoutSpeedRow {
    game: String,
    playout: String,
    listing_per_s: f64,
    playouts_per_s: f64,
    share: f64,
    #[serde(skip)]
    name: String,
}

impl PlayoutSpeedRow {
    /// The row of a game by its resolved spec and as it was typed.
    pub fn new(game: &str, name: &str, playout: &str, speeds: PlayoutSpeeds) -> PlayoutSpeedRow {
        PlayoutSpeedRow {
            game: game.to_string(),
            playout: playout.to_string(),
            listing_per_s: speeds.listing,
            playouts_per_s: speeds.policy,
            share: speeds.policy / speeds.listing,
            name: name.to_string(),
        }
    }

    /// For programs.
    pub fn json(&self) -> Value {
        json_of(self)
    }

    fn cells(&self) -> Vec<String> {
        let share = format!("{:.0} %", 100.0 * self.share);
        vec![self.name.clone(), rate(self.listing_per_s), rate(self.playouts_per_s), share]
    }
}

/// The same playout in some games as a table.
pub fn playout_table(rows: &[PlayoutSpeedRow], playout: &str) -> String {
    let columns = [("game", false), ("listing/s", true), (playout, true), ("share", true)];
    table(&columns, rows.iter().map(PlayoutSpeedRow::cells).collect())
}
