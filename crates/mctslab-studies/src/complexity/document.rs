//! How strong a player is, or how deep a game: the document of a study.

use std::fmt::Write;

use mctslab_arena::Plan;
use mctslab_lab::{About, Document, KeyNumber, TextOptions, Touchstone, json_of, ordered_json_of, reproduce_study};
use mctslab_page::{BOLD, Page, Replay, Tone, grouped};
use serde::Serialize;
use serde_json::Value;

use super::bisection_findings::BisectionFindings;
use super::curve_numbers::iterations_text;
use super::fit::{Fit, FitStatus};
use super::fit_findings::FitFindings;
use super::ladder_findings::LadderFindings;
use super::level::LevelCount;
use super::method::{CONFIDENCE, Method, REFERENCE};
use super::shown_games::ComplexityGames;
use super::study::ComplexityStudy;
use super::verdict::{ends_text, sentence};
use crate::shared::{FORFEITS, Faults, ForfeitRow, Results, all_forfeited, fault_words, forfeit_lines, no_verdict};

/// What came of a study of strength.
#[derive(Serialize)]
pub(crate) struct ComplexityDocument<'a> {
    pub(crate) game: &'a str,
    pub(crate) target: &'a str,
    target_name: &'a str,
    pub(crate) touchstone: &'a str,
    touchstone_name: &'a str,
    pub(crate) method: &'a str,
    pub(crate) openings: &'a str,
    seed: u64,
    pub(crate) games: u64,
    duplicates: u64,
    pub(crate) forfeits: Vec<ForfeitRow>,
    /// Games that ended because a player crashed or did not start.
    crashes: u64,
    pub(crate) iterations: u64,
    pub(crate) verdict: String,
    version: &'a str,
    date: String,
    pub(crate) command: String,
    pub(crate) confidence: f64,
    pub(crate) interval: &'static str,
    pub(crate) assumes: &'static str,
    pub(crate) reference: &'static str,
    pub(crate) refitted: bool,
    #[serde(flatten)]
    pub(crate) findings: ComplexityFindings<'a>,
    #[serde(skip)]
    pub(crate) about: About<'a>,
    #[serde(skip)]
    pub(crate) study: &'a ComplexityStudy,
    #[serde(skip)]
    pub(crate) faults: Faults,
    #[serde(skip)]
    pub(crate) shown: Option<ShownComplexityGames<'a>>,
}

