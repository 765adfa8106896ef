//! Compares settings of an agent against one opponent: which value of an option is best, and how
//! certain is that?
//!
//! Lists in braces make many settings of one spec, `uct(iters=500,c={0.2,0.4,0.7})`. Each plays the
//! same opponent and takes every seat equally often, as Debets et al., "Who Invented MCTS?", tune C
//! in Fig. 5. `spend=even` gives every setting the same number of games; `spend=halving` lets the
//! better half continue with twice the games (Karnin, Koren and Somekh 2013). The best setting then
//! plays fresh games that select nothing, so its score is not flattered. See docs/sweep.md for the
//! definitions.

mod confirmed;
mod document;
mod page;
mod state;
#[cfg(test)]
mod simulated;
mod stages;
mod standing;

use mctslab_arena::{Round, TaskResult};
use mctslab_core::spec::{Entry, Kind, Param, SpecError};
use mctslab_lab::{About, Agents, Document, LabError, OneOfMany, Progress, Setup, Study, StudyContext, StudyRow, not_random, study_as};

use self::document::SweepDocument;
use self::state::{Sweep, SweepPlan, seatings};
use self::stages::{even, halving};

/// Fresh games of the best setting, at least.
const CONFIRM: u64 = 100;

const SPENDS: &[Entry] = &[
    Entry::word("even", "every setting plays all of its games"),
    Entry::word("halving", "the better half goes on with twice the games, round by round, with no more games in all"),
];

pub(crate) const ROW: StudyRow = StudyRow {
    command: "sweep",
    entry: Entry {
        name: "sweep",
        doc: "Compare settings of an agent against one opponent",
        params: &[
            Param::new("games", Kind::Integer { min: 1, max: 1_000_000_000 }, "100", "games of each setting"),
            Param::new("spend", Kind::Choice(SPENDS), "even", "how games are shared among the settings: even, halving"),
            Param::new(
                "confirm",
                Kind::Auto { min: 0, max: 1_000_000_000 },
                "auto",
                "fresh games of the best setting, 0 for none; auto: as many as it had, at least 100",
            ),
        ],
    },
    source: include_str!("mod.rs"),
    agents: Agents::Against,
    example: "mctslab sweep breakthrough \"uct(iters=500,c={0.2,0.4,0.7,1.4})\" --against \"uct(iters=500)\" -n 100",
    build: |setup| Ok(Box::new(build(setup)?)),
    combine: Some(combine),
    more_rows: false,
};

fn build(setup: &Setup<'_>) -> Result<Sweep, LabError> {
    let (plan, seats) = (setup.plan, setup.game.players());
    let (games, spend) = (setup.args.integer("games") as u64, setup.args.choice("spend").name());
    let Some((opponent, settings)) = plan.agents.split_last().filter(|(_, settings)| !settings.is_empty()) else {
        return Err(LabError::Request("a sweep takes settings of an agent and an opponent".to_string()));
    };
    if let Some(twice) = (1..settings.len()).find(|&place| settings[..place].contains(&settings[place])) {
        let name = plan.names.get(twice).unwrap_or(&settings[twice]);
        return Err(LabError::Request(format!("`{name}` is the same setting as one before it: each is played once")));
    }
    let stages = match spend {
        "halving" => halving(settings.len(), games, seatings(seats)).map_err(|fewest| {
            let (count, name) = (settings.len(), setup.args.name());
            let reason = format!("`games={games}` is too few to halve {count} settings: set `games={fewest}` or more");
            SpecError::combination(name, reason)
        })?,
        _ => even(settings.len(), games),
    };
    let had: u64 = stages.iter().map(|stage| stage.games).sum();
    let confirm = setup.args.automatic("confirm").unwrap_or(had.max(CONFIRM));
    Ok(Sweep::new(SweepPlan {
        settings: settings.to_vec(),
        opponent: opponent.clone(),
        seats,
        seed: plan.seed,
        openings: plan.openings.vary(),
        stages,
        confirm,
        payoff_sum: setup.game.payoff_sum(),
        fixed: not_random(setup.game, &plan.agents)?,
    }))
}

/// One document of the same sweep in several games.
fn combine<'a>(runs: Vec<OneOfMany<'a>>) -> Result<Box<dyn Document + 'a>, LabError> {
    let sweep = |one: OneOfMany<'a>| {
        let study: &Sweep = study_as(&one)?;
        Ok((one.0, study))
    };
    let sweeps = runs.into_iter().map(sweep).collect::<Result<Vec<_>, LabError>>()?;
    Ok(Box::new(SweepDocument::of_many(sweeps)?))
}

impl Study for Sweep {
    fn next(&mut self) -> Option<Round> {
        self.next_round()
    }

    fn add(&mut self, result: &TaskResult) {
        if let Some(record) = result.game() {
            self.add_game(record);
        }
    }

    fn planned(&self) -> u64 {
        Sweep::planned(self)
    }

    fn progress(&self) -> Progress {
        let fresh = self.confirmed().and_then(|(setting, games)| games.total(setting).scores.mean());
        let scores = (0..self.settings()).filter_map(|setting| self.estimate(setting)).map(|estimate| estimate.mean);
        let line = match (fresh, scores.reduce(f64::max)) {
            (Some(fresh), _) => format!("score {fresh:.3} in fresh games"),
            (None, Some(best)) => format!("best score {best:.3}"),
            (None, None) => String::new(),
        };
        let share = self.played() as f64 / Sweep::planned(self).max(1) as f64;
        Progress { line, share: Some(share), warning: None }
    }

    fn document<'a>(&'a self, about: About<'a>) -> Box<dyn Document + 'a> {
        Box::new(SweepDocument::new(about, self))
    }

    fn remarks(&self, context: StudyContext<'_>) -> Result<Vec<String>, LabError> {
        let openings = &context.plan.openings;
        let remark =
            || format!("games start from {}; each start is played by every setting in every order of seats", openings.spec());
        Ok(openings.vary().then(remark).into_iter().collect())
    }
}
