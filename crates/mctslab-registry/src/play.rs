//! Playing jobs of a game of any type: strings outside, types inside.

use std::sync::Arc;

use mctslab_arena::{
    Adjudication, Clock, Conditions, Flags, Job, JobFailure, JobPlayer, Plan, PlanError, Starts, TaskResult, Team,
    play_games,
};
use mctslab_core::Game;

use crate::RegistryError;
use crate::typed_game::TypedGame;

/// Plays the games of one plan.
pub(crate) struct TypedPlayer<G: Game> {
    game: Arc<TypedGame<G>>,
    starts: Starts<G>,
    clock: Option<Clock>,
    adjudication: Adjudication,
    team: Team<G>,
}

impl<G: Game> TypedPlayer<G> {
    pub(crate) fn new(game: Arc<TypedGame<G>>, plan: &Plan) -> Result<TypedPlayer<G>, RegistryError> {
        let starts = plan.openings.starts(&*game.game, plan.seed).map_err(PlanError::from)?;
        let (clock, adjudication) = (plan.clock()?, plan.adjudication(&*game.game)?);
        Ok(TypedPlayer { game, starts, clock, adjudication, team: Team::default() })
    }
}

impl<G: Game> JobPlayer for TypedPlayer<G> {
    fn play(&mut self, job: &Job, flags: &Flags, results: &mut dyn FnMut(TaskResult)) -> Result<(), JobFailure> {
        let TypedPlayer { game, starts, clock, adjudication, team } = self;
        let conditions = Conditions { game: &*game.game, starts, clock: *clock, adjudication: *adjudication, flags };
        play_games(conditions, team, job, |spec| game.build_agent(spec), results)
    }
}
