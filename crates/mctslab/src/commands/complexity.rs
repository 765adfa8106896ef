//! `mctslab complexity GAME TARGET`: how strong is a player?

use std::time::{Duration, Instant};

use mctslab_core::spec::{Arg, Spec, Value};
use mctslab_lab::complexity::{Method, Touchstone};
use mctslab_registry::arena::{Clock, OpenRun, Openings, Settings, Store, now};
use mctslab_registry::{AnyGame, RegistryError};

use crate::cli::{ComplexityArgs, Options};
use crate::output::{Usage, emit, emit_json, note};
use crate::reports::comparison::{self, Row};
use crate::reports::complexity::Verdict;
use crate::running::{Plan, plays_alike, usage};
use crate::studying;

pub(crate) fn run(args: &ComplexityArgs, options: &Options) -> anyhow::Result<()> {
    let begin = Instant::now();
    let deadline = args.time.map(|seconds| begin + Duration::from_secs(seconds));
    let plans = plans(args, options)?;
    for plan in &plans {
        let openings = Openings::parse(&plan.settings.openings).map_err(usage)?;
        // Positions that are wrong are reported before anything is stored.
        drop(plan.game.openings(&openings, plan.settings.seed)?);
    }
    if let [plan] = plans.as_slice() {
        remark(plan, args, options)?;
        return studying::play_and_print(plan, start(plan, args)?, deadline, options);
    }
    many(&plans, args, deadline, options)
}

/// A run in the store, unless none is wanted.
fn start(plan: &Plan, args: &ComplexityArgs) -> anyhow::Result<Option<OpenRun>> {
    if args.no_store {
        return Ok(None);
    }
    Ok(Some(Store::open(&args.store.db)?.start(&plan.settings, &plan.names, plan.settings.games)?))
}

/// What a reader should know before the first game.
fn remark(plan: &Plan, args: &ComplexityArgs, options: &Options) -> anyhow::Result<()> {
    if args.openings.is_none()
        && plan.settings.openings == "none"
        && plays_alike(&*plan.game, &plan.settings.agents[0])?
    {
        note(
            options,
            "the target is deterministic, so games differ only through the touchstone's randomness, as in the paper; \
             --openings \"random(plies=2)\" adds variety, but measures play from random openings",
        );
    }
    if Spec::parse(&args.touchstone).is_ok_and(|spec| spec.args.iter().any(|arg| arg.key == "iters")) {
        note(options, "the touchstone's own `iters` is not used: its iterations are what varies");
    }
    Ok(())
}

/// Plays the studies of many players and games, one after the other, and prints one table.
fn many(plans: &[Plan], args: &ComplexityArgs, deadline: Option<Instant>, options: &Options) -> anyhow::Result<()> {
    let mut studies = Vec::new();
    for (number, plan) in plans.iter().enumerate() {
        let game = &plan.settings.game;
        note(options, &format!("study {} of {}: {} in {game}", number + 1, plans.len(), plan.names[0]));
        remark(plan, args, options)?;
        let store = start(plan, args)?;
        let run = store.as_ref().map(OpenRun::number);
        studies.push((studying::play(plan, store, deadline, options)?, run));
    }
    let date = studying::day(now());
    let rows: Vec<Row<'_>> = plans
        .iter()
        .zip(&studies)
        .map(|(plan, (study, run))| Row {
            verdict: Verdict { settings: &plan.settings, names: &plan.names, study, elapsed: None, date: &date },
            run: *run,
        })
        .collect();
    if options.json { emit_json(&comparison::json(&rows)) } else { emit(&comparison::text(&rows)) }
}

/// The studies that were asked for: every target in every game.
fn plans(args: &ComplexityArgs, options: &Options) -> anyhow::Result<Vec<Plan>> {
    let (games, targets) = games_and_targets(args)?;
    let mut plans = Vec::new();
    for game in &games {
        if args.ladder {
            plans.push(plan(game, None, args, options)?);
        }
        for target in targets.iter().filter(|_| !args.ladder) {
            plans.push(plan(game, Some(target), args, options)?);
        }
    }
    Ok(plans)
}

/// What was typed: the games and the targets. Without `--games` the first word is the game.
fn games_and_targets(args: &ComplexityArgs) -> anyhow::Result<(Vec<String>, Vec<String>)> {
    let words = &args.words;
    let refuse = |message: String| Err(Usage(message).into());
    let (games, targets) = match &args.games {
        Some(list) if list.trim().parse::<u64>().is_ok() => {
            return refuse(format!(
                "`--games {list}` names games, as in `--games connect-four,hex`; the number of games is `-n {list}`"
            ));
        }
        Some(list) => (listed(list), words.as_slice()),
        None => match words.split_first() {
            Some((game, targets)) => (vec![game.clone()], targets),
            None => {
                return refuse(
                    "no game: give GAME and TARGET, as in `mctslab complexity connect-four random`".to_string(),
                );
            }
        },
    };
    if args.ladder && !targets.is_empty() {
        return refuse(format!("`--ladder` measures a game, and cannot be used with a target (`{}`)", targets[0]));
    }
    if !args.ladder && targets.is_empty() {
        return refuse("no TARGET: name the agent to be measured, as in `mctslab complexity connect-four random`; `--ladder` measures the game itself".to_string());
    }
    Ok((games, targets.to_vec()))
}

