//! A match: every agent with its score and what that is in Elo, and how it did in each seat.

use maud::{Markup, html};
use mctslab_arena::{Course, Summary};
use mctslab_lab::{About, Document, KeyNumber, TextOptions, json_of, ordered_json_of};
use mctslab_page::{Page, Replay, Table, Tone, as_sentence, grouped, paragraph, table, verdict};
use mctslab_stats::elo;
use serde::Serialize;
use serde_json::Value;

use crate::course::{
    Findings, Gathered, Played, SeatResults, SeatRow, ShownGames, ShownOfCourse, elo_text, match_details,
    match_verdict, superiority,
};
use crate::shared::{IntervalEnds, Results, row};

/// What came of a match.
#[derive(Serialize)]
pub(crate) struct MatchDocument<'a> {
    agents: Vec<MatchAgent<'a>>,
    seats: Vec<SeatRow>,
    /// Pairs of games by the points that the first agent made in them: 0, 1/2, 1, 3/2, 2.
    pairs: Option<[u64; 5]>,
    #[serde(flatten)]
    findings: Findings<'a>,
    #[serde(skip)]
    played: Played<'a>,
}

/// An agent of a match.
#[derive(Serialize)]
struct MatchAgent<'a> {
    name: String,
    spec: &'a str,
    #[serde(flatten)]
    results: Results,
    #[serde(flatten)]
    ends: IntervalEnds,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    /// The likelihood of superiority; `None` where a sequential test may end the match, which stops
    /// when it is high.
    los: Option<f64>,
    /// The same by seat, seat 0 first, which moves first.
    by_seat: Vec<SeatResults>,
}

impl<'a> MatchAgent<'a> {
    fn new(played: &Played<'a>, number: usize) -> MatchAgent<'a> {
        let summary = played.summary;
        // Crashes are no evidence of strength.
        let two = played.names.len() == 2 && !played.faults.withheld;
        let (results, ends) = (Results::of(summary.total(number)), IntervalEnds::of(played.interval(number)));
        // Elo compares two: with one player, or three, there is no such number.
        let elo = |score: f64| if two { elo(score) } else { None };
        let superior = superiority(summary);
        MatchAgent {
            name: played.names[number].clone(),
            spec: played.about.agent(number),
            results,
            ends,
            elo: results.score.and_then(elo),
            elo_low: elo(ends.low),
            elo_high: elo(ends.high),
            los: (two && !played.is_tested()).then_some(if number == 0 { superior } else { 1.0 - superior }),
            by_seat: played.by_seat(number),
        }
    }

    fn scores(&self) -> [String; 2] {
        [self.results.score_cell(), self.ends.cell()]
    }

    fn elos(&self) -> [String; 2] {
        let mean = self.results.score.map_or("-".to_string(), elo_text);
        [mean, format!("{} to {}", elo_text(self.ends.low), elo_text(self.ends.high))]
    }
}

impl<'a> MatchDocument<'a> {
    /// The document of a match after the games of its summary.
    pub(crate) fn new(about: About<'a>, summary: &'a Summary, course: &'a Course) -> MatchDocument<'a> {
        let played = Played::new(about, summary, course);
        MatchDocument {
            agents: (0..played.names.len()).map(|number| MatchAgent::new(&played, number)).collect(),
            seats: played.seat_rows(),
            pairs: summary.pairs().map(|pairs| pairs.counts),
            findings: played.findings(),
            played,
        }
    }

    /// The same with what a page shows of single games.
    pub(crate) fn with_games(mut self, gathered: &'a Gathered, replays: &'a [Replay]) -> MatchDocument<'a> {
        self.played.shown = Some(ShownGames { gathered, replays });
        self
    }

    fn tables(&self) -> String {
        let mut text = self.agents_table();
        if self.agents.len() == 1 {
            return text;
        }
        // The answer of a test stands above the table.
        let verdict = self.verdict().filter(|_| self.played.answer().is_none());
        text.push('\n');
        text += &verdict.into_iter().chain(self.details()).map(|line| line + "\n").collect::<String>();
        text.push('\n');
        text += &self.seats_table();
        if self.agents.len() > 2 {
            text.push_str("\nwins: first place alone; draws: first place shared; score: mean payoff of all places");
        }
        text
    }

    /// What the match says in one sentence: the answer of its test, if it has one that has decided;
    /// `None` of no games.
    fn verdict(&self) -> Option<String> {
        let Played { summary, names, .. } = &self.played;
        let scored = || match_verdict(summary, names, |agent| self.played.interval(agent));
        self.played.answer().or_else(scored).map(|verdict| self.played.judged(verdict))
    }

    /// Whether the verdict says who is stronger.
    fn tone(&self) -> Tone {
        let one_is_better = self.agents.len() == 2 && self.agents.iter().any(|agent| agent.ends.low > 0.5);
        match (self.played.faults.withheld, self.agents.len()) {
            (true, _) => Tone::Bad,
            _ if one_is_better || self.played.answer().is_some() => Tone::Good,
            (_, 1) => Tone::Plain,
            _ => Tone::Open,
        }
    }

