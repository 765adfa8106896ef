//! The refusal of a command by the other side of a protocol.

use std::fmt;

/// The error of a refused command, in the words that are sent or were received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RefusedCommand(pub(super) String);

impl fmt::Display for RefusedCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<String> for RefusedCommand {
    fn from(text: String) -> RefusedCommand {
        RefusedCommand(text)
    }
}

impl From<&str> for RefusedCommand {
    fn from(text: &str) -> RefusedCommand {
        RefusedCommand(text.to_string())
    }
}
