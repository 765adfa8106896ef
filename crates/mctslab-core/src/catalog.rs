//! Rows of catalogs: how a game, an agent or a part of an agent enters a list, from which the
//! command line, the tests and the documentation are made.

use crate::Game;
use crate::spec::{Args, Entry, SpecError, find};

/// A row of a list: something that a spec may name, and its constructor.
#[derive(Clone, Copy, Debug)]
pub struct Row<B> {
    /// Name, one-line description and parameters.
    pub entry: Entry,
    /// The idea, the formula and the sources: the source text that starts with them (see
    /// [`crate::text::head`]). May be empty.
    pub source: &'static str,
    /// The constructor, which takes checked arguments.
    pub build: B,
}

/// A list of rows of one kind, each with a name of its own.
#[derive(Clone, Debug)]
pub struct Rows<B> {
    what: &'static str,
    list: Vec<Row<B>>,
    entries: Vec<Entry>,
}

impl<B> Rows<B> {
    /// A list with these rows; `what` is their kind in words, for errors. Names must differ.
    pub fn new(what: &'static str, rows: impl IntoIterator<Item = Row<B>>) -> Rows<B> {
        let mut list = Rows { what, list: Vec::new(), entries: Vec::new() };
        for row in rows {
            list.add(row).expect("listed names differ");
        }
        list
    }

    /// Adds a row; a name that is taken is an error.
    pub fn add(&mut self, row: Row<B>) -> Result<(), SpecError> {
        if self.entries.iter().any(|entry| entry.name == row.entry.name) {
            return Err(SpecError::NameTaken { what: self.what.to_string(), name: row.entry.name.to_string() });
        }
        self.entries.push(row.entry);
        self.list.push(row);
        Ok(())
    }

    /// The rows, in listed order.
    pub fn iter(&self) -> impl Iterator<Item = &Row<B>> {
        self.list.iter()
    }

    /// Name, description and parameters of each row, in listed order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The row with this name; the error lists all names.
    pub fn row(&self, name: &str) -> Result<&Row<B>, SpecError> {
        find(name, self.what, &self.entries)?;
        Ok(self.list.iter().find(|row| row.entry.name == name).expect("every entry is that of a row"))
    }

    /// The constructor of the thing that checked arguments name.
    pub fn build(&self, args: &Args) -> Result<&B, SpecError> {
        Ok(&self.row(args.name())?.build)
    }
}

/// The description of a game in the catalog.
pub struct GameInfo {
    /// Name, one-line description and options.
    pub entry: Entry,
    /// The rules, text formats, sources and known values: the head of the game's own file (see
    /// [`crate::text::head`]).
    pub source: &'static str,
    /// Specs that together use every option: the conformance suite checks each.
    pub samples: &'static [&'static str],
}

/// A game with all its options: an item of the list of games.
pub trait Family {
    /// The description of the game.
    const INFO: GameInfo;

    /// Builds the game with the given options and hands it to `visit`. Options were checked against
    /// [`GameInfo::entry`]; only combinations of them are left to refuse. A family may build
    /// different types for different sizes.
    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError>;
}

/// An operation on a game of any type.
pub trait Visit {
    /// The result of the operation.
    type Output;
    /// Performs the operation.
    fn visit<G: Game>(self, game: G) -> Self::Output;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{Spec, resolve};

    #[test]
    fn a_row_builds_what_its_name_says_and_no_name_has_two() {
        let row = |name, build| Row { entry: Entry::word(name, ""), source: "", build };
        let mut numbers = Rows::new("number", [row("one", 1), row("two", 2)]);
        numbers.add(row("three", 3)).expect("a new name");
        for (name, number) in [("one", 1), ("two", 2), ("three", 3)] {
            let args = resolve(&Spec::parse(name).expect("a spec"), "number", numbers.entries(), &[]).expect("listed");
            assert_eq!(numbers.build(&args), Ok(&number));
        }
        assert_eq!(numbers.row("tow").err().map(|error| error.to_string()), find_error(numbers.entries()));
        let taken = numbers.add(row("two", 22)).expect_err("taken").to_string();
        assert_eq!(taken, "there is a number called `two` already; choose another name");
        assert_eq!(numbers.iter().map(|row| row.build).collect::<Vec<_>>(), [1, 2, 3]);
    }

    fn find_error(entries: &[Entry]) -> Option<String> {
        find("tow", "number", entries).err().map(|error| error.to_string())
    }
}
