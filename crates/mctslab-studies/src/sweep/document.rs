//! A sweep: the score of every setting, in every game and over all of them, the best one with its
//! fresh games, and those that are level with it.

use std::fmt::Write;

use mctslab_lab::{About, Document, LabError, TextOptions, json_of, ordered_json_of};
use mctslab_page::{BOLD, DIM, Page, Tone, grouped, table};
use serde::Serialize;
use serde_json::{Map, Value};

use super::confirmed::{Confirmed, ConfirmedInGame};
use super::standing::standing;
use super::state::Sweep;
use crate::shared::{ForfeitRow, Parameters, Results, forfeit_lines, repeats_warning};

/// What the table of settings does not show.
const TABLE_NOTE: &str =
    "The table shows the games that selected the best setting, so they flatter it. Fresh games are not included.";

/// What came of a sweep, in one game or in several.
#[derive(Serialize)]
pub(crate) struct SweepDocument<'a> {
    pub(super) games: Vec<&'a str>,
    pub(super) against: &'a str,
    pub(super) seed: u64,
    pub(super) settings: Vec<SettingRow<'a>>,
    best: Option<&'a str>,
    /// The probability that the best setting is the best.
    p_best: Option<f64>,
    /// The settings that are level with the best one.
    level_with: Vec<&'a str>,
    /// The fresh games of the best setting, if the best of every game is the same one.
    confirmed: Option<Confirmed<'a>>,
    /// Fresh games, game by game, each of the best setting there.
    confirmed_by_game: Vec<ConfirmedInGame<'a>>,
    pub(super) forfeits: Vec<GameForfeits<'a>>,
    #[serde(skip)]
    pub(super) best_place: Option<usize>,
    #[serde(skip)]
    pub(super) parameters: Parameters,
    #[serde(skip)]
    pub(super) parts: Vec<(About<'a>, &'a Sweep)>,
}

/// A setting with its score over all games, each with the same weight.
#[derive(Serialize)]
pub(super) struct SettingRow<'a> {
    pub(super) name: &'a str,
    spec: &'a str,
    /// The options in which settings differ.
    parameters: Map<String, Value>,
    pub(super) score: Option<f64>,
    se: Option<f64>,
    pub(super) low: f64,
    pub(super) high: f64,
    games: u64,
    /// The probability that it is the best of all.
    p_best: Option<f64>,
    /// Whether it is the opponent itself.
    is_opponent: bool,
    /// Its true score, where that is known: of the opponent itself.
    true_score: Option<f64>,
    pub(super) by_game: Vec<SettingInGame<'a>>,
}

/// The score of a setting in one game.
#[derive(Serialize)]
pub(super) struct SettingInGame<'a> {
    pub(super) game: &'a str,
    #[serde(flatten)]
    pub(super) results: Results,
    pub(crate) se: Option<f64>,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) games: u64,
}

/// Games that were forfeited in one game.
#[derive(Serialize)]
pub(super) struct GameForfeits<'a> {
    game: &'a str,
    #[serde(flatten)]
    pub(super) row: ForfeitRow,
}

