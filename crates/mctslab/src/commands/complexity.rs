//! `mctslab complexity GAME TARGET`: how strong is a player?

use std::time::{Duration, Instant};

use mctslab_core::spec::Spec;
use mctslab_lab::arena::Plan;
use mctslab_lab::{Agents, Conditions, Request, Run, split_specs, start, with_bots};

use crate::cli::{ComplexityArgs, Options};
use crate::lab::lab;
use crate::output::{note, usage};
use crate::playing;

pub(crate) fn run(args: &ComplexityArgs, options: &Options) -> anyhow::Result<()> {
    let deadline = args.time.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let plans = plans(args, options)?;
    if Spec::parse(&args.touchstone).is_ok_and(|spec| spec.args.iter().any(|arg| arg.key == "iters")) {
        note(options, "the touchstone's own `iters` is not used: the study varies its number of iterations");
    }
    let runs = plans.into_iter().map(|plan| start(lab(), plan, args.keep.place())).collect::<Result<Vec<Run>, _>>()?;
    playing::play_all(runs, &args.keep.crew, deadline, options)
}

/// The studies that were asked for: every target in every game.
fn plans(args: &ComplexityArgs, options: &Options) -> anyhow::Result<Vec<Plan>> {
    let method = if args.ladder { "ladder" } else { &args.method };
    let study = lab().study_spec("complexity", method, &options.study)?;
    let (row, _) = lab().resolve_study_of("complexity", "method", &study)?;
    let (games, targets) = games_and_targets(args, row.agents == Agents::Target)?;
    let request = Request {
        study,
        conditions: Conditions {
            touchstone: Some(args.touchstone.clone()),
            openings: args.openings.clone(),
            clock: args.clock.clone(),
            ..Conditions::default()
        },
        seed: options.seed,
        ..Request::default()
    };
    Ok(lab().plan_each(&request, &games, &targets)?)
}

/// What was typed: the games and the targets, one of them `None` if the game itself is measured.
/// Without `--games` the first word is the game.
fn games_and_targets(args: &ComplexityArgs, wanted: bool) -> anyhow::Result<(Vec<String>, Vec<Option<String>>)> {
    let words = &args.words;
    let (games, targets) = match &args.games {
        Some(list) if list.trim().parse::<u64>().is_ok() => {
            return Err(usage(format!(
                "`--games {list}` names games, as in `--games connect-four,hex`; the number of games is `-n {list}`"
            )));
        }
        Some(list) => (split_specs(list), words.as_slice()),
        None => match words.split_first() {
            Some((game, targets)) => (vec![game.clone()], targets),
            None => {
                return Err(usage("no GAME and no TARGET: name both, as in `mctslab complexity connect-four random`"));
            }
        },
    };
    let targets = with_bots(targets, &args.bots);
    match targets.as_slice() {
        [] if wanted => Err(usage(
            "no TARGET: name the agent to be measured, as in `mctslab complexity connect-four random`; `--ladder` measures the game itself",
        )),
        [] => Ok((games, vec![None])),
        [target, ..] if !wanted => {
            Err(usage(format!("`--ladder` measures a game, and cannot be used with a target (`{target}`)")))
        }
        _ => Ok((games, targets.into_iter().map(Some).collect())),
    }
}
