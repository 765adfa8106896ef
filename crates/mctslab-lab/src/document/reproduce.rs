//! What to type to play a run again, and the folded part of a page that says so.

use maud::{Markup, html};
use mctslab_core::spec::{Spec, Value};
use mctslab_page::facts;

use super::settings::{COUNT_FORFEITS, Settings};
use crate::agents::Agents;
use crate::hints::{Recipe, RecipePart};

/// What to type to play a match or a tournament again.
pub fn reproduce_run(settings: &Settings) -> String {
    let mut recipe = recipe(settings, &settings.agents);
    recipe.option("games", &settings.games.to_string());
    recipe.option("seed", &settings.seed.to_string());
    // A match has no format but itself.
    if settings.format != "match" {
        recipe.option("format", &settings.format);
    }
    if settings.openings != "none" {
        recipe.option("openings", &settings.openings);
    }
    let limits = [
        ("clock", &settings.clock),
        ("adjudicate", &settings.adjudicate),
        ("resign", &settings.resign),
        ("stop", &settings.stop),
    ];
    for (name, value) in limits {
        recipe.option_if(name, value.as_ref());
    }
    if settings.count_forfeits {
        recipe.switch(COUNT_FORFEITS.name);
    }
    settings.hints.repeat(&recipe)
}

/// What to type to play a study of strength again.
pub fn reproduce_study(settings: &Settings) -> String {
    let agent = |place: usize| settings.agents.get(place).map_or("", String::as_str);
    let mut recipe = recipe(settings, &settings.agents[..usize::from(settings.has_target())]);
    recipe.option("method", &settings.format);
    recipe.option("touchstone", agent(1));
    recipe.option("openings", &settings.openings);
    recipe.option_if("clock", settings.clock.as_ref());
    recipe.option("seed", &settings.seed.to_string());
    settings.hints.repeat(&recipe)
}

/// What to type to run a study again whose command is made of its declaration.
pub fn reproduce_samples(settings: &Settings) -> String {
    let (agents, others) = match settings.kind {
        Some(Agents::One { option, .. }) => (&[][..], Some((option, settings.agents.first()))),
        Some(Agents::Alone) => (&settings.agents[..1.min(settings.agents.len())], None),
        Some(Agents::Against) => {
            let opponent = settings.agents.split_last();
            (opponent.map_or(&[][..], |(_, all)| all), Some(("against", settings.agents.last())))
        }
        _ => (&[][..], None),
    };
    let mut recipe = recipe(settings, agents);
    if let Some((option, agent)) = others {
        recipe.option(option, agent.map_or("", String::as_str));
    }
    if settings.kind == Some(Agents::Against) && settings.openings != "none" {
        recipe.option("openings", &settings.openings);
    }
    let spec = Spec::parse(&settings.format).ok();
    if let Some(spec) = spec.as_ref().filter(|_| settings.is_other) {
        recipe.switch(&spec.name);
    }
    for arg in spec.iter().flat_map(|spec| &spec.args) {
        recipe.parts.extend(match &arg.value {
            Value::Quoted(text) => Some(RecipePart::Parameter(arg.key.clone(), text.clone())),
            Value::Spec(switch) if switch.name == "true" => Some(RecipePart::Switch(arg.key.clone())),
            Value::Spec(switch) if switch.name == "false" => None,
            other => Some(RecipePart::Parameter(arg.key.clone(), other.to_string())),
        });
    }
    recipe.option("seed", &settings.seed.to_string());
    settings.hints.repeat(&recipe)
}

/// The command with its game and these agents.
fn recipe(settings: &Settings, agents: &[String]) -> Recipe {
    Recipe::new(&settings.command, std::iter::once(&settings.game).chain(agents).cloned())
}

/// The folded part of a page: settings as facts, and the command line.
pub fn settings_html(heading: &str, rows: &[(&str, String)], command: &str) -> Markup {
    settings_with(heading, rows, &Markup::default(), command, &Markup::default())
}

/// The same with more below the facts, and a remark below the command line.
pub fn settings_with(heading: &str, rows: &[(&str, String)], more: &Markup, command: &str, remark: &Markup) -> Markup {
    html! {
        details id="settings" {
            summary { (heading) }
            (facts(rows))
            (more)
            h3 { "Reproduce" }
            pre { (command) }
            (remark)
        }
    }
}
