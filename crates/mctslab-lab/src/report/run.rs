//! The page of a match or a tournament: what was asked for, what came of it, how sure that is, and some of the games.

use std::fmt::Write;

use mctslab_arena::{Course, RunRow, Status, Summary};

use super::boards::Boards;
use super::date::utc;
use super::gather::Gathered;
use super::page::{Page, escape, facts, grouped};
use super::replay::Replay;
use super::rounds::has_rounds;
use super::standing::Anchor;

/// All that the page of a run reports.
pub struct RunReport<'a> {
    /// The run as the store has it.
    pub row: &'a RunRow,
    /// The game without its defaults, for the title.
    pub game: &'a str,
    /// Its games summed up.
    pub summary: &'a Summary,
    /// Its course after these games.
    pub course: &'a Course,
    /// What else was kept of its games.
    pub gathered: &'a Gathered,
    /// The agent whose rating is given, if one was asked for.
    pub anchor: Option<Anchor>,
    /// Games to be shown.
    pub replays: &'a [Replay],
}

impl RunReport<'_> {
    /// The whole page.
    pub fn html(&self) -> String {
        let mut page = Page::new(&self.title());
        page.push(&self.verdict());
        page.push(&self.status());
        page.push(&self.settings());
        page.section("result", "Result", &self.result());
        if self.is_tournament() {
            if has_rounds(self.course.format()) {
                page.section("rounds", "Rounds", &self.rounds());
            }
            page.section("ratings", "Ratings", &self.ratings());
            page.section("cross", "Cross table", &self.cross());
            page.section("pairs", "Pairs", &self.pairs());
        }
        page.section("progress", "Score over time", &self.progress());
        page.section("seats", "Seats", &self.seats());
        page.section("lengths", "Length of games", &self.lengths());
        page.section("endings", "How games ended", &self.endings());
        page.section("repeats", "Identical games", &self.repeats());
        page.section("games", "Games", &self.games());
        page.html()
    }

    pub(super) fn is_tournament(&self) -> bool {
        self.row.settings.command == "tournament"
    }

    /// The agents as they were typed; equal ones are numbered by their place in the list.
    pub(super) fn names(&self) -> Vec<String> {
        distinct_names(&self.row.names)
    }

    fn title(&self) -> String {
        let (game, names) = (self.game, self.names());
        if self.is_tournament() {
            return format!("Run {}: {game} tournament of {} agents", self.row.run, names.len());
        }
        format!("Run {}: {game}, {}", self.row.run, names.join(" against "))
    }

    fn status(&self) -> String {
        let row = self.row;
        let mut html = String::new();
        if row.status != Status::Finished {
            let rest = row.planned - row.games.min(row.planned);
            let _ = writeln!(
                html,
                "<p class=\"warning\">This run is not finished ({}): {} of {} games are still to play.</p>",
                row.status,
                grouped(rest),
                grouped(row.planned)
            );
        }
        let when = utc(row.started);
        let games = grouped(self.summary.games());
        let _ = writeln!(
            html,
            "<p class=\"note\">{games} games, seed {}, started {when}, mctslab {}, {}, {}</p>",
            row.settings.seed,
            escape(&row.settings.version),
            escape(&row.machine),
            row.status
        );
        html
    }

    fn settings(&self) -> String {
        let (row, settings) = (self.row, &self.row.settings);
        let agents: Vec<(String, String)> = self.names().into_iter().zip(settings.agents.iter().cloned()).collect();
        let mut rows: Vec<(&str, String)> = vec![
            ("run", row.run.to_string()),
            ("status", row.status.to_string()),
            ("game", settings.game.clone()),
            ("games", format!("{} of {} planned", grouped(self.summary.games()), grouped(row.planned))),
            ("format", settings.format.clone()),
            ("openings", settings.openings.clone()),
        ];
        let options = [
            ("clock", &settings.clock),
            ("adjudicate", &settings.adjudicate),
            ("resign", &settings.resign),
            ("stop", &settings.stop),
        ];
        rows.extend(options.into_iter().filter_map(|(name, value)| Some((name, value.clone()?))));
        rows.extend([
            ("seed", settings.seed.to_string()),
            ("version", settings.version.clone()),
            ("machine", row.machine.clone()),
            ("started", utc(row.started)),
        ]);
        let agents = facts(&agents.iter().map(|(name, spec)| (name.as_str(), spec.clone())).collect::<Vec<_>>());
        format!(
            "<details id=\"settings\">\n<summary>Settings, agents with every option, and how to reproduce</summary>\n{}\
             <h3>Agents</h3>\n{agents}<h3>Reproduce</h3>\n<pre>{}</pre>\n</details>\n",
            facts(&rows),
            escape(&self.command())
        )
    }

    /// What to type to play the run again.
    fn command(&self) -> String {
        let settings = &self.row.settings;
        let mut words = vec!["mctslab".to_string(), settings.command.clone(), quoted(&settings.game)];
        words.extend(settings.agents.iter().map(|agent| quoted(agent)));
        words.extend(["-n".to_string(), settings.games.to_string(), "--seed".to_string(), settings.seed.to_string()]);
        let mut option = |name: &str, value: &str| words.extend([name.to_string(), quoted(value)]);
        if self.is_tournament() {
            option("--format", &settings.format);
        }
        if settings.openings != "none" {
            option("--openings", &settings.openings);
        }
        let options = [
            ("--clock", &settings.clock),
            ("--adjudicate", &settings.adjudicate),
            ("--resign", &settings.resign),
            ("--stop", &settings.stop),
        ];
        for (name, value) in options {
            if let Some(value) = value {
                option(name, value);
            }
        }
        words.join(" ")
    }

    fn games(&self) -> String {
        strips(self.replays)
    }
}

/// Games as strips of boards, with a list of them.
pub(super) fn strips(replays: &[Replay]) -> String {
    if replays.is_empty() {
        return NOTHING.to_string();
    }
    let mut html = String::from("<ul>\n");
    for replay in replays {
        let _ = writeln!(html, "<li><a href=\"#{}\">{}</a></li>", replay.id(), escape(&replay.title));
    }
    html.push_str("</ul>\n");
    let mut boards = Boards::default();
    let strips: String = replays.iter().map(|replay| replay.html(&mut boards)).collect();
    html + &boards.shared() + &strips
}

/// What is said where there is nothing to report.
pub(super) const NOTHING: &str = "<p class=\"note\">No game was played yet.</p>\n";

/// Names of which equal ones got their place in the list.
pub fn distinct_names(names: &[String]) -> Vec<String> {
    let repeated = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
    let one = |(place, name): (usize, &String)| {
        if repeated(name) { format!("{name} #{}", place + 1) } else { name.clone() }
    };
    names.iter().enumerate().map(one).collect()
}

/// A word for a shell.
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=+,".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_a_shell() {
        assert_eq!(quoted("uct(iters=5)"), "'uct(iters=5)'");
        assert_eq!(quoted("connect-four"), "connect-four");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn equal_names_are_told_apart() {
        let names = ["random", "uct", "random"].map(str::to_string);
        assert_eq!(distinct_names(&names), ["random #1", "uct", "random #3"]);
    }
}
