//! Matches and tournaments: what their documents share. The text opens with the game and closes
//! with remarks; the page has the settings on top, and sections on how the run went below its
//! results.

use std::fmt::Write;

use maud::{Markup, html};
use mctslab_arena::{Course, Stop, StopMeasure, StopState, Summary};
use mctslab_lab::{About, TextOptions, reproduce_run, settings_with};
use mctslab_page::{BOLD, DIM, Page, Replay, as_sentence, distinct_names, facts, grouped, note, paragraph, warning};
use mctslab_stats::Interval;
use serde::Serialize;

use super::gathered::Gathered;
use crate::shared::{
    FORFEITS, Faults, ForfeitRow, IntervalEnds, Results, all_forfeited, fault_words, forfeit_lines, no_verdict,
    repeats_text, repeats_warning,
};

/// What a reader should know of the intervals of a run that a test may end.
const TEST_REMARK: &str = "the 95 % intervals allow for stopping early";

/// What every run has in its JSON.
#[derive(Serialize)]
pub(crate) struct Findings<'a> {
    game: &'a str,
    pub(crate) games: u64,
    seed: u64,
    openings: &'a str,
    duplicates: u64,
    effective_games: u64,
    plies_mean: f64,
    pub(crate) forfeits: Vec<ForfeitRow>,
    /// Games that ended because a player crashed or did not start.
    crashes: u64,
    /// `ok`, or `forfeits` if too many games ended by a crash for a verdict of strength.
    status: &'static str,
    stopped: Option<Stopped<'a>>,
    sprt: Option<SprtFindings>,
    width: Option<WidthFindings>,
}

/// A run that its stop rule ended.
#[derive(Serialize)]
struct Stopped<'a> {
    rule: Option<&'a str>,
    verdict: &'static str,
    llr: Option<f64>,
}

/// Where a sequential test stands, decided or not.
#[derive(Serialize)]
struct SprtFindings {
    llr: f64,
    lower: f64,
    upper: f64,
    elo0: f64,
    elo1: f64,
    decision: &'static str,
    /// The decision in words.
    answer: Option<String>,
}

/// How wide the widest interval is, where a width was asked for.
#[derive(Serialize)]
struct WidthFindings {
    to: f64,
    widest: f64,
    reached: bool,
}

/// How an agent did in a seat.
#[derive(Serialize)]
pub(crate) struct SeatRow {
    pub(crate) agent: usize,
    #[serde(flatten)]
    pub(crate) of_seat: SeatResults,
}

/// The games of an agent in a seat, with the 95 % interval of its score there.
#[derive(Serialize)]
pub(crate) struct SeatResults {
    pub(crate) seat: usize,
    #[serde(flatten)]
    pub(crate) results: Results,
    #[serde(flatten)]
    ends: IntervalEnds,
}

/// What a page shows of single games.
#[derive(Clone, Copy)]
pub(crate) struct ShownGames<'a> {
    pub(crate) gathered: &'a Gathered,
    pub(crate) replays: &'a [Replay],
}

/// A run summed up.
pub(crate) struct Played<'a> {
    pub(crate) about: About<'a>,
    /// What the agents are called; equal ones are numbered by their place in the list.
    pub(crate) names: Vec<String>,
    pub(crate) summary: &'a Summary,
    pub(crate) course: &'a Course,
    pub(crate) faults: Faults,
    pub(crate) shown: Option<ShownGames<'a>>,
}

