//! Tools that several boards share.

pub mod bits;
pub mod eights;
pub mod hexagon;
pub mod history;
pub mod leaps;
pub mod outflank;
pub mod pits;
pub mod places;
pub mod race;
pub mod rhombus;
pub mod rows;
pub mod swap;
pub mod symmetry;
