//! How to go on with runs that end before they are over: what is kept of them, and what to type.

use mctslab_registry::starts_programs;

use crate::run::{Run, RunState};
use crate::study::common_unit;

/// What the tasks of runs are called.
pub fn unit_of(runs: &[Run]) -> &'static str {
    common_unit(runs.iter().map(|run| run.study().unit()))
}

/// What is kept of runs that end early, and what goes on with them; without a store nothing does.
///
/// ```
/// # use mctslab_lab::kept;
/// let resume = "mctslab resume 1".to_string();
/// assert_eq!(kept("samples", Some(&resume)), "finished samples are kept: `mctslab resume 1` continues");
/// assert_eq!(kept("samples", None), "nothing is kept without a store");
/// ```
pub fn kept(unit: &str, resume: Option<&String>) -> String {
    match resume {
        Some(command) => format!("finished {unit} are kept: `{command}` continues"),
        None => "nothing is kept without a store".to_string(),
    }
}

/// What is kept of those of several runs that were stopped or out of time: a command for the first,
/// and the numbers of the others.
pub fn kept_of(runs: &[Run]) -> String {
    let early = |run: &&Run| matches!(run.state(), RunState::Stopped | RunState::OutOfTime);
    let mut open = runs.iter().filter(early);
    let command = open.next().and_then(resume_call);
    let others = open.filter_map(|run| run.store()).map(|open| open.number().to_string()).collect::<Vec<_>>();
    kept(unit_of(runs), command.as_ref()) + &likewise(&others)
}

/// What will be kept of runs that are under way if they end now.
pub fn kept_so_far(runs: &[Run]) -> String {
    let command = runs.iter().find_map(resume_call);
    let numbers = runs.iter().filter_map(|run| run.store()).map(|open| open.number().to_string()).skip(1);
    kept(unit_of(runs), command.as_ref()) + &likewise(&numbers.collect::<Vec<_>>())
}

fn likewise(others: &[String]) -> String {
    if others.is_empty() { String::new() } else { format!(", and likewise runs {}", others.join(", ")) }
}

/// What the front end calls playing a run on; `None` if no store has it.
pub fn resume_call(run: &Run) -> Option<String> {
    let open = run.store()?;
    let starts_programs = run.plan().agents.iter().any(|agent| starts_programs(agent));
    Some(run.hints().resume(open.number(), Some(open.store().path()), starts_programs))
}
