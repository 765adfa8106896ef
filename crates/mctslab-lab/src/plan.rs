//! From what was typed to a plan: every spec resolved, every user error found, before anything is
//! played or stored.

use std::sync::Arc;

use mctslab_arena::{Clock, Openings, Plan, PlanError, adjudication_spec, resignation_spec};
use mctslab_core::spec::{Arg, Spec, Value};
use mctslab_registry::{AnyGame, allow_engines, allow_openings, starts_programs};

use crate::agents::Agents;
use crate::conditions::Conditions;
use crate::error::LabError;
use crate::lab::Lab;
use crate::names::names_of;
use crate::spec_lists::expand;
use crate::touchstone::Touchstone;

/// What a run is asked for, in strings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The game's spec.
    pub game: String,
    /// The study's spec.
    pub study: String,
    /// The agents' specs: those of a match or a tournament; of a study of strength its target, and
    /// no more.
    pub agents: Vec<String>,
    /// Touchstone, openings, clock and the like.
    pub conditions: Conditions,
    /// The seed.
    pub seed: u64,
}

impl Request {
    /// Refuses agents that start programs where that is not allowed, before any of them is made. To
    /// be asked of every request that was read from a file; `place` says which.
    pub fn allow_engines(&self, place: &str, allowed: bool) -> Result<(), LabError> {
        let mut specs = Vec::new();
        for agent in self.agents.iter().chain(&self.conditions.touchstone) {
            // Braces may also be part of a command.
            specs.push(agent.clone());
            specs.extend(expand(agent).unwrap_or_default());
        }
        Ok(allow_engines(place, specs.iter().map(String::as_str), allowed)?)
    }
}

/// What strength is counted in.
const UNIT: &str = "mcts";

impl Lab {
    /// The plan of a request.
    pub fn plan(&self, request: &Request) -> Result<Plan, LabError> {
        let game = self.game(&request.game)?;
        let (row, args) = self.resolve_study(&request.study)?;
        let agents = agents(request, &game, row.agents)?;
        let names = names_of(&*game, &agents, row.agents);
        let openings = match &request.conditions.openings {
            Some(spec) => Openings::parse(spec)?,
            None => default_openings(&game, &agents, row.agents)?,
        };
        allow_openings(&*game, &agents, &openings)?;
        let clock = request.conditions.clock.as_deref().map(Clock::parse).transpose();
        let plan = Plan {
            study: args.to_string(),
            game: game.spec().to_string(),
            agents,
            names,
            openings,
            clock: clock.map_err(PlanError::from)?.map(|clock| clock.to_string()),
            adjudicate: request.conditions.adjudicate.as_deref().map(adjudication_spec).transpose()?,
            resign: request.conditions.resign.as_deref().map(resignation_spec).transpose()?,
            seed: request.seed,
            version: env!("CARGO_PKG_VERSION").to_string(),
        };
        self.check(&plan, &game)?;
        Ok(plan)
    }

    /// The plans of a request for each target in each game; a target is `None` where the game
    /// itself is measured.
    pub fn plan_each(
        &self,
        request: &Request,
        games: &[String],
        targets: &[Option<String>],
    ) -> Result<Vec<Plan>, LabError> {
        let pairs = games.iter().flat_map(|game| targets.iter().map(move |target| (game, target)));
        let plan = |(game, target): (&String, &Option<String>)| {
            let agents = target.iter().cloned().collect();
            self.plan(&Request { game: game.clone(), agents, ..request.clone() })
        };
        pairs.map(plan).collect()
    }

    /// The plans of a request for each of these games; no game may be named twice.
    pub fn plan_games(&self, request: &Request, games: &[String]) -> Result<Vec<Plan>, LabError> {
        let plan = |game: &String| self.plan(&Request { game: game.clone(), ..request.clone() });
        let plans = games.iter().map(plan).collect::<Result<Vec<Plan>, _>>()?;
        let twice = (1..plans.len()).find(|&place| plans[..place].iter().any(|one| one.game == plans[place].game));
        if let Some(twice) = twice {
            return Err(LabError::Request(format!("`{}` is named twice: each game is played once", games[twice])));
        }
        Ok(plans)
    }

    /// Whether a plan can be played: positions that are wrong are found before anything is stored.
    fn check(&self, plan: &Plan, game: &Arc<dyn AnyGame>) -> Result<(), LabError> {
        drop(Arc::clone(game).replayer(plan)?);
        drop(game.openings(&plan.openings, plan.seed)?);
        drop(self.study(plan, game)?);
        Ok(())
    }

    /// A stored plan as this version resolves it.
    pub fn resolved_again(&self, stored: &Plan) -> Result<Plan, LabError> {
        let game = self.catalog().game(&stored.game)?;
        let agents = stored.agents.iter().map(|agent| game.agent(agent)).collect::<Result<Vec<String>, _>>()?;
        let (_, args) = self.resolve_study(&stored.study)?;
        Ok(Plan {
            study: args.to_string(),
            game: game.spec().to_string(),
            agents,
            version: env!("CARGO_PKG_VERSION").to_string(),
            ..stored.clone()
        })
    }
}

