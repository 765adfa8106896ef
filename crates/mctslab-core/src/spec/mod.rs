//! Spec strings: `name` or `name(key=value, …)`, the one way in which games, agents and their parts
//! are named.
//!
//! A value is a number, a word, `true` or `false`, a `"quoted string"`, or again a spec. Words are
//! lower-case with hyphens. [`Spec::parse`] reads the text, [`resolve`] checks it against the
//! declared [`Entry`]s and writes out every default, so that the resolved text is complete by
//! itself.
//!
//! The parser is our own: the grammar has five rules, and each of its errors names the character
//! and what was expected there, for which a parser library would need as much code.

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
