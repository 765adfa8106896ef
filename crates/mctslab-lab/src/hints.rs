//! What to do next, in the words of whoever asked.
//!
//! Errors, remarks and documents often end with a cure: how to play a run on, how to vary the
//! openings. How that is done differs: by an option of a command line, a keyword of a function, a
//! button of a page. So libraries do not know it and ask the front end, which gives its words along
//! with the laboratory ([`Lab::with_hints`](crate::Lab::with_hints)).

use std::fmt;
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use mctslab_arena::StoreError;
use mctslab_core::program::program;
use mctslab_page::quoted;
use mctslab_registry::RegistryError;

use crate::error::LabError;

/// The words of a front end. Each is what is typed, clicked or called, without quotes around it:
/// texts put it in backticks, pages set it as code.
pub trait Hints: Send + Sync {
    /// Plays a stored run on; without a store, whichever is at hand. Agents that start programs
    /// have to be allowed to.
    fn resume(&self, run: i64, store: Option<&Path>, starts_programs: bool) -> String;

    /// Gives an option of a run a value, as openings.
    fn set(&self, option: &str, value: &str) -> String;

    /// The option that has this name where plans have it.
    fn option(&self, name: &str) -> String;

    /// Chooses a study that no option chooses by its name.
    fn choose(&self, study: &str) -> String;

    /// Allows agents to start programs.
    fn allow_engines(&self) -> String;

    /// Keeps runs in another store.
    fn name_store(&self) -> String;

    /// Keeps runs in no store.
    fn no_store(&self) -> String;

    /// Lists the runs of a store.
    fn list_runs(&self) -> String;

    /// Hands out what a run consists of, row by row.
    fn export(&self, run: i64) -> String;

    /// Examines a program that plays.
    fn check_engine(&self) -> String;

    /// Starts a worker process.
    fn start_worker(&self) -> String;

    /// Lists the games.
    fn list_games(&self) -> String;

    /// Lists the agents.
    fn list_agents(&self) -> String;

    /// Explains a game, an agent or a part by its name.
    fn explain(&self, name: &str) -> String;

    /// Asks for the same once more. Pages are read where the front end is gone, so that this is a
    /// command line unless a front end has something better.
    fn repeat(&self, recipe: &Recipe) -> String {
        recipe.command_line()
    }
}

/// The words for a program in Rust that uses the libraries.
pub struct LibraryHints;

impl Hints for LibraryHints {
    fn resume(&self, run: i64, store: Option<&Path>, starts_programs: bool) -> String {
        let store = store.map_or_else(|| "store".to_string(), |path| format!("{:?}", path.display().to_string()));
        format!("resume(&lab, {store}, {run}, {starts_programs})")
    }

    fn set(&self, option: &str, value: &str) -> String {
        format!("{option}: {value:?}")
    }

    fn option(&self, name: &str) -> String {
        name.to_string()
    }

    fn choose(&self, study: &str) -> String {
        self.set("study", study)
    }

    fn allow_engines(&self) -> String {
        "engines_allowed: true".to_string()
    }

    fn name_store(&self) -> String {
        "Some(path)".to_string()
    }

    fn no_store(&self) -> String {
        "None".to_string()
    }

    fn list_runs(&self) -> String {
        "Store::runs".to_string()
    }

    fn export(&self, run: i64) -> String {
        format!("Stored::new(&lab, &store, {run})")
    }

    fn check_engine(&self) -> String {
        "EngineRequest".to_string()
    }

    fn start_worker(&self) -> String {
        "arena::worker".to_string()
    }

    fn list_games(&self) -> String {
        "Lab::games".to_string()
    }

    fn list_agents(&self) -> String {
        "Lab::agents".to_string()
    }

    fn explain(&self, name: &str) -> String {
        format!("lab.explain({name:?})")
    }
}

/// The words that a laboratory and all that comes of it share.
#[derive(Clone)]
pub struct SharedHints(Arc<dyn Hints>);

impl SharedHints {
    /// The words of a front end.
    pub fn new(hints: impl Hints + 'static) -> SharedHints {
        SharedHints(Arc::new(hints))
    }
}

