//! The table of measurements in turns: medians, spread of the rounds, games that got slower.

use std::fmt::Write;

use super::QUANTITIES;

/// Differences below this share are not reported, however quiet the machine is: they arise from
/// other addresses of the same code.
const MIN_DIFFERENCE: f64 = 0.03;
/// A machine is quiet if ratios of rounds are typically within this share of their median.
const QUIET_DISTANCE: f64 = 0.03;

/// The speeds that `bench` reports for a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Speeds {
    pub(super) playouts: f64,
    pub(super) iterations: f64,
    pub(super) plies: Option<f64>,
    pub(super) bytes: Option<f64>,
}

/// The quantity to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    Playouts,
    Iterations,
}

impl Quantity {
    fn of(self, speeds: &Speeds) -> f64 {
        match self {
            Quantity::Playouts => speeds.playouts,
            Quantity::Iterations => speeds.iterations,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Quantity::Playouts => "playouts",
            Quantity::Iterations => "iterations",
        }
    }
}

/// One turn: the speeds of each program, or `None` where it does not know the game.
struct Turn {
    game: usize,
    threads: usize,
    found: Vec<Option<Speeds>>,
}

/// All turns. The first program is this revision.
pub(super) struct Table {
    programs: Vec<String>,
    games: Vec<String>,
    turns: Vec<Turn>,
}

/// This revision compared with another one: by the ratios of speeds that were measured directly
/// after each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ratio {
    /// The median of the rounds.
    pub(super) median: f64,
    /// The median distance of the rounds from it.
    pub(super) distance: f64,
}

impl Ratio {
    fn of(ratios: &[f64]) -> Option<Ratio> {
        let middle = median(ratios)?;
        let distances: Vec<f64> = ratios.iter().map(|ratio| (ratio - middle).abs()).collect();
        Some(Ratio { median: middle, distance: median(&distances)? })
    }

    /// Three times the typical distance, which chance exceeds in a few per cent of rows.
    fn margin(self) -> f64 {
        (3.0 * self.distance).max(MIN_DIFFERENCE)
    }

    fn is_slower(self) -> bool {
        self.median < 1.0 - self.margin()
    }

    fn is_faster(self) -> bool {
        self.median > 1.0 + self.margin()
    }

    /// The printed form: `0.81 slower`.
    fn text(self) -> String {
        let mark = if self.is_slower() {
            " slower"
        } else if self.is_faster() {
            " faster"
        } else {
            ""
        };
        format!("{:.2}{mark}", self.median)
    }
}

fn median(numbers: &[f64]) -> Option<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (low, high) = (sorted.get(sorted.len().checked_sub(1)? / 2)?, sorted.get(sorted.len() / 2)?);
    Some(f64::midpoint(*low, *high))
}

impl Table {
    pub(super) fn new(programs: Vec<String>, games: Vec<String>) -> Table {
        Table { programs, games, turns: Vec::new() }
    }

    pub(super) fn add(&mut self, game: usize, threads: usize, found: &[Option<Speeds>]) {
        self.turns.push(Turn { game, threads, found: found.to_vec() });
    }

    fn turns_of(&self, game: usize, threads: usize) -> impl Iterator<Item = &Turn> {
        self.turns.iter().filter(move |turn| turn.game == game && turn.threads == threads)
    }

    /// The median of a quantity of a program.
    fn median_of(
        &self,
        game: usize,
        threads: usize,
        program: usize,
        of: impl Fn(&Speeds) -> Option<f64>,
    ) -> Option<f64> {
        let found = self.turns_of(game, threads).filter_map(|turn| turn.found[program].as_ref().and_then(&of));
        median(&found.collect::<Vec<f64>>())
    }

    fn ratio(&self, game: usize, threads: usize, other: usize, quantity: Quantity) -> Option<Ratio> {
        let ratios = self.turns_of(game, threads).filter_map(|turn| {
            let [this, other] = [0, other].map(|program| turn.found[program].as_ref().map(|found| quantity.of(found)));
            Some(this? / other?)
        });
        Ratio::of(&ratios.collect::<Vec<f64>>())
    }

    fn threads(&self) -> Vec<usize> {
        let mut threads: Vec<usize> = self.turns.iter().map(|turn| turn.threads).collect();
        threads.sort_unstable();
        threads.dedup();
        threads
    }

