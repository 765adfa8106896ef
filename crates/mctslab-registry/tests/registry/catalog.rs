//! One seed, one result: every agent and every part of every option plays the same games, whatever
//! its thread played before.
//!
//! Agents, parts and games are taken from the lists, so that a new row is tested without a change
//! here. Time budgets and several threads on one tree are exempt. Each row plays a short match with
//! 1, 2 and 8 threads, and the rest of an interrupted run; and every agent plays every game once
//! more after others, where an agent may keep state that it should not.

use std::sync::Arc;
use std::time::Duration;

use mctslab_core::GameInfo;
use mctslab_core::spec::{Arg, Entry, Kind, Param, Scope, Spec, Value};
use mctslab_registry::arena::{
    Crew, Flags, Job, JobEnd, JobFailure, LocalCrew, Numbered, Openings, Plan, Reason, Record, Round, TaskResult,
};
use mctslab_registry::games::GAMES;
use mctslab_registry::{AnyGame, Catalog, SearchBudget};

/// Games of a match. One thread plays them all with the same agents, eight play about one each.
const GAMES_PLAYED: u64 = 6;
const SEED: u64 = 5;

/// Small games in which most agents and parts have an effect. An agent that serves none of these
/// plays the first listed game that it serves. In Hex, tables of learned sequences are full enough
/// for sequences to meet in them.
#[cfg(feature = "all-games")]
const SMALL_GAMES: &[&str] = &[
    "hex(size=5)",
    "connect-four(width=4,height=4)",
    "othello(size=4)",
    "ataxx(size=4)",
    "awari(max-plies=16)",
    "tic-tac-toe",
];
#[cfg(not(feature = "all-games"))]
const SMALL_GAMES: &[&str] = &["connect-four(width=4,height=4)", "tic-tac-toe"];

/// Budgets that keep a match short; other options have their defaults.
const BUDGETS: &[(&str, &str)] = &[("iters", "100"), ("nodes", "10000"), ("depth", "2"), ("memory", "1")];

/// Options that may make games differ from run to run.
const EXEMPT_OPTIONS: &[&str] = &["time", "threads"];

/// The small budget of an option, if it is one.
fn budget(param: &Param) -> Option<&'static str> {
    BUDGETS.iter().find(|(name, _)| *name == param.name).map(|(_, value)| *value)
}

/// The text of an entry with small budgets and another option.
fn with(entry: &Entry, option: Option<String>) -> String {
    let budgets = entry.params.iter().filter_map(|param| Some(format!("{}={}", param.name, budget(param)?)));
    let options: Vec<String> = budgets.chain(option).collect();
    if options.is_empty() { entry.name.to_string() } else { format!("{}({})", entry.name, options.join(",")) }
}

/// Values of an option other than its default: all that have a name, and one number.
fn values(param: &Param, scope: Scope<'_>) -> Vec<String> {
    let default = param.default.unwrap_or_default();
    let other = match param.kind {
        _ if EXEMPT_OPTIONS.contains(&param.name) || budget(param).is_some() => Vec::new(),
        Kind::Integer { min, max } => {
            let default: i64 = default.parse().unwrap_or(min);
            vec![if default < max { default + 1 } else { default - 1 }.to_string()]
        }
        Kind::Limit { min, max } => vec![(min + 3).min(max).to_string(), "none".to_string()],
        Kind::Auto { min, max } => vec![(min + 3).min(max).to_string(), "auto".to_string()],
        Kind::Real { min, max } => {
            let default: f64 = default.parse().unwrap_or(min);
            vec![if default > min { f64::midpoint(default, min) } else { f64::midpoint(min, max) }.to_string()]
        }
        Kind::Flag => vec!["true".to_string(), "false".to_string()],
        Kind::Choice(entries) => entries.iter().flat_map(|entry| variants(entry, scope)).collect(),
        Kind::Part(list) => {
            let listed = scope.iter().filter(|(name, _)| *name == list).flat_map(|(_, entries)| *entries);
            listed.flat_map(|entry| variants(entry, scope)).collect()
        }
        Kind::Text => Vec::new(),
    };
    other.into_iter().filter(|value| value != default).collect()
}