    /// How sure that is, where there is a verdict.
    fn details(&self) -> Option<String> {
        let details = match_details(self.played.summary, &self.played.names, !self.played.is_tested());
        details.filter(|_| !self.played.faults.withheld)
    }

    /// Whether differences are shown in Elo points: between two, if strength is spoken of at all.
    fn has_elo(&self) -> bool {
        self.agents.len() == 2 && !self.played.faults.withheld
    }

    fn agents_table(&self) -> String {
        let agents = self.agents.len();
        // One player alone neither wins nor loses.
        let mut columns = match agents {
            1 => vec![("agent", false), ("games", true), ("mean payoff", true), ("95 %", false)],
            _ => {
                vec![
                    ("agent", false),
                    ("wins", true),
                    ("draws", true),
                    ("losses", true),
                    ("score", true),
                    ("95 %", false),
                ]
            }
        };
        if self.has_elo() {
            columns.extend([("Elo", true), ("95 %", false)]);
        }
        let rows = self.played.names.iter().zip(&self.agents).map(|(name, one)| {
            let name = [name.clone()];
            match agents {
                1 => row([&name, &[grouped(one.results.games())], &one.scores()]),
                _ if self.has_elo() => row([&name, &one.results.counts(), &one.scores(), &one.elos()]),
                _ => row([&name, &one.results.counts(), &one.scores()]),
            }
        });
        table(&columns, rows.collect())
    }

    fn seats_table(&self) -> String {
        let columns =
            [("agent", false), ("seat", true), ("wins", true), ("draws", true), ("losses", true), ("score", true)];
        let rows = self.seats.iter().map(|one| {
            let SeatResults { seat, results, .. } = &one.of_seat;
            let head = [self.played.names[one.agent].clone(), seat.to_string()];
            row([&head, &results.counts(), &[results.score_cell()]])
        });
        table(&columns, rows.collect())
    }

    fn result(&self) -> Markup {
        html! {
            (self.result_table())
            @if let Some(details) = self.details() { (paragraph(&as_sentence(&details))) }
            (self.played.result_remarks())
            (self.played.places_remark())
        }
    }

    fn result_table(&self) -> Markup {
        let agents = self.agents.len();
        let score = if agents > 1 { "score" } else { "mean payoff" };
        let mut columns = vec![("agent", false), (score, true), ("95 %", true)];
        if self.has_elo() {
            columns.extend([("Elo", true), ("95 %", true)]);
        }
        columns.extend(if agents > 1 {
            &[("wins", true), ("draws", true), ("losses", true)][..]
        } else {
            &[("games", true)]
        });
        let mut table = Table::new(&columns);
        for (name, one) in self.played.names.iter().zip(&self.agents) {
            let name = [name.clone()];
            table.row(match agents {
                1 => row([&name, &one.scores(), &[grouped(one.results.games())]]),
                _ if self.has_elo() => row([&name, &one.scores(), &one.elos(), &one.results.counts()]),
                _ => row([&name, &one.scores(), &one.results.counts()]),
            });
        }
        table.html()
    }
}

/// The document of a course, with what a page shows of single games.
pub(crate) fn match_document<'a>(
    about: About<'a>,
    summary: &'a Summary,
    course: &'a Course,
    shown: ShownOfCourse<'a>,
) -> Box<dyn Document + 'a> {
    let document = MatchDocument::new(about, summary, course);
    Box::new(match shown {
        Some((gathered, replays)) => document.with_games(gathered, replays),
        None => document,
    })
}

impl Document for MatchDocument<'_> {
    fn json(&self) -> Value {
        json_of(self)
    }

    fn ordered_json(&self) -> String {
        ordered_json_of(self)
    }

    fn text(&self, options: &TextOptions) -> String {
        self.played.text(&self.findings, &self.tables(), options)
    }

    fn headline(&self) -> String {
        self.verdict().unwrap_or_else(|| "no game was played".to_string())
    }

    /// The score of the first of two agents.
    fn key_number(&self) -> Option<KeyNumber> {
        let [first, second] = self.played.names.as_slice() else { return None };
        let MatchAgent { results, ends, .. } = &self.agents[0];
        let withheld = self.played.faults.withheld;
        let text = if withheld { "no verdict".to_string() } else { results.score_cell() };
        Some(KeyNumber {
            game: self.played.about.game.to_string(),
            player: format!("{first} against {second}"),
            what: "score of the first".to_string(),
            value: results.score.filter(|_| !withheld),
            low: Some(ends.low),
            high: Some(ends.high),
            text,
            interval: if withheld { String::new() } else { ends.cell() },
            even: Some(0.5),
        })
    }

    fn failure(&self) -> Option<String> {
        self.played.failure()
    }

    fn page(&self) -> Page {
        let (about, names) = (&self.played.about, &self.played.names);
        let mut page = Page::new(&about.title(&format!("{}, {}", about.game, names.join(" against "))));
        if let Some(words) = self.verdict() {
            page.push(verdict(&format!("Verdict: {words}."), self.tone()));
        }
        self.played.push_head(&mut page);
        page.section("result", "Result", self.result());
        self.played.push_sections(&mut page, &self.findings);
        page
    }
}
