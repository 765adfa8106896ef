//! Tools that several boards share.

pub mod bits;
pub mod rhombus;
pub mod rows;
