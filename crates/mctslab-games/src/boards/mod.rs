//! Tools that several boards share.

pub mod bits;
pub mod eights;
pub mod leaps;
pub mod rows;
