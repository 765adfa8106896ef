//! `mctslab engine-check CMD --protocol P --game G`: an engine examined.

use anyhow::bail;
use mctslab_registry::{Finding, short_game};
use serde_json::{Value, json};

use crate::cli::{EngineCheckArgs, Options};
use crate::output::{BOLD, emit, emit_json, table};

pub(crate) fn run(args: &EngineCheckArgs, options: &Options) -> anyhow::Result<()> {
    let game = mctslab_registry::game(&args.game)?;
    let spec = spec(args);
    let findings = game.check_engine(&spec, args.games, options.seed)?;
    let failed = findings.iter().filter(|finding| finding.passed == Some(false)).count();
    if options.json {
        let rows: Vec<Value> = findings.iter().map(as_json).collect();
        emit_json(&json!({
            "command": args.command, "protocol": args.protocol, "game": game.spec(), "passed": failed == 0, "checks": rows,
        }))?;
    } else {
        let rows = findings.iter().map(|finding| {
            let verdict = finding.passed.map_or("–", |passed| if passed { "ok" } else { "FAILED" });
            vec![finding.what.to_string(), verdict.to_string(), finding.detail.clone()]
        });
        let heading = format!("{BOLD}{}{BOLD:#}  {}, {}\n\n", args.command, args.protocol, short_game(game.spec()));
        emit(&(heading + &table(&[("check", false), ("verdict", false), ("seen", false)], rows.collect())))?;
    }
    if failed > 0 {
        bail!("{failed} of {} checks failed", findings.len());
    }
    Ok(())
}

/// The engine as an agent.
fn spec(args: &EngineCheckArgs) -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let movetime = args.movetime.map_or(String::new(), |millis| format!(",movetime={millis}"));
    let (command, options) = (quoted(&args.command), quoted(&args.options));
    format!("process(cmd=\"{command}\",protocol={}{movetime},options=\"{options}\")", args.protocol)
}

fn as_json(finding: &Finding) -> Value {
    json!({"check": finding.what, "passed": finding.passed, "detail": finding.detail})
}