/// The agents of a request, resolved.
fn agents(request: &Request, game: &Arc<dyn AnyGame>, wanted: Agents) -> Result<Vec<String>, LabError> {
    let refuse = |message: String| Err(LabError::Request(message));
    let typed = &request.agents;
    if let (false, Some(touchstone)) = (wanted.measures_strength(), &request.conditions.touchstone) {
        return refuse(format!("this study takes no touchstone (`{touchstone}`): only studies of strength do"));
    }
    if wanted == Agents::Seats && typed.len() != game.players() {
        return refuse(wrong_number(&request.game, typed.len(), game.players()));
    }
    if let Agents::Seats | Agents::Many = wanted {
        return Ok(typed.iter().map(|agent| game.agent(agent)).collect::<Result<Vec<String>, _>>()?);
    }
    if !wanted.measures_strength() {
        let specs = match (wanted, typed.as_slice()) {
            (Agents::One { default, .. }, []) => vec![default.to_string()],
            (Agents::One { .. } | Agents::Alone, [agent]) => vec![agent.clone()],
            (Agents::One { .. }, [_, agent, ..]) => {
                return refuse(format!("this study takes one agent: leave `{agent}` out"));
            }
            (Agents::Alone, _) => return refuse(format!("{} agents were given: this study takes one", typed.len())),
            (Agents::Against, [settings @ .., opponent]) if !settings.is_empty() => {
                if game.players() < 2 {
                    return refuse(format!("`{}` is for one player, and this study needs an opponent", request.game));
                }
                let mut all = settings.iter().map(|spec| expand(spec)).collect::<Result<Vec<_>, _>>()?.concat();
                all.push(opponent.clone());
                all
            }
            (Agents::Against, _) => return refuse("this study takes an agent and its opponent".to_string()),
            (_, []) => Vec::new(),
            (_, [agent, ..]) => {
                return refuse(format!("this study is of the game itself and takes no agent: leave `{agent}` out"));
            }
        };
        return Ok(specs.iter().map(|agent| game.agent(agent)).collect::<Result<Vec<String>, _>>()?);
    }
    if game.players() < 2 {
        return refuse(format!("`{}` is for one player, and strength is measured between players", request.game));
    }
    let unit = request.conditions.touchstone.as_deref().unwrap_or(UNIT);
    let touchstone = touchstone(game, unit)?;
    Touchstone::new(&touchstone)?;
    match (wanted, typed.as_slice()) {
        (Agents::Target, [target]) => Ok(vec![game.agent(target)?, touchstone]),
        (Agents::Target, _) => refuse(format!("{} targets were given: a study measures one", typed.len())),
        // The touchstone plays against itself.
        (_, []) => Ok(vec![touchstone.clone(), touchstone]),
        (_, [target, ..]) => refuse(format!("a ladder measures the game: it takes no target (`{target}`)")),
    }
}

/// What to say of too many agents for a match, or too few.
fn wrong_number(game: &str, found: usize, wanted: usize) -> String {
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let more = if found > wanted && wanted > 1 { ", or let all of them meet in a tournament" } else { "" };
    let (found, agents, seats) = (counted(found, "agent"), counted(wanted, "agent"), counted(wanted, "seat"));
    format!("{found} for `{game}`, which has {seats}: give {agents}{more}")
}

/// The touchstone's resolved spec; its iterations need not be typed, since they will vary.
pub fn touchstone(game: &Arc<dyn AnyGame>, text: &str) -> Result<String, LabError> {
    let mut spec = Spec::parse(text)?;
    if starts_programs(text) {
        // It cannot be one, so it need not be made to find that out.
        Touchstone::new(text)?;
    }
    let is_limited = spec.args.iter().any(|arg| arg.key == "iters" || arg.key == "time");
    if !is_limited && game.catalog().agent_has(&spec.name, "iters") {
        spec.args.push(Arg { key: "iters".to_string(), value: Value::Number("1".to_string()) });
    }
    Ok(game.agent(&spec.to_string())?)
}

/// Where nobody ever varies, the start must: else one game would be played again and again. All
/// else starts as the rules say, since random moves take from a player what its own first moves are
/// worth, and so measure something else.
fn default_openings(game: &Arc<dyn AnyGame>, agents: &[String], wanted: Agents) -> Result<Openings, LabError> {
    if !matches!(wanted, Agents::Target | Agents::Touchstone) {
        return Ok(Openings::none());
    }
    for agent in agents {
        if !is_deterministic(&**game, agent)? {
            return Ok(Openings::none());
        }
    }
    Ok(Openings::parse(&format!("random(plies={})", game.players()))?)
}

/// Whether an agent is known to be deterministic. A program is not started to be asked: it may play
/// as it likes.
pub fn is_deterministic(game: &dyn AnyGame, agent: &str) -> Result<bool, LabError> {
    Ok(!starts_programs(agent) && game.deterministic(agent)?)
}

/// Which agents are not known to move at random: those that are deterministic, and programs, of
/// which nobody knows.
pub fn not_random(game: &Arc<dyn AnyGame>, agents: &[String]) -> Result<Vec<bool>, LabError> {
    let fixed = |agent: &String| Ok(starts_programs(agent) || game.deterministic(agent)?);
    agents.iter().map(fixed).collect()
}
