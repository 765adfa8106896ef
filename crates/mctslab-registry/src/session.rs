//! A game played move by move, with undo.

use mctslab_core::{Agent, Game, Player, View};

use crate::erased::Erased;
use crate::{RegistryError, SearchBudget, SearchReport};

/// A game in progress, spoken to in strings.
pub trait Session: Send {
    /// The seat to move; `None` when the game is over.
    fn turn(&self) -> Option<usize>;

    /// The position's text.
    fn position(&self) -> String;

    /// The board, with the last move marked.
    fn view(&self) -> View;

    /// The legal moves.
    fn legal(&self) -> Vec<String>;

    /// The moves made so far.
    fn moves(&self) -> Vec<String>;

    /// Makes a move; the error lists what is legal.
    fn play(&mut self, text: &str) -> Result<(), RegistryError>;

    /// Takes the last move back; `false` if there is none.
    fn undo(&mut self) -> bool;

    /// What the finished game paid each seat.
    fn payoffs(&self) -> Vec<f64>;

    /// Gives an agent a place at the table; its number is for [`Session::ask`].
    fn invite(&mut self, agent: &str, seed: u64) -> Result<usize, RegistryError>;

    /// What agent number `agent` would play here within the budget, and why. Makes no move.
    fn ask(&mut self, agent: usize, budget: SearchBudget<'_>) -> Result<SearchReport, RegistryError>;
}

/// The session of a game whose type is known.
pub(crate) struct Sitting<G: Game> {
    table: Erased<G>,
    /// Every position so far with the move that led to it.
    line: Vec<(G::State, Option<G::Move>)>,
    agents: Vec<Box<dyn Agent<G>>>,
}

impl<G: Game> Sitting<G> {
    pub(crate) fn new(table: Erased<G>, start: G::State) -> Sitting<G> {
        Sitting { table, line: vec![(start, None)], agents: Vec::new() }
    }

    fn game(&self) -> &G {
        &self.table.game
    }

    fn current(&self) -> &(G::State, Option<G::Move>) {
        self.line.last().expect("the start is never taken back")
    }
}

impl<G: Game> Session for Sitting<G> {
    fn turn(&self) -> Option<usize> {
        self.game().turn(&self.current().0).map(Player::index)
    }

    fn position(&self) -> String {
        self.game().state_text(&self.current().0)
    }

    fn view(&self) -> View {
        let (state, last) = self.current();
        self.game().view(state, *last)
    }

    fn legal(&self) -> Vec<String> {
        let state = &self.current().0;
        let mut moves = Vec::new();
        self.game().moves(state, &mut moves);
        moves.into_iter().map(|mv| self.game().move_text(state, mv)).collect()
    }

    fn moves(&self) -> Vec<String> {
        let steps = self.line.windows(2);
        steps.filter_map(|pair| pair[1].1.map(|mv| self.game().move_text(&pair[0].0, mv))).collect()
    }

    fn play(&mut self, text: &str) -> Result<(), RegistryError> {
        let mut state = self.current().0.clone();
        let mv = self.game().parse_move(&state, text).map_err(RegistryError::Move)?;
        self.game().play(&mut state, mv);
        self.line.push((state, Some(mv)));
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let possible = self.line.len() > 1;
        if possible {
            self.line.pop();
        }
        possible
    }

    fn payoffs(&self) -> Vec<f64> {
        self.game().payoffs(&self.current().0).as_slice().to_vec()
    }

    fn invite(&mut self, agent: &str, seed: u64) -> Result<usize, RegistryError> {
        let (_, mut agent) = self.table.build_agent(agent)?;
        agent.new_game(seed);
        self.agents.push(agent);
        Ok(self.agents.len() - 1)
    }

    fn ask(&mut self, agent: usize, budget: SearchBudget<'_>) -> Result<SearchReport, RegistryError> {
        let state = self.current().0.clone();
        let moves: Vec<G::Move> = self.line.iter().filter_map(|(_, mv)| *mv).collect();
        let agent = &mut self.agents[agent];
        agent.see_moves(&self.line[0].0, &moves);
        budget.search(&*self.table.game, &state, &mut **agent)
    }
}
