//! What can be played and what can play, as lists.

use mctslab_core::spec::{Entry, Kind, Param};
use mctslab_page::table_within;
use mctslab_registry::RegistryError;
use serde_json::{Value, json};

use crate::lab::Lab;

/// Games or agents.
pub struct EntryList<'a> {
    lab: &'a Lab,
    /// Each with its number of players, if it is a game.
    entries: Vec<(Entry, Option<usize>)>,
}

impl Lab {
    /// All games.
    pub fn games(&self) -> Result<EntryList<'_>, RegistryError> {
        let games = self.catalog().games().into_iter().map(|game| game.entry);
        let entries = games.map(|entry| Ok((entry, Some(self.catalog().game(entry.name)?.players()))));
        Ok(EntryList { lab: self, entries: entries.collect::<Result<_, RegistryError>>()? })
    }

    /// All agents, or those that can serve a game.
    pub fn agents(&self, game: Option<&str>) -> Result<EntryList<'_>, RegistryError> {
        let mut entries: Vec<Entry> = self.catalog().agents().iter().map(|agent| agent.entry).collect();
        if let Some(spec) = game {
            let game = self.catalog().game(spec)?;
            entries.retain(|entry| game.agent(&sample(entry)).is_ok());
        }
        Ok(EntryList { lab: self, entries: entries.into_iter().map(|entry| (entry, None)).collect() })
    }
}

impl EntryList<'_> {
    /// For programs: a document for each.
    pub fn json(&self) -> impl Iterator<Item = Value> {
        self.entries.iter().map(|(entry, players)| {
            let parameters = self.lab.option_schemas(entry);
            let mut document = json!({"name": entry.name, "summary": entry.doc, "parameters": parameters});
            if let Some(players) = players {
                document["players"] = json!(players);
            }
            document
        })
    }

    /// For people, in lines of at most `width` characters.
    pub fn text(&self, width: Option<usize>) -> String {
        let mut columns = vec![("name", false), ("what it is", false), ("options", false)];
        if self.entries.iter().any(|(_, players)| players.is_some()) {
            columns.insert(1, ("players", true));
        }
        let rows = self.entries.iter().map(|(entry, players)| {
            let mut cells = vec![entry.name.to_string()];
            cells.extend(players.map(|players| players.to_string()));
            cells.extend([entry.doc.to_string(), defaults(entry)]);
            cells
        });
        table_within(&columns, rows.collect(), width)
    }
}

/// The options of an entry with their defaults, as many as fit into a line.
fn defaults(entry: &Entry) -> String {
    const MOST: usize = 70;
    let option = |param: &Param| match param.default {
        Some(Param::FIRST) => format!("{}=(the game's)", param.name),
        Some(default) => format!("{}={default}", param.name),
        None => format!("{}=…", param.name),
    };
    let mut text = String::new();
    for (number, option) in entry.params.iter().map(option).enumerate() {
        if text.len() + option.len() > MOST {
            return format!("{text} and {} more", entry.params.len() - number);
        }
        text = [text.as_str(), &option].join(if number == 0 { "" } else { " " });
    }
    text
}

/// A spec of the agent that gives what must be given: the first of the choices, or one.
fn sample(entry: &Entry) -> String {
    let given = entry.params.iter().filter(|param| param.default.is_none()).map(|param| match param.kind {
        Kind::Choice(choices) => format!("{}={}", param.name, choices[0].name),
        Kind::Text => format!("{}=\"1\"", param.name),
        _ => format!("{}=1", param.name),
    });
    let given: Vec<String> = given.collect();
    if given.is_empty() { entry.name.to_string() } else { format!("{}({})", entry.name, given.join(",")) }
}

#[cfg(test)]
mod tests {
    use mctslab_registry::Catalog;

    use super::*;

    #[test]
    fn games_have_players_and_agents_do_not() {
        let lab = Lab::new(Catalog::standard(), &[]);
        let games = lab.games().expect("games");
        let mo = games.json().find(|game| game["name"] == "tic-tac-mo").expect("a game");
        assert_eq!(mo["players"], 3);
        assert!(games.text(None).contains("players"), "{}", games.text(None));
        let agents = lab.agents(None).expect("agents");
        assert!(agents.json().all(|agent| agent.get("players").is_none()));
        let serving = |game: &str| lab.agents(Some(game)).expect("agents").json().count();
        assert!(serving("chain") < agents.json().count(), "some agents know one game only");
    }
}
