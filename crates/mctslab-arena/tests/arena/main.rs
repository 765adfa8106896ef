//! Where games start, and stores that others hold or wrote.

mod foreign;
mod halt;
mod locked;
mod openings;
mod support;
