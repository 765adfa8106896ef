//! Openings, and stores that other programs hold or wrote.

mod foreign;
mod halt;
mod locked;
mod openings;
mod support;