/// The parts of a list with commas, where those within brackets belong to a spec.
fn listed(text: &str) -> Vec<String> {
    let (mut depth, mut parts) = (0_i32, vec![String::new()]);
    for letter in text.chars() {
        depth += match letter {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        match parts.last_mut() {
            Some(part) if letter != ',' || depth > 0 => part.push(letter),
            _ => parts.push(String::new()),
        }
    }
    parts.iter().map(|part| part.trim().to_string()).collect()
}

/// Resolves everything that was typed for one study.
fn plan(game: &str, target: Option<&String>, args: &ComplexityArgs, options: &Options) -> anyhow::Result<Plan> {
    let name = game;
    let game = mctslab_registry::game(game)?;
    if game.players() < 2 {
        let message = format!("`{name}` has one player, and strength is measured between players");
        return Err(Usage(message).into());
    }
    let touchstone = touchstone(&*game, &args.touchstone)?;
    Touchstone::new(&touchstone).map_err(usage)?;
    let called = touchstone_name(&args.touchstone)?;
    // On a ladder the touchstone plays against itself.
    let names = vec![target.map_or_else(|| called.clone(), |target| mctslab_registry::agent_name(target)), called];
    let target = target.map_or_else(|| Ok(touchstone.clone()), |target| game.agent(target))?;
    let method = Method::resolve(&method_spec(args)?.to_string()).map_err(usage)?;
    let openings = match &args.openings {
        Some(spec) => Openings::parse(spec).map_err(usage)?,
        None => default_openings(&*game, &[&target, &touchstone])?,
    };
    let clock = args.clock.as_deref().map(Clock::parse).transpose().map_err(usage)?;
    let settings = Settings {
        command: studying::COMMAND.to_string(),
        game: game.spec().to_string(),
        games: studying::most_games(&method, game.players())?,
        agents: vec![target, touchstone],
        format: method,
        openings: openings.spec().to_string(),
        openings_digest: openings.digest(),
        clock: clock.map(|clock| clock.to_string()),
        adjudicate: None,
        resign: None,
        stop: None,
        seed: options.seed,
        version: env!("CARGO_PKG_VERSION").to_string(),
    };
    Ok(Plan { game, settings, names })
}

/// What a touchstone is called: as it was typed, without iterations that it will not have, and without the constant of the unit.
fn touchstone_name(text: &str) -> anyhow::Result<String> {
    let mut spec = Spec::parse(text).map_err(usage)?;
    spec.args.retain(|arg| arg.key != "iters");
    let typed = mctslab_registry::agent_name(&spec.to_string());
    Ok(if typed == "mcts(c=0.99)" { "mcts".to_string() } else { typed })
}

/// The touchstone's resolved spec; its iterations need not be typed, since they will vary.
fn touchstone(game: &dyn AnyGame, text: &str) -> anyhow::Result<String> {
    let mut spec = Spec::parse(text).map_err(usage)?;
    if spec.args.iter().all(|arg| arg.key != "iters" && arg.key != "time") {
        put(&mut spec, "iters", Some(Value::Number("1".to_string())));
        if let Ok(resolved) = game.agent(&spec.to_string()) {
            return Ok(resolved);
        }
    }
    Ok(game.agent(text)?)
}

/// Where nobody ever varies, the start must: else one game would be played again and again. All else starts as the rules say, since
/// random moves take from a player what its own first moves are worth, and so measure something else.
fn default_openings(game: &dyn AnyGame, agents: &[&str]) -> anyhow::Result<Openings> {
    let fixed = agents.iter().map(|agent| plays_alike(game, agent)).collect::<Result<Vec<bool>, RegistryError>>()?;
    let spec =
        if fixed.iter().all(|&fixed| fixed) { format!("random(plies={})", game.players()) } else { "none".to_string() };
    Openings::parse(&spec).map_err(usage)
}

/// The method's spec with what was given beside it.
fn method_spec(args: &ComplexityArgs) -> anyhow::Result<Spec> {
    let mut spec = Spec::parse(if args.ladder { "ladder" } else { &args.method }).map_err(usage)?;
    let whole = |number: Option<i64>| number.map(|number| Value::Number(number.to_string()));
    let real = |number: Option<f64>| number.map(|number| Value::Number(number.to_string()));
    let word = |word: &str| Value::Spec(Spec { name: word.to_string(), args: Vec::new() });
    let mut criterion = Spec { name: args.criterion.clone().unwrap_or_else(|| "score".to_string()), args: Vec::new() };
    put(&mut criterion, "theta", real(args.theta));
    put(&mut criterion, "threshold", args.threshold.as_deref().map(word));
    let judged = args.criterion.is_some() || !criterion.args.is_empty();
    put(&mut spec, "criterion", judged.then_some(Value::Spec(criterion)));
    put(&mut spec, "precision", real(args.precision));
    put(&mut spec, "step", real(args.step));
    put(&mut spec, "level", real(args.level));
    for (key, number) in [
        ("min", args.min),
        ("max", args.max),
        ("games", args.most),
        ("trials", args.trials),
        ("width", args.width),
        ("repeats", args.repeats),
        ("look", args.look),
    ] {
        put(&mut spec, key, whole(number));
    }
    Ok(spec)
}

fn put(spec: &mut Spec, key: &str, value: Option<Value>) {
    spec.args.extend(value.map(|value| Arg { key: key.to_string(), value }));
}