impl Deref for SharedHints {
    type Target = dyn Hints;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl Default for SharedHints {
    fn default() -> Self {
        SharedHints::new(LibraryHints)
    }
}

impl fmt::Debug for SharedHints {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("SharedHints")
    }
}

/// Words are no part of what was asked for: settings that differ in them alone are equal.
impl PartialEq for SharedHints {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for SharedHints {}

/// What was asked for, so that it can be asked for once more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipe {
    /// The command, of one word or two.
    pub command: String,
    /// What it is about: the game and the agents that stand for themselves.
    pub words: Vec<String>,
    /// Everything else, in the order in which it is written.
    pub parts: Vec<RecipePart>,
}

/// A setting of a [`Recipe`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecipePart {
    /// An option of the run.
    Option(String, String),
    /// A parameter of the study.
    Parameter(String, String),
    /// Something that is on.
    Switch(String),
    /// A text that is always in quotes.
    Text(String, String),
}

impl Recipe {
    /// A recipe without parts.
    pub fn new(command: &str, words: impl IntoIterator<Item = String>) -> Recipe {
        Recipe { command: command.to_string(), words: words.into_iter().collect(), parts: Vec::new() }
    }

    /// Adds an option of the run.
    pub fn option(&mut self, name: &str, value: &str) {
        self.parts.push(RecipePart::Option(name.to_string(), value.to_string()));
    }

    /// Adds an option of the run, if it has a value.
    pub fn option_if(&mut self, name: &str, value: Option<&String>) {
        if let Some(value) = value {
            self.option(name, value);
        }
    }

    /// Adds a text that is always in quotes.
    pub fn text(&mut self, name: &str, value: &str) {
        self.parts.push(RecipePart::Text(name.to_string(), value.to_string()));
    }

    /// Adds something that is on.
    pub fn switch(&mut self, name: &str) {
        self.parts.push(RecipePart::Switch(name.to_string()));
    }

    /// The command line that does the same.
    ///
    /// ```
    /// # use mctslab_lab::Recipe;
    /// let mut recipe = Recipe::new("match", ["nim", "uct(iters=5)", "random"].map(String::from));
    /// recipe.option("games", "10");
    /// assert_eq!(recipe.command_line(), "mctslab match nim 'uct(iters=5)' random -n 10");
    /// ```
    pub fn command_line(&self) -> String {
        let mut words = vec![program().to_string(), self.command.clone()];
        words.extend(self.words.iter().map(|word| quoted(word)));
        words.extend(self.parts.iter().map(RecipePart::command_words));
        words.join(" ")
    }
}

impl RecipePart {
    fn command_words(&self) -> String {
        match self {
            RecipePart::Option(name, value) if name == "games" => format!("-n {}", quoted(value)),
            RecipePart::Option(name, value) => format!("--{name} {}", quoted(value)),
            RecipePart::Parameter(name, value) => format!("--{name}={}", quoted(value)),
            RecipePart::Switch(name) => format!("--{name}"),
            RecipePart::Text(name, value) => format!("--{name} \"{value}\""),
        }
    }
}

/// What to do about an error, to be put behind its text; nothing if the text says it.
pub fn cure(error: &LabError, hints: &dyn Hints) -> String {
    match error.cause() {
        LabError::Registry(error) => cure_of_registry(error, hints),
        LabError::Store(error) => cure_of_store(error, hints),
        LabError::NotChosen { of, by, .. } => {
            let choice = by.map_or_else(|| hints.choose(of), |by| hints.set(by, of));
            format!(": `{choice}`")
        }
        _ => String::new(),
    }
}

/// The same of an error of the catalog.
pub fn cure_of_registry(error: &RegistryError, hints: &dyn Hints) -> String {
    match error {
        RegistryError::EnginesNotAllowed { .. } => format!("; add `{}` if you trust it", hints.allow_engines()),
        _ => String::new(),
    }
}

/// The same of an error of a store.
pub fn cure_of_store(error: &StoreError, hints: &dyn Hints) -> String {
    if error.another_would_help {
        return format!("; name another store with {}, or keep none with {}", hints.name_store(), hints.no_store());
    }
    if error.is_unknown_run { format!("; `{}` lists them", hints.list_runs()) } else { String::new() }
}
