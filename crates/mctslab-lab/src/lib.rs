//! Studies of players and games, and the pages that tell of them.

pub mod complexity;
pub mod report;