/// An entry with its defaults, and with each other value of each of its options.
fn variants(entry: &Entry, scope: Scope<'_>) -> Vec<String> {
    let changed =
        entry.params.iter().flat_map(|param| values(param, scope).into_iter().map(move |value| (param, value)));
    let changed = changed.map(|(param, value)| with(entry, Some(format!("{}={value}", param.name))));
    std::iter::once(with(entry, None)).chain(changed).collect()
}

/// The descriptions of the games of the catalog: all, or a few.
fn infos() -> impl Iterator<Item = &'static GameInfo> {
    let names: Vec<&str> = Catalog::standard().games().iter().map(|game| game.entry.name).collect();
    assert!(names.len() == GAMES.len() || !cfg!(feature = "all-games"), "{names:?}");
    GAMES.iter().filter(move |info| names.contains(&info.entry.name))
}

/// Small games first, then all listed games.
fn games() -> Vec<Arc<dyn AnyGame>> {
    let listed = infos().filter_map(|info| info.samples.first().copied());
    let games = SMALL_GAMES.iter().copied().chain(listed).map(|spec| Catalog::standard().game(spec));
    games.collect::<Result<_, _>>().expect("listed games can be built")
}

/// Every agent that searches, in every variant. A variant that no game supports alone is combined
/// with another one.
fn rows(games: &[Arc<dyn AnyGame>]) -> Vec<String> {
    let mut rows = Vec::new();
    let catalog = Catalog::standard();
    for entry in catalog.agents().into_iter().map(|agent| agent.entry).filter(|entry| entry.name != "process") {
        // Estimates belong to games: those of the small ones represent all.
        let evals: Vec<Entry> = games[..SMALL_GAMES.len()].iter().flat_map(|game| game.evals()).collect();
        let mut texts = catalog.with_scope(&evals, |scope| variants(&entry, scope));
        texts.sort();
        texts.dedup();
        for text in &texts {
            let served = served(games, text, &texts);
            // Agents for one game may have none among the few.
            assert!(served.is_some() || !cfg!(feature = "all-games"), "no game serves `{text}`");
            rows.extend(served);
        }
    }
    rows
}

/// The agent as given, or with the last option of another one, if a game supports that.
fn served(games: &[Arc<dyn AnyGame>], text: &str, others: &[String]) -> Option<String> {
    let together = others.iter().filter_map(|other| {
        let last = other.strip_suffix(')')?.rsplit_once(',')?.1;
        Some(format!("{},{last})", text.strip_suffix(')')?))
    });
    std::iter::once(text.to_string()).chain(together).find(|text| games.iter().any(|game| game.agent(text).is_ok()))
}

/// The data to compare: the game's number, its moves, and the payoff of each seat.
type Played = (u64, String, Vec<f64>);

/// A match of the agent against random moves: its plan and its one round.
fn contest(game: &Arc<dyn AnyGame>, agent: &str) -> (Arc<Plan>, Arc<Round>) {
    let spec = |number: usize| if number == 0 { agent.to_string() } else { "random".to_string() };
    let agents: Vec<Numbered> = (0..game.players()).map(|number| Numbered { number, spec: spec(number) }).collect();
    let specs: Vec<String> = agents.iter().map(|agent| agent.spec.clone()).collect();
    let plan = Arc::new(Plan {
        study: "match".to_string(),
        game: game.spec().to_string(),
        agents: specs.clone(),
        names: specs,
        openings: Openings::none(),
        clock: None,
        adjudicate: None,
        resign: None,
        seed: SEED,
        version: String::new(),
    });
    (plan, Arc::new(Round::at_table(0, agents, GAMES_PLAYED, SEED, None)))
}