    /// All comparisons: game, number of threads, program and quantity.
    fn ratios(&self) -> impl Iterator<Item = (usize, usize, usize, Quantity, Ratio)> {
        let places = self.threads().into_iter().flat_map(move |threads| {
            let programs = 1..self.programs.len();
            programs.flat_map(move |other| (0..self.games.len()).map(move |game| (game, threads, other)))
        });
        places.flat_map(move |(game, threads, other)| {
            let ratio = move |quantity| {
                let ratio = self.ratio(game, threads, other, quantity)?;
                Some((game, threads, other, quantity, ratio))
            };
            QUANTITIES.into_iter().filter_map(ratio)
        })
    }

    /// The games that got slower beyond the spread, in words.
    pub(super) fn slower(&self) -> impl Iterator<Item = String> {
        self.ratios().filter(|(.., ratio)| ratio.is_slower()).map(|(game, threads, other, quantity, ratio)| {
            format!(
                "{}: {} of `{}` with {threads} thread{}: {:.2} ± {:.2} times those of {}",
                if ratio.median < 0.9 { "SLOWER" } else { "slower" },
                quantity.name(),
                self.games[game],
                if threads == 1 { "" } else { "s" },
                ratio.median,
                ratio.margin(),
                self.programs[other]
            )
        })
    }

    /// The typical distance of rounds from their median, as a share.
    fn distance(&self) -> f64 {
        let distances: Vec<f64> = self.ratios().map(|(.., ratio)| ratio.distance / ratio.median).collect();
        median(&distances).unwrap_or(0.0)
    }

    /// The quietness of the machine, and the games that got slower.
    fn summary(&self) -> String {
        let distance = self.distance();
        let mut text = format!("Rounds typically differ by {:.1} % from their median.", 100.0 * distance);
        if distance > QUIET_DISTANCE {
            text += " The machine was NOT QUIET: run this again when nothing else runs.";
        }
        text.push('\n');
        let slower: Vec<String> = self.slower().collect();
        if slower.is_empty() {
            text += "Nothing got slower beyond the spread.\n";
        }
        slower.into_iter().fold(text, |text, line| text + &line + "\n")
    }

    /// A table for the terminal: a line for each game, number of threads and quantity.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        let width = self.games.iter().map(String::len).max().unwrap_or(0);
        let _ = write!(text, "{:width$}  threads  {:10}", "game", "per second");
        for name in &self.programs {
            let _ = write!(text, "  {name:>12}");
        }
        for name in &self.programs[1..] {
            let _ = write!(text, "  this / {name}");
        }
        text.push('\n');
        for threads in self.threads() {
            for quantity in QUANTITIES {
                for (game, name) in self.games.iter().enumerate() {
                    let mut line = format!("{name:width$}  {threads:7}  {:10}", quantity.name());
                    for program in 0..self.programs.len() {
                        let speed = self.median_of(game, threads, program, |speeds| Some(quantity.of(speeds)));
                        let _ = write!(line, "  {:>12}", rate(speed));
                    }
                    for (other, name) in self.programs.iter().enumerate().skip(1) {
                        let ratio = self.ratio(game, threads, other, quantity);
                        let shown = ratio.map_or("–".to_string(), Ratio::text);
                        let _ = write!(line, "  {shown:<0$}", "this / ".len() + name.len());
                    }
                    text += line.trim_end();
                    text.push('\n');
                }
            }
        }
        text + "\n" + &self.summary()
    }

    /// A table for docs/performance.md: a row for each game.
    pub(super) fn markdown(&self) -> String {
        let threads = self.threads();
        let mut heads = vec!["game".to_string()];
        for quantity in QUANTITIES {
            heads.extend(threads.iter().map(|threads| match threads {
                1 => format!("{}/s", quantity.name()),
                more => format!("{more} threads"),
            }));
            heads.extend(self.programs[1..].iter().map(|name| format!("times {name}")));
        }
        heads.extend(["plies per playout".to_string(), "bytes per iteration".to_string()]);
        let mut text = format!("| {} |\n|{}\n", heads.join(" | "), "---|".repeat(heads.len()));
        for (game, name) in self.games.iter().enumerate() {
            let mut cells = vec![name.clone()];
            for quantity in QUANTITIES {
                let speed = |&threads: &usize| self.median_of(game, threads, 0, |speeds| Some(quantity.of(speeds)));
                cells.extend(threads.iter().map(|threads| rate(speed(threads))));
                let ratio = |other| self.ratio(game, 1, other, quantity).map(|ratio| format!("{:.2}", ratio.median));
                cells.extend((1..self.programs.len()).map(|other| ratio(other).unwrap_or("–".to_string())));
            }
            let said = |of: fn(&Speeds) -> Option<f64>| {
                self.median_of(game, 1, 0, of).map_or("–".to_string(), |number| format!("{number:.1}"))
            };
            cells.extend([said(|speeds| speeds.plies), said(|speeds| speeds.bytes)]);
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        text + "\n" + &self.summary()
    }
}

