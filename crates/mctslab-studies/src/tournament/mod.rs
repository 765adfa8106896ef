//! Tournaments: many agents, in one of four formats, and what their document and page show.

mod comparisons;
mod document;
mod gauntlet;
mod knockout;
mod pairs;
mod round_robin;
mod rounds;
mod swiss;
mod verdict;

pub(crate) use self::gauntlet::GAUNTLET;
pub(crate) use self::knockout::KNOCKOUT;
pub(crate) use self::round_robin::ROUND_ROBIN;
pub(crate) use self::swiss::SWISS;