impl<'a> SweepDocument<'a> {
    /// The document of a sweep in one game.
    pub(crate) fn new(about: About<'a>, sweep: &'a Sweep) -> SweepDocument<'a> {
        SweepDocument::of(vec![(about, sweep)])
    }

    /// The document of the same sweep in several games; the error says which run is another one.
    pub(crate) fn of_many(parts: Vec<(About<'a>, &'a Sweep)>) -> Result<SweepDocument<'a>, LabError> {
        for (place, (about, _)) in parts.iter().enumerate().skip(1) {
            let (first, run) = (&parts[0].0, about.place());
            if about.names != first.names {
                return Err(LabError::Request(format!(
                    "{run} sweeps other settings than {}, or against another opponent: one page holds one sweep in several games",
                    first.place()
                )));
            }
            let same = parts[..place].iter().find(|(earlier, _)| earlier.settings.game == about.settings.game);
            if let Some((earlier, _)) = same {
                return Err(LabError::Request(format!(
                    "{} and {run} are both of `{}`: one page holds one run of each game",
                    earlier.place(),
                    about.game
                )));
            }
        }
        Ok(SweepDocument::of(parts))
    }

    fn of(parts: Vec<(About<'a>, &'a Sweep)>) -> SweepDocument<'a> {
        let (about, sweep) = (parts[0].0.clone(), parts[0].1);
        let (count, sweeps): (usize, Vec<&Sweep>) = (sweep.settings(), parts.iter().map(|part| part.1).collect());
        let standing = standing(&sweeps);
        let (agents, names) = (&about.settings.agents, about.names);
        let parameters = Parameters::of(&agents[..count.min(agents.len())], &names[..count.min(names.len())]);
        let is_opponent = |place: usize| sweeps.iter().all(|sweep| sweep.is_opponent(place));
        let setting = |place: usize| {
            let (score, ends) = (standing.scores[place], standing.intervals[place]);
            SettingRow {
                name: about.name(place),
                spec: about.name(place),
                parameters: parameters.values[place].clone(),
                score: score.map(|score| score.mean),
                se: score.map(|score| score.error),
                low: ends.low,
                high: ends.high,
                games: sweeps.iter().map(|sweep| sweep.summary().total(place).games()).sum(),
                p_best: standing.p_best[place],
                is_opponent: is_opponent(place),
                true_score: sweep.even().filter(|_| is_opponent(place)),
                by_game: parts.iter().map(|(about, sweep)| SettingInGame::of(about, sweep, place)).collect(),
            }
        };
        let forfeits = parts.iter().flat_map(|(about, sweep)| {
            let rows = ForfeitRow::all(sweep.forfeits()).into_iter();
            rows.map(|row| GameForfeits { game: about.game, row })
        });
        let confirmed_by_game: Vec<ConfirmedInGame<'a>> =
            parts.iter().filter_map(|(about, sweep)| ConfirmedInGame::of(about, sweep)).collect();
        SweepDocument {
            games: parts.iter().map(|(about, _)| about.game).collect(),
            against: about.name(count),
            seed: about.settings.seed,
            settings: (0..count).map(setting).collect(),
            best: standing.best.map(|best| about.name(best)),
            p_best: standing.best.and_then(|best| standing.p_best[best]),
            level_with: standing.level_with.iter().map(|&place| about.name(place)).collect(),
            confirmed: Confirmed::of(standing.best, parts.len(), &confirmed_by_game),
            confirmed_by_game,
            forfeits: forfeits.collect(),
            best_place: standing.best,
            parameters,
            parts,
        }
    }

    /// The options that settings are called by in a table; none if there are many, so that specs
    /// serve better.
    fn keys(&self) -> &[String] {
        match self.parameters.keys.as_slice() {
            keys @ ([_] | [_, _]) if self.settings.len() > 1 => keys,
            _ => &[],
        }
    }

    /// The table of all settings: headings, and cells row by row.
    pub(super) fn cells(&self) -> (Vec<(&str, bool)>, Vec<Vec<String>>) {
        let keys = self.keys();
        let mut columns: Vec<(&str, bool)> = keys.iter().map(|key| (key.as_str(), true)).collect();
        if keys.is_empty() {
            columns.push(("agent", false));
        }
        columns.extend([("score", true), ("95 %", false), ("games", true), ("p best", true), ("standing", false)]);
        let many = self.games.len() > 1;
        if many {
            columns.extend(self.games.iter().map(|game| (*game, true)));
        }
        let row = |(place, setting): (usize, &SettingRow<'_>)| {
            let mut cells: Vec<String> = keys.iter().map(|key| self.parameters.cell(place, key)).collect();
            if keys.is_empty() {
                cells.push(setting.name.to_string());
            }
            cells.extend([
                setting.score.map_or_else(|| "-".to_string(), |score| format!("{score:.3}")),
                format!("{:.3} to {:.3}", setting.low, setting.high),
                grouped(setting.games),
                setting.p_best.map_or_else(|| "-".to_string(), |p| format!("{p:.2}")),
                self.mark(place),
            ]);
            if many {
                cells.extend(setting.by_game.iter().map(|row| row.results.score_cell()));
            }
            cells
        };
        (columns, self.settings.iter().enumerate().map(row).collect())
    }

    /// How a setting stands to the best one.
    fn mark(&self, place: usize) -> String {
        let standing = match self.best_place {
            Some(best) if best == place => "best",
            Some(_) if self.level_with.contains(&self.settings[place].name) => "level",
            Some(_) => "worse",
            None => "",
        };
        if self.settings[place].is_opponent { format!("{standing} (opponent)") } else { standing.to_string() }
    }

    /// The best setting in a sentence: by its fresh games if there are some.
    pub(super) fn verdict(&self) -> String {
        let (Some(place), Some(p)) = (self.best_place, self.p_best) else {
            return "No game was played yet.".to_string();
        };
        let (row, against, count) = (&self.settings[place], self.against, self.settings.len());
        let (name, score) = (row.name, row.score.unwrap_or_default());
        if count == 1 {
            return format!("{name} scores {score:.3} ({:.3} to {:.3}) against {against}.", row.low, row.high);
        }
        match &self.confirmed {
            Some(confirmed) => format!(
                "{} against {against}: the best of {count} settings with probability {p:.2}.",
                confirmed.words()
            ),
            None => format!(
                "{name} is the best of this sweep of {count} settings against {against}, with probability {p:.2}."
            ),
        }
    }

    /// Whether one setting is better than all others.
    pub(super) fn tone(&self) -> Tone {
        if self.settings.len() > 1 && self.best.is_some() && self.level_with.is_empty() {
            Tone::Good
        } else {
            Tone::Open
        }
    }

    /// What else there is to say of the best setting and of the others, in sentences.
    pub(super) fn sentences(&self) -> Vec<String> {
        let mut sentences: Vec<String> = self.level_words().into_iter().collect();
        if self.confirmed.is_none() {
            sentences.extend(self.confirmed_by_game.iter().map(ConfirmedInGame::sentence));
            sentences.extend(self.flattered());
        }
        for row in self.settings.iter().filter(|row| row.is_opponent) {
            let truth = row.true_score.map(|score| format!(": its true score is {score:.3}")).unwrap_or_default();
            sentences.push(format!("{} is the opponent itself{truth}.", row.name));
        }
        sentences
    }

    /// That a score that was chosen for being the highest is too high.
    fn flattered(&self) -> Option<String> {
        let row = &self.settings[self.best_place.filter(|_| self.settings.len() > 1)?];
        let (score, games) = (row.score?, grouped(row.games));
        Some(format!(
            "Its score of {score:.3} in {games} games is too high on average, because it was chosen for being the highest."
        ))
    }

    /// Which settings are level with the best, in a sentence; `None` if none could be.
    fn level_words(&self) -> Option<String> {
        let words = match self.level_with.as_slice() {
            [] => "All other settings are significantly worse.".to_string(),
            level if level.len() + 1 == self.settings.len() => "No other setting is significantly worse.".to_string(),
            [one] => format!("One setting is level with it: {one}."),
            level => format!("{} settings are level with it: {}.", level.len(), level.join(", ")),
        };
        (self.settings.len() > 1 && self.best.is_some()).then_some(words)
    }

    pub(super) fn name(&self, agent: usize) -> String {
        self.settings.get(agent).map_or(self.against, |row| row.name).to_string()
    }

    pub(super) fn played(&self) -> u64 {
        self.parts.iter().map(|(_, sweep)| sweep.played()).sum()
    }

    pub(super) fn runs(&self) -> Vec<i64> {
        self.parts.iter().filter_map(|(about, _)| about.run).collect()
    }

    /// What a reader should know: unfinished runs, and games that repeat each other.
    pub(super) fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        for (about, sweep) in &self.parts {
            if let Some(row) = about.unfinished() {
                let rest = grouped(row.planned.saturating_sub(sweep.played()));
                remarks.push(format!(
                    "{}: {rest} of {} games of {} are still to play",
                    row.status,
                    grouped(row.planned),
                    about.game
                ));
            }
            remarks.extend(repeats_warning(sweep.summary(), about.settings));
        }
        remarks
    }
}

