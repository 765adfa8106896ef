//! The subcommands, those of one kind in one file.

pub(crate) mod bench;
pub(crate) mod complexity;
pub(crate) mod engines;
pub(crate) mod experiment;
pub(crate) mod explore;
pub(crate) mod matches;
pub(crate) mod paper;
pub(crate) mod play;
pub(crate) mod search;
pub(crate) mod stored;
pub(crate) mod study;
