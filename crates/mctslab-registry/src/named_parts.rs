//! Users' parts that declare their own names, which are added to a catalog by their types.

use mctslab_core::catalog::Row;
use mctslab_core::spec::{Args, Entry};
use mctslab_search::finish::Finish;
use mctslab_search::playout::PlayoutRow;
use mctslab_search::select::{Context, Select, Selection};

use crate::{AgentRow, Catalog, RegistryError};

/// An agent that a spec can name.
pub trait NamedAgent {
    /// Name, one line and options.
    const ENTRY: Entry;
    /// A text whose head explains it, as `include_str!` of its own file; it may be empty.
    const SOURCE: &'static str = "";

    /// Adds the games that it serves, with a constructor for each: `row.serving(|game: &Heap, args|
    /// …)`.
    fn serve(row: AgentRow) -> AgentRow;
}

/// A selection rule that a spec can name.
pub trait NamedSelect: Select + Sized + 'static {
    /// Name, one line and options.
    const ENTRY: Entry;
    /// A text whose head explains it; it may be empty.
    const SOURCE: &'static str = "";

    /// The rule with checked options.
    fn new(context: &Context) -> Self;
}

/// A playout that a spec can name.
pub trait NamedPlayout {
    /// Name, one line and options.
    const ENTRY: Entry;
    /// A text whose head explains it; it may be empty.
    const SOURCE: &'static str = "";

    /// Adds the games that it serves, with a constructor for each: `row.serving(|game: &Heap, args,
    /// to_end| …)`.
    fn serve(row: PlayoutRow) -> PlayoutRow;
}

/// A final choice that a spec can name.
pub trait NamedFinish: Finish + Sized + 'static {
    /// Name, one line and options.
    const ENTRY: Entry;
    /// A text whose head explains it; it may be empty.
    const SOURCE: &'static str = "";

    /// The choice with checked options.
    fn new(args: &Args) -> Self;
}

impl Catalog {
    /// Adds an agent. A name that is taken is an error, here and below.
    pub fn add_named_agent<A: NamedAgent>(&mut self) -> Result<(), RegistryError> {
        self.add_agent(A::serve(AgentRow::new(A::ENTRY, A::SOURCE)))
    }

    /// Adds a selection rule.
    pub fn add_named_select<R: NamedSelect>(&mut self) -> Result<(), RegistryError> {
        let build = |context: &Context<'_>| Selection::by(R::new(context));
        self.add_select(Row { entry: R::ENTRY, source: R::SOURCE, build })
    }

    /// Adds a playout.
    pub fn add_named_playout<P: NamedPlayout>(&mut self) -> Result<(), RegistryError> {
        self.add_playout(P::serve(PlayoutRow::new(P::ENTRY, P::SOURCE)))
    }

    /// Adds a final choice.
    pub fn add_named_finish<C: NamedFinish>(&mut self) -> Result<(), RegistryError> {
        let build = |args: &Args| Box::new(C::new(args)) as Box<dyn Finish>;
        self.add_finish(Row { entry: C::ENTRY, source: C::SOURCE, build })
    }
}
