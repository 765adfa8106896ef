//! The catalog as a whole: what is in it, what can be added, and that one seed has one result.

mod anchors;
mod catalog;
mod describe;
mod inside;
mod own;
mod programs;
mod signature;
