//! `mctslab explain NAME`: rules or formula, options, ranges, sources.

use mctslab_lab::documents::Explanation;

use crate::cli::{ExplainArgs, Options};
use crate::lab::lab;
use crate::output::{emit, emit_json};

pub(crate) fn run(args: &ExplainArgs, options: &Options) -> anyhow::Result<()> {
    // A whole spec is as good as its name.
    let name = args.name.split('(').next().unwrap_or_default().trim();
    let found = lab().explain(name)?;
    if options.json {
        return found.iter().try_for_each(|one| emit_json(&one.json()));
    }
    emit(&found.iter().map(Explanation::text).collect::<Result<Vec<String>, _>>()?.join("\n"))
}