impl<'a> SettingInGame<'a> {
    fn of(about: &About<'a>, sweep: &Sweep, place: usize) -> SettingInGame<'a> {
        let (tally, interval) = (sweep.summary().total(place), sweep.interval(place));
        SettingInGame {
            game: about.game,
            results: Results::of(tally),
            se: sweep.estimate(place).map(|estimate| estimate.error),
            low: interval.low,
            high: interval.high,
            games: tally.games(),
        }
    }
}

impl Document for SweepDocument<'_> {
    fn json(&self) -> Value {
        json_of(self)
    }

    fn ordered_json(&self) -> String {
        ordered_json_of(self)
    }

    fn text(&self, options: &TextOptions) -> String {
        let (games, played) = (self.games.join(", "), grouped(self.played()));
        let mut text = format!("{games}, {played} games against {}, seed {}", self.against, self.seed);
        if let Some(time) = options.elapsed {
            let _ = write!(text, "{DIM}, {:.1} s{DIM:#}", time.as_secs_f64());
        }
        let _ = writeln!(text, "\n{BOLD}{}{BOLD:#}", self.verdict());
        for sentence in self.sentences() {
            let _ = writeln!(text, "{sentence}");
        }
        let (columns, rows) = self.cells();
        let _ = writeln!(text, "\n{}", table(&columns, rows).trim_end());
        if self.settings.len() > 1 {
            let _ = writeln!(text, "{DIM}{TABLE_NOTE}{DIM:#}");
        }
        let rows: Vec<ForfeitRow> = self.forfeits.iter().map(|one| one.row.clone()).collect();
        text += &forfeit_lines(&rows, |agent| self.name(agent));
        for remark in self.remarks() {
            let _ = writeln!(text, "{remark}");
        }
        text
    }

    fn page(&self) -> Page {
        self.html()
    }

    fn headline(&self) -> String {
        self.verdict()
    }
}
