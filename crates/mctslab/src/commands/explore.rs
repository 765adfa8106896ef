//! `mctslab games`, `agents`, `explain`, `new` and `completions`: what there is, and what is added.

use std::collections::BTreeSet;

use clap::Arg;
use clap::builder::{PossibleValuesParser, Resettable};
use clap_complete::Shell;
use mctslab_core::program::program;
use mctslab_lab::registry::Description;
use mctslab_lab::{EntryList, OwnCrate};

use crate::cli::{self, AgentsArgs, CompletionsArgs, ExplainArgs, NewArgs, Options};
use crate::lab::lab;
use crate::output::{emit, emit_json, printed, width};

pub(crate) fn games(options: &Options) -> anyhow::Result<()> {
    print(&lab().games()?, options)
}

pub(crate) fn agents(args: &AgentsArgs, options: &Options) -> anyhow::Result<()> {
    print(&lab().agents(args.game.as_deref())?, options)
}

fn print(list: &EntryList<'_>, options: &Options) -> anyhow::Result<()> {
    if options.json { list.json().try_for_each(|entry| emit_json(&entry)) } else { emit(&list.text(width())) }
}

pub(crate) fn explain(args: &ExplainArgs, options: &Options) -> anyhow::Result<()> {
    // A whole spec is as good as its name.
    let name = args.name.split('(').next().unwrap_or_default().trim();
    let found = lab().explain(name)?;
    if options.json {
        return found.iter().try_for_each(|one| emit_json(&one.json()));
    }
    emit(&found.iter().map(|one| one.text(width())).collect::<Result<Vec<String>, _>>()?.join("\n"))
}

/// A script that completes commands, options, games, agents, parts, and (in bash) runs.
pub(crate) fn new_crate(args: &NewArgs, options: &Options) -> anyhow::Result<()> {
    let made = OwnCrate::write(lab(), &args.name, "".as_ref(), args.path.as_deref())?;
    emit(&printed(options, || made.json(), || made.text()))
}

pub(crate) fn completions(args: &CompletionsArgs) -> anyhow::Result<()> {
    let catalog = lab().catalog();
    let names = |list: Vec<Description>| list.iter().map(|one| one.entry.name).collect::<BTreeSet<&str>>();
    let (games, agents) = (names(catalog.games()), names(catalog.agents()));
    let all = games.iter().chain(&agents).copied().chain(names(catalog.parts())).collect();
    let known = |arg: Arg| {
        let names = match arg.get_id().as_str() {
            "game" | "games" => &games,
            "agent" | "agents" | "against" | "touchstone" => &agents,
            "name" | "words" => &all,
            _ => return arg,
        };
        arg.value_parser(PossibleValuesParser::new(names)).default_value(Resettable::Reset)
    };
    let mut command = cli::command().mut_subcommands(|own| own.mut_args(known));
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, program(), &mut script);
    let runs = if args.shell == Shell::Bash { include_str!("../../completions/runs.bash") } else { "" };
    let function = program().replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
    let runs =
        runs.replace("_mctslab", &format!("_{function}")).replace("default mctslab", &format!("default {}", program()));
    emit(&(String::from_utf8(script)? + &runs))
}