impl<'a> Played<'a> {
    pub(crate) fn new(about: About<'a>, summary: &'a Summary, course: &'a Course) -> Played<'a> {
        let (counts, counted) = (summary.forfeits(), about.settings.count_forfeits);
        let own = |agent: usize| summary.total(agent).games();
        let faults = Faults::of_agents(counts, summary.games(), counted, own);
        Played { names: distinct_names(about.names), about, summary, course, faults, shown: None }
    }

    /// A verdict with the games that ended by a fault, or why there is none.
    pub(crate) fn judged(&self, verdict: String) -> String {
        let (counts, name) = (self.summary.forfeits(), |agent: usize| self.names[agent].clone());
        let own = |agent: usize| self.summary.total(agent).games();
        if self.faults.withheld {
            return no_verdict(counts, own, name);
        }
        match fault_words(counts, own, name) {
            Some(words) => format!("{verdict}; {words}"),
            None => verdict,
        }
    }

    /// Why the run says nothing, if every game was forfeited.
    pub(crate) fn failure(&self) -> Option<String> {
        self.faults.all.then(|| all_forfeited(&*self.about.settings.hints))
    }

    pub(crate) fn findings(&self) -> Findings<'a> {
        let (settings, summary) = (self.about.settings, self.summary);
        let stop = self.course.stop().map(|stop| stop.state(summary));
        Findings {
            game: &settings.game,
            games: summary.games(),
            seed: settings.seed,
            openings: &settings.openings,
            duplicates: summary.duplicates(),
            effective_games: summary.effective(),
            plies_mean: summary.plies_mean(),
            forfeits: ForfeitRow::all(summary.forfeits()),
            crashes: self.faults.crashes,
            status: if self.faults.withheld { FORFEITS } else { "ok" },
            stopped: self.course.verdict().map(|verdict| Stopped {
                rule: settings.stop.as_deref(),
                verdict: verdict.word,
                llr: verdict.llr,
            }),
            sprt: stop.as_ref().and_then(|state| sprt_findings(state, self.answer())),
            width: stop.as_ref().and_then(width_findings),
        }
    }

    /// Whether a sequential test may end the run.
    pub(crate) fn is_tested(&self) -> bool {
        self.course.stop().is_some_and(Stop::is_test)
    }

    /// The 95 % interval of an agent's score, which allows for the rule that may end the run.
    pub(crate) fn interval(&self, agent: usize) -> Interval {
        self.course.interval(self.summary, agent)
    }

    /// What a sequential test of two agents has decided, in words.
    pub(crate) fn answer(&self) -> Option<String> {
        let (stop, [first, second]) = (self.course.stop()?, self.names.as_slice()) else { return None };
        // Crashes are no evidence of strength.
        stop.state(self.summary).answer(first, second).filter(|_| !self.faults.withheld)
    }

    /// What the stop rule said, or where it stands; `None` without a rule.
    fn stop_sentence(&self) -> Option<String> {
        let now = self.course.stop()?.state(self.summary).sentence();
        Some(self.course.verdict().map_or(now, |verdict| verdict.text.clone()))
    }

    /// Every agent in every seat, agent by agent.
    pub(crate) fn seat_rows(&self) -> Vec<SeatRow> {
        let seats = self.course.seats();
        let places = (0..self.names.len()).flat_map(|agent| (0..seats).map(move |seat| (agent, seat)));
        places.map(|(agent, seat)| SeatRow { agent, of_seat: self.in_seat(agent, seat) }).collect()
    }

    /// An agent in every seat.
    pub(crate) fn by_seat(&self, agent: usize) -> Vec<SeatResults> {
        (0..self.course.seats()).map(|seat| self.in_seat(agent, seat)).collect()
    }

    fn in_seat(&self, agent: usize, seat: usize) -> SeatResults {
        let tally = self.summary.in_seat(agent, seat);
        SeatResults { seat, results: Results::of(tally), ends: IntervalEnds::of(tally.interval()) }
    }

    /// The text around the tables of a run.
    pub(crate) fn text(&self, findings: &Findings<'_>, tables: &str, options: &TextOptions) -> String {
        let mut text = format!(
            "{BOLD}{}{BOLD:#}  {} games, seed {}, {:.1} plies per game",
            self.about.game,
            grouped(findings.games),
            findings.seed,
            findings.plies_mean
        );
        if let Some(time) = options.elapsed {
            let _ = write!(text, "{DIM}, {:.1} s{DIM:#}", time.as_secs_f64());
        }
        if let (Some(answer), Some(detail)) = (self.answer(), self.stop_sentence()) {
            let _ = write!(text, "\n\n{BOLD}{answer}{BOLD:#}\n{detail}");
        }
        let _ = write!(text, "\n\n{tables}\n");
        self.push_remarks(&mut text, findings);
        if let Some(row) = self.about.unfinished() {
            // Counted are the games that are there: the store's own count may be wrong.
            let rest = row.planned.saturating_sub(findings.games);
            let (rest, planned) = (grouped(rest), grouped(row.planned));
            let _ = writeln!(text, "{}: {rest} of {planned} games are still to play", row.status);
        }
        text
    }

