//! Checks of records: a game that another process reports is replayed before it is accepted.
//!
//! Every move must be legal where it was made and be written as the game writes it; the length, the
//! digest, the reason and the payoffs must be those of these moves. A claim of the agent itself
//! cannot be checked: that it had proven a result, that it resigned, or that it failed.

use std::collections::HashMap;
use std::sync::Arc;

use mctslab_core::rng::mix;
use mctslab_core::text::quote;
use mctslab_core::{Game, Payoffs, Player};

use crate::adjudicate::{Conduct, payoffs_by_count};
use crate::referee::loser_payoffs;
use crate::{Adjudication, Plan, PlanError, Reason, Record, ResultError, Starts};

/// Checks records of one plan.
pub trait CheckRecord: Send {
    /// Checks a record; the error says what is wrong with it.
    fn check(&mut self, record: &Record) -> Result<(), ResultError>;
}

/// Replays the games of one plan.
pub struct Replayer<G: Game> {
    game: Arc<G>,
    starts: Starts<G>,
    adjudication: Adjudication,
    /// The move that was last written with this text: most often it is meant again, and writing all
    /// moves to find one takes longer than playing.
    written: HashMap<String, G::Move>,
    legal: Vec<G::Move>,
}

impl<G: Game> Replayer<G> {
    /// A replayer for the games of a plan.
    pub fn new(game: Arc<G>, plan: &Plan) -> Result<Replayer<G>, PlanError> {
        let starts = plan.openings.starts(&*game, plan.seed)?;
        let adjudication = plan.adjudication(&*game)?;
        Ok(Replayer { game, starts, adjudication, written: HashMap::new(), legal: Vec::new() })
    }

    /// The legal move of a state that has this text.
    fn read(&mut self, state: &G::State, text: &str) -> Option<G::Move> {
        let game = &*self.game;
        self.legal.clear();
        game.moves(state, &mut self.legal);
        let is_meant = |mv: &G::Move| game.move_text(state, *mv) == text;
        let guess = self.written.get(text).copied().filter(|guess| self.legal.contains(guess));
        if let Some(guess) = guess.filter(is_meant) {
            return Some(guess);
        }
        let found = self.legal.iter().copied().find(is_meant)?;
        self.written.insert(text.to_string(), found);
        Some(found)
    }

    /// The payoffs of a game that ended for the record's reason in this state, after a move of
    /// `last`, which `repeated` too much or did not.
    fn payoffs(&self, record: &Record, state: &G::State, last: Option<Player>, repeated: bool) -> Option<Payoffs> {
        let (game, paid) = (&*self.game, record.payoffs.as_slice());
        match (record.reason, game.turn(state), last) {
            (Reason::End, None, _) => Some(game.payoffs(state)),
            (Reason::Forfeit(_), Some(player), _) => {
                let forfeiter = record.forfeit.as_ref().map(|forfeit| forfeit.agent);
                (forfeiter == Some(record.seats.agent(player.index()))).then(|| loser_payoffs(game, player))
            }
            (Reason::Repeated, Some(_), _) if repeated => payoffs_by_count(game, state),
            (Reason::Resigned, Some(_), Some(last)) => self.adjudication.resigns().then(|| loser_payoffs(game, last)),
            (Reason::Proven, Some(_), Some(last)) if self.adjudication.is_proven() && paid.len() == 2 => {
                let mine = paid[last.index()];
                let other = (game.payoff_sum().unwrap_or(1.0) - mine).clamp(0.0, 1.0);
                Some(Payoffs::new(&if last == Player::FIRST { [mine, other] } else { [other, mine] }))
            }
            _ => None,
        }
    }
}

impl<G: Game> CheckRecord for Replayer<G> {
    fn check(&mut self, record: &Record) -> Result<(), ResultError> {
        let wrong = |what: String| Err(ResultError::Replay(what));
        let game = Arc::clone(&self.game);
        if record.seats.len() != game.players() {
            return Err(ResultError::Inconsistent);
        }
        let mut state = self.starts.state(&*game, record.opening, &mut self.legal);
        let mut digest = record.seats.iter().fold(game.hash(&state), |digest, agent| mix(&[digest, agent as u64]));
        let (mut plies, mut last, mut repeated) = (0, None, false);
        let mut conduct = Conduct::default();
        // Exactly one space separates two moves, and no move is empty.
        for text in record.moves.split(' ').filter(|_| !record.moves.is_empty()) {
            let Some(player) = game.turn(&state) else {
                return wrong(format!("a move {} after the end of the game", quote(text)));
            };
            let Some(mv) = self.read(&state, text) else {
                return wrong(format!("the move {} at ply {}, which is not legal there", quote(text), plies + 1));
            };
            if repeated {
                return wrong(format!("a move {} after the repeat that ends the game", quote(text)));
            }
            game.play(&mut state, mv);
            digest = mix(&[digest, game.index(mv) as u64]);
            let agent = record.seats.agent(player.index());
            repeated = game.turn(&state).is_some() && self.adjudication.is_repeated(agent, player, mv, &mut conduct);
            (plies, last) = (plies + 1, Some(player));
        }
        if record.plies != plies {
            return wrong(format!("{} plies with {plies} moves", record.plies));
        }
        if record.digest != digest {
            return wrong(format!("the digest {} where its moves have {digest}", record.digest));
        }
        let reason = record.reason;
        match self.payoffs(record, &state, last, repeated) {
            None => wrong(format!("the reason `{reason}`, which its moves do not bear out")),
            Some(expected) if expected != record.payoffs => {
                let (found, expected) = (record.payoffs.as_slice(), expected.as_slice());
                wrong(format!("the payoffs {found:?} where its moves pay {expected:?}"))
            }
            Some(_) => Ok(()),
        }
    }
}
