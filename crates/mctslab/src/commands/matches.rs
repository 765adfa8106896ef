//! `mctslab match GAME A B [C] -n N`: a match with seats taken evenly.

use std::collections::HashSet;
use std::fmt::Write;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mctslab_registry::{AnyGame, Record, Schedule};
use mctslab_stats::{Scores, elo};
use serde_json::{Value, json};

use crate::cli::{MatchArgs, Options};
use crate::output::{BOLD, DIM, Usage, emit, emit_json, grouped, table};

pub(crate) fn run(args: &MatchArgs, options: &Options) -> anyhow::Result<()> {
    let game = mctslab_registry::game(&args.game)?;
    if args.agents.len() != game.players() {
        let (found, wanted) = (args.agents.len(), game.players());
        let message = format!("{found} agents for `{}`, which has {wanted} seats: give {wanted} agents", args.game);
        return Err(Usage(message).into());
    }
    let agents = args.agents.iter().map(|agent| game.agent(agent)).collect::<Result<Vec<String>, _>>()?;
    let schedule = Schedule::new(agents.len(), args.games, options.seed);
    let start = Instant::now();
    let bar = progress_bar(args.games, options);
    let mut first = Scores::default();
    let mut played = |record: &Record| {
        first.add(payoff(record, 0));
        let range = first.interval();
        let mean = first.mean().unwrap_or_default();
        bar.set_message(format!("score {mean:.3} ({:.3} to {:.3})", range.low, range.high));
        bar.inc(1);
    };
    let records = game.play_all(&agents, &schedule, options.threads(), &mut played)?;
    bar.finish_and_clear();
    let report = Report::new(&*game, &agents, &records)?;
    if options.json {
        return emit_json(&report.json(game.spec(), &agents, options.seed));
    }
    emit(&report.text(&*game, args, &schedule, options, start.elapsed()))
}

