//! Spec strings: `name` or `name(key=value, …)`, the one way in which games, agents and their parts
//! are named.
//!
//! A value is a number, a word, `true` or `false`, a `"quoted string"`, or again a spec. Words are
//! lower-case with hyphens. [`Spec::parse`] reads the text, [`resolve`] checks it against the
//! declared [`Entry`]s and writes every default out, so that the resolved text alone says
//! everything.
//!
//! The parser is our own: the grammar has five rules, and each of its errors says what was expected
//! at which character, which a parser library would have to be taught.

mod args;
mod declare;
mod error;
mod parse;
mod resolve;
mod short;

pub use args::{Args, Resolved};
pub use declare::{Entry, Kind, Param, Scope};
pub use error::SpecError;
pub use parse::{Arg, Spec, Value};
pub use resolve::{find, resolve};
pub use short::short;