/// What the method found.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum ComplexityFindings<'a> {
    Fit(FitFindings<'a>),
    Bisection(BisectionFindings<'a>),
    Ladder(LadderFindings<'a>),
}

/// What a page shows of single games.
#[derive(Clone, Copy)]
pub(crate) struct ShownComplexityGames<'a> {
    pub(crate) games: &'a ComplexityGames,
    pub(crate) replays: &'a [Replay],
}

impl<'a> ComplexityFindings<'a> {
    fn of(study: &'a ComplexityStudy, known: Option<u64>, faults: Faults) -> ComplexityFindings<'a> {
        let mut findings = match study.method() {
            Method::Fit(fit) => ComplexityFindings::Fit(FitFindings::of(fit)),
            Method::Bisection(bisection) => ComplexityFindings::Bisection(BisectionFindings::of(bisection, known)),
            Method::Ladder(ladder) => ComplexityFindings::Ladder(LadderFindings::of(ladder)),
        };
        if faults.withheld {
            findings.forget();
        }
        findings
    }

    /// Nothing is said of a target that crashed too often.
    fn forget(&mut self) {
        match self {
            ComplexityFindings::Fit(FitFindings { status, estimate, low, high, .. })
            | ComplexityFindings::Bisection(BisectionFindings { status, estimate, low, high, .. }) => {
                (*status, *estimate, *low, *high) = (FORFEITS, None, None, None);
            }
            ComplexityFindings::Ladder(LadderFindings { status, estimate, low, high, .. }) => {
                (*status, *estimate, *low, *high) = (FORFEITS, None, None, None);
            }
        }
    }
}

impl<'a> ComplexityDocument<'a> {
    /// The document of a study as far as it was played.
    pub(crate) fn new(about: About<'a>, study: &'a ComplexityStudy) -> ComplexityDocument<'a> {
        let settings = about.settings;
        let method = study.method();
        let faults = Faults::of(study.forfeits(), study.games(), settings.count_forfeits);
        ComplexityDocument {
            game: &settings.game,
            target: about.agent(0),
            target_name: about.name(0),
            touchstone: about.agent(1),
            touchstone_name: about.name(1),
            method: &settings.format,
            openings: &settings.openings,
            seed: settings.seed,
            games: study.games(),
            duplicates: study.duplicates(),
            forfeits: ForfeitRow::all(study.forfeits()),
            crashes: faults.crashes,
            iterations: study.iterations(),
            verdict: verdict(&about, study, faults),
            version: &settings.version,
            date: about.day(),
            command: reproduce_study(settings),
            confidence: CONFIDENCE,
            interval: method.interval_definition(),
            assumes: method.assumptions(),
            reference: REFERENCE,
            refitted: study.is_observed(),
            findings: ComplexityFindings::of(study, known(&about), faults),
            about,
            study,
            faults,
            shown: None,
        }
    }

    /// The same with what a page shows of single games.
    pub(crate) fn with_games(mut self, games: &'a ComplexityGames, replays: &'a [Replay]) -> ComplexityDocument<'a> {
        self.shown = Some(ShownComplexityGames { games, replays });
        self
    }

    /// The run that the study is.
    pub(crate) fn about(&self) -> &About<'a> {
        &self.about
    }

    /// The study itself.
    pub(crate) fn study(&self) -> &'a ComplexityStudy {
        self.study
    }

    /// The verdict in one sentence.
    pub(crate) fn verdict(&self) -> &str {
        &self.verdict
    }

    /// What to type to play the study again.
    pub(crate) fn command(&self) -> &str {
        &self.command
    }

    /// The estimate with the ends of its interval, where they are known: of the target, hence
    /// nothing on a ladder.
    pub(crate) fn strength(&self) -> [Option<f64>; 3] {
        match &self.findings {
            ComplexityFindings::Fit(FitFindings { estimate, low, high, .. })
            | ComplexityFindings::Bisection(BisectionFindings { estimate, low, high, .. }) => [*estimate, *low, *high],
            ComplexityFindings::Ladder(_) => [None; 3],
        }
    }

    /// The estimate and its interval in words, as the verdict has them.
    pub(crate) fn strength_words(&self) -> (String, String) {
        let fit = match self.study.method() {
            _ if self.faults.withheld => return ("no verdict".to_string(), String::new()),
            Method::Fit(fit) => Some(fit),
            _ => None,
        };
        let [min, max] = fit.map_or([0, 0], |fit| [fit.plan().min, fit.plan().max]).map(grouped);
        match fit.and_then(Fit::status) {
            Some(FitStatus::BelowRange) => return (format!("below {min}"), String::new()),
            Some(FitStatus::AboveRange) => return (format!("above {max}"), String::new()),
            _ => {}
        }
        let [estimate, low, high] = self.strength().map(|number| number.map(iterations_text));
        let (low, high) = fit.map_or((low, high), |fit| ends_text(&fit.strength()));
        let interval = match (low, high) {
            (Some(low), Some(high)) => format!("{low} to {high}"),
            (Some(low), None) => format!("at least {low}"),
            (None, Some(high)) => format!("at most {high}"),
            (None, None) => String::new(),
        };
        (estimate.unwrap_or_else(|| "not known".to_string()), interval)
    }

    /// How sure the verdict is.
    pub(crate) fn tone(&self) -> Tone {
        let decided = match self.study.method() {
            _ if self.faults.withheld => return Tone::Bad,
            Method::Fit(fit) => fit.status().is_some_and(|status| status != FitStatus::BudgetSpent),
            Method::Bisection(bisection) => bisection.is_over(),
            Method::Ladder(ladder) => ladder.is_over(),
        };
        if decided { Tone::Good } else { Tone::Open }
    }

    /// What a ladder found, as a part of the text of something else.
    pub(crate) fn ladder_text(&self) -> String {
        let ComplexityFindings::Ladder(found) = &self.findings else { return String::new() };
        let (games, unit) = (grouped(self.games), unit(&self.about));
        let iterations = grouped(self.iterations);
        let head = format!("{BOLD}{}{BOLD:#}\n{games} games, {iterations} iterations of {unit}\n", self.verdict);
        head + &found.text()
    }

    /// The name of the agent with a number, as people read it.
    pub(crate) fn player_name(&self, number: usize) -> String {
        player_name(&self.about, self.study, number)
    }

    pub(crate) fn on_ladder(&self) -> bool {
        matches!(self.findings, ComplexityFindings::Ladder(_))
    }

    fn summary_line(&self, options: &TextOptions) -> String {
        let elapsed = options.elapsed.map(|time| format!(", {:.1} s", time.as_secs_f64())).unwrap_or_default();
        let (games, iterations) = (grouped(self.games), grouped(self.iterations));
        let openings = match self.openings {
            "none" => String::new(),
            spec => format!(", games start from {spec}"),
        };
        let (unit, seed) = (unit(&self.about), self.seed);
        format!("{games} games, {iterations} iterations of {unit}, seed {seed}{openings}{elapsed}\n")
    }

    /// What is said of games that repeat others, where there are many.
    fn repeats_line(&self) -> String {
        if self.duplicates * 20 <= self.games {
            return String::new();
        }
        let vary = || self.about.settings.hints.set("openings", "random(plies=4)");
        let cure =
            if self.openings == "none" { format!("; use `{}` to vary the start", vary()) } else { String::new() };
        format!("identical games: {} of {}{cure}\n", grouped(self.duplicates), grouped(self.games))
    }
}

