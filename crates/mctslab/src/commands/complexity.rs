//! `mctslab complexity GAME TARGET`: how strong is a player?

use std::time::{Duration, Instant};

use mctslab_core::spec::{Arg, Spec, Value};
use mctslab_lab::complexity::{Method, Touchstone};
use mctslab_registry::arena::{Clock, Openings, Settings, Store};
use mctslab_registry::{AnyGame, RegistryError};

use crate::cli::{ComplexityArgs, Options};
use crate::output::{Usage, note};
use crate::running::{Plan, plays_alike, usage};
use crate::studying;

pub(crate) fn run(args: &ComplexityArgs, options: &Options) -> anyhow::Result<()> {
    let begin = Instant::now();
    let plan = plan(args, options)?;
    if args.openings.is_none()
        && plan.settings.openings == "none"
        && plays_alike(&*plan.game, &plan.settings.agents[0])?
    {
        note(
            options,
            "the target always plays alike: games vary by the touchstone's moves, as in the paper; --openings \"random(plies=2)\" \
             varies their start too, which measures the player after random moves",
        );
    }
    let openings = Openings::parse(&plan.settings.openings).map_err(usage)?;
    // Positions that are wrong are told before anything is stored.
    drop(plan.game.openings(&openings, plan.settings.seed)?);
    let store = if args.no_store {
        None
    } else {
        Some(Store::open(&args.store.db)?.start(&plan.settings, &plan.names, plan.settings.games)?)
    };
    let deadline = args.time.map(|seconds| begin + Duration::from_secs(seconds));
    studying::play(&plan, store, deadline, options)
}

/// Resolves everything that was typed.
fn plan(args: &ComplexityArgs, options: &Options) -> anyhow::Result<Plan> {
    let game = mctslab_registry::game(&args.game)?;
    if game.players() < 2 {
        let message = format!("`{}` has one player, and strength is measured between players", args.game);
        return Err(Usage(message).into());
    }
    let touchstone = touchstone(&*game, &args.touchstone)?;
    Touchstone::new(&touchstone).map_err(usage)?;
    // On a ladder the touchstone plays against itself.
    let target = args.target.as_ref().map_or_else(|| Ok(touchstone.clone()), |target| game.agent(target))?;
    let method = Method::resolve(&method_spec(args)?.to_string()).map_err(usage)?;
    let openings = match &args.openings {
        Some(spec) => Openings::parse(spec).map_err(usage)?,
        None => default_openings(&*game, &[&target, &touchstone])?,
    };
    let clock = args.clock.as_deref().map(Clock::parse).transpose().map_err(usage)?;
    let settings = Settings {
        command: studying::COMMAND.to_string(),
        game: game.spec().to_string(),
        games: studying::most_games(&method)?,
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
    let target = args.target.as_deref().unwrap_or(&args.touchstone);
    let names = [target, &args.touchstone].map(mctslab_registry::agent_name).to_vec();
    Ok(Plan { game, settings, names })
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
    for (key, number) in [
        ("min", args.min),
        ("max", args.max),
        ("games", args.games),
        ("trials", args.trials),
        ("width", args.width),
        ("repeats", args.repeats),
    ] {
        put(&mut spec, key, whole(number));
    }
    Ok(spec)
}

fn put(spec: &mut Spec, key: &str, value: Option<Value>) {
    spec.args.extend(value.map(|value| Arg { key: key.to_string(), value }));
}
