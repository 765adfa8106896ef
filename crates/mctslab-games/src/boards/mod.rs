//! Tools that several boards share.

pub mod bits;
pub mod outflank;
pub mod rows;
