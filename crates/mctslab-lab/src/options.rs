//! What can be set of the studies that a command runs: one option for each parameter that one of
//! them declares.
//!
//! The parameters of a choice are options as well: `theta` of `bisection`, whose criterion is
//! `score`, is what `bisection(criterion=score(theta=0.02))` sets. A front end offers
//! [`Lab::study_options`] as flags, as fields of a form or as keyword arguments, and
//! [`Lab::study_spec`] makes a spec of what was given.

use mctslab_core::spec::{Arg, Entry, Kind, Param, Spec, Value};

use crate::error::LabError;
use crate::lab::Lab;

/// A parameter of some studies of a command.
pub struct StudyOption {
    /// Its name, kind and meaning; its default is that of the first study.
    pub param: Param,
    /// The choice that it is a parameter of, if it is not one of the study itself.
    pub of: Option<&'static str>,
    /// The studies that have it, with its default in each.
    pub studies: Vec<(&'static str, Option<&'static str>)>,
    /// Whether the command runs other studies than those that have it, and is not called like the
    /// one that has it, so that it matters which those are.
    among_many: bool,
}

impl Lab {
    /// All parameters of the studies that a command runs.
    pub fn study_options(&self, command: &str) -> Vec<StudyOption> {
        let mut options: Vec<StudyOption> = Vec::new();
        let mut add = |study: &'static str, of: Option<&'static str>, param: &Param| {
            let has = (study, param.default);
            match options.iter_mut().find(|option| option.param.name == param.name) {
                // Two choices may have parameters of one name, each with its own default.
                Some(option) if option.studies.iter().any(|(known, _)| *known == study) => {}
                Some(option) => option.studies.push(has),
                None => options.push(StudyOption { param: *param, of, studies: vec![has], among_many: false }),
            }
        };
        for row in self.studies_of(command) {
            for param in row.entry.params {
                add(row.entry.name, None, param);
            }
        }
        for row in self.studies_of(command) {
            for (choice, param) in row.entry.params.iter().flat_map(inner) {
                add(row.entry.name, Some(choice), param);
            }
        }
        let all = self.studies_of(command).count();
        for option in &mut options {
            option.among_many = option.studies.len() < all && option.studies[0].0 != command;
        }
        options
    }

    /// The spec of a study with options of its command, given as keys and values, beside it.
    pub fn study_spec(&self, command: &str, base: &str, given: &[(String, String)]) -> Result<String, LabError> {
        let mut spec = Spec::parse(base)?;
        let options = self.study_options(command);
        for option in options.iter().filter(|option| given.iter().any(|(key, _)| *key == option.param.name)) {
            self.refuse_of_another(command, option, &spec)?;
        }
        let option = |key: &str| options.iter().find(|option| option.param.name == key);
        let of = |key: &str| option(key).and_then(|option| option.of);
        for (key, value) in given.iter().filter(|(key, _)| of(key).is_none()) {
            // A text needs its quotes in a spec, but not where it is given alone.
            let is_text = option(key).is_some_and(|option| matches!(option.param.kind, Kind::Text));
            put(&mut spec, key, if is_text { Value::Quoted(value.clone()) } else { parse(value) });
        }
        for (key, value) in given {
            let Some(choice) = of(key) else { continue };
            // A study without that choice is to refuse the option that was given, not one that was
            // not.
            if !self.studies_of(command).any(|row| row.entry.name == spec.name && has(&row.entry, choice)) {
                put(&mut spec, key, parse(value));
                continue;
            }
            let param = options.iter().find(|option| option.param.name == choice).map(|option| option.param);
            let default = param.and_then(|param| param.default).unwrap_or_default();
            let place = spec.args.iter().position(|arg| arg.key == choice);
            let mut inner = match place.map(|place| spec.args[place].value.clone()) {
                Some(Value::Spec(inner)) => inner,
                _ => Spec::parse(default)?,
            };
            refuse_of_other_choice(param, key, &inner)?;
            put(&mut inner, key, parse(value));
            put(&mut spec, choice, Value::Spec(inner));
        }
        Ok(spec.to_string())
    }
}