/// A match of the agent against random moves, without the games of `done`; `None` if some were
/// forfeited.
fn records(game: &Arc<dyn AnyGame>, agent: &str, threads: usize, done: &[u64]) -> Option<Vec<Played>> {
    let (plan, round) = contest(game, agent);
    let players = Arc::clone(game);
    let make =
        move |plan: &Plan| Arc::clone(&players).player(plan).map_err(|error| JobFailure::Refused(error.to_string()));
    let mut crew = LocalCrew::new(threads, Arc::new(make), Arc::default());
    let (mut out, mut records) = (0, Vec::new());
    for task in (0..GAMES_PLAYED).filter(|task| !done.contains(task)) {
        let (plan, round) = (Arc::clone(&plan), Arc::clone(&round));
        crew.give(Job { id: task, run: 0, plan, round, tasks: task..task + 1 }).expect("threads can be started");
        out += 1;
    }
    while out > 0 {
        for report in crew.wait(Duration::from_mins(1)).expect("threads go on") {
            records.extend(report.results.iter().filter_map(|result| result.game().cloned()));
            match report.end {
                Some(JobEnd::Failed(failure)) => panic!("{agent}: {failure:?}"),
                Some(JobEnd::Done) => out -= 1,
                None => {}
            }
        }
    }
    records.sort_by_key(|record| record.fixture);
    let shown = |record: Record| (record.fixture, record.moves, record.payoffs.as_slice().to_vec());
    let whole = records.iter().all(|record| record.reason == Reason::End);
    whole.then(|| records.into_iter().map(shown).collect())
}

/// Whether an agent plays the same games with any number of threads, and in the rest of an
/// interrupted run. It plays the first game that it serves to the end.
fn depends_on_seeds_alone(games: &[Arc<dyn AnyGame>], agent: &str) -> bool {
    const DONE: [u64; 3] = [0, 1, 3];
    let serving = games.iter().filter(|game| game.agent(agent).is_ok());
    let played = serving.into_iter().find_map(|game| Some((game, records(game, agent, 1, &[])?)));
    let (game, alone) = played.unwrap_or_else(|| panic!("`{agent}` forfeits in every game"));
    assert_eq!(alone.len() as u64, GAMES_PLAYED, "{agent}");
    let rest: Vec<Played> = alone.iter().filter(|record| !DONE.contains(&record.0)).cloned().collect();
    let again = |threads| records(game, agent, threads, &[]);
    again(2).as_ref() == Some(&alone) && again(8) == Some(alone) && records(game, agent, 1, &DONE) == Some(rest)
}

#[test]
fn a_game_depends_on_its_seed_alone() {
    let games = games();
    let rows = rows(&games);
    assert!(rows.len() > 200, "only {} rows", rows.len());
    let differing: Vec<&String> = rows.iter().filter(|agent| !depends_on_seeds_alone(&games, agent)).collect();
    assert!(differing.is_empty(), "seed {SEED}: {differing:#?}");
}

/// The limit of plies for games here: enough for two sides to meet in most games.
const MOST_PLIES: &str = "30";

/// Every listed game, cut short.
fn short_games() -> Vec<Arc<dyn AnyGame>> {
    let listed = infos().map(|info| {
        let sample = info.samples.first().copied().unwrap_or(info.entry.name);
        let mut spec = Spec::parse(sample).expect("samples can be read");
        spec.args.retain(|arg| arg.key != "max-plies");
        spec.args.push(Arg { key: "max-plies".to_string(), value: Value::Number(MOST_PLIES.to_string()) });
        // A game that is shorter by its rules has no such option.
        Catalog::standard().game(&spec.to_string()).or_else(|_| Catalog::standard().game(sample))
    });
    listed.collect::<Result<_, _>>().expect("listed games can be built")
}

