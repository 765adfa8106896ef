//! The settings of a plan, as documents show them.

use mctslab_arena::Plan;
use mctslab_core::spec::{Spec, short};

use crate::agents::Agents;
use crate::document::{COUNT_FORFEITS, Settings};
use crate::lab::Lab;
use crate::names::names_of;
use crate::reader::Reader;
use crate::study::GAMES;

impl Settings {
    /// The settings of a plan that a command was given.
    pub fn of(lab: &Lab, plan: &Plan, command: &str) -> Settings {
        let row = lab.resolve_study(&plan.study).ok().map(|(row, _)| row);
        let kind = row.map(|row| row.agents);
        let entries: Vec<_> = row.iter().map(|row| row.entry).collect();
        let shortened = |spec: &Spec| short(spec, "study", &entries, &[]).unwrap_or_else(|_| spec.to_string());
        let (mut format, mut short_format, mut games, mut stop) = (plan.study.clone(), String::new(), 0, None);
        let mut count_forfeits = false;
        if let Ok(mut spec) = Spec::parse(&plan.study) {
            let counts = spec.args.iter().find(|arg| arg.key == COUNT_FORFEITS.name);
            count_forfeits = counts.is_some_and(|arg| arg.value.to_string() == "true");
            if matches!(kind, Some(Agents::Seats | Agents::Many)) {
                let mut take = |key: &str| {
                    let place = spec.args.iter().position(|arg| arg.key == key)?;
                    Some(spec.args.remove(place).value.to_string())
                };
                games = take("games").and_then(|games| games.parse().ok()).unwrap_or_default();
                stop = take("stop").filter(|rule| rule != "none");
                drop(take(COUNT_FORFEITS.name));
                format = spec.to_string();
            }
            // A match is no more than its name.
            short_format = if spec.name == command { String::new() } else { shortened(&spec) };
        }
        Settings {
            command: command.to_string(),
            game: plan.game.clone(),
            short_game: lab.catalog().short_game(&plan.game),
            agents: plan.agents.clone(),
            names: names(lab, plan, kind),
            games,
            format,
            short_format,
            openings: plan.openings.spec().to_string(),
            clock: plan.clock.clone(),
            adjudicate: plan.adjudicate.clone(),
            resign: plan.resign.clone(),
            stop,
            count_forfeits,
            seed: plan.seed,
            version: plan.version.clone(),
            kind,
            unit: unit(lab, plan),
            hints: lab.hints().clone(),
            is_other: row.is_some_and(|row| {
                lab.studies_of(command).next().is_some_and(|first| first.entry.name != row.entry.name)
            }),
        }
    }
}

/// What the agents of a plan are called; as the plan has it, if it is one that this version cannot
/// read.
fn names(lab: &Lab, plan: &Plan, kind: Option<Agents>) -> Vec<String> {
    match (Reader::new(lab).game(plan), kind) {
        (Ok(game), Some(kind)) => names_of(&*game, &plan.agents, kind),
        _ => plan.names.clone(),
    }
}

/// What the tasks of a plan are called; games, if it is one that this version cannot read.
fn unit(lab: &Lab, plan: &Plan) -> &'static str {
    let reader = Reader::new(lab);
    let Ok(game) = reader.game(plan) else { return GAMES };
    reader.study(plan, &game).map_or(GAMES, |study| study.unit())
}