impl Document for ComplexityDocument<'_> {
    fn json(&self) -> Value {
        json_of(self)
    }

    fn ordered_json(&self) -> String {
        ordered_json_of(self)
    }

    fn main_table(&self) -> Option<&'static str> {
        Some("evaluations")
    }

    /// The answer first, then the numbers behind it.
    fn text(&self, options: &TextOptions) -> String {
        let (name, game) = (|place: usize| self.about.name(place), &self.about.game);
        let head = if self.on_ladder() {
            format!("skill ladder of {} in {game}", name(1))
        } else {
            format!("{} in {game}", name(0))
        };
        let mut text = format!("{head}\n{BOLD}{}{BOLD:#}\n\n", self.verdict) + &self.summary_line(options);
        if self.refitted {
            let version = self.version;
            let _ = writeln!(text, "played by mctslab {version}; the curve is fitted to these games by this version");
        }
        text += &match &self.findings {
            // Crashes are no evidence of strength.
            _ if self.faults.withheld => String::new(),
            ComplexityFindings::Fit(found) => found.text(&self.about, options.verbose),
            ComplexityFindings::Bisection(found) => found.text(unit(&self.about)),
            ComplexityFindings::Ladder(found) => found.text(),
        };
        text += &forfeit_lines(&self.forfeits, |agent| self.player_name(agent));
        text += &self.repeats_line();
        if let Some(status) = self.about.open_status() {
            let _ = writeln!(text, "{status}: games are still to be played");
        }
        text
    }

    fn page(&self) -> Page {
        self.html()
    }

    fn headline(&self) -> String {
        self.verdict.clone()
    }

    /// The strength of the target: nothing on a ladder.
    fn key_number(&self) -> Option<KeyNumber> {
        let unit = unit(&self.about);
        let [value, low, high] = self.strength();
        let (text, interval) = self.strength_words();
        let (game, player) = (self.about.game.to_string(), self.about.name(0).to_string());
        let what = format!("iterations of {unit}");
        (!self.on_ladder()).then_some(KeyNumber { game, player, what, value, low, high, text, interval, even: None })
    }

    fn failure(&self) -> Option<String> {
        self.faults.all.then(|| all_forfeited(&*self.about.settings.hints))
    }
}

/// The verdict in one sentence, with the games that ended by a fault, or why there is none.
fn verdict(about: &About<'_>, study: &ComplexityStudy, faults: Faults) -> String {
    let name = |agent: usize| player_name(about, study, agent);
    let (counts, games) = (study.forfeits(), |_| study.games());
    if faults.withheld {
        return no_verdict(counts, games, name);
    }
    let said = sentence(study, about.name(1), about.open_status().is_some());
    fault_words(counts, games, name).map_or(said.clone(), |words| format!("{said}; {words}"))
}

/// The name of the agent with a number in a study, short enough for a page.
pub(crate) fn player(plan: &Plan, study: &ComplexityStudy, number: usize) -> String {
    let name = |place: usize| plan.names.get(place).map_or("", String::as_str);
    named(name(0), name(1), study, number)
}

fn player_name(about: &About<'_>, study: &ComplexityStudy, number: usize) -> String {
    named(about.name(0), about.name(1), study, number)
}

fn named(target: &str, touchstone: &str, study: &ComplexityStudy, number: usize) -> String {
    match study.iterations_of(number) {
        None => target.to_string(),
        Some(iterations) => format!("{touchstone} with {} iterations", grouped(iterations)),
    }
}

/// The touchstone as it is called in a sentence.
pub(crate) fn unit<'a>(about: &About<'a>) -> &'a str {
    if about.name(1) == "mcts" { "MCTS" } else { about.name(1) }
}

/// The target's own iterations, if it is the touchstone but for them.
fn known(about: &About<'_>) -> Option<u64> {
    let [target, touchstone] = about.settings.agents.as_slice() else { return None };
    Touchstone::new(touchstone).ok()?.iterations_of(target)
}

/// Games counted at a level, with the score that the study reckons with.
pub(crate) fn results_of_level(count: &LevelCount, score: f64) -> Results {
    Results { wins: count.wins, draws: count.draws, losses: count.losses, score: Some(score) }
}