/// A bar on a terminal, nothing elsewhere.
fn progress_bar(games: u64, options: &Options) -> ProgressBar {
    let bar = ProgressBar::new(games);
    if options.quiet {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {per_sec}, {eta} left  {msg}");
    bar.set_style(style.expect("a valid template").progress_chars("━╸─"));
    bar
}

/// What agent number `agent` was paid.
fn payoff(record: &Record, agent: usize) -> f64 {
    let seat = record.seats.iter().position(|&other| other == agent).expect("every agent has a seat");
    record.payoffs[seat]
}

/// Counts of places: first alone, first with others, anything else.
#[derive(Default, Clone, Copy)]
struct Tally {
    wins: u64,
    draws: u64,
    losses: u64,
    scores: Scores,
}

impl Tally {
    fn add(&mut self, record: &Record, seat: usize) {
        let mine = record.payoffs[seat];
        let best = record.payoffs.iter().copied().fold(0.0, f64::max);
        let shared = record.payoffs.iter().filter(|&&payoff| payoff == best).count() > 1;
        match (mine == best, shared) {
            (true, false) => self.wins += 1,
            (true, true) => self.draws += 1,
            (false, _) => self.losses += 1,
        }
        self.scores.add(mine);
    }
}

/// A match summed up.
struct Report {
    /// By agent.
    agents: Vec<Tally>,
    /// By agent and seat.
    seats: Vec<Vec<Tally>>,
    games: u64,
    plies: u64,
    duplicates: u64,
    effective: u64,
}

impl Report {
    fn new(game: &dyn AnyGame, agents: &[String], records: &[Record]) -> anyhow::Result<Report> {
        let mut totals = vec![Tally::default(); agents.len()];
        let mut seats = vec![vec![Tally::default(); agents.len()]; agents.len()];
        let mut distinct = HashSet::new();
        for record in records {
            // The same moves by other agents in the seats are another game.
            distinct.insert((record.digest, &record.seats));
            for (seat, &agent) in record.seats.iter().enumerate() {
                totals[agent].add(record, seat);
                seats[agent][seat].add(record, seat);
            }
        }
        let games = records.len() as u64;
        let duplicates = games - distinct.len() as u64;
        let deterministic = agents.iter().map(|agent| game.deterministic(agent)).collect::<Result<Vec<bool>, _>>()?;
        let effective = if deterministic.iter().all(|&fixed| fixed) { games - duplicates } else { games };
        let plies = records.iter().map(|record| u64::from(record.plies)).sum();
        Ok(Report { agents: totals, seats, games, plies, duplicates, effective })
    }

    fn json(&self, game: &str, agents: &[String], seed: u64) -> Value {
        let agent = |(tally, spec): (&Tally, &String)| {
            let range = tally.scores.interval();
            let mean = tally.scores.mean();
            // Elo compares two: with one player, or three, there is no such number.
            let elo = |score: f64| if self.agents.len() == 2 { elo(score) } else { None };
            json!({
                "spec": spec, "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
                "score": mean, "low": range.low, "high": range.high,
                "elo": mean.and_then(elo), "elo_low": elo(range.low), "elo_high": elo(range.high),
            })
        };
        let seat = |agent: usize, seat: usize, tally: &Tally| {
            json!({
                "agent": agent, "seat": seat, "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
                "score": tally.scores.mean(),
            })
        };
        let seats = self.seats.iter().enumerate().flat_map(|(number, tallies)| {
            tallies.iter().enumerate().map(move |(place, tally)| seat(number, place, tally))
        });
        json!({
            "game": game, "games": self.games, "seed": seed,
            "agents": self.agents.iter().zip(agents).map(agent).collect::<Vec<_>>(),
            "seats": seats.collect::<Vec<_>>(),
            "duplicates": self.duplicates, "effective_games": self.effective,
            "plies_mean": self.plies as f64 / self.games.max(1) as f64,
        })
    }

    fn text(
        &self,
        game: &dyn AnyGame,
        args: &MatchArgs,
        schedule: &Schedule,
        options: &Options,
        time: Duration,
    ) -> String {
        let seconds = time.as_secs_f64();
        let mut text = format!(
            "{BOLD}{}{BOLD:#}  {} games, seed {}, {:.1} plies a game{DIM}, {seconds:.1} s{DIM:#}\n\n",
            game.spec(),
            grouped(self.games),
            options.seed,
            self.plies as f64 / self.games.max(1) as f64
        );
        text += &self.agents_table(&args.agents);
        text.push('\n');
        text += &self.seats_table(&args.agents);
        text.push('\n');
        self.push_remarks(&mut text, schedule);
        text
    }

    fn agents_table(&self, names: &[String]) -> String {
        let duel = self.agents.len() == 2;
        let mut columns =
            vec![("agent", false), ("wins", true), ("draws", true), ("losses", true), ("score", true), ("95 %", false)];
        if duel {
            columns.extend([("Elo", true), ("95 %", false)]);
        }
        let rows = self.agents.iter().zip(names).map(|(tally, name)| {
            let range = tally.scores.interval();
            let mean = tally.scores.mean().unwrap_or_default();
            let mut row = vec![name.clone(), grouped(tally.wins), grouped(tally.draws), grouped(tally.losses)];
            row.extend([format!("{mean:.3}"), format!("{:.3} to {:.3}", range.low, range.high)]);
            if duel {
                row.extend([elo_text(mean), format!("{} to {}", elo_text(range.low), elo_text(range.high))]);
            }
            row
        });
        table(&columns, rows.collect())
    }

    fn seats_table(&self, names: &[String]) -> String {
        let columns =
            [("agent", false), ("seat", true), ("wins", true), ("draws", true), ("losses", true), ("score", true)];
        let mut rows = Vec::new();
        for (tallies, name) in self.seats.iter().zip(names) {
            for (seat, tally) in tallies.iter().enumerate() {
                let mean = tally.scores.mean().map_or("-".to_string(), |mean| format!("{mean:.3}"));
                let counts = [tally.wins, tally.draws, tally.losses].map(grouped);
                rows.push([&[name.clone(), seat.to_string()], counts.as_slice(), &[mean]].concat());
            }
        }
        table(&columns, rows)
    }

    fn push_remarks(&self, text: &mut String, schedule: &Schedule) {
        if self.agents.len() > 2 {
            text.push_str("wins: first place alone; draws: first place shared; score: mean payoff of all places\n");
        }
        let _ = writeln!(text, "identical games: {} of {}", grouped(self.duplicates), grouped(self.games));
        if self.effective < self.games {
            let _ = writeln!(
                text,
                "The agents always play alike: these are only {} different games, and the intervals are too narrow.",
                self.effective
            );
        }
        let rest = self.games % schedule.seatings();
        if rest > 0 {
            let _ = writeln!(
                text,
                "{} games do not divide into {} seatings: {rest} over.",
                self.games,
                schedule.seatings()
            );
        }
    }
}

fn elo_text(score: f64) -> String {
    elo(score).map_or_else(|| if score > 0.5 { "+∞" } else { "-∞" }.to_string(), |elo| format!("{elo:+.0}"))
}
