//! Matches and measurements as calls: no command line, no store, and types in place of strings
//! where they serve.
//!
//! The games are those that the command line would play: same agents, same seed, same records.

use crate::standard_lab;
use std::path::Path;
use std::sync::Arc;

use mctslab_core::catalog::Row;
use mctslab_core::spec::Entry;
use mctslab_core::text::interned;
use mctslab_core::{Agent, Game};
use mctslab_lab::{Control, LabError, Request, Run, TextOptions, drive, hire};
use mctslab_page::Page;
use mctslab_registry::search::finish::Finish;
use mctslab_registry::search::select::{Context, Select, Selection};
use mctslab_registry::{AgentRow, AnyGame, Catalog};
use serde::Deserialize;
use serde_json::Value;

use crate::complexity::{ComplexityEstimate, ComplexityStudy, Method};

/// Adds what an agent needs to a catalog, and returns its spec.
type Enter = dyn Fn(&mut Catalog) -> Result<String, LabError> + Send + Sync;

/// An agent as [`play_match`] and [`measure`] take it: a spec, an agent of one's own, or what
/// [`Uct`] builds.
#[derive(Clone)]
pub struct Entrant(Arc<Enter>);

impl Entrant {
    /// An agent of one's own for games of the type `G`, made anew for every thread. Reports call it
    /// `name`.
    pub fn own<G: Game, A: Agent<G> + 'static>(
        name: &str,
        make: impl Fn(&G) -> A + Clone + Send + Sync + 'static,
    ) -> Entrant {
        let name = name.to_string();
        Entrant(Arc::new(move |catalog| {
            let (name, make) =
                (free_name(&name, |name| catalog.agents().iter().any(|one| one.entry.name == name)), make.clone());
            let row = AgentRow::new(Entry::word(name, "an agent of this program"), "");
            catalog.add_agent(row.serving(move |game: &G, _| Ok(Box::new(make(game)))))?;
            Ok(name.to_string())
        }))
    }
}

impl From<&str> for Entrant {
    fn from(spec: &str) -> Entrant {
        Entrant::from(spec.to_string())
    }
}

impl From<String> for Entrant {
    fn from(spec: String) -> Entrant {
        Entrant(Arc::new(move |_| Ok(spec.clone())))
    }
}

/// A name that is not taken yet: `name`, `name-2`, `name-3`, …
fn free_name(name: &str, taken: impl Fn(&str) -> bool) -> &'static str {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let free = std::iter::once(name.to_string()).chain(numbered).find(|name| !taken(name));
    interned(&free.unwrap_or_default())
}

