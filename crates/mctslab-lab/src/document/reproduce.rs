//! What to type to play a run again, and the folded part of a page that says so.

use maud::{PreEscaped, html};
use mctslab_core::program::program;
use mctslab_core::spec::{Spec, Value};
use mctslab_page::{facts, quoted};

use super::settings::{COUNT_FORFEITS, Settings};
use crate::agents::Agents;

/// A command line, word by word.
struct Words(Vec<String>);

impl Words {
    fn new(settings: &Settings) -> Words {
        Words(vec![program().to_string(), settings.command.clone(), quoted(&settings.game)])
    }

    fn word(&mut self, word: &str) {
        self.0.push(quoted(word));
    }

    fn option(&mut self, name: &str, value: &str) {
        self.0.extend([name.to_string(), quoted(value)]);
    }

    fn options(&mut self, options: &[(&str, &Option<String>)]) {
        for (name, value) in options {
            if let Some(value) = value {
                self.option(name, value);
            }
        }
    }

    fn line(&self) -> String {
        self.0.join(" ")
    }
}

/// What to type to play a match or a tournament again.
pub fn reproduce_run(settings: &Settings) -> String {
    let mut words = Words::new(settings);
    for agent in &settings.agents {
        words.word(agent);
    }
    words.option("-n", &settings.games.to_string());
    words.option("--seed", &settings.seed.to_string());
    // A match has no format but itself.
    if settings.format != "match" {
        words.option("--format", &settings.format);
    }
    if settings.openings != "none" {
        words.option("--openings", &settings.openings);
    }
    words.options(&[
        ("--clock", &settings.clock),
        ("--adjudicate", &settings.adjudicate),
        ("--resign", &settings.resign),
        ("--stop", &settings.stop),
    ]);
    if settings.count_forfeits {
        words.word(&format!("--{}", COUNT_FORFEITS.name));
    }
    words.line()
}

/// What to type to play a study of strength again.
pub fn reproduce_study(settings: &Settings) -> String {
    let agent = |place: usize| settings.agents.get(place).map_or("", String::as_str);
    let mut words = Words::new(settings);
    if settings.has_target() {
        words.word(agent(0));
    }
    words.option("--method", &settings.format);
    words.option("--touchstone", agent(1));
    words.option("--openings", &settings.openings);
    words.options(&[("--clock", &settings.clock)]);
    words.option("--seed", &settings.seed.to_string());
    words.line()
}

/// What to type to run a study again whose command is made of its declaration.
pub fn reproduce_samples(settings: &Settings) -> String {
    let mut words = Words::new(settings);
    let agent = |place: usize| settings.agents.get(place).map_or("", String::as_str);
    match settings.kind {
        Some(Agents::One { option, .. }) => words.option(&format!("--{option}"), agent(0)),
        Some(Agents::Alone) => words.word(agent(0)),
        Some(Agents::Against) => {
            let (opponent, specs) =
                settings.agents.split_last().map_or(("", &[][..]), |(last, all)| (last.as_str(), all));
            for spec in specs {
                words.word(spec);
            }
            words.option("--against", opponent);
        }
        _ => {}
    }
    if settings.kind == Some(Agents::Against) && settings.openings != "none" {
        words.option("--openings", &settings.openings);
    }
    let spec = Spec::parse(&settings.format).ok();
    words.0.extend(spec.iter().filter(|_| settings.is_other).map(|spec| format!("--{}", spec.name)));
    for arg in spec.iter().flat_map(|spec| &spec.args) {
        let option = format!("--{}", arg.key);
        match &arg.value {
            Value::Quoted(text) => words.0.push(format!("{option}={}", quoted(text))),
            Value::Spec(switch) if switch.name == "true" => words.0.push(option),
            Value::Spec(switch) if switch.name == "false" => {}
            other => words.0.push(format!("{option}={}", quoted(&other.to_string()))),
        }
    }
    words.option("--seed", &settings.seed.to_string());
    words.line()
}

/// The folded part of a page: settings as facts, more HTML, the command line, and HTML after it.
pub fn settings_html(heading: &str, rows: &[(&str, String)], more: &str, command: &str, remark: &str) -> String {
    let details = html! {
        details id="settings" {
            summary { (heading) }
            (PreEscaped(facts(rows)))
            (PreEscaped(more))
            h3 { "Reproduce" }
            pre { (command) }
            (PreEscaped(remark))
        }
    };
    details.into_string()
}
