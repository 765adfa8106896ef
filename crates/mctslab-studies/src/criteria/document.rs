//! What two criteria of level matches say of simulated ones.

use std::fmt::Write;

use maud::{Markup, html};
use mctslab_lab::{About, Document, TextOptions, json_of, ordered_json_of, reproduce_samples, settings_html};
use mctslab_page::{BOLD, DIM, HeatMap, Page, Tone, as_sentence, counted, paragraph, table, verdict};
use serde::Serialize;
use serde_json::Value;

use super::CriteriaCell;
use crate::shared::MeanValue;

/// What the numbers mean.
const MEANING: &str = "\
A game is drawn with the draw probability, and otherwise won with the win probability; no real game is played.
Score difference: |wins - losses| / games. Quality: the TrueSkill match quality after an update for each game in turn.";

/// Simulated matches by their probabilities.
#[derive(Serialize)]
pub(crate) struct CriteriaDocument<'a> {
    game: &'a str,
    /// Games of a match.
    games: u64,
    /// Repetitions.
    seeds: u64,
    cells: Vec<MatchCell>,
    #[serde(skip)]
    about: About<'a>,
}

/// The matches of one pair of probabilities.
#[derive(Serialize)]
struct MatchCell {
    /// The probability of a win in a game that is not drawn.
    p: f64,
    /// The probability of a draw.
    t: f64,
    score_difference: MeanValue,
    quality: MeanValue,
}

/// A grid: what it shows, and which number of a cell that is.
type Grid = (&'static str, &'static str, fn(&MatchCell) -> MeanValue);

const GRIDS: [Grid; 2] = [
    ("difference", "Score difference", |cell| cell.score_difference),
    ("quality", "TrueSkill match quality", |cell| cell.quality),
];

impl<'a> CriteriaDocument<'a> {
    /// What simulated matches of `games` games came to in `seeds` repetitions.
    pub(crate) fn new(about: About<'a>, games: u64, seeds: u64, cells: &[CriteriaCell]) -> CriteriaDocument<'a> {
        let cell = |cell: &CriteriaCell| MatchCell {
            p: cell.win,
            t: cell.draw,
            score_difference: (&cell.score_difference).into(),
            quality: (&cell.quality).into(),
        };
        CriteriaDocument { game: about.game, games, seeds, cells: cells.iter().map(cell).collect(), about }
    }

    /// The rows of a grid, one for each win probability.
    fn rows(&self) -> impl Iterator<Item = &[MatchCell]> {
        self.cells.chunk_by(|a, b| a.p == b.p)
    }

    /// The draw probabilities, which are the columns.
    fn draws(&self) -> Vec<String> {
        self.rows().next().into_iter().flatten().map(|cell| format!("{:.1}", cell.t)).collect()
    }

    fn grid_text(&self, value: fn(&MatchCell) -> MeanValue) -> String {
        let draws = self.draws();
        let columns: Vec<(&str, bool)> =
            std::iter::once(("win \\ draw", true)).chain(draws.iter().map(|draw| (draw.as_str(), true))).collect();
        let row = |cells: &[MatchCell]| {
            let name = format!("{:.1}", cells[0].p);
            std::iter::once(name).chain(cells.iter().map(|cell| value(cell).cells(3)[0].clone())).collect()
        };
        table(&columns, self.rows().map(row).collect())
    }

    fn grid_svg(&self, value: fn(&MatchCell) -> MeanValue) -> Markup {
        let wins = self.rows().map(|cells| format!("{:.1}", cells[0].p)).collect();
        let cells = self.rows().map(|cells| cells.iter().map(|cell| value(cell).mean).collect()).collect();
        let (rows, columns) = ("win probability".to_string(), "draw probability".to_string());
        HeatMap::new((rows, wins), (columns, self.draws()), cells).svg()
    }

    /// The largest standard error of a grid.
    fn errors(&self, value: fn(&MatchCell) -> MeanValue) -> String {
        let errors = self.cells.iter().filter_map(|cell| value(cell).se);
        match errors.reduce(f64::max) {
            Some(most) => format!("standard errors are at most {most:.4}"),
            None => "one repetition has no standard errors".to_string(),
        }
    }
}

impl Document for CriteriaDocument<'_> {
    fn json(&self) -> Value {
        json_of(self)
    }

    fn ordered_json(&self) -> String {
        ordered_json_of(self)
    }

    fn text(&self, options: &TextOptions) -> String {
        let elapsed =
            options.elapsed.map(|time| format!("  {DIM}{:.1} s{DIM:#}", time.as_secs_f64())).unwrap_or_default();
        let mut text = format!("simulated matches{elapsed}\n{BOLD}{}{BOLD:#}\n", self.headline());
        for (_, heading, value) in GRIDS {
            let _ = write!(text, "\n{BOLD}{heading}{BOLD:#} ({})\n{}", self.errors(value), self.grid_text(value));
        }
        text + &format!("\n{DIM}{MEANING}{DIM:#}\n")
    }

    fn page(&self) -> Page {
        let mut page = Page::new(&self.about.title("simulated matches by two criteria"));
        page.push(verdict(&as_sentence(&self.headline()), Tone::Plain));
        page.push(paragraph(MEANING));
        let command = reproduce_samples(self.about.settings);
        page.push(settings_html("Settings", &self.about.origin_facts(), &command));
        for (id, heading, value) in GRIDS {
            let note = paragraph(&as_sentence(&self.errors(value)));
            page.section(id, heading, html! { (self.grid_svg(value)) (note) });
        }
        page
    }

    fn headline(&self) -> String {
        let equals = self.cells.iter().find(|cell| cell.p == 0.5 && cell.t == 0.0);
        let found = equals.and_then(|cell| Some((cell.score_difference.mean?, cell.quality.mean?)));
        let Some((difference, quality)) = found else { return "no match was simulated yet".to_string() };
        format!(
            "matches of {} between equally strong players who never draw have a score difference of {difference:.3} and a quality of {quality:.3}, \
             averaged over {}",
            counted(self.games, "game", "games"),
            counted(self.seeds, "repetition", "repetitions")
        )
    }
}