    fn push_remarks(&self, text: &mut String, findings: &Findings<'_>) {
        if let Some(sentence) = self.stop_sentence().filter(|_| self.answer().is_none() && !self.faults.withheld) {
            let _ = writeln!(text, "{sentence}");
        }
        if self.is_tested() && !self.faults.withheld {
            let _ = writeln!(text, "{TEST_REMARK}");
        }
        text.push_str(&forfeit_lines(&findings.forfeits, |agent| self.names[agent].clone()));
        let _ = writeln!(text, "{}", repeats_text(self.summary));
        if let Some(warning) = repeats_warning(self.summary, self.about.settings) {
            let _ = writeln!(text, "{warning}");
        }
        let seatings = self.course.seatings();
        let (each, rest) = (self.about.settings.games, self.about.settings.games % seatings);
        if rest > 0 {
            let _ = match seatings {
                2 => {
                    writeln!(text, "{each} is an odd number of games: one agent moved first once more than the other.")
                }
                _ => {
                    writeln!(text, "{each} games do not fill all {seatings} orders of seats equally: {rest} left over.")
                }
            };
        }
    }

    /// The top of a page: whether there is more to play, and the settings.
    pub(crate) fn push_head(&self, page: &mut Page) {
        if let Some(row) = self.about.unfinished() {
            let rest = grouped(row.planned - row.games.min(row.planned));
            let (status, planned) = (row.status, grouped(row.planned));
            page.push(warning(&format!(
                "This run is not finished ({status}): {rest} of {planned} games are still to play."
            )));
        }
        page.push(note(&format!("{} games, {}", grouped(self.summary.games()), self.about.origin())));
        page.push(self.settings());
    }

    fn settings(&self) -> Markup {
        let settings = self.about.settings;
        let games = grouped(self.summary.games());
        let games = match self.about.row {
            Some(row) => format!("{games} of {} planned", grouped(row.planned)),
            None => games,
        };
        let mut rows = self.about.place_facts();
        rows.extend([
            ("game", settings.game.clone()),
            ("games", games),
            ("format", settings.format.clone()),
            ("openings", settings.openings.clone()),
        ]);
        let options = [
            ("clock", &settings.clock),
            ("adjudicate", &settings.adjudicate),
            ("resign", &settings.resign),
            ("stop", &settings.stop),
        ];
        rows.extend(options.into_iter().filter_map(|(name, value)| Some((name, value.clone()?))));
        rows.extend(self.about.origin_facts());
        let agents = self.names.iter().map(String::as_str).zip(settings.agents.iter().cloned());
        let agents = html! { h3 { "Agents" } (facts(&agents.collect::<Vec<_>>())) };
        let heading = "Settings, agents with every option, and how to reproduce";
        settings_with(heading, &rows, &agents, &reproduce_run(settings), &Markup::default())
    }

    /// What the stop rule said.
    pub(crate) fn result_remarks(&self) -> Markup {
        let said = match (self.course.stop(), self.course.verdict()) {
            _ if self.faults.withheld => return Markup::default(),
            (None, _) => None,
            (_, Some(verdict)) => Some(format!("The run was {}.", verdict.text)),
            (Some(stop), None) => Some(as_sentence(&stop.state(self.summary).sentence())),
        };
        let remark = self.is_tested().then(|| as_sentence(TEST_REMARK));
        html! { @for words in said.iter().chain(&remark) { (paragraph(words)) } }
    }

    /// How places of more than two players are counted.
    pub(crate) fn places_remark(&self) -> Markup {
        let words = "Wins: first place alone. Draws: first place shared. Score: mean payoff of all places.";
        if self.course.seatings() > 2 { paragraph(words) } else { Markup::default() }
    }
}

fn sprt_findings(state: &StopState, answer: Option<String>) -> Option<SprtFindings> {
    let StopMeasure::Sprt { differences: (elo0, elo1), report } = state.measure else { return None };
    let decision = match state.word() {
        Some("accept-h0") => "accepted h0",
        Some(_) => "accepted h1",
        None => "undecided",
    };
    Some(SprtFindings { llr: report.llr, lower: report.lower, upper: report.upper, elo0, elo1, decision, answer })
}

fn width_findings(state: &StopState) -> Option<WidthFindings> {
    let StopMeasure::Width { to, widest } = state.measure else { return None };
    Some(WidthFindings { to, widest, reached: state.word().is_some() })
}