/// The games of these numbers, played by one player one after the other.
fn in_a_row(game: &Arc<dyn AnyGame>, agent: &str, tasks: &[u64]) -> Vec<Record> {
    let (plan, round) = contest(game, agent);
    let mut player = Arc::clone(game).player(&plan).expect("a plan that can be played");
    let mut records = Vec::new();
    for &task in tasks {
        let job = Job { id: task, run: 0, plan: Arc::clone(&plan), round: Arc::clone(&round), tasks: task..task + 1 };
        let mut take = |result: TaskResult| records.extend(result.game().cloned());
        player.play(&job, &Flags::default(), &mut take).unwrap_or_else(|failure| panic!("{agent}: {failure:?}"));
    }
    records
}

/// The agents that play the last of some games differently from an agent that has just been made.
fn remembering(games: &[Arc<dyn AnyGame>], agents: &[String], before: &[u64]) -> Vec<String> {
    const LAST: u64 = 5;
    let mut found = Vec::new();
    for game in games {
        for agent in agents.iter().filter(|agent| game.agent(agent).is_ok()) {
            let tasks: Vec<u64> = before.iter().copied().chain([LAST]).collect();
            let moves = |tasks: &[u64]| in_a_row(game, agent, tasks).pop().map(|record| (record.moves, record.reason));
            if moves(&tasks) != moves(&[LAST]) {
                found.push(format!("{agent} in {}", game.spec()));
            }
        }
    }
    found
}

#[test]
fn no_agent_remembers_other_games_in_any_game() {
    let small = |entry: &Entry| {
        let budgets = [("iters", "20"), ("nodes", "1000"), ("depth", "2"), ("memory", "1")];
        let budgets = budgets.iter().filter(|(name, _)| entry.params.iter().any(|param| param.name == *name));
        let budgets: Vec<String> = budgets.map(|(name, value)| format!("{name}={value}")).collect();
        if budgets.is_empty() { entry.name.to_string() } else { format!("{}({})", entry.name, budgets.join(",")) }
    };
    let agents = Catalog::standard().agents().into_iter().map(|agent| agent.entry);
    let agents: Vec<String> = agents.filter(|entry| entry.name != "process").map(|entry| small(&entry)).collect();
    let found = remembering(&short_games(), &agents, &[0, 1]);
    assert!(found.is_empty(), "seed {SEED}: {found:#?}");
}

#[test]
#[ignore = "slow: every variant of every agent in every game"]
fn no_variant_of_an_agent_remembers_other_games_in_any_game() {
    let games = short_games();
    let agents = rows(&self::games());
    let found = remembering(&games, &agents, &[0, 1, 2]);
    assert!(found.is_empty(), "seed {SEED}: {found:#?}");
}

#[test]
fn rows_say_which_agents_are_deterministic() {
    let games = games();
    let readers: Vec<_> = games.iter().map(|game| (game, reading(game))).collect();
    for agent in rows(&games) {
        for (game, reader) in readers.iter().filter(|(game, _)| game.agent(&agent).is_ok()) {
            assert_eq!(reader.deterministic(&agent), game.deterministic(&agent), "{agent} in {}", game.spec());
        }
    }
}

/// The same game in a catalog without agents.
fn reading(game: &Arc<dyn AnyGame>) -> Arc<dyn AnyGame> {
    Catalog::standard().without_agents().game(game.spec()).expect("it is listed")
}

#[test]
fn a_catalog_without_agents_names_them_and_makes_none() {
    for game in games() {
        let reader = reading(&game);
        for agent in ["uct(iters=5)", "random", "process(cmd=\"touch x\",protocol=lines)"] {
            assert_eq!(reader.agent(agent).expect("it is named"), game.agent(agent).expect("it is named"), "{agent}");
            let refused = reader.search(agent, None, 1, SearchBudget::default()).err().map(|error| error.to_string());
            assert!(refused.is_some_and(|refused| refused.contains("not made here")), "{agent}");
        }
    }
}
