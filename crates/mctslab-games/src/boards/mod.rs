//! Tools that several boards share. A tool of one game alone is in that game's own folder.

pub mod bits;
pub mod eights;
pub mod hexagon;
pub mod history;
pub mod places;
pub mod plies;
pub mod race;
pub mod rows;
pub mod swap;
pub mod symmetry;
pub mod three;