/// The name of a type as specs write it: `MyRule` is `my-rule`.
fn name_of<T>() -> String {
    let path = std::any::type_name::<T>();
    let path = path.split('<').next().unwrap_or(path);
    let name = path.rsplit("::").next().unwrap_or(path);
    let mut text = String::new();
    for letter in name.chars().filter(char::is_ascii_alphanumeric) {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

/// Monte Carlo tree search, put together by types: the agent `uct` with these options. What is not
/// set is as by default.
///
/// ```
/// use mctslab_lab::registry::search::finish::Mean;
/// use mctslab_lab::registry::Catalog;
/// use mctslab_studies::{Uct, play_match, standard_lab};
///
/// let game = standard_lab(Catalog::standard()).game("tic-tac-toe")?;
/// let uct = Uct::new(&game).iterations(50).exploration(0.7).finish(Mean).build()?;
/// let found = play_match(&game, [uct, "random".into()], 20, 1)?;
/// assert!(found.results()[0].score > 0.5);
/// # Ok::<(), mctslab_lab::LabError>(())
/// ```
#[derive(Clone)]
pub struct Uct {
    game: Arc<dyn AnyGame>,
    options: Vec<(&'static str, String)>,
    parts: Vec<(&'static str, Arc<Enter>)>,
}

impl Uct {
    /// The agent for a game.
    pub fn new(game: &Arc<dyn AnyGame>) -> Uct {
        Uct { game: Arc::clone(game), options: Vec::new(), parts: Vec::new() }
    }

    /// Iterations for each move.
    #[must_use]
    pub fn iterations(self, iterations: u64) -> Uct {
        self.option("iters", iterations.to_string())
    }

    /// The exploration constant c.
    #[must_use]
    pub fn exploration(self, c: f64) -> Uct {
        self.option("c", c.to_string())
    }

    /// Any other option, as a spec writes it: `("playout", "mast")`.
    #[must_use]
    pub fn option(mut self, key: &'static str, value: impl Into<String>) -> Uct {
        self.options.retain(|(known, _)| *known != key);
        self.parts.retain(|(known, _)| *known != key);
        self.options.push((key, value.into()));
        self
    }

    /// Visits children by this rule; each thread has a copy of it.
    #[must_use]
    pub fn select<R: Select + Clone + Sync + 'static>(self, rule: R) -> Uct {
        self.part("select", move |catalog| {
            let rule = rule.clone();
            let name = free_name(&name_of::<R>(), |name| catalog.list("select").iter().any(|one| one.name == name));
            let build = move |_: &Context<'_>| Selection::by(rule.clone());
            catalog.add_select(Row { entry: Entry::word(name, "a rule of this program"), source: "", build })?;
            Ok(name.to_string())
        })
    }

    /// Plays the move that this choice ranks first.
    #[must_use]
    pub fn finish<C: Finish + Clone + Sync + 'static>(self, choice: C) -> Uct {
        self.part("finish", move |catalog| {
            let choice = choice.clone();
            let name = free_name(&name_of::<C>(), |name| catalog.list("finish").iter().any(|one| one.name == name));
            let build = move |_: &mctslab_core::spec::Args| Box::new(choice.clone()) as Box<dyn Finish>;
            catalog.add_finish(Row { entry: Entry::word(name, "a choice of this program"), source: "", build })?;
            Ok(name.to_string())
        })
    }

    fn part(
        mut self,
        key: &'static str,
        enter: impl Fn(&mut Catalog) -> Result<String, LabError> + Send + Sync + 'static,
    ) -> Uct {
        self.options.retain(|(known, _)| *known != key);
        self.parts.retain(|(known, _)| *known != key);
        self.parts.push((key, Arc::new(enter)));
        self
    }

    /// The agent; the error says which option it cannot have in this game.
    pub fn build(self) -> Result<Entrant, LabError> {
        let Uct { game, options, parts } = self;
        let enter = move |catalog: &mut Catalog| {
            let mut all: Vec<String> = options.iter().map(|(key, value)| format!("{key}={value}")).collect();
            for (key, enter) in &parts {
                all.push(format!("{key}={}", enter(catalog)?));
            }
            Ok(if all.is_empty() { "uct".to_string() } else { format!("uct({})", all.join(",")) })
        };
        let mut catalog = game.catalog().clone();
        let spec = enter(&mut catalog)?;
        catalog.game(game.spec())?.agent(&spec)?;
        Ok(Entrant(Arc::new(enter)))
    }
}

/// What a match or a measurement found.
pub struct Found {
    run: Run,
}

/// What one agent of a match did.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct AgentResult {
    /// Its spec.
    pub spec: String,
    /// Games that it won.
    pub wins: u64,
    /// Games that were drawn.
    pub draws: u64,
    /// Games that it lost.
    pub losses: u64,
    /// Its mean payoff.
    pub score: f64,
    /// The lower end of the 95 % interval of the score.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Found {
    /// For people: text with the styles of a terminal.
    pub fn text(&self) -> String {
        self.run.document().text(&TextOptions::default())
    }

    /// For programs: what the command line prints as JSON.
    pub fn json(&self) -> Value {
        self.run.document().json()
    }

    /// For people: a page in sections. As a file it is HTML that needs nothing else.
    pub fn page(&self) -> Page {
        self.run.document().page()
    }

    /// What was found, in a line.
    pub fn headline(&self) -> String {
        self.run.document().headline()
    }

    /// The agents of a match in the order in which they were given; empty if it was none.
    pub fn results(&self) -> Vec<AgentResult> {
        serde_json::from_value(self.json()["agents"].clone()).unwrap_or_default()
    }

    /// How strong the agent of [`measure`] is, in iterations of MCTS; `None` if it was a match.
    pub fn strength(&self) -> Option<ComplexityEstimate> {
        let study: &dyn std::any::Any = self.run.study();
        match study.downcast_ref::<ComplexityStudy>()?.method() {
            Method::Fit(fit) => Some(fit.strength()),
            _ => None,
        }
    }
}

/// Plays a match between as many agents as the game has seats, which are taken evenly, on all
/// cores.
pub fn play_match(
    game: &Arc<dyn AnyGame>,
    agents: impl IntoIterator<Item = Entrant>,
    games: u64,
    seed: u64,
) -> Result<Found, LabError> {
    run(game, agents.into_iter().collect(), &format!("match(games={games})"), seed)
}

/// Measures how strong an agent is, as the iterations of MCTS that play equally well, with seed 1,
/// on all cores.
///
/// ```
/// use mctslab_lab::registry::Catalog;
/// use mctslab_studies::{measure, standard_lab};
///
/// let game = standard_lab(Catalog::standard()).game("tic-tac-toe")?;
/// let strength = measure(&game, "greedy")?.strength().expect("it was measured");
/// assert!(strength.low.is_some_and(|low| low > 2.0), "{strength:?}");
/// # Ok::<(), mctslab_lab::LabError>(())
/// ```
pub fn measure(game: &Arc<dyn AnyGame>, agent: impl Into<Entrant>) -> Result<Found, LabError> {
    run(game, vec![agent.into()], "fit", 1)
}

/// The same with options of the study, as in `fit(precision=0.2,max=5000)`, and another seed.
pub fn measure_by(
    game: &Arc<dyn AnyGame>,
    agent: impl Into<Entrant>,
    study: &str,
    seed: u64,
) -> Result<Found, LabError> {
    run(game, vec![agent.into()], study, seed)
}

/// Writes the page of what was found: one HTML file, whole or not at all.
pub fn write_report(found: &Found, path: impl AsRef<Path>) -> Result<(), LabError> {
    // There is no store that it could replace.
    mctslab_lab::write_whole(path.as_ref(), Path::new(""), |out| Ok(out.write_all(found.page().html().as_bytes())?))
}

fn run(game: &Arc<dyn AnyGame>, agents: Vec<Entrant>, study: &str, seed: u64) -> Result<Found, LabError> {
    let mut catalog = game.catalog().clone();
    let agents = agents.iter().map(|agent| (agent.0)(&mut catalog)).collect::<Result<Vec<String>, _>>()?;
    let lab = standard_lab(catalog);
    let request =
        Request { game: game.spec().to_string(), agents, study: study.to_string(), seed, ..Request::default() };
    let mut run = Run::new(&lab, lab.plan(&request)?, None)?;
    run.keep_games();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let control = Control::default();
    let mut crew = hire(&lab, None, threads, &control)?;
    let mut runs = [run];
    drive(&mut runs, &mut *crew, &control, &mut |_| {})?;
    let [mut run] = runs;
    run.show_games()?;
    Ok(Found { run })
}