impl Lab {
    /// Refuses an option of a study that was not chosen, where the one that was chosen is known.
    fn refuse_of_another(&self, command: &str, option: &StudyOption, chosen: &Spec) -> Result<(), LabError> {
        let known = self.studies_of(command).any(|row| row.entry.name == chosen.name);
        let (of, _) = option.studies[0];
        if !known || option.studies.iter().any(|(name, _)| *name == chosen.name) {
            return Ok(());
        }
        let by = self.studies_of(command).find(|row| row.entry.name == of).map(|row| row.agents.chosen_by());
        // Others are chosen by a switch of their own.
        let by = by.filter(|by| *by != "study");
        Err(LabError::NotChosen { option: option.param.name.to_string(), of: of.to_string(), by })
    }
}

/// Refuses an option of a choice that was not made, as that of a stop rule where there is none.
fn refuse_of_other_choice(param: Option<Param>, key: &str, chosen: &Spec) -> Result<(), LabError> {
    let Some(Param { name, kind: Kind::Choice(choices), .. }) = param else { return Ok(()) };
    if choices.iter().any(|choice| choice.name == chosen.name && has(choice, key)) {
        return Ok(());
    }
    let of = choices.iter().find(|choice| has(choice, key)).map(|choice| choice.name.to_string());
    of.map_or(Ok(()), |of| Err(LabError::NotChosen { option: key.to_string(), of, by: Some(name) }))
}

/// Whether an entry has a parameter of that name.
fn has(entry: &Entry, key: &str) -> bool {
    entry.params.iter().any(|param| param.name == key)
}

impl StudyOption {
    /// What it means, and its default in each study.
    pub fn help(&self) -> String {
        let mut text = self.param.doc.to_string();
        if let Some(first) = text.get(..1) {
            text = first.to_uppercase() + &text[1..];
        }
        if let (Kind::Choice(choices), false) = (self.param.kind, text.contains(": ")) {
            let names: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
            text = format!("{text}: {}", names.join(", "));
        }
        if self.among_many {
            let names: Vec<&str> = self.studies.iter().map(|(name, _)| *name).collect();
            text = format!("{} ({})", text, names.join(", "));
        }
        let mut defaults: Vec<(Option<&str>, Vec<&str>)> = Vec::new();
        for (name, default) in &self.studies {
            match defaults.iter_mut().find(|(known, _)| known == default) {
                Some((_, names)) => names.push(name),
                None => defaults.push((*default, vec![name])),
            }
        }
        let shown: Vec<String> = defaults
            .iter()
            .enumerate()
            .filter_map(|(place, (default, names))| {
                let default = default.map(|default| default.trim_matches('"'));
                let default = default.filter(|default| !["", "none", "false"].contains(default))?;
                Some(if place == 0 { default.to_string() } else { format!("{}: {default}", names.join(", ")) })
            })
            .collect();
        if shown.is_empty() || self.of.is_some() { text } else { format!("{text} [default: {}]", shown.join("; ")) }
    }

    /// What stands for its value in a text of help.
    pub fn value_name(&self) -> &'static str {
        match self.param.kind {
            Kind::Integer { .. } | Kind::Limit { .. } | Kind::Auto { .. } => "N",
            Kind::Real { .. } => "X",
            Kind::Text => "TEXT",
            _ => "SPEC",
        }
    }
}

/// The parameters of the choices of a parameter.
fn inner(param: &'static Param) -> impl Iterator<Item = (&'static str, &'static Param)> {
    let choices: &[Entry] = if let Kind::Choice(choices) = param.kind { choices } else { &[] };
    choices.iter().flat_map(move |choice| choice.params).map(move |inner| (param.name, inner))
}

/// Sets an option, in the place of one that is there.
fn put(spec: &mut Spec, key: &str, value: Value) {
    match spec.args.iter_mut().find(|arg| arg.key == key) {
        Some(arg) => arg.value = value,
        None => spec.args.push(Arg { key: key.to_string(), value }),
    }
}

/// A value as it stands in a spec; what is none is a text, which the option then refuses with what
/// it expects.
fn parse(text: &str) -> Value {
    let spec = Spec::parse(&format!("value(of={text})")).ok();
    let value = spec.and_then(|spec| spec.args.into_iter().next()).map(|arg| arg.value);
    value.unwrap_or_else(|| Value::Quoted(text.to_string()))
}

/// The parts of a list with commas, where those within brackets belong to a spec.
///
/// ```
/// # use mctslab_lab::split_specs;
/// assert_eq!(split_specs("hex, othello(size=6,komi=1)"), ["hex", "othello(size=6,komi=1)"]);
/// ```
pub fn split_specs(text: &str) -> Vec<String> {
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
