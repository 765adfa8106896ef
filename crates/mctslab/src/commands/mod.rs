//! One file per subcommand.

pub(crate) mod agents;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod complexity;
pub(crate) mod engine;
pub(crate) mod engine_check;
pub(crate) mod experiment;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod matches;
pub(crate) mod paper;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod report;
pub(crate) mod resume;
pub(crate) mod runs;
pub(crate) mod search;
pub(crate) mod show;
pub(crate) mod study;
pub(crate) mod tournament;
pub(crate) mod worker;
