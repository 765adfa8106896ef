//! Estimates that are added to those of the games while the program runs.

use mctslab_core::catalog::Row;
use mctslab_core::spec::{Entry, SpecError};
use mctslab_core::{Eval, Game, Player};

use crate::by_game::ByGame;

/// An estimate to be added to a catalog: it serves games of the types that it names, by a function
/// for each.
///
/// ```
/// use mctslab_core::Player;
/// use mctslab_search::evals::EvalRow;
/// # use mctslab_core::{Game, Payoffs};
/// # struct Heap;
/// # impl Game for Heap {
/// #     type State = (u32, Player);
/// #     type Move = u32;
/// #     fn initial(&self) -> Self::State { (7, Player::FIRST) }
/// #     fn turn(&self, state: &Self::State) -> Option<Player> { (state.0 > 0).then_some(state.1) }
/// #     fn moves(&self, state: &Self::State, out: &mut Vec<u32>) { out.extend(1..=state.0.min(3)); }
/// #     fn play(&self, state: &mut Self::State, taken: u32) { *state = (state.0 - taken, state.1.other()); }
/// #     fn payoffs(&self, state: &Self::State) -> Payoffs { Payoffs::duel(Some(state.1.other())) }
/// #     fn index(&self, taken: u32) -> usize { taken as usize - 1 }
/// #     fn index_bound(&self) -> usize { 3 }
/// #     fn max_plies(&self) -> u32 { 7 }
/// # }
///
/// fn multiples(_: &Heap, &(stones, mover): &(u32, Player), player: Player) -> f64 {
///     if (stones % 4 == 0) == (mover == player) { 0.25 } else { 0.75 }
/// }
///
/// let mut parts = mctslab_search::PartCatalog::standard();
/// parts.add_eval(EvalRow::new("multiples", "a multiple of four loses").serving(multiples))?;
/// let mut agent = parts.agent(&Heap, "greedy(eval=multiples)")?;
/// agent.new_game(1);
/// let taken = agent.choose(&Heap, &Heap.initial(), &mut Default::default())?;
/// assert_eq!(taken, 3, "four are left");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct EvalRow {
    name: &'static str,
    doc: &'static str,
    games: ByGame,
}

impl EvalRow {
    /// An estimate that serves no game yet: its name, and what it goes by in one line.
    pub fn new(name: &'static str, doc: &'static str) -> EvalRow {
        EvalRow { name, doc, games: ByGame::default() }
    }

    /// The same estimate, which also serves games of the type `G`. `value` keeps to what
    /// [`Eval::value`] asks for.
    pub fn serving<G: Game>(mut self, value: fn(&G, &G::State, Player) -> f64) -> EvalRow {
        self.games.insert::<G, _>(Eval::new(self.name, self.doc, value));
        self
    }

    /// The row of a list; `half` is refused, since every game has it.
    pub(crate) fn into_row(self) -> Result<Row<ByGame>, SpecError> {
        if self.name == "half" {
            return Err(SpecError::NameTaken { what: "position estimate".to_string(), name: self.name.to_string() });
        }
        Ok(Row { entry: Entry::word(self.name, self.doc), source: "", build: self.games })
    }
}