/// A rate per second, with three digits.
fn rate(speed: Option<f64>) -> String {
    match speed {
        None => "–".to_string(),
        Some(speed) if speed >= 1e8 => format!("{:.0} M", speed / 1e6),
        Some(speed) if speed >= 1e7 => format!("{:.1} M", speed / 1e6),
        Some(speed) if speed >= 1e6 => format!("{:.2} M", speed / 1e6),
        Some(speed) if speed >= 1e5 => format!("{:.0} k", speed / 1e3),
        Some(speed) => format!("{:.1} k", speed / 1e3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speeds(playouts: f64, iterations: f64) -> Speeds {
        Speeds { playouts, iterations, plies: Some(20.0), bytes: None }
    }

    /// Two games, five rounds: the playouts of the first lost a fifth, everything else is the same
    /// up to noise; the other revision does not know the second game with two threads.
    fn table(noise: f64) -> Table {
        let programs = ["this", "old"].map(str::to_string).to_vec();
        let mut table = Table::new(programs, ["hex", "nim"].map(str::to_string).to_vec());
        for round in 0..5 {
            let wave = 1.0 + noise * [0.0, 1.0, -1.0, 0.5, -0.5][round];
            table.add(0, 1, &[Some(speeds(8e6 * wave, 2e6)), Some(speeds(10e6, 2e6))]);
            table.add(0, 2, &[Some(speeds(20e6, 4e6 * wave)), Some(speeds(20e6, 4e6))]);
            table.add(1, 1, &[Some(speeds(5e6, 1e6)), Some(speeds(5e6 * wave, 1e6))]);
            table.add(1, 2, &[Some(speeds(9e6, 2e6)), None]);
        }
        table
    }

    #[test]
    fn a_loss_beyond_the_spread_is_named_and_nothing_else() {
        let slower: Vec<String> = table(0.01).slower().collect();
        assert_eq!(slower, ["SLOWER: playouts of `hex` with 1 thread: 0.80 ± 0.03 times those of old"]);
        let text = table(0.01).text();
        assert!(text.contains("0.80 slower") && !text.contains("NOT QUIET"), "{text}");
        assert!(text.contains("20.0 M") && text.contains('–'), "{text}");
    }

    #[test]
    fn noise_hides_a_loss_and_is_said() {
        let noisy = table(0.4);
        assert_eq!(noisy.slower().next(), None);
        assert!(noisy.text().contains("Nothing got slower"), "{}", noisy.text());
        assert!(Ratio { median: 1.3, distance: 0.01 }.is_faster());
        let mut all = Table::new(["this", "old"].map(str::to_string).to_vec(), vec!["hex".to_string()]);
        for wave in [0.8, 1.0, 1.2] {
            all.add(0, 1, &[Some(speeds(8e6 * wave, 2e6 / wave)), Some(speeds(8e6, 2e6))]);
        }
        assert!(all.text().contains("NOT QUIET"), "{}", all.text());
    }

    #[test]
    fn the_markdown_has_a_row_for_each_game() {
        let markdown = table(0.01).markdown();
        let rows: Vec<&str> = markdown.lines().filter(|line| line.starts_with("| ")).collect();
        assert_eq!(rows.len(), 3, "{markdown}");
        let cells = |row: &str| row.matches('|').count();
        assert!(rows.iter().all(|row| cells(row) == cells(rows[0])), "{markdown}");
        assert!(rows[1].starts_with("| hex | 8.00 M | 20.0 M | 0.80 | 2.00 M |"), "{}", rows[1]);
    }

    #[test]
    fn medians_are_those_of_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0]), Some(2.5));
        assert_eq!(median(&[]), None);
    }
}
